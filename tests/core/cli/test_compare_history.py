"""``dq compare history``: experiments of given figures are listed, shown, compared, noted, pinned and deleted."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from core._cli.command_line import main
from core.compare import History, Key, Plan, Sample
from core.storage import Store
from tests.core.compare.tables import noisy, plan

HERE = {
    "machine": "lab", "processor": "A processor", "python": "CPython 3.11", "program": "x", "commit": "abc123",
    "libraries": {},
}  # fmt: skip
SOURCE = "A processor · CPython 3.11 · no Numba · program x · same input each time, warm · experiment"
TWO = plan("dlx", "dlx-s", instances="5-6", repeat=5)
FIRST = "   1   2026-03-04 05:07  done, 40 runs        lab abc123               queens 5 … 6: dlx, dlx-s  (before)"
SECOND = "   2   2026-03-04 05:08  not done, 30 runs    lab abc123               queens 5 … 6: dlx, dlx-s"
SLOWER = "dlx, N 5: slower: 1.50 ± 0.08 times as long as the baseline"
FASTER = "dlx-s, N 5: faster: 0.50 ± 0.03 times as long as the baseline"
ALIKE = "dlx, N 6: cannot be told apart from the baseline: 0.95 to 1.05 times as long"


def keep(asked: Plan, note: str, figures: dict[tuple[str, str], tuple[Sample, ...]], *, finished: bool) -> None:
    """Put an experiment into the history, as if it had been measured in the lab one morning."""
    with Store.open() as store:
        history = History(store)
        experiment = history.start(asked, note)
        number = experiment.table.experiment
        assert number is not None
        made_with = HERE | ({"note": note} if note else {})
        created = time.mktime((2026, 3, 4, 5, 6 + number, 0, 0, 0, -1))
        with store.transaction() as connection:
            connection.execute("UPDATE experiment SET environment = ?, created = ? WHERE id = ?",
                               (json.dumps(made_with), created, number))  # fmt: skip
        assert experiment._record is not None
        for key, samples in figures.items():
            for repeat, sample in enumerate(samples):
                experiment._record(Key(*key), repeat, sample)
        if finished:
            history.finish(number)


@pytest.fixture(autouse=True)
def two_experiments() -> None:
    """One is done; the other has been stopped: one cell is slower, one faster, one alike, one missing."""
    keep(TWO, "before", {
        ("dlx", "5"): noisy(1e-3, solutions=10, nodes=54), ("dlx", "6"): noisy(4e-3, solutions=4, nodes=153),
        ("dlx-s", "5"): noisy(2e-3, solutions=10, nodes=46), ("dlx-s", "6"): noisy(5e-3, solutions=4, nodes=91),
    }, finished=True)  # fmt: skip
    keep(TWO, "", {
        ("dlx", "5"): noisy(1.5e-3, solutions=10, nodes=54),
        ("dlx", "6"): noisy(4e-3, solutions=4, nodes=153, seed=3),
        ("dlx-s", "5"): noisy(1e-3, solutions=10, nodes=46),
    }, finished=False)  # fmt: skip


class Dq:
    """The command line ``dq compare``."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.status, self.err = 0, ""

    def __call__(self, line: str) -> list[str]:
        """What comes out, line by line; the exit status and what is said on the side are kept."""
        self.status = main(["compare", *line.split()], program="dq")
        out, self.err = self._capsys.readouterr()
        return out.splitlines()


@pytest.fixture
def dq(capsys: pytest.CaptureFixture[str]) -> Dq:
    return Dq(capsys)


