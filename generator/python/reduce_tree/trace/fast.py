"""The recording of `random`'s commonest choices, as one function each: what a run that is recorded takes longer by."""

from sys import _getframe

from .recorder import KEPT_LINES, LONGEST_LABEL, PLAIN, UNITS, WIDEST, WITHIN, index_line, key_of

#: So many lines are kept ready for a site.
KEPT_AT_SITE = 1 << 14
#: The label of a text that is shorter is written, whatever its characters are: of one, ten at most.
SHORT = LONGEST_LABEL // 10 - 2


def methods(side, raw_bits, raw_random, original_randint, in_steps):
    """The methods `choice`, `randint`, `randrange` and `random` for a recorder. What is drawn is what the original methods
    draw from `raw_bits` and `raw_random`. `in_steps` draws from any range."""
    write, prefixes = side.write, side.prefixes
    #: The lines so far, by the type of the member or number: 1, 1.0 and True are the same as keys.
    of_type = {kind: {} for kind in PLAIN}
    of_others, of_numbers = {}, {}
    lines_of = of_type.get

    within = WITHIN

    def kept(lines, key, frame, at, bound, member):
        line = index_line(side.prefix(frame), at, bound, member)
        if len(lines) >= KEPT_LINES:
            lines.clear()
        lines[key] = line
        return line

    def choice(self, seq):
        bound = len(seq)
        if not bound:
            raise IndexError("Cannot choose from an empty sequence")
        bits = bound.bit_length()
        at = raw_bits(self, bits)
        while at >= bound:
            at = raw_bits(self, bits)
        member = seq[at]
        frame = _getframe(1)
        lines = lines_of(member.__class__)
        if lines is None:
            label, lines = None, of_others
        else:
            label = member
        key = (id(frame.f_code) + frame.f_lasti if within else key_of(frame), at, bound, label)
        write(lines.get(key) or kept(lines, key, frame, at, bound, label))
        return member

    def number(self, frame, low, bound):
        """One of `bound` integers from `low` on."""
        bits = bound.bit_length()
        at = raw_bits(self, bits)
        while at >= bound:
            at = raw_bits(self, bits)
        key = (id(frame.f_code) + frame.f_lasti if within else key_of(frame), at, low, bound)
        write(of_numbers.get(key) or kept(of_numbers, key, frame, at, bound, low + at))
        return low + at

    def randint(self, a, b):
        if a.__class__ is not int or b.__class__ is not int or b < a:
            return original_randint(self, a, b)  # calls `randrange`
        return number(self, _getframe(1), a, b - a + 1)

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            start, stop = 0, start
        if step != 1 or start.__class__ is not int or stop.__class__ is not int or stop <= start:
            return in_steps(self, _getframe(1), start, stop, step)
        return number(self, _getframe(1), start, stop - start)

    def random(self):
        if side.quiet:
            return raw_random(self)
        value = raw_random(self)
        frame = _getframe(1)
        prefix = prefixes.get(id(frame.f_code) + frame.f_lasti if within else key_of(frame)) or side.prefix(frame)
        write(f"{prefix}u {int(value * UNITS)}\n")
        return value

    return {"choice": choice, "randint": randint, "randrange": randrange, "random": random}


def function_at(side, name, site, number, hidden):
    """The function `choice`, `randint`, `randrange` or `random` for one site of the generator's program. `hidden` is what it
    draws from."""
    write, prefix = side.write, "?%d " % number
    of_unit, of_index = prefix + "u ", prefix + "i "
    raw_bits, raw_random = hidden._raw_bits, hidden._raw_random
    # By the place that was drawn: the member or the least of the range, the number of members, the line.
    lines, none = {}, (object(), 0, "")
    last = lines.get

    def keep(at, what, bound, member):
        if len(lines) >= KEPT_AT_SITE:
            lines.clear()
        kind = member.__class__
        if (kind is int or kind is str and len(member) < SHORT) and bound <= WIDEST:
            line = f"{of_index}{at} {bound} {member!r}\n"
        else:
            line = index_line(prefix, at, bound, member)
        lines[at] = (what, bound, line)
        return line

    def choice(seq):
        bound = len(seq)
        if not bound:
            raise IndexError("Cannot choose from an empty sequence")
        bits = bound.bit_length()
        at = raw_bits(bits)
        while at >= bound:
            at = raw_bits(bits)
        member = seq[at]
        known, length, line = last(at, none)
        write(line if known is member and length == bound else keep(at, member, bound, member))
        return member

    def randint(a, b):
        if a.__class__ is not int or b.__class__ is not int or b < a:
            return hidden._randint(site, a, b)
        bound = b - a + 1
        bits = bound.bit_length()
        at = raw_bits(bits)
        while at >= bound:
            at = raw_bits(bits)
        known, length, line = last(at, none)
        number = a + at
        write(line if length == bound and known == a else keep(at, a, bound, number))
        return number

    def randrange(start, stop=None, step=1):
        if stop is None and start.__class__ is int and start > 0 and step == 1:
            bits = start.bit_length()
            at = raw_bits(bits)
            while at >= start:
                at = raw_bits(bits)
            known, length, line = last(at, none)
            write(line if length == start else keep(at, 0, start, at))
            return at
        return hidden._randrange(site, start, stop, step)

    def random():
        value = raw_random()
        write(f"{of_unit}{int(value * UNITS)}\n")
        return value

    return {"choice": choice, "randint": randint, "randrange": randrange, "random": random}[name]
