"""The N queens laboratory from a search to what is seen of it: boards, marks, figures, choices, the hand."""

from __future__ import annotations

from typing import Any

import pytest

from core import CannotSolve, ProblemError
from core.running import Move
from tests.rows import Rows
from tests.tui.screens.queens.driven import Driven, board, marks
from tui.screens.queens import sight


def can(made: Driven) -> str:
    session = made.session
    able = {
        "put": session.holding, "hand_off": session.holding, "hand": not session.holding and session.can_hold,
        "clear_board": session.problem.restricted and not session.search.searching, "pause": not session.holding,
        "pair": not session.too_large_beside, "copy": len(session.browser.found()) > 0, "classes": not session.large,
        "stale": session.stale,
    }  # fmt: skip
    return " ".join(name for name, now in able.items() if now)


def shown(made: Driven) -> str:
    position, words = sight.board(made.session)
    return f"{board(position)} ({words})".lstrip()


def form(made: Driven) -> str:
    return ", ".join(f"{row.key} {row.shown}" for row in made.session.rows())


def test_solutions_are_browsed_one_by_one_and_by_class() -> None:
    made = Driven(n=6, algorithm="backtracking", goal="count")
    browser = made.session.browser
    assert (shown(made), can(made)) == ("(enter to search)", "hand pause pair classes")
    made.run()
    assert (made.counts(), can(made)) == ("complete 153 4", "hand pause pair copy classes")
    found = {
        0: "1.2 2.4 3.6 4.1 5.3 6.5 (solution 1)", 1: "1.3 2.6 3.2 4.5 5.1 6.4 (solution 2)",
        2: "1.4 2.1 3.5 4.2 5.6 6.3 (solution 3)", 3: "1.5 2.3 3.1 4.6 5.4 6.2 (solution 4)",
    }  # fmt: skip
    assert shown(made) == found[3]
    for move, to, place in (
        (browser.step, 1, 0), (browser.step, 1, 1), (browser.step, -1, 0), (browser.step, -1, 3), (browser.to, 2, 2),
        (browser.to, -1, 3),
    ):  # fmt: skip
        move(to)
        assert (browser.place, shown(made), made.session.class_note) == (place, found[place], "its class has 4 boards")
    browser.leave()
    assert (browser.place, shown(made), made.session.class_note) == (None, "(complete)", "")
    browser.step(-1)
    assert shown(made) == found[3]
    assert browser.group(browser.to_group()())
    assert browser.grouping is not None
    assert (browser.grouping.of, browser.grouping.found) == (4, 4)
    assert shown(made) == found[0].replace("solution", "class")
    browser.step(1)
    assert shown(made) == found[0].replace("solution", "class"), "there is one class"
    browser.ungroup()
    assert (shown(made), browser.place_to_take) == (found[0], 0)


def test_choices_give_way_or_are_refused() -> None:
    made = Driven(n=6, algorithm="backtracking", goal="count")
    said: list[object] = []
    for key, value, *more in (
        ("algorithm", "closed-form"), ("goal", "count"), ("goal", "first"), ("algorithm", "dlx-s"), ("n", 5),
        ("algorithm", "brute-force"), ("n", 1), ("n", 13, True), ("n", 8, False), ("algorithm", "min-conflicts"),
        ("seed", 7), ("seed", -1), ("n", 2_000_000),
    ):  # fmt: skip
        note = made.session.choose(key, value, continued=bool(more and more[0]))
        said.append((form(made), "" if note is None else note.text.partition(";")[0]))
    best, brute, local = "DLX + S heuristic, n {}", "Brute force, n {}", "Minimum conflicts, n {}"
    assert said == [
        ("algorithm Closed form, n 6 × 6, goal first solution", "Closed form supports only first solution"),
        ("algorithm Closed form, n 6 × 6, goal first solution", "closed-form supports only goal 'first', not 'count'"),
        ("algorithm Closed form, n 6 × 6, goal first solution", ""),
        (f"algorithm {best.format('6 × 6')}, goal first solution, order table", ""),
        (f"algorithm {best.format('5 × 5')}, goal first solution, order table", ""),
        (f"algorithm {brute.format('5 × 5')}, goal first solution", ""),
        (f"algorithm {brute.format('1 × 1')}, goal first solution", ""),
        ("algorithm All permutations, n 13 × 13, goal first solution",
         "brute-force goes up to size 12: All permutations instead"),
        ("algorithm All permutations, n 8 × 8, goal first solution", ""),
        (f"algorithm {local.format('8 × 8')}, goal first solution, seed 1", ""),
        (f"algorithm {local.format('8 × 8')}, goal first solution, seed 7", ""),
        (f"algorithm {local.format('8 × 8')}, goal first solution, seed 7",
         "seed: expected a whole number from 0 to 4294967295, not -1"),
        (f"algorithm {local.format('2 000 000')}, goal first solution, seed 7", ""),
    ]  # fmt: skip
    assert (can(made), made.session.command()) == (
        "pause classes", "python -m core queens 2000000 --algorithm min-conflicts --goal first --seed 7",
    )  # fmt: skip
    assert made.session.remembered() == {
        "algorithm": "min-conflicts", "goal": "first", "settings": {"min-conflicts": {"seed": 7}}, "n": 2_000_000,
        "speed": None, "placed": [], "forbidden": [],
    }  # fmt: skip


