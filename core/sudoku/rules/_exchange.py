"""What other programs say of a rule: the arguments of a constraint string, an entry of an f-puzzles document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core._search import ProblemError
from core.sudoku._shape import Shape
from core.sudoku.rules._outside import line_at

_ISS_CELL = re.compile(r"[Rr](\d{1,2}|[a-zA-Z])[Cc](\d{1,2}|[a-zA-Z])")
_FP_CELL = re.compile(r"R(-?\d+)C(-?\d+)", re.IGNORECASE)
SIXTY_FOUR = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
OLD_SIXTY_FOUR = SIXTY_FOUR[:-2] + "_-"
"""The letters of tables as older strings have them."""
LOOP = "LOOP"


def _iss_number(text: str) -> int:
    """A row or column: digits, or one letter from a = 10."""
    return int(text) if text.isdecimal() else int(text, 36)


class IssArguments:
    """The arguments of ``.Cage~15~R1C1~R1C2``, after its type.  Raises ProblemError for those of another form."""

    def __init__(self, kind: str, words: list[str], shape: Shape) -> None:
        self.kind, self.words, self.shape = kind, words, shape

    def cell(self, word: str) -> int | None:
        """The cell that a word names."""
        match = _ISS_CELL.fullmatch(word)
        if match is None:
            return None
        row, column = _iss_number(match[1]), _iss_number(match[2])
        if not (1 <= row <= self.shape.order and 1 <= column <= self.shape.order):
            raise ProblemError(f"{self.kind}: {word} is outside a grid of {self.shape.order}×{self.shape.order}")
        return (row - 1) * self.shape.order + column - 1

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells named, in order, after the words that name none.  Raises ProblemError for a later such word."""
        return self._cells_of(self.words)

    def _cells_of(self, words: list[str]) -> tuple[int, ...]:
        found: list[int] = []
        for word in words:
            cell = self.cell(word)
            if cell is not None:
                found.append(cell)
            elif found and word != LOOP:
                raise ProblemError(f"{self.kind}: expected a cell such as R1C1, not {word!r}")
        if not found:
            raise ProblemError(f"{self.kind}: expected cells such as R1C1")
        return tuple(found)

    @property
    def values(self) -> tuple[int, ...]:
        """The first word as values with ``_`` between."""
        parts = self.words[0].split("_") if self.words else []
        if not parts or not all(part.isdecimal() and 1 <= int(part) <= self.shape.order for part in parts):
            raise ProblemError(f"{self.kind}: expected values such as 1_2_2")
        return tuple(map(int, parts))

    @property
    def first(self) -> int:
        """The first word, a cell."""
        return self._cells_of(self.words[:1])[0]

    @property
    def numbers(self) -> tuple[int, ...]:
        """All words after the first, whole numbers."""
        if not all(word.isdecimal() for word in self.words[1:]):
            raise ProblemError(f"{self.kind}: expected values, not {'~'.join(self.words[1:])!r}")
        return tuple(map(int, self.words[1:]))

    def number(self, usual: int | None = None) -> int:
        """The first word as a whole number, or the usual one.  Raises ProblemError if there is neither."""
        if self.words and self.words[0].isdecimal():
            return int(self.words[0])
        if usual is None:
            raise ProblemError(f"{self.kind}: expected a number, not {self.words[0] if self.words else 'the end'!r}")
        return usual

    def sets_between(self, ends: tuple[str, ...]) -> list[tuple[int, ...]]:
        """Groups of cells; a word that is one of ``ends``, or that names a group, ends one."""
        found: list[list[str]] = [[]]
        for word in self.words:
            if word in ends or word.startswith("_"):
                found.append([])
            else:
                found[-1].append(word)
        return [self._cells_of(group) for group in found if any(self.cell(word) is not None for word in group)]

    @property
    def sets(self) -> list[tuple[int, ...]]:
        """Groups with ``-`` between."""
        return self.sets_between(("-",))

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """Groups with an empty word between."""
        return self.sets_between(("",))

    def split(self, count: int) -> tuple[tuple[int, ...], ...]:
        """The cells in this many groups of one size."""
        cells = self.cells
        if count < 1 or len(cells) % count:
            raise ProblemError(f"{self.kind}: {len(cells)} cells do not make {count} groups of one size")
        size = len(cells) // count
        return tuple(cells[at : at + size] for at in range(0, len(cells), size))

    def table(self, letters: str = SIXTY_FOUR) -> tuple[int, ...]:
        """The first word as an n × n table of bits, six in a letter, the lowest first."""
        n, bits = self.shape.order, 0
        for place, letter in enumerate(self.words[0] if self.words else ""):
            if letter not in letters:
                raise ProblemError(f"{self.kind}: expected letters, digits, - and _ in its table, not {letter!r}")
            bits |= letters.index(letter) << (6 * place)
        row = (1 << n) - 1
        return tuple(bits >> (n * value) & row for value in range(n))

    def outside(self, shape: Shape) -> list[tuple[tuple[int, ...], int]]:
        """Lines and numbers of a clue: ``C2~27~11`` has one at each end (empty: none); ``27~C2,1`` names its end."""
        place = re.compile(r"([RC])([0-9a-zA-Z]{1,2})(?:,(-?1))?")
        found: list[tuple[tuple[int, ...], int]] = []
        if self.words and (match := place.fullmatch(self.words[0])):
            letter, at = match[1].lower(), _iss_number(match[2])
            for end, word in enumerate(self.words[1:3]):
                if word.isdecimal():
                    found.append((line_at(letter, at, shape, backwards=end == 1), int(word)))
            return found
        if len(self.words) > 1 and self.words[0].isdecimal():
            for word in self.words[1:]:
                if match := place.fullmatch(word):
                    letter, at = match[1].lower(), _iss_number(match[2])
                    found.append((line_at(letter, at, shape, backwards=match[3] == "-1"), int(self.words[0])))
        if not found:
            raise ProblemError(f"{self.kind}: expected a row or column and a number, not {'~'.join(self.words)!r}")
        return found


