"""A comparison's table as text: what each cell says, the chart's lines, the details of one cell.

Pure functions from `core.compare` values to what the widgets draw; nothing here
touches a widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.compare.plan import Contestant, Key
from core.compare.sample import Live
from core.compare.table import IN_SECONDS, Cell, CellStatus, Quantity, Table
from core.compare.text import value_text
from core.search import CannotSolve, Goal
from tui.format import grouped, rate
from tui.glyphs import in_ascii
from tui.setup import GOAL_TITLES
from tui.widgets.compare_chart import ChartData, Series
from tui.widgets.compare_table import Part, TableColumn, TableRow, TableView

WIDEST_AXIS = 200
"""Up to this span of N the chart's axis is N itself; beyond it, one place an instance."""
TRUSTED_FIT = 0.9
"""Share of the variance that a growth fit must explain before anything is extrapolated from it."""
FURTHEST_ESTIMATE = 1e12

QUANTITY_TITLES = {
    Quantity.TIME: "time (median)",
    Quantity.NODES: "nodes visited",
    Quantity.RATE: "nodes a second",
    Quantity.SOLUTIONS: "solutions found",
    Quantity.RELATIVE: "times as long as the fastest",
    Quantity.PAPER: "times faster than the paper",
    Quantity.UPDATES: "updates of links",
    Quantity.BUILD: "build time",
    Quantity.SOLVE: "search time",
    Quantity.CPU: "CPU time",
    Quantity.MEMORY: "memory",
}
"""In the order in which one key steps through them."""

GROWING = IN_SECONDS | {Quantity.NODES, Quantity.UPDATES}


@dataclass(frozen=True, slots=True)
class Look:
    """How a person has chosen to see a table."""

    quantity: Quantity = Quantity.TIME
    columns: tuple[str, ...] = ()
    """Labels in the order shown; those not named follow in the plan's order."""
    hidden: frozenset[str] = frozenset()
    rows: tuple[str, ...] = ()
    """Instances in the order shown; those not named follow in the plan's order."""
    columns_by: str = ""
    """What the algorithms were sorted by, for the title; empty for the plan's order."""
    rows_by: str = ""
    unicode: bool = True
    cursor: str = "▸"


def quantities(table: Table) -> list[Quantity]:
    """What this table can show."""
    return [q for q in QUANTITY_TITLES if q is not Quantity.PAPER or table.plan.document is not None]


# Figures


def timing(seconds: float, unicode: bool = True) -> str:
    """Seconds with three figures and a unit: ``0.842 ms``."""
    return figure(seconds, Quantity.TIME, unicode)


def spread(least: float, most: float, unicode: bool = True) -> str:
    """Two times as a range, the unit said once where it is the same: ``14.0…18.9 µs``."""
    first, last = timing(least, unicode), timing(most, unicode)
    if first.rpartition(" ")[2] == last.rpartition(" ")[2]:
        first = first.rpartition(" ")[0]
    return f"{first}…{last}" if unicode else f"{first} to {last}"


def compact(number: float) -> str:
    """412 345 as ``412 k``: for counts that change while one reads them."""
    return rate(number).removesuffix("/s").rstrip()


def figure(value: float, quantity: Quantity, unicode: bool = True) -> str:
    """A value of this quantity, as people write it."""
    text = value_text(value, quantity)
    return text if unicode else in_ascii(text)


# The order of rows and columns


def shown_contestants(table: Table, look: Look) -> list[Contestant]:
    """The columns, in the chosen order, without the hidden ones."""
    rank = {label: place for place, label in enumerate(look.columns)}
    kept = [c for c in table.plan.contestants if c.label not in look.hidden]
    return sorted(kept, key=lambda c: rank.get(c.label, len(rank)))


def shown_instances(table: Table, look: Look) -> list[str]:
    """The rows, in the chosen order."""
    rank = {instance: place for place, instance in enumerate(look.rows)}
    return sorted(table.plan.instances, key=lambda instance: rank.get(instance, len(rank)))


def columns_by_value(table: Table, instance: str, quantity: Quantity) -> tuple[str, ...]:
    """Labels, the smallest value on this instance first; without a value last."""
    return _sorted_labels([(c.label, table.value(table.cell(c, instance), quantity)) for c in table.plan.contestants])


def rows_by_value(table: Table, label: str, quantity: Quantity) -> tuple[str, ...]:
    """Instances, the largest value of this algorithm first; without a value last."""
    values = [(i, table.value(table.cell(label, i), quantity)) for i in table.plan.instances]
    return _sorted_labels([(i, None if value is None else -value) for i, value in values])


