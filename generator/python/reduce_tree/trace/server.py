"""Replays one trace after the other, each in a forked child of a process that has the generator's code and modules ready.

It speaks the protocol of test servers (PROTOCOL.md of reduce-tree's `servers/`). What it is asked about is the path of the
file to generate: beside that is the trace, `followed`, and there go the trace of the replay, `recorded`, and what the
generator writes, `output` and `errors`. An answer says how the generator ended: `exit N` or `signal N`.
"""

import ast
import base64
import gc
import importlib
import json
import os
import resource
import signal
import sys
import time

VERSION = 1
#: Bytes that a generator may write to one file.
LARGEST = 256 << 20
#: The word that stands for the path of the generated file.
PLACE = "@@"
#: They write to the standard output, or open a window, when they are imported.
NOT_BEFORE = {"antigravity", "this", "turtle"}


def serve(source, folder, followed):
    """Comes back once for each trace, in a process of its own that is set up to follow it. `source` is the generator's;
    `folder` where its own modules are. Modules that are `followed` are not imported beforehand."""
    questions, answers, nothing = os.dup(0), os.dup(1), os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    for name in modules_of(source, folder):
        if name not in followed:
            try:
                importlib.import_module(name)
            except Exception:
                pass  # The generator will find out.
    gc.collect()
    gc.freeze()
    # The end of a child is waited for together with the end of its time.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    for message in messages(questions):
        if "hello" in message:
            say(answers, {"hello": {"version": VERSION, "wants": "text", "times": True}})
        elif "test" in message:
            question = message["test"]
            place = question["text"] if "text" in question else os.fsdecode(base64.b64decode(question["base64"]))
            child = os.fork()
            if child == 0:
                for file in (questions, answers, nothing):
                    os.close(file)
                become(place)
                return
            say(answers, {"id": question["id"], **end_of(child, question["timeout"])})
    sys.exit(0)


def messages(questions):
    """What comes in, line by line."""
    inbox = b""
    while True:
        data = os.read(questions, 1 << 16)
        if not data:
            return
        *lines, inbox = (inbox + data).split(b"\n")
        yield from map(json.loads, lines)


def modules_of(source, folder):
    """The modules of Python's own library that a script imports for itself."""
    known = getattr(sys, "stdlib_module_names", frozenset()) - NOT_BEFORE
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return []
    names = [alias.name for node in body if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in body if isinstance(node, ast.ImportFrom) and node.module and not node.level]
    own = set(os.listdir(folder))
    return [name for name in names if name.split(".")[0] in known and not {name.split(".")[0], name.split(".")[0] + ".py"} & own]


def say(answers, message):
    """Sends a line."""
    line = json.dumps(message).encode() + b"\n"
    while line:
        line = line[os.write(answers, line):]


def become(place):
    """Makes this process one that generates the file at this place."""
    os.setsid()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    folder = os.path.dirname(place)
    for number, name in ((1, "output"), (2, "errors")):
        file = os.open(os.path.join(folder, name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        os.dup2(file, number)
        os.close(file)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    os.environ["REDUCE_TREE_RECORD"] = os.path.join(folder, "recorded")
    os.environ["REDUCE_TREE_REPLAY"] = os.path.join(folder, "followed")
    sys.argv = [word.replace(PLACE, place) for word in sys.argv]


def end_of(child, limit):
    """Waits for a child, which is ended when its time is over, with all that it has started. What to answer."""
    deadline = time.monotonic() + limit
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        left = deadline - time.monotonic()
        if ended or left <= 0:
            break
        signal.sigtimedwait([signal.SIGCHLD], left)
    # Before it has a group of its own it is only itself.
    for end in [os.killpg] if ended else [os.killpg, os.kill]:
        try:
            end(child, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # There is nothing left.
    if not ended:
        os.waitpid(child, 0)
        return {"verdict": "timed_out"}
    how = "signal %d" % os.WTERMSIG(status) if os.WIFSIGNALED(status) else "exit %d" % os.WEXITSTATUS(status)
    return {"verdict": "interesting", "output": how}
