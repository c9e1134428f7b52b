"""What a table can show of a cell."""

from __future__ import annotations

from enum import StrEnum


class Quantity(StrEnum):
    """What a table can show."""

    TIME = "time"
    """CPU time of building and searching: what comparisons rest on."""
    NODES = "nodes"
    RATE = "nodes/s"
    SOLUTIONS = "solutions"
    UPDATES = "updates"
    BUILD = "build time"
    SOLVE = "search time"
    WALL = "wall time"
    """Time of building and searching as a clock on the wall shows it."""
    MEMORY = "memory"
    RELATIVE = "relative to the fastest"
    PAPER = "relative to the paper"


IN_SECONDS = frozenset({Quantity.TIME, Quantity.BUILD, Quantity.SOLVE, Quantity.WALL})
