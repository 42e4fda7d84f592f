"""One tool on one case: a copy of the case, the counting test, a time limit, and what came of it."""

import json
import pathlib
import re
import shutil
import tempfile
import time
from typing import NamedTuple

from peers.counting import Counting
from peers.processes import MARK, end_marked, memory
from peers.tools import Call, Unusable
from sandbox import by_hand, callers_environment, input_of, non_blank, refusal, run, write_test


class Limits(NamedTuple):
    """What a run may cost."""
    seconds: float
    # None: any number.
    tests: int | None


class Refused(Exception):
    """Why no tool can be run on a case."""


def language_of(folder):
    """The language of a case. Raises Refused."""
    try:
        return json.loads((folder / "case.json").read_text())["language"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Refused(f"its case.json does not say its language: {error!r}") from error


class Case:
    """A case whose test says yes to its own input."""

    def __init__(self, folder, place):
        """`place` is a folder for the test. Raises Refused."""
        self.name = folder.name
        source = input_of(folder)
        if source is None:
            raise Refused("it has no input file")
        self.file, self.text, self.language = source.name, source.read_bytes(), language_of(folder)
        self.test = write_test(folder, place)
        checked = by_hand(self.test, self.file, self.text)
        if checked.status != 0:
            raise Refused(refusal(checked))


def measured(prefix, text, count_tokens):
    return {f"{prefix}_bytes": len(text), f"{prefix}_size": non_blank(text), f"{prefix}_tokens": count_tokens(text)}


def run_pair(case, name, tool, limits, keep, count_tokens):
    """The record of a run. What the tool leaves, and its output, are put into the folder `keep`."""
    record = {"case": case.name, "tool": name, "language": case.language, "limit_seconds": limits.seconds,
              "limit_tests": limits.tests, **measured("original", case.text, count_tokens)}
    program = tool.find(case.language)
    if tool.languages is not None and case.language not in tool.languages:
        return record | {"ending": "unusable", "note": f"not for {case.language}"}
    if program is None:
        return record | {"ending": "not installed", "note": tool.package}
    with tempfile.TemporaryDirectory(prefix="reduce-tree-pair-") as folder:
        place = pathlib.Path(folder)
        work = place / "work"
        work.mkdir()
        (work / case.file).write_bytes(case.text)
        counting = Counting(place / "counting", case.test, case.file, case.text, limits.tests)
        try:
            words, result = tool.command(Call(program, work, work / case.file, counting.program, case.language))
        except Unusable as reason:
            return record | {"ending": "unusable", "note": str(reason)}
        start = time.time()
        ended, peak = watched(words, work, place, counting, limits)
        record |= {"tests": counting.tests(), "yeses": counting.yeses(), "seconds": round(ended.seconds, 2), "memory": peak}
        text = outcome(record, case, counting, ended._replace(said=complaint(place / "output")), result)
        record |= measured("final", text, count_tokens) | {"steps": [list(step) for step in counting.steps(start)]}
        keep.mkdir(parents=True, exist_ok=True)
        stem = keep / name.replace("/", "-").replace(" ", "_")
        stem.with_name(stem.name + pathlib.Path(case.file).suffix).write_bytes(text)
        shutil.copy(place / "output", stem.with_name(stem.name + ".log"))
    return record


def watched(words, work, place, counting, limits):
    """Runs the tool; how it ended, and the most memory that it had, in bytes."""
    peak = 0

    def watch(number):
        nonlocal peak
        peak = max(peak, memory(number, counting.program))
        return "max_tests" if counting.is_over() else None

    mark = str(place)
    (place / "temporary").mkdir()
    environment = callers_environment() | {MARK.encode(): mark.encode(), b"TMPDIR": str(place / "temporary").encode()}
    try:
        ended = run(words, work, limits.seconds, environment, place / "output", watch)
    finally:
        end_marked(mark)
    return ended, peak


def outcome(record, case, counting, ended, result):
    """Says in the record how the run ended, and gives the text that counts: what the tool leaves, if the bare test says yes
    to it and the tool came to its end; else the smallest candidate that the test said yes to."""
    best = counting.best() or case.text
    left = result.read_bytes() if result.is_file() else None
    holds = left is not None and by_hand(case.test, case.file, left).status == 0
    if ended.killed:
        record["ending"] = ended.killed
    elif ended.status != 0 or not holds:
        why = f"exit status {ended.status}" if ended.status else "no result" if left is None else "the test says no to its result"
        record |= {"ending": "failed", "note": f"{why}: {ended.said}".rstrip(": ")}
    else:
        record["ending"] = "done"
        return left
    text = left if holds and len(left) < len(best) else best
    if by_hand(case.test, case.file, text).status != 0:
        record["note"] = "the test takes its yes back"
        return case.text
    return text


def complaint(output):
    """The first line of a tool's output that tells of an error; without one the last of all."""
    lines = [line.strip() for line in output.read_text(errors="replace").splitlines() if line.strip()]
    errors = (line for line in lines if re.search(r"error\b", line, re.IGNORECASE) and not line.startswith("at "))
    return next(errors, lines[-1] if lines else "")[:200]
