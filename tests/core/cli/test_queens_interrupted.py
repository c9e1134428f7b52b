"""``python -m core queens`` interrupted, taken up again, and at the end of a pipe: real processes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core import Run
from core._cli.driving import DOUBLE_TAP_SECONDS
from core._queens.problem import KNOWN_COUNTS
from tests import PATIENCE
from tests.cli import Cli
from tests.core.cli.interrupting import interrupted, needs_proc, started
from tests.pty_app import PtyApp


@pytest.fixture
def cli(cli: Cli) -> Cli:
    return cli.under("queens")


@needs_proc
def test_ctrl_c_gives_the_partial_counts(cli: Cli) -> None:
    cli("4", "-a", "bitmask")
    process = started("20", "-a", "bitmask", "--json")
    out, err = interrupted(process)
    assert (process.returncode, err) == (130, "")
    result = json.loads(out)
    assert result["status"] == "stopped"
    assert 0 <= result["solutions"] < KNOWN_COUNTS[19]
    assert result["nodes"] == result["steps"]


@needs_proc
def test_ctrl_c_again_and_again_is_no_traceback(cli: Cli) -> None:
    cli("4", "-a", "dlx-s")
    process = started("20", "-a", "dlx-s")
    out, err = interrupted(process, times=4)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "agrees" not in out
    assert DOUBLE_TAP_SECONDS > 0.02


def interrupt_after(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl-C come when the next search has made that many steps, and hold it there until then."""
    wait = Run.wait

    def wait_and_interrupt(run: Run, timeout: float | None = None) -> bool:
        run.step(steps)
        while not run.finished and not (run.paused and run.snapshot.steps >= steps):
            time.sleep(0.001)
        monkeypatch.setattr(Run, "wait", wait)
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "wait", wait_and_interrupt)


@pytest.mark.parametrize("goal", ["count", "all"])
def test_a_checkpoint_carries_on_to_the_same_end(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, goal: str
) -> None:
    whole = json.loads(cli("12", "-a", "dlx-s", "-g", goal, "--json")[1])
    path = tmp_path / "twelve.npz"
    same = ("12", "-a", "dlx-s", "-g", goal, "--json", "--checkpoint", path)
    for steps in (1_000, 50_000):
        interrupt_after(steps, monkeypatch)
        status, out, err = cli(*same)
        partial = json.loads(out)
        assert (status, partial["status"]) == (130, "stopped")
        assert steps <= partial["nodes"] < whole["nodes"]
        assert f"saved to {path}" in err
    status, out, err = cli(*same)
    assert status == 0
    assert f"continuing from {path}: " in err
    result = json.loads(out)
    assert result["seconds"] > partial["seconds"]
    for figure in ("solutions", "nodes", "updates", "status", *(["list"] if goal == "all" else [])):
        assert result[figure] == whole[figure]
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_of_another_search_is_refused_and_kept(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "thirteen.npz"
    interrupt_after(1, monkeypatch)
    assert cli("13", "-a", "dlx-s", "--checkpoint", path)[0] == 130
    content = path.read_bytes()
    for other in (
        "14 -a dlx-s",
        "13 -a dlx",
        "13 -a dlx-s --limit 3",
        "13 -a dlx-s -g all",
        "13 -a dlx-s --order text",
    ):
        status, out, err = cli(*other.split(), "--checkpoint", path)
        assert (status, out) == (2, "")
        assert f"{path} holds 13 queens · dlx-s · count · order table, not {other.split()[0]} queens · " in err
        assert path.read_bytes() == content


def test_an_interrupted_listing_says_how_far_it_came(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(1_000, monkeypatch)
    status, out, err = cli("13", "-a", "dlx-s", "-g", "all")
    assert (status, out) == (130, "")
    assert "13 queens: stopped; " in err
    assert "listed" in err


def test_an_interrupted_range_ends_there(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(1_000, monkeypatch)
    status, out, err = cli("13-14", "-a", "dlx-s")
    assert (status, out) == (130, "")
    assert "13 queens: stopped; " in err


def test_a_file_that_is_no_checkpoint_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    for content in (b"", b"PK\x03\x04 not a zip", b"notes\n" * 100):
        path = tmp_path / "notes.txt"
        path.write_bytes(content)
        status, _, err = cli("8", "-a", "dlx", "--checkpoint", path)
        assert status == 2
        assert f"{path}: this is not a checkpoint file" in err
        assert path.read_bytes() == content


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = started("20", "-a", "bitmask", "--goal", "all")  # hours, were it not written as it is found
    assert process.stdout is not None
    assert len(process.stdout.readline().split()) == 20
    process.stdout.close()
    assert process.stderr is not None
    err = process.stderr.read()
    process.stderr.close()
    process.wait(PATIENCE)
    assert err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "core", "queens", "8", "-a", "dlx"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (2, "python -m core: standard output: No space left on device\n")


@pytest.mark.pty
def test_a_progress_bar_keeps_how_far_it_is_when_it_gets_narrow_and_leaves_no_trace(tmp_path: Path) -> None:
    with PtyApp(["-m", "core", "queens", "20", "-a", "bitmask"], tmp_path, size=(160, 24)) as app:
        app.wait_for(lambda text: all(each in text for each in (" % · ≈ ", " left · ", " found · ", " nodes · ", "/s")))
        app.resize(72, 24)
        app.wait_for(lambda text: " % · ≈ " in text and " left · " in text and "nodes" not in text)
        assert "20 q" in app.text
        app.process.send_signal(signal.SIGINT)
        assert app.wait_for_end() == 130
        assert "20 queens: stopped; " in app.text
        assert " found · " not in app.text
