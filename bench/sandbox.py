"""What the scripts share that run a program on a case: the case's input and test, and commands that end with the script.

A case is a folder with `case.json`, `input.<ext>` and `oracle.sh`, a property test in C-Reduce's convention.
"""

import contextlib
import fnmatch
import os
import pathlib
import shlex
import signal
import subprocess
import tempfile
import time
from typing import NamedTuple

# How long the check of an original may take, in seconds.
CHECK_LIMIT = 120
# The sessions of the commands that run now.
RUNNING = set()


def callers_environment():
    """The environment for tests: the caller's, without what Python adds to it (LC_CTYPE) and what is for this program
    alone. A variable more or less moves stacks, and with them the bugs of some cases."""
    variables = pathlib.Path("/proc/self/environ").read_bytes().split(b"\0")
    environment = dict(variable.split(b"=", 1) for variable in variables if b"=" in variable)
    environment.pop(b"REDUCE_TREE_CASES", None)
    return environment


def find_cases(folder, globs):
    """The cases of a folder whose names fit one of the patterns, or all."""
    cases = sorted(path.parent for path in folder.glob("*/case.json"))
    return [case for case in cases if not globs or any(fnmatch.fnmatch(case.name, glob) for glob in globs)]


def input_of(case):
    """The input of a case; None if it has none."""
    return next(iter(sorted(case.glob("input.*"))), None)


def write_test(case, place):
    """Writes the test of a case as a program of its own, and gives its path."""
    test = place / "test.sh"
    test.write_text(f"#!/bin/sh\nexec bash {shlex.quote(str((case / 'oracle.sh').resolve()))}\n")
    test.chmod(0o755)
    return test


class Ended(NamedTuple):
    """How a command ended."""
    # None: it had to be killed.
    status: int | None
    # The last line of its standard error.
    said: str
    seconds: float
    # Why it was killed: `timeout`, or what the watch said.
    killed: str | None


def run(command, cwd, limit, environment=None, output=None, watch=None, every=0.1):
    """Runs a command in its own session for `limit` seconds at most. Both of its outputs go to the file `output`, if one is
    given; else its standard output goes nowhere. `watch` is called with the process' number `every` so many seconds, and
    ends the run by saying why. No process of the session is left behind."""
    start = time.monotonic()
    with contextlib.ExitStack() as open_files:
        errors = open_files.enter_context(open(output, "w+b") if output else tempfile.TemporaryFile())
        child = subprocess.Popen(
            [str(word) for word in command], cwd=cwd, env=environment or callers_environment(), stdin=subprocess.DEVNULL,
            stdout=errors if output else subprocess.DEVNULL, stderr=errors, start_new_session=True,
        )
        RUNNING.add(child.pid)
        try:
            killed = wait(child, start + limit, watch, every)
        finally:
            seconds = time.monotonic() - start
            end(child.pid)
            child.wait()
            RUNNING.discard(child.pid)
        errors.seek(0, os.SEEK_END)
        errors.seek(max(0, errors.tell() - 2000))
        tail = errors.read().decode(errors="replace").strip().splitlines()
    return Ended(None if killed else child.returncode, tail[-1] if tail else "", seconds, killed)


def wait(child, deadline, watch, every):
    """Waits for a process; why it has to be killed, if it has to be."""
    while True:
        left = deadline - time.monotonic()
        try:
            child.wait(max(0, left if watch is None else min(left, every)))
            return None
        except subprocess.TimeoutExpired:
            why = watch(child.pid) if watch else None
            if why or time.monotonic() >= deadline:
                return why or "timeout"


def end(session):
    """Ends all processes of a session."""
    try:
        os.killpg(session, signal.SIGKILL)
    except ProcessLookupError:
        pass


def by_hand(test, name, text, limit=CHECK_LIMIT):
    """Runs a test on a text, which it sees under this name in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="reduce-tree-check-") as folder:
        (pathlib.Path(folder) / name).write_bytes(text)
        return run([test], folder, limit)


def refusal(ended):
    """What to say of a case whose test does not say yes to its own input."""
    reason = f"no answer in {CHECK_LIMIT} s" if ended.status is None else f"exit status {ended.status}"
    return f"its test does not say yes to the original ({reason}); is its tool installed? {ended.said}".strip()


def non_blank(text):
    """Non-blank characters; bytes that are no UTF-8 count as one each."""
    return sum(not c.isspace() for c in text.decode(errors="surrogateescape"))


def natural(name):
    """A key to sort names by: `closure-n10` comes after `closure-n9`, text and numbers in turn."""
    parts, digits = [""], False
    for c in name:
        if c.isdigit() != digits:
            digits = not digits
            parts.append("")
        parts[-1] += c
    return [int(part) if part.isdigit() else part for part in parts]
