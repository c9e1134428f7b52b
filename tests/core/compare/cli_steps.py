"""For the tests of ``python -m core compare``."""

from __future__ import annotations

import subprocess
import sys

from tests import ROOT


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "core", "compare", *map(str, arguments)], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
