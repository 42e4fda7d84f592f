"""The three domains of bench/domains.py: their generators, the programs under test, and how large an input is."""

import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
HOME = pathlib.Path(os.environ.get("REDUCE_TREE_DOMAINS", pathlib.Path.home() / ".cache/reduce-tree-domains"))
SUFFIX = {"graphs": ".json", "models": ".json", "javascript": ".js"}


def generator(domain):
    """The words of a command that generates an input of this domain; its seed and options follow."""
    return [sys.executable, str(HERE / domain / "generate.py")]


def harness(domain, version, check):
    """The words of a command that puts files through a program under test and prints a line for each; files follow."""
    if domain == "models":
        return [python_of(version, check), str(HERE / "models/harness.py"), check]
    return [*java(domain, version), "Harness", *([check] if check else [])]


def server(domain, version, check, seen, expected):
    """The words of a test server: interesting is what the harness says a line of that fits the expression `expected`.
    Whether each candidate is valid goes to the end of the file `seen`."""
    if domain == "models":
        return [python_of(version, check), str(HERE / "models/server.py"), str(seen), expected, check]
    return [*java(domain, version), "Server", str(seen), expected, *([check] if check else [])]


def python_of(version, compiler):
    return str(HOME / f"{compiler}-{version}" / "bin/python")


def java(domain, version):
    """The words that start a JVM with a harness; the class follows."""
    folder, library = ("jgrapht", "jgrapht-core-") if domain == "graphs" else ("closure", "closure-compiler-")
    jar = HOME / folder / f"harness-{version}.jar"
    path = ":".join(map(str, [jar, HOME / folder / f"{library}{version}.jar", HOME / "jgrapht/jheaps-0.11.jar"][:3 if domain == "graphs" else 2]))
    return ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", f"-XX:SharedArchiveFile={jar.with_suffix('.jsa')}", "-cp", path]


def size(domain, text):
    """The paper's measure: nodes and edges of a graph or model, non-blank characters of a program. None: it has none."""
    if domain == "javascript":
        return sum(not c.isspace() for c in text)
    try:
        about = json.loads(text)
        if domain == "graphs":
            return len(about["nodes"]) + len(about["edges"])
        return sum(1 + len(operator["inputs"]) for operator in about["operators"])
    except (ValueError, KeyError, TypeError):
        return None
