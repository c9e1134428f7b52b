"""Would the tests notice?  Change the program in small ways and see whether a test fails.

    python -m tests.mutation core/run.py core/tree.py --sample 20 --seed 1
    python -m tests.mutation core tui/screens --sample 4
    python -m tests.mutation core/compare --total 20 --seed 7

Works on a copy, one change at a time: a comparison turned, a sum made a
difference, a number moved by one, a condition negated, a call's result or a
statement dropped.  Functions that are compiled (`@kernel`, `@inline_kernel`)
are left alone: their inner loops have oracles of their own.  The tests of a
module are those whose names match its area (`AREAS`), and of these the ones that
run the changed line, noted once for all modules of an area; the test that
noticed the last change goes first.  What survives them is tried against the
screens' tests too (`FARTHER`), as the whole suite runs before a release.

Prints every survivor with its place, then a table: module, killed of tried.
A survivor is a place to look, not a verdict: some changes change nothing.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NoReturn

import coverage
import pytest

from tests.mutants import ROOT, Mutant, mutants

AREAS: tuple[tuple[str | tuple[str, ...], tuple[str, ...]], ...] = (
    ("core/queens/", ("core/test_queens*.py", "transcripts/queens*")),
    ("core/sudoku/logic/", ("core/test_sudoku_logic*.py", "core/test_sudoku_techniques.py", "transcripts/logic*")),
    ("core/sudoku/", ("core/test_sudoku*.py", "transcripts/sudoku*")),
    ("core/exact_cover/",
     ("core/test_cover*.py", "core/test_link_dance.py", "core/test_parts.py", "transcripts/cover*")),
    ("core/compare/", ("core/test_compare*.py", "transcripts/compare*")),
    (("core/run.", "core/steering.", "core/engine.", "core/keyframes.", "core/timeline.", "core/moves.", "core/replay.",
      "core/tree.", "core/tandem."),
     ("core/test_run.py", "core/test_timeline.py", "core/test_walk.py", "core/test_search_states.py",
      "core/test_engine.py", "core/test_tandem.py", "core/test_pacing.py", "transcripts/run*",
      "transcripts/explain*")),
    (("core/store.", "core/checkpoint.", "core/sealed.", "core/compressed.", "core/ledger.", "core/part",
      "core/cluster."),
     ("core/test_store.py", "core/test_checkpoint*.py", "core/test_ledger.py", "core/test_parts*.py",
      "core/test_cluster.py", "transcripts/store*", "transcripts/parts*")),
    (("core/explain/", "core/search_tree.", "core/tree_s"),
     ("core/test_explain*.py", "core/test_search_tree.py", "transcripts/explain*")),
    (("core/kernel", "core/compiling.", "core/simd", "core/prefetch"),
     ("core/test_kernel*.py", "core/test_simd.py", "core/test_engine.py")),
    ("core/", ("core/test_[!cqs]*.py", "core/test_c[!o]*.py", "core/test_command_line.py", "core/test_s[!u]*.py",
               "core/test_queens_cli*.py", "transcripts/*")),
    ("tui/screens/queens/", ("tui/queens/test_*.py", "transcripts/screen_queens*")),
    ("tui/screens/sudoku/", ("tui/sudoku/test_*.py", "transcripts/screen_sudoku*")),
    ("tui/screens/cover/", ("tui/cover/test_*.py", "transcripts/screen_cover*")),
    ("tui/screens/compare/", ("tui/compare/test_*.py", "tui/test_compare_session.py", "transcripts/screen_compare*")),
    ("tui/", ("tui/test_browser.py", "tui/test_forms.py", "tui/test_search_session.py", "tui/test_setup.py",
              "tui/test_settings.py", "tui/test_time_left.py", "tui/queens/test_*.py", "tui/cover/test_*.py",
              "transcripts/screen*")),
)  # fmt: skip
"""How a module's path may start, and the tests that should notice a change in it; the first that fits."""

TRANSCRIPT = "tests/test_transcripts.py::test_transcript[{}]"
"""The test of a transcript by its name."""

