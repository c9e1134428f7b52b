"""Plans as TOML files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from core import Goal
from core._catalog import FAMILIES
from core._words import either
from core.compare import DOCUMENTS, Plan, PlanError
from core.compare._plan_file import plan_text, read_plan
from core.compare._sweep import contestants


def written(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_plan_with_sweeps_and_seeds(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        family = "queens"
        instances = ["4-6", 8]
        goal = "first"
        algorithms = ["dlx", {key = "dlx-s", order = ["table", "text"]}, {key = "min-conflicts", seed = "1-3"}]
        [measuring]
        precision = 2
        most = 20
        [limits]
        timeout = 0
        memory = 1.5
        """,
    )
    plan = read_plan(path)
    assert plan.instances == ("4", "5", "6", "8")
    assert [c.label for c in plan.contestants] == [
        "dlx", "dlx-s:order=table", "dlx-s:order=text", *(f"min-conflicts:seed={seed}" for seed in (1, 2, 3)),
    ]  # fmt: skip
    assert (plan.goal, plan.precision, plan.most, plan.timeout) == (Goal.FIRST, 0.02, 20, None)
    assert plan.memory == 3 << 19
    assert read_plan(written(tmp_path, plan_text(plan))) == plan


@pytest.mark.parametrize(
    "plan",
    [
        DOCUMENTS["paper-004-table-1"].plan,
        DOCUMENTS["paper-003-build-solve"].plan,
        Plan("cover", ("four-sets",), contestants("cover", "dlx:choice=random,seed=3"), limit=7, name='a "b" \\ ✓'),
    ],
)
def test_what_is_written_is_read_again(plan: Plan, tmp_path: Path) -> None:
    assert read_plan(written(tmp_path, plan_text(plan))) == plan


@pytest.mark.usefixtures("without_time_limits")
def test_the_spread_over_seeds_is_told() -> None:
    from core.compare import Experiment
    from core.compare._findings import seed_lines

    names = ",".join(f"min-conflicts:seed={seed}" for seed in (1, 2, 3))
    table = Experiment(Plan("queens", ("50",), contestants("queens", f"{names},dlx-s"), Goal.FIRST, repeat=1)).drive()
    (line,) = seed_lines(table)
    assert line.startswith("min-conflicts, N 50: 3 seeds, median ")
    assert seed_lines(table, {f"min-conflicts:seed={seed}" for seed in (1, 2)}) == []


