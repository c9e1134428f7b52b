"""Sheets to print hold every puzzle and its solution, as PDF and as SVG."""

from __future__ import annotations

import itertools
import re
import zlib
from pathlib import Path
from xml.dom import minidom

import pytest

from core._cli.command_line import main
from core._drawing.figure import Area, Lettering, Stroke, to_pdf, to_svg
from core.sudoku import parse
from core.sudoku._collections import collections
from core.sudoku._formats import Puzzle
from core.sudoku._ruled_picture import PENS
from core.sudoku._sheet import HEIGHT, WIDTH, sheets
from tests.rows import Rows

PUZZLES = [puzzle for collection in collections() if collection.shape.order == 9 for puzzle in collection.puzzles()][:5]


def digits(labels: list[str]) -> str:
    return "".join(text for text in labels if len(text) == 1)


@pytest.mark.parametrize("per_page", [1, 2, 4, 6, 12])
def test_pages_hold_puzzles_and_then_solutions(per_page: int) -> None:
    pages = sheets(PUZZLES, per_page=per_page)
    assert len(pages) == -(-len(PUZZLES) // per_page) + 1
    first = [mark for mark in pages[0] if isinstance(mark, Lettering)]
    given = "".join(str(v) for puzzle in PUZZLES[:per_page] for v in puzzle.clues if v)
    assert digits([label.text for label in first]) == given
    last = [mark.text for mark in pages[-1] if isinstance(mark, Lettering)]
    assert len(digits(last)) == 81 * len(PUZZLES)
    assert "Solution of 5" in last
    for page in pages:
        for mark in page:
            if isinstance(mark, Stroke):
                assert 0 < mark.x1 <= mark.x2 < WIDTH
                assert 0 < mark.y1 <= mark.y2 < HEIGHT


@pytest.mark.parametrize("per_page", [1, 2, 4, 6, 12])
def test_no_puzzle_reaches_into_another(per_page: int) -> None:
    (page,) = sheets([PUZZLES[0]] * per_page, per_page=per_page, solutions=False)
    boxes: list[list[float]] = []
    for mark in page:
        if isinstance(mark, Lettering) and len(mark.text) > 1:  # a heading begins a puzzle
            boxes.append([mark.x, mark.y - mark.size, mark.x, mark.y])
        elif isinstance(mark, Stroke):
            left, top, right, bottom = boxes[-1]
            boxes[-1] = [min(left, mark.x1), min(top, mark.y1), max(right, mark.x2), max(bottom, mark.y2)]
    assert len(boxes) == per_page
    for one, other in itertools.combinations(boxes, 2):
        beside = one[2] < other[0] or other[2] < one[0]
        assert beside or one[3] < other[1] or other[3] < one[1]


def test_a_variant_has_its_cells_shaded() -> None:
    (page,) = sheets([parse("2x2x:1a2m")], solutions=False)
    assert sum(isinstance(mark, Area) for mark in page) == 8


def test_a_pdf_has_its_objects_where_it_says() -> None:
    data = to_pdf(sheets([Puzzle(PUZZLES[0].grid, title=r"50 % (\ ♛)"), *PUZZLES[1:]]))
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])  # type: ignore[index]
    places = [int(entry) for entry in re.findall(rb"(\d{10}) 00000 n", data[start:])]
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(b"%d 0 obj" % number)
    streams = [zlib.decompress(s) for s in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)]
    assert len(streams) == data.count(b"/Type /Page ") == 3
    assert rb"(1. 50 % \(\\ ?\)) Tj" in streams[0]


def test_an_svg_is_well_formed() -> None:
    text = to_svg(sheets([Puzzle(PUZZLES[0].grid, title="<a> & b")], per_page=1))
    picture = minidom.parseString(text)
    assert len(picture.getElementsByTagName("g")) == 2
    assert picture.getElementsByTagName("text")[0].firstChild.data == "1. <a> & b"  # type: ignore[union-attr]


def test_the_command_writes_both_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "p.sdm"
    source.write_text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")
    for name, magic in (("a.pdf", b"%PDF-1.4"), ("a.svg", b"<svg ")):
        assert main(["sudoku", "sheet", str(source), "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(magic)
    assert "1 puzzle on 2 pages" in capsys.readouterr().out
    assert main(["sudoku", "sheet", str(source), "-o", str(tmp_path / "a.doc")]) == 2


def test_what_is_drawn_on_each_page(rows: Rows) -> None:
    """A page each for two puzzles, and one for their solutions: commands of a PDF."""
    pdf = to_pdf(sheets([*map(parse, (r"1.3...2..1..4... a (title) \ ♛", "4..............1"))], per_page=1))
    pages = [
        zlib.decompress(packed).decode("latin-1") for packed in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.S)
    ]
    assert [page.split("\n")[1] for page in pages] == [
        "BT /F2 79.20 Tf 83.86 691.61 Td (1) Tj ET",
        "BT /F2 79.20 Tf 83.86 691.61 Td (4) Tj ET",
        "BT /F2 23.71 Tf 54.53 756.34 Td (1) Tj ET",
    ]
    assert [page.split("\n")[0] for page in pages] == [
        r"BT /F1 10.00 Tf 42.00 790.00 Td (1. a \(title\) \\ ?) Tj ET",
        "BT /F1 10.00 Tf 42.00 790.00 Td (2) Tj ET",
        "BT /F1 8.00 Tf 42.00 790.00 Td (Solution of 1) Tj ET",
    ]
    for number, page in enumerate(pages, 1):
        rows(page.split("\n"), f"page {number}", most=8)
    assert b"<< /Type /Pages /Kids [7 0 R 9 0 R 11 0 R] /Count 3 >>" in pdf


@pytest.mark.parametrize(("per_page", "pages", "puzzles"), [(1, 15, 13), (2, 9, 7), (4, 6, 4), (6, 5, 3), (12, 4, 2)])
def test_how_many_pages_thirteen_puzzles_take(per_page: int, pages: int, puzzles: int) -> None:
    small = [parse("1...............")] * 13
    assert len(sheets(small, per_page=per_page)) == pages
    assert len(sheets(small, per_page=per_page, solutions=False)) == puzzles


def test_rules_are_printed() -> None:
    text = (
        "grid 4\ncage 5: r1c1 r1c2 r2c2\nthermo: r3c1-r3c3\nwhite: r3c4 r4c4\nsandwich 3: r2\narrow r4c1: r4c2 r4c3\n"
    )
    puzzle = parse(text)
    (page,) = sheets([puzzle], per_page=1, solutions=False)
    assert {mark.text for mark in page if isinstance(mark, Lettering)} == {"1", "5", "3"}
    lines = [mark for mark in page if isinstance(mark, Stroke) and mark.ink in {pen.ink for pen in PENS.values()}]
    assert len(lines) == 2 + 2 + 2  # the thermometer's, the shaft's, the head's
    assert len({round(mark.width) for mark in lines}) == 3
    frame = [mark for mark in page if isinstance(mark, Stroke) and mark.width == 1.6]
    clue = next(mark for mark in page if isinstance(mark, Lettering) and mark.text == "3")
    assert clue.x < min(mark.x1 for mark in frame)
    dashes = [mark for mark in page if isinstance(mark, Stroke) and mark.width == 0.5]
    assert len(dashes) > 8 * 3
    assert to_pdf([page]).startswith(b"%PDF")
