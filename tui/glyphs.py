"""The signs the program draws with: one set for Unicode terminals, one for plain ASCII."""

from __future__ import annotations

import codecs
import locale
import os
from collections.abc import Mapping
from dataclasses import dataclass

from core._plain import OPERATORS, STAND_INS


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs that are drawn, each one cell wide."""

    queen: str
    attacked: str
    free: str
    way: str
    """A square that may be taken next."""
    to_come: str
    tried: str
    forbidden: str
    previous: str
    next: str
    up: str
    yes: str
    no: str
    bar_full: str
    bar_half: str
    bar_empty: str
    gauge_full: str
    gauge_empty: str
    sparks: str
    """From low to high."""
    dot: str
    """Between two facts on a line."""
    times: str
    cursor: str
    ellipsis: str
    unicode: bool


UNICODE = Glyphs(
    "♛", "·", "▫", "◆", "◇", "✗", "▒", "‹", "›", "▴", "✓", "✗", "━", "╸", "─", "█", "·", "▁▂▃▄▅▆▇█", "·", "×", "▸", "…",
    True,
)  # fmt: skip
ASCII = Glyphs(
    "Q", ".", "+", "*", "o", "!", "#", "<", ">", "^", "=", "!", "=", "-", "-", "#", ".", "_.-=+*#@", "-", "x", ">", "~",
    False,
)  # fmt: skip


_ARROW_NAMES = {"↑": "up", "↓": "down", "←": "left", "→": "right"}
_STAND_INS = str.maketrans({**STAND_INS, "²": "^2", "³": "^3", "⁵": "^5"})


def in_ascii(text: str) -> str:
    """A text for a terminal that knows only ASCII; sign for sign, except powers."""
    if text.isascii():
        return text
    for sign, two in OPERATORS.items():
        text = text.replace(f"{sign} ", two)
    return text.translate(_STAND_INS).encode("ascii", "replace").decode("ascii")


def keys_in_ascii(keys: str) -> str:
    """Names of keys, separated by blanks; an arrow gets its name, because its ASCII sign would be another key's."""
    return in_ascii(" ".join(_ARROW_NAMES.get(key, key) for key in keys.split(" ")))


def choose(ascii_only: bool, environment: Mapping[str, str] = os.environ) -> Glyphs:
    """ASCII when asked for, or when the locale's encoding is not UTF-8 (or the terminal is a bare console)."""
    if ascii_only or environment.get("TERM") == "dumb":
        return ASCII
    encoding = locale.getencoding()
    try:
        unicode = codecs.lookup(encoding).name == "utf-8" or environment.get("PYTHONUTF8") == "1"
    except LookupError:
        unicode = False
    return UNICODE if unicode else ASCII
