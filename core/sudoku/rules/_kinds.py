"""All kinds of rules by their words, and how a list of rules is read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from core._reasons import unknown_name
from core._search import ProblemError
from core.sudoku._shape import Shape
from core.sudoku.rules import (
    _arrow,
    _between,
    _cage,
    _cell_values,
    _chess,
    _circles,
    _classes,
    _contents,
    _dots,
    _house,
    _indexing,
    _outside,
    _quadruple,
    _sums,
    _thermometer,
    _value_sets,
    _whispers,
)
from core.sudoku.rules._cage import Caged, caged, cages_drawn
from core.sudoku.rules._dots import beside_dots
from core.sudoku.rules._exchange import FpuzzlesEntry, IssArguments
from core.sudoku.rules._reading import CELL, Misread
from core.sudoku.rules._rule import Rule

__all__ = [
    "EMPTY_GRID", "KINDS", "RULE_WORD", "WITHOUT", "Caged", "beside_dots", "caged", "cages_drawn", "drawn_kinds",
    "exchanged", "from_fpuzzles", "from_iss", "is_rule", "is_ruled", "negative_forms", "parse_rule", "register",
]  # fmt: skip

_FILES = (
    _house, _cage, _thermometer, _arrow, _whispers, _value_sets, _classes, _between, _sums, _contents, _dots,
    _quadruple, _outside, _chess, _cell_values, _indexing, _circles,
)  # fmt: skip

R = TypeVar("R", bound=Rule)

RULE_WORD = re.compile(r"\s*([A-Za-z][A-Za-z-]*)(?=[\s:]|$)")
"""The beginning of a rule's line."""
EMPTY_GRID = re.compile(r"\s*grid\s+(\d{1,2}(?:\s*[x×]\s*\d{1,2})?)\s*", re.IGNORECASE)
"""The line for a grid without values."""
WITHOUT = "without"
"""The word of the line that takes a rule away."""

KINDS: dict[str, type[Rule]] = {}
"""The classes by the word that their lines begin with, in the order in which they are offered."""


def register(kind: type[R]) -> type[R]:
    """Make a kind known; also a decorator for those of other programs.  Raises ProblemError for a taken word."""
    if KINDS.setdefault(kind.kind, kind) is not kind:
        raise ProblemError(f"there is a rule {kind.kind!r} already")
    return kind


for _file in _FILES:
    for _class in list(vars(_file).values()):
        if isinstance(_class, type) and _class.__module__ == _file.__name__ and "kind" in vars(_class):
            register(_class)


def drawn_kinds() -> dict[str, type[Rule]]:
    """The kinds that can be drawn for a new puzzle: by their word, and by what people call them (``killer``)."""
    drawn = [kind for kind in KINDS.values() if "drawn" in vars(kind)]
    return {word: kind for kind in drawn for word in (kind.kind, kind.title.split()[0].lower())}


def parse_rule(line: str, shape: Shape) -> Rule:
    """The rule that a line says: its word, then what its kind takes.  Raises Misread with the column."""
    stripped = line.lstrip()
    indent = len(line) - len(stripped)
    word = next(iter(stripped.partition(":")[0].split()), "")
    kind = KINDS.get(word.lower())
    if kind is None:
        raise Misread(indent + 1, unknown_name("rule", word, tuple(KINDS)))
    begins = indent + len(word)
    try:
        rule = kind.parse(stripped[len(word) :], shape)
        rule.check(shape)
    except Misread as error:
        raise Misread(error.column + begins, f"{_told_of(kind.kind, error)} (such as {kind.usage})") from None
    except ProblemError as error:
        raise Misread(indent + 1, f"{_told_of(kind.kind, error)} (such as {kind.usage})") from None
    return rule


def _told_of(kind: str, error: ProblemError) -> str:
    """What is wrong, after the word of the rule, which comes once."""
    return str(error) if str(error).startswith(kind) else f"{kind}: {error}"


def exchanged(notation: str) -> Mapping[str, Any]:
    """By the name that another notation (``iss``, ``fpuzzles``) has for it, the function that makes rules."""
    return {name: make for kind in KINDS.values() for name, make in vars(kind).get(notation, {}).items()}


def from_iss(kind: str, words: list[str], shape: Shape) -> list[Rule] | None:
    """The rules of one constraint of Interactive Sudoku Solver; None for a kind that is unknown here.

    Raises ProblemError for wrong arguments.
    """
    return _made("iss", kind, IssArguments(kind, words, shape), shape)


def from_fpuzzles(kind: str, entry: Any, shape: Shape) -> list[Rule] | None:
    """The rules of one entry of an f-puzzles document; None for a kind that is unknown here.  Raises ProblemError."""
    return _made("fpuzzles", kind, FpuzzlesEntry(kind, entry, shape), shape)


def _made(notation: str, kind: str, told: IssArguments | FpuzzlesEntry, shape: Shape) -> list[Rule] | None:
    make = exchanged(notation).get(kind)
    if make is None:
        return None
    try:
        rules: list[Rule] = make(told, shape)
        for rule in rules:
            rule.check(shape)
    except ProblemError as error:
        raise ProblemError(_told_of(kind, error)) from None
    return rules


def negative_forms(words: Any) -> list[Rule]:
    """The negative forms that f-puzzles lists: ``xv``, ``ratio``.  Raises ProblemError for another."""
    if not isinstance(words, list) or not all(word in _dots.NEGATIVE for word in words):
        raise ProblemError(f"expected negative forms of {', '.join(_dots.NEGATIVE)}, not {words!r}")
    return [_dots.NEGATIVE[word]() for word in words]


def is_rule(line: str) -> bool:
    """Whether a line begins with the word of a rule and goes on like one: no title of a grid, and none of its rows."""
    match = RULE_WORD.match(line)
    if match is None or match[1].lower() not in (*KINDS, WITHOUT):
        return False
    word, rest = match[1].lower(), line[match.end() :].partition("#")[0].strip()
    if word == WITHOUT or ":" not in KINDS[word].usage:
        return True
    return ":" in rest or CELL.search(rest) is not None


def is_ruled(lines: Sequence[str]) -> bool:
    """Whether a text has lines of rules, or is the size of an empty grid and at most words below it."""
    return any(map(is_rule, lines)) or (
        bool(lines) and EMPTY_GRID.fullmatch(lines[0]) is not None and all(map(RULE_WORD.match, lines[1:]))
    )
