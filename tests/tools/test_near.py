"""`python -m tests.near` finds the tests of an edit by the names of rooms."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests import ROOT, near
from tests.areas import BESIDE, FARTHER, PAGES, needed_tests, noticing_tests


@pytest.mark.parametrize(
    ("path", "needed", "not_needed"),
    [
        ("core/queens/bitmask.py", "tests/core/queens/test_searches.py", "tests/core/sudoku/test_solvers.py"),
        ("core/sudoku/human/fish.py", "tests/core/sudoku/test_techniques.py", "tests/core/sudoku/test_bulk.py"),
        ("core/exact_cover/formats/xcc.py", "tests/core/cli/test_cover.py", "tests/core/cli/test_queens.py"),
        ("core/running/anything.py", "tests/core/running/test_timeline.py", "tests/core/test_catalog.py"),
        ("core/catalog.py", "tests/core/test_catalog.py", "tests/core/queens/test_searches.py"),
        ("tui/screens/cover/panels.py", "tests/tui/screens/cover/test_screen.py", "tests/tui/search/test_keeping.py"),
        ("tui/screens/cover/cover.tcss", "tests/tui/screens/cover/test_screen.py", "tests/tui/test_settings.py"),
        ("README.md", "tests/test_readme.py", "tests/test_docs.py"),
        ("tests/core/parts/test_ledger.py", "tests/core/parts/test_ledger.py", "tests/core/parts/test_parts.py"),
        ("tests/core/parts/samples.py", "tests/core/parts/test_ledger.py", "tests/core/storage/test_store.py"),
        ("tests/transcripts/queens_commands.txt", "tests/test_transcripts.py", "tests/test_readme.py"),
    ],
)
def test_a_file_needs_the_tests_of_its_room(path: str, needed: str, not_needed: str) -> None:
    found = needed_tests(Path(path))
    assert needed in found
    assert not_needed not in found


def test_every_module_has_tests_and_every_place_that_is_named_exists() -> None:
    modules = [path.relative_to(ROOT) for hall in ("core", "tui") for path in (ROOT / hall).rglob("*.py")]
    assert len(modules) > 300
    assert not [path for path in modules if not noticing_tests(path)]
    for patterns in (*BESIDE.values(), *FARTHER.values(), *PAGES.values()):
        for pattern in patterns.split():
            assert list((ROOT / "tests").glob(pattern)), pattern


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


def test_the_files_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert near.main(["setup.py", "--list"]) == 0
    assert capsys.readouterr().out == "tests/test_packaging.py\n"
    assert near.main([".gitignore"]) == 0
    assert capsys.readouterr().out == "no test is near to what is changed\n"
