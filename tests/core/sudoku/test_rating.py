"""Ratings on the scale of Sudoku Explainer, ours: of a step, of a chain by its length, of a puzzle."""

from __future__ import annotations

import pytest

from core import Layout, Shape, Sudoku
from core.sudoku.human import Candidate, Link, LinkKind, Pattern, Step, hint_stages, house_of, rules_out, technique
from core.sudoku.human._rating import ScaleRating, rate_on_scale, shared_techniques
from core.sudoku.human._step import added_for
from tests.core.sudoku.samples import WIKIPEDIA

NINE = Layout.of(Shape(3, 3))
SEVENTEEN = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
PAIR = "4.....938.32.941...953..24.37.6.9..4529..16736.47.3.9.957..83....39..4..24..3.7.9"
NO_PATTERN = Pattern()
STUCK = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def step(key: str, pattern: Pattern = NO_PATTERN, placed: tuple[Candidate, ...] = (), layout: Layout = NINE) -> Step:
    return Step(technique(key), placed, (), pattern, layout)


@pytest.mark.parametrize(
    ("text", "rating"),
    [(WIKIPEDIA, "1.2/1.2/1.2"), (SEVENTEEN, "1.5/1.2/1.2"), (PAIR, "2.6/2.6/2.6"), (STUCK, "?/?/?")],
)
def test_puzzles_have_three_figures(text: str, rating: str) -> None:
    found = rate_on_scale(Sudoku.parse(text), unique=True)
    assert str(found) == rating
    assert (found.hardest is not None) == found.path.solved


def test_without_an_end_the_first_steps_still_have_figures() -> None:
    found = rate_on_scale(Sudoku.parse("..4.1..........."), unique=True)
    assert not found.path.solved
    assert (found.hardest, found.pearl, found.diamond) == (None, 1.2, 1.2)
    assert str(ScaleRating(None, 7.15, 1.5, found.path)) == f"?/{7.15:.1f}/1.5"


def test_the_lowest_rating_is_tried_first() -> None:
    figures = [entry.rating for entry in shared_techniques()]
    assert None not in figures
    assert figures == sorted(figures)  # type: ignore[type-var]
    for each in rate_on_scale(Sudoku.parse(PAIR), unique=True).path.steps:
        assert each.technique in shared_techniques()


def test_a_hidden_single_is_easier_in_a_box() -> None:
    ratings = [step("hidden-single", Pattern(houses=(house,))).rating for house in range(27)]
    assert ratings == [1.5] * 18 + [1.2] * 9


def test_a_technique_that_the_scale_does_not_have_has_no_rating() -> None:
    assert step("naked-pair").rating == 3.0
    assert step("sue-de-coq").rating is None


def test_chains_count_for_more_the_longer_they_are() -> None:
    """A tenth at each of 4, 6, 8, 12, 16, 24 and 32 links, each half as long again or a third longer in turn."""
    lengths = (3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25, 32, 33)
    tenths = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7)
    assert [round(10 * added_for(length)) for length in lengths] == list(tenths)
    chain = next(e for e in shared_techniques() if (e.rating or 0) >= 6.5)
    link = Link((Candidate(0, 1),), (Candidate(1, 1),), LinkKind.STRONG)
    assert step(chain.key).rating == chain.rating
    assert step(chain.key, Pattern(links=(link,) * 5)).rating == pytest.approx((chain.rating or 0) + 0.1)
    both = Pattern(links=(link,) * 3, branches=((link,) * 2, (link,) * 2))
    assert step(chain.key, both).rating == pytest.approx((chain.rating or 0) + 0.2)


# Where to look


def test_a_hint_looks_at_the_unit_with_most_of_its_cells() -> None:
    cells = tuple(Candidate(cell, 5) for cell in (9, 10, 13))  # row 2, two of them in box 1
    assert house_of(step("naked-triple", Pattern(defining=cells))) == 1
    assert house_of(step("naked-triple", Pattern(houses=(20,), defining=cells))) == 20
    assert house_of(step("naked-single", placed=(Candidate(40, 5),))) == 22  # the box in the middle
    assert house_of(step("naked-pair", placed=(Candidate(80, 5),))) == 8
    assert [hint.shows_pattern for hint in hint_stages(step("naked-pair", Pattern(houses=(3,))))].count(False) >= 1


def test_a_value_rules_out_itself_among_its_peers() -> None:
    placed = step("naked-single", placed=(Candidate(0, 5),))
    assert rules_out(placed, Candidate(0, 4))
    assert not rules_out(placed, Candidate(0, 5))
    assert rules_out(placed, Candidate(8, 5))
    assert rules_out(placed, Candidate(20, 5))
    assert not rules_out(placed, Candidate(8, 4))
    assert not rules_out(placed, Candidate(30, 5))
