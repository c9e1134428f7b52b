"""``python -m core cover``: solve, count, estimate, convert and check exact cover problems."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.catalog import Algorithm, algorithm, algorithms
from core.cli.console import (
    DONE,
    Outcome,
    UsageError,
    note,
    positive,
    print_json,
    seconds_up_to,
    solve,
    source_name,
)
from core.cli.cover.printing import Printed, encodable, memory, say, summary, why_not
from core.cli.cover.source import add_restrictions, add_source, read_source
from core.cli.output import Deferred
from core.cli.parameters import add_parameters, settings_of
from core.cli.parts import add_arguments, count_in_parts, in_parts
from core.search import Goal, ProblemError

if TYPE_CHECKING:
    from core.exact_cover.puzzle import CoverPuzzle
    from core.running.run import Run

LONGEST_PROBING = 3600
"""Seconds."""

STATUSES = (
    "Exit status: 0 done; 1 no solution (check: not a solution); 2 bad usage, or a problem that is malformed or "
    "too large; 130 interrupted."
)


def declare(top: argparse.ArgumentParser) -> None:
    """Declare ``cover`` and what it can do."""
    top.description = "Exact cover problems in Knuth's text format, as a 0/1 matrix, as JSON, or drawn as polyominoes."
    top.epilog = STATUSES
    verbs = top.add_subparsers(dest="verb", metavar="VERB", required=True)

    command = _with_source(verbs, "solve", _solve, "print a solution, or all of them")
    command.add_argument("--goal", "-g", choices=[goal.value for goal in Goal], default="first", help="default: first")
    command.add_argument(
        "--unique", action="store_true", help="one of each class of symmetric solutions (implies --goal all)"
    )
    command.add_argument("--svg", metavar="FILE", help="draw the first solution into FILE")
    _with_search(command)

    command = _with_source(verbs, "count", _count, "count the solutions")
    add_arguments(command)
    command.add_argument(
        "--checkpoint", type=Path, metavar="FILE",
        help="keep finished parts there, and continue from there if the file exists (with --threads, --processes, …)",
    )  # fmt: skip
    command.add_argument("--unique", action="store_true", help="count classes of symmetric solutions")
    _with_search(command)

    command = _with_source(verbs, "estimate", _estimate, "estimate nodes and solutions by random probes (Knuth 1975)")
    command.add_argument("--probes", type=positive, metavar="K", help="make K probes, however long they take")
    command.add_argument(
        "--seconds",
        type=seconds_up_to(LONGEST_PROBING),
        default=1.0,
        metavar="S",
        help="how many seconds to probe for (default 1)",
    )
    command.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same estimate")
    add_restrictions(command)
    command.add_argument("--json", action="store_true", help="one JSON object")

    command = _with_source(verbs, "convert", _convert, "write the problem in another format")
    command.add_argument("--to", choices=("knuth", "matrix", "json", "drawing"), default="knuth", help="default: knuth")

    command = _with_source(verbs, "check", _check, "describe a problem, or check a solution of it")
    command.add_argument(
        "options", nargs="*", metavar="OPTION", help="the options of the solution, by label or number from 1"
    )
    command.add_argument("--json", action="store_true", help="one JSON object")

    command = verbs.add_parser("gallery", help="list the problems that come with the program")
    command.add_argument("--json", action="store_true", help="one JSON object a line")
    command.set_defaults(run=_gallery)


def _with_source(verbs: Any, name: str, run: Any, text: str) -> Any:
    command = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.", epilog=STATUSES)
    add_source(command)
    command.set_defaults(run=run)
    return command


def _with_search(command: Any) -> None:
    add_restrictions(command)
    command.add_argument("--algorithm", "-a", metavar="KEY", help="default: the one that suits the problem")
    command.add_argument("--limit", type=positive, metavar="K", help="stop after K solutions")
    command.add_argument("--json", action="store_true", help="one JSON object")
    add_parameters(command, "cover")


def _entry(options: argparse.Namespace, puzzle: CoverPuzzle, goal: Goal) -> Algorithm:
    from core.exact_cover.propose import propose

    if options.algorithm is not None:
        return algorithm("cover", options.algorithm)
    given = options.parameters
    if given:
        able = [e for e in algorithms("cover") if e.refusal(puzzle.problem, goal) is None]
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
    return solve(puzzle.problem, entry, goal, limit=options.limit, parameters=settings, follow=follow)


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
    printed = Printed(puzzle, forget=canvas is None)
    streams = goal is Goal.ALL and not options.unique and not options.json
    outcome = _search(options, puzzle, goal, printed.listing.follow if streams else None)
    shown: Sequence[Any] = outcome.solutions if goal is not Goal.COUNT else ()
    more: dict[str, Any] = {}
    if options.unique and puzzle.symmetries:
        shown = puzzle.symmetries.classes(list(shown))
        more = {"classes": len(shown)}
    if options.json:
        more |= _because(outcome)
        print_json(outcome.as_json(**_named(puzzle, goal, shown), **more))
    else:
        if not (streams and outcome.interrupted):  # then nobody waits for the rest
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
        figures = outcome.as_json(**({} if classes is None else {"classes": classes}), **_because(outcome))
        figures.pop("list", None)
        figures["memo"] = (outcome.snapshot.detail or {}).get("memo")
        print_json(figures)
    else:
        say(summary(outcome, classes))
        if remembered := memory(outcome):
            note(remembered)
    return outcome.exit_status


def _search_in_parts(options: argparse.Namespace, puzzle: CoverPuzzle, goal: Goal) -> Outcome:
    entry = _entry(options, puzzle, goal)
    if options.algorithm is None and not entry.divides:
        able = [e for e in algorithms("cover") if e.divides and e.refusal(puzzle.problem, goal) is None]
        entry = able[-1] if able else entry
    settings = settings_of(options, "cover", entry)
    return count_in_parts(puzzle.problem, entry, settings, options, options.limit, goal)


def _need_symmetries(options: argparse.Namespace, puzzle: CoverPuzzle) -> None:
    if options.unique and puzzle.symmetries is None:
        raise UsageError(
            f"{source_name(options.source)}: no symmetries are known for this problem, so --unique does not apply"
        )


def _picture(name: str) -> Deferred:
    try:
        return Deferred(Path(name))
    except ValueError as error:  # a name with a null character
        raise UsageError(f"{name}: {error}") from None


def _estimate(options: argparse.Namespace) -> int:
    from core.cli.cover.before import estimate

    return estimate(options, read_source(options).problem)


def _check(options: argparse.Namespace) -> int:
    from core.cli.cover.before import check

    return check(options, read_source(options))


def _convert(options: argparse.Namespace) -> int:
    from core.exact_cover.formats.knuth import beyond_knuth
    from core.exact_cover.formats.load import write_puzzle

    puzzle = read_source(options)
    problem = puzzle.problem
    try:
        text = write_puzzle(puzzle, options.to)
    except ProblemError as error:
        raise UsageError(f"{source_name(options.source)}: {error}") from None
    reason = beyond_knuth(problem) if options.to == "knuth" else None
    if reason:
        note(f"note: Knuth's own programs do not take {reason}")
    sys.stdout.write(encodable(text))
    return DONE


def _gallery(options: argparse.Namespace) -> int:
    from core.exact_cover.gallery import GALLERY

    if options.json:
        for entry in GALLERY:
            print_json({
                "name": entry.name, "group": entry.group, "title": entry.title, "solutions": entry.known,
                "classes": entry.known_classes, "source": entry.source,
            })  # fmt: skip
        return DONE
    width = max(len(entry.name) for entry in GALLERY)
    group = ""
    for entry in GALLERY:
        if entry.group != group:
            say(f"{'' if not group else chr(10)}{entry.group}")
            group = entry.group
        classes = f", {entry.known_classes} up to symmetry" if entry.known_classes is not None else ""
        say(f"  {entry.name:<{width}}  {entry.title}: {entry.known}{classes} ({entry.source})")
    return DONE
