"""Comparisons that are killed, interrupted and measured twice at once: nothing is lost."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from core._cli.command_line import main
from core.compare import Contestant, Ending, Experiment, History, Plan, Sample, Table
from core.storage import Store
from tests import PATIENCE, ROOT


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "core", "compare", *map(str, arguments)], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_killed_at_random_moments_a_run_is_resumed_with_nothing_lost_or_twice() -> None:
    chance = random.Random(4)
    arguments: tuple[object, ...] = ("queens", "6-8", "-a", "bitmask,dlx,dlx-s,backtracking", "-r", "3", "-w", "0")
    seen: dict[tuple[str, str, int], float] = {}
    for kills in range(40):
        child = start(*arguments)
        deadline = time.monotonic() + 60
        if kills < 2:
            # Let it measure something first, so that the kill falls into the middle.
            while child.poll() is None and time.monotonic() < deadline and len(recorded()) <= len(seen):
                time.sleep(0.005)
            time.sleep(chance.random() * 0.1)
        else:
            child.wait(PATIENCE)
        child.kill()
        code = child.wait(PATIENCE)
        child.communicate()
        now = recorded()
        assert now.items() >= seen.items(), "a sample was lost or measured again"
        seen = now
        if code == 0:
            break
        arguments = ("--resume", 1)
    else:
        pytest.fail("never finished")
    assert len(seen) == 3 * 4 * 3
    with Store.open() as store:
        (entry,) = History(store).list()
        assert entry.finished
        assert store.notice is None


def recorded() -> dict[tuple[str, str, int], float]:
    """(algorithm, instance, run) to when it was taken, as it stands on disk."""
    with Store.open() as store:
        rows = store.query("SELECT algorithm, instance, repeat, recorded FROM sample")
    return {(row[0], row[1], row[2]): row[3] for row in rows}


def test_two_processes_measure_at_once_and_lose_nothing() -> None:
    children = [start("queens", "5-8", "-a", f"bitmask,{name}", "-r", "6") for name in ("dlx", "dlx-s")]
    for child in children:
        _, errors = child.communicate(timeout=PATIENCE)
        assert child.returncode == 0, errors
    with Store.open() as store:
        entries = History(store).list()
        assert [entry.samples for entry in entries] == [2 * 4 * 6] * 2
        assert all(entry.finished for entry in entries)


@pytest.mark.usefixtures("without_time_limits")
def test_ctrl_c_shows_what_there_is_and_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The signal comes in the middle of a search that would take minutes, after another one is done."""
    steps = Experiment.steps

    def interrupted(self: Experiment) -> Iterator[Table]:
        sent = False
        for table in steps(self):
            live = table.cell("dlx", "17").live
            if not sent and live is not None and live.stage == "measuring" and live.steps:
                sent = True
                signal.raise_signal(signal.SIGINT)
            yield table

    monkeypatch.setattr(Experiment, "steps", interrupted)
    assert main(["compare", "queens", "6,17", "-a", "dlx", "-r", "1", "-w", "0", "--order-seed", "2"]) == 130
    out, err = capsys.readouterr()
    assert "stopped" in out
    assert list(recorded()) == [("dlx", "6", 0)]
    assert "--resume 1" in err


@pytest.mark.usefixtures("without_time_limits")
def test_history_keeps_samples_as_they_were() -> None:
    with Store.in_memory() as store:
        history = History(store)
        plan = Plan("queens", ("6", "7"), (Contestant("dlx-s", (("order", "text"),)),), repeat=2)
        first = history.start(plan)
        table = first.drive()
        assert table.experiment is not None
        again = history.table(table.experiment)
        assert again.plan == plan
        assert again.cells == table.cells
        assert again.environment == table.environment
        wider = history.resume(table.experiment, plan.extended(instances=["8"]))
        wider.drive()
        assert {key: len(runs) for key, runs in history.samples(1).items()} == dict.fromkeys(wider.table.cells, 2)
        assert history.baseline is None
        second = history.start(plan)
        assert second.table.experiment == 2
        history.pin(1)
        history.pin(2)
        assert [entry.pinned for entry in history.list()] == [True, False]


def test_a_disk_that_fails_does_not_end_the_measuring() -> None:
    store = Store.in_memory()
    experiment = History(store).start(Plan("queens", ("6",), (Contestant("bitmask"),), repeat=2))
    store.close()
    table = experiment.drive()
    assert table.finished
    assert len(table.cell("bitmask", "6").samples) == 2
    assert "history" in table.notices[0]


def test_a_sample_survives_being_written_down() -> None:
    sample = Sample(Ending.GAVE_UP, 0.1, 0.2, None, 0, 5, nodes=5, reason="why", recorded=3.0)
    assert Sample.from_json(json.loads(json.dumps(sample.as_json()))) == sample
    assert Sample.from_json(sample.as_json() | {"later": 1}) == sample
