"""Playing the dance: moves asked for one after the other, or a steady pace, without ever holding up a key."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from core.exact_cover.problem import ExactCover
from tui.worker import in_thread

if TYPE_CHECKING:
    from core.exact_cover.trace import Dance, Links, View

FRAME_SECONDS = 0.1
"""While it plays quickly, how often it is shown."""
FASTEST = 1000
"""Nodes a second; whoever wants more wants the search."""
DEFAULT_SPEED = 2

Move = Callable[["Dance"], bool]
"""Makes one move; False to be called again."""


class DancePlayer:
    """One dance and what has been asked of it.

    `ask` and `play` only note what is wanted and return whether `drive` must be
    started; `drive` does it all, the work itself in a thread, and calls
    ``shown`` after each visible change.
    """

    def __init__(self, problem: ExactCover, settings: dict[str, str | int], shown: Callable[[], None]) -> None:
        self.problem = problem
        self.settings = settings
        self.playing = False
        self.driving = False
        self.speed = DEFAULT_SPEED
        self.view: View | None = None
        """The newest view; None before the first move."""
        self.node = 0
        self.total: int | None = None
        self.solutions: list[tuple[int, ...]] = []
        """The solutions found up to this node."""
        self.links: list[Links] = []
        """The header of the item in question, its neighbours, and its list."""
        self.error = ""
        self._shown = shown
        self._dance: Dance | None = None
        self._moves: deque[Move] = deque()
        self._woken: asyncio.Event | None = None
        self._closed = False

    # What can be asked

    @property
    def ready(self) -> bool:
        """Whether the links have been built."""
        return self._dance is not None

    @property
    def done(self) -> bool:
        """Whether the whole tree has been visited."""
        return self.view is not None and self.view.outcome == "done"

    def ask(self, *moves: Move) -> bool:
        """Make these moves next; playing stops."""
        self.playing = False
        self._moves.extend(moves)
        return self._wake()

    def play(self) -> bool:
        """Visit nodes at the chosen speed."""
        self.playing = True
        return self._wake()

    def pause(self) -> None:
        """Hold still; moves not yet made are forgotten."""
        self.playing = False
        self._moves.clear()
        self._wake()

    def set_speed(self, speed: int) -> None:
        """Nodes a second while playing."""
        self.speed = speed
        self._wake()

    def close(self) -> None:
        """Stop for good."""
        self._closed = True
        self.pause()

    def _wake(self) -> bool:
        if self._woken is not None:
            self._woken.set()
        return not self.driving and not self._closed

    # Doing it

    async def drive(self) -> None:
        """Do what has been asked until nothing is left to do."""
        if self.driving:
            return
        self.driving = True
        self.error = ""
        self._woken = asyncio.Event()
        try:
            if self._dance is None:
                self._dance = await in_thread(self._build, "dance")
                await self._look()
            while not self._closed and (self._moves or self.playing):
                if self._moves:
                    await self._make(self._moves.popleft())
                else:
                    await self._play_on()
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"
        finally:
            self.driving = False
            self._shown()

    def _build(self) -> Dance:
        from core.exact_cover.trace import Dance

        return Dance(self.problem, **self.settings)  # type: ignore[arg-type]

    async def _make(self, move: Move) -> None:
        dance = self._dance
        assert dance is not None
        while not await in_thread(lambda: move(dance), "dance"):
            await self._look()
            if self._woken is not None and self._woken.is_set():
                # Somebody has asked for something else, or to hold still.
                self._woken.clear()
                if not self._moves:
                    return
            if self.done:
                return
        await self._look()

    async def _play_on(self) -> None:
        dance = self._dance
        assert dance is not None
        assert self._woken is not None
        self._woken.clear()
        pause = max(1 / self.speed, FRAME_SECONDS)
        began = time.monotonic()
        with_timeout = asyncio.wait_for(self._woken.wait(), pause)
        try:
            await with_timeout
        except TimeoutError:
            count = max(1, round(self.speed * (time.monotonic() - began)))
            count = min(count, max(1, round(self.speed * 2 * FRAME_SECONDS)))
            await in_thread(lambda: dance.forward(count), "dance")
            await self._look()
            if self.done:
                self.playing = False

    async def _look(self) -> None:
        dance = self._dance
        assert dance is not None

        def look() -> tuple[View, list[Links]]:
            view = dance.view()
            item = item_in_question(view)
            return view, dance.links(item) if item is not None else []

        view, self.links = await in_thread(look, "dance")
        self.view = view
        self.node, self.total = dance.node, dance.total
        if view.solutions != len(self.solutions):
            self.solutions = dance.solutions
        self._shown()


def item_in_question(view: View) -> int | None:
    """The item to be covered next; where there is none, the one covered last."""
    if view.next_item is not None:
        return view.next_item
    return view.choices[-1].item if view.choices else None


# The moves


def forward(dance: Dance) -> bool:
    """One node on."""
    dance.forward()
    return True


def back(dance: Dance) -> bool:
    """One node back."""
    dance.back()
    return True


def to_start(dance: Dance) -> bool:
    """Back to before the root."""
    dance.to(0)
    return True


def over() -> Move:
    """To the next node that is not below this one."""
    level: int | None = None

    def move(dance: Dance) -> bool:
        nonlocal level
        if level is None:
            level = len(dance.view().choices)
        # A call that ran out of time may have stopped further down: go on until it is left.
        return dance.step_over() and len(dance.view().choices) <= level

    return move


def next_solution(dance: Dance) -> bool:
    """To the next solution, or the end."""
    return dance.next_solution()


def next_dead_end(dance: Dance) -> bool:
    """To the next dead end, or the end."""
    return dance.next_dead_end()


def last_solution(dance: Dance) -> bool:
    """Back to the solution before this node."""
    node = dance.node
    found = len(dance.solutions) - (dance.view().outcome == "solution")
    if found <= 0:
        return True
    low, high = 0, node
    while low < high:
        middle = (low + high) // 2
        dance.to(middle)
        if len(dance.solutions) >= found:
            high = middle
        else:
            low = middle + 1
    dance.to(low)
    return True
