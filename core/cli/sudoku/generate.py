"""``dq sudoku generate``: the puzzles that the options ask for, one by one, with progress."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from core.cli.arguments import positive
from core.cli.console import DONE, INTERRUPTED, NO_SOLUTION, UsageError, note, print_json
from core.cli.driving import TimeAllowed, add_seconds
from core.cli.sudoku.logic import difficulty_json, level_text
from core.cli.sudoku.puzzle_file import add_format, shape_of, thinking
from core.search import ProblemError
from core.sudoku.formats import Puzzle, write
from core.sudoku.formats.line import line_of
from core.sudoku.grid import Grid
from core.sudoku.human import Level, generator, technique
from core.sudoku.human.generator import Stopped, Symmetry, Tier
from core.sudoku.human.generator_rated import Wish, generate_rated
from core.sudoku.human.jigsaw import jigsaw
from core.sudoku.shape import Shape
from core.words import counted


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku generate``."""
    command.add_argument("--boxes", default="3x3", metavar="RxC", help="box rows x box columns (default 3x3)")
    command.add_argument(
        "--count", "--number", "-n", dest="number", type=positive, default=1, metavar="K", help="how many (default 1)"
    )
    command.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed makes the same puzzles")
    command.add_argument(
        "--variant", action="append", default=[], choices=("x", "windoku", "jigsaw"),
        help="with diagonals, windows, or irregular regions in place of boxes (may be repeated)",
    )  # fmt: skip
    command.add_argument(
        "--level",
        choices=[level.title for level in Level],
        help="how hard for a person: by the hardest technique it needs, or by its score where many steps add up to "
        "more; an extreme one by its score, or because it is beyond logic",
    )
    command.add_argument("--score", metavar="A-B", help="what its steps add up to, such as 500-900")
    command.add_argument(
        "--requires", action="append", default=[], metavar="TECHNIQUE",
        help="a technique it needs, such as x-wing (may be repeated; sudoku train list names them all)",
    )  # fmt: skip
    command.add_argument(
        "--tier", choices=[tier.value for tier in Tier], help="how hard for a program, by the inference it needs"
    )
    command.add_argument(
        "--symmetry",
        choices=[each.value for each in Symmetry],
        default="none",
        help="symmetry of the pattern of givens",
    )
    command.add_argument("--minimal", action="store_true", help="remove givens until each one is needed")
    command.add_argument("--givens", type=positive, metavar="K", help="stop at K givens")
    add_seconds(command)
    add_format(command)
    command.add_argument("--json", action="store_true", help="one JSON object per puzzle")
    command.set_defaults(run=_generate)


def _generate(options: argparse.Namespace) -> int:
    interrupted = late = False

    def made() -> Iterator[_NewPuzzle]:
        nonlocal interrupted, late
        try:
            for each in _made_for(options):
                late = late or each is None
                if each is not None:
                    yield each
        except KeyboardInterrupt:
            interrupted = True  # a format may have something to write in the end

    def entitled() -> Iterator[Puzzle]:
        for puzzle in made():
            yield puzzle.puzzle

    if options.json:
        for puzzle in made():
            print_json(puzzle.json)
    else:
        for line in write(entitled(), options.to or ("boxed" if options.number == 1 else "line")):
            print(line, flush=True)
    return INTERRUPTED if interrupted else NO_SOLUTION if late else DONE


RARE = 30
"""After so many grids that did not become a puzzle as wished, such puzzles are called rare."""


@dataclass(frozen=True)
class _NewPuzzle:
    """One puzzle, in the forms that text formats and JSON take."""

    puzzle: Puzzle
    json: dict[str, Any]


