"""Hints in four stages, and the answer to "why can't this be 5?"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from core._words import grouped
from core.sudoku._grid import Grid
from core.sudoku._layout import HouseKind
from core.sudoku._problem import Sudoku
from core.sudoku._symbols import symbol
from core.sudoku.human._consequences import Trial, held_by, refutation, tried
from core.sudoku.human._notation import (
    cells_text,
    contradiction_text,
    house_text,
    implications,
    joined,
    placements_text,
)
from core.sudoku.human._pattern import Candidate, Link, Node
from core.sudoku.human._position import Cancelled, Position
from core.sudoku.human._solver import NODES_FOR_PROOF, PathEnding, find, solve_by_logic, steps_of
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.human._techniques import TECHNIQUES
from core.sudoku.human._units import Geometry

FEW_CELLS = 6
"""How many of the filled cells that rule out a value are named."""
FEW_STEPS = 8
"""After this many steps, nobody remembers the first; then trying everything is as good."""
MOST_GUESSES = 1000
"""The most guesses in a 9×9 grid, which take a fifth of a second; larger grids get fewer."""


class HintStage(IntEnum):
    """What a hint gives away; each stage gives away one thing more."""

    WHERE = 1
    """A house to look at."""
    TECHNIQUE = 2
    """What to look for there."""
    CONSEQUENCE = 3
    """The pattern, why, and what follows."""
    APPLY = 4
    """The step is carried out."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One stage of a hint."""

    stage: HintStage
    step: Step
    house: int | None
    """The unit to look at; None if a step has no particular one."""

    @property
    def shows_pattern(self) -> bool:
        """Whether the pattern may be marked on the grid at this stage."""
        return self.stage >= HintStage.CONSEQUENCE

    @property
    def text(self) -> str:
        """The hint in words."""
        step = self.step
        house = None if self.house is None else house_text(step.layout, self.house)
        if self.stage is HintStage.WHERE:
            return f"Look at {house or 'the whole grid'}."
        if self.stage is HintStage.TECHNIQUE:
            return f"The technique: {step.name}{f', in {house}' if house else ''}."
        if self.stage is HintStage.CONSEQUENCE:
            return f"{step.name}. {step.sentence}"
        return f"Done: {step.consequence}."


def hint_stages(step: Step) -> tuple[Hint, ...]:
    """The four stages of a hint for one step."""
    house = house_of(step)
    return tuple(Hint(stage, step, house) for stage in HintStage)


def house_of(step: Step) -> int | None:
    """The unit where a person should look for a step: its own, or the one with the most of its cells."""
    if step.pattern.houses:
        return step.pattern.houses[0]
    cells = pattern_cells(step) or tuple(c.cell for c in (*step.placements, *step.eliminations))
    geometry = Geometry.of(step.layout)
    if step.technique.key == "naked-single":
        # A person finds the cell soonest in its unit with most values. The hint does not count them: it names the box.
        here = geometry.units_of[cells[0]]
        return next((unit for unit in here if geometry.kinds[unit] is HouseKind.BOX), here[0] if here else None)
    tally = Counter(unit for cell in cells for unit in geometry.units_of[cell])
    return max(tally, key=lambda unit: (tally[unit], -unit)) if tally else None


def pattern_cells(step: Step) -> tuple[int, ...]:
    """Every cell that belongs to the reason of a step, in order."""
    pattern = step.pattern
    found = set(pattern.cells)
    found.update(c.cell for c in (*pattern.defining, *pattern.fins))
    found.update(c.cell for link in pattern.links for c in (*link.source, *link.target))
    found.update(c.cell for colour in pattern.colours for c in colour)
    found.update(cell for group in pattern.sets for cell in group.cells)
    found.update(c.cell for branch in pattern.branches for link in branch for c in (*link.source, *link.target))
    return tuple(sorted(found))


