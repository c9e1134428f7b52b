"""Combinatorial search as values: problems, algorithms, searches that can be stopped anywhere.

    >>> from core import Queens, Goal, Run, algorithm
    >>> search = algorithm("queens", "dlx-s").start(Queens(8), Goal.COUNT)
    >>> Run(search).drive().solutions
    92

Everything listed in ``__all__`` is imported when first asked for, so
``import core`` costs next to nothing and never loads NumPy or Numba.
"""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Algorithm": "core.catalog",
    "CannotSolve": "core.search",
    "ExactCover": "core.exact_cover.problem",
    "Goal": "core.search",
    "Problem": "core.search",
    "ProblemError": "core.search",
    "Queens": "core.queens.problem",
    "Run": "core.run",
    "Search": "core.search",
    "Snapshot": "core.search",
    "Status": "core.search",
    "Sudoku": "core.sudoku.problem",
    "algorithm": "core.catalog",
    "algorithms": "core.catalog",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
