"""An automaton laid out along its cells: layers of arcs, as the kernel walks them.

Between two layers lie *arcs*: a state before, a state after, and the values that
lead from one to the other.  States that reach no accepting one are left out, and
states that accept the same sequences are merged, so there is one first and one
last state (Pesant, "A regular language membership constraint for finite sequences
of variables", CP 2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.sudoku.rules._forms import Automaton, Values


class Layers(NamedTuple):
    """States are numbered layer by layer: the first is 0, the last ``states`` - 1."""

    states: int
    firsts: NDArray[np.uint32]
    """Where the arcs of each layer begin, and the number of arcs."""
    arcs: NDArray[np.uint32]
    """(arcs, 2): the states before and after."""
    masks: NDArray[np.uint64]


@lru_cache(maxsize=4096)
def layers_of(automaton: Automaton, domains: tuple[Values, ...]) -> Layers | None:
    """Lay out an automaton over cells that may hold these sets of values; None if it accepts nothing."""
    tables = _reached(automaton, domains)
    # From the back: states with equal arcs to equal states are merged.
    classes: list[dict[int, int]] = [{at: 0 for at, accepted in enumerate(tables[-1]) if accepted}]
    layers: list[list[dict[int, Values]]] = []
    for arcs in reversed(tables[:-1]):
        behind, known, own = classes[-1], dict[tuple[tuple[int, Values], ...], int](), dict[int, int]()
        kept: list[dict[int, Values]] = []
        for at, leading in enumerate(arcs):
            merged: dict[int, Values] = {}
            for to, mask in leading.items():
                if (place := behind.get(to)) is not None:
                    merged[place] = merged.get(place, 0) | mask
            if merged:
                key = tuple(sorted(merged.items()))
                if key not in known:
                    known[key] = len(kept)
                    kept.append(merged)
                own[at] = known[key]
        classes.append(own)
        layers.append(kept)
    if not all(classes):
        return None
    layers.reverse()
    firsts, ends, masks, before = [0], list[tuple[int, int]](), list[Values](), 0
    for kept in layers:
        behind_first = before + len(kept)
        for at, leading in enumerate(kept):
            for to, mask in leading.items():
                ends.append((before + at, behind_first + to))
                masks.append(mask)
        firsts.append(len(ends))
        before = behind_first
    return Layers(
        before + 1, np.array(firsts, dtype=np.uint32), np.array(ends, dtype=np.uint32).reshape(-1, 2),
        np.array(masks, dtype=np.uint64),
    )  # fmt: skip


def _reached(automaton: Automaton, domains: Sequence[Values]) -> list[list[dict[int, Values]]]:
    """For each layer and each state reached the arcs that leave it; last, for each state whether it is accepted."""
    step, states = automaton.step, [automaton.start]
    tables: list[list[dict[int, Values]]] = []
    for position, domain in enumerate(domains):
        numbers: dict[object, int] = {}
        table: list[dict[int, Values]] = []
        held = [value for value in range(1, domain.bit_length() + 1) if domain >> (value - 1) & 1]
        for state in states:
            leading: dict[int, Values] = {}
            for value in held:
                behind = step(state, value, position)
                if behind is not None:
                    to = numbers.setdefault(behind, len(numbers))
                    leading[to] = leading.get(to, 0) | 1 << (value - 1)
            table.append(leading)
        tables.append(table)
        states = list(numbers)
    tables.append([{0: 1} if automaton.accepts(state) else {} for state in states])
    return tables
