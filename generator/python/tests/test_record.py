"""What a recorded run is: the same as an unrecorded one, with a trace that holds its choices and its structure."""

import unittest

from run import Run

PASSWORD = """
import random, sys
from string import ascii_lowercase

def gen(seed):
    random.seed(seed)
    w = ""
    n = random.choice(range(20))
    for i in range(n):
        w += random.choice(ascii_lowercase)
    w += "\\n"
    return w + w

sys.stdout.write(gen(26524))
"""

EVERYTHING = """
import random, secrets, os
from random import choice, Random, SystemRandom
random.seed(7)
own = Random(9)
for source in (random, own):
    print(source.random(), source.getrandbits(70), source.randbytes(5), source.randint(-5, 5), source.randrange(3, 30, 4))
    print(source.choice("abc"), source.choices("abcd", [1, 2, 3, 4], k=5), source.sample(range(50), 4))
    print(source.sample("ab", 5, counts=[4, 6]), source.uniform(3, -2), source.gauss(0, 1), source.normalvariate(1, 2))
    print(source.betavariate(1, 2), source.expovariate(2), source.gammavariate(1, 2), source.triangular(1, 5, 2))
    print(source.lognormvariate(0, 1), source.vonmisesvariate(0, 1), source.paretovariate(1), source.weibullvariate(1, 2))
    row = list("abcdefg"); source.shuffle(row); print(row)
    for wrong in (lambda: source.choice([]), lambda: source.randrange(3, 3), lambda: source.sample("ab", 3)):
        try:
            wrong()
        except (IndexError, ValueError) as error:
            print(type(error).__name__)
print(choice([1.5, None, True]))
"""


class Recording(unittest.TestCase):
    def test_the_motivating_example_of_the_paper(self):
        run = Run(PASSWORD)
        self.assertEqual((run.output, run.plain, run.status), ("abc\nabc\n", "abc\nabc\n", 0))
        self.assertEqual(run.draws, ["i 3 20 3", "i 0 26 'a'", "i 1 26 'b'", "i 2 26 'c'"])
        marks = [event[0] for event in run.events]
        self.assertEqual("".join(marks), "(?=(+?+?+?)).", run.events)
        self.assertTrue(any(" for n gen.py:" in line for line in run.lines), "the loop is decided by n")

    def test_every_function_gives_what_it_gives_unrecorded(self):
        run = Run(EVERYTHING)
        self.assertEqual(run.output, run.plain)
        self.assertEqual(run.errors, "")
        self.assertIn("D 50 ", "\n".join(run.draws))

    def test_what_is_drawn_from_the_system_can_be_replayed(self):
        source = "import os, secrets, random, uuid\n" \
            "print(os.urandom(4), secrets.choice('abc'), secrets.token_hex(8), secrets.randbelow(1000),\n" \
            "      random.SystemRandom().random(), uuid.uuid4(), random.Random().random())\n"
        run = Run(source)
        again = Run(source, replay=run.lines, strategy="halt")
        self.assertNotEqual(run.output, run.plain)
        self.assertEqual((again.output, again.lines[-1]), (run.output, "."))

    def test_loops_of_every_kind_are_seen(self):
        for loop in (
            "for _ in range(random.randrange(3, 4)):\n    print(random.random())",
            "print([random.random() for _ in range(3)])",
            "print(sum(random.random() for _ in range(3)))",
            "print({random.random(): 1 for _ in range(3)})",
            "n = 0\nwhile n < 3:\n    n += 1\n    print(random.random())",
        ):
            run = Run("import random\nrandom.seed(1)\n" + loop + "\n")
            self.assertEqual(run.output, run.plain)
            turns = sum(event[0] == "+" for event in run.events)
            self.assertEqual(turns, 4 if loop.startswith("n = 0") else 3, loop)

    def test_arms_are_seen_and_told_apart(self):
        source = """
import random
def f():
    for k in range(4):
        if k == 0:
            random.random()
        elif k == 1:
            random.random()
            continue
        elif k == 2:
            pass
        else:
            return random.random() if k else 0
f()
"""
        arms = [event.split(" ")[1] for event in Run(source).events if event[0] == "+" and " " in event]
        self.assertEqual(arms, ["1", "2", "3", "4", "1"])

    def test_scopes_are_closed_however_they_are_left(self):
        source = """
import random
def broken(n):
    for i in range(3):
        for j in range(3):
            if random.random() >= 0:
                if n == 0:
                    break
                if n == 1:
                    return random.random()
                if n == 2:
                    raise ValueError(random.random())
for n in range(3):
    try:
        broken(n)
    except ValueError:
        pass
    random.random()
"""
        run = Run(source)
        self.assertEqual((run.errors, run.status), ("", 0))
        again = Run(source, replay=run.lines, strategy="halt")
        self.assertEqual(again.lines, run.lines)

    def test_own_modules_are_instrumented_and_the_names_that_decide_are_found_by_way_of_others(self):
        helper = "import random\ndef some():\n    return random.randint(2, 2)\n" \
            "def many():\n    size = some()\n    count = size + 1\n    return [random.random() for _ in range(count)]\n"
        run = Run("import helper\nprint(helper.many())\n", files=[("helper.py", helper)])
        self.assertEqual(run.status, 0, run.errors)
        self.assertTrue(any(" for size helper.py:" in line for line in run.lines), run.lines)
        self.assertIn("=size", run.events)

    def test_a_generator_that_fails_fails_as_it_does_unrecorded(self):
        run = Run("import random, sys\nprint(random.randint(1, 1))\nsys.exit(7)\n")
        self.assertEqual((run.output, run.status, run.lines[-1]), ("1\n", 7, "."))


if __name__ == "__main__":
    unittest.main()
