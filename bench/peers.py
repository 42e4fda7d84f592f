#!/usr/bin/env python3
"""This tool beside every reducer that a user could take instead, on the same cases under the same counted tests.

    bench/peers.py install                                        (make peers) installs the others from packages
    bench/peers.py run CASE... --out FOLDER                       runs every tool on every case
    bench/peers.py table --out FOLDER                             FOLDER/peers.csv, cases.csv, peers.md
    bench/peers.py plot --out FOLDER                              FOLDER/plots/*.svg

A CASE is a folder with case.json, input.<ext> and oracle.sh, or a folder of such folders. `ours` is reduce-tree, and
`ours:--algorithm gtr` the same with options. Every tool has one test at a time, and the same script for a test, which counts
its runs. What a run has given is a line of FOLDER/results.jsonl: a second run makes only those that are missing. What a tool
leaves, and what it says, are in FOLDER/files.
"""

import argparse
import fnmatch
import pathlib
import signal
import sys
import tempfile

from peers import install, plot, results, table, tokens, tools
from peers.pair import Case, Limits, Refused, run_pair
from sandbox import natural

ROOT = pathlib.Path(__file__).resolve().parent.parent


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="install|run|table|plot")
    commands.add_parser("install", help="installs the other reducers from packages")
    run = commands.add_parser("run", help="runs the tools on cases")
    run.add_argument("cases", nargs="+", type=pathlib.Path, metavar="CASE")
    run.add_argument("--only", action="append", metavar="GLOB", help="cases of these names only; may be repeated")
    run.add_argument("--tools", default=",".join([tools.OURS, *tools.PEERS]), metavar="A,B", help="(default: all)")
    run.add_argument("--timeout", type=float, default=300, metavar="S", help="for each run (default: 300)")
    run.add_argument("--max-tests", type=int, metavar="N", help="for each run (default: any number)")
    run.add_argument("--again", action="store_true", help="makes runs again that are made")
    run.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/release/reduce-tree", metavar="FILE")
    for name, says in (("table", "writes tables"), ("plot", "draws plots")):
        commands.add_parser(name, help=says)
    for command in commands.choices.values():
        if command is not commands.choices["install"]:
            command.add_argument("--out", type=pathlib.Path, default="peers", metavar="FOLDER", help="(default: peers)")
    return parser.parse_args()


def folders_of(paths, globs):
    """The cases among folders, or in them."""
    cases = []
    for path in paths:
        if (path / "case.json").exists():
            cases.append(path.resolve())
        else:
            cases += [file.parent.resolve() for file in path.glob("*/case.json")]
    wanted = [case for case in cases if not globs or any(fnmatch.fnmatch(case.name, glob) for glob in globs)]
    return sorted(wanted, key=lambda case: natural(case.name))


def run_all(args):
    binary = args.binary.resolve()
    if not binary.exists():
        sys.exit(f"{binary} does not exist: run `cargo build --release -p reduce-tree`, or give --binary FILE")
    names = [name.strip() for name in args.tools.split(",")]
    try:
        chosen = {name: tools.named(name, binary) for name in names}
    except KeyError as error:
        sys.exit(error.args[0])
    cases = folders_of(args.cases, args.only)
    if not cases:
        sys.exit("there is no case: a case is a folder with case.json, input.<ext> and oracle.sh")
    args.out.mkdir(parents=True, exist_ok=True)
    known = {} if args.again else results.read(args.out)
    for folder in cases:
        missing = [name for name in names if not results.is_known(known, folder.name, name)]
        if missing:
            run_case(folder, {name: chosen[name] for name in missing}, args, binary)


def run_case(folder, chosen, args, binary):
    with tempfile.TemporaryDirectory(prefix="reduce-tree-case-") as place:
        try:
            case = Case(folder, pathlib.Path(place))
        except Refused as reason:
            print(f"skipped {folder.name}: {reason}", flush=True)
            return
        count_tokens = tokens.counter(binary, case.language)
        for name, tool in chosen.items():
            record = run_pair(case, name, tool, Limits(args.timeout, args.max_tests), args.out / "files" / case.name, count_tokens)
            results.add(args.out, record)
            print(progress(record), flush=True)


def progress(record):
    start = f"{record['case']}, {record['tool']}: "
    if "final_size" not in record:
        return start + f"{record['ending']} ({record['note']})"
    end_of_run = "" if record["ending"] == "done" else f", {record['ending']}" + (f" ({record['note']})" if "note" in record else "")
    return start + (f"{record['original_size']:,} -> {record['final_size']:,} in {record['tests']:,} tests, "
                    f"{record['seconds']:.1f} s, {record['memory'] / 1e6:.0f} MB{end_of_run}")


def main():
    args = arguments()
    if args.command == "install":
        sys.exit(1 if install.install_all() else 0)
    if args.command == "run":
        # What ends this program ends the tool that runs, too.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            run_all(args)
        except KeyboardInterrupt:
            sys.exit(130)
        return
    records = results.read(args.out)
    if not records:
        sys.exit(f"there are no results in {args.out}: run `bench/peers.py run CASE... --out {args.out}` first")
    {"table": table.write, "plot": plot.write}[args.command](records, args.out)


if __name__ == "__main__":
    main()
