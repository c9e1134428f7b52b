"""Watching on the exact cover screen: forwards, backwards, and the reasons given."""

from __future__ import annotations

import pytest
from rich.style import Style

from tests.tui.driving import text_of, until
from tests.tui.screens.cover.steps import (
    app_with,
    node_of,
    open_by_name,
    press,
    run_of,
    screen_of,
    settle,
    shot_of,
    why,
)
from tui.app import DancingQueens, Start
from tui.kit.canvas import DotCanvas
from tui.kit.frame import KeyBar
from tui.kit.lines import Lines
from tui.kit.tree_panel import TreePanel
from tui.screens.cover.graph import CoverGraph, draw_edge
from tui.screens.cover.links import CoverLinks
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.picture import CoverPicture


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_a_new_user_sees_a_small_problem_solved_and_each_view_of_it(ascii_only: bool) -> None:
    async with DancingQueens(Start("cover", ascii_only=ascii_only)).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        assert (screen.session.view_name, screen.search.state) == ("picture", "ready")
        assert screen.session.state().complete
        await until(pilot, lambda: "enter run  . step" in text_of(screen.query_one(KeyBar)))
        picture = screen.query_one(CoverPicture)
        fills = {cell.style.bgcolor for strip in picture._strips for cell in strip
                 if cell.style is not None and cell.style.bgcolor is not None}  # fmt: skip
        assert len(fills) == 2, "a colour for each kind of piece"
        await press(pilot, "full_stop")
        for key in "MGLBT":
            await press(pilot, key)
            view = text_of(screen.query_one(f"#{screen.session.view_name}", Lines))
            assert view.strip(), key
            assert "too " not in view, (key, view)


async def test_layers_stand_in_rows_where_they_are_largest_so() -> None:
    async with app_with().run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        open_by_name(screen, "gallery:soma")
        await settle(pilot)
        corners = [line.count("┌") for line in text_of(screen.query_one("#picture", CoverPicture)).splitlines()]
        assert [count for count in corners if count] == [2, 1], "three layers are largest in two rows"


async def test_the_screen_says_why_a_and_d_are_found() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "Wanted: options (rows) that together hold every item (column) exactly once" in why(pilot)
        await press(pilot, "full_stop")
        assert "Next is item 2, with the fewest left: 1 way (A); tied with 6 (first in order)." in why(pilot)
        await press(pilot, "full_stop")
        assert "Choice 1: item 2 by option A (the only way)." in why(pilot)
        assert "Next is item 3" in why(pilot)
        await press(pilot, "W")
        assert "It rules out B (through 1 and 4); C (through 4)." in why(pilot)
        await press(pilot, "full_stop")
        assert "A solution: A, D." in why(pilot)
        await press(pilot, "full_stop")
        assert "Every branch searched: 3 nodes, 1 solution" in why(pilot)


async def test_back_goes_through_the_same_nodes() -> None:
    async with app_with("knuth-2000").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "full_stop")
        screen = screen_of(pilot)
        forwards = [why(pilot)]
        while not run_of(screen).finished:
            await press(pilot, "full_stop")
            forwards.append(why(pilot))
        backwards = [why(pilot)]
        while node_of(screen) > 1:
            await press(pilot, "comma")
            backwards.append(why(pilot))
        assert backwards == forwards[::-1]
        assert any("A solution: 1, 4, 5." in words for words in forwards)
        await press(pilot, "comma")
        assert "Wanted" in why(pilot)
        await press(pilot, "comma")
        assert "There is no node before." in why(pilot)


async def test_dead_ends_and_what_led_to_them() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "down", "down", "down", "right", "d")
        assert screen_of(pilot).session.setup.settings["choice"] == "first"
        assert "Dead end: choice 1 leaves nothing for item 2." in why(pilot)
        assert "nothing else is left" in why(pilot)
        await press(pilot, "less_than_sign")
        assert "A solution: A, D." in why(pilot)
        await press(pilot, "d", "D")
        assert "There is no previous dead end." in why(pilot)


async def test_step_over_leaves_the_subtree() -> None:
    async with app_with("queens-4").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "full_stop", "full_stop")
        assert screen.search.reason is not None
        depth, node = screen.search.reason.depth, node_of(screen)
        await press(pilot, "o")
        assert screen.search.reason.depth <= depth
        assert node_of(screen) > node + 1


async def test_a_long_move_is_stopped_by_a_key() -> None:
    async with app_with("pentominoes-6x10").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "t", "full_stop")
        assert node_of(screen) == 1
        run = screen.search.run
        assert run is not None
        await pilot.press("o")  # over the root: millions of nodes
        await until(pilot, lambda: run.travelling)
        await pilot.press("space")
        await until(pilot, lambda: run.resting)
        assert not run.finished
        assert node_of(screen) < 1_000_000


def drawn(canvas: DotCanvas, y: int) -> str:
    return "".join(segment.text for segment in canvas.row(y))


async def test_lines_of_the_graph_cross_without_wiping_each_other_out() -> None:
    for unicode in (True, False):
        alone, both = DotCanvas(40, 9, unicode), DotCanvas(40, 9, unicode)
        draw_edge(alone, 0, 8, Style())
        draw_edge(both, 0, 8, Style())
        draw_edge(both, 8, 0, Style(bold=True))
        for y in range(9):
            for one, other in zip(drawn(alone, y), drawn(both, y), strict=True):
                if unicode:
                    assert (ord(one) & 0xFF) & ~(ord(other) & 0xFF) == 0 or one == " "
                else:
                    assert one in (" ", other) or other in "X+"


