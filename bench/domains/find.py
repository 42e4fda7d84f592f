#!/usr/bin/env python3
"""Runs the generators of the three domains over seeds and lists the failures of the programs under test: for each kind
the seed with which it appears and how often it does. `cases.json` is made of what this prints.

    bench/domains/find.py [--seeds N] [DOMAIN...]
"""

import argparse
import collections
import pathlib
import subprocess
import tempfile

import programs

# The program under test, what is asked of it, and the generator's options.
SEARCHES = {
    "graphs": [
        ("0.9.2", "push-relabel", ["--directed", "--weighted"]),
        ("0.9.2", "blossom", ["--nodes", "200", "--edges", "900"]),
        ("1.1.0", "johnson", ["--directed", "--nodes", "60", "--edges", "120"]),
        ("1.3.0", "blocks", ["--nodes", "60", "--edges", "120"]),
        ("1.3.0", "weighted-bipartite", ["--weighted"]),
        ("1.3.0", "lowest-ancestor", ["--directed"]),
        ("1.3.0", "betweenness", ["--directed", "--weighted", "--nodes", "60", "--edges", "240"]),
        ("1.4.0", "k-shortest", ["--directed", "--weighted", "--nodes", "60", "--edges", "240"]),
        ("1.4.0", "triangles", ["--multi"]),
        ("1.4.0", "planar", ["--multi"]),
        ("1.4.0", "planar", ["--multi", "--loops", "--nodes", "60", "--edges", "120"]),
    ],
    "models": [
        (version, check, [*options])
        for version, check in [("1.10.0", "onnxruntime"), ("0.1.2", "onnxoptimizer"), ("0.2.7", "onnxoptimizer"), ("2023.0.0", "openvino")]
        for options in ([], ["--convolutions"])
    ],
    "javascript": [("v20180204", None, []), ("v20180204", None, ["--statements", "20"])],
}
BATCH = 20


def failures(domain, version, check, options, seeds):
    """All seeds of each failure that is not a mere message in the sum of messages."""
    found = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for first in range(1, seeds + 1, BATCH):
            batch = range(first, min(first + BATCH, seeds + 1))
            files = []
            for seed in batch:
                files.append(pathlib.Path(folder, f"{seed}{programs.SUFFIX[domain]}"))
                with files[-1].open("wb") as file:
                    subprocess.run([*programs.generator(domain), str(seed), *options], stdout=file, check=True)
            said = subprocess.run([*programs.harness(domain, version, check), *map(str, files)], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, check=False).stdout.splitlines()
            for seed, line in zip(batch, said):
                for kind in kinds(line):
                    found[kind].append(seed)
    return found


def kinds(line):
    """The failures in a harness's line: each kind of message is one of its own."""
    if line.startswith("messages: "):
        return sorted(set(line.removeprefix("messages: ").split()))
    return [] if line.startswith("ok") else [line]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("domains", nargs="*", metavar="DOMAIN", choices=[*SEARCHES, []], help="graphs, models, javascript")
    parser.add_argument("--seeds", type=int, default=40, metavar="N", help="of each search: 1 to N (default: 40)")
    args = parser.parse_args()
    for domain in args.domains or SEARCHES:
        for version, check, options in SEARCHES[domain]:
            for kind, seeds in sorted(failures(domain, version, check, options, args.seeds).items()):
                print(f"{domain} {version} {check or '-'} {' '.join(options) or '-'}: {kind}: seeds {seeds[:8]}, {len(seeds)} in all", flush=True)


main()
