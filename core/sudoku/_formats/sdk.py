"""``.sdk`` (SadMan, SudoCue): lines ``#A``author ``#D``description … and rows with ``.`` for empty.

    #AA. Setter
    #HA small one
    1.3.
    ..2.
    .1..
    4...

Newer SadMan files put ``[Puzzle]`` before the rows; other sections are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from core.sudoku._formats import rows
from core.sudoku._formats.base import (
    FormatError,
    Puzzle,
    PuzzleOrError,
    SourceText,
    boxes_comment,
    boxes_directive,
    clean_text,
)
from core.sudoku._layout import Layout

FIELDS = {"A": "author", "D": "description", "C": "comment", "B": "date", "S": "source", "L": "level", "U": "url"}
"""The letter after ``#`` and the particular it announces.  ``#H`` (a title, SudoCue) is read and written too."""

_FIELD = re.compile(r"#([A-Z])(.*)")
_SECTION = re.compile(r"\s*\[([^\]]*)\]\s*")


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """The puzzle of a text, or its puzzles one after another."""
    told: dict[str, Any] = {}
    kept: list[str] = []
    skipping = False
    for line in source.lines:
        section, field = _SECTION.fullmatch(line), _FIELD.fullmatch(line.strip())
        if section:
            skipping = section[1].strip().lower() != "puzzle"
        elif field and not boxes_directive(line):
            name = FIELDS.get(field[1], "title" if field[1] == "H" else "comment")
            text = clean_text(field[2])
            told[name] = f"{told[name]} {text}" if told.get(name) and name == "comment" else text
        elif not skipping:
            kept.append(line)
            continue
        kept.append("")  # so that line numbers stay right
    first = True
    for item in rows.read(SourceText(source.name, kept), layout):
        if isinstance(item, FormatError) or not first:
            yield item
            continue
        first = False
        yield replace(item, **{"title": item.title} | told)


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """The particulars that are known, then the rows."""
    for number, puzzle in enumerate(puzzles):
        if number:
            yield ""
        for letter, name in (("H", "title"), *FIELDS.items()):
            text = getattr(puzzle, name)
            if text:
                yield f"#{letter}{text}"
        yield from boxes_comment(puzzle.grid.layout)
        yield from list(rows.write_free([replace(puzzle, title="")]))[-puzzle.grid.layout.order :]
