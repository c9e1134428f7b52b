"""A file of finished parts: each counts exactly once, whatever is killed and however often it is gone on with.

SQLite keeps it whole.  A part's number is the key of its row, so a second
record of the same part, from a second run or a second machine, changes nothing;
if it contradicts the first, one of the two machines is wrong, and that is told.
Every row carries a digest: a figure that a disk has changed is never added up.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.parts.part import DIVISION, Part, Record
from core.search import ProblemError
from core.storage.seal import is_sealed

_SCHEMA = """
CREATE TABLE IF NOT EXISTS job (what TEXT NOT NULL, of INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS parts (
    number INTEGER PRIMARY KEY, solutions TEXT NOT NULL, steps TEXT NOT NULL, seconds REAL NOT NULL, sums TEXT NOT NULL,
    digest INTEGER NOT NULL
);
"""
_MARK = 0x44515052
"""SQLite's application id of our ledgers."""
_SQLITE, _MARK_AT = b"SQLite format 3\0", 68
"""How every file of SQLite begins, and where in it the application id stands."""
PATIENCE_SECONDS = 30.0


class LedgerError(ProblemError):
    """The file cannot be read or written, or belongs to another count; the message names it."""


def is_ledger(path: Path) -> bool:
    """Whether the file there is a ledger, of whatever count; False too where there is none, or it cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(_MARK_AT + 4)
    except OSError:
        return False
    return head.startswith(_SQLITE) and int.from_bytes(head[_MARK_AT:], "big") == _MARK


class Ledger:
    """The finished parts of one count, on disk.  Raises LedgerError."""

    def __init__(self, path: Path, part: Part) -> None:
        """Open or make the file for the count that ``part`` is one of; an old one keeps its number of parts (`of`)."""
        self.path = path
        what = json.dumps(
            {"problem": str(part.problem), "value": repr(part.problem), "algorithm": part.algorithm,
             "settings": dict(part.settings), "division": DIVISION},
        )  # fmt: skip
        if not path.parent.is_dir():
            raise LedgerError(f"{path}: there is no directory {path.parent}")
        if is_sealed(path):
            raise LedgerError(
                f"{path} holds a search that was saved whole, not in parts; the same command without "
                "--threads, --processes, --cluster and --parts continues it"
            )
        self._what = what
        try:
            self._file = sqlite3.connect(path, timeout=PATIENCE_SECONDS, check_same_thread=False, isolation_level=None)
            self._file.execute("PRAGMA synchronous = FULL")
            self.of = self._opened(what, part.of)
        except sqlite3.DatabaseError as error:
            raise self._trouble(error) from None

    def _opened(self, what: str, of: int) -> int:
        self._file.execute("BEGIN IMMEDIATE")
        mark = self._file.execute("PRAGMA application_id").fetchone()[0]
        if mark == 0 and not self._file.execute("SELECT 1 FROM sqlite_master").fetchone():
            for statement in _SCHEMA.split(";"):
                self._file.execute(statement)
            self._file.execute("INSERT INTO job VALUES (?, ?)", (what, of))
            self._file.execute(f"PRAGMA application_id = {_MARK}")
        elif mark != _MARK:
            self._file.execute("ROLLBACK")
            raise LedgerError(f"{self.path}: this is not a ledger of finished parts; it is left as it is")
        theirs, parts = self._file.execute("SELECT what, of FROM job").fetchone()
        self._file.execute("COMMIT")
        if json.loads(theirs).get("division", 1) != DIVISION:
            raise LedgerError(
                f"{self.path} holds parts that another version of this program has cut, "
                "which are not the parts of this one; continue with that version, or start a new file"
            )
        if theirs != what:
            raise LedgerError(f"{self.path} holds parts of {_described(theirs)}, not of {_described(what)}")
        return int(parts)

    def add(self, *records: Record) -> None:
        """Put finished parts in, all on the disk when this returns.  Raises LedgerError also for a contradiction.

        A disk takes as long for many as for one.
        """
        contradicted = []
        try:
            self._file.execute("BEGIN IMMEDIATE")
            for record in records:
                figures = str(record.solutions), str(record.steps), float(record.seconds), json.dumps(record.sums)
                row = (int(record.number), *figures)
                cursor = self._file.execute(
                    "INSERT OR IGNORE INTO parts VALUES (?, ?, ?, ?, ?, ?)", (*row, self._digest(row))
                )
                before = self.find(record.number) if cursor.rowcount == 0 else None
                if before is not None and before.contradicts(record):
                    contradicted.append(record.number)
            self._file.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            with suppress(sqlite3.Error):
                self._file.execute("ROLLBACK")
            raise self._trouble(error) from None
        if contradicted:
            raise LedgerError(
                f"{self.path}: part {contradicted[0]} gave another result before; "
                "one of the two machines is counting wrongly"
            )

    def find(self, number: int) -> Record | None:
        """The record of a part, if somebody has put it in.  Raises LedgerError where it is damaged."""
        try:
            row = self._file.execute("SELECT * FROM parts WHERE number = ?", (number,)).fetchone()
        except sqlite3.DatabaseError as error:
            raise self._trouble(error) from None
        return None if row is None else self._record(row)

    def records(self) -> Mapping[int, Record]:
        """All finished parts by number.  Raises LedgerError where one is damaged."""
        try:
            return {row[0]: self._record(row) for row in self._file.execute("SELECT * FROM parts")}
        except sqlite3.DatabaseError as error:
            raise self._trouble(error) from None

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _trouble(self, error: sqlite3.Error) -> LedgerError:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            return LedgerError(f"{self.path}: this is not a ledger of finished parts; it is left as it is")
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CORRUPT:
            return LedgerError(f"{self.path} is damaged; continue from a copy of the file, or start a new one")
        return LedgerError(f"{self.path}: {error}")

    def _digest(self, row: tuple[Any, ...]) -> int:
        return zlib.crc32(repr((self._what, self.of, *row)).encode())

    def _record(self, row: tuple[Any, ...]) -> Record:
        *figures, digest = row
        number, solutions, steps, seconds, sums = figures
        if digest != self._digest(tuple(figures)) or not 0 <= number < self.of:
            raise LedgerError(
                f"{self.path}: the record of part {number} is damaged; continue from a copy of the file, "
                "or start a new one"
            )
        return Record(number, int(solutions), int(steps), seconds, tuple(json.loads(sums)))


def _described(what: str) -> str:
    job = json.loads(what)
    return " · ".join([job["problem"], job["algorithm"], *(f"{key} {value}" for key, value in job["settings"].items())])
