"""Rules as lines of text, as constraint strings and as documents of f-puzzles."""

from __future__ import annotations

import pytest

from core import ProblemError, Shape
from core.sudoku._formats import fpuzzles, iss
from core.sudoku.rules import KINDS, USUAL, Board, Misread, Rule, parse_rule

NINE = Shape(3, 3)
LINES = [
    "rows", "columns", "boxes", "regions " + "".join("ABCDEFGHI"[NINE.box(cell)] for cell in range(81)),
    "diagonal main", "diagonal anti", "windows", "disjoint", "region: r1c1-r1c3 r2c1-r2c3 r3c1-r3c3",
    "cage 15: r1c1 r1c2", "cage: r1c1-r3c1", "cage 9: r5c5", "sum 12: r1c1-r3c3", "little-killer 22: r1c5-r5c1",
    "equality: r1c1 r1c2 r2c1 r2c2", "thermo: r1c1-r1c4", "slow-thermo: r1c1-r4c1", "arrow r1c1: r1c2-r1c4",
    "arrow r1c1 r1c2: r2c2-r5c2", "double-arrow: r1c1-r1c4", "whispers 5: r1c1-r1c4", "palindrome: r1c1-r1c4",
    "relation 2,1,8,4,1,1,1,1,1: r1c1 r1c2", "relation each 2,1,8,4,1,1,1,1,1: r1c1-r1c3", "renban: r1c1-r1c4",
    "nabner: r1c1-r1c4", "modular 3: r1c1-r1c6", "entropic: r1c1-r1c6", "global-entropy", "global-mod",
    "between: r1c1-r1c4", "lockout 4: r1c1-r1c4", "region-sum: r1c1-r1c6", "sum-line 10: r1c1-r1c6",
    "sum-line 10 loop: r1c1-r1c3 r2c3-r2c1", "zipper: r1c1-r1c5", "equal-sums: r1c1 r1c2 = r5c5 r5c6 = r9c9",
    "same-values: r1c1 r1c2 = r5c5 r5c6", "clone: r1c1 r1c2 = r5c5 r5c6", "white: r1c1 r1c2", "black: r1c1 r2c1",
    "x: r1c1 r1c2", "v: r1c1 r1c2", "greater: r1c1 r1c2", "difference 2: r1c1 r1c2", "ratio 3: r1c1 r1c2", "all-dots",
    "all-ratios", "all-differences", "all-xv", "quadruple 1 4 4: r1c1", "sandwich 15: r3", "sandwich 0: c3",
    "x-sum 27: r2 left", "skyscraper 3: c4 top", "numbered-room 5: r1 right", "full-rank 7: c9 bottom", "anti-knight",
    "anti-king", "anti-taxicab", "non-consecutive", "odd: r1c1 r2c5", "even: r1c1", "one-of 1 2 9: r1c1 r2c5",
    "lowest: r1c1 r2c5", "highest: r1c1 r2c5",
    "column-index: r1c1-r9c1", "row-index: r1c1-r1c9", "box-index: r1c1 r2c5",
    "holds 1 2 2: r1c1-r1c5", "holds exactly 3 3: r1c1-r3c3", "rellik 9: r1c1-r1c3", "lunchbox 12: r1c1-r1c5",
    "flatmates", "hidden-skyscraper 3: c4 top", "value-index: r1c4 r2c4-r2c1", "circles: r1c1 r2c5 r3c9",
]  # fmt: skip


def test_every_kind_has_a_line_here() -> None:
    assert {line.split()[0].rstrip(":") for line in LINES} == set(KINDS)


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_written_as_it_was_read(line: str) -> None:
    rule = parse_rule(line, NINE)
    assert rule.line(NINE) == line
    assert rule == parse_rule(line, NINE)
    assert hash(rule) == hash(parse_rule(line, NINE))


def test_a_full_rank_says_that_there_are_no_ties() -> None:
    told = parse_rule("full-rank 7: r1 right", NINE).words(NINE)
    assert told.endswith("number 7 of all rows and columns from all sides, and no other reads the same")


@pytest.mark.parametrize("line", LINES)
def test_a_rule_says_and_draws_itself(line: str) -> None:
    rule = parse_rule(line, NINE)
    assert rule.words(NINE)
    assert all(0 <= cell < 81 for mark in rule.marks(NINE) for cell in mark.cells)
    assert all(form.name for form in rule.forms(Board(NINE, [511] * 81, (rule,))))


