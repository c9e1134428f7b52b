"""An exact cover problem as a graph with coloured vertices: its automorphisms are the problem's symmetries.

There is a vertex for each option that can be in a solution, and one for each
constraint (an item, by what it asks for), joined to the options that hold the
item; if options give an item colours, there is one for each of its colours,
between the item and these options.  Colours of one item mean nothing to
another, so they may change places item by item.

Equal constraints are merged, and those that nothing can break are left out.  So
every automorphism is a permutation of the options that turns solutions into
solutions, and the images of the options determine those of the rest.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.exact_cover._problem import ExactCover, Item


@dataclass(frozen=True, eq=False)
class ColouredGraph:
    """Vertex ``v`` has the kind ``kinds[v]`` and the neighbours ``others[starts[v]:starts[v + 1]]``."""

    kinds: NDArray[np.int32]
    starts: NDArray[np.int64]
    others: NDArray[np.int32]
    options: NDArray[np.int64]
    """The first vertices are options: their numbers in the problem."""

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.kinds)

    @property
    def effort(self) -> int:
        """The cost of looking once at every vertex and every edge."""
        return len(self.kinds) + len(self.others)


def graph_of(problem: ExactCover) -> ColouredGraph:
    """The graph of a problem; idle options have no vertex."""
    idle = set(problem.idle_options)
    options = [o for o in range(len(problem.options)) if o not in idle]
    costs = problem.options.costs
    kinds: list[Hashable] = [("option", costs[o] if costs else 0) for o in options]
    edges: list[tuple[int, int]] = []
    for kind, colours in dict.fromkeys(filter(None, _constraints(problem, options))):
        vertex = len(kinds)
        kinds.append(kind)
        for shared, holders in sorted(colours):
            joined = vertex
            if shared:
                joined = len(kinds)
                kinds.append("colour")
                edges.append((vertex, joined))
            edges.extend((joined, option) for option in holders)
    numbers = {kind: number for number, kind in enumerate(sorted(set(kinds), key=repr))}
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    both = np.concatenate([ends, ends[:, ::-1]])
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    starts = np.searchsorted(both[:, 0], np.arange(len(kinds) + 1))
    return ColouredGraph(
        np.array([numbers[kind] for kind in kinds], dtype=np.int32), starts, both[:, 1].astype(np.int32),
        np.array(options, dtype=np.int64),
    )  # fmt: skip


_Constraint = tuple[Hashable, frozenset[tuple[bool, tuple[int, ...]]]]


def _constraints(problem: ExactCover, options: list[int]) -> list[_Constraint | None]:
    """What each item asks for, and of which options, by the colour that they share; None for what always holds."""
    holders: list[dict[str, list[int]]] = [{} for _ in problem.items]
    for vertex, o in enumerate(options):
        for item, colour in problem.options[o].coloured:
            holders[item].setdefault(colour, []).append(vertex)
    return [_asked(item, by_colour) for item, by_colour in zip(problem.items, holders, strict=True)]


def _asked(item: Item, by_colour: dict[str, list[int]]) -> _Constraint | None:
    shared = [tuple(held) for colour, held in by_colour.items() if colour and len(held) > 1]
    alone = sorted(v for colour, held in by_colour.items() if not colour or len(held) == 1 for v in held)
    number = len(alone) + sum(map(len, shared))
    least, most = (0, 1) if item.secondary else (item.least, min(item.most, number))
    if (least == 0 and most >= number) or (len(shared) == 1 and not alone):
        return None
    parts = {(True, held) for held in shared} | ({(False, tuple(alone))} if alone else set())
    return ("item", least, most, bool(shared)), frozenset(parts)