def _sorted_labels(values: Sequence[tuple[str, float | None]]) -> tuple[str, ...]:
    return tuple(name for name, value in sorted(values, key=lambda pair: (pair[1] is None, pair[1] or 0.0)))


# The table


def table_view(table: Table, look: Look, *, parts: int = 3) -> TableView:
    """The whole table as text.

    Beside each figure stands the paper's, where it has one, and the factor between; ``parts`` says how many of
    these three there is room for.  With one, equality is marked at our figure.
    """
    contestants = shown_contestants(table, look)
    rows = shown_instances(table, look)
    index = {c.label: place for place, c in enumerate(table.plan.contestants)}
    paper = _has_paper(table, look.quantity)
    headings: tuple[str, ...] = ("",)
    if paper and parts > 1:
        headings = ("paper", "here", "factor") if look.quantity in IN_SECONDS else ("paper", "here")
        headings = headings[:parts]
    known = {row: table.known.get(row) for row in rows}
    show_known = table.plan.goal is not Goal.FIRST and any(value is not None for value in known.values())
    cells = {(row, c.label): cell_parts(table, table.cell(c, row), look, headings) for row in rows for c in contestants}
    return TableView(
        title=table_title(table, look),
        corner=table.axis or "N",
        known_title="solutions" if show_known else "",
        columns=[TableColumn(c.label, _title(table, c), c.label, index[c.label]) for c in contestants],
        rows=[TableRow(row, table.titles[row], _count(known[row])) for row in rows],
        headings=headings,
        cells=cells,
        summary=_summary(table, contestants, look),
        note="every algorithm is hidden; u shows them again" if table.plan.contestants else "",
    )


def table_title(table: Table, look: Look) -> str:
    """The name of the experiment, of the figure shown, and of the order."""
    plan = table.plan
    # The documents' names end in what they show first: here that is told anyway.
    name = plan.name.partition(":")[0] or plan.document or f"{plan.family}, {GOAL_TITLES[plan.goal]}"
    order = " and ".join(text for text in (look.columns_by, look.rows_by) if text)
    return f"{name}: {QUANTITY_TITLES[look.quantity]}" + (f", by {order}" if order else "")


def _title(table: Table, contestant: Contestant) -> str:
    try:
        return contestant.label if contestant.parameters else contestant.entry(table.plan.family).title
    except CannotSolve:
        return contestant.label


def _count(value: int | None) -> str:
    return "" if value is None else grouped(value)


def _has_paper(table: Table, quantity: Quantity) -> bool:
    return table.plan.document is not None and any(table.paper(key, quantity) is not None for key in table.cells)


def cell_parts(table: Table, cell: Cell, look: Look, headings: Sequence[str]) -> list[Part]:
    """The figures of one cell, one a heading; or one word in place of them."""
    here = _here(table, cell, look)
    theirs = table.paper(cell.key, look.quantity)
    if len(headings) == 1:
        if theirs is not None and here.tone in ("value", "best") and look.quantity not in IN_SECONDS:
            return [Part(f"{here.text} {_agreement(table, cell, look, theirs)}", here.tone)]
        return [here]
    paper = Part("" if theirs is None else figure(theirs, look.quantity, look.unicode), "paper")
    if look.quantity in IN_SECONDS:
        ratio = table.against_paper(cell, look.quantity) if here.tone in ("value", "best") else None
        between = Part("" if ratio is None else figure(ratio, Quantity.PAPER, look.unicode), "dim")
        return [paper, here, between][: len(headings)]
    if theirs is not None and here.tone in ("value", "best"):
        mark = _agreement(table, cell, look, theirs)
        return [paper, Part("=", "best") if mark == "=" else Part(f"{here.text} {mark}", "warning")]
    return [paper, here]


def _agreement(table: Table, cell: Cell, look: Look, theirs: float) -> str:
    ours = table.value(cell, look.quantity)
    return "=" if ours == theirs else "≠" if look.unicode else "<>"


