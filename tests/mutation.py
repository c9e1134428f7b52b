"""Would the tests notice?  Change the program in small ways and see whether a test fails.

    python -m tests.mutation core/run.py core/tree.py --sample 20 --seed 1
    python -m tests.mutation core tui/screens --sample 4

Works on a copy, one change at a time: a comparison turned, a sum made a
difference, a number moved by one, a condition negated, a call's result or a
statement dropped.  Functions that are compiled (`@kernel`, `@inline_kernel`)
are left alone: their inner loops have oracles of their own.  The tests of a
module are those whose names match its area (`AREAS`), and of these the ones that
run the changed line; the test that noticed the last change goes first.

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
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).resolve().parent.parent

AREAS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("core/queens/", ("tests/core/test_queens*.py",)),
    ("core/sudoku/logic/", ("tests/core/test_logic*.py", "tests/core/test_sudoku_logic*.py")),
    ("core/sudoku/", ("tests/core/test_sudoku*.py",)),
    ("core/exact_cover/", ("tests/core/test_cover*.py",)),
    ("core/compare/", ("tests/core/test_compare*.py",)),
    ("core/", ("tests/core/test_[!cqs]*.py", "tests/core/test_c[!o]*.py", "tests/core/test_queens_cli.py",
               "tests/core/test_store*.py")),
    ("tui/screens/queens/", ("tests/tui/queens/test_session*.py", "tests/tui/test_queens*session*.py")),
    ("tui/screens/sudoku/", ("tests/tui/sudoku/test_session*.py", "tests/tui/test_sudoku*session*.py")),
    ("tui/screens/cover/", ("tests/tui/cover/test_session*.py", "tests/tui/test_cover*session*.py")),
    ("tui/screens/compare/", ("tests/tui/compare/test_session*.py", "tests/tui/test_compare*session*.py")),
)  # fmt: skip
"""The start of a module's path, and the tests that should notice a change in it; the first that fits."""

Coverage = dict[int, list[str]]
"""The tests that run a line; the empty name: it runs when the module is imported."""

COMPILED = {"kernel", "inline_kernel", "intrinsic"}
LONGEST_SECONDS = 300.0

TURNED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
OPPOSITE: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*",
    ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change of one module."""

    path: Path
    """Relative to the root."""
    line: int
    start: int
    """Where in the text, in characters."""
    end: int
    text: str
    """What stands there instead."""

    def applied(self, source: str) -> str:
        """The module with the change."""
        return source[: self.start] + self.text + source[self.end :]


class _Places:
    """Turns a node's lines and byte columns into characters of the text."""

    def __init__(self, source: str) -> None:
        self._lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def _at(self, line: int, column: int) -> int:
        text = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(text)

    def of(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)


def mutants(path: Path, root: Path = ROOT) -> list[Mutant]:
    """All changes of one module below ``root``."""
    source = (root / path).read_text(encoding="utf-8")
    places = _Places(source)
    return [
        Mutant(path, node.lineno, *places.of(node), text) for node, text in _changes(ast.parse(source), source, places)
    ]


def _changes(tree: ast.AST, source: str, places: _Places) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    for node in ast.iter_child_nodes(tree):
        if _is_declaring(tree, node):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if {ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in node.decorator_list} & COMPILED:
                continue
            for statement in node.body:
                if not _is_docstring(statement):
                    yield from _of_node(statement, source, places)
                    yield from _changes(statement, source, places)
            continue
        if isinstance(node, ast.expr | ast.stmt) and not _is_docstring(node) and not _is_typing(node):
            yield from _of_node(node, source, places)
            yield from _changes(node, source, places)
        elif not isinstance(node, ast.expr | ast.stmt | ast.arguments | ast.arg):
            yield from _changes(node, source, places)


def _is_declaring(tree: ast.AST, node: ast.AST) -> bool:
    """Whether a node stands in a type or a decorator."""
    if isinstance(tree, ast.AnnAssign):
        return node is tree.annotation
    return isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef) and (
        node is tree.returns or node in tree.decorator_list
    )


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom) or (
        isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    )


def _of_node(node: ast.AST, source: str, places: _Places) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    def text(part: ast.expr) -> str:
        start, end = places.of(part)
        return source[start:end]

    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in TURNED:
            yield node, f"({text(left)} {TURNED[type(op)]} {text(right)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPPOSITE and not _is_text(left, right):
            yield node, f"({text(left)} {OPPOSITE[type(op)]} {text(right)})"
        case ast.BoolOp(op=op, values=[first, *rest]):
            word = " or " if isinstance(op, ast.And) else " and "
            yield node, "(" + word.join(text(value) for value in (first, *rest)) + ")"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({text(operand)})"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            yield test, f"(not ({text(test)}))"
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, f"{value + 1}" if value >= 0 else f"({value + 1})"
        case ast.Constant(value=float(value)):
            yield node, repr(value * 2 + 1)
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield node, "pass"
        case ast.Return(value=ast.expr() as value) if not (
            isinstance(value, ast.Constant) and value.value in (None, False)
        ):
            yield node, "return None"


def _is_text(*nodes: ast.expr) -> bool:
    return any(isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
               for node in nodes)  # fmt: skip


