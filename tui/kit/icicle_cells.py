"""An icicle of a visited tree as characters: which nodes fall into which cell, and where a key leads.  No Textual.

A row is a level, a column a range of nodes in the order of visiting; a subtree
is as wide as it has nodes.  A cell that several nodes share shows the most
telling of them: a solution, then a dead end.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.running import VisitedTree


class IcicleCell(IntEnum):
    """What a cell stands for; the larger value hides the smaller."""

    NOTHING = 0
    BRANCH = 1
    DEAD = 2
    SOLUTION = 3


@dataclass(frozen=True)
class Window:
    """A part of a tree: a subtree, as wide as the panel."""

    tree: VisitedTree
    root: int = 1
    """The number of the node whose subtree is shown."""
    node: int = 1
    """The number of the node pointed at."""

    @property
    def nodes(self) -> int:
        """How many nodes are shown."""
        return int(self.tree.ends[self.root - 1]) - (self.root - 1)

    def span(self, node: int, width: int) -> tuple[int, int]:
        """The columns of a node's subtree: the first and the one after the last, one wide at least."""
        first = (node - self.root) * width // self.nodes
        last = -(-(int(self.tree.ends[node - 1]) - (self.root - 1)) * width // self.nodes)
        return first, max(first + 1, min(last, width))

    def top(self, height: int) -> int:
        """The level in the first of ``height`` rows: the root's, or as far down as the node needs to be in sight."""
        depths = self.tree.depths
        return max(int(depths[self.root - 1]), int(depths[self.node - 1]) - height + 1)

    def counts(self, height: int) -> list[tuple[int, int]]:
        """Nodes and dead ends of the subtree in each row; as many rows as there are levels, ``height`` at most."""
        import numpy as np

        tree, top = self.tree, self.top(height)
        first, last = self.root - 1, int(tree.ends[self.root - 1])
        depths = tree.depths[first:last]
        levels = min(height, int(depths.max()) - top + 1)
        below = depths[depths >= top] - top
        dead = depths[tree.dead[first:last] & (depths >= top)] - top
        every, lost = np.bincount(below, minlength=levels), np.bincount(dead, minlength=levels)
        return list(zip(every[:levels].tolist(), lost[:levels].tolist(), strict=True))

    def cells(self, width: int, height: int) -> tuple[list[list[IcicleCell]], list[tuple[int, int] | None]]:
        """Rows of cells from the top level down, and the columns of the path to the node in each row."""
        import numpy as np  # not before there is a tree to show: a screen opens without it

        tree, top = self.tree, self.top(height)
        first, last = self.root - 1, int(tree.ends[self.root - 1])
        depths = tree.depths[first:last].astype(np.int64) - top
        grid = np.zeros((height, width), dtype=np.int8)
        at = np.arange(last - first)
        kinds = np.where(
            tree.solved[first:last],
            IcicleCell.SOLUTION,
            np.where(tree.dead[first:last], IcicleCell.DEAD, IcicleCell.BRANCH),
        )
        left = at * width // self.nodes
        right = np.maximum(left + 1, -(-(tree.ends[first:last] - first) * width // self.nodes))
        for depth in range(height):
            here = np.flatnonzero(depths == depth)
            for kind in (IcicleCell.BRANCH, IcicleCell.DEAD, IcicleCell.SOLUTION):
                of_kind = here[kinds[here] == kind]
                begun = np.bincount(left[of_kind], minlength=width + 1)
                edges = begun - np.bincount(np.minimum(right[of_kind], width), minlength=width + 1)
                grid[depth, np.cumsum(edges[:width]) > 0] = kind
        path: list[tuple[int, int] | None] = [None] * height
        for node in self._path():
            row = int(tree.depths[node - 1]) - top
            if 0 <= row < height:
                path[row] = self.span(node, width)
        return [[IcicleCell(cell) for cell in row] for row in grid.tolist()], path

    def _path(self) -> list[int]:
        nodes, node = [], self.node
        while node >= self.root:
            nodes.append(node)
            above = self.tree.parent(node)
            if above is None:
                break
            node = above
        return nodes

    # Where keys lead

    def parent(self) -> int:
        """The node above, or the node itself."""
        return self.tree.parent(self.node) or self.node

    def child(self) -> int:
        """The first node below, or the node itself."""
        return self.node if self.tree.leaves[self.node - 1] else self.node + 1

    def beside(self, step: int) -> int:
        """The next (1) or previous (-1) node of the same level, whatever its parent; or the node itself."""
        depth = self.tree.depths[self.node - 1]
        if step > 0:
            after = (self.tree.depths[self.node :] == depth).nonzero()[0]
            return self.node + int(after[0]) + 1 if len(after) else self.node
        before = (self.tree.depths[: self.node - 1] == depth).nonzero()[0]
        return int(before[-1]) + 1 if len(before) else self.node

    def at(self, column: int, row: int, width: int, height: int) -> int | None:
        """The first node that falls into a cell."""
        depth = self.top(height) + row
        for spread in self.tree.level(depth, self.root):
            left, right = self.span(spread.node, width)
            if left <= column < right:
                return spread.node
        return None
