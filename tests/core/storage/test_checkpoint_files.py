"""Checkpoints are input: whatever a file holds, it is taken up as it was written, or refused in a sentence."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import random
import stat
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import Algorithm, Goal, KernelSearch, Problem, Queens, Search, Status, Sudoku, algorithm, algorithms
from core._cli.command_line import main
from core.exact_cover._gallery import instance
from core.running import LEVEL
from core.running._kernel_search import NODES, SOLUTIONS
from core.storage import Checkpoint, CheckpointError
from core.storage import _seal as sealed
from core.storage._files import write_whole
from core.storage._key import KEY_FILE, KEY_VARIABLE, SigningKey, own_key


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(folder))
    return folder


def begun(entry: Algorithm, problem: Problem, goal: Goal, steps: int) -> Search:
    search = entry.start(problem, goal)
    search.advance(steps)
    return search


def saved(path: Path) -> Checkpoint:
    """A checkpoint of 9 queens by backtracking, 100 nodes in."""
    found = Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {})
    found.save(begun(next(e for e in algorithms("queens") if e.key == "backtracking"), Queens(9), Goal.COUNT, 100), 1.5)
    return found


STRANGER = SigningKey(bytes(32), "another machine")


SAMPLES: dict[str, Problem] = {
    "queens": Queens(7),
    "sudoku": Sudoku.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    "cover": instance("langford-7").puzzle().problem,
}


@pytest.mark.parametrize("entry", algorithms(), ids=lambda entry: f"{entry.problem}-{entry.key}")
def test_every_search_comes_back_from_its_file(entry: Algorithm, tmp_path: Path, home: Path) -> None:
    problem = SAMPLES[entry.problem]
    if entry.obstacle(problem, entry.goals[0]) is not None:
        pytest.skip("takes other problems")
    for goal in entry.goals:
        for steps in (0, 1, 7, 50, 400):
            search = begun(entry, problem, goal, steps)
            sealed.write(tmp_path / "state.npz", search.state(), own_key())
            again = entry.start(problem, goal)
            again.restore(sealed.read(tmp_path / "state.npz", own_key()))
            assert again.counts() == search.counts()
            assert [*again.solutions] == [*search.solutions]


@pytest.mark.parametrize("damage", [
    lambda b: b"", lambda b: b[:-1], lambda b: b[:-30], lambda b: b[: len(b) // 2], lambda b: b"x" + b,
    lambda b: b + b"x", lambda b: b[:200] + bytes([b[200] ^ 1]) + b[201:],
    lambda b: b[:-3] + (b"1" if b[-3:-2] == b"0" else b"0") + b[-2:],
    lambda b: random.randbytes(5000), lambda b: b"PK\x03\x04 not a zip",
])  # fmt: skip
def test_damage_is_noticed_before_anything_is_unpacked(
    damage: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "saved.npz"
    checkpoint = saved(path)
    whole = path.read_bytes()
    damaged = damage(whole)
    path.write_bytes(damaged)
    monkeypatch.setattr(np, "load", lambda *_, **__: pytest.fail("it was unpacked"))
    with pytest.raises(CheckpointError, match=r"checkpoint|signed"):
        Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}).load()
    assert path.read_bytes() == damaged
    assert checkpoint.path == path


def test_any_single_changed_byte_is_noticed(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "state.npz"
    sealed.write(path, {"one": np.arange(300), "two": "text"}, own_key())
    good = path.read_bytes()
    for place in range(0, len(good), 7):
        path.write_bytes(good[:place] + bytes([good[place] ^ 0x20]) + good[place + 1 :])
        with pytest.raises(sealed.SealError):
            sealed.read(path, own_key())


def changed(path: Path, change: Callable[[dict[str, Any]], None], key: SigningKey | None = None) -> None:
    """Change what a file holds, and sign it by this key, or by the user's own as an older version may have."""
    arrays = sealed.read(path, own_key())
    change(arrays)
    sealed.write(path, arrays, key or own_key())


def test_a_file_of_another_key_is_refused_before_anything_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "saved.npz"
    saved(path)
    changed(path, lambda arrays: None, STRANGER)
    before = path.read_bytes()
    command = ["queens", "9", "-a", "backtracking", "--checkpoint", str(path)]
    with monkeypatch.context() as patched:
        patched.setattr(np, "load", lambda *_, **__: pytest.fail("it was unpacked"))
        assert main(command) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines()), path.read_bytes()) == ("", 1, before)
    assert f"was not signed by the key in {own_key().where}; to go on with it here, bring the key along: " in err
    assert f"dq key export FILE there, dq key import FILE here (or set {KEY_VARIABLE})" in err
    monkeypatch.setenv(KEY_VARIABLE, STRANGER.text)
    assert main(command) == 0
    assert "352 solutions" in capsys.readouterr().out


