"""Weighted Delta Debugging (Zhou et al., ICSE 2025): Table I and Figure 5."""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

from peers import results, runs, table
from peers.figures import came_to_its_end, took_place
from sandbox import input_of, natural, write_test

LANGUAGES = ("c", "xml")
REDUCERS = ("hdd", "perses")
MINIMIZERS = ("ddmin", "wddmin", "probdd", "wprobdd")
SETTINGS = {(reducer, minimizer): f"ours:--algorithm {reducer} --minimizer {minimizer}"
            for reducer in REDUCERS for minimizer in MINIMIZERS}
PAIRS = (("ddmin", "wddmin"), ("probdd", "wprobdd"))
# By how many percent the weighted one of each pair takes less time and leaves less, over both benchmarks (abstract).
PAPER = {("hdd", "wddmin"): (51, 9), ("perses", "wddmin"): (7, 1), ("hdd", "wprobdd"): (12, 13), ("perses", "wprobdd"): (10, 2)}
KEYS = {"seconds": "seconds", "tokens": "final_tokens", "tests": "tests"}
TABLE_EXPLAINED = """\
Means: T is seconds, S tokens of the result, # tests, S/s tokens deleted in a second. *less*: by how many percent the mean of the
weighted algorithm is below that of the other; *p*: Wilcoxon signed-rank test over the cases (empty where none differs).
The paper has 32 C programs and 30 XML documents; `*`: the run was cut and counts as far as it came.
"""
CORRELATION_EXPLAINED = """\
Figure 5: Spearman's rank correlation between the weights of elements and the share of elements of that weight that a run of
ddmin deletes; for each case the mean over its runs of ddmin in which something goes and there are several weights, and the mean
of these. The paper finds the mean of every column below 0.
"""


def run(args):
    """Makes the runs that are missing and writes wdd.md, wdd.csv and wdd-correlation.csv."""
    folders = runs.of_languages(runs.folders_of(args.cases, args.only), LANGUAGES)
    runs.run_missing(folders, list(SETTINGS.values()), args)
    records = results.read(args.out)
    lines = ["# Weighted delta debugging", "", "## Table I", "", TABLE_EXPLAINED]
    cases = {language: complete(records, folders, language) for language in LANGUAGES}
    for reducer in REDUCERS:
        rows = []
        for some in cases.values():
            rows += [of_case(records, case, reducer) for case in some]
        for language, some in cases.items():
            if some:
                rows.append(means([row for row in rows if row["case"] in some], language))
        lines += [f"{reducer}:", "", *table.markdown(rows, ("case",)), ""]
    everything = [case for some in cases.values() for case in some]
    compared = [comparison(records, everything, reducer, pair) for reducer in REDUCERS for pair in PAIRS if everything]
    lines += ["## Weighted against not weighted", "", *table.markdown(compared, ("reducer", "weighted", "as in the paper")), ""]
    correlated = [correlations(folder, args) for folder in folders]
    lines += ["## Correlation of weight and deletion", "", CORRELATION_EXPLAINED, *table.markdown(correlated + [mean_row(correlated)], ("case",)), ""]
    table.write_csv(compared, args.out / "wdd.csv")
    table.write_csv(correlated, args.out / "wdd-correlation.csv")
    (args.out / "wdd.md").write_text("\n".join(lines))
    print(f"wrote wdd.md, wdd.csv and wdd-correlation.csv in {args.out}")


def complete(records, folders, language):
    """The cases of a language on which every setting ran."""
    names = sorted((folder.name for folder in folders), key=natural)
    return [name for name in names if all(
        took_place(records.get((name, tool))) and records[name, tool]["language"] == language for tool in SETTINGS.values())]


def speed(record):
    return (record["original_tokens"] - record["final_tokens"]) / max(record["seconds"], 0.01)


