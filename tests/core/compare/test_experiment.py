"""Plans, measurements, tables: through the public API."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import core.compare._measure
import core.running._kernel_search
from core import Goal, Queens, Search, Snapshot, Status
from core.compare import DOCUMENTS, CellStatus, Contestant, Ending, Experiment, Key, Plan, PlanError, Quantity, Sample
from core.compare import _clocks as clocks
from core.compare._clocks import Moment
from core.compare._instances import expand
from core.compare._measure import Measurement
from core.compare._sweep import contestants
from core.compare._table import judged
from tests.core.compare.clockwork import ticking
from tests.core.compare.tables import cell, plan
from tests.core.compare.wrong import register_wrong


@pytest.fixture
def wrong() -> Iterator[Callable[[str], None]]:
    taken_out: list[Callable[[], None]] = []
    yield lambda name: taken_out.append(register_wrong(name))
    for take_out in taken_out:
        take_out()


@pytest.mark.usefixtures("without_time_limits")
def test_a_table_holds_what_was_measured() -> None:
    table = Experiment(plan("bitmask", "dlx-s", "dlx-s:order=text", instances="6-8")).drive()
    assert table.finished
    assert not table.wrong
    cell = table.cell("dlx-s", "8")
    assert cell.status is CellStatus.COMPLETE
    assert len(cell.samples) == 2
    assert (cell.solutions, cell.values[Quantity.NODES]) == (92, 980)
    assert table.cell("dlx-s:order=text", "8").values[Quantity.NODES] == 1049
    assert cell.values[Quantity.UPDATES]
    assert cell.values[Quantity.BUILD]
    assert cell.values[Quantity.TIME] == pytest.approx(
        cell.values[Quantity.BUILD] + cell.values[Quantity.SOLVE], rel=0.5  # type: ignore[operator]
    )  # fmt: skip
    assert cell.values[Quantity.MEMORY]
    assert table.cell("bitmask", "8").values[Quantity.UPDATES] is None
    fastest = table.fastest("8")
    assert fastest is not None
    assert table.value(fastest, Quantity.RELATIVE) == 1.0
    growth = table.growth("dlx-s", Quantity.NODES)
    assert growth is not None
    assert 2 < growth.factor < 5


def test_an_algorithm_that_cannot_says_why_and_the_others_go_on() -> None:
    table = Experiment(plan("bitmask", "dlx-s", instances="8,33", goal=Goal.FIRST)).drive()
    refused = table.cell("bitmask", "33")
    assert refused.status is CellStatus.REFUSED
    assert "dlx-s" in refused.reason
    assert table.cell("dlx-s", "33").status is CellStatus.COMPLETE
    table = Experiment(plan("dlx:threads=2", "dlx", instances="6", goal=Goal.ALL)).drive()
    assert table.cell("dlx:threads=2", "6").status is CellStatus.REFUSED
    assert "only a count splits into parts" in table.cell("dlx:threads=2", "6").reason
    assert table.cell("dlx", "6").status is CellStatus.COMPLETE
    table = Experiment(plan("dlx:threads=1", "dlx", instances="6", goal=Goal.ALL)).drive()
    assert table.cell("dlx:threads=1", "6").status is CellStatus.COMPLETE, "one thread is the plain search"
    table = Experiment(replace(plan("dlx:threads=2", "dlx", instances="6"), limit=3)).drive()
    assert table.cell("dlx:threads=2", "6").status is CellStatus.REFUSED
    assert "a count with a limit does not split" in table.cell("dlx:threads=2", "6").reason


def test_the_time_limit_is_kept_and_its_figures_are_partial(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking(monkeypatch, 0.02)
    table = Experiment(plan("dlx", instances="15", timeout=0.05, repeat=3, warm_up=0)).drive()
    cell = table.cell("dlx", "15")
    assert cell.status is CellStatus.LIMIT
    assert len(cell.samples) == 1
    assert cell.values == {}
    assert cell.samples[0].slices == 3
    assert cell.samples[0].cpu_seconds == pytest.approx(0.06)
    assert 0 < cell.samples[0].nodes < 171129072  # type: ignore[operator]
    assert table.finished


def test_the_memory_limit_is_kept() -> None:
    cell = Experiment(plan("dlx", instances="60", memory=100_000)).drive().cell("dlx", "60")
    assert cell.status is CellStatus.LIMIT
    needs, limit = (float(part) for part in re.findall(r"[0-9.]+(?= MiB)", cell.reason))
    assert limit == 0.1
    assert 0.1 < needs < 1


def test_runs_are_interleaved() -> None:
    order: list[tuple[str, str, int]] = []
    Experiment(
        plan("bitmask", "dlx", instances="4-5"), record=lambda key, repeat, _: order.append((*key, repeat))
    ).drive()
    cells = {(a, n) for n in ("4", "5") for a in ("bitmask", "dlx")}
    assert [run for *_, run in order] == [0] * 4 + [1] * 4
    assert {cell[:2] for cell in order[:4]} == {cell[:2] for cell in order[4:]} == cells


@pytest.mark.usefixtures("without_time_limits")
def test_the_order_in_a_round_is_random_and_the_seed_s_own() -> None:
    def order(seed: int) -> list[tuple[str, str, int]]:
        found: list[tuple[str, str, int]] = []
        wanted = plan("bitmask", "dlx", instances="4-7", repeat=3, seed=seed)
        Experiment(wanted, record=lambda key, repeat, _: found.append((*key, repeat))).drive()
        return found

    first = order(1)
    assert order(1) == first
    assert order(2) != first
    rounds = [[cell[:2] for cell in first if cell[2] == number] for number in range(3)]
    assert rounds[1] != rounds[2]
    for number, order_of_round in enumerate(rounds):  # the first from small to large, then as chance has it
        sizes = [n for _, n in order_of_round]
        assert (sizes == sorted(sizes)) == (number == 0)
        assert sizes[::2] == sizes[1::2]  # what will be compared is measured close together
    assert len({name for order_of_round in rounds for name, _ in order_of_round[::2]}) == 2
    assert sorted(rounds[0]) == sorted(rounds[1]) == sorted(rounds[2])


@pytest.mark.usefixtures("without_time_limits")
def test_small_rows_are_done_before_large_ones_begin() -> None:
    """The runs of a row take ten times as long as those of the row before."""
    wanted = plan("bitmask", "dlx", instances="7,5,6,4", repeat=3, warm_up=0)
    order: list[tuple[str, int]] = []

    class Slower(Experiment):
        def _finish(self, key: Key, repeat: int, sample: Sample) -> None:
            super()._finish(key, repeat, replace(sample, span=0.01 * 10 ** (int(key.instance) - 4)))

    Slower(wanted, record=lambda key, repeat, _: order.append((key.instance, repeat))).drive()
    rounds = order[::2]
    assert rounds == order[1::2]  # both cells of a row, one after the other
    # A round of 4 or 5 takes less than a second, one of 6 two seconds, and one of 7 twenty.
    assert rounds[:3] == [("4", 0), ("5", 0), ("6", 0)]
    assert sorted(rounds[3:7]) == [("4", 1), ("4", 2), ("5", 1), ("5", 2)]
    assert rounds[7:] == [("7", 0), ("6", 1), ("6", 2), ("7", 1), ("7", 2)]


def test_no_timed_run_includes_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kernel is entered with an empty budget before the clock starts."""
    from core._queens.bitmask import BitmaskSearch

    seen: list[str] = []
    prepare, advance = BitmaskSearch.prepare, BitmaskSearch.advance

    def noted_prepare(self: BitmaskSearch) -> None:
        seen.append("prepare")
        prepare(self)

    def noted_advance(self: BitmaskSearch, *given: Any) -> Status:
        seen.append("advance")
        return advance(self, *given)

    monkeypatch.setattr(BitmaskSearch, "prepare", noted_prepare)
    monkeypatch.setattr(BitmaskSearch, "advance", noted_advance)
    Experiment(plan("bitmask", instances="6", repeat=1, warm_up=0)).drive()
    assert seen[0] == "prepare"
    assert seen.count("prepare") == 2


