"""For every test: a home of its own, and patience, because a slow machine is no failure."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import platformdirs
import pytest

# Clocks before anything of core.
PLUGINS = "jumping_clocks", "late_turns", "patience", "compiled_once", "order", "rows", "skips", "within"
pytest_plugins = [f"tests.{name}" for name in PLUGINS]

# A shell that runs the suite in the background has it ignore Ctrl-C, and nohup the end of the line; children inherit
# that: the tests that send them such a signal would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):  # not on Windows
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# A tenth of the suite was collecting garbage among the objects of Textual and pytest that live as long as the process.
# With this, a process takes half a gigabyte to one.
gc.set_threshold(2_000_000, 20, 20)

# Tests write many small files; in memory that takes a twentieth less time, where there is room for them.
MEMORY = Path("/dev/shm")
with suppress(OSError):
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4 << 30:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# As the program itself has it: threads for linear algebra cost every process that imports NumPy 0.07 s.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Every test has a home of its own, but machine code is compiled once for all of them, and for the next time.
os.environ.setdefault("NUMBA_CACHE_DIR", str(platformdirs.user_cache_path("dancing-queens", appauthor=False)))

# The same goes for bytecode, whatever the habit of the machine: the test processes, and a hundred that tests start.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if WORKER:
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

HOMES = count()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors, for tests of the terminal wait half their time.

    Each costs five seconds to begin, and reads all machine code once more.
    """
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Test processes start together, and each would compile every test: each begins with a share of its own."""
    if WORKER and session.config.args == session.config.getini("testpaths"):
        files = sorted(Path(__file__).parent.rglob("test_*.py"))
        for path in files[int(WORKER.removeprefix("gw")) :: int(os.environ["PYTEST_XDIST_WORKER_COUNT"])]:
            with suppress(Exception, pytest.skip.Exception):  # the collection will say it
                import_module(".".join(path.relative_to(session.config.rootpath).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """What is left at the end goes with the process: pytest would look through all of it five times, in each."""
    if WORKER:
        gc.freeze()


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is read from or written to the user's own settings and history.

    It is not the very first start, which goes at a speed for beginners.
    """
    home = tmp_path_factory.getbasetemp() / f"home-{next(HOMES)}"  # mktemp would look through all that there are
    home.mkdir()
    (home / "settings.json").write_text('{"queens": {"speed": null}}')
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def own_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that a test runs leaves the next test neither its name nor its quiet; its slices follow no clock."""
    from core._cli.console import invocation
    from core.running import Slicing

    for name, value in vars(invocation).items():
        monkeypatch.setattr(invocation, name, value)
    invocation.slicing = Slicing.of(1 << 12)


@pytest.fixture
def short_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """A measurement is one search, however short: how well a clock can tell its time is no matter here."""
    for name in ("BATCH_SECONDS", "LONG_BATCH_SECONDS"):
        monkeypatch.setattr(f"core.compare._experiment.{name}", 0.0)
    monkeypatch.setattr("core.compare._measure.LEAST_BATCH", 1)


@pytest.fixture
def without_time_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """No measurement is given up for taking too long, nor cut into slices as small as a clock would say."""
    from core.compare import Experiment

    measurement = Experiment._measurement

    def unlimited(experiment: Experiment, *given: Any, **named: Any) -> Any:
        return measurement(experiment, *given, **named | {"timeout": None})

    monkeypatch.setattr(Experiment, "_measurement", unlimited)
    monkeypatch.setattr("core.compare._measure._budget", lambda steps_per_second: 1 << 16)


def pytest_sessionstart() -> None:
    """What an extra adds is in no list, installed or not, so that everybody sees the same; its own tests add it."""
    from core import Algorithm

    Algorithm.installed = property(lambda entry: not entry.extra)  # type: ignore[assignment, method-assign]
