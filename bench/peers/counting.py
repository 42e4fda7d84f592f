"""The counting wrapper: the same test for every tool, and what came of it."""

import pathlib
import shlex
from typing import NamedTuple

from sandbox import non_blank

HERE = pathlib.Path(__file__).resolve().parent
# More tests than any run has, where --max-tests is not given.
ANY_NUMBER = 10**9


class Step(NamedTuple):
    """A candidate that the test said yes to, with fewer bytes than all before it."""
    # The number of the test, from 1.
    tests: int
    # Since the tool was started.
    seconds: float
    bytes: int
    # Non-blank characters.
    size: int


class Counting:
    """A wrapper around a test, in a folder of its own."""

    def __init__(self, place, test, name, text, most):
        """`test` is the program that is wrapped, `name` that of the input, `text` the original; after `most` tests (None:
        any number) every answer is no."""
        self.place, self.most = place, most or ANY_NUMBER
        for folder in ("run", "kept"):
            (place / folder).mkdir(parents=True)
        for file in ("tests", "yeses", "smaller"):
            (place / file).touch()
        (place / "least").write_text(f"{len(text)}\n")
        self.program = place / "counted.sh"
        script = (HERE / "counting.sh").read_text()
        for word, value in {"PLACE": place, "NAME": name, "MOST": self.most, "TEST": test}.items():
            script = script.replace(f"@{word}@", shlex.quote(str(value)))
        self.program.write_text(script)
        self.program.chmod(0o755)

    def tests(self):
        """Tests that were run."""
        return min(lines(self.place / "tests"), self.most)

    def yeses(self):
        """Tests that said yes."""
        return lines(self.place / "yeses")

    def is_over(self):
        """Whether the tool asks for more tests than it may have."""
        return lines(self.place / "tests") > self.most

    def steps(self, start):
        """What was smaller than all before, in order; `start` is when the tool was started, in seconds of the epoch."""
        steps = []
        for line in (self.place / "smaller").read_text().splitlines():
            when, number, size = line.split()
            text = (self.place / "kept" / number).read_bytes()
            steps.append(Step(int(number), round(max(0.0, float(when) - start), 2), int(size), non_blank(text)))
        return steps

    def best(self):
        """The smallest text that the test said yes to, in bytes; None if there is none smaller than the original."""
        words = (self.place / "smaller").read_text().split()
        return (self.place / "kept" / words[-2]).read_bytes() if words else None


def lines(path):
    return path.read_bytes().count(b"\n")
