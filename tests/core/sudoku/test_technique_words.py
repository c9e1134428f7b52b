"""What every technique says of its steps, and all that they find on the way of a puzzle.

`test_technique_words.txt` has, of each technique, its entry in the catalog and
its first case as a person reads it: the step in words, where to look, the pattern
by role, the cells that belong to it (`tests.rows`).
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from itertools import islice

import pytest

from core import Layout
from core._cli.sudoku.logic import step_json
from core.sudoku.human import TECHNIQUES, Position, Technique, find, hint_stages, pattern_cells, steps_of
from core.sudoku.human._generator import generate
from tests.core.sudoku.technique_cases import of
from tests.rows import Rows

OF_HOUSES = [technique for technique in TECHNIQUES if not technique.of_rules]
"""Those that have cases; what rules say is in test_one_rule.py."""
SHOWN = 8
"""How many steps of a technique are looked at; there may be more."""


def lines_of_case(technique: Technique) -> Iterator[str]:
    """Of the first case the step in words, where to look, its pattern and its cells."""
    case = next(case for case in of(technique) if not case.negative)
    step = next(step for step in case.steps() if case.concludes(step))
    yield f"{step.line} ({step.rating}). {step.sentence}"
    yield hint_stages(step)[0].text
    yield "; ".join(f"{role}: {json.dumps(held)}" for role, held in step_json(step)["pattern"].items())
    yield f"cells {' '.join(map(str, pattern_cells(step)))}"


@pytest.mark.parametrize("technique", OF_HOUSES, ids=lambda technique: technique.key)
def test_every_technique_says_what_it_said(technique: Technique, rows: Rows) -> None:
    rating = "no rating" if technique.rating is None else f"rating {technique.rating}"
    unique = ", for unique puzzles" if technique.needs_uniqueness else ""
    head = f"{technique.code} {technique.name}: {technique.level.title}, score {technique.score}, {rating}{unique}"
    first, *more = lines_of_case(technique)
    rows([head, *textwrap.wrap(first, 112, break_on_hyphens=False), *more], most=99)


@pytest.mark.parametrize(
    ("boxes", "seed", "every"),
    [("2x3", 1, 4),
     ("3x2 x", 2, 5),
     ("1x6 jigsaw AAABBBAAABBBCCCDDDEECFFDEECFFDEECFFD", 1, 5),
     ("2x3 windoku", 1, 5)],
    ids=["boxes", "diagonals", "jigsaw", "windows"],
)  # fmt: skip
def test_the_way_of_a_puzzle_and_what_every_technique_finds_on_it(
    boxes: str, seed: int, every: int, rows: Rows
) -> None:
    """The steps that are taken, and at some of the positions the first steps of each technique."""
    position = Position.of(generate(Layout.parse(boxes), seed, minimal=True).problem, unique=True)
    steps, others = [], []
    for number, step in enumerate(steps_of(position)):
        steps.append(f"{number + 1}. {step.line} ({step.rating})")
        if number % every == 0:
            for technique in TECHNIQUES:
                if there := list(islice(find(position, technique), SHOWN)):
                    conclusions = sorted({str(each.consequence) for each in there})
                    others.append(f"{number + 1}. {technique.key} {len(there)}: {'; '.join(conclusions)}")
    rows(steps, "steps", most=8)
    rows(others, "found", most=8)
