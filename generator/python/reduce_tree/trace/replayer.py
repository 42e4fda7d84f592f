"""The replaying side: aligns the run with a trace (GReduce, Section 3.5 and 4.4) and records what really happens."""

import random

from .reader import Draw, Scope
from .recorder import UNITS, WIDEST, Recorder, index_line, key_of, label_of, labels_of

#: So far is looked ahead for a site within a part.
AHEAD = 1000
#: So many choices of a site that the trace does not hold are the least possible; those after them are pseudo-random.
LEAST_AT_FIRST = 8


class Infeasible(BaseException):
    """The run cannot be aligned with the trace. Generators catch `Exception`; this is none."""

    def __init__(self, line):
        super().__init__("infeasible alignment: line %d of the trace" % line)
        self.line = line


class Frame:
    """An open scope of the run. `scope` is what it is aligned with, or None; `items` what is left to be met."""

    __slots__ = ("site", "scope", "part", "items", "at", "line")

    def __init__(self, site, scope, items, line):
        self.site, self.scope, self.items, self.line = site, scope, items, line
        self.part, self.at = 0, 0


class Replayer(Recorder):
    """A recorder whose choices are those of a trace wherever that is possible."""

    replaying = True

    def __init__(self, path, folder, trace):
        """`trace` is a `reader.Trace`."""
        super().__init__(path, folder)
        self.mark = self.follow
        self.numbers = {place: number for place, (number, _) in trace.sites.items()}
        self.last_number = max(self.numbers.values(), default=0)
        self.whiles = {number for number, kind in trace.sites.values() if kind == "while"}
        self.calls = {number for number, kind in trace.sites.values() if kind == "call"}
        self.strict = trace.strategy == "halt"
        self.frames = [Frame(0, None, trace.root.items, 0)]
        self.fallback = random.Random(0)
        self.unmet = {}
        self.left = 10_000 + 3 * trace.draws
        self.given_up = None
        self.marks = {}
        #: Scopes of the trace that calls elsewhere have taken.
        self.moved = set()

    def follow(self, text):
        """Takes notice of a mark of the instrumented code. True, as what `write` gives."""
        self.write(text)
        if self.given_up is not None:
            raise self.given_up
        events = self.marks.get(text)
        if events is None:
            events = self.marks[text] = [event_of(line) for line in text.splitlines() if line[0] in "(+)"]
        for kind, site, arm in events:
            if kind == "(":
                self.enter(site)
            elif kind == "+":
                self.go_on(site, arm)
            else:
                self.leave(site)
        return True

    def infeasible(self, line):
        """An alignment failed at this line of the trace: ends a strict run."""
        if self.strict:
            self.give_up(line)

    def give_up(self, line):
        """Ends the run, even if the generator catches everything."""
        self.given_up = Infeasible(line)
        raise self.given_up

    def next_item(self, matches):
        """The next item of the open part for which this holds, or None; what comes before it is passed over."""
        frame = self.frames[-1]
        items, at = frame.items, frame.at
        if at < len(items) and matches(items[at]):
            frame.at = at + 1
            return items[at]
        self.infeasible(items[at].line if at < len(items) else frame.line)
        for ahead in range(at + 1, min(len(items), at + AHEAD)):
            if matches(items[ahead]):
                frame.at = ahead + 1
                return items[ahead]
        return None

    def enter(self, site):
        """A scope begins."""
        scope = self.next_item(lambda item: type(item) is Scope and item.site == site)
        if scope is None and site in self.calls:
            scope = self.moved_here(site)
        if scope is None:
            self.frames.append(Frame(site, None, (), self.frames[-1].line))
        else:
            self.frames.append(Frame(site, scope, scope.parts[0].items, scope.line))

    def moved_here(self, site):
        """The scope of a function that the innermost part with a counterpart in the trace still holds, however deep: where
        the run has taken another way, it may have come to this call by it. None if there is none."""
        frame = next(frame for frame in reversed(self.frames) if frame.scope is not None or frame is self.frames[0])
        waiting = list(reversed(frame.items[frame.at:frame.at + AHEAD]))
        for _ in range(AHEAD):
            if not waiting:
                return None
            item = waiting.pop()
            if type(item) is Scope:
                if item.site == site and id(item) not in self.moved:
                    self.moved.add(id(item))
                    return item
                waiting.extend(inner for part in reversed(item.parts) for inner in reversed(part.items))
        return None

    def close_to(self, site):
        """Closes what is open within the innermost scope of a site. That scope's frame, or None if there is none."""
        for depth in range(len(self.frames) - 1, 0, -1):
            if self.frames[depth].site == site:
                del self.frames[depth + 1:]
                self.all_met(self.frames[depth])
                return self.frames[depth]
        return None

    def all_met(self, frame):
        """A part is over: whatever is left of it in the trace was not met."""
        if frame.at < len(frame.items):
            self.infeasible(frame.items[frame.at].line)

    def go_on(self, site, arm):
        """The next iteration begins, or an arm."""
        frame = self.close_to(site)
        if frame is None or frame.scope is None:
            return
        parts = frame.scope.parts
        frame.part += 1
        frame.items, frame.at = (), 0
        if frame.part < len(parts) and parts[frame.part].arm == arm:
            frame.items, frame.line = parts[frame.part].items, parts[frame.part].line
            return
        self.infeasible(parts[min(frame.part, len(parts) - 1)].line)
        if site in self.whiles and len(parts) > 1:
            frame.items = parts[-1].items

    def leave(self, site):
        """A scope ends."""
        frame = self.close_to(site)
        if frame is None:
            return
        if frame.scope is not None and frame.part + 1 < len(frame.scope.parts):
            self.infeasible(frame.scope.parts[frame.part + 1].line)
        self.frames.pop()

    def finish(self):
        """The generator has come to its end."""
        del self.frames[1:]
        self.all_met(self.frames[0])

    def take(self, frame, kind):
        """The prefix of a draw's line, its site, and the draw that it is aligned with or None."""
        if self.given_up is not None:
            raise self.given_up
        prefix = self.prefixes.get(key_of(frame)) or self.prefix(frame)
        site = int(prefix[1:])
        item = self.next_item(lambda item: type(item) is Draw and item.site == site)
        if item is not None and item.kind != kind:
            self.infeasible(item.line)
            item = None
        self.left -= 1
        if self.left < 0:
            self.give_up(0)
        return prefix, site, item

    def is_least(self, site):
        """Whether a choice that the trace does not hold shall be the least."""
        count = self.unmet[site] = self.unmet.get(site, 0) + 1
        return count <= LEAST_AT_FIRST

    def draw_index(self, frame, bound, members, fresh):
        prefix, site, item = self.take(frame, "b" if bound > WIDEST else "i")
        if item is None:
            at = 0 if self.is_least(site) else self.fallback.randrange(bound)
        elif item.kind == "b":
            at = min(int(item.words or "0", 16), bound - 1)
        else:
            words = item.words.split(" ", 2)
            label = words[2] if len(words) > 2 else None
            at = place_of_member(members, int(words[0]), bound, label)
            if at is None:
                self.infeasible(item.line)
                at = min(int(words[0]), bound - 1)
        self.write(index_line(prefix, at, bound, members[at] if members is not None else None))
        return at

    def draw_number(self, frame, low, step, bound, fresh):
        return low + step * self.draw_index(frame, bound, range(low, low + step * bound, step), fresh)

    def draw_unit(self, frame, fresh):
        prefix, site, item = self.take(frame, "u")
        if item is not None:
            units = min(int(item.words), UNITS - 1)
        else:
            units = 0 if self.is_least(site) else self.fallback.randrange(UNITS)
        self.write("%su %d\n" % (prefix, units))
        return units / UNITS

    def draw_real(self, frame, low, high, fresh):
        prefix, site, item = self.take(frame, "r")
        if item is not None:
            value = float(item.words.split(" ", 1)[0])
            if not possible(value, low, high):
                self.infeasible(item.line)
                value = nearest(value, low, high)
        elif self.is_least(site):
            value = nearest(0.0, low, high)
        else:
            value = self.fallback.uniform(0.0 if low is None else low, 1.0 if high is None else high)
        self.write_real(prefix, value, low, high)
        return value

    def draw_bytes(self, frame, length, fresh):
        prefix, site, item = self.take(frame, "b")
        value = bytes.fromhex(item.words) if item is not None else b""
        if item is not None and len(value) != length:
            self.infeasible(item.line)
        if item is None and not self.is_least(site):
            value = self.fallback.randbytes(length)
        value = value[:length].ljust(length, b"\0")
        self.write("%sb %s\n" % (prefix, value.hex()))
        return value

    def draw_indices(self, frame, bound, count, distinct, members, fresh):
        prefix, site, item = self.take(frame, "D" if distinct else "I")
        wanted, possible_now = self.wanted_indices(site, item, bound, count, members)
        if distinct:
            value = distinct_near(wanted, bound)
        else:
            value = [min(at, bound - 1) for at in wanted]
        if item is not None and (not possible_now or value != wanted):
            self.infeasible(item.line)
        self.write_indices(prefix, bound, distinct, members, value)
        return value

    def wanted_indices(self, site, item, bound, count, members):
        """The places that the trace asks for, `count` of them, and whether it asked for so many of these members."""
        if item is None:
            if self.is_least(site):
                return [0] * count, True
            return [self.fallback.randrange(bound) for _ in range(count)], True
        numbers, _, label = item.words.partition(" : ")
        wanted = [int(word) for word in numbers.split()[1:]]
        possible_now = len(wanted) == count
        if label and members is not None and labels_of([members[at] for at in wanted if at < bound]) != label:
            import ast  # takes longer to load than most replays need

            places = [place_of_member(members, at, bound, repr(member)) for at, member in
                      zip(wanted, ast.literal_eval(label))]
            possible_now = possible_now and None not in places
            wanted = [at if place is None else place for at, place in zip(wanted, places)]
        return (wanted + [0] * count)[:count], possible_now

    def draw_reals(self, frame, low, high, count, fresh):
        prefix, _, item = self.take(frame, "R")
        recorded = [float(word) for word in item.words.split()[2:]] if item is not None else []
        value = ([nearest(number, low, high) for number in recorded] + [nearest(0.0, low, high)] * count)[:count]
        if item is not None and value != recorded:
            self.infeasible(item.line)
        self.write_reals(prefix, low, high, value)
        return value


def event_of(line):
    """A mark's line as its kind, its site and the arm or None."""
    site, _, arm = line[1:].partition(" ")
    return line[0], int(site), int(arm) if arm else None


def place_of_member(members, at, bound, label):
    """Where the member with this label is now, the place nearest to `at`; None if it is not there."""
    if label is None or members is None:
        return at if at < bound else None
    if at < bound and label_of(members[at]) == label:
        return at
    if isinstance(members, range):
        value = int(label)
        return members.index(value) if value in members else None
    places = [place for place in range(bound) if label_of(members[place]) == label]
    return min(places, key=lambda place: abs(place - at), default=None)


def distinct_near(wanted, bound):
    """Places of which no two are the same, each the wanted one or, if that is taken, the least that is free."""
    taken, value, free = set(), [], 0
    for at in wanted:
        if at in taken or at >= bound:
            while free in taken:
                free += 1
            at = free
        taken.add(at)
        value.append(at)
    return value


def possible(value, low, high):
    """Whether a number is within its bounds."""
    return (low is None or value >= low) and (high is None or value <= high)


def nearest(value, low, high):
    """The number within the bounds that is nearest to this one."""
    if low is not None and value < low:
        return float(low)
    if high is not None and value > high:
        return float(high)
    return value
