"""What each algorithm needed for one problem and goal: a small table to compare by.  No Textual."""

from __future__ import annotations

from core.queens.problem import Queens
from core.search import Goal, Snapshot, Status
from core.words import grouped
from tui.search.ran import Ran


class Results:
    """Nodes of each algorithm that has been to the end of the same search, the newest last."""

    def __init__(self) -> None:
        self._nodes: dict[str, int] = {}
        self._of: tuple[Queens, Goal] | None = None

    def begin(self, ran: Ran[Queens]) -> None:
        """A run of this begins: results of other problems and goals go."""
        of = _sort(ran)
        if self._of != of:
            self._nodes.clear()
        self._of = of

    def add(self, ran: Ran[Queens], shot: Snapshot) -> None:
        """A run has got so far: take it in where that is its end."""
        if shot.status is Status.COMPLETE and shot.nodes is not None and self._of == _sort(ran):
            self._nodes.pop(ran.name, None)
            self._nodes[ran.name] = shot.nodes

    def of(self, ran: Ran[Queens]) -> int | None:
        """What this needed, as far as it is known."""
        return self._nodes.get(ran.name) if self._of == _sort(ran) else None

    def told(self, ran: Ran[Queens]) -> str:
        """Most nodes first: backtracking 2 057 · dlx-s 980; empty where there is nothing to compare this with."""
        if len(self._nodes) < 2 or self._of != _sort(ran):
            return ""
        return " · ".join(f"{name} {grouped(nodes)}" for name, nodes in sorted(self._nodes.items(), key=_fewest_last))


def _sort(ran: Ran[Queens]) -> tuple[Queens, Goal]:
    """What makes results comparable: all solutions are found or counted by the same nodes."""
    return ran.problem, Goal.COUNT if ran.goal is Goal.ALL else ran.goal


def _fewest_last(result: tuple[str, int]) -> int:
    return -result[1]
