"""Files of ours with bytes changed: each reader answers, or says in an error of its own what is wrong."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from core.compare.history import History
from core.compare.plan import Contestant, Plan, PlanError
from core.compare.plan_file import plan_text, read_plan
from core.exact_cover.formats.load import decode as decode_cover
from core.exact_cover.formats.load import read_puzzle
from core.queens.board_file import parse_board
from core.search import ProblemError
from core.storage.store import Store
from core.sudoku.formats import decode, read_text
from tests.cli import Cli

PLAN = Plan("queens", ("5",), (Contestant("dlx"),))
JAVA = b"""<java><object class="a.Sudoku2">
<void property="values"><void index="3"><int>5</int></void></void></object></java>"""


def packed() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.xml", JAVA)
    return out.getvalue()


def changed(content: bytes, choose: random.Random) -> bytes:
    data = bytearray(content)
    for _ in range(choose.randint(1, 4)):
        place = choose.randrange(len(data))
        data[place : place + choose.randint(0, 3)] = bytes(
            choose.choice(b'\0\xff[]{}"=#19\n') if choose.random() < 0.7 else choose.randrange(256)
            for _ in range(choose.randint(0, 3))
        )
        if not data:
            return b""
    return bytes(data)


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
    for verb in (("show", 2), ("note", 2, "x"), ("pin", 2), ("trend", "dlx", 5)):
        status, _, err = cli("compare", "history", *verb)
        assert (status, err.count("experiment 2 is damaged"), len(err.splitlines())) == (2, 1, 1)
    assert cli("compare", "history", "delete", 2).status == 0
    assert cli("compare", "history").status == 0


def test_a_damaged_sample_hides_no_other_experiment(cli: Cli, tmp_path: Path) -> None:
    for _ in range(2):
        cli("compare", "queens", "5", "-a", "dlx", "-r", "1")
    with Store.open() as store, store.transaction() as connection:
        connection.execute("UPDATE sample SET body = '[]' WHERE experiment = 2")
    status, out, err = cli("compare", "history", "trend", "dlx", "5")
    assert (status, len(out.splitlines())) == (2, 1)
    assert "experiment 2 is damaged" in err
    page = tmp_path / "page.html"
    status, _, err = cli("compare", "history", "--export", page)
    assert status == 2
    assert "experiment 2 is damaged" in err
    assert "<h2>Experiments</h2>" in page.read_text()
