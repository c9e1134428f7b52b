"""Counts in parts from the command line: what they print, what they keep, what they refuse."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core import Run, Snapshot, Status
from core._parts.counting import PartedCount
from core.storage import _seal as sealed
from core.storage._key import own_key
from tests.cli import Cli
from tests.core.cli.interrupting import needs_proc, started


def stop_after(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C once so many parts are finished."""
    advance = PartedCount.advance

    def advancing(self: PartedCount, budget: int, quota: int | None = None) -> Status:
        if len(self.records) >= parts and self.status is Status.RUNNING:
            self.status = Status.STOPPED
        return advance(self, budget, quota)

    monkeypatch.setattr(PartedCount, "advance", advancing)


def test_threads_and_parts(cli: Cli) -> None:
    for options in (("--threads", 2), ("--parts", 5), ("--threads", 2, "--parts", 7)):
        status, out, _ = cli("queens", 9, "-a", "bitmask", *options)
        assert status == 0
        assert "352 solutions (A000170): agrees" in out
    found = json.loads(cli("queens", 8, "-a", "dlx-s", "--parts", 4, "--json")[1])
    assert found["solutions"] == 92
    assert found["parameters"] == {"order": "table", "parts": 4}


@pytest.mark.parametrize(("words", "known"), [("queens 8 -a bitmask", 92), ("cover count gallery:langford-7", 52)])
def test_the_progress_of_parts_knows_how_many_solutions_there_are(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, words: str, known: int
) -> None:
    from core._cli import driving, progress

    told, advance, watched = [], PartedCount.advance, threading.Event()

    def waiting(self: PartedCount, budget: int, quota: int | None = None) -> Status:
        watched.wait()
        return advance(self, budget, quota)

    def watching(
        run: Run, label: str, unit: str, poll: float, follow: object, outlook: Callable[[Snapshot], int]
    ) -> None:
        told.append(outlook(run.snapshot))
        watched.set()

    monkeypatch.setattr(PartedCount, "advance", waiting)
    monkeypatch.setattr(driving, "wants_progress", lambda: True)
    monkeypatch.setattr(progress, "show_search", watching)
    assert str(known) in cli(*words.split(), "--parts", 4)[1]
    assert told == [known]


