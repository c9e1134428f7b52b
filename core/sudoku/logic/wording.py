"""Everything that the logic engine says in words.  The values are elsewhere; no code reads these sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.sudoku.logic.notation import (
    cells_text,
    eliminations_text,
    house_text,
    houses_text,
    joined,
    placements_text,
    values_text,
)
from core.sudoku.logic.step import Candidate, Link, LinkKind, Node, Step
from core.sudoku.shape import Shape
from core.sudoku.symbols import symbol

if TYPE_CHECKING:
    from core.sudoku.logic.hints import Hint, Why

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def _number(count: int) -> str:
    return _NUMBERS.get(count, str(count))


def consequence(step: Step) -> str:
    """``r3c6=5`` or ``r3c6<>4, r12c1<>7``."""
    parts = []
    if step.placements:
        parts.append(placements_text(step.shape, step.placements))
    if step.eliminations:
        parts.append(eliminations_text(step.shape, step.eliminations))
    return ", ".join(parts)


def sentence(step: Step) -> str:
    """Why a step is sound, ending with what follows."""
    return f"{_REASONS[step.technique.key](step)}: {consequence(step)}."


# Singles, locked candidates, subsets


def _full_house(step: Step) -> str:
    house = house_text(step.shape, step.pattern.houses[0])
    return f"{cells_text(step.shape, step.pattern.cells)} is the last empty cell of {house}"


def _naked_single(step: Step) -> str:
    cell, value = step.placements[0]
    return f"{step.shape.name_of(cell)} sees every value but {symbol(value)}"


def _hidden_single(step: Step) -> str:
    cell, value = step.placements[0]
    house = house_text(step.shape, step.pattern.houses[0])
    return f"In {house}, {symbol(value)} fits only in {step.shape.name_of(cell)}"


def _locked(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    value = values_text(pattern.values)
    house = house_text(shape, pattern.houses[0])
    if pattern.covers:
        where = f"lies in {houses_text(shape, pattern.covers)} too, so that no other cell there can hold it"
    else:
        where = f"is in {cells_text(shape, (c.cell for c in pattern.defining))}, which the others all see"
    return f"Wherever {value} goes in {house}, it {where}"


def _naked_subset(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    count = _number(len(pattern.cells))
    houses = houses_text(shape, pattern.houses)
    return (
        f"The {count} cells {cells_text(shape, pattern.cells)} have only {values_text(pattern.values)} between them "
        f"and use them all up, so no other cell of {houses} can hold these"
    )


def _hidden_subset(step: Step) -> str:
    pattern, shape = step.pattern, step.shape
    count = _number(len(pattern.cells))
    return (
        f"In {house_text(shape, pattern.houses[0])}, {values_text(pattern.values)} fit only in the {count} cells "
        f"{cells_text(shape, pattern.cells)}, which have no room for anything else"
    )


_REASONS: dict[str, Callable[[Step], str]] = {
    "full-house": _full_house,
    "naked-single": _naked_single,
    "hidden-single": _hidden_single,
    "pointing": _locked,
    "claiming": _locked,
    "locked-pair": _naked_subset,
    "locked-triple": _naked_subset,
    "naked-pair": _naked_subset,
    "naked-triple": _naked_subset,
    "naked-quad": _naked_subset,
    "hidden-pair": _hidden_subset,
    "hidden-triple": _hidden_subset,
    "hidden-quad": _hidden_subset,
}


# Hints


def hint(given: Hint) -> str:
    """One stage of a hint."""
    step = given.step
    if given.stage == 1:
        if given.house is None:
            return "Look at the whole grid."
        return f"Look at {house_text(step.shape, given.house)}."
    if given.stage == 2:
        where = f" in {house_text(step.shape, given.house)}" if given.house is not None else ""
        return f"There is {article(step.name)} {step.name}{where}."
    if given.stage == 3:
        return f"{step.name}. {sentence(step)}"
    return f"Done: {consequence(step)}."


def article(name: str) -> str:
    """``a`` or ``an``, by how a name is spoken."""
    return "an" if name[:1] in "AEIO" or name.startswith(("X-", "XY")) else "a"


# Why not


def why(answer: Why) -> str:
    """Why a cell cannot hold a value."""
    from core.sudoku.logic.hints import WhyKind

    shape = answer.position.shape
    cell, value = answer.candidate
    name, text = shape.name_of(cell), symbol(value)
    if answer.kind is WhyKind.FILLED:
        return f"{name} holds {symbol(answer.position.values[cell])}."
    if answer.kind is WhyKind.PEER:
        return f"{name} sees {cells_text(shape, answer.cells)}, where {text} stands already."
    if answer.kind is WhyKind.STEP:
        assert answer.step is not None
        return f"{name} cannot be {text}. {answer.step.name}: {sentence(answer.step)}"
    if answer.kind is WhyKind.LATER:
        assert answer.step is not None
        count = len(answer.before)
        first = f"After {count} other {'step' if count == 1 else 'steps'}, " if count else ""
        return f"{first}{answer.step.name}: {sentence(answer.step)}"
    if answer.kind is WhyKind.CONTRADICTION:
        chain = implications(shape, answer.candidate, answer.chain)
        end = contradiction_text(shape, answer.contradiction, answer.house)
        return f"Suppose {name}={text}. {chain}{end}"
    if answer.kind is WhyKind.CANCELLED:
        return "Stopped before there was an answer."
    return f"Nothing found rules {text} out of {name}: it may be right."


def implications(shape: Shape, start: Candidate, chain: tuple[Link, ...]) -> str:
    """``Then r1c2=4, r3c2=7.``: the values that follow, in order, from an assumption."""
    placed = [link.target for link in chain if link.kind is LinkKind.NET and link.target != (start,)]
    if not placed:
        return ""
    return f"Then {', '.join(placements_text(shape, target) for target in placed)}. "


def contradiction_text(shape: Shape, node: Node, house: int) -> str:
    """What an assumption leaves without a place."""
    if house < 0:
        return f"Then nothing is left for {shape.name_of(node[0].cell)}."
    return f"Then {symbol(node[0].value)} has no place in {house_text(shape, house)}."


__all__ = ["article", "consequence", "contradiction_text", "hint", "implications", "joined", "sentence", "why"]
