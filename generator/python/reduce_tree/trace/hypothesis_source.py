"""The choices of Hypothesis' strategies: while a generator is recorded, `strategy.example()` draws by way of the recorder.

Hypothesis' own engine draws from sources that no seed of the generator decides, keeps what it has seen and mutates it. So
an example is made here from one sequence of its primitive choices, by a provider as its alternative backends have.
"""

import math
import random
from sys import _getframe

#: So often a strategy may reject what was drawn, as with `assume` and `filter`.
MOST_TRIES = 100
#: Sequences have about so many members, unless they have to have more.
USUAL_SIZE = 8
#: Integers without bounds have one of these widths.
WIDTHS = (4, 8, 16, 32, 64, 128)


def install(side):
    """Has examples of Hypothesis' strategies recorded, if it is a version with providers and spans."""
    try:
        from hypothesis.control import BuildContext
        from hypothesis.errors import StopTest, UnsatisfiedAssumption
        from hypothesis.internal.conjecture.data import ConjectureData
        from hypothesis.internal.conjecture.providers import PrimitiveProvider
        from hypothesis.internal.conjecture.utils import ONE_FROM_MANY_LABEL
        from hypothesis.strategies import SearchStrategy
    except ImportError:
        return
    provider = provider_class(side, PrimitiveProvider, ONE_FROM_MANY_LABEL)

    class Data(ConjectureData):
        """What strategies draw from, which tells the provider whose span begins."""

        def draw(self, strategy, *arguments, **named):
            self.provider.drawn = name_of(strategy)
            return super().draw(strategy, *arguments, **named)

    def example(self):
        """An example of the strategy."""
        for _ in range(MOST_TRIES):
            data = Data(random=None, provider=provider)
            with BuildContext(data, is_final=False, wrapped_test=example):
                try:
                    return data.draw(self)
                except (StopTest, UnsatisfiedAssumption):
                    pass
        raise ValueError("the strategy rejects whatever is drawn: %r" % self)

    SearchStrategy.example = example


def name_of(strategy):
    """What a strategy is, in every run: labels of Hypothesis are not the same."""
    functions = (getattr(strategy, name, None) for name in ("definition", "target", "function"))
    names = [getattr(function, "__qualname__", "") for function in functions]
    return " ".join([type(strategy).__name__] + [name for name in names if name])


def provider_class(side, base, one_from_many):
    """The class of what gives a strategy its primitive choices."""
    numbers = {}

    def below(bound):
        return random._inst._randbelow(bound)

    def index(frame, bound, fresh=below):
        return side.draw_index(frame, bound, None, fresh)

    def site(kind, label):
        key = (kind, label)
        if key not in numbers:
            numbers[key] = side.declare(kind, (), "hypothesis:%s:%s" % (label, kind))
        return numbers[key]

    def size(frame, least, most):
        """How long a sequence is."""
        room = int(min(most - least, 10 * USUAL_SIZE))
        usual = min(room, 2 * USUAL_SIZE)
        return least + index(frame, room + 1, lambda bound: below(usual + 1)) if room > 0 else least

    class Provider(base):
        """Primitive choices, from what is recorded or replayed."""

        lifetime = "test_case"

        def __init__(self, data):
            super().__init__(data)
            #: The open spans: their sites, and for each whether the members of a sequence are being drawn in it.
            self.spans = []
            #: Whose span begins next, if it is a strategy's.
            self.drawn = None

        def span_start(self, label):
            if label == one_from_many:
                number = site("while", label)
                if not self.spans or self.spans[-1][0] != number:
                    side.mark("(%d\n" % number)
                    self.spans.append((number, True))
                side.mark("+%d\n" % number)
                self.spans.append((None, False))
                return
            number, self.drawn = site("call", self.drawn or label), None
            side.mark("(%d\n" % number)
            self.spans.append((number, False))

        def span_end(self, discard):
            while self.spans:
                number, is_sequence = self.spans.pop()
                if number is not None:
                    side.mark(")%d\n" % number)
                if not is_sequence:
                    break

        def draw_boolean(self, p=0.5):
            if p <= 0 or p >= 1:
                return p >= 1
            return bool(index(_getframe(), 2, lambda bound: int(random._inst._raw_random() < p)))

        def draw_integer(self, min_value=None, max_value=None, *, weights=None, shrink_towards=0):
            if min_value is None or max_value is None:
                width = WIDTHS[index(_getframe(), len(WIDTHS))]
                distance = index(_getframe(), 1 << width)
                if min_value is not None:
                    return max(min_value, shrink_towards) + distance
                if max_value is not None:
                    return min(max_value, shrink_towards) - distance
                return shrink_towards - distance if index(_getframe(), 2) else shrink_towards + distance
            # The nearest to where it shrinks is the least: upwards first, then what lies below.
            least = min(max(shrink_towards, min_value), max_value)
            at = index(_getframe(), max_value - min_value + 1)
            return least + at if least + at <= max_value else max_value - at

        def draw_float(self, *, min_value=-math.inf, max_value=math.inf, allow_nan=True, smallest_nonzero_magnitude):
            if min_value == max_value:
                return min_value
            low, high = max(min_value, -1e6), min(max_value, 1e6)
            if low > high:
                low, high = min_value, max_value
            low, high = max(low, -1.7e308), min(high, 1.7e308)
            value = side.draw_real(_getframe(), low, high, lambda: low + (high - low) * random._inst._raw_random())
            if 0 < abs(value) < smallest_nonzero_magnitude:
                return 0.0 if min_value <= 0 <= max_value else math.copysign(smallest_nonzero_magnitude, value)
            return value

        def draw_string(self, intervals, *, min_size=0, max_size=1 << 40):
            if not len(intervals):
                return ""
            number = site("for", "characters")
            side.mark("(%d\n" % number)
            characters = []
            for _ in range(size(_getframe(), min_size, max_size)):
                side.mark("+%d\n" % number)
                at = index(_getframe(), len(intervals), lambda bound: below(min(bound, 128)))
                character = intervals.char_in_shrink_order(at)
                characters.append(character if isinstance(character, str) else chr(character))
            side.mark(")%d\n" % number)
            return "".join(characters)

        def draw_bytes(self, min_size=0, max_size=1 << 40):
            length = size(_getframe(), min_size, max_size)
            return side.draw_bytes(_getframe(), length, lambda: random._inst._raw_bytes(length))

    return Provider
