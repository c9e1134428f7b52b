"""One character for a value: digits, then letters, as puzzles are printed."""

from __future__ import annotations

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ&"
"""The symbol of value v is ``SYMBOLS[v - 1]``."""

EMPTY = "."
"""How an empty cell is written."""

_WRITTEN = EMPTY + SYMBOLS


def symbol(value: int) -> str:
    """How a value is written: ``.`` for 0, 1 … 9, A … Z, ``&`` for 36; beyond that as a number."""
    return _WRITTEN[value] if value < len(_WRITTEN) else str(value)
