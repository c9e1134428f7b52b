"""Facts of a Sudoku without a search: what a person sees in the grid, and the next step of logic.  No Textual."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from core import Grid, ProblemError, Sudoku
from core._words import both, either
from core.sudoku._grid import values_in
from core.sudoku.human import Position, Technique, WhyKind, next_step, steps_of, why_not
from core.sudoku.human._techniques import TECHNIQUES
from tui.lessons.facts import Fact, more_or_less
from tui.lessons.step import FactError, Kind, LessonStep, Value

SINGLES: tuple[Technique, ...] = tuple(each for each in TECHNIQUES if each.key in (
    "full-house", "naked-single", "hidden-single",
))  # fmt: skip
"""What needs only one look at a cell or at a unit."""
_PLACE = re.compile(r"(\d+) in (row|column|box) (\d+)")


@cache
def position_of(problem: str, done: str) -> Position:
    """The position of a step: the grid as given, or with everything that singles give.  Raises FactError."""
    try:
        position = Position.of(Sudoku.parse(problem), unique=True)
    except (ProblemError, ValueError) as error:
        raise FactError(f"expected the characters of a Sudoku, row by row: {error}", "problem") from None
    if done == "singles":
        for _ in steps_of(position, SINGLES):
            pass
    return position


def grid_of(step: LessonStep) -> Grid:
    """The grid of a step: its givens, and what was filled in."""
    grid, position = Grid.from_problem(Sudoku.parse(step.problem)), position_of(step.problem, step.done)
    placed = [0 if given else value for given, value in zip(grid.givens, position.values, strict=True)]
    return Grid.of(grid.layout, grid.givens, placed)


def _here(step: LessonStep) -> Position:
    return position_of(step.problem, step.done)


def _cell(position: Position, name: str) -> int:
    names = [position.layout.name_of(cell) for cell in range(position.layout.cells)]
    if name.strip() not in names:
        raise FactError(f"there is no cell {name.strip()!r}; cells are called {names[0]} to {names[-1]}")
    return names.index(name.strip())


def _values(step: LessonStep, name: str) -> tuple[int, ...]:
    position = _here(step)
    return values_in(position.bits[_cell(position, name)])


def _naked(step: LessonStep, _: str) -> Value:
    position = _here(step)
    cells = [cell for cell, bits in enumerate(position.bits) if not position.values[cell] and bits.bit_count() == 1]
    if not cells:
        raise FactError("no cell has a single candidate here")
    first, *others = (position.layout.name_of(cell) for cell in cells)
    return Value(Kind.CELL, first, tuple(others))


def _unit(position: Position, words: str) -> tuple[int, tuple[int, ...]]:
    """A value, and the cells of a unit: ``5 in box 3``."""
    found, n = _PLACE.fullmatch(words.strip()), position.layout.order
    if found is None or not (1 <= int(found[1]) <= n and 1 <= int(found[3]) <= n):
        raise FactError(f"expected a value and where, such as 5 in box 3, not {words.strip()!r}")
    where = f"{found[2]} {int(found[3])}"
    return int(found[1]), next(house.cells for house in position.layout.houses if house.name == where)


def _places(step: LessonStep, words: str) -> list[str]:
    position = _here(step)
    value, cells = _unit(position, words)
    return [position.layout.name_of(cell) for cell in cells if value in values_in(position.bits[cell])]


def _place(step: LessonStep, words: str) -> Value:
    places = _places(step, words)
    if len(places) != 1:
        raise FactError(f"there are {len(places)} cells for {words}, not one")
    return Value(Kind.CELL, places[0])


def _step_of_logic(step: LessonStep) -> str:
    found = next_step(_here(step))
    if found is None:
        raise FactError("logic has no further step here")
    return f"{found.name}: {found.sentence}"


def _left_by_singles(step: LessonStep) -> int:
    return position_of(step.problem, "singles").values.count(0)


GRID_FACTS: Mapping[str, Fact] = {
    "candidates": Fact(lambda step, of: Value(Kind.NUMBER, len(_values(step, of))), "how many values a cell can hold",
                       of_something=True),
    "values": Fact(lambda step, of: Value(Kind.TEXT, both(map(str, _values(step, of)))), "which these are",
                   of_something=True),
    "naked single": Fact(_naked, "a cell with a single candidate"),
    "place": Fact(_place, "the only cell for a value: place 5 in box 3", of_something=True),
    "places": Fact(lambda step, of: Value(Kind.NUMBER, len(_places(step, of))), "how many cells there are for it",
                   of_something=True),
    "empty cells": Fact(lambda step, _: Value(Kind.NUMBER, _here(step).values.count(0)), "how many cells are empty"),
    "left by singles": Fact(lambda step, _: Value(Kind.NUMBER, _left_by_singles(step)),
                            "how many cells stay empty when all singles have been filled in"),
    "logic": Fact(lambda step, _: Value(Kind.TEXT, _step_of_logic(step)), "the next step of logic, in a sentence"),
}  # fmt: skip
"""Every fact of a grid, with what it says."""


def why_not_in_grid(step: LessonStep, name: str, of: str, value: Value, given: str) -> str:
    """Why an answer about a grid is wrong."""
    position = _here(step)
    if value.kind is Kind.CELL:
        cell = _cell(position, given)
        if position.values[cell]:
            return f"{given} holds {position.values[cell]} already."
        if name == "naked single":
            return f"{given} can still be {either(values_in(position.bits[cell]))}."
        digit, cells = _unit(position, of)
        if cell not in cells:
            return f"{given} does not belong to {of.partition(' in ')[2]}."
        return why_not(position, cell, digit).text
    more = more_or_less(value, given)
    if name == "candidates" and more and int(value.raw) < int(given):
        cell = _cell(position, of)
        gone = [digit for digit in range(1, position.layout.order + 1) if digit not in values_in(position.bits[cell])]
        found = [why_not(position, cell, digit) for digit in gone]
        seen = next((each for each in found if each.kind is WhyKind.PEER), None)
        return f"{more} {seen.text}" if seen is not None else more
    return more
