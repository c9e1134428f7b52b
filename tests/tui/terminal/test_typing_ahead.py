"""Keys typed faster than they are answered: each goes where the one before it has led."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.events import Event, Key
from textual.message import Message
from textual.widget import Widget

from tests.tui.driving import until
from tui.terminal.typing_ahead import TypingAhead


class Entered(Message):
    """A field has taken a key."""


class Field(Widget, can_focus=True):
    """It says what it has heard by a message, which takes it a while to pass on."""

    BINDINGS = [("b", "hear('b')", "")]

    def on_mount(self) -> None:
        self.heard: list[str] = []

    def on_key(self, event: Key) -> None:
        if event.key != "b":
            self.action_hear(event.key)

    def action_hear(self, key: str) -> None:
        self.heard.append(key)
        self.post_message(Entered())

    async def on_entered(self) -> None:
        for _turn in range(20):
            await asyncio.sleep(0)


class Form(App[None]):
    """The next field has the keyboard as soon as one is filled in."""

    def compose(self) -> ComposeResult:
        yield Field()
        yield Field()

    def on_entered(self) -> None:
        self.screen.focus_next()


@pytest.mark.parametrize("keys", ["xyz", "bab"], ids=["keys", "bound ones too"])
async def test_a_key_waits_for_what_the_one_before_it_made_a_widget_say(keys: str) -> None:
    app = Form()

    async def deliver(event: Event) -> None:
        await App.on_event(app, event)

    async with app.run_test() as pilot:
        ahead = TypingAhead(app, deliver)
        for key in keys:
            await ahead.take(Key(key, key))
        fields = app.query(Field)
        await until(pilot, lambda: sum(len(field.heard) for field in fields) == 3)
        assert ["".join(field.heard) for field in fields] == [keys[::2], keys[1::2]]


class Stuck(Widget, can_focus=True):
    """It is busy with a key until somebody helps it."""

    def on_mount(self) -> None:
        self.helped = asyncio.Event()

    async def on_key(self) -> None:
        await self.helped.wait()


class Helpful(App[None]):
    BINDINGS = [Binding("f8", "help_it", priority=True)]

    def compose(self) -> ComposeResult:
        yield Stuck()

    def action_help_it(self) -> None:
        self.query_one(Stuck).helped.set()


async def test_a_widget_that_is_busy_for_long_does_not_take_the_keyboard_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.terminal.typing_ahead.PATIENCE_SECONDS", 0.01)
    app = Helpful()

    async def deliver(event: Event) -> None:
        await App.on_event(app, event)

    async with app.run_test() as pilot:
        ahead = TypingAhead(app, deliver)
        for key in ("a", "f8"):
            await ahead.take(Key(key, None))
        await until(pilot, app.query_one(Stuck).helped.is_set)
