"""Candidates that are open, and when one of them takes suspiciously long."""

import collections
import statistics
import time

# By so many answers, the last ones, the usual time is known; seconds that are assumed before there is one.
REMEMBERED, ASSUMED = 31, 5.0
# Seconds in which nothing is suspicious.
LEAST = 1.0
# How often a candidate is tried again: after workers died under it (the scheduler has tried several by then), and after
# workers on which the test could not be run.
RETRIES = 2


class Candidate:
    """One that has no answer yet."""

    def __init__(self, number, content, timeout, priority):
        """`content` is a text, or the difference of a folder."""
        self.number, self.content, self.timeout, self.priority = number, content, timeout, priority
        # Tries that are open: the attempt's number, and its future.
        self.futures = {}
        # Where tries have begun, by attempt, and when.
        self.begun = {}
        self.attempts = 0
        self.deaths = 0
        # Where the test could not be run.
        self.failed = []

    def told(self):
        """What a worker is told."""
        return self.content if isinstance(self.content, bytes) else self.content.told()

    def running_on(self):
        """The workers that have it."""
        return [worker for attempt, (worker, _) in self.begun.items() if attempt in self.futures]


class Pace:
    """How long tests take."""

    def __init__(self, factor):
        """What takes so many times the usual time is suspicious; 0: nothing is."""
        self.factor = factor
        self.seconds = collections.deque(maxlen=REMEMBERED)

    def took(self, seconds):
        self.seconds.append(seconds)

    def is_straggler(self, candidate):
        """Whether the only try of a candidate takes suspiciously long."""
        if not self.factor or len(candidate.futures) != 1:
            return False
        began = [when for attempt, (_, when) in candidate.begun.items() if attempt in candidate.futures]
        usual = statistics.median(self.seconds) if self.seconds else ASSUMED
        patience = max(LEAST, self.factor * usual)
        return bool(began) and time.monotonic() - began[0] > patience
