"""Stories: what is done from top to bottom, though a person is asked in the middle of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.app import App

from tests.tui.driving import send, until
from tui.actions.dialogue import answer, converse
from tui.app import DancingQueens, Start
from tui.dialogs.dialogs import LineDialog


async def test_questions_follow_each_other_and_keys_typed_ahead_reach_them() -> None:
    heard: list[str | None] = []

    async def story() -> None:
        first = await answer(LineDialog("One", "The first:"))
        second = await answer(LineDialog("Two", "The second:"))
        heard.extend((first, second))

    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        converse(app, story())
        assert isinstance(app.screen, LineDialog), "the dialog is there at once"
        await pilot.pause()
        for key in ("a", "enter", "b", "enter"):
            await pilot.press(key)
        assert heard == ["a", "b"]
        converse(app, story())
        await pilot.press("escape", "escape")
        assert heard[2:] == [None, None]
        assert len(app.screen_stack) == 1


async def test_the_answer_is_dealt_with_before_the_next_key() -> None:
    said: list[str] = []

    async def story() -> None:
        said.append(str(await answer(LineDialog("One", "The first:"))))

    app: Any = DancingQueens(Start("queens"))
    app.action_ask = lambda: converse(app, story())
    app.action_next = lambda: said.append("next")
    app.bind("f8", "ask")
    app.bind("f9", "next")
    async with app.run_test(size=(80, 24)) as pilot:
        send(pilot, "f8", "7", "enter", "f9")  # as a terminal sends them: at once
        await until(pilot, lambda: len(said) == 2)
        assert said == ["7", "next"]


def test_a_story_that_awaits_anything_else_is_refused() -> None:
    async def story() -> None:
        await asyncio.sleep(0)

    app: Any = App()
    with pytest.raises(TypeError, match="awaits something else than an answer"):
        converse(app, story())
