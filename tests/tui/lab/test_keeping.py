"""Long searches on disk: saved beside the search, offered when nobody works on them, the same counts in the end."""

from __future__ import annotations

import json
import os
import threading
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core import CannotSolve, Goal, Queens, Run, Search, Snapshot, Status, algorithm
from core.explain import Explainer
from core.running import Slicing
from core.storage._lock import Lock
from tests import PATIENCE
from tui.lab import keeping
from tui.lab.keeping import FOLDER, Keeper, KeptSearch
from tui.lab.session import SearchTask


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path))
    return tmp_path


def ran(n: int = 8, key: str = "dlx-s", goal: Goal = Goal.COUNT, **settings: Any) -> SearchTask[Queens]:
    entry = algorithm("queens", key)
    return SearchTask(entry, Queens(n), goal, entry.settings(settings))


WHAT = {"n": 8, "placed": [], "forbidden": []}


def begun(of: SearchTask[Queens], steps: int) -> tuple[Run, threading.Thread]:
    """A run that stands still after so many steps, its thread waiting."""
    run = Run(of.start, paused=True, explain=Explainer, slicing=Slicing.by(lambda: 0.0))
    thread = threading.Thread(target=run.drive)
    thread.start()
    run.step(steps)
    wait(lambda: run.resting and run.snapshot.steps >= min(steps, 1))
    return run, thread


def leave(of: SearchTask[Queens], keeper: Keeper, steps: int, what: dict[str, Any] = WHAT) -> Run:
    """Let it make so many steps and leave it while its keeper watches; returns the run when all is kept."""
    run, thread = begun(of, steps)
    keeper.watch(run, of, what)
    keeper.close()
    thread.join(PATIENCE)
    return run


def wait(condition: Any) -> None:
    for _ in range(60_000):
        if condition():
            return
        threading.Event().wait(0.001)
    raise AssertionError("it never came")


def files(home: Path) -> list[str]:
    return sorted(path.suffix for path in (home / FOLDER).glob("*")) if (home / FOLDER).exists() else []


def counted(make: Any) -> tuple[int, int]:
    search: Search = make()
    while search.status is Status.RUNNING:
        search.advance(1 << 20)
    return search.counts()


@pytest.mark.parametrize("key", ["backtracking", "dlx-s", "bitmask", "symmetry"])
@pytest.mark.parametrize("goal", [Goal.COUNT, Goal.ALL])
def test_a_search_that_is_left_goes_on_to_the_same_counts(key: str, goal: Goal, home: Path) -> None:
    if goal not in algorithm("queens", key).goals:
        pytest.skip("this one only counts")
    of = ran(key=key, goal=goal)
    keeper = Keeper("queens", first=0.0, every=600)
    run = leave(of, keeper, 77)
    assert files(home) == [".json", ".npz"]
    (kept,) = Keeper("queens").offers()
    assert kept.steps == run.snapshot.steps
    again, make = Keeper("queens").take_up(kept, Queens(8))
    assert again == of
    assert make().counts() == run.search.counts()  # type: ignore[union-attr]
    assert counted(make) == counted(of.start)


def test_a_count_by_parts_is_kept_with_its_finished_parts(home: Path) -> None:
    of = ran(9, "bitmask", threads=2)
    keeper = Keeper("queens", first=0.0, every=600)
    leave(of, keeper, 3000, {"n": 9})
    (kept,) = Keeper("queens").offers()
    _, make = Keeper("queens").take_up(kept, Queens(9))
    assert counted(make)[0] == 352


