"""Sudoku sessions without an app, and typing into them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from tests.tui.screens.sudoku.steps import NEWSPAPER
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


def can(made: SudokuSession, name: str) -> bool:
    """Whether an action of that name makes sense now: its condition asks the session, on a screen as much as here."""
    if name == "walk":
        return made.walking
    screen: Any = SimpleNamespace(session=made, search=made.solving.search, browser=made.solving.browser)
    return any(action.when is not None and action.when(screen) for action in ACTIONS if action.name == name)
