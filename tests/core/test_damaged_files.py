"""Files of ours with bytes changed: each reader answers, or says in an error of its own what is wrong."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from core import Goal, ProblemError, Queens, algorithm
from core._queens.board_file import parse_board
from core.compare import Contestant, History, Plan, PlanError
from core.compare._plan_file import plan_text, read_plan
from core.exact_cover import read_puzzle
from core.exact_cover._formats.load import decode as decode_cover
from core.storage import Checkpoint, Store
from core.sudoku import read_text
from core.sudoku._formats import decode
from tests.changed_bytes import changed
from tests.cli import Cli

PLAN = Plan("queens", ("5",), (Contestant("dlx"),))
JAVA = b"""<java><object class="a.Sudoku2">
<void property="values"><void index="3"><int>5</int></void></void></object></java>"""


def packed() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.xml", JAVA)
    return out.getvalue()


READERS: dict[str, tuple[bytes, Callable[[bytes, Path], object]]] = {
    "hsol": (packed(), lambda data, _: list(read_text(decode(data), "x"))),
    "plan": (plan_text(PLAN).encode(), lambda data, path: (path.write_bytes(data), read_plan(path))),
    "cover json": (b'{"A": ["1", "4"], "B": ["2", "3"]}', lambda data, _: read_puzzle(decode_cover(data, "x"))),
    "cover": (b"| a\nA B | C\nA C:x\nB C:y\n", lambda data, _: read_puzzle(decode_cover(data, "x"))),
    "board": (b"Q . .\n. x .\n. . .\n", lambda data, _: parse_board(data.decode("utf-8", "replace"))),
}


@pytest.mark.parametrize("name", READERS)
def test_changed_bytes_end_in_an_answer_or_an_error_of_ours(name: str, tmp_path: Path) -> None:
    content, read = READERS[name]
    choose = random.Random(41)
    for _ in range(600):
        data = changed(content, choose)
        try:
            read(data, tmp_path / "file.toml")
        except ProblemError:
            pass
        except Exception as error:
            raise AssertionError(data) from error


def test_changed_bytes_of_a_ledger_or_a_checkpoint_end_in_the_right_count_or_a_sentence(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, checkpoint, damaged = (tmp_path / name for name in ("ledger", "search", "damaged"))
    cli("queens", "7", "-a", "bitmask", "--part", "1-4/12", "--ledger", ledger)
    begun = algorithm("queens", "dlx-s").start(Queens(7), "count")
    begun.advance(50)
    Checkpoint(checkpoint, Queens(7), "dlx-s", Goal.COUNT, None, {"order": "table"}).save(begun, 1.0)
    choose = random.Random(41)
    ends = set[int]()
    for content, command in (
        (ledger.read_bytes(), ("queens", "7", "-a", "bitmask", "--parts", "12", "--ledger", damaged)),
        (ledger.read_bytes(), ("ledger", "show", damaged)),
        (checkpoint.read_bytes(), ("queens", "7", "-a", "dlx-s", "--checkpoint", damaged)),
    ):
        for number in range(40):
            for left in tmp_path.glob("damaged*"):
                left.unlink()
            changed_once = changed(content, choose)
            damaged.write_bytes(changed_once[: choose.randrange(len(content))] if number % 8 == 0 else changed_once)
            status, out, err = cli(*command)
            ends.add(status)
            assert status in (0, 2), err
            assert (status == 2) == (out == "")
            assert status == 0 or (str(damaged) in err and all(line.isprintable() for line in err.splitlines()))
            assert status == 2 or command[0] == "ledger" or "40 solutions" in out
    assert ends == {0, 2}


@pytest.mark.parametrize("text", [
    'document = ["a"]', "document = {}", 'document = "x"\nfamily = []', "family = {}", "family = [1]", "goal = []",
    "a = " + "[" * 100_000, "a = " + "{b=" * 5000, ".".join("a" * 5000) + " = 1", "[" + ".".join("a" * 5000) + "]",
    'family = "queens"\nalgorithms = ' + "[" * 3000 + "]" * 3000,
])  # fmt: skip
def test_a_plan_of_the_wrong_kind_is_refused_with_its_place(text: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text)
    with pytest.raises(PlanError, match=r"plan\.toml, line \d+, column \d+: "):
        read_plan(path)


@pytest.mark.parametrize(("text", "place"), [
    ("a = 1\nb = " + "[" * 100_000, "line 2, column 55"),
    ("# [[[\na = " + "{b=" * 5000, "line 2, column 155"),
    ('name = "."\nfamily = {' + ".".join("a" * 5000) + " = 1}", "line 2, column 11"),
])  # fmt: skip
def test_nesting_without_end_is_named_where_it_is_too_deep(text: str, place: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text)
    with pytest.raises(PlanError, match=f"{place}: nested too deeply"):
        read_plan(path)


@pytest.mark.parametrize(("column", "value"), [
    ("environment", "[]"), ("environment", "[" * 100_000), ("plan", "[" * 100_000), ("plan", "{}"), ("plan", "7"),
    ("plan", "x"), ("created", "soon"), ("created", 1e300), ("finished", "x"),
])  # fmt: skip
def test_a_damaged_row_is_named_and_the_others_are_listed(column: str, value: object, cli: Cli) -> None:
    with Store.open() as store:
        for _ in range(3):
            History(store).start(PLAN)
        with store.transaction() as connection:
            connection.execute(f"UPDATE experiment SET {column} = ? WHERE id = 2", (value,))
    status, out, err = cli("compare", "history")
    assert (status, [line.split()[0] for line in out.splitlines()]) == (2, ["3", "1"])
    assert "experiment 2 is damaged and cannot be read" in err
    for verb in (("show", 2), ("note", 2, "x"), ("pin", 2), ("compare", 1, 2)):
        status, _, err = cli("compare", "history", *verb)
        assert (status, err.count("experiment 2 is damaged"), len(err.splitlines())) == (2, 1, 1)
    assert cli("compare", "history", "delete", 2).status == 0
    assert cli("compare", "history").status == 0


def test_a_damaged_sample_hides_no_other_experiment(cli: Cli) -> None:
    for _ in range(2):
        cli("compare", "queens", "5", "-a", "dlx", "-r", "1")
    with Store.open() as store, store.transaction() as connection:
        connection.execute("UPDATE sample SET body = '[]' WHERE experiment = 2")
    status, _, err = cli("compare", "history", "show", 2)
    assert status == 2
    assert "experiment 2 is damaged" in err
    status, out, _ = cli("compare", "history", "show", 1)
    assert status == 0
    assert "experiment 1" in out
