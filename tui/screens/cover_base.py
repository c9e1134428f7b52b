"""What the parts of the exact cover screen share: the problem in hand, the engine chosen, and each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.exact_cover.problem import ExactCover
from tui.browsing import SolutionBrowser
from tui.screens.cover_dance import DEFAULT_SPEED, DancePlayer
from tui.screens.cover_history import History, Kept
from tui.screens.cover_open import FIRST, Opened, open_named
from tui.screens.cover_shelf import Shelf
from tui.search_screen import SearchScreen
from tui.setup import Setup

if TYPE_CHECKING:
    from core.catalog import Proposal
    from core.exact_cover.analysis import Estimate, Outlook

Found = Opened | tuple[Opened, Kept]
"""Something opened, perhaps with its history."""
VIEWS = ("matrix", "graph", "picture", "links", "levels")
DANCE, SEARCH = "dance", "search"
LARGEST_DANCE = 60_000
"""Ones of the matrix up to which there is a dance."""


class CoverBase(SolutionBrowser, SearchScreen):
    """State and connections; each part of the screen is a class of its own on top of this one."""

    def __init__(self) -> None:
        super().__init__()
        self.engine = DANCE
        self.view_name = VIEWS[0]
        self.editing = False
        self.coming = 0
        """How many problems are on their way."""
        self.put_off: list[Callable[[], None]] = []
        """What is to be done when it has come."""
        self.shelf: Shelf | None = None
        """Problems of one's own, once the store is open."""
        self.opened = open_named(FIRST)
        """The problem in hand."""
        self.history = History(self.opened)
        self.setup = Setup(self.problem, "dlx")
        """The choices for the search."""
        self.dance_setup = Setup(self.problem, "dlx")
        """The choices for the dance: only the parameters matter."""
        self.proposal: Proposal | None = None
        """The algorithm that suits the problem, and why."""
        self.outlook: Outlook | None = None
        self.estimate: Estimate | None = None
        self.player = self.new_player(DEFAULT_SPEED)
        self.note = ""
        """What is said below the form, if anything."""

    @property
    def problem(self) -> ExactCover:
        """The problem in hand."""
        return self.opened.puzzle.problem

    @property
    def opening(self) -> bool:
        """Whether a problem is on its way."""
        return self.coming > 0

    @property
    def ones(self) -> int:
        """Ones of the matrix."""
        return sum(self.problem.sizes)

    @property
    def dancing(self) -> bool:
        """Whether the keys steer the dance."""
        return self.engine == DANCE

    @property
    def can_dance(self) -> bool:
        """Whether the problem is small enough to be walked through."""
        return self.ones <= LARGEST_DANCE

    def new_player(self, speed: int) -> DancePlayer:
        """A dance for the problem in hand."""
        player = DancePlayer(self.problem, dict(self.dance_setup.settings), self.danced)
        player.set_speed(speed)
        return player

    # Each of these belongs to one of the parts

    def take(self, opened: Opened, *, edited: bool = False) -> None:
        """Work on this problem from now on."""
        raise NotImplementedError

    def keep(self) -> None:
        """Put a problem of one's own on disk."""
        raise NotImplementedError

    def remember(self) -> None:
        """Put the choices into the settings."""
        raise NotImplementedError

    def open(self, make: Callable[[], Found], then: Callable[[], None] | None = None, *, change: bool = False) -> None:
        """Open something in the background; as a ``change`` of the problem in hand it can be undone."""
        raise NotImplementedError

    def say(self, note: str, *, warning: bool = True) -> None:
        """Show a note below the form."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Show everything anew."""
        raise NotImplementedError

    def show_form(self, *, warning: bool = False) -> None:
        """Show the choices."""
        raise NotImplementedError

    def settle_form(self) -> None:
        """Give the panels the room that explanations in the form took."""
        raise NotImplementedError

    def set_view(self, name: str) -> None:
        """Show one of the views."""
        raise NotImplementedError

    def set_engine(self, engine: str) -> str:
        """Take this engine and show its panels; a reason if it cannot be."""
        raise NotImplementedError

    def action_edit(self) -> None:
        """Begin to edit."""
        raise NotImplementedError

    def prepare_dance(self) -> None:
        """Build the links and see what can be said before a run, in the background."""
        raise NotImplementedError

    def danced(self) -> None:
        """The dance has moved."""
        raise NotImplementedError
