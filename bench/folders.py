#!/usr/bin/env python3
"""Folders that show a bug, reduced by reduce-tree and by C-Vise (which is given all files, if it takes them), to a table.

    bench/folders.py --out folders            writes folders.json and folders.md; packages are fetched once

Three cases, made of packages by name and of a few lines of our own that show the bug:

- `npm`: the modules of lodash-es with one of our own, on which the bundler esbuild 0.18.2 panics;
- `c`: the C sources of zopfli with a compile database, all of which have to compile, while gcc warns of one line;
- `python`: the modules of requests, one of which black 23.1.0 writes so that it means something else.

Every tool has the same test, which counts its own runs, the same number of them and the same time; what it leaves is
checked by the test once more. Needs npm, pip, gcc; a tool that is not there is left out with a line that says so.
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# More files than this are named on no command line.
MOST_FILES = 5000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/release/reduce-tree", metavar="FILE")
    parser.add_argument("--only", action="append", choices=sorted(CASES), help="this case only; may be repeated")
    parser.add_argument("--max-tests", type=int, default=3000, metavar="N")
    parser.add_argument("--max-time", type=float, default=600, metavar="S", help="for each run (default: 600)")
    parser.add_argument("--tools", type=pathlib.Path, default=pathlib.Path.home() / ".cache/reduce-tree-folders")
    parser.add_argument("--out", type=pathlib.Path, default="folders", metavar="STEM", help="STEM.json and STEM.md")
    return parser.parse_args()


def run(*words, **options):
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL, **options)


def npm_package(tools, name, version):
    folder = tools / f"{name}-{version}"
    if not folder.exists():
        folder.mkdir(parents=True)
        run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, f"{name}@{version}")
    return folder / "node_modules"


def python_package(tools, name, version, kind):
    """A package as it is released: its sources (sdist), or what is installed (wheel)."""
    folder = tools / f"{name}-{version}"
    if not folder.exists():
        with tempfile.TemporaryDirectory() as place:
            binary = ("--no-binary", ":all:") if kind == "sdist" else ("--only-binary", ":all:")
            run(sys.executable, "-m", "pip", "download", "-q", *binary, "--no-deps", "-d", place, f"{name}=={version}")
            archive = next(pathlib.Path(place).iterdir())
            shutil.unpack_archive(archive, folder, None if kind == "sdist" else "zip")
    return next(folder.glob(f"{name}-*")) if kind == "sdist" else folder


def environment(tools, *packages):
    folder = tools / packages[0].replace("==", "-")
    if not folder.exists():
        run(sys.executable, "-m", "venv", folder)
        run(folder / "bin/pip", "install", "-q", *packages)
    return folder / "bin"


def npm_case(tools, place):
    esbuild = npm_package(tools, "esbuild", "0.18.2") / ".bin/esbuild"
    shutil.copytree(npm_package(tools, "lodash-es", "4.17.21") / "lodash-es", place / "lib")
    names = ["chunk", "debounce", "groupBy", "merge", "template", "throttle", "uniqBy", "zip"]
    imports = "".join(f'import {name} from "./lib/{name}.js";\n' for name in names)
    widget = "import { Registry } from './registry.js';\n"
    widget += "export class Widget {\n  static {\n    Widget;\n  }\n  draw() { return Registry.size; }\n}\n"
    (place / "registry.js").write_text("export const Registry = new Map();\n")
    (place / "widget.js").write_text(widget)
    (place / "main.js").write_text(imports + f"import {{ Widget }} from './widget.js';\nconsole.log({', '.join(names)}, Widget);\n")
    return f"{esbuild} main.js --bundle --format=esm --minify-syntax 2>&1 | grep -q 'visitClass'"


def c_case(tools, place):
    sources = python_package(tools, "zopfli", "0.2.3", "sdist") / "zopfli/src/zopfli"
    shutil.copytree(sources, place / "src")
    files = sorted(path.relative_to(place).as_posix() for path in (place / "src").glob("*.c"))
    commands = [{"directory": ".", "file": file, "command": f"gcc -c {file}"} for file in files]
    (place / "compile_commands.json").write_text(json.dumps(commands, indent=2) + "\n")
    cache = place / "src/cache.c"
    cache.write_text(cache.read_text() + "\nint IsSame(int value) {\n  return value == value;\n}\n")
    (place / "README.md").write_text("A compressor.\n" * 40)
    return """python3 -c '
