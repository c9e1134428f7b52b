"""``python -m core compare``, its history and its exports."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core._cli.command_line import main, parser
from core._cli.compare.measuring import plan_of
from core.compare import BeingMeasured, Contestant, History, Key, Plan
from core.storage import Store
from tests import ROOT
from tests.core.compare.clockwork import ticking
from tests.core.compare.wrong import register_wrong

pytestmark = pytest.mark.usefixtures("short_samples")


@pytest.fixture
def wrong() -> Iterator[None]:
    take_out = register_wrong("miscounting")
    yield
    take_out()


@pytest.mark.usefixtures("without_time_limits")
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
    assert "✓ Node counts equal those of Table 3: holds here (15 of 15 cells; the table has 39)" in out
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
        (["quens", "8"], "not 'quens'; did you mean queens?"),
        (["queens"], "for example"),
        (["queens", "9-4"], "backwards"),
        (["queens", "8", "-a", "nobody"], "no queens algorithm"),
        (["queens", "8", "--show", "beauty"], "not one of"),
        (["queens", "8", "--export", "x.doc"], ".csv"),
        (["queens", "8", "--export", "/nowhere/x.csv"], "no directory"),
        (["queens", "8", "-r", "0"], "from 1 to 1 000 000, not 0"),
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
        (["queens", "8", "--timeout", "inf"], "up to 10 000 000"),
        (["queens", "8", "--memory", "nan"], "expected a number of MiB"),
        (["queens", "8", "--memory", "1e300"], "memory limit"),
        (["queens", "8", "-r", "9" * 20], "from 1 to 1 000 000"),
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
    chart, table = tmp_path / "chart.svg", tmp_path / "table.md"
    files = [word for path in (folder, chart, table) for word in ("-o", str(path))]
    assert main(["compare", "queens", "5", "-a", "bitmask", "-r", "1", *files, "--chart", "cells"]) == 1
    out, err = capsys.readouterr()
    assert "bitmask" in out
    assert f"{folder}: Is a directory" in err
    assert f"{chart}: a chart against the grid's cells needs Sudokus of at least two sizes" in err
    assert f"wrote {table}\n" in err  # the one after those that failed
    assert table.is_file()
    assert not chart.exists()
    assert main(["compare", "history", "export", "1", "--export", str(folder)]) == 1
    assert main(["compare", "history", "compare", "1", "1", "--export", str(folder)]) == 1


def test_an_old_file_stays_where_a_new_one_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    path = tmp_path / "table.md"
    path.write_text("mine", encoding="utf-8")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
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


def test_a_regression_is_in_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ticking(monkeypatch, 0.001)
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


HELD = """
from core.compare._history import History
from core.storage._store import Store
with Store.open() as store, History(store).measuring(1):
    print("held", flush=True)
    input()
