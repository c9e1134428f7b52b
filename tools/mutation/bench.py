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
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import coverage
import platformdirs
import pytest

from tools.mutation.changes import ROOT, Mutant

Lines = dict[str, dict[int, set[str]]]
"""Of a module, the tests that run a line; the empty name: it runs when the module is imported."""

LEAST_SECONDS = 30.0
TIMES_AS_LONG = 8.0
"""A test may take so long, and so many times as long as it took when the lines were noted."""
NOTING_SECONDS = 300.0
"""For a test whose lines are noted, and for finding the tests."""
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

    failed: list[str] = field(default_factory=list)
    over_time: str = ""
    """The test that was stopped."""
    seconds: dict[str, float] = field(default_factory=dict)
    lines: Lines = field(default_factory=dict)


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
        self._tried = 0

    def note(self, tests: Sequence[str], watched: Sequence[Path]) -> Told:
        """Which of these tests run which lines of the modules, how long they take, and which fail as it is."""
        return self._run(tests, watched=watched)

    def attempt(self, mutant: Mutant, tests: Sequence[str], seconds: dict[str, float]) -> Result:
        """Whether one of the tests notices the change; ``seconds``: what they took before."""
        begun = time.monotonic()
        place = self.folder / mutant.path
        source, stamp = place.read_text(encoding="utf-8"), place.stat()
        lately = self._killers.setdefault(mutant.path, [])
        order = {name: place for place, name in enumerate(lately)}
        try:
            place.write_text(mutant.applied(source), encoding="utf-8")
            # Python knows bytecode by seconds and size: no two changes may have the same ones.
            self._tried += 1
            os.utime(place, (self._tried, self._tried))
            told = self._run(sorted(tests, key=lambda name: (order.get(name, len(order)), seconds.get(name, 0.0))),
                             seconds)  # fmt: skip
        finally:
            place.write_text(source, encoding="utf-8")
            os.utime(place, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
        if name := told.over_time:
            allowed = _allowed(seconds.get(name, 0.0)) * FRACTION
            as_it_is = self._run([name], {name: allowed / TIMES_AS_LONG}, least=allowed)
            verdict = OVER_TIME if as_it_is.over_time or as_it_is.failed else KILLED
            return Result(verdict, name, time.monotonic() - begun)
        if not told.failed:
            return Result(SURVIVED, "", time.monotonic() - begun)
        name = told.failed[0]
        if name in lately:
            lately.remove(name)
        lately.insert(0, name)
        return Result(KILLED, name, time.monotonic() - begun)

    def _run(
        self,
        tests: Sequence[str],
        seconds: dict[str, float] | None = None,
        watched: Sequence[Path] = (),
        least: float = LEAST_SECONDS,
    ) -> Told:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._in_child(tests, watched, writing)
        os.close(writing)
        told = Told()
        patience = _Patience({} if seconds is None else seconds, NOTING_SECONDS if watched else least)
        try:
            with open(reading, "rb", buffering=0) as pipe:
                unfinished = True
                for line in _lines_from(pipe, patience):
                    if line is None:
                        told.over_time = patience.running or "(finding the tests)"
                        break
                    match json.loads(line):
                        case ["start", name]:
                            patience.begin(name)
                        case ["end", name, taken, failed]:
                            patience.begin("")
                            told.seconds[name] = taken
                            if failed:
                                told.failed.append(name)
                        case ["over", code, lines]:
                            unfinished = False
                            if code and not told.failed:
                                told.failed.append("(cannot be collected)")
                            told.lines = {
                                path: {int(line): set(names) for line, names in found.items()}
                                for path, found in lines.items()
                            }
                            break
                if unfinished and not told.over_time:
                    told.failed.append(patience.running or "(the process ended)")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
        return told

    def _in_child(self, tests: Sequence[str], watched: Sequence[Path], writing: int) -> NoReturn:
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
                _run_tests(self.folder, tests, watched, pipe)
        finally:
            os._exit(0)


def _allowed(before: float) -> float:
    return max(LEAST_SECONDS, TIMES_AS_LONG * before)


class _Patience:
    """How long the test that is running may still take."""

    def __init__(self, before: dict[str, float], least: float) -> None:
        self._before = before
        self._least = least
        self.begin("")

    def begin(self, name: str) -> None:
        """A test has started; the empty name: none has."""
        self.running = name
        allowed = max(self._least, TIMES_AS_LONG * self._before.get(name, 0.0))
        self._end = time.monotonic() + (allowed if name else NOTING_SECONDS)

    def left(self) -> float:
        """Seconds, never negative."""
        return max(self._end - time.monotonic(), 0.0)


def _lines_from(pipe: Any, patience: _Patience) -> Iterator[str | None]:
    """The lines that the other end says until it closes; None when patience has run out before."""
    said = b""
    while True:
        if not select.select([pipe], [], [], patience.left())[0]:
            yield None
            return
        if not (more := pipe.read(1 << 16)):
            return
        *lines, said = (said + more).split(b"\n")
        for line in lines:
            yield line.decode()


def _run_tests(folder: Path, tests: Sequence[str], watched: Sequence[Path], pipe: Any) -> None:
    watch = _Watch(tests, pipe)
    notes = coverage.Coverage(data_file=None, include=[str(folder / path) for path in watched], messages=False)
    # One failure tells of a change; before any change all of them are wanted.
    options = [] if watched else ["-x"]
    if watched:
        watch.notes = notes
        notes.start()
    code = pytest.main(
        ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--timeout=0", *options, *tests], plugins=[watch]
    )
    lines: dict[str, dict[int, list[str]]] = {}
    if watched:
        notes.stop()
        data = notes.get_data()
        lines = {str(path): data.contexts_by_lineno(str(folder / path)) for path in watched}
    print(json.dumps(["over", int(code), lines]), file=pipe)


class _Watch:
    """Within pytest: runs single tests in the order given, and says of each when it starts and how it ends."""

    def __init__(self, tests: Sequence[str], pipe: Any) -> None:
        self.notes: coverage.Coverage | None = None
        self._place = {name: place for place, name in enumerate(tests)}
        self._pipe = pipe
        self._seconds = 0.0
        self._failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._place.get(item.nodeid, len(self._place)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._seconds, self._failed = 0.0, False
        print(json.dumps(["start", nodeid]), file=self._pipe)
        if self.notes is not None:
            self.notes.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds += report.duration
        self._failed |= report.failed

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        print(json.dumps(["end", nodeid, self._seconds, self._failed]), file=self._pipe)
