"""What the transcripts say is what comes out (`tests.transcript`)."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.transcript import FOLDER, Session, Step, every_run_the_same, played, read, steady, written


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_transcript(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config) -> None:
    path = FOLDER / f"{name}.txt"
    expected = path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with every_run_the_same(monkeypatch):
        found = written(played(read(expected)))
    if pytestconfig.getoption("--update-transcripts"):
        path.write_text(found, encoding="utf-8")
        return
    changes = difflib.unified_diff(
        expected.splitlines(), found.splitlines(), f"{path.name}, as it is written", "as it comes out", lineterm="", n=2
    )
    assert expected == found, "\n".join(["", *changes])


def test_a_step_says_its_streams_its_ends_and_its_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session()

    def said(*lines: str) -> list[str]:
        return session.run(Step(list(lines)))

    assert said("$ cat > a.txt <<.", "> one ", "> ", "> two", "> .") == []
    assert said("$ cat a.txt") == ["one ¶", "¶", "two"]
    assert said("$ cat < a.txt | cat | cat > b.txt") == []
    assert (tmp_path / "b.txt").read_text() == "one \n\ntwo\n"
    assert said("$ dq queens 0") == ["! dq: N must be a whole number from 1 to 100 000 000, not 0", "[2]"]
    assert said("$ dq --version") == ["dancing-queens …"]
    assert said(">>> n = 3") == []
    assert said(">>> for i in range(n):", "...     i") == ["0", "1", "2"]
    assert said(r">>> print('\x1b[1m', end='')") == ["\\x1b[1m⌁"]
    assert said(">>> 1 / 0") == ["! ZeroDivisionError: division by zero"]
    assert said(">>> '12.4 ms'") == ["'12.4 ms'"]


def test_only_what_changes_from_run_to_run_is_left_out() -> None:
    said = '12.4 ms, 730 µs, 1.55 s but 30 s and 7; 1 234 nodes/s; 1.31 M/s, {"solve_seconds": 0.5e-3}'
    assert steady(said) == '…, …, … but 30 s and 7; … nodes/s; …/s, {"solve_seconds": …}'


def test_a_transcript_is_written_as_it_was_read() -> None:
    text = "Prose.\n\n  $ cat <<.\n  > x\n  > .\n  x\n  > not a part of the command\n  [1]\n  >>> 1\n  1\n\nMore.\n"
    assert written(read(text)) == text
    with pytest.raises(ValueError, match="follows no command"):
        read("Prose.\n  output\n")
