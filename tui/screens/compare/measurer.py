"""Measuring: started, stopped, and done again for one cell."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from core.compare.outlook import SHORT_SECONDS, about
from core.compare.plan import Key
from core.words import counted
from tui.screens.compare.look import everything_measured
from tui.search.worker import in_thread

if TYPE_CHECKING:
    from tui.screens.compare.screen import CompareScreen


class Measurer:
    """Measures the table in view in a worker thread."""

    def __init__(self, screen: CompareScreen) -> None:
        self._screen = screen
        self._asked_again: Key | None = None
        """The cell whose runs a second r throws away."""

    def run(self) -> None:
        """Measure what is missing, if nothing is being measured yet."""
        session = self._screen.session
        if session.table is None or session.running:
            return
        if everything_measured(session.table):
            said = "everything is measured: r measures a cell again, a adds to the table"
            self._screen.app.notify(said, timeout=4)
            return
        session.running = True
        self._screen.in_background(self._measure(), "measure", exclusive=False)
        self._screen.wake()

    async def _measure(self) -> None:
        screen, session = self._screen, self._screen.session
        session.trouble = ""
        try:
            await in_thread(session.keep, "history")
            screen.tick(force=True)
            screen.remember()
            await in_thread(session.measure, "measure")
        except asyncio.CancelledError:
            session.stop()
            raise
        except Exception as error:
            session.trouble = f"{type(error).__name__}: {error}"
            screen.app.log.error(error)
        finally:
            session.running = False
        screen.tick(force=True)
        screen.refresh_bindings()

    def stop(self) -> None:
        """End measuring soon."""
        if self._screen.session.running:
            self._screen.session.stop()
            self._screen.wake()

    def moved(self) -> None:
        """The cursor is on another cell: a second r is a first one there."""
        self._asked_again = None

    def rerun(self) -> None:
        """Measure the cell under the cursor anew; only at the second asking where that throws runs away."""
        session, cell = self._screen.session, self._screen.cell
        if cell is None or not session.can("rerun", cell):
            return
        if cell.samples and self._asked_again != cell.key:
            self._asked_again = cell.key
            runs = counted(len(cell.samples), "run")
            seconds = session.outlook_of(cell)
            long = f" ({about(seconds)})" if seconds >= SHORT_SECONDS else ""
            self._screen.say(f"press r again to discard {runs} of {cell.key.label} and measure again{long}")
            return
        self._asked_again = None
        self._screen.guarded(lambda: session.rerun(cell))
        self._screen.forget_alarm()
        if not session.running:
            self._screen.measure()
