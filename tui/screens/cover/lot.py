"""All solutions as one diagram, built in a thread: one drawn at random, and the share that holds each option."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from core import CannotSolve, Snapshot, TimeIsUp
from core._words import byte_size, counted, grouped
from core.exact_cover._restricted import Restricted
from tui.lab.worker import in_background, in_thread

if TYPE_CHECKING:
    from core import CoverDiagram
    from core._drawing.cells import Canvas
    from core._drawing.heat import HeatMap
    from tui.screens.cover.screen import CoverScreen

MEMORY = 256
"""MiB that a diagram and its tables may take."""
SECONDS = 60.0
"""How long one may be built."""
TOLD_SECONDS = 0.1
"""How often the user is told how far it is."""


class Lot:
    """The diagram of the problem searched, once asked for, and the solution drawn last."""

    def __init__(self) -> None:
        self.diagram: CoverDiagram | None = None
        self._of: Restricted | None = None
        self._searched: tuple[Restricted, CoverDiagram] | None = None
        """The diagram that was last searched for: those with more taken or forbidden follow from it."""
        self._drawn: tuple[tuple[int, ...], Snapshot | None] = (), None
        self.sharing = False
        """Whether shares are shown, now and after the next choices by hand."""
        self._shares: tuple[float, ...] = ()
        self._heat: HeatMap | None = None
        self.building: _Building | None = None
        """The diagram begun last: whoever asks for it meanwhile waits for the same."""

    def take(self, restricted: Restricted, diagram: CoverDiagram) -> None:
        """Keep the diagram of a problem with what is taken and forbidden."""
        self.diagram, self._of, self._drawn, self._shares = diagram, restricted, ((), None), ()
        self._heat = None

    def searched(self, restricted: Restricted, diagram: CoverDiagram) -> None:
        """Keep a diagram that took a search, for those that follow from it."""
        self._searched = restricted, diagram

    def before(self, restricted: Restricted) -> CoverDiagram | None:
        """A diagram of the same problem which has all of these solutions: less is taken and forbidden in it."""
        if self._searched is None:
            return None
        of, diagram = self._searched
        less = {*of.taken} <= {*restricted.taken} and of.forbidden <= restricted.forbidden
        return diagram if of.whole is restricted.whole and less and diagram.complete else None

    def weigh(self, canvas: Canvas | None = None) -> None:
        """Work out the shares, and those of the cells of a picture.  Raises CannotSolve for a part of a diagram."""
        if self.diagram is None or self._shares:
            return
        shares = self.diagram.shares
        if canvas is not None:
            from core._drawing.heat import HeatMap

            self._heat = HeatMap.of(canvas, shares)
        self._shares = shares

    def shares(self, restricted: Restricted) -> tuple[float, ...]:
        """The share of the solutions of this problem that holds each option; empty until it is known."""
        return self._shares if self.sharing and self._of is restricted else ()

    def heat(self, restricted: Restricted) -> HeatMap | None:
        """What the cells of the picture hold in how many of the solutions; None until it is known, and unless it is
        shown.
        """
        return self._heat if self.shares(restricted) else None

    def has(self, restricted: Restricted) -> bool:
        """Whether the diagram is of this problem."""
        return self.diagram is not None and self._of is restricted

    def draw(self, shot: Snapshot | None) -> None:
        """Draw another solution, to show until the search goes on from where it is.  Raises CannotSolve."""
        assert self.diagram is not None
        self._drawn = self.diagram.sample()[0].options, shot

    def drop(self) -> None:
        """Stop showing the solution drawn."""
        self._drawn = (), None

    def seen(self, restricted: Restricted, shot: Snapshot | None) -> tuple[int, ...]:
        """The options of the solution drawn, until something else happens; then none."""
        options, then = self._drawn
        moved = (then.steps if then else None) != (shot.steps if shot else None)
        return options if options and self._of is restricted and not moved else ()


class _NotWanted(Exception):
    """Another problem is in hand, or the screen has gone."""


async def draw(screen: CoverScreen) -> None:
    """Show a random solution; build the diagram first, unless it is there, and say how far it is."""
    session = screen.session
    if session.search.searching and session.search.run is not None:
        session.search.run.pause()
    if not await _ready(screen):
        return
    screen.browser.leave()
    session.lot.draw(session.search.snapshot)
    screen.turn_to_solution()
    screen.say("")


async def share(screen: CoverScreen) -> None:
    """Show which share of the solutions holds each option, and covers each cell, now and after each choice by hand."""
    lot = screen.session.lot
    if not await _ready(screen):
        # If there is no solution, there may be some again after the next choice by hand.
        lot.sharing = lot.sharing and lot.has(screen.session.restricted) and not lot.diagram
        return
    screen.say("")


async def _ready(screen: CoverScreen) -> bool:
    """Make the diagram of the problem searched; False after saying why there is none, or not all of it."""
    session, restricted = screen.session, screen.session.restricted
    lot = session.lot
    if not lot.has(restricted):
        try:
            if (wider := lot.before(restricted)) is not None:
                taken, forbidden = restricted.taken, sorted(restricted.forbidden)
                diagram = await in_thread(lambda: wider.restrict(taken, forbidden), "diagram")
            else:
                screen.say("building the diagram of all solutions…", warning=False)
                diagram = await _built(screen, restricted)
                lot.searched(restricted, diagram)
        except _NotWanted:
            return False
        except (CannotSolve, TimeIsUp, MemoryError) as error:
            screen.say(f"no diagram: {error or 'not enough memory'}")
            return False
        if session.restricted is not restricted:
            return False
        lot.take(restricted, diagram)
    if (why := refusal(lot.diagram)) is not None:
        screen.say(why)
        return False
    if lot.sharing:
        canvas = session.document.opened.puzzle.canvas
        await in_thread(lambda: lot.weigh(canvas), "shares")
    return session.restricted is restricted


def refusal(diagram: CoverDiagram | None) -> str | None:
    """Why nothing is drawn from this diagram."""
    if diagram is not None and not diagram.complete:
        nodes, size = counted(diagram.size.nodes, "node"), byte_size(diagram.size.bytes)
        return f"no fair share or draw: the diagram is not complete, at {nodes} ({size}); % estimates"
    return None if diagram else "there is no solution to draw"


class _Building(NamedTuple):
    """A diagram that a thread builds, also for those who ask later."""

    of: Restricted
    diagram: asyncio.Future[CoverDiagram]
    known: list[Snapshot]
    """How far it was, again and again."""


def _begun(screen: CoverScreen, restricted: Restricted) -> _Building:
    session, known = screen.session, list[Snapshot]()

    def progress(shot: Snapshot) -> None:
        if session.restricted is not restricted or not screen.is_running:
            raise _NotWanted
        known.append(shot)

    def work() -> CoverDiagram:
        return restricted.problem.diagram(memory=MEMORY, seconds=SECONDS, progress=progress)

    return _Building(restricted, asyncio.ensure_future(in_thread(work, "diagram")), known)


async def _built(screen: CoverScreen, restricted: Restricted) -> CoverDiagram:
    """The diagram, with how far it is meanwhile; the one being built, if it is of this problem."""
    lot = screen.session.lot
    if lot.building is None or lot.building.of is not restricted:
        lot.building = _begun(screen, restricted)
    _, building, known = lot.building
    while not (await asyncio.wait([building], timeout=TOLD_SECONDS))[0]:
        if known:
            nodes = (known[-1].detail or {}).get("diagram", {}).get("nodes", 0)
            text = f"diagram: {counted(nodes, 'node')}, at least {grouped(known[-1].solutions)} solutions…"
            screen.say(text, warning=False)
    lot.building = None
    return building.result()


def begin(screen: CoverScreen) -> None:
    """In the background: the screen goes on meanwhile."""
    in_background(screen, partial(draw, screen), "lot")


def turn(screen: CoverScreen) -> None:
    """Show the shares or hide them: in the matrix, or in the picture if that is in view and there is one."""
    session = screen.session
    lot = session.lot
    lot.sharing = not lot.sharing
    lot.drop()
    if lot.sharing and not (session.view_name == "picture" and session.document.opened.puzzle.canvas is not None):
        screen.turn_to("matrix")
    follow(screen)
    screen.tick()


def follow(screen: CoverScreen) -> None:
    """Something else is taken or forbidden: show its shares, if any are shown."""
    if screen.session.lot.sharing:
        in_background(screen, partial(share, screen), "lot")
