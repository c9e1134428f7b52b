"""Where the cells of a picture are, from the names of the items or from comments, and how it is drawn."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from core import ExactCover
from core._drawing.cells import Canvas, KnownOptions
from core.exact_cover import CoverPuzzle, read_puzzle
from core.exact_cover._formats.knuth import read
from core.exact_cover._formats.load import write_puzzle
from core.exact_cover._pictures.notes import canvas_of as noted
from core.exact_cover._pictures.recognise import canvas_of

RECOGNISED = [
    (
        "A B 1.1 1.2 2.1 2.2\nA 1.1 1.2\nB 2.1 2.2\nA 2.1 2.2\nB 1.1 1.2\nA 1.1 2.1\nB 1.2 2.2\nA 1.2 2.2\nB 1.1 2.1\n",
        "000 001 010 011; 0A1A 2B3B 2A3A 0B1B 0A2A 1B3B 1A3A 0B2B; colours 01010101",
    ),
    (
        "1.1 1.2 2.1 2.2\n1.1 1.2\n2.1 2.2\n1.1 2.1\n1.2 2.2\n",
        "000 001 010 011; 0#1# 2#3# 0#2# 1#3#; colours 0123",
    ),
    (
        "1.1 1.2 2.1 2.2\n| option: D1.1a\n1.1 1.2\n| option: E2.1\n2.1 2.2\n| option: @2\n2.1 1.1\n",
        "000 001 010 011; 0D1D 2E3E 0#2#; colours 012",
    ),
    (
        "A 1.1.1 1.1.2 2.1.1 | 2.1.2\nA 1.1.1 1.1.2\n1.1.1 2.1.1\n2.1.1 2.1.2\nA 2.1.2\n2.1.2\n",
        "000 001 100 101; 0A1A 0#2# 2#3# 3A 3; colours 01100",
    ),
    ("A 1.1 1.2 | 1.4\nA 1.1 1.2\n1.4\n", "000 001 003; 0A1A 2; colours 01"),
    ("A 00 01 10 11\nA 00 01\n10 11\nA 10 00\n01 11\n", "000 001 010 011; 0A1A 2#3# 0A2A 1#3#; colours 0101"),
    ("x 000 001 100\nx 000 001\n100\nx 100\n", "000 001 100; 0x1x 2# 2x; colours 010"),
    (
        "r1c1 r1c2 r2c1 r2c2 r1=1 r1=2 r2=1 r2=2 c1=1 c1=2 c2=1 c2=2\n"
        "r1c1 r1=1 c1=1\nr1c1 r1=2 c1=2\nr1c2 r1=1 c2=1\nr1c2 r1=2 c2=2\n"
        "r2c1 r2=1 c1=1\nr2c1 r2=2 c1=2\nr2c2 r2=1 c2=1\nr2c2 r2=2 c2=2\n",
        "000 001 010 011; 01 02 11 12 21 22 31 32; colours 01010101; blocks 0123",
    ),
    ("p00 p01 r01 r02 c01 c12 b01 b02\np00 r01 c01 b01\np01 r02 c12 b02\n", "000 001; 01 12; colours 01; blocks 00"),
    (
        "r1 r2 c1 c2 | d\nr1 c1 d\nr1 c2\nr2 c1\nr2 c2 d\n",
        "000 001 010 011; 0♛ 1♛ 2♛ 3♛; colours 0000; blocks 0123",
    ),
    ("ra rb ca cb\nra ca\nrb cb\n", "000 001 010 011; 0♛ 3♛; colours 00; blocks 0123"),
    (
        "1:2|r1c1 1:2|r1c2 1:2|r2c2\n| option: r1c1\nr1c1 r1c2 r2c2\n"
        "| option: r1c2\nr1c2 r1c1\n| option: r2c2\nr2c2 r1c1\n",
        "000 001 010 011; 0♛ 1♛ 3♛; colours 000; blocks 0123",
    ),
    (
        "1 2 s1 s2 s3 s4\n1 s1 s3\n2 s2 s4\n1 s2 s4\n2 s1 s3\n",
        "000 001 002 003; 0121 1232 1131 0222; colours 0101; blocks 0123",
    ),
    ("A 1.1 1.2 1.3 | 1.4\nA 1.1 1.3\n1.2\n1.4\n", "no picture"),
    ("A B 1.1 1.2\nA B 1.1\n1.2\n", "no picture"),
    ("A 1.1\nA 1.1\n", "no picture"),
    ("A 3.1 3.2\nA 3.1 3.2\n", "no picture"),
    ("A 1.1 1.300\nA 1.1\n1.300\n", "no picture"),
    ("A 0.0 0.1\nA 0.0 0.1\n", "no picture"),
    ("12 13 23\n12 13\n23\n", "no picture"),
    ("A 5 01 02\nA 01\n5 02\n", "no picture"),
    ("r1c1 r1=1 r1=2\nr1c1 r1=1 r1=2\n", "no picture"),
    ("r1c1 r1=1 X\nr1c1 r1=1\nX\n", "no picture"),
    ("r1c1 r1c2 r1=1\nr1c1 r1c2 r1=1\n", "no picture"),
    ("r1 r2 c1 c2\nr1 c1\nr2 r1\n", "no picture"),
    ("r1 c1 c2\nr1 c1\n", "no picture"),
    ("r1 r2 c1 c2 X\nr1 c1 X\nr2 c2 X\n", "no picture"),
    ("1:2|r1c1 1:2|r1c2\n| option: r1c1\nr1c1\n| option: other\nr1c2 r1c1\n", "no picture"),
    ("1 2 s1 s2 s3\n1 s1 s3\n2 s2\n", "no picture"),
    ("1 2 s1 s3 s4\n1 s1 s3\n2 s4\n", "no picture"),
    ("a b\na\nb\n", "no picture"),
    ("10 11 12 13 7\n10 7\n11 12 13\n", "no picture"),
    ("00 01 02 10 11 12\n00 12\n01 02\n10 11\n", "no picture"),
    ("s1 s2 A\ns1 A\ns2 A\n", "no picture"),
    ("r1c1 r1=1 z\nr1c1 r1=1 z\n", "no picture"),
    ("1.1.1 1.1.2 30.250.250\n1.1.1 1.1.2\n30.250.250\n", "no picture"),
]
"""Problems in Knuth's format, and what is seen in their names."""

