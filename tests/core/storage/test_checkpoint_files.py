"""Checkpoints are input: whatever a file holds, it is taken up as it was written, or refused in a sentence."""

from __future__ import annotations

import hashlib
import io
import json
import os
import stat
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.catalog import Algorithm, algorithms
from core.cli.command_line import main
from core.exact_cover.gallery import instance
from core.queens.problem import Queens
from core.running.kernel_search import LEVEL, NODES, SOLUTIONS, KernelSearch
from core.search import Goal, Problem, Search, Status
from core.storage import seal as sealed
from core.storage.checkpoint import Checkpoint, CheckpointError
from core.sudoku.problem import Sudoku


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


def state_of(path: Path, home: Path) -> dict[str, Any]:
    return sealed.read(path, home)


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
            sealed.write(tmp_path / "state.npz", search.state(), home)
            again = entry.start(problem, goal)
            again.restore(sealed.read(tmp_path / "state.npz", home))
            assert again.counts() == search.counts()
            assert [*again.solutions] == [*search.solutions]


@pytest.mark.parametrize("damage", [
    lambda b: b"", lambda b: b[:-1], lambda b: b[:-30], lambda b: b[: len(b) // 2], lambda b: b"x" + b,
    lambda b: b + b"x", lambda b: b[:200] + bytes([b[200] ^ 1]) + b[201:],
    lambda b: b[:-3] + (b"1" if b[-3:-2] == b"0" else b"0") + b[-2:],
    lambda b: os.urandom(5000), lambda b: b"PK\x03\x04 not a zip",
])  # fmt: skip
def test_damage_is_noticed_before_anything_is_unpacked(
    damage: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "saved.npz"
    checkpoint = saved(path)
    whole = path.read_bytes()
    damaged = damage(whole)
    path.write_bytes(damaged)
    monkeypatch.setattr(sealed, "_unpacked", lambda *_: pytest.fail("it was unpacked"))
    for trusted in (False, True):
        again = Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}, trusted=trusted)
        if len(damaged) == len(whole) and damaged[:-3] == whole[:-3] and trusted:
            continue  # only the signature was damaged
        with pytest.raises(CheckpointError, match=r"checkpoint|signed"):
            again.load()
    assert path.read_bytes() == damaged
    assert checkpoint.path == path


def test_any_single_changed_byte_is_noticed(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "state.npz"
    sealed.write(path, {"one": np.arange(300), "two": "text"}, home)
    good = path.read_bytes()
    for place in range(0, len(good), 7):
        path.write_bytes(good[:place] + bytes([good[place] ^ 0x20]) + good[place + 1 :])
        with pytest.raises(sealed.SealError):
            sealed.read(path, home)


def forged(path: Path, change: Callable[[dict[str, Any]], None], home: Path) -> None:
    """Change what a file holds and give it a right checksum, but another key's signature."""
    arrays = state_of(path, home)
    change(arrays)
    sealed.write(path, arrays, path.parent / "forger")


def test_a_file_of_another_key_is_refused_unless_it_is_trusted(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "saved.npz"
    saved(path)
    forged(path, lambda arrays: None, home)
    with pytest.raises(CheckpointError, match=r"was not signed by the key in .*checkpoint\.key; .*--trust-checkpoint"):
        Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}).load()
    state = Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}, trusted=True).load()
    assert state is not None
    assert int(state["counters"][NODES]) == 100


def counter(index: int, value: int) -> Callable[[dict[str, Any]], None]:
    def change(arrays: dict[str, Any]) -> None:
        arrays["counters"][index] = value

    return change


def entry_of(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda arrays: arrays.update({name: value})


@pytest.mark.parametrize(("change", "said"), [
    (counter(LEVEL, 1 << 40), "level 1099511627776 is outside 0 to 9"),
    (counter(LEVEL, -1), "level -1 is outside"),
    (counter(NODES, -5), "a counter is below 0"),
    (entry_of("solutions", np.array([[0] * 9], dtype=np.int8)), "not possible: "),
    (entry_of("solutions", "text"), "its solutions are"),
    (entry_of("status", "dancing"), "'dancing'"),
    (entry_of("array:columns", np.zeros(4, dtype=np.int32)), "columns is int32"),
    (entry_of("counters", np.zeros(3)), "its counters differ"),
    (lambda arrays: arrays.pop("counters"), "it lacks counters"),
    (entry_of("checkpoint", "[" * 100_000), "does not say which search it belongs to"),
    (entry_of("checkpoint", json.dumps({"search": {}, "seconds": 1.0})), "does not say which search it belongs to"),
    (entry_of("checkpoint", json.dumps([1])), "does not say which search it belongs to"),
])  # fmt: skip
def test_a_trusted_forgery_that_cannot_be_is_one_sentence(
    change: Callable[[dict[str, Any]], None], said: str, tmp_path: Path, home: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    path = tmp_path / "saved.npz"
    saved(path)
    forged(path, change, home)
    before = path.read_bytes()
    command = ["queens", "9", "-a", "backtracking", "--checkpoint", str(path), "--trust-checkpoint"]
    assert main(command) == 2
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

    forged(path, change, home)
    with pytest.raises(CheckpointError, match="does not say which search it belongs to"):
        Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}, trusted=True).load()


