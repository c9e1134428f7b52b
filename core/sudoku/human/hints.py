"""Hints in four stages, and the answer to "why can't this be 5?"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from core.sudoku.grid import Grid
from core.sudoku.human.consequences import held_by, refutation
from core.sudoku.human.notation import cells_text, contradiction_text, house_text, implications
from core.sudoku.human.pattern import Candidate, Link, Node
from core.sudoku.human.position import Cancelled, Position
from core.sudoku.human.solver import find, solve_by_logic
from core.sudoku.human.step import Step
from core.sudoku.human.technique import Level, Technique
from core.sudoku.human.techniques import TECHNIQUES
from core.sudoku.human.units import Geometry
from core.sudoku.problem import Sudoku
from core.sudoku.symbols import symbol


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
    """The unit to look at; None where a step has no particular one."""

    @property
    def shows_pattern(self) -> bool:
        """Whether the pattern may be marked on the grid at this stage."""
        return self.stage >= HintStage.CONSEQUENCE

    @property
    def text(self) -> str:
        """The hint in words."""
        step = self.step
        house = None if self.house is None else house_text(step.shape, self.house)
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
    """The unit where a person should look for a step: its own, or the one with most of its cells."""
    if step.pattern.houses:
        return step.pattern.houses[0]
    cells = pattern_cells(step) or tuple(c.cell for c in (*step.placements, *step.eliminations))
    geometry = Geometry.of(step.shape)
    if step.technique.key == "naked-single":
        # A person finds the cell soonest in its unit with most values. The hint does not count them: it names the box.
        return geometry.units_of[cells[0]][2]
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
    """The cells that hold the value."""
    step: Step | None = None
    before: tuple[Step, ...] = ()
    """For *later*: the steps that come first."""
    chain: tuple[Link, ...] = ()
    contradiction: Node = ()
    """The candidates of which one would have to be true, and all are gone."""
    house: int = -1
    """The unit of the contradiction; -1 where it is a cell."""

    @property
    def text(self) -> str:
        """The answer in words."""
        shape = self.position.shape
        cell, value = self.candidate
        name, text = shape.name_of(cell), symbol(value)
        if self.kind is WhyKind.FILLED:
            return f"{name} holds {symbol(self.position.values[cell])}."
        if self.kind is WhyKind.PEER:
            return f"{name} sees {cells_text(shape, self.cells)}, where {text} is already placed."
        if self.kind is WhyKind.CONTRADICTION:
            chain = implications(shape, self.candidate, self.chain)
            return f"Suppose {name}={text}. {chain}{contradiction_text(shape, self.contradiction, self.house)}."
        if self.kind is WhyKind.CANCELLED:
            return "Stopped before there was an answer."
        if self.step is None:
            return f"Nothing found rules {text} out of {name}: it may be right."
        first = f"{name} cannot be {text}. " if self.kind is WhyKind.STEP else ""
        if self.before:
            count = len(self.before)
            first = f"After {count} other {'step' if count == 1 else 'steps'}, "
        return f"{first}{self.step.name}: {self.step.sentence}"


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
    Candidates that were struck out by hand are looked at as if they were still there.
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
        position = Position(position.shape, position.values, unique=position._unique)
    position = position.copy()
    position.cancelled = cancelled
    try:
        for entry in simple if simple is not None else (t for t in TECHNIQUES if t.level <= Level.HARD):
            position.check()
            for step in find(position, entry):
                if rules_out(step, candidate):
                    return WhyNot(WhyKind.STEP, position, candidate, step=step)
    except Cancelled:
        return WhyNot(WhyKind.CANCELLED, position, candidate)
    found = refutation(position, candidate)
    if found is not None:
        chain, contradiction, house = found
        return WhyNot(WhyKind.CONTRADICTION, position, candidate, chain=chain, contradiction=contradiction, house=house)
    path = solve_by_logic(position, cancelled, follow=lambda step, _: rules_out(step, candidate))
    if path.steps and rules_out(path.steps[-1], candidate):
        return WhyNot(WhyKind.LATER, position, candidate, step=path.steps[-1], before=path.steps[:-1])
    return WhyNot(WhyKind.OPEN, position, candidate)


def rules_out(step: Step, candidate: Candidate) -> bool:
    """Whether a step strikes a candidate out, by itself or by a value that it places."""
    if candidate in step.eliminations:
        return True
    peers = Geometry.of(step.shape).peers[candidate.cell]
    return any(
        (placed.cell == candidate.cell and placed.value != candidate.value)
        or (placed.value == candidate.value and peers >> placed.cell & 1)
        for placed in step.placements
    )
