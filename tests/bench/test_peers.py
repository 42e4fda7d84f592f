"""bench/peers.py with tools that are small shell scripts: what is counted, kept, resumed and shown."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from peers import figures, processes, results, table, tools  # noqa: E402
from peers.pair import Case, Limits, Refused, run_pair  # noqa: E402

TEXT = "one\ntwo\nNEEDLE\nthree\nfour\n"


def words(text):
    return len(text.split())


def command_line(number):
    try:
        return pathlib.Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return None


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)

    def case(self, test="grep -q NEEDLE input.txt"):
        folder = self.place / "case-1"
        folder.mkdir()
        (folder / "input.txt").write_text(TEXT)
        (folder / "case.json").write_text(json.dumps({"name": "case-1", "language": "text"}))
        (folder / "oracle.sh").write_text(f"#!/bin/bash\n{test}\n")
        return folder

    def checked(self, folder):
        (self.place / "test").mkdir()
        return Case(folder, self.place / "test")

    def tool(self, script, result="input.txt"):
        """A reducer that is a shell script: `$1` is the test, `$2` the input."""
        program = self.place / "tool.sh"
        program.write_text("#!/bin/sh\n" + script)
        program.chmod(0o755)
        return tools.Tool("a script", lambda _: str(program),
                          lambda call: ([call.program, call.test, call.source.name], call.folder / result), ("text",))

    def run_tool(self, script, seconds=20, tests=None, **options):
        return run_pair(self.checked(self.case()), "fake", self.tool(script, **options), Limits(seconds, tests),
                        self.place / "keep", words)


BY_LINES = """
for line in 1 1 1 1 1; do
    sed ${line}d $2 >try; cp $2 before; cp try $2
    $1 || { cp before $2; sed 2d $2 >try; cp try $2; $1 || cp before $2; }
