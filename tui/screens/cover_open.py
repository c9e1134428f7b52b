"""Where problems come from: the gallery, files, texts and matrices of one's own, and what was worked on before."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.exact_cover.puzzle import Puzzle
from core.search import ProblemError

if TYPE_CHECKING:
    from core.exact_cover.gallery import Instance
    from core.store import Document, Store

KIND = "cover"
MOST_KEPT = 40
GALLERY = "gallery:"
FIRST = "gallery:four-sets"


@dataclass(frozen=True)
class Opened:
    """A puzzle and where it is from."""

    puzzle: Puzzle
    name: str
    """``gallery:NAME``, a path, or ``own:KEY`` for a text in the store."""
    instance: Instance | None = None
    text: str | None = None
    """What it was read from, where a person wrote that."""

    @property
    def edited(self) -> bool:
        """Whether it is kept in the store rather than in a file or the gallery."""
        return self.name.startswith("own:")


def open_named(name: str, store: Store | None = None) -> Opened:
    """Open what ``name`` means: ``gallery:NAME``, ``own:KEY``, a name of the gallery, or a file.

    Raises ProblemError (malformed, or unknown) or OSError.
    """
    from core.exact_cover.gallery import GALLERY as INSTANCES

    by_name = {instance.name: instance for instance in INSTANCES}
    if name.startswith(GALLERY) or name in by_name:
        short = name.removeprefix(GALLERY)
        if short not in by_name:
            raise ProblemError(f"the gallery has no {short!r}")
        instance = by_name[short]
        return Opened(instance.puzzle(), GALLERY + short, instance)
    if name.startswith("own:"):
        document = store.documents.get(KIND, name.removeprefix("own:")) if store is not None else None
        if document is None:
            raise ProblemError("the work of last time is no longer there")
        return open_document(document)
    path = Path(name).expanduser()
    if not path.exists():
        raise ProblemError(f"{name} is neither a file nor a name of the gallery")
    return open_file(path)


def open_file(path: Path) -> Opened:
    """Read a file.  Raises OSError, or FormatError with line and column."""
    from core.exact_cover.load import decode, read_puzzle

    text = decode(path.read_bytes(), str(path))
    return Opened(read_puzzle(text, str(path)), str(path.absolute()), text=text)


def open_text(text: str, name: str) -> Opened:
    """Read what was typed.  Raises FormatError with line and column."""
    from core.exact_cover.load import read_puzzle

    return Opened(read_puzzle(text, "your text"), name, text=text)


def open_document(document: Document) -> Opened:
    """Read what was kept.  Raises ProblemError."""
    body = document.body
    if not isinstance(body, dict) or not isinstance(body.get("text"), str):
        raise ProblemError("what was kept cannot be read")
    opened = open_text(body["text"], f"own:{document.key}")
    return opened if body.get("typed") else Opened(opened.puzzle, opened.name)


class Shelf:
    """Problems of one's own in the store: each change is on disk when `keep` returns."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @staticmethod
    def new_name() -> str:
        """A name that nothing has yet."""
        return f"own:{uuid.uuid4().hex}"

    def keep(self, opened: Opened) -> None:
        """Save this under its name.  Raises StoreError."""
        from core.exact_cover import formats

        typed = opened.text is not None
        text = opened.text if opened.text is not None else formats.write(opened.puzzle.problem, "json")
        body = {"title": str(opened.puzzle.problem), "text": text, "typed": typed}
        documents = self.store.documents
        fresh = documents.get(KIND, opened.name.removeprefix("own:")) is None
        documents.put(KIND, opened.name.removeprefix("own:"), body)
        if fresh:
            for old in documents.list(KIND)[MOST_KEPT:]:
                documents.delete(KIND, old.key)

    def list(self) -> list[tuple[str, str, str]]:
        """(name, title, when), the newest first.  Raises StoreError."""
        return [
            (f"own:{document.key}", _title(document.body), _age(document.updated))
            for document in self.store.documents.list(KIND)
        ]


def _title(body: Any) -> str:
    title = body.get("title") if isinstance(body, dict) else None
    return title if isinstance(title, str) and title else "a problem of one's own"


def _age(updated: float) -> str:
    minutes = max(0.0, time.time() - updated) / 60
    if minutes < 60:
        return "just now" if minutes < 1 else f"{minutes:.0f} min ago"
    if minutes < 24 * 60:
        return f"{minutes / 60:.0f} h ago"
    return time.strftime("%Y-%m-%d", time.localtime(updated))
