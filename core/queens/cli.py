"""``python -m core queens``: one N or a range of them."""

from __future__ import annotations

import argparse
import re
from typing import Any

from core.catalog import algorithm, algorithms
from core.console import DONE, INTERRUPTED, Outcome, UsageError, print_json, solve
from core.queens.problem import Queens
from core.search import CannotSolve, Goal, ProblemError

MOST_COLUMNS_PRINTED = 64


def add_commands(commands: Any) -> None:
    """Declare ``queens``."""
    command = commands.add_parser(
        "queens", help="place N queens so that none attacks another",
        description="Count, list or find placements of N queens.  With a range of N, prints a line N: count for each.",
    )  # fmt: skip
    command.add_argument("n", metavar="N", help="board size, or a range such as 1-12")
    command.add_argument("--algorithm", "-a", default=None, metavar="KEY", help="see the command algorithms")
    command.add_argument("--goal", "-g", choices=[goal.value for goal in Goal], default=None, help="default: count")
    command.add_argument("--limit", type=_positive, metavar="K", help="stop after K solutions")
    command.add_argument("--unique", action="store_true", help="one solution of each symmetry class (with --goal all)")
    command.add_argument("--json", action="store_true", help="one JSON object for each N")
    for key in sorted({parameter.key for entry in algorithms("queens") for parameter in entry.parameters}):
        users = [entry.key for entry in algorithms("queens") if key in (p.key for p in entry.parameters)]
        command.add_argument(f"--{key}", metavar=key.upper(), help=f"parameter of {', '.join(users)}")
    command.set_defaults(run=_queens)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def parse_range(text: str) -> range:
    """``8`` or ``4-12`` as a range of N.  Raises UsageError."""
    match = re.fullmatch(r"\s*(\d{1,12})\s*(?:(?:-|\.\.)\s*(\d{1,12})\s*)?", text)
    if match is None:
        raise UsageError(f"N: expected a whole number or a range such as 4-12, not {text!r}")
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if last < first:
        raise UsageError(f"N: the range {text} runs backwards")
    return range(first, last + 1)


def _queens(options: argparse.Namespace) -> int:
    sizes = parse_range(options.n)
    entry, goal, settings = _what_to_run(options)
    problems = []
    for n in (sizes[0], sizes[-1]):
        try:
            problem = Queens(n)
        except ProblemError as error:
            raise UsageError(str(error)) from None
        reason = entry.refusal(problem, goal)
        if reason:
            raise UsageError(f"{problem}: {reason}")
        problems.append(problem)
    status = DONE
    for n in sizes:
        outcome = solve(Queens(n), entry, goal, limit=options.limit, parameters=settings)
        _print(outcome, options, several=len(sizes) > 1)
        if outcome.interrupted:
            return INTERRUPTED
        if len(sizes) == 1:
            status = outcome.exit_status
    return status


def _what_to_run(options: argparse.Namespace) -> tuple[Any, Goal, dict[str, str]]:
    keys = {parameter.key for entry in algorithms("queens") for parameter in entry.parameters}
    settings = {key: value for key in keys if (value := getattr(options, key)) is not None}
    try:
        if options.algorithm is None:
            goal = Goal(options.goal or Goal.COUNT)
            entry = algorithm("queens", "bitmask")
        else:
            entry = algorithm("queens", options.algorithm)
            goal = Goal(options.goal) if options.goal else (Goal.COUNT if Goal.COUNT in entry.goals else entry.goals[0])
        entry.settings(settings)
    except CannotSolve as error:
        raise UsageError(str(error)) from None
    return entry, goal, settings


def _print(outcome: Outcome, options: argparse.Namespace, *, several: bool) -> None:
    problem = outcome.problem
    assert isinstance(problem, Queens)
    if options.json:
        print_json(outcome.as_json(n=problem.n, known=problem.known_count))
    elif several and outcome.goal is Goal.COUNT:
        print(f"{problem.n}: {outcome.snapshot.solutions}", flush=True)
    else:
        _print_report(outcome)


def _print_report(outcome: Outcome) -> None:
    if outcome.goal is not Goal.COUNT:
        for solution in outcome.solutions:
            print(" ".join(map(str, solution)))
    print(_summary(outcome))


def _summary(outcome: Outcome) -> str:
    return f"{outcome.problem}: {outcome.snapshot.solutions}"
