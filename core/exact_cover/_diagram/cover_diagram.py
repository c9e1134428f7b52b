"""All solutions of an exact cover problem as a value: counted, listed, sampled, weighed, without a new search."""

from __future__ import annotations

import random
import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from core._checks import shown, whole
from core._kernels.compiling import compile_soon
from core._search import CannotSolve, ProblemError
from core._words import byte_size, counted, grouped
from core.exact_cover._answer import Cover
from core.exact_cover._diagram import keeping
from core.exact_cover._diagram.cheapest import cheapest, cost_list
from core.exact_cover._diagram.nodes import EMPTY, FIRST, NONE, STOP, unique_table
from core.exact_cover._diagram.passes import count_covers, count_options, reach, restrict, take_ranks
from core.exact_cover._kernels.cover_search import BatchVerifier

if TYPE_CHECKING:
    from core.exact_cover._problem import ExactCover

LOOKED_AT = 1000
"""How many solutions are verified when a diagram is read."""
BLOCK = 1 << 10
"""How many covers are written down at a time."""
_PRIME_BITS = 30
"""A prime below 2^31 gives at least this many bits of a number."""


class Size(NamedTuple):
    """How large a diagram is."""

    nodes: int
    """Nodes with branches."""
    branches: int
    bytes: int

    def __str__(self) -> str:
        return f"{counted(self.nodes, 'node')}, {counted(self.branches, 'branch', 'branches')}, {byte_size(self.bytes)}"


