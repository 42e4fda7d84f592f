"""The choices of `numpy.random`: its functions, `RandomState`, `Generator` and `default_rng`.

Choices of members, integers, permutations and bytes are recorded as what they are; every other distribution as the numbers
that come out. Where a bound is an array the result is not recorded: it comes from the state, as unrecorded.
"""

from sys import _getframe

#: Distributions of whole numbers; those in `REALS` give real ones.
COUNTS = ("binomial", "geometric", "hypergeometric", "logseries", "negative_binomial", "poisson", "zipf")
REALS = ("beta", "chisquare", "exponential", "f", "gamma", "gumbel", "laplace", "logistic", "lognormal",
         "noncentral_chisquare", "noncentral_f", "normal", "pareto", "power", "rand", "randn", "random", "random_sample",
         "ranf", "rayleigh", "sample", "standard_cauchy", "standard_exponential", "standard_gamma", "standard_normal",
         "standard_t", "triangular", "uniform", "vonmises", "wald", "weibull")
#: Those of `REALS` that give numbers from 0 up to 1.
UNITS = ("rand", "random", "random_sample", "ranf", "sample")


def install(side, module):
    """Has the choices of `numpy.random`, which was imported just now, recorded from here on."""
    state, generator = traced(side, module.RandomState), traced(side, module.Generator)
    hidden = state(module.mtrand._rand._bit_generator)
    default = module.default_rng

    def default_rng(seed=None):
        if isinstance(seed, module.Generator):
            return seed
        return generator(default(0 if seed is None and side.replaying else seed).bit_generator)

    if side.replaying:
        hidden.seed(0)
    for name in dir(hidden):
        if not name.startswith("_") and hasattr(module, name):
            setattr(module, name, getattr(hidden, name))
    module.RandomState, module.Generator, module.default_rng = state, generator, default_rng


def traced(side, base):
    """A class like this one of numpy, whose choices are recorded."""
    methods = {name: real(side, base, name) for name in REALS if hasattr(base, name)}
    methods.update((name, count(side, base, name)) for name in COUNTS if hasattr(base, name))
    methods.update((name, integers(side, base, name)) for name in ("integers", "randint") if hasattr(base, name))
    methods.update(choice=choice(side, base), permutation=permutation(side, base), shuffle=shuffle(side, base),
                   bytes=some_bytes(side, base))
    for name, method in methods.items():
        methods[name] = unless_quiet(side, getattr(base, name), method)
    return type(base.__name__, (base,), methods)


def unless_quiet(side, original, method):
    """The method, or the original while an original calls: methods of numpy draw by way of each other."""
    def chosen(self, *arguments, **named):
        if side.quiet:
            return original(self, *arguments, **named)
        return method(_getframe(1), self, *arguments, **named)

    return chosen


def flat(array):
    """The members of an array, or one number, as a list of numbers of Python."""
    import numpy

    return numpy.asarray(array).ravel().tolist()


def shaped(values, like):
    """A list of numbers in the shape and with the type of an array."""
    import numpy

    return numpy.asarray(values).reshape(numpy.shape(like)).astype(numpy.asarray(like).dtype)


def real(side, base, name):
    """A distribution of real numbers."""
    original = getattr(base, name)
    low, high = (0, 1) if name in UNITS else (None, None)

    def method(frame, self, *arguments, **named):
        fresh = side.originally(original, self, *arguments, **named)
        if getattr(fresh, "ndim", 0) == 0:
            return side.draw_real(frame, low, high, lambda: float(fresh))
        values = side.draw_reals(frame, low, high, fresh.size, lambda: flat(fresh))
        return shaped(values, fresh)

    return method


def count(side, base, name):
    """A distribution of whole numbers."""
    original = getattr(base, name)

    def method(frame, self, *arguments, **named):
        fresh = side.originally(original, self, *arguments, **named)
        values = flat(fresh)
        if min(values, default=0) < 0:
            return fresh
        drawn = side.draw_indices(frame, 1 << 62, len(values), False, None, lambda: values)
        return drawn[0] if getattr(fresh, "ndim", 0) == 0 else shaped(drawn, fresh)

    return method


def integers(side, base, name):
    """`integers` and `randint`: from a bound to another one."""
    original = getattr(base, name)

    def method(frame, self, low, high=None, size=None, *rest, **named):
        fresh = side.originally(original, self, low, high, size, *rest, **named)
        least, most = (0, low) if high is None else (low, high)
        if getattr(least, "ndim", 0) or getattr(most, "ndim", 0):
            return fresh
        least, bound = int(least), int(most) - int(least) + bool(named.get("endpoint"))
        if size is None:
            number = side.draw_number(frame, least, 1, bound, lambda _: int(fresh) - least)
            return type(fresh)(number)
        values = side.draw_indices(frame, bound, fresh.size, False, None,
                                   lambda: [value - least for value in flat(fresh)])
        return shaped([value + least for value in values], fresh)

    return method


def choice(side, base):
    """`choice`: of members by their places."""
    original = base.choice

    def method(frame, self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        import numpy

        members = numpy.arange(a) if numpy.ndim(a) == 0 else numpy.asarray(a)
        bound = members.shape[axis]
        fresh = side.originally(original, self, bound, size, replace, p)
        labels = members.tolist() if members.ndim == 1 else None
        if size is None:
            place = side.draw_index(frame, bound, labels, lambda _: int(fresh))
        else:
            place = shaped(side.draw_indices(frame, bound, fresh.size, not replace, labels, lambda: flat(fresh)), fresh)
        return members.take(place, axis)

    return method


def permutation(side, base):
    """`permutation`: a new order of what is given."""
    original = base.permutation

    def method(frame, self, x, axis=0):
        import numpy

        members = numpy.arange(x) if numpy.ndim(x) == 0 else numpy.asarray(x)
        bound = members.shape[axis]
        order = side.draw_indices(frame, bound, bound, True, None, lambda: flat(side.originally(original, self, bound)))
        return members.take(order, axis)

    return method


def shuffle(side, base):
    """`shuffle`: a new order in place."""
    original = base.shuffle

    def method(frame, self, x, axis=0):
        import numpy

        if isinstance(x, numpy.ndarray):
            places = numpy.arange(x.shape[axis])
            side.originally(original, self, places)
            order = side.draw_indices(frame, len(places), len(places), True, None, lambda: flat(places))
            x[...] = x.take(order, axis)
            return
        before, places = list(x), list(range(len(x)))
        side.originally(original, self, places)
        order = side.draw_indices(frame, len(places), len(places), True, before, lambda: places)
        for at, place in enumerate(order):
            x[at] = before[place]

    return method


def some_bytes(side, base):
    """`bytes`."""
    original = base.bytes

    def method(frame, self, length):
        return side.draw_bytes(frame, length, lambda: side.originally(original, self, length))

    return method
