"""An exact cover problem together with what its origin knows: how to draw it, and its symmetries."""

from __future__ import annotations

from dataclasses import dataclass

from core.exact_cover.picture import Canvas
from core.exact_cover.problem import ExactCover
from core.exact_cover.symmetry import Symmetries


@dataclass(frozen=True)
class CoverPuzzle:
    """What a file, an encoding or the gallery gives."""

    problem: ExactCover
    canvas: Canvas | None = None
    """How to draw solutions, or None for a problem that is not about a grid."""
    symmetries: Symmetries | None = None
    """The symmetries of the region or board, or None when none are known."""
    misfit: str = ""
    """Why there is no solution, where that is plain before any search."""
    drawing: str = ""
    """The text it was drawn in, as it was read; empty for what was not drawn."""
