"""What the logic engine says: consequences, hints and answers.  The reasons of steps are worded in `reasons`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.sudoku.human.asked import WhyKind
from core.sudoku.human.chain_reasons import contradiction_text, implications
from core.sudoku.human.notation import cells_text, eliminations_text, house_text, placements_text
from core.sudoku.human.reasons import REASONS
from core.sudoku.symbols import symbol

if TYPE_CHECKING:
    from core.sudoku.human.hints import Hint, Why
    from core.sudoku.human.step import Step


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
    return f"{REASONS[step.technique.key](step)}: {consequence(step)}."


# Hints


def hint(given: Hint) -> str:
    """One stage of a hint."""
    step = given.step
    if given.stage == 1:
        if given.house is None:
            return "Look at the whole grid."
        return f"Look at {house_text(step.shape, given.house)}."
    if given.stage == 2:
        where = f", in {house_text(step.shape, given.house)}" if given.house is not None else ""
        return f"The technique: {step.name}{where}."
    if given.stage == 3:
        return f"{step.name}. {sentence(step)}"
    return f"Done: {consequence(step)}."


# Why not


def why(answer: Why) -> str:
    """Why a cell cannot hold a value."""
    shape = answer.position.shape
    cell, value = answer.candidate
    name, text = shape.name_of(cell), symbol(value)
    if answer.kind is WhyKind.FILLED:
        return f"{name} holds {symbol(answer.position.values[cell])}."
    if answer.kind is WhyKind.PEER:
        return f"{name} sees {cells_text(shape, answer.cells)}, where {text} is already placed."
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
        return f"Suppose {name}={text}. {chain}{end}."
    if answer.kind is WhyKind.CANCELLED:
        return "Stopped before there was an answer."
    return f"Nothing found rules {text} out of {name}: it may be right."


__all__ = ["consequence", "hint", "sentence", "why"]
