"""Arrows between the rooms of `core` point one way: each room uses those below it, and none above.

An import counts wherever it stands, in a function and for type checkers too, and so does a string that names a module
and is imported later.  What must call upward is given a value or a function.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT
from tests.syntax import tree_of

SERVING = {"storage", "_kernels", "running", "explain", "_parts", "_estimates", "_drawing"}
FAMILIES = {"_queens", "exact_cover", "sudoku"}
MAY_USE: dict[str, set[str]] = {
    "storage": set(),
    "_kernels": {"storage"},
    "running": {"storage", "_kernels"},
    "explain": {"storage", "_kernels", "running"},
    "_parts": {"storage", "_kernels", "running"},
    "_estimates": {"_kernels", "running", "_parts"},  # families hand in how they are probed
    "_drawing": {"running", "explain"},  # families hand in what is drawn of them
    "exact_cover": SERVING,
    "_queens": SERVING | {"exact_cover"},  # both are reduced to exact cover
    "sudoku": SERVING | {"exact_cover"},
    "compare": SERVING | FAMILIES,
    "_cli": SERVING | FAMILIES | {"compare"},
}
"""What each room may use, itself and the hall apart."""
HALL: dict[str, set[str]] = {
    "__main__": {"_cli", "_kernels"},  # the command line, and how its process ends
    "_solving": {"running"},  # the public face: it drives what was asked for
}
"""The files of the hall that use a room; the others are the vocabulary and use none."""
NAMED_BY_THE_HALL: dict[str, set[str]] = {
    "__init__": {"_queens", "exact_cover", "sudoku", "running", "storage"},  # the public names
    "_catalog": FAMILIES | {"_parts"},  # the families, and what starts a count on several threads
}
"""The rooms that a file of the hall only names, in strings (`core` imports its own for type checkers too)."""
MODULE = re.compile(r"core(?:\.\w+)+(?::\w+)?")


def arrows(core: Path) -> Iterator[tuple[str, str, str, bool]]:
    """The place of every arrow, the room (or file of the hall) it comes from, the room used, and if it is a string."""
    rooms = {path.parent.name for path in core.glob("*/__init__.py")}
    for path in sorted(core.rglob("*.py")):
        within = path.relative_to(core)
        here = within.parts[0] if len(within.parts) > 1 else path.stem
        for node in ast.walk(tree_of(path)):
            for name in modules(node, within.parts[:-1]):
                room = name.split(".")[1]
                if room in rooms and room != here:
                    yield f"{within}:{node.lineno}", here, room, isinstance(node, ast.Constant)  # type: ignore[attr-defined]


def modules(node: ast.AST, package: tuple[str, ...]) -> Iterator[str]:
    """The modules of `core` that a statement imports or a string names, perhaps with a name from them."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.startswith("core."))
    elif isinstance(node, ast.ImportFrom):
        above = ["core", *package][: len(package) + 2 - node.level] if node.level else []
        base = ".".join([*above, *filter(None, [node.module])])
        if f"{base}.".startswith("core."):
            yield from (f"{base}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and MODULE.fullmatch(node.value):
        yield node.value.partition(":")[0]


def wrong(core: Path) -> list[str]:
    """The arrows that the tables do not allow."""
    return [
        f"{place}: {here} uses {room}"
        for place, here, room, by_name in arrows(core)
        if room not in MAY_USE.get(here, set()) | HALL.get(here, set())
        and not ((by_name or here == "__init__") and room in NAMED_BY_THE_HALL.get(here, set()))
    ]


def test_rooms_use_only_those_below_them() -> None:
    assert wrong(ROOT / "core") == []


def test_every_room_has_its_line_and_stands_above_those_that_it_may_use() -> None:
    assert set(MAY_USE) == {path.parent.name for path in (ROOT / "core").glob("*/__init__.py")}
    order = list(MAY_USE)
    assert [room for room, below in MAY_USE.items() if not below <= set(order[: order.index(room)])] == []


def test_the_hall_has_no_leave_that_it_does_not_take() -> None:
    taken = {(here, room) for _, here, room, _ in arrows(ROOT / "core")}
    given = {(here, room) for leave in (HALL, NAMED_BY_THE_HALL) for here, rooms in leave.items() for room in rooms}
    assert given - taken == set()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("explain/words.py", "def f():\n    from core.sudoku._grid import Grid\n"),
        ("explain/words.py", "if TYPE_CHECKING:\n    import core.sudoku._grid\n"),
        ("explain/words.py", "from core import sudoku\n"),
        ("explain/words.py", "from ..sudoku.grid import Grid\n"),
        ("explain/deep/words.py", "from ... import sudoku\n"),
        ("explain/__init__.py", "from ..sudoku import grid\n"),
        ("explain/words.py", "HOMES = {'a': 'core.sudoku._grid:Grid'}\n"),
        ("explain/words.py", "importlib.import_module('core.sudoku')\n"),
        ("_estimates/probes.py", "def f():\n    from core.sudoku._grid import Grid\n"),
        ("_drawing/node.py", "HANDED_IN = 'core.sudoku._picture:at_node'\n"),
        ("_reasons.py", "from core.sudoku import grid\n"),
        ("_catalog.py", "from core.sudoku import grid\n"),
    ],
)
def test_wrong_arrows_are_found(tmp_path: Path, file: str, text: str) -> None:
    for room in ("explain/deep", "explain", "running", "_estimates", "_drawing", "sudoku"):
        (tmp_path / room).mkdir(parents=True, exist_ok=True)
        (tmp_path / room / "__init__.py").touch()
    (tmp_path / "explain" / "model.py").write_text('"""As `core.sudoku._grid` does."""\nfrom core.running import run\n')
    (tmp_path / "_catalog.py").write_text("NAMES = ['core.sudoku._grid:Grid']\n")
    assert wrong(tmp_path) == []
    (tmp_path / file).write_text(text)
    here = Path(file).parts[0].removesuffix(".py")
    assert [found.partition(": ")[2] for found in wrong(tmp_path)] == [f"{here} uses sudoku"]
