"""What the transcripts say is what comes out (`tests.transcript`)."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.transcript import (
    FOLDER,
    PYTHON,
    WIDTH,
    Session,
    Step,
    every_run_the_same,
    folded,
    played,
    read,
    steady,
    written,
)

LONGEST_STEP = 40


@pytest.mark.usefixtures("short_samples", "without_time_limits")
@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_transcript(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config) -> None:
    path = FOLDER / f"{name}.txt"
    parts = read(path.read_text(encoding="utf-8"))
    expected = written(parts)
    monkeypatch.chdir(tmp_path)
    with every_run_the_same(monkeypatch):
        found = written(played(parts))
    if pytestconfig.getoption("--update-transcripts"):
        path.write_text(found, encoding="utf-8")
        return
    changes = difflib.unified_diff(
        expected.splitlines(), found.splitlines(), f"{path.name}, as it is written", "as it comes out", lineterm="", n=2
    )
    assert expected == found, "\n".join(["", *changes])


def _amiss(text: str) -> Iterator[str]:
    """What makes of a transcript something that nobody would read, or could type."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > WIDTH:
            yield f"line {number} is longer than {WIDTH} characters"
    for step in read(text):
        if not isinstance(step, Step):
            continue
        if len(step.lines) + len(step.said) > LONGEST_STEP:
            yield f"{step.lines[0]!r} is longer than {LONGEST_STEP} lines"
        if step.python:
            for name in _names("\n".join(line[len(PYTHON) :] for line in step.lines)):
                parts = name.split(".")
                if parts[0] in ("tests", "tui") or any(_is_private(part) for part in parts):
                    yield f"{step.lines[0]!r} uses {name}"


def _names(source: str) -> Iterator[str]:
    """The names that a piece of Python takes from elsewhere: modules, what is imported from them, attributes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id


def _is_private(name: str) -> bool:
    return len(name) > 1 and name.startswith("_") and not name.endswith("__")


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_a_transcript_is_short_and_says_what_a_person_could_type(name: str) -> None:
    found = list(_amiss((FOLDER / f"{name}.txt").read_text(encoding="utf-8")))
    assert not found, "\n".join([name, *found])


def test_what_is_amiss_in_a_transcript_is_found() -> None:
    assert list(_amiss("Prose.\n\n  >>> import core\n  >>> [_ for _ in 'a']\n  ['a']\n")) == []
    assert list(_amiss("x" * 121)) == ["line 1 is longer than 120 characters"]
    assert list(_amiss("  $ dq\n" + "  x\n" * 39)) == []
    assert list(_amiss("  $ dq\n" + "  x\n" * 40)) == ["'$ dq' is longer than 40 lines"]
    assert list(_amiss("  >>> from core.running._run import _x\n  >>> a._b\n")) == [
        "'>>> from core.running._run import _x' uses core.running._run._x",
        "'>>> a._b' uses _b",
    ]
    assert list(_amiss("  >>> from tests import dumps\n")) == ["'>>> from tests import dumps' uses tests.dumps"]


def test_a_step_says_its_streams_its_ends_and_its_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session()

    def said(*lines: str) -> list[str]:
        return session.run(Step(list(lines)))

    assert said("$ cat > a.txt <<.", "> one ", "> ", "> two", "> .") == []
    assert said("$ cat a.txt") == ["one ¶", "¶", "two"]
    assert said("$ cat < a.txt | cat | cat > b.txt") == []
    assert (tmp_path / "b.txt").read_text() == "one \n\ntwo\n"
    assert said("$ cat a.txt | lines") == ["3"]
    assert said("$ cat a.txt | sample 2") == ["3 lines", "1: one", "3: two"]
    assert said("$ cat a.txt | head 1") == ["one ¶"]
    assert said("$ cat a.txt | tail 2 | grep w") == ["two"]
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
    assert list(folded("x" * 118)) == ["x" * 118]
    assert list(folded("x" * 119)) == ["x" * 118, "↪x"]
    words = "1234 678 " * 20
    assert list(folded(words)) == [words[:116], f"↪{words[116:]}"]
    with pytest.raises(ValueError, match="follows no command"):
        read("Prose.\n  output\n")
