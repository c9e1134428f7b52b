"""Threads of this process that do parts (their kernels run without the interpreter's lock).

Each goes on with its part slice by slice, and then takes the next one waiting:
it never waits for a word from whoever hands them out, and who hands them out
hears of finished parts by the handful, so that small parts cost little more
than their own work.  They go on for as long as they are let; whoever stops
letting them has them at rest within a moment.
"""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor, wait

from core.parts.part import PartRun
from core.running.slicing import BY_TIME, Slicing

WAIT_SECONDS = 0.02
"""How long `Crew.go_on` lets the threads work undisturbed, unless one of them has nothing left to do."""
LEFT_ALONE_SECONDS = 0.05
"""How long threads go on by themselves after a word that they may."""
MOST_WAITING = 64
"""Parts that wait at most, however quickly they are done."""


class Crew:
    """So many threads, and the parts that wait for them."""

    def __init__(self, size: int, slicing: Slicing = BY_TIME) -> None:
        self.size = size
        self.slicing = slicing
        self._waiting: deque[PartRun] = deque()
        self._news: deque[PartRun | BaseException] = deque()
        """What has been finished or has gone wrong."""
        self._change = threading.Condition()
        """Held to give a part or to wait for one."""
        self._idle = threading.Event()
        """Set by a thread that has nothing to do, or something to tell that cannot wait."""
        self._hands: set[Future[None]] = set()
        self._words = 0
        self._word: int | None = None
        """The number of the last word that threads may go on; None while they may not."""
        self._until = 0.0
        """Until when they go on by themselves after it."""
        self._budget = 0
        """Steps that took a slice of the last part: parts of one count are alike."""
        self._ahead = size
        """Parts that should wait: enough for as long as nobody looks after them."""
        self._pool: ThreadPoolExecutor | None = None

    @property
    def lacks(self) -> int:
        """How many more parts it should be given, so that none of them has to wait for one."""
        return max(0, self._ahead - len(self._waiting))

    def give(self, run: PartRun) -> None:
        """A part to be done after those that wait already."""
        with self._change:
            self._waiting.append(run)
            self._change.notify()

    def go_on(self) -> list[PartRun]:
        """Let all threads go on for a while; returns what has been finished.  Raises what a part has raised.

        Each makes at least one slice, however late it gets to it.
        """
        self._until = self.slicing.wall() + LEFT_ALONE_SECONDS
        self._words += 1
        self._word = self._words
        self._hands = {hand for hand in self._hands if not hand.done()}
        with self._change:  # none begins before all are there: it would keep the interpreter from starting the others
            for _ in range(self.size - len(self._hands)):
                self._hands.add(self._threads().submit(self._work))
        self._idle.wait(WAIT_SECONDS)
        self._idle.clear()  # before the news are read: what is told after that ends the next wait at once
        finished = self._finished()
        self._ahead = min(MOST_WAITING, max(self.size, 2 * len(finished)))
        return finished

    def step(self, steps: int) -> list[PartRun]:
        """Make so many steps between them at most, and wait until that is done; returns what has been finished."""
        self.rest()
        runs = [self._waiting.popleft() for _ in range(min(self.size, steps, len(self._waiting)))]
        each = max(1, steps // max(1, len(runs)))
        made = [self._threads().submit(run.advance, each) for run in runs]
        self._waiting.extendleft(reversed([run for run in [f.result() for f in made] if run.record is None]))
        return [run for run in runs if run.record is not None] + self._finished()

    def rest(self) -> None:
        """Wait until no thread is in a part any more."""
        self._send_home()
        wait(self._hands)

    def dismiss(self) -> None:
        """Let the threads end."""
        self._send_home()
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None

    def _send_home(self) -> None:
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
            except BaseException as error:  # whoever hands out parts is to hear of it
                self._news.append(error)
                self._idle.set()
                return
            self._budget = run.budget
            if run.record is None:
                self._waiting.appendleft(run)
            else:
                self._news.append(run)

    def _may_go_on(self, heard: int | None) -> bool:
        """Whether a thread may make a slice that has made one since it heard this word."""
        word = self._word
        return word is not None and (word != heard or self.slicing.wall() < self._until)

    def _next(self, heard: int | None) -> PartRun | None:
        """A part to go on with, as soon as there is one; None when the time is over."""
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
