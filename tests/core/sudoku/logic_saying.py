"""For transcripts about techniques: all that a step says, in lines that a person can check."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from core.sudoku.formats import write
from core.sudoku.formats.base import Puzzle, Source
from core.sudoku.generator import generate
from core.sudoku.logic import TECHNIQUES, Position, Step, find, hint_stages, pattern_cells, steps_of, technique
from core.sudoku.logic.library import Case, read_cases
from core.sudoku.logic.reporting import step_json
from core.sudoku.shape import Shape

SHOWN = 8
"""How many steps of a kind are counted; there may be more."""


@cache
def cases() -> list[Case]:
    """The library of `test_sudoku_techniques`, without its look-alikes."""
    text = Path(__file__).with_name("technique_cases.txt").read_text(encoding="utf-8")
    return [case for case in read_cases(Source.of(text)) if isinstance(case, Case) and not case.negative]


def pattern_lines(step: Step) -> Iterator[str]:
    """The pattern by role."""
    for role, held in step_json(step)["pattern"].items():
        yield f"{role}: {json.dumps(held, ensure_ascii=False).replace(chr(34), '')}"


def tell(key: str) -> None:
    """Print a technique, and its first and its last case: the grid, the steps there, and all that one of them says."""
    entry = technique(key)
    rating = "no rating" if entry.rating is None else f"rating {entry.rating}"
    unique = ", for unique puzzles" if entry.needs_uniqueness else ""
    print(f"{entry.code} {entry.name}: {entry.level.title}, score {entry.score}, {rating}{unique}")
    own = [case for case in cases() if case.technique is entry]
    for case in (own[0], own[-1]):
        print(*write([Puzzle(case.grid)], "hodoku"))
        step = next(step for step in case.steps() if case.concludes(step))
        print(*(f"  {found.consequence}" for found in islice(case.steps(), SHOWN)), sep="\n")
        print(f"{step.line} ({step.rating})")
        print(step.sentence)
        print(*pattern_lines(step), sep="\n")
        print(" ".join(hint.text for hint in hint_stages(step)[:2]), pattern_cells(step))


def found_on_the_way(boxes: str, seed: int, every: int) -> None:
    """Print the way of a puzzle, and at some positions all the steps there are, by technique."""
    puzzle = generate(Shape.parse(boxes), seed, minimal=True)
    print(puzzle.problem)
    position = Position.of(puzzle.problem, unique=True)
    for number, step in enumerate(steps_of(position)):
        print(f"{number + 1}. {step.line} ({step.rating})")
        if number % every:
            continue
        for entry in TECHNIQUES:
            if found := list(islice(find(position, entry), SHOWN)):
                conclusions = sorted({each.consequence for each in found})
                print(f"   {entry.key} {len(found)}: {'; '.join(conclusions)}")