def test_rows_of_the_form_are_shifted_to_what_is_possible() -> None:
    made = Driven(n=8, algorithm="min-conflicts", goal="first")
    made.session.choose("seed", 7)
    rows = {row.key: row for row in made.session.rows()}
    shifted = {key: (row.shifted(1).value, row.shifted(-1).value) for key, row in rows.items()}
    assert shifted == {"algorithm": (None, "swaps"), "n": (9, 7), "goal": (None, None), "seed": (8, 6)}
    assert [row.title for row in rows.values()] == ["Algorithm", "Size", "Goal", "Seed"]
    assert rows["seed"].explanation == "the same seed gives the same run"
    made.session.resize(1)
    assert form(made).startswith("algorithm Minimum conflicts, n 9 × 9")


@pytest.mark.parametrize(
    ("algorithm", "goal", "moves", "nodes"),
    [
        ("dlx-s", "all", [".", ".", ".", Move.BACK, Move.NEXT_DEAD_END, Move.NEXT_SOLUTION, Move.PARENT, 1, Move.BACK],
         [0, 1, 2, 3, 2, 7, 13, 12, 1, 0]),
        ("backtracking", "first", [".", ".", ".", Move.NEXT_DEAD_END], [0, 1, 2, 3, 5]),
    ],
)  # fmt: skip
def test_each_node_of_a_walk_is_marked_on_the_board(
    algorithm: str, goal: str, moves: list[Any], nodes: list[int], rows: Rows
) -> None:
    """The rows are the boards, the marks, the kinds of sentences and the figures at some nodes."""
    made = Driven(n=4, algorithm=algorithm, goal=goal)
    made.run(paused=True)
    seen = []
    for move in (None, *moves):
        if move == ".":
            made.step()
        elif move is not None:
            made.go(move)
        tones = [sentence.tone.value for sentence in sight.why(made.session)]
        seen.append((shown(made), marks(sight.board(made.session)[0].marks), tones, made.counts(), can(made)))
    assert [int(str(each[0]).rpartition("node ")[2][:-1]) for each in seen] == nodes
    rows(seen)


def test_after_the_end_the_way_back_leads_to_the_last_node() -> None:
    made = Driven(n=4, algorithm="dlx-s", goal="all")
    made.run()
    made.session.browser.leave()
    assert (made.counts(), sight.why(made.session)) == ("complete 13 2", [])
    made.go(Move.BACK)
    assert (shown(made), made.counts()) == ("1.3 2.1 3.4 4.2 (paused · node 13)", "paused 13 2")
    note = made.session.choose("n", 5)
    assert note is not None
    assert note.text == "enter goes on with DLX + S heuristic, 4 queens; r starts DLX + S heuristic, 5 queens"
    assert made.session.figures().of == "of DLX + S heuristic, 4 queens"
    made.session.choose("n", 4)
    assert made.session.figures().of == ""


@pytest.mark.parametrize(
    ("speed", "slower", "faster", "toggled"),
    [(20, 10, 50, None), (None, 1_000_000, None, 20), (3, 2, 5, None), (1, 1, 2, None)],
)
def test_speeds_have_neighbours(speed: int | None, slower: int, faster: int | None, toggled: int | None) -> None:
    search = Driven(n=4).session.search
    search.set_speed(20)
    search.set_speed(speed)
    assert [search.shifted_speed(step) for step in (-1, 1)] == [slower, faster]
    assert search.toggled_speed() == toggled