@pytest.mark.parametrize(
    ("line", "column", "told"),
    [
        ("cagee 15: r1c1", 1, "no rule is called 'cagee'; did you mean cage?"),
        ("cage x: r1c1", 6, "cage: expected a sum, not 'x' (such as cage 15: r1c1 r1c2)"),
        ("cage 15: r1c1 r1c10", 15, "cage: expected a cell of a grid of 9×9, not r1c10 (such as cage 15: r1c1 r1c2)"),
        ("cage 15 r1c1", 9, "cage: expected a colon, not 'r1c1' (such as cage 15: r1c1 r1c2)"),
        ("cage 15 r1c1: r1c2", 9, "cage: expected nothing more, not 'r1c1' (such as cage 15: r1c1 r1c2)"),
        ("sandwich 15 r3", 13, "sandwich: expected a colon, not 'r3' (such as sandwich 15: r3)"),
        ("  thermo: r1c1", 11, "thermo: expected 2 cells, found 1 (such as thermo: r1c1-r1c4)"),
        (
            "thermo: r1c1-r2c3",
            9,
            "thermo: expected a run along a row, a column or a diagonal (such as thermo: r1c1-r1c4)",
        ),
        ("thermo: r1c1-r1c3 r1c2", 1, "thermo: a cell comes twice (such as thermo: r1c1-r1c4)"),
        ("skyscraper 3: c4", 17, "skyscraper: expected top or bottom, not '' (such as skyscraper 3: c4 top)"),
        ("windows 3", 9, "windows: expected nothing more, not '3' (such as windows)"),
        ("quadruple 1 4 4: r9c1", 18, "expected a cell that has others on its right and below"),
    ],
)
def test_a_wrong_line_says_where_and_what_was_expected(line: str, column: int, told: str) -> None:
    with pytest.raises(Misread) as error:
        parse_rule(line, NINE)
    assert (error.value.column, told in str(error.value)) == (column, True), str(error.value)


@pytest.mark.parametrize("line", ["quadruple 1 2 3 4 5: r1c1", "Quadruple 1: r9c1", "cage: r1c1 r1c1", "windows 3"])
def test_what_is_wrong_stands_behind_the_word_of_its_rule_once(line: str) -> None:
    word = line.replace(":", " ").split()[0].lower()
    with pytest.raises(Misread) as error:
        parse_rule(line, NINE)
    told, _, _ = str(error.value).partition(" (such as")
    assert told.startswith(f"{word}: ")
    assert f"{word}: " not in told.removeprefix(word)


@pytest.mark.parametrize("line", LINES)
def test_a_document_of_f_puzzles_keeps_a_rule(line: str) -> None:
    rule = parse_rule(line, NINE)
    rules: tuple[Rule, ...] = tuple(dict.fromkeys((*USUAL, rule)))
    full = [511] * 81
    if rule not in USUAL and rule.division(NINE) is None and rule.fpuzzles_entries(NINE) is None:
        with pytest.raises(ProblemError, match="f-puzzles has no rule such as"):
            fpuzzles.written_document(NINE, [0] * 81, full, rules)
        return
    document = fpuzzles.written_document(NINE, [0] * 81, full, rules)
    back = fpuzzles.read_document(fpuzzles.unpacked(fpuzzles.packed(document)))
    said = {"all-dots": ["non-consecutive", "all-ratios"], "all-differences": ["non-consecutive"]}  # without any dot
    wanted = [parse_rule(each, NINE) for each in said.get(line, [line])]
    if line.startswith("regions"):
        wanted = []  # these regions are the boxes
    found = [each for each in back.rules if each not in USUAL]
    if len(found) > 1 and len(wanted) == 1:  # an entry for each cell
        assert {type(each) for each in found} == {type(rule)}
        assert [each.cells for each in found] == [(cell,) for cell in rule.cells]
    else:
        assert found == [each for each in wanted if each not in USUAL]


def test_a_constraint_that_is_not_known_is_named_and_never_dropped() -> None:
    with pytest.raises(Misread, match="the constraint ChaosConstruction is not known here") as error:
        iss.read_string(".Cage~15~R1C1~R1C2.ChaosConstruction.~R1C1_5")
    assert error.value.column == 19
    with pytest.raises(ProblemError, match="not known here: chaosconstruction"):
        fpuzzles.read_document({"size": 4, "grid": [[{}] * 4] * 4, "chaosconstruction": [{"cells": ["R1C1"]}]})
