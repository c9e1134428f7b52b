"""Problems of one's own in the store, each with the changes that led to it.

A problem is one document; the states of its `StateHistory` are documents of
their own, so that a change writes only itself.  Whatever is half written when
the program ends leaves the document with the states that it names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.exact_cover.formats.load import read_puzzle
from core.search import ProblemError
from core.words import age
from tui.screens.cover.document import OWN, KeptHistory, Opened, StateHistory, new_name, open_named, open_text

if TYPE_CHECKING:
    from core.storage.store import Store, StoredDocument

KIND = "cover"
STATES = "cover-state"
MOST_KEPT = 40


class Works:
    """What was kept, the newest first; each change is on disk when `keep` returns."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def open(self, name: str) -> tuple[Opened, KeptHistory]:
        """What was kept under ``own:KEY``, and its history.  Raises ProblemError or StoreError."""
        documents = self.store.documents
        document = documents.get(KIND, _key(name))
        if document is None:
            raise ProblemError("your last problem is no longer there")
        opened = _read(document.body, name)
        numbers, key = _numbers(document), document.key

        def read(number: int) -> Opened:
            state = documents.get(STATES, _state_key(key, number))
            if state is None:
                raise ProblemError("the saved copy of this change is gone")
            return _read(state.body, name)

        place = document.body["place"] if numbers else 0
        first, last = (numbers[0], numbers[-1]) if numbers else (0, 0)
        return opened, KeptHistory(name, first, place, last, read, document.updated)

    def keep(self, history: StateHistory) -> bool:
        """Save what is new in a history.

        False when another program has changed the same problem meanwhile: then this one goes on as a copy.
        Raises StoreError, or ProblemError for what no format can hold.
        """
        documents = self.store.documents
        before = documents.get(KIND, _key(history.name))
        alone = before is None or before.updated == history.updated
        if not alone:
            history.become_a_copy(new_name())
            before = None
        key = _key(history.name)
        for number in sorted(history.unsaved):
            documents.put(STATES, _state_key(key, number), _written(history.state(number)))
        opened = history.present
        places = {"first": history.first, "place": history.place, "last": history.last}
        documents.put(KIND, key, {"title": str(opened.puzzle.problem), **_written(opened), **places})
        written = documents.get(KIND, key)
        history.updated = written.updated if written else None
        history.unsaved = set()
        for number in set(_numbers(before)) - set(range(history.first, history.last + 1)):
            documents.delete(STATES, _state_key(key, number))
        if before is None:
            for old in documents.list(KIND)[MOST_KEPT:]:
                self._forget(old)
        return alone

    def _forget(self, document: StoredDocument) -> None:
        for number in _numbers(document):
            self.store.documents.delete(STATES, _state_key(document.key, number))
        self.store.documents.delete(KIND, document.key)

    def list(self) -> list[tuple[str, str, str]]:
        """(name, title, when), the newest first.  Raises StoreError."""
        return [
            (f"{OWN}{document.key}", _title(document.body), age(document.updated))
            for document in self.store.documents.list(KIND)
        ]


def _written(opened: Opened) -> dict[str, Any]:
    """A state as a document."""
    from core.exact_cover import formats

    text = opened.text if opened.text is not None else formats.write(opened.puzzle.problem, "json")
    body: dict[str, Any] = {"text": text, "typed": opened.text is not None}
    return body if opened.edited else {**body, "from": opened.name}


def _read(body: Any, name: str) -> Opened:
    if not isinstance(body, dict) or not isinstance(body.get("text"), str):
        raise ProblemError("the saved copy cannot be read")
    source = body.get("from")
    if isinstance(source, str) and body.get("typed"):
        return Opened(read_puzzle(body["text"], source), source, text=body["text"])
    if isinstance(source, str):
        return open_named(source)
    opened = open_text(body["text"], name)
    return opened if body.get("typed") else Opened(opened.puzzle, opened.name)


def _numbers(document: StoredDocument | None) -> range:
    """The numbers of a document's states; none for a document that has no history."""
    body = document.body if document is not None else None
    if not isinstance(body, dict):
        return range(0)
    first, place, last = (body.get(key) for key in ("first", "place", "last"))
    if not (isinstance(first, int) and isinstance(place, int) and isinstance(last, int) and first <= place <= last):
        return range(0)
    return range(first, last + 1)


def _key(name: str) -> str:
    return name.removeprefix(OWN)


def _state_key(key: str, number: int) -> str:
    return f"{key}/{number}"


def _title(body: Any) -> str:
    title = body.get("title") if isinstance(body, dict) else None
    return title if isinstance(title, str) and title else "a problem of your own"