def noticing_tests(path: Path) -> list[str]:
    """The files with the tests that should notice a change of this module."""
    for start, patterns in AREAS:
        if path.as_posix().startswith(start):
            return sorted({str(found.relative_to(ROOT)) for pattern in patterns for found in ROOT.glob(pattern)})
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

    def noticed_by(self, tests: Sequence[str], watched: Path | None = None) -> tuple[str, Coverage]:
        """The test that fails now (empty: none does), and which tests run which lines of the watched module.

        A run without an end counts as a failure.
        """
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _run_tests(self.folder, [*tests], self._killers, watched, writing)
        os.close(writing)
        said = _read_until(reading, time.monotonic() + LONGEST_SECONDS)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        failed, lines = json.loads(said) if said else ("(no end)", {})
        if failed in self._killers:
            self._killers.remove(failed)
        if failed:
            self._killers.insert(0, failed)
        return failed, {int(line): names for line, names in lines.items()}

    def survives(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Whether no test notices the change."""
        place = self.folder / mutant.path
        source = place.read_text(encoding="utf-8")
        try:
            place.write_text(mutant.applied(source), encoding="utf-8")
            return not self.noticed_by(tests)[0]
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


def _run_tests(folder: Path, tests: list[str], killers: list[str], watched: Path | None, writing: int) -> NoReturn:
    """In a process of its own: run the tests of the copy, and say how they went."""
    watch = _Watch(killers, folder / watched if watched is not None else None)
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
        patience = "--timeout=60" if watched is None else "--timeout=240"  # noting lines takes time
        code = pytest.main(["-q", "-x", "-p", "no:cacheprovider", patience, *tests], plugins=[watch])
        if code and not watch.failed:
            watch.failed = "(cannot be collected)"
        with open(writing, "w", encoding="utf-8") as pipe:
            json.dump([watch.failed, watch.lines], pipe)
    finally:
        os._exit(0)


class _Watch:
    """Within pytest: the tests that noticed something lately go first; notes the lines that each test runs."""

    def __init__(self, first: list[str], watched: Path | None) -> None:
        self.failed = ""
        self.lines: dict[int, list[str]] = {}
        self._first = {name: place for place, name in enumerate(first)}
        self._watched = str(watched)
        self._test = ""
        if watched is not None:
            threading.settrace(self._trace)
            sys.settrace(self._trace)

    def _trace(self, frame: FrameType, event: str, _argument: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != self._watched:
            return None
        running = self.lines.setdefault(frame.f_lineno, [])
        if event == "line" and self._test not in running[-1:]:
            running.append(self._test)
        return self._trace

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._first.get(item.nodeid, len(self._first)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._test = nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def _prepare() -> None:
    """Import what every run of the tests needs and no change touches."""
    for name in ("hypothesis", "numpy", "pytest_asyncio", "pytest_timeout", "textual.app", "textual.widgets"):
        importlib.import_module(name)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("paths", nargs="+", help="modules or folders")
    parser.add_argument("--sample", type=int, default=0, help="at most so many changes a module (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--tests", nargs="*", help="test files, in place of those of the area")
    given = parser.parse_args(arguments)
    randomness = random.Random(given.seed)
    table: list[tuple[str, int, int]] = []
    _prepare()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for path in modules(given.paths):
            tests = given.tests or noticing_tests(path)
            chosen = mutants(path, bench.folder)
            if given.sample and len(chosen) > given.sample:
                chosen = sorted(randomness.sample(chosen, given.sample), key=lambda mutant: mutant.start)
            if not chosen:
                continue
            if not tests:
                print(f"{path}: no tests: left out", flush=True)
                continue
            failed, coverage = bench.noticed_by(tests, watched=path)
            if failed:
                print(f"{path}: left out, because {failed} fails as it is", flush=True)
                continue
            table.append(_try_all(bench, path, chosen, tests, coverage))
    tried, killed = sum(row[1] for row in table), sum(row[2] for row in table)
    print(f"\n{'module':56} tried killed")
    for name, each, dead in table:
        print(f"{name:56} {each:5} {dead:6}")
    print(f"{'together':56} {tried:5} {killed:6}  ({100 * killed / max(tried, 1):.0f} %)")
    return 0


def _try_all(
    bench: Bench, path: Path, chosen: Sequence[Mutant], tests: Sequence[str], coverage: Coverage
) -> tuple[str, int, int]:
    killed = 0
    started = time.monotonic()
    source = (bench.folder / path).read_text(encoding="utf-8")
    for mutant in chosen:
        running = coverage.get(mutant.line, [])
        # A line that runs at import, or only in a process that a test starts, concerns them all.
        if bench.survives(mutant, sorted(set(running)) if all(running) and running else tests):
            before = " ".join(source[mutant.start : mutant.end].split())
            after = " ".join(mutant.text.split())
            print(f"survived: {path}:{mutant.line}: {before[:70]}  ->  {after[:70]}", flush=True)
        else:
            killed += 1
    print(f"{path}: {killed} of {len(chosen)} killed in {time.monotonic() - started:.0f} s", flush=True)
    return str(path), len(chosen), killed


if __name__ == "__main__":
    sys.exit(main())