async def test_the_legend_names_an_option_of_the_problem() -> None:
    async with app_with("knuth-2000").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "ruled out by option 1" in text_of(screen_of(pilot).query_one(CoverMatrix))
        await press(pilot, "full_stop", "full_stop")
        assert "ruled out by option 2" in text_of(screen_of(pilot).query_one(CoverMatrix))


async def test_next_solution_is_drawn_and_counted() -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        picture = screen.query_one("#picture", Lines)
        for count in range(1, 5):
            await press(pilot, "greater_than_sign")
            assert shot_of(screen).solutions == count
            assert text_of(picture).count("♛") == 6
        await press(pilot, "greater_than_sign")
        assert run_of(screen).finished
        assert "4 / 4" in text_of(screen.query_one("#tally", Lines))


async def test_a_search_that_was_held_at_full_speed_is_walked_from_there() -> None:
    async with app_with("queens-8").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "t", "a", *["end", "home"], "escape")
        screen.session.setup.choose_algorithm("dlx")
        await press(pilot, "enter")
        assert run_of(screen).finished
        nodes = node_of(screen)
        await press(pilot, "t", "comma")
        assert (node_of(screen), run_of(screen).finished) == (nodes, False)
        assert "Next: no other way is left to try" in why(pilot) or "Choice" in why(pilot)


async def test_playing_and_pausing() -> None:
    async with app_with("queens-8").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        for _ in range(3):
            await pilot.press("plus")
        assert screen.search.speed == 20
        screen.set_speed(1000)
        await pilot.press("enter")
        await until(pilot, lambda: node_of(screen) > 20)
        await until(pilot, lambda: "pause" in text_of(screen.query_one(KeyBar)))
        await press(pilot, "space")
        assert run_of(screen).paused
        node = node_of(screen)
        await press(pilot, "full_stop")
        assert node_of(screen) == node + 1
        await press(pilot, "home")
        assert node_of(screen) == 0


async def test_keys_pressed_ahead_are_all_served() -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press(*["full_stop"] * 7, "comma", "comma")
        await settle(pilot)
        assert node_of(screen_of(pilot)) == 5


async def test_the_matrix_shows_levels_and_clashes() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "full_stop", "full_stop")
        drawn, _, legend = text_of(screen_of(pilot).query_one(CoverMatrix)).partition("●1 1/2")
        assert "chosen at level 1" in legend
        rows = {line[1:2]: line for line in drawn.splitlines()} | {line[:1]: line for line in drawn.splitlines()}
        assert "●1 1/1" in rows["A"]
        assert "✗ A" in rows["B"]
        assert "✗ A" in rows["C"]
        assert "▸ 1/1" in rows["D"]
        assert rows["s"].split() == ["size", "–", "–", "1", "–", "1", "1"]


async def test_graph_and_links_follow_the_search() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "full_stop", "full_stop", "G")
        graph = text_of(screen_of(pilot).query_one(CoverGraph))
        assert "●1  A" in graph
        assert "✗   B" in graph
        assert "3 ◂ 1" in graph
        await press(pilot, "L")
        links = text_of(screen_of(pilot).query_one(CoverLinks))
        assert "root  (1)  (2)   3   (4)   5────6" in links
        assert "╭───────────────┬─────────╮" in links
        await press(pilot, "full_stop")
        links = " ".join(text_of(screen_of(pilot).query_one(CoverLinks)).split())
        assert "the header list is empty. Chosen: A, D." in links


async def test_links_of_a_problem_too_wide_to_be_drawn_are_listed() -> None:
    async with app_with("queens-4").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "full_stop", "L")
        links = text_of(screen_of(pilot).query_one(CoverLinks))
        assert "root ⇄ r1(4) ⇄ r2(4)" in links
        lines = [line.split() for line in links.splitlines()]
        assert ["node", "L", "R", "U", "D"] in lines
        assert ["r1", "root", "r2", "r1·4", "r1·1"] in lines
        await press(pilot, "semicolon", "semicolon")
        assert "D[U[x]] = D[x]:" in text_of(screen_of(pilot).query_one(CoverLinks))


async def test_colours_and_multiplicities_are_watched_too() -> None:
    for name, solution in (("knuth-dlx2", "A solution: 2, 4."), ("knuth-dlx3", "A solution: ")):
        async with app_with(name).run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            await press(pilot, "greater_than_sign")
            assert solution in why(pilot)


async def test_a_dead_end_of_a_multiplicity_says_what_is_lacking_and_where_it_goes_on() -> None:
    async with app_with("knuth-dlx3").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "d")
        assert "Dead end: choice 1 leaves only 3 for item C, which needs 2 more." in why(pilot)
        assert "Next: back to choice 1, item A in way 2 of 2." in why(pilot)
        await press(pilot, "full_stop")
        assert "Choice 1: item A by option 2 (2 of 2)." in why(pilot)


async def test_the_tree_is_drawn_and_walked_by_pointing() -> None:
    async with app_with("knuth-2000").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "T")
        icicle = screen.query_one(TreePanel)
        assert "node 1 of 6" in text_of(icicle)
        icicle.focus()
        await press(pilot, "down", "right")
        assert icicle.window is not None
        assert node_of(screen) == icicle.window.node > 2
        assert "Choice 1" in why(pilot)
        for goal, key, told in (
            ("count", "memo-count", "it visits no tree; look at dlx"),
            ("all", "dlx", "node 1 of 6"),
        ):
            screen.session.choose("goal", goal)
            screen.session.choose("algorithm", key)
            screen.chosen(None)
            await until(pilot, lambda told=told: told in " ".join(text_of(icicle).split()))
