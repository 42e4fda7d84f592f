"""The choices of `random`: its functions, its `Random` and `SystemRandom`, with what `secrets` makes of them."""

import _random
import random
import sys
from sys import _getframe

from .recorder import key_of

#: The recorder, from `install` on.
side = None

Original, OriginalSystem = random.Random, random.SystemRandom

#: Distributions whose result is recorded as a real number.
REALS = ("betavariate", "expovariate", "gammavariate", "gauss", "lognormvariate", "normalvariate", "paretovariate",
         "triangular", "vonmisesvariate", "weibullvariate")
#: The names of `random` that are methods of its one hidden instance.
HIDDEN = ("betavariate", "binomialvariate", "choice", "choices", "expovariate", "gammavariate", "gauss", "getrandbits",
          "getstate", "lognormvariate", "normalvariate", "paretovariate", "randbytes", "randint", "random", "randrange",
          "sample", "seed", "setstate", "shuffle", "triangular", "uniform", "vonmisesvariate", "weibullvariate")


class Traced:
    """Choices that are recorded. What is drawn is what the original methods draw from the same state."""

    def _randbelow(self, bound):
        """As the original, out of bits that are not recorded."""
        bits = bound.bit_length()
        value = self._raw_bits(bits)
        while value >= bound:
            value = self._raw_bits(bits)
        return value

    def random(self):
        if side.quiet:
            return self._raw_random()
        return self._random(_getframe(1))

    def _random(self, frame):
        return side.draw_unit(frame, self._raw_random)

    def getrandbits(self, k):
        if side.quiet or k <= 0:
            return self._raw_bits(k)
        return side.draw_index(_getframe(1), 1 << k, None, lambda bound: self._raw_bits(k))

    def choice(self, seq):
        return self._choice(_getframe(1), seq)

    def _choice(self, frame, seq):
        bound = len(seq)
        if not bound:
            raise IndexError("Cannot choose from an empty sequence")
        return seq[side.draw_index(frame, bound, seq, self._randbelow)]

    def randint(self, a, b):
        return self._randint(_getframe(1), a, b)

    def _randint(self, frame, a, b):
        if type(a) is not int or type(b) is not int or b < a:
            return Original.randint(self, a, b)  # calls `randrange`
        return side.draw_number(frame, a, 1, b - a + 1, self._randbelow)

    def randrange(self, start, stop=None, step=1):
        return self._randrange(_getframe(1), start, stop, step)

    def _randrange(self, frame, start, stop=None, step=1):
        try:
            numbers = range(start) if stop is None else range(start, stop, step)
            bound = (numbers[-1] - numbers.start) // numbers.step + 1
        except (IndexError, TypeError, ValueError):
            return side.originally(Original.randrange, self, start, stop, step)  # says what is wrong
        return side.draw_number(frame, numbers.start, numbers.step, bound, self._randbelow)

    def uniform(self, a, b):
        low, high = (a, b) if a <= b else (b, a)
        return side.draw_real(_getframe(1), low, high, lambda: a + (b - a) * self._raw_random())

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        bound = len(population)

        def fresh():
            return side.originally(Original.choices, self, range(bound), weights, cum_weights=cum_weights, k=k)

        if not bound:
            return fresh()
        indices = side.draw_indices(_getframe(1), bound, k, False, population, fresh)
        return [population[at] for at in indices]

    def sample(self, population, k, *, counts=None):
        if counts is not None:
            # As the original: the members of the population by how often each is there.
            population = [member for member, count in zip(population, counts) for _ in range(count)]
        elif isinstance(population, (set, frozenset)) and sys.version_info < (3, 11):
            population = tuple(population)
        bound = len(population)
        if not hasattr(population, "__getitem__") or not 0 <= k <= bound:
            return side.originally(Original.sample, self, population, k)  # says what is wrong

        def fresh():
            return side.originally(Original.sample, self, range(bound), k)

        return [population[at] for at in side.draw_indices(_getframe(1), bound, k, True, population, fresh)]

    def shuffle(self, x):
        before = list(x)

        def fresh():
            places = list(range(len(before)))
            side.originally(Original.shuffle, self, places)
            return places

        order = side.draw_indices(_getframe(1), len(before), len(before), True, before, fresh)
        for at, place in enumerate(order):
            x[at] = before[place]

    def randbytes(self, n):
        return side.draw_bytes(_getframe(1), n, lambda: self._raw_bytes(n))

    def binomialvariate(self, n=1, p=0.5):
        def fresh(_):
            return side.originally(Original.binomialvariate, self, n, p)

        return side.draw_index(_getframe(1), n + 1, None, fresh)


def traced_real(name):
    """The method of this name, recorded as a real number."""
    original = getattr(Original, name)

    def method(self, *arguments, **named):
        if side.quiet:
            return original(self, *arguments, **named)
        return side.draw_real(_getframe(1), None, None, lambda: side.originally(original, self, *arguments, **named))

    method.__name__ = name
    return method


for each in REALS:
    setattr(Traced, each, traced_real(each))


class TracedRandom(Traced, Original):
    """`random.Random`, recorded."""

    _raw_random = _random.Random.random
    _raw_bits = _random.Random.getrandbits

    def _raw_bytes(self, n):
        return self._raw_bits(n * 8).to_bytes(n, "little")

    def seed(self, a=None, version=2):
        # A replay is the same every time, even if the generator wants no seed.
        Original.seed(self, 0 if a is None and side.replaying else a, version)


class TracedSystemRandom(Traced, OriginalSystem):
    """`random.SystemRandom`, recorded."""

    _raw_random = OriginalSystem.random
    _raw_bits = OriginalSystem.getrandbits
    _raw_bytes = OriginalSystem.randbytes


def install(recorder):
    """Has every choice of `random` from here on recorded."""
    global side
    side = recorder
    hidden = TracedRandom(0)
    if not recorder.replaying:
        from .fast import methods

        for kind in (TracedRandom, TracedSystemRandom):
            fast = methods(recorder, kind._raw_bits, kind._raw_random, Original.randint, Traced._randrange)
            for name, method in fast.items():
                setattr(kind, name, method)
        hidden.setstate(random._inst.getstate())
    random._inst = hidden
    for name in HIDDEN:
        if hasattr(random, name):
            setattr(random, name, getattr(hidden, name))
    random.Random, random.SystemRandom = TracedRandom, TracedSystemRandom


class Site:
    """Stands for the frame of a call whose site is known already."""

    f_lasti = 0

    def __init__(self, number):
        self.f_code = self
        side.prefixes[key_of(self)] = "?%d " % number


def function_at(number, name):
    """The function of `random` of this name as it is called at the site of this number."""
    site, hidden = Site(number), random._inst
    if side.replaying:
        method = getattr(hidden, "_" + name)
        return lambda *arguments, **named: method(site, *arguments, **named)
    from .fast import function_at

    return function_at(side, name, site, number, hidden)


def leave_alone(module):
    """`tempfile` is imported: the names of temporary files are no choices, and there are other files in every run."""
    module._Random = Original
