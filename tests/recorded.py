"""Which tests run which parts of the program: recorded by coverage, and kept beside this file for everybody.

As a plug-in of pytest this module tells coverage which test is running; a process that a test starts learns it from
pytest's own variable.  Parameters of tests are not told apart.
"""

from __future__ import annotations

import ast
import json
import lzma
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest

from tests.parts import HALLS, parts_of

FILE = Path(__file__).with_name("recorded.xz")

SETTINGS = """[run]
source = {source}
data_file = {folder}/data
parallel = true
context = ${{PYTEST_CURRENT_TEST-}}
patch = _exit
disable_warnings = no-data-collected, module-not-measured, module-not-imported, couldnt-parse
"""


def function_of(test: str) -> str:
    """A test without its parameters, pytest's word for its phase, and a test that it runs in a pytest of its own."""
    return test.partition("|")[0].partition("[")[0].partition(" (")[0]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """What runs from now on is this test's."""
    if measuring := coverage.Coverage.current():
        measuring.switch_context(function_of(item.nodeid))


@dataclass
class Recorded:
    """For each module the parts that are known, each with the tests that run it."""

    commit: str
    parts: dict[str, dict[str, frozenset[str]]]

    @classmethod
    def read(cls, file: Path = FILE) -> Recorded:
        """Nothing is known where there is no file."""
        if not file.exists():
            return cls("", {})
        told = json.loads(lzma.decompress(file.read_bytes()))
        tests = told["tests"]
        sets = [frozenset(name for place, name in enumerate(tests) if int(bits, 16) >> place & 1)
                for bits in told["sets"]]  # fmt: skip
        return cls(told["commit"], {path: {name: sets[place] for name, place in parts.items()}
                                    for path, parts in told["parts"].items()})  # fmt: skip

    def write(self, file: Path = FILE) -> None:
        """Into a file of some hundred kilobytes."""
        tests = sorted(self.tests())
        place = {name: 1 << number for number, name in enumerate(tests)}
        sets: dict[frozenset[str], int] = {}
        parts = {path: {name: sets.setdefault(ran, len(sets)) for name, ran in sorted(known.items())}
                 for path, known in sorted(self.parts.items())}  # fmt: skip
        bits = [f"{sum(place[name] for name in ran):x}" for ran in sets]
        told = {"commit": self.commit, "tests": tests, "sets": bits, "parts": parts}
        file.write_bytes(lzma.compress(json.dumps(told, separators=(",", ":")).encode(), preset=9))

    def tests(self) -> set[str]:
        """All tests that ran something."""
        return {name for known in self.parts.values() for ran in known.values() for name in ran}

    def renewed(self, newer: Recorded, ran: Set[str]) -> Recorded:
        """With what a newer recording says of the tests that ran in it."""

        def both(path: str, known: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
            before = self.parts.get(path, {})
            return {name: before.get(name, frozenset()) - ran | tests for name, tests in known.items()}

        return Recorded(newer.commit, {path: both(path, known) for path, known in newer.parts.items()})


def record(root: Path, arguments: Sequence[str], file: Path = FILE) -> int:
    """Run all quick tests, or those that are named, and keep what they ran.  Returns pytest's status."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = folder / "settings"
        source = ",".join(str(root / hall) for hall in HALLS)
        settings.write_text(SETTINGS.format(source=source, folder=folder), encoding="utf-8")
        status = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "tests.recorded", *arguments],
            cwd=root, env={**os.environ, "COVERAGE_PROCESS_START": str(settings), "PYTEST_CURRENT_TEST": ""},
        ).returncode  # fmt: skip
        if status not in (0, 1):
            return status
        newer = Recorded(_commit(root), _read(root, sorted(folder.glob("data*"))))
    ran = newer.tests()
    Recorded.read(file).renewed(newer, ran).write(file)
    print(f"{len(ran)} tests recorded; {file.name} has {file.stat().st_size >> 10} KiB")
    return status


def _commit(root: Path) -> str:
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, encoding="utf-8")
    return done.stdout.strip()[:12]


def _read(root: Path, files: Iterable[Path]) -> dict[str, dict[str, frozenset[str]]]:
    """The tests of each part, from what coverage has written, one file for each process."""
    owners: dict[str, dict[int, str]] = {}
    found: dict[str, dict[str, set[str]]] = {}
    for hall in HALLS:
        for path in sorted((root / hall).rglob("*.py")):
            parts = parts_of(ast.parse(path.read_text(encoding="utf-8")))
            name = path.relative_to(root).as_posix()
            owners[str(path)] = {line: part.name for part in parts.values() for line in part.lines}
            found[name] = {part.name: set() for part in parts.values() if part.lines}
    for file in files:
        data = coverage.CoverageData(str(file))
        with suppress(coverage.exceptions.DataError):  # of a process that was killed while it began the file
            data.read()
        for name in data.measured_files() & owners.keys():
            known = found[Path(name).relative_to(root).as_posix()]
            for line, contexts in data.contexts_by_lineno(name).items():
                if part := owners[name].get(line):
                    known[part].update(map(function_of, contexts))
        data.close()
    return {path: {part: frozenset(tests - {""}) for part, tests in known.items()} for path, known in found.items()}
