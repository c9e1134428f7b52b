"""What the parts of the comparison screen need of it, and how they speak to the person."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from textual.app import App

from core.compare.cell import Cell
from core.search import ProblemError
from core.storage.store import StoreError
from tui.screens.compare.session import CompareSession


class Desk(Protocol):
    """The screen, as its parts see it."""

    @property
    def app(self) -> App[object]:
        """The app."""
        ...

    @property
    def session(self) -> CompareSession:
        """What is compared, and how it is seen."""
        ...

    @property
    def current(self) -> tuple[str | None, str | None]:
        """The keys of the row and column under the cursor."""
        ...

    @property
    def cell(self) -> Cell | None:
        """The cell under the cursor."""
        ...

    def show(self) -> None:
        """Show the newest table."""
        ...

    def wake(self) -> None:
        """Look at what is measured from now on."""
        ...

    def tick(self, force: bool = False) -> None:
        """Show what is new."""
        ...

    def looked(self) -> None:
        """The way of looking has changed."""
        ...

    def taken(self) -> None:
        """Another table is in view."""
        ...

    def forget_alarm(self) -> None:
        """Ring again for what is wrong, should it still be."""
        ...

    def remember(self) -> None:
        """Put on disk what is looked at, and how."""
        ...

    def refresh_bindings(self) -> None:
        """What the keys can do has changed."""
        ...

    def measure(self) -> None:
        """Measure what is missing, without asking."""
        ...

    def in_background(self, work: Coroutine[Any, Any, None], group: str, *, exclusive: bool = True) -> None:
        """Run a coroutine, in place of the one before of its group if it is exclusive."""
        ...


def say(desk: Desk, text: str) -> None:
    """Tell in passing."""
    desk.app.notify(text, timeout=2, markup=False)


def complain(desk: Desk, error: Exception, seconds: float = 8) -> None:
    """Tell what went wrong."""
    desk.app.notify(str(error), severity="error", timeout=seconds, markup=False)


def guarded(desk: Desk, act: Callable[[], Any]) -> Any:
    """Something with the store, whose trouble is told rather than raised."""
    try:
        return act()
    except (StoreError, ProblemError, OSError) as error:
        complain(desk, error)
        return None
