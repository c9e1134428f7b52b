"""Where changes are tried: a copy of the project, with tests that run in processes split off from this one."""

from __future__ import annotations

import importlib
import json
import multiprocessing
import os
import select
import shutil
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import platformdirs
import pytest

from tests.recorded import function_of
from tools.mutation.changes import ROOT, Mutant

SECONDS = 30.0
"""A test may take so long."""
FINDING_SECONDS = 300.0
"""For finding the tests."""
FRACTION = 0.25
"""Of its time a test may take on the tree as it is, to be believed that it runs over it because of the change."""

KILLED, SURVIVED, OVER_TIME = "killed", "survived", "time"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a change."""

    verdict: str
    test: str = ""
    """Which noticed it, or ran over its time."""
    seconds: float = 0.0


@dataclass
class Told:
    """What one run of tests tells."""

    failed: str = ""
    over_time: str = ""
    """The test that was stopped."""


def copy_project(source: Path, folder: Path) -> Path:
    """A copy of the project in a folder, without what was made from it; what tests read beside it is there too."""
    unwanted = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", ".*_cache")
    shutil.copytree(source, folder / "project", ignore=unwanted)
    if (shared := ROOT.parent / "shared").exists():
        (folder / "shared").symlink_to(shared)
    return folder / "project"


def prepare() -> None:
    """Import what every run of the tests needs and no change touches."""
    for name in ("hypothesis", "numpy", "pytest_asyncio", "pytest_timeout", "textual.app", "textual.widgets"):
        importlib.import_module(name)


class Bench:
    """A copy of the project, with a home and machine code of its own, in which one change at a time is tried."""

    def __init__(self, pristine: Path, folder: Path) -> None:
        self.folder = copy_project(pristine, folder)
        self._home = folder / "home"
        self._home.mkdir()
        self._machine_code = folder / "machine_code"
        own = platformdirs.user_cache_path("dancing-queens", appauthor=False)
        with suppress(OSError):
            shutil.copytree(os.environ.get("NUMBA_CACHE_DIR", own), self._machine_code)
        self._killers: dict[Path, list[str]] = {}
        self._sound: set[str] = set()
        self._unsound: set[str] = set()
        """Tests that pass, and that fail, on the tree as it is."""
        self._tried = 0

    def attempt(self, mutant: Mutant, tests: Sequence[str]) -> Result:
        """Whether one of the tests notices the change, tried in this order but for those that noticed one lately."""
        begun = time.monotonic()
        lately = self._killers.setdefault(mutant.path, [])
        order = [*(name for name in lately if name in tests), *(name for name in tests if name not in lately)]
        while True:
            told = self._changed(mutant, order)
            name = told.over_time or told.failed
            if not name:
                return Result(SURVIVED, "", time.monotonic() - begun)
            if name not in self._sound:
                as_it_is = self._run([name], SECONDS * FRACTION)
                if as_it_is.failed and name not in self._unsound:
                    self._unsound.add(name)
                    print(f"left out: {name} fails as it is", flush=True)
                    continue
                if as_it_is.over_time or as_it_is.failed:
                    return Result(OVER_TIME, name, time.monotonic() - begun)
                self._sound.add(name)
            killer = function_of(name)
            lately[:] = [killer, *(each for each in lately if each != killer)]
            return Result(KILLED, name, time.monotonic() - begun)

    def _changed(self, mutant: Mutant, tests: Sequence[str]) -> Told:
        place = self.folder / mutant.path
        source, stamp = place.read_text(encoding="utf-8"), place.stat()
        try:
            place.write_text(mutant.applied(source), encoding="utf-8")
            # Python knows bytecode by seconds and size: no two changes may have the same ones.
            self._tried += 1
            os.utime(place, (self._tried, self._tried))
            return self._run(tests)
        finally:
            place.write_text(source, encoding="utf-8")
            os.utime(place, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    def _run(self, tests: Sequence[str], seconds: float = SECONDS) -> Told:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._in_child(tests, writing)
        os.close(writing)
        running, end = "", time.monotonic() + FINDING_SECONDS

        def left() -> float:
            return max(end - time.monotonic(), 0.0)

        try:
            with open(reading, "rb", buffering=0) as pipe:
                for line in _lines_from(pipe, left):
                    if line is None:
                        return Told(over_time=running or "(finding the tests)")
                    match json.loads(line):
                        case ["start", name]:
                            running, end = name, time.monotonic() + seconds
                        case ["end", name, failed]:
                            running, end = "", time.monotonic() + FINDING_SECONDS
                            if failed:
                                return Told(failed=name)
                        case ["over", code]:
                            return Told(failed="(cannot be collected)" if code else "")
                return Told(failed=running or "(the process ended)")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)

    def _in_child(self, tests: Sequence[str], writing: int) -> NoReturn:
        """In a process of its own: run the tests of the copy, and say how they go."""
        try:
            os.setsid()
            os.chdir(self.folder)
            os.environ |= {"HOME": str(self._home), "XDG_CACHE_HOME": str(self._home / "cache"),
                           "NUMBA_CACHE_DIR": str(self._machine_code), "CI": "1"}  # fmt: skip
            sys.dont_write_bytecode = False
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            # Tests start processes too: these are not to take our main program for theirs.
            sys.modules["__main__"] = types.ModuleType("__main__")
            multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]
            here = (str(ROOT), str(self.folder))
            sys.path[:] = [here[1] if os.path.realpath(entry or ".") in here else entry for entry in sys.path]
            ours = ("core", "puzzles", "tests", "tools", "tui")
            for name in [name for name in sys.modules if name.partition(".")[0] in ours]:
                del sys.modules[name]
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(quiet, stream)
            with open(writing, "w", encoding="utf-8", buffering=1) as pipe:
                _run_tests(tests, self._unsound, pipe)
        finally:
            os._exit(0)


def _lines_from(pipe: Any, left: Callable[[], float]) -> Iterator[str | None]:
    """The lines that the other end says until it closes; None when it is too late."""
    said = b""
    while True:
        if not select.select([pipe], [], [], left())[0]:
            yield None
            return
        if not (more := pipe.read(1 << 16)):
            return
        *lines, said = (said + more).split(b"\n")
        for line in lines:
            yield line.decode()


def _run_tests(tests: Sequence[str], unsound: Set[str], pipe: Any) -> None:
    left_out = [f"--deselect={name}" for name in sorted(unsound)]
    code = pytest.main(
        ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--timeout=0", "-x", *left_out, *tests],
        plugins=[_Watch(tests, pipe)],
    )
    print(json.dumps(["over", int(code)]), file=pipe)


class _Watch:
    """Within pytest: runs tests in the order given, and says of each when it starts and how it ends."""

    def __init__(self, tests: Sequence[str], pipe: Any) -> None:
        self._place = {name: place for place, name in enumerate(tests)}
        self._pipe = pipe
        self._failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._place.get(function_of(item.nodeid), len(self._place)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._failed = False
        print(json.dumps(["start", nodeid]), file=self._pipe)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed |= report.failed

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        print(json.dumps(["end", nodeid, self._failed]), file=self._pipe)
