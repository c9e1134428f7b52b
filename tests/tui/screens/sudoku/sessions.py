"""Sudoku sessions without an app, and typing into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.tui.screens.sudoku.steps import NEWSPAPER
from tui.kit.text import Piece, Slots
from tui.screens.sudoku.actions import ACTIONS
from tui.screens.sudoku.document import Mode, WorkClock
from tui.screens.sudoku.job import Job
from tui.screens.sudoku.session import SudokuSession


@contextmanager
def session(text: str | None = NEWSPAPER) -> Iterator[SudokuSession]:
    """A session that does its jobs at once and whose clock stands, with a puzzle on the document."""

    def launch(job: Job) -> None:
        job.done(job.run())
        made.jobs.ended(job)

    made = SudokuSession(launch)
    made.ACTIONS = ACTIONS
    made.document.clock = WorkClock(lambda: 0.0)
    made.ask({})
    if text is not None:
        made.files.read_text(text)
    yield made
    made.close()


def typed(made: SudokuSession, keys: str) -> None:
    for key in keys:
        if key == " ":
            made.entering.skip() if made.document.mode is Mode.GIVENS else made.entering.clear()
        elif key == ">":
            made.entering.move(0, 1)
        else:
            made.entering.type(key)


def words_of(line: Sequence[Piece | Slots], room: int = 29) -> str:
    """The words of a line of a page."""
    pieces = (piece.within(room) if isinstance(piece, Slots) else [piece] for piece in line)
    return "".join(text for part in pieces for text, _ in part)


def can(made: SudokuSession, name: str) -> bool:
    """Whether an action of that name makes sense now."""
    return any(made.offers(action) for action in ACTIONS if action.name == name)
