"""The runs of a cell are made in several processes, in turn; several cells at a time; a colleague's table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core._cli.command_line import main
from core.compare import Experiment, History, Plan
from core.compare._exports import export
from core.compare._findings import jobs_lines
from core.compare._imports import read_table
from core.compare._isolated import ChildProcess
from core.compare._sweep import contestants
from core.compare._tables_text import source_line
from core.storage import Store
from tests.core.compare.tables import cell, plan, runs
from tests.core.compare.tables import table as table_of

SCRIPT = """
from core.compare import Contestant, Experiment, Plan
table = Experiment(Plan("queens", ("5",), (Contestant("dlx"),), repeat=1)).drive()
print(*(cell.status for cell in table.cells.values()))
"""


def test_runs_are_made_in_several_processes_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[Any] = []

    class Watched(ChildProcess):
        def __init__(self, *patience: float) -> None:
            super().__init__(*patience)
            children.append(self)

    monkeypatch.setattr("core.compare._experiment.ChildProcess", Watched)
    table = Experiment(plan("dlx", "bitmask", instances="5,6", processes=2, repeat=3, warm_up=0)).drive()
    for each in table.cells.values():
        assert [(run.apart, run.process) for run in each.samples] == [(True, 0), (True, 1), (True, 0)]
    assert [(child.begun, child.pipe) for child in children] == [(1, None), (1, None)]  # all algorithms share them
    assert "in 2 processes, in turn" in source_line(table)


def test_what_crashes_in_a_shared_process_leaves_the_others_their_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each algorithm is loaded and warmed up anew in the process that takes the place of one that has ended."""
    begun: list[int] = []

    class Mortal(ChildProcess):
        def send(self, message: Any) -> None:
            if len(begun) == 6:  # before some message, as if another had brought it down
                self._process.kill()
                self._process.join()
            begun.append(self.begun)
            super().send(message)

    monkeypatch.setattr("core.compare._experiment.ChildProcess", Mortal)
    table = Experiment(plan("dlx", "bitmask", instances="5", processes=1, repeat=3, warm_up=0)).drive()
    assert sorted(str(cell.status) for cell in table.cells.values()) == ["complete", "failed"]
    assert begun[-1] == 2


def test_where_runs_were_made_is_kept() -> None:
    wanted = Plan("queens", ("5",), contestants("queens", "dlx"))
    assert Plan.from_json(wanted.as_json()) == wanted
    old = {name: value for name, value in wanted.as_json().items() if name not in ("processes", "jobs")}
    assert (Plan.from_json(old).processes, Plan.from_json(old).jobs) == (0, 1)


def test_a_script_that_is_not_guarded_measures_once(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("complete\n", "")


def test_several_cells_at_a_time() -> None:
    """A row's round is made in one lane; when all is done, some cells are measured again alone."""
    with Store.in_memory() as store:
        history = History(store)
        wanted = plan("dlx", "bitmask", instances="5-8", processes=1, jobs=2, repeat=3, warm_up=0)
        experiment = history.start(wanted)
        table = experiment.drive()
        assert table.finished
        for row in wanted.instances:
            dlx, bitmask = (cell.samples for cell in table.row(row))
            assert dlx[0].process == bitmask[0].process
            assert {run.jobs for run in (*dlx, *bitmask)} == {2}
        assert {run.process for cell in table.cells.values() for run in cell.samples} == {0, 1}
        alone = table.environment["alone"]
        assert (alone["cells"], alone["least"] <= alone["most"]) == (5, True)
        assert history.entry(1).environment == table.environment
        assert history.table(1).cells == table.cells
        assert experiment.drive().environment["alone"] is alone
    assert "2 cells at a time" in source_line(table)
    for form in ("csv", "json", "md", "html", "tex"):
        assert "2 cells at a time" in export(table, form)


def test_fewer_rows_than_jobs_have_their_cells_measured_at_the_same_time() -> None:
    table = Experiment(plan("dlx", "bitmask", instances="6", processes=1, jobs=2, repeat=2, warm_up=0)).drive()
    assert table.finished
    assert {cell.samples[0].process for cell in table.cells.values()} == {0, 1}


@pytest.mark.parametrize(
    ("alone", "said"),
    [
        (None, "; none was measured again alone, so that may have changed the times"),
        ({"cells": 0, "differ": 0}, "; none was measured again alone, so that may have changed the times"),
        (
            {"cells": 5, "differ": 0, "least": 0.98, "most": 1.04},
            "; 5 were measured again alone, and cannot be told apart: "
            "beside others they took 0.98 to 1.04 times as long",
        ),
        (
            {"cells": 5, "differ": 2, "least": 1.01, "most": 1.31},
            ", and that changed the times: of 5 measured again alone, 2 differ; "
            "beside others they took 1.01 to 1.31 times as long",
        ),
    ],
)
def test_whether_others_beside_them_changed_the_times_is_said(alone: object, said: str) -> None:
    shown = table_of(plan("dlx", instances="8"), cell(("dlx", "8"), runs(0.01, jobs=2)), environment={"alone": alone})
    assert jobs_lines(shown) == [f"2 cells were measured at a time{said}"]
    assert jobs_lines(table_of(plan("dlx", instances="8"), cell(("dlx", "8"), runs(0.01)))) == []


def test_a_table_that_was_exported_is_a_baseline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theirs = tmp_path / "theirs.json"
    command = ["compare", "queens", "6", "-a", "dlx,bitmask", "-r", "6", "--no-history"]
    assert main([*command, "-o", str(theirs)]) == 0
    found, out = read_table(theirs), json.loads(theirs.read_text())
    assert {key.label: [run.as_json() for run in cell.samples] for key, cell in found.cells.items()} == {
        cell["algorithm"]: [{k: v for k, v in run.items() if k != "disturbed"} for run in cell["samples"]]
        for cell in out["cells"]
    }
    capsys.readouterr()
    assert main([*command, "--baseline", str(theirs), "--fail-on", "900"]) == 0
    assert "Against the baseline" in capsys.readouterr().out
    assert main(["compare", "queens", "7", "-a", "dlx", "--baseline", str(theirs), "--fail-on", "2"]) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1, column 2: expected JSON"),
        ("[]", "expected a comparison that was exported as JSON, with schema dancing-queens/compare/2"),
        ('{"schema": "dancing-queens/queens/1"}', "expected a comparison that was exported as JSON"),
        ('{"schema": "dancing-queens/compare/99"}', "a newer version of this program made it"),
        ('{"schema": "dancing-queens/compare/1"}', "this is not a comparison that this program has exported"),
        (
            '{"schema": "dancing-queens/compare/2", "cells": [], "plan": {}, "environment": {}}',
            "not a comparison's plan",
        ),
    ],
)
def test_a_baseline_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    path = tmp_path / "theirs.json"
    path.write_text(text)
    assert main(["compare", "queens", "6", "-a", "dlx", "--baseline", str(path)]) == 2
    assert said in capsys.readouterr().err
    path.unlink()
    assert main(["compare", "queens", "6", "-a", "dlx", "--baseline", str(path)]) == 2