def _here(table: Table, cell: Cell, look: Look) -> Part:
    """Our figure, or the word that stands for it."""
    wrong = "✗" if look.unicode else "!"
    match cell.status:
        case CellStatus.WRONG:
            return Part(f"{wrong} {_wrong_result(cell)}", "wrong")
        case CellStatus.FAILED:
            return Part(f"{wrong} failed", "wrong")
        case CellStatus.REFUSED:
            return Part("cannot", "dim")
        case CellStatus.GAVE_UP:
            return Part("gave up", "warning")
        case CellStatus.RUNNING:
            return Part(f"{look.cursor} {live_text(cell, look)}", "running")
    value = table.value(cell, look.quantity)
    if value is not None:
        mark = "*" if cell.warnings and look.quantity in IN_SECONDS | {Quantity.RATE, Quantity.RELATIVE} else ""
        text = figure(value, look.quantity, look.unicode) + mark
        if look.quantity is Quantity.SOLUTIONS and cell.solutions == table.known.get(cell.key.instance):
            return Part(f"{text} {'✓' if look.unicode else '='}", "value")
        return Part(text, "best" if _is_best(table, cell, look.quantity) else "value")
    if cell.measured:
        return Part("-", "dim")
    guess = estimate(table, cell.key, look.quantity)
    idle = table.stopped or everything_measured(table)
    if guess is not None and (cell.status is CellStatus.LIMIT or idle):
        return Part(f"{'≈' if look.unicode else '~'} {rounded(guess, look.quantity, look.unicode)}", "estimate")
    if cell.status is CellStatus.LIMIT:
        return Part(_limit_text(cell, look), "warning")
    if cell.status is CellStatus.STOPPED:
        return Part("stopped", "warning")
    return Part("·" if look.unicode else ".", "dim")


def _wrong_result(cell: Cell) -> str:
    return "wrong" if cell.solutions is None else grouped(cell.solutions)


def _limit_text(cell: Cell, look: Look) -> str:
    seconds = max((sample.total_seconds for sample in cell.samples), default=0.0)
    if look.quantity in IN_SECONDS and "within" in cell.reason:
        return f"> {timing(seconds, look.unicode)}"
    return "limit"


def _is_best(table: Table, cell: Cell, quantity: Quantity) -> bool:
    if quantity not in (Quantity.TIME, Quantity.RELATIVE) or len(table.plan.contestants) < 2:
        return False
    best = table.fastest(cell.key.instance)
    return best is not None and best.key == cell.key


def live_text(cell: Cell, look: Look) -> str:
    """What the run being measured has come to."""
    live = cell.live
    if live is None or live.stage == "preparing":
        return "preparing"
    if look.quantity is Quantity.SOLUTIONS:
        return compact(live.solutions)
    if look.quantity is Quantity.RATE:
        return rate(live.steps / live.seconds) if live.seconds > 0 else "0/s"
    if look.quantity in (Quantity.NODES, Quantity.UPDATES):
        return compact(live.steps)
    return timing(live.seconds, look.unicode)


def _summary(table: Table, contestants: Sequence[Contestant], look: Look) -> list[tuple[str, dict[str, Part]]]:
    if look.quantity not in GROWING:
        return []
    found = {c.label: table.growth(c, look.quantity) for c in contestants}
    figures = {
        label: Part(figure(growth.factor, Quantity.RELATIVE, look.unicode), "dim")
        for label, growth in found.items()
        if growth is not None and growth.determination >= TRUSTED_FIT
    }
    return [("growth", figures)] if figures else []


def estimate(table: Table, key: Key, quantity: Quantity) -> float | None:
    """What the fitted growth says of a cell that was not measured, where the fit can be trusted."""
    if quantity not in GROWING or not key.instance.isdecimal():
        return None
    growth = table.growth(key.label, quantity)
    n = int(key.instance)
    if growth is None or growth.determination < TRUSTED_FIT or n <= growth.last:
        return None
    value = growth.at(n)
    return value if value < FURTHEST_ESTIMATE else None


def rounded(value: float, quantity: Quantity, unicode: bool) -> str:
    """An estimate, with no more figures than it deserves."""
    return timing(float(f"{value:.1e}"), unicode) if quantity in IN_SECONDS else compact(float(f"{value:.1e}"))


# The chart


