"""The test server: every candidate has one answer, whatever becomes of workers and of the scheduler."""

import asyncio
import time
import uuid

import distributed

from .candidate import RETRIES, Candidate, Pace
from .connection import APART, Connection
from .conversation import fail, text_of
from .folders import Folders

# Seconds between two looks at the cluster.
LOOK = 1.0


class Server:
    """Candidates are the scheduler's as long as there is one. What it loses it is given again."""

    def __init__(self, conversation, cluster, tester, factor, patience):
        """`cluster` says where the scheduler is; `factor` is that of `Pace`. A scheduler that was never there is given up after
        `patience` seconds; one that was there is waited for."""
        self.conversation, self.cluster, self.tester = conversation, cluster, tester
        self.run_name = uuid.uuid4().hex[:8]
        self.open, self.pace, self.patience = {}, Pace(factor), patience
        self.folders = Folders()
        self.connection = None
        self.lost = asyncio.Event()
        self.tasks = set()
        self.said = None

    async def serve(self, messages):
        """Answers what comes by this queue, until None does."""
        keeping = asyncio.create_task(self.keep_connected())
        keeping.add_done_callback(lambda task: task.cancelled() or fail(reason(task.exception())))
        while message := await messages.get():
            self.hear(message)
        keeping.cancel()
        if self.connection:
            await self.connection.close(leave=True)

    def hear(self, message):
        """What the reducer says."""
        if "test" in message:
            test = message["test"]
            content = self.folders.candidate(test["folder"]) if "folder" in test else text_of(test)
            candidate = Candidate(test["id"], content, test["timeout"], test["priority"])
            self.open[candidate.number] = candidate
            self.attempt(candidate)
        elif message.get("cancel") in self.open:
            self.answer(self.open[message["cancel"]], "cancelled")

    # The cluster.

    async def keep_connected(self):
        """Connects again whenever the scheduler is lost, and gives it all that is open."""
        since, was_there = time.monotonic(), False
        while True:
            try:
                self.connection = await Connection.open(self.cluster, self.tester, self.hear_worker)
            except Exception as error:
                trouble = "no scheduler answers" if isinstance(error, OSError) else "the workers do not take the test"
                if not was_there and time.monotonic() - since > self.patience:
                    self.refuse(f"{trouble}: {reason(error)}")
                self.say_status(trouble, waits=True)
                await asyncio.sleep(APART)
                continue
            was_there = True
            self.lost.clear()
            for candidate in self.open.values():
                self.attempt(candidate)
            await self.watch()
            connection, self.connection = self.connection, None
            for candidate in self.open.values():
                candidate.futures.clear()
                candidate.begun.clear()
            self.say_status("the scheduler is lost", waits=True)
            await connection.close(leave=False)

    async def watch(self):
        """Looks at the workers until the scheduler is lost."""
        while not self.lost.is_set():
            try:
                threads = await self.connection.threads()
            except Exception:
                return
            workers, room = len(threads), sum(threads.values())
            busy = sum(len(candidate.running_on()) for candidate in self.open.values())
            self.say_status(f"{workers} workers, {busy} of {room} busy" if workers else "no workers", waits=not workers)
            for candidate in list(self.open.values()):
                others = [worker for worker in threads if worker not in candidate.running_on()]
                if busy < room and others and self.pace.is_straggler(candidate):
                    self.attempt(candidate, others)
                    busy += 1
            try:
                await asyncio.wait_for(self.lost.wait(), LOOK)
            except asyncio.TimeoutError:
                pass

    def say_status(self, text, waits):
        if self.said != (text, waits):
            self.said = (text, waits)
            self.conversation.status(text, waits)

    # Candidates.

    def attempt(self, candidate, preferred=()):
        """Gives a candidate to the scheduler, if there is one; for these workers, if there are any."""
        if self.connection is None:
            return
        candidate.attempts += 1
        attempt = candidate.attempts
        try:
            future = self.connection.submit(self.run_name, candidate, attempt, list(preferred))
        except Exception:
            # The connection is closed already.
            self.lost.set()
            return
        candidate.futures[attempt] = future
        task = asyncio.create_task(self.follow(candidate, attempt, future))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def follow(self, candidate, attempt, future):
        """Waits until the scheduler is done with a try. Its answer has come before, unless something is wrong."""
        try:
            await distributed.wait(future)
        except Exception:
            pass  # What is wrong shows in the future's status.
        if self.open.get(candidate.number) is not candidate or candidate.futures.get(attempt) is not future:
            return
        if future.status == "finished":
            await asyncio.sleep(LOOK)
        if candidate.futures.get(attempt) is not future:
            return
        if future.status != "error":
            # It is cancelled, and not by us; or the answer is lost with what had it.
            self.lost.set()
            return
        error = await future.exception()
        self.drop(candidate, attempt)
        if candidate.futures:
            return
        if isinstance(error, distributed.KilledWorker) and candidate.deaths < RETRIES:
            # Those that only waited on workers that died are suspected, too.
            candidate.deaths += 1
            self.attempt(candidate)
        elif isinstance(error, distributed.KilledWorker):
            self.answer(candidate, "unanswered", output="every worker that tests it dies")
        else:
            self.answer(candidate, "error", output=f"the workers cannot run this program: {reason(error)}")

    def hear_worker(self, told):
        """What a worker tells of a try, which may be another run's."""
        if "begun" in told:
            candidate, attempt = self.meant(told["begun"])
            if candidate:
                candidate.begun[attempt] = (told["begun"]["worker"], time.monotonic())
        elif "answer" in told:
            candidate, attempt = self.meant(told["answer"])
            if candidate:
                self.hear_answer(candidate, attempt, told["answer"])

    def meant(self, told):
        """The open candidate, and the open try of it, that a worker speaks of."""
        tester, run, number, attempt = told["key"]
        candidate = self.open.get(number)
        is_ours = tester == self.tester.name and run == self.run_name and candidate and attempt in candidate.futures
        return (candidate, attempt) if is_ours else (None, None)

    def hear_answer(self, candidate, attempt, told):
        verdict = told["verdict"]
        if verdict == "missing":
            # Another run has taken the test away: it is sent again.
            self.lost.set()
        elif verdict == "lacks":
            # It did not know the folder that this one is told by, and comes to know it.
            self.drop(candidate, attempt)
            candidate.content.is_lacking = True
            self.attempt(candidate, [told["worker"]])
        elif verdict == "cancelled":
            self.drop(candidate, attempt)
            if not candidate.futures:
                self.attempt(candidate)
        elif verdict == "failed":
            self.drop(candidate, attempt)
            candidate.failed.append(told["worker"])
            if len(candidate.failed) > RETRIES:
                self.answer(candidate, "error", output=told["output"])
            elif not candidate.futures:
                known = {worker for other in self.open.values() for worker, _ in other.begun.values()}
                self.attempt(candidate, known - set(candidate.failed))
        elif verdict == "timed_out" and len(candidate.futures) > 1:
            # It may be the worker that hangs: the other try tells.
            self.drop(candidate, attempt)
        else:
            if verdict in ("interesting", "not"):
                self.pace.took(told["seconds"])
            more = {key: told[key] for key in ("output", "seconds", "limit") if key in told}
            self.answer(candidate, verdict, **more)

    def answer(self, candidate, verdict, **more):
        """Answers, and gives up every try."""
        del self.open[candidate.number]
        self.conversation.answer(candidate.number, verdict, **more)
        for attempt in list(candidate.futures):
            self.drop(candidate, attempt)

    def drop(self, candidate, attempt):
        """Gives up a try: the scheduler forgets it, and the worker that tests it ends the test."""
        future = candidate.futures.pop(attempt)
        candidate.begun.pop(attempt, None)
        if self.connection:
            future.release()

    def refuse(self, why):
        """Nothing can be tested: says so to whoever asks, and else ends."""
        for candidate in list(self.open.values()):
            self.answer(candidate, "error", output=why)
        fail(why)


def reason(error):
    """An error in one line."""
    return " ".join(str(error).split()) or type(error).__name__
