"""What the tests share: one run of a generator, recorded or replayed."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE = str(Path(__file__).resolve().parent.parent)


class Run:
    """A run of a generator: what it wrote, the events of its trace (without declarations), its exit status."""

    def __init__(self, source, *arguments, replay=None, strategy="re-align", files=(), plain=True):
        with tempfile.TemporaryDirectory() as folder:
            gen, trace, followed = (Path(folder, name) for name in ("gen.py", "trace", "followed"))
            gen.write_text(source)
            for name, text in files:
                Path(folder, name).write_text(text)
            environment = dict(os.environ, PYTHONPATH=PACKAGE, REDUCE_TREE_RECORD=str(trace), PYTHONHASHSEED="0")
            if replay is not None:
                followed.write_text("\n".join(["reduce-tree-trace 1 " + strategy, *replay]) + "\n")
                environment["REDUCE_TREE_REPLAY"] = str(followed)
            ended = subprocess.run([sys.executable, "-m", "reduce_tree.trace", str(gen), *arguments],
                                   env=environment, cwd=folder, capture_output=True, text=True, timeout=60)
            self.output, self.errors, self.status = ended.stdout, ended.stderr, ended.returncode
            self.lines = trace.read_text().splitlines()[1:] if trace.exists() else []
            if not plain:
                return
            plain = subprocess.run([sys.executable, str(gen), *arguments], env=dict(os.environ, PYTHONHASHSEED="0"),
                                   cwd=folder, capture_output=True, text=True, timeout=60)
            #: What the generator writes by itself.
            self.plain = plain.stdout

    @property
    def events(self):
        """The events, without declarations."""
        return [line for line in self.lines if line[0] != ":"]

    @property
    def draws(self):
        """The values drawn, as the trace has them, without their sites."""
        return [line.split(" ", 1)[1] for line in self.lines if line[0] == "?"]

    def without(self, *gone):
        """The lines of the trace but for those events, counted from 0."""
        kept, at = [], 0
        for line in self.lines:
            if line[0] == ":" or at not in gone:
                kept.append(line)
            at += line[0] != ":"
        return kept
