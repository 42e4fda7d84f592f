#!/usr/bin/env python3
"""Runs reduce-tree over a folder of cases and writes a table: how small, in how many property tests, in what time.

A case is a folder with `case.json`, `input.<ext>` and `oracle.sh` (a property test in C-Reduce's convention). The
folder of cases is REDUCE_TREE_CASES or --cases. A case whose test does not say yes to its own input (its tool is
missing, or of another version) is skipped with a line that says so.

    bench/cases.py --only 'closure-*' --out results      writes results.json and results.md

Python's standard library is all it needs.
"""

import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed

from sandbox import RUNNING, by_hand, end, find_cases, input_of, natural, non_blank, refusal, run, write_test

ROOT = pathlib.Path(__file__).resolve().parent.parent
MILESTONES = (300, 1000, 3000)
# The exit status of reduce-tree when the test does not say yes to the original.
NOT_INTERESTING = 3
# How long after --max-time a run may take to end, in seconds.
GRACE = 120


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=pathlib.Path, default=os.environ.get("REDUCE_TREE_CASES"), metavar="DIR")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/release/reduce-tree", metavar="FILE")
    parser.add_argument("--only", action="append", metavar="GLOB", help="cases of these names only; may be repeated")
    parser.add_argument("--algorithm", metavar="NAME", help="handed to reduce-tree, like the next ones")
    parser.add_argument("--minimizer", metavar="NAME")
    parser.add_argument("--filter", metavar="NAME")
    parser.add_argument("--tables", metavar="FILE")
    parser.add_argument("--max-tests", type=int, metavar="N")
    parser.add_argument("--max-time", type=float, default=900, metavar="S", help="for each case (default: 900)")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="tests at once within a case (default: 1)")
    parser.add_argument("--jobs-cases", type=int, default=1, metavar="N", help="cases at once (default: 1)")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the reduced files here")
    parser.add_argument("--out", type=pathlib.Path, default="cases", metavar="STEM", help="STEM.json and STEM.md")
    return parser.parse_args()


def options_of(args):
    named = {"--algorithm": args.algorithm, "--minimizer": args.minimizer, "--filter": args.filter, "--tables": args.tables,
             "--max-tests": args.max_tests, "--max-time": args.max_time}
    return [word for name, value in named.items() if value is not None for word in (name, str(value))]


def reduce_case(case, args):
    """One case to its row."""
    about = json.loads((case / "case.json").read_text())
    source = input_of(case)
    row = {"case": case.name, "published": about.get("published")}
    if source is None:
        return row | {"skipped": "it has no input file"}
    original = source.read_bytes()
    row |= {"original_bytes": len(original), "original_non_blank": non_blank(original)}
    with tempfile.TemporaryDirectory(prefix="reduce-tree-case-") as folder:
        work = pathlib.Path(folder)
        test, bug, stats = write_test(case, work), work / source.name, work / "stats.json"
        bug.write_bytes(original)
        result = work / ("result" + source.suffix)
        command = [args.binary, "-q", "--no-session", "-j", args.jobs, "--stats", stats, "-o", result, *options_of(args), test, bug]
        ended = run(command, work, args.max_time + GRACE)
        row["wall_seconds"] = ended.seconds
        if result.exists():
            reduced = result.read_bytes()
            row |= {"final_bytes": len(reduced), "final_non_blank": non_blank(reduced)}
            if args.keep:
                (args.keep / (case.name + source.suffix)).write_bytes(reduced)
        if ended.status == NOT_INTERESTING:
            # Whose fault is it? By hand the test may say yes.
            checked = by_hand(test, source.name, original)
            if checked.status != 0:
                return row | {"skipped": refusal(checked)}
        if ended.status != 0:
            how = "killed, since it went on past its limit" if ended.killed else f"exit status {ended.status}"
            return row | {"failed": f"{how}: {ended.said}".rstrip(": ")}
        try:
            row |= json.loads(stats.read_text())
        except (OSError, ValueError) as error:
            return row | {"failed": f"no statistics: {error}"}
    row["milestones"] = {str(tests): size_after(row, tests) for tests in MILESTONES}
    return row


def size_after(row, tests):
    """Bytes of the best after so many property tests; none if the run was over before."""
    if row["property_tests"] < tests:
        return None
    sizes = [step["bytes"] for step in row["history"] if step["tests"] <= tests]
    return min(sizes, default=row["original_bytes"])


