"""The way to the cluster: a scheduler that may go and come back."""

import asyncio
import contextlib

import distributed

from .sent import SentFunction, SentPlugin
from .worker import TOPIC, test_on_worker

# Seconds: for the scheduler to answer; between two tries to reach it; to leave it.
ANSWER, APART, FAREWELL = 10, 1, 0.5


class Connection:
    """One connection to a scheduler. When it is lost, it is lost for good, and another one is made."""

    def __init__(self, client, tester):
        self.client, self.tester = client, tester
        self.function = SentFunction(test_on_worker)

    @classmethod
    async def open(cls, cluster, tester, hear):
        """Connects, and sends the test to all workers that there are and will be. `hear` gets what they tell.

        Raises what keeps it from that: OSError where there is no scheduler.
        """
        client = distributed.Client(**cluster, asynchronous=True, timeout=ANSWER, name="reduce-tree")
        try:
            await asyncio.wait_for(client, 2 * ANSWER)
            connection = cls(client, tester)
            client.subscribe_topic(TOPIC, lambda event: hear(event[1]))
            await asyncio.wait_for(client.register_plugin(SentPlugin(tester), name=tester.name), 6 * ANSWER)
            return connection
        except BaseException:
            await closed(client)
            raise

    def submit(self, run, candidate, attempt, preferred):
        """Has a candidate tested, on these workers if that can be."""
        key = (self.tester.name, run, candidate.number, attempt)
        where = {"workers": preferred, "allow_other_workers": True} if preferred else {}
        return self.client.submit(
            self.function,
            list(key),
            (candidate.told(), candidate.timeout),
            key=key,
            pure=False,
            priority=candidate.priority,
            **where,
        )

    async def threads(self):
        """How many tests each worker runs at once. Raises where there is no answer."""
        return await asyncio.wait_for(self.client.nthreads(), ANSWER)

    async def close(self, leave):
        """Leaves the cluster; with `leave` it forgets the test, and what runs of it ends."""
        if leave:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self.client.unregister_worker_plugin(self.tester.name), FAREWELL)
        await closed(self.client)


async def closed(client):
    with contextlib.suppress(Exception):
        await asyncio.wait_for(client.close(timeout=FAREWELL), 2 * FAREWELL)
