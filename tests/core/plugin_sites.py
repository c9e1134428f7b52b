"""Folders that stand for a place where plug-ins are installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import ROOT

SEVERAL = """
import os, signal, time
from core import Algorithm, Goal, Source
from core._queens.naive import NaiveSearch

class Ends(NaiveSearch):
    def advance(self, budget, quota=None):
        os._exit(0)

class Crashes(NaiveSearch):
    def advance(self, budget, quota=None):
        os.kill(os.getpid(), signal.SIGSEGV)

class Endless(NaiveSearch):
    def advance(self, budget, quota=None):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            pass

class Fails(NaiveSearch):
    def advance(self, budget, quota=None):
        print("a remark of my own")
        raise KeyError("lost")

class Idles(NaiveSearch):
    def advance(self, budget, quota=None):
        time.sleep(10**6)

class Lies(NaiveSearch):
    @property
    def solutions(self):
        return [(0, 1, 2, 3, 4, 5)] * 3

class Prints(NaiveSearch):
    def advance(self, budget, quota=None):
        print("a remark of my own")
        return super().advance(budget, quota)

class Fine(NaiveSearch):
    pass

def all_of_them():
    for start in (Ends, Crashes, Endless, Fails, Idles, Lies, Prints, Fine):
        name = start.__name__.lower()
        yield Algorithm(name, name, "queens", "As naive.", Source("Me", 2024, "Here"), f"several:{start.__name__}",
                        goals=(Goal.COUNT,), maximum_size=16)
"""


def offer(site: Path, points: str) -> None:
    info = site / "corners-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: corners\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[dancing_queens.algorithms]\n{points}\n")


def offer_several(site: Path) -> None:
    """Algorithms for queens, called by what is wrong with them: all count as `naive` does, or would."""
    (site / "several.py").write_text(SEVERAL)
    offer(site, "several = several:all_of_them")


def python(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = f"{site}{os.pathsep}{ROOT}"
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=site, check=False,
        env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.DEVNULL,
    )  # fmt: skip
