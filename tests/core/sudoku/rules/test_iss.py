"""Constraint strings: what they mean there, and that no word of them is dropped."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import ProblemError, Shape, Sudoku
from core.sudoku import parse
from core.sudoku._formats.iss import read_string
from core.sudoku.rules import Misread
from core.sudoku.rules._kinds import exchanged, from_fpuzzles, from_iss

NINE = Shape(3, 3)


def lines(text: str) -> list[str]:
    told = read_string(text)
    return [rule.line(told.shape) for rule in told.rules]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".LittleKiller~22~R1C1", ["little-killer 22: r1c1-r9c9"]),
        (".LittleKiller~22~R3C1", ["little-killer 22: r3c1-r9c7"]),
        (".LittleKiller~22~R1C5", ["little-killer 22: r1c5-r5c1"]),
        (".LittleKiller~22~R1C9", ["little-killer 22: r1c9-r9c1"]),
        (".LittleKiller~22~R7C9", ["little-killer 22: r7c9-r1c3"]),
        (".LittleKiller~22~R9C7", ["little-killer 22: r9c7-r7c9"]),
        (".XSum~C2~27~11", ["x-sum 27: c2 top", "x-sum 11: c2 bottom"]),
        (".XSum~R2~~11", ["x-sum 11: r2 right"]),
        (".Sandwich~8~C1", ["sandwich 8: c1"]),
        (".HiddenSkyscraper~R1~4", ["hidden-skyscraper 4: r1 left"]),
        (".GreaterThan~R1C2~R1C1~R1C3~R2C2", ["greater: r1c2 r1c1", "greater: r1c2 r1c3", "greater: r1c2 r2c2"]),
        (".Whisper~R1C1~R1C2 .Whisper~4~r1c1~r1c2\n", ["whispers 5: r1c1 r1c2", "whispers 4: r1c1 r1c2"]),
        (".Whisper~5~R1C1~R1C2~R1C1", ["whispers 5: r1c1 r1c2 r1c1"]),
        (".SumLine~10~R1C1~R1C2~R2C2~LOOP", ["sum-line 10 loop: r1c1 r1c2 r2c2"]),
        (".PillArrow~2~R1C2~R1C1~R2C1~R3C1", ["arrow r1c1 r1c2: r2c1 r3c1"]),
        (".Quad~R1C1~1~1~4", ["quadruple 1 1 4: r1c1"]),
        (".ContainAtLeast~1_1_4~R1C1~R5C5~R9C9", ["holds 1 1 4: r1c1 r5c5 r9c9"]),
        (".ContainExact~3~R1C1~R5C5", ["holds exactly 3: r1c1 r5c5"]),
        (".LookAndSay~1223~R1C1~R5C5~R9C9", ["holds exactly 2 3 3: r1c1 r5c5 r9c9"]),
        (".LookAndSay~0112~R1C1~R5C5", ["holds exactly 2: r1c1 r5c5", "one-of 2 3 4 5 6 7 8 9: r1c1 r5c5"]),
        (".Cage~0~R1C1~R1C2", ["cage: r1c1 r1c2"]),
        (".Diagonal~1", ["diagonal anti"]),
        (".Diagonal~-1", ["diagonal main"]),
        (".EqualSum~R1C1~R1C2~-~R3C3", ["equal-sums: r1c1 r1c2 = r3c3"]),
        (".SameValues~2~R1C1~R1C2~R3C3~R3C4", ["same-values: r1c1 r1c2 = r3c3 r3c4"]),
    ],
)
def test_what_a_constraint_means(text: str, expected: list[str]) -> None:
    assert lines(text) == ["boxes", *expected]


def test_boxes_go_only_where_it_says_so() -> None:
    layout = "AABBAABBCCDDCCDD"
    assert lines(f".Shape~4x4.Jigsaw~{layout}")[0] == "boxes"
    assert lines(f".Shape~4x4.NoBoxes.Jigsaw~{layout}") == [f"regions {layout}"]


def test_windows_touch_no_edge() -> None:
    assert lines(".Windoku") == ["boxes", "windows"]
    assert lines(".Shape~6x6.Windoku") == ["boxes", "region: r2c2-r2c4 r3c2-r3c4"]


def test_tables_are_read_as_they_were_written() -> None:
    """In older strings the last two letters of a table are the other way round."""
    table = "8H_xf8H_xf8H_B"
    (new,), (old,) = (read_string(f".{kind}~R1C1~R1C2").rules[1:] for kind in (f"PairX~{table}", f"BinaryX~{table}"))
    assert new.line(NINE) != old.line(NINE)
    other = table.replace("_", "-")
    assert read_string(f".BinaryX~{other}~R1C1~R1C2").rules[1:] == (new,)


@pytest.mark.parametrize(
    ("text", "column", "told"),
    [
        (".Cage~15~R1C1~VK1", 1, "Cage: expected a cell such as R1C1, not 'VK1'"),
        (".Cage~15", 1, "Cage: expected cells such as R1C1"),
        (".AntiKnight.LittleKiller~22~R5C5", 12, "LittleKiller: no diagonal starts at r5c5"),
        (".LittleKiller~22~R9C9", 1, "LittleKiller: no diagonal starts at r9c9"),
        (".Quad~R1C1~1~x", 1, "Quad: expected values, not '1~x'"),
        (".LookAndSay~123~R1C1", 1, "LookAndSay: expected how many and a value, one digit each, in turn, not '123'"),
        (".Sum~0_=_1_-1~R1C1~R1C2", 1, "Sum: expected a number, not '0_=_1_-1'"),
        (".Or.~R1C1_1.~R1C2_1.End", 1, "the constraint Or is not known here"),
    ],
)
def test_what_is_not_understood_is_named(text: str, column: int, told: str) -> None:
    with pytest.raises(Misread) as error:
        read_string(text)
    assert (error.value.column, str(error.value)) == (column, told)


def test_a_string_may_have_blanks_between_constraints() -> None:
    assert parse(".StrictXV .Whisper~5~R1C1~R2C2").grid.rules[3].line(NINE) == "all-xv"
    assert len(Sudoku.parse(".Sum~3~R1C5~R1C6 .Sum~4~R2C6~R1C6").rules) == 5


WORDS = ["R1C1", "R1C2", "R2C2", "R9C9", "r1c3", "R0C1", "R1", "C9,-1", "", "-", "1", "2", "0", "99", "1_2", "_x",
         "LOOP", "x", "C", "A" * 14, "²", "1223"]  # fmt: skip


@given(st.integers(0, 1 << 48))
def test_any_arguments_make_rules_or_are_refused(seed: int) -> None:
    chance = random.Random(seed)
    for kind in exchanged("iss"):
        words = chance.choices(WORDS, k=chance.randint(0, 5))
        try:
            made = from_iss(kind, words, NINE)
        except ProblemError:
            continue
        assert made is not None
        assert all(rule.words(NINE) for rule in made)
    pieces: list[Any] = [
        None,
        1,
        "x",
        "²",
        "",
        [],
        {},
        "R1C1",
        ["R1C1", "R1C2"],
        [["R1C1", "R1C2"]],
        ["R1C1"],
        "R0C1",
        "DR",
        [1, 12],
    ]
    for kind in exchanged("fpuzzles"):
        keys = "cells", "lines", "cell", "value", "values", "direction", "cloneCells"
        entry = {key: chance.choice(pieces) for key in keys if chance.random() < 0.6}
        try:
            made = from_fpuzzles(kind, chance.choice([entry, entry, True, "x"]), NINE)
        except ProblemError:
            continue
        assert made is not None
        assert all(rule.words(NINE) for rule in made)
