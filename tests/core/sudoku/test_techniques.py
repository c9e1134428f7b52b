"""Every technique on positions in the library form: exactly the right conclusions, and look-alikes that are none."""

from __future__ import annotations

from collections import Counter

import pytest

from core import Goal, Grid, Layout, Shape
from core.sudoku._formats.base import FormatError, SourceText
from core.sudoku._verdict import start_proposed
from core.sudoku.human import TECHNIQUES, Candidate, Link, LinkKind, Position, Step, Technique, find
from core.sudoku.human._library import Case, read_cases, write_case
from core.sudoku.human._units import Geometry
from tests.core.sudoku.logic_oracle import proved
from tests.core.sudoku.technique_cases import CASES, TEXT, of


def test_there_are_five_cases_and_more_for_every_technique() -> None:
    assert not [error for error in read_cases(SourceText.of(TEXT)) if isinstance(error, FormatError)]
    counts = Counter(case.technique for case in CASES if not case.negative)
    assert all(counts[entry] >= 5 for entry in TECHNIQUES if not entry.of_rules)
    alike = Counter(case.technique for case in CASES if case.negative)
    assert sum(count > 0 for count in alike.values()) > 50


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda entry: entry.key)
def test_exactly_the_right_conclusions(technique: Technique) -> None:
    for case in of(technique):
        assert case.holds(), f"line {case.line}"


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda entry: entry.key)
def test_conclusions_follow_from_the_pattern_and_agree_with_the_solution(technique: Technique) -> None:
    for case in of(technique):
        search = start_proposed(case.grid.puzzle, Goal.COUNT, 2)
        search.advance(1 << 16)
        assert search.counts()[0] == 1
        solution = search.solutions[0]
        position = Position.of(case.grid, unique=True)
        for number, step in enumerate(find(position, technique)):
            assert all(solution[cell] == value for cell, value in step.placements), step.sentence
            assert all(solution[cell] != value for cell, value in step.eliminations), step.sentence
            assert technique.needs_uniqueness or proved(step, position), step.sentence
            if number == 8:
                break


def test_cases_come_back_as_they_were_written() -> None:
    for case in CASES[::7]:
        if not case.negative:
            step = next(
                s for s in case.steps()
                if frozenset(s.eliminations) == case.eliminations and frozenset(s.placements) == case.placements
            )  # fmt: skip
            (again,) = read_cases(SourceText.of(write_case(step, case.grid)))
            assert isinstance(again, Case)
            assert (again.grid, again.eliminations, again.technique) == (case.grid, case.eliminations, case.technique)


@pytest.mark.parametrize(
    "key",
    ["x-chain", "xy-chain", "aic", "discontinuous-nice-loop", "continuous-nice-loop", "grouped-aic", "skyscraper",
     "two-string-kite", "turbot-fish", "w-wing"],
)  # fmt: skip
def test_a_chain_falls_apart_where_one_of_its_links_is_not_strong(key: str) -> None:
    """One candidate more in the house or the cell of a strong link, and the same chain is found no more."""
    technique = next(entry for entry in TECHNIQUES if entry.key == key)
    broken = 0
    for case in of(technique):
        if case.negative:
            continue
        position = Position.of(case.grid, unique=True)
        step = next(step for step in case.steps() if case.concludes(step))
        chain = _links(step)
        for link in step.pattern.links:
            if link.kind is not LinkKind.STRONG:
                continue
            more = _one_more(position, link)
            if more is None:
                continue
            other = position.copy()
            other.bits[more.cell] |= 1 << (more.value - 1)
            other.places[more.value] |= 1 << more.cell
            assert all(_links(found) != chain for found in find(other, technique)), f"line {case.line}: {link}"
            broken += 1
    assert broken


def _links(step: Step) -> set[frozenset[tuple[Candidate, ...]]]:
    return {frozenset((link.source, link.target)) for link in step.pattern.links}


