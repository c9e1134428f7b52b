"""The pseudocode beside the board: the lit line follows the search, forwards and back, on every searching screen."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from core.explain import LineRole, NodeKind
from tests.tui.driving import drawn, served, text_of, until
from tui.app import DancingQueens, Start
from tui.dialogs.dialogs import LineDialog
from tui.glyphs import UNICODE
from tui.kit.code_panel import CodePanel
from tui.lab.steering import SteeringScreen

OPENED = {
    "queens": Start("queens", options={"what": "6", "algorithm": "backtracking"}),
    "cover": Start("cover", options={"what": "knuth-2000"}),
    "sudoku": Start("sudoku", options={"algorithm": "backtracking"}),
}
ROLES = {
    NodeKind.BRANCH: {LineRole.CHOOSE},
    NodeKind.SOLUTION: {LineRole.SOLUTION},
    NodeKind.DEAD_END: {LineRole.DEAD, LineRole.CLASH},
}


def screen_of(pilot: Pilot[Any]) -> SteeringScreen:
    screen = pilot.app.screen
    assert isinstance(screen, SteeringScreen)
    return screen


async def press(pilot: Pilot[Any], key: str) -> None:
    """Press a key that moves the search, and wait until it stands at another node with its reason."""
    screen = screen_of(pilot)
    before = screen.search.reason
    await pilot.press(key)
    await until(
        pilot, lambda: screen.search.reason is not None and screen.search.reason is not before and screen.subject.held
    )
    screen.tick()
    await served(pilot)


def lit_line(panel: CodePanel) -> str:
    """The marked line as it is drawn; one at most."""
    (line,) = [line for line in text_of(panel).splitlines() if line.startswith(UNICODE.cursor)]
    return line.removeprefix(UNICODE.cursor).strip()


@pytest.mark.parametrize("name", OPENED)
async def test_the_lit_line_says_what_the_node_is_forwards_and_back(name: str) -> None:
    app = DancingQueens(OPENED[name])
    async with app.run_test(size=(80, 24)) as pilot:
        await served(pilot)
        screen = screen_of(pilot)
        had = screen.focused
        await press(pilot, ".")
        await pilot.press("C")
        panel = screen.query_one(CodePanel)
        assert panel.display
        seen: list[tuple[int, str]] = []
        for key in (".", "." if name == "cover" else "d", ",", ","):
            await press(pilot, key)
            reason = screen.search.reason
            assert reason is not None
            assert panel.code is not None
            assert panel.lit.line is not None
            line = panel.code.lines[panel.lit.line]
            assert line.roles & ROLES[reason.outcome]
            assert lit_line(panel) == line.text.strip()
            for variable, value in panel.code.values(reason)[:1]:
                assert f"{variable} = {value}" in text_of(panel)
            seen.append((reason.node, line.text))
        assert len({text for _, text in seen}) > 1
        assert seen[-1][0] < seen[-2][0] < seen[-3][0]
        await pilot.press("C")
        await served(pilot)
        assert not panel.display
        assert screen.focused is had


async def test_before_a_search_it_shows_how_the_chosen_algorithm_goes() -> None:
    app = DancingQueens(OPENED["queens"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await served(pilot)
        panel = screen_of(pilot).query_one(CodePanel)
        assert panel.lit.line is None
        assert panel.code is not None
        assert all(line.text in text_of(panel) for line in panel.code.lines)
        assert "Dijkstra" in str(panel.border_subtitle)


async def test_an_algorithm_without_a_tree_says_why_it_has_none() -> None:
    app = DancingQueens(Start("queens", options={"what": "8", "algorithm": "closed-form"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("C")
        await served(pilot)
        assert "by a formula" in " ".join(text_of(screen_of(pilot).query_one(CodePanel)).split())


async def test_side_by_side_each_algorithm_has_its_own() -> None:
    app = DancingQueens(OPENED["queens"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b", "C", ".", ".", ".")
        screen = screen_of(pilot)
        panels = list(screen.query(CodePanel))
        await until(pilot, lambda: all(panel.lit.line is not None for panel in panels))
        assert [str(panel.border_title) for panel in panels] == ["Backtracking", "DLX + S heuristic"]
        assert lit_line(panels[0]) != lit_line(panels[1])
        assert "S[" in text_of(panels[1])


@pytest.mark.parametrize("name", OPENED)
async def test_the_node_looked_at_is_saved_as_a_figure(name: str, tmp_path: Path) -> None:
    app = DancingQueens(OPENED[name])
    async with app.run_test(size=(80, 24)) as pilot:
        await served(pilot)
        screen = screen_of(pilot)
        (action,) = [action for action in screen.ACTIONS if action.action == "figure"]
        assert not screen.subject.offers(action)
        await press(pilot, ".")
        await pilot.press("C")
        code = screen.query_one(CodePanel).code
        assert code is not None
        for suffix, begin in ((".svg", b"<svg "), ("-dark.pdf", b"%PDF"), (".txt", b"")):
            path = tmp_path / f"node{suffix}"
            await screen.perform(action)
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            app.screen.query_one(Input).value = str(path)
            await pilot.press("enter")
            if not begin:
                assert "ends in .svg, .pdf or .tikz" in drawn(app)
                assert not path.exists()
                break
            await until(pilot, lambda: app.screen is screen)
            assert path.read_bytes().startswith(begin)
        picture = unescape((tmp_path / "node.svg").read_text(encoding="utf-8"))
        assert all(line.text.strip() in picture for line in code.lines)


async def test_both_boards_are_saved_in_lockstep(tmp_path: Path) -> None:
    app = DancingQueens(OPENED["queens"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b", ".", ".")
        screen = screen_of(pilot)
        await until(
            pilot, lambda: all(at.reason is not None for at in screen.subject.code_positions()) and screen.subject.held
        )
        (action,) = [action for action in screen.ACTIONS if action.action == "figure"]
        await screen.perform(action)
        await until(pilot, lambda: isinstance(app.screen, LineDialog))
        app.screen.query_one(Input).value = str(tmp_path / "pair.svg")
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen)
        text = (tmp_path / "pair.svg").read_text()
        assert text.index("6 queens, Backtracking") < text.index("6 queens, DLX + S heuristic")


async def test_single_link_steps_light_what_covers_and_uncovers() -> None:
    app = DancingQueens(OPENED["cover"])
    async with app.run_test(size=(80, 24)) as pilot:
        await served(pilot)
        await press(pilot, ".")
        await pilot.press("C")
        panel = screen_of(pilot).query_one(CodePanel)
        lit = []
        for key in (";", ";", ";", ";", ";", ":", ":", ":", ":", ":"):
            await pilot.press(key)
            await served(pilot)
            lit.append(lit_line(panel))
        assert lit == [*["cover(i)"] * 4, "cover(j)", *["cover(i)"] * 4, "i = an item still open"]
