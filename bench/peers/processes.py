"""The processes below a tool: how much memory they have, and that none of them is left behind.

A tool is known by the variable MARK in its environment, which all that it starts inherits: some tools put what they start
into sessions of its own.
"""

import os
import pathlib
import signal
import time

MARK = "REDUCE_TREE_BENCH_RUN"
PAGE = os.sysconf("SC_PAGE_SIZE")


def parents():
    """All processes with their parents."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            found[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            pass  # It has just ended.
    return found


def is_test(number, test):
    """Whether a process runs the test: a shell whose script it is."""
    try:
        words = pathlib.Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return len(words) > 1 and words[1] == os.fsencode(test)


def memory(root, test):
    """Resident bytes of a process and all below it, but for tests and what is below these."""
    children = {}
    for number, parent in parents().items():
        children.setdefault(parent, []).append(number)
    total, todo = 0, [root]
    while todo:
        number = todo.pop()
        if is_test(number, test):
            continue
        try:
            total += int(pathlib.Path(f"/proc/{number}/statm").read_text().split()[1]) * PAGE
        except (OSError, IndexError):
            continue
        todo += children.get(number, [])
    return total


def end_marked(mark):
    """Ends all processes whose environment has the mark, and waits until they are gone."""
    entry = f"{MARK}={mark}".encode()
    while True:
        left = [number for number in parents() if is_marked(number, entry)]
        if not left:
            return
        for number in left:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.02)


def is_marked(number, entry):
    try:
        return entry in pathlib.Path(f"/proc/{number}/environ").read_bytes().split(b"\0")
    except OSError:
        return False
