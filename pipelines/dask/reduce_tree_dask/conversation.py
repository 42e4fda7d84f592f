"""The protocol of test servers (servers/PROTOCOL.md): lines of JSON from and to the reducer."""

import base64
import json
import os
import sys
import threading

VERSION = 2


class Conversation:
    """Reads in a thread of its own, so that answers and questions do not wait for each other."""

    def __init__(self):
        self.answers = os.dup(1)
        # What anybody prints is for the log, and never taken for an answer.
        os.dup2(2, 1)

    def listen(self, loop, hear):
        """Has `hear` called in the loop with every message, and with None at the end."""
        threading.Thread(target=self.read, args=(loop, hear), name="questions", daemon=True).start()

    def read(self, loop, hear):
        inbox = []
        while data := os.read(0, 1 << 16):
            *lines, rest = data.split(b"\n")
            for line in lines:
                line = b"".join([*inbox, line])
                inbox = []
                if line.strip():
                    loop.call_soon_threadsafe(hear, json.loads(line))
            inbox.append(rest)
        loop.call_soon_threadsafe(hear, None)

    def say(self, message):
        line = json.dumps(message).encode() + b"\n"
        while line:
            line = line[os.write(self.answers, line) :]

    def hello(self, jobs):
        """Any number of candidates at once, as texts and folders; every one is tested by a fresh process on some worker."""
        takes = {"in_flight": max(1, jobs), "wants": "difference"}
        takes.update({"cancels": True, "times": True, "keeps_nothing": True})
        self.say({"hello": {"version": VERSION, **takes}})

    def status(self, text, waits):
        self.say({"status": {"text": text, "waits": waits}})

    def answer(self, number, verdict, **more):
        self.say({"id": number, "verdict": verdict, **more})


def text_of(test):
    """The bytes of a candidate."""
    return base64.b64decode(test["base64"]) if "base64" in test else test["text"].encode()


def fail(reason):
    """Ends the program with the reason as its last words."""
    print(f"reduce-tree-dask: {reason}", file=sys.stderr, flush=True)
    os._exit(2)