@pytest.mark.parametrize("name", ["miscounting", "attacking", "failing"])
def test_a_wrong_algorithm_raises_the_alarm(wrong: Callable[[str], None], name: str) -> None:
    wrong(name)
    table = Experiment(plan("bitmask", name)).drive()
    assert table.finished
    assert table.wrong
    assert len(table.alarms) == 3
    assert all(name in alarm for alarm in table.alarms)
    expected = CellStatus.FAILED if name == "failing" else CellStatus.WRONG
    assert {cell.status for key, cell in table.cells.items() if key.label == name} == {expected}
    assert {cell.status for key, cell in table.cells.items() if key.label == "bitmask"} == {CellStatus.COMPLETE}
    for instance in table.plan.instances:
        assert table.fastest(instance).key.label == "bitmask"  # type: ignore[union-attr]


def test_without_a_known_value_a_minority_is_wrong_and_a_tie_makes_all_doubtful() -> None:
    from core.compare import Ending, Sample, TableCell
    from core.compare._table import judged

    def cells(**counts: int) -> dict[Key, TableCell]:
        return {
            Key(label, "x"): TableCell(
                Key(label, "x"), CellStatus.COMPLETE, (Sample(Ending.COMPLETE, 1, 1, None, n, 1),)
            )
            for label, n in counts.items()
        }

    def doubtful(**counts: int) -> set[str]:
        found = judged(cells(**counts), "x", list(counts), plan("dlx"), None)
        return {key.label for key, cell in found.items() if cell.status is CellStatus.WRONG}

    assert doubtful(a=5, b=5, c=5) == set()
    assert doubtful(a=5, b=6, c=5) == {"b"}
    assert doubtful(a=5, b=6) == {"a", "b"}
    assert doubtful(a=5, b=5, c=6, d=6) == {"a", "b", "c", "d"}


