"""``python -m tui`` answers what it does not understand in one line, as the other command line does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from core._cli.console import command_words, invocation
from tui.__main__ import main


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["quens"], "argument screen: 'quens' is not known; did you mean queens?"),
        (["queens", "8", "--algoritm", "dlx"], "there is no option '--algoritm' here; did you mean --algorithm"),
        (["queens", "8", "9"], "unexpected argument '9'"),
        (["--goal", "frst"], "argument --goal/-g: 'frst' is not known; did you mean first?"),
        (["cover", "--from", "sdk"], "--from goes with the sudoku screen"),
        (["--port", "x"], "argument --port: invalid int value: 'x'"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith(f"python -m tui: {said}")


@pytest.mark.parametrize(
    ("program", "command"), [("dancing-queens", ["dq"]), ("python -m tui", ["python", "-m", "core"])]
)
def test_commands_are_shown_under_a_name_that_works_for_whoever_started_the_app(
    program: str, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(invocation, "program", "as it was")
    assert main(["--theme", "?"], program=program) == 0
    assert capsys.readouterr().out
    assert command_words("queens", "8") == [*command, "queens", "8"]


def test_a_list_that_nobody_reads_ends_without_a_word() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-u", "-m", "tui", "--keys"],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
