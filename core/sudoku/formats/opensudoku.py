"""OpenSudoku XML, both forms: ``<game data="…"/>`` under ``<opensudoku>`` or under folders (version 2).

    <opensudoku>
      <name>One puzzle</name>
      <game data="530070000600195000098000060800060003400803001700020006060000280000419005000080079"/>
    </opensudoku>

The data are 81 digits (0 = empty), or ``version: 1``, a line end and, for every
cell, ``value|notes|editable|`` with notes as ``-`` or ``3,5,``.  9×9 only.
Document type declarations are refused: a puzzle needs none, and entity bombs do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.parsers import expat

from core.sudoku.formats.base import CannotWrite, FormatError, Puzzle, PuzzleOrError, SourceText, clean_text, quoted
from core.sudoku.grid import Grid, bits_of, values_in
from core.sudoku.shape import Shape

_NINE = Shape(3, 3)
_TEXTS = {"name": "title", "author": "author", "description": "description", "comment": "comment", "level": "level",
          "created": "date", "source": "source", "sourceURL": "url"}  # fmt: skip


def read(source: SourceText, shape: Shape | None = None) -> Iterator[PuzzleOrError]:
    """Every ``<game>`` of a text."""
    if shape is not None and shape != _NINE:
        yield source.error(1, 1, f"expected boxes of {shape}; this format holds 3×3 only")
        return
    items: list[PuzzleOrError] = []
    told: dict[str, str] = {}
    path: list[str] = []
    # The text is decoded already, whatever encoding it declares.
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise source.error(
            parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, "expected no document type or entities"
        )

    def start(tag: str, attributes: dict[str, str]) -> None:
        if not path and tag != "opensudoku":
            raise source.error(parser.CurrentLineNumber, 1, f"expected <opensudoku>, found <{clean_text(tag)[:24]}>")
        path.append(tag)
        if tag == "folder":
            told["title"] = clean_text(attributes.get("name", ""))
        if tag == "game":
            items.append(
                _game(source, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, attributes, dict(told))
            )

    def text(data: str) -> None:
        if len(path) == 2 and path[1] in _TEXTS:
            name = _TEXTS[path[1]]
            told[name] = clean_text(f"{told.get(name, '')}{data}")

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: path.pop()
    parser.CharacterDataHandler = text
    try:
        parser.Parse("\n".join(source.lines).encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        items.append(
            source.error(error.lineno, error.offset + 1, f"expected well-formed XML: {expat.ErrorString(error.code)}")
        )
    except FormatError as error:
        items.append(error)
    if not items:
        items.append(source.error(1, 1, "expected at least one <game data=…>"))
    yield from items


def _game(
    source: SourceText, line: int, column: int, attributes: dict[str, str], told: dict[str, str]
) -> PuzzleOrError:
    data = attributes.get("data")
    if data is None:
        return source.error(line, column, 'expected <game data="…">, found no data')
    note = clean_text(attributes.get("note", ""))
    if note:
        told["comment"] = note
    try:
        grid = (
            _plain(source, line, column, data)
            if re.fullmatch(r"\s*[0-9.]*\s*", data)
            else _states(source, line, column, data)
        )
        return Puzzle(grid, line=line, **told)
    except FormatError as error:
        return error


def _plain(source: SourceText, line: int, column: int, data: str) -> Grid:
    text = data.strip()
    if len(text) != 81:
        raise source.error(line, column, f"expected 81 digits, found {len(text)}")
    return Grid.of(_NINE, [0 if character == "." else int(character) for character in text])


def _states(source: SourceText, line: int, column: int, data: str) -> Grid:
    match = re.fullmatch(r"\s*(?:version:\s*\d+\s+)?(.*?)\s*", data, re.DOTALL)
    fields = (match[1] if match else "").removesuffix("|").split("|")
    if len(fields) != 3 * 81:
        raise source.error(line, column, f"expected 81 digits or 81 × value|notes|editable|, found {quoted(data)}")
    givens, placed, marks = [], [], []
    for cell in range(81):
        value, notes, editable = fields[3 * cell : 3 * cell + 3]
        if not re.fullmatch(r"[0-9]", value) or not re.fullmatch(r"-|([1-9],?)*", notes) or editable not in ("0", "1"):
            found = quoted("|".join((value, notes, editable)))
            message = f"cell {cell + 1}: expected value|notes|editable| such as 0|3,7,|1|, found {found}"
            raise source.error(line, column, message)
        own = editable == "1"
        givens.append(0 if own else int(value))
        placed.append(int(value) if own else 0)
        marks.append(bits_of({int(digit) for digit in re.findall("[1-9]", notes)}))
    return Grid.of(_NINE, givens, placed, marks)


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Version 2, with a folder for each puzzle.  Raises CannotWrite for other shapes than 3×3."""
    from xml.sax.saxutils import quoteattr  # only now: see `core.svg.escape`

    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<opensudoku version="2">'
    for puzzle in puzzles:
        grid = puzzle.grid
        if grid.shape != _NINE:
            raise CannotWrite(f"OpenSudoku holds 9×9 grids with 3×3 boxes, not {grid.shape}")
        worked_on = any(grid.marks) or (any(grid.placed) and any(grid.givens))
        state = "2" if grid.solved else "0" if worked_on else "1"
        data = _state_text(grid) if worked_on else "".join(map(str, puzzle.clues))
        yield f'  <folder name={quoteattr(puzzle.title)} created="0">'
        yield f'    <game created="0" state="{state}" time="0" last_played="0" data="{data}"'
        yield f"          note={quoteattr(puzzle.comment)}/>"
        yield "  </folder>"
    yield "</opensudoku>"


def _state_text(grid: Grid) -> str:
    cells = []
    for given, own, bits in zip(grid.givens, grid.placed, grid.marks, strict=True):
        notes = "".join(f"{value}," for value in values_in(bits)) or "-"
        cells.append(f"{given or own}|{notes}|{0 if given else 1}|")
    return "version: 1&#10;" + "".join(cells)
