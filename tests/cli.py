"""The command line run in this process: what tests give it, and what it answers."""

from __future__ import annotations

import io
from typing import NamedTuple

import pytest

from core._cli.command_line import main


class Answer(NamedTuple):
    """What a command ends with, and what it has written."""

    status: int
    out: str
    err: str


class Cli:
    """Runs ``dq`` with arguments and something on its standard input.

    The fixture ``cli`` makes one.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str], *first: str) -> None:
        self._capsys, self._first = capsys, first

    def under(self, *first: str) -> Cli:
        """The same for one command: ``first`` stands before all arguments."""
        return Cli(self._capsys, *self._first, *first)

    def __call__(self, *arguments: object, stdin: str | bytes = b"") -> Answer:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
            try:
                status = main([*self._first, *map(str, arguments)])
            except SystemExit as stopped:
                status = int(stopped.code or 0)
        return Answer(status, *self._capsys.readouterr())
