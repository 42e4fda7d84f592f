"""Which modules are instrumented, and when: the generator's own, as they are imported."""

import importlib.machinery
import os
import sys

from . import random_source
from .instrument import MARK, instrument
from .recorder import OWN


def code_of(side, source, filename):
    """The instrumented code of one of the generator's own modules, and its draw sites."""
    place = side.place_of(filename)
    return instrument(source, filename, lambda kind, names, where: side.declare(kind, names, place + where))


def run(side, code, draws, module):
    """Runs instrumented code as that of a module."""
    setattr(module, MARK, side.mark)
    for name, (number, function) in draws.items():
        setattr(module, name, random_source.function_at(number, function))
    exec(code, module.__dict__)


class Prepared:
    """A module that is instrumented before there is a side. Its sites have the numbers that they get in a run which
    instruments it first, as every recorded run does with its script."""

    def __init__(self, source, filename):
        self.source, self.filename, self.sites = source, filename, []
        try:
            self.code, self.draws = instrument(source, filename, self.declare)
        except SyntaxError:
            self.code = None

    def declare(self, kind, names, where):
        self.sites.append((kind, names, where))
        return len(self.sites)

    def code_for(self, side):
        """The code and draw sites for a side, which is told of all sites."""
        place = side.place_of(self.filename)
        numbers = [side.declare(kind, names, place + where) for kind, names, where in self.sites]
        if self.code is None or numbers != list(range(1, len(numbers) + 1)):
            return code_of(side, self.source, self.filename)
        return self.code, self.draws


class OwnLoader(importlib.machinery.SourceFileLoader):
    """Loads a module of the generator's own."""

    side = None

    def exec_module(self, module):
        path = self.get_filename(module.__name__)
        run(self.side, *code_of(self.side, self.get_data(path), path), module)


class OwnFinder:
    """Finds modules as Python does, and has those below the generator's folder loaded by `OwnLoader`."""

    def __init__(self, side, after):
        self.side, self.after = side, dict(after)

    def find_spec(self, name, path=None, target=None):
        """Python's own answer, with another loader where that is wanted."""
        if name in self.after:
            return self.followed(name, path, target)
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader or not self.is_own(spec.origin):
            return None
        loader = OwnLoader(spec.loader.name, spec.loader.path)
        loader.side = self.side
        spec.loader = loader
        return spec

    def is_own(self, path):
        """Whether a file is the generator's: below its folder, and not installed there."""
        path = os.path.abspath(path)
        # This package may lie there, too.
        return not path.startswith(OWN) and path.startswith(self.side.folder) and not {"site-packages", "dist-packages"} & set(path.split(os.sep))

    def followed(self, name, path, target):
        """A module after whose import something is to be done."""
        then = self.after.pop(name)
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def exec_module(module):
                load(module)
                then(module)

            spec.loader.exec_module = exec_module
        return spec


def install(side, after):
    """Has the generator's own modules instrumented; `after` says what to do after which import."""
    sys.meta_path.insert(0, OwnFinder(side, after))
