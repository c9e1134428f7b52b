"""OpenSudoku XML, both forms: ``<game data="…"/>`` under ``<opensudoku>`` or under folders (version 2).

    <opensudoku>
      <name>One puzzle</name>
      <game data="530070000600195000098000060800060003400803001700020006060000280000419005000080079"/>
    </opensudoku>

The data are 81 digits (0 = empty), or ``version: 1``, a line end and, for every cell,
``value|notes|editable|`` with notes as ``-`` or ``3,5,``.  From version 2 on the notes
are a number (bit 0 for 1), in version 2 followed by two bars; version 4 has two sets of
them, and version 5 a colour before ``editable``.  The first set becomes the marks, or
the second if there is no other.  9×9 only.  Document type declarations are refused: a
puzzle needs none, and entity bombs do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.parsers import expat

from core.sudoku._formats.base import CannotWrite, FormatError, Puzzle, PuzzleOrError, SourceText, clean_text, quoted
from core.sudoku._grid import Grid, bits_of, values_in
from core.sudoku._layout import PLAIN_NINE, Layout

_TEXTS = {"name": "title", "author": "author", "description": "description", "comment": "comment", "level": "level",
          "created": "date", "source": "source", "sourceURL": "url"}  # fmt: skip

_CELLS: dict[int, tuple[str, ...]] = {
    1: ("value", "notes", "editable"), 2: ("value", "notes", "editable"), 3: ("value", "notes", "editable"),
    4: ("value", "notes", "more", "editable"), 5: ("value", "notes", "more", "colour", "editable"),
}  # fmt: skip
"""The fields of each cell, by version."""
_DIGIT, _FLAG = re.compile("[0-9]").fullmatch, re.compile("[01]").fullmatch
_LISTED = re.compile(r"-|([1-9],?)*").fullmatch
_NUMBER = re.compile("0*(?:[0-9]{1,2}|[1-4][0-9]{2}|50[0-9]|51[01])").fullmatch
"""Up to 511."""
_EXAMPLE = {"value": 0, "editable": 1, "colour": 0}


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every ``<game>`` of a text."""
    if layout is not None and layout != PLAIN_NINE:
        yield source.error(1, 1, f"expected boxes of {layout}; this format holds 3×3 only")
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
        if re.fullmatch(r"\s*[0-9.]*\s*", data):
            return Puzzle(_plain(source, line, column, data), line=line, **told)
        grid, left_out = _states(source, line, column, data)
        return Puzzle(grid, left_out=left_out, line=line, **told)
    except FormatError as error:
        return error


def _plain(source: SourceText, line: int, column: int, data: str) -> Grid:
    text = data.strip()
    if len(text) != 81:
        raise source.error(line, column, f"expected 81 digits, found {len(text)}")
    return Grid.of(PLAIN_NINE, [0 if character == "." else int(character) for character in text])


def _states(source: SourceText, line: int, column: int, data: str) -> tuple[Grid, str]:
    """The cells' values and notes, and what of the data has no meaning here.  Raises FormatError."""
    match = re.fullmatch(r"\s*(?:version:\s*(\d{1,3})\s+)?(.*?)\s*", data, re.DOTALL)
    assert match is not None
    version = int(match[1] or 1)
    if version not in _CELLS:
        raise source.error(line, column, f"expected a version from 1 to {max(_CELLS)} of its data, found {version}")
    names, cells = _CELLS[version], match[2].replace("||", "|") if version == 2 else match[2]
    fields, size = cells.removesuffix("|").split("|"), len(names)
    form = "".join(f"{name}|" for name in names)
    if len(fields) != size * 81:
        raise source.error(line, column, f"expected 81 digits or 81 × {form}, found {quoted(data)}")
    notes = _LISTED if version == 1 else _NUMBER
    sound = {"value": _DIGIT, "notes": notes, "more": notes, "colour": _DIGIT, "editable": _FLAG}
    givens, placed, marks, coloured = [], [], [], False
    for cell in range(81):
        told = dict(zip(names, fields[size * cell : size * (cell + 1)], strict=True))
        if not all(sound[name](text) for name, text in told.items()):
            found = quoted("|".join(told.values()))
            example = "0|3,7,|1|" if version == 1 else "".join(f"{_EXAMPLE.get(name, 68)}|" for name in names)
            raise source.error(line, column, f"cell {cell + 1}: expected {form} such as {example}, found {found}")
        value, own = int(told["value"]), told["editable"] == "1"
        givens.append(0 if own else value)
        placed.append(value if own else 0)
        marks.append([_marks(told[name], version) for name in ("notes", "more") if name in told])
        coloured = coloured or told.get("colour", "0") != "0"
    sets = [list(bits) for bits in zip(*marks, strict=True) if any(bits)]
    grid = Grid.of(PLAIN_NINE, givens, placed, sets[0] if sets else None)
    return grid, ", ".join(["the second set of marks"] * (len(sets) > 1) + ["colours"] * coloured)


def _marks(text: str, version: int) -> int:
    return bits_of({int(digit) for digit in re.findall("[1-9]", text)}) if version == 1 else int(text)


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Version 2, with a folder for each puzzle.  Raises CannotWrite for other shapes than 3×3."""
    from xml.sax.saxutils import quoteattr  # only now: see `core._drawing.svg.escape`

    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<opensudoku version="2">'
    for puzzle in puzzles:
        grid = puzzle.grid
        if grid.layout != PLAIN_NINE:
            raise CannotWrite(f"OpenSudoku holds 9×9 grids with 3×3 boxes, not {grid.layout}")
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
