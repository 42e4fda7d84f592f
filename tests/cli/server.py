"""A test server for tests, by hand: interesting is what holds `bug`. Its first word says how it behaves otherwise."""

import base64
import json
import os
import sys
import threading
import time

HERE = os.environ["HERE"]
MANNER = sys.argv[1] if len(sys.argv) > 1 else "good"


def say(message):
    os.write(1, json.dumps(message).encode() + b"\n")


def log(line):
    with open(os.path.join(HERE, "log"), "a", encoding="utf-8") as file:
        file.write(f"{os.getpid()} {line}\n")


def text_of(test):
    if "base64" in test:
        return base64.b64decode(test["base64"])
    if "text" in test:
        return test["text"].encode()
    with open(test["path"], "rb") as file:
        return file.read()


def misbehave(test):
    """What a bad server does with a candidate that is not interesting."""
    if MANNER == "exits":
        sys.exit(3)
    elif MANNER == "exits_with_0":
        sys.exit(0)
    elif MANNER == "dies":
        os.kill(os.getpid(), 9)
    elif MANNER == "garbage":
        os.write(1, b"debug: seven\n")
    elif MANNER == "unknown":
        say({"id": test["id"] + 1, "verdict": "interesting"})
    elif MANNER == "floods":
        while True:
            os.write(1, b"x" * 100_000)
    elif MANNER == "closes":
        os.close(0)
        os.close(1)
        time.sleep(600)
    elif MANNER == "hangs":
        time.sleep(600)
    elif MANNER == "cancelled":
        say({"id": test["id"], "verdict": "cancelled"})
    elif MANNER == "devours":
        globals()["held"] = b"x" * (300 << 20)
        time.sleep(600)
    elif MANNER == "error":
        say({"id": test["id"], "verdict": "error", "output": "one\nthere is no compiler"})
    else:
        return False
    return True


cancelled = set()


def slowly(test):
    """Answers after a while, and what is not wanted any more by then not at all."""
    time.sleep(0.05)
    if test["id"] not in cancelled:
        say({"id": test["id"], "verdict": "interesting" if b"bug" in text_of(test) else "not"})


def main():
    log("starts")
    if MANNER == "mute":
        time.sleep(600)
    if MANNER == "gone":
        sys.exit("no such module")
    if MANNER == "chatty":
        os.write(1, b"Listening on port 80\n")
    tested = 0
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            log(json.dumps(message))
            hello = {"version": 3 if MANNER == "future" else 1}
            if MANNER == "text":
                hello["wants"] = "text"
            if MANNER == "deaf":
                hello.update(in_flight=4, cancels=True)
            say({"hello": hello})
        elif "cancel" in message:
            cancelled.add(message["cancel"])
        elif "test" in message:
            test = message["test"]
            if MANNER == "deaf":
                threading.Thread(target=slowly, args=[test], daemon=True).start()
                continue
            text = text_of(test)
            tested += 1
            log(f"tests {len(text)}")
            if MANNER == "weary" and tested > 2:
                sys.exit(1)
            if b"bug" in text or not misbehave(test):
                say({"id": test["id"], "verdict": "interesting" if b"bug" in text else "not", "output": "looked"})


main()
