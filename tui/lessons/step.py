"""One step of a lesson: a place on a screen, what to look at there, and perhaps a question.  A value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from core._words import grouped

NODES = ("first dead end", "first solution", "first waste", "end")
"""Nodes with names; a waste is the first node with an empty line that the search does not see."""
_BRACES = re.compile(r"\{([^{}]*)\}")


class FactError(Exception):
    """A fact, or its place, makes no sense; ``name`` is the setting to blame, if known."""

    def __init__(self, message: str, name: str = "") -> None:
        super().__init__(message)
        self.name = name


class Kind(StrEnum):
    """What a fact is, which tells how it is answered."""

    NUMBER = "a number"
    SQUARE = "a square of the board"
    """Answered by a cursor on the board of queens."""
    CELL = "a cell of the grid"
    """Answered by the grid's own cursor."""
    NAME = "a name"
    YES = "yes or no"
    TEXT = "a text"
    """To be read only."""


@dataclass(frozen=True)
class Value:
    """The value of a fact at a place."""

    kind: Kind
    raw: int | str | bool
    also: tuple[str, ...] = ()
    """Other names that are right too."""

    def __str__(self) -> str:
        if isinstance(self.raw, bool):
            return "yes" if self.raw else "no"
        return grouped(self.raw) if isinstance(self.raw, int) else self.raw


@dataclass(frozen=True)
class LessonStep:
    """One step: a place, what to look at there, and perhaps a question."""

    screen: str = "queens"
    problem: str = ""
    """A board size, a gallery name, the 81 characters of a Sudoku; on Compare the size of a board."""
    algorithm: str = ""
    """Its key; on Compare two, with a semicolon; on Sudoku empty for the grid without a search."""
    settings: tuple[tuple[str, str | int], ...] = ()
    """Its parameters, by name."""
    node: int | str = 1
    """Its number (the root's is 1), or one of `NODES`."""
    view: str = ""
    """On Cover: matrix, links, tree …; on Sudoku: ``candidates`` shows them."""
    repeat: int = 1
    """On Compare: how often each algorithm is timed."""
    done: str = ""
    """On Sudoku: ``singles`` fills in all that singles give."""
    links: int = 0
    """On Cover: the number of single unlinkings after the node."""
    text: str = ""
    keys: str = ""
    """What to press or type; on the screen only, not on paper."""
    ask: str = ""
    answer: str = ""
    """A fact, or two facts with ``=``, ``<`` or ``>`` between them: then the answer is yes or no."""
    reach: str = ""
    """Instead of an answer: the kind of node that the learner must walk to."""
    hints: tuple[str, ...] = ()
    right: str = ""
    wrong: str = ""

    @property
    def asks(self) -> bool:
        """Whether there is something to answer or to do."""
        return bool(self.answer or self.reach)


def braces(text: str) -> list[str]:
    """The facts that a text names."""
    return [each.strip() for each in _BRACES.findall(text)]


def filled(text: str, fact: Callable[[str], object]) -> str:
    """The text with each of its facts in place of its words."""
    return _BRACES.sub(lambda found: str(fact(found[1].strip())), text)
