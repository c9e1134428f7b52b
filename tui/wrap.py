"""Wrapping a sentence into a few lines, with an ellipsis where it does not fit."""

from __future__ import annotations

import textwrap


def wrapped(text: str, width: int, most: int, ellipsis: str = "…") -> list[str]:
    """At most ``most`` lines of at most ``width`` cells."""
    if width < 2 or most < 1 or not text:
        return []
    return textwrap.wrap(text, width, max_lines=most, placeholder=ellipsis if width < 8 else f" {ellipsis}")