def test_experiments_are_listed_the_newest_first(dq: Dq) -> None:
    assert dq("history") == dq("history list") == [SECOND, FIRST]
    newest, oldest = map(json.loads, dq("history list --json"))
    wanted = {"schema": "dancing-queens/compare/2", "experiment": 1, "title": "queens 5 … 6: dlx, dlx-s",
              "pinned": False, "note": "before", "machine": "lab", "commit": "abc123", "samples": 40,
              "plan": TWO.as_json()}  # fmt: skip
    assert wanted.items() <= oldest.items()
    assert (newest["experiment"], newest["note"], newest["finished"]) == (2, "", None)


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("show 1 --show nodes", ["N  dlx  dlx-s  solutions", "5   54     46         10", "6  153     91          4"]),
        ("show 1 --show nodes --sort-rows dlx --sort-columns 6 --hide dlx",
         ["N  dlx-s  solutions", "6     91          4", "5     46         10"]),
        ("show 1 --show relative --reference dlx",
         ["N     dlx          dlx-s  solutions",
          "5  1.00 ×  2.00 ± 0.01 ×         10",
          "6  1.00 ×  1.25 ± 0.01 ×          4"]),
        ("show 2 --show solutions", ["N  dlx    dlx-s  known", "5   10       10     10", "6    4  waiting      4"]),
    ],
)  # fmt: skip
def test_a_table_is_shown_as_it_was_measured(dq: Dq, line: str, rows: list[str]) -> None:
    assert dq(f"history {line}") == [*rows, "", f"{SOURCE} {line.split()[1]}"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("show 2 --baseline 1", [SLOWER, FASTER, ALIKE]),
        ("compare 2 1", [SLOWER, FASTER, ALIKE]),
        ("show 2 --baseline 1 --hide dlx-s", [SLOWER, ALIKE]),
    ],
)
def test_two_tables_are_compared(dq: Dq, line: str, said: list[str]) -> None:
    out = dq(f"history {line} --show nodes")
    assert (dq.status, dq.err) == (0, "")
    assert out[out.index("Against experiment 1:") + 1 :] == [*(f"  {each}" for each in said), "", f"{SOURCE} 2"]


@pytest.mark.parametrize(("factor", "status"), [("1.2", 3), ("2", 0)])
def test_a_cell_that_is_slower_is_in_the_exit_status(dq: Dq, factor: str, status: int) -> None:
    dq(f"history show 2 --show nodes --baseline 1 --fail-on {factor}")
    assert dq.status == status
    lines = ["dq: dlx, N 5 is slower: 1.50 ± 0.08 times as long as the baseline"] if status else []
    assert dq.err.splitlines() == [*lines, "not compared with the baseline: dlx-s, N 6: waiting here"]


def test_a_gate_that_compares_nothing_does_not_open(dq: Dq) -> None:
    keep(plan("bitmask", instances="5"), "", {("bitmask", "5"): noisy(1e-3, solutions=10)}, finished=True)
    keep(TWO, "", {("dlx", "5"): noisy(9e-3, 2, solutions=10, nodes=54)}, finished=True)
    assert dq("history show 2 --baseline 3 --fail-on 1.1") == []
    assert (dq.status, dq.err) == (2, "dq: --fail-on: experiment 3 has no cell of this table: it has bitmask on N 5; "
                                      "the table dlx on N 5–6; dlx-s on N 5–6\n")  # fmt: skip
    dq("history show 4 --baseline 1 --fail-on 1.1")
    assert dq.status == 2
    assert dq.err.startswith("dq: --fail-on: no cell could be compared: not compared with the baseline: dlx, N 5: "
                             "too few runs to tell (2 runs here, 10 runs there)")  # fmt: skip


def test_a_baseline_of_another_machine_is_no_gate_unless_that_is_asked_for(dq: Dq) -> None:
    with Store.open() as store, store.transaction() as connection:
        made_with = json.dumps(HERE | {"processor": "Another"})
        connection.execute("UPDATE experiment SET environment = ? WHERE id = 1", (made_with,))
    assert dq("history show 2 --baseline 1 --fail-on 1.2") == []
    assert dq.status == 2
    assert "experiment 1 was measured on another machine (Another, CPython 3.11; here A processor" in dq.err
    dq("history show 2 --baseline 1 --fail-on 1.2 --across-machines")
    assert dq.status == 3
    # Before anything is measured, and without a trace in the history.
    dq("queens 5 -a dlx --baseline 1 --fail-on 1.2")
    assert (dq.status, len(dq("history list"))) == (2, 2)


def test_a_table_in_json(dq: Dq) -> None:
    (line,) = dq("history show 1 --show nodes --json")
    found = json.loads(line)
    assert (found["experiment"], found["finished"], found["wrong"], found["alarms"]) == (1, True, False, [])
    assert found["plan"] == TWO.as_json()
    wanted = {"instance": "5", "algorithm": "dlx", "status": "complete", "alarm": False, "solutions": 10, "known": 10,
              "nodes": 54, "updates": None, "runs": 10}  # fmt: skip
    assert wanted.items() <= found["cells"][0].items()
    assert found["cells"][0]["median_s"] == pytest.approx(0.00100945, rel=1e-5)


