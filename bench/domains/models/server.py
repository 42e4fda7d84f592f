"""The harness of models as a test server: a candidate is interesting if the harness' line for it fits an expression. For
every candidate a line of `valid` or `invalid` goes to the end of a file.

    server.py SEEN REGEX COMPILER       COMPILER: as for harness.py, under the Python of the same environment
"""

import importlib
import os
import pathlib
import re
import sys

import harness

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "servers/python"))
from reduce_tree_server import serve  # noqa: E402

# What the checks import when they run: it is there before a candidate comes.
MODULES = {"onnxruntime": [], "onnxoptimizer": ["onnxoptimizer"], "openvino": ["openvino.runtime"]}


def main():
    seen, expected, compiler = sys.argv[1], re.compile(sys.argv[2]), sys.argv[3]
    for name in ["onnxruntime", *MODULES[compiler]]:
        importlib.import_module(name)

    def test(path):
        said = harness.judged(harness.COMPILERS[compiler], path)
        print(said)
        # The empty text is nobody's candidate: it is tried before the reduction begins.
        if os.path.getsize(path):
            with open(seen, "a", encoding="ascii") as file:
                file.write("invalid\n" if said.startswith("invalid") else "valid\n")
        return expected.search(said) is not None

    serve(test)


main()
