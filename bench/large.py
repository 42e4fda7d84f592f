#!/usr/bin/env python3
"""Runs reduce-tree over large inputs and writes a table: how fast each algorithm gets to the one part that is needed.

The inputs are made here: alike functions, objects or elements, one long list, one deep nesting, in every built-in
language and at every size that is asked for, with the word NEEDLE in one place; and whatever files a folder has, where
the needle is a word that the file has once. The test is `grep -q` for the needle.

    bench/large.py --sizes 100K 1M 10M --out results      writes results.json and results.md
    bench/large.py --only 'json-*' --algorithms default perses --files bundles

Each input is also run up to its first candidate (`first candidate` in the table): how long it takes to read it. Memory
is the greatest resident size of the program, in megabytes and in times of the input.

Python's standard library is all it needs.
"""

import argparse
import collections
import fnmatch
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

from cases import size_after
from sandbox import callers_environment, end

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALGORITHMS = ("default", "ddmin", "hdd", "gtr", "perses")
MILESTONES = (10, 30, 100)
NEEDLE = "NEEDLE"
# Runs of the test before the first candidate: twice on the original, once on the empty file.
CHECKS = 3
# How long after --max-time a run may take to end, in seconds.
GRACE = 60
EXTENSIONS = {"javascript": "js", "python": "py", "c": "c", "json": "json", "xml": "xml"}

FUNCTIONS = {
    "javascript": "function f{i}(a, b) {{\n  var x = a + {i};\n  if (x > b) {{ return g(x, \"s{i}\"); }}\n  return {end};\n}}\n",
    "python": "def f{i}(a, b):\n    x = a + {i}\n    if x > b:\n        return g(x, \"s{i}\")\n    return {end}\n\n",
    "c": "int f{i}(int a, int b) {{\n  int x = a + {i};\n  if (x > b) {{ return g(x, \"s{i}\"); }}\n  return {end};\n}}\n",
    "json": '{{"id": {i}, "name": "item {i}", "tags": ["a", "b"], "point": {{"x": null, "y": [1, 2.5, "{end}"]}}}}',
    "xml": '<item id="{i}"><name>item {i}</name><tags><t>a</t><t>b</t></tags><end>{end}</end></item>\n',
}


