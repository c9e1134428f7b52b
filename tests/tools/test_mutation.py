"""The mutation tool makes changes that are programs, leaves compiled functions alone, and knows its tests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.cases import slow
from tests.near import TRANSCRIPTS, Near
from tests.recorded import Recorded
from tools.mutation.__main__ import chosen_changes, nearest
from tools.mutation.changes import ROOT, mutants


@pytest.mark.parametrize(
    "name",
    ["core/running/_solutions.py", "core/_queens/symmetry_classes.py", slow("core/running/_run.py")],
)
def test_each_change_is_a_program_other_than_the_one_that_is_there(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")
    before = ast.dump(ast.parse(source))
    changes = mutants(Path(name))
    assert len(changes) > 10
    for change in changes:
        assert ast.dump(ast.parse(change.applied(source))) != before, change


def test_compiled_functions_are_left_alone() -> None:
    name = Path("core/_queens/backtracking.py")
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    (compiled,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "backtrack")
    assert compiled.end_lineno is not None
    inside = range(compiled.lineno, compiled.end_lineno + 1)
    assert not [change for change in mutants(name) if change.line in inside]


def test_a_path_may_name_lines() -> None:
    every = dict(chosen_changes(["core/running/_solutions.py"], ROOT, 0, 0, 1))[Path("core/running/_solutions.py")]
    lines = sorted({change.line for change in every})
    ((path, some),) = chosen_changes([f"core/running/_solutions.py:{lines[1]},{lines[3]}"], ROOT, 0, 0, 1)
    assert path == Path("core/running/_solutions.py")
    assert {change.line for change in some} == {lines[1], lines[3]}
    assert [change for change in every if change.line in (lines[1], lines[3])] == some


def test_of_the_tests_those_are_tried_that_run_the_changed_function(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "core/one.py").write_text("def f():\n    return 1\n\ndef g():\n    return 2\n")
    (tmp_path / "tests/test_one.py").write_text("def test_f():\n    f()\n\ndef test_g():\n    g()\n")
    ran = {name: frozenset([f"tests/test_one.py::test_{name}"]) for name in "fg"}
    near = Near(tmp_path, Recorded("", {"core/one.py": ran, "tests/test_one.py": {}}))
    tried = {mutant.line: nearest(mutant, near) for mutant in mutants(Path("core/one.py"), tmp_path)}
    assert tried == {2: ["tests/test_one.py::test_f", TRANSCRIPTS], 5: ["tests/test_one.py::test_g", TRANSCRIPTS]}
