"""Works in the store: what the user has made or begun, every state of it on disk before the next key.  No Textual.

A work is a document with a kind, a key and a summary, made by its screen; a long history may be further documents, one
for each state, so that a change writes only itself (what is half written when the program ends leaves the document with
the states that it names).  Two programs may have the same work open.  The one that finds it changed since it last read
or wrote it goes on under a new key, so that neither work is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from core._words import age
from core.storage import Store, StoreError


@dataclass(frozen=True, slots=True)
class Work:
    """Something that was worked on."""

    key: str
    updated: float
    """When it was saved, in seconds since 1970."""
    body: Any

    @property
    def age(self) -> str:
        """When that was, in words."""
        return age(self.updated)

    def get(self, name: str) -> Any:
        """What the document has under this name; None also if it is no such document."""
        return self.body.get(name) if isinstance(self.body, dict) else None


Kind = TypeVar("Kind", bound=Work)


class Works(Generic[Kind]):
    """The works of one kind."""

    def __init__(self, store: Store, kind: str, of: type[Kind], states: str = "") -> None:
        """``of`` reads a work; ``states`` is the kind of the documents with the states of a history, numbered."""
        self.store, self._kind, self._of, self._states = store, kind, of, states

    def find(self, key: str) -> Kind | None:
        """The work with this key.  Raises StoreError, as all methods do."""
        document = self.store.documents.get(self._kind, key)
        return None if document is None else self._of(document.key, document.updated, document.body)

    def get(self, key: str) -> Kind | None:
        """The work with this key, if the store can tell."""
        with suppress(StoreError):
            return self.find(key)
        return None

    def all(self) -> list[Kind]:
        """Every work there is, the newest first."""
        return [self._of(each.key, each.updated, each.body) for each in self.store.documents.list(self._kind)]

    def put(self, key: str, body: Any, new: Mapping[int, Any] | None = None, gone: Collection[int] = ()) -> float:
        """Save a work, after the ``new`` states of it, and delete those that are ``gone``; returns the time."""
        documents = self.store.documents
        for number, state in sorted((new or {}).items()):
            documents.put(self._states, f"{key}/{number}", state)
        documents.put(self._kind, key, body)
        for number in gone:
            documents.delete(self._states, f"{key}/{number}")
        there = self.find(key)
        return there.updated if there else 0.0

    def state(self, key: str, number: int) -> Any:
        """One state of a history; None if it is gone."""
        document = self.store.documents.get(self._states, f"{key}/{number}")
        return None if document is None else document.body

    def forget(self, key: str, states: Collection[int] = ()) -> None:
        """Delete a work and these states of it."""
        for number in states:
            self.store.documents.delete(self._states, f"{key}/{number}")
        self.store.documents.delete(self._kind, key)
