"""When a long search saves itself: the clock is the test's own."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import core.checkpoint
from core.catalog import algorithm
from core.checkpoint import MOST_OF_THE_TIME, Checkpoint, CheckpointedSearch, CheckpointError
from core.queens.problem import Queens
from core.search import Goal, Search, Status


class Noted(Checkpoint):
    """Notes when it was written, and how long that takes."""

    def __init__(self, path: Path, now: list[float]) -> None:
        super().__init__(path, Queens(8), "dlx", Goal.COUNT, None, {})
        self.now, self.took, self.full = now, 0.0, False
        self.written: list[tuple[float, float]] = []

    def save(self, search: Search, seconds: float) -> None:
        self.written.append((self.now[0], seconds))
        self.now[0] += self.took
        if self.full:
            raise CheckpointError("the disk is full")


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    moment = [1000.0]
    clock = SimpleNamespace(monotonic=lambda: moment[0], perf_counter=lambda: moment[0])
    monkeypatch.setattr(core.checkpoint, "time", clock)
    return moment


@pytest.fixture
def file(now: list[float], tmp_path: Path) -> Noted:
    return Noted(tmp_path / "file", now)


def begun(file: Noted) -> CheckpointedSearch:
    return CheckpointedSearch(algorithm("queens", "dlx").start(Queens(8), Goal.COUNT), file, every=30.0)


def test_a_search_saves_itself_every_so_many_seconds(file: Noted, now: list[float]) -> None:
    search = begun(file)
    for seconds in (1029.9, 1030.0, 1030.1, 1059.9, 1060.0, 1089.0, 1100.0):
        now[0] = seconds
        assert search.advance(1) is Status.RUNNING
    assert [when for when, _ in file.written] == [1030.0, 1060.0, 1100.0]


def test_saves_that_take_long_come_seldom(file: Noted, now: list[float]) -> None:
    search = begun(file)
    file.took = 10.0
    now[0] = 1030.0
    search.advance(1)
    ended = now[0]
    for seconds in (ended + 30, ended + 10 * MOST_OF_THE_TIME - 1, ended + 10 * MOST_OF_THE_TIME):
        now[0] = seconds
        search.advance(1)
    assert [when for when, _ in file.written] == [1030.0, ended + 10 * MOST_OF_THE_TIME]


def test_the_time_in_the_search_is_written_and_nothing_else(
    file: Noted, now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    search = begun(file)
    inner, advance = search.search, search.search.advance

    def slow(budget: int, quota: int | None = None) -> Status:
        now[0] += 2.0
        return advance(budget, quota)

    monkeypatch.setattr(inner, "advance", slow)
    search.advance(1)
    now[0] += 1000.0  # a pause, after which it saves at once
    search.advance(1)
    assert [seconds for _, seconds in file.written] == [4.0]


def test_what_is_finished_is_not_saved_any_more(file: Noted, now: list[float]) -> None:
    search = begun(file)
    now[0] += 1000.0
    assert search.advance(1 << 30) is Status.COMPLETE
    assert file.written == []


def test_a_full_disk_is_told_and_forgotten_when_there_is_room(file: Noted) -> None:
    search = begun(file)
    file.full = True
    search.save()
    assert str(search.trouble) == "the disk is full"
    file.full = False
    search.save()
    assert search.trouble is None


@pytest.mark.parametrize("solutions", [np.zeros((0, 8)), np.zeros(8, dtype=np.int32), np.array([["4"] * 8])])
def test_a_state_with_solutions_of_another_kind_is_refused(solutions: np.ndarray) -> None:
    search = algorithm("queens", "dlx").start(Queens(8), Goal.COUNT)
    search.advance(50)
    before = search.counts()
    with pytest.raises(ValueError, match="its solutions are"):
        search.restore({**search.state(), "solutions": solutions})
    assert search.counts() == before