class WhyKind(StrEnum):
    """The kinds of answer to "why can't this cell be 5?"."""

    FILLED = "filled"
    """The cell holds a value."""
    PEER = "peer"
    """Cells that see it hold the value."""
    STEP = "step"
    """A step possible now rules it out."""
    CONTRADICTION = "contradiction"
    """Supposing it leads to a contradiction by singles."""
    LATER = "later"
    """A step rules it out once others have been done."""
    TRIED = "tried"
    """It always leads to a contradiction, but nothing short says why: everything was tried."""
    OPEN = "open"
    """Nothing found rules it out: it may be right."""
    CANCELLED = "cancelled"
    """Stopped before there was an answer."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a cell cannot hold a value."""

    kind: WhyKind
    position: Position
    candidate: Candidate
    cells: tuple[int, ...] = ()
    """The cells that hold the value; for *contradiction*, a small set of filled cells from which it follows."""
    step: Step | None = None
    before: tuple[Step, ...] = ()
    """For *later*: the steps that come first."""
    chain: tuple[Link, ...] = ()
    contradiction: Node = ()
    """The candidates of which one would have to be true, though all are gone."""
    house: int = -1
    """The unit of the contradiction; -1 if it is a cell."""
    trial: Trial | None = None

    @property
    def text(self) -> str:
        """The answer in words."""
        layout = self.position.layout
        cell, value = self.candidate
        name, text = layout.name_of(cell), symbol(value)
        if self.kind is WhyKind.FILLED:
            return f"{name} holds {symbol(self.position.values[cell])}."
        if self.kind is WhyKind.PEER:
            return f"{name} sees {cells_text(layout, self.cells)}, where {text} is already placed."
        if self.kind is WhyKind.CONTRADICTION:
            return f"Suppose {name}={text}. {self._chain_text}.{self._cells_text}"
        if self.kind is WhyKind.TRIED:
            return self._trial_text
        if self.kind is WhyKind.CANCELLED:
            return "Stopped before there was an answer."
        if self.step is None:
            return f"Nothing found rules {text} out of {name}: it may be right."
        first = f"{name} cannot be {text}. " if self.kind is WhyKind.STEP else ""
        if self.before:
            count = len(self.before)
            first = f"After {count} other {'step' if count == 1 else 'steps'}, "
        return f"{first}{self.step.name}: {self.step.sentence}{self._sight}"

    @property
    def _trial_text(self) -> str:
        """What was tried, with the shortest way to a dead end."""
        layout, trial = self.position.layout, self.trial
        supposed = placements_text(layout, (self.candidate,))
        if trial is None:
            return f"Only by trying: {supposed} leads to a dead end, in hundreds of ways to go on."
        chosen = joined(placements_text(layout, (each,)) for each in trial.guesses)
        if trial.ends == 1:
            alone = "there is no other choice" if len(trial.guesses) == 1 else "there are no other choices"
            return f"Suppose {supposed}, with {chosen}: {alone}. {self._chain_text}."
        ways = "both" if trial.ends == 2 else f"all {grouped(trial.ends)}" if trial.ends else "hundreds of"
        return (
            f"Only by trying: {supposed} leads to a dead end, in {ways} ways to go on. For example, take {chosen}. "
            f"{self._chain_text}."
        )

    @property
    def _chain_text(self) -> str:
        """What follows, one thing after another, and the contradiction."""
        layout = self.position.layout
        start = self.trial.guesses[-1] if self.trial is not None else self.candidate
        return f"{implications(layout, start, self.chain)}{contradiction_text(layout, self.contradiction, self.house)}"

    @property
    def _cells_text(self) -> str:
        """The filled cells that matter, if they are few."""
        if not 0 < len(self.cells) <= FEW_CELLS:
            return ""
        layout, values = self.position.layout, self.position.values
        placed = [Candidate(cell, values[cell]) for cell in self.cells]
        return f" Only {joined(placements_text(layout, (each,)) for each in placed)} {_matter(placed)}."

    @property
    def _sight(self) -> str:
        """Which placed value the cell then sees, if that is why."""
        assert self.step is not None
        cell, value = self.candidate
        peers = Geometry.of(self.step.layout).peers[cell]
        seen = tuple(c for c, v in self.step.placements if v == value and peers >> c & 1)
        if self.candidate in self.step.eliminations or not seen:
            return ""
        layout = self.step.layout
        return f" {layout.name_of(cell)} sees {cells_text(layout, seen)}."


def _matter(placed: Sequence[Candidate]) -> str:
    return "matters" if len(placed) == 1 else "matter"


