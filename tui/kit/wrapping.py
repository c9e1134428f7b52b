"""Sentences cut into lines: numbers stay whole, and a list of names that has to be cut says how many more there are."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

_IN_A_NUMBER = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
_UNBROKEN = "\N{NO-BREAK SPACE}"
_NAMES = re.compile(r"(?:((?:[^\s,;()]+, )*)[^\s,;()]+(?: and (\d+) more\.?)?|and (\d+) more\.?)(?=[);]|$| \()")
"""The rest of a list of names, up to its end; they have no blanks."""


def wrapped(text: str, width: int, most: int, ellipsis: str = "…", *, grouped: bool = True) -> list[str]:
    """At most ``most`` lines of at most ``width`` cells.

    A number stays whole (``1 234 567``); for a list of numbers, pass ``grouped=False``.  A list of names that has to
    be cut says how many more there are.
    """
    if width < 2 or most < 1 or not text:
        return []
    held = _IN_A_NUMBER.sub(_UNBROKEN, text) if grouped else text
    placeholder = ellipsis if width < 8 else f" {ellipsis}"
    lines = textwrap.wrap(held, width, max_lines=most, placeholder=placeholder)
    if lines and lines[-1].endswith(placeholder):
        lines = _some_named(held, lines, width, most, placeholder) or lines
    return [line.replace(_UNBROKEN, " ") for line in lines]


def _some_named(text: str, lines: Sequence[str], width: int, most: int, placeholder: str) -> list[str]:
    """The lines with ``+ 3 more`` in place of the ellipsis; empty if no list of names was cut, or nothing fits."""
    shown = " ".join(lines).removesuffix(placeholder)
    if not text.startswith(f"{shown} "):
        return []  # a word was longer than a line
    words, kept = text.split(" "), len(shown.split(" "))
    while kept and (words[kept - 1] == "and" or words[kept - 2 : kept - 1] == ["and"]):
        kept -= 1  # not into the words that end a list: and 3 more
    rest = _NAMES.match(" ".join(words[kept:]))
    shown = " ".join(words[:kept])
    if rest is None or not (rest[3] or shown.endswith(",")):
        return []
    shown, left = shown.removesuffix(","), int(rest[2] or rest[3] or 0)
    left += 0 if rest[3] else rest[1].count(",") + 1
    while True:
        fitting = textwrap.wrap(f"{shown} +{_UNBROKEN}{left}{_UNBROKEN}more", width)
        if len(fitting) <= most:
            return fitting
        shown, comma, name = shown.rpartition(", ")
        if not comma or " " in name:
            return []
        left += 1
