"""Threads of this process that do parts (their kernels run without the interpreter's lock).

Each goes on with its part slice by slice, and then takes the next one waiting:
it never waits for a word from whoever hands them out.  They go on for as long
as they are let; whoever stops letting them has them at rest within a moment.
"""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor, wait
from queue import Empty, SimpleQueue

from core.parts import PartRun

WAIT_SECONDS = 0.02
"""How long `Crew.go_on` waits at most for the first part to be finished."""
LEFT_ALONE_SECONDS = 0.05
"""How long threads go on by themselves after a word that they may."""


class Crew:
    """So many threads, and the parts that wait for them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._waiting: deque[PartRun] = deque()
        self._news: SimpleQueue[PartRun | BaseException] = SimpleQueue()
        self._hands: set[Future[None]] = set()
        self._until = 0.0
        self._budget = 0
        """Steps that took a slice of the last part: parts of one count are alike."""
        self._pool: ThreadPoolExecutor | None = None

    @property
    def lacks(self) -> int:
        """How many more parts it should be given, so that none of them has to wait for one."""
        return max(0, self.size - len(self._waiting))

    def give(self, run: PartRun) -> None:
        """A part to be done after those that wait already."""
        self._waiting.append(run)

    def go_on(self) -> list[PartRun]:
        """Let all threads go on for a while; returns what has been finished.  Raises what a part has raised."""
        self._until = time.perf_counter() + LEFT_ALONE_SECONDS
        self._hands = {hand for hand in self._hands if not hand.done()}
        for _ in range(min(self.size - len(self._hands), len(self._waiting))):
            self._hands.add(self._threads().submit(self._work))
        finished = []
        try:
            finished.append(self._news.get(timeout=WAIT_SECONDS))
            while True:
                finished.append(self._news.get_nowait())
        except Empty:
            pass
        return [_done(each) for each in finished]

    def step(self, steps: int) -> list[PartRun]:
        """Make so many steps between them at most, and wait until that is done; returns what has been finished."""
        self.rest()
        runs = [self._waiting.popleft() for _ in range(min(self.size, steps, len(self._waiting)))]
        each = max(1, steps // max(1, len(runs)))
        made = [self._threads().submit(run.advance, each) for run in runs]
        self._waiting.extendleft(reversed([run for run in [f.result() for f in made] if run.record is None]))
        finished = [run for run in runs if run.record is not None]
        while not self._news.empty():
            finished.append(_done(self._news.get()))
        return finished

    def rest(self) -> None:
        """Wait until no thread is in a part any more."""
        self._until = 0.0
        wait(self._hands)

    def dismiss(self) -> None:
        """Let the threads end."""
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None

    def _threads(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.size, thread_name_prefix="part")
        return self._pool

    def _work(self) -> None:
        while time.perf_counter() < self._until:
            try:
                run = self._waiting.popleft()
            except IndexError:
                return
            run.budget = max(run.budget, self._budget)
            try:
                while run.record is None and time.perf_counter() < self._until:
                    run.advance()
            except BaseException as error:  # whoever hands out parts is to hear of it
                self._news.put(error)
                return
            self._budget = run.budget
            if run.record is None:
                self._waiting.appendleft(run)
            else:
                self._news.put(run)


def _done(news: PartRun | BaseException) -> PartRun:
    if isinstance(news, BaseException):
        raise news
    return news