def _made_for(options: argparse.Namespace) -> Iterator[_NewPuzzle | None]:
    """Make as many puzzles as were asked for, seed after seed; None where the time allowed for one was over.

    Raises UsageError and ProblemError.
    """
    allowed = TimeAllowed(options.seconds)
    try:
        shape = _variant(options, allowed)
    except Stopped:
        note("the time was over before regions were found")
        yield None
        return
    by_logic = bool(options.level or options.score or options.requires)
    if by_logic and options.tier:
        raise UsageError("--tier is a different measure: leave it out with --level, --score and --requires")
    wish = _wish(options)
    for number in range(options.number):
        seed, allowed = options.seed + number, TimeAllowed(options.seconds)
        made = None
        with thinking() as tell, suppress(Stopped):
            tell(_so_far(number, options.number, 0))
            if by_logic:
                made = _rated(shape, seed, wish, _teller(tell, number, options.number), allowed)
            else:
                made = _measured(shape, seed, options, allowed)
        if made is None:
            note(f"seed {seed}: the time was over before such a puzzle was found")
        yield made


def _teller(tell: Callable[[str], None], number: int, total: int) -> Callable[[int], None]:
    """A function that takes how many grids were tried."""
    return lambda tries: tell(_so_far(number, total, tries))


def _so_far(number: int, total: int, tries: int) -> str:
    """How many puzzles there are, and how many grids did not become the next."""
    rare = "; such puzzles are rare, Ctrl-C ends the search" if tries >= RARE else ""
    return f"{number} of {total} made; {counted(tries, 'grid')} tried for the next{rare}"


def _variant(options: argparse.Namespace, allowed: TimeAllowed) -> Shape:
    """The shape with what the variants add.  Raises UsageError, and Stopped."""
    plain = shape_of(options.boxes)
    assert plain is not None
    kinds = set(options.variant)
    try:
        if "jigsaw" in kinds:
            if "windoku" in kinds:
                raise UsageError("--variant: windows go with boxes, not with jigsaw")
            return jigsaw(plain.order, options.seed, diagonals="x" in kinds or plain.diagonals, stopped=allowed.passed)
        return Shape(
            plain.box_rows, plain.box_columns, plain.regions,
            plain.diagonals or "x" in kinds, plain.windows or "windoku" in kinds,
        )  # fmt: skip
    except ProblemError as error:
        if allowed.over:
            raise Stopped(str(error)) from None
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


def _rated(shape: Shape, seed: int, wish: Wish, tell: Callable[[int], None], allowed: TimeAllowed) -> _NewPuzzle:
    made = generate_rated(shape, seed, wish, stopped=allowed.passed, progress=tell)
    path = made.path
    score = f"score at least {path.score}" if path.beyond_logic else f"score {path.score}"
    if path.by_score:
        score = f"by its {score}"
    title = f"{shape} {level_text(path)}, {score}, seed {seed}"
    return _NewPuzzle(
        Puzzle(Grid.from_problem(made.problem), title=title, level=level_text(path)),
        {
            "givens": line_of(made.problem.givens), "solution": list(made.solution),
            **difficulty_json(path), "solved": path.solved,
            "techniques": {entry.key: count for entry, count in path.counts.items()}, "clues": made.problem.clues,
            "seed": seed, "attempts": made.attempt + 1, "boxes": [shape.box_rows, shape.box_columns],
            "shape": shape.text,
        },
    )  # fmt: skip


def _measured(shape: Shape, seed: int, options: argparse.Namespace, allowed: TimeAllowed) -> _NewPuzzle:
    made = generator.generate(
        shape, seed, tier=Tier(options.tier) if options.tier else None, symmetry=Symmetry(options.symmetry),
        minimal=options.minimal, clues=options.givens, stopped=allowed.passed,
    )  # fmt: skip
    tier = made.measure.tier.value
    return _NewPuzzle(
        Puzzle(Grid.from_problem(made.problem), title=f"{shape} {tier}, seed {seed}", level=tier),
        {
            "givens": line_of(made.problem.givens), "solution": list(made.solution), "tier": tier,
            "nodes": made.measure.nodes, "clues": made.problem.clues, "seed": seed,
            "boxes": [shape.box_rows, shape.box_columns], "shape": shape.text,
        },
    )  # fmt: skip
