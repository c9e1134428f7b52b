"""Processes that must neither crash nor hang, on a machine however busy: a hang is told by the processor time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence

PROCESSOR_SECONDS = 240
"""What none of them comes near, machine code that has to be compiled first included."""
ASLEEP = 3600
"""By the clock, for what would wait for ever without computing: pytest's own limit is off where this is used."""


def endured(arguments: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments; more processor time than `PROCESSOR_SECONDS` ends it by a signal."""
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=ASLEEP,
        env=dict(environment), preexec_fn=_bound(),
    )  # fmt: skip


def _bound() -> Callable[[], None] | None:
    try:
        import resource
    except ImportError:  # Windows
        return None
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
