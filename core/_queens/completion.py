"""Says why a board with queens placed and squares forbidden cannot be completed, if that is plain without a search.

Two placed queens attack each other, or a row or column has no square left, at once or after every line with a
single square left has taken it.  This also finds two lines that share their last square.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core._lazy import keeps
from core._queens.board_file import square_name
from core._queens.problem import Queens, Square
from core._words import both, counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_NAMES = 4


@dataclass(frozen=True, slots=True)
class Attacking:
    """Two placed queens attack each other."""

    first: Square
    second: Square

    @property
    def short(self) -> str:
        """The reason, for where there is little room."""
        return f"{square_name(self.first)} and {square_name(self.second)} attack each other"

    def __str__(self) -> str:
        return f"the queens {self.short}"


@dataclass(frozen=True, slots=True)
class NoSquareLeft:
    """A row or column where no queen can stand."""

    line: str
    """``row`` or ``column``."""
    number: int
    """From 0."""
    after: tuple[Square, ...] = ()
    """The forced queens, in order: each takes the last square of a row or column."""

    @property
    def short(self) -> str:
        """The reason, for where there is little room."""
        return f"{self.line} {self.number + 1} has no square left"

    def __str__(self) -> str:
        nothing = self.short
        if not self.after:
            return nothing
        named = list(map(square_name, self.after[:MOST_NAMES]))
        if len(self.after) > MOST_NAMES:
            named.append(f"{len(self.after) - MOST_NAMES} more")
        if len(self.after) == 1:
            return f"{nothing} beside the queen {named[0]}, which stands on the last square of another line"
        squares = counted(len(self.after), "queen")
        return f"{nothing} beside the {squares} {both(named)}, which stand on the last squares of other lines"


NotCompletable = Attacking | NoSquareLeft


@keeps(last=1)
def not_completable(problem: Queens) -> NotCompletable | None:
    """Why a board has no solution, as far as forced queens show it; None if only a search can tell."""
    if problem.conflict is not None:
        return Attacking(*problem.conflict)
    if not problem.restricted:
        return None
    import numpy as np

    from core._queens.squares import close_lines, open_squares

    n = problem.n
    squares = open_squares(problem)
    waiting = np.ones(2 * n, dtype=np.bool_)
    """The lines without a queen: rows, then columns."""
    for row, column in problem.placed:
        waiting[[row, n + column]] = False
    after: list[Square] = []
    while True:
        left = np.concatenate([squares.sum(axis=1), squares.sum(axis=0)])
        if (line := _first(waiting & (left == 0))) is not None:
            return NoSquareLeft("row" if line < n else "column", line % n, tuple(after))
        if (line := _first(waiting & (left == 1))) is None:
            return None
        at = int((squares[line] if line < n else squares[:, line - n]).argmax())
        row, column = (line, at) if line < n else (at, line - n)
        close_lines(squares, row, column)
        waiting[[row, n + column]] = False
        after.append((row, column))


def _first(marks: NDArray[np.bool_]) -> int | None:
    """The index of the first mark; None if there is none."""
    at = int(marks.argmax())
    return at if marks[at] else None
