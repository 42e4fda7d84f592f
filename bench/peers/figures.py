"""What is made of runs: sizes after so many tests, tests to match, the area between two curves, means.

Sizes are non-blank characters, which no tool's way to lay out a text changes.
"""

import csv
import math
import pathlib
import statistics

from peers.tools import OURS

BEST_KNOWN = pathlib.Path(__file__).resolve().parent / "best_known.csv"


def is_ours(name):
    return name == OURS or name.startswith(OURS + ":")


def took_place(record):
    """Whether a run has a result, be it the original."""
    return record is not None and "final_size" in record


def came_to_its_end(record):
    return record["ending"] == "done"


def curve(record):
    """Steps of (tests, size) of the smallest text so far, from the original on; the last one is the result."""
    points, least = [(0, record["original_size"])], record["original_size"]
    for tests, _, _, size in record["steps"]:
        if size < least:
            least = size
            points.append((tests, size))
    if record["final_size"] < least:
        points.append((record["tests"], record["final_size"]))
    return points


def tests_until(record, size):
    """Tests until a text was as small as that; None if none was."""
    return next((tests for tests, reached in curve(record) if reached <= size), None)


def horizon(first, second):
    """The number of tests up to which two runs can be compared: one that came to its end keeps its size, of one that was
    cut nothing is known later."""
    cut = [record["tests"] for record in (first, second) if not came_to_its_end(record)]
    return min(cut) if cut else max(first["tests"], second["tests"])


def area_ratio(ours, peer):
    """How many times as large the peer's text is as ours after the same number of tests: the geometric mean over all numbers
    of tests on a logarithmic scale, up to the horizon. None without any tests."""
    end = horizon(ours, peer)
    if end < 1:
        return None
    return math.exp((area(peer, end) - area(ours, end)) / math.log(end + 1))


def area(record, end):
    """The integral of log size over log tests, from the first test to the test `end`."""
    points = [point for point in curve(record) if point[0] <= end]
    total = 0.0
    for (start, size), (stop, _) in zip(points, [*points[1:], (end + 1, 0)]):
        total += math.log(max(1, size)) * (math.log(max(1, stop)) - math.log(max(1, start)))
    return total


def ratio(value, base):
    """A ratio of two counts, of which none is taken as 0."""
    return max(1, value) / max(1, base)


def mean(ratios):
    """The geometric mean; None of nothing."""
    known = [one for one in ratios if one is not None]
    return statistics.geometric_mean(known) if known else None


def cases_of(records):
    """The records by case, and by tool within."""
    cases = {}
    for (case, tool), record in records.items():
        cases.setdefault(case, {})[tool] = record
    return cases


def both_ran(cases, tool):
    """Our run and that of a tool, for each case where both took place and neither failed."""
    pairs = ((runs.get(OURS), runs.get(tool)) for runs in cases.values())
    return [pair for pair in pairs if all(took_place(record) and record["ending"] != "failed" for record in pair)]


def best_peer(runs):
    """The run of the peer that got smallest, with the fewest tests; None if none took place."""
    peers = [record for tool, record in runs.items() if not is_ours(tool) and took_place(record)]
    return min(peers, key=lambda record: (record["final_size"], record["tests"]), default=None)


def match(ours, peer):
    """Our tests until as small as the peer ever gets, over that peer's tests; None if we never are, or it got nowhere."""
    if peer["final_size"] >= peer["original_size"]:
        return None
    until = tests_until(ours, peer["final_size"])
    return None if until is None else ratio(until, peer["tests"])


def best_known(case, runs):
    """The smallest size that is known of a case, and whose it is: of these runs, or found before."""
    known = [(record["final_size"], tool) for tool, record in runs.items() if took_place(record)]
    with BEST_KNOWN.open(newline="") as file:
        known += [(int(row["size"]), row["by"]) for row in csv.DictReader(file) if row["case"] == case]
    return min(known, default=(None, None), key=lambda one: one[0])
