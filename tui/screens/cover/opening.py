"""Where problems come from: the gallery, files, and texts of one's own."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING

from core.exact_cover.puzzle import CoverPuzzle
from core.search import ProblemError
from tui.dialogs.readable import at, check_file

if TYPE_CHECKING:
    from core.exact_cover.gallery import Instance

GALLERY = "gallery:"
OWN = "own:"
FIRST = "gallery:four-sets"
"""What a document holds until something is opened: it takes no time to make."""
EXAMPLE = "gallery:pentominoes-6x10"
"""What is opened where nobody has chosen anything yet."""
HALF_WAY = 113
"""The node of the example's search that is shown first: six of the twelve pieces lie, and the seventh will not do."""


@dataclass(frozen=True)
class Opened:
    """A puzzle and where it is from."""

    puzzle: CoverPuzzle
    name: str
    """``gallery:NAME``, a path, or ``own:KEY`` for a text in the store."""
    instance: Instance | None = None
    text: str | None = None
    """What it was read from, where a person wrote that."""

    @property
    def edited(self) -> bool:
        """Whether it is kept in the store rather than in a file or the gallery."""
        return self.name.startswith(OWN)


def open_named(name: str) -> Opened:
    """Open what ``name`` means: ``gallery:NAME``, a name in the gallery, or a file.

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
    path = at(name)
    if not exists(path):
        raise ProblemError(f"{name} is neither a file nor a name in the gallery")
    return open_file(path)


def open_file(path: Path) -> Opened:
    """Read a file.  Raises OSError, ProblemError for what is none or too large, or FormatError with line and column."""
    from core.exact_cover.formats.load import decode, read_puzzle

    check_file(path)
    text = decode(path.read_bytes(), str(path))
    return Opened(read_puzzle(text, str(path)), str(path.absolute()), text=text)


def open_text(text: str, name: str) -> Opened:
    """Read what was typed.  Raises FormatError with line and column."""
    from core.exact_cover.formats.load import read_puzzle

    return Opened(read_puzzle(text, "your text"), name, text=text)


def new_name() -> str:
    """A name for a problem of one's own, that nothing has yet."""
    return f"{OWN}{uuid.uuid4().hex}"
