"""The reducers, as data: what each is, where its program is, and how it is called.

To add one, write a function from a Call to the words of its command line and the path of its result, and add a row.
"""

import dataclasses
import json
import os
import pathlib
import shlex
import shutil
from collections.abc import Callable

from peers.install import CACHE, SHRINK_RAY

OURS = "ours"
# The rule that a text begins with, in the grammars for ANTLR that people use.
START_RULES = {"javascript": "program", "python": "file_input", "c": "compilationUnit", "xml": "document", "json": "json"}


class Unusable(Exception):
    """Why a tool cannot be run on a case, in words for the table."""


@dataclasses.dataclass(frozen=True)
class Call:
    """What a tool is called for; it runs in `folder`."""
    program: str
    folder: pathlib.Path
    # A copy of the input in that folder, which may be reduced in place.
    source: pathlib.Path
    # The counting test.
    test: pathlib.Path
    language: str


@dataclasses.dataclass(frozen=True)
class Tool:
    """A reducer. `find` gives its program, or None where it is not installed; `command` the words and the result's path."""
    package: str
    find: Callable[[str], str | None]
    command: Callable[[Call], tuple[list, pathlib.Path]]
    # None: all.
    languages: tuple | None = None


def in_path(name):
    return lambda _: shutil.which(name)


def in_cache(path):
    """A program below the cache folder; `{}` in the path is the language."""
    def find(language):
        program = CACHE / path.format(language)
        return str(program) if program.exists() else None
    return find


def treereduce(call, *options):
    result = call.folder / ("result" + call.source.suffix)
    words = [call.program, "--jobs", "1", *options, "--quiet", "--source", call.source, "--output", result, call.test, "@@"]
    return words, result


def shrink_ray(call):
    """One test at a time, without the user's history and formatters; the test is told its candidate by name."""
    options = ["--parallelism", "1", "--ui", "basic", "--no-history", "--input-type", "basename", "--formatter", "none",
               "--trivial-is-not-error", "--timeout", "60"]
    return [call.program, *options, call.test, call.source], call.source


def creduce(call):
    """C-Reduce and C-Vise: all passes on C, those that know no language elsewhere."""
    options = [] if call.language == "c" else ["--not-c"]
    return [call.program, "--n", "1", "--tidy", "--timeout", "60", *options, call.test, call.source.name], call.source


def grammar_files(language):
    """The grammar of a language for ANTLR: the user's, or the one that a package brings."""
    for folder in (os.environ.get("PICIRENY_GRAMMARS"), CACHE / "grammars"):
        below = pathlib.Path(folder) / language if folder else None
        files = sorted([*below.glob("*.g4"), *below.glob("*.java")]) if below else []
        if files and language in START_RULES:
            return files
    raise Unusable(f"no package brings a grammar of {language} for ANTLR; PICIRENY_GRAMMARS has none")


def picireny(phase):
    """HDD* over ANTLR's trees, with a parser in Java; without and with hoisting."""
    def command(call):
        out = call.folder / "out"
        options = ["--parser", "java", "--cache", "content", "--sys-recursion-limit", "20000", "--log-level", "WARNING"]
        words = [call.program, "--input", call.source, "--test", call.test, "--out", out, "--start", START_RULES[call.language],
                 "--antlr", CACHE / "antlr4-complete.jar", "--phase", phase, *options, "--grammar", *grammar_files(call.language)]
        return words, out / call.source.name
    return command


def js_delta(call):
    predicate = call.folder / "predicate.js"
    predicate.write_text("exports.test = file =>\n"
                         f"  require('child_process').spawnSync({json.dumps(str(call.test))}, [file]).status === 0;\n")
    result = call.folder / ("result" + call.source.suffix)
    return [call.program, "--out", result, call.source, predicate], result


def lithium(call):
    """Lines, then what is between symbols, then characters; each until its strategy ends."""
    condition = call.folder / "condition.py"
    condition.write_text("import subprocess\n\n\ndef interesting(words, prefix):\n"
                         f"    return subprocess.call([{str(call.test)!r}, words[0]]) == 0\n")
    steps = [shlex.join(map(str, [call.program, unit, condition, call.source])) for unit in ("--lines", "--symbol", "--char")]
    return ["sh", "-c", "; ".join(steps)], call.source


def delta(call):
    """multidelta with its levels of flattening where there are brackets, else singledelta on lines. A flattening that the
    test does not like is taken back."""
    test, name = shlex.quote(str(call.test)), call.source.name
    if call.language in ("python", "xml"):
        script = f"for i in 1 2; do singledelta -test={test} -in_place {name}; done"
    else:
        script = f"for level in 0 0 1 1 2 2 10 10; do cp {name} before; multidelta -level=$level {test} {name} || cp before {name}; done"
    return ["sh", "-c", script], call.source


def perses(call):
    """It wants absolute paths, and test and input in one folder."""
    test, out = call.folder / "test.sh", call.folder / "out"
    test.write_text(f"#!/bin/sh\nexec {shlex.quote(str(call.test))}\n")
    test.chmod(0o755)
    words = ["java", "-jar", call.program, "--threads", "1", "--test-script", test, "--input-file", call.source, "--output-dir", out]
    return words, out / call.source.name


def perses_jar(_):
    jar = os.environ.get("PERSES_JAR")
    return jar if jar and pathlib.Path(jar).exists() else None


def ours(options):
    """This tool, with further options; `program` is the path of its binary."""
    def command(call):
        result = call.folder / ("result" + call.source.suffix)
        words = [call.program, "-q", "--no-session", "-j", "1", "--language", call.language, "-o", result, *options, call.test, call.source]
        return words, result
    return command


PEERS = {
    "treereduce": Tool("crates treereduce-javascript, treereduce-c", in_cache("cargo/bin/treereduce-{}"),
                       lambda call: treereduce(call, "--slow"), ("javascript", "c")),
    "picireny": Tool("PyPI picireny", in_cache("picireny/bin/picireny"), picireny("prune")),
    "picireny-hoist": Tool("PyPI picireny", in_cache("picireny/bin/picireny"), picireny("prune+hoist")),
    "jsdelta": Tool("npm jsdelta", in_cache("jsdelta/node_modules/.bin/jsdelta"), js_delta, ("javascript", "json")),
    "delta": Tool("Debian delta", in_path("multidelta"), delta),
    "lithium": Tool("PyPI lithium-reducer", in_cache("lithium/bin/lithium"), lithium),
    "shrinkray": Tool("PyPI shrinkray", lambda _: str(SHRINK_RAY) if SHRINK_RAY.exists() else None, shrink_ray),
    "cvise": Tool("Debian cvise", in_path("cvise"), creduce),
    "creduce": Tool("Debian creduce", in_path("creduce"), creduce),
    "perses": Tool("the jar in PERSES_JAR", perses_jar, perses),
}


def named(name, binary):
    """A tool by its name: a peer's, `ours`, or `ours:` with options of reduce-tree behind it."""
    head, _, options = name.partition(":")
    if head == OURS:
        return Tool("this project", lambda _: str(binary) if binary.exists() else None, ours(shlex.split(options)))
    if name not in PEERS:
        raise KeyError(f"no tool is called `{name}`: there are {OURS}, {OURS}:OPTIONS, {', '.join(PEERS)}")
    return PEERS[name]
