"""The command line."""

import argparse
import asyncio
import logging
import os
import sys

from . import learn
from .bundle import Bundle, TooLarge
from .conversation import Conversation, fail


def main():
    parser = argparse.ArgumentParser(
        prog="reduce-tree-dask",
        description="A test server that tests candidates on the workers of a Dask cluster: "
        "reduce-tree --test-server 'reduce-tree-dask --scheduler tcp://HOST:8786' -j 64 TEST INPUT. "
        "`reduce-tree-dask learn --help`: learning by a cluster.",
    )
    add_cluster(parser)
    parser.add_argument(
        "--file",
        action="append",
        default=[],
        metavar="PATH",
        help="a file or a folder that TEST needs, sent with it; TEST finds it where it is relative to TEST",
    )
    parser.add_argument(
        "--twice-after",
        type=float,
        default=5,
        metavar="N",
        help="a candidate that takes N times the usual time is given to a second worker, if one is free; 0: never [5]",
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=30,
        metavar="S",
        help="ends if the scheduler cannot be reached within so many seconds; once it was there, it is waited for [30]",
    )
    parser.add_argument("--sandbox", action="store_true", help="runs each test in bubblewrap on its worker")
    if sys.argv[1:2] == ["learn"]:
        learn.main(sys.argv[2:], add_cluster)
    else:
        asyncio.run(serve(parser.parse_args()))


def add_cluster(parser):
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler's address, as tcp://HOST:8786")
    where.add_argument("--scheduler-file", metavar="PATH", help="a file that the scheduler wrote with its address")


def cluster_of(arguments, folder):
    """Where the scheduler is, as `distributed.Client` is told it, by a user in this folder."""
    if arguments.scheduler_file:
        return {"scheduler_file": os.path.join(folder, arguments.scheduler_file)}
    return {"address": arguments.scheduler}


async def serve(arguments):
    """Says hello at once: what follows may take a while."""
    conversation, messages = Conversation(), asyncio.Queue()
    conversation.listen(asyncio.get_running_loop(), messages.put_nowait)
    hello = (await messages.get() or {}).get("hello")
    if not hello:
        fail("this is a test server: reduce-tree --test-server 'reduce-tree-dask --scheduler tcp://...' TEST INPUT")
    if hello.get("sandbox"):
        fail("--sandbox keeps this program from the network: say `--test-server 'reduce-tree-dask --sandbox ...'` instead, "
             "which puts each test into a sandbox on its worker")
    if not hello["files"]:
        fail("there is no test to bring to the workers: reduce-tree --test-server 'reduce-tree-dask ...' TEST INPUT")
    test, *others = hello["files"]
    folder = hello.get("folder") or "/"
    try:
        bundle = Bundle(test, [*others, *(os.path.join(folder, path) for path in arguments.file)])
    except (OSError, TooLarge) as error:
        fail(f"cannot send the test to the workers: {error}")
    conversation.hello(hello["jobs"])
    # These take seconds to be read.
    from . import sandbox
    from .server import Server
    from .worker import Tester

    logging.getLogger("distributed").setLevel(logging.ERROR)
    before = sandbox.bubblewrap if arguments.sandbox else sandbox.none
    tester = Tester(bundle, hello["name"], hello.get("limits") or {}, before)
    server = Server(conversation, cluster_of(arguments, folder), tester, arguments.twice_after, arguments.patience)
    await server.serve(messages)
