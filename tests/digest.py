"""What is too long to stand in a test: its number of lines, and a digest of them.

A test that notices a change of any line, where nobody would read the lines.
When it fails, print what was digested before and after, and compare.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

SIGNS = 16


def digest(lines: Iterable[object]) -> str:
    """As in ``3 lines, 2d4e6f…``: how many lines there are, and the first signs of the SHA-256 of their text."""
    texts = [str(line) for line in lines]
    found = hashlib.sha256("".join(f"{text}\n" for text in texts).encode()).hexdigest()
    return f"{len(texts)} {'line' if len(texts) == 1 else 'lines'}, {found[:SIGNS]}"
