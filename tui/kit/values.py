"""What panels draw: immutable values.  A panel whose value is the same as before draws nothing.  No Textual.

(`tui.lab.live_search.LiveFigures`, `tui.kit.queens_position.QueensPosition` and pages of `tui.kit.text` are others.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from core.explain import Reason, Sentence
from tui.glyphs import Glyphs

if TYPE_CHECKING:
    from tui.lab.browser import SolutionBrowser
    from tui.lab.grown_tree import LevelCount
    from tui.lab.session import SearchTask

Title = tuple[tuple[str, str], ...]
"""Words on a frame, each with its colour or none."""


class BoardValue(NamedTuple):
    """A board, and the words on its frame."""

    position: Any
    """What that kind of board draws."""
    title: str | Title | None = None
    words: str | None = None
    """Above and below; None leaves what is there."""
    more: tuple[str, ...] = ()
    """What follows the words below, if there is room for it."""


class WhyValue(NamedTuple):
    """The sentences about one node."""

    title: str = "Why"
    sentences: Sequence[Sentence] = ()
    path: Sequence[str] = ()
    """The way that led there: its last lines are shown below, if there is room."""
    legend: str | Callable[[Glyphs], str] = ""
    """What the signs mean: at the bottom, if there is room."""
    unfolded: bool = False
    """Whether all that a choice rules out is shown, rather than a line of it."""


class CodePosition(NamedTuple):
    """Where a search is in its pseudocode, if it is there."""

    ran: SearchTask[Any]
    reason: Reason | None = None
    """None while the search moves."""
    line: int | None = None
    """The line run last, if the search is between two nodes."""


class TreeValue(NamedTuple):
    """A search, whose visited tree is wanted, and the node at which it is."""

    of: SearchTask[Any]
    node: int
    stamp: object = None
    """See `GrownTree.stamp`."""


class Found(Protocol):
    """A session that has found something."""

    @property
    def browser(self) -> SolutionBrowser:
        """What is found, and which of it is in view."""

    @property
    def has_classes(self) -> bool:
        """Whether solutions can be grouped by symmetry."""

    @property
    def class_note(self) -> str:
        """What there is to say about the symmetry class of the solution in view."""

    @property
    def remark(self) -> str:
        """Why nothing is found, or why what is kept is not all of it."""

    def solution_words(self, place: int) -> str:
        """The solution at a place of the list, in words."""


class FoundValue(NamedTuple):
    """Tells whether a list has changed, without the list, which may be long (the panel asks for lines)."""

    found: Found
    stamp: object
    """See `SolutionBrowser.stamp`."""
    total: int
    by_class: bool = False
    remark: str = ""

    @classmethod
    def of(cls, found: Found) -> FoundValue:
        """The value for what a session has found by now."""
        browser = found.browser
        return cls(found, browser.stamp, len(browser.listed()), browser.by_class, found.remark)


class LaneCounts(NamedTuple):
    """Counts of one of several searches beside each other: so far, and for its whole tree."""

    title: str
    levels: tuple[LevelCount, ...]
    """Nodes so far, by level; empty if unknown."""
    nodes: int | None
    whole: int | None
    """Nodes of the whole tree, if known."""
    dead: int | None
    solutions: int
    ended: bool


class LevelsValue(NamedTuple):
    """The nodes of searches beside each other, by level."""

    levels: str = ""
    """What the number of a level counts: ``queens placed``."""
    rows: tuple[LaneCounts, ...] = ()
    leader: int = 0
    """The row that is looked at."""
    state: str = ""
    results: str = ""
    """The nodes that all finished searches needed."""
