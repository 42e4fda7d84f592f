#!/usr/bin/env python3
"""What a test that stays is worth: reductions under a test that is started for each candidate, and under a test server.

    bench/warm.py                       the demo: Node with a minifier (after `make demo`, which installs it)
    bench/warm.py CASES [--tools DIR]   and the closure cases of a folder of cases: a compiler on a JVM

Prints a table: property tests, seconds in tests, and seconds altogether, cold and warm, and the factor between the
seconds in tests. The results have to be the same texts.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINIFIER = ROOT / "demo-out" / "node_modules" / "terser"
DEMO_SERVER = f"""
const {{ serve }} = require({json.dumps(str(ROOT / "servers/javascript/reduce-tree-server"))});
const {{ minify }} = require({json.dumps(str(MINIFIER))});
serve(({{ text }}) => minify(text, {{ compress: {{}}, mangle: false }}).then(
  () => false, (error) => /^Cannot read propert.*toString/.test(error.message)));
"""


def reduced(program, folder, name, source, options):
    """One reduction: the result, and the numbers."""
    out, stats = folder / f"{name}.out", folder / f"{name}.json"
    command = [program, "-q", "--no-session", "--stats", stats, "-o", out, "--language", "javascript"]
    done = subprocess.run([*map(str, command), *options[:-1], options[-1], str(source)], cwd=folder, check=False)
    if done.returncode:
        sys.exit(f"{name}: reduce-tree ends with status {done.returncode}")
    return out.read_bytes(), json.loads(stats.read_text())


def demo():
    """The demo's input with its test, and a server in the place of that."""
    if not MINIFIER.exists():
        sys.exit("the demo's minifier is not installed: run `make demo` first")
    os.environ["TERSER"] = str(ROOT / "demo-out/node_modules/.bin/terser")
    return ROOT / "demo/gallery.js", [str(ROOT / "demo/still-crashes.sh")], DEMO_SERVER


def patterns(oracle):
    """What a closure case expects of the compiler's messages, as its script has it."""
    for word, count in re.findall(r'grep -c (\w+) "\$m"\)" -ge (\d+)', oracle):
        yield rf"(?:{word}[^\n]*\n.*?){{{count}}}"
    yield from re.findall(r"grep -qE '([^']*)'", oracle)


def closure(case, tools, classes):
    """A closure case with its script, and the JVM's helper in the place of that."""
    words = [f"--expect-output '{pattern}'" for pattern in patterns((case / "oracle.sh").read_text())]
    path = f"{tools}/zest.jar:{tools}/compiler.jar:{classes}"
    java = f"java -XX:+UseSerialGC -Xss8m -Xmx512m -Djava.security.manager=allow -cp {path}"
    return case / "input.js", [str(case / "oracle.sh")], f"{java} ReduceTreeServer {' '.join(words)} ZestClosure @@"


def compare(program, name, source, cold, server):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        text, before = reduced(program, folder, "cold", source, cold)
        warm, after = reduced(program, folder, "warm", source, ["--test-server", server(folder)])
    same = "" if text == warm else "  (other text!)"
    factor = before["test_seconds"] / max(after["test_seconds"], 1e-3)
    cells = [before["property_tests"], f"{before['test_seconds']:.1f}", f"{before['wall_seconds']:.1f}"]
    cells += [after["property_tests"], f"{after['test_seconds']:.1f}", f"{after['wall_seconds']:.1f}"]
    print(f"| {name} | {' | '.join(map(str, cells))} | {factor:.0f} |{same}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="?", type=Path)
    parser.add_argument("--tools", type=Path, default=Path.home() / ".cache/reduce-tree-cases/closure")
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/reduce-tree")
    arguments = parser.parse_args()
    print("| case | cold: tests | in tests (s) | altogether (s) | warm: tests | in tests (s) | altogether (s) | factor |")
    print("| --- | " + " | ".join(["---:"] * 7) + " |")

    source, cold, text = demo()

    def script(folder):
        (folder / "server.js").write_text(text)
        return "node server.js"

    compare(arguments.program.resolve(), "demo", source, cold, script)
    if arguments.cases is None:
        return
    with tempfile.TemporaryDirectory() as classes:
        library = ROOT / "servers/java/ReduceTreeServer.java"
        subprocess.run(["javac", "-nowarn", "-d", classes, library], check=True)
        for case in sorted(arguments.cases.glob("closure-*"), key=lambda case: int(re.sub(r"\D", "", case.name))):
            source, cold, line = closure(case, arguments.tools, classes)
            compare(arguments.program.resolve(), case.name, source, cold, lambda _, line=line: line)


main()
