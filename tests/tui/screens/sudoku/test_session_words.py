"""The Sudoku session: what it says of the puzzle, of the mode and of what was done to the whole grid."""

from __future__ import annotations

from core import Shape
from core.sudoku import parse
from core.sudoku._grid import bits_of
from tests.tui.screens.sudoku.sessions import can, session, typed
from tests.tui.screens.sudoku.steps import TINY
from tui.screens.sudoku.document import Mode, NewsTone, Once, WorkClock
from tui.screens.sudoku.files import PuzzleList
from tui.screens.sudoku.job import Job
from tui.screens.sudoku.session import SudokuSession
from tui.screens.sudoku.sight import LowerRight

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


# The mode, and the facts of the puzzle


def test_the_mode_in_words_and_what_the_next_key_will_do() -> None:
    with session() as made:
        document, entering = made.document, made.entering
        assert made.mode_words == ("VALUES",)
        entering.mode(Mode.DIGIT)
        assert made.mode_words == ("DIGIT FIRST",)
        assert made.digit_in_view == document.grid.values[document.cursor]
        typed(made, "7")
        assert made.mode_words == ("DIGIT FIRST 7",)
        assert made.digit_in_view == 7
        entering.once(Once.MARK)
        assert made.mode_words == ("DIGIT FIRST 7", "next: MARK")
        typed(made, "1")
        made.whole_grid.candidates()
        assert made.mode_words == ("DIGIT FIRST 7", "candidates")
        made.back()
        assert made.mode_words == ("VALUES", "candidates")


def test_a_step_back_closes_what_was_asked_before_it_leaves_the_mode() -> None:
    with session() as made:
        made.entering.mode(Mode.MARKS)
        made.entering.once(Once.STRIKE)
        made.document.say("something")
        made.back()
        assert (made.mode_words, made.document.message) == (("MARKS",), "")
        made.back()
        assert made.document.mode is Mode.VALUES


def test_what_is_selected_is_told_apart_from_what_the_arrows_do() -> None:
    with session() as made:
        made.ruling.select()
        made.ruling.lift()
        where = made.document.grid.shape.name_of(made.document.cursor)
        assert made.mode_words == ("SELECT", where, "arrows only move, space goes on")
        assert made.ruling.told == where, "the title of the list of rules"


def test_givens_values_and_empty_cells_are_counted() -> None:
    with session() as made:
        now = [0.0]
        made.document.clock = WorkClock(lambda: now[0])
        assert made.facts[0] == "30 givens · 0 placed · 51 empty"
        typed(made, "4")
        now[0] += 5
        assert made.facts == ("30 givens · 1 placed · 50 empty", "c to check · 0:05")
        made.toggle_clock()
        assert made.facts[1] == "c to check"
        made.toggle_clock()
        made.checking.check()
        assert made.facts[1].startswith("one solution · easy")
        made.files.read_text(TINY)
        assert made.facts == ("5 givens · 0 placed · 11 empty", "c to check · 0:00")


def test_a_check_counts_what_was_struck_out_and_says_so() -> None:
    with session() as made:
        document = made.document
        made.checking.check()
        assert document.message == "one solution"
        document.change(document.grid.toggle_struck(2, 4), "struck")  # the value of that cell
        assert made.facts[1].startswith("c to check")
        made.checking.check()
        assert (document.message, document.tone) == (
            "no solution, from 30 givens and 1 mark struck out", NewsTone.BAD
        )  # fmt: skip
        assert made.facts[1].startswith("no solution")
        assert made.solving.to_solve.basis == "30 givens and 1 mark struck out"
        document.undo()
        assert made.facts[1].startswith("c to check")
        made.checking.check()
        assert document.message == "one solution"


