"""``dq cover solve`` and ``dq cover count``."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core._catalog import Algorithm, algorithm, algorithms
from core._cli.arguments import add_parameters, positive, settings_of
from core._cli.console import UsageError, note, print_json, source_name
from core._cli.cover import STATUSES, no_solution
from core._cli.cover.no_solution import proof
from core._cli.cover.source import (
    add_restrictions,
    add_source,
    figure_of,
    read_source,
    say,
    tell_idle,
    texts_of,
)
from core._cli.cover.symmetry import as_json, group_in_words
from core._cli.driving import (
    Outcome,
    TimeAllowed,
    add_parts,
    add_seconds,
    count_in_parts,
    in_parts,
    in_time,
    solve,
    undecided,
)
from core._cli.figures import add_figure, asks, draw, try_files
from core._search import CannotSolve, Goal, Snapshot, Status
from core._words import byte_size, counted, grouped
from core.exact_cover._analysis import Uncoverable, uncoverable
from core.exact_cover._problem import ExactCover
from core.exact_cover._propose import propose
from core.exact_cover._puzzle import CoverPuzzle
from core.running._run import Run
from core.running._streaming import Listing

if TYPE_CHECKING:
    from core._cli.driving import Outlook
    from core.exact_cover._symmetry.symmetries import Symmetries

NOT_ONE_BY_ONE = ("diagram", "memo-count", "cheapest")
"""Algorithms that merge equal states, or that only count the solutions within a cost."""
SOON, LONG = 5.0, 60.0
"""After this many seconds a count says that it visits each solution, unless it will end within this many more."""
WORTH_SAYING = 1 << 20
"""The report mentions a table of at least this many bytes."""


def declare_solve(command: argparse.ArgumentParser) -> None:
    """Declare ``cover solve``."""
    command.epilog = STATUSES
    add_source(command)
    command.add_argument("--goal", "-g", choices=("first", "all"), default="first", help="default: first")
    command.add_argument(
        "--unique", action="store_true", help="one of each class of symmetric solutions (implies --goal all)"
    )
    command.add_argument("--cheapest", action="store_true", help="the cheapest solution; with -n K the K cheapest")
    command.add_argument("--fewest", action="store_true", help="a solution of the fewest options: each costs 1")
    add_figure(command, "draw the first solution, its picture or else the matrix,")
    _add_search(command)
    command.set_defaults(run=in_time(_solve, solutions=0))


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
    command.set_defaults(run=in_time(_count, solutions=0))


def _add_search(command: argparse.ArgumentParser) -> None:
    add_restrictions(command)
    command.add_argument("--algorithm", "-a", metavar="KEY", help="default: the one that suits the problem")
    command.add_argument("--limit", "-n", type=positive, metavar="K", help="stop after K solutions")
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


def _wants_search(options: argparse.Namespace) -> bool:
    """Whether the user wants to see the search, even if it is known beforehand that there is no solution."""
    return options.algorithm is not None or bool(options.parameters)


def _search(
    options: argparse.Namespace,
    puzzle: CoverPuzzle,
    goal: Goal,
    follow: Callable[[Run], None] | None = None,
    *,
    wanted: bool,
    allowed: TimeAllowed,
    watched: _Watched | None = None,
) -> Outcome:
    with allowed.before():
        entry = _entry(options, puzzle, goal)
        settings = settings_of(options, "cover", entry)
        if (refusal := entry.refusal(puzzle.problem, goal)) is not None:
            raise CannotSolve(refusal)
        why = proof(puzzle)
    if why:
        if not wanted:
            nothing = Snapshot(Status.COMPLETE, 0, 0, nodes=0, detail={"proof": why})
            return Outcome(puzzle.problem, entry, goal, nothing, (), settings)
        note(f"{source_name(options.source)}: {why}")
    outcome = solve(
        puzzle.problem, entry, goal, limit=options.limit, settings=settings, follow=follow,
        known=watched.by(entry) if watched else puzzle.known, allowed=allowed,
    )  # fmt: skip
    return _clashing(outcome, puzzle)


def _clashing(outcome: Outcome, puzzle: CoverPuzzle) -> Outcome:
    """The outcome with the options that clash as its reason: a search can only name an item that nobody has written."""
    shot = outcome.snapshot
    if puzzle.whole is None or not puzzle.misfit:
        return outcome
    return replace(outcome, snapshot=replace(shot, detail={**(shot.detail or {}), "proof": puzzle.misfit}))


def _solve(options: argparse.Namespace, allowed: TimeAllowed) -> int:
    with allowed.before():
        puzzle = read_source(options)
        tell_idle(options, puzzle)
        wanted = _wants_search(options)
        if options.cheapest or options.fewest:
            _take_cheapest(options)
        goal = Goal.ALL if options.unique else Goal(options.goal)
        symmetries = _symmetries(options, puzzle)
    drawing = asks(options)
    try_files(options)
    if drawing and puzzle.canvas is None:
        from core.exact_cover._pictures.matrix import too_large  # NumPy

        if reason := too_large(puzzle.problem):
            raise UsageError(f"{source_name(options.source)}: {reason}")
    price = _pricing(options, puzzle, _entry(options, puzzle, goal))
    printed = _Printed(puzzle, price, forget=not drawing)
    streams = goal is Goal.ALL and not options.unique and not options.json
    follow = printed.listing.follow if streams else None
    outcome = _search(options, puzzle, goal, follow, wanted=wanted, allowed=allowed)
    shown: Sequence[Any] = outcome.solutions
    more: dict[str, Any] = {}
    if symmetries is not None:
        shown = symmetries.classes(list(shown))
        more = {"classes": len(shown), **as_json(puzzle, symmetries)}
    if options.json:
        more |= no_solution.as_json(why_not(outcome))
        print_json(outcome.as_json(**_named(puzzle, goal, shown, price), **more, base=1))
    else:
        if (best := best_so_far(outcome)) is not None:
            printed.listing.write([best])
        if not (streams and outcome.interrupted):  # otherwise nobody waits for the rest
            printed.listing.write(shown)
        printed.end()
        say(summary(outcome, len(shown) if options.unique else None, printed.listing.written))
    if drawing and len(outcome.solutions):
        draw(options, [figure_of(puzzle, outcome.solutions[0])], str(puzzle.problem))
    return outcome.exit_status


CHEAPEST = "cheapest"


def _take_cheapest(options: argparse.Namespace) -> None:
    """``--cheapest`` and ``--fewest`` stand for an algorithm, its settings and a goal."""
    if options.algorithm not in (None, CHEAPEST):
        flag = "--cheapest" if options.cheapest else "--fewest"
        raise UsageError(f"{flag} is a search of its own; leave out --algorithm {options.algorithm}")
    if options.unique and options.limit is None and "within" not in options.parameters:
        raise UsageError("classes of the cheapest: say how many solutions with -n, or at what cost with --within")
    options.algorithm = CHEAPEST
    if options.fewest:
        options.parameters = {**options.parameters, "costs": "one"}
    if options.limit is not None and options.limit > 1:
        options.goal = Goal.ALL.value


def _pricing(
    options: argparse.Namespace, puzzle: CoverPuzzle, entry: Algorithm
) -> Callable[[Sequence[int]], int] | None:
    """A function that gives the cost of a solution; None if nothing has a cost."""
    if puzzle.problem.costly and options.parameters.get("costs") != "one":
        return puzzle.problem.cost
    return len if entry.key == CHEAPEST else None


def _named(
    puzzle: CoverPuzzle, goal: Goal, solutions: Sequence[Sequence[int]], price: Callable[[Sequence[int]], int] | None
) -> dict[str, Any]:
    """Solutions for JSON: the options by their own names, or by their numbers from 1, as in the text."""
    problem = puzzle.problem
    if price is not None and (goal is Goal.ALL or solutions):
        costs = [price(found) for found in solutions]
        priced = {"costs": costs} if goal is Goal.ALL else {"cost": costs[0]}
        return {**_named(puzzle, goal, solutions, None), **priced}
    if goal is Goal.FIRST:
        found = solutions[0] if solutions else None
        return {
            "solution": None if found is None else [problem.label(o) for o in found],
            "items": None if found is None else [(puzzle.whole or problem).entries(o) for o in found],
        }
    return {"list": [[problem.label(o) for o in found] for found in solutions]}


def _count(options: argparse.Namespace, allowed: TimeAllowed) -> int:
    with allowed.before():
        puzzle = read_source(options)
        tell_idle(options, puzzle)
        symmetries = _symmetries(options, puzzle)
    listed = symmetries is not None and not _can_count_classes(options, puzzle, symmetries)
    goal = Goal.ALL if listed else Goal.COUNT
    watched = None if options.unique else _Watched(options, puzzle)
    if in_parts(options):
        outcome = _search_in_parts(options, puzzle, goal, watched, allowed)
    elif options.checkpoint:
        raise UsageError("--checkpoint keeps finished parts; add --threads 2, --processes 2 or --parts 32")
    else:
        outcome = _search(options, puzzle, goal, wanted=_wants_search(options), allowed=allowed, watched=watched)
    classes = None
    if symmetries is not None:
        if not listed:
            classes = _classes(options, puzzle, outcome)
        elif outcome.snapshot.status is Status.COMPLETE or options.limit:  # otherwise it would outlast its time
            classes = len(symmetries.classes(outcome.solutions))
    if options.json:
        grouping = {} if symmetries is None else {"classes": classes, **as_json(puzzle, symmetries)}
        figures = outcome.as_json(**grouping, **no_solution.as_json(why_not(outcome)))
        figures.pop("list", None)
        figures |= {"base": 1, "memo": (outcome.snapshot.detail or {}).get("memo")}
        print_json(figures)
    else:
        say(summary(outcome, classes))
        if remark := memory(outcome):
            note(remark)
        if watched is not None and outcome.late and outcome.snapshot.solutions:
            watched.say()
    return outcome.exit_status


class _Watched:
    """Watches a running count, and says once which algorithm may count all solutions without visiting each."""

    def __init__(self, options: argparse.Namespace, puzzle: CoverPuzzle) -> None:
        from core._estimates.time_left import TimeLeft

        self._source, self._known = options.source, puzzle.known
        self._left = TimeLeft()
        self._silent = algorithm("cover", "diagram").obstacle(puzzle.problem, Goal.COUNT) is not None

    def by(self, entry: Algorithm) -> Outlook:
        """A function to call ten times a second while this algorithm counts, which estimates the number of
        solutions."""
        self._silent = self._silent or entry.key in NOT_ONE_BY_ONE
        return self._look

    def _look(self, shot: Snapshot) -> int | None:
        left = self._left.of(shot, shot.seconds, self._known)
        if shot.seconds >= SOON and shot.solutions and (left is None or left >= LONG):
            self.say()
        return self._known

    def say(self) -> None:
        """Say it, unless it has been said or no other algorithm would be better."""
        if not self._silent:
            self._silent = True
            note(
                "this visits each solution; -a diagram may count them all without, "
                f"and dq cover diagram {shlex.quote(self._source)} also lists and numbers them"
            )


def _search_in_parts(
    options: argparse.Namespace, puzzle: CoverPuzzle, goal: Goal, watched: _Watched | None, allowed: TimeAllowed
) -> Outcome:  # fmt: skip
    entry = _entry(options, puzzle, goal)
    if options.algorithm is None and not entry.divides:
        able = [e for e in algorithms("cover") if e.divides and e.obstacle(puzzle.problem, goal) is None]
        entry = able[-1] if able else entry
    settings = settings_of(options, "cover", entry)
    if (refusal := entry.refusal(puzzle.problem, goal)) is not None:
        raise CannotSolve(refusal)
    outcome = count_in_parts(
        puzzle.problem, entry, goal, options, settings, watched.by(entry) if watched else puzzle.known, allowed
    )
    return _clashing(outcome, puzzle)


def _can_count_classes(options: argparse.Namespace, puzzle: CoverPuzzle, symmetries: Symmetries) -> bool:
    """Whether classes can be counted without a list of all solutions."""
    from core.exact_cover._symmetry.burnside import can_count

    return (
        not in_parts(options)
        and not options.limit
        and puzzle.whole is None
        and can_count(puzzle.problem, symmetries, options.parameters)
    )


def _classes(options: argparse.Namespace, puzzle: CoverPuzzle, whole: Outcome) -> int | None:
    """The number of classes, given that ``whole`` is the count of all solutions; None if time runs out first."""
    from core.exact_cover._symmetry.burnside import count_classes

    if whole.snapshot.status is not Status.COMPLETE:
        return None

    def count(problem: ExactCover) -> int:
        if problem is puzzle.problem:
            return whole.snapshot.solutions
        entry = propose(problem, Goal.COUNT).algorithm
        done = solve(problem, entry, Goal.COUNT, settings=entry.settings({}), allowed=TimeAllowed(options.seconds))
        if done.snapshot.status is not Status.COMPLETE:
            raise _TimeOver
        return done.snapshot.solutions

    try:
        return count_classes(puzzle.problem, puzzle.symmetries(), count)
    except _TimeOver:
        note("time ran out before the classes were counted")
        return None


class _TimeOver(Exception):
    """A count was stopped before its end."""


def _symmetries(options: argparse.Namespace, puzzle: CoverPuzzle) -> Symmetries | None:
    """The symmetries that identify solutions, which are also reported; None if not asked for."""
    if not options.unique:
        return None
    symmetries = puzzle.symmetries()
    note(f"{source_name(options.source)}: {group_in_words(puzzle, symmetries)}")
    return symmetries


class _Printed:
    """Prints solutions on standard output, and numbers them if there is more than one."""

    def __init__(
        self, puzzle: CoverPuzzle, price: Callable[[Sequence[int]], int] | None, *, forget: bool
    ) -> None:  # fmt: skip
        self.listing = Listing(self._write, sys.stdout.flush, forget=forget)
        self._texts = texts_of(puzzle, price)
        self._first = ""
        """The first solution, while it may be the only one."""

    def _write(self, solutions: Sequence[Sequence[int]]) -> None:
        texts, before = self._texts(solutions), self.listing.written
        if before == 0 and len(texts) == 1:
            self._first = texts[0]
            return
        if self._first:
            texts, before, self._first = [self._first, *texts], 0, ""
        say("\n".join([f"{number}.\n{text}" for number, text in enumerate(texts, before + 1)]))

    def end(self) -> None:
        """Print what is still held back, as there are no more solutions."""
        say(self._first)


def summary(outcome: Outcome, classes: int | None, listed: int | None = None) -> str:
    """The result in a line; a partial count says that it is partial."""
    shot = outcome.snapshot
    if not shot.solutions and shot.status is Status.COMPLETE:
        because = why_not(outcome)
        nodes = f" ({counted(shot.nodes, 'node')} visited)" if shot.nodes is not None else ""
        said = "0" if outcome.goal is Goal.COUNT else "no solution"
        if not because and (costs := (shot.detail or {}).get("costs")) and costs["most"] is not None:
            return f"{outcome.problem}: no solution costs {grouped(costs['most'])} or less{nodes}"
        return f"{outcome.problem}: {said}" + (f": {because}" if because else nodes if said != "0" else "")
    if shot.status is Status.LIMIT and (shot.detail or {}).get("diagram", {}).get("full"):
        return f"{outcome.problem}: at least {grouped(shot.solutions)}; the diagram does not fit into its memory"
    text = f"{outcome.problem}: {grouped(shot.solutions)}"
    if classes is not None:
        text += f", {grouped(classes)} up to symmetry"
    if outcome.late:
        if not shot.solutions:
            return f"{outcome.problem}: {_best_known(outcome) or undecided(outcome.goal)}"
        text += " so far; time is up"
    elif shot.status is Status.LIMIT:
        text += ", as many as asked for"
    if shot.status is Status.STOPPED:
        text += " so far; stopped"
        text += f"; {known}" if (known := _best_known(outcome)) else ""
        text += f", {grouped(listed)} of them listed" if listed is not None and listed < shot.solutions else ""
    return text


def best_so_far(outcome: Outcome) -> tuple[int, ...] | None:
    """The best solution found by an unfinished search for the cheapest; None if there is none."""
    costs = (outcome.snapshot.detail or {}).get("costs")
    return None if costs is None or outcome.snapshot.solutions else costs["best_options"]


def _best_known(outcome: Outcome) -> str:
    """How good the best solution found is, if the search did not end; otherwise empty."""
    if best_so_far(outcome) is None:
        return ""
    costs = (outcome.snapshot.detail or {})["costs"]
    best, least = grouped(costs["best"]), grouped(costs["least_of_all"])
    return f"the best so far costs {best}, and none costs less than {least}; the search did not finish"


def memory(outcome: Outcome) -> str:
    """What a count with memory remembered, if that is worth a line; otherwise empty."""
    memo = (outcome.snapshot.detail or {}).get("memo")
    if memo is None or memo["bytes"] < WORTH_SAYING:
        return ""
    asked = f"{grouped(memo['hits'])} of {grouped(memo['lookups'])} counts came from memory"
    return f"{asked}, a table of {byte_size(memo['bytes'])} (at most {byte_size(memo['most_bytes'])})"


def why_not(outcome: Outcome) -> Uncoverable | str | None:
    """Why there is no solution, or which item cannot be covered, if that is known without the search."""
    shot, problem = outcome.snapshot, outcome.problem
    if why := (shot.detail or {}).get("proof"):
        return str(why)
    if shot.solutions or shot.status is not Status.COMPLETE or not isinstance(problem, ExactCover):
        return None
    return uncoverable(problem)
