"""Tests within bubblewrap, on the workers."""

WALLS = "bwrap --die-with-parent --unshare-net --unshare-ipc --unshare-pid --cap-drop ALL --ro-bind / / --dev /dev --proc /proc"


def none(folder, place):
    """The words before the command of a test that runs as it is."""
    return []


def bubblewrap(folder, place):
    """The same for one that can write in its folder and in a /tmp of its own only, and has no network."""
    mounts = ["--tmpfs", "/tmp", "--ro-bind", place, place, "--bind", folder, folder, "--chdir", folder]
    return [*WALLS.split(), *mounts, "--"]
