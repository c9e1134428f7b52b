"""Asking for memory ahead of time: a kernel that waits for it at random places waits for several at once."""

from __future__ import annotations

from typing import Any

from core.kernels.kernel import machine_form


@machine_form("core.kernels.prefetch_machine")
def fetch_ahead(array: Any, index: Any) -> None:
    """Have the processor fetch this cell of a contiguous one-dimensional array; nothing else happens.

    The index need not lie within the array.
    """