FARTHER: tuple[tuple[str | tuple[str, ...], tuple[str, ...]], ...] = (
    ("core/queens/", ("transcripts/*", "tui/test_queens*.py", "tui/queens/test_*.py", "core/test_cli.py",
                      "core/test_parts*.py")),
    ("core/sudoku/", ("transcripts/*", "tui/test_sudoku*.py", "tui/sudoku/test_*.py", "core/test_hostile_input.py",
                      "core/test_explain*.py")),
    ("core/exact_cover/", ("transcripts/*", "tui/test_cover*.py", "tui/cover/test_*.py", "core/test_explain*.py",
                           "core/test_hostile_input.py", "core/test_checkpoint*.py")),
    ("core/compare/", ("transcripts/*", "tui/test_compare*.py",)),
    ("core/", ("tui/test_keeping.py", "tui/test_kept_searches.py", "tui/test_search_session.py",
               "tui/test_time_left.py", "tui/queens/test_*.py", "tui/cover/test_*.py")),
    ("tui/screens/queens/", ("tui/test_queens*.py", "tui/test_line.py", "tui/test_kept_searches.py")),
    ("tui/screens/sudoku/", ("tui/test_sudoku*.py",)),
    ("tui/screens/cover/", ("tui/test_cover*.py",)),
    ("tui/screens/compare/", ("tui/test_compare*.py",)),
    ("tui/", ("tui/test_*.py",)),
)  # fmt: skip
"""More tests, which run the module from farther away."""

Coverage = dict[str, dict[int, list[str]]]
"""Of a module, the tests that run a line; the empty name: it runs when the module is imported."""

LONGEST_SECONDS = 300.0
"""For the tests of one change; the first run, which notes who runs what, has four times as long."""


def noticing_tests(path: Path, root: Path = ROOT) -> list[str]:
    """The files with the tests that should notice a change of this module, and the tests of transcripts."""
    return _tests_of(path, AREAS, root)


def farther_tests(path: Path, root: Path = ROOT) -> list[str]:
    """The files with tests that run this module too, from farther away."""
    near = set(noticing_tests(path, root))
    return [name for name in _tests_of(path, FARTHER, root) if name not in near]


def _tests_of(path: Path, areas: Sequence[tuple[str | tuple[str, ...], tuple[str, ...]]], root: Path) -> list[str]:
    for start, patterns in areas:
        if path.as_posix().startswith(start):
            found = [found for pattern in patterns for found in (root / "tests").glob(pattern)]
            scripts = {TRANSCRIPT.format(each.stem) for each in found if each.suffix == ".txt"}
            return sorted(scripts | {str(each.relative_to(root)) for each in found if each.suffix == ".py"})
    return []


def modules(arguments: Sequence[str]) -> Iterator[Path]:
    """The modules below these paths, relative to the root."""
    for argument in arguments:
        place = (ROOT / argument).resolve()
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            yield path.relative_to(ROOT)


