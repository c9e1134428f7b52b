"""ARCHITECTURE.md names only what exists, and none of the rooms is left out."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator

import pytest

from tests import ROOT
from tests.syntax import tree_of

PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))))
PICTURE = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)


def is_path(name: str) -> bool:
    return "/" in name or name.endswith((".py", ".md"))


@pytest.mark.parametrize("name", [name for name in NAMED if is_path(name)])
def test_files_and_folders_exist(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("name", [name for name in NAMED if re.fullmatch(r"(core|tui)(\.\w+)+", name)])
def test_names_exist(name: str) -> None:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            thing = getattr(thing, attribute)
        return
    pytest.fail(f"there is no {name}")


def test_nothing_else_is_named_in_backticks() -> None:
    plain = {"core", "tui", "tests", "tools", "solution()", "solutions()", "count()", "advance(budget)"}
    assert not {name for name in NAMED if not is_path(name) and not re.fullmatch(r"(core|tui)(\.\w+)+", name)} - plain


def test_the_picture_has_every_room_of_core() -> None:
    assert PICTURE is not None
    drawn: list[str] = []
    for line in PICTURE[1].splitlines():
        if found := re.match(r"( *)([a-z_]+)/", line):
            depth = len(found[1]) // 2
            drawn.append("/".join([*("" if not depth else drawn[-1]).split("/")[:depth], found[2]]))
    rooms = [path.parent.relative_to(ROOT).as_posix() for path in sorted((ROOT / "core").rglob("__init__.py"))]
    in_cli = [room for room in rooms if room.startswith("core/_cli/")]  # told in one line
    assert sorted(room for room in drawn if room.startswith("core")) == sorted(set(rooms) - set(in_cli))


def test_the_picture_has_every_room_of_tui() -> None:
    assert PICTURE is not None
    rooms = sorted(path.name for path in (ROOT / "tui").iterdir() if (path / "__init__.py").exists())
    drawn = PICTURE[1].partition(" tui/")[2].partition(" puzzles/")[0]
    assert sorted(re.findall(r"^ +([a-z_]+)/", drawn, re.MULTILINE)) == rooms


def test_no_two_public_classes_bear_the_same_name() -> None:
    homes: dict[str, list[str]] = {}
    for package in ("core", "tui"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in tree_of(path).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_no_test_module_is_a_library_for_another() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(tree_of(path))
        for name in _imported(node)
        if name.startswith("tests.") and any(part.startswith("test_") for part in name.split(".")[:-1])
    ]
    assert not users, "what two files of tests need is a module of its own"


def _imported(node: ast.AST) -> Iterator[str]:
    """Full names of modules, and of what is imported from them (a module has one more dot in the end)."""
    if isinstance(node, ast.Import):
        yield from (f"{each.name}." for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        for each in node.names:
            yield f"{node.module}.{each.name}{'.' if each.name.startswith('test_') else ''}"
