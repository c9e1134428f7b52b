"""Steps, paths and ratings as JSON and as lines of text, for the command line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.sudoku.human.notation import house_text
from core.sudoku.human.pattern import Link, Node
from core.sudoku.human.rating import LABEL, ScaleRating
from core.sudoku.human.solver import Path, PathEnding
from core.sudoku.human.step import Step
from core.sudoku.human.technique import Level


def step_json(step: Step) -> dict[str, Any]:
    """Everything that a step says, cells by name and values as numbers."""
    shape, pattern = step.shape, step.pattern

    def node(candidates: Node) -> list[list[Any]]:
        return [[shape.name_of(cell), value] for cell, value in candidates]

    def chain(links: tuple[Link, ...]) -> list[dict[str, Any]]:
        return [
            {"from": node(link.source), "to": node(link.target), "kind": link.kind.value,
             "house": house_text(shape, link.house) if link.house >= 0 else None}
            for link in links
        ]  # fmt: skip

    roles: dict[str, Any] = {
        "houses": [house_text(shape, unit) for unit in pattern.houses],
        "covers": [house_text(shape, unit) for unit in pattern.covers],
        "values": list(pattern.values),
        "cells": [shape.name_of(cell) for cell in pattern.cells],
        "defining": node(pattern.defining),
        "fins": node(pattern.fins),
        "links": chain(pattern.links),
        "colours": [node(colour) for colour in pattern.colours],
        "sets": [
            {"cells": [shape.name_of(cell) for cell in one.cells], "values": list(one.values),
             "house": house_text(shape, one.house)}
            for one in pattern.sets
        ],
        "common": node(pattern.common),
        "branches": [chain(branch) for branch in pattern.branches],
        "contradiction": node(pattern.contradiction),
    }  # fmt: skip
    return {
        "technique": step.technique.key,
        "name": step.technique.name,
        "code": step.technique.code,
        "level": step.technique.level.title,
        "score": step.score,
        "rating": step.rating,
        "placements": node(step.placements),
        "eliminations": node(step.eliminations),
        "notation": step.line,
        "sentence": step.sentence,
        "pattern": {role: held for role, held in roles.items() if held},
    }


BEYOND_LOGIC = "beyond logic"
"""The level of a puzzle that the techniques do not solve."""


def level_text(path: Path) -> str:
    """The level: that of the hardest technique, or that logic is not enough."""
    return BEYOND_LOGIC if path.beyond_logic else path.level.title


def difficulty_json(path: Path) -> dict[str, Any]:
    """How hard a puzzle is.  A score and a hardest technique only where logic solves it; ``rank`` and then
    ``score_at_least`` sort any puzzles, those beyond logic last."""
    hardest = path.hardest if path.solved else None
    return {
        "level": level_text(path),
        "rank": max(Level) + 1 if path.beyond_logic else int(path.level),
        "score": path.score if path.solved else None,
        "score_at_least": path.score,
        "hardest": hardest.key if hardest else None,
    }


def path_json(path: Path) -> dict[str, Any]:
    """The figures of a path, without its steps."""
    return {
        "ending": path.ending.value,
        "solved": path.solved,
        **difficulty_json(path),
        "steps": len(path.steps),
        "techniques": {entry.key: count for entry, count in path.counts.items()},
        "empty_cells": path.empty_cells,
        "candidates_left": path.candidates_left,
    }


def scale_json(rating: ScaleRating) -> dict[str, Any]:
    """The rating on Sudoku Explainer's scale, labelled as our own figure."""
    return {"scale": LABEL, "hardest": rating.hardest, "pearl": rating.pearl, "diamond": rating.diamond}


SOLVED_ALREADY = "solved already"
"""What the program says of a grid that has nothing left to find."""


def path_text(path: Path) -> str:
    """``hard, score 1010, hardest XY-Wing``; if logic did not get to the end, also how much is left."""
    if path.ending is PathEnding.CONTRADICTION:
        return "contradiction: this cannot be solved"
    if path.solved and not path.steps:
        return SOLVED_ALREADY
    if path.solved:
        hardest = f", hardest {path.hardest.name}" if path.hardest else ""
        return f"{path.level.title}, score {path.score}{hardest}"
    cells = "1 empty cell" if path.empty_cells == 1 else f"{path.empty_cells} empty cells"
    where = "stopped" if path.ending is PathEnding.CANCELLED else "logic ends"
    so_far = f", hardest so far {path.hardest.name}" if path.hardest else ""
    return f"{where} with {cells} and {path.candidates_left} candidates left, score at least {path.score}{so_far}"


def path_lines(path: Path, *, explain: bool) -> Iterator[str]:
    """A numbered line for each step, with the reasons if wanted."""
    width = len(str(len(path.steps)))
    for number, step in enumerate(path.steps, 1):
        yield f"{number:{width}}. {f'{step.name}. {step.sentence}' if explain else step.line}"
    used = ", ".join(f"{entry.name} {count}" for entry, count in path.counts.items())
    yield f"# {path_text(path)}"
    if used:
        yield f"# {used}"
