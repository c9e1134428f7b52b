"""What outlives a session: one SQLite file with documents (autosaved puzzles, settings) and the history of comparisons.

The file is in the user's data directory (``DANCING_QUEENS_HOME`` names another).  Several processes may use it at
once: it is in WAL mode, writers wait for each other, and every write is on disk when the call returns.

An unusable file must not stop anybody from working, so `Store.open` always returns a store:

- it moves a damaged file aside (never deletes it) and begins a new one;
- it leaves alone a file that cannot be written or that a newer version made, and returns an in-memory store instead,
  with a copy of what could be read.

`Store.notice` then says so in a sentence; otherwise it is None.

A program that waits for another to release the file does not respond to keys meanwhile.  A store opened ``at_once``
does not wait: documents that cannot be written now are kept in memory, read from there, and written as soon as the
file is free.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import Reasoned

FILE_NAME = "dancing-queens.sqlite3"
HOME_VARIABLE = "DANCING_QUEENS_HOME"
BUSY_SECONDS = 15.0
"""How long a writer waits for another process before it gives up."""
AT_ONCE_SECONDS = 0.1
"""How long it waits while someone is typing."""
RETRY_SECONDS = 0.25
"""How often to retry writing what is kept."""
LARGEST_CHECKED = 8 << 20
"""Files up to this many bytes are checked page by page when opened; this takes some milliseconds."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE document (
            kind TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, updated REAL NOT NULL,
            PRIMARY KEY (kind, key)
        ) WITHOUT ROWID""",
        """CREATE TABLE experiment (
            id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, plan TEXT NOT NULL, environment TEXT NOT NULL,
            created REAL NOT NULL, finished REAL, pinned INTEGER NOT NULL DEFAULT 0
        )""",
        """CREATE TABLE sample (
            experiment INTEGER NOT NULL REFERENCES experiment(id) ON DELETE CASCADE,
            algorithm TEXT NOT NULL, instance TEXT NOT NULL, repeat INTEGER NOT NULL,
            body TEXT NOT NULL, recorded REAL NOT NULL,
            PRIMARY KEY (experiment, algorithm, instance, repeat)
        ) WITHOUT ROWID""",
    ),
    ("CREATE INDEX sample_of ON sample (experiment)",),  # without it, counting the runs of each reads all the bodies
)
"""The statements that take the file from each schema version (``PRAGMA user_version``) to the next."""


class StoreError(Reasoned):
    """Something could not be read from or written to the store; the message says what and why."""


class StoreBusy(StoreError):
    """Another process kept the file locked for `BUSY_SECONDS`."""


class _Damaged(Exception):
    """The file is not a usable database."""


class _Unusable(Exception):
    """The file (or its directory) cannot be used by this process, but is not to be touched."""


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A saved document."""

    kind: str
    key: str
    body: Any
    """Anything JSON can hold."""
    updated: float
    """When it was saved, in seconds since 1970."""


def chosen_home() -> Path | None:
    """The folder that `HOME_VARIABLE` names, for everything; None if unset.  Raises StoreError for an unknown user."""
    chosen = os.environ.get(HOME_VARIABLE)
    if not chosen:
        return None
    try:
        return Path(chosen).expanduser()
    except RuntimeError:
        raise StoreError(f"{HOME_VARIABLE}={chosen!r}: there is no such user") from None


def home() -> Path:
    """The directory that holds the store (not created here).  Raises StoreError as does `chosen_home`."""
    chosen = chosen_home()
    if chosen is not None:
        return chosen
    from platformdirs import user_data_path

    return user_data_path("dancing-queens", appauthor=False)


