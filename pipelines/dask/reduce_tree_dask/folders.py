"""Folders as candidates: each is told by how it differs from one that is known already, to this program and to workers."""

import base64
import collections
import hashlib
import os
import threading

# So many folders that others are told by are kept on a worker.
KEPT = 4
FILE, EXECUTABLE, LINK = "file", "executable", "link"


class Difference:
    """A folder, told by the one that it is based on: entries that are other ones there, and paths that are not there."""

    def __init__(self, base, entries, gone):
        self.base, self.entries, self.gone = base, entries, gone
        # Some worker has said that it does not know the base.
        self.is_lacking = True

    def told(self):
        """What a worker is told. The first time the base goes with it; later only where that is lacking."""
        told = {"base": self.base.name, "entries": self.entries, "gone": self.gone}
        return {**told, "whole": self.base.entries} if self.is_lacking else told


class Base:
    """A folder that others are told by, named by its content."""

    def __init__(self, entries):
        """`entries` are kinds and contents, by path."""
        self.entries = entries
        digest = hashlib.sha256()
        for path, (kind, content) in sorted(entries.items()):
            digest.update(f"{path}\0{kind}\0{len(content)}\0".encode() + content)
        self.name = digest.hexdigest()[:32]
        self.was_sent = False


class Folders:
    """What the reducer tells of folders, in order."""

    def __init__(self):
        self.base = Base({})

    def candidate(self, told):
        """The difference that a `folder` of the protocol says."""
        entries, gone = {path: entry(file) for path, file in told["files"].items()}, told.get("gone", [])
        if told.get("base"):
            self.base = Base(entries)
            entries = {}
        base = Base({}) if told.get("anew") and not told.get("base") else self.base
        difference = Difference(base, entries, gone)
        difference.is_lacking, base.was_sent = not base.was_sent, True
        return difference


class Known:
    """The bases that a worker knows, the last ones."""

    def __init__(self):
        self.lock, self.bases = threading.Lock(), collections.OrderedDict()

    def entries(self, told):
        """All entries of a folder; none where its base is not known."""
        with self.lock:
            if "whole" in told:
                self.bases[told["base"]] = told["whole"]
            base = self.bases.get(told["base"])
            if base is None:
                return None
            self.bases.move_to_end(told["base"])
            while len(self.bases) > KEPT:
                self.bases.popitem(last=False)
        gone = set(told["gone"])
        return {**{path: file for path, file in base.items() if path not in gone}, **told["entries"]}


def entry(file):
    """The kind and the content of a file of the protocol."""
    if "link" in file:
        return LINK, os.fsencode(file["link"])
    content = base64.b64decode(file["base64"]) if "base64" in file else file["text"].encode()
    return EXECUTABLE if file.get("executable") else FILE, content


def write(root, entries):
    """Writes entries below a folder, which is made."""
    os.makedirs(root)
    for path, (kind, content) in entries.items():
        place = os.path.join(root, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if kind == LINK:
            os.symlink(os.fsdecode(content), place)
            continue
        with open(place, "wb") as file:
            file.write(content)
        os.chmod(place, 0o755 if kind == EXECUTABLE else 0o644)
