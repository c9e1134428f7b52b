"""What a step, a hint or an answer marks on the grid: candidates by role, cells and houses to look at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from core import Layout
from core.sudoku._grid import bit
from core.sudoku.human import Candidate, Hint, HintStage, Link, LinkKind, Step, WhyKind, WhyNot, pattern_cells


class CandidateRole(StrEnum):
    """What a candidate is in a pattern."""

    PLACED = "placed"
    """It goes into the cell."""
    ELIMINATED = "gone"
    """It is struck out."""
    FIN = "fin"
    DEFINING = "pattern"
    """The pattern is made of it."""
    TRUE = "assumed in"
    """On a chain: it was assumed, or follows from what was."""
    FALSE = "assumed out"
    """On a chain: it was assumed to be false, or is ruled out."""
    COLOUR_A = "colour A"
    COLOUR_B = "colour B"
    """A and B cannot be true together."""
    SET_A = "set 1"
    SET_B = "set 2"
    SET_C = "further sets"
    COMMON = "common"
    """It can be in one of two sets only."""
    IMPOSSIBLE = "in no solution"
    """The rules seem to leave it, but no solution has it."""


GLYPHS: Mapping[CandidateRole, tuple[str, str]] = {
    CandidateRole.PLACED: ("✓", "="),
    CandidateRole.ELIMINATED: ("×", "x"),
    CandidateRole.FIN: ("+", "+"),
    CandidateRole.DEFINING: ("●", "*"),
    CandidateRole.TRUE: ("●", "*"),
    CandidateRole.FALSE: ("○", "o"),
    CandidateRole.COLOUR_A: ("▲", "^"),
    CandidateRole.COLOUR_B: ("▼", "v"),
    CandidateRole.SET_A: ("◆", "a"),
    CandidateRole.SET_B: ("◇", "b"),
    CandidateRole.SET_C: ("■", "c"),
    CandidateRole.COMMON: ("!", "!"),
    CandidateRole.IMPOSSIBLE: ("–", "-"),
}
"""A sign for each role, in Unicode and in ASCII: colours alone would not do."""

_NOTHING_RULED_OUT = (WhyKind.FILLED, WhyKind.OPEN, WhyKind.CANCELLED)


@dataclass(frozen=True)
class Overlay:
    """Marks over a grid."""

    candidates: Mapping[tuple[int, int], CandidateRole] = field(default_factory=dict)
    """By cell and value."""
    cells: frozenset[int] = frozenset()
    """Cells to look at."""

    def roles(self) -> list[CandidateRole]:
        """The roles that occur, in the order in which they are declared."""
        return [role for role in CandidateRole if role in set(self.candidates.values())]

    def within(self, cell: int) -> dict[int, CandidateRole]:
        """Value to role in one cell."""
        return self._by_cell.get(cell, {})

    @property
    def _by_cell(self) -> dict[int, dict[int, CandidateRole]]:
        found: dict[int, dict[int, CandidateRole]] | None = self.__dict__.get("by_cell")
        if found is None:
            found = {}
            for (cell, value), role in self.candidates.items():
                found.setdefault(cell, {})[value] = role
            self.__dict__["by_cell"] = found
        return found


def of_house(layout: Layout, house: int | None) -> Overlay:
    """Only where to look."""
    return Overlay({}, frozenset(layout.units[house]) if house is not None else frozenset())


def of_step(step: Step, left: Sequence[int]) -> Overlay:
    """The whole pattern, and what follows from it, on the candidates left in each cell; nothing else is marked."""
    pattern = step.pattern
    marks: dict[tuple[int, int], CandidateRole] = {}
    _mark(marks, pattern.defining, CandidateRole.DEFINING)
    for number, group in enumerate(pattern.sets):
        role = (CandidateRole.SET_A, CandidateRole.SET_B, CandidateRole.SET_C)[min(number, 2)]
        cells = set(group.cells)
        _mark(marks, (c for c in _all(step) if c.cell in cells), role)
        _mark(marks, (Candidate(cell, value) for cell in group.cells for value in group.values), role, over=False)
    for number, colour in enumerate(pattern.colours):
        _mark(marks, colour, CandidateRole.COLOUR_B if number % 2 else CandidateRole.COLOUR_A)
    _mark_chain(marks, pattern.links)
    for branch in pattern.branches:
        _mark_chain(marks, branch)
    _mark(marks, pattern.contradiction, CandidateRole.FALSE)
    _mark(marks, pattern.common, CandidateRole.COMMON)
    _mark(marks, pattern.fins, CandidateRole.FIN)
    _mark(marks, step.eliminations, CandidateRole.ELIMINATED)
    _mark(marks, step.placements, CandidateRole.PLACED)
    houses = {cell for house in pattern.houses for cell in step.layout.units[house]}
    there = {(cell, value): role for (cell, value), role in marks.items() if left[cell] & bit(value)}
    return Overlay(there, frozenset(houses or pattern_cells(step)))


def of_hint(hint: Hint, left: Sequence[int]) -> Overlay:
    """Whatever a hint gives away so far, on the candidates left in each cell."""
    if hint.stage >= HintStage.CONSEQUENCE:
        return of_step(hint.step, left)
    return of_house(hint.step.layout, hint.house)


def of_why(answer: WhyNot) -> Overlay:
    """The reason why a cell cannot hold a value; only the cell if no reason was found or needed."""
    if answer.kind in _NOTHING_RULED_OUT:
        return Overlay({}, frozenset({answer.candidate.cell}))
    if answer.step is not None and not answer.before:
        marks = dict(of_step(answer.step, answer.position.bits).candidates)
    else:
        marks = {}
        _mark_chain(marks, answer.chain)
        if answer.trial is not None:
            _mark(marks, answer.trial.guesses, CandidateRole.TRUE)
        _mark(marks, answer.contradiction, CandidateRole.FALSE)
    cells = set(answer.cells)
    if answer.house >= 0:
        cells.update(answer.position.layout.units[answer.house])
    marks[answer.candidate.cell, answer.candidate.value] = CandidateRole.ELIMINATED
    return Overlay(marks, frozenset(cells | {answer.candidate.cell}))


def _all(step: Step) -> Iterable[Candidate]:
    return (*step.pattern.defining, *step.pattern.common)


def _mark(
    marks: dict[tuple[int, int], CandidateRole],
    candidates: Iterable[Candidate],
    role: CandidateRole,
    *,
    over: bool = True,
) -> None:
    for cell, value in candidates:
        if over or (cell, value) not in marks:
            marks[cell, value] = role


def _mark_chain(marks: dict[tuple[int, int], CandidateRole], links: Iterable[Link]) -> None:
    first = True
    for link in links:
        if first:
            _mark(marks, link.source, CandidateRole.FALSE if link.kind is LinkKind.STRONG else CandidateRole.TRUE)
            first = False
        _mark(marks, link.target, CandidateRole.FALSE if link.kind is LinkKind.WEAK else CandidateRole.TRUE)