class Store:
    """An open store.  Its methods may be called from any thread; they raise StoreError."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path | None, notice: str | None = None, *, at_once: bool = False
    ) -> None:
        self._connection = connection
        self._lock = threading.RLock()
        self._at_once = at_once
        self._kept: dict[tuple[str, str], tuple[str, float] | None] = {}
        """Documents still to write, as text with the time of the change; None for one to remove."""
        self._notice = notice
        self.path = path
        """The file, or None for a store in memory."""
        self.documents = Documents(self)

    @classmethod
    def open(cls, path: Path | str | None = None, *, at_once: bool = False) -> Store:
        """Open the file at ``path`` (default: in `home`), creating it if there is none.  Never fails: see above."""
        file = home() / FILE_NAME if path is None else Path(path)
        notice = None
        for _ in range(3):
            before = _identity(file)
            try:
                return cls(_connect(file, at_once=at_once), file, notice, at_once=at_once)
            except _Damaged as error:
                if _identity(file) != before:
                    continue  # another process has just replaced it
                try:
                    aside = _move_aside(file)
                except OSError as failure:
                    return cls._in_memory(f"{file} is damaged and cannot be moved aside ({failure.strerror})")
                notice = f"{file} was damaged ({error}). It is kept as {aside.name}; a new file has been started."
            except _Unusable as error:
                return cls._in_memory(f"{file}: {error}", copy_from=file)
        return cls._in_memory(f"{file} keeps getting damaged")

    @classmethod
    def in_memory(cls) -> Store:
        """A store whose content is lost when the process ends."""
        connection = _raw(":memory:")
        _migrate(connection)
        return cls(connection, None)

    @classmethod
    def _in_memory(cls, reason: str, copy_from: Path | None = None) -> Store:
        connection = _raw(":memory:")
        if copy_from is not None:
            with suppress(sqlite3.Error, OSError, _Damaged, _Unusable):
                _copy_readable(copy_from, connection)
        _migrate(connection)
        return cls(connection, None, f"{reason}. Changes will not be saved.")

    @classmethod
    def open_at_once(cls) -> Store:
        """Open the user's store without waiting: for programs that respond to keys."""
        return cls.open(at_once=True)

    @property
    def notice(self) -> str | None:
        """What the user must know about this store; None if all is well."""
        if self.waits:
            return (
                f"another program is using {self.path}: nothing is saved for now; it will be once that program lets go"
            )
        return self._notice

    @property
    def waits(self) -> bool:
        """Whether something is yet to be written because another program holds the file."""
        return bool(self._kept)

    @property
    def persistent(self) -> bool:
        """Whether what is saved outlives the process."""
        return self.path is not None and not self._kept

    def close(self) -> None:
        """Close the file; the store cannot be used afterwards."""
        with self._lock:
            if self._kept:
                with suppress(StoreError):
                    self._write_kept(AT_ONCE_SECONDS)
                self._kept.clear()
            self._connection.close()

    def write(self, kind: str, key: str, document: tuple[str, float] | None) -> None:
        """Write a document's text and time, or remove it if None; perhaps later, if the store was opened
        ``at_once``."""
        with self._lock:
            if not self._at_once:
                with self.transaction() as connection:
                    _write(connection, kind, key, document)
                return
            first = not self._kept
            self._kept.pop((kind, key), None)
            self._kept[kind, key] = document
            if not first:
                return
            try:
                self._write_kept(AT_ONCE_SECONDS)
            except StoreBusy:
                threading.Thread(target=self._write_later, name="store", daemon=True).start()
            except StoreError:
                self._kept.clear()
                raise

    def _write_kept(self, seconds: float) -> None:
        with self.transaction(seconds) as connection:
            for (kind, key), document in self._kept.items():
                _write(connection, kind, key, document)
        self._kept.clear()

    def _write_later(self) -> None:
        while True:
            time.sleep(RETRY_SECONDS)
            with self._lock:
                if not self._kept:  # closed
                    return
                with suppress(StoreError):  # whatever is in the way, nothing counts as saved before it is
                    self._write_kept(0.0)
                    return

    def kept(self, kind: str) -> dict[str, tuple[str, float] | None]:
        """The documents of a kind still to write, by key; None for one to remove."""
        with self._lock:
            return {key: document for (of, key), document in self._kept.items() if of == kind}

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @contextmanager
    def transaction(self, seconds: float = BUSY_SECONDS) -> Iterator[sqlite3.Connection]:
        """Run several statements of which either all take effect or none; durable once the block ends.

        Raises StoreBusy if another process keeps the file for ``seconds``.
        """
        with self._lock, _as_store_errors(seconds):
            self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def query(self, statement: str, parameters: tuple[Any, ...] = ()) -> list[sqlite3.Row]:
        """The rows that a SELECT returns."""
        with self._lock, _as_store_errors(BUSY_SECONDS):
            return self._connection.execute(statement, parameters).fetchall()


