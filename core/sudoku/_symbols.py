"""How values are written: one character each, or decimal numbers.

Values are 1 … n.  The standard symbols are ``1``-``9``, then ``A``-``Z`` for 10
to 35 and ``&`` for 36.  Two other alphabets are in use and are read too:
letters only (``A`` is 1; 16×16 and 25×25 collections) and hexadecimal (``0`` is
1, ``F`` is 16).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from core._words import EMPTY, SYMBOLS, WRITTEN, symbol

__all__ = [
    "BLANKS", "EMPTY", "SYMBOLS", "alphabet_for", "expected_symbols", "standard_values", "symbol", "text_of",
    "value_of",
]  # fmt: skip

BLANKS = "0._*-?"
"""Characters for an empty cell in every alphabet; so is X if it is no value."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_HEXADECIMAL = "0123456789ABCDEF"


@cache
def standard_values(order: int) -> Mapping[str, int]:
    """Character to value in the standard alphabet, both cases; blanks are 0."""
    return _table(SYMBOLS[:order], BLANKS)


def text_of(values: Iterable[int]) -> str:
    """Values as a run of standard symbols."""
    return "".join(map(WRITTEN.__getitem__, values))


def value_of(character: str, order: int) -> int | None:
    """The value that a typed character names, 0 for a blank, None if it names none in this order."""
    return standard_values(order).get(character)


@cache
def _table(symbols: str, blanks: str) -> Mapping[str, int]:
    table = dict.fromkeys(blanks, 0)
    if "X" not in symbols:
        table |= {"X": 0, "x": 0}
    for value, character in enumerate(symbols, 1):
        table[character] = value
        table[character.lower()] = value
    return table


def alphabet_for(characters: Sequence[str], order: int) -> Mapping[str, int]:
    """The table that reads these characters (one for each cell of a puzzle), guessed from those that occur.

    If n cells or more are filled and none with a digit 1-9, the letters count from A; with ``0`` and ``F``, no
    ``G``, and something else for the blanks (or none), order 16 is hexadecimal.
    """
    used = {character.upper() for character in set(characters)}
    letters = used & set(_LETTERS)
    if order == 16 and "F" in used and "G" not in used and "0" in used and (used & set("._*-?") or "1" not in used):
        return _table(_HEXADECIMAL, "._*-?")
    if letters - {"X"} and not used & set("123456789") and order <= len(_LETTERS):
        if sum(character.isalpha() for character in characters) < order:
            return standard_values(order)  # so few that the digits may just be missing
        return _table(_LETTERS[:order], BLANKS)
    return standard_values(order)


def expected_symbols(order: int) -> str:
    """What a cell may hold, for error messages: ``1-9 or A-G, or one of 0._*-? for empty``."""
    if order <= 9:
        span = f"1-{order}" if order > 1 else "1"
    else:
        span = "1-9 or " + ("A" if order == 10 else f"A-{SYMBOLS[order - 1]}")
    return f"{span}, or one of {BLANKS} for empty"
