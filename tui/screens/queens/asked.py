"""What settings and command lines say, as values; None for what cannot be."""

from __future__ import annotations

from typing import Any

from core.queens.problem import Queens
from core.search import Goal, ProblemError


def board_of(text: Any) -> Queens | None:
    """The board of this size."""
    try:
        return Queens(int(text))
    except (ProblemError, TypeError, ValueError):
        return None


def goal_of(text: Any) -> Goal | None:
    """The goal of this name."""
    try:
        return Goal(text)
    except ValueError:
        return None
