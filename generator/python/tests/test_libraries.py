"""Generators that are written against other libraries: Faker, Hypothesis."""

import unittest

from run import Run

FAKER = """
import sys
from faker import Faker
Faker.seed(7)
fake = Faker()
for _ in range(fake.random_int(2, 4)):
    print(fake.name(), fake.pyint(0, 50), fake.email())
"""

HYPOTHESIS = """
import random, sys
from hypothesis import strategies as st
random.seed(%d)

@st.composite
def pair(draw):
    n = draw(st.integers(1, 5))
    return [draw(st.sampled_from("abc")) for _ in range(n)]

people = st.builds(lambda *values: values, st.text(max_size=5), st.one_of(st.integers(), st.booleans()), st.floats())
print(st.lists(people, min_size=1, max_size=6).example(), pair().example())
print(st.recursive(st.integers(0, 9), lambda inner: st.lists(inner, max_size=3)).example())
print(st.integers(0, 10).filter(lambda n: n %% 3 == 1).example())
print(st.dictionaries(st.integers(-3, 5), st.binary(max_size=3)).example())
"""


class Libraries(unittest.TestCase):
    def test_what_faker_makes_is_recorded_and_made_again(self):
        run = Run(FAKER)
        self.assertEqual((run.errors, run.output), ("", run.plain))
        again = Run(FAKER.replace("seed(7)", "seed(8)"), replay=run.lines, strategy="halt")
        self.assertEqual((again.output, again.lines[-1]), (run.output, "."))

    def test_examples_of_hypothesis_are_recorded_and_made_again(self):
        for seed in range(5):
            run = Run(HYPOTHESIS % seed, plain=False)
            self.assertEqual((run.errors, run.status), ("", 0))
            again = Run(HYPOTHESIS % 99, replay=run.lines, strategy="halt")
            self.assertEqual((again.output, again.lines[-1]), (run.output, "."))

    def test_what_no_trace_says_is_the_least_example(self):
        run = Run(HYPOTHESIS % 1, replay=[])
        self.assertRegex(run.output, r"^\[\('', 0, 0\.0\)\] \['a'\]\n0\n(1|4|7|10)\n\{\}\n$")

    def test_members_of_sequences_are_iterations(self):
        run = Run("from hypothesis import strategies as st\nimport random\nrandom.seed(4)\n"
                  "print(len(st.lists(st.integers(0, 9), min_size=3, max_size=3).example()))\n", plain=False)
        self.assertTrue(any(" while " in line for line in run.lines), run.lines)
        self.assertGreaterEqual(sum(event[0] == "+" for event in run.events), 3)


if __name__ == "__main__":
    unittest.main()
