"""Long lists solved in blocks: the same answers and messages as puzzle by puzzle, whatever stands in the file."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core._cli.command_line import main
from core._cli.sudoku.coming import layout_of_long_list
from core.sudoku import parse, read_text, write
from core.sudoku._bulk.blocks import Blocks, Bulk
from core.sudoku._formats import FormatError, Puzzle, PuzzleOrError
from tests import ROOT
from tests.cases import others_slow, slow
from tests.cli import Cli
from tests.core.sudoku.samples import WIKIPEDIA, shipped_nines

LINES = ["".join(map(str, row)) for row in shipped_nines()]
UNSOLVABLE = "55" + "." * 79
SOLVED_WIKIPEDIA = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


class Taken:
    """What a `Bulk` wrote and handed on, in order."""

    def __init__(self, data: bytes, read: Callable[[bytes], io.IOBase] = io.BytesIO, block: int | None = None) -> None:
        self.written: list[str] = []
        self.items: list[PuzzleOrError] = []
        self.solver = Bulk("list", self._write, self._special, threads=2)
        self.solver.work_through(read(data))  # type: ignore[arg-type]

    def _write(self, data: memoryview) -> None:
        assert len(data) % 82 == 0
        self.written += bytes(data).decode().splitlines()

    def _special(self, item: PuzzleOrError) -> None:
        self.items.append(item)
        self.written.append(f"{type(item).__name__} at {item.line}")


def test_answers_stand_in_order_between_what_is_no_plain_line() -> None:
    text = "\n".join(
        [WIKIPEDIA, "# a comment", "", UNSOLVABLE, WIKIPEDIA.replace(".", "0") + " a title", "rubbish", WIKIPEDIA]
    )
    assert Taken(text.encode()).written == [
        SOLVED_WIKIPEDIA, "Puzzle at 4", SOLVED_WIKIPEDIA, "FormatError at 6", SOLVED_WIKIPEDIA,
    ]  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_end_of_line_counts_once(end: str) -> None:
    taken = Taken((end.join([*LINES[:5], "", "rubbish"]) + end).encode())
    assert len(taken.written) == 6
    assert taken.written[-1] == "FormatError at 7"


class Dribble(io.BytesIO):
    """A stream that gives a few bytes at a time, cutting lines and ends of lines in two."""

    def read1(self, size: int | None = -1) -> bytes:
        return self.read(50)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_pieces_of_any_size_give_the_same_lines(end: str) -> None:
    text = end.join([*LINES[:7], "bad", LINES[0]]).encode()
    assert Taken(text, Dribble).written == Taken(text).written
    reading, pieces = Blocks(Dribble(text)), []
    while not reading.ended:
        pieces.append(reading.next())
    assert b"".join(pieces).startswith(text)
    assert all(not piece or piece.endswith((b"\n", b"\r")) for piece in pieces)


def test_other_boxes_from_a_comment_on() -> None:
    tall = "# boxes 1x9\n"
    taken = Taken((WIKIPEDIA + "\n" + tall + WIKIPEDIA + "\n# boxes 3x3\n" + WIKIPEDIA).encode())
    assert taken.written == [SOLVED_WIKIPEDIA, "Puzzle at 3", SOLVED_WIKIPEDIA]
    assert [str(item.grid.shape) for item in taken.items if isinstance(item, Puzzle)] == ["1×9"]


PIECES = st.sampled_from([
    *LINES[:4], UNSOLVABLE, "# c", "#boxes 3x3", "", " ", "1234", "é" * 81, LINES[0][:80], LINES[0] + "1",
    LINES[0] + ",1", " " + LINES[0], LINES[0] + "\ttitle", "1" * 16, LINES[0].replace("0", " "), "\x00",
    "\ufeff" + LINES[0], "# boxes 2x3",
])  # fmt: skip


@settings(max_examples=60)
@given(st.lists(PIECES | st.text(max_size=100), max_size=12), st.sampled_from(["\n", "\r\n", "\r"]))
def test_the_same_items_as_the_reader_of_lines(pieces: list[str], end: str) -> None:
    text = end.join([WIKIPEDIA, *pieces])
    taken = Taken(text.encode("utf-8", "surrogatepass"))
    expected = list(read_text(text, "list", format="line"))
    nothing = [item for item in expected if not str(item).endswith("found nothing to read")]
    assert taken.solver.items == len(nothing)
    errors = [str(item) for item in nothing if isinstance(item, FormatError)]
    assert [str(item) for item in taken.items if isinstance(item, FormatError)] == errors


@pytest.fixture
def run(cli: Cli) -> Cli:
    return cli.under("sudoku", "solve")


@pytest.fixture
def long_list(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text("\n".join([*LINES[:10] * 6, "bad line", UNSOLVABLE, LINES[0]]) + "\n")
    return path


def test_the_command_line_says_the_same_either_way(long_list: Path, run: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    in_blocks = run(str(long_list))
    monkeypatch.setattr("core._cli.sudoku.long_lists.layout_of_long_list", lambda *arguments: None)
    one_by_one = run(str(long_list))
    assert in_blocks == one_by_one
    assert in_blocks[0] == 2
    assert f"{long_list}, line 61" in in_blocks[2]
    assert "# no solution" in in_blocks[1]


MANY = SOLVED_WIKIPEDIA[:27] + "." * 54
"""3 rows of 9: very many solutions."""
TWO = SOLVED_WIKIPEDIA.replace("1", ".").replace("2", ".")
SOME = SOLVED_WIKIPEDIA[:52] + "." * 29
"""42 solutions."""


ASKED = (
    "check", "check --limit 2", "check --limit 40", "check --limit 1500", "count --limit 1", "count --limit 2",
    "count --limit 1500", "count -a bands --limit 1000", "solve --limit 2", "solve --all --limit 1",
    "solve --all --limit 3",
)  # fmt: skip
LISTS = ("{} a title", "{}", "0a1b, {} 7.2 easy", "{},{}")


@pytest.mark.parametrize(
    ("list_of", "asked"),
    others_slow(product(LISTS, ASKED), *product(LISTS[:1], ASKED), *product(LISTS[1:], ("check", "solve --limit 2"))),
)
def test_what_is_counted_in_blocks_is_what_is_counted_one_by_one(
    list_of: str, asked: str, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.txt"
    puzzles = [*LINES[:10] * 5, TWO, "bad line", SOME, MANY, UNSOLVABLE, LINES[3]]
    path.write_text("".join(list_of.format(puzzle, "9.1") + "\n" for puzzle in puzzles))
    with path.open("rb", buffering=1 << 16) as stream:
        assert layout_of_long_list(stream) is not None
    run = cli.under("sudoku", *asked.split(), str(path))
    in_blocks = run()
    monkeypatch.setattr("core._cli.sudoku.long_lists.layout_of_long_list", lambda *arguments: None)
    assert in_blocks == run()
    assert in_blocks.status == 2
    assert "bad line" in in_blocks.err or ", line 52" in in_blocks.err


@pytest.mark.parametrize("format", ["csv", "boxed", "candidates"])
def test_puzzles_of_tables_and_drawings_are_checked_under_their_names(
    format: str, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.txt"
    puzzles = [parse(line) for line in [*LINES[:10] * 5, TWO, UNSOLVABLE, LINES[3]]]
    titled = [replace(each, title=f"Title {n}" if n % 3 else "") for n, each in enumerate(puzzles)]
    path.write_text("".join(f"{line}\n" for line in write(titled, format)))
    with path.open("rb", buffering=1 << 16) as stream:
        assert (layout_of_long_list(stream) is None) == (format != "csv"), "drawn grids are read as a whole"
    in_blocks = cli("sudoku", "check", path)
    monkeypatch.setattr("core._cli.sudoku.long_lists.layout_of_long_list", lambda *arguments: None)
    assert in_blocks == cli("sudoku", "check", path)
    assert in_blocks.out.count("one solution") == 51
    assert "Title 50: 2 solutions\nline" in in_blocks.out.replace("Title 51", "line")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are other things there")
@pytest.mark.parametrize("verb", ["solve", "check", *map(slow, ("count", "canonical", "convert --to line"))])
def test_a_reader_that_goes_away_is_an_end(verb: str, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("".join(f"{line}\n" for line in LINES[:10] * 2000))
    command = [sys.executable, "-m", "core", "sudoku", *verb.split(), str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)])
def test_packed_files_are_unpacked(long_list: Path, suffix: str, pack: Callable[[bytes], bytes], run: Cli) -> None:
    packed = long_list.with_suffix(".sdm" + suffix)
    packed.write_bytes(pack(long_list.read_bytes()))
    plain, unpacked = run(str(long_list)), run(str(packed))
    assert unpacked[:2] == plain[:2]
    packed.write_bytes(pack(long_list.read_bytes())[:-20])
    status, _, error = run(str(packed))
    assert status == 2
    assert f"{packed}: the packed data is damaged or cut short" in error


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_interrupted_it_leaves_whole_lines(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "core", "sudoku", "solve", "-"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=tmp_path
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(line + "\n" for line in LINES[:10] * 20).encode())
    process.stdin.flush()
    first = process.stdout.readline()  # the pipe stays open: answers come all the same
    assert len(first) == 82
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read()
    process.stdin.close()
    assert process.wait() == 130
    assert all(len(line) == 82 for line in rest.splitlines(keepends=True))


TABLE = [f"{line.replace('0', '.')},{line},{place}" for place, line in enumerate(LINES[:12] * 5)]
LAYOUTS = {
    "ratings before": [f"0a1b2c3d {line} 7.2" for line in LINES[:12] * 5],
    "colons": [f"{line}:7.2" for line in LINES[:12] * 5],
    "a title and a header": ["The hardest", "#!sudoku", "puzzle,rating", *(f"{line},11.9" for line in LINES[:12] * 5)],
    "named columns": ["n,puzzle,solution", *(f"{n},{line},{line}" for n, line in enumerate(LINES[:12] * 5))],
    "a heading and semicolons": ["#!sudoku", "name;puzzle", *(f"{n};{line}" for n, line in enumerate(LINES[:12] * 5))],
    "headings": ["# one", "# two", "puzzle,rating", *(f"{line},11.9" for line in LINES[:12] * 5)],
    "no header": TABLE,
    "tabs": [row.replace(",", "\t") for row in TABLE],
}


@pytest.mark.parametrize("rows", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_every_layout_is_answered_in_blocks_as_one_by_one(
    rows: list[str], tmp_path: Path, run: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.txt"
    spoilt = rows[20].replace(LINES[20 % 12], UNSOLVABLE).replace(LINES[20 % 12].replace("0", "."), UNSOLVABLE)
    path.write_text("\n".join([*rows[:20], spoilt, "rubbish without a grid", "", *rows[20:]]) + "\n")
    with path.open("rb", buffering=1 << 16) as stream:
        assert layout_of_long_list(stream) is not None
    in_blocks = run(str(path))
    monkeypatch.setattr("core._cli.sudoku.long_lists.layout_of_long_list", lambda *arguments: None)
    assert run(str(path)) == in_blocks
    answers = in_blocks[1].splitlines()
    assert (len(answers), "# malformed: line 22" in answers) == (62, True)
    assert f"{path}, line 22" in in_blocks[2]
    assert in_blocks[2].count("\n") == 1


@pytest.mark.parametrize("row", ["{2}|{0}|{1}", "'{0}', '{1}'", "name {2}: {0} {1}"])
def test_a_solution_is_not_taken_for_a_damaged_puzzle(
    row: str, tmp_path: Path, run: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.txt"
    puzzles = [WIKIPEDIA] * 60
    puzzles[50] = WIKIPEDIA[1:]
    path.write_text("".join(row.format(each, SOLVED_WIKIPEDIA, n) + "\n" for n, each in enumerate(puzzles)))
    with path.open("rb", buffering=1 << 16) as stream:
        assert layout_of_long_list(stream) is not None
    in_blocks = run(str(path))
    assert in_blocks[0] == 2
    assert in_blocks[1].splitlines() == [*[SOLVED_WIKIPEDIA] * 50, "# malformed: line 51", *[SOLVED_WIKIPEDIA] * 9]
    assert f"{path}, line 51" in in_blocks[2]
    assert "found 80" in in_blocks[2]
    monkeypatch.setattr("core._cli.sudoku.long_lists.layout_of_long_list", lambda *arguments: None)
    assert run(str(path)) == in_blocks


class Unwilling(io.RawIOBase):
    """A file that takes little at a time, as a pipe does that a signal interrupts."""

    def __init__(self) -> None:
        self.taken = b""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(memoryview(data).cast("B")[:100])  # type: ignore[arg-type]
        self.taken += piece
        return len(piece)


def test_an_unbuffered_output_gets_every_line(long_list: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = Unwilling()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, write_through=True))  # type: ignore[type-var]
    main(["sudoku", "solve", str(long_list)])
    assert [len(line) for line in raw.taken.splitlines() if not line.startswith(b"#")] == [81] * 61


def test_what_came_before_packed_data_is_cut_short_is_answered() -> None:
    class Cut(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if data := super().read(200):
                return data
            raise EOFError("cut short")

        read1 = read

    taken: list[bytes] = []
    work = Bulk("list", lambda data: taken.append(bytes(data)), lambda item: None, threads=2)
    with pytest.raises(EOFError):
        work.work_through(Cut((WIKIPEDIA + "\n").encode() * 40))
    assert b"".join(taken).split() == [SOLVED_WIKIPEDIA.encode()] * 40
