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

Every public name is imported when first asked for, so
``import core`` costs next to nothing and never loads NumPy or Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.catalog import (
        Algorithm as Algorithm,
    )
    from core.catalog import (
        Parameter as Parameter,
    )
    from core.catalog import (
        Proposal as Proposal,
    )
    from core.catalog import (
        Source as Source,
    )
    from core.catalog import (
        algorithm as algorithm,
    )
    from core.catalog import (
        algorithms as algorithms,
    )
    from core.catalog import (
        plugin_troubles as plugin_troubles,
    )
    from core.catalog import (
        propose as propose,
    )
    from core.catalog import (
        register as register,
    )
    from core.exact_cover.answer import Cover as Cover
    from core.exact_cover.diagram.cover_diagram import CoverDiagram as CoverDiagram
    from core.exact_cover.formats.load import read_cover as read_cover
    from core.exact_cover.option import Option as Option
    from core.exact_cover.problem import ExactCover as ExactCover
    from core.exact_cover.problem import Item as Item
    from core.queens.placement import Placement as Placement
    from core.queens.problem import Queens as Queens
    from core.reasons import Because as Because
    from core.reasons import Obstacle as Obstacle
    from core.reasons import Refusal as Refusal
    from core.running.kernel_search import KernelSearch as KernelSearch
    from core.running.run import Run as Run
    from core.search import (
        CannotSolve as CannotSolve,
    )
    from core.search import (
        Goal as Goal,
    )
    from core.search import (
        InUse as InUse,
    )
    from core.search import (
        Problem as Problem,
    )
    from core.search import (
        ProblemError as ProblemError,
    )
    from core.search import (
        Search as Search,
    )
    from core.search import (
        Snapshot as Snapshot,
    )
    from core.search import (
        Status as Status,
    )
    from core.solving import (
        GaveUp as GaveUp,
    )
    from core.solving import (
        Solvable as Solvable,
    )
    from core.solving import (
        TimeIsUp as TimeIsUp,
    )
    from core.solving import (
        count as count,
    )
    from core.solving import (
        solutions as solutions,
    )
    from core.solving import (
        solve as solve,
    )
    from core.storage.files import CannotWrite as CannotWrite
    from core.storage.files import FormatError as FormatError
    from core.sudoku.grid import Grid as Grid
    from core.sudoku.layout import Layout as Layout
    from core.sudoku.problem import Sudoku as Sudoku
    from core.sudoku.shape import Shape as Shape

__version__ = "1.0.0.dev0"

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