def why_not(
    puzzle: Position | Grid | Sudoku,
    cell: int,
    value: int,
    cancelled: Callable[[], bool] | None = None,
    *,
    simple: Sequence[Technique] | None = None,
) -> WhyNot:
    """Say why a cell cannot hold a value: a value there or in sight, a step, or the shortest contradiction by singles.

    A step from ``simple`` (all but unfair and extreme techniques, by default) is preferred to a contradiction.
    If neither is found, the answer is a step that follows a few others, or else that everything was tried.
    Candidates struck out by hand are treated as if they were still there.
    """
    position = puzzle if isinstance(puzzle, Position) else Position.of(puzzle)
    candidate = Candidate(cell, value)
    if position.values[cell]:
        return WhyNot(WhyKind.FILLED, position, candidate)
    holders = held_by(position, candidate)
    if holders:
        return WhyNot(WhyKind.PEER, position, candidate, holders)
    if not position.has(candidate):
        # Struck out by hand or by an earlier step: ask again from the values alone.
        position = Position(position.layout, position.values, unique=position._unique)
    position = position.copy()
    position.cancelled = cancelled
    simple = [t for t in TECHNIQUES if t.level <= Level.HARD] if simple is None else simple
    try:
        return _reason(position, candidate, simple)
    except Cancelled:
        return WhyNot(WhyKind.CANCELLED, position, candidate)


def _reason(position: Position, candidate: Candidate, simple: Sequence[Technique]) -> WhyNot:
    """Why an open cell cannot hold a value that no cell in sight holds.  Raises Cancelled."""
    for entry in simple:
        position.check()
        for step in find(position, entry):
            if rules_out(step, candidate):
                return WhyNot(WhyKind.STEP, position, candidate, step=step)
    found = refutation(position, candidate)
    if found is not None:
        return WhyNot(
            WhyKind.CONTRADICTION, position, candidate, found.holding(), chain=found.chain_to(*found.contradiction),
            contradiction=found.contradiction, house=found.house,
        )  # fmt: skip
    before: list[Step] = []
    for step in steps_of(position.copy(), simple):
        if rules_out(step, candidate):
            return WhyNot(WhyKind.LATER, position, candidate, step=step, before=tuple(before))
        before.append(step)
        if len(before) == FEW_STEPS:
            break
    trial = tried(position, candidate, MOST_GUESSES * 81 // len(position.values))
    if trial is True:
        return WhyNot(WhyKind.OPEN, position, candidate)
    if isinstance(trial, Trial) and (trial.ends or _has_no_solution(position, candidate)):
        end = trial.end
        return WhyNot(
            WhyKind.TRIED, position, candidate, chain=end.chain_to(*end.contradiction),
            contradiction=end.contradiction, house=end.house, trial=trial,
        )  # fmt: skip
    if not trial and _has_no_solution(position, candidate):
        return WhyNot(WhyKind.TRIED, position, candidate)
    path = solve_by_logic(position, position.cancelled, follow=lambda step, _: rules_out(step, candidate))
    if path.ending is PathEnding.CANCELLED:
        raise Cancelled
    if path.steps and rules_out(path.steps[-1], candidate):
        return WhyNot(WhyKind.LATER, position, candidate, step=path.steps[-1], before=path.steps[:-1])
    return WhyNot(WhyKind.OPEN, position, candidate)


def _has_no_solution(position: Position, candidate: Candidate) -> bool:
    """Whether a search shows that a candidate leads to no solution."""
    from core.sudoku._verdict import Finding, check

    values = [candidate.value if cell == candidate.cell else value for cell, value in enumerate(position.values)]
    return (
        check(Sudoku.of(position.layout, values, position.bits), 2, steps=NODES_FOR_PROOF).kind is Finding.NO_SOLUTION
    )


def rules_out(step: Step, candidate: Candidate) -> bool:
    """Whether a step strikes a candidate out, directly or by a value that it places."""
    if candidate in step.eliminations:
        return True
    peers = Geometry.of(step.layout).peers[candidate.cell]
    return any(
        (placed.cell == candidate.cell and placed.value != candidate.value)
        or (placed.value == candidate.value and peers >> placed.cell & 1)
        for placed in step.placements
    )
