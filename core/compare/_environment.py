"""The machine and versions used for a measurement."""

from __future__ import annotations

import os
import platform
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from core._parts.machine import processor_name
from core.compare._clocks import load

LIBRARIES = ("numpy", "numba", "textual")


def environment() -> dict[str, Any]:
    """All that is needed to understand a figure, as plain data; imports nothing heavy."""
    return _lasting() | {"load": load()}


@cache
def _lasting() -> dict[str, Any]:
    from core import __version__

    return {
        "program": __version__,
        "commit": _commit(),
        "machine": platform.node(),
        "processor": processor_name(),
        "processors": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": {name: _version(name) for name in LIBRARIES},
        "kernels": "interpreted" if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else "compiled",
    }


def describe(environment: dict[str, Any]) -> str:
    """One line for people."""
    numba = environment.get("libraries", {}).get("numba")
    parts = [
        environment.get("processor") or environment.get("system"),
        environment.get("python"),
        f"Numba {numba}" if numba else "no Numba",
        f"program {environment.get('program')}",
    ]
    return " · ".join(str(part) for part in parts if part)


def _commit() -> str | None:
    """The commit of the checkout from which the program runs, ``-dirty`` if files differ; None if it is installed."""
    root = Path(__file__).parents[2]
    if not (root / ".git").exists():
        return None
    try:
        out = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"], capture_output=True, text=True,
            timeout=5,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return out.stdout.strip() or None


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
