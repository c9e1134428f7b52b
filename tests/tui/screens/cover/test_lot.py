"""A random solution on the exact cover screen."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from textual.widgets import Input

from core import CoverDiagram, ExactCover
from core._drawing.cells import heat_text
from tests import PATIENCE
from tests.tui.driving import text_of, until
from tests.tui.screens.cover.steps import app_with, press, screen_of, settle, typed, why
from tui.kit.frame import KeyBar
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.picture import CoverPicture
from tui.screens.cover.views import CoverViews


async def test_a_key_shows_a_random_solution_of_what_is_searched() -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        session, problem = screen.session, screen.session.problem
        seen = set()
        for _ in range(40):
            await press(pilot, "R")
            await settle(pilot)
            assert problem.solved_by(session.drawn)
            assert set(session.state().chosen) == set(session.drawn)
            seen.add(frozenset(session.drawn))
        assert len(seen) == 4, "all four, but for one chance in 25 000"
        assert "a random solution" in str(screen.query_one(CoverViews).border_subtitle)
        await press(pilot, "full_stop")
        assert not session.drawn, "the search goes on"
        session.hand.only(problem, next(iter(session.problem.diagram()[0].options)))
        await press(pilot, "R")
        await settle(pilot)
        assert set(session.restricted.taken) <= set(session.drawn)


@pytest.mark.parametrize(("name", "view"), [("queens-6", "picture"), ("four-sets", "matrix")])
async def test_views_of_the_search_alone_give_way_to_one_that_shows_the_solution(name: str, view: str) -> None:
    async with app_with(name).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = screen_of(pilot).session
        for key in "BTL":
            await press(pilot, key, "R")
            await settle(pilot)
            assert (session.view_name, bool(session.drawn)) == (view, True)
        await press(pilot, "M", "R")
        assert session.view_name == "matrix", "which shows it too"


async def test_a_random_solution_is_told_copied_and_left() -> None:
    async with app_with("queens-6").run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        session, views = screen.session, screen.query_one(CoverViews)
        await press(pilot, "full_stop", "full_stop", "S", "P", "R")
        await settle(pilot)
        drawn = session.drawn
        assert why(pilot).startswith("A solution of 6 options")
        assert "a random solution" in str(views.border_subtitle)
        assert "esc the search" in text_of(screen.query_one(KeyBar))
        await press(pilot, "M")
        assert "a random solution · shares of 4 solutions" in str(views.border_subtitle)
        await press(pilot, "y")
        assert session.document.opened.puzzle.canvas is not None
        assert pilot.app.clipboard == session.document.opened.puzzle.canvas.text(drawn) + "\n"
        await press(pilot, "escape")
        assert not session.drawn
        assert "shares of 4 solutions" in str(views.border_subtitle), "all of them, again"
        node = session.state().chosen
        await press(pilot, "R", "H", "down", "space")
        assert session.hand.anything
        assert len(session.restricted.taken) <= len(node) + 1, "the path of the search, not the random solution"


@pytest.mark.parametrize(
    ("name", "memory", "told"),
    [
        ("langford-5", 256, "there is no solution to draw"),
        (
            "dominoes-16x16",
            1,
            "no fair share or draw: the diagram is not complete, at 16 465 nodes (257 KiB); % estimates",
        ),
    ],
)
async def test_where_nothing_can_be_drawn_it_is_said(
    name: str, memory: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.screens.cover.lot.MEMORY", memory)
    async with app_with(name).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "R")
        await settle(pilot)
        assert told in screen.session.form.note.text
        assert not screen.session.drawn
        await press(pilot, "S")
        await settle(pilot)
        assert told in screen.session.form.note.text
        assert not screen.session.shares


async def test_the_matrix_shows_the_share_of_solutions_at_once_and_after_each_choice() -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        session, matrix = screen.session, screen.query_one(CoverMatrix)
        await press(pilot, "M", "S")
        await settle(pilot)
        expected = [[o in cover.options for cover in session.problem.solutions()].count(True) for o in range(36)]
        assert [4 * part for part in session.shares] == expected
        rows = [row.split() for row in text_of(matrix).splitlines()]
        assert ["1", "0", "%"] in [[row[0], *row[-2:]] for row in rows if len(row) > 2]
        assert ["2", "25", "%"] in [[row[0], *row[-2:]] for row in rows if len(row) > 2]
        assert "shares of 4 solutions" in str(screen.query_one(CoverViews).border_subtitle)
        await press(pilot, "H", "home", "down", "exclamation_mark")
        await settle(pilot)
        assert session.restricted.taken == (1,)
        assert set(session.shares) == {0.0, 1.0}, "one solution has a queen there"
        await press(pilot, "u")
        await settle(pilot)
        assert [4 * part for part in session.shares] == expected
        await press(pilot, "escape", "S")
        assert not session.shares
        assert "%" not in text_of(matrix)


async def test_the_picture_tells_how_often_each_cell_holds_what_at_once_and_after_each_choice() -> None:
    """By hand the arrows choose an option there, and its piece's shares are told; colour is not needed."""
    async with app_with("pentominoes-3x20").run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        session, picture = screen.session, screen.query_one(CoverPicture)
        await press(pilot, "P", "S")
        await settle(pilot)
        lines = text_of(picture).splitlines()
        assert any("U50" in line and "X50" in line and "P50" in line for line in lines)
        below = str(screen.query_one(CoverViews).border_subtitle)
        assert "likeliest: % of 8 solutions" in below
        await press(pilot, "H", "P", "tab", "home")
        picture.focus()
        assert session.cursor is not None
        problem, canvas = session.problem, session.document.opened.puzzle.canvas
        assert canvas is not None
        while problem.label(session.cursor[0])[0] != "X":
            before = session.cursor[0]
            await press(pilot, "down" if canvas.colours[before] < canvas.colours[-1] else "up")
            assert session.cursor[0] != before
        told = text_of(picture)
        assert told.count("50") == 10, "the cross lies at one end or the other"
        assert "X: % of 8 solutions" in str(screen.query_one(CoverViews).border_subtitle)
        option = session.cursor[0]
        await press(pilot, "right")
        assert session.cursor[0] == option + 1
        held = next(o for o, part in enumerate(session.shares) if part == 0.5 and problem.label(o)[0] == "X")
        for _ in range(held - session.cursor[0]):
            await press(pilot, "right")
        await press(pilot, "exclamation_mark")
        await settle(pilot)
        assert session.restricted.taken == (held,)
        assert "% of 4 solutions" in str(screen.query_one(CoverViews).border_subtitle)
        await press(pilot, "escape", "S")
        assert "50" not in text_of(picture)
        assert not session.heat(None)


