"""Makes texts from outside (names of files, machines and plans) safe for a terminal: none of them can control it.

A stream that lacks characters the program prints, such as an ASCII terminal's, gets a plain substitute for each
(`spell_out`): ``us`` for µs, ``+-`` for ±.

Texts come here only when they leave the program: `drawn` is for painting cells, `printed` for making a page or
picture, `written` for standard output and for files that someone may look at in a terminal.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, TextIO

_OTHERS = r"\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff"
"""Control characters beyond ASCII, those that end lines or turn their direction, surrogates, noncharacters."""
_STEERING = re.compile(rf"[\x00-\x1f{_OTHERS}]")
_STEERING_TEXT = re.compile(rf"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f{_OTHERS}]")
"""All control characters except those that lay out a text: tabs and line ends."""


def drawn(line: str) -> str:
    """What cells show of a line, with its width kept: control characters take no cell, a surrogate takes one."""
    if line.isprintable():
        return line
    return _STEERING.sub(_in_place, line)


def printed(text: str) -> str:
    """Make a text of any number of lines printable: SVG forbids most control characters."""
    return text if text.isprintable() else _STEERING_TEXT.sub(_in_place, text)


def _in_place(found: re.Match[str]) -> str:
    return "�" if found[0] >= "\ud800" else ""


def written(text: str) -> str:
    """A text of any number of lines, its control characters escaped as ``\\u001b``, which JSON and TOML read back."""
    return _STEERING_TEXT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


# Fewer characters

STAND_INS: Mapping[str, str] = {
    "×": "x", "÷": "/", "·": "-", "–": "-", "—": "-", "‐": "-", "→": ">", "←": "<", "↑": "^", "↓": "v", "↔": "-",
    "↖": "\\", "↗": "/", "↘": "\\", "↙": "/", "’": "'", "“": '"', "”": '"', "‹": "<", "›": ">", "µ": "u", "τ": "t",
    "≈": "~", "★": "*", "▸": ">", "▾": "v", "▴": "^", "✓": "=", "✗": "!", "●": "*", "○": "o", "♛": "Q", "◆": "*",
    "◇": "o", "▫": "+", "∧": "^", "∨": "v", "±": "~", "≤": "<", "≥": ">", "≠": "#", "∞": "8", "…": "~", "⊇": ">",
    "≡": "=", "§": "S", "�": "?", "¬": "!",
    **dict.fromkeys(map(chr, range(0x2500, 0x2580)), "+"),  # borders: corners and joints
    **dict.fromkeys("─━┄┅┈┉╌╍═╴╶╸╺╼╾", "-"),
    **dict.fromkeys("│┃┆┇┊┋╎╏║╵╷╹╻╽╿", "|"),
}  # fmt: skip
"""An ASCII character for each character that the program prints, for places where each has one cell."""
OPERATORS = {"±": "+-", "≤": "<=", "≥": ">=", "≠": "!="}
"""Characters that are clearer as two; the second takes the place of the blank behind, so that columns stay aligned."""
_LONGER = {
    "→": "->",
    "…": "...",
    "↔": "<->",
    "∞": "infinity",
    "✓": "yes",
    "✗": "no",
    "§": "sec. ",
    "ß": "ss",
    "Σ": "sum",
    "κ": "kappa",
    "√": "sqrt ",
    "ρ": "rho",
} | {raised: f"^{digit}" for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
"""Characters that are clearer as several, where the text may get longer."""
SPELL_OUT = "dancing-queens.spell-out"
"""A stream's ``errors`` setting that replaces what its encoding lacks; characters we never print become ``?``."""
SPELL_OUT_OR_NUMBER = "dancing-queens.spell-out-or-number"
"""As `SPELL_OUT`, but characters we never print are escaped by number, as by ``backslashreplace``."""


def spell_out(error: UnicodeError, otherwise: str = "replace") -> tuple[str | bytes, int]:
    """The substitutes for what could not be written, and the position to go on from."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, end = error.object, error.end
    written_so = [_spelled_out(sign, otherwise) for sign in text[error.start : end]]
    return "".join(written_so), end + (text[end - 1] in OPERATORS and text[end : end + 1] == " ")


def _spelled_out(sign: str, otherwise: str) -> str:
    for known in (OPERATORS, _LONGER, STAND_INS):
        if sign in known:
            return known[sign]
    from unicodedata import normalize

    plain = normalize("NFKD", sign).encode("ascii", "ignore") or sign.encode("ascii", otherwise)  # ã is an a
    return plain.decode("ascii")


codecs.register_error(SPELL_OUT, spell_out)
codecs.register_error(SPELL_OUT_OR_NUMBER, partial(spell_out, otherwise="backslashreplace"))


def make_writable() -> None:
    """Make any text printable, even on streams that lack characters or were closed with ``>&-``."""
    for name, errors in (("stdout", SPELL_OUT), ("stderr", SPELL_OUT_OR_NUMBER)):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


class PlainOutput:
    """A stream that passes texts through `written` on to ``stream``."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text, and return its length."""
        self.stream.write(written(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
