"""The mutation tool makes changes that are programs, leaves compiled functions alone, and knows its tests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.areas import farther_tests, noticing_tests, transcripts
from tests.cases import slow
from tools.mutation.__main__ import Notes, chosen_changes
from tools.mutation.bench import Told
from tools.mutation.changes import ROOT, Mutant, mutants


@pytest.mark.parametrize(
    "name",
    ["core/running/solutions.py", "core/queens/symmetry_classes.py", slow("core/running/run.py")],
)
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
    assert "tests/core/queens/test_searches.py" in noticing_tests(Path("core/queens/backtracking.py"))
    assert "tests/core/running/test_run.py" in noticing_tests(Path("core/running/run.py"))
    assert "tests/core/queens/test_searches.py" not in noticing_tests(Path("core/sudoku/bulk/bands.py"))


def test_transcripts_are_tests_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "tests/transcripts").mkdir(parents=True)
    (tmp_path / "tests/transcripts/one.txt").touch()
    assert transcripts(tmp_path) == ["tests/test_transcripts.py::test_transcript[one]"]
    assert transcripts()


def test_a_module_has_tests_farther_away_too() -> None:
    farther = farther_tests(Path("core/sudoku/bulk/bands.py"))
    assert "tests/tui/screens/sudoku/test_screen.py" in farther
    assert not set(farther) & set(noticing_tests(Path("core/sudoku/bulk/bands.py")))


def test_a_path_may_name_lines() -> None:
    every = dict(chosen_changes(["core/running/solutions.py"], ROOT, 0, 0, 1))[Path("core/running/solutions.py")]
    lines = sorted({change.line for change in every})
    ((path, some),) = chosen_changes([f"core/running/solutions.py:{lines[1]},{lines[3]}"], ROOT, 0, 0, 1)
    assert path == Path("core/running/solutions.py")
    assert {change.line for change in some} == {lines[1], lines[3]}
    assert [change for change in every if change.line in (lines[1], lines[3])] == some


SOURCE = """
from functools import cache

LIMIT = 3

def often(x):
    return max(
        x,
        LIMIT,
    )

@cache
def once():
    return LIMIT
"""


def test_of_the_tests_those_are_tried_that_run_the_changed_statement(tmp_path: Path) -> None:
    path = Path("module.py")
    (tmp_path / path).write_text(SOURCE)
    notes = Notes(tmp_path)
    lines = {4: {""}, 7: {"a", "b"}, 8: {"a"}, 14: {"c"}}
    notes.add(Told(seconds={"a": 1.0, "b": 2.0, "c": 3.0, "d": 1.0}, lines={"module.py": lines}))

    def tried(line: int) -> set[str]:
        return notes.running(Mutant(path, line, 0, 1, ""))

    assert tried(7) == tried(9) == {"a", "b"}
    # What runs once in a process concerns all that run the module, whoever came first.
    assert tried(4) == {"a", "b"}
    assert tried(14) == {"a", "b", "c"}
    notes.add(Told(failed=["b"], seconds={"b": 2.0}))
    assert tried(8) == {"a"}
    assert notes.every_test() == {"a", "c", "d"}
