"""How figures are said to people, everywhere the same: digits in groups, times, ages, lists of names.

Nothing here knows what is being counted.  Machine-readable output (JSON, CSV)
has plain numbers and does not come here.
"""

from __future__ import annotations

from collections.abc import Iterable


def grouped(number: float) -> str:
    """A number for people: whole, its digits in threes (14 772 512)."""
    return f"{number:,.0f}".replace(",", " ")


def either(names: Iterable[object]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return _joined([str(name) for name in names], "or")


def both(names: Iterable[object]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return _joined([str(name) for name in names], "and")


def _joined(names: list[str], last: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"
