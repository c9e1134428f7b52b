"""``python -m core compare``, its history and its exports."""

from __future__ import annotations

import csv
import io
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli import main
from core.compare import Contestant, Experiment, History, Plan, Table
from core.compare.exports import export
from core.compare.sample import Ending, Sample
from core.store import Store
from tests.core.compare_helpers import register_wrong

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def own_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path / "home"))


@pytest.fixture
def wrong() -> Iterator[None]:
    take_out = register_wrong("miscounting")
    yield
    take_out()


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "core", "compare", *map(str, arguments)], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_a_table_and_its_history(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "queens", "6-8", "-a", "dlx,dlx-s", "-r", "2"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0].split() == ["N", "dlx", "dlx-s", "solutions"]
    assert out.splitlines()[3].split()[0] == "8"
    assert "experiment 1" in err
    assert main(["compare", "history"]) == 0
    assert "done" in capsys.readouterr().out
    assert main(["compare", "history", "show", "1", "--show", "nodes"]) == 0
    assert "2 057" in capsys.readouterr().out
    assert main(["compare", "history", "pin", "1"]) == 0
    assert main(["compare", "queens", "8", "-a", "dlx", "-r", "2", "--baseline", "pinned"]) == 0
    assert "dlx, N 8: " in capsys.readouterr().out
    assert main(["compare", "history", "compare", "2", "1"]) == 0
    assert "Against experiment 1" in capsys.readouterr().out
    assert main(["compare", "history", "delete", "1", "2"]) == 0
    assert main(["compare", "history", "list"]) == 0
    assert "no experiments yet" in capsys.readouterr().out


def test_a_paper_s_table_from_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "paper-000-table-3", "--to", "8", "-r", "1", "--no-history"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[5].split() == [
        "8", *["2", "057"] * 2, "=", *["2", "057"] * 2, "=", "980", "980", "=", "1", "049", "92",
    ]  # fmt: skip
    assert "✓ Node counts equal those of Table 3: holds here (15 of 15 cells)" in out
    assert err == ""