def _one_more(position: Position, link: Link) -> Candidate | None:
    """A candidate that makes a strong link a weak one: a further place in its house, or a value in its cell."""
    ends = {*link.source, *link.target}
    values = {end.value for end in ends}
    if link.house < 0:
        (cell,) = {end.cell for end in ends}
        options = [Candidate(cell, value) for value in range(1, 10) if value not in values]
    else:
        (value,) = values
        if len(position.geometry.shared_units(sum(1 << end.cell for end in ends))) > 1:
            return None  # it may be strong in the other house
        cells = [cell for cell in position.geometry.units[link.house] if cell not in {end.cell for end in ends}]
        options = [Candidate(cell, value) for cell in cells if not position.values[cell]]
    return next((option for option in options if not position.has(option)), None)


@pytest.mark.parametrize(("plain", "locked"), [("naked-pair", "locked-pair"), ("naked-triple", "locked-triple")])
def test_a_subset_that_counts_in_one_house_is_not_locked(plain: str, locked: str) -> None:
    tried = 0
    for case in of(next(entry for entry in TECHNIQUES if entry.key == plain)):
        position = Position.of(case.grid, unique=True)
        for step in find(position, plain):
            if len(step.pattern.houses) == 1:
                tried += 1
                assert all(found.pattern.cells != step.pattern.cells for found in find(position, locked))
    assert tried


def test_forcing_chains_begin_with_a_choice() -> None:
    """What follows from the only candidate of a cell or the only place in a unit is a single and its consequences."""
    for key in ("forcing-chain-verity", "forcing-net-verity"):
        for case in of(next(entry for entry in TECHNIQUES if entry.key == key))[:4]:
            assert all(len(step.pattern.branches) > 1 for step in case.steps())


def test_the_last_corner_of_an_avoidable_rectangle_must_complete_it() -> None:
    """Where one of the three values placed is another, the fourth corner is free."""
    technique = next(entry for entry in TECHNIQUES if entry.key == "avoidable-rectangle-1")
    for case in of(technique):
        position = Position.of(case.grid, unique=True)
        step = next(step for step in case.steps() if case.concludes(step))
        (gone,) = step.eliminations
        corners = step.pattern.cells
        opposite = corners[3 - corners.index(gone.cell)]
        for corner in (cell for cell in corners if cell not in (gone.cell, opposite)):
            values = list(position.values)
            values[corner] = next(v for v in range(1, 10) if v not in step.pattern.values)
            other = Position(position.layout, values, position.bits, givens=case.grid.givens, unique=True)
            assert not any(found.pattern.cells == corners for found in find(other, technique))


def test_a_finned_fish_needs_its_fins_in_sight() -> None:
    """An X-Wing in rows 2 and 5 with a fin: only what sees the fin goes; with a fin elsewhere, nothing does."""
    n = 9
    geometry = Geometry.of(Layout.of(Shape(3, 3)))

    def found(fin: int) -> set[Candidate]:
        places = {n + 1, n + 7, 4 * n + 1, 4 * n + 7, fin, 0 * n + 7, 8 * n + 7, 3 * n + 1, 0}
        bits = [0b11 | (0b1000 if cell in places else 0) for cell in range(81)]
        position = Position(Shape(3, 3), (0,) * 81, bits)
        return {c for key in ("finned-x-wing", "sashimi-x-wing") for s in find(position, key) for c in s.eliminations}

    assert Candidate(7, 4) in found(n + 6)
    assert all(geometry.peers[c.cell] >> (n + 6) & 1 for c in found(n + 6) if c.cell in (7, 8 * n + 7))
    assert Candidate(7, 4) not in found(n + 4)


def test_a_rectangle_in_four_boxes_is_not_deadly() -> None:
    from core.sudoku.human._techniques.uniqueness import rectangles

    shape = Shape(3, 3)
    found = rectangles(Geometry.of(Layout.of(shape)))
    assert len(found) == 486
    assert all(len({shape.box(cell) for cell in corners}) == 2 for corners in found)


def test_uniqueness_is_not_used_on_givens() -> None:
    """An avoidable rectangle asks that no corner is given."""
    case = next(case for case in CASES if case.code == "0607")
    grid = case.grid
    assert list(case.steps())
    locked = Grid.of(grid.shape, grid.values, struck=grid.struck)
    assert not list(find(Position.of(locked, unique=True), "avoidable-rectangle-1"))
