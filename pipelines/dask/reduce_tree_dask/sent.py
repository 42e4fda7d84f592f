"""Values that are sent with their code: where they arrive, this package need not be installed."""

import cloudpickle
import distributed
import reduce_tree_dask

cloudpickle.register_pickle_by_value(reduce_tree_dask)


class Sent:
    """Pickles as the value that it was made of, and as that it arrives."""

    def __init__(self, value):
        self.code = cloudpickle.dumps(value)

    def __reduce__(self):
        return cloudpickle.loads, (self.code,)


class SentFunction(Sent):
    """One that `submit` takes for a function."""

    def __call__(self, *arguments):
        raise NotImplementedError("only what arrives can be called")


class SentPlugin(Sent, distributed.WorkerPlugin):
    """One that `register_plugin` takes for a plugin."""

    def __init__(self, plugin):
        super().__init__(plugin)
        self.name, self.idempotent = plugin.name, plugin.idempotent
