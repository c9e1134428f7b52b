"""``dq sudoku rate``, ``hint``, ``path`` and ``train``: what a person could do, in text and as JSON."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from core._cli.arguments import positive
from core._cli.console import DONE, INTERRUPTED, NO_SOLUTION, note, print_json
from core._cli.driving import TimeAllowed, add_seconds
from core._cli.sudoku.coming import every_item
from core._cli.sudoku.puzzle_file import (
    AMBIGUOUS,
    STATUSES,
    Sheet,
    Tally,
    add_file,
    layout_of,
    thinking,
)
from core._words import counted, grouped
from core.sudoku._formats import Puzzle
from core.sudoku._formats.line import line_of
from core.sudoku._grid import Grid
from core.sudoku._setting import verdict_on
from core.sudoku._verdict import Finding, check
from core.sudoku.human import (
    TECHNIQUES,
    Path,
    Position,
    all_steps,
    hint_stages,
    next_step,
    proof_for,
    solve_by_logic,
    technique,
)
from core.sudoku.human._generator import Stopped
from core.sudoku.human._notation import house_text
from core.sudoku.human._pattern import Link, Node
from core.sudoku.human._position import Cancelled
from core.sudoku.human._rating import LABEL, ScaleRating, rate_on_scale
from core.sudoku.human._solver import PathEnding
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level

_STATUSES = STATUSES.format(f"{AMBIGUOUS} a puzzle has several; ")
LARGE = 9
"""Above this order, logic may take minutes."""
MOST_STEPS = 20 << 10
"""The most steps for counting solutions before a hint: less than a second, and far less in a 9×9 grid."""
TIME_IS_OVER = "time is up"
SOLVED_ALREADY = "solved already"
"""What the program says about a grid with nothing left to find."""


def declare_rate(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku rate``."""
    command.epilog = _STATUSES
    add_file(command)
    add_seconds(command)
    command.add_argument("--no-scale", action="store_true", help="leave out the rating on the SE scale (faster)")
    command.add_argument("--json", action="store_true", help="one JSON object per puzzle")
    command.set_defaults(run=_rate)


