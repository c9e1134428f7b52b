"""``dq sudoku generate``: the puzzles that the options ask for, one by one, with progress."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from core._cli.arguments import positive
from core._cli.console import DONE, INTERRUPTED, NO_SOLUTION, UsageError, note, print_json, wants_progress
from core._cli.driving import TimeAllowed, add_seconds
from core._cli.sudoku.logic import difficulty_json, level_text
from core._cli.sudoku.puzzle_file import add_format, layout_of, thinking
from core._search import ProblemError
from core._words import counted
from core.sudoku._formats import Puzzle, write
from core.sudoku._formats.line import line_of
from core.sudoku._formats.ruled import rule_lines
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku.human import Level, technique
from core.sudoku.human import _generator as generator
from core.sudoku.human._generator import NotFound, Stopped, Symmetry, Tier, check_tier
from core.sudoku.human._generator_rated import Wish, generate_rated
from core.sudoku.human._jigsaw import jigsaw
from core.sudoku.rules._kinds import drawn_kinds

TRIES = 2000
"""The default number of grids tried for one puzzle: most wishes take fewer than 100."""


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku generate``."""
    command.epilog = (
        "Exit status: 0 done; 1 no such puzzle was found in the grids tried, or --seconds ended the search; "
        "2 bad usage, or no puzzle can be like that; 130 interrupted."
    )
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
        "--rules", action="append", default=[], choices=tuple(drawn_kinds()),
        help="with rules of this kind that fit the solution, as many as it needs (may be repeated)",
    )  # fmt: skip
    command.add_argument(
        "--level",
        choices=[level.title for level in Level],
        help="how hard for a person: by the hardest technique it needs, or by its score where many steps add up to "
        "more (extreme: by its score, or beyond logic)",
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
    command.add_argument(
        "--minimal", action="store_true",
        help="remove givens until each one is needed, or each group that the symmetry keeps together",
    )  # fmt: skip
    command.add_argument(
        "--tries",
        type=positive,
        default=TRIES,
        metavar="K",
        help=f"how many grids to try for one puzzle before giving up (default {TRIES})",
    )
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
            interrupted = True  # a format may have something to write at the end

    def entitled() -> Iterator[Puzzle]:
        for puzzle in made():
            yield puzzle.puzzle

    if options.json:
        for puzzle in made():
            print_json(puzzle.json)
    else:
        default = "rules" if options.rules else "boxed" if options.number == 1 else "line"
        for line in write(entitled(), options.to or default):
            print(line, flush=True)
    return INTERRUPTED if interrupted else NO_SOLUTION if late else DONE


RARE = 30
"""After this many grids without such a puzzle, puzzles of this kind are called rare."""


@dataclass(frozen=True)
class _NewPuzzle:
    """One puzzle, in the forms for text formats and for JSON."""

    puzzle: Puzzle
    json: dict[str, Any]


def _made_for(options: argparse.Namespace) -> Iterator[_NewPuzzle | None]:
    """Make the number of puzzles asked for, seed after seed; None if time or tries run out first.

    Raises UsageError and ProblemError.
    """
    allowed = TimeAllowed(options.seconds)
    try:
        layout = _variant(options, allowed)
    except Stopped:
        note("time ran out before regions were found")
        yield None
        return
    by_logic = bool(options.level or options.score or options.requires or options.rules)
    if by_logic and options.tier:
        raise UsageError("--tier is a different measure: leave it out with --level, --score, --requires and --rules")
    wish = _wish(options)
    wish.check(layout)
    check_tier(layout, Tier(options.tier) if options.tier else None)
    for number in range(options.number):
        seed, allowed = options.seed + number, TimeAllowed(options.seconds)
        with thinking() as tell:
            progress = _Progress(tell, number, options.number, allowed)
            try:
                made: _NewPuzzle | str = (_rated if by_logic else _measured)(layout, seed, wish, options, progress)
            except Stopped:
                made = f"seed {seed}: time ran out before such a puzzle was found"
            except NotFound as error:
                made = f"{error} (--tries K sets how many grids are tried)"
        if isinstance(made, str):
            note(made)
        yield None if isinstance(made, str) else made


class _Progress:
    """Reports progress each time it is asked whether to stop."""

    def __init__(self, tell: Callable[[str], None], number: int, total: int, allowed: TimeAllowed) -> None:
        self._tell, self._number, self._total, self._allowed, self._tries = tell, number, total, allowed, 0
        self.tried(0)

    def tried(self, tries: int) -> None:
        """Note that this many grids have been tried in vain for the next puzzle."""
        self._tries = tries
        self._tell(_so_far(self._number, self._total, tries))

    def stopped(self) -> bool:
        """Whether time is up."""
        if not wants_progress():  # nobody watches a status line, so the text is repeated for those who wait long
            self.tried(self._tries)
        return self._allowed.passed()


def _so_far(number: int, total: int, tries: int) -> str:
    """The number of puzzles made, and of grids tried in vain for the next."""
    rare = "; such puzzles are rare, Ctrl-C ends the search" if tries >= RARE else ""
    return f"{number} of {total} made; {counted(tries, 'grid')} tried for the next{rare}"


def _variant(options: argparse.Namespace, allowed: TimeAllowed) -> Layout:
    """The layout with the additions of the variants.  Raises UsageError, and Stopped."""
    layout = layout_of(options.boxes)
    assert layout is not None
    kinds = {*options.variant, *layout.text.split()[1:]}
    try:
        if "jigsaw" in options.variant:
            if "windoku" in kinds:
                raise UsageError("--variant: windows go with boxes, not with jigsaw")
            return jigsaw(layout.order, options.seed, diagonals="x" in kinds, stopped=allowed.passed)
        return Layout.parse(" ".join([layout.text, *options.variant]))
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
        tuple(drawn_kinds()[word] for word in options.rules),
        by_logic=bool(options.rules) and options.level is None,
    )


