"""The solutions found, one of each symmetry class."""

from __future__ import annotations

from collections.abc import Sequence

from tui.search.browser import Solution


def classes(solutions: Sequence[Solution]) -> Sequence[Solution]:
    """The representatives, in the order in which the classes were found."""
    from core.queens.symmetry_classes import SymmetryClasses

    found = SymmetryClasses.of(solutions)
    return [found.representative(index) for index in range(len(found))]
