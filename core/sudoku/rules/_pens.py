"""Which pen each line of a drawn grid gets: one for all lines of a kind, different ones for lines that share a cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from core.sudoku.rules._rule import Look, Mark, Rule

PENS = 4
LINES = (Look.STROKE, Look.BULB, Look.ARROW)
RINGS = (Look.CIRCLE, Look.SQUARE, Look.BULB)


@lru_cache(maxsize=64)
def pens_of(drawn: Sequence[tuple[Mark, Rule]]) -> dict[int, int]:
    """By place among the marks, the pen (1 to 4) of each line and of the rings that belong to it."""
    rules: dict[Rule, list[int]] = {}
    for place, (mark, rule) in enumerate(drawn):
        if mark.look in LINES or mark.look in RINGS:
            rules.setdefault(rule, []).append(place)
    lined = {rule: places for rule, places in rules.items() if any(drawn[at][0].look in LINES for at in places)}
    cells = {rule: {cell for at in places for cell in drawn[at][0].cells} for rule, places in lined.items()}
    kinds = list(dict.fromkeys(rule.kind for rule in lined))
    chosen: dict[Rule, int] = {}
    for rule in lined:
        taken = {pen for other, pen in chosen.items() if not cells[other].isdisjoint(cells[rule])}
        wished = kinds.index(rule.kind) % PENS + 1
        free = [pen for pen in range(1, PENS + 1) if pen not in taken]
        chosen[rule] = wished if wished in free or not free else free[0]
    return {at: chosen[rule] for rule, places in lined.items() for at in places}
