"""Reads plain and packed files (gzip, xz, bzip2), recognised by their first bytes, never by name."""

from __future__ import annotations

import lzma
import zlib
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

PACKINGS = (b"\x1f\x8b", b"\xfd7zXZ\0", b"BZh")
COMPRESSED = (".gz", ".xz", ".bz2")

DAMAGED = (EOFError, lzma.LZMAError, zlib.error)
"""The exceptions, besides OSError, that reading raises for packed data that is damaged or truncated."""


def unpacked(source: BinaryIO) -> BinaryIO:
    """The stream itself, or one that unpacks it as it is read.  Waits for the first bytes."""
    if not isinstance(source, BufferedReader):  # a stream whose first bytes cannot be peeked at
        return source
    head = source.peek(6)
    if head.startswith(PACKINGS[0]):
        import gzip

        return cast(BinaryIO, gzip.GzipFile(fileobj=source))
    if head.startswith(PACKINGS[1]):
        return cast(BinaryIO, lzma.LZMAFile(source))
    if head.startswith(PACKINGS[2]):
        import bz2

        return cast(BinaryIO, bz2.BZ2File(source))
    return source


def inner_suffix(path: Path) -> str:
    """The suffix that names the format: ``.sdm`` of ``puzzles.sdm.gz``."""
    return Path(path.stem).suffix.lower() if path.suffix.lower() in COMPRESSED else path.suffix.lower()
