"""Runs a generator with its choices recorded: `python -m reduce_tree.trace gen.py ARGUMENTS`. With `--serve` before the
generator it replays one trace after the other; see `server`."""

import os
import sys


def recorder_for(folder):
    """The recorder or replayer that the environment asks for."""
    from .recorder import Recorder

    record, replay = os.environ.pop("REDUCE_TREE_RECORD", None), os.environ.pop("REDUCE_TREE_REPLAY", None)
    if record is None:
        sys.exit("reduce_tree.trace: REDUCE_TREE_RECORD has to name the file to write the trace to")
    if replay is None:
        return Recorder(record, folder)
    from .reader import Trace, TraceError
    from .replayer import Replayer

    try:
        trace = Trace(replay)
    except (OSError, TraceError, ValueError, IndexError) as error:
        sys.exit("reduce_tree.trace: cannot replay %s: %s" % (replay, error))
    return Replayer(record, folder, trace)


def numpy_source(side):
    """What to do once `numpy.random` is imported."""
    def install(module):
        from . import numpy_source as source

        source.install(side, module)

    return install


def hypothesis_source(side):
    """What to do once Hypothesis is imported."""
    def install(module):
        from . import hypothesis_source as source

        source.install(side)

    return install


#: What is done after which import.
FOLLOWED = ("hypothesis.strategies", "numpy.random", "secrets", "tempfile")


def main():
    """Runs the script that the command line names, as `__main__`."""
    serves = sys.argv[1:2] == ["--serve"]
    if serves:
        del sys.argv[1]
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: python -m reduce_tree.trace [--serve] SCRIPT.py ARGUMENTS...")
    script = sys.argv[1]
    folder = os.path.dirname(os.path.abspath(script))
    try:
        with open(script, "rb") as file:
            source = file.read()
    except OSError as error:
        sys.exit("reduce_tree.trace: cannot read %s: %s" % (script, error.strerror))
    # This package is loaded in every replay: compiled files of its own are kept whatever the user wants of others.
    sys.dont_write_bytecode, wanted = False, sys.dont_write_bytecode

    from reduce_tree import trace

    from . import modules, random_source, system_source

    prepared = None
    if serves:
        from . import replayer, server

        prepared = modules.Prepared(source, script)
        # Comes back in a process of its own for each trace.
        server.serve(source, folder, FOLLOWED)
    side = recorder_for(folder)
    sys.dont_write_bytecode = wanted
    trace._side = side
    random_source.install(side)
    system_source.install(side)
    actions = (hypothesis_source(side), numpy_source(side), system_source.follow_secrets, random_source.leave_alone)
    modules.install(side, dict(zip(FOLLOWED, actions)))
    sys.argv = sys.argv[1:]
    sys.path[0] = folder
    module = type(sys)("__main__")
    module.__file__ = script
    module.__builtins__ = __builtins__
    code, draws = prepared.code_for(side) if prepared else modules.code_of(side, source, script)
    sys.modules["__main__"] = module
    run(side, lambda: modules.run(side, code, draws, module))


def run(side, generator):
    """Runs the generator and ends its trace."""
    given_up = ()
    if side.replaying:
        from .replayer import Infeasible as given_up
    try:
        try:
            generator()
        finally:
            if side.replaying and side.given_up is None:
                side.finish()
    except given_up as infeasible:
        side.end("!%d" % infeasible.line)
        sys.exit(1)
    except BaseException:
        side.end()
        raise
    side.end()


main()
