"""What every technique says of its steps, and all that they find on the way of a puzzle.

`technique_words.txt` has, of each technique, its entry in the catalog, its first
case as a person reads it, and a digest of the rest: the steps there are, the
pattern by role, where to look, the cells that belong to it, and all of this of
its last case.  Whoever changes what is said on purpose writes the file anew with
``pytest tests/core/sudoku/test_technique_words.py --update-transcripts -n 0``.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from core.cli.sudoku.logic import step_json
from core.sudoku.formats import write
from core.sudoku.formats.base import Puzzle
from core.sudoku.human import TECHNIQUES, Position, Technique, find, hint_stages, pattern_cells, steps_of
from core.sudoku.human.generator import generate
from core.sudoku.shape import Shape
from tests.core.sudoku.technique_cases import of
from tests.digest import digest

FILE = Path(__file__).with_name("technique_words.txt")
SHOWN = 8
"""How many steps of a technique are looked at; there may be more."""


def lines_of_cases(technique: Technique) -> Iterator[str]:
    """Of the first and the last case: the step in words, the grid, the steps there, and all that this one says."""
    cases = [case for case in of(technique) if not case.negative]
    for case in (cases[0], cases[-1]):
        steps = list(islice(case.steps(), SHOWN))
        step = next(step for step in case.steps() if case.concludes(step))
        yield f"{step.line} ({step.rating}). {step.sentence}"
        yield from write([Puzzle(case.grid)], "hodoku")
        yield from (str(each.consequence) for each in steps)
        for role, held in step_json(step)["pattern"].items():
            yield f"{role}: {json.dumps(held)}"
        yield " ".join(hint.text for hint in hint_stages(step)[:2])
        yield str(pattern_cells(step))


def told(technique: Technique) -> tuple[str, list[str]]:
    """What the file says of a technique, and the lines behind its digest."""
    rating = "no rating" if technique.rating is None else f"rating {technique.rating}"
    unique = ", for unique puzzles" if technique.needs_uniqueness else ""
    head = f"{technique.code} {technique.name}: {technique.level.title}, score {technique.score}, {rating}{unique}"
    first, *more = lines_of_cases(technique)
    return "\n".join([head, *textwrap.wrap(first, 116, break_on_hyphens=False), digest(more)]), more


def test_every_technique_says_what_it_said(pytestconfig: pytest.Config) -> None:
    found = {technique: told(technique) for technique in TECHNIQUES}
    text = "\n\n".join(block for block, _ in found.values()) + "\n"
    if pytestconfig.getoption("--update-transcripts"):
        FILE.write_text(text, encoding="utf-8")
        return
    kept = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    assert [block.partition(":")[0] for block in kept] == [f"{each.code} {each.name}" for each in TECHNIQUES]
    for before, (block, more) in zip(kept, found.values(), strict=True):
        assert before == block, "\n".join(more)


@pytest.mark.parametrize(
    ("boxes", "seed", "every", "way", "found"),
    [("2x3", 1, 4, "25 lines, bd2fa5298ef97e9f", "112 lines, 75c32271ccfd1fa1"),
     ("3x2 x", 2, 5, "39 lines, 3e2530a5e9438647", "181 lines, 01cdb4170ed4be3b"),
     ("1x6 jigsaw AAABBBAAABBBCCCDDDEECFFDEECFFDEECFFD", 1, 5,
      "28 lines, b46b0622cfca9fb1", "142 lines, 9a0ddf7ee99a7ce3"),
     ("2x3 windoku", 1, 5, "27 lines, 2d864ec826db4204", "127 lines, 454727d6083265f5")],
    ids=["boxes", "diagonals", "jigsaw", "windows"],
)  # fmt: skip
def test_the_way_of_a_puzzle_and_what_every_technique_finds_on_it(
    boxes: str, seed: int, every: int, way: str, found: str
) -> None:
    """The steps that are taken, and at some of the positions the first steps of each technique."""
    position = Position.of(generate(Shape.parse(boxes), seed, minimal=True).problem, unique=True)
    steps, others = [], []
    for number, step in enumerate(steps_of(position)):
        steps.append(f"{number + 1}. {step.line} ({step.rating})")
        if number % every == 0:
            for technique in TECHNIQUES:
                if there := list(islice(find(position, technique), SHOWN)):
                    conclusions = sorted({str(each.consequence) for each in there})
                    others.append(f"{number + 1}. {technique.key} {len(there)}: {'; '.join(conclusions)}")
    assert digest(steps) == way, "\n".join(steps)
    assert digest(others) == found, "\n".join(others)
