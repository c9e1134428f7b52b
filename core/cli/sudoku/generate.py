"""``python -m core sudoku generate``: the puzzles that the options ask for, one by one, with progress."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from core.cli.console import UsageError
from core.cli.output import wants_progress
from core.cli.sudoku.console import shape_of
from core.cli.sudoku.steps import difficulty_json, level_text
from core.search import ProblemError
from core.sudoku.formats import Puzzle
from core.sudoku.formats.line import line_of
from core.sudoku.grid import Grid
from core.sudoku.human import Level, generator, technique
from core.sudoku.human.generator import Symmetry, Tier
from core.sudoku.human.generator_rated import Wish, generate_rated
from core.sudoku.human.jigsaw import jigsaw
from core.sudoku.shape import Shape


@dataclass(frozen=True)
class NewPuzzle:
    """One puzzle, in the forms that text formats and JSON take."""

    puzzle: Puzzle
    json: dict[str, Any]


def made_for(options: argparse.Namespace) -> Iterator[NewPuzzle]:
    """Make as many puzzles as were asked for, seed after seed.  Raises UsageError and ProblemError."""
    shape = _variant(options)
    by_logic = bool(options.level or options.score or options.requires)
    if by_logic and options.tier:
        raise UsageError("--tier is a different measure: leave it out with --level, --score and --requires")
    wish = _wish(options)
    with _progress(options.number) as tell:
        for number in range(options.number):
            seed = options.seed + number
            if by_logic:
                yield _rated(shape, seed, wish, partial(tell, number))
            else:
                tell(number, 0)
                yield _measured(shape, seed, options)


def _variant(options: argparse.Namespace) -> Shape:
    """The shape with what the variants add.  Raises UsageError."""
    plain = shape_of(options.boxes)
    assert plain is not None
    kinds = set(options.variant)
    try:
        if "jigsaw" in kinds:
            if "windoku" in kinds:
                raise UsageError("--variant: windows go with boxes, not with jigsaw")
            return jigsaw(plain.order, options.seed, diagonals="x" in kinds or plain.diagonals)
        return Shape(
            plain.box_rows, plain.box_columns, plain.regions,
            plain.diagonals or "x" in kinds, plain.windows or "windoku" in kinds,
        )  # fmt: skip
    except ProblemError as error:
        raise UsageError(f"--variant: {error}") from None


def _wish(options: argparse.Namespace) -> Wish:
    score = None
    if options.score:
        match = re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", options.score)
        if match is None:
            raise UsageError(f"--score: expected a range such as 500-900, not {options.score!r}")
        score = int(match[1]), int(match[2])
    return Wish(
        Level.named(options.level) if options.level else None,
        score,
        tuple(technique(key) for key in options.requires),
        Symmetry(options.symmetry),
        options.minimal,
        options.givens,
    )


def _rated(shape: Shape, seed: int, wish: Wish, tell: Callable[[int], None]) -> NewPuzzle:
    made = generate_rated(shape, seed, wish, progress=tell)
    path = made.path
    score = f"score at least {path.score}" if path.beyond_logic else f"score {path.score}"
    title = f"{shape} {level_text(path)}, {score}, seed {seed}"
    return NewPuzzle(
        Puzzle(Grid.from_problem(made.problem), title=title, level=level_text(path)),
        {
            "givens": line_of(made.problem.givens), "solution": list(made.solution),
            **difficulty_json(path), "solved": path.solved,
            "techniques": {entry.key: count for entry, count in path.counts.items()}, "clues": made.problem.clues,
            "seed": seed, "attempts": made.attempt + 1, "boxes": [shape.box_rows, shape.box_columns],
            "shape": shape.text,
        },
    )  # fmt: skip


def _measured(shape: Shape, seed: int, options: argparse.Namespace) -> NewPuzzle:
    made = generator.generate(
        shape, seed, tier=Tier(options.tier) if options.tier else None, symmetry=Symmetry(options.symmetry),
        minimal=options.minimal, clues=options.givens,
    )  # fmt: skip
    tier = made.measure.tier.value
    return NewPuzzle(
        Puzzle(Grid.from_problem(made.problem), title=f"{shape} {tier}, seed {seed}", level=tier),
        {
            "givens": line_of(made.problem.givens), "solution": list(made.solution), "tier": tier,
            "nodes": made.measure.nodes, "clues": made.problem.clues, "seed": seed,
            "boxes": [shape.box_rows, shape.box_columns], "shape": shape.text,
        },
    )  # fmt: skip


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int, int], None]]:
    """Show how many puzzles are made and how many grids were tried, if results do not go to the same terminal."""
    if not wants_progress() or sys.stdout.isatty():
        yield lambda done, attempt: None
        return
    from rich.console import Console
    from rich.status import Status

    status = Status("", console=Console(stderr=True))
    with status:
        yield lambda done, attempt: status.update(f"{done} of {total} made; {attempt} grids tried for the next")
