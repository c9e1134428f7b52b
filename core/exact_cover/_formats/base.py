"""What the formats share: errors that name a place, and words with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from core._kernels.waiting import look
from core.storage._files import CannotWrite, FormatError

__all__ = ["CannotWrite", "FormatError", "Word", "lines_of", "words_of"]


LINES = 1 << 10
"""After this many lines it is asked whether the rest is still wanted."""


class Word(NamedTuple):
    """A run of non-blank characters, and its place."""

    text: str
    line: int
    column: int


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their 1-based numbers; only line feeds (with or without a carriage return) end one."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not number % LINES:
            look()
        yield number, line.removesuffix("\r")


def words_of(line: str, number: int) -> list[Word]:
    """The blank-separated words of a line."""
    return [Word(match.group(), number, match.start() + 1) for match in re.finditer(r"\S+", line)]
