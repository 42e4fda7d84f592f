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
import pathlib
import sys

from peers import install, plot, results, runs, table, tools


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="install|run|table|plot")
    commands.add_parser("install", help="installs the other reducers from packages")
    run = commands.add_parser("run", help="runs the tools on cases")
    runs.add_arguments(run)
    run.add_argument("--tools", default=",".join([tools.OURS, *tools.PEERS]), metavar="A,B", help="(default: all)")
    for name, says in (("table", "writes tables"), ("plot", "draws plots")):
        commands.add_parser(name, help=says)
        commands.choices[name].add_argument("--out", type=pathlib.Path, default="peers", metavar="FOLDER", help="(default: peers)")
    return parser.parse_args()


def run_all(args):
    names = [name.strip() for name in args.tools.split(",")]
    runs.run_missing(runs.folders_of(args.cases, args.only), names, args)


def main():
    args = arguments()
    if args.command == "install":
        sys.exit(1 if install.install_all() else 0)
    if args.command == "run":
        run_all(args)
        return
    records = results.read(args.out)
    if not records:
        sys.exit(f"there are no results in {args.out}: run `bench/peers.py run CASE... --out {args.out}` first")
    {"table": table.write, "plot": plot.write}[args.command](records, args.out)


if __name__ == "__main__":
    main()
