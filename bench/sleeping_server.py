#!/usr/bin/env python3
"""A test server whose tests take a fixed time: a script decides, its verdict is remembered, and the rest is sleep.

    bench/sleeping_server.py SECONDS SCRIPT CACHE
    bench/sleeping_server.py steps SCRIPT CACHE

So the number of cores does not matter for how fast many tests at once are: only who waits for whom does. The script is
run for a text that CACHE, a folder, knows nothing of; that takes its own time before the sleep.

With `steps` no clock runs: all tests that have begun end together as soon as the reducer has nothing to do but to wait for
them, and CACHE/steps counts how often that was. This is how long a run takes, in tests, on a machine whose other work costs
nothing; the load of the machine does not matter.
"""

import base64
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

SCRIPT, CACHE = pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
STEPS = sys.argv[1] == "steps"
SECONDS = 0 if STEPS else float(sys.argv[1])
SAYING, RUNNING = threading.Lock(), threading.Semaphore(2)
NAME = "input"
CANCELLED = {}
READY = {}
HEARD = [0]
OWN = pathlib.Path("/proc/self/cmdline").read_bytes()


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
    if STEPS:
        READY[number] = said
        return
    if cancelled.wait(SECONDS):
        said = "cancelled"
    CANCELLED.pop(number, None)
    say({"id": number, "verdict": said})


def family():
    """The processes of the reducer: the one that has started this one's parent, and all below it but such servers."""
    parents, servers = {}, set()
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if (process / "cmdline").read_bytes() == OWN:
                servers.add(int(process.name))
        except (OSError, IndexError):
            pass
    top = parents.get(os.getppid(), os.getppid())
    found = {top}
    while True:
        more = {child for child, parent in parents.items() if parent in found and child not in servers} - found
        if not more:
            return found
        found |= more


def is_at_work(processes):
    for process in processes:
        try:
            for task in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{task}/stat", "rb") as file:
                    if file.read(256).rpartition(b") ")[2][:1] in b"RD":
                        return True
        except OSError:
            pass
    return False


def step():
    """Ends all tests together whenever the reducer only waits."""
    count = CACHE / "steps"
    steps = int(count.read_text()) if count.exists() else 0
    while True:
        quiet, heard = 0, HEARD[0]
        processes = family()
        while quiet < 5:
            time.sleep(0.004)
            quiet = 0 if is_at_work(processes) or heard != HEARD[0] else quiet + 1
            heard = HEARD[0]
        due = list(CANCELLED)
        # A verdict that has to be found out first takes no step.
        if not due or any(number not in READY for number in due):
            continue
        steps += 1
        count.write_text(str(steps))
        for number in due:
            # One that was given up meanwhile has its answer.
            if CANCELLED.pop(number, None):
                say({"id": number, "verdict": READY.pop(number)})
        time.sleep(0.002)


def main():
    global NAME
    if STEPS:
        threading.Thread(target=step, daemon=True).start()
    for line in sys.stdin:
        HEARD[0] += 1
        message = json.loads(line)
        if "hello" in message:
            NAME = message["hello"]["name"]
            hello = {"version": 1, "in_flight": message["hello"]["jobs"], "wants": "text", "cancels": True, "times": True}
            say({"hello": hello})
        elif "cancel" in message:
            number = message["cancel"]
            stop = CANCELLED.get(number)
            if stop and STEPS:
                # Its verdict is remembered, but not waited for.
                if CANCELLED.pop(number, None):
                    say({"id": number, "verdict": "cancelled"})
            elif stop:
                stop.set()
        elif "test" in message:
            test = message["test"]
            text = base64.b64decode(test["base64"]) if "base64" in test else test["text"].encode()
            stop = CANCELLED[test["id"]] = threading.Event()
            threading.Thread(target=answer, args=(test["id"], text, stop), daemon=True).start()


main()