def of_case(records, case, reducer):
    """A row of Table I: T, S, # and S/s of a reducer with every minimizer."""
    row = {"case": case}
    for minimizer in MINIMIZERS:
        record = records[case, SETTINGS[reducer, minimizer]]
        mark = "" if came_to_its_end(record) else " *"
        row[f"{minimizer}: T"] = record["seconds"]
        row[f"{minimizer}: S"] = f"{record['final_tokens']:,}{mark}"
        row[f"{minimizer}: #"] = record["tests"]
        row[f"{minimizer}: S/s"] = speed(record)
    return row


def means(rows, language):
    """The row of means of a language."""
    def value(cell):
        return float(cell.rstrip(" *").replace(",", "")) if isinstance(cell, str) else cell

    names = [name for name in rows[0] if name != "case"]
    return {"case": f"mean, {language}", **{name: statistics.fmean(value(row[name]) for row in rows) for name in names}}


def comparison(records, cases, reducer, pair):
    """How much less the weighted algorithm of a pair takes and leaves, and how certain that is."""
    from scipy.stats import wilcoxon

    plain, weighted = pair
    row = {"reducer": reducer, "weighted": f"{weighted} for {plain}", "cases": len(cases)}
    for name, key in KEYS.items():
        before, after = ([records[case, SETTINGS[reducer, one]][key] for case in cases] for one in pair)
        row[f"{name}, less %"] = 100 * (1 - statistics.fmean(after) / max(1e-9, statistics.fmean(before)))
        row[f"{name}, p"] = float(wilcoxon(before, after).pvalue) if before != after else None
    row["paper: time, less %"], row["paper: tokens, less %"] = PAPER[reducer, weighted]
    signs = {"tests": row["tests, less %"] > 0, "tokens": row["tokens, less %"] >= 0}
    row["as in the paper"] = ", ".join(f"{name} {'yes' if same else 'no'}" for name, same in signs.items())
    return row


def executions(folder, reducer, args):
    """The runs of ddmin within a reduction, with weights and positions kept; made once, and then read from FOLDER."""
    program = args.bench or args.binary.resolve().with_name("bench")
    known = args.out / "executions" / f"{folder.name}.{reducer}.jsonl"
    if args.again or not known.exists():
        with tempfile.TemporaryDirectory(prefix="reduce-tree-executions-") as place:
            words = [program.resolve(), "executions", "--algorithm", reducer, "--max-time", args.timeout]
            words += ["--max-tests", args.max_tests] if args.max_tests else []
            words += [write_test(folder, pathlib.Path(place)), input_of(folder)]
            done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, cwd=place)
        if done.returncode:
            sys.exit(f"{folder.name}: {done.stderr.strip()}")
        known.parent.mkdir(exist_ok=True)
        known.with_suffix(".new").write_text(done.stdout)
        known.with_suffix(".new").rename(known)
    return [json.loads(line) for line in known.read_text().splitlines()]


def rho(weights, kept):
    """Spearman's correlation of one run of ddmin; None where nothing goes, or all elements weigh the same."""
    from scipy.stats import spearmanr

    kept = set(kept)
    by_weight = {}
    for element, weight in enumerate(weights):
        by_weight.setdefault(weight, []).append(element not in kept)
    shares = [statistics.fmean(gone) for _, gone in sorted(by_weight.items())]
    if not any(shares) or len(set(shares)) < 2:
        return None
    return float(spearmanr(sorted(by_weight), shares).statistic)


def correlations(folder, args):
    row = {"case": folder.name}
    for reducer in REDUCERS:
        known = [one for one in (rho(run["weights"], run["kept"]) for run in executions(folder, reducer, args)) if one is not None]
        row[f"{reducer}: runs"], row[f"{reducer}: rho"] = len(known), statistics.fmean(known) if known else None
    return row


def mean_row(rows):
    """The mean of the cases' correlations."""
    row = {"case": "mean"}
    for reducer in REDUCERS:
        known = [one[f"{reducer}: rho"] for one in rows if one[f"{reducer}: rho"] is not None]
        row[f"{reducer}: runs"], row[f"{reducer}: rho"] = None, statistics.fmean(known) if known else None
    return row