def counter(index: int, value: int) -> Callable[[dict[str, Any]], None]:
    def change(arrays: dict[str, Any]) -> None:
        arrays["counters"][index] = value

    return change


def entry_of(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda arrays: arrays.update({name: value})


@pytest.mark.parametrize(("change", "said"), [
    (counter(LEVEL, 1 << 40), "level 1099511627776"),
    (counter(LEVEL, -1), "level -1"),
    (counter(NODES, -5), "counter"),
    (entry_of("solutions", "text"), "solutions"),
    (entry_of("status", "dancing"), "'dancing'"),
    (entry_of("array:columns", np.zeros(4, dtype=np.int32)), "columns"),
    (entry_of("counters", np.zeros(3)), "counters"),
    (lambda arrays: arrays.pop("counters"), "it lacks counters"),
    (entry_of("checkpoint", "[" * 100_000), "does not say which search it belongs to"),
    (entry_of("checkpoint", json.dumps({"search": {}, "seconds": 1.0})), "does not say which search it belongs to"),
    (entry_of("checkpoint", json.dumps([1])), "does not say which search it belongs to"),
])  # fmt: skip
def test_a_state_of_no_such_search_is_one_sentence(
    change: Callable[[dict[str, Any]], None], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another version of this program may have signed it."""
    path = tmp_path / "saved.npz"
    saved(path)
    changed(path, change)
    before = path.read_bytes()
    assert main(["queens", "9", "-a", "backtracking", "--checkpoint", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, "long", None, 3, True])
def test_the_time_spent_is_a_time(seconds: Any, tmp_path: Path, home: Path) -> None:
    path = tmp_path / "saved.npz"
    saved(path)

    def change(arrays: dict[str, Any]) -> None:
        header = json.loads(str(arrays["checkpoint"]))
        arrays["checkpoint"] = json.dumps(header | {"seconds": seconds})

    changed(path, change)
    with pytest.raises(CheckpointError, match="does not say which search it belongs to"):
        Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}).load()


def test_a_search_saved_before_its_first_moment_goes_on(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "saved.npz"
    saved(path)

    def change(arrays: dict[str, Any]) -> None:
        header = json.loads(str(arrays["checkpoint"]))
        arrays["checkpoint"] = json.dumps(header | {"seconds": 0.0})

    changed(path, change)
    assert Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}).load() is not None


def test_what_a_file_says_of_itself_reaches_no_terminal_as_escapes(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "saved.npz"
    saved(path)

    def change(arrays: dict[str, Any]) -> None:
        header = json.loads(str(arrays["checkpoint"]))
        header["search"] |= {"problem": "\x1b]0;owned\x07 9\x1b[31m queens", "parameters": {"a\x1b[2J": "b\nc"}}
        arrays["checkpoint"] = json.dumps(header)

    changed(path, change)
    with pytest.raises(CheckpointError) as caught:
        Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}).load()
    assert "9 queens" in str(caught.value)
    assert str(caught.value).isprintable()


def test_an_archive_that_anybody_can_make_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its checksum is right, and its array has a header over which NumPy's reader stumbles."""
    header = b"(" * 4000 + b"\n"
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        archive.writestr("counters.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    digest = hashlib.sha256(body.getvalue()).hexdigest()
    path = tmp_path / "saved.npz"
    for signature in ("0" * 64, STRANGER.signature(digest), "é" * 32):
        path.write_bytes(body.getvalue() + sealed._MARK + f"{digest} {signature}\n".encode())
        with pytest.raises(CheckpointError, match=r"was not signed|is damaged"):
            Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}).load()


def test_the_key_is_private_and_made_once(tmp_path: Path, home: Path) -> None:
    saved(tmp_path / "one.npz")
    key = home / KEY_FILE
    if sys.platform != "win32":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    first = key.read_bytes()
    saved(tmp_path / "two.npz")
    assert (len(first), key.read_bytes()) == (32, first)
    assert [*home.iterdir()] == [key]


def test_two_that_make_the_key_at_once_have_the_same(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others: list[str] = []

    def written(path: Path, content: bytes) -> None:
        monkeypatch.undo()  # while this one makes its key, another thread makes one too
        monkeypatch.setenv("DANCING_QUEENS_HOME", str(home))
        write_whole(path, content)
        others.append(own_key().text)

    monkeypatch.setattr("core.storage._key.write_whole", written)
    assert [own_key().text] == others
    assert [each.name for each in home.iterdir()] == [KEY_FILE]


def test_without_a_place_for_a_key_nothing_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path / "file" / "home"))
    path = tmp_path / "saved.npz"
    for more in ([], ["--threads", "2"]):
        assert main(["queens", "9", "-a", "bitmask", "--checkpoint", str(path), *more]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("no key can be made in"), path.exists()) == ("", 1, False)
    monkeypatch.setenv(KEY_VARIABLE, STRANGER.text)
    saved(path)
    assert Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}).load() is not None


