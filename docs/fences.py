"""Examples in docstrings, which Markdown would take for quotations, as blocks of code."""

from __future__ import annotations

import re

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


def fenced(text: str) -> str:
    """The text with a fence around all that doctest runs; what is indented is a block of code already."""
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", text)
