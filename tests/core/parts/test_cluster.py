"""Parts on a Dask cluster of worker processes on this machine; skipped where Dask is not installed."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from core.catalog import algorithm
from core.cluster import ClusterError, dask
from core.ledger import Ledger
from core.parted import PartedCount
from core.parts import cut
from core.queens.problem import KNOWN_COUNTS, Queens
from core.search import Status

ENTRY = algorithm("queens", "bitmask")


@pytest.fixture(scope="module", autouse=True)
def distributed() -> Any:
    return pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster(distributed: Any) -> Any:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


def counted(address: str, n: int, of: int, ledger: Ledger | None = None, stop_at: int | None = None) -> PartedCount:
    parts = cut(ENTRY, Queens(n), ENTRY.settings({}), of)
    with dask(address) as workers:
        search = PartedCount(ENTRY, Queens(n), parts, executor=workers.executor, slots=workers.slots, ledger=ledger)
        while search.advance(1 << 30) is Status.RUNNING:
            if stop_at is not None and len(search.records) >= stop_at:
                search.stop()
                break
    return search


def test_two_workers_of_which_one_is_killed(cluster: Any) -> None:
    parts = cut(ENTRY, Queens(11), ENTRY.settings({}), 24)
    with dask(cluster.scheduler_address) as workers:
        assert workers.slots() == 2
        search = PartedCount(ENTRY, Queens(11), parts, executor=workers.executor, slots=workers.slots)
        killed = False
        while search.advance(1 << 30) is Status.RUNNING:
            if not killed and len(search.records) >= 3:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
                killed = True
    assert search.counts()[0] == KNOWN_COUNTS[10]


def test_a_count_goes_on_from_its_ledger_on_another_scheduler(cluster: Any, tmp_path: Path) -> None:
    part = cut(ENTRY, Queens(9), ENTRY.settings({}), 12)[0]
    ledger = Ledger(tmp_path / "nine", part)
    first = counted(cluster.scheduler_address, 9, 12, ledger, stop_at=4)
    assert 4 <= len(first.records) <= 12
    again = PartedCount(ENTRY, Queens(9), cut(ENTRY, Queens(9), {}, 12), threads=1, ledger=ledger)
    while again.advance(1 << 30) is Status.RUNNING:
        pass
    assert again.counts()[0] == KNOWN_COUNTS[8]


def test_a_worker_with_another_version_is_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.parts.code_version", lambda: "0123456789ab")
    with pytest.raises(ClusterError, match="has a different version of Dancing"), dask(cluster.scheduler_address):
        pass


def test_a_worker_added_in_the_middle_gets_parts(distributed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.cluster.ASK_SECONDS", 0.0)
    parts = cut(ENTRY, Queens(10), ENTRY.settings({}), 40)
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as small,
        dask(small.scheduler_address) as workers,
    ):
        assert workers.slots() == 1
        sent: list[int] = []
        search = PartedCount(ENTRY, Queens(10), parts, executor=workers.executor, slots=workers.slots)
        while search.advance(1 << 30) is Status.RUNNING:
            sent.append(len(search._sent))
            if len(search.records) >= 3 and workers.slots() == 1:
                small.scale(2)
                small.wait_for_workers(2)
        assert workers.slots() == 2
    assert search.counts()[0] == KNOWN_COUNTS[9]
    assert (sent[0], max(sent)) == (2, 4)


def test_a_worker_that_joins_with_another_version_is_left_out(
    distributed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.cluster.ASK_SECONDS", 0.0)
    told: list[str] = []
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as small,
        dask(small.scheduler_address, tell=told.append) as workers,
    ):
        monkeypatch.setattr("core.parts.code_version", lambda: "0123456789ab")
        small.scale(2)
        small.wait_for_workers(2)
        assert workers.slots() == 1
        assert workers.slots() == 1
    assert len(told) == 1
    assert "is left out: it has a different version of Dancing" in told[0]
