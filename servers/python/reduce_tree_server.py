"""A property test in Python that is started once: `reduce-tree --test-server 'python3 server.py' bug.js`.

    from reduce_tree_server import serve
    import mytool
    serve(lambda path: "TypeError" in mytool.check(open(path).read()))

The test is a function of the candidate's path. What it returns says whether the candidate is interesting; so does
`sys.exit(0)`. Any other exception, and the end of its process, mean that it is not.

Each candidate is tested in a forked child of this process: what has been imported by then is there at once, and whatever
the test does to modules, files that are open or the whole process is gone with the child. The child runs in the
candidate's folder, or in the candidate where that is a folder, in a session of its own, and is killed when its time is over
or its answer is not wanted any more.
The system has to have `fork`, and no threads may run when `serve` is called.
"""

import json
import os
import select
import signal
import sys
import tempfile
import time
import traceback

VERSION = 1
# Bytes of a test's output that are sent on: its end.
KEPT = 16 * 1024
# Seconds between two looks at the clock.
TICK = 0.05


def serve(test):
    """Answers until the input ends. `test` gets the path of each candidate."""
    answers = os.dup(1)
    # What anybody prints is for the log, and never taken for an answer.
    os.dup2(2, 1)
    questions, sys.stdin = os.dup(0), open(os.devnull, encoding="utf-8")
    os.dup2(sys.stdin.fileno(), 0)
    _Server(test, questions, answers).run()


class _Server:
    def __init__(self, test, questions, answers):
        self.test = test
        self.questions = questions
        self.answers = answers
        self.children = {}
        self.inbox = b""

    def run(self):
        while self._hear():
            self._look_after_children()
        for child in list(self.children.values()):
            child.end()

    def _say(self, message):
        line = json.dumps(message).encode() + b"\n"
        while line:
            line = line[os.write(self.answers, line):]

    def _hear(self):
        """Waits for messages or the end of a child. False: there are no more messages."""
        ends = {child.result: child for child in self.children.values()}
        timeout = TICK if self.children else None
        ready, _, _ = select.select([self.questions, *ends], [], [], timeout)
        for result in ready:
            if result in ends:
                self._answer(ends[result], None)
        if self.questions not in ready:
            return True
        data = os.read(self.questions, 1 << 16)
        *lines, self.inbox = (self.inbox + data).split(b"\n")
        for line in lines:
            if line.strip():
                self._take(json.loads(line))
        return bool(data)

    def _take(self, message):
        if "hello" in message:
            hello = {"version": VERSION, "in_flight": max(1, message["hello"]["jobs"]), "cancels": True, "times": True}
            self._say({"hello": hello})
        elif "test" in message:
            candidate = message["test"]
            self.children[candidate["id"]] = _Child(self.test, candidate, [self.questions, self.answers])
        elif message.get("cancel") in self.children:
            self._answer(self.children[message["cancel"]], "cancelled")

    def _look_after_children(self):
        for child in list(self.children.values()):
            if child.is_late():
                self._answer(child, "timed_out")

    def _answer(self, child, verdict):
        del self.children[child.id]
        found, output, seconds = child.end()
        self._say({"id": child.id, "verdict": verdict or found, "output": output, "seconds": seconds})


class _Child:
    """A candidate under test in a process of its own."""

    def __init__(self, test, candidate, private):
        self.id = candidate["id"]
        self.began = time.monotonic()
        self.last = self.began + candidate["timeout"]
        self.log = tempfile.TemporaryFile()
        self.result, writer = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            for file in [self.result, *private]:
                os.close(file)
            _work(test, candidate["path"], self.log, writer)
        os.close(writer)

    def is_late(self):
        return time.monotonic() >= self.last

    def end(self):
        """Ends it, if it has not ended. The verdict, the end of what it wrote, and the time that it took."""
        seconds = time.monotonic() - self.began
        said = os.read(self.result, 1) if select.select([self.result], [], [], 0)[0] else b""
        os.close(self.result)
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # It has not come to having a group.
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        self.log.seek(max(0, self.log.seek(0, os.SEEK_END) - KEPT))
        output = self.log.read().decode(errors="replace")
        self.log.close()
        return "interesting" if said == b"y" else "not", output, seconds


def _work(test, path, log, writer):
    """What a child does. Does not return."""
    answer = b"n"
    try:
        os.setsid()
        os.chdir(path if os.path.isdir(path) else os.path.dirname(path))
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
        answer = b"y" if test(path) else b"n"
    except SystemExit as end:
        answer = b"y" if end.code in (None, 0) else b"n"
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os.write(writer, answer)
            os._exit(0)
