"""A file of finished parts: each counts exactly once, no matter what is killed or how often the count is resumed.

SQLite keeps the file consistent.  A part's number is the key of its row, so a second
record of the same part, from a second run or a second machine, changes nothing;
if it contradicts the first, one of the two machines is wrong, and the ledger says so.
Every row is signed by the user's key (`core.storage._key`), so the ledger never adds up a figure that a disk has
corrupted or someone else has put there.  It checks the signature before it reads anything from a file.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

from core._parts.part import DIVISION, Origin, Part, Record
from core._search import ProblemError, identity, kept_form, of_version
from core.storage._files import is_file, system_reason
from core.storage._key import TO_MOVE_IT, SigningKeyTrouble, own_key
from core.storage._seal import is_sealed
from core.storage._store import StoreError

_TABLES = {
    "job": "CREATE TABLE job (what TEXT NOT NULL, of INTEGER NOT NULL, key TEXT NOT NULL, signature TEXT NOT NULL)",
    "parts": (
        "CREATE TABLE parts (number INTEGER PRIMARY KEY, solutions TEXT NOT NULL, steps TEXT NOT NULL, "
        "seconds REAL NOT NULL, sums TEXT NOT NULL, origin TEXT NOT NULL, signature TEXT NOT NULL)"
    ),
}
_MARK = 0x44515052
"""SQLite's application id of our ledgers."""
_SQLITE, _MARK_AT = b"SQLite format 3\0", 68
"""The first bytes of every SQLite file, and the position of the application id."""
PATIENCE_SECONDS = 30.0
ORIGIN_KINDS = [str] * len(fields(Origin))


class LedgerError(ProblemError):
    """The file cannot be read or written, or belongs to another count; the message names it."""


def is_ledger(path: Path) -> bool:
    """Whether the file is a ledger of any count; False if there is no file or it cannot be read."""
    try:
        if not is_file(path):
            return False
        with path.open("rb") as file:
            head = file.read(_MARK_AT + 4)
    except OSError:
        return False
    return head.startswith(_SQLITE) and int.from_bytes(head[_MARK_AT:], "big") == _MARK


