"""The whole tree of a search, grown in a thread once for each choice.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core import Search

if TYPE_CHECKING:
    from core.running import VisitedTree
    from core.running._visited_tree import Growing, TreeTop

    Tree = VisitedTree | TreeTop

Grow = Callable[[Callable[[], bool]], "Tree | None"]

GROWING = "Visiting the whole tree…"
STOPPED = "Stopped."
NO_TREE = "This algorithm visits no tree."


@dataclass(frozen=True, slots=True)
class LevelCount:
    """One level of a tree, or of the part of it that has been visited."""

    nodes: int
    dead: int
    solved: int


class GrownTree:
    """The tree of what is chosen, as soon as it has been grown."""

    def __init__(self) -> None:
        self.tree: Tree | None = None
        self.note = ""
        """Why there is none."""
        self.growing: Growing | None = None
        """How far it was at the last report, while it grows and after it was stopped."""
        self.at_work = False
        """Whether it is being grown."""
        self._of: Hashable = None
        self._work = 0

    def to_grow(self, of: Hashable, make: Callable[[], Search]) -> Grow | None:
        """For a thread: visits the tree of the search that ``make`` builds.

        ``of`` says which tree it is; returns None if that has been grown, or is being grown, already.
        """
        if self._of == of:
            return None
        self._of, self.tree, self.note, self.growing, self.at_work = of, None, GROWING, None, True
        self._work += 1
        mine = self._work

        def tell(growing: Growing) -> None:
            if self._work == mine:
                self.growing = growing

        def work(stop: Callable[[], bool]) -> Tree | None:
            from core.running._visited_tree import grow

            return grow(make, lambda: stop() or self._work != mine, tell=tell)

        return work

    def grown(self, of: Hashable, tree: Tree | None, why_none: str = "") -> None:
        """Take the grown tree; None if there is none, perhaps with the reason."""
        if self._of == of and self.at_work:
            self.tree, self.at_work, self.growing = tree, False, None
            self.note = "" if tree is not None else why_none or NO_TREE

    def stop(self) -> None:
        """Stop growing it, and leave it as it is."""
        if self.at_work:
            self._work += 1
            self.at_work, self.note = False, STOPPED

    def forget(self) -> None:
        """Drop the tree; one that is being grown is given up."""
        self._work += 1
        self._of = self.tree = self.growing = None
        self.at_work = False

    @property
    def stamp(self) -> object:
        """Changes whenever the tree is begun, stopped, grown or forgotten."""
        return self._work, self.at_work

    def is_of(self, of: Hashable) -> bool:
        """Whether the tree that is there, or being grown, is that of ``of``."""
        return self._of == of

    @property
    def in_vain(self) -> int | None:
        """Nodes with no solution at or below them; None if unknown."""
        from core.running import VisitedTree

        tree = self.tree
        if not isinstance(tree, VisitedTree):
            return None
        import numpy as np

        found = np.concatenate([[0], np.cumsum(tree.solved)])
        return int((found[tree.ends] == found[:-1]).sum())

    def levels(self, upto: int | None = None) -> Sequence[LevelCount]:
        """Nodes, dead ends and solutions at each level among the first ``upto`` nodes; empty if unknown."""
        from core.running import VisitedTree

        tree = self.tree
        if not isinstance(tree, VisitedTree):
            return ()
        import numpy as np

        upto = tree.nodes if upto is None else min(upto, tree.nodes)
        depths = tree.depths[:upto]
        size = int(tree.depths.max(initial=0)) + 1
        counts = [np.bincount(depths[which[:upto]], minlength=size) for which in (tree.dead, tree.solved)]
        every = np.bincount(depths, minlength=size)
        return [LevelCount(int(n), int(d), int(s)) for n, d, s in zip(every, *counts, strict=True)]
