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
    """All processes that have not ended, with their parents."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue  # It has just ended.
        if state != "Z":
            found[int(stat.parent.name)] = int(parent)
    return found


def below(root, skipped=lambda number: False):
    """A process and all that descend from it, without those that are skipped and what descends from these."""
    children = {}
    for number, parent in parents().items():
        children.setdefault(parent, []).append(number)
    found, todo = [], [root]
    while todo:
        number = todo.pop()
        if not skipped(number):
            found.append(number)
            todo += children.get(number, [])
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
    total = 0
    for number in below(root, lambda number: is_test(number, test)):
        try:
            total += int(pathlib.Path(f"/proc/{number}/statm").read_text().split()[1]) * PAGE
        except (OSError, IndexError):
            pass  # It has just ended.
    return total


def end_marked(mark):
    """Ends all processes whose environment has the mark, and all below this program (one that is just becoming another
    program shows no environment), and waits until they are gone."""
    entry = f"{MARK}={mark}".encode()
    while True:
        left = {number for number in parents() if is_marked(number, entry)} | set(below(os.getpid())) - {os.getpid()}
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
