"""A test server for tests that is told of folders by their differences: it writes each and has `test.sh` say."""

import base64
import json
import os
import subprocess
import sys
import tempfile

HERE = os.environ["HERE"]


def say(message):
    os.write(1, json.dumps(message).encode() + b"\n")


def write(place, file):
    os.makedirs(os.path.dirname(place), exist_ok=True)
    if "link" in file:
        return os.symlink(file["link"], place)
    content = base64.b64decode(file["base64"]) if "base64" in file else file["text"].encode()
    with open(place, "wb") as out:
        out.write(content)
    os.chmod(place, 0o755 if file["executable"] else 0o644)


def main():
    base = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            assert message["hello"]["is_folder"] and message["hello"]["name"] == "p"
            say({"hello": {"version": 2, "wants": sys.argv[1]}})
        elif "test" in message:
            told = message["test"]["folder"]
            kept = {} if told["anew"] else {path: file for path, file in base.items() if path not in told.get("gone", [])}
            files = {**kept, **told["files"]}
            base = files if told["base"] else base
            with open(os.path.join(HERE, "log"), "a", encoding="utf-8") as log:
                log.write(f"{len(told['files'])} {len(files)}\n")
            with tempfile.TemporaryDirectory() as folder:
                root = os.path.join(folder, "p")
                os.mkdir(root)
                for path, file in files.items():
                    write(os.path.join(root, path), file)
                status = subprocess.call(["sh", os.path.join(HERE, "test.sh")], cwd=root)
            say({"id": message["test"]["id"], "verdict": "not" if status else "interesting"})


main()
