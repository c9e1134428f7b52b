"""The linked structure as it is at one moment: the names of each node's neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.exact_cover.coloured_links import ColouredLinks
from core.exact_cover.dancing_links import DancingLinks
from core.exact_cover.problem import ExactCover
from core.search import Search

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Links:
    """One node of the linked structure and the names of its neighbours."""

    name: str
    left: str
    right: str
    up: str
    down: str


def links_of(search: Search | None, problem: ExactCover, item: int, most: int = 8) -> list[Links]:
    """The header of an item, its neighbours in the header list, and the first nodes of its own list.

    Empty for a search that has no links.  It must hold still meanwhile.
    """
    if not isinstance(search, (DancingLinks, ColouredLinks)):
        return []
    cells, heads = search.links()

    def name(node: int) -> str:
        """``root``, an item's name for its header, or item and option for a node."""
        if node == 0:
            return "root"
        if node <= problem.size:
            return problem.items[node - 1].name
        return f"{problem.items[int(cells[4 * node]) - 1].name}·{problem.label(int(cells[4 * node + 3]))}"

    header = item + 1
    out = []
    for x in dict.fromkeys((header, int(heads[2 * header]), int(heads[2 * header + 1]))):
        vertical = (int(cells[4 * x + 1]), int(cells[4 * x + 2])) if x else (0, 0)
        out.append(
            Links(name(x), name(int(heads[2 * x])), name(int(heads[2 * x + 1])), *(name(n) for n in vertical))
        )  # fmt: skip
    node = int(cells[4 * header + 2])
    while node != header and len(out) < most + 3:
        left, right = _beside(cells, node)
        up, down = int(cells[4 * node + 1]), int(cells[4 * node + 2])
        out.append(Links(name(node), *(name(n) for n in (left, right, up, down))))
        node = down
    return out


def _beside(cells: NDArray[np.uint32], node: int) -> tuple[int, int]:
    """The nodes left and right of a node in its option, round the ends."""
    left, right = node - 1, node + 1
    if cells[4 * left] == 0:
        left = int(cells[4 * left + 2])
    if cells[4 * right] == 0:
        right = int(cells[4 * right + 1])
    return left, right
