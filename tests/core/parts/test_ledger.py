"""The ledger of finished parts: killed at any moment, each part counts once."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Queens, Shape, Status, Sudoku, algorithm
from core._cli.command_line import main
from core._parts.counting import PartedCount
from core._parts.ledger import Ledger, LedgerError, _texts
from core._parts.part import DIVISION, Record, cut
from core.storage._key import own_key
from tests.core.parts.samples import ENTRY, PARTS, Lazily, begun_ledger


class Killed(BaseException):
    """Stands for the end of the process, at any moment."""


NONSENSE = ("", "x", "[", "[" * 100_000, "null", "1", '"x"', "[1]", "{}", '[["x"]]', "NaN", b"\xff", None, 1.5, -1)


@pytest.mark.parametrize("column", ["solutions", "steps", "seconds", "sums", "origin", "what", "of"])
def test_nonsense_under_ones_own_signature_is_said_in_a_sentence(column: str, tmp_path: Path) -> None:
    begun = begun_ledger(tmp_path / "begun")
    for place, nonsense in enumerate(NONSENSE):
        path = tmp_path / f"ledger {place}"
        shutil.copy(begun, path)
        with closing(sqlite3.connect(path)) as file, suppress(sqlite3.IntegrityError):
            file.text_factory = bytes
            key = own_key()
            table = "job" if column in ("what", "of") else "parts"
            file.execute(f"UPDATE {table} SET {column} = ?", (nonsense,))
            (job,) = map(_texts, file.execute("SELECT * FROM job"))
            signed = key.signature(f"job {job[:3]!r}")
            file.execute("UPDATE job SET signature = ?", (signed,))
            for row in map(_texts, file.execute("SELECT * FROM parts").fetchall()):
                signature = key.signature(f"part {signed} {row[:-1]!r}")
                file.execute("UPDATE parts SET signature = ? WHERE number = ?", (signature, row[0]))
            file.commit()
        for command in (["show", str(path)], ["show", "--json", str(path)]):
            assert main(["ledger", *command]) in (0, 2)


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=8), st.integers(1, 3))
@settings(max_examples=25)
def test_killed_and_gone_on_with_each_part_counts_once(
    tmp_path_factory: pytest.TempPathFactory, kills: list[tuple[int, bool]], threads: int
) -> None:
    path = tmp_path_factory.mktemp("ledger") / "eight"
    for after, written in [*kills, (99, True)]:
        ledger, left = Ledger(path, PARTS[0]), [after]
        add = ledger.add

        def adding(*records: Record, left: list[int] = left, add: Any = add, written: bool = written) -> None:
            left[0] -= len(records)
            if left[0] < 0 and not written:
                raise Killed
            add(*records)
            if left[0] < 0:
                raise Killed

        ledger.add = adding  # type: ignore[method-assign]
        search = PartedCount(ENTRY, Queens(8), PARTS, threads=threads, ledger=ledger)
        try:
            while search.advance(1 << 30) is Status.RUNNING:
                pass
        except Killed:
            continue
        finally:
            ledger.close()
    assert search.counts()[0] == 92
    again = Ledger(path, PARTS[0])
    assert sorted(again.records()) == list(range(10))
    assert sum(record.solutions for record in again.records().values()) == 92


COUNTING = """
import sys
from pathlib import Path
from core._catalog import algorithm
from core._parts.ledger import Ledger
from core._catalog import algorithm
from core._cli.command_line import main
from core._parts.counting import PartedCount
from core._parts.part import cut
from core._queens.problem import Queens
from core._search import Status
entry = algorithm("queens", "bitmask")
parts = cut(entry, Queens(9), entry.settings({}), 60)
ledger = Ledger(Path(sys.argv[1]), parts[0])
search = PartedCount(entry, Queens(9), parts, threads=2, ledger=ledger)
print("begun", flush=True)
while search.advance(1 << 30) is Status.RUNNING:
    print(len(search.records), flush=True)
