"""Threads of this process that do parts (their kernels run without the interpreter's lock).

Each thread does its part slice by slice, and then takes the next waiting part.
It never waits for the thread that hands parts out, and that thread collects
finished parts several at a time, so that small parts cost little more than
their own work.  The threads work as long as they are permitted to; once that permission ends, they
come to rest within a moment.
"""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor, wait

from core._parts.part import PartRun
from core.running._slicing import BY_TIME, Slicing

WAIT_SECONDS = 0.02
"""How long `Crew.go_on` lets the threads work undisturbed, unless one of them runs out of work."""
LEFT_ALONE_SECONDS = 0.05
"""How long threads continue by themselves after each permission."""
MOST_WAITING = 64
"""The most parts that may wait, however quickly they are done."""


class Crew:
    """A fixed number of threads, and the parts waiting for them."""

    def __init__(self, size: int, slicing: Slicing = BY_TIME) -> None:
        self.size = size
        self.slicing = slicing
        self._waiting: deque[PartRun] = deque()
        self._news: deque[PartRun | BaseException] = deque()
        """What the threads report: finished parts and exceptions."""
        self._change = threading.Condition()
        """Held to give a part or to wait for one."""
        self._idle = threading.Event()
        """Set by a thread that has nothing to do, or a report that cannot wait."""
        self._hands: set[Future[None]] = set()
        self._words = 0
        self._word: int | None = None
        """The number of the last permission to continue; None while threads must not."""
        self._until = 0.0
        """The time until which threads continue by themselves after it."""
        self._budget = 0
        """The steps in a slice of the last part, as parts of a count are alike."""
        self._ahead = size
        """The number of parts that should wait: enough to last until more are handed out."""
        self._pool: ThreadPoolExecutor | None = None

    @property
    def lacks(self) -> int:
        """How many more parts the crew should be given, so that no thread has to wait for one."""
        return max(0, self._ahead - len(self._waiting))

    def give(self, run: PartRun) -> None:
        """Add a part, to be done after those already waiting."""
        with self._change:
            self._waiting.append(run)
            self._change.notify()

    def go_on(self) -> list[PartRun]:
        """Let all threads continue for a while; returns the finished parts.  Raises any exception that a part raised.

        Each thread makes at least one slice, however late it starts.
        """
        self._until = self.slicing.wall() + LEFT_ALONE_SECONDS
        self._words += 1
        self._word = self._words
        self._hands = {hand for hand in self._hands if not hand.done()}
        with self._change:  # no thread begins before all exist: it would keep the interpreter from starting the others
            for _ in range(self.size - len(self._hands)):
                self._hands.add(self._threads().submit(self._work))
        self._idle.wait(WAIT_SECONDS)
        self._idle.clear()  # before the reports are read: any later report ends the next wait at once
        finished = self._finished()
        self._ahead = min(MOST_WAITING, max(self.size, 2 * len(finished)))
        return finished

    def step(self, steps: int) -> list[PartRun]:
        """Have the threads make at most ``steps`` steps in all, and wait for them; returns the finished parts."""
        self.rest()
        runs = [self._waiting.popleft() for _ in range(min(self.size, steps, len(self._waiting)))]
        each = max(1, steps // max(1, len(runs)))
        made = [self._threads().submit(run.advance, each) for run in runs]
        self._waiting.extendleft(reversed([run for run in [f.result() for f in made] if run.record is None]))
        return [run for run in runs if run.record is not None] + self._finished()

    def rest(self) -> None:
        """Wait until no thread is working on a part."""
        self.send_home()
        wait(self._hands)

    def dismiss(self) -> None:
        """Let the threads end."""
        self.send_home()
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None

    def send_home(self) -> None:
        """Let no thread begin another slice until the next `go_on`; does not wait."""
        with self._change:
            self._word = None
            self._change.notify_all()

    def _threads(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.size, thread_name_prefix="part")
        return self._pool

    def _finished(self) -> list[PartRun]:
        runs: list[PartRun] = []
        while self._news:
            news = self._news.popleft()
            if isinstance(news, BaseException):
                self._news.extendleft(reversed(runs))
                raise news
            runs.append(news)
        return runs

    def _work(self) -> None:
        heard = None
        while (run := self._next(heard)) is not None:
            run.budget = max(run.budget, self._budget)
            try:
                while run.record is None and self._may_go_on(heard):
                    heard = self._word
                    run.advance()
            except BaseException as error:  # passed on to the thread that hands out parts
                self._news.append(error)
                self._idle.set()
                return
            self._budget = run.budget
            if run.record is None:
                self._waiting.appendleft(run)
            else:
                self._news.append(run)

    def _may_go_on(self, heard: int | None) -> bool:
        """Whether a thread that has made a slice since permission number ``heard`` may make another."""
        word = self._word
        return word is not None and (word != heard or self.slicing.wall() < self._until)

    def _next(self, heard: int | None) -> PartRun | None:
        """The next part to work on, as soon as there is one; None when the permission has ended."""
        with self._change:
            while self._may_go_on(heard):
                if self._waiting:
                    return self._waiting.popleft()
                self._idle.set()
                if (left := self._until - self.slicing.wall()) <= 0:
                    break
                self._change.wait(left)
        self._idle.set()
        return None
