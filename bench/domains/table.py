"""The tables of bench/domains.py: means over the cases of a domain, and the size of each case in each setting."""

import statistics

import programs

UNITS = {"graphs": "nodes and edges", "models": "operators and their inputs", "javascript": "non-blank characters"}


def figures(rows):
    """Means over runs of one setting; of the speed, units of size that go in a second."""
    valid, seen = sum(row["valid"] for row in rows), sum(row["seen"] for row in rows)
    won = [(row["original_size"] - row["size"]) / max(row["seconds"], 0.001) for row in rows]
    return {
        "cases": len(rows),
        "size": statistics.fmean(row["size"] for row in rows),
        "geometric mean size": statistics.geometric_mean(max(row["size"], 1) for row in rows),
        "bytes": statistics.fmean(row["bytes"] for row in rows),
        "seconds": statistics.fmean(row["seconds"] for row in rows),
        "tests": statistics.fmean(row["tests"] for row in rows),
        "speed": statistics.fmean(won),
        "valid %": 100 * valid / max(seen, 1),
    }


def of_domain(domain, done, names):
    """Markdown lines and records for one domain. `done`: for each setting that was begun the rows by case; `names`: of all
    its cases. Means are over the cases that are done in all of these settings."""
    common = sorted(set.intersection(*(set(rows) for rows in done.values())))
    missing = [name for name in names if name not in common]
    left_out = [f"Not in the means, since some setting has no figures: {', '.join(missing)}.", ""] if missing else []
    if not common:
        return [f"## {domain}", "", *left_out], []
    means = {setting: figures([rows[name] for name in common]) for setting, rows in done.items()}
    some = next(iter(done.values()))
    lines = [f"## {domain}: {len(common)} cases, size in {UNITS[domain]}", "",
             "Originals: mean size %.1f, %.0f bytes." % tuple(
                 statistics.fmean(some[name][key] for name in common) for key in ("original_size", "original_bytes")), ""]
    lines += rows_of(["setting", *next(iter(means.values()))],
                     [[setting, *(f"{value:.1f}" if isinstance(value, float) else str(value) for value in mean.values())]
                      for setting, mean in means.items()])
    lines += rows_of(["case", "original", *done],
                     [[name, *map(str, [some[name]["original_size"], *(rows[name]["size"] for rows in done.values())])] for name in common])
    return lines + left_out, [{"domain": domain, "setting": setting, **mean} for setting, mean in means.items()]


def rows_of(heads, rows):
    """A table, with an empty line after it."""
    lines = ["| " + " | ".join(cells) + " |" for cells in [heads, *rows]]
    return [lines[0], "| --- |" + " ---: |" * (len(heads) - 1), *lines[1:], ""]


def all_domains(cases, settings, known):
    """The lines of the tables and the records for the CSV. `known` gives the row of a case and setting, if there is one."""
    lines, records = [], []
    for domain in programs.SUFFIX:
        chosen = [case for case in cases if case["domain"] == domain]
        done = {}
        for setting in settings:
            rows = {case["name"]: known(case, setting) for case in chosen}
            rows = {name: row for name, row in rows.items() if row and row.get("size") is not None}
            if rows:
                done[setting] = rows
        if done:
            more = of_domain(domain, done, [case["name"] for case in chosen])
            lines, records = lines + more[0], records + more[1]
    return lines, records
