#!/usr/bin/env python3
"""What a cluster is worth: reductions by reduce-tree-dask under a test that sleeps, over several workers of this machine.

    bench/dask.py [--delay 1] [--workers 1 4 16] [--python target/python/bin/python3]

The cluster is real: a scheduler, and as many processes as there are workers, each of which runs one test at once. With the
largest number the run is made twice more: one worker is killed in mid-run; the scheduler is killed in mid-run and started
again, and all workers with it. Both have to come to the same text. Prints a table in Markdown: seconds, tests, and how many
times as fast as one worker that is.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
NEEDED = range(5, 60, 6)


def program():
    """A program of sixty functions; the test asks for a word in some of them."""
    body = "  var a{n} = b({n});\n  if (a{n} > {n}) {{ return [c, 'x{n}']; }}\n  d.push({word}(a{n}, {n}));\n"
    return "".join(
        f"function f{n}(b, c, d) {{\n{body.format(n=n, word=f'needle{n}' if n in NEEDED else f'other{n}')}}}\n" for n in range(60)
    )


class Cluster:
    """A scheduler and workers, started again when they end with it."""

    def __init__(self, arguments, folder, workers):
        self.python, self.folder = arguments.python, folder
        self.port = arguments.port
        self.scheduler = self.started("scheduler", "--host", "127.0.0.1", "--port", self.port)
        self.workers = [self.worker() for _ in range(workers)]
        self.wait()

    def started(self, what, *words):
        command = [self.python, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *words]
        log = open(self.folder / "log", "ab")
        return subprocess.Popen(list(map(str, command)), stdout=log, stderr=log, cwd=self.folder)

    def address(self):
        return f"tcp://127.0.0.1:{self.port}"

    def worker(self):
        return self.started("worker", self.address(), "--nthreads", 1, "--no-nanny", "--local-directory", self.folder / "w")

    def wait(self):
        """Until all workers are there."""
        look = f"from distributed import Client; Client({self.address()!r}, timeout=120).wait_for_workers({len(self.workers)})"
        subprocess.run([self.python, "-c", look], check=True, stderr=subprocess.DEVNULL)

    def kill_worker(self):
        self.workers[0].kill()
        self.workers.pop(0).wait()

    def restart(self):
        for process in [self.scheduler, *self.workers]:
            process.kill()
            process.wait()
        self.scheduler = self.started("scheduler", "--host", "127.0.0.1", "--port", self.port)
        self.workers = [self.worker() for _ in self.workers]

    def close(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


def reduced(arguments, folder, workers, trouble=None):
    """One reduction over so many workers: the text, and the numbers. The trouble comes after a third of the tests."""
    cluster = Cluster(arguments, folder, workers)
    try:
        server = f"env PYTHONPATH={ROOT / 'pipelines/dask'} {arguments.python} -m reduce_tree_dask --scheduler {cluster.address()}"
        (folder / "ran").write_text("")
        command = [arguments.program, "-q", "--no-session", "--timeout", 120, "-j", workers, "--jobs-mode", "fast", "-o", "out.js"]
        command += ["--stats", "stats.json", "--test-server", server, "test.sh", "bug.js"]
        running = subprocess.Popen(list(map(str, command)), cwd=folder)
        while trouble and running.poll() is None:
            if (folder / "ran").stat().st_size > arguments.after:
                getattr(cluster, trouble)()
                break
            time.sleep(0.05)
        if running.wait():
            sys.exit(f"reduce-tree ends with status {running.returncode}")
    finally:
        cluster.close()
    return (folder / "out.js").read_bytes(), json.loads((folder / "stats.json").read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--delay", type=float, default=1, help="seconds that each test takes")
    parser.add_argument("--workers", nargs="+", type=int, default=[1, 4, 16])
    parser.add_argument("--after", type=int, default=40, help="tests after which a worker or the scheduler is killed")
    parser.add_argument("--port", type=int, default=8797)
    parser.add_argument("--python", default=ROOT / "target/python/bin/python3", help="one that has Dask")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/reduce-tree")
    arguments = parser.parse_args()
    arguments.python, arguments.program = os.path.abspath(arguments.python), arguments.program.resolve()
    print("| workers | | bytes | tests | seconds | times as fast |\n| ---: | --- | ---: | ---: | ---: | ---: |")
    first = text = None
    most = max(arguments.workers)
    runs = [(workers, None) for workers in arguments.workers] + [(most, "kill_worker"), (most, "restart")]
    for workers, trouble in runs:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "bug.js").write_text(program())
            words = " ".join(f"'needle{n}('" for n in NEEDED)
            test = f"echo >>{folder}/ran\nsleep {arguments.delay}\nfor w in {words}; do grep -qF $w bug.js || exit 1; done\n"
            (folder / "test.sh").write_text("#!/bin/sh\n" + test)
            (folder / "test.sh").chmod(0o755)
            found, stats = reduced(arguments, folder, workers, trouble)
        seconds = stats["wall_seconds"]
        first = first or seconds
        wrong = " (another text!)" if trouble and found != text else ""
        text = found if workers == most and not trouble else text
        what = {None: "", "kill_worker": "one killed", "restart": "scheduler restarted"}[trouble]
        print(f"| {workers} | {what} | {len(found)} | {stats['property_tests']} | {seconds:.1f} | {first / seconds:.1f} |{wrong}", flush=True)


main()
