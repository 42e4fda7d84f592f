"""Generalized Tree Reduction (Herfert, Patra and Pradel, ASE 2017): Figures 3 and 4, Section 5.4, Figure 5."""

import statistics
import subprocess

from peers import results, runs, table
from peers.figures import came_to_its_end, took_place
from sandbox import natural

LANGUAGES = ("python", "javascript")
# Each algorithm of the paper as this tool runs it. GTR and GTR* have the filter of the learned tables by default.
ALGORITHMS = {
    "DD": "ours:--algorithm ddmin",
    "HDD": "ours:--algorithm hdd",
    "HDD*": "ours:--algorithm hdd-star",
    "GTR": "ours:--algorithm gtr",
    "GTR*": "ours:--algorithm gtr-star",
    "GTR without corpus": "ours:--algorithm gtr --filter off",
}
# Median reduction in percent (Figure 3c, Section 5.2) and mean tests (Section 5.4); what the paper gives no number of is not
# here.
PAPER_REDUCTION = {
    "python": {"HDD": 34, "GTR": 50, "GTR*": 57},
    "javascript": {"DD": 72, "HDD": 94, "HDD*": 94, "GTR": 96, "GTR*": 97},
}
PAPER_TESTS = {"python": {"GTR": 265.3, "GTR without corpus": 659.1}, "javascript": {"GTR": 21.0, "GTR without corpus": 33.5}}
EXPLAINED = """\
*reduction*: of the bytes of a file, in percent: median and quartiles (the boxes of Figure 3c). *tests*: mean, median and
quartiles (the boxes of Figure 4). *ended*: of how many files the run was not cut. Over the files that every algorithm ran on.
The paper's files are 7 in Python and 41 in JavaScript; its numbers that are not here are drawn and not printed.
"""


def reduction(record):
    """What went of a file, in percent."""
    return 100 * (1 - record["final_bytes"] / max(1, record["original_bytes"]))


def quartiles(values):
    low, _, high = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    return f"{low:.1f} to {high:.1f}"


def run(args):
    """Makes the runs that are missing and writes gtr.md and gtr.csv."""
    folders = runs.of_languages(runs.folders_of(args.cases, args.only), LANGUAGES)
    runs.run_missing(folders, list(ALGORITHMS.values()), args)
    records = results.read(args.out)
    rows, lines = [], ["# Generalized Tree Reduction", "", EXPLAINED]
    for language in LANGUAGES:
        cases = complete(records, folders, language)
        if not cases:
            continue
        of_language = [figures(name, tool, language, [records[case, tool] for case in cases]) for name, tool in ALGORITHMS.items()]
        rows += of_language
        lines += [f"## {language}: {len(cases)} files (Figures 3c and 4, Section 5.4)", "", *table.markdown(of_language, ("algorithm", "language")), ""]
        sizes = [{"file": case, "bytes": records[case, ALGORITHMS["DD"]]["original_bytes"],
                  **{name: records[case, tool]["final_bytes"] for name, tool in ALGORITHMS.items()}} for case in cases]
        lines += ["Bytes of each file (Figures 3a and 3b):", "", *table.markdown(sizes, ("file",)), ""]
    if args.corpus:
        lines += learning_curves(args)
    table.write_csv(rows, args.out / "gtr.csv")
    (args.out / "gtr.md").write_text("\n".join(lines))
    print(f"wrote gtr.md and gtr.csv in {args.out}")


def complete(records, folders, language):
    """The cases of a language on which every algorithm ran."""
    names = sorted((folder.name for folder in folders), key=natural)
    return [name for name in names if all(
        took_place(records.get((name, tool))) and records[name, tool]["language"] == language for tool in ALGORITHMS.values())]


def figures(name, tool, language, some):
    reductions, tests = [reduction(record) for record in some], [record["tests"] for record in some]
    return {
        "language": language, "algorithm": name, "ended": sum(map(came_to_its_end, some)),
        "reduction": statistics.median(reductions), "quartiles": quartiles(reductions),
        "paper's reduction": PAPER_REDUCTION[language].get(name),
        "tests, mean": statistics.fmean(tests), "tests, median": statistics.median(tests), "tests, quartiles": quartiles(tests),
        "paper's tests, mean": PAPER_TESTS[language].get(name),
    }


def learning_curves(args):
    """Figure 5: how many contexts are known after so many files."""
    learn = args.binary.resolve().with_name("learn")
    lines = ["## Contexts known after so many files (Figure 5)", "",
             "The paper's curves come to rest at about 700 pairs of parent and edge, in both languages.", ""]
    for language in LANGUAGES:
        plot = (args.out / f"gtr-figure-5-{language}.svg").resolve()
        said = subprocess.run([learn, "curve", "--corpus", args.corpus, "--language", language, "--plot", plot],
                              capture_output=True, text=True, check=False)
        told = (said.stdout + said.stderr).strip().splitlines()
        lines.append(f"- {language}: [{plot.name}]({plot.name}); {told[-1] if told else 'nothing was said'}")
    return [*lines, ""]
