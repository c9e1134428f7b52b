"""``dq cover check``, ``convert`` and ``gallery``: what can be said about a problem without a search."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core._cli.console import DONE, NO_SOLUTION, UsageError, note, print_json, source_name, standard_input
from core._cli.cover import STATUSES
from core._cli.cover.source import add_source, figure_of, read_source, say, texts_of
from core._drawing.figure import in_form
from core._search import ProblemError
from core._words import counted, grouped
from core.exact_cover._analysis import outlook
from core.exact_cover._formats import load
from core.exact_cover._formats.answers import read_answer
from core.exact_cover._formats.knuth import beyond_knuth
from core.exact_cover._formats.load import write_puzzle
from core.exact_cover._gallery import GALLERY
from core.exact_cover._problem import ExactCover
from core.exact_cover._puzzle import CoverPuzzle
from core.exact_cover._restricted import options_named
from core.storage._files import read_whole

FIGURES = ("svg", "tikz")
"""The forms in which a problem is only drawn."""


def declare_check(command: argparse.ArgumentParser) -> None:
    """Declare ``cover check``."""
    command.epilog = STATUSES
    add_source(command)
    command.add_argument(
        "options", nargs="*", metavar="OPTION", help="the options of the solution, by label or number from 1"
    )
    command.add_argument(
        "--solution", metavar="ANSWER",
        help="check and show what another solver answered to the file that convert wrote for it; - for standard input",
    )  # fmt: skip
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(run=_check)


def declare_convert(command: argparse.ArgumentParser) -> None:
    """Declare ``cover convert``."""
    command.epilog = STATUSES
    add_source(command)
    command.add_argument(
        "--to", choices=("knuth", "matrix", "json", "drawing", "dimacs", "lp", "mps", *FIGURES), default="knuth",
        help="default: knuth; dimacs for SAT solvers, lp and mps for those of linear programs "
        "(check --solution reads what they answer); svg and tikz draw the matrix",
    )  # fmt: skip
    command.set_defaults(run=_convert)


def declare_gallery(command: argparse.ArgumentParser) -> None:
    """Declare ``cover gallery``."""
    command.add_argument("--json", action="store_true", help="one JSON object per line")
    command.set_defaults(run=_gallery)


def _check(options: argparse.Namespace) -> int:
    """Describe the puzzle, or check the solution that ``options.options`` names."""
    puzzle = read_source(options)
    if options.solution is not None:
        return _check_answer(options, puzzle)
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
        "costs": problem.costly,
        "forced": {names[i]: [problem.label(o) for o in held] for i, held in seen.forced},
        "impossible": [names[i] for i in seen.impossible],
        "uncoverable": str(seen.uncoverable) if seen.uncoverable else None,
        "idle_options": [problem.label(o) for o in seen.idle_options],
        "misfit": puzzle.misfit or None,
        "imbalance": str(seen.imbalance) if seen.imbalance else None,
    }
    if options.json:
        print_json({**figures, "symmetries": puzzle.symmetries().order, "base": 1})
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
        if seen.imbalance and not puzzle.misfit:
            say(f"{seen.imbalance}: there is no solution")
        if seen.idle_options:
            say(f"without a primary item, so in no solution: {', '.join(figures['idle_options'])}")
    return NO_SOLUTION if seen.uncoverable or puzzle.misfit or seen.imbalance else DONE


def _check_solution(options: argparse.Namespace, puzzle: CoverPuzzle) -> int:
    try:
        chosen = options_named(puzzle.problem, options.options)
    except ProblemError as error:
        raise UsageError(f"{source_name(options.source)}: {error}") from None
    return _verdict(options, puzzle, chosen, options.options)


def _check_answer(options: argparse.Namespace, puzzle: CoverPuzzle) -> int:
    """Show and check what another solver chose.  Raises FormatError, or UsageError for a file that cannot be read."""
    problem, name = puzzle.problem, options.solution
    if options.options:
        raise UsageError("--solution names the options itself; leave yours out")
    if name == "-" == options.source:
        raise UsageError("problem and solution cannot both come from standard input")
    try:
        data = standard_input() if name == "-" else read_whole(Path(name))
    except (OSError, ValueError) as error:
        raise UsageError(f"{name}: {getattr(error, 'strerror', None) or error}") from None
    chosen = read_answer(load.decode(data, source_name(name)), source_name(name), len(problem.options))
    if chosen is None:
        note(f"{source_name(name)}: the solver says that there is no solution")
        return NO_SOLUTION
    labels = [problem.label(o) for o in chosen]
    if not options.json:
        say(*texts_of(puzzle)([chosen]))
    return _verdict(options, puzzle, chosen, labels)


def _verdict(options: argparse.Namespace, puzzle: CoverPuzzle, chosen: Sequence[int], labels: Sequence[str]) -> int:
    problem = puzzle.problem
    good = problem.solved_by(chosen)
    wrong = faults(problem, chosen)
    if options.json:
        cost = {"cost": problem.cost(chosen)} if problem.costly else {}
        print_json({"problem": str(problem), "options": labels, "base": 1, "solves": good, "faults": wrong, **cost})
    else:
        cost_told = f", cost {grouped(problem.cost(chosen))}" if problem.costly else ""
        say(f"a solution{cost_told}" if good else "\n".join(["not a solution", *wrong]))
    return DONE if good else NO_SOLUTION


def faults(problem: ExactCover, solution: Sequence[int]) -> list[str]:
    """Why these options (whose numbers are in range) are not a solution; empty if `ExactCover.solved_by` accepts
    them."""
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
            given = [problem.options[o].colour(i) for o in held]
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
        if options.to in FIGURES:
            text = in_form(f".{options.to}", [figure_of(puzzle)], title=str(problem)).decode()
        else:
            text = write_puzzle(puzzle, options.to)
    except ProblemError as error:
        raise UsageError(f"{source_name(options.source)}: {error}") from None
    reason = beyond_knuth(problem) if options.to == "knuth" else None
    if reason:
        note(f"note: Knuth's own programs do not take {reason}")
    if options.to == "dimacs" and problem.options.costs:
        note("note: clauses have no costs; lp and mps do")
    sys.stdout.write(text)
    return DONE


def _gallery(options: argparse.Namespace) -> int:
    if options.json:
        for entry in GALLERY:
            print_json({
                "name": entry.name, "group": entry.group, "title": entry.title, "solutions": entry.known,
                "classes": entry.known_classes, "source": entry.source, "cheapest": entry.cheapest,
            })  # fmt: skip
        return DONE
    width = max(len(entry.name) for entry in GALLERY)
    group = ""
    for entry in GALLERY:
        if entry.group != group:
            say(f"{'' if not group else chr(10)}{entry.group}")
            group = entry.group
        classes = f", {grouped(entry.known_classes)} up to symmetry" if entry.known_classes is not None else ""
        cheapest = f", the cheapest costs {grouped(entry.cheapest)}" if entry.cheapest is not None else ""
        say(f"  {entry.name:<{width}}  {entry.title}: {grouped(entry.known)}{classes}{cheapest} ({entry.source})")
    return DONE
