"""The history as a page for a browser: every experiment, and every cell that several of them have measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from core.catalog import family
from core.compare.charts import Chart, ChartKind, ChartLine, Point
from core.compare.history import DamagedExperiment, Entry, History
from core.compare.instances import instances
from core.compare.pages import figure, listed, page, table_of, text
from core.compare.quantity import Quantity
from core.compare.signs import signs
from core.compare.trend import Trend, trends
from core.svg import element
from core.words import counted, duration

TITLE = "Comparisons over time"


def as_html(history: History, damaged: Callable[[DamagedExperiment], object]) -> str:
    """The page: steps first, then a chart and a table for each instance, then all experiments; ``damaged`` as for
    the history's list.  Raises StoreError."""
    entries = history.list()
    followed = [trend for trend in trends(history, damaged=damaged) if len(trend.visits) > 1]
    groups: dict[tuple[object, ...], list[Trend]] = {}
    for trend in followed:
        which = trend.which
        own = (which.family, which.goal, which.limit, which.key.instance, which.machine, which.processor)
        groups.setdefault(own, []).append(trend)
    parts = [element("h2", "Steps"), _steps(followed)]
    for number, group in enumerate(groups.values(), 1):
        parts += _followed(group, f"h{number}")
    return page(TITLE, [*parts, element("h2", "Experiments"), _experiments(entries)])


def _steps(followed: Iterable[Trend]) -> str:
    lines = [
        f"{trend.which.key.label}, {_name(trend)}: experiment {trend.visits[places[0]].entry.number} "
        f"({trend.visits[places[0]].entry.begun}): {trend.step_text(number)}"
        for trend in followed
        for number, places in enumerate(trend.levels) if number
    ]  # fmt: skip
    if lines:
        return listed(lines)
    return element("p", "None. A step takes three experiments before it and three from it on, on the same machine.")


def _name(trend: Trend) -> str:
    """What was asked, without the algorithm: ``N queens, N 10, count``."""
    which = trend.which
    kind = instances(which.family)
    return f"{family(which.family).title}, {kind.axis} {kind.title(which.key.instance)}, {which.goal}"


def _followed(group: Sequence[Trend], name: str) -> list[str]:
    """A chart of the algorithms on one instance, by experiment, with their levels; and the figures."""
    entries = {visit.entry.number: visit.entry for trend in group for visit in trend.visits}
    numbers = sorted(entries)
    place = {number: x for x, number in enumerate(numbers)}
    which = group[0].which
    contestants = dict.fromkeys(each for number in reversed(numbers) for each in entries[number].plan.contestants)
    index = signs(which.family, contestants)
    lines = []
    for trend in group:
        xs = [place[visit.entry.number] for visit in trend.visits]
        points = tuple(Point(x, seconds) for x, seconds in zip(xs, trend.seconds, strict=True))
        levels = [Point(xs[at], trend.level(places)) for places in trend.levels for at in (places[0], places[-1])]
        steps = tuple(levels) if len(trend.levels) > 1 else ()
        lines.append(ChartLine(trend.which.key.label, index[trend.which.key.label], points, trend=steps))
    ticks = tuple((float(x), str(number)) for number, x in place.items())
    chart = Chart(ChartKind.SIZE, _name(group[0]), "experiment", "CPU time", tuple(lines), Quantity.TIME, ticks=ticks)
    header = ("experiment", "begun", "program", *(trend.which.key.label for trend in group))
    by_number = [dict(zip((v.entry.number for v in trend.visits), trend.seconds, strict=True)) for trend in group]
    rows = [
        (str(number), entries[number].begun, entries[number].program,
         *(duration(own[number]) if number in own else "" for own in by_number))
        for number in numbers
    ]  # fmt: skip
    where = f"{which.machine or 'an unnamed machine'}, {which.processor or 'unknown processor'}"
    caption = (
        "Quick runs of each experiment, at the usual speed of the machine; dashed: the levels, where there are steps."
    )
    return [element("h2", text(_name(group[0]))), element("p", text(where), class_="source"),
            figure(chart, caption, name), table_of(header, rows)]  # fmt: skip


def _experiments(entries: Iterable[Entry]) -> str:
    header = ("experiment", "begun", "title", "runs", "machine", "program", "note")
    return table_of(header, [
        (str(entry.number), entry.begun, entry.title, counted(entry.samples, "run"), entry.machine, entry.program,
         f"{'the baseline. ' if entry.pinned else ''}{entry.note}")
        for entry in entries
    ], words=True)  # fmt: skip
