"""The N queens problem as a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from core._catalog import named
from core._checks import instance, several, shown, whole, wholes
from core._search import ProblemError
from core._solving import Solvable

if TYPE_CHECKING:
    from core._queens.placement import Placement  # noqa: F401 - in the base class

KNOWN_COUNTS: tuple[int, ...] = (
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104,
    666090624, 4968057848, 39029188884, 314666222712, 2691008701644, 24233937684440, 227514171973736,
    2207893435808352, 22317699616364044, 234907967154122528,
)  # fmt: skip
"""A000170: all solutions for N = 1 … 27 (OEIS; N ≥ 26 by Preußer and Engelhardt, 2009 and 2016)."""

KNOWN_CLASSES: tuple[int, ...] = (
    1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955, 11977939, 83263591,
    621012754, 4878666808, 39333324973, 336376244042, 3029242658210, 28439272956934, 275986683743434,
    2789712466510289, 29363495934315694,
)  # fmt: skip
"""A002562: solutions up to rotation and reflection for N = 1 … 27 (OEIS)."""

MAXIMUM = 100_000_000
LARGEST_RESTRICTED = 1000
"""The largest N that allows placed queens or forbidden squares: complete algorithms go no higher."""

Square = tuple[int, int]
"""Row and column, from 0."""

PLACED, FORBIDDEN = "queens placed beforehand", "forbidden squares"
"""The restrictions that an algorithm must honour to take a board with them (`Queens.demands`)."""


@dataclass(frozen=True, slots=True)
class Queens(Solvable["Placement"]):
    """Place ``n`` queens on an ``n`` × ``n`` board so that none attacks another.

    A solution is the 0-based column of each row's queen: ``(1, 3, 0, 2)``.
    A partial placement gives the columns of the first rows; -1 marks a row
    without a queen.

    Squares are (row, column) from 0: ``placed`` ones hold a queen from the beginning, ``forbidden`` squares
    never hold one: n-queens completion (Gent, Jefferson and Nightingale 2017,
    who show that it is NP-complete).  Queens placed may attack each other;
    then there is no solution.

    Raises ProblemError for n outside 1 … 100 000 000 and, with restrictions,
    above 1 000; for a square that is not on the board, or placed and forbidden.
    """

    n: int
    placed: tuple[Square, ...] = ()
    """Sorted by row and column, whatever the order given."""
    forbidden: tuple[Square, ...] = ()

    kind = "queens"

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", whole(self.n, "N", 1, MAXIMUM))
        object.__setattr__(self, "placed", self._squares(self.placed))
        object.__setattr__(self, "forbidden", self._squares(self.forbidden))
        if self.restricted and self.n > LARGEST_RESTRICTED:
            raise ProblemError(f"queens can be placed and squares forbidden up to N = {LARGEST_RESTRICTED}")
        both = set(self.placed) & set(self.forbidden)
        if both:
            raise ProblemError(f"the square (row, column) = {min(both)}, from 0, holds a queen and is forbidden")

    def _squares(self, squares: Iterable[Sequence[int]]) -> tuple[Square, ...]:
        last = self.n - 1
        found = set()
        for square in several(squares, "squares"):
            if isinstance(square, str) or not isinstance(square, Iterable) or len(pair := tuple(square)) != 2:
                raise ProblemError(f"squares are (row, column), such as [(0, 3)]; {shown(square)} is not one")
            found.add((whole(pair[0], "row", 0, last), whole(pair[1], "column", 0, last)))
        return tuple(sorted(found))

    def __repr__(self) -> str:
        more = "".join(
            f", {name}={squares!r}"
            for name, squares in (("placed", self.placed), ("forbidden", self.forbidden))
            if squares
        )
        return f"Queens(n={self.n}{more})"

    @property
    def restricted(self) -> bool:
        """Whether the board starts with placed queens or forbidden squares."""
        return bool(self.placed or self.forbidden)

    @property
    def demands(self) -> tuple[str, ...]:
        """The restrictions that an algorithm must honour to take this problem (`core.Algorithm.honours`)."""
        return (PLACED,) * bool(self.placed) + (FORBIDDEN,) * bool(self.forbidden)

    @property
    def conflict(self) -> tuple[Square, Square] | None:
        """Two placed queens that attack each other, so that there is no solution; None if no two do."""
        on_line: dict[tuple[str, int], Square] = {}
        for row, column in self.placed:
            for line in (("row", row), ("column", column), ("rising", row + column), ("falling", row - column)):
                if line in on_line:
                    return on_line[line], (row, column)
                on_line[line] = row, column
        return None

    def closed_squares(self) -> set[Square]:
        """The squares where no queen can stand: forbidden ones, and those on a line with a placed queen."""
        closed = set(self.forbidden)
        for own in self.placed:
            closed.update(square for square in self._lines(*own) if square != own)
        return closed

    def _lines(self, row: int, column: int) -> Iterable[Square]:
        """The squares that a queen on this square attacks (some of them twice, and her own square too)."""
        n = self.n
        for i in range(n):
            yield row, i
            yield i, column
            if 0 <= column - row + i < n:
                yield i, column - row + i
            if 0 <= column + row - i < n:
                yield i, column + row - i

    @property
    def size(self) -> int:
        """N."""
        return self.n

    @property
    def known_count(self) -> int | None:
        """The number of solutions in the literature (A000170); None beyond N = 27 or with restrictions."""
        return KNOWN_COUNTS[self.n - 1] if self.n <= len(KNOWN_COUNTS) and not self.restricted else None

    @property
    def known_classes(self) -> int | None:
        """The number of solutions up to symmetry in the literature (A002562); None beyond N = 27 or if restricted."""
        return KNOWN_CLASSES[self.n - 1] if self.n <= len(KNOWN_CLASSES) and not self.restricted else None

    @property
    def solvable(self) -> bool:
        """Whether the board without its restrictions has a solution: it has one for every N but 2 and 3."""
        return self.n not in (2, 3)

    def verify(self, solution: Sequence[int]) -> bool:
        """Whether queens in these N columns, one for each row, attack nobody and respect the placed and forbidden
        squares."""
        n = self.n
        try:
            solution = wholes(solution, "a column", 0, n - 1)
        except ProblemError:
            instance(solution, Iterable, "a solution", "columns, one for each row")
            return False
        if len(solution) != n:
            return False
        if any(solution[row] != column for row, column in self.placed):
            return False
        if any(solution[row] == column for row, column in self.forbidden):
            return False
        return (
            len(set(solution)) == n
            and len({column - row for row, column in enumerate(solution)}) == n
            and len({column + row for row, column in enumerate(solution)}) == n
        )

    def _repr_svg_(self) -> str | None:
        """The board with its restrictions, as a notebook shows it; None if the picture would be too large."""
        return cast("str | None", named("core._queens.placement:picture_of")(self))

    def __str__(self) -> str:
        words = f"{self.n} queen{'s' * (self.n != 1)}"
        if self.placed:
            words += f", {len(self.placed)} placed"
        if self.forbidden:
            words += f", {len(self.forbidden)} square{'s' * (len(self.forbidden) > 1)} forbidden"
        return words
