#!/usr/bin/env python3
"""What several tests at once are worth: reductions under a test that sleeps, with -j 1, 2, 4, 8, 16 and 64.

    bench/jobs.py CASE... [--delay 0.1] [--jobs 1 8] [--modes exact]

A CASE is a folder with `oracle.sh` (a property test in C-Reduce's convention) and `input.<ext>`. Every test takes --delay
seconds, however many run: the script's verdicts are remembered in --cache, and the test server sleeps. A run that finds
verdicts which are not remembered is made again. Prints a table: seconds, tests, tests that were wasted, and how many
times as fast as -j 1 that is; in the exact mode the result has to be that of -j 1.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def reduced(arguments, case, jobs, mode):
    """One reduction: its result and its numbers, once all of its verdicts are remembered."""
    source = next(path for path in case.iterdir() if path.stem == "input")
    script = (case / "oracle.sh").resolve()
    server = f"python3 {ROOT / 'bench/sleeping_server.py'} {arguments.delay} {script} {arguments.cache}"
    for _ in range(arguments.tries):
        before = len(list(arguments.cache.iterdir()))
        with tempfile.TemporaryDirectory() as folder:
            out, stats = pathlib.Path(folder) / source.name, pathlib.Path(folder) / "stats.json"
            command = [arguments.program, "-q", "--no-session", "--stats", stats, "-o", out, "-j", jobs, "--timeout", 60]
            command += ["--jobs-mode", mode, "--fresh-every", 0, "--test-server", server, source]
            done = subprocess.run(list(map(str, command)), check=False)
            if done.returncode:
                sys.exit(f"{case.name}: reduce-tree ends with status {done.returncode}")
            result = out.read_bytes(), json.loads(stats.read_text())
        if len(list(arguments.cache.iterdir())) == before:
            break
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="+", type=pathlib.Path)
    parser.add_argument("--delay", type=float, default=0.1)
    parser.add_argument("--jobs", nargs="+", type=int, default=[1, 2, 4, 8, 16, 64])
    parser.add_argument("--modes", nargs="+", default=["exact", "fast"])
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("verdicts"))
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/reduce-tree")
    arguments = parser.parse_args()
    arguments.cache.mkdir(exist_ok=True)
    arguments.cache, arguments.program = arguments.cache.resolve(), arguments.program.resolve()
    print("| case | jobs | mode | bytes | tests | wasted | seconds | times as fast |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for case in arguments.cases:
        alone, first = reduced(arguments, case, 1, "exact")
        runs = [(1, "exact", alone, first)]
        for mode in arguments.modes:
            for jobs in arguments.jobs:
                if jobs > 1:
                    text, stats = reduced(arguments, case, jobs, mode)
                    runs.append((jobs, mode, text, stats))
        for jobs, mode, text, stats in runs:
            factor = first["wall_seconds"] / stats["wall_seconds"]
            wrong = " (not the result of -j 1!)" if mode == "exact" and text != alone else ""
            cells = [case.name, jobs, mode, len(text), stats["property_tests"], stats["wasted"]]
            print(f"| {' | '.join(map(str, cells))} | {stats['wall_seconds']:.1f} | {factor:.1f} |{wrong}", flush=True)


main()