def test_a_stop_keeps_what_is_done_and_the_rest_can_follow() -> None:
    experiment = Experiment(plan("dlx", instances="5,15", repeat=1, warm_up=0, timeout=None, seed=2))
    steps = experiment.steps()
    for table in steps:
        live = table.cell("dlx", "15").live
        if live is not None and live.steps and live.stage == "measuring":
            experiment.stop()
    table = experiment.table
    assert table.stopped
    assert not table.finished
    stopped = table.cell("dlx", "15")
    assert stopped.status is CellStatus.STOPPED
    assert stopped.live is not None
    assert stopped.live.steps
    assert table.cell("dlx", "5").measured
    samples = table.cell("dlx", "5").samples
    experiment.change(plan("dlx", instances="5", repeat=1))
    table = experiment.drive()
    assert table.finished
    assert table.cell("dlx", "5").samples == samples


def test_a_column_or_row_added_to_a_finished_table_is_all_that_runs() -> None:
    experiment = Experiment(plan("bitmask"))
    before = experiment.drive()
    wider = before.plan.extended(instances=["7"], contestants=[Contestant("dlx")])
    experiment.change(wider)
    assert not experiment.table.finished
    after = experiment.drive()
    assert len(after.cells) == 8
    assert all(after.cells[key].samples == cell.samples for key, cell in before.cells.items())
    experiment.rerun(Key("dlx", "4"))
    again = experiment.drive()
    assert [key for key in again.cells if again.cells[key].samples != after.cells[key].samples] == [Key("dlx", "4")]


@pytest.mark.usefixtures("without_time_limits")
def test_tables_can_be_read_and_the_plan_changed_while_a_thread_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking(monkeypatch, 0.01)
    experiment = Experiment(plan("bitmask", instances="4-9", repeat=3))
    thread = threading.Thread(target=experiment.drive)
    thread.start()
    experiment.change(experiment.table.plan.extended(contestants=[Contestant("dlx-s")]))
    while thread.is_alive():
        for each in experiment.table.cells.values():
            assert each.warnings is not None
    thread.join()
    assert experiment.table.finished
    assert experiment.table.cell("dlx-s", "9").solutions == 352


def test_texts_become_plans_or_say_what_was_expected() -> None:
    assert [c.label for c in contestants("queens", "bitmask,dlx-s:order=text,dlx")] == [
        "bitmask",
        "dlx-s:order=text",
        "dlx",
    ]
    assert [c.label for c in contestants("cover", "dlx:choice=random,seed=3,algorithm-x")] == [
        "dlx:choice=random,seed=3", "algorithm-x",
    ]  # fmt: skip
    assert expand("queens", ["4-6,39", "5"]) == ("4", "5", "6", "39")
    for text, part in [("nobody", "no queens algorithm"), ("dlx-s:order=best", "table"), ("dlx:x=1", "no parameter")]:
        with pytest.raises(PlanError, match=part):
            Contestant.parse("queens", text)
    for family, text in [("queens", "x"), ("queens", "9-4"), ("queens", "0"), ("sudoku", "7x9"), ("cover", "nowhere")]:
        with pytest.raises(PlanError):
            expand(family, [text])
    with pytest.raises(PlanError, match="twice"):
        plan("dlx", "dlx")
    with pytest.raises(PlanError, match="timed runs must be a whole number from 1"):
        plan("dlx", repeat=0)


