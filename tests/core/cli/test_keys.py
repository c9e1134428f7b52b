"""``dq key``: a checkpoint or a ledger is continued on another machine under the key that it was signed with."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core import Goal, Queens
from core._cli.command_line import main
from core.storage import Checkpoint
from core.storage._key import KEY_FILE, KEY_VARIABLE
from tests.core.parts.samples import ENTRY, PARTS, begun_ledger

Moved = Callable[..., tuple[int, str, str]]


@pytest.fixture
def on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Moved:
    """Runs a command line as on the machine with this name."""

    def run(machine: str, *command: object, said: str = "", **variables: str) -> tuple[int, str, str]:
        with monkeypatch.context() as patched:
            patched.setenv("DANCING_QUEENS_HOME", str(tmp_path / machine))
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said.encode())))
            for name, value in variables.items():
                patched.setenv(name, value)
            status = main([str(word) for word in command])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saved on the machine ``old``."""
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path / "old"))
    search = ENTRY.start(Queens(8), Goal.COUNT)
    search.advance(100)
    Checkpoint(tmp_path / "saved", Queens(8), "bitmask", Goal.COUNT, None, ENTRY.told(ENTRY.settings({}))).save(
        search, 1.0
    )
    return tmp_path / "saved"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a named pipe")
def test_a_pipe_in_place_of_the_key_is_not_waited_for(on: Moved, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    os.mkfifo(tmp_path / "new" / KEY_FILE)
    for command in (("key", "export", "-"), ("key", "import", "-"), ("queens", 8, "--checkpoint", tmp_path / "saved")):
        status, out, err = on("new", *command, said="ab" * 32)
        assert (status, out) == (2, "")
        assert f"{KEY_FILE}: expected an ordinary file, not a pipe or a device" in err


@pytest.mark.parametrize("kind", ["checkpoint", "ledger"])
def test_a_file_goes_to_another_machine_with_its_key(kind: str, on: Moved, checkpoint: Path, tmp_path: Path) -> None:
    file = checkpoint if kind == "checkpoint" else begun_ledger(tmp_path / "ledger")
    command = "queens", 8, "-a", "bitmask", "--checkpoint", file
    before = file.read_bytes()
    status, out, err = on("new", *command)
    assert (status, out, len(err.splitlines()), file.read_bytes()) == (2, "", 1, before)
    assert f"this {kind} was not signed by " in err
    assert f"dq key export FILE there, dq key import FILE here (or set {KEY_VARIABLE})" in err
    assert on("old", "key", "export", tmp_path / "key")[0] == 0
    if sys.platform != "win32":
        assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    assert on("new", "key", "import", tmp_path / "key")[:2] == (0, "")
    status, out, err = on("new", *command)
    assert (status, "continuing from" in err, "92 solutions" in out) == (0, True, True)


def test_the_key_goes_through_a_pipe_and_through_the_environment(on: Moved, checkpoint: Path) -> None:
    _, key, _ = on("old", "key", "export", "-")
    assert (len(key), key.strip().isalnum()) == (65, True)
    explain = "explain", "queens", 8, "--checkpoint", checkpoint
    assert on("new", *explain)[0] == 2
    assert on("new", *explain, **{KEY_VARIABLE: key})[0] == 0
    assert on("new", *explain)[0] == 2
    assert on("new", "key", "import", "-", said=key)[0] == 0
    assert on("new", *explain)[0] == 0
    assert on("new", "key", "export", "-")[1] == key


def test_the_key_before_an_imported_one_is_kept(on: Moved, checkpoint: Path, tmp_path: Path) -> None:
    _, old, _ = on("old", "key", "export", "-")
    _, other, _ = on("other", "key", "export", "-")
    status, _, err = on("old", "key", "import", "-", said=other)
    assert status == 0
    (kept,) = (each for each in (tmp_path / "old").iterdir() if each.name != KEY_FILE)
    assert f"the previous key is kept in {kept}" in err
    assert on("old", "explain", "queens", 8, "--checkpoint", checkpoint)[0] == 2
    assert on("old", "key", "import", kept)[0] == 0
    assert on("old", "key", "export", "-")[1] == old
    assert on("old", "explain", "queens", 8, "--checkpoint", checkpoint)[0] == 0
    before = sorted((tmp_path / "old").iterdir())
    assert "until now" not in on("old", "key", "import", "-", said=old)[2]
    assert sorted((tmp_path / "old").iterdir()) == before
    assert (
        f"{KEY_VARIABLE} is set, and takes precedence over it"
        in on("old", "key", "import", "-", said=old, **{KEY_VARIABLE: other})[2]
    )


@pytest.mark.parametrize("said", ["", "xyz", "ab" * 31, "ab" * 33, "é" * 64])
def test_what_is_no_key_is_not_imported(said: str, on: Moved, checkpoint: Path, tmp_path: Path) -> None:
    before = (tmp_path / "old" / KEY_FILE).read_bytes()
    status, out, err = on("old", "key", "import", "-", said=said)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "standard input: expected a key of 64 hexadecimal digits" in err
    (tmp_path / "text").write_text(said)
    assert f"{tmp_path / 'text'}: expected a key" in on("old", "key", "import", tmp_path / "text")[2]
    if said:
        status, out, err = on("old", "queens", 8, "-a", "dlx", "--checkpoint", checkpoint, **{KEY_VARIABLE: said})
        assert (status, out, f"{KEY_VARIABLE}: expected a key" in err) == (2, "", True)
    assert (tmp_path / "old" / KEY_FILE).read_bytes() == before


def test_files_that_cannot_be_read_or_written_are_named(on: Moved, tmp_path: Path) -> None:
    for command in (("import", tmp_path / "none"), ("import", tmp_path), ("export", tmp_path / "no" / "key"),
                    ("export", tmp_path)):  # fmt: skip
        status, out, err = on("old", "key", *command)
        assert (status, out, len(err.splitlines()), str(command[1].parent) in err) == (2, "", 1, True)
    (tmp_path / "old" / KEY_FILE).write_bytes(b"short")
    status, _, err = on("old", "key", "export", "-")
    assert (status, f"{KEY_FILE} is damaged: expected 32 bytes" in err) == (2, True)


def test_a_ledger_is_added_to_under_its_key_only(on: Moved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path / "old"))
    ledger = begun_ledger(tmp_path / "ledger", PARTS[0])
    before = ledger.read_bytes()
    for more in ((), ("--threads", 2), ("--processes", 1)):
        assert on("new", "queens", 8, "-a", "bitmask", "--checkpoint", ledger, *more)[0] == 2
    assert ledger.read_bytes() == before


def test_ledgers_of_two_machines_are_put_together_under_one_key(on: Moved, tmp_path: Path) -> None:
    first, second, whole, key = (tmp_path / name for name in ("first", "second", "whole", "key"))
    count = "queens", 8, "-a", "bitmask", "--part"
    assert on("one", *count, "1-2/6", "--ledger", first)[0] == 0
    assert "was not signed by the key" in on("two", "ledger", "show", first)[2]
    assert on("one", "key", "export", key)[0] == on("two", "key", "import", key)[0] == 0
    assert on("two", *count, "3-6/6", "--ledger", second)[0] == 0
    status, out, _ = on("one", "ledger", "merge", whole, first, second)
    assert status == 0
    assert "92 (A000170): agrees" in out
    assert on("two", "ledger", "verify", whole, "--again", 2)[1] == "2 parts of 6 counted again: all agree\n"
