"""An exact cover problem as clauses, for SAT solvers: in memory, and as a file in DIMACS' form.

Variable k, from 1, is option k: it is true if the option is chosen.  An item to be covered exactly once gives a
clause of its options, and clauses that allow at most one of them.  Further variables split long lists of such
options (Knuth, TAOCP 4B, §7.2.2.2, exercise 12, after Heule), stand for the colours of a secondary item, or count
how often an item with a multiplicity is covered (Sinz 2005).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from core._words import counted
from core.exact_cover._problem import ExactCover, Item

PAIRED = 4
"""Every two of up to this many literals get a clause; longer lists are split."""


class Clauses:
    """The clauses of a problem.  Literals are numbers of variables, negative for false ones."""

    def __init__(self, problem: ExactCover) -> None:
        self.variables = len(problem.options)
        self.clauses: list[list[int]] = [[-o - 1] for o in problem.idle_options]
        idle = set(problem.idle_options)
        holders: list[list[int]] = [[] for _ in problem.items]
        colours: list[list[str]] = [[] for _ in problem.items]
        for number, option in enumerate(problem.options):
            if number not in idle:
                for item, colour in option.coloured:
                    holders[item].append(number + 1)
                    colours[item].append(colour)
        for asked, held, shades in zip(problem.items, holders, colours, strict=True):
            if asked.secondary:
                self._at_most_one(self._by_colour(held, shades))
            elif asked.plain:
                self.clauses.append(held)
                self._at_most_one(held)
            else:
                self._between(held, asked)

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _at_most_one(self, literals: Sequence[int]) -> None:
        while len(literals) > PAIRED:
            rest = self._new()
            self.clauses += ([-one, -other] for one, other in combinations([*literals[: PAIRED - 1], rest], 2))
            literals = [-rest, *literals[PAIRED - 1 :]]
        self.clauses += ([-one, -other] for one, other in combinations(literals, 2))

    def _by_colour(self, options: Sequence[int], colours: Sequence[str]) -> list[int]:
        """Literals of which at most one may be true: each option without a colour, and one for all options of each
        colour.
        """
        shared: dict[str, list[int]] = {}
        literals = []
        for option, colour in zip(options, colours, strict=True):
            if colour:
                shared.setdefault(colour, []).append(option)
            else:
                literals.append(option)
        for alike in shared.values():
            literals.append(alike[0] if len(alike) == 1 else self._new())
            if len(alike) > 1:
                self.clauses += ([-option, literals[-1]] for option in alike)
        return literals

    def _between(self, options: Sequence[int], item: Item) -> None:
        """Let from ``item.least`` to ``item.most`` of these be true."""
        number, least, most = len(options), item.least, item.most
        if least > number:
            self.clauses.append([])
            return
        bounded = most < number
        width = max(most if bounded else 0, least)
        before: list[int] = []  # the r-th says that at least r + 1 of the options up to here are true
        for at, option in enumerate(options):
            now = [self._new() for _ in range(min(at + 1, width))]
            for r, reached in enumerate(now):
                same = before[r : r + 1]  # empty if there cannot be as many yet
                fewer = [] if r == 0 else [before[r - 1]]
                if bounded:
                    self.clauses += ([-each, reached] for each in same)
                    self.clauses.append([-option, *(-each for each in fewer), reached])
                if least:
                    self.clauses.append([-reached, *same, option])
                    self.clauses += ([-reached, each] for each in fewer)
            if bounded and at >= most:
                self.clauses.append([-option, -before[most - 1]])
            before = now
        if least:
            self.clauses.append([before[least - 1]])


def write(problem: ExactCover) -> str:
    """The clauses of a problem in DIMACS' form; comments say which option each variable is."""
    made = Clauses(problem)
    return "".join(f"{line}\n" for line in _lines(problem, made))


def _lines(problem: ExactCover, made: Clauses) -> Iterator[str]:
    options = len(problem.options)
    yield f"c {problem}"
    if options:
        yield f"c Variables 1 to {options} are the options; a cover takes those that are true."
    for number in range(options):
        yield f"c {number + 1} = {problem.label(number)}: {' '.join(problem.entries(number))}"
    if made.variables > options:
        yield f"c The other {counted(made.variables - options, 'variable')} only help; these count:"
        yield f"c p show {' '.join(map(str, range(1, options + 1)))} 0"
    yield f"p cnf {made.variables} {len(made.clauses)}"
    for clause in made.clauses:
        yield " ".join(map(str, (*clause, 0)))
