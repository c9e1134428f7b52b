"""The rating of single steps on the scale of Sudoku Explainer (Juillerat), ours: see `core.sudoku.human.rating`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.sudoku.shape import Rule

if TYPE_CHECKING:
    from core.sudoku.human.step import Step

_GROWING = 6.5
"""From this rating on, steps are chains, and count for more the longer they are."""


def rating_of(step: Step) -> float | None:
    """The rating of one step, or None where the scale does not have its technique."""
    base = step.technique.rating
    if base is None:
        return None
    if step.technique.key == "hidden-single":
        rule = step.shape.rule_of(step.pattern.houses[0])[0]
        return 1.5 if rule in (Rule.ROW, Rule.COLUMN) else 1.2
    if base >= _GROWING:
        length = len(step.pattern.links) + sum(map(len, step.pattern.branches))
        return round(base + added_for(length), 1)
    return base


def added_for(length: int) -> float:
    """What the length of a chain adds: a tenth at each of 4, 6, 8, 12, 16, 24 … links."""
    added, limit, odd = 0.0, 4, False
    while length > limit:
        added += 0.1
        limit = limit * 4 // 3 if odd else limit * 3 // 2
        odd = not odd
    return added
