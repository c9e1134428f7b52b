"""Rows of what is too long to stand in a test are kept beside it, and written anew when asked for (`tests.rows`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.rows import sample

TEST = """
import pytest

@pytest.mark.parametrize("last", [3, {last}])
def test_it(last, rows):
    rows(range(last), "numbers", most=3)
"""


def pytest_says(folder: Path, last: int, *words: str) -> str:
    (folder / "test_a.py").write_text(TEST.format(last=last), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.rows", "-p", "no:cacheprovider", "-q"]
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    found = subprocess.run(
        [*command, "--rootdir", str(folder), "-c", str(folder / "pytest.ini"), *words, str(folder / "test_a.py")],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    return found.stdout


def test_few_lines_are_shown_whole_and_many_by_their_numbers() -> None:
    assert sample(["a ", "b\nc"]) == ["a", "b ⏎ c"]
    assert sample("abcdefg", 3) == ["7 lines", "1: a", "4: d", "7: g"]
    assert sample(["x" * 200]) == [f"{'x' * 60} …104… {'x' * 36}"]
    assert sample([]) == []


def test_rows_are_written_when_asked_for_and_compared_otherwise(tmp_path: Path) -> None:
    kept = tmp_path / "test_a.txt"
    assert "2 failed" in pytest_says(tmp_path, 8)
    assert not kept.exists()
    assert "2 passed" in pytest_says(tmp_path, 8, "--update-transcripts")
    assert kept.read_text(encoding="utf-8").splitlines() == [
        "test_it[3] » numbers", "  0", "  1", "  2", "test_it[8] » numbers", "  8 lines", "  1: 0", "  5: 4", "  8: 7",
    ]  # fmt: skip
    assert "2 passed" in pytest_says(tmp_path, 8)
    kept.write_text(kept.read_text(encoding="utf-8").replace("5: 4", "5: 5"), encoding="utf-8")
    said = pytest_says(tmp_path, 8)
    assert "1 failed, 1 passed" in said
    assert "-5: 5" in said
    assert "+5: 4" in said


def test_rows_that_no_test_shows_any_more_are_noticed_and_go(tmp_path: Path) -> None:
    pytest_says(tmp_path, 8, "--update-transcripts")
    assert "test_a.txt has rows that no test shows" in pytest_says(tmp_path, 9, "-k", "3")
    assert "1 passed" in pytest_says(tmp_path, 9, "--update-transcripts", "-k", "3")
    assert (tmp_path / "test_a.txt").read_text(encoding="utf-8").startswith("test_it[3]")
    assert "[8]" not in (tmp_path / "test_a.txt").read_text(encoding="utf-8")