def alike(language, size):
    """Functions, objects or elements, one of which has the needle."""
    one = FUNCTIONS[language]
    count = max(3, size // len(one.format(i=10000, end="x")))
    parts = [one.format(i=i, end=NEEDLE if i == count * 3 // 5 else "x") for i in range(count)]
    if language == "json":
        return "[" + ",\n".join(parts) + "]\n"
    return f"<items>\n{''.join(parts)}</items>\n" if language == "xml" else "".join(parts)


def one_list(language, size):
    """One list whose last element is the needle."""
    if language == "xml":
        return "<r>" + "<a/>" * (size // 4) + f"<{NEEDLE}/></r>\n"
    if language == "json":
        return "[" + "1," * (size // 2) + f'"{NEEDLE}"]\n'
    call = "f(" + "a," * (size // 2) + NEEDLE + ")"
    return {"javascript": f"{call};\n", "python": f"{call}\n", "c": f"int x = {call};\n"}[language]


def deep(language, size):
    """One nesting, as deep as it is long, around the needle."""
    opening, closing, inner = {"xml": ("<a>", "</a>", NEEDLE), "json": ("[", "]", f'"{NEEDLE}"')}.get(language, ("(", ")", NEEDLE))
    levels = size // len(opening + closing)
    nested = opening * levels + inner + closing * levels
    return {"javascript": f"x = {nested};\n", "python": f"x = {nested}\n", "c": f"int x = {nested};\n"}.get(language, nested + "\n")


SHAPES = {"alike": alike, "list": one_list, "deep": deep}


def bytes_of(size):
    """`100K`, `1M` or a number of bytes."""
    match = re.fullmatch(r"(\d+)([KM]?)", size)
    if not match:
        raise argparse.ArgumentTypeError(f"`{size}` is no size: say 300, 100K or 10M")
    return int(match[1]) * {"": 1, "K": 1000, "M": 1_000_000}[match[2]]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=bytes_of, default=[100_000, 1_000_000, 10_000_000], metavar="SIZE",
                        help="of the inputs that are made (default: 100K 1M 10M)")
    parser.add_argument("--files", type=pathlib.Path, metavar="DIR", help="real files: bundles, amalgamations")
    parser.add_argument("--only", action="append", metavar="GLOB", help="inputs of these names only, such as 'json-*'; may be repeated")
    parser.add_argument("--algorithms", nargs="+", default=list(ALGORITHMS), metavar="NAME")
    parser.add_argument("--max-tests", type=int, default=300, metavar="N", help="for each run (default: 300)")
    parser.add_argument("--max-time", type=float, default=120, metavar="S", help="for each run (default: 120)")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/release/reduce-tree", metavar="FILE")
    parser.add_argument("--out", type=pathlib.Path, default="large", metavar="STEM", help="STEM.json and STEM.md")
    return parser.parse_args()


def named(size):
    """The size as one writes it: 100K."""
    for factor, unit in ((1_000_000, "M"), (1000, "K")):
        if size >= factor and size % factor == 0:
            return f"{size // factor}{unit}"
    return str(size)


def inputs(args):
    """What is reduced, one by one: name, extension, text, needle."""
    def wanted(name):
        return not args.only or any(fnmatch.fnmatch(name, glob) for glob in args.only)

    for size in args.sizes:
        for language, extension in EXTENSIONS.items():
            for shape, made in SHAPES.items():
                name = f"{language}-{shape}-{named(size)}"
                if wanted(name):
                    yield name, extension, made(language, size).encode(), NEEDLE
    for path in sorted(args.files.iterdir()) if args.files else []:
        if path.is_file() and wanted(path.name):
            text = path.read_bytes()
            needle = word_of_its_own(text)
            if needle is None:
                print(f"skipped {path.name}: no word stands in it once only")
            else:
                yield path.name, path.suffix.lstrip("."), text, needle


def word_of_its_own(text):
    """A word that the text has once, as near as can be to three fifths of it."""
    counts, places = collections.Counter(), {}
    for match in re.finditer(rb"\b[A-Za-z_]\w{5,}\b", text):
        counts[match[0]] += 1
        places[match[0]] = match.start()
    alone = [word for word, count in counts.items() if count == 1 and text.count(word) == 1]
    return min(alone, key=lambda word: abs(places[word] - len(text) * 3 // 5), default=b"").decode() or None


def reduced(name, extension, text, needle, algorithm, most_tests, args):
    """One run to its row."""
    row = {"input": name, "algorithm": algorithm or "first candidate"}
    with tempfile.TemporaryDirectory(prefix="reduce-tree-large-") as folder:
        work = pathlib.Path(folder)
        test, bug, stats, said = work / "test.sh", work / f"bug.{extension}", work / "stats.json", work / "said"
        test.write_text(f'#!/bin/sh\nexec grep -qF {shlex.quote(needle)} "$1"\n')
        test.chmod(0o755)
        bug.write_bytes(text)
        options = ["--algorithm", algorithm] if algorithm else []
        command = [args.binary, "-q", "--max-tests", most_tests, "--max-time", args.max_time, "--stats", stats, *options, test, bug]
        start = time.monotonic()
        with open(said, "wb") as errors:
            child = subprocess.Popen(
                [str(word) for word in command], cwd=work, env=callers_environment(), stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True,
            )
        alarm = threading.Timer(args.max_time + GRACE, end, [child.pid])
        alarm.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        finally:
            alarm.cancel()
            end(child.pid)
        row |= {"wall": time.monotonic() - start, "memory": usage.ru_maxrss * 1024, "original_bytes": len(text)}
        try:
            row |= json.loads(stats.read_text())
        except (OSError, ValueError):
            last = said.read_text(errors="replace").strip().splitlines()
            row["failed"] = f"status {child.returncode}: {last[-1] if last else 'it said nothing'}"
            return row
    row["milestones"] = {str(tests): size_after(row, tests + CHECKS) for tests in MILESTONES}
    return row


def markdown(rows):
    head = ["input", "bytes", "algorithm", "tests", "seconds", "own", "memory", *(f"after {tests}" for tests in MILESTONES), "final", "ending"]
    lines = [
        "Sizes in bytes; those after so many candidates only where there were as many. `own`: seconds outside tests.",
        "",
        "| " + " | ".join(head) + " |",
        "| --- | ---: | --- |" + " ---: |" * (len(head) - 4) + " --- |",
    ]
    for row in rows:
        memory = f"{row['memory'] / 1e6:,.0f} MB ({row['memory'] / max(1, row['original_bytes']):.0f} times)"
        cells = [row["input"], f"{row['original_bytes']:,}", row["algorithm"]]
        if "failed" in row:
            cells += ["", f"{row['wall']:.1f}", "", memory, "", "", "", "", "FAILED: " + row["failed"].replace("|", "\\|")]
        else:
            after = ["" if size is None else f"{size:,}" for size in row["milestones"].values()]
            cells += [f"{row['property_tests'] - CHECKS:,}", f"{row['wall']:.1f}", f"{row['wall'] - row['test_seconds']:.1f}",
                      memory, *after, f"{row['final_bytes']:,}", row["ending"]]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main():
    args = arguments()
    args.binary = args.binary.resolve()
    if not args.binary.exists():
        sys.exit(f"{args.binary} does not exist: run `cargo build --release -p reduce-tree`, or give --binary FILE")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, extension, text, needle in inputs(args):
        for algorithm in (None, *args.algorithms):
            most = args.max_tests if algorithm else 1
            rows.append(reduced(name, extension, text, needle, algorithm, most + CHECKS, args))
            # Written after each run, so that a long one that is broken off has its figures.
            args.out.with_suffix(".json").write_text(json.dumps(rows, indent=1))
            args.out.with_suffix(".md").write_text(markdown(rows))
            print(markdown(rows[-1:]).splitlines()[-1], flush=True)
    if not rows:
        sys.exit("no input is named like " + " or ".join(args.only or ["that"]))
    sys.exit(1 if any("failed" in row for row in rows) else 0)


if __name__ == "__main__":
    main()
