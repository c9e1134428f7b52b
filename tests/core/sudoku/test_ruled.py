"""Puzzles with rules of any kind, from text to text and from links."""

from __future__ import annotations

import pytest

from core import ProblemError, Sudoku
from core.sudoku import parse, read_text, write
from core.sudoku._formats import FormatError, Puzzle, detect

FOUR = """\
# title: Two rules
1...
....
....
...4
cage 5: r1c1 r1c2   # a corner
thermo: r4c1-r4c4
"""


def test_a_grid_and_its_rules_are_read_and_written() -> None:
    puzzle = parse(FOUR)
    assert (puzzle.title, detect(FOUR)) == ("Two rules", "rules")
    assert [rule.line(puzzle.grid.shape) for rule in puzzle.grid.rules[3:]] == [
        "cage 5: r1c1 r1c2", "thermo: r4c1-r4c4",
    ]  # fmt: skip
    assert parse("\n".join(write([puzzle], "rules"))).grid == puzzle.grid


def test_an_empty_grid_needs_only_its_size() -> None:
    assert parse("grid 2x3\nanti-king").grid.shape.order == 6
    assert parse("cage 15: r1c1 r1c2").grid.shape.order == 9
    assert parse("grid 4\nwithout boxes\nregions AAABACBBCCDBCDDD").grid.layout.area(3) == 1
    assert [rule.kind for rule in parse("grid 4\nwithout boxes").grid.rules] == ["rows", "columns"]


def test_several_puzzles_stand_in_one_text() -> None:
    found = list(read_text(FOUR + "\n" + FOUR))
    assert [type(each) for each in found] == [Puzzle, Puzzle]


@pytest.mark.parametrize(
    ("text", "place", "told"),
    [
        ("1...\n....\n....\n...4\ncage 5: r1c1 r1c9\n", (5, 14), "expected a cell of a grid of 4×4, not r1c9"),
        (
            "1...\n....\n....\n...4\nthermo: r1c1-r1c3\ncag 5: r1c1\n",
            (6, 1),
            "no rule is called 'cag'; did you mean cage",
        ),
        ("1...\n....\n...4\nthermo: r1c1-r1c3\n", (3, 5), "expected"),
        ("grid 4\nwithout windows\n", (2, 9), "expected one of rows, columns, boxes behind without"),
        ("grid 99x99\nanti-king", (1, 1), "is too large"),
        ("grid 4\nregions AAAA", (2, 9), "expected 4 regions of 4 cells each"),
        ("grid 4\ncag 5: r1c1\nthermo: r1c1-r1c3", (2, 1), "no rule is called 'cag'; did you mean cage"),
        ("grid 4\ncag 5: r1c1", (2, 1), "no rule is called 'cag'; did you mean cage"),
        ("grid 4\nanti-nite", (2, 1), "no rule is called 'anti-nite'; did you mean anti-knight"),
        ("grid 4\n1...\nanti-king", (2, 1), "no rule is called '1...'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_column(text: str, place: tuple[int, int], told: str) -> None:
    found = [each for each in read_text(text) if isinstance(each, FormatError)]
    assert len(found) == 1
    assert (found[0].line, found[0].column) == place
    assert told in str(found[0])


def test_a_title_that_looks_like_the_size_of_an_empty_grid_is_one_where_rows_follow() -> None:
    assert parse("Grid 01\n1...\n....\n....\n...4").grid.givens[0] == 1


def test_a_link_carries_the_rules_there_and_back() -> None:
    puzzle = parse(FOUR)
    (link,) = write([puzzle], "fpuzzles")
    assert link.startswith("https://f-puzzles.com/?load=")
    for form in (link, link.replace("https://f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles")):
        assert parse(form).grid == puzzle.grid
        assert parse(form).title == "Two rules"


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("https://f-puzzles.com/?id=yb3k5l", "this one has only its number"),
        ("https://sudokupad.app/abc123", "this one has only the number of a puzzle"),
        ("https://sudokupad.app/sclN4IgzglgXgpi", "part of the link may be missing"),
        ("https://f-puzzles.com/?load=N4Ig", "part of the link may be missing"),
    ],
)
def test_a_link_without_a_puzzle_is_refused_in_a_sentence(link: str, told: str) -> None:
    with pytest.raises(ProblemError, match="line 1, column 1") as error:
        parse(link)
    assert told in str(error.value)


def test_constraints_of_another_solver_are_a_puzzle() -> None:
    problem = Sudoku.parse(".Shape~4x4.~R1C1_1~R2C2_1_3.Cage~5~R1C1~R1C2.Thermo~R4C1~R4C2~R4C3")
    assert (problem.clues, problem.marked, len(problem.rules)) == (1, True, 5)
    linked = Sudoku.parse("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.Cage~5~R1C1~R1C2")
    assert linked.rules[3].line(linked.shape) == "cage 5: r1c1 r1c2"
    killer = Sudoku.parse("A<A<^<^<A<A<^<^<")
    assert next(rule.line(killer.shape) for rule in killer.rules[3:]) == "cage 10: r1c1 r1c2 r2c1 r2c2"


def test_a_format_that_cannot_hold_a_rule_says_which() -> None:
    with pytest.raises(ProblemError, match="the format line cannot say: r1c1 and r1c2 add up to 5 and differ"):
        list(write([parse(FOUR)], "line"))


def test_regions_may_stand_behind_a_grid_on_its_line() -> None:
    puzzle = parse("1..............4 AAABCABBCCDBCDDD a jigsaw")
    assert (puzzle.grid.layout.areas[3], puzzle.title) == (1, "a jigsaw")
    assert puzzle.problem.shape.order == 4
    assert parse("1..............4 1234341221434321").grid.layout.plain  # its solution
    assert parse("1..............4 AAABCABBCCDBCDDA").grid.layout.plain  # no regions: a comment
