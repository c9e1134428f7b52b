"""What is imported when: start-up loads no solver, `core` knows nothing of the app, the app solves nothing."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.syntax import tree_of

HEAVY = {"numpy", "numba"}
APP = {"textual", "tui"}


def loaded_by(code: str) -> set[str]:
    """The top-level packages in memory after this code has run in a fresh interpreter."""
    return {name.partition(".")[0] for name in modules_loaded_by(code)}


def modules_loaded_by(code: str) -> set[str]:
    report = "import sys; sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, cwd=ROOT, check=True
    )
    return set(done.stderr.split())


def as_program(package: str, *arguments: str) -> str:
    return f"""
import runpy, sys
sys.argv = [{package!r}, *{arguments!r}]
try:
    runpy.run_module({package!r}, run_name="__main__", alter_sys=True)
except SystemExit as end:
    assert not end.code, end.code
"""


@pytest.mark.parametrize("code", [
    "import core, core._catalog, core._cli.command_line, core.running._run\ncore._cli.command_line.parser()\n"
    "core._catalog.algorithms(); core.Queens(8); core.ExactCover; core.Sudoku",
    as_program("core", "--help"),
    as_program("core", "queens", "--help"),
    as_program("core", "algorithms"),
], ids=["import", "help", "help of a command", "algorithms"])  # fmt: skip
def test_core_starts_without_solvers_and_without_the_app(code: str) -> None:
    assert not loaded_by(code) & (HEAVY | APP)


def test_a_command_imports_no_module_of_the_others() -> None:
    names = modules_loaded_by(as_program("core", "queens", "4", "--algorithm", "dlx-s", "--json"))
    assert "core._cli.queens" in names
    others = ("sudoku", "compare", "cli.cover", "cli.explain", "cli.estimate", "exact_cover.entries", "explain")
    assert not [name for name in names if name.startswith(tuple(f"core.{each}" for each in others))]
    assert "http.client" not in names, "nothing is fetched"


@pytest.mark.parametrize(
    "code", ["import tui", as_program("tui", "--help"), "import tui.app"], ids=["import", "help", "app"]
)
def test_the_app_starts_without_solvers(code: str) -> None:
    assert not loaded_by(code) & HEAVY


def test_screens_are_drawn_before_numpy_is_imported() -> None:
    opened = "for entry in MODE_ENTRIES: screen_class(entry)"
    names = modules_loaded_by(f"from tui.app import MODE_ENTRIES, screen_class\n{opened}")
    assert {f"tui.screens.{screen}.screen" for screen in ("queens", "sudoku", "cover", "compare")} <= names
    assert not {name.partition(".")[0] for name in names} & HEAVY


def test_help_of_the_app_needs_no_textual() -> None:
    assert "textual" not in loaded_by(as_program("tui", "--help"))


@pytest.mark.parametrize("start", [as_program("core", "algorithms"), "import tui.__main__ as m; m.main(['--keys'])"])
def test_linear_algebra_gets_no_threads_unless_somebody_wants_them(start: str) -> None:
    name = "OPENBLAS_NUM_THREADS"
    code = f"{start}\nimport os\nprint(os.environ[{name!r}])"
    given = {key: value for key, value in os.environ.items() if key != name}
    for environment, expected in ((given, "1"), (given | {name: "3"}, "3")):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment)
        assert done.stdout.split()[-1:] == [expected], done.stderr


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in the file."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name | ast.Attribute)
            and (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) == "import_module"
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield str(node.args[0].value)


def modules(package: str) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py"))
    assert found
    return found


def test_core_knows_nothing_of_the_app() -> None:
    for path in modules("core"):
        assert not {name for name in imports(path) if name.partition(".")[0] in APP}, path


def test_the_app_holds_no_kernels() -> None:
    for path in modules("tui"):
        names = {*imports(path)}
        assert not {name for name in names if name.partition(".")[0] == "numba"}, path
        assert not {
            name for name in names if name in ("core._kernels.kernel.kernel", "core._kernels.kernel.inline_kernel")
        }, path
        assert not {name for name in names if name.startswith("core.running._kernel_search.KernelSearch")}, path
