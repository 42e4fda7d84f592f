"""bench/check-readme: which figures it finds, and which it does not."""

import importlib.machinery
import importlib.util
import pathlib
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "bench/check-readme"
LOADER = importlib.machinery.SourceFileLoader("check_readme", str(PROGRAM))
check_readme = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_readme", LOADER))
LOADER.exec_module(check_readme)


class Checks(unittest.TestCase):
    def check(self, page, results="case,size\na-1,12345\nb,0.4567\n"):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "README.md").write_text(page)
            (root / "results.csv").write_text(results)
            return check_readme.check(root / "README.md", root)

    def test_figures_are_found_as_written_or_rounded(self):
        table = "<!-- figures: results.csv -->\n| case 7 | size |\n| --- | ---: |\n| `x 99` | 12,345 |\n| closure-n8 | 0.46 |\n"
        self.assertEqual(self.check(table), ([], []))

    def test_a_figure_that_is_not_in_the_results_is_told_with_its_line(self):
        missing, _ = self.check("Text.\n\n<!-- figures: results.csv -->\nThe ratio is 0.45, and 12,345 bytes are left.\n")
        self.assertEqual(missing, ["README.md:4: not in results.csv: 0.45"])

    def test_a_mark_holds_for_one_block(self):
        self.assertEqual(self.check("<!-- figures: results.csv -->\n12,345\n\n99 of them\n"), ([], []))

    def test_results_that_are_not_there_are_told(self):
        missing, _ = self.check("<!-- figures: other.csv -->\n12,345\n")
        self.assertIn("README.md:2: there is no other.csv", missing)

    def test_tables_of_figures_that_name_no_results_are_told(self):
        page = "# A\n\n| a |\n| - |\n| 1 |\n\n## Figures\n\n| a |\n| - |\n| 1 |\n"
        self.assertEqual(self.check(page), ([], ["README.md:9: this table names no results"]))

    def test_the_figures_of_the_readme_are_those_of_the_results(self):
        missing, _ = check_readme.check(check_readme.ROOT / "README.md", check_readme.ROOT)
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
