"""The dance on the exact cover screen: forwards, backwards, and the reasons given."""

from __future__ import annotations

from tests.tui.cover_steps import app_with, press, screen_of, settle, text_of, until, why
from tui.widgets.cover_graph import CoverGraph
from tui.widgets.cover_links import CoverLinks
from tui.widgets.cover_matrix import CoverMatrix
from tui.widgets.keybar import KeyBar


async def test_the_screen_says_why_a_and_d_are_found() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "Wanted: options (rows) that together hold every item (column) exactly once" in why(pilot)
        await press(pilot, "full_stop")
        assert "Next: item 2, first of the smallest (2, 6): only A is left to cover it." in why(pilot)
        await press(pilot, "full_stop")
        assert "to cover 2, option A is taken, the only one" in why(pilot)
        assert "so out go B (also has 1, 4), C (also has 4)" in why(pilot)
        assert "Next: item 3" in why(pilot)
        await press(pilot, "full_stop")
        assert "{A, D} is a solution" in why(pilot)
        await press(pilot, "full_stop")
        assert "The whole tree has been visited: 3 nodes, 1 solution" in why(pilot)


async def test_back_goes_through_the_same_nodes() -> None:
    async with app_with("knuth-2000").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        forwards = [why(pilot)]
        while not screen_of(pilot).player.done:
            await press(pilot, "full_stop")
            forwards.append(why(pilot))
        backwards = [why(pilot)]
        while screen_of(pilot).player.node:
            await press(pilot, "comma")
            backwards.append(why(pilot))
        assert backwards == forwards[::-1]
        assert any("{1, 4, 5} is a solution" in words for words in forwards)


async def test_dead_ends_and_what_led_to_them() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "down", "right", "d")
        assert screen_of(pilot).player.settings["choice"] == "first"
        assert "Dead end: 2 can no longer be covered (A went with B)." in why(pilot)
        assert "no other way is left" in why(pilot)
        await press(pilot, "less_than_sign")
        assert "{A, D} is a solution" in why(pilot)


async def test_step_over_leaves_the_subtree() -> None:
    async with app_with("queens-4").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        player = screen_of(pilot).player
        await press(pilot, "full_stop", "full_stop")
        assert player.view is not None
        level, node = len(player.view.choices), player.node
        await press(pilot, "o")
        assert player.view is not None
        assert len(player.view.choices) <= level
        assert player.node > node + 1


async def test_next_solution_is_drawn_and_counted() -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        picture = screen_of(pilot).query_one("#picture")
        for count in range(1, 5):
            await press(pilot, "greater_than_sign")
            assert screen_of(pilot).player.view.solutions == count
            assert text_of(picture).count("♛") == 6
        await press(pilot, "greater_than_sign")
        assert screen_of(pilot).player.done
        assert "4 / 4" in text_of(screen_of(pilot).query_one("#tally"))


async def test_playing_and_pausing_share_the_keys_of_the_search() -> None:
    async with app_with("queens-8").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        for _ in range(3):
            await pilot.press("plus")
        assert screen.player.speed == 20
        await pilot.press("f", "enter")
        await until(pilot, lambda: screen.player.node > 20)
        assert "pause" in text_of(screen.query_one(KeyBar))
        await press(pilot, "space")
        assert not screen.player.playing
        node = screen.player.node
        await press(pilot, "full_stop")
        assert screen.player.node == node + 1
        await press(pilot, "r")
        assert screen.player.node == 0


async def test_keys_pressed_ahead_are_all_served() -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await pilot.press(*["full_stop"] * 7, "comma", "comma")
        await settle(pilot)
        assert screen_of(pilot).player.node == 5


async def test_the_matrix_shows_levels_and_clashes() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
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


async def test_graph_and_links_follow_the_dance() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "full_stop", "full_stop", "G")
        graph = text_of(screen_of(pilot).query_one(CoverGraph))
        assert "●1  A" in graph
        assert "✗   B" in graph
        assert "3 ◂ 1" in graph
        await press(pilot, "L")
        links = text_of(screen_of(pilot).query_one(CoverLinks))
        assert "root ⇄ 3(1) ⇄ 5(1) ⇄ 6(1)" in links
        assert ["3", "root", "5", "3·D", "3·D"] in [line.split() for line in links.splitlines()]


async def test_colours_and_multiplicities_dance_too() -> None:
    for name, solution in (("knuth-dlx2", "{2, 3} is a solution"), ("knuth-dlx3", "is a solution")):
        async with app_with(name).run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            await press(pilot, "greater_than_sign")
            assert solution in why(pilot)


async def test_a_dead_end_of_a_multiplicity_says_what_is_lacking_and_where_it_goes_on() -> None:
    async with app_with("knuth-dlx3").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "d")
        assert "Dead end: C needs 2 more options, and all that is left is 3." in why(pilot)
        assert "Next: back to level 1, to cover A in way 2 of 2." in why(pilot)
        await press(pilot, "full_stop")
        assert "Level 1 once more: to cover A, now option 2, number 2 of 2." in why(pilot)