def test_a_broken_rule_comes_before_what_was_said_but_not_before_bad_news_or_a_question() -> None:
    with session() as made:
        document = made.document
        document.cursor = 2
        typed(made, "5")
        broken, tone = made.words
        assert tone is NewsTone.BAD
        assert "5" in broken
        assert "more: ! lists them" in broken, "row and box"
        document.say("worse", NewsTone.BAD)
        assert made.words == ("worse", NewsTone.BAD)
        made.entering.once(Once.MARK)
        assert made.words == (document.message, document.tone)
        typed(made, "1")
        document.undo()
        document.undo()
        assert made.words == (document.message, document.tone)


# The whole grid


def test_candidates_are_shown_hidden_and_written_as_marks() -> None:
    with session() as made:
        document = made.document
        made.whole_grid.candidates()
        assert (document.show_candidates, document.message) == (True, "candidates shown; your marks are as they were")
        assert not any(document.grid.marks)
        made.whole_grid.candidates()
        assert (document.show_candidates, document.message) == (False, "candidates hidden")
        made.whole_grid.marks_from_candidates()
        assert (document.grid.marks[2], document.message) == (bits_of((1, 2, 4)), "candidates written as marks")


def test_hints_go_by_the_marks_where_that_is_wanted() -> None:
    with session() as made:
        document = made.document
        made.whole_grid.candidates_from_marks()
        assert document.tone is NewsTone.BAD
        made.whole_grid.marks_from_candidates()
        made.whole_grid.candidates_from_marks()
        assert document.message == "your marks are the candidates already"
        cell = next(at for at, bits in enumerate(document.grid.marks) if bits.bit_count() > 2)
        lowest = (document.grid.marks[cell] & -document.grid.marks[cell]).bit_length()
        document.change(document.grid.toggle_mark(cell, lowest), "")
        made.whole_grid.candidates_from_marks()
        assert document.grid.candidates == document.grid.marks
        assert document.grid.struck[cell] == 1 << (lowest - 1)


def test_tidying_where_there_is_nothing_to_tidy_says_so() -> None:
    with session() as made:
        made.whole_grid.marks_from_candidates()
        made.whole_grid.tidy()
        assert made.document.message == "the marks are tidy already"
        typed(made, "4")
        made.whole_grid.tidy()
        assert made.document.message == "marks tidied"
        for on in (True, False):
            made.whole_grid.toggle_auto_tidy()
            assert made.document.auto_tidy is on
            assert ("as you place" in made.document.message) is on


def test_values_become_givens_and_givens_can_be_edited() -> None:
    with session() as made:
        document = made.document
        typed(made, "4")
        made.whole_grid.lock()
        assert (document.grid.givens[2], document.grid.placed[2], document.message) == (
            4,
            0,
            "all values are givens now",
        )
        made.whole_grid.lock()
        assert (any(document.grid.givens), document.grid.placed[2]) == (False, 4)
        assert document.message == "givens unlocked: edit them, then press g"
        made.files.open_empty(Shape(2, 2))
        made.whole_grid.lock()
        assert (document.message, document.tone) == ("there are no values to lock", NewsTone.BAD)


def test_own_work_is_cleared_in_one_step_and_the_givens_stay() -> None:
    with session() as made:
        document = made.document
        assert not can(made, "restart_work")
        typed(made, "4")
        made.entering.move(0, 1)
        made.entering.once(Once.MARK)
        typed(made, "6")
        assert can(made, "restart_work")
        made.whole_grid.clear_work()
        assert not any(document.grid.placed)
        assert not any(document.grid.marks)
        assert sum(map(bool, document.grid.givens)) == 30
        document.undo()
        assert document.grid.placed[2] == 4


def test_the_lower_right_goes_round() -> None:
    with session() as made:
        seen = []
        for _ in LowerRight:
            made.turn_page()
            seen.append(made.page)
            named = "" if made.page is LowerRight.FIGURES else f"lower right: {made.page}"
            assert made.document.message == named or made.page is LowerRight.PATH
        assert set(seen) == set(LowerRight)
        assert seen[-1] is LowerRight.FIGURES


# What can be done