class Bench:
    """A copy of the project in which one change at a time is tried, each in a process split off from this one.

    What takes long to import and never changes is imported once, here.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        shutil.copytree(
            ROOT, self.folder, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", ".*_cache")
        )
        if (shared := ROOT.parent / "shared").exists():
            (folder / "shared").symlink_to(shared)
        self._killers: list[str] = []
        self._failing: list[str] = []
        self._seconds: dict[str, float] = {}

    def note(self, tests: Sequence[str], watched: Sequence[Path]) -> Coverage:
        """Which tests run which lines of the modules, and how long they take (the quick ones go first).

        Those that fail as it is are left out from now on.
        """
        failed, coverage_, seconds = self._run(tests, watched, LONGEST_SECONDS * 4)
        self._failing += failed
        self._seconds |= seconds
        for name in failed:
            print(f"left out: {name} fails as it is", flush=True)
        return coverage_

    def noticed_by(self, tests: Sequence[str]) -> str:
        """The test that fails now (empty: none does).  A run without an end counts as a failure."""
        failed, _, _ = self._run(tests, (), LONGEST_SECONDS)
        for name in failed:
            if name in self._killers:
                self._killers.remove(name)
            self._killers.insert(0, name)
        return failed[0] if failed else ""

    def _run(
        self, tests: Sequence[str], watched: Sequence[Path], patience: float
    ) -> tuple[list[str], Coverage, dict[str, float]]:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            watch = _Watch(self._killers, self._seconds, self._failing)
            _run_tests(self.folder, tests, watch, watched, writing)
        os.close(writing)
        said = _read_until(reading, time.monotonic() + patience)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        failed, lines, seconds = json.loads(said) if said else (["(no end)"], {}, {})
        by_line = {path: {int(line): names for line, names in found.items()} for path, found in lines.items()}
        return failed, by_line, seconds

    def survives(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Whether no test notices the change."""
        place = self.folder / mutant.path
        source = place.read_text(encoding="utf-8")
        try:
            place.write_text(mutant.applied(source), encoding="utf-8")
            return not self.noticed_by(tests)
        finally:
            place.write_text(source, encoding="utf-8")


def _read_until(reading: int, deadline: float) -> str:
    """What is said before the other end is closed or the time is over (then nothing)."""
    said = b""
    with open(reading, "rb", buffering=0) as pipe:
        while select.select([pipe], [], [], max(deadline - time.monotonic(), 0.0))[0]:
            if not (more := pipe.read(1 << 16)):
                return said.decode()
            said += more
    return ""


def _run_tests(folder: Path, tests: Sequence[str], watch: _Watch, watched: Sequence[Path], writing: int) -> NoReturn:
    """In a process of its own: run the tests of the copy, and say how they went."""
    try:
        os.setsid()
        os.chdir(folder)
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sys.path[:] = [str(folder) if os.path.realpath(entry or ".") in (str(ROOT), str(folder)) else entry
                       for entry in sys.path]  # fmt: skip
        for name in [name for name in sys.modules if name.partition(".")[0] in ("core", "tests", "tui", "puzzles")]:
            del sys.modules[name]
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        notes = coverage.Coverage(data_file=None, include=[str(folder / path) for path in watched], messages=False)
        # Noting lines takes time.  One failure tells of a change; before any change all of them are wanted.
        options = ["--timeout=240"] if watched else ["--timeout=60", "-x"]
        if watched:
            watch.notes = notes
            notes.start()
        code = pytest.main(["-q", "-p", "no:cacheprovider", *options, *tests], plugins=[watch])
        if code and not watch.failed:
            watch.failed.append("(cannot be collected)")
        lines: Coverage = {}
        if watched:
            notes.stop()
            data = notes.get_data()
            lines = {str(path): data.contexts_by_lineno(str(folder / path)) for path in watched}
        with open(writing, "w", encoding="utf-8") as pipe:
            json.dump([watch.failed, lines, watch.seconds], pipe)
    finally:
        os._exit(0)


class _Watch:
    """Within pytest: the tests that noticed something lately go first, then the quick ones; tells who runs what."""

    def __init__(self, first: list[str], seconds: dict[str, float], failing: list[str]) -> None:
        self.failed: list[str] = []
        self.seconds: dict[str, float] = {}
        self.notes: coverage.Coverage | None = None
        self._place = {name: place for place, name in enumerate(first)}
        self._before = seconds
        self._failing = set(failing)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid not in self._failing]
        items.sort(
            key=lambda item: (self._place.get(item.nodeid, len(self._place)), self._before.get(item.nodeid, 0.0)),
        )

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        if self.notes is not None:
            self.notes.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)


def _prepare() -> None:
    """Import what every run of the tests needs and no change touches."""
    for name in ("hypothesis", "numpy", "pytest_asyncio", "pytest_timeout", "textual.app", "textual.widgets"):
        importlib.import_module(name)


