"""For the tests of the Sudoku screen: puzzles, and steps that they have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Static

from tests.tui.driving import finished, send, served, text_of
from tui.app import DancingQueens, Start
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel
from tui.screens.sudoku.screen import SudokuScreen

NEWSPAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO_SOLUTIONS = "1..." + "." * 12
TINY = "1.3...2..1..4..."
X_WING = (
    ":0000:x:9+7.+6..8+4+2..+2.+8736+9.+682..+15+7+629...+5+7.+7.1.6.4......7..16..+68..+7.+55.4+7.+6.81..+71..634:"
    "316 435 345 346 352 356 556 956 362 562 364 464 366 466 966 371 975 276 296::"
)


def screen_of(pilot: Pilot[Any]) -> SudokuScreen:
    screen = next(each for each in pilot.app.screen_stack if isinstance(each, SudokuScreen))
    assert isinstance(screen, SudokuScreen)
    return screen


def info(pilot: Pilot[Any]) -> str:
    return " ".join(text_of(screen_of(pilot).query_one("#info", TextPanel)).split())


def board(pilot: Pilot[Any]) -> str:
    return text_of(screen_of(pilot).query_one(SudokuBoard))


def mode_shown(pilot: Pilot[Any]) -> str:
    return str(screen_of(pilot).query_one("#board").border_subtitle)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Type all keys at once, as a fast typist or a slow line does, then look."""
    send(pilot, *keys)
    await pilot.pause()
    await served(pilot)


async def settle(pilot: Pilot[Any]) -> None:
    """Wait for searches, checks and readers, and for what they show."""
    await finished(pilot, "search", "check", "reading", "making", "logic", "glance", "mistake", "setting")


async def paste(pilot: Pilot[Any], text: str) -> None:
    """Paste a text, and wait until it has been read."""
    pilot.app.post_message(Paste(text))
    await pilot.pause()
    await settle(pilot)


def run(
    script: Callable[[Pilot[Any], SudokuScreen], Awaitable[None]], text: str | None = NEWSPAPER,
    size: tuple[int, int] = (80, 24), start: Start | None = None,
) -> None:  # fmt: skip
    """Open the screen (with a puzzle pasted) and play a script."""

    async def play() -> None:
        app = DancingQueens(start or Start("sudoku"))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            if text is not None:
                await paste(pilot, text)
            await script(pilot, screen_of(pilot))

    asyncio.run(play())


def page(pilot: Pilot[Any]) -> str:
    return " ".join(text_of(screen_of(pilot).query_one("#page", TextPanel)).split())


def message(pilot: Pilot[Any]) -> str:
    """What the dialog in front says in its line for messages."""
    return str(pilot.app.screen.query_one(".-message", Static).content)