class Documents:
    """Saved documents by kind and key; `put` is on disk when it returns."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, kind: str, key: str) -> StoredDocument | None:
        """The document, or None if there is none."""
        kept = self._store.kept(kind)
        if key in kept:
            return _read(kind, key, kept[key])
        rows = self._store.query("SELECT * FROM document WHERE kind = ? AND key = ?", (kind, key))
        return _document(rows[0]) if rows else None

    def put(self, kind: str, key: str, body: Any) -> None:
        """Save ``body`` (anything JSON can hold), replacing what was there."""
        text = json.dumps(body, ensure_ascii=False, allow_nan=False)
        self._store.write(kind, key, (text, time.time()))

    def delete(self, kind: str, key: str) -> bool:
        """Remove it; False if there was none."""
        there = self.get(kind, key) is not None
        if there:
            self._store.write(kind, key, None)
        return there

    def list(self, kind: str) -> list[StoredDocument]:
        """All documents of a kind, the newest first."""
        rows = self._store.query("SELECT * FROM document WHERE kind = ? ORDER BY updated DESC, key", (kind,))
        kept = self._store.kept(kind)
        if not kept:
            return [_document(row) for row in rows]
        found = [_read(kind, key, document) for key, document in kept.items()]
        found += [_document(row) for row in rows if row["key"] not in kept]
        return sorted((each for each in found if each is not None), key=lambda each: (-each.updated, each.key))


def _write(connection: sqlite3.Connection, kind: str, key: str, document: tuple[str, float] | None) -> None:
    if document is None:
        connection.execute("DELETE FROM document WHERE kind = ? AND key = ?", (kind, key))
    else:
        connection.execute("INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?)", (kind, key, *document))


def _read(kind: str, key: str, document: tuple[str, float] | None) -> StoredDocument | None:
    return None if document is None else StoredDocument(kind, key, json.loads(document[0]), document[1])


def _document(row: sqlite3.Row) -> StoredDocument:
    try:
        body = json.loads(row["body"])
    except (ValueError, RecursionError) as error:
        raise StoreError(f"the saved {row['kind']} {row['key']!r} cannot be read: {error}") from None
    return StoredDocument(row["kind"], row["key"], body, row["updated"])


@contextmanager
def _as_store_errors(seconds: float) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if _code(error) in _TAKEN:
            raise StoreBusy(f"another program has kept the store locked for {seconds:.0f} s") from error
        raise StoreError(f"the store cannot be used: {error}") from error
    except sqlite3.Error as error:
        raise StoreError(f"the store cannot be used: {error}") from error


# Opening


def _raw(path: Path | str, seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=seconds, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _connect(file: Path, *, at_once: bool = False) -> sqlite3.Connection:
    """An open, checked, current database, which others may still hold if it is opened ``at_once``.

    Raises _Damaged or _Unusable.
    """
    seconds = AT_ONCE_SECONDS if at_once else BUSY_SECONDS
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _Unusable(f"its directory cannot be created ({error.strerror})") from None
    connection = None
    try:
        _make_private(file)
        connection = _raw(file, seconds)
        _enter_wal(connection, seconds)
        connection.execute("PRAGMA synchronous = FULL")
        _check(connection, file)
        _migrate(connection)
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            if not (at_once and _code(error) in _TAKEN):
                raise
    except (sqlite3.Error, _Damaged, _Unusable) as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error):
            raise _verdict(error) from error
        raise
    return connection


def _make_private(file: Path) -> None:
    """Let nobody else read the file, because SQLite makes it readable for all; its companion files follow it."""
    with suppress(OSError):  # opening the file will show what is wrong with it
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        if stat.S_IMODE(file.stat().st_mode) & 0o077:
            file.chmod(0o600)


def _verdict(error: sqlite3.Error) -> _Damaged | _Unusable:
    # Most codes are about the surroundings (locked, read-only, disk full), these two about the content.
    damaged = _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return _Damaged(str(error)) if damaged else _Unusable(str(error))


_TAKEN = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""Another process or connection has the file."""


def _code(error: sqlite3.Error) -> int | None:
    """SQLite's primary result code; None for an error raised by Python itself."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _enter_wal(connection: sqlite3.Connection, seconds: float) -> None:
    """Switch to WAL.  Only this pragma ignores the busy timeout, so processes that start together wait here."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if _code(error) not in _TAKEN or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _check(connection: sqlite3.Connection, file: Path) -> None:
    if file.stat().st_size <= LARGEST_CHECKED:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise _Damaged(verdict)


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date; another process may be doing the same."""
    if _version(connection) == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        if version > len(MIGRATIONS):
            raise _Unusable(f"a newer version of this program made it (schema {version}, known here {len(MIGRATIONS)})")
        for statement in (each for step in MIGRATIONS[version:] for each in step):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _identity(file: Path) -> tuple[int, int] | None:
    with suppress(OSError):
        status = file.stat()
        return status.st_dev, status.st_ino
    return None


def _move_aside(file: Path) -> Path:
    """Rename a damaged database and its companion files; returns the new name of the main file."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = file.with_name(f"{file.name}.damaged-{stamp}-{os.getpid()}")
    for suffix in ("-wal", "-shm", ""):
        # Another process may have been quicker, leaving nothing to move.
        with suppress(FileNotFoundError):
            file.with_name(file.name + suffix).rename(aside.with_name(aside.name + suffix))
    return aside


def _copy_readable(file: Path, target: sqlite3.Connection) -> None:
    """Copy a database that can be read but not written, unless it has another schema version."""
    # Without write access there can be no WAL index either; immutable means: do not look for one.
    for mode in ("mode=ro", "immutable=1"):
        source = None
        try:
            source = sqlite3.connect(f"{file.absolute().as_uri()}?{mode}", uri=True)
            if _version(source) <= len(MIGRATIONS):
                source.backup(target)
            return
        except sqlite3.Error:
            continue
        finally:
            if source is not None:
                source.close()