import json, sys
files = [entry["file"] for entry in json.load(open("compile_commands.json"))]
sys.exit(0 if files and print(*files) is None else 1)' > .files || exit 1
gcc -fsyntax-only -Wtautological-compare $(cat .files) 2>.log && grep -q 'self-comparison always evaluates' .log"""


def python_case(tools, place):
    black = environment(tools, "black==23.1.0", "click==8.1.3") / "black"
    shutil.copytree(python_package(tools, "requests", "2.28.2", "wheel") / "requests", place / "requests")
    hooks = place / "requests/hooks.py"
    hooks.write_text(hooks.read_text() + "\n\ndef forget(hooks, event):\n    del (hooks, event),\n")
    return f"BLACK_CACHE_DIR=. {black} -q . >.log 2>&1; {black} . 2>&1 | cat .log - | grep -q 'INTERNAL ERROR'"


CASES = {"npm": npm_case, "c": c_case, "python": python_case}


def counted(place, test, counter, most):
    """The test as a script that counts its runs, and says no once there were too many of them."""
    script = place / "test.sh"
    script.write_text(f"#!/bin/bash\necho >> {counter}\n[ $(wc -l < {counter}) -le {most} ] || exit 1\n{test}\n")
    script.chmod(0o755)
    return script


def files_of(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def is_interesting(test, folder):
    with tempfile.TemporaryDirectory() as place:
        copy = pathlib.Path(place) / folder.name
        shutil.copytree(folder, copy)
        return subprocess.run(["bash", "-c", test], cwd=copy, stdout=subprocess.DEVNULL).returncode == 0


def timed(words, folder, limit):
    """Runs a command, at most so long; the seconds that it took, and whether its time was over."""
    started = time.monotonic()
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        process.wait(limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        return time.monotonic() - started, True
    return time.monotonic() - started, False


def reduce_tree(options, original, script, place):
    result = place / "result"
    words = [options.binary, "--no-session", "--quiet", "--max-time", options.max_time, "-o", result, script, original]
    return (*timed([str(word) for word in words], place, options.max_time + 120), result)


def cvise(options, original, script, place):
    result = place / "result"
    shutil.copytree(original, result)
    files = [str(path) for path in files_of(result) if (result / path).stat().st_size]
    return (*timed(["cvise", "--n", "1", "--tidy", "--timeout", "60", script, *files], result, options.max_time), result)


TOOLS = {"reduce-tree": reduce_tree, "C-Vise": cvise}


def measured(options, name, tool):
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        original = place / "input"
        original.mkdir()
        test = CASES[name](options.tools, original)
        counter = place / "runs"
        script = counted(place, test, counter, options.max_tests)
        if not is_interesting(test, original):
            print(f"left out: {name}, whose test does not say yes to its input", file=sys.stderr)
            return None
        seconds, over, result = TOOLS[tool](options, original, script, place)
        size = lambda folder: sum((folder / path).stat().st_size for path in files_of(folder))
        runs = len(counter.read_text().splitlines()) if counter.exists() else 0
        return {
            "case": name,
            "tool": tool,
            "files": len(files_of(original)),
            "bytes": size(original),
            "files left": sum((result / path).stat().st_size > 0 for path in files_of(result)),
            "bytes left": size(result),
            "tests": min(runs, options.max_tests),
            "seconds": round(seconds, 1),
            "cut": over or runs > options.max_tests,
            "interesting": is_interesting(test, result),
        }


def table(rows):
    columns = ["case", "tool", "files", "bytes", "files left", "bytes left", "tests", "seconds"]
    lines = ["| " + " | ".join(columns) + " |", "| --- | --- |" + " ---: |" * (len(columns) - 2)]
    for row in rows:
        note = (" *" if row["cut"] else "") + ("" if row["interesting"] else " (not interesting)")
        note += "" if row["tests"] else " (refused)"
        lines.append("| " + " | ".join(str(row[column]) for column in columns) + note + " |")
    return "\n".join([*lines, "", "`*`: cut at the number of tests or the time. Refused: C-Vise 2.7 takes files of one folder only."]) + "\n"


def main():
    options = arguments()
    rows = []
    for name in options.only or CASES:
        for tool in TOOLS:
            if tool == "C-Vise" and shutil.which("cvise") is None:
                print("left out: C-Vise, which is not installed", file=sys.stderr)
                continue
            row = measured(options, name, tool)
            if row:
                rows.append(row)
                print(json.dumps(row), flush=True)
    pathlib.Path(f"{options.out}.json").write_text(json.dumps(rows, indent=2) + "\n")
    pathlib.Path(f"{options.out}.md").write_text(table(rows))


if __name__ == "__main__":
    main()
