"""The test and the files that it needs, as one value that is named by its content."""

import hashlib
import os
import pathlib
import tempfile

# Bytes of all files together. What is larger is better installed on the workers.
LARGEST = 256 << 20


class TooLarge(Exception):
    """The files are more than can be sent to every worker."""


class Bundle:
    """Files below the folder that they have in common: the test finds the others where they are relative to it."""

    def __init__(self, test, files):
        """`test` is a path; `files` are paths of files and of folders, which stand for all that is below them."""
        test, named = os.path.realpath(test), [os.path.realpath(file) for file in files]
        base = os.path.commonpath([os.path.dirname(path) for path in [test, *named]])
        paths = sorted({path for root in [test, *named] for path in below(root)})
        size = sum(os.path.getsize(path) for path in paths)
        if size > LARGEST:
            raise TooLarge(
                f"the test and its files have {size >> 20} MB, and {LARGEST >> 20} MB is the most that is sent to workers: "
                "install large files there"
            )
        self.test = os.path.relpath(test, base)
        self.files = {os.path.relpath(path, base): content(path) for path in paths}
        digest = hashlib.sha256(self.test.encode())
        for name, (mode, data) in sorted(self.files.items()):
            digest.update(f"\0{name}\0{mode}\0{len(data)}\0".encode() + data)
        self.name = digest.hexdigest()[:32]

    def unpack(self, place):
        """Writes the files below this folder, unless they are there. The path of the test."""
        folder = pathlib.Path(place, self.name)
        if not folder.exists():
            os.makedirs(place, exist_ok=True)
            draft = pathlib.Path(tempfile.mkdtemp(dir=place))
            for name, (mode, data) in self.files.items():
                path = draft / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                path.chmod(mode)
            draft.chmod(0o755)
            draft.rename(folder)
        return str(folder / self.test)


def below(path):
    """The file itself, or the files below the folder."""
    if not os.path.isdir(path):
        return [path]
    return [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]


def content(path):
    with open(path, "rb") as file:
        return os.stat(path).st_mode & 0o777, file.read()
