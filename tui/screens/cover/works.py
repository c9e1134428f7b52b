"""The user's own problems in the store of works, each with the changes that led to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core import ProblemError
from core.exact_cover import read_puzzle
from tui.lab import works
from tui.screens.cover.document import OWN_PREFIX, KeptHistory, Opened, StateHistory, new_name, open_named, open_text

if TYPE_CHECKING:
    from core.storage import Store

KIND = "cover"
STATES = "cover-state"
MOST_KEPT = 40


class CoverWork(works.Work):
    """A problem that was kept."""

    __slots__ = ()

    @property
    def title(self) -> str:
        """Its name in the list."""
        title = self.get("title")
        return title if isinstance(title, str) and title else "a problem of your own"

    @property
    def numbers(self) -> range:
        """The numbers of its states; none for a document that has no history."""
        first, place, last = self.get("first"), self.get("place"), self.get("last")
        if not (isinstance(first, int) and isinstance(place, int) and isinstance(last, int) and first <= place <= last):
            return range(0)
        return range(first, last + 1)


class CoverWorks(works.Works[CoverWork]):
    """Kept problems, the newest first; each change is on disk when `keep` returns."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, KIND, CoverWork, STATES)

    def open(self, name: str) -> tuple[Opened, KeptHistory]:
        """The problem kept under ``own:KEY``, and its history.  Raises ProblemError or StoreError."""
        work = self.find(name.removeprefix(OWN_PREFIX))
        if work is None:
            raise ProblemError("your last problem is no longer there")
        opened, numbers, key = _read(work.body, name), work.numbers, work.key

        def read(number: int) -> Opened:
            state = self.state(key, number)
            if state is None:
                raise ProblemError("the saved copy of this change is gone")
            return _read(state, name)

        place = work.body["place"] if numbers else 0
        first, last = (numbers[0], numbers[-1]) if numbers else (0, 0)
        return opened, KeptHistory(name, first, place, last, read, work.updated)

    def keep(self, history: StateHistory) -> bool:
        """Save what is new in a history.

        False when another program has changed the same problem meanwhile: then this one goes on as a copy.
        Raises StoreError, or ProblemError for what no format can hold.
        """
        before = self.find(history.name.removeprefix(OWN_PREFIX))
        alone = before is None or before.updated == history.updated
        if not alone:
            history.become_a_copy(new_name())
            before = None
        key, opened = history.name.removeprefix(OWN_PREFIX), history.present
        places = {"first": history.first, "place": history.place, "last": history.last}
        body = {"title": str(opened.puzzle.problem), **_written(opened), **places}
        new = {number: _written(history.state(number)) for number in history.unsaved}
        gone = set(before.numbers if before else ()) - set(range(history.first, history.last + 1))
        history.updated, history.unsaved = self.put(key, body, new, gone), set()
        for old in self.all()[MOST_KEPT:] if before is None else ():
            self.forget(old.key, old.numbers)
        return alone

    def list(self) -> list[tuple[str, str, str]]:
        """(name, title, when), the newest first.  Raises StoreError."""
        return [(f"{OWN_PREFIX}{work.key}", work.title, work.age) for work in self.all()]


def _written(opened: Opened) -> dict[str, Any]:
    """A state as a document."""
    from core.exact_cover import _formats as formats

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
