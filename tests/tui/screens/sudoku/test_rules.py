"""Rules as a person makes them: cells are selected, a kind is chosen, its value typed; listed, changed, taken away."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input

import tui
from core.sudoku.rules import KINDS, register
from tests.own_rule import Product
from tests.tui.screens.sudoku.sessions import session
from tests.tui.screens.sudoku.steps import board, info, message, mode_shown, press, run, settle
from tui.screens.sudoku.screen import SudokuScreen

EMPTY = "." * 81


def lines(screen: SudokuScreen) -> list[str]:
    """The lines of the rules beyond the usual ones."""
    grid = screen.session.document.grid
    return [rule.line(grid.shape) for rule in grid.layout.untold]


async def choose(pilot: Pilot[Any], word: str) -> None:
    """Type in the list of kinds, and take what fits best."""
    await press(pilot, *word, "enter")


def test_a_cage_is_selected_and_its_sum_typed() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "shift+right", "shift+down")
        assert mode_shown(pilot) == "SELECT · r1c1 r1c2 r2c2"
        await press(pilot, "R")
        await choose(pilot, "killer cage")
        await press(pilot, "1", "5", "enter")
        assert lines(screen) == ["cage 15: r1c1 r1c2 r2c2"]
        assert "15" in board(pilot)
        assert "1 rule" in info(pilot)
        await press(pilot, "u")
        assert lines(screen) == []
        await press(pilot, "z")
        assert lines(screen) == ["cage 15: r1c1 r1c2 r2c2"]

    run(script, EMPTY)


def test_one_key_selects_with_plain_arrows_on_slants_and_with_gaps() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(
            pilot, "V", "right", "pagedown", "space", "down", "down", "space", "down", "up", "left", "backspace"
        )
        assert mode_shown(pilot) == "SELECT · r1c1 r1c2 r2c3 r4c3"
        await press(pilot, "enter")
        await choose(pilot, "thermometer")
        assert lines(screen) == ["thermo: r1c1 r1c2 r2c3 r4c3"]  # it needs no value: it stands at once
        await press(pilot, "V", "escape")
        assert mode_shown(pilot) == "VALUES"

    run(script, EMPTY)


def test_kinds_that_take_the_selected_cells_come_first() -> None:
    with session(EMPTY) as made:
        assert made.ruling.kinds()[:3] == ("rows", "columns", "boxes")
        made.ruling.select()
        kinds = made.ruling.kinds()
        assert kinds[:3] == ["region", "cage", "sum"]
        assert kinds.index("skyscraper") < kinds.index("rows") < kinds.index("anti-knight")
        assert set(kinds) == set(KINDS)


def test_what_cannot_be_read_is_told_and_stays() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "R")
        await choose(pilot, "sandwich")
        await press(pilot, *"5x", "enter")
        assert message(pilot).startswith("column 10: ")
        assert pilot.app.screen.query_one(Input).value == "sandwich 5x: r1"
        await press(pilot, "backspace", "enter")
        assert lines(screen) == ["sandwich 5: r1"]
        await press(pilot, "R", "enter")  # the kind chosen last
        await press(pilot, "5", "enter")
        assert message(pilot) == "sandwich 5: r1 is among the rules already"

    run(script, EMPTY)


def test_the_list_shows_changes_and_removes() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "L", "d")
        await settle(pilot)
        assert lines(screen) == ["thermo: r5c1-r5c3"]
        await press(pilot, "enter")
        await press(pilot, "backspace", "4", "enter")
        assert lines(screen) == ["thermo: r5c1-r5c4"]
        await press(pilot, "u", "u")
        assert lines(screen) == ["thermo: r5c1-r5c3", "anti-knight"]

    run(script, "grid 9\nthermo: r5c1-r5c3\nanti-knight\n")


def test_a_kind_of_ones_own_is_offered_and_entered() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "shift+right", "R")
        await choose(pilot, "product")
        await press(pilot, "6", "enter")
        assert lines(screen) == ["product 6: r1c1 r1c2"]
        assert "6×" in board(pilot)

    register(Product)
    try:
        run(script, EMPTY)
    finally:
        del KINDS[Product.kind]


def test_conflicts_name_the_rule_and_candidates_follow_it() -> None:
    with session("grid 4\ncage 3: r1c1 r1c2\nodd: r4c4\n") as made:
        made.entering.go(15)
        assert made.document.grid.candidates[15] == 0b0101
        made.entering.go(0)
        made.entering.type("4")
        made.entering.go(1)
        made.entering.type("3")
        assert "the cage of 3 at r1c1" in made.words[0]


def test_a_work_with_rules_is_taken_up_again() -> None:
    with session("grid 4\ncage 3: r1c1 r1c2\n") as made:
        made.ruling.extend(1, 0)
        assert made.ruling.begin("white") is None
        rules, work = made.document.grid.rules, made.document.works.newest()
        made.files.read_text("1..............4")
        assert work is not None
        assert made.files.go_on_with(work)
        assert made.document.grid.rules == rules
        assert made.files.written("rules").splitlines()[-2:] == ["cage 3: r1c1 r1c2", "white: r1c1 r2c1"]


def test_counting_and_solving_say_from_what() -> None:
    with session("grid 4\ncage 3: r1c1 r1c2\nwhite: r1c1 r2c1\n") as made:
        made.document.change(made.document.grid.toggle_struck(15, 1), "struck")
        made.checking.check()
        assert made.words[0].endswith("solutions, from 0 givens, 1 mark struck out and 2 rules")

    with session("grid 9\ncage 15: r1c1 r1c2\n") as made:
        made.checking.check()
        found, _, advice = made.words[0].partition("; ")
        assert found == "at least 1000 solutions (a check stops there), from 0 givens and 1 rule"
        assert advice == "a search with the goal count goes on"

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "enter")
        await settle(pilot)
        assert "solved, from 1 given and 1 rule; esc returns" in info(pilot)

    run(script, "1...\n....\n....\n....\ncage 3: r1c1 r1c2\n")


def test_a_puzzle_that_is_opened_is_looked_at_and_hints_say_what_is_wrong_with_it() -> None:
    with session("1...\n....\n....\n...4\ncage 3: r1c1 r1c2\n") as made:
        number = made.checking.warning
        assert number.endswith(" solutions")
        assert number in " ".join(made.facts)
        made.tutor.hint()
        assert made.words[0].startswith(f"{number}: hints go only as far as logic does")
    with session() as made:
        assert not made.checking.warning
        assert "c to check" in made.facts[1]  # one solution is as it should be


def test_back_to_before_the_mistake() -> None:
    with session("1.3...2..1..4...") as made:
        grid = made.document.grid
        made.document.place(1, 2, "r1c2 = 2")
        made.document.place(5, 3, "r2c2 = 3")  # breaks no rule, and no solution has it
        made.document.place(3, 4, "r1c4 = 4")
        made.checking.before_mistake()
        assert made.words[0] == "back to before r2c2 = 3, which left no solution; z redoes"
        assert made.document.grid == grid.place(1, 2)
        made.checking.before_mistake()
        assert made.words[0] == "no mistake: there is still a solution from here"
        made.document.redo()
        assert made.document.grid == grid.place(1, 2).place(5, 3)


def test_what_hints_know_is_forgotten_with_the_rules() -> None:
    with session("..3.\n..2.\n.1..\n4...\none-of 1: r1c1\n") as made:
        made.document.place(1, 4, "r1c2 = 4")  # in the one of two solutions that the rule excludes
        made.tutor.hint()
        assert made.words[0].startswith("a value is wrong")
        made.ruling.remove(made.ruling.rules[-1])
        made.tutor.hint()
        assert made.words[0] == "2 solutions: hints go only as far as logic does; / goes on"


def test_what_is_copied_and_the_command_line_keep_the_rules() -> None:
    with session("1...\n....\n....\n...4\ncage 3: r1c1 r1c2\n") as made:
        text, told = made.files.to_copy()
        assert told == "the grid with its rules"
        assert text.splitlines()[-1] == "cage 3: r1c1 r1c2"
        rules, command = made.document.grid.rules, made.solving.command()
        assert "cage 3: r1c1 r1c2' |" in command
        made.files.read_text(text)
        assert made.document.grid.rules == rules
        assert made.document.grid.filled == 2


def test_no_kind_is_named_in_tui() -> None:
    kinds = re.compile(r"core\.sudoku\.rules\._(?!kinds\b|rule\b|reading\b|forms\b|pens\b)\w+")
    named = re.compile(
        rf'"({"|".join(set(map(re.escape, KINDS)) - {"rows", "columns", "boxes", "regions", "x", "v"})})"'
    )
    for path in Path(tui.__file__).parent.rglob("*.py"):
        text = path.read_text()
        assert not kinds.search(text), path
        if "sudoku" in path.as_posix():
            assert not named.search(text), (path, named.search(text))
