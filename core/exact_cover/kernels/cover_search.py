"""What all exact cover searches on kernels have in common: a path of choices, an item and one of its options each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.branching import ItemChoice
from core.running.kernel_search import KernelSearch


class CoverSearch(KernelSearch):
    """A search that keeps the nodes visited at each level in ``arrays["profile"]`` and can tell its choices."""

    _given: NDArray[np.int64] | None = None
    """The problem's number of each item that the kernel numbers otherwise (`item_order.reordered`)."""

    @abstractmethod
    def _branches(self) -> NDArray[np.int64]:
        """`branches` in the kernel's numbers of items, as an array of its own."""

    def branches(self) -> NDArray[np.int64]:
        """Item, option (-1 for none), number and degree of every choice on the current path: a (levels, 4) array."""
        branches = self._branches()
        if self._given is not None:
            branches[:, 0] = self._given[branches[:, 0]]
        return branches

    def path(self) -> list[int]:
        """The options on the current path, in the order in which they were chosen."""
        return [option for option in self.branches()[:, 1].tolist() if option >= 0]

    def placement(self) -> tuple[int, ...]:
        return tuple(self.path())

    def choices(self) -> Sequence[tuple[int, int]] | None:
        return [(number, degree) for number, degree in self.branches()[:, 2:].tolist()]

    def max_depth(self) -> int:
        return len(self.arrays["profile"]) - 1

    def detail(self) -> Mapping[str, Any]:
        """Nodes by level, trailing levels without any left out, and the choices of the current path."""
        nodes = self.arrays["profile"].tolist()
        while nodes and nodes[-1] == 0:
            nodes.pop()
        return {"profile": nodes, "choices": [ItemChoice(*choice) for choice in self.branches().tolist()]}
