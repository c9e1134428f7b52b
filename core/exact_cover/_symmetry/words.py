"""A symmetry in words: which items change places."""

from __future__ import annotations

from collections.abc import Sequence

from core._words import counted
from core.exact_cover._problem import ExactCover

MOST_CYCLES = 4
"""The most cycles that a sentence names."""
MOST_POINTS = 12
"""The most names of a cycle in a sentence."""


def item_map(problem: ExactCover, symmetry: Sequence[int]) -> list[int]:
    """Where a symmetry sends every item; an item that asks for nothing and has no counterpart stays."""
    holders: list[set[int]] = [set() for _ in problem.items]
    for option, held in enumerate(problem.options.rows()):
        for number in held:
            holders[number].add(option)
    alike: dict[tuple[tuple[object, ...], frozenset[int]], list[int]] = {}
    for number, item in enumerate(problem.items):
        alike.setdefault((item[1:], frozenset(holders[number])), []).append(number)
    image = list(range(len(problem.items)))
    for (kind, having), numbers in alike.items():
        there = alike.get((kind, frozenset(symmetry[option] for option in having)), [])
        if len(there) == len(numbers):
            for one, other in zip(numbers, there, strict=True):
                image[one] = other
    return image


def cycles(image: Sequence[int]) -> list[list[int]]:
    """The cycles of a permutation that are longer than one, in order."""
    seen: set[int] = set()
    found = []
    for start in range(len(image)):
        cycle = []
        while start not in seen:
            seen.add(start)
            cycle.append(start)
            start = image[start]
        if len(cycle) > 1:
            found.append(cycle)
    return found


def named_cycles(problem: ExactCover, symmetry: Sequence[int]) -> list[list[str]]:
    """The items that change places, cycle by cycle; if none does, the options."""
    if found := cycles(item_map(problem, symmetry)):
        return [[problem.items[item].name for item in cycle] for cycle in found]
    return [[problem.label(option) for option in cycle] for cycle in cycles(symmetry)]


def in_words(named: Sequence[Sequence[str]], most: int = MOST_CYCLES) -> str:
    """Cycles in words: ``a ↔ b, c → d → e → c and 2 more``."""
    parts = []
    for cycle in named[:most]:
        if len(cycle) == 2:
            parts.append(" ↔ ".join(cycle))
        elif len(cycle) <= MOST_POINTS:
            parts.append(" → ".join([*cycle, cycle[0]]))
        else:
            parts.append(" → ".join([*cycle[:MOST_POINTS], f"… ({len(cycle)} in all)"]))
    rest = len(named) - most
    return ", ".join(parts) + (f" and {counted(rest, 'cycle')} more" if rest > 0 else "")
