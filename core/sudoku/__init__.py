"""Sudoku: candidates and rules as values, in files, as people solve them, and made to measure.

    >>> from core.sudoku import Sudoku, true_candidates
    >>> puzzle = Sudoku.parse("grid 4\\ncage 7: r1c1 r1c2\\nthermo: r2c2-r2c4")
    >>> puzzle.count(), true_candidates(puzzle)[:3]
    (24, (12, 12, 3))

How people solve them is in `core.sudoku.human`.  Every public name is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._lazy import on_demand

if TYPE_CHECKING:
    from core.sudoku._formats import parse as parse
    from core.sudoku._formats import read_file as read_file
    from core.sudoku._formats import read_text as read_text
    from core.sudoku._formats import write as write
    from core.sudoku._formats.base import Puzzle as Puzzle
    from core.sudoku._formats.base import PuzzleOrError as PuzzleOrError
    from core.sudoku._grid import Grid as Grid
    from core.sudoku._layout import House as House
    from core.sudoku._layout import HouseKind as HouseKind
    from core.sudoku._layout import Layout as Layout
    from core.sudoku._problem import BrokenRule as BrokenRule
    from core.sudoku._problem import Conflict as Conflict
    from core.sudoku._problem import RepeatedValue as RepeatedValue
    from core.sudoku._problem import Sudoku as Sudoku
    from core.sudoku._propagation.true_candidates import true_candidates as true_candidates
    from core.sudoku._shape import OrderTooLarge as OrderTooLarge
    from core.sudoku._shape import Shape as Shape
    from core.sudoku.human._generator import NotFound as NotFound
    from core.sudoku.human._generator import Stopped as Stopped
    from core.sudoku.human._generator import Symmetry as Symmetry
    from core.sudoku.human._generator_rated import Rated as Rated
    from core.sudoku.human._generator_rated import Wish as Wish
    from core.sudoku.human._generator_rated import generate_rated as generate_rated
    from core.sudoku.rules._house import USUAL as USUAL
    from core.sudoku.rules._kinds import parse_rule as parse_rule
    from core.sudoku.rules._rule import Rule as Rule

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
