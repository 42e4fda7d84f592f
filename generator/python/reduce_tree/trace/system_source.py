"""The choices of the system's own source, `os.urandom`, and of `secrets` where that reads it."""

import os
import sys
from sys import _getframe


def install(side):
    """Has reads of `os.urandom` recorded from here on."""
    original = os.urandom

    def urandom(size):
        if side.quiet:
            return original(size)
        return side.draw_bytes(_getframe(1), size, lambda: original(size))

    os.urandom = urandom
    # It holds on to what it imported; the next import takes the recorded ones.
    sys.modules.pop("secrets", None)


def follow_secrets(module):
    """`secrets` is imported: the one of its functions that passes by what is recorded is recorded, too."""
    original = module.randbelow
    module.randbelow = lambda exclusive_upper_bound: (
        module._sysrand.randrange(exclusive_upper_bound) if exclusive_upper_bound > 0
        else original(exclusive_upper_bound))  # says what is wrong
