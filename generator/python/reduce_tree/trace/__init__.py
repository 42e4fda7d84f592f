"""Records and replays the random choices of a generator: `python -m reduce_tree.trace gen.py ARGUMENTS`.

The protocol (the variables, the files, what replaying means) is described in PROTOCOL.md of reduce-tree's `generator/`.
"""

from sys import _getframe

_side = None


def part():
    """True, and a choice that a replay may turn to False: what it decides, `if part(): ...`, can be left out.

    For blocks that no choice of the generator decides, but that it could do without. Unless the run is recorded it is
    True and nothing else.
    """
    return _side is None or _side.draw_index(_getframe(1), 2, (False, True), lambda bound: 1) == 1
