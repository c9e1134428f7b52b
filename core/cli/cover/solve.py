"""``dq cover solve`` and ``dq cover count``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from core.catalog import Algorithm, algorithm, algorithms
from core.cli.arguments import add_parameters, positive, settings_of
from core.cli.console import Deferred, UsageError, note, print_json, source_name
from core.cli.cover import STATUSES
from core.cli.cover.source import GALLERY_PREFIX, add_restrictions, add_source, read_source, say
from core.cli.driving import Outcome, add_parts, add_seconds, count_in_parts, in_parts, solve, undecided
from core.exact_cover.analysis import Uncoverable, uncoverable
from core.exact_cover.problem import ExactCover
from core.exact_cover.propose import propose
from core.exact_cover.puzzle import CoverPuzzle
from core.running.run import Run
from core.running.streaming import Listing
from core.search import CannotSolve, Goal, Status
from core.words import byte_size, counted, grouped

WORTH_SAYING = 1 << 20
"""The report mentions a table of at least this many bytes."""


def declare_solve(command: argparse.ArgumentParser) -> None:
    """Declare ``cover solve``."""
    command.epilog = STATUSES
    add_source(command)
    command.add_argument("--goal", "-g", choices=[goal.value for goal in Goal], default="first", help="default: first")
    command.add_argument(
        "--unique", action="store_true", help="one of each class of symmetric solutions (implies --goal all)"
    )
    command.add_argument("--svg", metavar="FILE", help="draw the first solution into FILE")
    _add_search(command)
    command.set_defaults(run=_solve)


def declare_count(command: argparse.ArgumentParser) -> None:
    """Declare ``cover count``."""
    command.epilog = STATUSES
    add_source(command)
    add_parts(command)
    command.add_argument(
        "--checkpoint", type=Path, metavar="FILE",
        help="keep finished parts there, and continue from there if the file exists (with --threads, --processes, …)",
    )  # fmt: skip
    command.add_argument("--unique", action="store_true", help="count classes of symmetric solutions")
    _add_search(command)
    command.set_defaults(run=_count)


def _add_search(command: argparse.ArgumentParser) -> None:
    add_restrictions(command)
    command.add_argument("--algorithm", "-a", metavar="KEY", help="default: the one that suits the problem")
    command.add_argument("--limit", type=positive, metavar="K", help="stop after K solutions")
    add_seconds(command)
    command.add_argument("--json", action="store_true", help="one JSON object")
    add_parameters(command, "cover")


def _entry(options: argparse.Namespace, puzzle: CoverPuzzle, goal: Goal) -> Algorithm:
    if options.algorithm is not None:
        return algorithm("cover", options.algorithm)
    given = options.parameters
    if given:
        able = [e for e in algorithms("cover") if e.obstacle(puzzle.problem, goal) is None]
        takes = [e for e in able if set(given) <= {p.key for p in e.accepted}]
        if not takes:
            raise UsageError(f"no algorithm for this takes --{' and --'.join(given)}; see the command algorithms")
        return takes[-1]
    return propose(puzzle.problem, goal).algorithm


def _search(
    options: argparse.Namespace, puzzle: CoverPuzzle, goal: Goal, follow: Callable[[Run], None] | None = None
) -> Outcome:
    entry = _entry(options, puzzle, goal)
    settings = settings_of(options, "cover", entry)
    if puzzle.misfit:
        note(f"{source_name(options.source)}: {puzzle.misfit}")
    if (refusal := entry.refusal(puzzle.problem, goal)) is not None:
        raise CannotSolve(refusal)
    return solve(
        puzzle.problem, entry, goal, limit=options.limit, settings=settings, follow=follow, known=puzzle.known,
        seconds=options.seconds,
    )  # fmt: skip


def _solve(options: argparse.Namespace) -> int:
    puzzle = read_source(options)
    goal = Goal.ALL if options.unique else Goal(options.goal)
    _need_symmetries(options, puzzle)
    if options.svg and puzzle.canvas is None:
        raise UsageError(
            f"{source_name(options.source)}: nothing is known about how to draw this problem, so --svg does not apply"
        )
    picture = _picture(options.svg) if options.svg else None
    canvas = puzzle.canvas if options.svg else None
    printed = _Printed(puzzle, forget=canvas is None)
    streams = goal is Goal.ALL and not options.unique and not options.json
    outcome = _search(options, puzzle, goal, printed.listing.follow if streams else None)
    shown: Sequence[Any] = outcome.solutions if goal is not Goal.COUNT else ()
    more: dict[str, Any] = {}
    if options.unique and puzzle.symmetries:
        shown = puzzle.symmetries.classes(list(shown))
        more = {"classes": len(shown), **_counted_as_one(puzzle)}
    if options.json:
        more |= _because(outcome)
        print_json(outcome.as_json(**_named(puzzle, goal, shown), **more, base=1))
    else:
        if not (streams and outcome.interrupted):  # else nobody waits for the rest
            printed.listing.write(shown)
        printed.end()
        say(summary(outcome, len(shown) if options.unique else None, printed.listing.written))
    if picture is not None and canvas is not None and len(outcome.solutions):
        with picture:
            picture.write(canvas.picture(outcome.solutions[0]).svg(str(puzzle.problem)))
    return outcome.exit_status


def _because(outcome: Outcome) -> dict[str, Any]:
    """For JSON: the item that cannot be covered, where there is no solution and one can be named."""
    because = why_not(outcome)
    if because is None:
        return {}
    return {"uncoverable": {"item": because.item, "after": list(because.taken), "text": str(because)}}


def _named(puzzle: CoverPuzzle, goal: Goal, solutions: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Solutions for JSON: the options by their own names, or by the numbers from 1 that the text has for them."""
    problem = puzzle.problem
    if goal is Goal.FIRST:
        found = solutions[0] if solutions else None
        return {
            "solution": None if found is None else [problem.label(o) for o in found],
            "items": None if found is None else [problem.entries(o) for o in found],
        }
    return {"list": [[problem.label(o) for o in found] for found in solutions]} if goal is Goal.ALL else {}


