"""bench/papers.py on results that are made up: which runs are compared, and how."""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from papers import gtr, wdd  # noqa: E402


def record(case, tool, language, tests, final=500, tokens=50):
    return {"case": case, "tool": tool, "language": language, "ending": "done", "original_bytes": 1000, "original_size": 900,
            "original_tokens": 100, "final_bytes": final, "final_size": final, "final_tokens": tokens, "tests": tests, "yeses": 1,
            "seconds": 2.0, "memory": 1, "steps": []}


class Papers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)

    def case(self, name, language):
        (self.place / name).mkdir()
        (self.place / name / "case.json").write_text(json.dumps({"name": name, "language": language}))

    def papers(self, *words):
        done = subprocess.run([sys.executable, ROOT / "bench/papers.py", *map(str, words)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_gtr_tables_have_medians_and_the_papers_figures(self):
        out = self.place / "out"
        out.mkdir()
        records = []
        for case, language in (("a", "python"), ("b", "python"), ("c", "c")):
            self.case(case, language)
            final = 200 if case == "a" else 400
            records += [record(case, tool, language, tests=10 if case == "a" else 30, final=final) for tool in gtr.ALGORITHMS.values()]
        (out / "results.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
        self.papers("gtr", self.place, "--out", out, "--binary", "/bin/true")
        with (out / "gtr.csv").open(newline="") as file:
            rows = {row["algorithm"]: row for row in csv.DictReader(file)}
        self.assertEqual((rows["GTR"]["reduction"], rows["GTR"]["paper's reduction"]), ("70", "50"))
        self.assertEqual((rows["GTR"]["tests, mean"], rows["GTR"]["paper's tests, mean"]), ("20", "265.3"))
        self.assertIn("| a | 1,000 | 200 |", (out / "gtr.md").read_text())
        self.assertNotIn("| c |", (out / "gtr.md").read_text())

    def test_greduce_puts_the_papers_rows_beside_those_of_the_domains(self):
        path = self.place / "domains.csv"
        path.write_text("domain,setting,cases,size,tests,seconds\njavascript,tree-re-align,12,24.8,84,3\ngraphs,promise,1,1,1,1\n")
        self.papers("greduce", path, "--out", self.place)
        with (self.place / "greduce.csv").open(newline="") as file:
            rows = {row["setting"]: row for row in csv.DictReader(file)}
        self.assertEqual((rows["tree-re-align"]["paper's size"], rows["tree-re-align"]["size"]), ("21.4", "24.8"))
        self.assertEqual((rows["JSDelta"]["paper's size"], rows["JSDelta"]["size"]), ("35.3", ""))
        self.assertNotIn("promise", rows)

    def test_a_case_counts_in_table_1_only_if_every_setting_ran_on_it(self):
        for name in "ab":
            self.case(name, "c")
        folders = [self.place / name for name in "ab"]
        records = {("a", tool): record("a", tool, "c", 1) for tool in wdd.SETTINGS.values()}
        records |= {("b", tool): record("b", tool, "c", 1) for tool in list(wdd.SETTINGS.values())[1:]}
        self.assertEqual(wdd.complete(records, folders, "c"), ["a"])

    def test_a_row_of_table_1_has_time_tokens_tests_and_speed(self):
        records = {("a", tool): record("a", tool, "c", 7, tokens=40) for tool in wdd.SETTINGS.values()}
        row = wdd.of_case(records, "a", "hdd")
        self.assertEqual([row[f"ddmin: {name}"] for name in ("T", "S", "#", "S/s")], [2.0, "40", 7, 30.0])
        self.assertEqual(wdd.means([row], "c")["ddmin: S"], 40)


if __name__ == "__main__":
    unittest.main()
