"""One search, several threads: one after the other they may go on with it, at the same time only one of them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Event, Thread

import numpy as np
import pytest

from core import Algorithm, Goal, InUse, Problem, Queens, Search, Status, algorithm
from core._parts.counting import PartedCount
from core._parts.part import cut
from core._search import one_thread
from core.exact_cover._gallery import instance
from core.exact_cover._kernels.link_dance import link_dance
from core.running import Move, Timeline
from tests import PATIENCE
from tests.core.running.cases import NAMED
from tests.core.running.every_tenth import EveryTenth


def parted() -> Search:
    entry = algorithm("queens", "bitmask")
    return PartedCount(entry, Queens(6), cut(entry, Queens(6), entry.settings({}), 3))


def cover() -> Search:
    return algorithm("cover", "dlx").start(instance("langford-8").puzzle().problem, Goal.COUNT)


@contextmanager
def busy(search: Search) -> Iterator[None]:
    """Another thread is at work on the search in here."""
    begun, over = Event(), Event()

    @one_thread
    def work(search: Search) -> None:
        begun.set()
        over.wait(PATIENCE)

    worker = Thread(target=work, args=(search,))
    worker.start()
    assert begun.wait(PATIENCE)
    try:
        yield
    finally:
        over.set()
        worker.join()


def refused(search: Search) -> None:
    """Whatever changes the search is refused in a sentence, and afterwards it goes on as if nothing had happened."""
    state, frame, counts = search.state(), search.keyframe(), search.counts()
    depths, solved = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=bool)
    with busy(search):
        for change in (
            lambda: search.advance(10), lambda: search.visit_each(depths, solved), search.prepare,
            lambda: search.restore(state), lambda: search.rewind(frame), search.stand_apart,
        ):  # fmt: skip
            with pytest.raises(InUse, match=r"another thread is working on this search for .*; wait until it has ret"):
                change()
        assert search.counts() == counts
        search.snapshot()
    search.advance(10)
    assert search.counts() != counts or search.status is not Status.RUNNING


@pytest.mark.parametrize(("entry", "problem"), list(NAMED.values()), ids=list(NAMED))
def test_a_second_thread_is_refused_by_every_algorithm(entry: Algorithm, problem: Problem) -> None:
    refused(entry.start(problem, entry.goals[-1]))


def test_a_second_thread_is_refused_by_a_count_in_parts_and_by_a_search_from_outside() -> None:
    refused(parted())
    refused(EveryTenth(100))


def test_links_and_a_way_back_are_of_one_thread_too() -> None:
    search = cover()
    line = Timeline(search)
    line.go(Move.FORWARD)
    with busy(search):
        for change in (lambda: link_dance(search), lambda: line.go(Move.FORWARD), lambda: line.advance(3)):
            with pytest.raises(InUse):
                change()
    assert link_dance(search) is not None
    assert line.go(Move.START).value == "there"


def test_threads_that_fight_for_a_search_leave_it_whole() -> None:
    search = algorithm("queens", "dlx-s").start(Queens(9), Goal.COUNT)
    together = Barrier(4)

    def fight() -> int:
        together.wait(PATIENCE)
        refusals = 0
        while search.status is Status.RUNNING:
            try:
                search.advance(7)
            except InUse:
                refusals += 1
        return refusals

    with ThreadPoolExecutor(4) as pool:
        for each in [pool.submit(fight) for _ in range(4)]:
            each.result(PATIENCE)
    alone = algorithm("queens", "dlx-s").start(Queens(9), Goal.COUNT)
    alone.advance(1 << 40)
    assert search.counts() == alone.counts()
    assert list(search.solutions) == list(alone.solutions)
