"""``dq cover check``, ``convert`` and ``gallery``: what can be said of a problem without a search."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from core.cli.console import DONE, NO_SOLUTION, UsageError, note, print_json, source_name
from core.cli.cover import STATUSES
from core.cli.cover.source import add_source, encodable, read_source, say
from core.exact_cover.analysis import outlook
from core.exact_cover.formats.knuth import beyond_knuth
from core.exact_cover.formats.load import write_puzzle
from core.exact_cover.gallery import GALLERY
from core.exact_cover.problem import ExactCover
from core.exact_cover.puzzle import CoverPuzzle
from core.search import ProblemError
from core.words import counted


def declare_check(command: argparse.ArgumentParser) -> None:
    """Declare ``cover check``."""
    command.epilog = STATUSES
    add_source(command)
    command.add_argument(
        "options", nargs="*", metavar="OPTION", help="the options of the solution, by label or number from 1"
    )
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(run=_check)


def declare_convert(command: argparse.ArgumentParser) -> None:
    """Declare ``cover convert``."""
    command.epilog = STATUSES
    add_source(command)
    command.add_argument("--to", choices=("knuth", "matrix", "json", "drawing"), default="knuth", help="default: knuth")
    command.set_defaults(run=_convert)


def declare_gallery(command: argparse.ArgumentParser) -> None:
    """Declare ``cover gallery``."""
    command.add_argument("--json", action="store_true", help="one JSON object per line")
    command.set_defaults(run=_gallery)


def _check(options: argparse.Namespace) -> int:
    """Describe the puzzle, or check the solution that ``options.options`` names."""
    puzzle = read_source(options)
    if options.options:
        return _check_solution(options, puzzle)
    problem = puzzle.problem
    seen = outlook(problem)
    names = [item.name for item in problem.items]
    figures: dict[str, Any] = {
        "problem": str(problem),
        "primary": problem.primary,
        "secondary": problem.secondary,
        "options": len(problem.options),
        "colours": problem.coloured,
        "multiplicities": problem.multiple,
        "forced": {names[i]: [problem.label(o) for o in held] for i, held in seen.forced},
        "impossible": [names[i] for i in seen.impossible],
        "uncoverable": str(seen.uncoverable) if seen.uncoverable else None,
        "idle_options": [problem.label(o) for o in seen.idle_options],
        "misfit": puzzle.misfit or None,
        "symmetries": puzzle.symmetries.order if puzzle.symmetries else None,
        "base": 1,
    }
    if options.json:
        print_json(figures)
    else:
        say(str(problem))
        primary, choices = counted(problem.primary, "primary item"), counted(len(problem.options), "option")
        say(f"{primary}, {problem.secondary} secondary, {choices}")
        if puzzle.misfit:
            say(puzzle.misfit)
        for name, held in figures["forced"].items():
            say(f"item {name} can only be covered by {', '.join(held)}")
        for name in figures["impossible"]:
            say(f"item {name} cannot be covered: there is no solution")
        if seen.uncoverable and not seen.impossible:
            say(f"{seen.uncoverable}: there is no solution")
        if seen.idle_options:
            say(f"without a primary item, so in no solution: {', '.join(figures['idle_options'])}")
    return NO_SOLUTION if seen.uncoverable or puzzle.misfit else DONE


def _check_solution(options: argparse.Namespace, puzzle: CoverPuzzle) -> int:
    problem = puzzle.problem
    every = range(len(problem.options))
    numbers = {str(o + 1): o for o in every} | {problem.label(o): o for o in every}
    unknown = [label for label in options.options if label not in numbers]
    if unknown:
        raise UsageError(
            f"{source_name(options.source)}: there is no option {unknown[0]!r}; expected a label or a number from 1"
        )
    chosen = [numbers[label] for label in options.options]
    good = problem.solved_by(chosen)
    wrong = faults(problem, chosen)
    if options.json:
        print_json({"problem": str(problem), "options": options.options, "base": 1, "solves": good, "faults": wrong})
    else:
        say("a solution" if good else "\n".join(["not a solution", *wrong]))
    return DONE if good else NO_SOLUTION


def faults(problem: ExactCover, solution: Sequence[int]) -> list[str]:
    """Why these options (whose numbers are in range) are no solution; empty if `ExactCover.solved_by` accepts them."""
    out = [f"option {problem.label(o)} is chosen twice" for o in dict.fromkeys(solution) if solution.count(o) > 1]
    holders: dict[int, list[int]] = {}
    for o in dict.fromkeys(solution):
        if not any(i < problem.primary for i in problem.options[o]):
            out.append(f"option {problem.label(o)} has no primary item")
        for i in problem.options[o]:
            holders.setdefault(i, []).append(o)
    for i, item in enumerate(problem.items):
        held = holders.get(i, [])
        by = f"by {', '.join(map(problem.label, held))}"
        if not item.secondary and not item.least <= len(held) <= item.most:
            if not held:
                out.append(f"item {item.name} is not covered")
            else:
                wanted = str(item.most) if item.least == item.most else f"{item.least} to {item.most}"
                out.append(f"item {item.name} is covered {counted(len(held), 'time')} ({by}), not {wanted}")
        elif item.secondary and len(held) > 1:
            given = [problem.colours[o][problem.options[o].index(i)] if problem.colours else "" for o in held]
            if not any(given):
                out.append(f"item {item.name} is covered {counted(len(held), 'time')} ({by}), not at most once")
            elif len(set(given)) > 1 or not all(given):
                pairs = (f"{c or 'no colour'} by {problem.label(o)}" for o, c in zip(held, given, strict=True))
                out.append(f"the colours of item {item.name} clash: {', '.join(pairs)}")
    return out


def _convert(options: argparse.Namespace) -> int:
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
