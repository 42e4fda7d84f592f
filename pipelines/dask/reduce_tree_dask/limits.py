"""What a test may use: looked at now and then while it runs."""

import os
import signal
import threading
import time

import psutil

# Seconds between two looks at a test: a part of the time that it has run, within bounds.
SOONEST, LATEST, PART = 0.1, 1.0, 0.25


class Gauge:
    """A thread that ends tests whose time is over, or that use more than they may."""

    def __init__(self, limits):
        """`limits` are bytes of memory, processes, bytes of output, bytes on the disk; None where there is none."""
        self.limits = limits
        self.changed = threading.Condition()
        self.tests = {}
        self.is_over = False
        threading.Thread(target=self.look, name="reduce-tree-gauge", daemon=True).start()

    def add(self, test):
        with self.changed:
            self.tests[test] = time.monotonic() + SOONEST
            self.changed.notify()

    def remove(self, test):
        with self.changed:
            self.tests.pop(test, None)

    def close(self):
        with self.changed:
            self.is_over = True
            self.changed.notify()

    def look(self):
        while True:
            with self.changed:
                dues = [min(due, test.deadline) for test, due in self.tests.items()]
                self.changed.wait(max(0, min(dues) - time.monotonic()) if dues else None)
                if self.is_over:
                    return
                now = time.monotonic()
                due = [test for test, due in self.tests.items() if min(due, test.deadline) <= now]
                for test in due:
                    self.tests[test] = now + min(LATEST, max(SOONEST, PART * (now - test.began)))
            for test in due:
                if now >= test.deadline:
                    test.end("timed_out")
                    self.remove(test)
                elif limit := self.excess(test):
                    test.end("over_limit", limit)
                    self.remove(test)

    def excess(self, test):
        """The limit that the test is over."""
        used = {"memory": 0, "processes": 0}
        for process in family(test.pid):
            used["processes"] += 1
            try:
                used["memory"] += process.memory_info().rss
            except psutil.Error:
                pass  # It has just ended.
        used["output"] = os.fstat(test.log.fileno()).st_size
        used["disk"] = on_disk(test.folder)
        over = [limit for limit, most in self.limits.items() if most is not None and used.get(limit, 0) > most]
        return over[0] if over else None


def family(pid):
    """A process and all that descend from it."""
    try:
        first = psutil.Process(pid)
        return [first, *first.children(recursive=True)]
    except psutil.Error:
        return []


def on_disk(folder):
    """Bytes on the disk below a folder."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_blocks * 512
            except OSError:
                pass  # It has just gone.
    return total


def kill_group(group):
    """Ends a process group, if there is any of it."""
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