def chosen_changes(
    paths: Sequence[str], root: Path, sample: int, total: int, seed: int
) -> Iterator[tuple[Path, list[Mutant]]]:
    """The modules, and which of their changes are tried: so many of each at most, and so many in all."""
    randomness = random.Random(seed)
    found: list[tuple[Path, list[Mutant]]] = []
    for path in modules(paths):
        every = mutants(path, root)
        found.append((path, randomness.sample(every, sample) if sample and len(every) > sample else every))
    together = [mutant for _, every in found for mutant in every]
    kept = set(randomness.sample(together, total) if total and len(together) > total else together)
    for path, every in found:
        yield path, sorted(kept.intersection(every), key=lambda mutant: mutant.start)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("paths", nargs="+", help="modules or folders")
    parser.add_argument("--sample", type=int, default=0, help="at most so many changes a module (default: all)")
    parser.add_argument("--total", type=int, default=0, help="at most so many changes in all (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--tests", nargs="*", help="test files, in place of those of the area")
    given = parser.parse_args(arguments)
    _prepare()
    tried: dict[Path, int] = {}
    survivors: list[Mutant] = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        chosen = dict(chosen_changes(given.paths, bench.folder, given.sample, given.total, given.seed))
        for path, changes in chosen.items():
            if changes and not (given.tests or noticing_tests(path)):
                print(f"{path}: no tests: left out", flush=True)
            elif changes:
                tried[path] = len(changes)
        near = [change for path in tried for change in chosen[path]]
        survivors = _surviving(bench, near, lambda path: given.tests or noticing_tests(path, bench.folder))
        if not given.tests:
            survivors = _surviving(bench, survivors, lambda path: farther_tests(path, bench.folder), known=True)
        for mutant in survivors:
            source = (bench.folder / mutant.path).read_text(encoding="utf-8")
            before = " ".join(source[mutant.start : mutant.end].split())
            after = " ".join(mutant.text.split())
            print(f"survived: {mutant.path}:{mutant.line}: {before[:70]}  ->  {after[:70]}", flush=True)
    print(f"\n{'module':56} tried killed")
    for path, each in tried.items():
        print(f"{path!s:56} {each:5} {each - sum(mutant.path == path for mutant in survivors):6}")
    every = sum(tried.values())
    killed = every - len(survivors)
    print(f"{'together':56} {every:5} {killed:6}  ({100 * killed / max(every, 1):.0f} %)")
    return 0


def _surviving(
    bench: Bench, changes: Sequence[Mutant], tests_of: Callable[[Path], Sequence[str]], *, known: bool = False
) -> list[Mutant]:
    """Those of the changes that none of these tests of their module notices.

    ``known``: only tests that are known to run the changed line; else all of them where none is.
    """
    areas: dict[tuple[str, ...], list[Mutant]] = {}
    for mutant in changes:
        areas.setdefault(tuple(tests_of(mutant.path)), []).append(mutant)
    surviving = areas.pop((), [])
    for tests, those in areas.items():
        started = time.monotonic()
        watched = list(dict.fromkeys(mutant.path for mutant in those))
        noted = bench.note(tests, watched)
        left: list[Mutant] = []
        for mutant in those:
            running = set(noted.get(str(mutant.path), {}).get(mutant.line, []))
            # A line that runs at import, or only in a process that a test starts, concerns them all.
            within = mutant.line in _within_functions(bench.folder / mutant.path)
            trying = sorted(running) if running and all(running) and within else tests
            if (known and not running) or bench.survives(mutant, trying):
                left.append(mutant)
        surviving += left
        seconds = time.monotonic() - started
        print(f"{', '.join(map(str, watched))}: {len(those) - len(left)} of {len(those)} noticed in {seconds:.0f} s",
              flush=True)  # fmt: skip
    return surviving


@cache
def _within_functions(path: Path) -> frozenset[int]:
    """The lines that run when a function is called; all others run once, in the test that comes to import them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = (node.body for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(
        line for body in bodies for each in body for line in range(each.lineno, (each.end_lineno or each.lineno) + 1)
    )


if __name__ == "__main__":
    sys.exit(main())