class Ledger:
    """The finished parts of one count, on disk.  Raises LedgerError."""

    def __init__(self, path: Path, count: Part | Ledger | None = None) -> None:
        """Open or make the file for the count to which a part or another ledger belongs.

        An old file keeps its number of parts (`of`); without ``count``, any count is accepted.
        """
        self.path = path
        self.what: str
        """The count, as JSON."""
        self.of: int
        what = count.what if isinstance(count, Ledger) else "" if count is None else json.dumps(
            {"problem": str(count.problem), "value": identity(count.problem), "algorithm": count.algorithm,
             "settings": dict(count.settings), "division": DIVISION,
             **({"form": form} if (form := kept_form(count.problem)) > 1 else {})},
        )  # fmt: skip
        if count is None and not path.exists():
            raise LedgerError(f"{path}: there is no such file")
        if not path.parent.is_dir():
            raise LedgerError(f"{path}: there is no directory {path.parent}")
        if is_sealed(path):
            raise LedgerError(
                f"{path} holds a search that was saved whole, not in parts; the same command without "
                "--threads, --processes, --cluster and --parts continues it"
            )
        try:
            if path.exists() and not is_file(path):
                raise LedgerError(f"{path}: expected an ordinary file")
            self._key = own_key()
        except OSError as error:
            raise LedgerError(f"{path}: {system_reason(error)}") from None
        except (SigningKeyTrouble, StoreError) as error:
            raise LedgerError(f"{path}: {error}") from None
        new = not path.exists()
        with self._told():
            self._file = sqlite3.connect(path, timeout=PATIENCE_SECONDS, check_same_thread=False, isolation_level=None)
        self._file.text_factory = bytes  # damaged text may not be UTF-8
        try:
            with self._told():
                self._file.execute("PRAGMA synchronous = FULL")
                self.of = self._opened(what, 0 if count is None else count.of)
        except BaseException:
            self._file.close()
            with suppress(OSError):
                if new and not path.stat().st_size:  # the disk was full
                    path.unlink()
            raise

    def _opened(self, what: str, of: int) -> int:
        """Begin a new file, or check that an old one is for ``what`` (if anything); returns its number of parts."""
        self._file.execute("BEGIN IMMEDIATE")
        mark = self._file.execute("PRAGMA application_id").fetchone()[0]
        tables = dict(self._file.execute("SELECT name, sql FROM sqlite_master LIMIT 9").fetchall())
        if what and mark == 0 and not tables:
            for statement in _TABLES.values():
                self._file.execute(statement)
            row = what, of, self._key.name
            self._file.execute("INSERT INTO job VALUES (?, ?, ?, ?)", (*row, self._key.signature(f"job {row!r}")))
            self._file.execute(f"PRAGMA application_id = {_MARK}")
        elif mark != _MARK:
            raise LedgerError(f"{self.path}: this is not a ledger of finished parts; it is left as it is")
        elif tables != {name.encode(): sql.encode() for name, sql in _TABLES.items()}:
            raise LedgerError(
                f"{self.path} is damaged, or another version of this program made it; continue with that version "
                "or from a copy of the file, or start a new one"
            )
        rows = [_texts(row) for row in self._file.execute("SELECT * FROM job LIMIT 2")]
        self._file.execute("COMMIT")
        if len(rows) != 1:
            raise self._damaged()
        theirs, parts, key, signature = rows[0]
        if not self._key.signed(f"job {(theirs, parts, key)!r}", str(signature)):
            if key == self._key.name:
                raise self._damaged()
            raise LedgerError(f"{self.path}: this ledger was not signed by the key in {self._key.where}; {TO_MOVE_IT}")
        if type(parts) is not int or parts < 1 or not _is_count(theirs):
            raise self._damaged()
        division = json.loads(theirs).get("division", 1)
        if division != DIVISION:
            raise LedgerError(
                f"{self.path} holds parts that {of_version(division, DIVISION)} of this program has cut, "
                "which are not the parts of this one; continue with that version, or start a new file"
            )
        form, ours = (json.loads(each or theirs).get("form", 1) for each in (theirs, what))
        if form != ours and json.loads(theirs)["problem"] == json.loads(what)["problem"]:
            raise LedgerError(
                f"{self.path} holds parts that {of_version(form, ours)} of this program kept in form {form}; this one "
                f"reads form {ours}"
            )
        if what and theirs != what:
            held, wanted = _described(theirs), _described(what)
            instead = "a different problem of the same name" if held == wanted else wanted
            raise LedgerError(f"{self.path} holds parts of {held}, not of {instead}")
        self._job = str(signature)
        self.what = str(theirs)
        return int(parts)

    @property
    def described(self) -> str:
        """The count in words."""
        return _described(self.what)

    def add(self, *records: Record) -> None:
        """Add finished parts; all are on disk when this returns.  Raises LedgerError, also if one contradicts an
        earlier record.

        Add many at once: a disk takes as long for many as for one.
        """
        contradicted = []
        try:
            with self._told():
                self._file.execute("BEGIN IMMEDIATE")
                for record in records:
                    figures = str(record.solutions), str(record.steps), float(record.seconds), json.dumps(record.sums)
                    origin = json.dumps(record.origin and astuple(record.origin))
                    row = (int(record.number), *figures, origin)
                    cursor = self._file.execute(
                        "INSERT OR IGNORE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, self._signature(row))
                    )
                    before = self.find(record.number) if cursor.rowcount == 0 else None
                    if before is not None and before.contradicts(record):
                        contradicted.append(record.number)
                self._file.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._file.execute("ROLLBACK")
            raise
        if contradicted:
            raise LedgerError(
                f"{self.path}: part {contradicted[0] + 1} gave another result before; "
                "one of the two machines is counting wrongly"
            )

    def find(self, number: int) -> Record | None:
        """The record of a part, if it has been added.  Raises LedgerError if it is damaged."""
        with self._told():
            row = self._file.execute("SELECT * FROM parts WHERE number = ?", (number,)).fetchone()
        return None if row is None else self._record(row)

    def records(self) -> Mapping[int, Record]:
        """All finished parts by number.  Raises LedgerError if one is damaged."""
        with self._told():
            return {row[0]: self._record(row) for row in self._file.execute("SELECT * FROM parts")}

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Raise SQLite's errors as LedgerError."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter if a message quotes damaged text
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
            if code == sqlite3.SQLITE_NOTADB:
                raise LedgerError(f"{self.path}: this is not a ledger of finished parts; it is left as it is") from None
            if code & 0xFF == sqlite3.SQLITE_CORRUPT:
                raise self._damaged() from None
            raise LedgerError(f"{self.path}: {error}") from None

    def _damaged(self) -> LedgerError:
        return LedgerError(f"{self.path} is damaged; continue from a copy of the file, or start a new one")

    def _signature(self, row: tuple[Any, ...]) -> str:
        """The signature of a row, invalid in any other ledger."""
        return self._key.signature(f"part {self._job} {row!r}")

    def _record(self, raw: tuple[Any, ...]) -> Record:
        *figures, signature = _texts(raw)
        number, solutions, steps, seconds, sums, origin = figures
        try:
            if self._key.signed(f"part {self._job} {tuple(figures)!r}", str(signature)) and 0 <= number < self.of:
                made, added = json.loads(origin), json.loads(sums)
                if made is not None and [type(each) for each in made] != ORIGIN_KINDS:
                    raise ValueError
                if type(seconds) is not float or not all(type(each) is int for each in added):
                    raise ValueError
                return Record(number, int(solutions), int(steps), seconds, tuple(added), made and Origin(*made))
        except (ValueError, TypeError, RecursionError):  # nonsense that we signed ourselves
            pass
        raise LedgerError(
            f"{self.path}: the record of part {number + 1} is damaged; continue from a copy of the file, "
            "or start a new one"
        )


def _texts(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row with its bytes as text, whatever their content."""
    return tuple(each.decode("utf-8", "surrogateescape") if isinstance(each, bytes) else each for each in row)


def _is_count(what: Any) -> bool:
    """Whether a text describes a count as this program writes it."""
    try:
        job = json.loads(what)
        kinds = {"problem": str, "value": str, "algorithm": str, "settings": dict}
        return all(type(job[name]) is kind for name, kind in kinds.items())
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


def _described(what: str) -> str:
    job = json.loads(what)
    return " · ".join([job["problem"], job["algorithm"], *(f"{key} {value}" for key, value in job["settings"].items())])
