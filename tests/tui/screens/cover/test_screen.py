"""The exact cover screen as a whole: any size, plain ASCII, help, what it remembers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.exact_cover._gallery import GALLERY
from tests.cases import slow
from tests.tui.driving import picked_from, text_of, until
from tests.tui.screens.cover.steps import app_with, node_of, open_by_name, press, run_of, screen_of, settle
from tui.app import DancingQueens, Start
from tui.dialogs.pick import PickDialog
from tui.kit.lines import Lines
from tui.kit.pick_list import PickList
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.session import VIEWS


def shown(app: DancingQueens) -> str:
    """The whole screen as text."""
    return "\n".join("".join(s.text for s in strip) for strip in app.screen._compositor.render_strips())


@pytest.mark.parametrize(
    ("what", "size"),
    [
        ("four-sets", (140, 45)), ("four-sets", (1, 1)), ("soma", (44, 14)), ("langford-8", (20, 5)),
        slow("four-sets", (80, 24)), slow("four-sets", (3, 2)), slow("soma", (60, 30)), slow("langford-8", (44, 14)),
    ],
)  # fmt: skip
async def test_no_size_crashes(what: str, size: tuple[int, int]) -> None:
    async with app_with(what).run_test(size=size) as pilot:
        await settle(pilot)
        for _ in VIEWS:
            await pilot.press("v")
        await pilot.press("t", "t", "full_stop", "full_stop", "e", "down", "right", "escape")
        await settle(pilot)


async def test_the_cursor_stays_on_its_row_of_the_form() -> None:
    async with app_with("four-sets").run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        form = screen_of(pilot).form
        while "Restarts" not in form.at_cursor():
            await press(pilot, "down")
        rows = text_of(form).count("\n")
        await press(pilot, "right")
        assert text_of(form).count("\n") == rows + 1, "there is a seed now"
        assert "Restarts" in form.at_cursor()
        await press(pilot, "left")
        assert text_of(form).count("\n") == rows
        assert "Restarts" in form.at_cursor()


async def test_resizing_while_it_is_watched() -> None:
    async with app_with("queens-8").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await pilot.press("f", "enter")
        for size in ((60, 20), (1, 1), (200, 60), (44, 14), (80, 24)):
            await pilot.resize_terminal(*size)
            node = node_of(screen)
            await until(pilot, lambda node=node: node_of(screen) > node or run_of(screen).finished)
        await pilot.press("space")
        await settle(pilot)


@pytest.mark.parametrize("what", ["four-sets", "own-pieces", "langford-4"])
async def test_ascii_draws_in_ascii(what: str) -> None:
    app = DancingQueens(Start("cover", ascii_only=True, options={"what": what}))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "full_stop", "full_stop")
        for key in "MGPLB":
            await press(pilot, key)
            text = shown(app).replace(screen_of(pilot).session.problem.title, "")
            assert text.isascii(), (key, {c for c in text if not c.isascii()})
            assert "??" not in text, (key, text)


async def test_every_problem_of_the_gallery_is_offered_and_opens() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "g")
        dialog = pilot.app.screen
        assert isinstance(dialog, PickDialog)
        await until(pilot, lambda: dialog.query(PickList))
        offered = [line.value for line in picked_from(pilot)]
        assert [f"gallery:{instance.name}" for instance in GALLERY] == offered[-len(GALLERY) :]
        await press(pilot, "escape")
        screen = screen_of(pilot)
        for name in ("knuth-dlx3", "steiner-7", "sudoku-2x2", "kirkman-9", "latin-6-first-row"):
            open_by_name(screen, f"gallery:{name}")
            await settle(pilot)
            assert screen.session.document.opened.name == f"gallery:{name}"
            await press(pilot, "full_stop")


async def test_the_gallery_has_headings_and_is_filtered_by_typing() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "g")
        listed = pilot.app.screen.query_one(PickList)
        groups = list(dict.fromkeys(line.group.casefold() for line in picked_from(pilot)))
        ours = list(dict.fromkeys(instance.group.casefold() for instance in GALLERY))
        assert groups[-len(ours) :] == ours
        assert text_of(listed).splitlines()[0].strip() == "Begin"
        await press(pilot, *"latin6", "space")
        assert not picked_from(pilot)
        await press(pilot, *["backspace"] * 2, "space", *"first")
        first, second, *_ = text_of(listed).splitlines()
        assert (first.strip(), second.strip()) == ("Latin squares", "Latin squares, n = 6, first row given")
        assert len(picked_from(pilot)) == 1
        await press(pilot, "enter")
        assert screen_of(pilot).session.document.opened.name == "gallery:latin-6-first-row"
        await press(pilot, "g", "q", "escape")
        assert listed is not pilot.app.screen.query_one(PickList)
        assert len(picked_from(pilot)) > len(GALLERY), "escape takes back what was typed"
        await press(pilot, "escape")
        screen_of(pilot)


async def test_the_problem_and_the_choices_are_remembered() -> None:
    async with app_with("langford-4").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "down", "down", "down", "right", "plus")
        speed = screen_of(pilot).search.speed
    async with DancingQueens(Start("cover")).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        assert screen.session.document.opened.name == "gallery:langford-4"
        assert screen.session.setup.settings["choice"] == "first"
        assert screen.search.speed == speed


async def test_the_matrix_scrolls_and_says_where_it_is() -> None:
    async with app_with("langford-8").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "M")
        matrix = screen_of(pilot).query_one(CoverMatrix)
        matrix.focus()
        await press(pilot, "pagedown", "right")
        assert matrix.top > 0
        assert matrix.left == 1
        assert "of 84" in str(screen_of(pilot).query_one("#board").border_subtitle)
        await press(pilot, "end")
        assert text_of(matrix).count("84") == 1


async def test_options_of_a_drawn_puzzle_are_told_by_piece_and_place(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("region:\n########\n\npiece tetromino x2:\n####\n", encoding="utf-8")
    async with app_with(str(path)).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "M", "full_stop", "full_stop")
        shown = text_of(screen_of(pilot).query_one(CoverMatrix)).splitlines()
        assert any("tet…1.1a" in line and "●1 1/1" in line for line in shown), shown
        assert any("tet…1.2a" in line and "✗ tet…1.1a" in line for line in shown), shown


async def test_what_is_in_sight_is_told_again_after_a_resize() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        stage = screen_of(pilot).query_one("#board")
        assert "rows" not in str(stage.border_subtitle)
        await pilot.resize_terminal(44, 14)
        await settle(pilot)
        assert "rows 1-3 of 4" in str(stage.border_subtitle)


@pytest.mark.parametrize(("items", "times"), [(300, 3), (1200, 1)], ids=["many options", "long options"])
async def test_too_large_to_be_watched_is_said(items: int, times: int, tmp_path: Path) -> None:
    path = tmp_path / "large.dlx"
    names = [f"i{i}" for i in range(items)]
    rows = [" ".join(names[i : i + items // 2]) for i in range(150)] * times
    path.write_text("\n".join([" ".join(names), *rows]) + "\n", encoding="utf-8")
    async with app_with(str(path)).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        assert not screen.session.watching
        await press(pilot, "t")
        assert "too large to watch node by node" in text_of(screen.query_one("#form", Lines))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
async def test_what_has_no_end_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    async with app_with(str(path)).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "expected an ordinary file" in screen_of(pilot).session.form.note.text


async def test_what_was_found_has_its_place_however_long_the_explanation_is() -> None:
    async with app_with("queens-8").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        for keys in (("t",), ("down", "down", "down", "enter")):
            await press(pilot, *keys)
            for size in ((80, 25), (110, 30), (140, 45), (60, 30), (60, 24), (44, 14), (80, 24)):
                await pilot.resize_terminal(*size)
                inside = screen.query_one("#body").content_region
                for name in ("board", "form", "live", "found"):
                    panel = screen.query_one(f"#{name}")
                    fits = not panel.display or not panel.size or inside.contains_region(panel.region)
                    assert fits, (size, name, panel.region)


async def test_an_arrow_key_changes_the_pace_only_where_its_arrow_points() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "left")
        assert screen.session.watching
        await press(pilot, "right")
        assert not screen.session.watching
        await press(pilot, "right")
        assert not screen.session.watching
        await press(pilot, "left")
        assert screen.session.watching


@pytest.mark.parametrize("openers", [("ctrl+p", "g", "ctrl+o", "a"), slow(("w", "s"))], ids=" ".join)
async def test_paging_in_a_list_without_a_line_does_nothing(openers: tuple[str, ...]) -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "t")
        for opener in openers:
            await pilot.resize_terminal(10, 4)
            await press(pilot, opener, "down", "pagedown", "pageup", "home", "end")
            await pilot.resize_terminal(80, 24)
            await press(pilot, "escape")
            if opener == "ctrl+p":
                await press(pilot, "escape")
            assert screen_of(pilot).is_current, opener
