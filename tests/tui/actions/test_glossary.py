"""Terms are explained where they stand: by the mouse in the bottom line, by a key in full."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from docs.made import pages
from tests.tui.driving import drawn, in_front, picked_from, served, text_of, until
from tui.app import DancingQueens, Start
from tui.dialogs.pick import PickDialog
from tui.glossary import entries, entries_for, term_at
from tui.kit.code_panel import CodePanel
from tui.kit.frame import KeyBar
from tui.kit.live import LivePanel
from tui.kit.text_panel import WhyPanel
from tui.screens.queens.screen import QueensScreen


async def read_glossary(pilot: Pilot[Any]) -> dict[str, list[str]]:
    """What the glossary lists, by its headings and in all; it is closed again."""
    await pilot.press("question_mark")
    await served(pilot)
    in_front(pilot, PickDialog)
    listed: dict[str, list[str]] = {}
    for line in picked_from(pilot):
        listed.setdefault(line.group, []).append(line.value.name)
    listed["all"] = [line.value.name for line in picked_from(pilot)]
    await pilot.press("escape")
    await served(pilot)
    return listed


async def test_the_bottom_line_says_what_the_mouse_points_at() -> None:
    app = DancingQueens(Start("queens", options={"what": "8", "algorithm": "dlx-s"}))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = in_front(pilot, QueensScreen)
        bar = app.screen.query_one(KeyBar)
        await pilot.press("full_stop")
        live = app.screen.query_one(LivePanel)
        await until(pilot, lambda: "Nodes     1" in text_of(live))
        keys = text_of(bar)
        row = next(y for y, line in enumerate(text_of(live).splitlines()) if line.startswith("Nodes"))
        await pilot.hover(live, offset=(14, row + 1))  # on the figure; the frame is a row
        await served(pilot)
        assert text_of(bar).startswith("Node: One state that a search visits")
        assert text_of(bar).rstrip().endswith("? more")
        listed = await read_glossary(pilot)
        assert listed["At the cursor"] == ["Node"]
        assert {"Solution", "Depth", "Time", "A000170"} & {*listed["On this screen"]}
        assert "Ledger" in listed["Elsewhere"]
        assert text_of(bar) == keys, "whoever types sees the keys"
        await pilot.hover(bar, offset=(keys.index("step"), 0))
        await served(pilot)
        assert text_of(bar) == keys, "a key that is pointed at stays where it is"
        await pilot.press("tab", "shift+tab", "k", "j")
        screen.form.focus()
        await served(pilot)
        assert (await read_glossary(pilot))["At the cursor"] == ["Dancing Links", "S heuristic"]
        await pilot.press("b")  # a screen over this one
        await served(pilot)
        assert "Lockstep" in (await read_glossary(pilot))["all"]
        await pilot.press("f1", "question_mark")  # which closes the help
        await pilot.press("a", "question_mark")  # in a dialog: what its own line says
        await served(pilot)
        assert picked_from(pilot)[0].group == "At the cursor"


async def test_each_screen_has_its_own_terms() -> None:
    app = DancingQueens(Start("compare"))
    async with app.run_test(size=(80, 24)) as pilot:
        await served(pilot)
        terms = (await read_glossary(pilot))["all"]
        assert "Baseline" in terms
        assert "Candidate" not in terms
    (cell,) = (entry for entry in entries_for("Compare") if entry.name == "Cell")
    assert term_at("the cell under the cursor", 5, "Compare") is cell
    assert term_at("the cell under the cursor", 5, "Sudoku") is None


async def test_on_a_grid_of_sudoku_the_cell_at_the_cursor_says_which_term_comes_first() -> None:
    app = DancingQueens(Start("sudoku"))
    async with app.run_test(size=(80, 24)) as pilot:
        await served(pilot)
        assert (await read_glossary(pilot))["At the cursor"] == ["Candidate"]
        await pilot.press("right", "right", "right")  # 9, a given
        assert (await read_glossary(pilot))["At the cursor"] == ["Given"]


@pytest.mark.parametrize(
    ("line", "place", "name"),
    [
        ("Time      0.7 ms + 9 ms build", 12, "Time"),
        ("Time      0.7 ms + 9 ms build", 26, "Build"),
        ("Solutions 92 / 92 ✓ A000170", 22, "A000170"),
        ("▸ Item order  ‹ natural ›", 18, "Item order"),
        ("on to the next dead end, then", 20, "Dead end"),
        ("on to the next dead end, then", 2, None),
        ("nodesome", 2, None),
    ],
)
def test_the_term_at_a_place(line: str, place: int, name: str | None) -> None:
    found = term_at(line, place, "Queens")
    assert (found and found.name) == name


def test_one_page_serves_the_site_and_the_screens() -> None:
    page = pages()["glossary.md"]
    assert len(entries()) == page.count("\n### ") > 40
    names = [name.casefold() for entry in entries() for name in (entry.name, *entry.others)]
    assert len(names) == len({*names})
    for entry in entries():
        assert entry.text.endswith((".", '"', ")"))
        assert len(entry.in_a_line) > len(entry.name) + 10


@pytest.mark.parametrize(
    ("line", "at", "name"),
    [
        ("  if S[i] = 0: return", 5, "Links of a node"),
        ("  for o = D[i], D[D[i]], ...", 18, "Links of a node"),
        ("    O[k] = o", 5, "Links of a node"),
        ("x keeps  L[x] = root  R[x] = B", 23, "Links of a node"),
        ("2 ways (2, 4); tied with B (first in order).", 35, "First in order"),
        ("item D, with the fewest", 5, None),
    ],
)
def test_arrays_are_found_by_their_brackets_and_single_letters_are_not(line: str, at: int, name: str | None) -> None:
    found = term_at(line, at, "Cover")
    assert (found.name if found is not None and found.name != "Item" else None) == name


async def test_an_option_says_what_it_is_where_the_mouse_points_at_it() -> None:
    app = DancingQueens(Start("cover", options={"what": "pentominoes-3x20"}))
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: "Pentominoes in 3×20" in drawn(app))
        await pilot.press("t", "full_stop", "full_stop")
        why, bar = app.screen.query_one("#why", WhyPanel), app.screen.query_one(KeyBar)
        await until(pilot, lambda: "by option" in text_of(why))
        y, found = next(
            (y, m) for y, line in enumerate(text_of(why).splitlines()) if (m := re.search(r"option (\w\S+)", line))
        )
        await pilot.hover(why, offset=(2 + found.start(1), y + 1))
        await served(pilot)
        assert text_of(bar).startswith(f"{found[1]}: an option, piece {found[1][0]} placed from")
        assert "it fills" in text_of(bar)


async def test_the_arrays_of_dancing_links_are_told_beside_its_pseudocode() -> None:
    app = DancingQueens(Start("queens", options={"what": "8", "algorithm": "dlx-s"}))
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press("full_stop", "C")
        await until(pilot, lambda: "S: options left" in " ".join(text_of(app.screen.query_one(CodePanel)).split()))
