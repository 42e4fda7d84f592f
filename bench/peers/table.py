"""The tables: every run, every case, every tool, each as CSV and as Markdown."""

import csv

from peers.figures import (area_ratio, best_known, best_peer, both_ran, came_to_its_end, cases_of, is_ours, match, mean, ratio,
                           tests_until, took_place)
from peers.tools import OURS
from sandbox import natural

# How a run that did not come to its end is marked in a table.
MARKS = {"timeout": "T", "max_tests": "M", "failed": "F", "not installed": "not installed", "unusable": "-"}
# The peer that is best on a case, as if it were one tool.
BEST = "best peer of each case"
RUN = ("case", "language", "tool", "ending", "original_bytes", "original_size", "original_tokens", "final_bytes", "final_size",
       "final_tokens", "tests", "yeses", "seconds", "memory", "limit_seconds", "limit_tests", "note")


def of_runs(records):
    """A row for each run."""
    order = sorted(records, key=lambda pair: (natural(pair[0]), not is_ours(pair[1]), pair[1]))
    return [{name: records[pair].get(name) for name in RUN} for pair in order]


def of_cases(records):
    """A row for each case that we were run on: the best known size, ours, the best peer's, and tests to match."""
    rows = []
    for case, runs in sorted(cases_of(records).items(), key=lambda item: natural(item[0])):
        ours, peer = runs.get(OURS), best_peer(runs)
        if not took_place(ours):
            continue
        size, by = best_known(case, runs)
        row = {"case": case, "language": ours["language"], "original": ours["original_size"], "best known": size, "by": by,
               "ours": ours["final_size"], "tokens": ours["final_tokens"], "tests": ours["tests"], "ended": MARKS.get(ours["ending"], "")}
        if peer:
            row |= {"best peer": peer["tool"], "its size": peer["final_size"], "its tests": peer["tests"],
                    "its end": MARKS.get(peer["ending"], ""), "our tests to match": tests_until(ours, peer["final_size"]),
                    "to match": match(ours, peer)}
        rows.append(row)
    return rows


def of_tools(records):
    """A row for each tool, and one for the best peer of each case: geometric means relative to ours over the cases where both ran."""
    rows = []
    cases = cases_of(records)
    for runs in cases.values():
        peer = best_peer(runs)
        if peer:
            runs[BEST] = peer
    for tool in [*sorted({tool for _, tool in records}, key=lambda tool: (not is_ours(tool), tool)), BEST]:
        runs = [case[tool] for case in cases.values() if tool in case]
        pairs = both_ran(cases, tool)
        ended = [(ours, its) for ours, its in pairs if came_to_its_end(ours) and came_to_its_end(its)]

        def over(key, chosen):
            return mean(ratio(its[key], ours[key]) for ours, its in chosen)

        rows.append({
            "tool": tool, "cases": len(pairs), "ended": sum(came_to_its_end(its) for _, its in pairs),
            "cut": sum(its["ending"] in ("timeout", "max_tests") for _, its in pairs),
            "failed": sum(run["ending"] == "failed" for run in runs),
            "not run": sum(not took_place(run) for run in runs),
            "smaller": sum(its["final_size"] < ours["final_size"] for ours, its in pairs),
            "equal": sum(its["final_size"] == ours["final_size"] for ours, its in pairs),
            "larger": sum(its["final_size"] > ours["final_size"] for ours, its in pairs),
            "bytes": over("final_bytes", pairs), "size": over("final_size", pairs),
            "tokens": over("final_tokens", [pair for pair in pairs if None not in (pair[0]["final_tokens"], pair[1]["final_tokens"])]),
            "area": mean(area_ratio(ours, its) for ours, its in pairs),
            "tests": over("tests", ended), "seconds": over("seconds", ended), "memory": over("memory", pairs),
            "to match": None if tool == OURS else mean(match(ours, its) for ours, its in pairs),
        })
    return rows


def cell(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")


def markdown(rows, words=()):
    """Rows of equal keys as a table; the columns in `words` are aligned to the left."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = ["| " + " | ".join(names) + " |", "|" + "".join(" --- |" if name in words else " ---: |" for name in names)]
    return lines + ["| " + " | ".join(cell(row.get(name)) for name in names) + " |" for row in rows]


def grid(records):
    """A row for each case, a column for each tool: size / tests."""
    tools = list(dict.fromkeys(tool for _, tool in sorted(records, key=lambda pair: (not is_ours(pair[1]), pair[1]))))
    rows = []
    for case, runs in sorted(cases_of(records).items(), key=lambda item: natural(item[0])):
        row = {"case": case, "original": next(iter(runs.values()))["original_size"]}
        for tool in tools:
            run = runs.get(tool)
            if run is None:
                row[tool] = ""
            elif not took_place(run):
                row[tool] = MARKS[run["ending"]]
            else:
                row[tool] = f"{run['final_size']:,} / {run['tests']:,} {MARKS.get(run['ending'], '')}".strip()
        rows.append(row)
    return rows


EXPLAINED = """\
Sizes are non-blank characters. *T*: stopped by the time limit, *M*: by the limit of tests, *F*: failed; the size is then that
of the smallest text that the test said yes to. *-*: the tool is not for this language.
"""
TOOLS_EXPLAINED = """\
Geometric means of each tool's figures over ours, on the *cases* where both ran and neither failed; above 1 is more than
ours. *ended*, *cut*: on how many of these it came to its end, or was stopped. *smaller*, *equal*, *larger*: on how many its
result is that beside ours. *area*: how many times as large its text is as ours after the same number of tests, over all
numbers of tests on a logarithmic scale, up to where the first of both was cut. *tests*, *seconds*: where both came to their
end. *memory*: the most that the tool's processes had at once, without those of tests. *to match*: our tests until as small as
it ever gets, over its tests, where it made anything smaller and is not *smaller* in the end.
"""
CASES_EXPLAINED = """\
The *best peer* got smallest, in the fewest tests. *to match*: our tests until as small as that, over that peer's tests; empty
where we never are. *best known*: by any tool here, or found before (`bench/peers/best_known.csv`).
"""


def write(records, out):
    """Writes runs.csv, cases.csv, tools.csv and peers.md."""
    tables = {"runs": of_runs(records), "cases": of_cases(records), "tools": of_tools(records)}
    for name, rows in tables.items():
        write_csv(rows, out / f"{name}.csv")
    lines = ["## Tools", "", TOOLS_EXPLAINED, *markdown(tables["tools"], ("tool",)), "", "## Cases", "", CASES_EXPLAINED,
             *markdown(tables["cases"], ("case", "language", "by", "best peer", "ended", "its end")), "", "## Runs: size / tests", "", EXPLAINED,
             *markdown(grid(records), ("case",))]
    (out / "peers.md").write_text("\n".join(lines) + "\n")
    print(f"wrote {', '.join(f'{name}.csv' for name in tables)} and peers.md in {out}")


def write_csv(rows, path):
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({name: f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else value for name, value in row.items()})
