"""Techniques find all their instances: the same conclusions as plain definitions, tried one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

import pytest

from core import Shape
from core.sudoku._grid import values_in
from core.sudoku.human import Candidate, Position, find, steps_of
from core.sudoku.human._generator import generate

Conclusions = set[frozenset[Candidate]]


@cache
def positions() -> list[Position]:
    """Every eighth position on the way of some puzzles."""
    return list(on_the_way())


def on_the_way() -> Iterator[Position]:
    for shape, seeds in ((Shape(3, 3), (3, 5, 8)), (Shape(2, 3), (1, 2, 3, 4))):
        for seed in seeds:
            position = Position.of(generate(shape, seed, minimal=True).problem, unique=True)
            for number, _ in enumerate(steps_of(position)):
                if number % 8 == 0 and position.unsolved:
                    yield position.copy()


def held(position: Position, unit: int) -> dict[int, set[int]]:
    """The candidates of each empty cell of a unit."""
    return {cell: set(values_in(position.bits[cell])) for cell in position.geometry.units[unit] if position.bits[cell]}


def places(position: Position, unit: int, value: int) -> set[int]:
    return {cell for cell, values in held(position, unit).items() if value in values}


def locked(position: Position, units: range, across: list[int]) -> Conclusions:
    """All places of a value in one unit lie in another: the rest of that one loses it."""
    found = set()
    for value in range(1, position.n + 1):
        for unit in units:
            here = places(position, unit, value)
            for other in across:
                there = places(position, other, value)
                if unit != other and len(here) > 1 and here < there:
                    found.add(frozenset(Candidate(cell, value) for cell in there - here))
    return found


def pointing(position: Position) -> Conclusions:
    n = position.n
    return locked(position, range(2 * n, 3 * n), list(range(2 * n)))


def claiming(position: Position) -> Conclusions:
    n = position.n
    return locked(position, range(2 * n), list(range(2 * n, 3 * n)))


def naked(position: Position, size: int) -> Conclusions:
    """So many cells of a unit with as many values: no other cell of the units they share has these."""
    found = set()
    units = position.geometry.units
    for unit in range(len(units)):
        open_cells = held(position, unit)
        for chosen in combinations([cell for cell, values in open_cells.items() if len(values) > 1], size):
            values = set().union(*(open_cells[cell] for cell in chosen))
            if len(values) != size:
                continue
            around = {cell for cells in units if set(chosen) <= set(cells) for cell in cells} - set(chosen)
            gone = {Candidate(c, v) for c in around for v in values_in(position.bits[c]) if v in values}
            if gone:
                found.add(frozenset(gone))
    return found


def hidden(position: Position, size: int) -> Conclusions:
    """So many values with as many places in a unit: these cells have nothing else."""
    found = set()
    for unit in range(len(position.geometry.units)):
        where = {value: places(position, unit, value) for value in range(1, position.n + 1)}
        for chosen in combinations([value for value, cells in where.items() if len(cells) > 1], size):
            cells = set().union(*(where[value] for value in chosen))
            if len(cells) == size:
                gone = {Candidate(c, v) for c in cells for v in values_in(position.bits[c]) if v not in chosen}
                if gone:
                    found.add(frozenset(gone))
    return found


def fish(position: Position, size: int) -> Conclusions:
    """A value that lies in so many lines across, in as many lines: the lines across lose it elsewhere."""
    found = set()
    n = position.n
    for value in range(1, n + 1):
        for lines, across in ((range(n), range(n, 2 * n)), (range(n, 2 * n), range(n))):
            for chosen in combinations([line for line in lines if places(position, line, value)], size):
                inside = set().union(*(places(position, line, value) for line in chosen))
                covers = [line for line in across if places(position, line, value) & inside]
                gone = set().union(*(places(position, line, value) for line in covers)) - inside
                if len(covers) == size and gone:
                    found.add(frozenset(Candidate(cell, value) for cell in gone))
    return found


def xy_wings(position: Position) -> Conclusions:
    """Of three cells with ab, ac and bc, the first seeing the others: c is in one of those two."""
    found = set()
    peers = position.geometry.peers
    two = {cell: set(values_in(bits)) for cell, bits in enumerate(position.bits) if bits.bit_count() == 2}
    for pivot, own in two.items():
        for one, other in combinations(two, 2):
            common = two[one] & two[other]
            if pivot in (one, other) or len(common) != 1 or common & own or two[one] ^ two[other] != own:
                continue
            if peers[pivot] >> one & 1 and peers[pivot] >> other & 1:
                (value,) = common
                seen = peers[one] & peers[other] & position.places[value]
                gone = {Candidate(cell, value) for cell in range(len(position.bits)) if seen >> cell & 1}
                if gone:
                    found.add(frozenset(gone))
    return found


CASES: dict[str, Callable[[Position], Conclusions]] = {
    "pointing": pointing,
    "claiming": claiming,
    "naked-pair": lambda position: naked(position, 2),
    "naked-triple": lambda position: naked(position, 3),
    "hidden-pair": lambda position: hidden(position, 2),
    "hidden-triple": lambda position: hidden(position, 3),
    "x-wing": lambda position: fish(position, 2),
    "swordfish": lambda position: fish(position, 3),
    "xy-wing": xy_wings,
}


@pytest.mark.parametrize("key", CASES)
def test_all_instances_are_found_and_no_others(key: str) -> None:
    every = 0
    for position in positions():
        found = {frozenset(step.eliminations) for step in find(position, key)}
        assert found == CASES[key](position)
        every += len(found)
    assert every > 2, "there was something to find"
