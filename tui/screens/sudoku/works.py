"""Every state of the work, on disk before the next key: one document a puzzle in `core.storage.store`.

Each puzzle that was opened is a work of its own and knows which one came before
it.  Works that somebody did something to are never forgotten.

Two programs may have the same puzzle open.  Whoever finds that the document is
no longer what it last read or wrote goes on under a new key, so that neither
work is lost.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from core.storage.store import Store, StoredDocument, StoreError
from core.sudoku.human.editor import Editor
from core.words import age

KIND = "sudoku"
CURRENT = "sudoku-current"
"""The kind of the one document that names the newest work."""
TIDY_EVERY = 10
"""To count the works kept means to read them all: not for every one that is begun."""
MOST_UNTOUCHED = 40
"""Of the puzzles that were only looked at, so many are kept, for undo to lead back to."""


@dataclass(frozen=True, slots=True)
class Work:
    """A puzzle that was worked on."""

    key: str
    summary: str
    updated: float
    """Seconds since 1970."""
    body: Any

    @property
    def age(self) -> str:
        """When that was, in words."""
        return age(self.updated)

    @property
    def typing_in(self) -> bool:
        """Whether the givens were still being typed in."""
        return isinstance(self.body, dict) and self.body.get("typing_in") is True

    @property
    def untouched(self) -> bool:
        """Whether the puzzle was only looked at."""
        return isinstance(self.body, dict) and self.body.get("untouched") is True

    @property
    def before(self) -> str | None:
        """The key of the work that this one was opened from."""
        before = self.body.get("before") if isinstance(self.body, dict) else None
        return before if isinstance(before, str) else None

    def load(self) -> tuple[Editor, int]:
        """The work and the place of the cursor.  Raises ProblemError when it cannot be read."""
        editor = Editor.from_document(self.body.get("editor") if isinstance(self.body, dict) else None)
        cursor = self.body.get("cursor")
        inside = isinstance(cursor, int) and 0 <= cursor < editor.grid.shape.cells
        return editor, cursor if inside else 0


class Works:
    """Saves one editor at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.key = uuid.uuid4().hex
        """Under which the work is saved."""
        self._opened = 0
        """Works begun by this program."""
        self._known: float | None = None
        """When the document was last changed, as far as this program knows; None for none yet."""

    @property
    def trouble(self) -> str | None:
        """What a person must be told about the file, or None."""
        return self._store.notice

    @property
    def waits(self) -> bool:
        """Whether it will be saved as soon as another program lets go of the file."""
        return self._store.waits

    @property
    def persistent(self) -> bool:
        """Whether what is saved outlives the program."""
        return self._store.persistent

    def begin(self) -> None:
        """Save under a new key from now on: what was saved so far stays as it is."""
        self.key, self._known = uuid.uuid4().hex, None

    def take_up(self, work: Work) -> None:
        """Go on with a work of an earlier time."""
        self.key, self._known = work.key, work.updated

    def save(
        self, editor: Editor, cursor: int, summary: str, *, typing_in: bool = False, before: str | None = None
    ) -> bool:
        """Save.  False when another program has the same puzzle open: then it is a copy from here on.

        Raises StoreError when it cannot be saved.
        """
        documents = self._store.documents
        alone = True
        if self._known is not None:
            there = documents.get(KIND, self.key)
            if there is not None and there.updated != self._known:
                alone = False
                self.begin()
        fresh = self._known is None
        body = {
            "editor": editor.document(), "cursor": cursor, "summary": summary, "typing_in": typing_in, "before": before,
            "untouched": editor.untouched and not typing_in and not any(editor.grid.placed),
        }  # fmt: skip
        documents.put(KIND, self.key, body)
        written = documents.get(KIND, self.key)
        self._known = written.updated if written else None
        self._point_here()
        self._opened += fresh
        if fresh and self._opened % TIDY_EVERY == 1:
            for old in [each for each in self._all() if each.untouched][MOST_UNTOUCHED:]:
                documents.delete(KIND, old.key)
        return alone

    def _point_here(self) -> None:
        there = self._store.documents.get(CURRENT, CURRENT)
        if there is None or there.body != self.key:
            self._store.documents.put(CURRENT, CURRENT, self.key)

    def newest(self) -> Work | None:
        """What was worked on last."""
        try:
            pointer = self._store.documents.get(CURRENT, CURRENT)
            document = self._store.documents.get(KIND, str(pointer.body)) if pointer else None
        except StoreError:
            return None
        return _work(document) if document else None

    def get(self, key: str) -> Work | None:
        """The work with this key."""
        try:
            document = self._store.documents.get(KIND, key)
        except StoreError:
            return None
        return _work(document) if document else None

    def recent(self) -> list[Work]:
        """Every work there is, the newest first; puzzles only looked at are left out, but for the one in hand."""
        try:
            return [work for work in self._all() if not work.untouched or work.key == self.key]
        except StoreError:
            return []

    def _all(self) -> list[Work]:
        return [_work(document) for document in self._store.documents.list(KIND)]

    def close(self) -> None:
        """Close the file."""
        self._store.close()


def _work(document: StoredDocument) -> Work:
    body = document.body
    summary = body.get("summary") if isinstance(body, dict) else None
    return Work(document.key, str(summary or "untitled"), document.updated, body)
