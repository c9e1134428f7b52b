"""Files as they are or packed (gzip, xz, bzip2), told apart by their first bytes, never by their names."""

from __future__ import annotations

import lzma
import zlib
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

PACKINGS = (b"\x1f\x8b", b"\xfd7zXZ\0", b"BZh")
SUFFIXES = (".gz", ".xz", ".bz2")

DAMAGED = (EOFError, lzma.LZMAError, zlib.error)
"""What reading raises, besides OSError, where packed data is damaged or ends too soon."""


def unpacked(source: BinaryIO) -> BinaryIO:
    """The stream, unpacked while it is read where it is packed.  Waits for its first bytes."""
    if not isinstance(source, BufferedReader):  # nothing that could be looked at before it is read
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
    """The suffix that speaks of the format: ``.sdm`` of ``puzzles.sdm.gz``."""
    return Path(path.stem).suffix.lower() if path.suffix.lower() in SUFFIXES else path.suffix.lower()