class FpuzzlesEntry:
    """One entry of a list in an f-puzzles document.  Raises ProblemError for one of another form."""

    def __init__(self, kind: str, entry: Any, shape: Shape) -> None:
        self.kind, self.shape = kind, shape
        self._entry: Mapping[str, Any] = entry if isinstance(entry, dict) else {}

    def _cell(self, name: Any) -> int:
        match = _FP_CELL.fullmatch(name) if isinstance(name, str) else None
        n = self.shape.order
        if match is None or not (1 <= int(match[1]) <= n and 1 <= int(match[2]) <= n):
            raise ProblemError(f"{self.kind}: expected a cell of the grid such as R1C1, not {name!r}")
        return (int(match[1]) - 1) * n + int(match[2]) - 1

    def _cells(self, names: Any) -> tuple[int, ...]:
        if not isinstance(names, list):
            raise ProblemError(f"{self.kind}: expected a list of cells, not {names!r}")
        return tuple(map(self._cell, names))

    @property
    def cells(self) -> tuple[int, ...]:
        """Its cells; its one cell if it has no list."""
        if "cells" in self._entry:
            return self._cells(self._entry["cells"])
        return (self._cell(self._entry.get("cell")),)

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """Its lines, each a list of cells; a line of one cell says nothing and is left out."""
        lines = self._entry.get("lines", [self._entry.get("cells", [])])
        if not isinstance(lines, list):
            raise ProblemError(f"{self.kind}: expected a list of lines, not {lines!r}")
        return [cells for line in lines if line and len(cells := self._cells(line)) > 1]

    @property
    def clones(self) -> tuple[int, ...]:
        """The cells of its other half."""
        return self._cells(self._entry.get("cloneCells"))

    @property
    def values(self) -> tuple[int, ...]:
        """Its list of values."""
        told = self._entry.get("values", [])
        if not isinstance(told, list) or not all(str(value).isdecimal() for value in told):
            raise ProblemError(f"{self.kind}: expected a list of values, not {told!r}")
        return tuple(int(value) for value in told)

    def number(self, usual: int | None = None) -> int | None:
        """Its value as a whole number; the usual one if there is none."""
        told = self._entry.get("value", "")
        if told in ("", None):
            return usual
        if not str(told).isdecimal():
            raise ProblemError(f"{self.kind}: expected a number, not {told!r}")
        return int(told)

    def letters(self, known: str) -> str:
        """Its value, one of these letters; empty if it has none."""
        told = str(self._entry.get("value") or "").strip().upper()
        if told and (len(told) > 1 or told not in known):
            raise ProblemError(f"{self.kind}: expected {' or '.join(known)}, not {self._entry.get('value')!r}")
        return told

    def _edge(self) -> tuple[int, int]:
        match = _FP_CELL.fullmatch(str(self._entry.get("cell")))
        if match is None:
            raise ProblemError(
                f"{self.kind}: expected a place at the edge such as R1C0, not {self._entry.get('cell')!r}"
            )
        return int(match[1]), int(match[2])

    def line_at_edge(self, *, both: bool = False) -> tuple[int, ...]:
        """The cells of the row or column at its place outside, from there (``both``: from left or top)."""
        (row, column), n = self._edge(), self.shape.order
        if 1 <= row <= n and column in (0, n + 1):
            return line_at("r", row, self.shape, backwards=column > n and not both)
        if 1 <= column <= n and row in (0, n + 1):
            return line_at("c", column, self.shape, backwards=row > n and not both)
        raise ProblemError(f"{self.kind}: R{row}C{column} is not a place at the edge")

    def diagonal(self) -> tuple[int, ...]:
        """The cells from its place outside in its direction (``DR``: down and right)."""
        (row, column), n = self._edge(), self.shape.order
        told = str(self._entry.get("direction", ""))
        if len(told) != 2 or told[0] not in "DU" or told[1] not in "LR":
            raise ProblemError(f"{self.kind}: expected a direction such as DR, not {told!r}")
        down, across = (1 if told[0] == "D" else -1), (1 if told[1] == "R" else -1)
        found = []
        row, column = row - 1, column - 1
        for _ in range(2 * n):
            row, column = row + down, column + across
            if 0 <= row < n and 0 <= column < n:
                found.append(row * n + column)
        if not found:
            raise ProblemError(f"{self.kind}: its diagonal misses the grid")
        return tuple(found)
