"""What may be asked for: the stages of a hint, and the kinds of answer to "why not"."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Stage(IntEnum):
    """What a hint gives away, one more with each."""

    WHERE = 1
    """A house to look at."""
    TECHNIQUE = 2
    """What to look for there."""
    CONSEQUENCE = 3
    """The pattern, why, and what follows."""
    APPLY = 4
    """It is done."""


class WhyKind(StrEnum):
    """The kinds of answer to "why can't this cell be 5?"."""

    FILLED = "filled"
    """The cell holds a value."""
    PEER = "peer"
    """Cells that see it hold the value."""
    STEP = "step"
    """A step possible now rules it out."""
    CONTRADICTION = "contradiction"
    """Supposing it leads to a contradiction by singles."""
    LATER = "later"
    """A step rules it out once others have been done."""
    OPEN = "open"
    """Nothing found rules it out: it may be right."""
    CANCELLED = "cancelled"
    """Stopped before there was an answer."""
