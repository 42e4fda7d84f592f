#!/usr/bin/env python3
"""Table 1 of the GReduce paper for reduce-generator: failures of real programs in three domains, found by generators.

    bench/domains/setup.sh                  installs the programs under test
    bench/domains.py --out FOLDER           runs the cases of domains/cases.json and writes FOLDER/domains.{md,csv}

Each case runs in the six settings of the paper (sequence or tree, halt, bypass or re-align), by promise (the default), with
--then-reduce, and by reduce-tree alone: in as many tests as tree with re-align took, and to the end. Tests are those of a
test server, so that the time is that of both programs, of replays, and of programs under test that are running already. What
has been run is in FOLDER, one JSON a case and setting, and is not run again. Python's standard library is all it needs.
"""

import argparse
import csv
import fnmatch
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "domains"))
import programs  # noqa: E402
import table  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "bench/domains/cases.json"
REALIGN = "tree-re-align"
GENERATOR = {
    **{f"{order}-{strategy}": ["--trace-reduction", order, "--strategy", strategy]
       for order in ("sequence", "tree") for strategy in ("halt", "bypass", "re-align")},
    "promise": [],
    "then-reduce": ["--then-reduce"],
}
SAME_TESTS, ALONE = "reduce-tree, same tests", "reduce-tree"
SETTINGS = [REALIGN, SAME_TESTS, "promise", *[name for name in GENERATOR if name not in (REALIGN, "promise")], ALONE]
# How long a run may go on past --max-time, in seconds.
GRACE = 120
# The status with which both programs end when the test says no to the original.
NOT_INTERESTING = 3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER")
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / "target/release", metavar="FOLDER")
    parser.add_argument("--only", action="append", metavar="GLOB", help="cases of these names only; may be repeated")
    parser.add_argument("--settings", action="append", choices=SETTINGS, metavar="NAME", help=f"of these settings only: {', '.join(SETTINGS)}; may be repeated")
    parser.add_argument("--max-time", type=float, default=3600, metavar="S", help="for each run (default: 3600, the paper's)")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="cases at once (default: 1)")
    return parser.parse_args()


def generate(case):
    words = [*programs.generator(case["domain"]), str(case["seed"]), *case["options"]]
    return words, subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout


def run(case, setting, args):
    """One run to its row."""
    row = {"case": case["name"], "domain": case["domain"], "setting": setting}
    tests = None
    if setting == SAME_TESTS:
        before = known(args.out, case, REALIGN)
        if not before or "tests" not in before:
            return row | {"skipped": f"{REALIGN} has no figures"}
        tests = before["tests"]
    words, original = generate(case)
    suffix = programs.SUFFIX[case["domain"]]
    row["original_size"] = programs.size(case["domain"], original.decode("latin-1"))
    row["original_bytes"] = len(original)
    with tempfile.TemporaryDirectory(prefix="reduce-tree-domains-") as name:
        folder = pathlib.Path(name)
        seen, bug, result, stats = (folder / name for name in ("seen", f"input{suffix}", f"result{suffix}", "stats.json"))
        bug.write_bytes(original)
        server = shlex.join(programs.server(case["domain"], case["version"], case.get("check"), seen, case["expect"]))
        limits = ["-q", "--no-session", "--max-time", str(args.max_time), "--stats", stats, "-o", result, "--test-server", server]
        if setting in (SAME_TESTS, ALONE):
            budget = ["--max-tests", str(tests)] if tests else []
            command = [args.binaries / "reduce-tree", *limits, *budget, bug]
        else:
            command = [args.binaries / "reduce-generator", *limits, *GENERATOR[setting], "--", *words]
        start = time.monotonic()
        try:
            ended = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True,
                                   timeout=args.max_time + GRACE, check=False)
        except subprocess.TimeoutExpired:
            return row | {"failed": "it went on past its limit"}
        if ended.returncode == NOT_INTERESTING:
            return row | {"skipped": "its test does not say yes to what the seed generates: is bench/domains/setup.sh up to date?"}
        if ended.returncode != 0:
            return row | {"failed": f"exit status {ended.returncode}: {ended.stderr.strip()[-300:]}"}
        seconds = time.monotonic() - start
        candidates = seen.read_text().split()
        text = result.read_text("latin-1")
        about = json.loads(stats.read_text())
    return row | {
        "size": programs.size(case["domain"], text), "bytes": len(text), "seconds": seconds, "tests": about["property_tests"],
        "ending": about["ending"], "valid": candidates.count("valid"), "seen": len(candidates),
        "test_seconds": about["test_seconds"], "result": text,
    }


def path_of(out, case, setting):
    return out / "runs" / f"{case['name']}.{setting.replace(', ', '-').replace(' ', '-')}.json"


def known(out, case, setting):
    path = path_of(out, case, setting)
    return json.loads(path.read_text()) if path.exists() else None


def run_case(case, args):
    for setting in args.settings or SETTINGS:
        if known(args.out, case, setting):
            continue
        row = run(case, setting, args)
        if "skipped" not in row:
            path = path_of(args.out, case, setting)
            path.with_suffix(".new").write_text(json.dumps(row, indent=1))
            path.with_suffix(".new").rename(path)
        print(f"{case['name']}, {setting}: " + (row.get("skipped") or row.get("failed") or
              f"{row['original_size']} -> {row['size']} in {row['tests']} tests, {row['seconds']:.0f} s, "
              f"{row['valid']} of {row['seen']} valid"), flush=True)


def main():
    args = arguments()
    (args.out / "runs").mkdir(parents=True, exist_ok=True)
    args.out, args.binaries = args.out.resolve(), args.binaries.resolve()
    cases = json.loads(CASES.read_text())
    chosen = [case for case in cases if not args.only or any(fnmatch.fnmatch(case["name"], glob) for glob in args.only)]
    with ThreadPoolExecutor(args.jobs) as pool:
        list(pool.map(lambda case: run_case(case, args), chosen))
    lines, records = table.all_domains(cases, args.settings or SETTINGS, lambda case, setting: known(args.out, case, setting))
    (args.out / "domains.md").write_text("\n".join(lines))
    if records:
        with (args.out / "domains.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(records[0]))
            writer.writeheader()
            writer.writerows(records)


if __name__ == "__main__":
    main()
