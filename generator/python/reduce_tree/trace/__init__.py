"""Records and replays the random choices of a generator: `python -m reduce_tree.trace gen.py ARGUMENTS`.

The protocol (the variables, the files, what replaying means) is described in PROTOCOL.md of reduce-tree's `generator/`.
"""