def outside(row):
    """The share of wall time that went into anything but property tests."""
    return max(0.0, row["wall_seconds"] - row["test_seconds"]) / row["wall_seconds"] if row["wall_seconds"] else 0.0


def done(rows):
    return [row for row in rows if "property_tests" in row]


def markdown(rows, args):
    head = ["case", "original", "final", "tests", "seconds", *(f"after {tests:,}" for tests in MILESTONES), "outside tests"]
    lines = [
        f"`{' '.join(['reduce-tree', '-j', str(args.jobs), *options_of(args)])}`: sizes in non-blank characters, those after",
        "so many tests in bytes and percent of the original's.",
        "",
        "| " + " | ".join(head) + " |",
        "|" + " --- |" + " ---: |" * (len(head) - 1),
    ]
    for row in rows:
        if "skipped" in row or "failed" in row:
            why = "skipped: " + row["skipped"] if "skipped" in row else "FAILED: " + row["failed"]
            left = f"{row['final_non_blank']:,}" if "final_non_blank" in row else ""
            cells = [row["case"], f"{row.get('original_non_blank', 0):,}", left, why.replace("|", "\\|")] + [""] * (len(head) - 4)
        else:
            after = [
                "" if size is None else f"{size:,} ({100 * size / max(1, row['original_bytes']):.1f} %)"
                for size in row["milestones"].values()
            ]
            cells = [row["case"], f"{row['original_non_blank']:,}", f"{row['final_non_blank']:,}", f"{row['property_tests']:,}",
                     f"{row['wall_seconds']:.1f}", *after, f"{100 * outside(row):.1f} %"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines + [""] + summary(rows)) + "\n"


def summary(rows):
    """One line for all and one for each family of cases (the name up to the first hyphen), beside what was published."""
    families = {}
    for row in done(rows):
        families.setdefault(row["case"].split("-")[0], []).append(row)
    lines = []
    for name, some in [("all", done(rows)), *sorted(families.items())]:
        if not some:
            continue
        mean = statistics.fmean(row["final_non_blank"] for row in some)
        tests = statistics.median(row["property_tests"] for row in some)
        line = f"- {name}: {len(some)} cases, mean size {mean:.1f}, median tests {tests:,.0f}, {sum(r['wall_seconds'] for r in some):,.0f} s"
        published = [row["published"] for row in some if row["published"]]
        if len(published) == len(some):
            tools = [tool for tool, size in published[0].items() if isinstance(size, (int, float))]
            line += "; published: " + ", ".join(f"{t} {statistics.fmean(p[t] for p in published):.1f}" for t in tools)
        lines.append(line)
    counts = [f"{sum(key in row for row in rows)} {key}" for key in ("skipped", "failed")]
    return lines + [f"- {', '.join(counts)}"]


def progress(row):
    if "skipped" in row:
        return f"skipped {row['case']}: {row['skipped']}"
    if "failed" in row:
        return f"FAILED {row['case']}: {row['failed']}"
    return (f"{row['case']}: {row['original_non_blank']:,} -> {row['final_non_blank']:,} in {row['property_tests']:,} tests, "
            f"{row['wall_seconds']:.1f} s, {100 * outside(row):.1f} % outside tests")


def main():
    args = arguments()
    if not args.cases or not pathlib.Path(args.cases).is_dir():
        sys.exit("no folder of cases: set REDUCE_TREE_CASES to one, or give --cases DIR")
    args.binary = args.binary.resolve()
    if not args.binary.exists():
        sys.exit(f"{args.binary} does not exist: run `cargo build --release -p reduce-tree`, or give --binary FILE")
    cases = find_cases(pathlib.Path(args.cases).resolve(), args.only)
    if not cases:
        sys.exit(f"no case in {args.cases}" + (f" is named like {' or '.join(args.only)}" if args.only else ""))
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    rows = []
    with ThreadPoolExecutor(args.jobs_cases) as pool:
        running = [pool.submit(reduce_case, case, args) for case in cases]
        try:
            for future in as_completed(running):
                rows.append(future.result())
                print(progress(rows[-1]), flush=True)
                # Written after each case, so that a long run that is broken off has its figures.
                rows.sort(key=lambda row: natural(row["case"]))
                args.out.with_suffix(".json").write_text(json.dumps(rows, indent=1))
                args.out.with_suffix(".md").write_text(markdown(rows, args))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for session in list(RUNNING):
                end(session)
            sys.exit(130)
    print("\n".join(summary(rows)))
    sys.exit(1 if any("failed" in row for row in rows) else 0)


if __name__ == "__main__":
    main()
