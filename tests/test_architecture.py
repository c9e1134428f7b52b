"""ARCHITECTURE.md names only what exists, and none of the rooms is left out."""

from __future__ import annotations

import importlib
import re

import pytest

from tests import ROOT

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
    plain = {"core", "tui", "tests", "solution()", "solutions()", "count()", "advance(budget)"}
    assert not {name for name in NAMED if not is_path(name) and not re.fullmatch(r"(core|tui)(\.\w+)+", name)} - plain


def test_the_picture_has_the_rooms_of_core() -> None:
    assert PICTURE is not None
    for word in re.findall(r"[a-z_]+/", PICTURE[1]):
        assert (ROOT / word).is_dir() or (ROOT / "core" / word).is_dir(), word
    for folder in (ROOT / "core").iterdir():
        if (folder / "__init__.py").exists():
            assert f"{folder.name}/" in PICTURE[1]
    for modules in re.findall(r"│  ((?:[a-z]+, )*[a-z]+)(?:, explain/)?  ", PICTURE[1]):
        for module in modules.split(", "):
            assert (ROOT / "core" / f"{module}.py").exists(), module
