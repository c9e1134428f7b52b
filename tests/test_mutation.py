"""The mutation tool makes changes that are programs, leaves compiled functions alone, and knows its tests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants import ROOT, mutants
from tests.mutation_areas import farther_tests, noticing_tests, transcripts


@pytest.mark.parametrize("name", ["core/steering.py", "core/run.py", "core/queens/symmetry.py"])
def test_each_change_is_a_program_other_than_the_one_that_is_there(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")
    before = ast.dump(ast.parse(source))
    changes = mutants(Path(name))
    assert len(changes) > 10
    for change in changes:
        assert ast.dump(ast.parse(change.applied(source))) != before, change


def test_compiled_functions_are_left_alone() -> None:
    name = Path("core/queens/backtracking.py")
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    (compiled,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "backtrack")
    assert compiled.end_lineno is not None
    inside = range(compiled.lineno, compiled.end_lineno + 1)
    assert not [change for change in mutants(name) if change.line in inside]


def test_a_module_has_the_tests_of_its_area() -> None:
    assert "tests/core/test_queens_searches.py" in noticing_tests(Path("core/queens/backtracking.py"))
    assert "tests/test_transcripts.py::test_transcript[queens_counts]" in transcripts()
    assert "tests/core/test_run.py" in noticing_tests(Path("core/run.py"))
    assert "tests/core/test_queens_searches.py" not in noticing_tests(Path("core/sudoku/bands.py"))


def test_a_module_has_tests_farther_away_too() -> None:
    farther = farther_tests(Path("core/sudoku/bands.py"))
    assert "tests/tui/test_sudoku_screen.py" in farther
    assert not set(farther) & set(noticing_tests(Path("core/sudoku/bands.py")))
