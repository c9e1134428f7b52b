"""``dq sudoku solve`` and ``dq sudoku count``: their searches and their output, as text and as JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from core._catalog import THREADS, algorithm, algorithms
from core._cli.arguments import add_parameters, positive, settings_of
from core._cli.console import UsageError, invocation, note, print_json, source_name
from core._cli.driving import (
    Outcome,
    TimeAllowed,
    add_parts,
    add_seconds,
    count_in_parts,
    in_parts,
    solve,
    splitting,
    undecided,
)
from core._cli.sudoku.batch import LARGEST_COUNT, Result, chosen, solve_all
from core._cli.sudoku.coming import Aside, coming_items
from core._cli.sudoku.long_lists import count_long_list, solve_long_list
from core._cli.sudoku.puzzle_file import STATUSES, Sheet, Tally, add_file, add_format, bar, read_items
from core._search import Goal, Status
from core._words import counted, grouped
from core.running._streaming import Listing
from core.sudoku._clash import clash_in
from core.sudoku._formats import CannotWrite, FormatError, Puzzle, PuzzleOrError
from core.sudoku._formats.document import answer
from core.sudoku._formats.line import line_of
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku._shape import Shape
from core.sudoku._verdict import malformed


def declare_solve(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku solve``."""
    command.epilog = STATUSES.format("")
    add_file(command)
    _add_search(command)
    command.add_argument("--all", action="store_true", help="every solution, not just one")
    add_format(command)
    command.set_defaults(run=_solve)