def test_a_stopped_count_goes_on_from_its_ledger(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = tmp_path / "nine"
    command = ("queens", 9, "-a", "bitmask", "--threads", 2, "--checkpoint", ledger)
    with monkeypatch.context() as patched:
        stop_after(3, patched)
        status, _, err = cli(*command)
        assert status == 130
        assert f"of 56 parts are in {ledger}; the same command continues from there" in err
    status, out, err = cli(*command)
    assert (status, "continuing from" in err) == (0, True)
    assert "352 solutions (A000170): agrees" in out
    status, out, err = cli("queens", 8, *command[2:])
    assert (status, out) == (2, "")
    assert "holds parts of 9 queens · bitmask, not of 8 queens · bitmask" in err
    status, _, err = cli(*command, "--parts", 7)
    assert status == 2
    assert "has 56 parts; leave out --parts" in err


def test_a_ledger_goes_on_with_any_number_of_threads(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one too, which alone would have made a file of another kind."""
    ledger, whole = tmp_path / "nine", tmp_path / "whole"
    with monkeypatch.context() as patched:
        stop_after(3, patched)
        assert cli("queens", 9, "-a", "bitmask", "--threads", 2, "--checkpoint", ledger)[0] == 130
    for threads in ((), ("--threads", 1), ("--threads", 3)):
        status, out, err = cli("queens", 9, "-a", "bitmask", *threads, "--checkpoint", ledger)
        assert (status, f"continuing from {ledger}" in err) == (0, True)
        assert "352 solutions (A000170): agrees" in out
    sealed.write(whole, {"status": [1]}, own_key())
    before = whole.read_bytes()
    status, _, err = cli("queens", 9, "-a", "bitmask", "--threads", 2, "--checkpoint", whole)
    assert (status, "saved whole, not in parts; the same command without --threads" in err) == (2, True)
    assert whole.read_bytes() == before


def test_exact_cover_in_parts(cli: Cli, tmp_path: Path) -> None:
    for options in (("--threads", 2), ("--parts", 3), ("--threads", 2, "--checkpoint", tmp_path / "ledger")):
        status, out, _ = cli("cover", "count", "gallery:langford-7", *options)
        assert (status, "52" in out) == (0, True)


def test_sudoku_in_parts(cli: Cli, tmp_path: Path) -> None:
    puzzle, ledger = tmp_path / "puzzle", tmp_path / "ledger"
    puzzle.write_text("1............2..\n")
    for options in (("--threads", 2), ("--parts", 3), ("--checkpoint", ledger), ("-a", "dlx", "--parts", 2)):
        status, out, _ = cli("sudoku", "count", puzzle, *options)
        assert (status, out) == (0, "line 1: 12\n")
    _, out, err = cli("sudoku", "count", puzzle, "--checkpoint", ledger, "--json")
    assert "12 of 12 parts, 12 solutions so far" in err
    assert json.loads(out)["parameters"] == {"parts": 12}
    puzzle.write_text("1............2..\nxx\n1............1..\n")
    status, out, err = cli("sudoku", "count", puzzle, "--threads", 2)
    assert (status, out) == (2, "line 1: 12\nline 3: 36\n")
    assert "line 2, column 3" in err
    status, _, err = cli("sudoku", "count", puzzle, "--checkpoint", tmp_path / "other")
    assert (status, (tmp_path / "other").exists()) == (2, False)
    assert "holds the count of one puzzle" in err
    puzzle.write_text("1............2..\n")
    status, _, err = cli("sudoku", "count", puzzle, "--threads", 2, "--limit", 3)
    assert (status, "with a limit does not split" in err) == (2, True)


@pytest.mark.parametrize(("arguments", "message"), [
    ("queens 8 -a bitmask --goal all --parts 4", "only a count splits into parts"),
    ("queens 8 -a bitmask --goal count --limit 3 --parts 4", "with a limit does not split"),
    ("queens 8 -a swaps --parts 4", "swaps does not split into parts"),
    ("queens 8 -a bitmask --processes 2 --cluster local", "use either --processes or --cluster"),
    ("queens 8 -a bitmask --parts 0", "expected a whole number, 1 or more"),
    ("queens 8 -a bitmask --parts 99999999999", "expected 1000000 or less, not '99999999999'"),
    ("queens 8 -a bitmask --parts x", "expected a whole number, 1 or more, not 'x'"),
    ("queens 8 -a bitmask --cluster tcp://127.0.0.1:1", "--cluster|no Dask scheduler answers at tcp://127.0.0.1:1"),
    ("queens 8 -a bitmask --parts 3 --checkpoint no/such/place", "there is no directory no/such"),
    ("cover count gallery:langford-7 -a memo-count --parts 3", "memo-count does not split"),
    ("cover count gallery:langford-7 --checkpoint here", "--checkpoint keeps finished parts; add --threads 2"),
])  # fmt: skip
def test_what_is_refused(
    cli: Cli, arguments: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("core._parts.workers.ANSWER_SECONDS", 0.2)
    monkeypatch.setattr("core._parts.workers.hush", lambda: None)  # this process goes on
    status, out, err = cli(*arguments.split())
    assert (status, out) == (2, "")
    assert any(each in err for each in message.split("|"))
    assert not list(tmp_path.iterdir())


def children(process: int) -> set[int]:
    """The processes that this one has begun."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return {int(word) for each in lists for word in each.read_text().split()}


def processor_ticks(process: int) -> int | None:
    """How long it has been computing; None for one that has ended, whether anybody has noticed or not."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else int(fields[11]) + int(fields[12])


@needs_proc
def test_workers_end_when_what_began_them_is_killed() -> None:
    busy = os.sysconf("SC_CLK_TCK") / 2
    with started("20", "-a", "bitmask", "--processes", "2") as process:
        while sum((processor_ticks(each) or 0) > busy for each in children(process.pid)) < 2:
            assert process.poll() is None
            time.sleep(0.02)
        begun = children(process.pid)
        process.kill()
    while any(processor_ticks(each) is not None for each in begun):
        time.sleep(0.02)
