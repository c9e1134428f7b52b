"""Texts from outside (names of files, machines and plans) as a terminal may have them: none of them steers it.

A stream that knows fewer signs than the program prints, such as an ASCII terminal's, gets a plain stand-in for each
(`spell_out`): ``us`` for µs, ``+-`` for ±.

They pass here where they leave the program, and nowhere before: `drawn` where cells are painted, `printed` where a page
or picture is made, `written` where text goes to standard output or into a file that someone may look at in a terminal.
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
"""Control characters beyond ASCII, what ends lines or turns their direction, halves of characters, what is none."""
_STEERING = re.compile(rf"[\x00-\x1f{_OTHERS}]")
_STEERING_TEXT = re.compile(rf"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f{_OTHERS}]")
"""All of those but what lays out a text: tabs and ends of lines."""


def drawn(line: str) -> str:
    """What cells show of a line, as many as before: what steers takes none, half a character takes one."""
    if line.isprintable():
        return line
    return _STEERING.sub(_in_place, line)


def printed(text: str) -> str:
    """Make a text of any number of lines printable; no SVG may hold most of what steers."""
    return text if text.isprintable() else _STEERING_TEXT.sub(_in_place, text)


def _in_place(found: re.Match[str]) -> str:
    return "�" if found[0] >= "\ud800" else ""


def written(text: str) -> str:
    """A text of any number of lines; what steers is written as ``\\u001b``, which JSON and TOML read back."""
    return _STEERING_TEXT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


# Fewer signs

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
"""A sign of ASCII for each sign that the program prints, where every sign has a cell of its own."""
OPERATORS = {"±": "+-", "≤": "<=", "≥": ">=", "≠": "!="}
"""What is clearer in two signs; they take the place of the blank behind, so that columns stay in line."""
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
"""What is clearer in several, where it may be longer."""
SPELL_OUT = "dancing-queens.spell-out"
"""The way to write, as ``errors`` of a stream, what its encoding does not have; other programs' signs are a ``?``."""
SPELL_OUT_OR_NUMBER = "dancing-queens.spell-out-or-number"
"""As `SPELL_OUT`, but with other signs by their numbers, as ``backslashreplace`` writes them."""


def spell_out(error: UnicodeError, otherwise: str = "replace") -> tuple[str | bytes, int]:
    """The stand-ins of what could not be written, and where to go on."""
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
    """Make any text printable: on streams that know few characters, and on those closed with ``>&-``."""
    for name, errors in (("stdout", SPELL_OUT), ("stderr", SPELL_OUT_OR_NUMBER)):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


class PlainOutput:
    """A stream on which every text is `written`; ``stream`` is the one behind it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text, and say how long it was."""
        self.stream.write(written(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
