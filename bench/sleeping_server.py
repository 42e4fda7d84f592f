#!/usr/bin/env python3
"""A test server whose tests take a fixed time: a script decides, its verdict is remembered, and the rest is sleep.

    bench/sleeping_server.py SECONDS SCRIPT CACHE

So the number of cores does not matter for how fast many tests at once are: only who waits for whom does. The script is
run for a text that CACHE, a folder, knows nothing of; that takes its own time before the sleep.
"""

import base64
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

SECONDS, SCRIPT, CACHE = float(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
SAYING, RUNNING = threading.Lock(), threading.Semaphore(2)
NAME = "input"
CANCELLED = {}


def say(message):
    with SAYING:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def verdict(text):
    known = CACHE / hashlib.sha256(text).hexdigest()
    if known.exists():
        return known.read_text()
    with RUNNING, tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / NAME).write_bytes(text)
        command = ["bash", str(SCRIPT)] if SCRIPT.suffix == ".sh" else [str(SCRIPT)]
        ran = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    said = "interesting" if ran.returncode == 0 else "not"
    whole = known.with_suffix(f".{threading.get_ident()}")
    whole.write_text(said)
    whole.replace(known)
    return said


def answer(number, text, cancelled):
    said = verdict(text)
    if cancelled.wait(SECONDS):
        said = "cancelled"
    CANCELLED.pop(number, None)
    say({"id": number, "verdict": said})


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        NAME = message["hello"]["name"]
        hello = {"version": 1, "in_flight": message["hello"]["jobs"], "wants": "text", "cancels": True, "times": True}
        say({"hello": hello})
    elif "cancel" in message:
        if message["cancel"] in CANCELLED:
            CANCELLED[message["cancel"]].set()
    elif "test" in message:
        test = message["test"]
        text = base64.b64decode(test["base64"]) if "base64" in test else test["text"].encode()
        stop = CANCELLED[test["id"]] = threading.Event()
        threading.Thread(target=answer, args=(test["id"], text, stop), daemon=True).start()
