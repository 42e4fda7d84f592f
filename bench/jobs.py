#!/usr/bin/env python3
"""What several tests at once are worth: reductions under a test that sleeps, with -j 1, 2, 4, 8, 16 and 64.

    bench/jobs.py CASE... [--delay 0.1] [--jobs 1 8] [--modes exact]
    bench/jobs.py CASE... --delay steps

A CASE is a folder with `oracle.sh` (a property test in C-Reduce's convention) and `input.<ext>`. Every test takes --delay
seconds, however many run: the script's verdicts are remembered in --cache, a folder for each case, and the test server
sleeps. A run that finds verdicts which are not remembered is made again. Prints a table: tests, tests that were wasted,
seconds, and how many times as fast as -j 1 that is; in the exact mode the result has to be that of -j 1.

With `--delay steps` no clock runs, so that the load of the machine does not matter: instead of seconds the table has
steps, each of which is the time of a test (see bench/sleeping_server.py). A verdict that is not remembered takes no step, so
that no run is made again.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def reduced(arguments, case, jobs, mode):
    """One reduction: its result, its numbers and how long it lasts, once all of its verdicts are remembered."""
    cache = arguments.cache / case.name
    cache.mkdir(exist_ok=True)
    steps = cache / "steps"
    source = next(path for path in case.iterdir() if path.stem == "input")
    script = (case / "oracle.sh").resolve()
    server = f"python3 {ROOT / 'bench/sleeping_server.py'} {arguments.delay} {script} {cache}"
    for _ in range(1 if arguments.delay == "steps" else arguments.tries):
        before = verdicts(cache)
        steps.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            out, stats = pathlib.Path(folder) / source.name, pathlib.Path(folder) / "stats.json"
            command = [arguments.program, "-q", "--no-session", "--stats", stats, "-o", out, "-j", jobs, "--timeout", 600]
            command += ["--jobs-mode", mode, "--fresh-every", 0, "--test-server", server, source]
            done = subprocess.run(list(map(str, command)), check=False)
            if done.returncode:
                sys.exit(f"{case.name}: reduce-tree ends with status {done.returncode}")
            numbers = json.loads(stats.read_text())
            lasted = int(steps.read_text()) if arguments.delay == "steps" else numbers["wall_seconds"]
            result = out.read_bytes(), numbers, lasted
        if verdicts(cache) == before:
            break
    return result


def verdicts(cache):
    """How many verdicts are remembered."""
    return sum(1 for path in cache.iterdir() if path.name != "steps")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="+", type=pathlib.Path)
    parser.add_argument("--delay", default="0.1", help="seconds, or steps")
    parser.add_argument("--jobs", nargs="+", type=int, default=[1, 2, 4, 8, 16, 64])
    parser.add_argument("--modes", nargs="+", default=["exact", "fast"])
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("verdicts"))
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/reduce-tree")
    arguments = parser.parse_args()
    arguments.cache.mkdir(exist_ok=True)
    arguments.cache, arguments.program = arguments.cache.resolve(), arguments.program.resolve()
    unit = "steps" if arguments.delay == "steps" else "seconds"
    print(f"| case | jobs | mode | bytes | tests | wasted | {unit} | times as fast |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for case in arguments.cases:
        alone = reduced(arguments, case, 1, "exact")
        runs = [(1, "exact", alone)]
        for mode in arguments.modes:
            runs += [(jobs, mode, reduced(arguments, case, jobs, mode)) for jobs in arguments.jobs if jobs > 1]
        for jobs, mode, (text, stats, lasted) in runs:
            wrong = " (not the result of -j 1!)" if mode == "exact" and text != alone[0] else ""
            cells = [case.name, jobs, mode, len(text), stats["property_tests"], stats["wasted"]]
            print(f"| {' | '.join(map(str, cells))} | {lasted:.0f} | {alone[2] / lasted:.1f} |{wrong}", flush=True)


main()
