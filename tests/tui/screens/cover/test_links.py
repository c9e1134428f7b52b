"""The links view: single unlinkings and relinkings by the screen's keys."""

from __future__ import annotations

import pytest

from core.exact_cover._kernels.link_dance import NodeField
from tests.tui.driving import text_of
from tests.tui.screens.cover.steps import app_with, at_once, press, screen_of, settle
from tui.screens.cover.links import CoverLinks
from tui.screens.cover.screen import CoverScreen


def shown(screen: CoverScreen) -> str:
    return text_of(screen.query_one(CoverLinks))


def place(screen: CoverScreen) -> tuple[int, int]:
    """Node and step."""
    dance = screen.query_one(CoverLinks).links.dance
    assert dance is not None
    assert screen.search.reason is not None
    return screen.search.reason.node, dance.place


async def test_single_steps_lead_from_node_to_node_and_back_again() -> None:
    async with app_with("four-sets").run_test(size=(100, 40)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "full_stop", "L")
        pictures = [shown(screen)]
        places = [place(screen)]
        while not screen.session.at_the_end:
            await press(pilot, "semicolon")
            pictures.append(shown(screen))
            places.append(place(screen))
        assert [node for node, _ in places] == sorted(node for node, _ in places)
        assert {node for node, _ in places} == {1, 2, 3}
        assert len(places) > 20
        for picture, where in list(zip(pictures, places, strict=True))[-2::-1]:
            await press(pilot, "colon")
            assert place(screen) == where
            assert shown(screen) == picture
        await press(pilot, "colon", "colon", "colon")
        assert "At node 0" in shown(screen) or place(screen)[1] == 0


@pytest.mark.parametrize(("size", "wide", "high"), [((80, 24), 33, 11), ((200, 50), 94, 19)])
async def test_a_small_matrix_spreads_as_far_as_there_is_room(size: tuple[int, int], wide: int, high: int) -> None:
    async with app_with("four-sets").run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "full_stop", "L")
        lines = shown(screen_of(pilot)).splitlines()
        assert max(line.rindex("●") for line in lines if "●" in line) == wide
        assert next(y for y, line in enumerate(lines) if line.strip().startswith("D ")) == high - 1
        assert any("makes the next unlinking" in line for line in lines)


async def test_the_two_assignments_are_shown() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "full_stop", "semicolon")
        text = shown(screen)
        assert "Unlink x = 2 from the header list." in text
        assert "R[L[x]] = R[x]:  R[1] = 3" in text
        assert "L[R[x]] = L[x]:  L[3] = 1" in text
        await press(pilot, "semicolon")
        text = shown(screen)
        assert "Unlink x = 4·A from the list of item 4." in text
        assert "D[U[x]] = D[x]:  D[4] = 4·B" in text
        assert "U[D[x]] = U[x]:  U[4·B] = 4" in text
        assert "size[4] = " in text
        assert "◉" in text


async def test_after_the_last_choice_the_header_list_is_empty_and_the_choices_are_in_sight() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "L", "greater_than_sign")
        dance = screen.query_one(CoverLinks).links.dance
        assert dance is not None
        assert dance.structure.row(NodeField.RIGHT, 0) == []
        text = shown(screen)
        assert "All items are covered: the header list is empty. Chosen: A, D." in " ".join(text.split())
        assert "● A" in text
        assert "(1)" in text
        await press(pilot, "M")
        assert set(screen.session.state().covered) == set(range(screen.session.problem.primary))


async def test_keys_typed_ahead_are_all_served() -> None:
    async with app_with("knuth-2000").run_test(size=(100, 40)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "full_stop", "L")
        for _ in range(15):
            await press(pilot, "semicolon")
        there = place(screen), shown(screen)
        await press(pilot, "home", "full_stop")
        await at_once(pilot, *["semicolon"] * 15)
        for _ in range(5):
            await settle(pilot)
        assert (place(screen), shown(screen)) == there


@pytest.mark.parametrize("what", ["knuth-dlx2", "knuth-dlx3", "queens-8"])
async def test_colours_multiplicities_and_larger_problems_are_drawn_too(what: str) -> None:
    async with app_with(what).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, *["semicolon"] * 6)
        assert "x = " in shown(screen)
        await press(pilot, *["colon"] * 6)
        assert place(screen)[1] == 0


async def test_an_algorithm_without_links_says_so() -> None:
    async with app_with("four-sets", algorithm="dancing-cells").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "t", "full_stop", "semicolon", "L")
        assert "This algorithm has no links: dlx has them." in " ".join(shown(screen_of(pilot)).split())


async def test_no_name_is_cut_where_the_opening_problem_is_told_as_a_table() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "full_stop", "L")
        text = shown(screen)
        assert "…" not in text
        assert ["O·O1.1", "2.2·", "1.1·", "O", "·O1.2"] in [line.split() for line in text.splitlines()]
        assert "x· is in this option, ·A in this list" in text
        for _ in range(6):
            await press(pilot, "semicolon")
            assert "…" not in shown(screen)


async def test_a_problem_too_large_for_links_names_the_view_that_shows_it() -> None:
    async with app_with("pentominoes-6x10").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "t", "full_stop", "L")
        text = " ".join(shown(screen_of(pilot)).split())
        assert text == "Too large to draw its links; the matrix (M) shows what is covered."
