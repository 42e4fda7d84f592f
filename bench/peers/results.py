"""What was measured: a line of JSON for each case and tool, of which the last one counts."""

import json

# A run with one of these did not take place, and is tried again by the next one.
NOT_RUN = ("not installed", "unusable")


def read(folder):
    """The records of a folder by case and tool."""
    path = folder / "results.jsonl"
    records = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            record = json.loads(line)
        except ValueError:
            continue  # The end of a run that was cut off: it is made again.
        records[record["case"], record["tool"]] = record
    return records


def is_known(records, case, tool):
    record = records.get((case, tool))
    return record is not None and record["ending"] not in NOT_RUN


def add(folder, record):
    """Adds a record at the end."""
    path = folder / "results.jsonl"
    cut = path.exists() and not path.read_bytes().endswith(b"\n") and path.stat().st_size > 0
    with path.open("a") as file:
        file.write(("\n" if cut else "") + json.dumps(record) + "\n")
