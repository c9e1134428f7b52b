"""The comparison in a pseudo-terminal: keys are answered while it measures, idle is silent, a kill loses one run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

from core.compare.history import History
from core.store import FILE_NAME, Store
from tests.pty_app import PtyApp


def samples(home: Path) -> int:
    with Store.open(home / FILE_NAME) as store:
        return sum(entry.samples for entry in History(store).list())


def test_answers_keys_while_it_measures(tmp_path: Path, measured: Callable[[str], None]) -> None:
    with PtyApp(["-m", "tui", "compare", "8,9,17", "--algorithm", "bitmask,dlx", "--run"], tmp_path) as app:
        app.wait_for(lambda text: "measuring bitmask, N 17" in text or "warming up bitmask, N 17" in text)
        times = []
        for place in range(30):
            n = ("9", "8")[place % 2]
            begun = time.perf_counter()
            app.press("j" if n == "9" else "k")
            app.wait_for(f"bitmask, N {n} ·")
            times.append((time.perf_counter() - begun) * 1000)
        received, begun = len(app.received), time.perf_counter()
        while time.perf_counter() - begun < 1.5:
            app.read(0.1)
        rate = (len(app.received) - received) / (time.perf_counter() - begun) / 1024
        begun = time.perf_counter()
        app.press("x")
        app.wait_for("stopped")
        stopping = (time.perf_counter() - begun) * 1000
        app.rest()
        assert app.read(1.0) == b""
    times.sort()
    measured(
        f"key to paint while measuring: median {statistics.median(times):.1f} ms, 95th percentile"
        f" {times[int(len(times) * 0.95)]:.1f} ms (aim 25), stop {stopping:.0f} ms (aim 300), {rate:.1f} KiB/s"
    )


def test_a_killed_session_is_gone_on_with(tmp_path: Path) -> None:
    with PtyApp(["-m", "tui", "compare", "8,9,12", "--algorithm", "dlx", "--run"], tmp_path) as app:
        app.wait_for(lambda text: "run 2" in text or "complete" in text)
        app.process.kill()
        app.process.wait()
    kept = samples(tmp_path)
    assert kept >= 3
    with PtyApp(["-m", "tui", "compare"], tmp_path) as app:
        app.wait_for("no. 1")
        app.press("\r")
        app.wait_for("complete")
    assert samples(tmp_path) >= max(15, kept)
