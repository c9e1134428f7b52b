"""Why a puzzle with rules has no solution: a few of its rules and givens that cannot all be kept.

One part after another is left out, many at once at first, as long as a search still shows that there is no solution
(a deletion filter: Chinneck, Dravnieks, "Locating minimal infeasible constraint sets in linear programs", 1991).
What is left cannot be kept; that one part less could be is likely, but a search that takes too long leaves it open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import ClassVar

from core._catalog import algorithm
from core._search import Goal, Status
from core._words import both, first_of
from core.sudoku._problem import Sudoku
from core.sudoku._shape import Shape
from core.sudoku._symbols import symbol
from core.sudoku.rules._forms import Board, Form
from core.sudoku.rules._house import USUAL
from core.sudoku.rules._rule import Rule

MOST_PARTS = 12
"""If more parts than this are left, nobody sees why they clash."""
MOST_NAMED = 4
NODES_EACH, NODES_IN_ALL = 300, 6000
"""How many nodes one search may have, and all of them."""

_MARKS = -1
"""Among the cells of givens: the candidates that are struck out."""


@dataclass(frozen=True, slots=True)
class RuleClash:
    """Some rules and givens of a puzzle that cannot all be kept."""

    rules: tuple[Rule, ...]
    givens: tuple[int, ...]
    """The cells that hold them."""
    marks: bool
    """Whether the candidates that are struck out belong to it."""

    def words(self, problem: Sudoku) -> str:
        """The sentence: ``'cage 3: r1c1 r1c2' and 1 in r1c3 cannot both be kept``."""
        shape, givens = problem.shape, problem.givens
        parts = [f"'{rule.line(shape)}'" for rule in self.rules]
        parts += [f"{symbol(givens[cell])} in {shape.name_of(cell)}" for cell in self.givens]
        parts += ["the marks struck out"] * self.marks
        named = both(parts) if len(parts) <= MOST_NAMED else first_of(parts, MOST_NAMED)
        together = {1: "", 2: " both"}.get(len(parts), " all")
        return f"{named} cannot{together} be kept"


def clash_in(problem: Sudoku) -> RuleClash | None:
    """A few parts of a puzzle with more rules than rows, columns and boxes that cannot all be kept.

    None for a plain puzzle, if the givens break a rule by themselves, if there may be a solution, if too many parts
    are left when `NODES_IN_ALL` are visited, or if only rows, columns and boxes or regions are left, which always stay.

    >>> from core import Sudoku
    >>> puzzle = Sudoku.parse("1...............\\ncage 3: r1c3 r1c2\\nthermo: r4c1-r4c3")
    >>> clash_in(puzzle).words(puzzle)
    "'cage 3: r1c3 r1c2' and 1 in r1c1 cannot both be kept"
    """
    own = tuple(rule for rule in problem.rules if _may_go(rule, problem.shape))
    if not own or problem.conflicts:
        return None
    cells: list[Rule | int] = [cell for cell, given in enumerate(problem.givens) if given]
    if problem.marked:
        cells.append(_MARKS)
    kept: list[Rule | int] = [*cells, *own]
    trial = _Trial(problem)
    if not trial.hopeless(kept):
        return None
    if cells and trial.hopeless(own):
        kept = list(own)
    size = len(kept)
    while size > 1:
        size = (size + 1) // 2
        at = 0
        while at < len(kept):
            rest = [*kept[:at], *kept[at + size :]]
            if trial.hopeless(rest):
                kept = rest
            else:
                at += size
    if not 0 < len(kept) <= MOST_PARTS:
        return None
    rules = tuple(part for part in kept if isinstance(part, Rule))
    given = [part for part in kept if isinstance(part, int)]
    return RuleClash(rules, tuple(cell for cell in given if cell != _MARKS), _MARKS in given)


def _may_go(rule: Rule, shape: Shape) -> bool:
    """Whether a rule may be left out: not rows, columns, boxes or regions, which are the grid itself."""
    return rule not in USUAL and rule.division(shape) is None


class _Trial:
    """Searches for a solution of parts of a puzzle."""

    def __init__(self, problem: Sudoku) -> None:
        self._problem = problem
        self._nodes = NODES_IN_ALL
        self._solver = algorithm("sudoku", "propagation")

    def hopeless(self, parts: Sequence[Rule | int]) -> bool:
        """Whether a short search shows that these parts have no solution."""
        most = min(NODES_EACH, self._nodes)
        if not most:
            return False
        search = self._solver.start(self._part(parts), Goal.FIRST)
        while search.status is Status.RUNNING and search.counts()[1] < most:
            search.advance(most - search.counts()[1])
        found, nodes = search.counts()
        self._nodes -= min(self._nodes, max(nodes, 1))
        return search.status is Status.COMPLETE and not found

    def _part(self, parts: Sequence[Rule | int]) -> Sudoku:
        whole = self._problem
        full = (1 << whole.shape.order) - 1
        given = {part for part in parts if isinstance(part, int)}
        candidates = [
            bits if (cell if value else _MARKS) in given else full
            for cell, (value, bits) in enumerate(zip(whole.givens, whole.candidates, strict=True))
        ]
        kept = {part for part in parts if isinstance(part, Rule)}
        rules = [
            _Unchanged(rule, whole.rules) if rule in kept else rule
            for rule in whole.rules
            if rule in kept or not _may_go(rule, whole.shape)
        ]
        return Sudoku(whole.shape, candidates=candidates, rules=rules)


@dataclass(frozen=True)
class _Unchanged(Rule):
    """A rule that means what it does among all rules, though some are left out: for negative forms."""

    rule: Rule
    all_rules: tuple[Rule, ...]

    kind: ClassVar[str] = "unchanged"
    title: ClassVar[str] = "Rule"
    usage: ClassVar[str] = "unchanged"

    @property
    def cells(self) -> tuple[int, ...]:
        """Those of the rule."""
        return self.rule.cells

    def forms(self, board: Board) -> Iterable[Form]:
        """Those that it has among all rules."""
        seen = copy(board)  # the lists of its cells stay those of the board
        seen.rules = self.all_rules
        return self.rule.forms(seen)

    def words(self, shape: Shape) -> str:
        """Those of the rule."""
        return self.rule.words(shape)

    def line(self, shape: Shape) -> str:
        """That of the rule."""
        return self.rule.line(shape)

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Rule:
        """Nobody writes it."""
        raise NotImplementedError

    def division(self, shape: Shape) -> tuple[int, ...] | None:
        """That of the rule."""
        return self.rule.division(shape)