def test_a_table_is_written_to_files(dq: Dq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dq("history export 1 --show nodes --export t.md --export t.csv --export t.tex --export t.toml --export t.json")
    assert dq.status == 0
    assert dq.err.splitlines() == [f"wrote t.{form}" for form in ("md", "csv", "tex", "toml", "json")]
    texts = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("t.*")}
    assert texts["t.md"].splitlines() == [
        "## queens 5 … 6: dlx, dlx-s", "", "Nodes:", "", "| N | dlx | dlx-s | solutions |", "|---:|---:|---:|---:|",
        "| 5 | 54 | 46 | 10 |", "| 6 | 153 | 91 | 4 |", "", f"{SOURCE} 1",
    ]  # fmt: skip
    assert len(texts["t.csv"].splitlines()) == 5
    assert r"5 & 54 & 46 & 10 \\" in texts["t.tex"].splitlines()
    assert json.loads(texts["t.json"])["experiment"] == 1
    assert 'instances = [\n    "5",\n    "6",\n]' in texts["t.toml"]


def test_one_is_pinned_noted_and_deleted(dq: Dq) -> None:
    for line in ("history pin 1", "history note 2 a longer note"):
        assert (dq(line), dq.status, dq.err) == ([], 0, "")
    assert dq("history") == [f"{SECOND}  (a longer note)", FIRST.replace("1  ", "1 *", 1)]
    assert f"  {SLOWER}" in dq("history show 2 --baseline pinned")
    dq("history unpin")
    assert dq("history show 2 --baseline pinned") == []
    assert (dq.status, dq.err) == (2, "dq: no experiment is pinned; pin one: dq compare history pin ID\n")
    assert dq("history delete 2 3") == []
    assert (dq.status, dq.err) == (2, "dq: the history has no experiment 3\n")
    assert len(dq("history")) == 2  # all or none
    dq("history delete 2")
    assert dq("history") == [FIRST]
    assert dq("history --no-history") == ["no experiments yet"]


VERBS = "list, show, export, compare, pin, unpin, note, delete"
ALL = "time, nodes, nodes/s, solutions, updates, build time, search time, wall time, memory"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("history nothing", f"history: expected {VERBS}, not 'nothing'"),
        ("history -o h.html", "history list writes no file: expected history show ID -o h.html"),
        ("history pin 1 -o h.csv", "history pin writes no file: expected history show ID -o h.csv"),
        ("history delete", "history delete: expected the number of an experiment"),
        ("history show", "history show: expected the number of an experiment"),
        ("history show x", "expected the number of an experiment, not 'x'"),
        ("history show 99999999999999999999999", "the history has no experiment 99999999999999999999999"),
        ("history compare 1", "history compare: expected the numbers of two experiments"),
        ("history pin 1 2", "history pin: expected the number of an experiment"),
        ("history --show speed",
         f"--show: 'speed' is not one of {ALL}, relative to the fastest, relative to the paper, relative"),
        ("queens --resume 1 -a dlx-s --goal first", "another goal or limit needs an experiment of its own"),
        ("cover --resume 1", "experiment 1 is about queens, not cover"),
        ("--resume 9", "the history has no experiment 9"),
        ("history show 1 --reference dxl", "--reference: 'dxl' is not in the table; there are dlx, dlx-s"),
        ("--resume 1 --hide nothing", "--hide: 'nothing' is not in the table; there are dlx, dlx-s"),
        ("--resume 1 queens 7 --sort-columns 8", "--sort-columns: '8' is not in the table; there are 5, 6, 7"),
        ("queens 4 -a dlx --sort-rows dlx-s", "--sort-rows: 'dlx-s' is not in the table; there are dlx"),
        ("queens 4 -a dlx --sort-columns 5", "--sort-columns: '5' is not in the table; there are 4"),
    ],
)  # fmt: skip
def test_what_is_refused_is_said_and_leaves_nothing_behind(dq: Dq, line: str, said: str) -> None:
    assert dq(line) == []
    assert (dq.status, dq.err) == (2, f"dq: {said}\n")
    assert dq("history") == [SECOND, FIRST]
