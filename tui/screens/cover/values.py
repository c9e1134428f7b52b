"""What the views of an exact cover problem draw, as immutable values.  No Textual."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tui.screens.cover.state import CoverState

if TYPE_CHECKING:
    from core import ExactCover
    from core._drawing.cells import Canvas
    from core.exact_cover._kernels.link_dance import LinkDance

LONGEST_NAME = 6
"""Letters of an item's name that are shown in the matrix and beside the links."""
LONGEST_LABEL = 8
"""Letters of an option's label that are shown there."""


class ViewInSight(NamedTuple):
    """One of the six views, the only one whose value is made."""

    name: str
    value: Any
    """What that view draws."""
    parts: bool = False
    """Whether the words below say instead which part is in sight, unless all is."""


class MatrixValue(NamedTuple):
    """A matrix and where the user's cursor is in it: option and item; None while nobody edits or takes options."""

    state: CoverState
    cursor: tuple[int, int] | None = None
    shares: Sequence[float] = ()
    """For each option the share of the solutions that holds it, if that is shown."""


class PictureValue(NamedTuple):
    """A picture of the chosen options and of what is known of the others."""

    canvas: Canvas | None
    """What draws it; None if the problem is not about a grid."""
    state: CoverState
    given: Collection[int] = ()
    """Options that are in every solution."""
    instead: Sequence[str] = ()
    """Lines to show without a canvas."""
    told: Sequence[tuple[str, float]] = ()
    """For each cell what is there, and in which share of the solutions, if that is shown."""
    around: int | None = None
    """The option under the user's cursor."""


class LinksValue(NamedTuple):
    """The links between a node and the next, after some of the steps of a dance."""

    note: str = ""
    """Why there are none to draw."""
    dance: LinkDance | None = None
    place: int = 0
    """How many of its steps are made: the dance itself goes on."""
    problem: ExactCover | None = None
    chosen: Sequence[int] = ()
    """The options chosen at the node."""
    node: int = 0
    item: int | None = None
    """What is branched on next."""
    told: bool = True
    """Whether to show how many steps there are in all, and how long lists are."""


class ProfileValue(NamedTuple):
    """The nodes of a search by level."""

    profile: Sequence[int] = ()
    """Nodes by level, the root first."""
    depth: int | None = None
    """The level the search is at."""
    rows: Sequence[tuple[str, str]] = ()
    """Lines above the bars: label and text."""
    share: float | None = None
    """The part of the tree visited."""
    title: str = ""
    words: str = ""
    """Above and below, if the panel has a frame of its own."""
