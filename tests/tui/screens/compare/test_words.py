"""What is said of a cell, of a run in progress and of a whole table.  The figures are given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.compare import CellStatus, Ending, Key, Live, Quantity, Table
from tests.core.compare.tables import cell, document_plan, noisy, plan, runs, table, whole
from tests.tui.screens.compare.steps import Given
from tui.screens.compare.screen_view import (
    ScreenView,
    compact,
    everything_measured,
    figure,
    quantities,
    rounded,
    spread,
    timing,
)
from tui.screens.compare.session import CompareSession
from tui.screens.compare.words import (
    alarm_lines,
    cell_line,
    cell_note,
    conclusions,
    details,
    hint,
    progress_line,
    running_cell,
    status_lines,
)

pytestmark = pytest.mark.usefixtures("few_algorithms")

VIEW, PLAIN = ScreenView(Quantity.TIME), ScreenView(Quantity.NODES, unicode=False)
HERE = {"machine": "lab", "processor": "A processor", "python": "CPython 3.11", "program": "x", "libraries": {}}


@pytest.fixture
def made() -> Table:
    """A table in all its states: complete, stopped, wrong, running, at a limit, failed, refused and waiting."""
    asked = plan("dlx", "dlx-s", "backtracking", "min-conflicts", instances="4-9", repeat=10)
    nodes = ((4, 2, 17, 1e-4), (5, 10, 54, 3e-4), (6, 4, 153, 9e-4), (7, 40, 552, 27e-4))
    cells = [cell(("dlx", str(n)), noisy(seconds, solutions=found, nodes=k)) for n, found, k, seconds in nodes]
    far_off = (*noisy(2.9e-4, 9, solutions=10, nodes=46), *noisy(9e-4, 1, solutions=10, nodes=46))
    cells += [
        cell(("dlx-s", "4"), noisy(2e-4, solutions=2, nodes=13)),
        cell(("dlx-s", "5"), far_off),
        cell(("dlx-s", "6"), noisy(1.1e-3, 3, solutions=4, nodes=91), CellStatus.STOPPED),
        cell(("dlx-s", "7"), noisy(1e-3, 1, nodes=5), CellStatus.WRONG, reason="1 solution in place of 40"),
        cell(("dlx-s", "8"), (), CellStatus.RUNNING, live=Live("measuring", 2, 0.25, 3, 1_234_567)),
        cell(("backtracking", "4"), runs(1.0, 1, ending=Ending.LIMIT), CellStatus.LIMIT, reason="longer than 60 s"),
        cell(("backtracking", "5"), (), CellStatus.FAILED, reason="the worker ended"),
        cell(("min-conflicts", "4"), (), CellStatus.REFUSED, reason="finds no count"),
    ]
    return table(asked, *cells, environment=HERE)


@pytest.mark.parametrize(
    ("label", "n", "line", "note"),
    [
        ("dlx", "4", "dlx, N 4 · 101 µs ± 0.7 % · 17 nodes · 168 k/s · 2 solutions", ("", "muted")),
        ("dlx-s", "5", "dlx-s, N 5 · 293 µs ± 0.7 % · 46 nodes · 157 k/s · 10 solutions",
         ("*1 of 10 runs is far slower than the rest", "warning")),
        ("dlx-s", "6", "dlx-s, N 6 · 1.12 ms · 91 nodes · 81.5 k/s · 4 solutions", ("", "muted")),
        ("dlx-s", "7", "dlx-s, N 7 · 1.00 ms · 5 nodes · 4.99 k/s · 1 solution",
         ("1 solution in place of 40", "alarm")),
        ("dlx-s", "8", "dlx-s, N 8 · running", ("", "muted")),
        ("dlx-s", "9", "dlx-s, N 9 · waiting", ("", "muted")),
        ("dlx", "8", "dlx, N 8 · waiting", ("estimated from the growth so far: 9.70 ms (8.00 ms to 11.0 ms)", "muted")),
        ("backtracking", "4", "backtracking, N 4 · limit", ("longer than 60 s", "warning")),
        ("backtracking", "5", "backtracking, N 5 · failed", ("the worker ended", "alarm")),
        ("min-conflicts", "4", "min-conflicts, N 4 · refused", ("finds no count", "warning")),
        ("min-conflicts", "9", "min-conflicts, N 9 · refused",
         ("min-conflicts supports only goal 'first', not 'count'; these can: brute-force, backtracking, bitmask, dlx, "
          "dlx-s", "warning")),
    ],
)  # fmt: skip
def test_what_is_said_of_a_cell(made: Table, label: str, n: str, line: str, note: tuple[str, str]) -> None:
    found = made.cells[Key(label, n)]
    assert cell_line(made, found, VIEW) == line
    assert cell_note(made, found, VIEW, None) == note


def test_a_cell_in_ascii_and_beside_a_baseline(made: Table) -> None:
    quick, waiting = made.cells[Key("dlx", "5")], made.cells[Key("dlx", "8")]
    assert cell_line(made, quick, PLAIN) == "dlx, N 5 - 303 us ± 0.7 % - 54 nodes - 178 k/s - 10 solutions"
    assert cell_note(made, waiting, PLAIN, None)[0] == (
        "estimated from the growth so far: 2.10 k (1.60 k to 2.70 k)"
    )  # fmt: skip
    same = "cannot be told apart from the baseline: 0.95 to 1.06 times as long"
    assert cell_note(made, quick, VIEW, made) == (same, "plain")
    assert cell_note(made, waiting, VIEW, made)[0].startswith("estimated from the growth so far: 9.70 ms")


def test_everything_about_a_cell(made: Table) -> None:
    above, _, below = details(made, made.cells[Key("dlx", "5")], VIEW, None).partition("\n\n")
    assert above.splitlines() == [
        "status             complete",
        "solutions          10 of 10 known",
        "nodes visited      54",
        "search time        303 µs",
        "wall time          303 µs",
        "nodes a second     178 k/s",
        "in its row         cannot be told apart from dlx-s: 1.00 to 1.03 times as long",
        "CPU time, median   303 µs ± 0.7 %",
        "95 % interval      301…305 µs",
        "single calls       300…305 µs",
        "half of them       301…304 µs",
        "search time grows  × 3.00 for each step of N",
    ]
    assert below.splitlines()[:2] == ["Runs", f"  1     301 µs  {'━' * 34}"]
    assert below.splitlines()[-1] == f" 10     300 µs  {'━' * 33}"


@pytest.mark.parametrize(
    ("label", "n", "told"),
    [
        ("dlx", "8", ["status                 waiting", "search time, estimate  9.70 ms (8.00 ms to 11.0 ms)",
                      "search time grows      × 3.00 for each step of N"]),
        ("dlx-s", "7", ["status            wrong: 1 solution in place of 40", "solutions         1 of 40 known",
                        "nodes visited     5", "search time       1.00 ms", "wall time         1.00 ms",
                        "nodes a second    4.99 k/s", "CPU time, median  1.00 ms", "", "Runs",
                        f"  1    1.00 ms  {'━' * 34}"]),
        ("backtracking", "4", ["status  limit: longer than 60 s", "", "Runs", f"  1     1.00 s  {'━' * 34}  limit"]),
        ("backtracking", "5", ["status  failed: the worker ended"]),
        ("min-conflicts", "4", ["status  refused: finds no count"]),
    ],
)  # fmt: skip
def test_everything_about_a_cell_that_has_no_figures(made: Table, label: str, n: str, told: list[str]) -> None:
    assert details(made, made.cells[Key(label, n)], VIEW, None).rstrip().splitlines() == told


def test_everything_about_a_cell_in_ascii_with_a_baseline_and_a_run_far_off(made: Table) -> None:
    before = table(made.plan, cell(("dlx-s", "5"), noisy(1.5e-4, solutions=10, nodes=46)))
    lines = details(made, made.cells[Key("dlx-s", "5")], PLAIN, before).splitlines()
    assert all(line.isascii() for line in lines)
    assert "single calls      291 to 902 us" in lines
    assert "against baseline  slower: 1.94 +-0.01 times as long as the baseline" in lines
    assert lines[-5:] == [
        f"  9     291 us  {'=' * 11}", f" 10     902 us  {'=' * 34}", "", "Warnings",
        "1 of 10 runs is far slower than the rest",
    ]  # fmt: skip


def test_runs_that_were_batches_or_came_to_a_limit_are_marked(made: Table) -> None:
    one, two, three = noisy(3e-4, 3, solutions=10, nodes=54)
    samples = (replace(one, batch=8), replace(two, ending=Ending.LIMIT), replace(three, batch=5, quickest_seconds=2e-4))
    lines = details(made, cell(("dlx", "5"), samples), VIEW, None).splitlines()
    assert "CPU time, median   303 µs" in lines
    assert lines[-3:] == [
        f"  1     301 µs  {'━' * 34}  mean of 8", f"  2     305 µs  {'━' * 34}  limit",
        f"  3     305 µs  {'━' * 34}  mean of 5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("label", "n", "told"),
    [
        ("dlx-s", "4", ["the paper's time   0.23 ms, 2.28 × ours", "the paper's nodes  13 (equal)"]),
        ("dlx-s", "5", ["the paper's time   0.71 ms, 1.77 × ours", "the paper's nodes  46 (equal)"]),
        ("dlx-s", "7", ["the paper's time   5.80 ms, 0.89 × ours", "the paper's nodes  317 (different)"]),
        ("dlx", "4", ["the paper's time   0.24 ms", "the paper's nodes  17"]),
        ("dlx-s:order=text", "4", []),
    ],
)
def test_a_cell_beside_the_paper_s_figures(label: str, n: str, told: list[str]) -> None:
    figures = ((4, 13, 5), (5, 46, 1), (7, 318, 3))
    cells = [cell(("dlx-s", str(n)), noisy(1e-4 * 4 ** (n - 4), count, nodes=k)) for n, k, count in figures]
    timed = table(document_plan("paper-000-table-3", 4, 5, 7), *cells)
    lines = details(timed, timed.cells[Key(label, n)], VIEW, None).splitlines()
    assert [line for line in lines if line.startswith("the paper")] == told


@pytest.mark.parametrize(
    ("live", "said"),
    [
        (Live("preparing"), "preparing dlx-s, N 8"),
        (Live("warming up", 0, 1e-3, 0, 12), "warming up dlx-s, N 8 · 12 steps · 0 found · 1.00 ms"),
        (Live("measuring", 4, 2.5, 12345, 10**7, 0.4321),
         "measuring dlx-s, N 8, run 5 of 10 · 10.0 M steps · 12.3 k found · 2.50 s · 43 %"),
    ],
)  # fmt: skip
def test_how_far_a_run_has_come(made: Table, live: Live, said: str) -> None:
    running = replace(made.cells[Key("dlx-s", "8")], live=live)
    found = progress_line(replace(made, cells={**made.cells, running.key: running}), VIEW)
    assert found == f"93 of 180 runs · {said}"
    assert "·" not in progress_line(made, PLAIN)


def test_how_far_a_table_has_come(made: Table) -> None:
    said = "measuring dlx-s, N 8, run 3 of 10 · 1.23 M steps · 3 found · 250 ms"
    bare = table(made.plan)
    assert hint(made, VIEW) == f"93 of 180 runs · {said}; enter measures what is missing"
    precise = replace(made, plan=replace(made.plan, precision=0.02))
    assert progress_line(precise, VIEW) == f"65 runs, 9 of 18 cells done · {said.replace(' of 10', '')}"
    running = running_cell(made)
    assert running is not None
    assert running.key == Key("dlx-s", "8")
    assert (running_cell(bare), progress_line(bare, VIEW)) == (None, "0 of 180 runs")
    assert (everything_measured(made), everything_measured(bare)) == (False, False)
    assert hint(replace(made, finished=True), VIEW) == "w puts the figures into words"
    paper = replace(whole(table(document_plan("paper-000-table-2", 8))), finished=True)
    assert hint(paper, VIEW) == "0 of 3 statements of the paper hold here: w shows what they rest on"


def test_a_table_in_words(made: Table) -> None:
    paragraphs = conclusions(made, VIEW, None).split("\n\n")
    assert [each.splitlines()[0] for each in paragraphs] == [
        "Alarms", "Growth", "Warnings",
        "A processor · CPython 3.11 · no Numba · program x · same input each time, warm",
    ]  # fmt: skip
    assert paragraphs[0].splitlines()[1:] == [
        "  FAILED: backtracking on N 5: the worker ended", "  WRONG: dlx-s on N 7: 1 solution in place of 40",
    ]  # fmt: skip
    assert paragraphs[1].splitlines()[1].startswith("  dlx: search time × 3.00, nodes × 2.83 to 3.61 with each")
    assert "  some runs are far slower than the rest: dlx-s (N 5)" in paragraphs[2].splitlines()
    assert conclusions(made, PLAIN, table(made.plan)).isascii()


def test_as_many_alarms_as_there_is_room_for(made: Table) -> None:
    first, second = made.alarms
    assert alarm_lines(made, VIEW, 1) == ["and 2 more"]
    assert alarm_lines(made, VIEW, 2) == alarm_lines(made, VIEW, 3) == [first, second]
    bad = cell(("dlx", "4"), noisy(1e-4), CellStatus.WRONG, reason="1 × wrong")
    three = replace(made, cells={**made.cells, bad.key: bad})
    assert alarm_lines(three, PLAIN, 2) == ["WRONG: dlx on N 4: 1 x wrong", "and 2 more"]
    assert alarm_lines(table(made.plan), VIEW, 3) == []


def test_which_quantities_a_table_has(made: Table) -> None:
    usual = [quantity.value for quantity in quantities(made)]
    assert usual == ["time", "nodes", "nodes/s", "solutions", "relative to the fastest", "updates", "build time",
                     "search time", "wall time", "memory"]  # fmt: skip
    assert set(quantities(table(document_plan("paper-000-table-2", 8)))) == {*quantities(made), Quantity.PAPER}


# The lines below the table


def test_the_lines_below_the_table_tell_the_cell_and_how_far_it_is(made: Table) -> None:
    session = CompareSession()
    assert status_lines(session, None) == []
    session.take(Given(made))
    far = progress_line(made, session.view)
    assert session.state == "stopped"
    assert status_lines(session, None) == [("", "muted"), (f"{far}; enter measures what is missing", "muted")]
    wrong = session.cell("7", "dlx-s")
    assert status_lines(session, wrong) == [
        ("dlx-s, N 7 · 1.00 ms · 5 nodes · 4.99 k/s · 1 solution", "plain"), ("1 solution in place of 40", "alarm"),
    ]  # fmt: skip
    quick = session.cell("5", "dlx")
    line = "dlx, N 5 · 303 µs ± 0.7 % · 54 nodes · 178 k/s · 10 solutions", "plain"
    session.running = True
    assert session.state == "measuring"
    assert status_lines(session, quick) == [line, (far, "muted")]
    session.running, session.trouble = False, "the store is full"
    assert status_lines(session, quick) == [line, ("the store is full", "alarm")]


# Figures


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (1e-9, "1.00 ns"), (14e-6, "14.0 µs"), (0.000842, "842 µs"), (0.9999, "1.00 s"), (59.99, "60.0 s"),
     (3600, "1 h 00 min"), (1e6, "11.6 days")],
)  # fmt: skip
def test_a_time(seconds: float, text: str) -> None:
    assert timing(seconds) == text
    assert timing(seconds, unicode=False) == text.replace("µ", "u")


def test_a_range_of_times_says_a_common_unit_once() -> None:
    assert spread(14e-6, 18.9e-6) == "14.0…18.9 µs"
    assert spread(14e-6, 18.9e-6, False) == "14.0 to 18.9 us"
    assert spread(900e-6, 1.1e-3) == "900 µs…1.10 ms"


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (1000, "1.00 k"), (412_345, "412 k"), (9_999_999, "10.0 M"), (1e9, "1.00 G"),
     (2.5e12, "2.50 T")],
)  # fmt: skip
def test_a_large_number(number: float, text: str) -> None:
    assert compact(number) == text


@pytest.mark.parametrize(
    ("quantity", "small", "large"),
    [
        (Quantity.TIME, "1.50 s", "3 h 26 min"), (Quantity.NODES, "2", "12 345"),
        (Quantity.RATE, "1.50/s", "12.3 k/s"), (Quantity.SOLUTIONS, "2", "12 345"),
        (Quantity.MEMORY, "2 B", "12.1 KiB"), (Quantity.RELATIVE, "1.50 ×", "12 345 ×"),
        (Quantity.PAPER, "1.50 ×", "12 345 ×"),
    ],
)  # fmt: skip
def test_a_figure(quantity: Quantity, small: str, large: str) -> None:
    assert figure(1.5, quantity) == small
    assert figure(12345, quantity) == large
    assert figure(12345, quantity, False) == large.replace("×", "x")


def test_what_is_uncertain_is_rounded_more() -> None:
    assert [rounded(0.123456, quantity, True) for quantity in (Quantity.TIME, Quantity.NODES)] == ["120 ms", "0.12"]
    assert [rounded(98765.4, quantity, True) for quantity in (Quantity.TIME, Quantity.NODES)] == [
        "27 h 30 min",
        "99.0 k",
    ]
