"""An algorithm's marker and colour: the same in every table, chart and race, whatever its position there."""

from __future__ import annotations

from collections.abc import Iterable

from core._catalog import algorithms
from core._drawing.chart import SIGNS
from core.compare._plan import Contestant


def signs(family: str, contestants: Iterable[Contestant]) -> dict[str, int]:
    """The number for each label: the algorithm's position in the catalog, or the next free number if its
    marker is taken.

    Algorithms without parameters choose first.  Two numbers have the same marker if they are
    equal modulo `SIGNS`; see `core._drawing.chart.tone_of` for colours.
    """
    place = {entry.key: number for number, entry in enumerate(algorithms(family))}
    chosen: dict[str, int] = {}
    for contestant in sorted(contestants, key=lambda each: bool(each.parameters)):
        first = place.get(contestant.algorithm, 0) % SIGNS
        rounds = len(chosen) // SIGNS * SIGNS
        taken = {number for number in chosen.values() if number >= rounds}
        free = (rounds + (first + step) % SIGNS for step in range(SIGNS))
        chosen[contestant.label] = next(number for number in free if number not in taken)
    return chosen