def chart_data(table: Table, look: Look) -> ChartData:
    """One line an algorithm shown, with the paper's points and estimates where there are some."""
    plan = table.plan
    instances = list(plan.instances)
    numeric = all(instance.isdecimal() for instance in instances)
    if numeric:
        sizes = sorted(int(instance) for instance in instances)
        numeric = sizes[-1] - sizes[0] <= WIDEST_AXIS
    if numeric:
        labels = [str(n) for n in range(sizes[0], sizes[-1] + 1)]
        places = {instance: int(instance) - sizes[0] for instance in instances}
    else:
        labels = [table.titles[instance] for instance in instances]
        places = {instance: place for place, instance in enumerate(instances)}
    index = {c.label: place for place, c in enumerate(plan.contestants)}
    series = [
        _series(table, contestant, look.quantity, index[contestant.label], places)
        for contestant in shown_contestants(table, look)
    ]
    return ChartData(
        title=f"{QUANTITY_TITLES[look.quantity]} against {table.axis or 'N'}, logarithmic",
        labels=labels,
        series=[line for line in series if line.points or line.paper],
        figure=lambda value: _axis_figure(value, look),
        joined=all(instance.isdecimal() for instance in instances),
        note="nothing measured yet: enter starts",
    )


def _series(table: Table, contestant: Contestant, quantity: Quantity, index: int, places: dict[str, int]) -> Series:
    points, paper, estimates = [], [], []
    for instance, place in sorted(places.items(), key=lambda pair: pair[1]):
        cell = table.cell(contestant, instance)
        value = None if cell.status in (CellStatus.WRONG, CellStatus.GAVE_UP) else table.value(cell, quantity)
        theirs = table.paper(cell.key, quantity)
        if value is not None and value > 0:
            points.append((place, value))
        elif (guess := estimate(table, cell.key, quantity)) is not None and cell.status is not CellStatus.REFUSED:
            estimates.append((place, guess))
        if theirs is not None and theirs > 0:
            paper.append((place, theirs))
    return Series(contestant.label, index, points, estimates if points else (), paper)


def _axis_figure(value: float, look: Look) -> str:
    if look.quantity in IN_SECONDS | {Quantity.RATE, Quantity.MEMORY}:
        return _without_zeros(figure(value, look.quantity, look.unicode))
    return _without_zeros(compact(value))


def _without_zeros(text: str) -> str:
    return text.replace(".00", "").replace(".0 ", " ").removesuffix(".0")


# What is said of one cell


def cell_line(table: Table, cell: Cell, look: Look) -> str:
    """One line about a cell: the figures that matter most."""
    dot = " · " if look.unicode else " - "
    parts = [f"{cell.key.label}, {table.axis} {table.titles[cell.key.instance]}"]
    if cell.time is not None:
        time = cell.time
        text = timing(time.median, look.unicode)
        if time.count > 1:
            text += f" ({spread(time.minimum, time.maximum, look.unicode)})"
        parts.append(text)
    for quantity in (Quantity.NODES, Quantity.RATE):
        value = table.value(cell, quantity)
        if value is not None:
            text = figure(value, quantity, look.unicode)
            parts.append(f"{text} nodes" if quantity is Quantity.NODES else text)
    if cell.solutions is not None:
        parts.append(f"{grouped(cell.solutions)} solution{'s' * (cell.solutions != 1)}")
    if cell.time is None:
        parts.append(cell.status.value)
    return dot.join(parts)


def cell_note(table: Table, cell: Cell, look: Look, baseline: Table | None) -> tuple[str, str]:
    """A second line (text, tone): why, a warning, or how it compares with the baseline."""
    if cell.reason:
        bad = cell.status in (CellStatus.WRONG, CellStatus.FAILED)
        return cell.reason, "wrong" if bad else "warning"
    if baseline is not None and (against := table.against(baseline, cell.key)) is not None:
        return f"against the baseline: {plain(str(against), look)}", "value"
    if cell.warnings:
        return f"*{cell.warnings[0]}", "warning"
    if not cell.measured and (guess := estimate(table, cell.key, look.quantity)) is not None:
        return f"estimated from the growth so far: {rounded(guess, look.quantity, look.unicode)}", "dim"
    return "", "dim"


def plain(text: str, look: Look) -> str:
    """A text of the core's, for the terminal at hand."""
    return text if look.unicode else in_ascii(text)


