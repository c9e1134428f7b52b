"""For the tests of comparisons: a small plan."""

from __future__ import annotations

from core.compare import Contestant, Plan
from core.compare.instances import expand


def plan(*algorithms: str, instances: str = "4-6", **changes: object) -> Plan:
    chosen = tuple(Contestant.parse("queens", text) for text in algorithms)
    defaults: dict[str, object] = {"repeat": 2, "warm_up": 1}
    return Plan("queens", expand("queens", [instances]), chosen, **(defaults | changes))  # type: ignore[arg-type]
