"""Texts from outside (names of files, machines and plans) as a terminal may have them: none of them steers it.

They pass here where they leave the program, and nowhere before: `drawn` where cells are painted, `written` where text
goes to standard output or into a file that somebody may look at in a terminal.
"""

from __future__ import annotations

import re
from typing import Any, TextIO

_OTHERS = r"\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""Control characters beyond ASCII, what ends lines or turns their direction, halves of characters."""
_STEERING = re.compile(rf"[\x00-\x1f{_OTHERS}]")
_STEERING_TEXT = re.compile(rf"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f{_OTHERS}]")
"""The same, without what lays out a text: tabs and ends of lines."""


def drawn(line: str) -> str:
    """What cells show of a line, as many as before: what steers takes none, half a character takes one."""
    if line.isprintable():
        return line
    return _STEERING.sub(lambda found: "�" if found[0] >= "\ud800" else "", line)


def written(text: str) -> str:
    """A text of any number of lines; what steers is written as ``\\u001b``, which JSON and TOML read back."""
    return _STEERING_TEXT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


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
