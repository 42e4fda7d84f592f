"""What runs on a worker: the test, a process group for each candidate."""

import hashlib
import os
import shutil
import subprocess
import tempfile
import threading
import time

from distributed import WorkerPlugin, get_worker

from .folders import Known, write
from .limits import Gauge, kill_group
from .orphans import Orphanage

# What workers tell is told here, so that the scheduler keeps little of it.
TOPIC = "reduce-tree"
# Bytes of a test's output that are sent on: its end.
KEPT = 2048
# The folders of tests, below the worker's own.
PLACE = "reduce-tree"


def test_on_worker(key, candidate):
    """Tests a candidate on the worker that runs this, and tells the answer. The key begins with the plugin's name."""
    worker = get_worker()
    tester = worker.plugins.get(key[0])
    attempt = {"key": key, "worker": worker.address}
    worker.log_event(TOPIC, {"begun": attempt})
    answer = tester.test(tuple(key), candidate) if tester else {"verdict": "missing"}
    worker.log_event(TOPIC, {"answer": {**attempt, **answer}})


class Tester(WorkerPlugin):
    """Brings the test to a worker, whenever that comes, and runs it there."""

    # The same test under the same limits is the same plugin.
    idempotent = True

    def __init__(self, bundle, file_name, limits, before):
        """`file_name` is that of every candidate; `before` gives the words that come before the test's command."""
        self.bundle, self.file_name, self.limits, self.before = bundle, file_name, limits, before
        told = repr((bundle.name, file_name, sorted(limits.items()), before.__name__))
        self.name = f"reduce-tree-{hashlib.sha256(told.encode()).hexdigest()[:16]}"

    def setup(self, worker):
        self.place = os.path.join(worker.local_directory, PLACE)
        self.command = self.bundle.unpack(self.place)
        self.lock = threading.Lock()
        self.running, self.unwanted = {}, set()
        self.gauge, self.orphanage, self.known = Gauge(self.limits), Orphanage(), Known()

    def teardown(self, worker):
        with self.lock:
            running = list(self.running.values())
        for test in running:
            test.end("cancelled")
        self.gauge.close()
        self.orphanage.close()

    def transition(self, key, start, finish, **kwargs):
        """A task that runs and is released is not wanted any more. Dask does not end it; the test can be ended."""
        if not isinstance(key, tuple) or key[0] != self.name:
            return
        if start in ("executing", "long-running") and finish == "released":
            with self.lock:
                test = self.running.get(key)
                if test is None:
                    self.unwanted.add(key)
            if test is not None:
                test.end("cancelled")
        elif finish == "forgotten":
            self.unwanted.discard(key)

    def test(self, key, candidate):
        """Tests a candidate, a text or a folder, and seconds. The answer, as in the protocol; `failed` where it cannot be
        tested here, and `lacks` where the folder cannot be known from what it is told by."""
        content, timeout = candidate
        is_folder = isinstance(content, dict)
        entries = self.known.entries(content) if is_folder else None
        if is_folder and entries is None:
            return {"verdict": "lacks"}
        folder = None
        try:
            folder = tempfile.mkdtemp(dir=self.place)
            path = os.path.join(folder, self.file_name)
            if is_folder:
                write(path, entries)
                # Its test is started in it, with no words and nothing on its standard input.
                return self.run(key, path, [], os.devnull, timeout)
            with open(path, "wb") as file:
                file.write(content)
            return self.run(key, folder, [path], path, timeout)
        except OSError as error:
            return {"verdict": "failed", "output": f"cannot run the test on {os.uname().nodename}: {error}"}
        finally:
            if folder:
                remove(folder)

    def run(self, key, folder, arguments, stdin, timeout):
        with open(stdin, "rb") as text, tempfile.TemporaryFile() as log:
            with self.lock:
                if key in self.unwanted:
                    return {"verdict": "cancelled"}
                words = [*self.before(folder, self.place), self.command, *arguments]
                test = Test(words, folder, text, log, timeout)
                self.running[key] = test
            self.orphanage.tell("+", test.pid)
            self.gauge.add(test)
            try:
                return test.wait()
            finally:
                self.gauge.remove(test)
                self.orphanage.tell("-", test.pid)
                with self.lock:
                    del self.running[key]


class Test:
    """A test that runs."""

    def __init__(self, words, folder, text, log, timeout):
        self.folder, self.log = folder, log
        self.began = time.monotonic()
        self.deadline = self.began + timeout
        self.why = {}
        self.process = subprocess.Popen(
            words, cwd=folder, stdin=text, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )
        self.pid = self.process.pid

    def end(self, verdict, limit=None):
        """Ends it, for this reason; the first one counts."""
        self.why = self.why or {"verdict": verdict, **({"limit": limit} if limit else {})}
        kill_group(self.pid)

    def wait(self):
        """Waits until it has ended, and ends what it has left. The answer."""
        # As long as it has not been waited for, no other group can have its number.
        os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        seconds = time.monotonic() - self.began
        kill_group(self.pid)
        status = self.process.wait()
        self.log.seek(max(0, self.log.seek(0, os.SEEK_END) - KEPT))
        output = self.log.read().decode(errors="replace")
        verdict = self.why or {"verdict": "not" if status else "interesting"}
        return {**verdict, "output": output, "seconds": seconds}


def remove(folder):
    """Removes a folder, even if the test has taken its own rights away."""
    shutil.rmtree(folder, ignore_errors=True)
    if os.path.exists(folder):
        subprocess.run(["chmod", "-R", "u+rwx", folder], stderr=subprocess.DEVNULL, check=False)
        shutil.rmtree(folder, ignore_errors=True)
