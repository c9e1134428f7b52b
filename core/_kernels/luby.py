"""The lengths of the runs of a search that restarts."""

from __future__ import annotations

from typing import Any

from core._kernels.kernel import kernel


@kernel(counts_references=False)
def luby(number: Any) -> Any:
    """The term of this 1-based number: 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, …

    Runs of these lengths are within a logarithm of the best lengths, whatever the search (Luby, Sinclair and
    Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993), and grow without bound, so that the search is
    complete.
    """
    while True:
        size = 1
        while 2 * size - 1 < number:
            size *= 2
        if 2 * size - 1 == number:
            return size
        number -= size - 1