def test_the_hand_places_and_forbids_and_the_search_completes() -> None:
    made = Driven(n=6)
    session = made.session
    session.hold()
    assert (shown(made), can(made)) == (
        "@1.1 (space queen, x forbid, enter: how many ways?)",
        "put hand_off pair classes",
    )
    said = []
    queen, cross = session.put_queen, session.put_cross
    for down, right, put in ((1, 2, queen), (-2, -3, cross), (0, 1, queen), (0, 0, queen)):
        session.move_cursor(down, right)
        put()
        said.append(board(sight.board(session)[0]))
    assert said == [
        "2.3 +2.3 @2.3", "2.3 +2.3 -6.6 @6.6", "2.3 6.1 +2.3 6.1 -6.6 @6.1", "2.3 +2.3 -6.6 @6.1",
    ]  # fmt: skip
    assert session.command() == "python -m core queens 6 --placed r2c3 --forbidden r6c6 --algorithm dlx-s --goal count"
    session.let_go()
    assert can(made) == "hand clear_board pause pair classes"
    session.choose("goal", "all")
    made.run()
    assert (shown(made), made.counts()) == ("1.5 2.3 3.1 4.6 5.4 6.2 +2.3 -6.6 (solution 1)", "complete 14 1")
    assert (session.remembered()["placed"], session.remembered()["forbidden"]) == ([[1, 2]], [[5, 5]])
    session.resize(1)
    assert (session.remembered()["placed"], session.problem.n) == ([], 7)
    assert shown(made) == "1.5 2.3 3.1 4.6 5.4 6.2 +2.3 -6.6 (solution 1)", "what has been searched stays"
    session.hold()
    assert (shown(made), session.figures().known) == ("@1.1 (space queen, x forbid, enter: how many ways?)", 40)


@pytest.mark.parametrize(
    ("n", "algorithm", "goal", "counts", "board", "remark"),
    [
        (3, "dlx-s", "count", "complete 4 0", "(complete)", "there is no solution"),
        (8, "symmetry", "count", "complete 527 92", "(complete)", "only counted: no board to look at"),
        (8, "stride", "first", "found 5 1", "1.2 2.4 3.6 4.8 5.3 6.1 7.7 8.5 (solution 1)", ""),
        (8, "bitmask", "count", "complete 2057 92", "1.8 2.4 3.1 4.3 5.6 6.2 7.7 8.5 (solution 92)", ""),
    ],
)
def test_what_is_seen_at_the_end(n: int, algorithm: str, goal: str, counts: str, board: str, remark: str) -> None:
    made = Driven(n=n, algorithm=algorithm, goal=goal)
    made.run()
    assert (made.counts(), shown(made), made.session.remark) == (counts, board, remark)


def test_algorithms_that_ran_for_the_same_goal_stand_side_by_side() -> None:
    made = Driven(n=8, algorithm="stride", goal="first")
    made.run()
    made.session.choose("algorithm", "bitmask")
    assert (made.session.figures().of, can(made)) == (
        "of Every second row, 8 queens",
        "hand pause pair copy classes stale",
    )
    made.run()
    assert made.session.figures().results == "bitmask 114 · stride 5"
    made.session.choose("goal", "count")
    made.run()
    assert made.session.figures().results == ""


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"what": "0"}, ProblemError, "N: expected a whole number from 1 to 100 000 000, not '0'"),
        ({"what": "five"}, ProblemError, "N: expected a whole number from 1 to 100 000 000, not 'five'"),
        ({"algorithm": "none"}, CannotSolve, "no queens algorithm is called 'none'"),
        ({"algorithm": "closed-form", "goal": "count"}, CannotSolve, "supports only goal 'first', not 'count'"),
        ({"speed": "0"}, CannotSolve, "speed: expected 1 to 1 000 000 000 nodes a second, or full, not '0'"),
    ],
)
def test_what_cannot_be_asked_for(asked: dict[str, str], error: type[Exception], message: str) -> None:
    made = Driven(n="x", algorithm="none", goal="none", speed="fast")
    before = form(made)
    assert before == "algorithm DLX + S heuristic, n 8 × 8, goal count all solutions, order table"
    with pytest.raises(error, match=message):
        made.session.ask(asked)
    assert form(made) == before


def test_what_the_command_line_asks_for_is_chosen() -> None:
    made = Driven()
    assert made.session.ask({"what": "5", "algorithm": "dlx", "goal": "first", "speed": "50"}) is None
    assert form(made) == "algorithm Dancing Links, n 5 × 5, goal first solution"
    assert (made.session.figures().speed, made.session.figures().known) == ("50/s", None)
    assert made.session.ask({"goal": "count"}) is None
    assert made.session.figures().known == 10
    note = made.session.ask({"what": "40"})
    assert note is not None
    assert note.text.startswith("A takes Dancing cells")
    made.session.ask({"speed": "full"})
    assert made.session.figures().speed == "full speed"
