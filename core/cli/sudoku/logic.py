"""``python -m core sudoku rate | hint | path | train | cases``: the logic engine on the command line."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from core.cli.console import INTERRUPTED, positive, print_json
from core.cli.sudoku.cases import add_cases, techniques_named
from core.cli.sudoku.console import AMBIGUOUS, STATUSES, Tally, add_file, bar, coming_items, read_items, shape_of

if TYPE_CHECKING:
    from core.sudoku.formats import Puzzle
    from core.sudoku.human import Path
    from core.sudoku.verdict import Finding

_SAME = STATUSES.format(f"{AMBIGUOUS} a puzzle has several; ")


def add_logic(verbs: Any) -> None:
    """Declare the verbs."""
    rate = verbs.add_parser("rate", help="rate how hard each puzzle is for a person: level and score", epilog=_SAME)
    add_file(rate)
    rate.add_argument("--no-scale", action="store_true", help="leave out the rating on the SE scale (faster)")
    rate.add_argument("--json", action="store_true", help="one JSON object a puzzle")
    rate.set_defaults(run=_rate)

    hint = verbs.add_parser(
        "hint", help="print the next step of each puzzle, in as much detail as you want", epilog=_SAME
    )
    add_file(hint)
    hint.add_argument(
        "--stage", type=int, choices=(1, 2, 3), default=3, help="1 where to look, 2 which technique, 3 all (default)"
    )
    hint.add_argument("--all", action="store_true", help="every step possible now, not just the simplest")
    hint.add_argument("--json", action="store_true", help="one JSON object a step")
    hint.set_defaults(run=_hint)

    path = verbs.add_parser("path", help="solve every puzzle by logic and print the steps", epilog=_SAME)
    add_file(path)
    path.add_argument("--explain", action="store_true", help="give the reason for every step")
    path.add_argument(
        "--without", action="append", default=[], metavar="KEY", help="a technique not to use (may be repeated)"
    )
    path.add_argument("--json", action="store_true", help="one JSON object a puzzle, with its steps")
    path.set_defaults(run=_path)

    train = verbs.add_parser("train", help="print positions in which a technique is the next step")
    train.add_argument("technique", metavar="TECHNIQUE", help="its key, such as x-wing, or list for all of them")
    train.add_argument("--boxes", default="3x3", metavar="RxC", help="box rows x box columns (default 3x3)")
    train.add_argument("--count", "-n", type=positive, default=1, metavar="K", help="how many (default 1)")
    train.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed makes the same positions")
    train.add_argument("--to", default="candidates", metavar="FORMAT", help="see convert --help (default candidates)")
    train.add_argument("--answer", action="store_true", help="print the step too")
    train.add_argument("--json", action="store_true", help="one JSON object a position")
    train.set_defaults(run=_train)
    add_cases(verbs)


def _puzzles(options: argparse.Namespace, tally: Tally) -> Iterator[Puzzle]:
    """Yield the puzzles of the file under a progress bar, and complain about what cannot be read."""
    from core.sudoku.formats import FormatError

    coming = coming_items(options)
    items = read_items(options) if coming is None else []
    with bar(len(items), options.verb) as advance:
        for item in items if coming is None else coming:
            if isinstance(item, FormatError):
                tally.complain(item)
            else:
                yield item
            advance()


def _flaw(puzzle: Puzzle, path: Path, tally: Tally) -> tuple[Finding, str] | None:
    """If a puzzle that logic did not solve is no proper puzzle, say why in words and count it for the exit status."""
    from core.sudoku.verdict import Finding, check

    if path.solved:
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
    from core.cli.sudoku.steps import level_text, path_json, path_text, scale_json
    from core.sudoku.human.rating import LABEL, rate_on_scale
    from core.sudoku.human.solver import proof_for, solve_by_logic

    tally = Tally()
    levels: Counter[str] = Counter()
    interrupted = False
    try:
        for puzzle in _puzzles(options, tally):
            problem = puzzle.problem
            started = time.perf_counter()
            path = solve_by_logic(problem)
            seconds = time.perf_counter() - started
            kind, flaw = _flaw(puzzle, path, tally) or (None, None)
            levels[kind or level_text(path)] += 1
            unrated = flaw or options.no_scale or not path.steps
            scale = None if unrated else rate_on_scale(problem, unique=proof_for(problem)())
            if options.json:
                print_json({
                    "title": puzzle.title or None, "line": puzzle.line, "boxes": _sides(puzzle), "flaw": flaw,
                    **path_json(path), "rating": scale_json(scale) if scale else None, "seconds": seconds,
                })  # fmt: skip
            else:
                more = f", {scale} ({LABEL})" if scale else ""
                beyond = f"{level_text(path)}: " if path.beyond_logic else ""
                print(f"{puzzle.name}: {flaw or beyond + path_text(path)}{more}", flush=True)
    except KeyboardInterrupt:  # what was rated is still summed up
        interrupted = True
    if sum(levels.values()) > 1 and not options.json:
        print(f"# {', '.join(f'{count} {level}' for level, count in levels.most_common())}")
    return INTERRUPTED if interrupted else tally.status


def _sides(puzzle: Puzzle) -> list[int]:
    shape = puzzle.grid.shape
    return [shape.box_rows, shape.box_columns]


def _hint(options: argparse.Namespace) -> int:
    from core.cli.sudoku.steps import SOLVED_ALREADY, step_json
    from core.sudoku.grid import Grid
    from core.sudoku.human import Position, all_steps, hint_stages, next_step, proof_for, solve_by_logic

    tally = Tally()

    def without(puzzle: Puzzle, why: str) -> None:
        if options.json:
            print_json({"title": puzzle.title or None, "line": puzzle.line, "technique": None, "reason": why})
        else:
            print(f"{puzzle.name}: {why}", flush=True)

    for puzzle in _puzzles(options, tally):
        grid = puzzle.grid if any(puzzle.grid.givens) else Grid.from_problem(puzzle.problem)
        position = Position.of(grid, unique=proof_for(puzzle.problem))
        if position.solved:
            without(puzzle, SOLVED_ALREADY)
            continue
        found = None if position.broken else next_step(position)
        if found is None:
            path = solve_by_logic(position)
            _, flaw = _flaw(puzzle, path, tally) or (None, None)
            left = f"{position.empty_cells} empty cells and {position.left} candidates left"
            wrong = "a cell or a unit has nothing left: something placed or struck out is wrong"
            without(puzzle, flaw or (wrong if position.broken else f"no technique works here, {left}"))
            continue
        for step in all_steps(position) if options.all else (found,):
            if options.json:
                print_json({"title": puzzle.title or None, "line": puzzle.line, **step_json(step)})
            else:
                print(f"{puzzle.name}: {hint_stages(step)[options.stage - 1].text}", flush=True)
    return tally.status


def _path(options: argparse.Namespace) -> int:
    from core.cli.sudoku.steps import path_json, path_lines, step_json
    from core.sudoku.human import TECHNIQUES, solve_by_logic

    without = techniques_named(options.without)
    tally = Tally()
    for number, puzzle in enumerate(_puzzles(options, tally)):
        path = solve_by_logic(puzzle.problem, techniques=[entry for entry in TECHNIQUES if entry not in without])
        _, flaw = _flaw(puzzle, path, tally) or (None, None)
        if options.json:
            print_json({
                "title": puzzle.title or None, "line": puzzle.line, "boxes": _sides(puzzle), "flaw": flaw,
                **path_json(path), "path": [step_json(step) for step in path.steps],
            })  # fmt: skip
            continue
        print(("\n" if number else "") + f"# {puzzle.name}")
        for line in path_lines(path, explain=options.explain):
            print(line)
        if flaw:
            print(f"# {flaw}")
        sys.stdout.flush()
    return tally.status


def _train(options: argparse.Namespace) -> int:
    from core.cli.sudoku.steps import step_json
    from core.sudoku.formats import Puzzle, write
    from core.sudoku.formats.line import line_of
    from core.sudoku.human import TECHNIQUES
    from core.sudoku.human.lessons import lessons

    if options.technique == "list":
        for entry in TECHNIQUES:
            print(f"{entry.key:32} {entry.code}  {entry.level.title:8} {entry.score:5}  {entry.name}")
        return 0
    (which,) = techniques_named([options.technique])
    shape = shape_of(options.boxes)
    assert shape is not None
    found = lessons(which, shape, options.seed)
    for number in range(options.count):
        made = next(found)
        if options.json:
            print_json({
                "givens": line_of(made.grid.givens), "values": line_of(made.grid.values),
                "candidates": list(made.grid.candidates), "strict": made.strict, "step": step_json(made.step),
            })  # fmt: skip
            continue
        title = f"{which.name} {number + 1}, seed {options.seed}"
        for line in write([Puzzle(made.grid, title=title)], options.to):
            print(line)
        if options.answer:
            print(f"# {made.step.name}. {made.step.sentence}")
        sys.stdout.flush()
    return 0
