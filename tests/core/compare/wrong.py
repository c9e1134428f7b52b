"""Algorithms that are wrong on purpose, to be put into the catalog."""

from __future__ import annotations

from collections.abc import Callable

from core import Algorithm, Goal, Problem, Search, Snapshot, Source, Status, register


class Miscounts(Search):
    """Says one solution too many, or shows queens that attack each other (``bad``)."""

    def __init__(self, problem: Problem, goal: Goal, limit: int | None, bad: bool) -> None:
        super().__init__(problem, goal, limit)
        self._bad = bad

    def advance(self, budget: int, quota: int | None = None) -> Status:
        self.status = Status.COMPLETE
        return self.status

    def snapshot(self) -> Snapshot:
        return Snapshot(self.status, 1, self.counts()[0], nodes=1)

    def counts(self) -> tuple[int, int]:
        known = self.problem.known_count  # type: ignore[attr-defined]
        return (1 if self.goal is Goal.FIRST else known + (not self._bad)), 1

    @property
    def solutions(self) -> list[tuple[int, ...]]:
        return [tuple(range(self.problem.size))] if self._bad else []

    def state(self) -> dict[str, object]:
        return {}

    def restore(self, state: object) -> None:
        return None


def miscounting(problem: Problem, goal: Goal, limit: int | None) -> Search:
    return Miscounts(problem, goal, limit, bad=False)


def attacking(problem: Problem, goal: Goal, limit: int | None) -> Search:
    return Miscounts(problem, goal, limit, bad=True)


def failing(problem: Problem, goal: Goal, limit: int | None) -> Search:
    raise RuntimeError("out of order")


def register_wrong(function: str) -> Callable[[], None]:
    """Put ``miscounting``, ``attacking`` or ``failing`` into the catalog; returns what takes it out."""
    source = Source("nobody", 2025, "wrong on purpose")
    return register(Algorithm(function, function, "queens", "Wrong.", source, f"{__name__}:{function}"))
