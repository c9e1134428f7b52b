"""What the live panel shows of a search, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.search import Snapshot


@dataclass(frozen=True, slots=True)
class LiveFigures:
    """What the panel of figures shows."""

    snapshot: Snapshot | None = None
    state: str = "ready"
    """One word for the panel's title."""
    unit: str = "node"
    known: int | None = None
    """The number of solutions that the literature gives."""
    known_name: str = ""
    """Where that number is from: ``A000170``."""
    rates: Sequence[float] = ()
    """Steps a second, one sample a tick, newest last."""
    rate: float = 0.0
    seconds: float = 0.0
    share: float | None = None
    """The share of the work that is done."""
    seconds_left: float | None = None
    speed: str = ""
    counting_everything: bool = True
    """Whether the final number of solutions is meant to be the known one."""
    extra: Sequence[tuple[str, str]] = field(default=())
    """Further rows: (label, text)."""
    error: str = ""
    of: str = ""
    """What the figures are of, where the choices say something else by now; they are dimmed then."""
    results: str = ""
    """What was needed for the same by one algorithm and another: it stands where the progress stood."""