@dataclass(frozen=True, eq=False, repr=False)
class CoverDiagram:
    """All solutions of a problem, as a zero-suppressed decision diagram.

    A diagram never changes.  It numbers its solutions from 0, in an order of its own:

    >>> from core import ExactCover
    >>> diagram = ExactCover({"A": [1, 4], "B": [2, 3], "C": [1, 2], "D": [3, 4], "E": [2], "F": [3]}).diagram()
    >>> diagram.count, diagram[0], diagram[-1], ("C", "D") in diagram
    (3, ('A', 'B'), ('C', 'D'), True)
    >>> list(diagram.take("A").forbid("B"))
    [('A', 'E', 'F')]

    If the search for it ended early, it has only the solutions found until then and is not `complete`; it
    refuses questions about all solutions.
    """

    problem: ExactCover
    start: NDArray[np.int32]
    option: NDArray[np.int32]
    child: NDArray[np.int32]
    root: int
    complete: bool = True
    """Whether it has all solutions (that hold what was taken, and nothing forbidden)."""
    drawing: str = ""
    """The text that its problem was drawn in, to be kept with it; empty for what was not drawn."""

    def __post_init__(self) -> None:
        for array in (self.start, self.option, self.child):
            array.flags.writeable = False

    def ready(self) -> None:
        """Have the machine code made that counting and listing take, while something else is done."""
        counts = np.zeros((len(self.start) - 1, 1), dtype=np.uint64)
        compile_soon(count_covers, self.start, self.child, counts)
        rows = np.zeros((0, 1), dtype=np.int32)
        compile_soon(take_ranks, self.start, self.option, self.child, counts, self.root, counts[:0], rows)

    # Counting

    @property
    def size(self) -> Size:
        """Nodes, branches and bytes."""
        arrays = (self.start, self.option, self.child)
        return Size(len(self.start) - 1 - FIRST, len(self.option), sum(array.nbytes for array in arrays))

    @cached_property
    def _counts(self) -> NDArray[np.uint64]:
        """The number of covers of each node, as words."""
        words = 1
        while True:
            counts = np.zeros((len(self.start) - 1, words), dtype=np.uint64)
            if not count_covers(self.start, self.child, counts):
                break
            words *= 2
        spare = words - 1
        while spare and not counts[:, spare].any():
            spare -= 1
        return np.ascontiguousarray(counts[:, : spare + 1])

    def _of(self, node: int) -> int:
        return int.from_bytes(self._counts[node].astype("<u8").tobytes(), "little")

    @cached_property
    def count(self) -> int:
        """How many solutions it has."""
        return self._of(self.root)

    def __len__(self) -> int:
        """`count`.  Raises OverflowError from 2^63 on, where Python allows no length."""
        return self.count

    def __bool__(self) -> bool:
        return self.root != NONE

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CoverDiagram):
            return NotImplemented
        same = (self.root, self.complete, self.problem) == (other.root, other.complete, other.problem)
        names = ("start", "option", "child")
        return same and all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<CoverDiagram: {self}>"

    def __str__(self) -> str:
        least = "" if self.complete else "at least "
        return f"{self.problem}: {least}{counted(self.count, 'solution')}; {self.size}"

    # Single solutions

    def rows(self, numbers: Iterable[int]) -> NDArray[np.int32]:
        """The solutions of these numbers, which must be in range, as rows of option numbers padded with -1."""
        numbers, counts = list(numbers), self._counts
        width = 8 * counts.shape[1]
        ranks = np.frombuffer(b"".join(n.to_bytes(width, "little") for n in numbers), dtype="<u8").astype(np.uint64)
        rows = np.full((len(numbers), max(1, self.problem.longest_solution)), -1, dtype=np.int32)
        ranks = np.ascontiguousarray(ranks.reshape(len(numbers), counts.shape[1]))
        take_ranks(self.start, self.option, self.child, counts, self.root, ranks, rows)
        return rows

    def verify(self, most: int = LOOKED_AT) -> bool:
        """Whether ``most`` solutions (or all, if fewer), spread evenly over the numbers, solve the problem."""
        number = min(most, self.count)
        rows = self.rows(k * (self.count - 1) // max(1, number - 1) for k in range(number))
        return not number or BatchVerifier(self.problem)(rows)

    def _covers(self, numbers: Iterable[int]) -> list[Cover]:
        rows = self.rows(numbers).tolist()
        return [Cover.of(self.problem, [o for o in row if o >= 0]) for row in rows]

    def __iter__(self) -> Iterator[Cover]:
        for first in range(0, self.count, BLOCK):
            yield from self._covers(range(first, min(first + BLOCK, self.count)))

    def __getitem__(self, number: SupportsIndex) -> Cover:
        """The solution of a number, from 0 or, if negative, from the end.  Raises IndexError if there is none."""
        k = whole(number, "a solution's number")
        if not -self.count <= k < self.count:
            raise IndexError(f"there is no solution {k}: there are {grouped(self.count)}")
        return self._covers([k % self.count])[0]

    def index(self, solution: Iterable[Hashable]) -> int:
        """The number of a solution, whose options are named as `ExactCover.verify` takes them.

        Raises ValueError if it is not a solution in this diagram.
        """
        named = tuple(solution)
        numbers = {self._number(name) for name in named}
        rank, node, used = 0, self.root, 0
        while node > EMPTY:
            places = range(int(self.start[node]), int(self.start[node + 1]))
            # Covers with a later option of the node do not have an earlier one.
            taken = next((b for b in places if int(self.option[b]) in numbers), None)
            b = taken if taken is not None else places[-1]
            if taken is None and self.option[b] != STOP:
                break
            used += taken is not None
            rank += sum(self._of(int(self.child[c])) for c in places if c < b)
            node = int(self.child[b])
        if node != EMPTY or used != len(named):
            raise ValueError(f"{shown(named)} is not a solution in this diagram")
        return rank

    def __contains__(self, solution: object) -> bool:
        try:
            return isinstance(solution, Iterable) and self.index(solution) >= 0
        except ValueError:  # no solution, or no option's name
            return False

    def _number(self, name: Hashable) -> int:
        """The number of an option, by its name.  Raises ProblemError for an unknown name."""
        number = self.problem._number(name)
        if not 0 <= number < len(self.problem.options):
            raise ProblemError(f"there is no option {shown(name)}")
        return number

    # All solutions

    def _need_all(self, what: str) -> None:
        if not self.complete:
            raise CannotSolve(
                f"the diagram is not complete and has only some solutions (at least {grouped(self.count)}, in "
                f"{self.size}), those found first: {what}"
            )

    @cached_property
    def occurrences(self) -> tuple[int, ...]:
        """For each option, in the problem's order, how many solutions have it.  Raises CannotSolve if not complete."""
        self._need_all("how often an option is in all solutions is not known")
        bits, product = self.count.bit_length(), 1
        totals = [0] * len(self.problem.options)
        for prime in _primes(bits // _PRIME_BITS + 1):
            below, above = (np.zeros(len(self.start) - 1, dtype=np.uint64) for _ in range(2))
            times = np.zeros(max(1, len(totals)), dtype=np.uint64)
            count_options(
                self.start, self.option, self.child, self.root, np.uint64(prime), below, above, times
            )  # fmt: skip
            # The Chinese remainder theorem, a prime at a time.
            inverse = pow(product, -1, prime)
            rests = times.tolist()
            totals = [t + product * ((rests[o] - t) * inverse % prime) for o, t in enumerate(totals)]
            product *= prime
        return tuple(totals)

    @property
    def shares(self) -> tuple[float, ...]:
        """For each option the share of the solutions that have it, from 0 to 1; 0 if there is no solution."""
        every = max(1, self.count)
        return tuple(float(Fraction(times, every)) for times in self.occurrences)

    @property
    def always(self) -> tuple[int, ...]:
        """The numbers of the options that every solution has; none if there is no solution."""
        every = self.count or -1
        return tuple(o for o, times in enumerate(self.occurrences) if times == every)

    @property
    def never(self) -> tuple[int, ...]:
        """The numbers of the options that no solution has."""
        return tuple(o for o, times in enumerate(self.occurrences) if not times)

    @property
    def in_every(self) -> tuple[Hashable, ...]:
        """The options that every solution has, as the problem names them; none if there is no solution."""
        return tuple(map(self.problem.key, self.always))

    @property
    def in_none(self) -> tuple[Hashable, ...]:
        """The options that no solution has, as the problem names them."""
        return tuple(map(self.problem.key, self.never))

    def take(self, *options: Hashable) -> CoverDiagram:
        """The diagram of the solutions that have these options.  Raises ProblemError for an unknown name."""
        return self.restrict(taken=[self._number(name) for name in options])

    def forbid(self, *options: Hashable) -> CoverDiagram:
        """The diagram of the solutions that have none of these options.  Raises ProblemError for an unknown name."""
        return self.restrict(forbidden=[self._number(name) for name in options])

    def restrict(self, taken: Sequence[int] = (), forbidden: Sequence[int] = ()) -> CoverDiagram:
        """The diagram of the solutions with and without these options, by their numbers, which must be in range."""
        diagram = self
        allowed = np.ones(max(1, len(self.problem.options)), dtype=np.bool_)
        allowed[list(forbidden)] = False
        for option in dict.fromkeys(taken):
            if not allowed[option]:
                return self.none(self.problem, complete=self.complete, drawing=self.drawing)
            diagram = diagram._only(allowed, option)
        return diagram._only(allowed, STOP) if forbidden and not taken else diagram

    @classmethod
    def none(cls, problem: ExactCover, *, complete: bool = True, drawing: str = "") -> Self:
        """A diagram without solutions."""
        empty = np.zeros(0, dtype=np.int32)
        return cls(problem, np.zeros(FIRST + 1, dtype=np.int32), empty, empty.copy(), NONE, complete, drawing)

    def _only(self, allowed: NDArray[np.bool_], wanted: int) -> CoverDiagram:
        nodes, branches = len(self.start) - 1, len(self.option)
        times = 1 + (wanted != STOP)
        widest = int(np.diff(self.start).max(initial=1))

        def empty(length: int) -> NDArray[np.int32]:
            return np.zeros(length, dtype=np.int32)

        start, option, child = empty(times * nodes + 1), empty(times * branches), empty(times * branches)
        root, made = restrict(
            self.start, self.option, self.child, self.root, allowed, wanted, start, option, child,
            unique_table(times * nodes), empty(widest), empty(widest), empty(nodes), empty(nodes),
        )  # fmt: skip
        ends, options, children = empty(made + 1), empty(int(start[made])), empty(int(start[made]))
        number = empty(made)
        kept = int(reach(start, option, child, made, root, number, ends, options, children))
        last = int(ends[kept])
        return CoverDiagram(
            self.problem, ends[: kept + 1].copy(), options[:last].copy(), children[:last].copy(), int(number[root]),
            self.complete, self.drawing,
        )  # fmt: skip

    # At random, and by cost

    def sample(self, n: int = 1, seed: int | None = None) -> list[Cover]:
        """Draw ``n`` solutions at random, each equally likely; one may come twice.

        The same ``seed`` gives the same solutions.  Raises CannotSolve if there is no solution, or the diagram is not
        complete: part of the solutions would be no fair sample.
        """
        return self._covers(self.sampled(n, seed))

    def sampled(self, n: int, seed: int | None) -> Iterator[int]:
        """The numbers of the solutions that `sample` draws, each drawn on demand."""
        self._need_all("a sample of them would not be fair")
        n = whole(n, "the number of samples", 0)
        if not self.count:
            raise CannotSolve("there is no solution to draw")
        below = random.Random(None if seed is None else whole(seed, "seed", 0)).randrange
        return (below(self.count) for _ in range(n))

    def cheapest(self, costs: Mapping[Any, Any] | Sequence[Any] | None = None) -> Iterator[tuple[Any, Cover]]:
        """All solutions with their costs, the cheapest first, each found on demand.

        ``costs`` has a number for each option, in the problem's order, or is a mapping from names of options to numbers
        (0 for the others); without it the costs are those of the problem, or 1 for each option if it has none.
        They may be below 0.
        Raises ProblemError for anything else.
        """
        self._need_all("the cheapest of all is not known")
        if costs is None:
            costs = self.problem.options.costs or [1] * len(self.problem.options)
        numbers = cost_list(costs, len(self.problem.options), self._number)
        ranked = cheapest(self.start, self.option, self.child, self.root, numbers)
        return ((cost, Cover.of(self.problem, row)) for cost, row in ranked)

    def best(self, costs: Mapping[Any, Any] | Sequence[Any] | None = None, k: int = 1) -> list[tuple[Any, Cover]]:
        """The ``k`` cheapest solutions with their costs; fewer if there are not that many.  ``costs`` are those of
        `cheapest`.
        """
        return list(islice(self.cheapest(costs), min(whole(k, "the number of solutions", 0), sys.maxsize)))

    # On disk

    def save(self, path: str | Path) -> None:
        """Write it to a file, with its problem.  Raises OSError."""
        arrays = {"start": self.start, "option": self.option, "child": self.child}
        keeping.save(Path(path), keeping.Kept(self.problem, arrays, self.root, self.complete, self.drawing))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read what `save` wrote, and verify some of its solutions.

        Raises ProblemError, naming the file, if it is no diagram or is damaged; and OSError.
        """
        kept = keeping.load(Path(path))
        diagram = cls(kept.problem, **kept.arrays, root=kept.root, complete=kept.complete, drawing=kept.drawing)
        if not diagram.verify():
            raise ProblemError(f"{path}: a cover of this diagram does not solve its problem")
        return diagram


def _primes(count: int) -> Iterator[int]:
    """This many primes below 2^31, the largest first."""
    number = (1 << 31) - 1
    while count:
        if all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7)) and _is_prime(number):
            yield number
            count -= 1
        number -= 2


def _is_prime(number: int) -> bool:
    return all(number % divisor for divisor in range(3, int(number**0.5) + 1, 2))