def progress_line(table: Table, look: Look) -> str:
    """How far a running experiment has come, and what it is doing."""
    plan = table.plan
    open_ = [cell for cell in table.cells.values() if cell.status is not CellStatus.REFUSED]
    total = len(open_) * plan.repeat
    ended = (CellStatus.LIMIT, CellStatus.FAILED, CellStatus.WRONG, CellStatus.GAVE_UP)
    done = sum(plan.repeat if cell.status in ended else min(len(cell.samples), plan.repeat) for cell in open_)
    text = f"{grouped(done)} of {grouped(total)} runs"
    cell = running_cell(table)
    if cell is None or cell.live is None:
        return text
    live: Live = cell.live
    dot = " · " if look.unicode else " - "
    text += f"{dot}{live.stage} {cell.key.label}, {table.axis} {table.titles[cell.key.instance]}"
    if live.stage == "measuring":
        text += f", run {live.repeat + 1} of {plan.repeat}"
    if live.steps:
        text += (
            f"{dot}{compact(live.steps)} steps, {compact(live.solutions)} found, {timing(live.seconds, look.unicode)}"
        )
    if live.progress:
        text += f", {live.progress * 100:.0f} %"
    return text


def everything_measured(table: Table) -> bool:
    """Whether a run would find nothing to do."""
    return table.finished or not any(_is_open(cell, table.plan.repeat) for cell in table.cells.values())


def _is_open(cell: Cell, repeat: int) -> bool:
    if cell.status is CellStatus.WRONG:
        return len(cell.samples) < repeat and all(sample.complete for sample in cell.samples)
    return cell.status in (CellStatus.WAITING, CellStatus.RUNNING, CellStatus.STOPPED)


def running_cell(table: Table) -> Cell | None:
    """The cell being measured."""
    return next((cell for cell in table.cells.values() if cell.status is CellStatus.RUNNING), None)


def details(table: Table, cell: Cell, look: Look, baseline: Table | None) -> str:
    """Everything that is known of one cell: figures, every run, the spread, warnings."""
    rows: list[tuple[str, str]] = [("status", cell.status.value + (f": {cell.reason}" if cell.reason else ""))]
    known = table.known.get(cell.key.instance)
    if cell.solutions is not None:
        rows.append(
            ("solutions", grouped(cell.solutions) + (f" of {grouped(known)} known" if known is not None else ""))
        )
    rows += [
        (QUANTITY_TITLES[q], figure(value, q, look.unicode))
        for q in (
            Quantity.NODES, Quantity.UPDATES, Quantity.BUILD, Quantity.SOLVE, Quantity.CPU, Quantity.RATE,
            Quantity.MEMORY, Quantity.RELATIVE,
        )
        if (value := table.value(cell, q)) is not None
    ]  # fmt: skip
    if cell.time is not None:
        time = cell.time
        rows.append(("time, median", timing(time.median, look.unicode)))
        rows.append(("least to most", spread(time.minimum, time.maximum, look.unicode)))
        rows.append(("middle half", f"within {timing(time.spread, look.unicode)} (interquartile range)"))
    for quantity in (Quantity.TIME, Quantity.NODES):
        theirs = table.paper(cell.key, quantity)
        if theirs is not None:
            ratio = table.against_paper(cell, quantity)
            text = figure(theirs, quantity, look.unicode)
            if quantity is Quantity.NODES and ratio is not None:
                text += " (equal)" if ratio == 1 else " (different)"
            elif ratio is not None:
                text += f", {figure(ratio, Quantity.PAPER, look.unicode)} ours"
            rows.append((f"the paper's {quantity.value}", text))
    if baseline is not None and (against := table.against(baseline, cell.key)) is not None:
        rows.append(("against baseline", plain(str(against), look)))
    growth = table.growth(cell.key.label, Quantity.SOLVE)
    if growth is not None and growth.determination >= TRUSTED_FIT:
        rows.append(
            (
                "growth of time",
                f"{figure(growth.factor, Quantity.RELATIVE, look.unicode)} for each step of {table.axis}",
            )
        )
    width = max(len(title) for title, _ in rows)
    lines = [f"{title:<{width}}  {text}" for title, text in rows]
    if cell.samples:
        lines += ["", "Runs", *_sample_lines(cell, look)]
    if cell.warnings:
        lines += ["", "Warnings", *(plain(warning, look) for warning in cell.warnings)]
    return "\n".join(lines)


def _sample_lines(cell: Cell, look: Look, width: int = 34) -> list[str]:
    """One line a run: its time, and a bar whose length is the time."""
    longest = max(sample.total_seconds for sample in cell.samples) or 1.0
    full = "━" if look.unicode else "="
    lines = []
    for number, sample in enumerate(cell.samples, 1):
        bar = full * max(1, round(sample.total_seconds / longest * width))
        note = "" if sample.complete else f"  {sample.ending.value}"
        lines.append(f"{number:>3}  {timing(sample.total_seconds, look.unicode):>9}  {bar}{note}")
    return lines
