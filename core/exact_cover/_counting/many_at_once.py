"""Searches that find many solutions at once, because a table holds what lies below nodes already seen.

Their kernels follow the contract of `core.running._kernel_search`, except for the quota: with -1 they go on past
solutions; above 0 they return as soon as they have found some.  They also return when the table should grow.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from core._search import Snapshot, Status
from core.exact_cover._counting.memo_table import ASKING, COUNT, HITS, INSERTS, LOOKUPS, empty_table, most_slots, refill
from core.exact_cover._kernels.cover_search import CoverSearch
from core.running._kernel_search import DONE, NODES, PHASE


class ManyAtOnce(CoverSearch):
    """A search with such a table (``arrays["table"]`` and its ``arrays["figures"]``); it keeps no solutions.

    It stops at the first node where the quota or limit is reached, and reports no more than the limit.
    """

    counts_updates = True
    key_rows: ClassVar[str]
    """The array whose rows are looked up in the table."""

    @abstractmethod
    def _known(self) -> int:
        """How many solutions have been found."""

    @property
    @abstractmethod
    def _table_bytes(self) -> int:
        """How much memory the table may take now."""

    def _between_calls(self) -> None:
        """Give the arrays whatever they need before the kernel goes on; this may end the search."""

    def kernel_state(self) -> tuple[Any, ...]:
        """The filled-in layout; how far the table may grow depends on the memory that other arrays take now."""
        self.fixed["most_slots"] = self.most_slots
        return super().kernel_state()

    def branch_path(self) -> None:
        """None: the search skips nodes seen before, so nobody can walk through its tree."""

    def keyframe(self) -> dict[str, Any]:
        """The whole state, because arrays grow and only `restore` can change their sizes."""
        return self.state()

    def rewind(self, frame: Mapping[str, Any]) -> None:
        """Restore the state that `keyframe` gave."""
        self.restore(frame)

    def prepare(self) -> None:
        """Compile the search and the growing of the table."""
        super().prepare()
        refill.compile(self.arrays["table"], self.arrays["table"], COUNT)

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Move on by at most ``budget`` nodes, until at least ``quota`` further solutions are found."""
        goal = None if quota is None else self._known() + quota
        if self.limit is not None:
            goal = self.limit if goal is None else min(goal, self.limit)
        while budget > 0 and self.status is Status.RUNNING and (goal is None or self._known() < goal):
            nodes = int(self.counters[NODES])
            self._call_kernel(budget, -1 if goal is None else 1, self._found[:0])
            budget -= int(self.counters[NODES]) - nodes
            if self.limit is not None and self._known() >= self.limit:
                self.status = Status.LIMIT
            elif self.counters[PHASE] == DONE:
                self.status = Status.COMPLETE
            elif self._table_full:
                self._resize_table(min(4 * len(self.arrays["table"]), self.most_slots))
            self._between_calls()
        return self.status

    @property
    def most_slots(self) -> int:
        """How many slots the table may grow to, with entries as long as they are now."""
        return most_slots(self.arrays["table"].shape[1], self._table_bytes)

    @property
    def _table_full(self) -> bool:
        slots = len(self.arrays["table"])
        return int(self.arrays["figures"][INSERTS]) >= slots and slots < self.most_slots

    def _resize_table(self, slots: int) -> None:
        old = self.arrays["table"]
        new = empty_table(slots, old.shape[1])
        key = old.shape[1] - self.arrays[self.key_rows].shape[1]
        self.arrays["figures"][INSERTS] = self._runner.run_beside(refill, old, new, key, entries=len(old))
        self.arrays["table"] = new

    def counts(self) -> tuple[int, int]:
        """Solutions found, no more than the limit, and nodes visited."""
        found = self._known()
        return found if self.limit is None else min(found, self.limit), int(self.counters[NODES])

    def snapshot(self) -> Snapshot:
        """What the search looks like now, with no more solutions than the limit."""
        return replace(super().snapshot(), solutions=self.counts()[0])

    def _told_of_table(self) -> dict[str, Any]:
        """How the table is used and how large it is."""
        figures, table = self.arrays["figures"].tolist(), self.arrays["table"]
        memo = {"in use": bool(figures[ASKING]), "lookups": figures[LOOKUPS], "hits": figures[HITS]}
        return memo | {"slots": len(table), "bytes": table.nbytes}
