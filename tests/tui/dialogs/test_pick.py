"""The dialog to pick from: lines that cannot be picked, searches, and what else is done with a line."""

from __future__ import annotations

from typing import Any

from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Static

from tests.tui.driving import picked_from, text_of
from tui.actions.dialogue import answer, converse
from tui.app import DancingQueens, Start
from tui.dialogs.pick import Also, PickDialog, Trouble
from tui.kit.pick_list import MadeLines, PickLine, PickList

FRUIT = [
    PickLine("a", "apple", "red", group="Trees"),
    PickLine("b", "banana", "yellow", refused="not ripe", group="Trees"),
    PickLine("c", "cherry", "red", group="Trees"),
    PickLine("d", "daikon", "white", group="Roots", words="radish 8×8"),
]


def said(pilot: Pilot[Any]) -> str:
    return str(pilot.app.screen.query_one(".-message", Static).content)


async def opened(pilot: Pilot[Any], dialog: PickDialog[str]) -> list[str | None]:
    """Open the dialog; where its answer will stand."""
    answers: list[str | None] = []

    async def story() -> None:
        given = await answer(dialog)
        answers.append(given)

    converse(pilot.app, story())
    await pilot.pause()
    return answers


async def test_what_is_refused_says_why_and_is_stepped_over() -> None:
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        answers = await opened(pilot, PickDialog("Fruit", FRUIT, "b"))
        listed = pilot.app.screen.query_one(PickList)
        shown = text_of(listed)
        assert "not ripe" in shown
        assert "yellow" not in shown
        assert [line.strip() for line in shown.splitlines() if line.strip() in ("Trees", "Roots")] == ["Trees", "Roots"]
        assert listed.value == "a", "what is refused is not gone to at first"
        await pilot.press("down")
        assert listed.value == "c"
        await pilot.click(listed, offset=(3, 3))  # the banana
        assert (listed.value, answers) == ("c", [])
        await pilot.press("j", "j")
        assert listed.value == "a", "round the end"
        await pilot.press("up", "enter")
        assert answers == ["d"]


async def test_a_search_goes_by_all_that_is_known_of_a_line() -> None:
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        answers = await opened(pilot, PickDialog("Fruit", FRUIT))
        await pilot.press("slash", *"red")
        assert [line.value for line in picked_from(pilot)] == ["a", "c"]
        await pilot.press("enter")
        assert not answers, "of several, enter goes to the list"
        await pilot.press("j", "escape")
        assert len(picked_from(pilot)) == 4, "out of the search first"
        await pilot.press("slash", *"8x8")
        assert [line.value for line in picked_from(pilot)] == ["d"], "a sign that nobody types is found by the letter"
        await pilot.press("escape", "slash")
        pilot.app.screen.post_message(Paste("radi\nsh"))
        await pilot.press("s", "enter")
        assert answers == ["d"]


async def test_something_else_is_done_once_it_is_confirmed_and_the_list_is_shown_anew() -> None:
    left = list(FRUIT[2:])
    asked: list[str] = []

    def eat(value: str) -> Trouble:
        asked.append(value)
        if value == "d" and len(asked) < 2:
            return "too hard"
        left[:] = [line for line in left if line.value != value]
        return None

    eats = Also("e,delete", "eat", "Eat it", eat, lambda value: f"eat {value}")
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        answers = await opened(pilot, PickDialog("Left", left, also=(eats,), renewed=lambda: list(left)))
        await pilot.press("down", "e")
        assert (said(pilot), asked) == ("press e again to eat d", [])
        await pilot.press("up", "down", "e")
        assert not asked, "somewhere else in between, it is asked again"
        await pilot.press("delete")
        assert (said(pilot), asked) == ("too hard", ["d"])
        await pilot.press("e", "e")
        assert [line.value for line in picked_from(pilot)] == ["c"]
        await pilot.press("e", "e")
        assert answers == [None], "with nothing left it closes"


async def test_a_list_longer_than_its_place_shows_where_one_is() -> None:
    lines = [PickLine(str(number), f"line {number}", "with a text") for number in range(30)]
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        await opened(pilot, PickDialog("Long", lines))
        listed = pilot.app.screen.query_one(PickList)

        def marked() -> list[int]:
            strips = [listed.render_line(y) for y in range(listed.size.height)]
            return [y for y, strip in enumerate(strips) if (last := list(strip)[-1]).style and last.style.reverse]

        height = listed.size.height
        assert 0 in marked()
        assert height - 1 not in marked()
        await pilot.press("end")
        assert "line 29" in text_of(listed)
        assert "line 3 " not in text_of(listed)
        assert height - 1 in marked()
        await pilot.press("pageup")
        assert 0 < int(listed.value) < 29


async def test_of_a_long_list_only_what_is_near_the_cursor_is_looked_at() -> None:
    made = set[int]()

    def line(at: int) -> PickLine[str]:
        made.add(at)
        return PickLine(str(at), f"line {at}")

    lines = MadeLines(100_000, line)
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        also: list[Also[str]] = [Also("p", "p", "p", lambda _: None)]
        await opened(pilot, PickDialog("Lines", lines, "0", renewed=lambda: lines, also=also))
        made.clear()  # where it begins has been looked for
        for key in ("down", "p", "pagedown", "p"):
            await pilot.press(key)
        assert 20 < len(made) < 200
