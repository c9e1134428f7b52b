"""Files of drawn grids in blocks: the same answers and messages, in the same order, as by the readers."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence

import pytest

from core.cli.sudoku.coming import layout_of_long_list
from core.search import Goal
from core.sudoku.bulk.blocks import Blocks, Bulk
from core.sudoku.bulk.line_layout import DRAWN, ListLayout
from core.sudoku.formats import FormatError, Puzzle, PuzzleOrError, read_text, write
from core.sudoku.grid import Grid
from core.sudoku.shape import Shape
from core.sudoku.verdict import propose
from tests.core.sudoku.samples import WIKIPEDIA, shipped_nines

NINES = [Puzzle(Grid.of(Shape(3, 3), clues)) for clues in shipped_nines()]
ROWS = "\n".join(WIKIPEDIA[at : at + 9] for at in range(0, 81, 9)) + "\n"
WORDS = "\n".join(" ".join(row) for row in ROWS.split()) + "\n"
FULL = " ".join(["123456789"] * 9)
NAKED = "\n".join(["12" + FULL[9:], *[FULL] * 7, "1" + " 23" * 8])


def in_blocks(text: str, format: str) -> list[str]:
    """Solutions and messages, in order."""
    out = io.BytesIO()

    def special(item: PuzzleOrError) -> None:
        out.write(f"{say(item)}\n".encode())

    work = Bulk("text", out.write, special, layout=ListLayout(format))
    work.work_through(io.BytesIO(text.encode()))
    return out.getvalue().decode().splitlines()


def one_by_one(text: str, format: str) -> list[str]:
    return [say(item) for item in read_text(text, format=format)]


def say(item: PuzzleOrError) -> str:
    if isinstance(item, FormatError):
        return str(item)
    search = propose(item.problem).algorithm.start(item.problem, Goal.FIRST)
    search.advance(1 << 40)
    return "".join(map(str, search.solutions[0])) if search.counts()[0] else f"{item.line}: none"


def drawn(format: str, puzzles: Sequence[Puzzle]) -> str:
    return "\n".join("\n".join(write([puzzle], format)) + "\n" for puzzle in puzzles)


ODD = {
    "a word in it": "53..7....\n6..195...\nhello\n",
    "too few rows": "53..7....\n6..195...\n",
    "bands apart": ROWS[:30] + "\n" + ROWS[30:60] + "\n" + ROWS[60:],
    "boxes by a comment": f"# boxes 1x9\n{ROWS}",
    "givens by a comment": f"# givens {WIKIPEDIA}\n{ROWS}",
    "givens and no lists": f"# givens {WIKIPEDIA}\n{WORDS}",
    "givens with a letter": f"# givens {WIKIPEDIA[:-1]}x\n{NAKED}\n",
    "too many givens": f"# givens {WIKIPEDIA}.\n{NAKED}\n",
    "givens in capitals": f"# GIVENS {WIKIPEDIA}\n{NAKED}\n",
    "placed values": f"# givens {WIKIPEDIA}\n# placed {'.' * 81}\n{NAKED}\n",
    "a title": f"# one of many\n{ROWS}",
    "order 4": "1...\n.2..\n..3.\n...4\n",
    "two without a gap": ROWS + ROWS,
    "no solution": "55.......\n" + ".........\n" * 8,
    "dashes for blanks": ROWS.replace(".", "-"),
    "bars everywhere": "\n".join("|" + "|".join(WIKIPEDIA[at : at + 9]) + "|" for at in range(0, 81, 9)) + "\n",
    "a mark that looks like a given": NAKED + "\n",
}  # fmt: skip


@pytest.mark.parametrize("format", DRAWN)
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_whole_files_are_solved_as_by_the_reader(format: str, ends: str) -> None:
    text = drawn(format, NINES[:60]).replace("\n", ends)
    layout = layout_of_long_list(io.BufferedReader(io.BytesIO(text.encode()), 1 << 16), "", None)
    assert layout is not None
    assert layout.drawn
    assert in_blocks(text, format) == one_by_one(text, format)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("format", ["free", "boxed", "candidates"])
def test_what_is_out_of_the_ordinary_is_told_in_its_place(format: str, odd: str) -> None:
    puzzles = [drawn(format, [puzzle]) for puzzle in NINES[:4]]
    text = "\n".join([puzzles[0], odd, *puzzles[1:3], odd, puzzles[3]])
    assert in_blocks(text, format) == one_by_one(text, format)


@pytest.mark.parametrize("format", ["free", "boxed", "candidates"])
def test_damaged_files_are_read_as_by_the_reader(format: str) -> None:
    randomness = random.Random(4)
    puzzles = [drawn(format, [puzzle]) for puzzle in NINES[:3]]
    for _ in range(60):
        broken = list(puzzles[1])
        for _ in range(randomness.randint(1, 3)):
            broken[randomness.randrange(len(broken) - 1)] = randomness.choice("1 .|x-\n0")
        text = "\n".join([puzzles[0], "".join(broken), puzzles[2]])
        assert in_blocks(text, format) == one_by_one(text, format), text


def test_a_grid_is_never_cut() -> None:
    text = drawn("free", NINES[:50]).encode()
    blocks = Blocks(io.BytesIO(text), 100, drawn=True)
    found = []
    while not blocks.ended:
        found.append(blocks.next())
    assert b"".join(found) == text
    assert all(block.endswith(b"\n\n") for block in found[:-1] if block)


def test_givens_that_a_comment_tells_are_read_in_blocks() -> None:
    """Lists with single candidates, and with others' lists before them: none of it is left to the reader."""
    puzzles = [puzzle for puzzle in NINES if "# givens" in drawn("candidates", [puzzle])]
    assert len(puzzles) > 5
    for told in (drawn("candidates", puzzles[:30]), f"# givens {WIKIPEDIA}\n{NAKED}\n\n{ROWS}"):
        given: list[PuzzleOrError] = []

        def special(item: PuzzleOrError, given: list[PuzzleOrError] = given) -> None:
            given.append(item)

        out = io.BytesIO()
        Bulk("text", out.write, special, layout=ListLayout("candidates")).work_through(io.BytesIO(told.encode()))
        assert not given
        assert out.getvalue().decode().splitlines() == one_by_one(told, "candidates")
