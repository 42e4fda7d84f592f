"""What a replay does: it aligns the run with the trace, and follows the strategy where that is infeasible."""

import unittest

from run import Run
from test_record import PASSWORD

# GReduce, Section 4.4.1, the first case: without line 3 the call goes to another function.
FIRST_CASE = """
import random
def f():
    print("f", random.randrange(10))
def g():
    print("g", random.randrange(10))
x = 0
if random.choice([False, True]):
    x = 1 + 0 * random.randrange(10)
if x == 0:
    f()
else:
    g()
print("line 8", random.randrange(1000))
"""

# The second case: without line 3 there is no 1 to choose.
SECOND_CASE = """
import random
x = [0]
y = None
if random.choice([False, True]):
    x += [1] * random.randint(1, 1)
if random.choice([False, True]):
    y = random.choice(x)
print(x, y)
"""


def seeded(source, wanted):
    """A run of the source with the first seed whose output is wanted."""
    for seed in range(1000):
        run = Run("import random\nrandom.seed(%d)\n" % seed + source)
        if wanted(run.output):
            return run, "import random\nrandom.seed(%d)\n" % seed + source
    raise AssertionError("no seed gives that")


def first_block_gone(run):
    """The lines of a trace without the first arm that was taken, the choice that decides it turned to False."""
    lines, events = list(run.lines), []
    decision = next(at for at, line in enumerate(lines) if line[0] == "?")
    lines[decision] = lines[decision].replace("i 1 2 True", "i 0 2")
    begin = next(at for at, line in enumerate(lines) if line[0] == "+")
    end = next(at for at, line in enumerate(lines) if at > begin and line[0] == ")")
    events = lines[:begin] + [line for line in lines[begin:end] if line[0] == ":"] + lines[end:]
    return events


class Replaying(unittest.TestCase):
    def test_the_motivating_example_without_its_first_two_iterations(self):
        run = Run(PASSWORD)
        at = [number for number, event in enumerate(run.events) if event[0] == "+"]
        lines = run.without(at[0], at[0] + 1, at[1], at[1] + 1)
        lines = [line.replace("i 3 20 3", "i 1 20") for line in lines]
        for strategy in ("halt", "re-align"):
            reduced = Run(PASSWORD, replay=lines, strategy=strategy)
            self.assertEqual((reduced.output, reduced.lines[-1]), ("c\nc\n", "."))
            self.assertEqual(reduced.draws, ["i 1 20 1", "i 2 26 'c'"])

    def test_prog_does_not_match(self):
        run, source = seeded(FIRST_CASE, lambda output: output.startswith("g"))
        reduced = first_block_gone(run)
        halted = Run(source, replay=reduced, strategy="halt")
        self.assertTrue(halted.lines[-1].startswith("!"), halted.lines)
        told = int(halted.lines[-1][1:]) - 2
        self.assertEqual(reduced[told][0], "+", "the arm with g() is what cannot be met")
        aligned = Run(source, replay=reduced, strategy="re-align")
        self.assertEqual(aligned.lines[-1], ".")
        function, line_8 = aligned.output.splitlines()
        self.assertEqual(function, "f 0", "what the trace does not hold is the least")
        self.assertEqual(line_8, run.output.splitlines()[1], "line 8 is aligned again")

    def test_dec_matches_where_the_value_is_still_possible(self):
        run, source = seeded(SECOND_CASE, lambda output: output == "[0, 1] 0\n")
        reduced = Run(source, replay=first_block_gone(run), strategy="halt")
        self.assertEqual((reduced.output, reduced.lines[-1]), ("[0] 0\n", "."))

    def test_dec_does_not_match(self):
        """Figure 3 but for `bypass`, which is the reducer's."""
        run, source = seeded(SECOND_CASE, lambda output: output == "[0, 1] 1\n")
        reduced = first_block_gone(run)
        halted = Run(source, replay=reduced, strategy="halt")
        told = int(halted.lines[-1][1:]) - 2
        self.assertIn("i 1 2 1", reduced[told], "the choice from x is what is infeasible")
        aligned = Run(source, replay=reduced, strategy="re-align")
        self.assertEqual((aligned.output, aligned.lines[-1]), ("[0] 0\n", "."))

    def test_a_member_is_found_by_its_value(self):
        source = "import random\nfrom sys import argv\nprint(random.choice(argv[1]), random.sample(argv[1], 2))\n"
        trace = Run(source, "abcdef").lines
        chosen = Run(source, "xxabcdef", replay=trace)
        self.assertEqual(chosen.output, Run(source, "abcdef", replay=trace).output)

    def test_a_call_that_another_way_leads_to_takes_what_the_trace_has_of_it(self):
        source = "import random\nrandom.seed(SEED)\ndef inner():\n    return random.randrange(1000)\n" \
            "def one():\n    return inner(), inner()\ndef other():\n    return inner()\n" \
            "print(random.choice([other, one])())\n"
        run = next(run for run in (Run(source.replace("SEED", str(seed))) for seed in range(50)) if run.output[0] == "(")
        kind = next(at for at, line in enumerate(run.lines) if line[0] == "?")
        run.lines[kind] = run.lines[kind].replace(" i 1 2", " i 0 2")
        again = Run(source.replace("SEED", "0"), replay=run.lines)
        self.assertEqual(again.output, run.output.split(",")[0][1:] + "\n")
        halted = Run(source.replace("SEED", "0"), replay=run.lines, strategy="halt")
        self.assertEqual(halted.lines[-1][0], "!")

    def test_an_unseeded_generator_is_the_same_every_time(self):
        source = "import random\nprint([random.random() for _ in range(30)], random.Random().random())\n"
        outputs = {Run(source, replay=[":1 draw - elsewhere"]).output for _ in range(3)}
        self.assertEqual(len(outputs), 1)

    def test_a_loop_that_the_trace_does_not_end_ends(self):
        source = "import random\nn = 0\nwhile random.random() < 0.9:\n    n += 1\nprint(n)\n"
        self.assertEqual(Run(source, replay=[]).status, 0)

    def test_a_run_that_makes_far_more_choices_is_given_up_even_if_it_catches_everything(self):
        source = "import random\nwhile True:\n    try:\n        random.choice([1, 2])\n    except:\n        break\n" \
            "while True:\n    random.random()\n"
        self.assertEqual(Run(source, replay=[], plain=False).lines[-1], "!0")

    def test_a_trace_of_another_version_is_refused(self):
        import os, subprocess, sys, tempfile
        from run import PACKAGE
        with tempfile.TemporaryDirectory() as folder:
            names = {name: os.path.join(folder, name) for name in ("gen.py", "trace", "followed")}
            for name, text in (("gen.py", "print(1)"), ("followed", "reduce-tree-trace 2\n.\n")):
                with open(names[name], "w") as file:
                    file.write(text)
            environment = dict(os.environ, PYTHONPATH=PACKAGE, REDUCE_TREE_RECORD=names["trace"],
                               REDUCE_TREE_REPLAY=names["followed"])
            ended = subprocess.run([sys.executable, "-m", "reduce_tree.trace", names["gen.py"]], env=environment,
                                   capture_output=True, text=True)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("its version is not 1", ended.stderr)


if __name__ == "__main__":
    unittest.main()
