"""The queens on a board, what they attack, and what a search thinks of it.  No Textual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core import Queens, Snapshot
from core._queens.problem import Square
from core.explain import NodeKind, Reason, Subject, SubjectKind
from tui.glyphs import Glyphs

MOST_WITH_ATTACKS = 128
"""Beyond this N attacked squares are not marked (nothing is drawn whole there anyway)."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Why a search does what it does, as signs on a board and along its edges."""

    levels: Mapping[Square, int] = field(default_factory=dict)
    """The order in which the queens were placed, from 1."""
    tried: frozenset[Square] = frozenset()
    """Squares of the line branched on last that led to nothing more."""
    to_come: frozenset[Square] = frozenset()
    """Squares of that line still to be tried."""
    ways: frozenset[Square] = frozenset()
    """Squares of the line that is branched on next."""
    rows: Mapping[int, int] = field(default_factory=dict)
    """Squares left in every row that has no queen."""
    columns: Mapping[int, int] = field(default_factory=dict)
    next_row: int | None = None
    next_column: int | None = None
    """The line that is branched on next."""
    dead_rows: frozenset[int] = frozenset()
    dead_columns: frozenset[int] = frozenset()
    """Lines without a queen and without a square for one."""


def marks_of(reason: Reason, n: int) -> Marks:
    """The marks for a search for ``n`` queens at a node."""

    def squares(options: Sequence[Any]) -> frozenset[Square]:
        return frozenset(divmod(option.number, n) for option in options if option is not None)

    def lines(kind: SubjectKind) -> dict[int, int]:
        return {
            subject.number % n: reason.sizes[subject.number] for subject in reason.subjects
            if subject.kind is kind and subject.number in reason.open
        }  # fmt: skip

    def those(kind: SubjectKind, subjects: Sequence[Subject]) -> frozenset[int]:
        return frozenset(subject.number % n for subject in subjects if subject.kind is kind)

    following = reason.branch.subject if reason.branch is not None else None
    dead = [each.subject for each in (*reason.dead, *reason.overlooked)]
    last = reason.taken if reason.outcome is not NodeKind.SOLUTION else None
    return Marks(
        levels={divmod(taken.option.number, n): taken.level for taken in reason.path if taken.option is not None},
        tried=squares(last.tried) if last is not None and last.subject is not None else frozenset(),
        to_come=squares(last.to_come) if last is not None and last.subject is not None else frozenset(),
        ways=squares(reason.branch.ways) if reason.branch is not None else frozenset(),
        rows=lines(SubjectKind.ROW),
        columns=lines(SubjectKind.COLUMN),
        next_row=following.number % n if following is not None and following.kind is SubjectKind.ROW else None,
        next_column=following.number % n if following is not None and following.kind is SubjectKind.COLUMN else None,
        dead_rows=those(SubjectKind.ROW, dead),
        dead_columns=those(SubjectKind.COLUMN, dead),
    )


@dataclass(frozen=True, slots=True, eq=False)
class QueensPosition:
    """What is on the board.

    ``columns`` holds each row's queen (-1 for none; it may be shorter than n, or
    a NumPy array); ``squares``, if given, lists queens by square number instead,
    several to a row if need be.
    """

    n: int
    columns: Any = ()
    squares: Sequence[int] | None = None
    show_free: bool = True
    """Whether free and attacked squares are marked.

    At full speed nobody can follow them, and leaving them out makes a frame a third as many bytes;
    the board is then repainted only every `tui.kit.queens_board.RESTLESS_SECONDS`."""
    marks: Marks | None = None
    placed: frozenset[Square] = frozenset()
    """Squares whose queens were there from the start."""
    forbidden: frozenset[Square] = frozenset()
    """Squares where no queen may be placed."""
    cursor: Square | None = None
    version: object = None
    """Tells boards apart whose columns are arrays: the same array may hold other numbers by now."""

    def queens(self) -> list[tuple[int, int]]:
        """All queens as (row, column)."""
        if self.squares is not None:
            return [divmod(square, self.n) for square in self.squares]
        return [(row, int(column)) for row, column in enumerate(self.columns) if column >= 0]

    def in_row(self, row: int) -> int:
        """The column of the queen in ``row``, or -1."""
        return int(self.columns[row]) if 0 <= row < len(self.columns) else -1

    def __eq__(self, other: object) -> bool:
        """Whether both would be drawn alike."""
        if not isinstance(other, QueensPosition):
            return NotImplemented
        if self is other:
            return True
        if (self.n, self.version) != (other.n, other.version):
            return False
        return (
            (self.version is not None or list(self.columns) == list(other.columns))
            and (self.show_free, self.squares, self.marks) == (other.show_free, other.squares, other.marks)
            and (self.placed, self.forbidden, self.cursor) == (other.placed, other.forbidden, other.cursor)
        )

    __hash__ = None  # type: ignore[assignment]  # columns may be a list or an array


def position_of(
    problem: Queens, shot: Snapshot | None, *, free: bool = True, reason: Reason | None = None
) -> QueensPosition:  # fmt: skip
    """What a search for this problem has on the board; ``free``: free squares are marked; ``reason``: why it is there.

    Before any search, and after one that leaves the board empty, it is what was placed from the start.
    """
    n, placed, forbidden = problem.n, frozenset(problem.placed), frozenset(problem.forbidden)
    given = [row * n + column for row, column in problem.placed]
    if shot is None:
        return QueensPosition(n, (), given, placed=placed, forbidden=forbidden)
    marks = marks_of(reason, n) if reason is not None and n <= MOST_WITH_ATTACKS else None
    position = QueensPosition(n, shot.placement, (shot.detail or {}).get("squares"), free, marks, placed, forbidden)
    emptied = shot.finished and given and not position.queens()
    return replace(position, columns=(), squares=given) if emptied else position


def legend(glyphs: Glyphs) -> str:
    """What the signs on a board mean while a search is explained on it."""
    return (
        f"{glyphs.way} may be taken next  {glyphs.to_come} still to be tried  {glyphs.tried} tried, no solution  "
        f"{glyphs.free} free  {glyphs.attacked} attacked  at the right and below: squares left"
    )


class Attack:
    """Which lines hold queens, and how many."""

    def __init__(self, queens: Sequence[tuple[int, int]]) -> None:
        self._rows: dict[int, int] = {}
        self._columns: dict[int, int] = {}
        self._rising: dict[int, int] = {}
        self._falling: dict[int, int] = {}
        for row, column in queens:
            for line, key in self._lines(row, column):
                line[key] = line.get(key, 0) + 1

    def _lines(self, row: int, column: int) -> tuple[tuple[dict[int, int], int], ...]:
        return (
            (self._rows, row), (self._columns, column), (self._rising, row + column), (self._falling, row - column),
        )  # fmt: skip

    def attacked(self, row: int, column: int) -> bool:
        """Whether a queen is on a line through this square."""
        return any(key in line for line, key in self._lines(row, column))

    def in_conflict(self, row: int, column: int) -> bool:
        """Whether the queen on this square shares a line with another."""
        return any(line[key] > 1 for line, key in self._lines(row, column))
