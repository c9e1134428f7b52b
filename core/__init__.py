"""Combinatorial search as values: problems, algorithms, searches that can be stopped anywhere.

In one line:

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

from core._lazy import on_demand

if TYPE_CHECKING:
    from core._catalog import (
        Algorithm as Algorithm,
    )
    from core._catalog import (
        Parameter as Parameter,
    )
    from core._catalog import (
        Proposal as Proposal,
    )
    from core._catalog import (
        Source as Source,
    )
    from core._catalog import (
        algorithm as algorithm,
    )
    from core._catalog import (
        algorithms as algorithms,
    )
    from core._catalog import (
        plugin_troubles as plugin_troubles,
    )
    from core._catalog import (
        propose as propose,
    )
    from core._catalog import (
        register as register,
    )
    from core._plugins import PluginTrouble as PluginTrouble
    from core._queens.placement import Placement as Placement
    from core._queens.problem import Queens as Queens
    from core._reasons import Because as Because
    from core._reasons import CountsAs as CountsAs
    from core._reasons import Obstacle as Obstacle
    from core._reasons import Refusal as Refusal
    from core._search import (
        CannotSolve as CannotSolve,
    )
    from core._search import Engine as Engine
    from core._search import (
        Goal as Goal,
    )
    from core._search import (
        InUse as InUse,
    )
    from core._search import (
        Problem as Problem,
    )
    from core._search import (
        ProblemError as ProblemError,
    )
    from core._search import (
        Search as Search,
    )
    from core._search import (
        Snapshot as Snapshot,
    )
    from core._search import (
        Status as Status,
    )
    from core._solving import (
        GaveUp as GaveUp,
    )
    from core._solving import (
        Solvable as Solvable,
    )
    from core._solving import (
        TimeIsUp as TimeIsUp,
    )
    from core._solving import (
        count as count,
    )
    from core._solving import (
        solutions as solutions,
    )
    from core._solving import (
        solve as solve,
    )
    from core.exact_cover._answer import Cover as Cover
    from core.exact_cover._diagram.cover_diagram import CoverDiagram as CoverDiagram
    from core.exact_cover._formats.load import read_cover as read_cover
    from core.exact_cover._option import Option as Option
    from core.exact_cover._problem import ExactCover as ExactCover
    from core.exact_cover._problem import Item as Item
    from core.running._kernel_search import KernelSearch as KernelSearch
    from core.running._run import Run as Run
    from core.storage._files import CannotWrite as CannotWrite
    from core.storage._files import FormatError as FormatError
    from core.sudoku._grid import Grid as Grid
    from core.sudoku._layout import Layout as Layout
    from core.sudoku._problem import Sudoku as Sudoku
    from core.sudoku._shape import Shape as Shape

__version__ = "1.1.0.dev0"

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
