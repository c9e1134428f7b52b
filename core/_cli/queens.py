"""``dq queens``: one N or a range of them.

Standard output carries results: the report of a count, a line ``N: count`` for
each N of a range, one placement on each line, or JSON.  Remarks *about* a result go to standard
error, because a program may read the result.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from core._catalog import Algorithm, algorithm, algorithms
from core._cli.arguments import Gathered, add_parameters, part_of, positive, settings_of
from core._cli.console import DONE, NO_SOLUTION, WRONG_RESULT, Deferred, UsageError, invocation, note, print_json
from core._cli.driving import (
    InLedger,
    Outcome,
    TimeAllowed,
    add_parts,
    add_seconds,
    count_in_parts,
    drive,
    in_parts,
    solve,
    undecided,
)
from core._queens.board_file import parse_board, parse_squares, square_name
from core._queens.completion import not_completable
from core._queens.formats import LARGEST_BOARD, LARGEST_PICTURE, to_board, to_fen, to_list, to_svg
from core._queens.problem import KNOWN_COUNTS, Queens, Square
from core._queens.propose import propose
from core._queens.symmetry_classes import SymmetryClasses
from core._search import CannotSolve, Goal, ProblemError, Status
from core._words import counted, duration, grouped
from core.running._streaming import Listing
from core.storage._files import read_whole

if TYPE_CHECKING:
    from core._queens.turns import ClassCounts

LARGEST_TURNED = 32
FORMATS = ("list", "fen", "board", "svg")


def declare(command: argparse.ArgumentParser) -> None:
    """Declare ``queens``."""
    command.description = (
        "Count, list or find placements of N queens.  With a range of N, prints a line N: count for each, "
        "or a line N: above its placements."
    )
    command.epilog = (
        "Exit status: 0 done; 1 no solution, or none in the time allowed; 2 bad usage; 3 a count that differs from "
        "the literature, or that symmetry rules out; 130 interrupted."
    )
    command.add_argument("n", metavar="N", nargs="?", help="board size, or a range such as 1-12")
    add_board(command)
    command.add_argument(
        "--algorithm", "-a", metavar="KEY",
        help=f"{', '.join(entry.key for entry in algorithms('queens'))}; default: a fast one for the goal and N",
    )  # fmt: skip
    command.add_argument(
        "--goal", "-g", choices=[goal.value for goal in Goal], help="default: count if the algorithm can, else first"
    )
    command.add_argument("--limit", type=positive, metavar="K", help="stop after K solutions")
    command.add_argument(
        "--unique", action="store_true",
        help="one solution of each symmetry class (--goal all, the default here), or how many classes (--goal count)",
    )  # fmt: skip
    command.add_argument(
        "--format", choices=FORMATS, help="how placements are written (default: list, each row's column, from 1)"
    )
    command.add_argument(
        "--output", "-o", type=Path, metavar="FILE", help="write results there instead of to standard output"
    )
    command.add_argument(
        "--checkpoint", type=Path, metavar="FILE",
        help="save the search there on Ctrl-C and every 30 s, or each part as it is finished, and continue from there "
             "if the file exists",
    )  # fmt: skip
    command.add_argument(
        "--ledger", action=InLedger, dest="checkpoint", type=Path, metavar="FILE",
        help="count in parts, and keep each there as it is finished",
    )  # fmt: skip
    command.add_argument("--json", action="store_true", help="one JSON object for each N; columns count from its base")
    add_seconds(command)
    add_parts(command)
    command.add_argument(
        "--part", type=part_of, metavar="K/P",
        help="count only part K of P, or parts K-L/P, for a ledger that `ledger merge` puts together with others",
    )  # fmt: skip
    add_parameters(command, "queens")
    command.set_defaults(run=_run)


def add_board(command: argparse.ArgumentParser) -> None:
    """Declare placed queens and forbidden squares, by name or by a file."""
    command.add_argument(
        "--placed",
        action=Gathered,
        metavar="SQUARES",
        help="squares that hold a queen from the start, such as r1c5,r3c8 (counted from 1)",
    )
    command.add_argument("--forbidden", action=Gathered, metavar="SQUARES", help="squares where no queen may be placed")
    command.add_argument(
        "--board",
        type=Path,
        metavar="FILE",
        help="a board in place of N: one line per row, Q placed, x forbidden, . free",
    )


def board_from_file(options: argparse.Namespace) -> Queens | None:
    """The board of ``--board``; None without it.  Raises UsageError, OSError or ProblemError."""
    if options.board is None:
        return None
    if options.n or options.placed or options.forbidden:
        raise UsageError("--board: the file describes the whole board; leave out N, --placed and --forbidden")
    try:
        return parse_board(read_whole(options.board).decode("utf-8"), str(options.board))
    except UnicodeDecodeError:
        raise UsageError(f"{options.board}: this is not text") from None


def restricted_board(options: argparse.Namespace, n: int) -> Queens:
    """A board of one size, with the squares of ``--placed`` and ``--forbidden``.  Raises ProblemError."""
    placed, forbidden = (_squares(each, getattr(options, each), n) for each in ("placed", "forbidden"))
    if both := set(placed).intersection(forbidden):
        raise ProblemError(f"{square_name(min(both))} holds a queen and is forbidden")
    return Queens(n, placed, forbidden)


def _squares(option: str, text: str | None, n: int) -> tuple[Square, ...]:
    """The squares that an option names.  Raises UsageError."""
    try:
        return parse_squares(text or "", n)
    except ProblemError as error:
        raise UsageError(f"--{option}: {error}") from None


EXPLAINED = "dlx-s"
"""The algorithm to explain if none is named."""


def add_problem(command: argparse.ArgumentParser) -> None:
    """Declare one board."""
    command.add_argument("n", metavar="N", nargs="?", type=positive, help="board size")
    add_board(command)


def given_problem(options: argparse.Namespace) -> Queens:
    """The board declared by `add_problem`.  Raises UsageError, OSError or ProblemError."""
    if (board := board_from_file(options)) is not None:
        return board
    if options.n is None:
        raise UsageError("N: expected a whole number, or --board FILE")
    return restricted_board(options, options.n)


def parse_range(text: str) -> range:
    """``8`` or ``4-12`` as a range of N.  Raises UsageError."""
    match = re.fullmatch(r"\s*([0-9]{1,99})\s*(?:(?:-|\.\.)\s*([0-9]{1,99})\s*)?", text)
    if match is None:
        raise UsageError(f"N: expected a whole number or a range such as 4-12, not {text!r}")
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if last < first:
        raise UsageError(f"N: the range {text} runs backwards")
    return range(first, last + 1)


def _run(options: argparse.Namespace) -> int:
    problems = _problems(options)
    sizes, largest = range(problems[0].n, problems[-1].n + 1), problems[-1]
    entry, goal, why = _chosen(options, largest)
    settings = settings_of(options, "queens", entry)
    for problem in problems:
        if reason := entry.refusal(problem, goal):
            raise UsageError(f"{problem}: {reason}")
    if largest.restricted and options.unique and goal is Goal.COUNT:
        raise UsageError("--unique: symmetry classes are counted on the whole board only; --goal all lists them")
    _check_combinations(options, goal, sizes)
    statuses = set()
    with _results_to(options.output) as out:
        if why:
            listed = f"{invocation.program} algorithms lists them"
            note(f"algorithm: {entry.key}: {why} (--algorithm KEY chooses another; {listed})")
        if memory := entry.memory(largest):
            each = " in each process" if options.processes or options.cluster else ""
            note(f"{entry.key}: {memory} for {largest}{each}")
        for problem in problems:
            streams = goal is Goal.ALL and not options.unique and not options.json
            forget = streams and options.checkpoint is None  # a checkpoint holds what was found so far
            heading = f"{problem.n}:" if len(problems) > 1 else ""
            results = _Results(out, heading, options.format or "list", options.unique, forget)
            if in_parts(options):
                outcome = count_in_parts(problem, entry, goal, options, settings, problem.known_count)
            else:
                outcome = solve(
                    problem, entry, goal, limit=options.limit, settings=settings, checkpoint=options.checkpoint,
                    follow=results.listing.follow if streams else None, known=problem.known_count,
                    allowed=TimeAllowed(options.seconds),
                )  # fmt: skip
            if options.unique and goal is Goal.COUNT and outcome.snapshot.status is Status.COMPLETE:
                results.class_counts = _class_counts(outcome, options.seconds)
            _print(outcome, options, results, several=sizes[0] != sizes[-1])
            if outcome.interrupted:
                return outcome.exit_status
            wrong = agrees(outcome) is False
            whole = goal is Goal.COUNT and outcome.snapshot.status is Status.COMPLETE and not outcome.part
            if whole and (impossible := impossible_sum(problem, outcome.snapshot.solutions, options.seconds)):
                note(f"{problem}: {impossible}")
                wrong = True
            statuses.add(WRONG_RESULT if wrong else outcome.exit_status)
    # A range succeeds if any of its sizes has a solution; that 2 and 3 have none is part of the answer.
    return WRONG_RESULT if WRONG_RESULT in statuses else DONE if DONE in statuses else NO_SOLUTION


def _problems(options: argparse.Namespace) -> Sequence[Queens]:
    """The boards asked for: one of each size, or one with restrictions.  Raises UsageError or ProblemError."""
    if (board := board_from_file(options)) is not None:
        return [board]
    if options.n is None:
        raise UsageError("N: expected a whole number or a range such as 4-12, or --board FILE")
    sizes = parse_range(options.n)
    if not (options.placed or options.forbidden):
        Queens(sizes[0])
        Queens(sizes[-1])
        return [Queens(n) for n in sizes]
    if len(sizes) > 1:
        raise UsageError("--placed and --forbidden: these apply to one board, not to a range")
    return [restricted_board(options, sizes[0])]


def _class_counts(outcome: Outcome, seconds: float | None) -> ClassCounts | None:
    """Count the symmetry classes of all solutions, from those that a rotation maps to themselves; None if stopped."""
    from core._queens.turns import ClassCounts, TurnedSearch  # kernels that no other goal needs

    problem = outcome.problem
    assert isinstance(problem, Queens)
    counts = []
    for quarter in (False, True):
        allowed = TimeAllowed(seconds)
        run = drive(partial(TurnedSearch, problem, quarter=quarter), f"{problem} · classes", allowed=allowed)
        if allowed.told(run.snapshot).status is Status.LIMIT:
            note(f"{problem}: time ran out before the classes were counted")
        if run.snapshot.status is not Status.COMPLETE:
            return None
        counts.append(run.snapshot.solutions)
    return ClassCounts.of(problem.n, outcome.snapshot.solutions, *counts)


def _chosen(options: argparse.Namespace, largest: Queens) -> tuple[Algorithm, Goal, str]:
    """The algorithm and goal, and the reason for the algorithm if the user left it open.

    Raises UsageError or CannotSolve.
    """
    goal = Goal(options.goal) if options.goal else Goal.ALL if options.unique else None
    if options.algorithm is None:
        goal = goal or Goal.COUNT
        try:
            proposal = propose(largest, goal, options.limit)
        except CannotSolve as error:
            raise UsageError(f"{largest}: {error}") from None
        return proposal.algorithm, goal, proposal.reason
    entry = algorithm("queens", options.algorithm)
    return entry, goal or (Goal.COUNT if Goal.COUNT in entry.goals else entry.goals[0]), ""


def _check_combinations(options: argparse.Namespace, goal: Goal, sizes: range) -> None:
    """Raise UsageError for options that make no sense together, and name what would."""
    several = sizes[0] != sizes[-1]
    one_placement = goal is Goal.FIRST or options.limit == 1
    refusals = (
        (goal is Goal.FIRST and (options.limit or 1) > 1,
         "--limit: --goal first stops after one solution; --goal all or count can take a limit"),
        (options.unique and goal is Goal.FIRST, "--unique: one solution is one class; --goal all or count has more"),
        (options.unique and goal is Goal.COUNT and options.limit,
         "--unique: classes of only some solutions need a list of them; --goal all with --limit makes one"),
        (options.unique and goal is Goal.COUNT and sizes[-1] > LARGEST_TURNED,
         f"--unique: --goal count goes up to N = {LARGEST_TURNED}; --goal all takes any N"),
        (options.format and goal is Goal.COUNT, "--format: --goal count lists nothing; --goal first or all does"),
        (options.format and options.json, "--format: --json has its own format; leave out one of them"),
        (options.format == "svg" and (not one_placement or several),
         "--format svg: a picture shows one placement; one N with --goal first (or --limit 1) finds one"),
        (options.format == "svg" and sizes[-1] > LARGEST_PICTURE,
         f"--format svg: boards up to N = {LARGEST_PICTURE} can be drawn; list and fen take any N"),
        (options.format == "board" and sizes[-1] > LARGEST_BOARD,
         f"--format board: boards up to N = {LARGEST_BOARD} can be written; list and fen take any N"),
        (options.part and several, "--part: the parts of one N, not of a range"),
        (options.part and options.unique, "--unique: symmetry classes are counted on all parts together"),
        (options.checkpoint and several, "--checkpoint: a file holds the search for one N, not for a range"),
    )  # fmt: skip
    for refused, why in refusals:
        if refused:
            raise UsageError(why)


@contextmanager
def _results_to(path: Path | None) -> Iterator[TextIO]:
    """Yield standard output, or the file named.  Raises an OSError that names it if it cannot be opened or written."""
    if path is None:
        yield sys.stdout
        return
    with Deferred(path) as file:
        yield cast(TextIO, file)


class _Results:
    """Writes placements in one of `FORMATS`: each as it is found, or some of them in the end."""

    def __init__(self, out: TextIO, heading: str, form: str, unique: bool, forget: bool) -> None:
        """``heading`` is the line above the first placement; empty for none."""
        self.out = out
        self.class_counts: ClassCounts | None = None
        """The number of classes of each size, if all solutions were counted and the user asked for this."""
        self.classes: int | None = None
        """The number of symmetry classes of the solutions, if the user asked for one of each."""
        self.listing = Listing(self._write, out.flush, forget=forget)
        self.form, self._heading, self._unique = form, heading, unique

    def selected(self, solutions: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
        """The solutions to list: all, or the first found of each class."""
        if not self._unique:
            return solutions
        classes = SymmetryClasses.of(solutions)
        self.classes = len(classes)
        return [classes.representative(index) for index in range(len(classes))]

    def _write(self, placements: Sequence[Sequence[int]]) -> None:
        heading = f"{self._heading}\n" if self._heading and not self.listing.written else ""
        between = "\n" if self.form == "board" else ""
        before = between if self.listing.written else ""
        self.out.write(heading + before + between.join(map(self._text, placements)))

    def _text(self, placement: Sequence[int]) -> str:
        if self.form == "fen":
            return to_fen(placement) + "\n"
        if self.form == "svg":
            return to_svg(placement)
        if self.form == "board":
            drawn = to_board(placement) if _can_show("♛·", self.out) else to_board(placement, queen="Q", empty=".")
            return drawn + "\n"
        return to_list(placement) + "\n"


def _can_show(text: str, out: TextIO) -> bool:
    try:
        text.encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _print(outcome: Outcome, options: argparse.Namespace, results: _Results, *, several: bool) -> None:
    problem = outcome.problem
    assert isinstance(problem, Queens)
    counting = outcome.goal is Goal.COUNT
    if options.json:
        more: dict[str, Any] = {"n": problem.n, "known": problem.known_count, "base": 0}
        if results.class_counts is not None:
            sizes = results.class_counts
            more |= {
                "classes": sizes.classes, "known_classes": problem.known_classes,
                "classes_by_size": {8: sizes.of_eight, 4: sizes.of_four, 2: sizes.of_two, 1: sizes.of_one},
            }  # fmt: skip
        elif options.unique and not counting:
            more["list"] = [list(placement) for placement in results.selected(outcome.solutions)]
            more |= {"classes": results.classes, "known_classes": problem.known_classes}
        print_json(outcome.as_json(**more), results.out)
        return
    if not counting and not (outcome.interrupted and not options.unique):
        results.listing.write(results.selected(outcome.solutions))
    if several:
        if not counting or outcome.interrupted:
            note(headline(outcome, results.classes))
        else:
            suffix = "" if outcome.snapshot.status is Status.COMPLETE else f" ({outcome.snapshot.status})"
            if results.class_counts is not None:
                suffix = f" {results.class_counts.classes}{suffix}"
            print(f"{problem.n}: {outcome.snapshot.solutions}{suffix}", file=results.out, flush=True)
        if agrees(outcome) is False:
            note(f"{problem}: the literature has {grouped(problem.known_count or 0)} solutions; this result is wrong")
        return
    text = report(
        outcome,
        listed=None if counting else results.listing.written,
        form=results.form,
        classes=results.classes,
        class_counts=results.class_counts,
    )
    if counting:
        print(text, file=results.out, flush=True)
    else:
        note(text)


def agrees(outcome: Outcome) -> bool | None:
    """Whether a complete count equals that of the literature (A000170); None if there is nothing to compare."""
    known = _board_of(outcome).known_count
    if known is None or outcome.part or outcome.goal is Goal.FIRST or outcome.snapshot.status is not Status.COMPLETE:
        return None
    return outcome.snapshot.solutions == known


def impossible_sum(board: Queens, found: int, seconds: float | None = None) -> str:
    """Why this cannot be the number of all solutions, if the literature has none to compare with; otherwise empty.

    Every solution has eight different images, unless a half turn maps it to itself.  So the number of solutions
    and the number mapped to themselves are equal modulo 8; for even N, about half of all single errors violate
    that.
    """
    if board.restricted or board.known_count is not None or board.n > LARGEST_TURNED:
        return ""
    from core._queens.turns import TurnedSearch

    allowed, label = TimeAllowed(seconds), f"{board} · solutions that a half turn leaves unchanged"
    run = drive(lambda: TurnedSearch(board, quarter=False), label, allowed=allowed)
    turned = run.snapshot.solutions
    if allowed.told(run.snapshot).status is Status.LIMIT:
        note(f"{board}: time ran out before the sum was checked modulo 8")
        return ""
    if run.snapshot.status is not Status.COMPLETE:
        raise KeyboardInterrupt
    if (found - turned) % 8 == 0:
        return ""
    return (
        f"the sum is impossible: {grouped(turned)} solutions are unchanged by a half turn, and the others come "
        f"in eights, but {grouped(found)} leaves {found % 8} and not {turned % 8} modulo 8"
    )


def headline(outcome: Outcome, classes: int | None = None) -> str:
    """The result in a line."""
    problem, shot = outcome.problem, outcome.snapshot
    found = counted(shot.solutions, "solution")
    if outcome.late and not shot.solutions:
        return f"{problem}: {undecided(outcome.goal)}"
    if outcome.part:
        so_far = " so far; stopped" if outcome.interrupted else " so far; time is up" if outcome.late else ""
        return f"{problem}, part {outcome.part}: {found}{so_far}"
    if classes is not None:
        found += f" in {counted(classes, 'symmetry class', 'symmetry classes')}"
    match shot.status:
        case Status.STOPPED:
            return f"{problem}: stopped; {found} so far"
        case Status.GAVE_UP:
            return f"{problem}: gave up without a solution, which proves nothing"
        case Status.LIMIT if outcome.late:
            return f"{problem}: {found} so far; time is up"
        case Status.LIMIT:
            return f"{problem}: {found}, as many as asked for"
    if not shot.solutions:
        because = not_completable(_board_of(outcome))
        return f"{problem}: no solution{f': {because}' if because else ''}"
    return f"{problem}: {'a solution' if outcome.goal is Goal.FIRST else found}"


def report(
    outcome: Outcome,
    listed: int | None = None,
    form: str = "",
    classes: int | None = None,
    class_counts: ClassCounts | None = None,
) -> str:
    """The headline, the literature's figure, and the effort.

    ``listed`` says how many placements were written, in the format ``form``;
    ``classes`` how many symmetry classes the solutions listed fall into, and
    ``class_counts`` how many there are of each size, if any of these was asked for.
    """
    if class_counts is not None:
        classes = class_counts.classes
    shot, entry = outcome.snapshot, outcome.algorithm
    lines = [("", headline(outcome, classes)), ("literature", _literature(outcome))]
    if classes is not None and agrees(outcome):
        lines.append(("", _classes_in_literature(outcome, classes)))
    if class_counts is not None:
        lines.append(("classes", _by_size(class_counts)))
    if listed is not None and listed < shot.solutions and classes is None:
        lines.append(("listed", f"{grouped(listed)} of them, before it was stopped"))
    if listed and form == "list":
        lines.append(("each line", "the column of each row's queen, counted from 1"))
    set_to = ", ".join(f"{key} {value}" for key, value in outcome.parameters.items())
    lines.append(("algorithm", f"{entry.key} ({entry.title}{'; ' + set_to if set_to else ''})"))
    if remark := entry.note(outcome.problem):
        lines.append(("", str(remark)))
    unit = entry.doing(outcome.problem).unit
    lines.append((f"{unit}s", grouped(shot.steps)))
    if shot.updates is not None:
        lines.append(("updates", grouped(shot.updates)))
    engine = f" {shot.engine}" if shot.engine else ""
    lines.append(("time", f"{duration(shot.seconds)}{engine}, and {duration(shot.build_seconds)} to build"))
    if shot.seconds > 0:
        lines.append(("rate", f"{grouped((shot.steps - outcome.before) / shot.seconds)} {unit}s/s"))
    return "\n".join(f"  {label:<10}  {text}" if i else text for i, (label, text) in enumerate(lines) if text)


def _literature(outcome: Outcome) -> str:
    problem = _board_of(outcome)
    if outcome.goal is Goal.FIRST:
        return ""
    if problem.restricted or outcome.part:
        return ""
    if problem.known_count is None:
        return f"no figure: A000170 ends at N = {len(KNOWN_COUNTS)}"
    verdict = {True: ": agrees", False: ": THIS RESULT IS WRONG", None: ""}[agrees(outcome)]
    return f"{counted(problem.known_count, 'solution')} (A000170){verdict}"


def _by_size(counts: ClassCounts) -> str:
    sizes = ((8, counts.of_eight), (4, counts.of_four), (2, counts.of_two), (1, counts.of_one))
    return ", ".join(f"{grouped(many)} of {size}" for size, many in sizes if many) or "none"


def _classes_in_literature(outcome: Outcome, classes: int) -> str:
    known = _board_of(outcome).known_classes
    said = counted(known or 0, "class", "classes")
    return f"{said} (A002562): {'agrees' if classes == known else 'THIS RESULT IS WRONG'}"


def _board_of(outcome: Outcome) -> Queens:
    assert isinstance(outcome.problem, Queens)
    return outcome.problem
