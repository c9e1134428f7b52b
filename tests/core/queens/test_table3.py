"""Table 3 of document 000: every search that counts, to the last digit (N = 13 … 16: ``bench_table3``)."""

from __future__ import annotations

from typing import Any

import pytest

from core import Goal, Queens, Run, Status, algorithm
from core.running import Slicing
from tests.core.queens.table3 import OTHER_ORDERS, PAPER

UP_TO_12 = [n for n in PAPER if n <= 12]


def counted(key: str, n: int, **parameters: Any) -> tuple[int, int]:
    """Solutions and nodes of a whole search, driven in slices as the program does it."""
    search = algorithm("queens", key).start(Queens(n), Goal.COUNT, parameters=parameters)
    shot = Run(search, slicing=Slicing.of(1 << 14)).drive()
    assert shot.status is Status.COMPLETE
    assert shot.nodes is not None
    return shot.solutions, shot.nodes


@pytest.mark.parametrize("n", UP_TO_12)
@pytest.mark.parametrize("key", ["naive", "backtracking", "bitmask", "dlx"])
def test_row_by_row(key: str, n: int) -> None:
    assert counted(key, n) == (PAPER[n].solutions, PAPER[n].nodes)


@pytest.mark.parametrize("n", UP_TO_12)
def test_smallest_item(n: int) -> None:
    assert counted("dlx-s", n, order="table") == (PAPER[n].solutions, PAPER[n].nodes_smallest)


@pytest.mark.parametrize("order", OTHER_ORDERS)
def test_other_item_orders(order: str) -> None:
    for n, nodes in OTHER_ORDERS[order].items():
        assert counted("dlx-s", n, order=order) == (PAPER[n].solutions, nodes)
