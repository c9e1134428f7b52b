"""Prefetching: a kernel that would wait for memory at one random place after another waits for several at once."""

from __future__ import annotations

from typing import Any

from core._kernels.kernel import machine_form


@machine_form("core._kernels.prefetch_machine")
def fetch_ahead(array: Any, index: Any) -> None:
    """Have the processor fetch this cell of a contiguous one-dimensional array, and do nothing else.

    The index need not lie within the array.
    """
