"""How a saved diagram is told from other files: by its first bytes and its last line."""

from __future__ import annotations

from pathlib import Path

from core.storage._files import is_file

MARK = b"\ndancing-queens diagram "
TRAILER = len(MARK) + 64 + 1
"""The length of the last line: the mark, and the checksum of all before it."""
_PACKED = b"PK"
_FIRST = b"header.npy"
_HEAD = 30 + len(_FIRST)
"""The first thing packed has its name behind 30 bytes."""


def is_diagram(path: Path) -> bool:
    """Whether a file ends as one that was saved; also False where it cannot be read."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - TRAILER))
            return file.read(len(MARK)) == MARK
    except OSError:
        return False


def packed_file(path: Path) -> str:
    """`packed_instead` of a file that is too large to be read whole; also empty where it cannot be read again."""
    try:
        if not is_file(path):
            return ""
        with path.open("rb") as file:
            head = file.read(_HEAD)
            file.seek(max(_HEAD, path.stat().st_size - TRAILER))
            return packed_instead(head + file.read(TRAILER))
    except OSError:
        return ""


def packed_instead(data: bytes) -> str:
    """What is wrong with bytes that were to be a text, where they are packed; empty where they are not."""
    if not data.startswith(_PACKED):
        return ""
    if data[-TRAILER:].startswith(MARK):
        return "this is a saved diagram, which 'dq cover diagram' and 'dq cover sample' read; expected a problem"
    if data[_HEAD - len(_FIRST) : _HEAD] == _FIRST:
        return "this file is cut short: it begins as a saved diagram, and its end is missing"
    return "expected a text file, not a packed one"
