#!/usr/bin/env python3
"""Csmith, unmodified, as a generator: a program of it crashes the compiler sdcc, and is reduced by running Csmith again.

    bench/csmith.py [--options WORDS] [--max-tests N] [--programs FOLDER] [--out FOLDER]

Gives a table: what `reduce-generator` makes of the program, and what `reduce-tree` alone makes of it in as many tests,
with and without a check for undefined behaviour. Wants csmith, sdcc and gcc (Debian's packages of these names).
"""

import argparse
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
#: So many of the candidates that were tested are checked for undefined behaviour.
SAMPLE = 40
#: Where Csmith's headers are.
HEADERS = "/usr/include/csmith"
#: What Csmith's small header wants of a compiler with a small C library.
SHIMS = {
    "custom_stdint_x86.h": "#include <stdint.h>\n#include <stddef.h>\n",
    "custom_limits.h": "#include <limits.h>\n#include <float.h>\n#include <math.h>\n"
                       "#define DBL_MAX FLT_MAX\n#define fabs fabsf\n",
}
#: The compiler crashes on the program. With SEEN set the candidate is kept, to be looked at afterwards.
CRASHES = """#!/bin/sh
[ -z "$SEEN" ] || cp "$1" "$(mktemp "$SEEN/XXXXXX.c")"
sdcc -mstm8 --std-c11 -DCSMITH_MINIMAL -I{shims} -I{headers} -S "$1" -o /dev/null 2>&1 | grep -q 'Caught signal 11'
"""
#: The program is valid: it compiles and runs without a complaint of the sanitizers. It may run for ever.
VALID = """#!/bin/sh
gcc -w -fsanitize=undefined,address -fno-sanitize-recover=all -I{headers} "$1" -o ./valid -lm || exit 1
timeout 10 ./valid >/dev/null 2>&1
status=$?
rm -f ./valid
[ $status = 0 ] || [ $status = 124 ]
"""
#: Csmith, and how well it could follow its trace.
COUNTED = """#!/bin/sh
csmith "$@"
status=$?
[ -z "$REDUCE_TREE_PRELOAD_REPLAY" ] ||
    echo "$(grep -c '^?' "$REDUCE_TREE_PRELOAD_RECORD") $(tail -2 "$REDUCE_TREE_PRELOAD_RECORD" | tr '\\n' ' ')" >>{log}
exit $status
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--options", default="--max-funcs 3 --max-block-depth 3 --seed 1", help="Csmith's options")
    parser.add_argument("--max-tests", default="1000", help="the most tests for reduce-generator")
    parser.add_argument("--programs", type=Path, default=HERE / "target/release", help="where our programs are")
    parser.add_argument("--out", type=Path, default=HERE / "target/bench/csmith", help="where everything is kept")
    arguments = parser.parse_args()
    for tool in ("csmith", "sdcc", "gcc"):
        if not shutil.which(tool):
            sys.exit(f"bench/csmith.py: {tool} is missing: install the Debian package of this name")
    bench = Bench(arguments)
    bench.generated()
    tests = bench.by_generator()
    bench.by_tree("reduce-tree", tests)
    bench.by_tree("reduce-tree --valid", tests, "--valid", f"'{bench.valid}' @@")
    bench.table()


class Bench:
    """The files of a run, and the rows of the table."""

    def __init__(self, arguments):
        self.arguments, self.out, self.rows = arguments, arguments.out.resolve(), []
        self.options = shlex.split(arguments.options)
        shutil.rmtree(self.out, ignore_errors=True)
        shims = self.out / "shims"
        shims.mkdir(parents=True)
        for name, text in SHIMS.items():
            (shims / name).write_text(text)
        self.log = self.out / "followed"
        self.crashes = self.script("crashes.sh", CRASHES.format(shims=shims, headers=HEADERS))
        self.valid = self.script("valid.sh", VALID.format(headers=HEADERS))
        self.counted = self.script("counted.sh", COUNTED.format(log=self.log))

    def script(self, name, text):
        path = self.out / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def run(self, *words, **variables):
        """Runs a command in the folder; what it says goes to a file."""
        environment = dict(os.environ, XDG_STATE_HOME=str(self.out / "state"), **variables)
        with open(self.out / "said", "ab") as said:
            return subprocess.run([str(word) for word in words], cwd=self.out, env=environment, stdout=said,
                                  stderr=said).returncode

    def is_valid(self, path):
        return self.run(self.valid, path) == 0

    def row(self, name, path, tests, seen=None):
        text = path.read_bytes()
        valid = ""
        if seen is not None:
            candidates = sorted(seen.iterdir())
            sample = random.Random(0).sample(candidates, min(SAMPLE, len(candidates)))
            valid = f"{sum(map(self.is_valid, sample))} of {len(sample)}"
        verdict = "yes" if self.is_valid(path) else "no"
        self.rows.append([name, len(text), len(b"".join(text.split())), tests, verdict, valid])
        print("  ".join(map(str, self.rows[-1])), flush=True)

    def generated(self):
        original = self.out / "original.c"
        # Csmith leaves a file in the folder that it is started in.
        made = subprocess.run(["csmith", *self.options], cwd=self.out, check=True, capture_output=True)
        original.write_bytes(made.stdout)
        if self.run(self.crashes, original) != 0:
            sys.exit("bench/csmith.py: sdcc does not crash on this program: try another seed")
        self.row("as generated", original, 0)

    def tests_of(self, stats):
        return json.loads((self.out / stats).read_text())["property_tests"]

    def by_generator(self):
        """Reduces the execution of Csmith; how many tests that took."""
        seen = self.out / "seen-generator"
        seen.mkdir()
        options = ["--max-tests", self.arguments.max_tests, "--test", self.crashes, "-o", "generated.c", "--stats",
                   "generator.json"]
        status = self.run(self.arguments.programs / "reduce-generator", *options, "--", self.counted, *self.options,
                          SEEN=str(seen))
        if status != 0:
            sys.exit(f"bench/csmith.py: reduce-generator ended with status {status}: see {self.out / 'said'}")
        tests = self.tests_of("generator.json")
        self.row("reduce-generator", self.out / "generated.c", tests, seen)
        return tests

    def by_tree(self, name, tests, *options):
        """Reduces the text of the program in as many tests."""
        seen = self.out / f"seen-{len(self.rows)}"
        seen.mkdir()
        self.run(self.arguments.programs / "reduce-tree", "--no-session", "--max-tests", tests, "-o", "reduced.c",
                 "--stats", "tree.json", *options, self.crashes, "original.c", SEEN=str(seen))
        self.row(name, self.out / "reduced.c", self.tests_of("tree.json"), seen)
        os.replace(self.out / "reduced.c", self.out / f"{name.replace(' ', '')}.c")

    def table(self):
        print("\n| | bytes | non-blank | tests | is valid | valid among those tested |\n| --- | --- | --- | --- | --- | --- |")
        for row in self.rows:
            print("| " + " | ".join(map(str, row)) + " |")
        followed = [line.split() for line in self.log.read_text().splitlines()]
        ended = [(int(words[0]), int(words[2])) for words in followed if words[-1] == "."]
        if ended:
            whole = sum(unmet == 0 for _, unmet in ended)
            share = sum(unmet for _, unmet in ended) / max(1, sum(draws for draws, _ in ended))
            print(f"\n{len(followed)} replays, {len(followed) - len(ended)} did not end; {whole} followed their traces "
                  f"whole; {100 * share:.1f} % of all choices were not in the traces")


main()