done
"""


class Runs(WithFolder):
    def test_tests_are_counted_and_what_is_smaller_is_kept(self):
        record = self.run_tool(BY_LINES)
        self.assertEqual(record["ending"], "done")
        self.assertEqual((record["final_size"], record["final_tokens"]), (6, 1))
        # Lines 1 and 2 go at once; then the needle is asked for three times, and the line behind it twice; then it is alone.
        self.assertEqual((record["tests"], record["yeses"]), (8, 5))
        self.assertEqual([(tests, size) for tests, _, _, size in record["steps"]], [(1, 18), (2, 15), (4, 10), (6, 6)])
        self.assertEqual((self.place / "keep/fake.txt").read_text(), "NEEDLE\n")

    def test_a_candidate_may_be_an_argument_of_any_name(self):
        record = self.run_tool("echo NEEDLE >other\n$1 other && cp other $2\n")
        self.assertEqual((record["ending"], record["final_size"], record["tests"]), ("done", 6, 1))

    def test_a_tool_that_hangs_is_ended_with_all_that_it_started_and_its_best_counts(self):
        record = self.run_tool("echo NEEDLE x >$2\n$1\necho $$ >/dev/null\nsetsid sh -c 'sleep 98765' &\nsleep 98765\n", seconds=2)
        self.assertEqual((record["ending"], record["final_size"]), ("timeout", 7))
        commands = [command_line(number) for number in processes.parents()]
        self.assertNotIn([b"sleep", b"98765", b""], commands)

    def test_a_tool_that_fails_is_shown_with_what_it_said(self):
        record = self.run_tool("echo NEEDLE x >$2; $1; echo 'Error: no such grammar'; echo bye; exit 7\n")
        self.assertEqual((record["ending"], record["final_size"]), ("failed", 7))
        self.assertEqual(record["note"], "exit status 7: Error: no such grammar")

    def test_a_result_that_the_test_says_no_to_is_not_believed(self):
        record = self.run_tool("echo NEEDLE x >$2; $1; echo wrong >$2\n")
        self.assertEqual((record["ending"], record["final_size"]), ("failed", 7))

    def test_a_limit_of_tests_ends_a_run(self):
        record = self.run_tool("while :; do $1; done\n", tests=5)
        self.assertEqual((record["ending"], record["tests"]), ("max_tests", 5))

    def test_memory_is_that_of_the_tool_without_its_tests(self):
        test = self.place / "counted.sh"
        hold = f"{sys.executable} -c 'import sys; held = bytearray(200_000_000); print(); sys.stdin.read()'"
        test.write_text(f"#!/bin/bash\n{hold}\nexit 0\n")
        test.chmod(0o755)
        for command, (least, most) in ((f"{test}; exit 0", (1, 100_000_000)), (f"{hold}; exit 0", (200_000_000, 400_000_000))):
            tool = subprocess.Popen(["sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            with tool:
                tool.stdout.readline()
                found = processes.memory(tool.pid, test)
                tool.stdin.close()
            self.assertTrue(least <= found <= most, found)

    def test_a_tool_that_is_not_there_or_not_for_the_language_is_shown(self):
        case = self.checked(self.case())
        absent = tools.Tool("Debian nothing", lambda _: None, None, ("text",))
        for tool, ending in ((absent, "not installed"), (tools.PEERS["jsdelta"], "unusable")):
            self.assertEqual(run_pair(case, "fake", tool, Limits(5, None), self.place, words)["ending"], ending)

    def test_a_case_whose_test_says_no_is_refused(self):
        with self.assertRaisesRegex(Refused, "exit status 1"):
            self.checked(self.case("exit 1"))


def record(case, tool, final, tests, steps, ending="done", original=1000):
    size = {"original_bytes": original, "original_size": original, "original_tokens": original}
    left = {"final_bytes": final, "final_size": final, "final_tokens": final}
    return {"case": case, "tool": tool, "language": "text", "ending": ending, **size, **left, "tests": tests, "yeses": 1, "seconds": 1.0,
            "memory": 10, "steps": [[at, 0.0, value, value] for at, value in steps]}


class Figures(unittest.TestCase):
    def test_tests_to_match(self):
        ours = record("a", "ours", 10, 100, [(5, 500), (20, 50), (100, 10)])
        self.assertEqual(figures.match(ours, record("a", "peer", 60, 40, [(40, 60)])), 0.5)
        self.assertIsNone(figures.match(ours, record("a", "peer", 5, 40, [(40, 5)])))
        self.assertIsNone(figures.match(ours, record("a", "peer", 1000, 40, [])), "a peer that got nowhere is not matched")

    def test_area_compares_after_the_same_number_of_tests(self):
        ours = record("a", "ours", 10, 100, [(1, 10)])
        self.assertAlmostEqual(figures.area_ratio(ours, record("a", "peer", 100, 100, [(1, 100)])), 10)
        self.assertAlmostEqual(figures.area_ratio(ours, ours), 1)

    def test_area_ends_where_a_run_was_cut(self):
        ours = record("a", "ours", 10, 1000, [(1, 100), (500, 10)])
        cut = record("a", "peer", 100, 50, [(1, 100)], ending="timeout")
        self.assertAlmostEqual(figures.area_ratio(ours, cut), 1)

    def test_the_best_peer_is_the_smallest_with_the_fewest_tests(self):
        runs = {"ours": record("a", "ours", 1, 1, []), "x": record("a", "x", 20, 50, []), "y": record("a", "y", 20, 40, []),
                "z": {"case": "a", "tool": "z", "ending": "not installed"}}
        self.assertEqual(figures.best_peer(runs)["tool"], "y")


class Tables(WithFolder):
    def records(self):
        records = [record("a-1", "ours", 10, 50, [(50, 10)]), record("a-1", "x", 20, 100, [(100, 20)]),
                   record("a-2", "ours", 40, 50, [(50, 40)]), record("a-2", "x", 10, 200, [(200, 10)], ending="timeout"),
                   {"case": "a-1", "tool": "y", "ending": "not installed", "original_size": 1000}]
        return {(one["case"], one["tool"]): one for one in records}

    def test_means_wins_and_losses(self):
        row = next(row for row in table.of_tools(self.records()) if row["tool"] == "x")
        self.assertEqual((row["smaller"], row["equal"], row["larger"], row["ended"], row["cut"]), (1, 0, 1, 1, 1))
        self.assertAlmostEqual(row["size"], (2 * 0.25) ** 0.5)
        self.assertAlmostEqual(row["tests"], 2, msg="of runs that were not cut")

    def test_nothing_that_did_not_run_is_left_out(self):
        table.write(self.records(), self.place)
        page = (self.place / "peers.md").read_text()
        self.assertIn("| a-1 | 1,000 | 10 / 50 | 20 / 100 | not installed |", page)
        self.assertIn("| a-2 | 1,000 | 40 / 50 | 10 / 200 T |  |", page)
        with (self.place / "cases.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["case"], row["best known"], row["to match"]) for row in rows], [("a-1", "10", "0.5"), ("a-2", "10", "")])

    def test_the_last_result_of_a_run_counts_and_a_cut_line_does_not(self):
        for final in (30, 20):
            results.add(self.place, record("a", "x", final, 1, []))
        with (self.place / "results.jsonl").open("a") as file:
            file.write('{"case": "a", "to')
        self.assertEqual(results.read(self.place)["a", "x"]["final_size"], 20)
        results.add(self.place, record("b", "x", 5, 1, []))
        self.assertEqual(results.read(self.place)["b", "x"]["final_size"], 5)


class Program(WithFolder):
    def test_a_second_run_makes_what_is_missing(self):
        case = self.case()
        # Stands for the binary: writes what `-o` names, and the statistics that tokens are read from.
        binary = self.place / "reduce-tree"
        binary.write_text("""#!/bin/bash
