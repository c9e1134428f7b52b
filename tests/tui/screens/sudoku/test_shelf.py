"""Where puzzles come from and go to, without an app."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from core.search import ProblemError
from core.sudoku.collections import collections
from core.sudoku.formats import FORMATS, parse, read_text
from core.sudoku.grid import Grid
from core.sudoku.shape import Shape
from tests.tui.screens.sudoku.test_session import NEWSPAPER, TINY, session, typed
from tui.screens.sudoku.desk import Tone
from tui.screens.sudoku.shelf import MOST_PLACES, PASTED, Pile, candidates_as_text

THREE = f"{NEWSPAPER} first\n{NEWSPAPER[::-1]} second\n{TINY}{'.' * 65} third\n"


def pile_of(text: str, title: str = "list.txt") -> Pile:
    return Pile(title, [item for item in read_text(text, title) if not isinstance(item, Exception)])  # type: ignore[misc]


def test_a_puzzle_without_givens_is_taken_as_given_and_one_without_a_title_is_named_after_its_line() -> None:
    pile = pile_of(f"{NEWSPAPER}\n{NEWSPAPER[::-1]}\n")
    assert [pile.puzzle(place).title for place in (0, 1)] == ["list.txt:1", "list.txt:2"]
    assert sum(map(bool, pile.puzzle(0).grid.givens)) == 30
    assert pile_of(NEWSPAPER, PASTED).puzzle(0).title == "pasted"
    assert pile_of(THREE).puzzle(1).title == "second"


def test_one_of_several_is_asked_for_and_then_the_next_ones_are_a_key_away() -> None:
    with session(None) as made:
        asked: list[Pile] = []
        made.shelf.choose = asked.append
        made.shelf.read_text(THREE, "list.txt")
        (pile,) = asked
        assert len(pile.puzzles) == 3
        made.shelf.open_from(pile, 1)
        assert (made.desk.puzzle.title, made.shelf.place, made.desk.message) == (
            "second", 1, "opened second (2 of 3)",
        )  # fmt: skip
        made.shelf.next(1)
        assert made.desk.puzzle.title == "third"
        made.shelf.next(1)
        assert (made.desk.puzzle.title, made.desk.message) == ("third", "that was the last puzzle of list.txt")
        made.shelf.next(-1)
        made.shelf.next(-1)
        made.shelf.next(-1)
        assert (made.desk.puzzle.title, made.desk.message) == ("first", "that was the first puzzle of list.txt")


def test_the_place_in_a_file_is_remembered_and_kept_within_it() -> None:
    with session(None) as made:
        pile = pile_of(THREE)
        made.shelf.open_from(pile, 2)
        assert made.shelf.remembered()["list.txt"] == 2
        assert made.shelf.place_in(pile) == 2
        assert made.shelf.place_in(Pile("list.txt", pile.puzzles[:2])) == 1
        assert made.shelf.place_in(pile_of(THREE, "other.txt")) == 0
        made.shelf.recall({"a": 1, "b": -1, "c": "2", **{str(n): n for n in range(60)}})
        kept = made.shelf.remembered()
        assert len(kept) == MOST_PLACES
        assert kept["59"] == 59
        assert not {"a", "b", "c", "0"} & set(kept)
        made.shelf.recall({"b": -1, "c": "2", "d": 0})
        assert made.shelf.remembered() == {"d": 0}


def test_a_single_puzzle_is_no_pile() -> None:
    with session(None) as made:
        made.shelf.open_from(pile_of(THREE), 0)
        made.shelf.open_from(pile_of(NEWSPAPER), 0)
        assert made.shelf.pile is None
        before = made.desk.puzzle
        made.shelf.next(1)
        assert made.desk.puzzle is before
        made.shelf.open_from(pile_of(THREE), 0)
        made.shelf.open_empty(Shape(2, 3))
        assert (made.shelf.pile, made.desk.grid.shape) == (None, Shape(2, 3))


def test_somebody_new_gets_an_easy_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    with session(None) as made:
        made.shelf.open_first_puzzle()
        first = next(each for each in collections() if each.shape == Shape(3, 3)).puzzles()[0]
        assert made.desk.grid.givens == first.grid.givens
        assert made.desk.message == "a first puzzle; o opens others, F1 tells how"
        monkeypatch.setattr("tui.screens.sudoku.shelf.collections", list)
        made.shelf.open_first_puzzle()
        assert made.desk.message == "an empty grid; o opens a puzzle, F1 tells how"


def test_what_cannot_be_read_is_told_and_the_rest_is_offered(tmp_path: Path) -> None:
    with session() as made:
        before, asked = made.desk.puzzle, list[Pile]()
        made.shelf.choose = asked.append
        opened: list[bool] = []
        made.shelf.read_file(tmp_path / "nowhere.txt", lambda: opened.append(True))
        assert made.desk.message == f"{tmp_path / 'nowhere.txt'}: No such file or directory"
        assert made.desk.tone is Tone.BAD
        (bad := tmp_path / "bad.txt").write_text("rubbish\n")
        made.shelf.read_file(bad)
        assert "bad.txt, line 1" in made.desk.message
        (tmp_path / "mixed.txt").write_text(f"{NEWSPAPER}\nrubbish\n{NEWSPAPER[::-1]}\nmore rubbish\n")
        made.shelf.read_file(tmp_path / "mixed.txt", lambda: opened.append(True))
        assert (made.desk.puzzle, len(asked), opened) == (before, 1, [])
        assert len(asked[0].puzzles) == 2
        said = made.desk.news[-1]
        assert said.startswith("2 read, not this: mixed.txt, line 2")
        assert said.endswith("(and 1 more)")
        (one := tmp_path / "one.txt").write_text(NEWSPAPER)
        made.shelf.read_file(one, lambda: opened.append(True))
        assert opened == [True]
        assert made.desk.puzzle.title == "one.txt:1"


def test_a_text_that_was_taken_wrongly_is_read_as_what_somebody_says(tmp_path: Path) -> None:
    small = "1234341221434321"
    rows = "\n".join(["1234", "3412", "2143", "4321"])
    with session() as made:
        asked: list[Pile] = []
        made.shelf.choose = asked.append
        made.shelf.read_text("\n".join([small] * 16))
        assert made.desk.tone is not Tone.BAD
        marked = [key for key, _, text in made.shelf.ways_to_read() if text]
        assert len(marked) == 1
        other = "free" if marked != ["free"] else "line"
        made.shelf.read_again(other)
        assert {len(pile.puzzles) for pile in asked} == {1, 16}
        made.shelf.read_again("sgt")
        assert made.desk.tone is Tone.BAD
        assert "line 1" in made.desk.message
        (tmp_path / "four.txt").write_text(rows)
        made.shelf.read_file(tmp_path / "four.txt", format="line")
        assert made.desk.tone is Tone.BAD
        made.shelf.read_again("free")
        assert asked[-1].puzzles[0].grid.shape == Shape(2, 2)


def test_packed_files_are_unpacked(tmp_path: Path) -> None:
    packed = gzip.compress(f"{NEWSPAPER}\n".encode())
    (tmp_path / "one.sdm.gz").write_bytes(packed)
    (tmp_path / "cut.sdm.gz").write_bytes(packed[:-12])
    with session() as made:
        made.shelf.read_file(tmp_path / "one.sdm.gz")
        assert made.desk.puzzle.title == "one.sdm.gz:1"
        made.shelf.read_file(tmp_path / "cut.sdm.gz")
        assert "damaged or cut short" in made.desk.message


def test_files_are_named_after_the_puzzle_and_its_format() -> None:
    with session() as made:
        assert made.shelf.file_name("svg") == "pasted.svg"
        assert made.shelf.file_name("sdk") == "pasted.sdk"
        made.shelf.open_from(pile_of(f"{NEWSPAPER} Mr. X / 7\n"), 0)
        assert made.shelf.file_name("line") == "Mr--X---7" + next(e.suffixes[0] for e in FORMATS if e.key == "line")


def test_every_format_that_can_hold_the_puzzle_gives_it_back() -> None:
    with session() as made:
        typed(made, "4")
        listed = {key: refused for key, _, _, refused in made.shelf.formats()}
        assert set(listed) == {"svg", *(entry.key for entry in FORMATS if entry.writable)}
        assert made.shelf.written("svg").startswith("<svg")
        for key in set(listed) - {"svg"}:
            if listed[key] is None:
                text = made.shelf.written(key)
                assert text.endswith("\n")
                assert parse(text, key).grid.shape == Shape(3, 3)
        made.shelf.open_empty(Shape(4, 4))
        refused = {key: why for key, _, _, why in made.shelf.formats() if why}
        assert "9×9" in refused["opensudoku"]
        with pytest.raises(ProblemError):
            made.shelf.written("opensudoku")


def test_the_grid_as_a_line_and_its_candidates_as_text() -> None:
    with session() as made:
        assert made.shelf.as_line().split()[0] == NEWSPAPER
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
