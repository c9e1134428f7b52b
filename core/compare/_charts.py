"""Charts of a table as values, for the terminal and for files alike.

size, linear   a quantity against N (or the instances in order), with the interval of each median as whiskers,
               the document's points, and estimates; the axis logarithmic or linear
cactus         how many instances are solved within a time each: one line for each contestant, times sorted, then those
               that reached the time limit, at the limit; and one for the virtual best, if that differs
profile        performance profile (Dolan and Moré 2002): the share of instances on which a contestant takes at
               most τ times as long as the fastest
cells          Sudoku times against the cells of the grid: mean and deviation over the puzzles of each size, and the
               line through the means (figures 13 and 14 of document 003)
strip          every run of one instance with the median, one column a contestant
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median

from core._drawing.chart import Chart, ChartKind, ChartLine, Point
from core._words import compact
from core.compare._cell import CellStatus, TableCell
from core.compare._findings import estimate
from core.compare._growth import fit_line
from core.compare._papers import paper_of
from core.compare._papers.by_size import PARTS, by_size, sizes_of
from core.compare._plan import Contestant
from core.compare._quantity import IN_SECONDS, Quantity
from core.compare._sample import Bound
from core.compare._scores import VIRTUAL_BEST, solved_seconds, virtual_best
from core.compare._signs import signs
from core.compare._table import Table
from core.compare._text import value_text
from core.compare._view import View

WIDEST_AXIS = 200
"""If the values of N span no more than this, the axis is N itself; otherwise each instance gets a place of its own."""
MOST_WHOLE = 12
"""The most ticks on an axis of whole numbers."""
CHART_TITLES = {
    ChartKind.SIZE: "against size, logarithmic",
    ChartKind.LINEAR: "against size, linear",
    ChartKind.CACTUS: "cactus plot: instances solved within a time",
    ChartKind.PROFILE: "performance profile",
    ChartKind.CELLS: "mean and deviation against the grid's cells",
    ChartKind.STRIP: "every run of one instance",
}


def chart_of(table: Table, view: View, kind: ChartKind = ChartKind.SIZE, instance: str | None = None) -> Chart:
    """The chart of a table as the view shows it; ``instance`` is what a strip shows (default: the last with runs)."""
    match kind:
        case ChartKind.CACTUS:
            return _cactus(table, view)
        case ChartKind.PROFILE:
            return _profile(table, view)
        case ChartKind.CELLS:
            return _cells(table, view)
        case ChartKind.STRIP:
            return _strip(table, view, instance)
    return _against_size(table, view, kind)


def kinds(table: Table) -> list[ChartKind]:
    """The kinds of chart that make sense for this table."""
    many = len(table.plan.contestants) > 1 and len(table.plan.instances) > 1
    missing = set() if many else {ChartKind.CACTUS, ChartKind.PROFILE}
    if len(sizes_of(table.plan)) < 2:
        missing.add(ChartKind.CELLS)
    return [kind for kind in ChartKind if kind not in missing]


def _axis(quantity: Quantity) -> tuple[Callable[[float], str], bool]:
    """The format of the values on a y axis, and whether they are seconds."""
    return partial(_figure, quantity=quantity), quantity in IN_SECONDS


def _figure(value: float, quantity: Quantity) -> str:
    if not value or (quantity in IN_SECONDS and value >= 100):
        return f"{value:g} s" if value else "0"
    with_unit = quantity in IN_SECONDS | {Quantity.RATE, Quantity.MEMORY}
    return re.sub(r"\.0+(?!\d)", "", value_text(value, quantity) if with_unit else compact(value))


def _lines(table: Table, view: View) -> list[tuple[int, Contestant]]:
    index = signs(table.plan.family, table.plan.contestants)
    return [(index[contestant.label], contestant) for contestant in view.contestants(table)]


def _against_size(table: Table, view: View, kind: ChartKind) -> Chart:
    rows = list(table.rows)
    sizes = sorted(int(row) for row in rows) if all(row.isdecimal() for row in rows) else []
    numeric = bool(sizes) and sizes[-1] - sizes[0] <= WIDEST_AXIS
    if numeric:
        places = {row: float(row) for row in rows}
        ticks = tuple((float(n), str(n)) for n in range(sizes[0], sizes[-1] + 1))
    else:
        places = {row: float(place) for place, row in enumerate(rows)}
        ticks = tuple((float(place), table.titles[row]) for place, row in enumerate(rows))
    logarithmic = kind is ChartKind.SIZE
    lines = []
    for index, contestant in _lines(table, view):
        points, paper, estimates = [], [], []
        for row, x in sorted(places.items(), key=lambda pair: pair[1]):
            cell = table.cell(contestant, row)
            value = table.value(cell, view.quantity) if cell.solved else None
            theirs = table.paper(cell.key, view.quantity)
            if value is not None and (value > 0 or not logarithmic):
                points.append(_point(cell, x, value, view.quantity))
            elif cell.status is not CellStatus.REFUSED:
                guess = estimate(table, cell.key, view.quantity)
                if guess is not None:
                    estimates.append(Point(x, guess.value, guess.interval.low, guess.interval.high))
            if theirs is not None and theirs > 0:
                paper.append(Point(x, theirs))
        line = ChartLine(
            contestant.label, index, tuple(points), tuple(paper), tuple(estimates) if points else (),
            paper_label=_paper_label(table, contestant.label),
        )  # fmt: skip
        if line.points or line.paper:
            lines.append(line)
    quantity = "CPU time" if view.quantity is Quantity.TIME else view.quantity.value
    title = f"{quantity} against {table.axis or 'N'}, {'logarithmic' if logarithmic else 'linear'}"
    return Chart(
        kind, title, table.axis or "N", quantity, tuple(lines), *_axis(view.quantity), y_log=logarithmic,
        ticks=ticks, joined=bool(sizes),
    )  # fmt: skip


def _paper_label(table: Table, label: str) -> str:
    year = paper_of(table.plan.document).year
    return f"{table.paper_name(label) or label} (paper{f', {year}' if year else ''})"


def _point(cell: TableCell, x: float, value: float, quantity: Quantity) -> Point:
    summary = cell.summary(quantity)
    if summary is None or summary.interval is None:
        return Point(x, value)
    return Point(x, value, summary.interval.low, summary.interval.high)


def _cactus(table: Table, view: View) -> Chart:
    lines, limit = [], table.plan.timeout
    chosen = _lines(table, view)
    solved = {contestant.label: solved_seconds(table, contestant.label) for _, contestant in chosen}
    for index, contestant in chosen:
        points = _in_order(solved[contestant.label].values())
        late = [table.cell(contestant, instance) for instance in table.plan.instances]
        late = [cell for cell in late if cell.status is CellStatus.LIMIT and cell.bound is Bound.TIME]
        beyond = tuple(Point(len(points) + place, limit) for place in range(1, len(late) + 1)) if limit else ()
        if points:
            lines.append(ChartLine(contestant.label, index, points, late=beyond))
    best = virtual_best(solved.values())
    if len(lines) > 1 and all(best != by for by in solved.values()):
        taken = {line.index for line in lines}
        free = next(number for number in range(len(taken) + 1) if number not in taken)
        lines.append(ChartLine(VIRTUAL_BEST, free, _in_order(best.values())))
    of = len(table.plan.instances)
    step = next(step * ten for ten in (1, 10, 100, 1000) for step in (1, 2, 5) if of <= MOST_WHOLE * step * ten)
    title = f"instances solved within a time, of {of}"
    if any(line.late for line in lines):
        title += "; open: not within the limit"
    return Chart(
        ChartKind.CACTUS, title, "instances solved", "CPU time for each", tuple(lines),
        *_axis(Quantity.TIME),
        ticks=tuple((float(solved), str(solved)) for solved in range(step, of + 1, step)),
    )  # fmt: skip


def _in_order(times: Iterable[float]) -> tuple[Point, ...]:
    return tuple(Point(place, seconds) for place, seconds in enumerate(sorted(times), 1) if seconds > 0)


def _profile(table: Table, view: View) -> Chart:
    times = {contestant.label: solved_seconds(table, contestant.label) for contestant in view.contestants(table)}
    best = virtual_best(times.values())
    ratios = {
        label: sorted(seconds / best[instance] if best[instance] > 0 else 1.0 for instance, seconds in by.items())
        for label, by in times.items()
    }
    furthest = max((found[-1] for found in ratios.values() if found), default=1.0)
    count = len(table.plan.instances)
    lines = []
    for index, contestant in _lines(table, view):
        found = ratios[contestant.label]
        if not found:
            continue
        shares = {ratio: place / count for place, ratio in enumerate(found, 1)}  # the last of equal ratios counts
        points = [Point(ratio, share) for ratio, share in shares.items()]
        if points[0].x > 1:
            points.insert(0, Point(1.0, 0.0))
        points.append(Point(max(furthest * 1.1, 1.1), points[-1].y))
        lines.append(ChartLine(contestant.label, index, tuple(points)))
    return Chart(
        ChartKind.PROFILE, "share of instances within τ times the fastest", "τ, times the fastest",
        "share of instances", tuple(lines), x_log=True, y_log=False, steps=True,
    )  # fmt: skip


def _cells(table: Table, view: View) -> Chart:
    part = view.quantity if view.quantity in PARTS else Quantity.SOLVE
    rows = [row for row in by_size(table) if row.part is part]
    lines = []
    for index, contestant in _lines(table, view):
        own = [row for row in rows if row.label == contestant.label]
        points = tuple(
            Point(row.cells, row.mean, max(0.0, row.mean - row.deviation), row.mean + row.deviation) for row in own
        )
        fit = fit_line([(row.cells, row.mean) for row in own])
        ends = (own[0].cells, own[-1].cells) if fit is not None else ()
        trend = tuple(Point(x, fit.at(x)) for x in ends) if fit is not None else ()
        if points:
            lines.append(ChartLine(contestant.label, index, points, trend=trend))
    return Chart(
        ChartKind.CELLS, f"{part.value}, mean ± deviation", "cells of the grid", part.value,
        tuple(lines), *_axis(part), y_log=False, joined=False,
        ticks=tuple((float(cells), str(cells)) for cells in sorted(sizes_of(table.plan))),
    )  # fmt: skip


def _strip(table: Table, view: View, instance: str | None) -> Chart:
    measured = [i for i in table.plan.instances if any(table.cell(c, i).times for c in view.contestants(table))]
    chosen = instance if instance in measured else (measured[-1] if measured else None)
    lines, ticks = [], []
    for place, (index, contestant) in enumerate(_lines(table, view)):
        cell = table.cell(contestant, chosen) if chosen is not None else None
        ticks.append((float(place), contestant.label))
        if cell is not None and cell.times:
            count = len(cell.times)
            points = tuple(
                Point(place + (number / (count - 1) - 0.5) * 0.5 if count > 1 else place, seconds)
                for number, seconds in enumerate(cell.times)
                if seconds > 0
            )
            middle = _point(cell, place, median(cell.times), Quantity.TIME)
            lines.append(ChartLine(contestant.label, index, points, middle=middle))
    name = f"{table.axis} {table.titles[chosen]}" if chosen is not None else "nothing measured"
    return Chart(
        ChartKind.STRIP, f"every run on {name}, in order, with the median", "algorithm", "CPU time", tuple(lines),
        *_axis(Quantity.TIME), ticks=tuple(ticks), joined=False,
    )  # fmt: skip