def test_what_can_be_done_follows_what_is_there() -> None:
    with session() as made:
        document = made.document
        for name in ("redo", "separate", "savepoints", "conflicts", "clear_colours", "skip", "rub_out", "put",
                     "browse", "write", "watch", "walk", "neighbour"):  # fmt: skip
            assert not can(made, name), name
        assert all(can(made, name) for name in ("clear", "empty", "check"))
        typed(made, "5")
        assert can(made, "undo")
        assert can(made, "conflicts")
        document.undo()
        assert can(made, "redo")
        made.entering.mode(Mode.DIGIT)
        assert can(made, "put")
        made.entering.mode(Mode.COLOURS)
        typed(made, "3")
        assert (can(made, "clear_colours"), can(made, "put")) == (True, False)
        made.files.open_empty(Shape(3, 3))
        assert can(made, "skip")
        assert can(made, "done")


def test_a_search_that_is_looked_at_can_be_walked_and_its_solution_taken() -> None:
    with session() as made:
        made.solving.search.start(made.solving.make_search()).drive()
        made.solving.ended()
        made.solving.watch(True)
        assert made.document.watching
        assert can(made, "watch")
        assert made.walking
        assert not made.moving
        assert not can(made, "clear")
        assert can(made, "write")
        assert made.mode_words[0] == "SOLUTION 1"
        assert "".join(map(str, made.grid_with_values.values)) == SOLVED
        made.back()
        assert not made.document.watching
        assert made.grid_with_values == made.document.grid


def test_the_next_puzzle_is_one_of_the_file_or_another_like_this_one() -> None:
    with session() as made:
        made.files.open_from(PuzzleList("many", [parse(TINY)] * 3), 0)
        assert can(made, "neighbour")
        made.neighbour(1)
        assert made.files.place == 1
        made.neighbour(-1)
        assert made.files.place == 0


# Coming and going


def test_what_is_remembered_is_taken_up_and_rubbish_is_not() -> None:
    with session() as made:
        made.toggle_clock()
        made.whole_grid.toggle_auto_tidy()
        kept = made.remembered()
        assert (kept["clock"], kept["tidy"]) == (False, True)
    with session() as again:
        again.recall(kept)
        assert again.remembered() == kept
        again.recall({"clock": 7, "tidy": 7, "places": 3, "new": "x"})
        assert (again.clock_shown, again.document.auto_tidy) == (True, False)
        assert again.remembered()["new"] == {}


def test_what_cannot_be_followed_is_said_and_the_puzzle_is_there() -> None:
    made = SudokuSession(lambda job: None)
    assert not made.ask({"algorithm": "nothing"})
    assert made.document.tone is NewsTone.BAD
    assert any(made.document.grid.givens), "a first puzzle, whatever was asked"
    made.close()
    again = SudokuSession(lambda job: None)
    assert again.ask({})
    assert again.document.message.endswith("o opens another")
    again.close()


def test_the_end_stops_every_job() -> None:
    started: list[Job] = []
    made = SudokuSession(started.append)
    made.ask({})
    made.checking.check()
    assert made.jobs.running("check")
    assert not can(made, "check")
    assert "x stops" in made.facts[1]
    made.failed(started[0], ValueError("oh"))
    assert made.document.tone is NewsTone.BAD
    assert "ValueError('oh')" in made.document.message
    made.close()
    assert started[0].stopped


def test_the_cursor_goes_by_boxes_and_the_clock_is_told_who_leaves() -> None:
    with session() as made:
        now, document = [0.0], made.document
        document.clock = WorkClock(lambda: now[0])
        document.cursor = 2
        made.entering.move_box(1, 1)
        assert document.cursor == 3 * 9 + 5
        made.entering.move_box(-1, 0)
        assert document.cursor == 5
        now[0] += 30
        document.leave()
        assert document.editor.seconds == 30
        now[0] += 30
        document.leave()
        assert document.editor.seconds == 30, "nobody was there"
