"""Sheets to print: several puzzles on each page, their solutions at the end; as PDF, or as one SVG of all pages.

Lengths are points (1/72 inch), y downwards; a page is A4.  The PDF is written by
hand: fpdf2 would save some 20 lines but bring Pillow and fontTools (47 MB) along.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.search import Goal
from core.sudoku.formats.base import Puzzle, clean_text
from core.sudoku.shape import Shape
from core.sudoku.symbols import symbol
from core.sudoku.verdict import start_proposed
from core.svg import document, element, group, lettering

WIDTH, HEIGHT, MARGIN, GAP, HEADING = 595.0, 842.0, 42.0, 26.0, 16.0
LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""How many puzzles a page holds: columns and rows of them."""
SOLUTIONS_A_PAGE = 12
PATIENCE = 1 << 20
"""How many nodes a solution may cost; a puzzle that takes more is printed without one."""
_DIGIT, _CAPITAL = 0.556, 0.69
"""How wide digits and (about) capitals are in Helvetica, in ems."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float


@dataclass(frozen=True, slots=True)
class Area:
    """A grey rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Lettering:
    """A piece of text: its left end on the baseline."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False


Mark = Stroke | Area | Lettering
Sheet = list[Mark]


def sheets(puzzles: Sequence[Puzzle], *, per_page: int = 4, solutions: bool = True) -> list[Sheet]:
    """The pages: puzzles first, then solutions.  ``per_page`` is one of `LAYOUTS`."""
    drawn = [
        (puzzle, puzzle.clues, f"{number}. {puzzle.title}".rstrip(". ")) for number, puzzle in enumerate(puzzles, 1)
    ]
    pages = list(_pages(drawn, per_page))
    if solutions:
        solved = [
            (puzzle, found, f"Solution of {number}")
            for number, puzzle in enumerate(puzzles, 1)
            if (found := _solution(puzzle)) is not None
        ]
        pages += _pages(solved, max(per_page, SOLUTIONS_A_PAGE))
    return pages


def _solution(puzzle: Puzzle) -> tuple[int, ...] | None:
    search = start_proposed(puzzle.problem, Goal.FIRST)
    search.advance(PATIENCE)
    return tuple(map(int, search.solutions[0])) if search.counts()[0] else None


def _pages(drawn: Sequence[tuple[Puzzle, tuple[int, ...], str]], per_page: int) -> Iterator[Sheet]:
    columns, rows = LAYOUTS[per_page]
    wide = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
    high = (HEIGHT - 2 * MARGIN - (rows - 1) * GAP) / rows
    side = min(wide, high - HEADING)
    for first in range(0, len(drawn), per_page):
        page: Sheet = []
        for at, (puzzle, values, heading) in enumerate(drawn[first : first + per_page]):
            row, column = divmod(at, columns)
            x = MARGIN + column * (wide + GAP) + (wide - side) / 2
            y = MARGIN + row * (high + GAP)
            page.append(Lettering(x, y + 10, 10 if side > 180 else 8, clean_text(heading)[: int(side / 5)]))
            page += _grid(puzzle.grid.shape, values, puzzle.clues, x, y + HEADING, side)
        yield page


def _grid(
    shape: Shape, values: Sequence[int], clues: Sequence[int], left: float, top: float, side: float
) -> Iterator[Mark]:
    n = shape.order
    cell = side / n
    for at in sorted({at for unit in shape.extra_units for at in unit}):
        yield Area(left + at % n * cell, top + at // n * cell, cell, cell)
    for at, value in enumerate(values):
        if value:
            text, size = symbol(value), cell * 0.62
            width = (_DIGIT if text.isdigit() else _CAPITAL) * size
            x, y = left + at % n * cell + (cell - width) / 2, top + at // n * cell + cell / 2 + size * 0.36
            yield Lettering(x, y, size, text, bool(clues[at]))
    for heavy in (False, True):
        for line in range(n + 1):
            for along in range(n):
                upright = line in (0, n) or shape.box(along * n + line - 1) != shape.box(along * n + line)
                level = line in (0, n) or shape.box((line - 1) * n + along) != shape.box(line * n + along)
                width = 1.6 if heavy else 0.4
                place, start, end = line * cell, along * cell, (along + 1) * cell
                if upright is heavy:
                    yield Stroke(left + place, top + start, left + place, top + end, width)
                if level is heavy:
                    yield Stroke(left + start, top + place, left + end, top + place, width)


def to_svg(pages: Sequence[Sheet]) -> str:
    """All pages in one picture, below each other."""
    parts = [group(map(_svg, page), transform=f"translate(0 {number * HEIGHT:g})") for number, page in enumerate(pages)]
    height = HEIGHT * max(len(pages), 1)
    return document(parts, WIDTH, height, unit="pt", font_family="Helvetica, Arial, sans-serif")


def _svg(mark: Mark) -> str:
    if isinstance(mark, Stroke):
        return element(
            "line", x1=mark.x1, y1=mark.y1, x2=mark.x2, y2=mark.y2, stroke="#000", stroke_width=mark.width,
            stroke_linecap="square",
        )  # fmt: skip
    if isinstance(mark, Area):
        return element("rect", x=mark.x, y=mark.y, width=mark.width, height=mark.height, fill="#e4e4e4")
    return lettering(mark.text, x=mark.x, y=mark.y, font_size=mark.size, font_weight="bold" if mark.bold else None)


def to_pdf(pages: Sequence[Sheet]) -> bytes:
    """A PDF file (version 1.4) with the standard fonts; letters beyond Latin-1 become question marks."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>"
        % (b" ".join(b"%d 0 R" % (5 + 2 * number) for number in range(len(pages))), len(pages)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for number, page in enumerate(pages):
        stream = zlib.compress("\n".join(map(_drawn, page)).encode("latin-1", "replace"))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>" % (WIDTH, HEIGHT, 6 + 2 * number)
        )
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream))
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _drawn(mark: Mark) -> str:
    """A mark in the language of PDF, whose y runs upwards."""
    if isinstance(mark, Stroke):
        return f"2 J {mark.width:g} w {mark.x1:.2f} {HEIGHT - mark.y1:.2f} m {mark.x2:.2f} {HEIGHT - mark.y2:.2f} l S"
    if isinstance(mark, Area):
        return f"0.9 g {mark.x:.2f} {HEIGHT - mark.y - mark.height:.2f} {mark.width:.2f} {mark.height:.2f} re f 0 g"
    text = mark.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    font = "F2" if mark.bold else "F1"
    return f"BT /{font} {mark.size:.2f} Tf {mark.x:.2f} {HEIGHT - mark.y:.2f} Td ({text}) Tj ET"
