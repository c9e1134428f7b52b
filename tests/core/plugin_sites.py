"""Folders that stand for a place where plug-ins are installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import ROOT


def offer(site: Path, points: str) -> None:
    info = site / "corners-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: corners\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[dancing_queens.algorithms]\n{points}\n")


def python(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = f"{site}{os.pathsep}{ROOT}"
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=site, check=False,
        env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.DEVNULL,
    )  # fmt: skip