def declare_hint(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku hint``."""
    command.epilog = _STATUSES
    add_file(command)
    command.add_argument(
        "--stage", type=int, choices=(1, 2, 3), default=3, help="1 where to look, 2 which technique, 3 all (default)"
    )
    add_seconds(command)
    command.add_argument("--all", action="store_true", help="every step possible now, not just the simplest")
    command.add_argument("--json", action="store_true", help="one JSON object per step")
    command.set_defaults(run=_hint)


def declare_path(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku path``."""
    command.epilog = _STATUSES
    add_file(command)
    add_seconds(command)
    command.add_argument("--explain", action="store_true", help="give the reason for every step")
    command.add_argument(
        "--without", action="append", default=[], metavar="KEY", help="a technique not to use (may be repeated)"
    )
    command.add_argument("--json", action="store_true", help="one JSON object per puzzle, with its steps")
    command.set_defaults(run=_path)


def declare_train(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku train``."""
    command.add_argument("technique", metavar="TECHNIQUE", help="its key, such as x-wing, or list for all of them")
    command.add_argument("--boxes", default="3x3", metavar="RxC", help="box rows x box columns (default 3x3)")
    command.add_argument("--count", "-n", type=positive, default=1, metavar="K", help="how many (default 1)")
    command.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed makes the same positions")
    add_seconds(command)
    command.add_argument("--to", default="candidates", metavar="FORMAT", help="see convert --help (default candidates)")
    command.add_argument("--answer", action="store_true", help="print the step too")
    command.add_argument("--json", action="store_true", help="one JSON object per position")
    command.set_defaults(run=_train)


@contextmanager
def _steps_shown(puzzle: Puzzle) -> Iterator[Callable[[Step, Position], None]]:
    """For a large grid, which takes long, show the progress of logic on standard error."""
    cells = puzzle.grid.shape.cells
    with thinking(puzzle.grid.shape.order > LARGE) as tell:
        tell(f"{puzzle.name}: looking for the first step")
        steps = 0

        def follow(step: Step, position: Position) -> None:
            nonlocal steps
            steps += 1
            filled = grouped(cells - position.empty_cells)
            tell(
                f"{puzzle.name}: {counted(steps, 'step')}, {filled} of {grouped(cells)} cells filled, last {step.name}"
            )

        yield follow


def _flaw(puzzle: Puzzle, path: Path, tally: Tally) -> tuple[Finding, str] | None:
    """If a puzzle that logic did not solve is not a proper puzzle, say why in words and count it for the exit
    status."""
    if path.solved:
        return None
    if path.ending is PathEnding.CANCELLED:
        tally.unsolved += 1
        return None
    verdict = check(puzzle.problem, 2, steps=1 << 20)
    if verdict.kind is Finding.NO_SOLUTION:
        tally.unsolved += 1
        return verdict.kind, str(verdict)
    if verdict.kind is Finding.SEVERAL:
        tally.ambiguous += 1
        return verdict.kind, verdict.kind.value
    return None


def _rate(options: argparse.Namespace) -> int:
    tally = Tally()
    levels: Counter[str] = Counter()
    interrupted = False
    try:
        for puzzle in tally.puzzles(every_item(options)):
            problem = puzzle.problem
            with _steps_shown(puzzle) as follow:
                started, allowed = time.perf_counter(), TimeAllowed(options.seconds)
                path = solve_by_logic(problem, allowed.passed, follow=follow)
                seconds = time.perf_counter() - started
                kind, flaw = _flaw(puzzle, path, tally) or (None, None)
                levels[kind or level_text(path)] += 1
                unrated = flaw or options.no_scale or not path.steps or allowed.passed()
                scale = None if unrated else rate_on_scale(
                    problem, allowed.passed, unique=proof_for(problem)(), follow=follow
                )  # fmt: skip
                if scale is not None and scale.path.ending is PathEnding.CANCELLED:
                    tally.unsolved, scale = tally.unsolved + 1, None
            if options.json:
                print_json({
                    "title": puzzle.title or None, "line": puzzle.line, "base": 1, "boxes": _sides(puzzle),
                    "flaw": flaw, **_path_json(path), "rating": _scale_json(scale) if scale else None,
                    "seconds": seconds,
                })  # fmt: skip
            else:
                more = f", {scale} ({LABEL})" if scale else ""
                beyond = f"{level_text(path)}: " if path.beyond_logic else ""
                print(f"{puzzle.name}: {flaw or beyond + _path_text(path)}{more}", flush=True)
    except KeyboardInterrupt:  # what was rated is still summed up
        interrupted = True
    if sum(levels.values()) > 1 and not options.json:
        print(f"# {', '.join(f'{count} {level}' for level, count in levels.most_common())}")
    return INTERRUPTED if interrupted else tally.status


def _sides(puzzle: Puzzle) -> list[int]:
    shape = puzzle.grid.shape
    return [shape.box_rows, shape.box_columns]


def _hint(options: argparse.Namespace) -> int:
    tally = Tally()

    def without(puzzle: Puzzle, why: str) -> None:
        if options.json:
            print_json(
                {"title": puzzle.title or None, "line": puzzle.line, "base": 1, "technique": None, "reason": why}
            )
        else:
            print(f"{puzzle.name}: {why}", flush=True)

    for puzzle in tally.puzzles(every_item(options)):
        grid = puzzle.grid if any(puzzle.grid.givens) else Grid.from_problem(puzzle.problem)
        position = Position.of(grid, unique=proof_for(puzzle.problem))
        if position.solved:
            without(puzzle, SOLVED_ALREADY)
            continue
        position.cancelled = TimeAllowed(options.seconds).passed
        verdict = verdict_on(puzzle.problem, stopped=position.cancelled, most=MOST_STEPS)
        if verdict.kind is Finding.NO_SOLUTION:
            tally.unsolved += 1
            without(puzzle, str(verdict))
            continue
        if verdict.kind is Finding.SEVERAL:
            tally.ambiguous += 1
            without(puzzle, verdict.number)
        try:
            found = None if position.broken else next_step(position)
        except Cancelled:
            tally.unsolved += 1
            without(puzzle, TIME_IS_OVER)
            continue
        if found is None:
            left = f"{counted(position.empty_cells, 'empty cell')} and {counted(position.left, 'candidate')} left"
            wrong = "a cell, row, column or box has nothing left: something placed or struck out is wrong"
            without(puzzle, wrong if position.broken else f"no technique works here, {left}")
            continue
        try:
            for step in all_steps(position) if options.all else (found,):
                if options.json:
                    print_json({"title": puzzle.title or None, "line": puzzle.line, "base": 1, **step_json(step)})
                else:
                    print(f"{puzzle.name}: {hint_stages(step)[options.stage - 1].text}", flush=True)
        except Cancelled:
            tally.unsolved += 1
            without(puzzle, TIME_IS_OVER)
    return tally.status


def _path(options: argparse.Namespace) -> int:
    without = [technique(key) for key in options.without]
    tally = Tally()
    for number, puzzle in enumerate(tally.puzzles(every_item(options))):
        with _steps_shown(puzzle) as follow:
            path = solve_by_logic(
                puzzle.problem,
                TimeAllowed(options.seconds).passed,
                techniques=[entry for entry in TECHNIQUES if entry not in without],
                follow=follow,
            )
        _, flaw = _flaw(puzzle, path, tally) or (None, None)
        if options.json:
            print_json({
                "title": puzzle.title or None, "line": puzzle.line, "base": 1, "boxes": _sides(puzzle), "flaw": flaw,
                **_path_json(path), "path": [step_json(step) for step in path.steps],
            })  # fmt: skip
            continue
        print(("\n" if number else "") + f"# {puzzle.name}")
        for line in _path_lines(path, explain=options.explain):
            print(line)
        if flaw:
            print(f"# {flaw}")
        sys.stdout.flush()
    return tally.status


def _train(options: argparse.Namespace) -> int:
    if options.technique == "list":
        for entry in TECHNIQUES:
            print(f"{entry.key:32} {entry.code}  {entry.level.title:8} {entry.score:5}  {entry.name}")
        return DONE
    from core.sudoku.human._exercises import exercises  # it makes puzzles with NumPy, as no other verb does

    which = technique(options.technique)
    shape = layout_of(options.boxes)
    assert shape is not None
    allowed = TimeAllowed(options.seconds)
    found = exercises(which, shape, options.seed, stopped=lambda: allowed.passed())
    sheet = Sheet(None if options.json else options.to)
    for number in range(options.count):
        allowed = TimeAllowed(options.seconds)
        try:
            made = next(found)
        except (Stopped, Cancelled):
            note(f"{which.name}: time ran out before position {number + 1} was found")
            sheet.close()
            return NO_SOLUTION
        if options.json:
            print_json({
                "givens": line_of(made.grid.givens), "values": line_of(made.grid.values),
                "candidates": list(made.grid.candidates), "strict": made.strict, "base": 1,
                "step": step_json(made.step),
            })  # fmt: skip
            continue
        title = f"{which.name} {number + 1}, seed {options.seed}"
        sheet.put(Puzzle(made.grid, title=title), options.to)
        if options.answer:
            (note if sheet.framed else print)(f"# {made.step.name}. {made.step.sentence}")
        sys.stdout.flush()
    sheet.close()
    return DONE


def step_json(step: Step) -> dict[str, Any]:
    """All content of a step, cells by name and values as numbers."""
    layout, pattern = step.layout, step.pattern

    def node(candidates: Node) -> list[list[Any]]:
        return [[layout.name_of(cell), value] for cell, value in candidates]

    def chain(links: tuple[Link, ...]) -> list[dict[str, Any]]:
        return [
            {"from": node(link.source), "to": node(link.target), "kind": link.kind.value,
             "house": house_text(layout, link.house) if link.house >= 0 else None}
            for link in links
        ]  # fmt: skip

    roles: dict[str, Any] = {
        "houses": [house_text(layout, unit) for unit in pattern.houses],
        "covers": [house_text(layout, unit) for unit in pattern.covers],
        "values": list(pattern.values),
        "cells": [layout.name_of(cell) for cell in pattern.cells],
        "defining": node(pattern.defining),
        "fins": node(pattern.fins),
        "links": chain(pattern.links),
        "colours": [node(colour) for colour in pattern.colours],
        "sets": [
            {"cells": [layout.name_of(cell) for cell in one.cells], "values": list(one.values),
             "house": house_text(layout, one.house)}
            for one in pattern.sets
        ],
        "common": node(pattern.common),
        "branches": [chain(branch) for branch in pattern.branches],
        "contradiction": node(pattern.contradiction),
    }  # fmt: skip
    return {
        "technique": step.technique.key,
        "name": step.technique.name,
        "code": step.technique.code,
        "level": step.technique.level.title,
        "score": step.score,
        "rating": step.rating,
        "placements": node(step.placements),
        "eliminations": node(step.eliminations),
        "notation": step.line,
        "sentence": step.sentence,
        "pattern": {role: held for role, held in roles.items() if held},
    }


BEYOND_LOGIC = "beyond logic"
"""The level of a puzzle that techniques do not solve."""


def level_text(path: Path) -> str:
    """The level: that of the hardest technique, or that logic is not enough."""
    return BEYOND_LOGIC if path.beyond_logic else path.level.title


def difficulty_json(path: Path) -> dict[str, Any]:
    """How hard a puzzle is.  It has a score and a hardest technique only if logic solves it; sorting by ``rank`` and
    then ``score_at_least`` orders all puzzles, those beyond logic last."""
    hardest = path.hardest if path.solved else None
    return {
        "level": level_text(path),
        "by_score": path.by_score,
        "rank": max(Level) + 1 if path.beyond_logic else int(path.level),
        "score": path.score if path.solved else None,
        "score_at_least": path.score,
        "hardest": hardest.key if hardest else None,
    }


def _path_json(path: Path) -> dict[str, Any]:
    """The figures of a path, without its steps."""
    return {
        "ending": path.ending.value,
        "solved": path.solved,
        **difficulty_json(path),
        "steps": len(path.steps),
        "techniques": {entry.key: count for entry, count in path.counts.items()},
        "empty_cells": path.empty_cells,
        "candidates_left": path.candidates_left,
    }


def _scale_json(rating: ScaleRating) -> dict[str, Any]:
    """The rating on Sudoku Explainer's scale, marked as our own figure."""
    return {"scale": LABEL, "hardest": rating.hardest, "pearl": rating.pearl, "diamond": rating.diamond}


def _path_text(path: Path) -> str:
    """``hard, score 1010, hardest XY-Wing``; if logic did not solve it, also how much is left."""
    if path.ending is PathEnding.CONTRADICTION:
        return "contradiction: this cannot be solved"
    if path.solved and not path.steps:
        return SOLVED_ALREADY
    if path.solved:
        hardest = f", hardest {path.hardest.name}" if path.hardest else ""
        return f"{path.level.title}, score {path.score}{hardest}"
    cells = counted(path.empty_cells, "empty cell")
    where = "time is up" if path.ending is PathEnding.CANCELLED else "logic ends"
    so_far = f", hardest so far {path.hardest.name}" if path.hardest else ""
    left = counted(path.candidates_left, "candidate")
    return f"{where} with {cells} and {left} left, score at least {path.score}{so_far}"


def _path_lines(path: Path, *, explain: bool) -> Iterator[str]:
    """A numbered line for each step, with reasons if ``explain``."""
    width = len(str(len(path.steps)))
    for number, step in enumerate(path.steps, 1):
        yield f"{number:{width}}. {f'{step.name}. {step.sentence}' if explain else step.line}"
    used = ", ".join(f"{entry.name} {count}" for entry, count in path.counts.items())
    yield f"# {_path_text(path)}"
    if used:
        yield f"# {used}"