KEPT = ExactCover({"first": ["x", "y"], "second": ["y", "z"], "third": ["z"]})
CANVAS = Canvas(
    ((0, 0, 0), (0, 0, 1), (1, 1, 1)),
    (((0, "L"), (1, "L")), ((1, "m"), (2, "m")), ((2, ""),)),
    (0, 4, 1),
    (0, 0, 1),
)
"""A picture that no name tells: two cells of one block, and one on the second layer."""


def told(canvas: Canvas | None) -> str:
    """Cells by layer, row and column; of each option its cells and their text; colours; blocks."""
    if canvas is None:
        return "no picture"
    cells = " ".join("".join(map(str, place)) for place in canvas.places)
    marks = " ".join("".join(f"{cell}{text}" for cell, text in each) or "-" for each in canvas.marks)
    blocks = f"; blocks {''.join(map(str, canvas.blocks))}" if canvas.blocks else ""
    return f"{cells}; {marks}; colours {''.join(map(str, canvas.colours))}{blocks}"


@pytest.mark.parametrize(("text", "seen"), RECOGNISED)
def test_cells_are_recognised_by_the_names_of_items(text: str, seen: str) -> None:
    puzzle = read_puzzle(text, "text")
    assert told(puzzle.canvas) == seen


def chain(cells: list[str]) -> tuple[int, tuple[int, ...], tuple[int, ...]] | None:
    """Each cell with the next as one option: how many cells are seen, the first and the last."""
    canvas = canvas_of(ExactCover({f"o{number}": pair for number, pair in enumerate(pairwise(cells))}))
    return None if canvas is None else (len(canvas.places), canvas.places[0], canvas.places[-1])


@pytest.mark.parametrize(
    ("form", "first", "count", "seen"),
    [
        ("1.{}", 1, 2, (2, (0, 0, 0), (0, 0, 1))),
        ("1.{}", 1, 256, (256, (0, 0, 0), (0, 0, 255))),
        ("1.{}", 1, 257, None),
        ("{}.1", 1, 256, (256, (0, 0, 0), (0, 255, 0))),
        ("{}.1", 1, 257, None),
        ("{}.1.1", 1, 32, (32, (0, 0, 0), (31, 0, 0))),
        ("{}.1.1", 1, 33, None),
        ("x{}", 1, 2, None),
        ("1.{}", 0, 5, None),
        ("1.{}", 2, 5, (5, (0, 0, 1), (0, 0, 5))),
        ("{}0", 0, 5, (5, (0, 0, 0), (0, 4, 0))),
        ("{}0", 1, 5, (5, (0, 1, 0), (0, 5, 0))),
        ("{}0", 2, 5, None),
    ],
)
def test_a_line_of_cells_has_a_largest_length(
    form: str, first: int, count: int, seen: tuple[int, tuple[int, ...], tuple[int, ...]] | None
) -> None:
    assert chain([form.format(number) for number in range(first, first + count)]) == seen


