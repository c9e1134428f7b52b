"""A search for testing drivers, whose every step is known beforehand, and its checkpoint."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core import Goal, Queens, Search, Snapshot, Status
from core.storage import Checkpoint


class EveryTenth(Search):
    """A search for testing drivers: every tenth of its steps is a solution, and it notes what it was asked for."""

    def __init__(self, steps: int, seconds_a_step: float = 0.0) -> None:
        super().__init__(Queens(8), Goal.COUNT)
        self.total, self.made, self.seconds_a_step = steps, 0, seconds_a_step
        self.asked: list[tuple[int, int | None]] = []
        self.prepared = 0

    def prepare(self) -> None:
        self.prepared += 1

    def advance(self, budget: int, quota: int | None = None) -> Status:
        self.asked.append((budget, quota))
        end = min(self.total, self.made + budget)
        if quota is not None:
            end = min(end, (self.made // 10 + quota) * 10)
        if self.seconds_a_step:
            time.sleep((end - self.made) * self.seconds_a_step)
        self.made = end
        if self.made == self.total:
            self.status = Status.COMPLETE
        return self.status

    def snapshot(self) -> Snapshot:
        return Snapshot(self.status, self.made, self.made // 10)

    def counts(self) -> tuple[int, int]:
        return self.made // 10, self.made

    @property
    def solutions(self) -> Sequence[tuple[int, ...]]:
        return ()

    def state(self) -> dict[str, Any]:
        return {"made": np.int64(self.made)}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.made = int(state["made"])


def checkpoint(path: Path, **changes: Any) -> Checkpoint:
    settings: dict[str, Any] = {
        "problem": Queens(8), "algorithm": "every-tenth", "goal": Goal.COUNT, "limit": None, "parameters": {"seed": 1},
    }  # fmt: skip
    return Checkpoint(path, **(settings | changes))