def test_json_holds_every_sample_and_the_environment(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "queens", "5", "-a", "bitmask", "-r", "3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["finished"]
    assert not data["wrong"]
    assert data["environment"]["python"]
    (cell,) = data["cells"]
    assert cell["solutions"] == cell["known"] == 10
    assert len(cell["samples"]) == 3
    assert cell["updates"] is None


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "what should be compared"),
        (["chess", "8"], "expected queens"),
        (["queens"], "for example"),
        (["queens", "9-4"], "backwards"),
        (["queens", "8", "-a", "nobody"], "no queens algorithm"),
        (["queens", "8", "--show", "beauty"], "not one of"),
        (["queens", "8", "--export", "x.doc"], ".csv"),
        (["queens", "8", "--export", "/nowhere/x.csv"], "no directory"),
        (["queens", "8", "-r", "0"], "at least 1"),
        (["queens", "8", "--timeout", "-1"], "time limit"),
        (["queens", "8", "--baseline", "17"], "no experiment 17"),
        (["queens", "8", "--baseline", "pinned"], "pinned"),
        (["--resume", "17"], "no experiment 17"),
        (["history", "burn"], "expected list"),
        (["history", "show", "x"], "number"),
        (["paper-000-table-3", "8"], "its own instances"),
        (["paper-003-build-solve", "--to", "8"], "no N"),
        (["sudoku", "nowhere.txt"], "neither a file nor a collection; there are 2x2, 2x3, "),
        (["sudoku", "RUBBISH"], "line 1, column 3: expected"),
        (["cover", "RUBBISH"], "line 1, column 3: expected a text file"),
        (["queens", "8", "--timeout", "inf"], "at most 10000000 s, not inf"),
        (["queens", "8", "--memory", "nan"], "expected a number of MiB"),
        (["queens", "8", "--memory", "1e300"], "memory limit"),
        (["queens", "8", "-r", "9" * 20], "at least 1"),
        (["queens", "9" * 20], "from 1 to 100 000 000"),
        (["queens", "1-99999"], "more than 5000 boards"),
        (["history", "show", "9" * 30], "no experiment 99999"),
        (["--resume", "9" * 30], "no experiment 99999"),
        (["history", "compare", "1"], "expected the numbers of two experiments"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rubbish = tmp_path / "rubbish.txt"
    rubbish.write_bytes(b"\x85\x01\x00\xff rubbish\n")
    arguments = [str(rubbish) if argument == "RUBBISH" else argument for argument in arguments]
    assert main(["compare", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert part.lower() in err.lower()


def test_an_export_that_fails_is_in_the_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    assert main(["compare", "queens", "5", "-a", "bitmask", "-r", "1", "--export", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert "bitmask" in out
    assert f"{folder}: Is a directory" in err
    assert main(["compare", "history", "export", "1", "--export", str(folder)]) == 1
    assert main(["compare", "history", "compare", "1", "1", "--export", str(folder)]) == 1


def test_an_old_file_stays_where_a_new_one_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.compare import exports

    path = tmp_path / "table.md"
    path.write_text("mine", encoding="utf-8")
    monkeypatch.setattr(exports.os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    assert main(["compare", "queens", "5", "-a", "bitmask", "-r", "1", "--export", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == "mine"
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".md"] == ["table.md"]


def test_a_plan_s_file_is_measured_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, again = tmp_path / "plan.toml", tmp_path / "again.toml"
    path.write_text('family = "queens"\ninstances = ["5"]\nalgorithms = ["dlx", "dlx-s"]\n', encoding="utf-8")
    assert main(["compare", str(path), "-r", "1", "--no-history", "--export", str(again)]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["N", "dlx", "dlx-s", "solutions"]
    assert main(["compare", str(again), "--no-history", "--show", "nodes"]) == 0
    assert "54" in capsys.readouterr().out
    assert main(["compare", str(tmp_path / "nowhere.toml")]) == 2
    assert "nowhere.toml: No such file" in capsys.readouterr().err


def slowed(number: int, factor: float) -> None:
    """Make the runs of an experiment on disk so many times as long."""
    with Store.open() as store, store.transaction() as connection:
        for row in store.query("SELECT repeat, body FROM sample WHERE experiment = ?", (number,)):
            body = json.loads(row["body"])
            for name in ("cpu_seconds", "build_cpu_seconds", "quickest_seconds", "quickest_build_seconds"):
                body[name] = (body[name] or 0) * factor
            where = (json.dumps(body), number, row["repeat"])
            connection.execute("UPDATE sample SET body = ? WHERE experiment = ? AND repeat = ?", where)


def test_a_regression_is_in_the_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "queens", "8", "-a", "dlx", "-r", "6"]) == 0
    slowed(1, 0.1)
    command = ["compare", "queens", "8", "-a", "dlx", "-r", "6", "--baseline", "1", "--fail-on"]
    assert main([*command, "1.10", "--no-history"]) == 3
    assert "dlx, N 8 is slower" in capsys.readouterr().err
    slowed(1, 100)
    assert main([*command, "1.10", "--no-history"]) == 0
    assert main(["compare", "queens", "8", "-a", "dlx", "--fail-on", "1.1"]) == 2
    assert main([*command, "0.5"]) == 2
    capsys.readouterr()
    assert main(["compare", "history", "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1  # nothing but the baseline was kept


def test_the_history_tells_equal_plans_apart(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("before the change", "after it"):
        assert main(["compare", "queens", "6", "-a", "dlx", "-r", "5", "--note", text]) == 0
    assert main(["compare", "history", "note", "1", "long", "before"]) == 0
    capsys.readouterr()
    assert main(["compare", "history"]) == 0
    newest, oldest = capsys.readouterr().out.splitlines()
    assert "(after it)" in newest
    assert "(long before)" in oldest
    assert "5 runs" in oldest
    assert main(["compare", "history", "trend", "dlx", "6"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "the one before" not in first
    assert "the one before" in second
    assert main(["compare", "history", "trend", "dlx", "7"]) == 0
    assert "no experiment" in capsys.readouterr().out


def test_what_is_being_measured_is_not_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open() as store:
        history = History(store)
        history.start(Plan("queens", ("6",), (Contestant("bitmask"),)))
        with history.measuring(1):
            assert main(["compare", "history", "delete", "1"]) == 1
            assert "being measured" in capsys.readouterr().err
        assert main(["compare", "history", "delete", "1"]) == 0
        assert history.list() == []


@pytest.mark.parametrize("start", "=+-@\t\r\n")
def test_no_cell_of_the_csv_is_a_formula(start: str) -> None:
    from dataclasses import replace

    table = Experiment(Plan("queens", ("6",), (Contestant("bitmask"),), repeat=1)).drive()
    cell = next(iter(table.cells.values()))
    table = replace(table, cells={cell.key: replace(cell, reason=f"{start}1+1")})
    (row,) = csv.DictReader(io.StringIO(export(table, "csv")))
    assert row["reason"] == f"'{start}1+1".replace("\r", "\n")


def test_exports_show_what_the_view_shows() -> None:
    from core.compare.quantity import Quantity
    from core.compare.view import View

    names = tuple(Contestant(name) for name in ("bitmask", "dlx", "dlx-s"))
    table = Experiment(Plan("queens", ("6", "7"), names, repeat=1, name="mine")).drive()
    view = View(Quantity.NODES, ("dlx-s",), frozenset({"bitmask"}), ("7", "6"))
    for form in ("md", "tex"):
        text = export(table, form, view)
        assert "bitmask" not in text
        assert text.index("317") < text.index("552") < text.index("153")
    rows = list(csv.DictReader(io.StringIO(export(table, "csv", view))))
    assert [(row["instance"], row["algorithm"]) for row in rows] == [
        ("7", "dlx-s"), ("7", "dlx"), ("6", "dlx-s"), ("6", "dlx"),
    ]  # fmt: skip
    assert all(float(row["samples_s"]) == pytest.approx(float(row["median_s"])) for row in rows)
    data = json.loads(export(table, "json", view))
    assert [cell["algorithm"] for cell in data["cells"]] == ["dlx-s", "dlx"] * 2


@pytest.mark.usefixtures("wrong")
def test_the_alarm_is_in_the_exit_status_and_in_every_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {form: tmp_path / f"table.{form}" for form in ("csv", "json", "md", "tex")}
    exports = [text for file in files.values() for text in ("--export", str(file))]
    assert main(["compare", "queens", "6", "-a", "bitmask,miscounting", *exports]) == 3
    out, err = capsys.readouterr()
    for text in (out, err, *(file.read_text("utf-8") for file in files.values())):
        assert "WRONG" in text
        assert "miscounting" in text
    rows = {row["algorithm"]: row for row in csv.DictReader(io.StringIO(files["csv"].read_text("utf-8")))}
    assert rows["miscounting"]["alarm"] == "WRONG"
    assert rows["miscounting"]["status"] == "wrong"
    assert rows["bitmask"]["alarm"] == ""
    data = json.loads(files["json"].read_text("utf-8"))
    assert data["wrong"]
    assert [cell["alarm"] for cell in data["cells"]] == [False, True]
    assert main(["compare", "history", "show", "1"]) == 3


def test_texts_are_escaped_in_every_export(tmp_path: Path) -> None:
    from dataclasses import replace

    name = 'a|b_c & "q", <i>$x$%#{~^\\} \x1b[31m'
    experiment = Experiment(Plan("queens", ("6",), (Contestant("bitmask"),), repeat=1, name=name))
    table = experiment.drive()
    cell = next(iter(table.cells.values()))
    table = replace(table, cells={cell.key: replace(cell, reason='=1+1,"x"\n')})
    (row,) = csv.DictReader(io.StringIO(export(table, "csv")))
    assert row["reason"] == '\'=1+1,"x"\n'
    assert json.loads(export(table, "json"))["plan"]["name"] == name
    markdown, latex = export(table, "md"), export(table, "tex")
    assert r"a\|b\_c &amp; " in markdown
    assert "<i>" not in markdown
    assert r"a|b\_c \& " in latex
    assert r"$<$i$>$\$x\$\%\#\{\textasciitilde{}\textasciicircum{}\textbackslash{}\}" in latex
    assert "\x1b" not in markdown + latex
    body = [line for line in markdown.splitlines() if line.startswith("|")]
    assert {line.replace(r"\|", "").count("|") for line in body} == {body[0].count("|")}


def test_killed_at_random_moments_a_run_is_resumed_with_nothing_lost_or_twice() -> None:
    chance = random.Random(4)
    arguments: tuple[object, ...] = ("queens", "6-9", "-a", "bitmask,dlx,dlx-s,backtracking", "-r", "3", "-w", "0")
    seen: dict[tuple[str, str, int], float] = {}
    for kills in range(40):
        child = start(*arguments)
        deadline = time.monotonic() + 60
        if kills < 3:
            # Let it measure something first, so that the kill falls into the middle.
            while child.poll() is None and time.monotonic() < deadline and len(recorded()) <= len(seen):
                time.sleep(0.005)
            time.sleep(chance.random() * 0.1)
        else:
            child.wait(60)
        child.send_signal(signal.SIGKILL)
        code = child.wait(60)
        child.communicate()
        now = recorded()
        assert now.items() >= seen.items(), "a sample was lost or measured again"
        seen = now
        if code == 0:
            break
        arguments = ("--resume", 1)
    else:
        pytest.fail("never finished")
    assert len(seen) == 4 * 4 * 3
    with Store.open() as store:
        (entry,) = History(store).list()
        assert entry.finished
        assert store.notice is None


def recorded() -> dict[tuple[str, str, int], float]:
    """(algorithm, instance, run) to when it was taken, as it stands on disk."""
    with Store.open() as store:
        rows = store.query("SELECT algorithm, instance, repeat, recorded FROM sample")
    return {(row[0], row[1], row[2]): row[3] for row in rows}


def test_two_processes_measure_at_once_and_lose_nothing() -> None:
    children = [start("queens", "5-8", "-a", f"bitmask,{name}", "-r", "6") for name in ("dlx", "dlx-s")]
    for child in children:
        _, errors = child.communicate(timeout=120)
        assert child.returncode == 0, errors
    with Store.open() as store:
        entries = History(store).list()
        assert [entry.samples for entry in entries] == [2 * 4 * 6] * 2
        assert all(entry.finished for entry in entries)


def test_ctrl_c_shows_what_there_is_and_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The signal comes in the middle of a search that would take minutes, after another one is done."""
    steps = Experiment.steps

    def interrupted(self: Experiment) -> Iterator[Table]:
        sent = False
        for table in steps(self):
            live = table.cell("dlx", "17").live
            if not sent and live is not None and live.stage == "measuring" and live.steps:
                sent = True
                signal.raise_signal(signal.SIGINT)
            yield table

    monkeypatch.setattr(Experiment, "steps", interrupted)
    assert main(["compare", "queens", "6,17", "-a", "dlx", "-r", "1", "-w", "0", "--order-seed", "3"]) == 130
    out, err = capsys.readouterr()
    assert "stopped" in out
    assert list(recorded()) == [("dlx", "6", 0)]
    assert "--resume 1" in err


def test_history_keeps_samples_as_they_were() -> None:
    with Store.in_memory() as store:
        history = History(store)
        plan = Plan("queens", ("6", "7"), (Contestant("dlx-s", (("order", "text"),)),), repeat=2)
        first = history.start(plan)
        table = first.drive()
        assert table.experiment is not None
        again = history.table(table.experiment)
        assert again.plan == plan
        assert again.cells == table.cells
        assert again.environment == table.environment
        wider = history.resume(table.experiment, plan.extended(instances=["8"]))
        wider.drive()
        assert {key: len(runs) for key, runs in history.samples(1).items()} == dict.fromkeys(wider.table.cells, 2)
        assert history.baseline is None
        second = history.start(plan)
        assert second.table.experiment == 2
        history.pin(1)
        history.pin(2)
        assert [entry.pinned for entry in history.list()] == [True, False]


def test_a_disk_that_fails_does_not_end_the_measuring() -> None:
    store = Store.in_memory()
    experiment = History(store).start(Plan("queens", ("6",), (Contestant("bitmask"),), repeat=2))
    store.close()
    table = experiment.drive()
    assert table.finished
    assert len(table.cell("bitmask", "6").samples) == 2
    assert "history" in table.notices[0]


def test_a_sample_survives_being_written_down() -> None:
    sample = Sample(Ending.GAVE_UP, 0.1, 0.2, None, 0, 5, nodes=5, reason="why", recorded=3.0)
    assert Sample.from_json(json.loads(json.dumps(sample.as_json()))) == sample
    assert Sample.from_json(sample.as_json() | {"later": 1}) == sample


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from core.cli import main\n"
        "try: main(['compare', '--help'])\nexcept SystemExit: pass\n"
        "print([m for m in ('numpy', 'numba', 'textual', 'sqlite3') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, text=True, capture_output=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"
