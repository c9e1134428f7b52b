"""The version of a count: what machines that count together must have in common, and nothing else."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core import algorithm
from core._parts.version import _version, code_version
from tests import ROOT
from tests.cases import slow

ASK = """
import sys
from core._catalog import Algorithm, Source, algorithm
from core._parts.version import code_version

dlx = algorithm("queens", "dlx")
mine = Algorithm("mine", "Mine", "queens", "Mine.", Source("Me", 2026, "Here"), "corners.search:start")
print(code_version(dlx), code_version(algorithm("sudoku", "bands")), code_version(mine))
assert "numpy" not in sys.modules
"""


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder with a copy of `core` and with a plug-in, and the versions of what is in it."""
    tmp_path = tmp_path_factory.mktemp("home")
    shutil.copytree(ROOT / "core", tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__"))
    plug_in = tmp_path / "corners"
    plug_in.mkdir()
    (plug_in / "__init__.py").touch()
    (plug_in / "search.py").write_text("from core._queens.naive import NaiveSearch\n\nfrom . import tables\n")
    (plug_in / "tables.py").write_text("SQUARES = 4\n")
    (plug_in / "advice.py").write_text("HINT = 'begin in a corner'\n")
    return tmp_path, versions(tmp_path)


def versions(home: Path) -> list[str]:
    """The versions of ``dlx`` for queens, of ``bands`` for Sudoku, and of the plug-in."""
    command = [sys.executable, "-c", ASK]
    return subprocess.run(command, cwd=home, check=True, capture_output=True, text=True).stdout.split()


@pytest.mark.parametrize(
    ("edited", "new"),
    [
        (
            ("core/sudoku/human/_hints.py", "core/_cli/queens.py", "core/_queens/left_over.py", "corners/advice.py"),
            (False, False, False),
        ),
        (("core/exact_cover/_kernels/dancing_links.py",), (True, False, False)),
        slow(("core/_queens/division.py",), (True, False, False)),
        (("core/_kernels/simd_machine.py",), (False, True, False)),
        (("core/_queens/naive.py",), (False, False, True)),
        slow(("corners/tables.py",), (False, False, True)),
        (("core/_parts/part.py",), (True, True, True)),
    ],
    ids=lambda given: given[0] if isinstance(given[0], str) else None,
)
def test_a_version_covers_what_an_algorithm_needs(
    untouched: tuple[Path, list[str]], edited: tuple[str, ...], new: tuple[bool, ...]
) -> None:
    home, before = untouched
    texts = {home / name: (home / name).read_text() for name in edited if (home / name).exists()}
    for name in edited:
        (home / name).write_text(texts.get(home / name, "") + "\nEDITED = True\n")
    try:
        after = versions(home)
    finally:
        for name in edited:
            (home / name).unlink()
        for file, text in texts.items():
            file.write_text(text)
    assert tuple(one != other for one, other in zip(before, after, strict=True)) == new


def test_a_checkout_with_other_line_ends_has_the_same_version(
    untouched: tuple[Path, list[str]], tmp_path: Path
) -> None:
    home, before = untouched
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    for file in tmp_path.glob("core/**/*.py"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert versions(tmp_path) == before


def test_threads_that_finish_parts_at_once_do_not_read_the_text_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = threading.Lock()
    met: list[bool] = []

    def imported(tree: ast.AST, package: str) -> tuple[str, ...]:
        first = inside.acquire(blocking=False)
        met.append(not first)
        time.sleep(0.001)  # long enough for another thread to come, if it can
        if first:
            inside.release()
        return ()

    monkeypatch.setattr("core._parts.version._imported", imported)
    _version.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        names = set(threads.map(code_version, [algorithm("queens", "dlx")] * 4))
    _version.cache_clear()
    assert (len(names), any(met)) == (1, False)
