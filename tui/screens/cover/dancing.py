"""A place between two nodes of a search: which links have been unlinked and relinked so far.  No Textual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import InUse
from core.explain import NodeKind
from core.running import Move
from tui.lab.live_search import LiveSearch

if TYPE_CHECKING:
    from core.exact_cover._kernels.link_dance import LinkDance

DancePlace = tuple[int, int, NodeKind]


class Dancing:
    """The links of a session's search, step by step; at the last step the search itself goes on to its next node."""

    def __init__(self, search: LiveSearch) -> None:
        self._search = search
        self._place: DancePlace | None = None
        """The search, its node and what that is: where `_dance` begins."""
        self._dance: LinkDance | None = None
        self._due = 0
        """Steps asked for and not made yet; below 0 backwards."""
        self._leaving: DancePlace | None = None
        """The node that the search was asked to leave."""

    def _here(self) -> DancePlace | None:
        """Where the search holds still; None while it moves, or if it has nothing to say of itself."""
        run, reason = self._search.run, self._search.reason
        if run is None or reason is None or run.travelling or not (run.resting or run.finished):
            return None
        return id(run.search), reason.node, reason.outcome

    def now(self) -> LinkDance | None:
        """The dance from the node where the search holds still; None if there is none."""
        from core.exact_cover._kernels.link_dance import link_dance

        here = self._here()
        if here is not None and here != self._place:
            run = self._search.run
            back = self._due < 0 and self._leaving is not None
            try:
                self._dance = link_dance(run.search if run is not None else None, at_end=back)
            except InUse:  # it has just gone on
                return None
            self._place, self._leaving = here, None
        return self._dance if here is not None else None

    @property
    def still(self) -> bool:
        """Whether the search holds still, so that there is something to show."""
        return self._here() is not None

    def ask(self, step: int) -> None:
        """Ask for one more step, on (1) or back (-1)."""
        self._due += step

    def settle(self) -> Move | None:
        """Make the steps that were asked for; returns what the search must do first, if anything."""
        while self._due:
            dance = self.now()
            if dance is None or self._place is None:
                if self._here() is not None:
                    self._due = 0  # there are no links
                return None
            if self._leaving == self._place:
                return None  # on its way
            if self._due > 0:
                if self._on(dance):
                    continue
                if self._at_the_end:
                    self._due = 0
                    return None
                return self._leave(Move.FORWARD)
            if dance.back():
                self._due += 1
            elif self._at_the_start:
                self._due = 0
            else:
                return self._leave(Move.BACK)
        return None

    def _on(self, dance: LinkDance) -> bool:
        """Make a step; False if the search must go on to the next node, with the last step or without any."""
        if dance.next is None:
            self._due -= 1  # the way there has no steps, so going there is one
            return self._at_the_end
        dance.forward()
        if dance.next is None and not self._at_the_end:
            self._due -= 1
            return False
        self._due -= 1
        return True

    def _leave(self, move: Move) -> Move:
        self._leaving = self._place
        return move

    @property
    def _at_the_end(self) -> bool:
        run = self._search.run
        return run is None or run.finished

    @property
    def _at_the_start(self) -> bool:
        run, reason = self._search.run, self._search.reason
        line = run.timeline if run is not None else None
        return line is None or reason is None or (reason.node <= line.first and reason.outcome is not NodeKind.END)
