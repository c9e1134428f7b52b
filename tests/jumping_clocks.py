"""``pytest --jumping-clocks[=SEED]``: whenever `core` or `tui` reads a clock, every clock has jumped 1 ms to 2 s ahead.

A test whose outcome follows a clock fails with it, sooner or later; every other test passes.  Whoever else
reads a clock (asyncio, threading, Textual, the tests themselves) gets the real one.  The jumps of a test follow from
the seed and the test's name, so it fails again alone, as far as threads do.

Tests that are about real time say why, ``@pytest.mark.real_time("reason")``, and keep the real clocks; they are
listed at the end.  Programs that a test starts are not reached.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

CLOCKS = ("perf_counter", "monotonic", "process_time", "thread_time", "time")
ROOMS = ("core", "tui")
LEAST, MOST = 1_000_000, 2_000_000_000
"""Nanoseconds that a reading adds."""
WHY = "real_time"
PLUGIN = "jumping-clocks"
TOLD = "PYTEST_JUMPING_CLOCKS"
"""The environment variable that tells other test processes the seed."""


class JumpingClocks:
    """The clocks of the module `time`, as they are and as `core` and `tui` see them."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.jumping = False
        self.readings = 0
        self._ahead = 0
        self._choose = random.Random(seed)

    def begin(self, name: str, *, jumping: bool) -> None:
        """What comes is this test; what was added before stays, for no clock goes back."""
        self.jumping = jumping
        self._choose = random.Random(f"{self.seed} {name}")

    def install(self) -> None:
        """Put these in the place of the real clocks.  Raises where some are in use already."""
        taken = sorted(name for name in sys.modules if name.partition(".")[0] in ROOMS)
        if taken:
            raise pytest.UsageError(f"{taken[0]} has been imported before the clocks could be changed")
        for name in CLOCKS:
            setattr(time, name, self.clock(getattr(time, name), 1e-9))
            setattr(time, f"{name}_ns", self.clock(getattr(time, f"{name}_ns"), 1))

    def clock(self, real: Callable[[], Any], unit: float) -> Callable[[], Any]:
        """The clock that jumps for some and is the real one for others."""

        def read() -> Any:
            asking = sys._getframe(1).f_globals.get("__name__", "")
            return real() + (self._further() * unit if asking.partition(".")[0] in ROOMS else 0)

        return read

    def _further(self) -> int:
        if self.jumping:
            self.readings += 1
            self._ahead += self._choose.randint(LEAST, MOST)
        return self._ahead


def reason(item: pytest.Item) -> str | None:
    """Why a test is about real time; None if it is not."""
    mark = item.get_closest_marker(WHY)
    if mark is None:
        return None
    if len(mark.args) != 1 or not isinstance(mark.args[0], str):
        raise pytest.UsageError(f"{item.nodeid}: real_time needs a reason")
    return mark.args[0]


class Plugin:
    """What is done while the clocks jump."""

    def __init__(self, clocks: JumpingClocks) -> None:
        self.clocks = clocks

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        why = reason(item)
        if why is not None:
            item.user_properties.append((WHY, why))
        self.clocks.begin(item.nodeid, jumping=why is None)
        return (yield)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"clocks jumped, seed {self.clocks.seed}; not for these tests, about real time")
        for kind in ("passed", "failed", "skipped"):
            for report in terminalreporter.getreports(kind):
                for name, why in report.user_properties:
                    if name == WHY and (report.when == "call" or kind == "skipped"):
                        terminalreporter.write_line(f"{report.nodeid}: {why}")


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    parser.addoption(
        "--jumping-clocks", nargs="?", type=int, const=random.randrange(10_000), default=None, metavar="SEED",
        help="let the clocks that core and tui read jump ahead at each reading",
    )  # fmt: skip
    # Now, before a conftest imports anything of core; the processes of xdist hear of options only later.
    config: Any = pluginmanager.get_plugin("pytestconfig")
    asked = parser.parse_known_args(list(config.invocation_params.args)).jumping_clocks
    seed = int(os.environ[TOLD]) if TOLD in os.environ else asked
    if seed is not None:
        os.environ[TOLD] = str(seed)
        clocks = JumpingClocks(seed)
        clocks.install()
        pluginmanager.register(Plugin(clocks), PLUGIN)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "real_time(reason): about real time; keeps the real clocks (--jumping-clocks)")
    if config.getoption("jumping_clocks") is not None and not config.pluginmanager.has_plugin(PLUGIN):
        raise pytest.UsageError("--jumping-clocks must be given on the command line")
