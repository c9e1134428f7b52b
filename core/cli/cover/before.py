"""``cover estimate`` and ``cover check``: what the program can say about a problem before any search."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from core.cli.console import DONE, INTERRUPTED, NO_SOLUTION, UsageError, print_json, source_name
from core.cli.cover.printing import say
from core.exact_cover.problem import ExactCover
from core.words import counted, duration

if TYPE_CHECKING:
    from core.exact_cover.puzzle import CoverPuzzle

SHORTEST_BATCH = 1000
"""How many probes are made between two looks at the clock."""


def estimate(options: argparse.Namespace, problem: ExactCover) -> int:
    """Estimate nodes and solutions by random probes: a given number of them, or for a given time."""
    from core.exact_cover.analysis import Estimator

    estimator = Estimator(problem, options.seed)
    status = DONE
    figures = estimator.probe(1)
    started = time.perf_counter()
    try:
        if options.probes is None:
            figures = estimator.probe_for(options.seconds)
        else:
            while figures.probes < options.probes:
                batch = max(SHORTEST_BATCH, figures.probes // 8)
                figures = estimator.probe(min(options.probes - figures.probes, batch))
    except KeyboardInterrupt:
        status = INTERRUPTED  # what the probes so far tell
        figures = estimator.so_far()
    spent = time.perf_counter() - started
    met = figures.solutions > 0
    if options.json:
        print_json(
            {
                "problem": str(problem), "probes": figures.probes, "seed": options.seed,
                "nodes": figures.nodes, "nodes_error": _known(figures.nodes_error, figures.nodes_skewed),
                "nodes_skewed": figures.nodes_skewed,
                "solutions": figures.solutions if met else None,
                "solutions_error": _known(figures.solutions_error, figures.solutions_skewed) if met else None,
                "solutions_skewed": figures.solutions_skewed if met else None,
            }
        )  # fmt: skip
        return status
    say(f"nodes      {_said(figures.nodes, figures.nodes_error, skewed=figures.nodes_skewed)}")
    if met:
        say(f"solutions  {_said(figures.solutions, figures.solutions_error, skewed=figures.solutions_skewed)}")
    else:
        say(f"solutions  not estimated: none of the {counted(figures.probes, 'probe')} found one")
    probes = counted(figures.probes, "random probe")
    by_time = f" in {duration(spent)}" if options.probes is None else ""
    skewed = figures.nodes_skewed or (met and figures.solutions_skewed)
    notes = ["± is the standard error"] if not (figures.nodes_skewed and (figures.solutions_skewed or not met)) else []
    if skewed:
        notes.append("no ± where a few probes make up most of the sum: that may be off by several times")
    say(f"({probes}{by_time}; {'; '.join(notes)})")
    return status


def _said(value: float, error: float, *, skewed: bool) -> str:
    return f"about {value:.2g}" if skewed else f"{value:.4g} ± {error:.2g}"


def _known(error: float, skewed: bool) -> float | None:
    return None if skewed or error == float("inf") else error


def check(options: argparse.Namespace, puzzle: CoverPuzzle) -> int:
    """Describe the puzzle, or check the solution that ``options.options`` names.  Raises UsageError."""
    if options.options:
        return _check_solution(options, puzzle)
    from core.exact_cover.analysis import outlook

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
    good = problem.verify(chosen)
    wrong = faults(problem, chosen)
    if options.json:
        print_json({"problem": str(problem), "options": options.options, "solves": good, "faults": wrong})
    else:
        say("a solution" if good else "\n".join(["not a solution", *wrong]))
    return DONE if good else NO_SOLUTION


def faults(problem: ExactCover, solution: Sequence[int]) -> list[str]:
    """Why these options (whose numbers are in range) are no solution; empty if `ExactCover.verify` accepts them."""
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