def test_a_document_s_plan_and_files_beside_it(tmp_path: Path) -> None:
    plan = read_plan(written(tmp_path, 'document = "paper-000-table-3"\ninstances = "4-5"'))
    assert plan.instances == ("4", "5")
    assert plan.contestants == DOCUMENTS["paper-000-table-3"].plan.contestants
    (tmp_path / "mine.txt").write_text("1234341221434321\n1...3..22..34..1\n", encoding="utf-8")
    plan = read_plan(written(tmp_path, 'family = "sudoku"\ninstances = "mine.txt#2"\nalgorithms = ["dlx"]'))
    assert plan.instances == (f"{tmp_path / 'mine.txt'}#2",)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("family = ", "expected TOML"),
        ("family = 'chess'", "family: expected queens"),
        ("family = 'queens'\ninstances = 4.5\nalgorithms = ['dlx']", "instances: expected a string"),
        ("family = 'queens'\ninstances = '9-4'\nalgorithms = ['dlx']", "backwards"),
        ("family = 'queens'\ninstances = '4'", "algorithms: expected a list"),
        ("family = 'queens'\ninstances = '4'\nalgorithms = [3]", "expected a name"),
        ("family = 'queens'\ninstances = '4'\nalgorithms = [{key = 'dlx-s', order = 'best'}]", "table"),
        ("family = 'queens'\ninstances = '4'\nalgorithms = [{key = 'min-conflicts', seed = '9-1'}]", "range"),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\ngoal = 'most'", "goal: expected first"),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\ncolour = 1", "colour: there is no such setting"),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\n[limits]\ntime = 1", "limits.time: there is no"),
        (
            "family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\n[limits]\ntimeout = 'x'",
            "timeout: expected a number",
        ),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\n[measuring]\nmost = 2", "the maximum number"),
        ("document = 'paper-9'", "document: expected one of"),
    ],
)
def test_what_is_wrong_is_said_with_the_file_s_name(text: str, part: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(PlanError, match=part) as caught:
        read_plan(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("family = ", (1, 9)),
        ("family = 'queens'\nalgorithms = [\n  'dlx',\n", (3, 9)),
        ("family = 'queens'\n  family = 'queens'", (2, 20)),
        ("# family = 'x'\n  family = 'chess'", (2, 3)),
        ("family = 'queens'\ninstances = ['4', 5,\n '9-4']\nalgorithms = ['dlx']", (3, 2)),
        ("family = 'queens'\ninstances = '9-4'\nalgorithms = ['dlx']", (2, 13)),
        ("family = 'queens'\ninstances = '4'\nalgorithms = [{key = 'dlx-s', order = ['a,[', 'b']}, 'dlx']", (3, 15)),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx',\n# no\n{key = 'dlx'},\n 'dxl']", (6, 2)),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\nlimits.timeout = 'x'", (4, 1)),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\nlimits = {timeout = 'x'}", (4, 1)),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\n[limits]\nmemory = 1\n timeout = 1e12", (6, 2)),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\n[measuring]\nrepeat = 9\nmost = 8", (6, 1)),
        ("family = 'queens'\ninstances = '4'\nalgorithms = ['dlx']\n[limits]\n[rules]\ntimeout = 1", (5, 1)),
        ("instances = '4'", (1, 1)),
    ],
)
def test_what_is_wrong_is_said_with_line_and_column(text: str, place: tuple[int, int], tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(PlanError) as caught:
        read_plan(path)
    assert str(caught.value).startswith(f"{path}, line {place[0]}, column {place[1]}: ")


def test_what_is_no_text_is_said_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_bytes(b"# \xc3\xa9\nname = '\xff'")
    with pytest.raises(PlanError, match="line 2, column 9: expected UTF-8"):
        read_plan(path)


def test_a_file_cannot_reach_the_terminal(tmp_path: Path) -> None:
    rest = 'instances = "4"\nalgorithms = ["dlx"]\n'
    assert read_plan(written(tmp_path, f'name = "a\\u001b[2Jb"\nfamily = "queens"\n{rest}')).name == "ab"
    with pytest.raises(PlanError) as caught:
        read_plan(written(tmp_path, 'family = "queens"\ninstances = "4"\nalgorithms = ["dlx\\u001b[2J"]'))
    assert str(caught.value).isprintable()


def test_an_entry_may_stand_for_several_contestants() -> None:
    assert [c.label for c in contestants("queens", "dlx,dlx-s:order=table|text,swaps:seed=2-3|7,bitmask")] == [
        "dlx", "dlx-s:order=table", "dlx-s:order=text", "swaps:seed=2", "swaps:seed=3", "swaps:seed=7", "bitmask",
    ]  # fmt: skip
    assert len(contestants("queens", "dlx-s:order=table|text|table")) == 2
    for text, said in (("swaps:seed=9-2", "9-2 is empty"), ("swaps:seed=0-5000", "longer than 1000")):
        with pytest.raises(PlanError, match=said):
            contestants("queens", text)
    with pytest.raises(PlanError, match="sideways"):
        contestants("queens", "dlx-s:order=table|sideways")


ONE = 'family = "queens"\ninstances = ["4"]\nalgorithms = ["dlx"]\n'
SETTINGS = "precision, repeat, most, patience, warm_up, order_seed, isolate, processes, jobs"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('family = "chess"\ninstances = ["4"]', f"1, column 1: family: expected {either(FAMILIES)}, not 'chess'"),
        ("", f"1, column 1: family: expected {either(FAMILIES)}, not None"),
        ('family = "queens"\ninstances = ["4"]',
         '1, column 1: algorithms: expected a list of names, or of tables such as {key = "dlx-s", order = "text"}'),
        ('family = "queens"\ninstances = ["4"]\nalgorithms = "dlx"',
         '3, column 1: algorithms: expected a list of names, or of tables such as {key = "dlx-s", order = "text"}'),
        ('family = "queens"\ninstances = ["4"]\nalgorithms = [{order = "text"}]',
         "3, column 15: algorithms: expected a name, or a table with a key, not {'order': 'text'}"),
        ('family = "queens"\ninstances = ["4"]\nalgorithms = ["dlx",\n    "dxl"]',
         "4, column 5: no queens algorithm is called 'dxl'; did you mean dlx?"),
        ('family = "queens"\ninstances = ["4"]\nalgorithms = ["dlx", {key = "dlx-s", order = "x"}]',
         "3, column 22: order: 'x' is not one of table, text, natural"),
        ('family = "queens"\ninstances = ["4",\n  "x"]\nalgorithms = ["dlx"]',
         "3, column 3: N: expected a whole number or a range such as 4-12, not 'x'"),
        ('family = "queens"\ninstances = [4.5]\nalgorithms = ["dlx"]',
         "2, column 1: instances: expected a string or a list of strings, not [4.5]"),
        ('family = "queens" # ä\ninstances = []\nalgorithms = ["dlx"]',
         "2, column 1: which queens instances? For example: 4-12"),
        (f'{ONE}goal = "some"', "4, column 1: goal: expected first, all or count, not 'some'"),
        (f"{ONE}speed = 5", "4, column 1: speed: there is no such setting; there are family, instances, goal, "
         "algorithms, name, document, measuring, limits"),
        (f'{ONE}\n[limits]\n  timeout = "long"', "6, column 3: timeout: expected a number, 0 or more, not 'long'"),
        (f"{ONE}limits.timeout = -1", "4, column 1: timeout: expected a number, 0 or more, not -1"),
        (f"measuring = 3\n{ONE}", "1, column 1: measuring: expected a table, [measuring]"),
        (f"{ONE}[measuring]\nrepeat = 0",
         "5, column 1: timed runs must be a whole number from 1 to 1 000 000, not 0"),
        (f"{ONE}[measuring]\nrepeat = 9\nmost = 5",
         "6, column 1: the maximum number of runs (5) must not be below the minimum (9)"),
        (f"{ONE}[measuring]\nrepeats = 5",
         f"5, column 1: measuring.repeats: there is no such setting; there are {SETTINGS}"),
        (f"{ONE}[measuring]\nprecision = 100",
         "5, column 1: the precision must be between 0 and 100 %, not 100 %"),
        (f"{ONE}[measuring]\nwarm_up = true", "5, column 1: warm_up: expected a number, 0 or more, not True"),
        (f"{ONE}[measuring]\nisolate = 1", "5, column 1: isolate: expected true or false, not 1"),
        ('document = "paper-9"', f"1, column 1: document: expected one of {', '.join(DOCUMENTS)}, not 'paper-9'"),
        ("a = [" + "[" * 3000, "1, column 55: nested too deeply for a plan"),
    ],
)  # fmt: skip
def test_everything_that_can_be_wrong_is_said_in_a_sentence(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(PlanError) as told:
        read_plan(written(tmp_path, text))
    assert str(told.value).partition("plan.toml, line ")[2] == said


def test_a_file_that_is_too_large_is_no_plan(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"plan\.toml: too large, 1.048.577 bytes; expected at most 1 MiB"):
        read_plan(written(tmp_path, "#" * (1 << 20) + "\n"))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a named pipe")
def test_a_pipe_is_no_plan_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    os.mkfifo(path)
    with pytest.raises(PlanError, match=r"plan\.toml: expected an ordinary file, not a pipe or a device"):
        read_plan(path)
