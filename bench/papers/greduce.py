"""GReduce (Ren et al., 2024): the JavaScript rows of Table 1, beside those of bench/domains.py."""

import csv
import sys

from peers import table

# Table 1, JavaScript programs: mean size in non-blank characters, mean seconds, mean number of tests.
PAPER = {
    "sequence-halt": (57.5, 79.8, 79.5),
    "sequence-bypass": (45.8, 91.2, 36.8),
    "sequence-re-align": (21.8, 63.6, 37.5),
    "tree-halt": (57.5, 92.1, 83.3),
    "tree-bypass": (47.8, 36.3, 25.4),
    "tree-re-align": (21.4, 21.4, 25.1),
    "Perses": (28.3, 32.6, 53.7),
    "JSDelta": (35.3, 13.1, 21.4),
}
EXPLAINED = """\
Means over JavaScript programs on which Closure Compiler fails: the paper's ten, of 272.2 non-blank characters in the mean, and
those of `bench/domains.py`, which other seeds of a like generator make: compare the order of the settings, not the numbers.
"""


def run(args):
    """Writes greduce.md and greduce.csv from domains.csv."""
    path = args.results / "domains.csv" if args.results.is_dir() else args.results
    if not path.exists():
        sys.exit(f"{path} does not exist: run `bench/domains.py --out {args.results}` first")
    with path.open(newline="") as file:
        measured = {row["setting"]: row for row in csv.DictReader(file) if row["domain"] == "javascript"}
    rows = []
    for setting in dict.fromkeys([*PAPER, *measured]):
        size, seconds, tests = PAPER.get(setting, (None, None, None))
        ours = measured.get(setting, {})
        rows.append({"setting": setting, "paper's size": size, "paper's tests": tests, "paper's seconds": seconds,
                     "cases": ours.get("cases"), **{name: number(ours.get(name)) for name in ("size", "tests", "seconds")}})
    args.out.mkdir(parents=True, exist_ok=True)
    table.write_csv(rows, args.out / "greduce.csv")
    (args.out / "greduce.md").write_text("\n".join(["# GReduce, Table 1: JavaScript", "", EXPLAINED, *table.markdown(rows, ("setting",))]) + "\n")
    print(f"wrote greduce.md and greduce.csv in {args.out}")


def number(text):
    return float(text) if text else None