"""


def test_what_another_process_measures_is_not_measured_changed_or_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open() as store:
        history = History(store)
        experiment = history.start(Plan("queens", ("6",), (Contestant("bitmask"),), repeat=1))
        command = [sys.executable, "-c", HELD]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == "held\n"
            for words in (["--resume", "1"], ["--resume", "1", "queens", "7"], ["history", "delete", "1"]):
                assert main(["compare", *words]) == 2
                out, err = capsys.readouterr()
                assert (out, err.count("\n")) == ("", 1)
                assert f"experiment 1 is being measured by process {child.pid}" in err
            with pytest.raises(BeingMeasured):
                experiment.rerun(Key("bitmask", "6"))
            child.kill()
        assert history.entry(1).plan.instances == ("6",)
        assert main(["compare", "--resume", "1"]) == 0
        with history.measuring(1), pytest.raises(BeingMeasured, match="by this program"):
            history.delete(1)
        assert main(["compare", "history", "delete", "1"]) == 0
        assert history.list() == []


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from core._cli.command_line import main\n"
        "try: main(['compare', '--help'])\nexcept SystemExit: pass\n"
        "print([m for m in ('numpy', 'numba', 'textual', 'sqlite3') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, text=True, capture_output=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("options", "repeat", "most"), [([], 6, 50), (["--max-runs", "3"], 3, 3), (["--max-runs", "9"], 6, 9)]
)
def test_precision_and_the_most_runs_go_together(options: list[str], repeat: int, most: int) -> None:
    given = parser().parse_args(["compare", "queens", "4", "-a", "dlx", "--precision", "2", *options])
    plan = plan_of(given)
    assert (plan.precision, plan.repeat, plan.most) == (0.02, repeat, most)


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        ("", {}),
        ("--goal first", {"goal": "first"}),
        ("--limit 1", {"limit": 1}),
        ("--repeat 3", {"repeat": 3, "precision": None}),
        ("--repeat 3 --precision 5", {"repeat": 3}),
        ("--precision 5", {}),
        ("--precision 5 --max-runs 3", {"repeat": 3, "most": 3}),
        ("--precision 5 --max-runs 7 --repeat 6", {"repeat": 6, "most": 7}),
        ("--max-runs 60", {"most": 60}),
        ("--warmup 0", {"warm_up": 0}),
        ("--warmup 3", {"warm_up": 3}),
        ("--patience 0", {"patience": 0.0}),
        ("--order-seed 9", {"seed": 9}),
        ("--timeout 0", {"timeout": None}),
        ("--timeout 1.5", {"timeout": 1.5}),
        ("--memory 1.5", {"memory": 1572864}),
        ("--isolate", {"isolate": True}),
        ("--processes 5 --jobs 2", {"processes": 5, "jobs": 2}),
        ("--inputs same", {}),
        ("--inputs varied", {"algorithms": [{"key": "dlx", "parameters": {"calls": "varied"}}]}),
        (
            "--inputs varied --cold",
            {
                "algorithms": [
                    {"key": "dlx", "parameters": {"calls": "varied"}},
                    {"key": "dlx", "parameters": {"calls": "cold"}},
                ]
            },
        ),
        (
            "-a dlx:calls=varied,bitmask:calls=cold --inputs same",
            {"algorithms": [{"key": "dlx", "parameters": {}}, {"key": "bitmask", "parameters": {"calls": "cold"}}]},
        ),
    ],
)
def test_what_options_make_of_a_plan(options: str, changes: dict[str, object]) -> None:
    usual = {
        "family": "queens", "instances": ["4"], "algorithms": [{"key": "dlx", "parameters": {}}], "goal": "count",
        "limit": None, "repeat": 6, "warm_up": 1, "timeout": 60.0, "memory": None, "document": None, "name": "",
        "precision": 0.05, "most": 50, "patience": 2.0, "seed": 1, "isolate": False,
        "processes": 0, "jobs": 1,
    }  # fmt: skip
    given = parser().parse_args(["compare", "queens", "4", "-a", "dlx", *options.split()])
    assert plan_of(given).as_json() == usual | changes


@pytest.mark.parametrize(
    ("options", "first", "last", "algorithms", "more"),
    [
        ("", "4", "12", 4, ("count", 6, 0.05)),
        ("-a dlx", "4", "12", 1, ("count", 6, 0.05)),
        ("--goal all", "4", "12", 4, ("all", 6, 0.05)),
        ("--to 4", "4", "4", 4, ("count", 6, 0.05)),
        ("--from 11 --repeat 2", "11", "12", 4, ("count", 2, None)),
    ],
)
def test_what_options_make_of_a_document_s_plan(
    options: str, first: str, last: str, algorithms: int, more: tuple[object, ...]
) -> None:
    plan = plan_of(parser().parse_args(["compare", "paper-000-table-3", *options.split()]))
    assert (plan.instances[0], plan.instances[-1], len(plan.contestants)) == (first, last, algorithms)
    assert (plan.goal.value, plan.repeat, plan.precision) == more
    assert plan.document == "paper-000-table-3"
