"""Measuring: started, stopped, and done again for one cell."""

from __future__ import annotations

import asyncio

from core.compare.outlook import SHORT_SECONDS, about
from core.compare.plan import Key
from core.words import counted
from tui.screens.compare.desk import Desk, guarded, say
from tui.screens.compare.look import everything_measured
from tui.search.worker import in_thread


class Measurer:
    """Measures the table in view in a worker thread."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asked_again: Key | None = None
        """The cell whose runs a second r throws away."""

    def run(self) -> None:
        """Measure what is missing, if nothing is being measured yet."""
        session = self._desk.session
        if session.table is None or session.running:
            return
        if everything_measured(session.table):
            said = "everything is measured: r measures a cell again, a adds to the table"
            self._desk.app.notify(said, timeout=4)
            return
        session.running = True
        self._desk.in_background(self._measure(), "measure", exclusive=False)
        self._desk.wake()

    async def _measure(self) -> None:
        desk, session = self._desk, self._desk.session
        session.trouble = ""
        try:
            await in_thread(session.keep, "history")
            desk.tick(force=True)
            desk.remember()
            await in_thread(session.measure, "measure")
        except asyncio.CancelledError:
            session.stop()
            raise
        except Exception as error:
            session.trouble = f"{type(error).__name__}: {error}"
            desk.app.log.error(error)
        finally:
            session.running = False
        desk.tick(force=True)
        desk.refresh_bindings()

    def stop(self) -> None:
        """End measuring soon."""
        if self._desk.session.running:
            self._desk.session.stop()
            self._desk.wake()

    def moved(self) -> None:
        """The cursor is on another cell: a second r is a first one there."""
        self._asked_again = None

    def rerun(self) -> None:
        """Measure the cell under the cursor anew; only at the second asking where that throws runs away."""
        session, cell = self._desk.session, self._desk.cell
        if cell is None or not session.can("rerun", cell):
            return
        if cell.samples and self._asked_again != cell.key:
            self._asked_again = cell.key
            runs = counted(len(cell.samples), "run")
            seconds = session.outlook_of(cell)
            long = f" ({about(seconds)})" if seconds >= SHORT_SECONDS else ""
            say(self._desk, f"press r again to discard {runs} of {cell.key.label} and measure again{long}")
            return
        self._asked_again = None
        guarded(self._desk, lambda: session.rerun(cell))
        self._desk.forget_alarm()
        if not session.running:
            self._desk.measure()
