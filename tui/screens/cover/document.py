"""The problem in hand: where it is from, the changes made to it, and the shelf that keeps them.  No Textual."""

from __future__ import annotations

from core.catalog import algorithms
from core.exact_cover.problem import ExactCover
from core.search import ProblemError
from tui.screens.cover.history import History, Kept
from tui.screens.cover.open import FIRST, OWN, Opened, open_named
from tui.screens.cover.shelf import Shelf, open_kept

LONGEST_NAME = 32
"""Letters of a file's name in the title bar."""
Found = Opened | tuple[Opened, Kept]
"""Something opened, perhaps with its history."""


class Document:
    """What is open."""

    def __init__(self) -> None:
        self.opened = open_named(FIRST)
        self.history = History(self.opened)
        self.shelf: Shelf | None = None
        """Problems of one's own, once the store is open."""

    @property
    def problem(self) -> ExactCover:
        """The problem itself."""
        return self.opened.puzzle.problem

    @property
    def name(self) -> str:
        """What opens it again."""
        return self.history.name or self.opened.name

    @property
    def title(self) -> str:
        """What the title bar says: the problem's title, or the name of its file."""
        if self.problem.title or self.opened.edited:
            return self.problem.title or "your own problem"
        return self.opened.name.rpartition("/")[2][:LONGEST_NAME] or "your own problem"

    def open(self, found: Found, *, change: bool = False) -> Opened:
        """Work on this from now on; as a ``change`` of the problem in hand it can be undone.

        Raises ProblemError for a problem that no algorithm can take.
        """
        opened, kept = found if isinstance(found, tuple) else (found, None)
        if not any(entry.refusal(opened.puzzle.problem) is None for entry in algorithms("cover")):
            raise ProblemError(f"{opened.name}: there is nothing to cover")
        if change:
            self.history.put(opened)
        else:
            self.history = History(opened, kept)
        self.opened = opened
        return opened

    def change(self, opened: Opened) -> None:
        """An edit has made this."""
        self.history.put(opened)
        self.opened = opened

    def go(self, step: int) -> None:
        """Undo (-1) or redo (1).  Raises ProblemError or StoreError when the saved copy cannot be read."""
        self.opened = self.history.go(step)

    def find(self, name: str) -> Found:
        """What ``name`` means: ``own:KEY`` of the shelf, or what `open_named` knows.  Raises as these do."""
        if not name.startswith(OWN):
            return open_named(name)
        if self.shelf is None:
            raise ProblemError("cannot load your last problem")
        return open_kept(name, self.shelf.store)

    def keep(self) -> bool:
        """Put a problem of your own on disk.

        False when another program has changed it meanwhile: then this one goes on as a copy.  Raises StoreError,
        or ProblemError for what no format can hold.
        """
        if self.shelf is None or not self.history.name:
            return True
        return self.shelf.keep(self.history)
