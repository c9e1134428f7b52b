"""``.hsol``, a HoDoKu file: the puzzle is read from a zip archive with one entry, written by Java's XMLEncoder.

In the first object of a class ``…Sudoku2`` the properties *values*, *fixed* (is
it a given?) and *cells* (candidates, bit 0 for 1) are arrays by index that list
only what differs from 0, false and all nine.  9×9 only; not written.
"""

from __future__ import annotations

import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from xml.parsers import expat

from core.sudoku._formats.base import CannotWrite, FormatError, Puzzle, PuzzleOrError, SourceText
from core.sudoku._grid import Grid
from core.sudoku._layout import PLAIN_NINE, Layout

MAGIC = b"PK\x03\x04"
LARGEST = 1 << 25
"""How many bytes an entry may unpack to."""
_SMALL = re.compile(r"-?\d{1,8}")
_ARRAYS = ("values", "fixed", "cells")


def unpacked(data: bytes) -> bytes | None:
    """The XML in the archive; None if there is none (or far too much)."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                if entry.file_size <= LARGEST:
                    with archive.open(entry) as file:
                        text = file.read(LARGEST + 1)
                    if b"<java" in text[:400] and len(text) <= LARGEST:
                        return text
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, RuntimeError, ValueError, EOFError, struct.error):
        pass
    return None


class _ElementReader:
    """Follows the elements of the document down to the arrays of the first Sudoku."""

    def __init__(self) -> None:
        self.arrays: dict[str, dict[int, str]] = {name: {} for name in _ARRAYS}
        self.found = False
        self.done = False
        self._path: list[tuple[str, str]] = []
        """Open elements: what they are (``object``, ``property``, ``index`` or nothing) and their name."""
        self._text = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Take note that an element begins."""
        self._text = ""
        kind, name = "", ""
        if tag == "object":
            kind, name = "object", attributes.get("class", "").rpartition(".")[2]
        elif "property" in attributes:
            kind, name = "property", attributes["property"]
        elif "index" in attributes:
            kind, name = "index", attributes["index"]
        self._path.append((kind, name))
        if (kind, name) == ("object", "Sudoku2") and not self.done:
            self.found = True

    def end(self, tag: str) -> None:
        """Take note that an element ends; if it is a number or a truth value within an array, keep it."""
        kind, name = self._path.pop()
        if (kind, name) == ("object", "Sudoku2"):
            self.done = True
        names = [n for k, n in self._path if k == "property"]
        places = [n for k, n in self._path if k == "index"]
        number = tag in ("int", "short", "boolean", "byte") and len(places) == 1 and places[0].isdecimal()
        if number and self.found and not self.done and len(names) == 1 and names[0] in self.arrays:
            self.arrays[names[0]][int(places[0][:4])] = self._text.strip()

    def text(self, data: str) -> None:
        """Collect the characters of an element."""
        self._text += data


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """The puzzle of the file, with the values placed and the candidates that are gone."""
    if layout is not None and layout != PLAIN_NINE:
        yield source.error(1, 1, f"expected boxes of {layout}; this format holds 3×3 only")
        return
    reader = _ElementReader()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise source.error(parser.CurrentLineNumber, 1, "expected no document type or entities")

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse("\n".join(source.lines).encode("utf-8", "replace"), True)
        yield _puzzle(source, reader)
    except expat.ExpatError as error:
        message = f"expected well-formed XML: {expat.ErrorString(error.code)}"
        yield source.error(error.lineno, error.offset + 1, message)
    except FormatError as error:
        yield error


def _puzzle(source: SourceText, reader: _ElementReader) -> Puzzle:
    if not reader.found:
        raise source.error(1, 1, "expected an object of class Sudoku2")

    def entries(name: str, default: int) -> list[int]:
        out = [default] * 81
        for at, text in reader.arrays[name].items():
            number = {"true": 1, "false": 0}.get(text, int(text) if _SMALL.fullmatch(text) else -1)
            if not 0 <= at < 81 or not 0 <= number <= 511:
                raise source.error(1, 1, f"{name}, entry {at}: expected a number of a cell and its content")
            out[at] = number
        return out

    values, fixed, cells = entries("values", 0), entries("fixed", 0), entries("cells", 511)
    if max(values) > 9:
        raise source.error(1, 1, "expected values from 0 to 9")
    givens = [value if given else 0 for value, given in zip(values, fixed, strict=True)]
    placed = [0 if given else value for value, given in zip(values, fixed, strict=True)]
    bare = Grid.of(PLAIN_NINE, givens, placed)
    struck = [open_ & ~bits for open_, bits in zip(bare.candidates, cells, strict=True)]
    return Puzzle(Grid.of(PLAIN_NINE, givens, placed, struck=struck))


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Raise CannotWrite, since the form is Java's own; HoDoKu takes library lines and candidate grids."""
    raise CannotWrite(
        "HoDoKu files are only read; HoDoKu takes a library line (hodoku) or a candidate grid (candidates)"
    )