while [ $# -gt 0 ]; do
    case $1 in -o) out=$2; shift;; --stats) echo '{"original_tokens": 3}' >$2; shift;; esac
    shift
done
echo NEEDLE >$out
echo run >>"$RUNS"
""")
        binary.chmod(0o755)
        runs = self.place / "runs"
        out = self.place / "out"

        def peers(*options):
            done = subprocess.run([sys.executable, ROOT / "bench/peers.py", *options, "--out", out], capture_output=True, text=True,
                                  env=os.environ | {"RUNS": str(runs)}, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout

        first = peers("run", self.place, "--binary", binary, "--tools", "ours")
        self.assertIn("case-1, ours: 21 -> 6 in 0 tests", first)
        self.assertEqual(peers("run", self.place, "--binary", binary, "--tools", "ours"), "")
        self.assertIn("ours:--algorithm gtr", peers("run", case, "--binary", binary, "--tools", "ours,ours:--algorithm gtr"))
        self.assertIn("case-1, ours", peers("run", case, "--binary", binary, "--tools", "ours", "--again"))
        peers("table")
        self.assertTrue((out / "peers.md").exists())

    def test_what_ends_the_program_ends_the_tool(self):
        case = self.case()
        binary = self.place / "reduce-tree"
        began = self.place / "began"
        os.mkfifo(began)
        # Tokens are asked for before the tool runs: only this one is given a test.
        binary.write_text('#!/bin/bash\ncase "$*" in *counted.sh*) echo $$ >"$BEGAN"; exec sleep 87654;; esac\n')
        binary.chmod(0o755)
        program = subprocess.Popen(
            [sys.executable, ROOT / "bench/peers.py", "run", case, "--binary", binary, "--tools", "ours", "--out", self.place / "out"],
            env=os.environ | {"BEGAN": str(began)})
        tool = int(began.read_text())
        program.terminate()
        self.assertEqual(program.wait(), 130)
        self.assertNotIn(tool, processes.parents())

    def test_a_tool_that_nobody_knows_is_refused(self):
        case = self.case()
        done = subprocess.run([sys.executable, ROOT / "bench/peers.py", "run", case, "--tools", "shrinkwrap", "--binary", "/bin/true"],
                              capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no tool is called `shrinkwrap`", done.stderr)


if __name__ == "__main__":
    unittest.main()
