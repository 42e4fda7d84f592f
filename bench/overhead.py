#!/usr/bin/env python3
"""What recording costs a Python generator: processor time of `python gen.py` and of the same under the Python side.

    bench/overhead.py [ROUNDS]

Prints a line for each generator of `bench/generators/` and size: the medians of both, and what recording adds.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CASES = [("programs.py", size) for size in (1, 10, 100, 1000)] + [("graphs.py", size) for size in (10, 100, 1000, 10000)]


def processor_seconds(command, environment):
    """Processor time of a command, and the bytes that it writes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, env=environment, check=True, capture_output=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, len(output)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print("%-12s %8s %9s %9s %9s %9s %8s" % ("generator", "size", "bytes", "choices", "plain ms", "traced ms", "added"))
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "trace")
        environment = dict(os.environ, PYTHONPATH=str(ROOT / "generator/python"), REDUCE_TREE_RECORD=str(trace))
        for name, size in CASES:
            words = [str(ROOT / "bench/generators" / name), "1", str(size)]
            plain, traced = [], []
            for _ in range(rounds):
                plain.append(processor_seconds([sys.executable, *words], environment))
                traced.append(processor_seconds([sys.executable, "-m", "reduce_tree.trace", *words], environment))
            draws = sum(line.startswith("?") for line in trace.open())
            by_itself, recorded = (statistics.median(took for took, _ in runs) for runs in (plain, traced))
            added = "%.0f %%" % (100 * (recorded / by_itself - 1))
            print("%-12s %8d %9d %9d %9.1f %9.1f %8s"
                  % (name, size, plain[0][1], draws, 1000 * by_itself, 1000 * recorded, added))


main()
