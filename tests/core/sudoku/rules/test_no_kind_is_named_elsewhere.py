"""What a rule means stands in its own file: nothing outside `core.sudoku.rules` names a kind."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.sudoku.rules import KINDS
from tests import ROOT
from tests.syntax import tree_of

CLASSES = {kind.__name__ for kind in KINDS.values()}
WORDS = {kind.kind for kind in KINDS.values() if "-" in kind.kind} | {"thermo", "renban", "nabner", "sandwich"}
"""Words that mean nothing else."""
HERE = ROOT / "core" / "sudoku" / "rules"
FILES = [path for room in ("core", "tui") for path in sorted((ROOT / room).rglob("*.py")) if HERE not in path.parents]


def named(path: Path) -> Iterator[str]:
    """The kinds that a file names: imported, as an attribute of a file of rules, or by their words."""
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.startswith("core.sudoku.rules"):
                yield from (alias.name for alias in names if alias.name in CLASSES)
            case ast.Attribute(attr=name, value=ast.Name(id=file)) if (
                name in CLASSES and (HERE / f"_{file.lstrip('_')}.py").exists()
            ):
                yield name
            case ast.Constant(value=str(text)) if text in WORDS:
                yield text


def test_what_names_a_kind_is_seen(tmp_path: Path) -> None:
    assert len(FILES) > 300
    assert {"Cage", "Thermometer", "Rows"} <= CLASSES
    assert "anti-knight" in set(named(HERE / "_chess.py"))
    path = tmp_path / "names.py"
    path.write_text("from core.sudoku.rules import _house\nfrom core.sudoku.rules._cage import Cage\n_house.Rows()\n")
    assert sorted(named(path)) == ["Cage", "Rows"]


@pytest.mark.parametrize("room", ["core", "tui"])
def test_nothing_outside_names_a_kind(room: str) -> None:
    found = {
        str(path.relative_to(ROOT)): sorted(set(named(path))) for path in FILES if path.is_relative_to(ROOT / room)
    }
    assert {path: names for path, names in found.items() if names} == {}