def declare_count(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku count``."""
    command.epilog = STATUSES.format("")
    add_file(command)
    command.add_argument("--threads", type=positive, metavar="K", help="count in K threads")  # by any algorithm
    add_parts(command)
    command.add_argument(
        "--checkpoint", type=Path, metavar="FILE",
        help="keep finished parts there, and continue from there if the file exists (one puzzle)",
    )  # fmt: skip
    _add_search(command)
    command.set_defaults(run=_count)


def _add_search(command: argparse.ArgumentParser) -> None:
    keys = ", ".join(entry.key for entry in algorithms("sudoku"))
    command.add_argument("--algorithm", "-a", metavar="KEY", help=f"{keys}; default: by shape")
    command.add_argument("--limit", type=positive, metavar="K", help="stop after K solutions")
    add_seconds(command)
    command.add_argument("--json", action="store_true", help="one JSON object per puzzle")
    add_parameters(command, "sudoku")


def _results(options: argparse.Namespace, goal: Goal, tally: Tally) -> Iterator[Result]:
    """Solve everything; report what cannot be read or taken."""
    entry = algorithm("sudoku", options.algorithm) if options.algorithm else None
    settings = settings_of(options, "sudoku", entry)
    coming = coming_items(options)
    if coming is not None:
        yield from _sound(options, coming.together(partial(_at_once, options, goal, settings)), tally)
        return
    items = read_items(options)
    alone = len(items) == 1 and isinstance(items[0], Puzzle)
    with bar(0 if goal is Goal.ALL else len(items), options.verb) as advance:
        results = (
            (_watched(options, item, goal, settings, alone=True) for item in items)
            if alone
            else _at_once(options, goal, settings, items, advance.aside)
        )
        yield from _sound(options, results, tally, advance, alone=len(items) == 1)


def _at_once(
    options: argparse.Namespace, goal: Goal, settings: Any, items: list[PuzzleOrError], aside: Aside
) -> Iterator[Result]:
    """Answer these puzzles, and flush the output before waiting for more."""

    def watch(item: PuzzleOrError) -> Result:
        with aside():
            return _watched(options, item, goal, settings, alone=False)

    if goal is Goal.ALL or options.seconds:  # each search is followed separately and can be stopped
        yield from map(watch, items)
    else:
        given = settings if options.parameters else {}
        yield from solve_all(items, options.algorithm, goal, options.limit, given, watch)
    sys.stdout.flush()


def _sound(
    options: argparse.Namespace, results: Iterable[Result], tally: Tally, advance: Callable[[], object] = lambda: None,
    *, alone: bool = False,
) -> Iterator[Result]:  # fmt: skip
    """Yield the results that are answers; report the others, and print a mark in place of their line."""
    marks = options.verb == "solve" and not options.json and _style(options, alone=alone) == "line"
    for result in results:
        advance()
        item = result.item
        if isinstance(item, FormatError):
            tally.complain(item)
            if marks:
                print(f"# {malformed(item).kind}: line {item.line}")
        elif result.refusal:
            tally.complain(f"{source_name(options.file)}, {item.name}: {result.refusal}")
            if marks:
                print(f"# not solved: line {item.line}")
        else:
            yield result


def _watched(options: argparse.Namespace, item: PuzzleOrError, goal: Goal, settings: Any, *, alone: bool) -> Result:
    """Solve one puzzle with its own progress: Ctrl-C keeps the figures, and solutions are printed as they are found."""
    if isinstance(item, FormatError):
        return Result(item)
    problem, listing = item.problem, None
    entry = chosen(item, options.algorithm, goal)
    if refusal := entry.refusal(problem, goal):
        return Result(item, refusal=refusal)
    settings, allowed = settings or entry.settings({}), TimeAllowed(options.seconds)
    if goal is Goal.COUNT:
        label = f"{item.name} · {entry.title}"
        return _counted(item, alone, partial(
            solve, problem, entry, goal, limit=options.limit, settings=settings, label=label, allowed=allowed
        ))  # fmt: skip
    if goal is Goal.ALL and not options.json:
        style = _style(options, alone=alone)

        def put(solutions: Sequence[Sequence[int]]) -> None:
            for found in solutions:
                print_solution(problem.layout, found, style, options.sheet)

        listing = Listing(put, sys.stdout.flush, forget=True)
    follow = listing.follow if listing else None
    try:
        outcome = solve(problem, entry, goal, limit=options.limit, settings=settings, follow=follow, allowed=allowed)
    except CannotWrite as error:
        return Result(item, refusal=str(error))
    return Result(item, outcome, alone=alone, printed=listing.written if listing else None)


def _counted(puzzle: Puzzle, alone: bool, count: Callable[..., Outcome]) -> Result:
    """Count the solutions of a puzzle; if that takes long, estimate them."""
    from core._estimates.beside import ForecastThread  # needs NumPy and kernels, which finding a solution does not

    with closing(ForecastThread(puzzle.problem)) as forecast:
        outcome = count(known=forecast.look)
    expected = forecast.expected if outcome.interrupted else None
    return Result(puzzle, outcome, alone=alone, expected=expected)


def _counted_in_parts(options: argparse.Namespace) -> Iterator[Result]:
    """Yield one result for each item of the file.  Raises UsageError, CannotSolve, LedgerError or ClusterError."""
    items = read_items(options)
    if options.checkpoint and len(items) > 1:
        raise UsageError(
            f"--checkpoint: a file holds the count of one puzzle, and {source_name(options.file)} has {len(items)}; "
            "leave it out, or give the puzzle a file of its own"
        )
    for item in items:
        if isinstance(item, FormatError):
            yield Result(item)
            continue
        entry = splitting(item.problem, options.algorithm)
        if refusal := entry.refusal(item.problem, Goal.COUNT):
            yield Result(item, refusal=refusal)
            continue
        given = options.parameters | ({THREADS.key: options.threads} if options.threads else {})
        yield _counted(item, len(items) == 1, partial(
            count_in_parts, item.problem, entry, Goal.COUNT, options, entry.settings(given)
        ))  # fmt: skip


def _style(options: argparse.Namespace, *, alone: bool) -> str:
    """The format of solutions."""
    return str(options.to or ("boxed" if alone else "line"))


def _solve(options: argparse.Namespace) -> int:
    tally = Tally()
    if options.all and options.to == "document":
        raise UsageError("--to document: its answer is one solution; leave out --all, or take another format")
    goal = Goal.ALL if options.all else Goal.FIRST
    options.sheet = Sheet(None if options.json else options.to)

    def tell(result: Result) -> None:
        outcome = result.outcome
        assert outcome is not None
        tally.unsolved += not outcome.snapshot.solutions and not outcome.interrupted
        if options.json:
            print_json(_as_json(result))
        else:
            try:
                print_solutions(result, _style(options, alone=result.alone), options.sheet)
            except CannotWrite as error:
                tally.complain(f"{source_name(options.file)}, {_name_of(result)}: {error}")
        if outcome.interrupted:
            raise KeyboardInterrupt

    def special(item: PuzzleOrError, aside: Aside) -> None:
        if isinstance(item, Puzzle) and options.all:
            with aside():
                results = [_watched(options, item, goal, None, alone=False)]
        else:
            results = list(solve_all([item], options.algorithm, goal, None, {}))
        for result in _sound(options, results, tally):
            tell(result)

    if not options.seconds and (status := solve_long_list(options, tally, special)) is not None:
        return status
    try:
        for result in _results(options, goal, tally):
            tell(result)
    finally:
        options.sheet.close()
    return tally.status


def _count(options: argparse.Namespace) -> int:
    tally = Tally()

    def tell(result: Result) -> None:
        outcome = result.outcome
        assert outcome is not None
        shot = outcome.snapshot
        tally.unsolved += not shot.solutions and not outcome.interrupted
        if options.json:
            print_json(_as_json(result))
        else:
            said = f"{_in_words(shot.solutions, shot.status)}{result.told_from}"
            print(f"{_name_of(result)}: {said}", flush=True)
            if result.expected is not None:
                note(f"{_name_of(result)}: {result.expected} in all, {result.expected.source}")
        if outcome.interrupted:
            raise KeyboardInterrupt

    def special(item: PuzzleOrError, aside: Aside) -> None:
        if isinstance(item, FormatError):
            tally.complain(item)
            return
        with aside():
            tell(_watched(options, item, Goal.COUNT, None, alone=False))

    def words(count: int) -> str | None:
        if options.limit is None or options.limit > LARGEST_COUNT:
            return _in_words(count, Status.COMPLETE) if count < LARGEST_COUNT else None
        return _in_words(count, Status.COMPLETE if count < options.limit else Status.LIMIT)

    if in_parts(options) or options.checkpoint or (options.threads or 1) > 1:
        results = _sound(options, _counted_in_parts(options), tally)
    else:
        limit = min(options.limit or LARGEST_COUNT, LARGEST_COUNT)
        if not options.seconds and (status := count_long_list(options, tally, limit, words, special)) is not None:
            return status
        results = _results(options, Goal.COUNT, tally)
    for result in results:
        tell(result)
    return tally.status


def _in_words(solutions: int, status: Status) -> str:
    """The number of solutions in words: all of them, if the search ended."""
    return f"{'' if status is Status.COMPLETE else 'at least '}{solutions}"


def _name_of(result: Result) -> str:
    """The title of the puzzle, or its line."""
    assert isinstance(result.item, Puzzle)
    return result.item.name


def print_solution(layout: Layout, solution: Sequence[int], style: str, sheet: Sheet) -> None:
    """Print one solution in the format named."""
    values = tuple(map(int, solution))
    if style == "line" and layout == Layout.of(Shape.default(layout.order)):
        sys.stdout.write(f"{line_of(values)}\n")
    else:
        sheet.put(Puzzle(Grid.of(layout, values)), style)


def print_solutions(result: Result, style: str, sheet: Sheet) -> None:
    """Print the solutions found but not yet printed, or a remark that says why there is none.

    If the file has room for remarks, the remark is a line there.
    """
    remark = note if sheet.framed else print
    puzzle, outcome = result.item, result.outcome
    assert isinstance(puzzle, Puzzle)
    assert outcome is not None
    layout, shot = puzzle.grid.layout, outcome.snapshot
    if style == "document":
        print(*answer(layout.shape, puzzle.clues, outcome.solutions[0] if outcome.solutions else None), sep="\n")
        return
    if not shot.solutions:
        remark(f"# {_why_not(result)}")
    # A user who interrupts a listing does not want to wait for the rest of it.
    last = result.printed if outcome.interrupted and result.printed is not None else len(outcome.solutions)
    for number in range(result.printed or 0, last):
        print_solution(layout, outcome.solutions[number], style, sheet)
    if result.alone and not invocation.quiet:
        nodes, listed = counted(shot.nodes or 0, "node"), ""
        if last < shot.solutions:
            listed = f"stopped: {grouped(last)} of at least {grouped(shot.solutions)} solutions listed; "
        started = result.told_from.removeprefix(", ")
        listed += f"{started}; " if started else ""
        remark(f"# {listed}{outcome.algorithm.key}: {nodes}, built in {shot.build_seconds * 1e3:.2f} ms, "
               f"solved in {shot.seconds * 1e3:.2f} ms")  # fmt: skip


def _why_not(result: Result) -> str:
    """Why there is no solution: the search proved it, gave up or was stopped, three different things."""
    assert isinstance(result.item, Puzzle)
    assert result.outcome is not None
    status = result.outcome.snapshot.status
    if status is Status.GAVE_UP:
        return f"gave up: {result.outcome.algorithm.key} ended without a solution, which proves nothing"
    if result.outcome.late:
        return undecided(result.outcome.goal)
    if status is Status.STOPPED:
        return "stopped before a solution was found"
    conflicts = result.item.problem.conflicts
    if conflicts:
        return f"no solution: {conflicts[0]}"
    clash = clash_in(result.item.problem)
    return f"no solution: {clash.words(result.item.problem)}" if clash else "no solution"


def _as_json(result: Result) -> dict[str, Any]:
    """The object that ``--json`` prints; times are null if a whole stretch was solved in one call."""
    puzzle, outcome = result.item, result.outcome
    assert isinstance(puzzle, Puzzle)
    assert outcome is not None
    shape = puzzle.grid.shape
    more: dict[str, Any] = {
        "title": puzzle.title or None,
        "line": puzzle.line,
        "base": 1,
        "boxes": [shape.box_rows, shape.box_columns],
        "givens": line_of(puzzle.clues),
        "from": puzzle.problem.basis,
    }
    if not result.timed:
        more |= {"seconds": None, "build_seconds": None, "solve_seconds": None}
    if (expected := result.expected) is not None:
        more["expected"] = {
            "solutions": expected.value, "log10": expected.log10, "error": expected.error, "probes": expected.probes,
        }  # fmt: skip
    if not outcome.snapshot.solutions:
        more["reason"] = _why_not(result)
    return outcome.as_json(**more)