def test_while_it_runs_it_is_saved_again_and_again_and_offered_to_nobody(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = count()
    monkeypatch.setattr(keeping, "time", SimpleNamespace(monotonic=lambda: 0.0, time=lambda: next(saves)))
    of = ran(14)
    keeper = Keeper("queens", first=0.0, every=0.01)
    run = Run(of.start, speed=1000)
    thread = threading.Thread(target=run.drive, daemon=True)
    thread.start()
    keeper.watch(run, of, {"n": 14})
    wait(lambda: keeper.keeps)
    (path,) = (home / FOLDER).glob("*.json")
    first = json.loads(path.read_text())["saved"]
    other = home / "other"
    other.write_text("not ours")
    path.with_suffix(".partial").symlink_to(other)  # as somebody might who guesses what is written next
    wait(lambda: json.loads(path.read_text())["saved"] > first)
    assert other.read_text() == "not ours"
    assert Keeper("queens").offers() == []
    run.cancel()
    thread.join(PATIENCE)
    wait(lambda: len(Keeper("queens").offers()) == 1)
    assert keeper.trouble == ""


def test_what_is_finished_is_kept_no_more(home: Path) -> None:
    of = ran(8)
    keeper = Keeper("queens", first=0.0, every=600)
    leave(of, keeper, 50)
    (kept,) = Keeper("queens").offers()
    keeper = Keeper("queens", first=0.0, every=600)
    again, make = keeper.take_up(kept, Queens(8))
    run = Run(make, seconds=kept.seconds)
    keeper.watch(run, again, WHAT, kept)
    assert run.drive().solutions == 92
    wait(lambda: files(home) == [])


def test_short_searches_leave_nothing_behind(home: Path) -> None:
    of = ran(8)
    keeper = Keeper("queens")
    leave(of, keeper, 50)
    assert files(home) == []
    assert not keeper.keeps


def test_the_position_after_a_walk_back_is_what_is_kept(home: Path) -> None:
    from core.running import Move

    of = ran(6, "backtracking")
    keeper = Keeper("queens", first=0.0, every=600)
    run, thread = begun(of, 100)
    for _ in range(3):
        run.go(Move.PREVIOUS_SOLUTION)
        wait(lambda: run.resting and not run.travelling)
    keeper.watch(run, of, {"n": 6})
    keeper.close()
    thread.join(PATIENCE)
    (kept,) = Keeper("queens").offers()
    _, make = keeper.take_up(kept, Queens(6))
    assert make().counts() == run.search.counts()  # type: ignore[union-attr]
    assert counted(make) == counted(of.start)


def test_another_problem_than_the_one_kept_is_refused(home: Path) -> None:
    of = ran(8)
    keeper = Keeper("queens", first=0.0, every=600)
    leave(of, keeper, 50)
    (kept,) = Keeper("queens").offers()
    _, make = keeper.take_up(kept, Queens(9))
    with pytest.raises(ValueError, match="holds"):
        make()


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"version": 99}', "\x00", '{"version": 1, "what": 3}'])
def test_a_damaged_note_is_left_as_it_is_and_not_offered(text: str, home: Path) -> None:
    (home / FOLDER).mkdir()
    file = home / FOLDER / "queens-1.json"
    file.write_text(text)
    file.with_suffix(".npz").write_bytes(b"")
    assert Keeper("queens").offers() == []
    assert file.read_text() == text


def test_an_algorithm_that_is_gone_is_told() -> None:
    kept = KeptSearch(Path("x"), "queens", "gone", "count", {}, "8", {}, 1.0, 1, 0, None, 0.0)
    with pytest.raises(CannotSolve, match="gone"):
        Keeper("queens").take_up(kept, Queens(8))


@pytest.mark.parametrize("settings", [{"order": "sideways"}, {"nothing of the kind": 3}])
def test_a_setting_that_is_gone_is_told(settings: dict[str, Any]) -> None:
    kept = KeptSearch(Path("x"), "queens", "dlx-s", "count", settings, "8", {}, 1.0, 1, 0, None, 0.0)
    with pytest.raises(CannotSolve, match=next(iter(settings))):
        Keeper("queens").take_up(kept, Queens(8))


def test_only_so_many_are_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_KEPT", 2)
    for _ in range(4):
        of = ran(8)
        keeper = Keeper("queens", first=0.0, every=600)
        leave(of, keeper, 50)
    assert len(Keeper("queens").offers()) == 3  # the two before it, and the newest


class Slow:
    """A run that does nothing, and notes how long its keeper waits for its end."""

    def __init__(self, seconds: float, now: list[float]) -> None:
        self.search = ran(8).start()
        self.error = None
        self.waits: list[float] = []
        self.over = threading.Event()
        self._seconds, self._now = seconds, now

    @property
    def snapshot(self) -> Snapshot:
        status = Status.STOPPED if self.over.is_set() else Status.RUNNING
        return Snapshot(status, 5, 0, seconds=self._seconds)

    def wait(self, pause: float) -> bool:
        self.waits.append(pause)
        if len(self.waits) == 3:
            self.over.set()
        return self.over.is_set()

    def state(self) -> Future[Any]:
        self._now[0] += 3.0
        told: Future[Any] = Future()
        told.set_result((self.search.state(), self._seconds))
        return told


@pytest.mark.parametrize(("seconds", "waits"), [(100.0, [5.0, 60.0, 60.0]), (9.0, [1.0, 1.0, 1.0])])
def test_saves_that_take_long_come_seldom(
    seconds: float, waits: list[float], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    now = [0.0]
    monkeypatch.setattr(keeping, "time", SimpleNamespace(monotonic=lambda: now[0], time=lambda: 5.0))
    keeper, run = Keeper("queens"), Slow(seconds, now)
    before = set(threading.enumerate())  # other tests may have left keepers of searches that are paused
    keeper.watch(run, ran(8), WHAT)  # type: ignore[arg-type]
    run.over.wait(PATIENCE)
    wait(lambda: not any(thread.name == "keeper" for thread in {*threading.enumerate()} - before))
    assert run.waits == waits
    assert files(home) == ([".json", ".npz"] if seconds >= 10 else [])


def test_what_another_window_works_on_is_not_thrown_out_with_the_old(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_KEPT", 1)

    def kept(number: int) -> Path:
        of = ran(8)
        keeper = Keeper("queens", first=0.0, every=600)
        leave(of, keeper, 50)
        newest = max((home / FOLDER).glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, (number, number))
        return newest

    first, second = kept(1), kept(2)
    lock = Lock(first.with_suffix(".lock"))
    lock.take()
    third = kept(3)
    assert first.exists()
    lock.leave()
    fourth = kept(4)
    assert sorted((home / FOLDER).glob("*.json")) == sorted([third, fourth])
    assert not second.exists()