@pytest.mark.parametrize(("high", "wide", "seen"), [(64, 64, True), (65, 64, False), (65, 63, True), (64, 65, False)])
def test_a_corner_of_cells_has_a_largest_area(high: int, wide: int, seen: bool) -> None:
    cells = [f"{row}.1" for row in range(high, 0, -1)] + [f"1.{column}" for column in range(2, wide + 1)]
    found = chain(cells)
    assert (found is not None) == seen
    assert found is None or found == (high + wide - 1, (0, high - 1, 0), (0, 0, wide - 1))


NOTES = {
    "cells": "| cells: 1.1 1.2 2.1",
    "blocks": "| blocks: 1 1 2",
    "first": "| draws: 3 1.1=A 1.2=B",
    "empty": "| empty option",
    "last": "| draws: 1 2.1=é",
}
"""The comments of a file of three options, the second of which holds nothing."""


@pytest.mark.parametrize(
    ("note", "instead", "seen"),
    [
        ("", "", "000 001 010; 0A1B - 2é; colours 200; blocks 001"),
        ("empty", "", "000 001 010; 0A1B 2é; colours 20; blocks 001"),
        ("blocks", "", "000 001 010; 0A1B - 2é; colours 200"),
        ("last", "", "000 001 010; 0A1B - -; colours 200; blocks 001"),
        ("cells", "| empty option\n| cells: 1.1 1.2\n| cells: 2.1", "000 001 010; 0A1B - 2é; colours 200; blocks 001"),
        ("cells", "", "no picture"),
        ("cells", "| cells: 1.1 1.2 1.2", "no picture"),
        ("cells", "| cells: 1.1 1.2 x", "no picture"),
        ("cells", "| cells: 1.1 1.2 4097.1", "no picture"),
        ("cells", "| cells: 0.1 1.2 2.1", "no picture"),
        ("cells", "| cells: 1.1 1.2 2.1 7.7", "no picture"),
        ("cells", "| cells: 1.1 1.2 99999.99999.99999", "no picture"),
        ("blocks", "| blocks: 1 1", "no picture"),
        ("blocks", "| blocks: 1 0 1", "no picture"),
        ("blocks", "| blocks: 1 1 x", "no picture"),
        ("blocks", "| blocks: 1 1 12345678", "no picture"),
        ("first", "| draws: 0 1.1=A", "no picture"),
        ("first", "| draws: x 1.1=A", "no picture"),
        ("first", "| draws: 3 3.3=A", "no picture"),
        ("first", "| draws:", "no picture"),
        ("first", "| drew: 3 1.1=A 1.2=B", "000 001 010; - - 2é; colours 000; blocks 001"),
        ("first", "| draws: 3 1.1=\x1b", "no picture"),
    ],
)
def test_a_picture_in_comments_is_understood_or_passed_over(note: str, instead: str, seen: str) -> None:
    notes = {**NOTES, **({note: instead} if note else {})}
    lines = [notes["cells"], notes["blocks"], "a b c", notes["first"], "a b", notes["empty"], notes["last"], "c"]
    text = "".join(f"{line}\n" for line in lines if line)
    problem = read(text)
    assert len(problem.options) == (2 if note == "empty" else 3)
    assert told(noted(text, problem)) == seen


def test_without_drawn_options_there_is_no_picture_in_the_comments() -> None:
    text = "| cells: 1.1 1.2 2.1\na b c\na b\nc\n"
    assert noted(text, read(text)) is None


@pytest.mark.parametrize(("last", "seen"), [("4096.64", True), ("4096.65", False)])
def test_cells_in_comments_may_be_far_apart_up_to_a_limit(last: str, seen: bool) -> None:
    text = f"| cells: 1.1 1.2 2.1 {last}\na b c\n| draws: 3 1.1=A 1.2=B\na b\n| draws: 1 2.1=C\nc\n"
    assert (noted(text, read(text)) is not None) == seen