async def test_shares_come_back_when_there_are_solutions_again() -> None:
    async with app_with("own-pieces").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        session, picture = screen.session, screen.query_one(CoverPicture)
        assert session.document.opened.puzzle.canvas is not None
        await press(pilot, "P", "R", "S")
        await settle(pilot)
        assert not session.drawn, "all solutions are told of, not one"
        assert "100" in text_of(picture)
        await press(pilot, "H")
        wrong = next(o for o, part in enumerate(session.shares) if part == 0)
        while session.cursor is not None and session.cursor[0] != wrong:
            await press(pilot, "down" if session.cursor[0] < wrong else "up")
        await press(pilot, "exclamation_mark", "P")
        await settle(pilot)
        assert not session.shares
        await press(pilot, "u")
        await settle(pilot)
        assert session.shares
        assert "100" in text_of(picture)


async def test_one_diagram_serves_whoever_asks_for_it_while_it_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    built, go_on = list[ExactCover](), threading.Event()
    build = ExactCover.diagram

    def held(problem: ExactCover, **settings: Any) -> CoverDiagram:
        built.append(problem)
        assert go_on.wait(PATIENCE)
        return build(problem, **settings)

    monkeypatch.setattr(ExactCover, "diagram", held)
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = screen_of(pilot).session
        for key in "MSR":
            await pilot.press(key)
            await pilot.pause()
        await until(pilot, lambda: bool(built))
        go_on.set()
        await settle(pilot)
        assert len(built) == 1
        assert session.drawn
        assert session.shares, "which were asked for first"
        await press(pilot, "S", "S", "R")
        assert len(built) == 1


@pytest.mark.parametrize(("name", "view"), [("queens-6", "picture"), ("timetable", "matrix")])
async def test_browsing_turns_from_a_view_of_the_search_alone(name: str, view: str) -> None:
    async with app_with(name).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = screen_of(pilot).session
        await press(pilot, "t", "enter")
        for opening in "BTL":
            for key in ("n", "p", "left_square_bracket"):
                await press(pilot, opening)
                assert session.view_name not in ("matrix", "picture")
                if session.in_view is not None:
                    await press(pilot, "escape")
                    assert session.view_name not in ("matrix", "picture"), "the search is shown in any view"
                await press(pilot, key)
                assert (session.view_name, session.in_view is not None) == (view, True)
        await press(pilot, "M", "n")
        assert session.view_name == "matrix", "which shows it too"
        await press(pilot, "comma", "B", "escape")
        assert (session.view_name, session.in_view is not None) == (view, True), "from the search, gone back a node"


async def test_the_heat_map_is_saved_as_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def texts(name: str) -> list[str]:
        return [each.text or "" for each in ElementTree.parse(tmp_path / name).iter() if each.tag.endswith("text")]

    async with app_with("pentominoes-3x20").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        session = screen_of(pilot).session
        await press(pilot, "P", "S", "s")
        assert pilot.app.screen.query_one(Input).value.endswith(".svg")
        await typed(pilot, "likeliest.svg")
        told = session.heat(None)
        assert sorted(texts("likeliest.svg")) == sorted(heat_text(share, 8, name) for name, share in told)
        assert "X50" in texts("likeliest.svg")
        await press(pilot, "H", "P", "s")
        await typed(pilot, "one.svg")
        assert session.cursor is not None
        one = [heat_text(share) for _, share in session.heat(session.cursor[0]) if share]
        assert sorted(texts("one.svg")) == sorted(one)
        await press(pilot, "escape", "R", "s")
        await typed(pilot, "drawn.svg")
        assert set(texts("drawn.svg")) == set("FILNPTUVWXYZ"), "the solution in view"