def _rated(layout: Layout, seed: int, wish: Wish, options: argparse.Namespace, progress: _Progress) -> _NewPuzzle:
    made = generate_rated(layout, seed, wish, stopped=progress.stopped, progress=progress.tried, attempts=options.tries)
    path = made.path
    score = f"score at least {path.score}" if path.beyond_logic else f"score {path.score}"
    if path.by_score:
        score = f"by its {score}"
    title = f"{made.problem.layout} {level_text(path)}, {score}, seed {seed}"
    return _NewPuzzle(
        Puzzle(Grid.from_problem(made.problem), title=title, level=level_text(path)),
        {
            "givens": line_of(made.problem.givens), "solution": list(made.solution),
            **difficulty_json(path), "solved": path.solved,
            "techniques": {entry.key: count for entry, count in path.counts.items()}, "clues": made.problem.clues,
            "seed": seed, "attempts": made.attempt + 1, "boxes": [layout.shape.box_rows, layout.shape.box_columns],
            "shape": layout.text, **({"rules": list(rule_lines(made.problem.layout))} if wish.rules else {}),
        },
    )  # fmt: skip


def _measured(layout: Layout, seed: int, wish: Wish, options: argparse.Namespace, progress: _Progress) -> _NewPuzzle:
    made = generator.generate(
        layout, seed, tier=Tier(options.tier) if options.tier else None, symmetry=wish.symmetry,
        minimal=wish.minimal, clues=wish.clues, stopped=progress.stopped, progress=progress.tried,
        attempts=options.tries,
    )  # fmt: skip
    tier = made.measure.tier.value
    return _NewPuzzle(
        Puzzle(Grid.from_problem(made.problem), title=f"{layout} {tier}, seed {seed}", level=tier),
        {
            "givens": line_of(made.problem.givens), "solution": list(made.solution), "tier": tier,
            "nodes": made.measure.nodes, "clues": made.problem.clues, "seed": seed,
            "boxes": [layout.shape.box_rows, layout.shape.box_columns], "shape": layout.text,
        },
    )  # fmt: skip
