"""The choices of numpy: recorded they are what they are unrecorded, and a replay makes them again."""

import unittest

from run import Run

LEGACY = """
import numpy as np
np.random.seed(4)
own = np.random.RandomState(5)
for source in (np.random, own):
    print(source.randint(3, 9), source.randint(5, size=(2, 3)), source.rand(), source.rand(2), source.random_sample(3))
    print(source.choice(["a", "b", "c"]), source.choice(5, 3), source.choice([4, 5, 6], 2, replace=False))
    print(source.uniform(1, 2), source.normal(size=2), source.poisson(3, 4), source.permutation(4), source.bytes(3).hex())
    row = np.arange(5)
    source.shuffle(row)
    rest = list("abcd")
    source.shuffle(rest)
    print(row, rest)
"""

MODERN = """
import numpy as np
from numpy.random import default_rng
rng = default_rng(11)
print(rng.integers(10), rng.integers(2, 5, 4), rng.integers(0, 3, endpoint=True), rng.random(), rng.random((2, 2)))
print(rng.choice(list("xyz")), rng.choice(9, (2, 2)), rng.choice([7, 8, 9], 3, replace=False), rng.choice(4, p=[0, 0, 1, 0]))
print(rng.permutation([1, 2, 3]), rng.standard_normal(2), rng.exponential(), rng.binomial(9, 0.5), rng.bytes(2).hex())
table = np.arange(6).reshape(3, 2)
rng.shuffle(table)
print(table, rng.permutation(table, axis=1), type(rng.integers(3)), rng.integers(3, size=2).dtype)
"""


class Numpy(unittest.TestCase):
    def test_recorded_and_unrecorded_are_the_same(self):
        for source in (LEGACY, MODERN):
            run = Run(source)
            self.assertEqual((run.errors, run.output), ("", run.plain))
            self.assertGreater(len(run.draws), 10)

    def test_a_replay_makes_the_choices_again_whatever_the_seed(self):
        for source in (LEGACY, MODERN):
            run = Run(source)
            again = Run(source.replace("seed(4)", "seed(40)").replace("State(5)", "State(50)").replace("(11)", "(12)"),
                        replay=run.lines, strategy="halt")
            self.assertEqual((again.errors, again.lines[-1], again.output), ("", ".", run.output))

    def test_members_are_told_by_their_values(self):
        source = "import sys, numpy\nprint(numpy.random.default_rng(2).choice(list(sys.argv[1])))\n"
        run = Run(source, "abcdef")
        self.assertEqual(Run(source, "xyabcdef", replay=run.lines).output, run.output)


if __name__ == "__main__":
    unittest.main()
