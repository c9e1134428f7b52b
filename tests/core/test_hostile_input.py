"""Files that nobody would call puzzles, and names that would steer a terminal: a sentence each, in bounded memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import slow
from tests.cli import Cli

HUNDRED_MEGABYTES = 100 << 20
MEMORY = 1500 << 20
"""Bytes of address space, which is more than memory: some of it is never touched."""


def run(*arguments: str, said: Path | str = os.devnull) -> subprocess.CompletedProcess[str]:
    def bounded() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    with open(said, "rb") as standard_input:
        return subprocess.run(
            [sys.executable, "-m", "core", *arguments], capture_output=True, text=True, check=False,
            preexec_fn=bounded if sys.platform == "linux" else None,  # elsewhere the words alone are looked at
            stdin=standard_input,
        )  # fmt: skip


def refused(*arguments: str, said: Path | str = os.devnull) -> str:
    done = run(*arguments, said=said)
    assert done.returncode == 2, done
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.isprintable()
    return line


@pytest.mark.parametrize(("verb", "said"), [
    (("sudoku", "solve"), "large: too large, expected at most 64 MiB"),
    (("cover", "count"), "large: too large, expected at most 64 MiB"),
])  # fmt: skip
def test_a_hundred_megabytes_of_nothing(verb: tuple[str, str], said: str, tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(HUNDRED_MEGABYTES)
    assert said in refused(*verb, str(path))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
@pytest.mark.parametrize(("command", "limit"), [
    (("sudoku", "check", "-"), "line 1, column 1048577: expected lines of at most 1048576 characters"),
    (("sudoku", "count", "/dev/zero"), "expected at most 64 MiB"),
    (("queens", "--board", "/dev/zero"), "expected at most 64 MiB"),
    (("key", "import", "-"), "expected at most 4"),
    slow(("sudoku", "cases", "-"), "expected at most 64 MiB"),
    slow(("sudoku", "solve", "--from", "sdk", "-"), "expected at most 64 MiB"),
    slow(("explain", "sudoku", "/dev/zero"), "expected at most 64 MiB"),
    slow(("cover", "count", "-"), "expected at most 64 MiB"),
    slow(("key", "import", "/dev/zero"), "expected an ordinary file"),
])  # fmt: skip
def test_no_reader_waits_for_the_end_of_what_has_none(command: tuple[str, ...], limit: str) -> None:
    assert limit in refused(*command, said="/dev/zero" if command[-1] == "-" else os.devnull)


@pytest.mark.parametrize("verb", ["count", slow("rate")])
@pytest.mark.parametrize("from_file", [True, False])
def test_a_long_list_ends_at_a_line_of_more_than_a_megabyte(
    verb: str, *, from_file: bool, cli: Cli, tmp_path: Path
) -> None:
    path = tmp_path / "list.sdm"
    lines = 1000
    with path.open("wb") as file:
        file.write((b"1" * 81 + b"\n") * lines + b"x" * (3 << 20) + b"\n" + b"1" * 81)
    status, _, err = cli("sudoku", verb, path) if from_file else cli("sudoku", verb, "-", stdin=path.read_bytes())
    assert status == 2
    assert f"line {lines + 1}, column 1048577: expected lines of at most 1048576 characters" in err.splitlines()[-1]


@pytest.mark.parametrize("verb", [("sudoku", "solve"), slow(("cover", "count"))])
@pytest.mark.parametrize(("content", "said"), [
    (b"\0" * 1000, "expected a text file, found a zero byte"),
    (b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><opensudoku>&b;</opensudoku>',
     "expected no document type or entities"),
    (b"A B\n\xff\n", "expected"),
    (b"", "expected"),
])  # fmt: skip
def test_contents_that_are_no_puzzle(verb: tuple[str, str], content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "file.xml"
    path.write_bytes(content)
    if verb[0] == "cover" and content.startswith(b"<"):  # in Knuth's format that is a line of items
        assert run(*verb, str(path)).stderr == ""
    else:
        assert said in refused(*verb, str(path))


@pytest.mark.parametrize("verb", [("sudoku", "solve"), ("cover", "count"), ("queens", "--board")])
def test_names_and_links_that_steer_no_terminal(cli: Cli, verb: tuple[str, str], tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path, why in (
        (loop, "symbolic links"),
        *((tmp_path / name, "No such file") for name in ("no\nsuch", "\x1b]0;owned\x07\x1b[31m", "[red]x[/]")),
    ):
        status, out, err = cli(*verb, path)
        (line,) = err.splitlines()
        assert (status, out) == (2, "")
        assert line.isprintable()
        assert why in line


@pytest.mark.parametrize("arguments", [
    ("queens", "8\x1b]0;x\x07"), ("queens", "8", "--algorithm", "\x1b[31mx\n"), ("\x1b[2J",), ("sudoku", "\x1b[2J"),
    ("cover", "count", "x", "--form", "\x1b[2J"), ("compare", "queens", "\x1b[31m"), ("queens", "8", "--\x1b[31m"),
])  # fmt: skip
def test_arguments_that_steer_no_terminal(cli: Cli, arguments: tuple[str, ...]) -> None:
    status, _, err = cli(*arguments)
    assert status == 2
    assert err
    assert all(line.isprintable() for line in err.splitlines()), err