def _count(options: argparse.Namespace) -> int:
    puzzle = read_source(options)
    _need_symmetries(options, puzzle)
    if in_parts(options):
        outcome = _search_in_parts(options, puzzle, Goal.ALL if options.unique else Goal.COUNT)
    elif options.checkpoint:
        raise UsageError("--checkpoint keeps finished parts; add --threads 2, --processes 2 or --parts 32")
    else:
        outcome = _search(options, puzzle, Goal.ALL if options.unique else Goal.COUNT)
    classes = len(puzzle.symmetries.classes(outcome.solutions)) if options.unique and puzzle.symmetries else None
    if options.json:
        grouping = {} if classes is None else {"classes": classes, **_counted_as_one(puzzle)}
        figures = outcome.as_json(**grouping, **_because(outcome))
        figures.pop("list", None)
        figures |= {"base": 1, "memo": (outcome.snapshot.detail or {}).get("memo")}
        print_json(figures)
    else:
        say(summary(outcome, classes))
        if remembered := memory(outcome):
            note(remembered)
    return outcome.exit_status


def _search_in_parts(options: argparse.Namespace, puzzle: CoverPuzzle, goal: Goal) -> Outcome:
    entry = _entry(options, puzzle, goal)
    if options.algorithm is None and not entry.divides:
        able = [e for e in algorithms("cover") if e.divides and e.obstacle(puzzle.problem, goal) is None]
        entry = able[-1] if able else entry
    settings = settings_of(options, "cover", entry)
    if (refusal := entry.refusal(puzzle.problem, goal)) is not None:
        raise CannotSolve(refusal)
    return count_in_parts(puzzle.problem, entry, goal, options, settings, puzzle.known)


def _counted_as_one(puzzle: CoverPuzzle) -> dict[str, Any]:
    """For JSON: the symmetries that make solutions one."""
    known = puzzle.symmetries
    assert known is not None
    return {"symmetries": {"order": known.order, "turned": known.turned, "mirrored": known.mirrored}}


