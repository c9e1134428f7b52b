"""Why a choice of options is no solution, in words."""

from __future__ import annotations

from collections.abc import Sequence

from core.exact_cover.problem import ExactCover
from core.words import counted


def faults(problem: ExactCover, solution: Sequence[int]) -> list[str]:
    """Why these options, numbered in range, are no solution; nothing where `ExactCover.verify` says that they are."""
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
