"""Combinatorial search as values: problems, algorithms, searches that can be stopped anywhere.

In one line (`core.solving`):

    >>> import core
    >>> core.solve(core.Queens(6))
    (1, 3, 5, 0, 2, 4)
    >>> core.Sudoku.parse("1.3. ..2. .1.. 4...".replace(" ", "")).count()
    1
    >>> core.ExactCover({"A": [1, 4], "B": [2, 3], "C": [1, 2]}).solution()
    ('A', 'B')

With everything in hand:

    >>> from core import Queens, Goal, Run, algorithm
    >>> search = algorithm("queens", "dlx-s").start(Queens(8), Goal.COUNT)
    >>> Run(search).drive().solutions
    92

Everything listed in ``__all__`` is imported when first asked for, so
``import core`` costs next to nothing and never loads NumPy or Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.catalog import (
        Algorithm,
        Parameter,
        Proposal,
        Source,
        algorithm,
        algorithms,
        plugin_troubles,
        propose,
        register,
    )
    from core.exact_cover.answer import Cover
    from core.exact_cover.problem import ExactCover, Item
    from core.queens.placement import Placement
    from core.queens.problem import Queens
    from core.reasons import Because, Obstacle, Refusal
    from core.running.kernel_search import KernelSearch
    from core.running.run import Run
    from core.search import CannotSolve, Goal, InUse, Problem, ProblemError, Search, Snapshot, Status
    from core.solving import GaveUp, Solvable, TimeIsUp, count, solutions, solve
    from core.storage.files import CannotWrite, FormatError
    from core.sudoku.grid import Grid
    from core.sudoku.problem import Sudoku
    from core.sudoku.shape import Shape

__version__ = "0.2.0"

_HOMES = {
    "Algorithm": "core.catalog",
    "Because": "core.reasons",
    "CannotSolve": "core.search",
    "CannotWrite": "core.storage.files",
    "Cover": "core.exact_cover.answer",
    "ExactCover": "core.exact_cover.problem",
    "FormatError": "core.storage.files",
    "GaveUp": "core.solving",
    "Goal": "core.search",
    "Grid": "core.sudoku.grid",
    "InUse": "core.search",
    "Item": "core.exact_cover.problem",
    "KernelSearch": "core.running.kernel_search",
    "Obstacle": "core.reasons",
    "Parameter": "core.catalog",
    "Placement": "core.queens.placement",
    "Problem": "core.search",
    "ProblemError": "core.search",
    "Proposal": "core.catalog",
    "Queens": "core.queens.problem",
    "Refusal": "core.reasons",
    "Run": "core.running.run",
    "Search": "core.search",
    "Shape": "core.sudoku.shape",
    "Snapshot": "core.search",
    "Solvable": "core.solving",
    "Source": "core.catalog",
    "Status": "core.search",
    "Sudoku": "core.sudoku.problem",
    "TimeIsUp": "core.solving",
    "algorithm": "core.catalog",
    "algorithms": "core.catalog",
    "count": "core.solving",
    "plugin_troubles": "core.catalog",
    "propose": "core.catalog",
    "register": "core.catalog",
    "solutions": "core.solving",
    "solve": "core.solving",
}

__all__ = [
    "Algorithm",
    "Because",
    "CannotSolve",
    "CannotWrite",
    "Cover",
    "ExactCover",
    "FormatError",
    "GaveUp",
    "Goal",
    "Grid",
    "InUse",
    "Item",
    "KernelSearch",
    "Obstacle",
    "Parameter",
    "Placement",
    "Problem",
    "ProblemError",
    "Proposal",
    "Queens",
    "Refusal",
    "Run",
    "Search",
    "Shape",
    "Snapshot",
    "Solvable",
    "Source",
    "Status",
    "Sudoku",
    "TimeIsUp",
    "algorithm",
    "algorithms",
    "count",
    "plugin_troubles",
    "propose",
    "register",
    "solutions",
    "solve",
]


if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
