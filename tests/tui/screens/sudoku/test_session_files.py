"""Where puzzles come from and go to, without an app."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from core import CannotWrite, Grid, ProblemError, Shape
from core.sudoku import parse, read_text
from core.sudoku._collections import collections
from core.sudoku._formats import FORMATS
from core.sudoku._formats.fpuzzles import packed
from core.sudoku._formats.line import line_of
from tests.tui.screens.sudoku.sessions import session, typed
from tests.tui.screens.sudoku.steps import NEWSPAPER, TINY
from tui.screens.sudoku.document import NewsTone
from tui.screens.sudoku.files import MOST_PLACES, PASTED, PuzzleList, candidates_as_text

THREE = f"{NEWSPAPER} first\n{NEWSPAPER[::-1]} second\n{TINY}{'.' * 65} third\n"


def list_of(text: str, title: str = "list.txt") -> PuzzleList:
    return PuzzleList(title, [item for item in read_text(text, title) if not isinstance(item, Exception)])


def test_a_puzzle_without_givens_is_taken_as_given_and_one_without_a_title_is_named_after_its_line() -> None:
    puzzle_list = list_of(f"{NEWSPAPER}\n{NEWSPAPER[::-1]}\n")
    assert [puzzle_list.puzzle(place).title for place in (0, 1)] == ["list.txt:1", "list.txt:2"]
    assert sum(map(bool, puzzle_list.puzzle(0).grid.givens)) == 30
    assert list_of(NEWSPAPER, PASTED).puzzle(0).title == "pasted"
    assert list_of(THREE).puzzle(1).title == "second"


def test_one_of_several_is_asked_for_and_then_the_next_ones_are_a_key_away() -> None:
    with session(None) as made:
        asked: list[PuzzleList] = []
        made.files.choose = asked.append
        made.files.read_text(THREE, "list.txt")
        (puzzle_list,) = asked
        assert len(puzzle_list.puzzles) == 3
        made.files.open_from(puzzle_list, 1)
        assert (made.document.puzzle.title, made.files.place, made.document.message) == (
            "second", 1, "opened second (2 of 3)",
        )  # fmt: skip
        made.files.next(1)
        assert made.document.puzzle.title == "third"
        made.files.next(1)
        assert (made.document.puzzle.title, made.document.message) == ("third", "that was the last puzzle of list.txt")
        made.files.next(-1)
        made.files.next(-1)
        made.files.next(-1)
        assert (made.document.puzzle.title, made.document.message) == ("first", "that was the first puzzle of list.txt")


def test_the_place_in_a_file_is_remembered_and_kept_within_it() -> None:
    with session(None) as made:
        puzzle_list = list_of(THREE)
        made.files.open_from(puzzle_list, 2)
        assert made.files.remembered()["list.txt"] == 2
        assert made.files.place_in(puzzle_list) == 2
        assert made.files.place_in(PuzzleList("list.txt", puzzle_list.puzzles[:2])) == 1
        assert made.files.place_in(list_of(THREE, "other.txt")) == 0
        made.files.recall({"a": 1, "b": -1, "c": "2", **{str(n): n for n in range(60)}})
        kept = made.files.remembered()
        assert len(kept) == MOST_PLACES
        assert kept["59"] == 59
        assert not {"a", "b", "c", "0"} & set(kept)
        made.files.recall({"b": -1, "c": "2", "d": 0})
        assert made.files.remembered() == {"d": 0}


def test_a_single_puzzle_is_no_list() -> None:
    with session(None) as made:
        made.files.open_from(list_of(THREE), 0)
        made.files.open_from(list_of(NEWSPAPER), 0)
        assert made.files.puzzle_list is None
        before = made.document.puzzle
        made.files.next(1)
        assert made.document.puzzle is before
        made.files.open_from(list_of(THREE), 0)
        made.files.open_empty(Shape(2, 3))
        assert (made.files.puzzle_list, made.document.grid.shape) == (None, Shape(2, 3))


def test_a_puzzle_from_a_link_has_its_title_and_what_was_left_out_is_said() -> None:
    told: dict[str, Any] = {"size": 4, "grid": [[{}] * 4] * 4, "title": "By a friend"}
    with session(None) as made:
        made.files.read_text("https://f-puzzles.com/?load=" + packed(told))
        assert (made.document.puzzle.title, made.document.message) == ("By a friend", "opened By a friend")
        made.files.read_text("https://f-puzzles.com/?load=" + packed(told | {"line": [{}, {}]}))
        assert made.document.message == "opened By a friend; left out, as it has no meaning here: 2 lines"
        made.files.read_text("https://f-puzzles.com/?id=abc")
        assert "this one has only its number" in made.document.message
        made.files.read_text("https://f-puzzles.com/?load=" + packed(told | {"title": ""}))
        assert made.document.puzzle.title == "pasted"


def test_somebody_new_gets_an_easy_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    with session(None) as made:
        made.files.open_first_puzzle()
        first = next(each for each in collections() if each.shape == Shape(3, 3)).puzzles()[0]
        assert made.document.grid.givens == first.grid.givens
        assert made.document.message == "your first puzzle; press o for others, F1 for help"
        monkeypatch.setattr("tui.screens.sudoku.files.collections", list)
        made.files.open_first_puzzle()
        assert made.document.message == "an empty grid; press o to open a puzzle, F1 for help"


def test_what_cannot_be_read_is_told_and_the_rest_is_offered(tmp_path: Path) -> None:
    with session() as made:
        before, asked = made.document.puzzle, list[PuzzleList]()
        made.files.choose = asked.append
        opened: list[bool] = []
        made.files.read_file(tmp_path / "nowhere.txt", lambda: opened.append(True))
        assert made.document.message == f"{tmp_path / 'nowhere.txt'}: No such file or directory"
        assert made.document.tone is NewsTone.BAD
        (bad := tmp_path / "bad.txt").write_text("rubbish\n")
        made.files.read_file(bad)
        assert "bad.txt, line 1" in made.document.message
        (tmp_path / "mixed.txt").write_text(f"{NEWSPAPER}\nrubbish\n{NEWSPAPER[::-1]}\nmore rubbish\n")
        made.files.read_file(tmp_path / "mixed.txt", lambda: opened.append(True))
        assert (made.document.puzzle, len(asked), opened) == (before, 1, [])
        assert len(asked[0].puzzles) == 2
        said = made.document.news[-1]
        assert said.startswith("2 read, except this: mixed.txt, line 2")
        assert said.endswith("(and 1 more)")
        (one := tmp_path / "one.txt").write_text(NEWSPAPER)
        made.files.read_file(one, lambda: opened.append(True))
        assert opened == [True]
        assert made.document.puzzle.title == "one.txt:1"


def test_a_text_that_was_taken_wrongly_is_read_as_what_somebody_says(tmp_path: Path) -> None:
    small = "1234341221434321"
    rows = "\n".join(["1234", "3412", "2143", "4321"])
    with session() as made:
        asked: list[PuzzleList] = []
        made.files.choose = asked.append
        made.files.read_text("\n".join([small] * 16))
        assert made.document.tone is not NewsTone.BAD
        marked = [key for key, _, text in made.files.ways_to_read() if text]
        assert len(marked) == 1
        other = "free" if marked != ["free"] else "line"
        made.files.read_again(other)
        assert {len(puzzle_list.puzzles) for puzzle_list in asked} == {1, 16}
        made.files.read_again("sgt")
        assert made.document.tone is NewsTone.BAD
        assert "line 1" in made.document.message
        (tmp_path / "four.txt").write_text(rows)
        made.files.read_file(tmp_path / "four.txt", format="line")
        assert made.document.tone is NewsTone.BAD
        made.files.read_again("free")
        assert asked[-1].puzzles[0].grid.shape == Shape(2, 2)


def test_packed_files_are_unpacked(tmp_path: Path) -> None:
    packed = gzip.compress(f"{NEWSPAPER}\n".encode())
    (tmp_path / "one.sdm.gz").write_bytes(packed)
    (tmp_path / "cut.sdm.gz").write_bytes(packed[:-12])
    with session() as made:
        made.files.read_file(tmp_path / "one.sdm.gz")
        assert made.document.puzzle.title == "one.sdm.gz:1"
        made.files.read_file(tmp_path / "cut.sdm.gz")
        assert "damaged or cut short" in made.document.message


def test_files_are_named_after_the_puzzle_and_its_format() -> None:
    with session() as made:
        assert made.files.file_name("svg") == "pasted.svg"
        assert made.files.file_name("sdk") == "pasted.sdk"
        made.files.open_from(list_of(f"{NEWSPAPER} Mr. X / 7\n"), 0)
        assert made.files.file_name("line") == "Mr--X---7" + next(e.suffixes[0] for e in FORMATS if e.key == "line")


def test_every_format_that_can_hold_the_puzzle_gives_it_back() -> None:
    with session() as made:
        typed(made, "4")
        listed = {key: refused for key, _, _, refused in made.files.formats()}
        assert set(listed) == {"svg", *(entry.key for entry in FORMATS if entry.writable)}
        assert made.files.written("svg").startswith("<svg")
        for key in set(listed) - {"svg"}:
            if listed[key] is None:
                text = made.files.written(key)
                assert text.endswith("\n")
                assert parse(text, key).grid.shape == Shape(3, 3)
        made.files.open_empty(Shape(4, 4))
        refused = {key: why for key, _, _, why in made.files.formats() if why}
        assert "9×9" in refused["opensudoku"]
        with pytest.raises(ProblemError):
            made.files.written("opensudoku")


def test_the_grid_as_a_line_and_its_candidates_as_text() -> None:
    with session() as made:
        assert made.files.to_copy()[0].split()[0] == NEWSPAPER
    grid = Grid.of(Shape(2, 2), [1, 0, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    assert candidates_as_text(grid).splitlines() == [
        "1 2 | 3 4",
        "3 4 | 1 2",
        "----+----",
        "2 1 | 4 3",
        "4 3 | 2 1",
    ]
    stuck = Grid.of(Shape(2, 2), [1, 0, 3, 4, 3, 2, 1, 0, *[0] * 8])
    assert candidates_as_text(stuck).splitlines()[0].split() == ["1", "-", "|", "3", "4"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing", "line 1, column 8: expected a puzzle of 81 characters (or another n × n, such as 16, 36 or 256),"
                    " found 7"),
        ("1.3.\n..2.\n.1..\n4..5", "line 4, column 4: expected 1-4, or one of 0._*-? for empty, found '5'"),
        ("", "line 1, column 1: expected a Sudoku, found nothing to read"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_puzzle_says_where(text: str, said: str) -> None:
    with session() as made:
        made.files.read_text(text)
        assert (made.document.message, made.document.tone) == (f"pasted text, {said}", NewsTone.BAD)


def test_a_file_with_a_title_and_its_forms(tmp_path: Path) -> None:
    (one := tmp_path / "one.sdk").write_text("#Aa person\n#Hthe title\n1.3.\n..2.\n.1..\n4...\n")
    with session() as made:
        files = made.files
        files.read_file(one)
        assert made.document.message == "opened the title"
        assert files.to_copy()[0] == "1.3...2..1..4..."
        assert [files.file_name(key) for key in ("sdk", "svg", "line")] == [
            "the-title.sdk", "the-title.svg", "the-title.sdm",
        ]  # fmt: skip
        assert files.written("sdk") == "#Hthe title\n#Aa person\n1.3.\n..2.\n.1..\n4...\n"
        assert files.written("csv") == (
            "Puzzle,Boxes,Title,Author,Level,Source\n1.3...2..1..4...,2x2,the title,a person,,\n"
        )
        with pytest.raises(CannotWrite, match="a HoDoKu line holds 9×9 grids with 3×3 boxes, not 2×2"):
            files.written("hodoku")
        assert files.formats()[0] == ("svg", "Picture (SVG)", "givens, values, marks, as on the board", None)
        assert files.ways_to_read()[0] == ("line", "One line a puzzle", "")
        files.read_file(tmp_path)
        assert made.document.message == f"{tmp_path}: expected a file, this is a folder"
        assert candidates_as_text(made.document.grid).splitlines()[:3] == [
            "1  24 | 3 4  ",
            "3  34 | 2 14 ",
            "------+------",
        ]


def test_shipped_puzzles_are_opened_in_their_order() -> None:
    with session() as made:
        files = made.files
        shapes = ["2×2", "2×3", "3×2", "2×4", "3×3", "2×5", "3×4", "4×4", "5×5"]
        assert [str(each.shape) for each in files.collections()] == shapes
        assert files.collections()[1].title == "6×6, boxes 2×3"
        asked: list[PuzzleList] = []
        files.choose = asked.append
        files.open_shipped(files.collections()[0])
        assert [puzzle.name for puzzle in asked[0].puzzles] == [f"2×2 easy {number}" for number in range(1, 11)]
        files.open_from(asked[0], 0)
        assert (files.to_copy()[0], made.facts[1]) == (".32....3..4....2", "c to check · easy · 0:00")
        made.neighbour(1)
        assert made.document.message == "opened 2×2 easy 2 (2 of 10)"
        assert files.remembered()["4×4, boxes 2×2"] == 1


def test_the_places_in_the_files_opened_last() -> None:
    with session() as made:
        files, puzzle = made.files, parse(NEWSPAPER)
        files.recall({})
        for title, place in (("one", 1), ("two", 2), ("three", 0), ("one", 2), ("alone", 0)):
            files.open_from(PuzzleList(title, [puzzle] * (1 if title == "alone" else 3)), place)
        assert list(files.remembered().items()) == [("two", 2), ("three", 0), ("one", 2)], "the newest is the last"
        places = [
            files.place_in(PuzzleList(title, [puzzle] * count)) for title, count in (("one", 3), ("one", 2), ("new", 3))
        ]
        assert (places, files.puzzle_list) == ([2, 1, 0], None)
        files.recall({f"file {number}": number for number in range(60)})
        assert list(files.remembered().items()) == [(f"file {number}", number) for number in range(10, 60)]
        files.recall({"a": 3, "b": -1, "c": "x", "d": 0})
        assert files.remembered() == {"a": 3, "d": 0}


@pytest.mark.parametrize("order", [9, 16])
def test_while_a_large_grid_is_rated_the_facts_say_so(order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    side, told = {9: 3, 16: 4}[order], list[str]()
    values = [(row * side + row // side + column) % order + 1 for row in range(order) for column in range(order)]

    def rating(problem: object, stopped: object) -> str:
        made.jobs.ended(next(job for job in made.jobs.asked_for if job.kind == "check"))  # here it launches this one
        told.append(made.facts[1])
        return "hard (900)"

    monkeypatch.setattr("tui.screens.sudoku.checking.rating", rating)
    with session(line_of([0, *values[1:]])) as made:
        made.checking.check()
        assert told[0].startswith("one solution · rating… · " if order > 9 else "one solution · 0:00")
        assert made.facts[1].startswith("one solution · hard (900)")