def test_a_plan_survives_being_written_down() -> None:
    before = plan("dlx-s:order=text", "bitmask", timeout=None, memory=1 << 20, limit=7, goal=Goal.ALL)
    assert Plan.from_json(before.as_json()) == before
    with pytest.raises(PlanError):
        Plan.from_json({"family": "queens"})


@pytest.mark.parametrize(
    ("family", "instances", "algorithms", "goal"),
    [("sudoku", "2x2#1-2", "dlx,bitmask", Goal.COUNT), ("sudoku", "3x3#1", "bands,dlx-dense", Goal.FIRST),
     ("cover", "four-sets,latin-3", "dlx,algorithm-x", Goal.COUNT)],
)  # fmt: skip
def test_every_family_can_be_compared(family: str, instances: str, algorithms: str, goal: Goal) -> None:
    keys = expand(family, [instances])
    table = Experiment(Plan(family, keys, contestants(family, algorithms), goal, repeat=1)).drive()
    assert table.finished
    assert not table.wrong, table.alarms
    assert {cell.status for cell in table.cells.values()} == {CellStatus.COMPLETE}
    assert all(known is not None for known in table.known.values())


@pytest.mark.parametrize("name", ["paper-000-table-2", "paper-000-table-3"])
def test_the_paper_s_node_counts_come_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ticking(monkeypatch, 0.01)
    document = DOCUMENTS[name]
    table = Experiment(replace(document.cut(last=9), precision=None, repeat=1, warm_up=0)).drive()
    for each in table.cells.values():
        if each.key.label != "dlx-s:order=text":
            assert each.values[Quantity.NODES] == document.figure(each.key, Quantity.NODES)
    if name == "paper-000-table-3":
        described = [table.cell("dlx-s:order=text", str(n)).values[Quantity.NODES] for n in range(4, 9)]
        assert described == [13, 46, 93, 334, 1049]
    assert document.claims(table)[0].holds
    assert document.cut(last=16).instances[-1] == "16"
    with pytest.raises(PlanError):
        document.cut(first=40)


def test_every_document_has_a_plan_whose_algorithms_exist() -> None:
    for name, document in DOCUMENTS.items():
        assert document.plan.document == name
        for contestant in document.plan.contestants:
            entry = contestant.entry(document.plan.family)
            entry.settings(dict(contestant.parameters))
            assert document.plan.goal in entry.goals
        for figures in document.paper.figures.values():
            assert set(figures) <= {contestant.label for contestant in document.plan.contestants}


