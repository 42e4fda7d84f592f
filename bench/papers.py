#!/usr/bin/env python3
"""The papers' tables, made by this project's reference implementations, with the papers' own figures beside them.

    bench/papers.py gtr CASE... --out FOLDER       GTR: Figures 3, 4 and 5, Section 5.4; Python and JavaScript cases
    bench/papers.py wdd CASE... --out FOLDER       WDD: Table I, Figure 5; C and XML cases
    bench/papers.py greduce DOMAINS --out FOLDER   GReduce: the JavaScript rows of Table 1, from the results of
                                                   bench/domains.py (its --out folder)

A CASE is a folder as bench/peers.py takes it, or a folder of such folders; those of other languages are left out. Runs are
counted by the same wrapper as there and kept in FOLDER/results.jsonl, so that a second call makes only what is missing.
FOLDER/gtr.md, wdd.md and greduce.md are the tables, with CSV beside them.
"""

import argparse
import pathlib

import libraries
from papers import greduce, gtr, wdd
from peers import runs


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    papers = parser.add_subparsers(dest="paper", required=True, metavar="gtr|wdd|greduce")
    for name, says in (("gtr", "generalized tree reduction"), ("wdd", "weighted delta debugging")):
        runs.add_arguments(papers.add_parser(name, help=says))
    papers.choices["gtr"].add_argument("--corpus", type=pathlib.Path, metavar="DIR",
                                       help="draws Figure 5 from the files below DIR, with `learn` beside --binary")
    papers.choices["wdd"].add_argument("--bench", type=pathlib.Path, metavar="FILE",
                                       help="the program `bench`, for Figure 5 (default: the one beside --binary)")
    other = papers.add_parser("greduce", help="validity-preserving delta debugging via generator")
    other.add_argument("results", type=pathlib.Path, metavar="DOMAINS")
    other.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER")
    return parser.parse_args()


def main():
    args = arguments()
    if args.paper == "wdd":
        libraries.enter()
    {"gtr": gtr.run, "wdd": wdd.run, "greduce": greduce.run}[args.paper](args)


if __name__ == "__main__":
    main()
