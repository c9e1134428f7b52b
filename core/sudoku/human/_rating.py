"""Our own rating of a puzzle on the scale of Sudoku Explainer (Juillerat).

The puzzle is solved once more with the techniques that both programs know,
lowest rating first.  Our search and our chains are not those of Sudoku Explainer
1.2.1, so our figure may differ from its figure by some tenths.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from core.sudoku._grid import Grid
from core.sudoku._problem import Sudoku
from core.sudoku.human._position import Position
from core.sudoku.human._solver import Path, solve_by_logic
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Technique
from core.sudoku.human._techniques import TECHNIQUES

LABEL = "SE scale, our reckoning"
"""The remark that goes with every such figure."""


@cache
def shared_techniques() -> tuple[Technique, ...]:
    """The techniques that the scale has, lowest rating first."""
    shared = [entry for entry in TECHNIQUES if entry.rating is not None]
    return tuple(sorted(shared, key=lambda entry: entry.rating or 0.0))


@dataclass(frozen=True)
class ScaleRating:
    """The three figures of a puzzle; None if the shared techniques do not lead to the end."""

    hardest: float | None
    """The hardest step of all (ER)."""
    pearl: float | None
    """The hardest step up to the first placement (EP)."""
    diamond: float | None
    """The first step (ED)."""
    path: Path

    def __str__(self) -> str:
        def text(figure: float | None) -> str:
            return "?" if figure is None else f"{figure:.1f}"

        return f"{text(self.hardest)}/{text(self.pearl)}/{text(self.diamond)}"


def rate_on_scale(
    puzzle: Sudoku | Grid | Position, cancelled: Callable[[], bool] | None = None, *, unique: bool | None = None,
    follow: Callable[[Step, Position], bool | None] | None = None,
) -> ScaleRating:  # fmt: skip
    """The rating of a puzzle: ER/EP/ED.  ``follow`` is called as by `solve_by_logic`."""
    path = solve_by_logic(puzzle, cancelled, techniques=shared_techniques(), unique=unique, follow=follow)
    figures = [step.rating or 0.0 for step in path.steps]
    first = next((at for at, step in enumerate(path.steps) if step.placements), None)
    return ScaleRating(
        max(figures, default=None) if path.solved else None,
        None if first is None else max(figures[: first + 1]),
        figures[0] if figures else None,
        path,
    )