def test_a_picture_goes_into_comments_and_comes_back() -> None:
    text = write_puzzle(CoverPuzzle(KEPT, CANVAS), "knuth")
    assert (
        text
        == """\
| cells: 1.1 1.2 2.2.2
| blocks: 1 1 2
x y z
| option: first
| draws: 1 1.1=L 1.2=L
x y
| option: second
| draws: 5 1.2=m 2.2.2=m
y z
| option: third
| draws: 2 2.2.2=
z
"""
    )
    again = read_puzzle(text)
    assert (again.canvas, again.problem) == (CANVAS, KEPT)


@pytest.mark.parametrize(
    ("standing", "seen"),
    [
        (None, "L0:0:chosen L0:0:chosen / 1:-1:open"),
        (KnownOptions(), "L0:0:chosen L0:0:chosen / 1:-1:open"),
        (KnownOptions(given=[1]), "L0:0:chosen L0:0:chosen / m1:4:given"),
        (KnownOptions(forced=[2], ruled_out=[0]), "L0:0:chosen L0:0:chosen / 1:-1:forced"),
        (KnownOptions(given=[0], forced=[1]), "L0:0:given L0:0:given / m1:-1:forced"),
    ],
)
def test_how_the_cells_of_the_first_option_stand(standing: KnownOptions | None, seen: str) -> None:
    """Of each cell its text, group, colour and look, layer by layer."""
    picture = CANVAS.picture([0], standing)
    layers = [
        " ".join(f"{cell.text}{cell.group}:{cell.colour}:{cell.state.value}" for row in layer for cell in row if cell)
        for layer in picture.layers
    ]
    assert " / ".join(layers) == seen


def test_what_stands_between_cells() -> None:
    picture = CANVAS.picture([0])
    assert [picture.joined(0, *each) for each in ((0, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 0))] == [0, -1, -1]
    assert ["".join(picture.border(0, 0, column)) for column in range(3)] == ["┌─│", "── ", "┐ │"]


@pytest.mark.parametrize("blocks", [(), (0, 0, 1)])
def test_many_solutions_are_drawn_as_each_alone(blocks: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of different lengths, more than are laid at a time; those that draw nothing, too."""
    marks = (((0, "long"), (1, "b")), ((2, ""),), (), ((2, "♛"),))
    canvas = Canvas(((0, 0, 0), (0, 0, 1), (0, 1, 0)), marks, (0, 1, 2, 3), blocks)
    solutions = [(0, 1), (), (2,), (3, 0), (3, 2, 0)]
    drawn = canvas.in_text.of(solutions)
    assert drawn == [canvas.text(each) for each in solutions]
    assert drawn[3].split("\n") == ["┌───────┐", "│lon  b │", "├───┬───┘", "│ ♛ │", "└───┘"]
    monkeypatch.setattr("core._drawing.cells_in_text.MOST_CHARACTERS", 1)
    assert canvas.in_text.of(np.array([[0, 1, -1], [3, -1, 0]])) == [drawn[0], drawn[3]]


def test_an_svg_keeps_long_names_short_and_harmless() -> None:
    canvas = Canvas(((0, 0, 0), (0, 0, 1)), (((0, "a-very-long-name"),), ((1, "Wij<l"),)), (0, 17))
    drawn = ElementTree.fromstring(canvas.picture([0, 1]).svg("A & B", 20))
    assert drawn.find("{*}title").text == "A & B"  # type: ignore[union-attr]
    shown = {each.text: float(each.get("font-size", "")) for each in drawn.iter() if each.tag.endswith("}text")}
    assert shown == {"a-ve…ame": 3.01, "Wij<l": 6.1}
    assert [each.text for each in drawn.iter() if each.tag.endswith("}title")] == ["A & B", "a-very-long-name"]
    squares = [each for each in drawn.iter() if each.tag.endswith("}rect")][1:]
    assert [(each.get("x"), each.get("fill")) for each in squares] == [("10", "#e6a04b"), ("30", "#5b9bd5")]
    walls = [
        tuple(float(each.get(at, "")) for at in ("x1", "y1", "x2", "y2")) for each in drawn.iter() if "line" in each.tag
    ]
    assert walls == [
        (10, 10, 50, 10), (10, 30, 50, 30), (10, 10, 10, 30), (30, 10, 30, 30), (50, 10, 50, 30),
    ]  # fmt: skip
