"""Tests whose worker is killed do not outlive it: a process beside the worker ends them."""

import subprocess
import sys
import threading

# Hears which process groups there are. When the worker is no more, ends those that still are.
WATCH = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class Orphanage:
    """The process beside the worker."""

    def __init__(self):
        command = [sys.executable, "-S", "-E", "-c", WATCH]
        # A group of its own: what kills the worker's does not kill this.
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
        self.lock = threading.Lock()

    def tell(self, sign, group):
        """A process group is there (`+`), or is no more (`-`)."""
        with self.lock:
            self.process.stdin.write(f"{sign}{group}\n".encode())
            self.process.stdin.flush()

    def close(self):
        """Ends the process, and what was not said to be over."""
        with self.lock:
            self.process.stdin.close()
        self.process.wait()
