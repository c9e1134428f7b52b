"""A rating on the scale of Sudoku Explainer (Juillerat), ours: for the techniques that both programs know.

It is computed with our own order of search and our own chains, so it can differ
by some tenths from what Sudoku Explainer 1.2.1 says, and says nothing of
techniques that it does not have.
"""

from __future__ import annotations

from core.sudoku.logic.step import Step
from core.sudoku.shape import Rule

LABEL = "SE scale, our reckoning"
"""What stands beside every such figure."""


def rating_of(step: Step) -> float | None:
    """The rating of one step, or None where the scale does not have its technique."""
    base = step.technique.rating
    if base is None:
        return None
    if step.technique.key == "hidden-single":
        rule = step.shape.rule_of(step.pattern.houses[0])[0]
        return 1.5 if rule in (Rule.ROW, Rule.COLUMN) else 1.2
    return base