def test_table_1_of_004_is_quick_except_at_6k_plus_3(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking(monkeypatch, 0.03)  # about 0.1 s a stay in the kernel: the next may take twice as many steps
    document = DOCUMENTS["paper-004-table-1"]
    cut = replace(document.cut(last=16), repeat=1, warm_up=0, precision=None)
    table = Experiment(replace(cut, instances=(*cut.instances, "39"), timeout=0.2)).drive()
    assert not table.wrong, table.alarms
    assert table.cell("stride", "39").status is CellStatus.LIMIT
    assert table.cell("closed-form", "39").solutions == 1
    assert [claim.holds for claim in document.claims(table)] == [True, True, True]


@pytest.mark.usefixtures("without_time_limits")
def test_build_and_solve_of_003() -> None:
    document = DOCUMENTS["paper-003-build-solve"]
    assert len(document.plan.instances) == 44
    instances = expand("sudoku", ["2x3#1-2", "3x3#1", "empty-2x2"])
    table = Experiment(replace(document.plan, instances=instances, repeat=1, precision=None)).drive()
    assert not table.wrong, table.alarms
    times = [table.cell("dlx-dense", instance).values for instance in instances]
    assert all(each[Quantity.BUILD] > 0 < each[Quantity.SOLVE] for each in times)  # type: ignore[operator]
    claim = document.claims(table)[0]
    assert (claim.text, claim.holds) == ("Building the dense matrix takes longer than solving", None)
    assert claim.evidence.startswith("longer in 0 of 4 grids; ")  # one run each decides nothing


def test_rows_that_are_not_measured_show_the_paper_s_figures() -> None:
    from core.compare._text import grid
    from core.compare._view import first_view

    table = Experiment(DOCUMENTS["paper-000-table-3"].plan).table
    assert table.rows[-4:] == ("13", "14", "15", "16")
    assert table.cell("dlx-s", "16").status is CellStatus.UNPLANNED
    header, rows = grid(table, first_view(table))
    assert "paper (DLX+S)" in header
    assert rows[-1][header.index("paper (DLX+S)")] == "194 103 108"
    assert rows[-1][-1] == "14 772 512"
    assert Experiment(DOCUMENTS["paper-000-table-3"].cut(None, 9)).table.rows[-1] == "9"
    table = Experiment(DOCUMENTS["paper-001-counts"].plan).table
    header, rows = grid(table, first_view(table))
    assert header == ["N", "bitmask (bitmasks)", "known"]
    assert rows[-1] == ["22", "–", "2 691 008 701 644"]


def test_rows_have_the_document_s_marks() -> None:
    table = Experiment(DOCUMENTS["paper-004-table-1"].plan).table
    assert [table.row_title(n) for n in ("8", "9", "39")] == ["8", "9 6k+3", "39 6k+3"]


class Stays(Search):
    """Ends after three stays in the kernel."""

    stays = 0

    def advance(self, budget: int, quota: int | None = None) -> Status:
        self.stays += 1
        self.status = Status.COMPLETE if self.stays == 3 else Status.RUNNING
        return self.status

    def snapshot(self) -> Snapshot:
        return Snapshot(self.status, self.stays, 0)

    def counts(self) -> tuple[int, int]:
        return 0, self.stays

    @property
    def solutions(self) -> list[tuple[int, ...]]:
        return []

    def state(self) -> dict[str, object]:
        return {}

    def restore(self, state: object) -> None:
        return None


def test_switches_are_those_of_all_stays_together(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking(monkeypatch, 0.2)
    counted = iter((100, 101, 110, 112, 120, 124))
    monkeypatch.setattr(core.compare._measure, "now", lambda threads: Moment(0.0, 0.0, 0.0, next(counted)))
    measurement = Measurement(lambda: Stays(Queens(4), Goal.COUNT))
    measurement.build()
    while not measurement.finished:
        measurement.advance()
    assert measurement.sample().switches == 1 + 2 + 4


def test_switches_are_read_where_the_system_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = SimpleNamespace(RUSAGE_THREAD=1, getrusage=lambda who: SimpleNamespace(ru_nivcsw=41 + who, ru_nvcsw=7))
    monkeypatch.setattr(clocks, "resource", counted)
    assert (clocks.now().switches, clocks.now().given_away) == (42, 7)
    monkeypatch.setattr(clocks, "resource", SimpleNamespace())
    assert clocks.now().switches is None


@pytest.mark.parametrize(
    ("known", "found", "wrong"),
    [
        (10, {"dlx": [10], "naive": [9]}, {"naive": "9 solutions; 10 are known"}),
        (10, {"dlx": [10, 9]}, {"dlx": "its runs differ: 9 and 10 solutions"}),
        (None, {"dlx": [10]}, {}),
        (None, {"dlx": [10], "naive": [9]},
         {"dlx": "10 solutions; other algorithms disagree (naive 9)",
          "naive": "9 solutions; other algorithms disagree (dlx 10)"}),
        (None, {"dlx": [10], "naive": [10], "bitmask": [9]},
         {"bitmask": "9 solutions; other algorithms disagree (dlx 10, naive 10)"}),
        (None, {"dlx": [10], "naive": [9], "bitmask": [8]},
         {"dlx": "10 solutions; other algorithms disagree (naive 9, bitmask 8)",
          "naive": "9 solutions; other algorithms disagree (dlx 10, bitmask 8)",
          "bitmask": "8 solutions; other algorithms disagree (dlx 10, naive 9)"}),
    ],
)  # fmt: skip
def test_who_is_wrong_of_a_row(known: int | None, found: dict[str, list[int]], wrong: dict[str, str]) -> None:
    cells = {
        Key(label, "5"): cell((label, "5"), tuple(Sample(Ending.COMPLETE, 1, 1, None, count, 1) for count in counts))
        for label, counts in found.items()
    }
    told = judged(cells, "5", list(found), plan(*found, instances="5"), known)
    assert {key.label: each.reason for key, each in told.items()} == wrong
