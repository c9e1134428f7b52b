"""Exact cover: problems of items and options, what is read from files, diagrams of all solutions, symmetries.

    >>> from core.exact_cover import read_puzzle
    >>> print(read_puzzle("region:\\n####\\npiece I ×2:\\n##").count())
    1

Every public name is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._lazy import on_demand

if TYPE_CHECKING:
    from core._kernels.incidence import Incidence as Incidence
    from core.exact_cover._answer import Cover as Cover
    from core.exact_cover._diagram.cover_diagram import CoverDiagram as CoverDiagram
    from core.exact_cover._formats.load import read_cover as read_cover
    from core.exact_cover._formats.load import read_puzzle as read_puzzle
    from core.exact_cover._option import Option as Option
    from core.exact_cover._problem import ExactCover as ExactCover
    from core.exact_cover._problem import Item as Item
    from core.exact_cover._puzzle import CoverPuzzle as CoverPuzzle
    from core.exact_cover._symmetry.symmetries import Symmetries as Symmetries

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
