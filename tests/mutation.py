"""Would the tests notice?  Change the program in small ways and see whether a test fails.

    python -m tests.mutation core/run.py core/tree.py --sample 20 --seed 1
    python -m tests.mutation core tui/screens --sample 4

Works on a copy, one change at a time: a comparison turned, a sum made a
difference, a number moved by one, a condition negated, a call's result or a
statement dropped.  Functions that are compiled (`@kernel`, `@inline_kernel`)
are left alone: their inner loops have oracles of their own.  The tests of a
module are those whose names match its area (`AREAS`).

Prints every survivor with its place, then a table: module, killed of tried.
A survivor is a place to look, not a verdict: some changes change nothing.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

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


def mutants(path: Path) -> list[Mutant]:
    """All changes of one module."""
    source = (ROOT / path).read_text(encoding="utf-8")
    places = _Places(source)
    return [
        Mutant(path, node.lineno, *places.of(node), text) for node, text in _changes(ast.parse(source), source, places)
    ]


def _changes(tree: ast.AST, source: str, places: _Places) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    for node in ast.iter_child_nodes(tree):
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
        case ast.Return(value=ast.expr()):
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
    """A copy of the project in which one change at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        shutil.copytree(
            ROOT, self.folder, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", ".*_cache")
        )
        if (shared := ROOT.parent / "shared").exists():
            (folder / "shared").symlink_to(shared)

    def passes(self, tests: Sequence[str]) -> bool:
        """Whether these tests pass now.  A run without an end counts as a failure."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--timeout=60", *tests]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "HYPOTHESIS_MAX_EXAMPLES": "20"}
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=environment, capture_output=True, timeout=LONGEST_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def survives(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Whether no test notices the change."""
        place = self.folder / mutant.path
        source = place.read_text(encoding="utf-8")
        try:
            place.write_text(mutant.applied(source), encoding="utf-8")
            return self.passes(tests)
        finally:
            place.write_text(source, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("paths", nargs="+", help="modules or folders")
    parser.add_argument("--sample", type=int, default=0, help="at most so many changes a module (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--tests", nargs="*", help="test files, in place of those of the area")
    given = parser.parse_args(arguments)
    randomness = random.Random(given.seed)
    table: list[tuple[str, int, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for path in modules(given.paths):
            tests = given.tests or noticing_tests(path)
            chosen = mutants(path)
            if given.sample and len(chosen) > given.sample:
                chosen = sorted(randomness.sample(chosen, given.sample), key=lambda mutant: mutant.start)
            if not chosen:
                continue
            if not tests or not bench.passes(tests):
                print(f"{path}: {'its tests fail as it is' if tests else 'no tests'}: left out", flush=True)
                continue
            table.append(_try_all(bench, path, chosen, tests))
    tried, killed = sum(row[1] for row in table), sum(row[2] for row in table)
    print(f"\n{'module':56} tried killed")
    for name, each, dead in table:
        print(f"{name:56} {each:5} {dead:6}")
    print(f"{'together':56} {tried:5} {killed:6}  ({100 * killed / max(tried, 1):.0f} %)")
    return 0


def _try_all(bench: Bench, path: Path, chosen: Sequence[Mutant], tests: Sequence[str]) -> tuple[str, int, int]:
    killed = 0
    started = time.monotonic()
    source = (ROOT / path).read_text(encoding="utf-8")
    for mutant in chosen:
        if bench.survives(mutant, tests):
            before = " ".join(source[mutant.start : mutant.end].split())
            after = " ".join(mutant.text.split())
            print(f"survived: {path}:{mutant.line}: {before[:70]}  ->  {after[:70]}", flush=True)
        else:
            killed += 1
    print(f"{path}: {killed} of {len(chosen)} killed in {time.monotonic() - started:.0f} s", flush=True)
    return str(path), len(chosen), killed


if __name__ == "__main__":
    sys.exit(main())