print("solutions", search.counts()[0], flush=True)
"""


def test_processes_killed_at_random_moments(tmp_path: Path) -> None:
    random_ = random.Random(2)
    for _ in range(5):
        counting = subprocess.Popen(
            [sys.executable, "-c", COUNTING, str(tmp_path / "nine")], stdout=subprocess.PIPE, text=True
        )
        assert counting.stdout is not None
        for _ in range(random_.randrange(1, 14)):
            counting.stdout.readline()
        counting.kill()
        counting.communicate()
    ended = subprocess.run(
        [sys.executable, "-c", COUNTING, str(tmp_path / "nine")], check=True, capture_output=True, text=True
    )
    assert ended.stdout.splitlines()[-1] == "solutions 352"


def test_two_machines_on_one_ledger(tmp_path: Path) -> None:
    parts = cut(ENTRY, Queens(9), ENTRY.settings({}), 40)
    counted = []

    def machine() -> None:
        ledger = Ledger(tmp_path / "shared", parts[0])
        search = PartedCount(ENTRY, Queens(9), parts, ledger=ledger)
        while search.advance(1 << 30) is Status.RUNNING:
            pass
        counted.append(search.counts()[0])

    threads = [threading.Thread(target=machine) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counted == [352, 352]


def test_a_ledger_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    ledger = Ledger(path, PARTS[0])
    ledger.add(Record(3, 7, 100))
    ledger.add(Record(3, 7, 100, 9.0))
    with pytest.raises(LedgerError, match="part 4 gave another result before"):
        ledger.add(Record(3, 8, 100))
    with pytest.raises(LedgerError, match=r"8 queens · bitmask, not of 9 queens · bitmask"):
        Ledger(path, cut(ENTRY, Queens(9), {}, 10)[0])
    assert Ledger(path, cut(ENTRY, Queens(8), {}, 99)[0]).of == 10
    text = tmp_path / "text"
    text.write_text("nothing of the kind, but long enough to be looked at" * 20)
    with pytest.raises(LedgerError, match="not a ledger of finished parts; it is left as it is"):
        Ledger(text, PARTS[0])
    other = tmp_path / "other"
    sqlite3.connect(other).execute("CREATE TABLE mine (x)").connection.commit()
    with pytest.raises(LedgerError, match="not a ledger"):
        Ledger(other, PARTS[0])
    with pytest.raises(LedgerError, match="there is no directory"):
        Ledger(tmp_path / "no" / "ledger", PARTS[0])


def test_a_damaged_ledger_is_named(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger", PARTS[0])
    sqlite3.connect(ledger.path).execute("DROP TABLE parts").connection.commit()
    for attempt in (ledger.records, lambda: ledger.add(Record(1, 2, 3))):
        with pytest.raises(LedgerError, match=r"ledger: no such table: parts"):
            attempt()


@pytest.mark.parametrize("change", [
    "UPDATE parts SET solutions = '8' WHERE number = 3",
    "UPDATE parts SET solutions = 'many' WHERE number = 3",
    "UPDATE parts SET steps = steps + 1 WHERE number = 3",
    "UPDATE parts SET sums = '[1' WHERE number = 3",
    "UPDATE parts SET number = 4 WHERE number = 3",
    "UPDATE parts SET number = 10 WHERE number = 3",
])  # fmt: skip
def test_a_damaged_record_is_never_added_up(tmp_path: Path, change: str) -> None:
    """Parts are told from 1, as `dq ledger show` and --part count them."""
    ledger = Ledger(tmp_path / "ledger", PARTS[0])
    ledger.add(Record(3, 7, 100, 0.5, (1, 2)))
    assert ledger.records() == {3: Record(3, 7, 100, 0.5, (1, 2))}
    sqlite3.connect(ledger.path).execute(change).connection.commit()
    with pytest.raises(LedgerError, match=r"ledger: the record of part (4|5|11) is damaged; continue from a copy"):
        ledger.records()


def test_a_record_of_another_ledger_is_damage(tmp_path: Path) -> None:
    """Though the same key has signed it."""
    for name, parts in (("ten", PARTS), ("twenty", cut(ENTRY, Queens(8), ENTRY.settings({}), 20))):
        begun_ledger(tmp_path / name, parts[0])
    twenty = sqlite3.connect(tmp_path / "twenty")
    twenty.execute("ATTACH ? AS ten", (str(tmp_path / "ten"),))
    twenty.execute("INSERT OR REPLACE INTO parts SELECT * FROM ten.parts")
    twenty.commit()
    with pytest.raises(LedgerError, match="the record of part 1 is damaged"):
        Ledger(tmp_path / "twenty", PARTS[0]).records()


COLUMNS = {
    "job": ("what", "of", "key", "signature"),
    "parts": ("number", "solutions", "steps", "seconds", "sums", "signature"),
}
NUMBERS = ["'8'", "9223372036854775807", "-1", "10000000"]
VALUES = [
    *NUMBERS, "'many'", "''", "X'FF'", "CAST(X'C328' AS TEXT)", "0.5", "1e308", "'{}'", "'null'",
    "'{\"division\": 3}'", "zeroblob(1000000)",
]  # fmt: skip


@pytest.mark.parametrize(("table", "column"), [(table, column) for table in COLUMNS for column in COLUMNS[table]])
def test_whatever_a_column_holds_the_answer_is_one_line(
    table: str, column: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    genuine = begun_ledger(tmp_path / "genuine").read_bytes()
    for number, value in enumerate(NUMBERS if column == "number" else VALUES):
        ledger = tmp_path / f"ledger{number}"
        ledger.write_bytes(genuine)
        file = sqlite3.connect(ledger)
        file.execute(f"UPDATE {table} SET {column} = {value} WHERE rowid = (SELECT max(rowid) FROM {table})")
        file.commit()
        file.close()
        assert_refused(ledger, capsys)


@pytest.mark.parametrize("change", [
    "DELETE FROM job", "INSERT INTO job SELECT * FROM job", "DROP TABLE job", "DROP TABLE parts",
    "ALTER TABLE job ADD more TEXT", "ALTER TABLE parts RENAME TO pieces", "ALTER TABLE job DROP key",
    "CREATE TABLE more (x)", "PRAGMA application_id = 7",
    """DROP TABLE parts; CREATE VIEW parts AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
       SELECT x AS number, 1 AS solutions, 1 AS steps, 1.0 AS seconds, '[]' AS sums, '' AS signature FROM n""",
    """DROP TABLE job; CREATE VIEW job AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
       SELECT 1, 2, 3, 4 FROM n WHERE x < 0""",
    "CREATE TRIGGER one AFTER INSERT ON parts BEGIN UPDATE parts SET solutions = '1000'; END",
])  # fmt: skip
def test_whatever_tables_a_file_has_the_answer_is_one_line(
    change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = begun_ledger(tmp_path / "ledger")
    sqlite3.connect(ledger).executescript(change).connection.close()
    assert_refused(ledger, capsys)


def assert_refused(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line says in one line that it does not go on from this file, and says nothing else."""
    assert main(["queens", "8", "-a", "bitmask", "--threads", "2", "--checkpoint", str(ledger)]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines()), str(ledger) in err) == ("", 1, True)


