"""A file of finished parts: each counts exactly once, whatever is killed and however often it is gone on with.

SQLite keeps it whole.  A part's number is the key of its row, so a second
record of the same part, from a second run or a second machine, changes nothing;
if it contradicts the first, one of the two machines is wrong, and that is told.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.parts import DIVISION, Part, Record
from core.search import ProblemError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS job (what TEXT NOT NULL, of INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS parts (
    number INTEGER PRIMARY KEY, solutions TEXT NOT NULL, steps TEXT NOT NULL, seconds REAL NOT NULL, sums TEXT NOT NULL
);
"""
_MARK = 0x44515052
"""SQLite's application id of our ledgers."""
PATIENCE_SECONDS = 30.0


class LedgerError(ProblemError):
    """The file cannot be read or written, or belongs to another count; the message names it."""


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

    def add(self, record: Record) -> None:
        """Put a finished part in, on the disk when this returns.  Raises LedgerError also for a contradiction."""
        row = (record.number, str(record.solutions), str(record.steps), record.seconds, json.dumps(record.sums))
        try:
            cursor = self._file.execute("INSERT OR IGNORE INTO parts VALUES (?, ?, ?, ?, ?)", row)
            before = self.find(record.number) if cursor.rowcount == 0 else None
            if before is not None and before.contradicts(record):
                raise LedgerError(
                    f"{self.path}: part {record.number} gave another result before; "
                    "one of the two machines is counting wrongly"
                )
        except sqlite3.DatabaseError as error:
            raise self._trouble(error) from None

    def find(self, number: int) -> Record | None:
        """The record of a part, if somebody has put it in."""
        row = self._file.execute("SELECT * FROM parts WHERE number = ?", (number,)).fetchone()
        return None if row is None else _record(row)

    def records(self) -> Mapping[int, Record]:
        """All finished parts by number."""
        try:
            return {row[0]: _record(row) for row in self._file.execute("SELECT * FROM parts")}
        except sqlite3.DatabaseError as error:
            raise self._trouble(error) from None

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _trouble(self, error: sqlite3.Error) -> LedgerError:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            return LedgerError(f"{self.path}: this is not a ledger of finished parts; it is left as it is")
        return LedgerError(f"{self.path}: {error}")


def _record(row: Any) -> Record:
    number, solutions, steps, seconds, sums = row
    return Record(int(number), int(solutions), int(steps), float(seconds), tuple(json.loads(sums)))


def _described(what: str) -> str:
    job = json.loads(what)
    return " · ".join([job["problem"], job["algorithm"], *(f"{key} {value}" for key, value in job["settings"].items())])
