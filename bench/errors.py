#!/usr/bin/env python3
"""What syntax errors cost: reduces cases as they are, and again with errors strewn in, and writes a table of both sizes.

An error is a bracket with a mark behind it, `)` and U+00A7, at one of the blanks of the input. The test of the second
run takes all of them out of a candidate before it asks the test of the case, so that they break the grammar and
nothing else.

    bench/errors.py --cases DIR --only 'gtr-js-*' --out errors      writes errors.md

The folder of cases is as bench/cases.py has it (REDUCE_TREE_CASES or --cases). A case whose test does not say yes to its
own input is skipped with a line that says so. Python's standard library is all it needs.
"""

import argparse
import fnmatch
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = "\u00a7".encode()
BRACKETS = [b")", b"(", b"}", b"{", b"]", b"[", b""]
ERROR = re.compile(rb"[][(){}]?" + MARK)
# The exit status of reduce-tree when the test does not say yes to the original.
NOT_INTERESTING = 3
TEST = """#!/bin/sh
# Without the errors, is it interesting still?
perl -pe 's/[][(){}]?\\xc2\\xa7//g' "$1" >"$1.clean" && mv "$1.clean" "$1" && exec bash %s
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=pathlib.Path, default=os.environ.get("REDUCE_TREE_CASES"), metavar="DIR")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/release/reduce-tree", metavar="FILE")
    parser.add_argument("--only", action="append", metavar="GLOB", help="cases of these names only; may be repeated")
    parser.add_argument("--errors", type=int, default=10, metavar="N", help="so many errors in each input (default: 10)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="where they are (default: 1)")
    parser.add_argument("--language", metavar="NAME", help="reduces all in this language, `text` for one")
    parser.add_argument("--max-time", type=float, default=300, metavar="S", help="for each run (default: 300)")
    parser.add_argument("--out", type=pathlib.Path, default="errors", metavar="STEM", help="STEM.md")
    given = parser.parse_args()
    if given.cases is None:
        parser.error("say where the cases are: --cases DIR, or REDUCE_TREE_CASES")
    return given


def strewn(text, count, seed):
    """The text with errors at some of its blanks."""
    places = [match.end() for match in re.finditer(rb"[ \n]", text)]
    chosen = sorted(random.Random(seed).sample(places, min(count, len(places))), reverse=True)
    for number, place in enumerate(chosen):
        text = text[:place] + BRACKETS[number % len(BRACKETS)] + MARK + b" " + text[place:]
    return text


def reduced(given, case, name, text, test):
    """The size of what is left, in characters that are no blanks, and the tests; none if the test says no."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / name).write_bytes(text)
        script = folder / "test.sh"
        script.write_text(test)
        script.chmod(0o755)
        command = [given.binary, "-q", "--no-session", "--stats", folder / "stats.json", "-o", folder / "out"]
        command += ["--max-time", str(given.max_time), "--language", given.language or case["language"]]
        ended = subprocess.run([*command, script, folder / name], capture_output=True, check=False)
        if ended.returncode == NOT_INTERESTING:
            return None
        if ended.returncode:
            sys.exit(f"{case['name']}: {ended.stderr.decode(errors='replace')}")
        left = ERROR.sub(b"", (folder / "out").read_bytes())
        stats = json.loads((folder / "stats.json").read_text())
        return len(re.sub(rb"\s", b"", left)), stats["property_tests"], stats["ending"]


def main():
    given = arguments()
    rows, ratios = [], []
    for place in sorted(given.cases.iterdir()):
        wanted = not given.only or any(fnmatch.fnmatch(place.name, glob) for glob in given.only)
        if not wanted or not (place / "case.json").exists():
            continue
        case = json.loads((place / "case.json").read_text())
        text = (place / case["input"]).read_bytes()
        oracle = (place / "oracle.sh").resolve()
        clean = reduced(given, case, case["input"], text, f"#!/bin/sh\nexec bash {oracle}\n")
        if clean is None:
            print(f"{place.name}: skipped, its test says no to its own input", flush=True)
            continue
        broken = reduced(given, case, case["input"], strewn(text, given.errors, given.seed), TEST % oracle)
        if broken is None:
            print(f"{place.name}: skipped, its test says no to the input with the errors taken out", flush=True)
            continue
        ratio = broken[0] / max(clean[0], 1)
        ratios.append(ratio)
        row = f"| {place.name} | {clean[0]} | {clean[1]} | {broken[0]} | {broken[1]} | {ratio:.2f} | {broken[2]} |"
        rows.append(row)
        print(row, flush=True)
    head = "| case | size | tests | size with errors | tests | ratio | ending |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
    mean = f"\nMean ratio: {statistics.mean(ratios):.2f}\n" if ratios else ""
    given.out.with_suffix(".md").write_text(head + "\n".join(rows) + "\n" + mean)


if __name__ == "__main__":
    main()