def test_no_bit_of_a_file_makes_another_count(tmp_path: Path) -> None:
    """A damaged file is refused; one whose damage lies where nothing is written is as good as before."""
    genuine = begun_ledger(tmp_path / "genuine")
    content, records = genuine.read_bytes(), Ledger(genuine, PARTS[0]).records()
    path, choose, refused = tmp_path / "damaged", random.Random(5), 0
    written = [place for place, byte in enumerate(content) if byte]
    for place in [*range(110), *choose.sample(written, 500)]:
        damaged = bytearray(content)
        damaged[place] ^= 1 << choose.randrange(8)
        path.write_bytes(damaged)
        try:
            ledger = Ledger(path, PARTS[0])
            found = ledger.records()
            ledger.close()
        except LedgerError:
            refused += 1
        else:
            assert found.items() <= records.items()
        for beside in tmp_path.glob("damaged*"):
            beside.unlink()
    assert refused > 400


def test_a_record_of_a_part_that_there_is_not_is_damage(tmp_path: Path) -> None:
    """Rather than a count that waits for ever for as many parts as it has."""
    ledger = Ledger(tmp_path / "ledger", PARTS[0])
    ledger.add(Record(900, 7, 100))
    with pytest.raises(LedgerError, match="the record of part 901 is damaged"):
        ledger.records()


def test_many_parts_go_in_together_or_not_at_all(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger", PARTS[0])
    ledger.add(Record(1, 1, 1), Record(2, 2, 2))
    with pytest.raises(LedgerError, match="part 3 gave another result before"):
        ledger.add(Record(2, 3, 2), Record(5, 5, 5))
    assert sorted(ledger.records()) == [1, 2, 5]


def test_a_ledger_that_was_cut_short_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    ledger = Ledger(path, PARTS[0])
    ledger.add(*(Record(number, 7, 100) for number in range(10)))
    ledger.close()
    path.write_bytes(path.read_bytes()[:9000])
    with pytest.raises(LedgerError, match="damaged; continue from a copy of the file"):
        Ledger(path, PARTS[0]).records()


def test_two_machines_begin_at_different_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a ledger, and do all parts all the same."""
    monkeypatch.setattr("core._parts.counting.random.randrange", lambda count: count - 3)
    executor = Lazily()
    search = PartedCount(
        ENTRY, Queens(8), PARTS, executor=executor, slots=9, ledger=Ledger(tmp_path / "ledger", PARTS[0])
    )
    search.advance(1)
    assert [arguments[0].number for _, _, arguments in executor.due] == [7, 8, 9, 0, 1, 2, 3, 4, 5, 6]


def test_parts_cut_by_another_version_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "six"
    Ledger(path, PARTS[0]).close()
    monkeypatch.setattr("core._parts.ledger.DIVISION", DIVISION + 1)
    with pytest.raises(LedgerError, match=r"version 0\.2\.0 of this program has cut"):
        Ledger(path, PARTS[0])


def test_parts_of_a_sudoku_in_an_older_form_are_refused_with_that_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, part = tmp_path / "sudoku", cut(algorithm("sudoku", "dlx"), Sudoku.empty(Shape(2, 2)), {}, 3)[0]
    with monkeypatch.context() as before:
        before.setattr(Sudoku, "kept_form", 1)
        Ledger(path, part).close()
    with pytest.raises(LedgerError, match=r"that version 0\.2\.0 of this program kept in form 1; .* form 2"):
        Ledger(path, part)
    Ledger(tmp_path / "another", part).close()
    assert Ledger(tmp_path / "another", part).of == part.of
