"""The store: durable, shared by processes, and never a reason not to start."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from core.storage import Store, StoreError
from core.storage._store import FILE_NAME, MIGRATIONS, home
from tests import PATIENCE, ROOT
from tests.patience import Patience


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "store.sqlite3"


def python(code: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip


def test_documents_come_back_as_they_were_put(file: Path) -> None:
    body = {"grid": [1, 0, 3], "title": "«ü♛» \x1b[31m", "nothing": None}
    with Store.open(file) as store:
        assert store.persistent
        assert store.notice is None
        store.documents.put("sudoku", "draft", body)
        store.documents.put("sudoku", "other", 1)
        store.documents.put("sudoku", "other", 2)
        store.documents.put("app", "state", [])
    with Store.open(file) as store:
        draft = store.documents.get("sudoku", "draft")
        assert draft is not None
        assert draft.body == body
        assert [document.key for document in store.documents.list("sudoku")] == ["other", "draft"]
        assert store.documents.list("sudoku")[0].body == 2
        assert store.documents.get("sudoku", "missing") is None
        assert store.documents.delete("sudoku", "draft")
        assert not store.documents.delete("sudoku", "draft")
        assert [document.key for document in store.documents.list("sudoku")] == ["other"]


def test_what_json_cannot_hold_is_refused_and_the_old_document_stays(file: Path) -> None:
    with Store.open(file) as store:
        store.documents.put("app", "state", {"a": 1})
        with pytest.raises((TypeError, ValueError)):
            store.documents.put("app", "state", float("nan"))
        assert store.documents.get("app", "state").body == {"a": 1}  # type: ignore[union-attr]


def test_the_environment_says_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path / "mine"))
    assert home() == tmp_path / "mine"
    with Store.open() as store:
        assert store.path == tmp_path / "mine" / FILE_NAME
    monkeypatch.delenv("DANCING_QUEENS_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    if sys.platform == "linux":
        assert home() == tmp_path / "xdg" / "dancing-queens"


@pytest.mark.parametrize("rubbish", [b"this is no database at all" * 40, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_file_is_kept_aside_and_a_new_one_begun(file: Path, rubbish: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(rubbish)
    with Store.open(file) as store:
        assert store.persistent
        assert store.notice is not None
        assert "damaged" in store.notice
        store.documents.put("app", "state", 1)
    (aside,) = file.parent.glob("*.damaged-*")
    assert aside.read_bytes() == rubbish
    with Store.open(file) as store:
        assert store.notice is None
        assert store.documents.get("app", "state") is not None


def test_a_page_overwritten_in_the_middle_is_noticed(file: Path) -> None:
    with Store.open(file) as store:
        for number in range(200):
            store.documents.put("app", str(number), "x" * 500)
    content = bytearray(file.read_bytes())
    content[8192:20480] = random.randbytes(12288)
    file.write_bytes(content)
    with Store.open(file) as store:
        assert store.notice is not None
        store.documents.put("app", "state", 1)


def test_an_empty_file_is_a_new_store(file: Path) -> None:
    file.parent.mkdir()
    file.touch()
    with Store.open(file) as store:
        assert store.notice is None
        store.documents.put("app", "state", 1)


def test_a_file_of_the_first_version_is_brought_up_to_date(file: Path) -> None:
    file.parent.mkdir()
    connection = sqlite3.connect(file)
    for statement in MIGRATIONS[0]:
        connection.execute(statement)
    connection.execute("PRAGMA user_version = 1")
    connection.execute("INSERT INTO document VALUES ('app', 'state', '7', 1.0)")
    connection.execute("INSERT INTO experiment (title, plan, environment, created) VALUES ('t', '{}', '{}', 1.0)")
    connection.execute("INSERT INTO sample VALUES (1, 'dlx', '5', 0, '{}', 1.0)")
    connection.commit()
    connection.close()
    for _ in range(2):
        with Store.open(file) as store:
            assert store.notice is None
            assert store.documents.get("app", "state").body == 7  # type: ignore[union-attr]
            (row,) = store.query("SELECT experiment FROM sample INDEXED BY sample_of")
            assert row["experiment"] == 1


def test_a_file_of_a_newer_version_is_left_alone(file: Path) -> None:
    file.parent.mkdir()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with Store.open(file) as store:
        assert not store.persistent
        assert "newer version" in (store.notice or "")
        store.documents.put("app", "state", 1)
        assert store.documents.get("app", "state") is not None
    assert not list(file.parent.glob("*.damaged-*"))


def test_where_no_directory_can_be_made_the_store_is_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Store.open(tmp_path / "file" / "store.sqlite3") as store:
        assert not store.persistent
        assert store.notice is not None
        store.documents.put("app", "state", 1)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="needs to become another user")
def test_a_read_only_store_can_still_be_read() -> None:
    # Not in pytest's own folder, which every other run of pytest that begins closes to other users.
    with tempfile.TemporaryDirectory() as folder:
        read_by_another_user(Path(folder) / "data" / "store.sqlite3")


def read_by_another_user(file: Path) -> None:
    with Store.open(file) as store:
        store.documents.put("app", "state", "kept")
    file.parents[1].chmod(0o755)
    file.parent.chmod(0o555)
    file.chmod(0o444)
    child = python(
        """
        import os, sys
        from core.storage._store import Store
        Store.in_memory().documents.list("app")
        os.setuid(65534)
        store = Store.open(sys.argv[1])
        assert not store.persistent and store.notice, store.notice
        assert store.documents.get("app", "state").body == "kept"
        store.documents.put("app", "state", "changed")
        """,
        file,
    )
    _, errors = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0, errors
    with Store.open(file) as store:
        assert store.documents.get("app", "state").body == "kept"  # type: ignore[union-attr]


def test_two_processes_and_several_threads_lose_nothing(file: Path) -> None:
    code = """
        import sys, threading
        from core.storage._store import Store
        store = Store.open(sys.argv[1])
        def write(thread):
            for number in range(25):
                store.documents.put("load", f"{sys.argv[2]}-{thread}-{number}", number)
        threads = [threading.Thread(target=write, args=(t,)) for t in range(3)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        print(store.persistent, store.notice)
    """
    children = [python(code, file, name) for name in "ab"]
    for child in children:
        output, errors = child.communicate(timeout=PATIENCE)
        assert output.strip() == "True None", errors
    with Store.open(file) as store:
        assert len(store.documents.list("load")) == 2 * 3 * 25


def test_a_put_survives_sigkill_at_once(file: Path) -> None:
    child = python(
        """
        import os, signal, sys
        from core.storage._store import Store
        Store.open(sys.argv[1]).documents.put("sudoku", "draft", [1, 2, 3])
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        """,
        file,
    )
    child.wait(PATIENCE)
    with Store.open(file) as store:
        assert store.notice is None
        assert store.documents.get("sudoku", "draft").body == [1, 2, 3]  # type: ignore[union-attr]


def test_a_transaction_that_fails_leaves_nothing(file: Path) -> None:
    with Store.open(file) as store:
        with pytest.raises(StoreError), store.transaction() as connection:
            connection.executemany("INSERT INTO document VALUES ('a', ?, '1', 0)", [("b",), (None,)])
        assert store.documents.list("a") == []
        with pytest.raises(StoreError), store.transaction() as connection:
            connection.execute("INSERT INTO nowhere VALUES (1)")
        store.documents.put("a", "b", json.loads("1"))


def test_one_store_can_be_used_from_any_thread() -> None:
    store = Store.in_memory()
    thread = threading.Thread(target=lambda: store.documents.put("a", "b", 1))
    thread.start()
    thread.join()
    assert store.documents.get("a", "b") is not None


def test_samples_go_with_their_experiment(file: Path) -> None:
    with Store.open(file) as store:
        with store.transaction() as connection:
            for number in (1, 2):
                connection.execute("INSERT INTO experiment VALUES (?, 'a title', '{}', '{}', 0, NULL, 0)", (number,))
                connection.execute("INSERT INTO sample VALUES (?, 'dlx', '8', 1, '{}', 0)", (number,))
            connection.execute("DELETE FROM experiment WHERE id = 1")
        assert [row["experiment"] for row in store.query("SELECT * FROM sample")] == [2]
        with pytest.raises(StoreError), store.transaction() as connection:
            connection.execute("INSERT INTO sample VALUES (3, 'dlx', '8', 1, '{}', 0)")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
def test_nobody_else_can_read_it(file: Path) -> None:
    umask = os.umask(0)
    try:
        with Store.open(file) as store:
            store.documents.put("a", "b", 1)
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (file.parent, *file.parent.iterdir())}
    finally:
        os.umask(umask)
    assert modes.pop(file.parent.name) == 0o700
    assert set(modes.values()) == {0o600}
    file.chmod(0o644)
    Store.open(file).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "one made by an earlier version"


def test_whoever_opens_it_first_is_waited_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process is just making the file: it holds a lock, and the switch to WAL gives way at once."""
    file.parent.mkdir()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("CREATE TABLE other (x)")
    other.execute("BEGIN IMMEDIATE")
    waited = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        other.execute("ROLLBACK")

    monkeypatch.setattr("core.storage._store.time.sleep", wait)
    with Store.open(file) as store:
        assert (store.persistent, len(waited)) == (True, 1)
    other.close()


def test_documents_of_one_moment_come_in_the_order_of_their_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.storage._store.time.time", lambda: 7.0)
    with Store.in_memory() as store:
        for key in "bac":
            store.documents.put("a", key, key)
        assert [document.key for document in store.documents.list("a")] == ["a", "b", "c"]
        assert {document.updated for document in store.documents.list("a")} == {7.0}


def test_a_damaged_document_is_an_error_that_names_it(file: Path) -> None:
    with Store.open(file) as store:
        with store.transaction() as connection:
            connection.execute("INSERT INTO document VALUES ('sudoku', 'draft', '{', 0)")
        with pytest.raises(StoreError, match="the saved sudoku 'draft' cannot be read"):
            store.documents.get("sudoku", "draft")


def test_a_write_waits_for_the_disk_and_readers_for_nobody(file: Path) -> None:
    with Store.open(file) as store:
        assert [store.query(f"PRAGMA {name}")[0][0] for name in ("synchronous", "journal_mode")] == [2, "wal"]


def test_who_waits_for_nobody_reads_what_is_kept_and_it_is_written_when_the_file_is_free(file: Path) -> None:
    with Store.open(file) as other, Store.open(file, at_once=True) as store:
        other.documents.put("app", "old", 1)
        other.documents.put("app", "gone", 2)
        with other.transaction():
            with Store.open(file, at_once=True) as late:  # opened while the file is held
                assert late.documents.get("app", "old") is not None
            store.documents.put("app", "new", 3)
            store.documents.put("app", "old", 4)
            assert store.documents.delete("app", "gone")
            assert not store.documents.delete("app", "never")
            assert (store.waits, store.persistent) == (True, False)
            assert store.notice is not None
            assert "another program is using" in store.notice
            assert {each.key: each.body for each in store.documents.list("app")} == {"new": 3, "old": 4}
            assert store.documents.get("app", "gone") is None
            assert [each.key for each in store.documents.list("other")] == []
        assert soon(lambda: not store.waits)
        assert store.notice is None
        assert store.persistent
        assert {each.key: each.body for each in other.documents.list("app")} == {"new": 3, "old": 4}


def test_what_is_kept_is_tried_once_more_at_the_end(file: Path) -> None:
    with Store.open(file) as other:
        store = Store.open(file, at_once=True)
        with other.transaction():
            store.documents.put("app", "new", 1)
        store.close()
        document = other.documents.get("app", "new")
        assert document is not None
        assert document.body == 1


def test_what_is_kept_is_not_called_saved_while_it_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    transaction, tries = Store.transaction, list[float]()

    def counted(store: Store, seconds: float = 0.0) -> AbstractContextManager[sqlite3.Connection]:
        if store.waits:
            tries.append(seconds)
        return transaction(store, seconds)

    monkeypatch.setattr("core.storage._store.RETRY_SECONDS", 0.01)
    with Store.open(file) as other, Store.open(file, at_once=True) as store:
        with other.transaction() as held:
            store.documents.put("app", "new", 1)
            held.execute("CREATE TRIGGER refusing BEFORE INSERT ON document BEGIN SELECT RAISE(ABORT, 'no'); END")
            monkeypatch.setattr(Store, "transaction", counted)
        assert soon(lambda: len(tries) > 2)
        assert (store.waits, store.persistent) == (True, False)
        document = store.documents.get("app", "new")
        assert document is not None
        assert document.body == 1
        with transaction(other, PATIENCE) as held:
            held.execute("DROP TRIGGER refusing")
        assert soon(lambda: store.persistent)
        document = other.documents.get("app", "new")
        assert document is not None
        assert document.body == 1


def soon(condition: Callable[[], bool]) -> bool:
    """Whether it holds at last."""
    patience = Patience()
    while not condition() and not patience.over:
        time.sleep(0.001)
    return condition()
