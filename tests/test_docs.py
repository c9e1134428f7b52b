"""The pages of ``docs`` say what is so: their files are written, their code and their commands are run."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli.command_line import parser
from docs.build import build
from tests import ROOT

PAGE = (ROOT / "docs" / "your-own-algorithm.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The folder of the page, as if it had been installed."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    info = tmp_path / "middle_out-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: middle-out\nVersion: 1.0\n")
    points = re.search(r"\[project\.entry-points\.\"(.*?)\"\]\n(.*?)\n\n", FILES["pyproject.toml"], re.DOTALL)
    assert points is not None
    target = points[2].replace('"', "")
    (info / "entry_points.txt").write_text(f"[{points[1]}]\n{target}\n")
    return tmp_path


def run(folder: Path, *arguments: str, **environment: str) -> str:
    path = f"{folder}{os.pathsep}{ROOT}"
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=folder, check=False,
        env={**os.environ, "PYTHONPATH": path, "DANCING_QUEENS_HOME": str(folder), **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_page_from_nothing_to_a_comparison(project: Path) -> None:
    commands = [line.removeprefix("dq ") for line in PAGE.splitlines() if line.startswith("dq ")]
    assert len(commands) == 5
    out = [run(project, "-m", "core", *shlex.split(command)) for command in commands]
    assert "From the middle" in out[0]
    assert "92 solutions (A000170): agrees" in out[1]
    assert out[2].count('"schema"') == 3
    assert out[3].count("2 057") == 2
    assert "199 636         206" in out[4]
    assert "`naive` visits 199 636 nodes before its first solution, yours 206" in PAGE


def test_the_code_without_a_package(project: Path) -> None:
    (snippet,) = re.findall(r"^```python\nimport core\n.*?```", PAGE, re.DOTALL | re.MULTILINE)
    code = snippet.removeprefix("```python\n").removesuffix("```")
    for switched_off in ("0", "1"):
        count, placement = run(project, "-c", code, NUMBA_DISABLE_JIT=switched_off).split("\n", 1)
        assert count == "92"
        assert placement.count("♛") == 20


def test_start_up_stays_fast_with_the_entry_alone(project: Path) -> None:
    info = project / "middle_out-1.0.dist-info" / "entry_points.txt"
    info.write_text(info.read_text().replace("middle_out:ENTRY", "middle_out_entry:ENTRY"))
    code = "import sys, core; assert core.algorithm('queens', 'middle-out'); assert 'numpy' not in sys.modules"
    run(project, "-c", code)


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.stem)
def test_commands_of_the_pages_are_understood(page: Path) -> None:
    for line in re.findall(r"^(?:dq|python -m core) ([^#\n]+)", page.read_text("utf-8"), re.MULTILINE):
        parser().parse_args(shlex.split(line))


def test_the_documentation_is_built_with_every_public_name_and_what_the_tutorials_show(tmp_path: Path) -> None:
    pages = {page.stem: page.read_text("utf-8") for page in build(tmp_path)}
    assert {"index", "readme", "reference", "first-steps", "your-own-algorithm"} <= pages.keys()
    for room in ("core", "core.running", "core.explain", "core.compare", "core.sudoku.human"):
        for name in importlib.import_module(room).__all__:
            assert f"<code>{name}" in pages["reference"], (room, name)
    assert "(980, 15607, 92)" in pages["first-steps"]
    assert pages["first-steps"].count("<svg") == 3
    assert not [name for name, text in pages.items() if "&#x27;str&#x27;" in text]
    for name, text in pages.items():
        for target in re.findall(r'(?:href|src)="(?!https?:|#|data:)([^"#]+)', text):
            assert (tmp_path / target).exists(), (name, target)
