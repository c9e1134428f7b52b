"""`python -m tests.near` finds the tests of an edit by what they were seen to run, and by who mentions whom."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests import ROOT, near
from tests.near import TRANSCRIPTS, Near
from tests.parts import Sources
from tests.recorded import Recorded, record

PROJECT = {
    "core/__init__.py": "",
    "core/one.py": (
        "from functools import cache\n\nLIMIT = 3\nTABLE = [LIMIT]\n\n\n"
        "def plain(x):\n    return x\n\n\ndef limited(x):\n    return min(x, LIMIT)\n\n\n"
        "@kernel\ndef fast(x):\n    return x\n\n\nclass Search:\n    KEYS = 'ab'\n\n"
        "    def go(self):\n        return plain(1)\n"
    ),
    "core/two.py": "from core.one import TABLE, fast\n\n\ndef far():\n    return TABLE, fast(1), 'two.csv'\n",
    "core/two.csv": "",
    "tests/test_one.py": (
        "import subprocess, sys\nimport pytest\nfrom core.one import *\n\n\n"
        "@pytest.mark.parametrize('x', [1, 2])\ndef test_plain(x):\n    assert plain(x) == x\n\n\n"
        "def test_limited():\n    assert limited(5) == 3\n\n\n"
        "def test_go():\n    subprocess.run([sys.executable, '-c', "
        "'from core.one import Search; Search().go()'], check=True)\n"
    ),
    "tests/test_two.py": "from core import two\n\n\ndef test_far():\n    assert two.far\n    two.far()\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def needed_by(project: Path, recorded: Recorded, path: str, old: str, new: str) -> set[str]:
    """The tests that an edit needs, by their last names; the transcripts are always among them."""
    before = (project / path).read_text()
    assert old in before
    (project / path).write_text(before.replace(old, new))
    found = Near(project, recorded).tests([(path, before)])
    found.remove(TRANSCRIPTS)
    return {name.rpartition("::test_")[2] for name in found}


ONE, TWO = "tests/test_one.py::test_", "tests/test_two.py::test_"
RECORDED = Recorded("", {
    "core/one.py": {
        "plain": frozenset([f"{ONE}plain", f"{ONE}go"]), "limited": frozenset([f"{ONE}limited"]), "fast": frozenset(),
        "Search.go": frozenset([f"{ONE}go"]),
    },
    "core/two.py": {"far": frozenset([f"{TWO}far"])},
    "tests/test_one.py": {f"test_{name}": frozenset([f"{ONE}{name}"]) for name in ("plain", "limited", "go")},
    "tests/test_two.py": {"test_far": frozenset([f"{TWO}far"])},
})  # fmt: skip


@pytest.mark.parametrize(
    ("path", "old", "new", "needed"),
    [
        pytest.param("core/one.py", "plain(x):", "plain(y):", {"plain", "go"}, id="function"),
        pytest.param("core/one.py", "LIMIT = 3", "LIMIT = 4", {"limited", "far"}, id="constant, by a table too"),
        pytest.param("core/one.py", "fast(x):", "fast(y):", {"far"}, id="kernel"),
        pytest.param("core/one.py", "'ab'", "'abc'", {"go"}, id="class"),
        pytest.param("core/one.py", "LIMIT = 3", "LIMIT = 3  # a comment", set(), id="comment"),
        pytest.param("core/one.py", "plain(1)\n", "plain(1)\n\n\ndef new(): 1", {"plain", "go", "limited"}, id="new"),
        pytest.param("core/two.csv", "", "1", {"far"}, id="data"),
        pytest.param("tests/test_two.py", "two.far()", "two.far()\n\n\ndef test_fresh(): 1", {"fresh"}, id="test"),
    ],
)  # fmt: skip
def test_an_edit_needs_the_tests_of_what_it_changes(
    project: Path, path: str, old: str, new: str, needed: set[str]
) -> None:
    assert needed_by(project, RECORDED, path, old, new) == needed


def test_a_test_that_is_not_recorded_runs_with_the_modules_that_it_imports(project: Path) -> None:
    (project / "tests/test_three.py").write_text("from core import two\n\n\ndef test_fresh():\n    two.far()\n")
    assert needed_by(project, RECORDED, "core/two.py", "fast(1)", "fast(2)") == {"far", "fresh"}


def test_a_module_that_cannot_be_read_needs_all_its_tests(project: Path) -> None:
    assert needed_by(project, RECORDED, "core/one.py", "return x", "return (") >= {"plain", "go", "limited", "far"}


def test_tests_and_the_processes_that_they_start_are_recorded(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "core/one.py").write_text(PROJECT["core/one.py"].replace("@kernel", "@cache"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    file = project / "recorded.xz"
    assert record(project, ["-p", "no:cacheprovider", "-n", "0"], file) == 0
    found = Recorded.read(file)
    assert found.parts["core/one.py"]["plain"] == {f"{ONE}plain", f"{ONE}go"}
    assert found.parts["core/one.py"]["limited"] == {f"{ONE}limited"}
    assert found.parts["core/two.py"]["far"] == {f"{TWO}far"}
    # Of some tests alone: what is known of the others stays.
    (project / "tests/test_two.py").write_text("def test_far():\n    pass\n")
    assert record(project, ["-p", "no:cacheprovider", "-n", "0", "tests/test_two.py"], file) == 0
    found = Recorded.read(file)
    assert found.parts["core/one.py"]["limited"] == {f"{ONE}limited"}
    assert found.parts["core/two.py"]["far"] == set()


def test_the_recording_knows_the_program() -> None:
    """Who sees this fail renews it: ``python -m tests.near --record``."""
    known = {(path, name) for path, parts in Recorded.read().parts.items() for name in parts}
    functions = {
        (path, name)
        for path, text in Sources(ROOT).texts.items()
        if path.startswith(("core/", "tui/"))
        for name in re.findall(r"^(?:async )?def (\w+)", text, re.MULTILINE)
    }
    assert len(functions - known) < len(functions) / 10
    tests = {
        f"{file.relative_to(ROOT).as_posix()}::{name}"
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(tests - Recorded.read().tests()) < len(tests) / 5


def test_what_is_changed_and_what_is_new(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = "-c", "user.name=a", "-c", "user.email=a@b"
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)

    git("init", "-q")
    for name in ("same", "edited", "gone", ".gitignore"):
        (tmp_path / name).write_text("ignored\n")
    git("add", "-A")
    git("commit", "-q", "-m", "all")
    (tmp_path / "edited").write_text("2")
    (tmp_path / "gone").unlink()
    (tmp_path / "staged").write_text("")
    git("add", "staged")
    (tmp_path / "ignored").write_text("")
    (tmp_path / "neu ö").write_text("")
    assert near.changed("HEAD", tmp_path) == [Path("edited"), Path("gone"), Path("neu ö"), Path("staged")]


def test_the_tests_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert near.main(["docs/how-sure.md", "--list"]) == 0
    assert "tests/test_docs.py" in capsys.readouterr().out
