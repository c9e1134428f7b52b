"""The N queens problem as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from core.catalog import named
from core.search import whole
from core.solving import Solvable

if TYPE_CHECKING:
    from core.queens.placement import Placement  # noqa: F401 - in the base class

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


@dataclass(frozen=True, slots=True)
class Queens(Solvable["Placement"]):
    """Place ``n`` queens on an ``n`` × ``n`` board so that none attacks another.

    A solution is the 0-based column of each row's queen: ``(1, 3, 0, 2)``.
    A partial placement is the columns of the first rows; -1 stands for a row
    without a queen.  Raises ProblemError for n outside 1 … 100 000 000.
    """

    n: int

    kind = "queens"

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", whole(self.n, "N", 1, MAXIMUM))

    @property
    def size(self) -> int:
        return self.n

    @property
    def known_count(self) -> int | None:
        """The number of solutions in the literature (A000170), or None beyond N = 27."""
        return KNOWN_COUNTS[self.n - 1] if self.n <= len(KNOWN_COUNTS) else None

    @property
    def known_classes(self) -> int | None:
        """The number of solutions up to symmetry in the literature (A002562), or None beyond N = 27."""
        return KNOWN_CLASSES[self.n - 1] if self.n <= len(KNOWN_CLASSES) else None

    @property
    def solvable(self) -> bool:
        """Whether there is a solution at all: for every N but 2 and 3."""
        return self.n not in (2, 3)

    def verify(self, solution: Sequence[int]) -> bool:
        n = self.n
        if len(solution) != n or not all(0 <= column < n for column in solution):
            return False
        return (
            len(set(solution)) == n
            and len({column - row for row, column in enumerate(solution)}) == n
            and len({column + row for row, column in enumerate(solution)}) == n
        )

    def _repr_svg_(self) -> str | None:
        """The empty board, for notebooks; None where it would be too large a picture."""
        return cast("str | None", named("core.queens.placement:empty_board")(self.n))

    def __str__(self) -> str:
        return f"{self.n} queens"
