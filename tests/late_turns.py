"""``pytest --late-turns[=SEED]``: everybody in the app comes late, by as many turns of the event loop as chance says.

A widget, a screen or the app handles a message, and a worker begins, up to a hundred turns after its turn: what a busy
machine does now and then.  A test that looks at the screen before what it waits for is there fails with it, sooner or
later; every other test passes.  The delays of a test follow from the seed and the test's name.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

TURNS = 0, 0, 0, 1, 2, 5, 20, 100
TOLD = "PYTEST_LATE_TURNS"
"""The environment variable that tells other test processes the seed."""


class Plugin:
    """What is done while everybody comes late."""

    def __init__(self, seed: int) -> None:
        from textual.message_pump import MessagePump
        from textual.worker import Worker

        self.seed = seed
        self._choose = random.Random(seed)
        for kind, name in ((MessagePump, "_get_message"), (Worker, "_run")):
            setattr(kind, name, self._late(getattr(kind, name), before=kind is Worker))

    def _late(self, act: Any, *, before: bool) -> Any:
        async def late(*given: Any) -> Any:
            if before:
                await self._wait()
                return await act(*given)
            got = await act(*given)
            await self._wait()
            return got

        return late

    async def _wait(self) -> None:
        for _ in range(self.delay()):
            await asyncio.sleep(0)

    def delay(self) -> int:
        """By how many turns the next one comes late."""
        return self._choose.choice(TURNS)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._choose = random.Random(f"{self.seed} {item.nodeid}")
        return (yield)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"everybody came late, seed {self.seed}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--late-turns", nargs="?", type=int, const=random.randrange(10_000), default=None, metavar="SEED",
        help="let everybody in the app come late by some turns of the event loop",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    asked = config.getoption("late_turns")
    seed = int(os.environ[TOLD]) if TOLD in os.environ else asked
    if seed is not None:
        os.environ[TOLD] = str(seed)
        config.pluginmanager.register(Plugin(seed), "late-turns")
