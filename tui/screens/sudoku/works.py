"""Every state of a Sudoku being worked on, in the store of works: one document a puzzle.

Each puzzle that was opened knows which one came before it.  Those that the user has changed are never forgotten.
"""

from __future__ import annotations

import uuid
from contextlib import suppress

from core.storage import Store, StoreError
from core.sudoku.human._editor import Editor
from tui.lab import works

KIND = "sudoku"
CURRENT = "sudoku-current"
"""The kind of the one document that names the newest work."""
TIDY_EVERY = 10
"""Counting the works means reading them all, so it is not done for every new one."""
MOST_UNTOUCHED = 40
"""How many of the puzzles that were only looked at are kept, for undo to lead back to."""


class SudokuWork(works.Work):
    """A puzzle that was worked on."""

    __slots__ = ()

    @property
    def summary(self) -> str:
        """The puzzle in a few words."""
        return str(self.get("summary") or "untitled")

    @property
    def typing_in(self) -> bool:
        """Whether the givens were still being typed in."""
        return self.get("typing_in") is True

    @property
    def untouched(self) -> bool:
        """Whether the puzzle was only looked at."""
        return self.get("untouched") is True

    @property
    def before(self) -> str | None:
        """The key of the work that this one was opened from."""
        before = self.get("before")
        return before if isinstance(before, str) else None

    def load(self) -> tuple[Editor, int]:
        """The work and the place of the cursor.  Raises ProblemError when it cannot be read."""
        editor = Editor.from_document(self.get("editor"))
        cursor = self.get("cursor")
        inside = isinstance(cursor, int) and 0 <= cursor < editor.grid.shape.cells
        return editor, cursor if inside else 0


class SudokuWorks(works.Works[SudokuWork]):
    """Saves one editor at a time."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, KIND, SudokuWork)
        self._opened = 0
        """Works begun by this program."""
        self.begin()

    def begin(self) -> None:
        """Save under a new key from now on: what was saved so far stays as it is."""
        self.key = uuid.uuid4().hex
        self._known: float | None = None  # when the document was last changed, as far as this program knows

    def take_up(self, work: SudokuWork) -> None:
        """Go on with an earlier work."""
        self.key, self._known = work.key, work.updated

    def save(
        self, editor: Editor, cursor: int, summary: str, *, typing_in: bool = False, before: str | None = None
    ) -> bool:
        """Save.  False when another program has the same puzzle open: then it is a copy from here on.

        Raises StoreError when it cannot be saved.
        """
        there = self.find(self.key) if self._known is not None else None
        alone = there is None or there.updated == self._known
        if not alone:
            self.begin()
        fresh = self._known is None
        self._known = self.put(self.key, {
            "editor": editor.document(), "cursor": cursor, "summary": summary, "typing_in": typing_in, "before": before,
            "untouched": editor.untouched and not typing_in and not any(editor.grid.placed),
        })  # fmt: skip
        pointer = self.store.documents.get(CURRENT, CURRENT)
        if pointer is None or pointer.body != self.key:
            self.store.documents.put(CURRENT, CURRENT, self.key)
        self._opened += fresh
        if fresh and self._opened % TIDY_EVERY == 1:
            for old in [each for each in self.all() if each.untouched][MOST_UNTOUCHED:]:
                self.forget(old.key)
        return alone

    def newest(self) -> SudokuWork | None:
        """What was worked on last."""
        with suppress(StoreError):
            pointer = self.store.documents.get(CURRENT, CURRENT)
            return self.get(str(pointer.body)) if pointer else None
        return None

    def recent(self) -> list[SudokuWork]:
        """Every work there is, the newest first; puzzles only looked at are left out, but for the one in hand."""
        with suppress(StoreError):
            return [work for work in self.all() if not work.untouched or work.key == self.key]
        return []
