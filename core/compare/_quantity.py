"""The quantities of a cell that a table can show."""

from __future__ import annotations

from enum import StrEnum


class Quantity(StrEnum):
    """A quantity that a table can show."""

    TIME = "time"
    """CPU time of building and searching: the basis of comparisons."""
    NODES = "nodes"
    RATE = "nodes/s"
    SOLUTIONS = "solutions"
    UPDATES = "updates"
    BUILD = "build time"
    SOLVE = "search time"
    WALL = "wall time"
    """Wall time of building and searching."""
    MEMORY = "memory"
    RELATIVE = "relative to the fastest"
    PAPER = "relative to the paper"


IN_SECONDS = frozenset({Quantity.TIME, Quantity.BUILD, Quantity.SOLVE, Quantity.WALL})
