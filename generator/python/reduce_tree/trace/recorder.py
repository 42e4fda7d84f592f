"""The recording side: writes every choice, and where it was made, as the generator runs."""

import os
import sys

from .reader import HEADER, VERSION

#: Types whose values are told from others by what they look like, in another process, too.
PLAIN = frozenset((str, int, float, bool, bytes))
#: A label that is longer is not written.
LONGEST_LABEL = 200
#: From here on an integer is written as bytes.
WIDEST = 1 << 64
#: Where this package is: in another folder in every run of `reduce-generator`.
OWN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
#: `random()` gives multiples of 1/UNITS.
UNITS = 1 << 53
#: So many lines are kept ready: to format one takes longer than most choices.
KEPT_LINES = 1 << 16
#: From this version on the instructions lie within the code object, so that its address and theirs make a key.
WITHIN = sys.version_info >= (3, 11)


def key_of(frame):
    """What tells where a frame is now from every other place in a program."""
    return id(frame.f_code) + frame.f_lasti if WITHIN else (id(frame.f_code) << 24) + frame.f_lasti


def label_of(value):
    """What tells this value from others, as text in one line; None if nothing does."""
    if type(value) not in PLAIN:
        return None
    label = repr(value)
    return label if len(label) <= LONGEST_LABEL else None


def labels_of(values):
    """The label of several values together."""
    if not all(type(value) in PLAIN for value in values):
        return None
    label = repr(list(values))
    return label if len(label) <= LONGEST_LABEL else None


