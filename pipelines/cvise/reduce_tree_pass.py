"""A pass of C-Vise that runs a pass of reduce-tree: one instance for each state, the number of the instance.

A module of its own, since C-Vise sends its passes to other processes, which ask for them by the names of their modules.
"""

import os
import shutil

from cvise.passes.abstract import AbstractPass, PassResult

# `reduce-tree pass` says by this exit status that there is no such instance.
NO_SUCH_INSTANCE = 1


class ReduceTreePass(AbstractPass):
    """The argument is the pass's name, as `reduce-tree --list-passes` shows it."""

    def check_prerequisites(self):
        return shutil.which("reduce-tree") is not None

    def new(self, test_case, check_sanity=None):
        return 0

    def advance(self, test_case, state):
        return state + 1

    def advance_on_success(self, test_case, state):
        # What was this instance is gone: the next one has its number now.
        return state

    def transform(self, test_case, state, process_event_notifier):
        command = ["reduce-tree", "pass", self.arg, str(state), test_case]
        changed = test_case + ".reduce-tree"
        # Through a file, since C-Vise reads pipes as UTF-8, which a test case need not be.
        with open(changed, "wb") as output:
            _, _, status = process_event_notifier.run_process(command, stdout=output)
        if status == 0:
            shutil.copymode(test_case, changed)
            os.replace(changed, test_case)
            return (PassResult.OK, state)
        os.unlink(changed)
        return (PassResult.STOP if status == NO_SUCH_INSTANCE else PassResult.ERROR, state)