def test_a_search_saved_before_its_first_moment_goes_on(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "saved.npz"
    saved(path)

    def change(arrays: dict[str, Any]) -> None:
        header = json.loads(str(arrays["checkpoint"]))
        arrays["checkpoint"] = json.dumps(header | {"seconds": 0.0})

    forged(path, change, home)
    assert Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}, trusted=True).load() is not None


def test_what_a_file_says_of_itself_reaches_no_terminal_as_escapes(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "saved.npz"
    saved(path)

    def change(arrays: dict[str, Any]) -> None:
        header = json.loads(str(arrays["checkpoint"]))
        header["search"] |= {"problem": "\x1b]0;owned\x07 9\x1b[31m queens", "parameters": {"a\x1b[2J": "b\nc"}}
        arrays["checkpoint"] = json.dumps(header)

    forged(path, change, home)
    with pytest.raises(CheckpointError) as caught:
        Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}, trusted=True).load()
    assert "9 queens" in str(caught.value)
    assert str(caught.value).isprintable()


def packed(path: Path, fill: Callable[[zipfile.ZipFile], None]) -> None:
    """A zip of one's own with a right checksum and no signature."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        fill(archive)
    digest = hashlib.sha256(body.getvalue()).hexdigest()
    path.write_bytes(body.getvalue() + sealed._MARK + f"{digest} {'0' * 64}\n".encode())


def npy(header: str) -> bytes:
    text = header.encode("latin1").ljust(118 - 10 + 10 - 1) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


def bomb(archive: zipfile.ZipFile) -> None:
    with archive.open("counters.npy", "w", force_zip64=True) as file:
        for _ in range(3):
            file.write(bytes(1 << 20))


@pytest.mark.parametrize("fill", [
    bomb,
    lambda z: z.writestr("c.npy", npy("{'descr': '<i8', 'fortran_order': False, 'shape': (1125899906842624,), }")),
    lambda z: z.writestr("counters.npy", npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }") + b"x" * 8),
    lambda z: z.writestr("counters.npy", npy("__import__('os').abort()")),
    lambda z: z.writestr("counters.npy", npy("{'descr': '<i8', 'fortran_order': False, 'shape': (-1,), }")),
    lambda z: z.writestr("counters.npy", b"no array"),
    lambda z: z.writestr("counters.npy", b""),
    lambda z: [z.writestr(f"{n}.npy", b"") for n in range(1000)],
    lambda z: None,
], ids=["bomb", "2^50 numbers", "objects", "code", "negative", "text", "empty", "a thousand", "nothing"])  # fmt: skip
def test_hostile_archives_are_refused_even_if_trusted(
    fill: Callable[[zipfile.ZipFile], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "LARGEST_UNPACKED", 2 << 20)
    path = tmp_path / "saved.npz"
    packed(path, fill)
    with pytest.raises(CheckpointError, match=r"unpacks to more|cannot be read|does not say which search"):
        Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}, trusted=True).load()


def test_the_key_is_private_and_made_once(tmp_path: Path, home: Path) -> None:
    saved(tmp_path / "one.npz")
    key = home / sealed.KEY_FILE
    if sys.platform != "win32":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    first = key.read_bytes()
    saved(tmp_path / "two.npz")
    assert (len(first), key.read_bytes()) == (32, first)
    assert [*home.iterdir()] == [key]


def test_without_a_place_for_a_key_a_file_is_unsigned_and_can_be_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path / "file" / "home"))
    path = tmp_path / "saved.npz"
    saved(path)
    with pytest.raises(CheckpointError, match="was not signed"):
        Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}).load()
    assert Checkpoint(path, Queens(9), "backtracking", Goal.COUNT, None, {}, trusted=True).load() is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_checkpoint_that_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.npz")
    for name in ("pipe.npz", "."):
        with pytest.raises(CheckpointError, match="expected an ordinary file"):
            Checkpoint(tmp_path / name, Queens(9), "backtracking", Goal.COUNT, None, {}).load()


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
