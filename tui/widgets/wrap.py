"""Wrapping a sentence into a few lines, with an ellipsis where it does not fit."""

from __future__ import annotations

import re
import textwrap

_IN_A_NUMBER = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
_UNBROKEN = "\N{NO-BREAK SPACE}"


def wrapped(text: str, width: int, most: int, ellipsis: str = "…", *, grouped: bool = True) -> list[str]:
    """At most ``most`` lines of at most ``width`` cells.

    A number stays whole (``1 234 567``); in a list of numbers say that none of them is ``grouped``.
    """
    if width < 2 or most < 1 or not text:
        return []
    held = _IN_A_NUMBER.sub(_UNBROKEN, text) if grouped else text
    lines = textwrap.wrap(held, width, max_lines=most, placeholder=ellipsis if width < 8 else f" {ellipsis}")
    return [line.replace(_UNBROKEN, " ") for line in lines]
