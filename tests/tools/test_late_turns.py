"""The checker of tests that look too early: who looks before it is there fails, who waits for it passes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
@pytest.mark.parametrize("time", range(3))
async def test_it(wait, time):
    app = Counting()
    async with app.run_test() as pilot:
        await app._press_keys(["a"])
        await wait(pilot)
        assert str(app.query_one(Label).content) == "1"

@pytest.mark.parametrize("time", range(2))
def test_delays(time, request):
    plugin = request.config.pluginmanager.get_plugin("late-turns")
    if plugin is not None:
        print("\\ndelays", [plugin.delay() for _ in range(30)])
"""

ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Half the time goes to plug-ins that nobody here needs; on a busy machine the test took longer than a test may."""


def run(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "pytest_asyncio.plugin", "-p", "tests.late_turns",
         "-p", "no:cacheprovider", "-c", str(folder / "pytest.ini"), str(folder / "test_asked.py"), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, check=False,
        env={name: value for name, value in os.environ.items() if name != TOLD} | ALONE,
    ).stdout  # fmt: skip


@pytest.mark.slow
def test_who_looks_too_early_fails_and_who_waits_passes(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n")
    (tmp_path / "test_asked.py").write_text(ASKED)
    undisturbed = run(tmp_path)
    assert "8 passed" in undisturbed, undisturbed
    first, second = (run(tmp_path, "--late-turns=3", "-s", "-k", which) for which in ("test", "delays"))
    assert "everybody came late, seed 3" in first
    early = [line for line in first.splitlines() if line.startswith("FAILED")]
    assert early
    assert not [line for line in early if "served" in line], first
    delays = [[line for line in each.splitlines() if line.startswith("delays")] for each in (first, second)]
    assert delays[0] == delays[1], "the same seed, the same delays"
    assert len(set(delays[0])) == 2, "but others in each test"
