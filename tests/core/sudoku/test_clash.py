"""What cannot all be kept agrees with all grids there are, and is no more than needed."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core import Sudoku
from core.sudoku import _clash
from core.sudoku._clash import clash_in
from core.sudoku.rules import USUAL, parse_rule
from tests.core.sudoku.small_grids import FOUR, RULES, solutions

MORE = (
    *RULES,
    "thermo: r3c2 r2c2",
    "cage 3: r1c3 r1c4",
    "white: r1c1 r1c2",
    "diagonal anti",
    "diagonal main",
)


def told(text: str) -> str | None:
    problem = Sudoku.parse(text)
    found = clash_in(problem)
    return None if found is None else found.words(problem)


@given(
    st.lists(st.sampled_from(MORE), min_size=1, max_size=6, unique=True),
    st.dictionaries(st.integers(0, 15), st.integers(1, 4), max_size=3),
    st.dictionaries(st.integers(0, 15), st.sampled_from((3, 5, 7, 12)), max_size=2),
)
@settings(max_examples=60, deadline=None)
def test_what_is_named_has_no_solution_and_would_have_one_without_any_of_it(
    lines: list[str], given_: dict[int, int], marked: dict[int, int]
) -> None:
    rules = [parse_rule(line, FOUR) for line in lines]
    sets = [1 << given_[cell] - 1 if cell in given_ else marked.get(cell, 15) for cell in range(16)]
    whole = Sudoku(FOUR, candidates=sets, rules=[*USUAL, *rules])
    assume(not whole.conflicts)
    found = clash_in(whole)
    assert (found is None) == bool(solutions(whole))
    if found is None:
        return
    allowed = [
        bits if cell in found.givens or (found.marks and cell not in given_) else 15 for cell, bits in enumerate(sets)
    ]
    assert not solutions(Sudoku(FOUR, candidates=allowed, rules=[*USUAL, *found.rules]))
    for rule in found.rules:
        fewer = [*USUAL, *(other for other in found.rules if other != rule)]
        assert solutions(Sudoku(FOUR, candidates=allowed, rules=fewer))
    for cell in found.givens:
        freed = [15 if at == cell else bits for at, bits in enumerate(allowed)]
        assert solutions(Sudoku(FOUR, candidates=freed, rules=[*USUAL, *found.rules]))


@pytest.mark.parametrize(("text", "words"), [
    ("1...............\ncage 3: r1c3 r1c2\nthermo: r4c1-r4c3", "'cage 3: r1c3 r1c2' and 1 in r1c1 cannot both be kept"),
    (f"{'.' * 81}\nwhite: r1c1 r1c2\ncage 44: r3c1-r3c9", "'cage 44: r3c1-r3c9' cannot be kept"),
    ("................\nthermo: r1c2 r2c2\nthermo: r2c2 r1c2\nthermo: r2c2 r3c2\nthermo: r3c2 r1c2",
     "'thermo: r1c2 r2c2' and 'thermo: r2c2 r1c2' cannot both be kept"),
    ("................\nwhite: r1c1 r1c2\nodd: r1c1", None),
    ("12.............3\n", None),
    ("11..............\ncage 9: r4c1 r4c2", None),
], ids=["a rule and a given", "one rule", "a circle", "nothing", "plain", "conflict"])  # fmt: skip
def test_the_words_name_rules_and_givens(text: str, words: str | None) -> None:
    assert told(text) == words


def test_a_negative_form_means_the_same_when_its_signs_are_left_out() -> None:
    rules = ["cage 5: r1c3 r1c4", "v: r9c3 r9c4", "cage 5: r9c3 r9c4", "all-xv"]
    assert told("\n".join(["." * 81, *rules])) == "'cage 5: r1c3 r1c4' and 'all-xv' cannot both be kept"
    assert told("\n".join(["." * 81, *rules[1:]])) is None, "the sign allows the cage"


def test_more_than_four_parts_are_counted() -> None:
    """Six cells in a circle, each less than the next."""
    ring = ["r1c2", "r1c3", "r2c3", "r3c3", "r3c2", "r2c2"]
    steps = [f"thermo: {a} {b}" for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]
    named = ", ".join(f"'{step}'" for step in steps[:4])
    assert told("\n".join(["." * 81, "odd: r9c9", *steps])) == f"{named} and 2 more cannot all be kept"


def test_nothing_is_said_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{'.' * 81}\nwhite: r1c1 r1c2\ncage 44: r3c1-r3c9"
    monkeypatch.setattr(_clash, "NODES_IN_ALL", 0)
    assert told(text) is None


def test_rules_that_a_word_behind_the_boxes_says_are_named_too() -> None:
    lines = ["." * 81, "anti-king", "anti-knight", "non-consecutive", "windows"]
    assert told("\n".join(lines)) == "'anti-king', 'anti-knight', 'non-consecutive' and 'windows' cannot all be kept"
