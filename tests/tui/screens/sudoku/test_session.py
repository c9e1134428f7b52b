"""The Sudoku session without an app."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Shape
from core.sudoku import parse
from core.sudoku._grid import bits_of
from tests.tui.screens.sudoku.sessions import can, session, typed
from tests.tui.screens.sudoku.steps import TINY
from tui.screens.sudoku.document import BUSY_SECONDS, THINKING_SECONDS, Mode, NewsTone, Once, Pending, WorkClock
from tui.screens.sudoku.files import PuzzleList

LARGE = "." * 256


@pytest.mark.parametrize("digit", [3, 0])
def test_a_key_of_digit_first_closes_what_the_keys_before_left_open(digit: int) -> None:
    with session() as made:
        document = made.document
        document.mode, document.digit = Mode.DIGIT, digit
        document.cursor = 0  # a given
        document.pending = Pending(once=Once.COLOUR)
        made.entering.put()
        assert document.pending == Pending()
        assert document.tone is NewsTone.BAD
        assert document.grid.values[0] == 5


# Undo and the border between puzzles


def test_undo_past_opening_leads_to_the_puzzle_before_and_loses_nothing() -> None:
    with session() as made:
        document = made.document
        typed(made, "4")
        made.files.open_empty(Shape(3, 3))
        typed(made, "12 3")
        assert document.grid.givens[:5] == (1, 2, 0, 3, 0)
        for _ in range(3):
            document.undo()
        assert not any(document.grid.givens)
        assert document.mode is Mode.GIVENS
        document.undo()
        assert document.grid.placed[2] == 4, "the puzzle before, as it was left"
        assert document.mode is Mode.VALUES, "a key does not type over its givens"
        assert "as you left it" in document.message
        document.redo()
        assert (document.puzzle.title, document.mode) == ("typed in", Mode.GIVENS)
        for _ in range(3):
            document.redo()
        assert document.grid.givens[:5] == (1, 2, 0, 3, 0)
        assert "nothing to redo" not in document.message
        document.redo()
        assert document.message == "nothing to redo"


def test_a_grid_that_undo_left_behind_stays_among_the_earlier_puzzles() -> None:
    with session() as made:
        document = made.document
        made.files.open_empty(Shape(2, 2))
        typed(made, "1234")
        for _ in range(5):
            document.undo()
        assert document.grid.shape == Shape(3, 3)
        document.cursor = 2
        typed(made, "4")
        assert not document.can_redo, "another way was taken"
        kept = [saved for saved in made.files.earlier() if "2×2" in saved.summary]
        assert len(kept) == 1
        assert made.files.go_on_with(kept[0])
        document.redo()
        assert document.grid.givens[0] == 1, "its own steps can be redone"


def test_undo_leads_back_over_many_puzzles_and_a_restart() -> None:
    with session(None) as made:
        for number in range(1, 4):
            made.files.read_text(TINY.replace("4", str(number)))
            made.document.cursor = 1
            typed(made, "2")
    with session(None) as made:
        seen = []
        while made.document.can_undo:
            made.document.undo()
            seen.append(made.document.grid.values[12])
        # Of each: its one step, then the border; the first puzzle ever shown is at the end.
        assert seen[:5] == [3, 2, 2, 1, 1]
        made.document.undo()
        assert made.document.message == "nothing to undo"


def test_puzzles_only_looked_at_do_not_fill_the_list() -> None:
    with session(None) as made:
        puzzle_list = PuzzleList("many", [parse(TINY)] * 60)
        for place in range(60):
            made.files.open_from(puzzle_list, place)
        assert len(made.files.earlier()) == 1
        made.files.open_from(puzzle_list, 7)
        typed(made, "2")
        assert len(made.files.earlier()) == 1
        made.files.next(1)
        assert made.files.place == 8
        assert len(made.files.earlier()) == 2


# What is on disk


def test_a_kill_while_typing_in_keeps_the_cursor_and_the_blanks_skipped() -> None:
    with session() as made:
        made.files.open_empty(Shape(3, 3))
        typed(made, "5  >")
        # No farewell: whatever is on disk now is all there is.
        with session(None) as again:
            assert again.document.cursor == made.document.cursor == 4
            assert again.document.mode is Mode.GIVENS


def test_without_a_disk_it_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path / "file" / "home"))
    with session() as made:
        assert len(made.document.news) == 1
        typed(made, "4")
        assert not made.document.saved
        assert len(made.document.news) == 1


def test_two_sessions_with_one_puzzle() -> None:
    with session() as one:
        typed(one, "4")
        with session(None) as two:
            typed(two, "0")
            typed(one, "2")
            assert one.document.news == ["open in another window; editing a copy here"]
            assert len({saved.key for saved in one.files.earlier()}) == 2


# One rule for values above nine


@pytest.mark.parametrize("character", ["C", "c"])
def test_a_letter_is_a_value_in_every_mode(character: str) -> None:
    with session(LARGE) as made:
        document, entering = made.document, made.entering
        assert entering.takes(character)
        typed(made, character)
        assert document.grid.placed[0] == 12
        entering.move(0, 1)
        entering.mode(Mode.MARKS)
        typed(made, character)
        assert document.grid.marks[1] == bits_of((12,))
        entering.mode(Mode.DIGIT)
        typed(made, character)
        assert document.digit == 12
        entering.mode(Mode.GIVENS)
        typed(made, character)
        assert document.grid.givens[1] == 12


def test_two_digits_in_a_row_are_one_value_in_every_mode() -> None:
    with session(LARGE) as made:
        document, entering = made.document, made.entering
        typed(made, "12")
        assert document.grid.placed[0] == 12
        entering.move(0, 1)
        entering.mode(Mode.MARKS)
        typed(made, "1234")
        assert document.grid.marks[1] == bits_of((12, 3, 4))
        entering.mode(Mode.DIGIT)
        typed(made, "14")
        assert document.digit == 14
        entering.move(0, 1)
        entering.once(Once.STRIKE)
        typed(made, "16")
        assert document.grid.struck[2] == bits_of((16,))
        entering.mode(Mode.GIVENS)
        typed(made, "1217")
        assert document.grid.givens[2:6] == (12, 1, 7, 0)


def test_a_space_keeps_two_digits_apart() -> None:
    with session(LARGE) as made:
        entering = made.entering
        entering.mode(Mode.GIVENS)
        typed(made, "1")
        assert can(made, "separate")
        entering.separate()
        assert not can(made, "separate")
        typed(made, "2")
        assert made.document.grid.givens[:2] == (1, 2)
        assert not can(made, "separate"), "no value begins with a 2"


def test_letters_are_commands_where_they_are_no_values() -> None:
    with session() as made:
        assert not made.entering.takes("c")
        assert made.entering.takes("C"), "and is refused in words"
        typed(made, "C")
        assert made.document.tone is NewsTone.BAD
        assert "C is not a value here" in made.document.message


# Marks, colours


def test_placing_a_value_tidies_its_peers_marks_where_that_is_wanted() -> None:
    with session() as made:
        document, entering = made.document, made.entering
        for cell, values in ((3, "26"), (11, "24")):
            document.cursor = cell
            for value in values:
                entering.once(Once.MARK)
                typed(made, value)
        document.cursor = 2
        typed(made, "2")
        assert document.grid.marks[3] == bits_of((2, 6))
        made.whole_grid.tidy()
        assert (document.grid.marks[3], document.grid.marks[11]) == (bits_of((6,)), bits_of((4,)))
        document.undo()
        typed(made, "0")
        made.whole_grid.toggle_auto_tidy()
        typed(made, "2")
        assert (document.grid.marks[3], document.grid.marks[11]) == (bits_of((6,)), bits_of((4,)))
        document.undo()
        assert document.grid.marks[3] == bits_of((2, 6)), "one step"


def test_cells_and_candidates_are_coloured() -> None:
    with session() as made:
        document, entering = made.document, made.entering
        entering.mode(Mode.COLOURS)
        typed(made, "3")
        entering.once(Once.COLOUR)
        typed(made, "4")
        assert dict(document.editor.colours) == {(2, 0): 3, (2, 4): 3}
        typed(made, "9")
        assert document.tone is NewsTone.BAD
        typed(made, "3")
        assert dict(document.editor.colours) == {(2, 4): 3}, "the same colour again takes it away"
        entering.clear_colours()
        assert not document.editor.colours
        document.undo()
        assert dict(document.editor.colours) == {(2, 4): 3}


# Figures and steps


def test_figures_of_another_puzzle_are_not_shown_beside_a_new_one() -> None:
    with session() as made:
        run = made.solving.search.start(made.solving.make_search())
        run.drive()
        made.solving.ended()
        assert made.solving.figures().snapshot is not None
        made.files.read_text(TINY)
        assert made.solving.figures().snapshot is None
        made.solving.watch(True)
        assert made.solving.figures().snapshot is not None
        assert made.document.message == "this search was for another puzzle"
        made.solving.write_in()
        assert made.document.tone is NewsTone.BAD


@pytest.mark.parametrize("other", ["grid 4\nthermo: r1c1-r1c3", "grid 4", "....\n....\n....\n.3.."])
def test_figures_are_of_the_same_clues_and_rules(other: str) -> None:
    with session("grid 4\nanti-king\ncage 3: r1c1 r1c2") as made:
        made.solving.search.start(made.solving.make_search()).drive()
        assert made.solving.has_figures
        made.files.read_text(other)
        assert not made.solving.has_figures
        assert made.solving.figures().snapshot is None


# The clock


def test_the_clock_has_seconds_while_somebody_is_at_work() -> None:
    now = [100.0]
    clock = WorkClock(lambda: now[0])
    assert clock.next_look(0.0) is None
    assert clock.touch() == 0.0
    now[0] += 7
    assert clock.text(clock.running) == "0:07"
    assert clock.next_look(7.25) == pytest.approx(0.77)
    now[0] += BUSY_SECONDS
    assert clock.text(clock.running) == "0 min"
    assert clock.next_look(27.0) == pytest.approx(33.02)
    now[0] += THINKING_SECONDS
    assert clock.next_look(0.0) is None
    assert clock.touch() == THINKING_SECONDS
    assert clock.text(3725) == "1:02:05"
    assert clock.stop() == 0.0
    assert clock.running == 0.0


def test_another_puzzle_has_a_clock_of_its_own() -> None:
    now = [0.0]
    with session() as made:
        made.document.clock = WorkClock(lambda: now[0])
        typed(made, "4")
        now[0] += 30
        typed(made, "0")
        made.files.read_text(TINY)
        assert made.document.seconds == 0
        now[0] += 5
        made.document.undo()
        assert made.document.seconds == 30