def test_what_a_save_writes_first_can_be_foreseen_by_nobody_and_goes_when_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "saved.npz", tmp_path / "other"
    other.write_text("mine")
    (tmp_path / "saved.npz.partial").symlink_to(other)
    saved(path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CheckpointError, match="No space left"):
        saved(path)
    assert (path.read_bytes(), other.read_text()) == (before, "mine")
    assert {each.name for each in tmp_path.iterdir()} == {"home", "other", "saved.npz", "saved.npz.partial"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_checkpoint_that_is_no_file_is_refused_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.npz")
    for name in ("pipe.npz", "."):
        for more in ([], ["--threads", "2"]):
            assert main(["queens", "9", "-a", "bitmask", "--checkpoint", str(tmp_path / name), *more]) == 2
            assert "expected an ordinary file" in capsys.readouterr().err


def test_a_home_of_nobody_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DANCING_QUEENS_HOME", "~nouser-of-this-name")
    path = tmp_path / "saved.npz"
    path.write_bytes(b"x" * 1000)
    assert main(["queens", "9", "-a", "dlx", "--checkpoint", str(path)]) == 2
    assert main(["compare", "history"]) in (1, 2)
    err = capsys.readouterr().err
    assert err.count("~nouser-of-this-name': there is no such user") == 2
    assert len(err.splitlines()) == 2


def test_a_search_says_what_a_state_of_it_cannot_be() -> None:
    search = begun(next(e for e in algorithms("queens") if e.key == "naive"), Queens(6), Goal.ALL, 500)
    assert isinstance(search, KernelSearch)
    state = search.state()
    assert (search.status, len(search.solutions)) == (Status.COMPLETE, 4)
    state["counters"][SOLUTIONS] = 3
    before = search.counts()
    with pytest.raises(ValueError, match="it holds 4 solutions and has counted 3"):
        search.restore(state)
    assert search.counts() == before


def test_a_file_that_is_no_longer_wanted_goes_and_may_be_gone_already(tmp_path: Path, home: Path) -> None:
    found = saved(tmp_path / "saved.npz")
    assert found.path.exists()
    for _ in range(2):
        found.remove()
        assert not found.path.exists()
    assert found.load() is None


def test_a_search_of_an_older_form_is_refused_with_that_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, problem = tmp_path / "saved", Sudoku.parse("1..2......4....3")
    search = algorithm("sudoku", "dlx").start(problem, Goal.COUNT)
    search.advance(3)
    with monkeypatch.context() as before:
        before.setattr(Sudoku, "kept_form", 1)
        Checkpoint(path, problem, "dlx", Goal.COUNT, None, {}).save(search, 1.0)
    for take_up in (
        Checkpoint(path, problem, "dlx", Goal.COUNT, None, {}).load,
        lambda: Checkpoint.found(path, problem),
    ):
        with pytest.raises(CheckpointError, match=r"kept by version 0\.2\.0 of this program in form 1; this one reads"):
            take_up()
    Checkpoint(path, problem, "dlx", Goal.COUNT, None, {}).save(search, 1.0)
    assert Checkpoint.found(path, problem).load() is not None


def test_a_path_and_a_goal_may_be_texts(tmp_path: Path) -> None:
    path = str(tmp_path / "queens.checkpoint")
    kept = Checkpoint(path, Queens(6), "dlx-s", "count", None, {})
    assert kept.load() is None
    search = kept.begin(algorithm("queens", "dlx-s"))
    search.advance(10)
    kept.save(search, 1.0)
    again = Checkpoint.found(path, Queens(6))
    assert (again.path, again.algorithm) == (Path(path), "dlx-s")
    assert again.load() is not None
    with pytest.raises(CheckpointError, match="there is no such file"):
        Checkpoint.found(f"{path}.none", Queens(6))
