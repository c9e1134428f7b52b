"""Training positions: the technique is the next step, in ever new guises."""

from __future__ import annotations

import random

import pytest

from core import Grid, Shape, Sudoku
from core.sudoku._verdict import Finding, check
from core.sudoku.human import TECHNIQUES, Level, Position, Technique, find, next_step, technique
from core.sudoku.human._exercises import disguised, exercises, kept

KEPT = [entry for entry in TECHNIQUES if kept(entry, Shape(3, 3))]


def test_most_techniques_above_the_simplest_have_positions_of_their_own() -> None:
    above = [entry for entry in TECHNIQUES if entry.level > Level.EASY]
    assert len(KEPT) > len(above) / 2
    assert {"swordfish", "sue-de-coq", "grouped-aic", "als-xz", "forcing-chain-verity"} <= {each.key for each in KEPT}


@pytest.mark.parametrize("which", KEPT, ids=lambda entry: entry.key)
def test_in_what_is_kept_the_technique_is_the_next_step(which: Technique) -> None:
    for grid in kept(which, Shape(3, 3))[:3]:
        step = next_step(Position.of(grid, unique=True))
        assert step is not None
        assert step.technique is which
        assert check(grid.puzzle, 2).proper


def test_exercises_differ_and_come_again_with_their_seed() -> None:
    swordfish, nine = technique("swordfish"), Shape(3, 3)
    found = exercises(swordfish, nine, 1)
    three = [next(found) for _ in range(3)]
    assert len({made.grid for made in three}) == 3
    assert all(made.strict and made.step.technique is swordfish for made in three)
    assert next_step(Position.of(three[0].grid, unique=True)) == three[0].step
    assert next(exercises(swordfish, nine, 1)).grid == three[0].grid
    assert next(exercises(swordfish, nine, 2)).grid != three[0].grid


def test_a_position_in_disguise_is_the_same_puzzle_in_other_places() -> None:
    grid = Grid.from_problem(
        Sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    ).place(2, 4).toggle_struck(3, 6)  # fmt: skip
    changed = disguised(grid, random.Random(4))
    assert changed != grid
    assert check(Sudoku.of(changed.layout, changed.givens), 2).proper
    assert check(changed.puzzle, 2).kind is Finding.NO_SOLUTION  # the candidate struck out is the value of its cell
    for one, other in ((grid.givens, changed.givens), (grid.placed, changed.placed)):
        assert sum(map(bool, one)) == sum(map(bool, other))
    left = sorted(bits.bit_count() for bits in grid.candidates)
    assert left == sorted(bits.bit_count() for bits in changed.candidates)


def test_where_simpler_steps_cannot_be_helped_it_is_said() -> None:
    """A turbot fish hardly ever comes up where no skyscraper, kite or empty rectangle does."""
    made = next(exercises(technique("turbot-fish"), Shape(2, 3), 3))
    assert made.step.technique.key == "turbot-fish"
    assert not made.strict
    position = Position.of(made.grid, unique=True)
    first = next_step(position)
    assert first is not None
    assert first.technique is not made.step.technique
    position.apply(first)
    assert not any(find(position, "turbot-fish")), "every simpler step that left it possible was taken"