def _need_symmetries(options: argparse.Namespace, puzzle: CoverPuzzle) -> None:
    """Say which symmetries count, where they do.  Raises UsageError where none is known."""
    if not options.unique:
        return
    known, name = puzzle.symmetries, source_name(options.source)
    if known is not None and known.order > 1:
        note(f"{name}: symmetries that count: {known}")
        return
    why = "nothing says how it is drawn"
    if puzzle.canvas is not None:
        why = "none is looked for where options give colours or cells have values, nor in very large problems"
    if known is not None:
        why = "turned or mirrored, its picture shows other options"
    what = "problem" if options.source.startswith(GALLERY_PREFIX) else "file"
    raise UsageError(f"{name}: no symmetry is known for this {what}: {why}; leave out --unique")


def _picture(name: str) -> Deferred:
    try:
        return Deferred(Path(name))
    except ValueError as error:  # a name with a null character
        raise UsageError(f"{name}: {error}") from None


class _Printed:
    """Prints solutions on standard output, and numbers them if there is more than one."""

    def __init__(self, puzzle: CoverPuzzle, *, forget: bool) -> None:
        self.listing = Listing(self._write, sys.stdout.flush, forget=forget)
        self._puzzle = puzzle
        self._first = ""
        """The first solution, while it may be the only one."""

    def _write(self, solution: Sequence[int]) -> None:
        text = describe(self._puzzle, tuple(int(option) for option in solution if option >= 0))
        if self.listing.written == 0:
            self._first = text
            return
        before = f"1.\n{self._first}\n" if self._first else ""
        self._first = ""
        say(f"{before}{self.listing.written + 1}.\n{text}")

    def end(self) -> None:
        """Print what is still held back: there are no more solutions."""
        say(self._first)


def describe(puzzle: CoverPuzzle, solution: tuple[int, ...]) -> str:
    """A solution as a picture, or as its options with their items."""
    if puzzle.canvas is not None:
        return puzzle.canvas.picture(solution).text()
    problem = puzzle.problem
    return "\n".join(f"{problem.label(o)}: {' '.join(problem.entries(o))}" for o in solution)


def summary(outcome: Outcome, classes: int | None, listed: int | None = None) -> str:
    """The result in a line; a partial count says that it is partial."""
    shot = outcome.snapshot
    if not shot.solutions and shot.status is Status.COMPLETE:
        because = why_not(outcome)
        nodes = f" ({counted(shot.nodes, 'node')} visited)" if shot.nodes is not None else ""
        said = "0" if outcome.goal is Goal.COUNT else "no solution"
        return f"{outcome.problem}: {said}" + (f": {because}" if because else nodes if said != "0" else "")
    text = f"{outcome.problem}: {shot.solutions}"
    if classes is not None:
        text += f", {classes} up to symmetry"
    if outcome.late:
        if not shot.solutions:
            return f"{outcome.problem}: {undecided(outcome.goal)}"
        text += " so far; the time is over"
    elif shot.status is Status.LIMIT:
        text += ", as many as asked for"
    if shot.status is Status.STOPPED:
        text += " so far; stopped"
        text += f", {listed} of them listed" if listed is not None and listed < shot.solutions else ""
    return text


def memory(outcome: Outcome) -> str:
    """What a count with memory remembered, if that is worth a line; else nothing."""
    memo = (outcome.snapshot.detail or {}).get("memo")
    if memo is None or memo["bytes"] < WORTH_SAYING:
        return ""
    asked = f"{grouped(memo['hits'])} of {grouped(memo['lookups'])} counts were remembered"
    return f"{asked}, in a table of {byte_size(memo['bytes'])} (at most {byte_size(memo['most_bytes'])})"


def why_not(outcome: Outcome) -> Uncoverable | None:
    """Which item cannot be covered, if there is no solution and this can be told without the search."""
    shot, problem = outcome.snapshot, outcome.problem
    if shot.solutions or shot.status is not Status.COMPLETE or not isinstance(problem, ExactCover):
        return None
    return uncoverable(problem)
