"""The checker of tests that look too early: who looks before it is there fails, who waits for it passes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import ROOT
from tests.late_turns import TOLD

ASKED = """
import pytest
from textual.app import App
from textual.widgets import Label

from tests.tui.driving import served, turns

class Counting(App):
    def compose(self):
        yield Label("0")

    def on_key(self):
        self.query_one(Label).update("1")

@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("textual.app.wait_for_idle", turns)

@pytest.mark.parametrize("wait", [turns, served])
@pytest.mark.parametrize("time", range(10))
async def test_it(wait, time):
    app = Counting()
    async with app.run_test() as pilot:
        await app._press_keys(["a"])
        await wait(pilot)
        assert str(app.query_one(Label).content) == "1"
"""


def run(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.late_turns", "-p", "no:cacheprovider", "-p", "no:randomly",
         "-c", str(folder / "pytest.ini"), str(folder / "test_asked.py"), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, check=False,
        env={name: value for name, value in os.environ.items() if name != TOLD},
    ).stdout  # fmt: skip


def test_who_looks_too_early_fails_and_who_waits_passes(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n")
    (tmp_path / "test_asked.py").write_text(ASKED)
    assert "20 passed" in run(tmp_path)
    early = run(tmp_path, "--late-turns=3", "-k", "turns")
    assert "everybody came late, seed 3" in early
    assert " failed" in early
    assert "10 passed" in run(tmp_path, "--late-turns=3", "-k", "served")
    failed = [[line for line in each.splitlines() if line.startswith("FAILED")]
              for each in (early, run(tmp_path, "--late-turns=3", "-k", "turns"))]  # fmt: skip
    assert failed[0] == failed[1], "the same seed, the same delays"
