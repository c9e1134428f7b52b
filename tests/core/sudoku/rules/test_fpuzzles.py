"""Documents of f-puzzles: what its entries mean there."""

from __future__ import annotations

from typing import Any

import pytest

from core import ProblemError, Shape
from core.sudoku._formats.fpuzzles import read_document, written_document
from core.sudoku.rules import USUAL, parse_rule


def lines(told: dict[str, Any], size: int = 9) -> list[str]:
    document = read_document({"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)]} | told)
    return [rule.line(document.shape) for rule in document.rules if rule not in USUAL]


TWO = {"cells": ["R1C1", "R1C2"]}


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"difference": [TWO]}, ["white: r1c1 r1c2"]),
        ({"difference": [TWO | {"value": "3"}]}, ["difference 3: r1c1 r1c2"]),
        ({"ratio": [TWO]}, ["black: r1c1 r1c2"]),
        ({"ratio": [TWO | {"value": "3"}]}, ["ratio 3: r1c1 r1c2"]),
        ({"xv": [TWO | {"value": "x"}, TWO | {"value": "V"}, TWO | {"value": ""}]}, ["x: r1c1 r1c2", "v: r1c1 r1c2"]),
        ({"negative": ["xv", "ratio"]}, ["all-xv", "all-ratios"]),
        ({"nonconsecutive": True}, ["non-consecutive"]),
        ({"nonconsecutive": True, "difference": [TWO]}, ["all-differences", "white: r1c1 r1c2"]),
        ({"nonconsecutive": False, "antiknight": True}, ["anti-knight"]),
        ({"killercage": [TWO | {"value": "0"}, TWO, TWO | {"value": "9"}]}, ["cage: r1c1 r1c2", "cage 9: r1c1 r1c2"]),
        ({"diagonal+": True}, ["diagonal anti"]),
        ({"diagonal-": True}, ["diagonal main"]),
        ({"littlekillersum": [{"cell": "R0C3", "direction": "DR", "value": "9"}]}, ["little-killer 9: r1c4-r6c9"]),
        ({"littlekillersum": [{"cell": "R10C4", "direction": "UL", "value": "9"}]}, ["little-killer 9: r9c3-r7c1"]),
        ({"littlekillersum": [{"cell": "R0C3", "direction": "DR", "value": ""}]}, []),
        ({"sandwichsum": [{"cell": "R0C3", "value": "0"}, {"cell": "R4C0"}]}, ["sandwich 0: c3"]),
        ({"xsum": [{"cell": "R10C3", "value": "12"}]}, ["x-sum 12: c3 bottom"]),
        ({"skyscraper": [{"cell": "R3C10", "value": "2"}]}, ["skyscraper 2: r3 right"]),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"], ["R2C1"]]}]}, ["thermo: r1c1 r1c2"]),
        ({"renban": [{"lines": [["R1C1", "R1C2", "R2C2", "R1C1"]]}]}, ["renban: r1c1 r1c2 r2c2"]),
        ({"whispers": [{"lines": [["R1C1", "R1C2"]]}]}, ["whispers 5: r1c1 r1c2"]),
        (
            {"arrow": [{"cells": ["R2C1", "R1C1"], "lines": [["R2C1", "R2C2", "R2C3"], ["R1C1", "R1C2"]]}]},
            ["arrow r1c1 r2c1: r2c2 r2c3", "arrow r1c1 r2c1: r1c2"],
        ),
        ({"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R5C5", "R5C6"]}]}, ["clone: r1c1 r1c2 = r5c5 r5c6"]),
        (
            {"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [4, 1, 1]}]},
            ["quadruple 1 1 4: r1c1"],
        ),
        ({"minimum": [{"cell": "R1C1"}], "maximum": [{"cell": "R2C2"}]}, ["lowest: r1c1", "highest: r2c2"]),
        ({"cage": [TWO | {"value": "12"}], "line": [{"lines": [["R1C1"]]}]}, []),
    ],
)
def test_what_an_entry_means(told: dict[str, Any], expected: list[str]) -> None:
    assert sorted(lines(told)) == sorted(expected)


def test_whispers_without_a_number_follow_the_size() -> None:
    assert lines({"whispers": [{"lines": [["R1C1", "R1C2"]]}]}, 6) == ["whispers 3: r1c1 r1c2"]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"xv": [TWO | {"value": "Z"}]}, "xv: expected X or V, not 'Z'"),
        ({"negative": ["difference"]}, "expected negative forms of xv, ratio"),
        ({"quadruple": [{"cells": [], "values": [1]}]}, None),
        ({"killercage": [{"cells": ["R1C10"]}]}, "expected a cell of the grid such as R1C1, not 'R1C10'"),
    ],
)
def test_what_is_none_is_refused(told: dict[str, Any], words: str | None) -> None:
    if words is None:
        assert lines(told) == []
        return
    with pytest.raises(ProblemError, match=words):
        lines(told)


def test_boxes_and_regions_together_are_not_written() -> None:
    shape = Shape(2, 2)
    rules = (*USUAL, parse_rule("regions AAABCABBCCDBCDDD", shape))
    with pytest.raises(ProblemError, match="both boxes and regions"):
        written_document(shape, [0] * 16, [15] * 16, rules)