class Recorder:
    """Writes a trace. The methods that are called `draw_...` make a choice; `fresh` makes it as the generator would."""

    replaying = False

    def __init__(self, path, folder):
        """A recorder that writes to `path`; `folder` is where the generator's own modules are."""
        self.file = open(path, "w", encoding="utf-8", errors="surrogateescape", newline="\n", buffering=1 << 16)
        self.write = self.file.write
        #: Writes what the instrumented code says of itself. In a replay it follows the trace, too.
        self.mark = self.write
        self.folder = os.path.join(os.path.abspath(folder), "")
        #: True while an original function draws for us.
        self.quiet = False
        #: The beginning of a draw's line, by code object and instruction.
        self.prefixes = {}
        #: The lines of the draws of indices and numbers so far.
        self.lines = {}
        self.numbers = {}
        self.last_number = 0
        self.codes = []
        self.write("%s %d\n" % (HEADER, VERSION))

    def declare(self, kind, names, place):
        """The number of the site at this place, which is declared. A place has one site."""
        place = place.replace("\n", " ")
        number = self.numbers.get(place)
        if number is None:
            self.last_number += 1
            number = self.numbers[place] = self.last_number
        self.write(":%d %s %s %s\n" % (number, kind, ",".join(names) or "-", place))
        return number

    def place_of(self, filename):
        """A file's name as it is in every run."""
        path = os.path.abspath(filename)
        if path.startswith(self.folder):
            return path[len(self.folder):]
        if path.startswith(OWN):
            return "reduce_tree/" + path[len(OWN):]
        for installed in ("site-packages", "lib"):
            _, found, rest = path.rpartition(os.sep + installed + os.sep)
            if found:
                return rest
        return path

    def prefix(self, frame):
        """The beginning of the line of a draw that this frame makes now."""
        key = key_of(frame)
        found = self.prefixes.get(key)
        if found is None:
            code = frame.f_code
            # As long as the code lives no other has its identity.
            self.codes.append(code)
            place = "%s:%d:%d" % (self.place_of(code.co_filename), frame.f_lineno, frame.f_lasti)
            found = self.prefixes[key] = "?%d " % self.declare("draw", (), place)
        return found

    def draw_index(self, frame, bound, members, fresh):
        """The place of a member among `bound` ones. `members` may be None."""
        at = fresh(bound)
        member = members[at] if members is not None else None
        if type(member) not in PLAIN:
            member = None
        key = (id(frame.f_code) + frame.f_lasti if WITHIN else key_of(frame), at, bound, type(member), member)
        line = self.lines.get(key)
        if line is None:
            line = self.keep(key, index_line(self.prefix(frame), at, bound, member))
        self.write(line)
        return at

    def draw_number(self, frame, low, step, bound, fresh):
        """One of the `bound` integers from `low` on that are `step` apart."""
        at = fresh(bound)
        number = low + at * step
        key = (id(frame.f_code) + frame.f_lasti if WITHIN else key_of(frame), at, bound, number)
        line = self.lines.get(key)
        if line is None:
            line = self.keep(key, index_line(self.prefix(frame), at, bound, number))
        self.write(line)
        return number

    def keep(self, key, line):
        """Keeps a line ready."""
        if len(self.lines) >= KEPT_LINES:
            self.lines.clear()
        self.lines[key] = line
        return line

    def draw_unit(self, frame, fresh):
        """A real number from 0 up to 1, as `random()` gives it."""
        value = fresh()
        prefix = self.prefixes.get(id(frame.f_code) + frame.f_lasti if WITHIN else key_of(frame)) or self.prefix(frame)
        self.write(prefix + "u " + str(int(value * UNITS)) + "\n")
        return value

    def draw_real(self, frame, low, high, fresh):
        """A real number between two bounds, either of which may be None."""
        value = fresh()
        self.write_real(self.prefix(frame), value, low, high)
        return value

    def write_real(self, prefix, value, low, high):
        """Writes the draw of a real number."""
        self.write(f"{prefix}r {float(value)!r} {bound_text(low)} {bound_text(high)}\n")

    def draw_bytes(self, frame, length, fresh):
        """So many bytes."""
        value = fresh()
        self.write("%sb %s\n" % (self.prefix(frame), value.hex()))
        return value

    def draw_indices(self, frame, bound, count, distinct, members, fresh):
        """So many places among `bound` members, as a list; if `distinct`, no two of them the same."""
        value = fresh()
        self.write_indices(self.prefix(frame), bound, distinct, members, value)
        return value

    def write_indices(self, prefix, bound, distinct, members, value):
        """Writes the draw of several places."""
        label = None
        if distinct and members is not None and len(value) <= 16:
            label = labels_of([members[at] for at in value])
        end = " : " + label if label is not None else ""
        numbers = "".join(" %d" % at for at in value)
        self.write("%s%s %d%s%s\n" % (prefix, "D" if distinct else "I", bound, numbers, end))

    def draw_reals(self, frame, low, high, count, fresh):
        """So many real numbers, as a list."""
        value = fresh()
        self.write_reals(self.prefix(frame), low, high, value)
        return value

    def write_reals(self, prefix, low, high, value):
        """Writes the draw of several real numbers."""
        numbers = "".join(" %r" % float(number) for number in value)
        self.write("%sR %s %s%s\n" % (prefix, bound_text(low), bound_text(high), numbers))

    def originally(self, function, *arguments, **named):
        """Calls an original function, whose own draws are no choices of the generator."""
        self.quiet = True
        try:
            return function(*arguments, **named)
        finally:
            self.quiet = False

    def end(self, line="."):
        """The run is over."""
        self.file.write(line + "\n")
        self.file.flush()
        # What runs at the very end, say handlers of `atexit`, goes on writing; that is not part of the trace.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.file.fileno())
        os.close(nowhere)


def index_line(prefix, at, bound, member):
    """The line of the draw of a place, at which this member is; None is a member without a label."""
    if bound > WIDEST:
        return "%sb %s\n" % (prefix, at.to_bytes((bound.bit_length() + 7) // 8, "big").hex())
    label = label_of(member)
    return "%si %d %d%s\n" % (prefix, at, bound, "" if label is None else " " + label)


def bound_text(bound):
    """A bound of a real number as it is written."""
    return "-" if bound is None else repr(bound)
