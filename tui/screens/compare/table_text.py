"""A comparison's table as text and tones, and the figures along its chart.

Pure functions from `core.compare` values to what the widgets draw; nothing here
touches a widget.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core import CannotSolve, Goal
from core._reasons import GOAL_TITLES
from core._words import duration, grouped, rate, three_figures
from core.compare import Bound, Contestant, Quantity, RatioVerdict, Table, TimeRatio
from core.compare._cell import CellStatus, TableCell
from core.compare._findings import GROWING, estimate, factor_text
from core.compare._quantity import IN_SECONDS
from core.compare._scores import VIRTUAL_BEST, Scores, scores
from core.compare._signs import signs
from core.compare._text import TOO_CLOSE, interval_text, ratio_text
from tui.screens.compare.screen_view import (
    QUANTITY_TITLES,
    ScreenView,
    compact,
    everything_measured,
    figure,
    plain,
    rounded,
    timing,
)


@dataclass(frozen=True, slots=True)
class CellFigure:
    """One figure of a cell."""

    text: str
    tone: str = "plain"
    """One of `tui.kit.lines.TONES`."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One algorithm."""

    key: str
    title: str
    short: str
    """Shown if there is no room for all the titles."""
    index: int
    """The number of its marker and colour in the chart."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One instance."""

    key: str
    title: str
    known: str = ""
    """Its known number of solutions, as text."""


@dataclass(frozen=True, slots=True)
class TableText:
    """A table as it is drawn."""

    title: str = ""
    corner: str = "N"
    known_title: str = ""
    """Heading of the column of known results; empty for none."""
    columns: Sequence[TableColumn] = ()
    rows: Sequence[TableRow] = ()
    headings: Sequence[str] = ("",)
    """One for each part of a cell: ("",) or ("paper", "here", "factor")."""
    cells: Mapping[tuple[str, str], Sequence[CellFigure]] = field(default_factory=dict)
    """(row key, column key) to its parts."""
    summary: Sequence[tuple[str, Mapping[str, CellFigure]]] = ()
    """Lines below the rows: (title, column key to figure)."""
    note: str = ""
    """What to say if there are no rows."""

    @property
    def titles(self) -> list[str]:
        """The titles at the left, from top to bottom."""
        return [self.corner, *(row.title for row in self.rows), *(title for title, _ in self.summary)]

    def parts(self, row: str, column: str) -> Sequence[CellFigure]:
        """The figures of a cell."""
        return self.cells.get((row, column), ())


# The table


def table_text(table: Table, view: ScreenView, *, parts: int = 3) -> TableText:
    """The whole table as text.

    Beside each figure are the paper's, if it has one, and the factor between; ``parts`` says how many of these
    three there is room for.  With one, equality is marked at our figure.
    """
    contestants = view.contestants(table)
    rows = view.instances(table)
    index = signs(table.plan.family, table.plan.contestants)
    paper = _has_paper(table, view.quantity)
    headings: tuple[str, ...] = ("",)
    if paper and parts > 1:
        headings = ("paper", "here", "factor") if view.quantity in IN_SECONDS else ("paper", "here")
        headings = headings[:parts]
    known = {row: table.known.get(row) for row in rows}
    show_known = table.plan.goal is not Goal.FIRST and any(value is not None for value in known.values())
    cells = {(row, c.label): cell_parts(table, table.cell(c, row), view, headings) for row in rows for c in contestants}
    return TableText(
        title=table_title(table, view),
        corner=table.axis or "N",
        known_title="solutions" if show_known else "",
        columns=[TableColumn(c.label, _title(table, c), _short(table, c), index[c.label]) for c in contestants],
        rows=[TableRow(row, table.row_title(row), _count(known[row])) for row in rows],
        headings=headings,
        cells=cells,
        summary=[*_summary(table, contestants, view), *_over_all(scores(table, view.hidden), view)],
        note="every algorithm is hidden; u shows them again" if table.plan.contestants else "",
    )


def table_title(table: Table, view: ScreenView) -> str:
    """The name of the experiment, of the figure shown, and of the order."""
    plan = table.plan
    # The documents' names end in what they show first, which is shown here anyway.
    name = plan.name.partition(":")[0] or plan.document or f"{plan.family}, {GOAL_TITLES[plan.goal]}"
    order = " and ".join(text for text in (view.columns_by, view.rows_by) if text)
    return f"{name}: {QUANTITY_TITLES[view.quantity]}" + (f", by {order}" if order else "")


def _title(table: Table, contestant: Contestant) -> str:
    try:
        title = contestant.label if contestant.parameters else contestant.entry(table.plan.family).title
    except CannotSolve:
        title = contestant.label
    name = table.paper_name(contestant.label)
    return f"{name}: {title}" if name else title


def _short(table: Table, contestant: Contestant) -> str:
    """The label, after the document's own name if it has one."""
    name = table.paper_name(contestant.label)
    return f"{name}: {contestant.label}" if name and name.lower() != contestant.label else contestant.label


def _count(value: int | None) -> str:
    return "" if value is None else grouped(value)


def _has_paper(table: Table, quantity: Quantity) -> bool:
    return table.plan.document is not None and any(
        table.paper(table.cell(c, i).key, quantity) is not None for c in table.plan.contestants for i in table.rows
    )


def cell_parts(table: Table, cell: TableCell, view: ScreenView, headings: Sequence[str]) -> list[CellFigure]:
    """The figures of one cell, one a heading; or one word in place of them."""
    here = _here(table, cell, view)
    theirs = table.paper(cell.key, view.quantity)
    if len(headings) == 1:
        if theirs is not None and here.tone in ("plain", "good") and view.quantity not in IN_SECONDS:
            return [CellFigure(f"{here.text} {_agreement(table, cell, view, theirs)}", here.tone)]
        return [here]
    paper = CellFigure(plain(table.printed(cell.key, view.quantity), view), "muted")
    if view.quantity in IN_SECONDS:
        ratio = table.against_paper(cell, view.quantity) if here.tone in ("plain", "good") else None
        between = CellFigure("" if ratio is None else figure(ratio, Quantity.PAPER, view.unicode), "muted")
        return [paper, here, between][: len(headings)]
    if theirs is not None and here.tone in ("plain", "good"):
        mark = _agreement(table, cell, view, theirs)
        return [paper, CellFigure("=", "good") if mark == "=" else CellFigure(f"{here.text} {mark}", "warning")]
    return [paper, here]


def _agreement(table: Table, cell: TableCell, view: ScreenView, theirs: float) -> str:
    ours = table.value(cell, view.quantity)
    return "=" if ours == theirs else "≠" if view.unicode else "<>"


def _here(table: Table, cell: TableCell, view: ScreenView) -> CellFigure:
    """Our figure, or the word in its place."""
    wrong = "✗" if view.unicode else "!"
    match cell.status:
        case CellStatus.WRONG:
            return CellFigure(f"{wrong} {_wrong_result(cell)}", "alarm")
        case CellStatus.FAILED:
            return CellFigure(f"{wrong} failed", "alarm")
        case CellStatus.REFUSED:
            return CellFigure("cannot", "muted")
        case CellStatus.GAVE_UP:
            return CellFigure("gave up", "warning")
        case CellStatus.UNPLANNED:
            return CellFigure("", "muted")
        case CellStatus.RUNNING:
            return CellFigure(f"{view.cursor} {live_text(cell, view)}", "here")
    value = table.value(cell, view.quantity)
    if value is not None:
        mark = "*" if cell.warnings and view.quantity in IN_SECONDS | {Quantity.RATE, Quantity.RELATIVE} else ""
        text = figure(value, view.quantity, view.unicode)
        summary = cell.summary(view.quantity)
        if view.intervals and summary is not None and summary.interval is not None:
            text += f" {plain(interval_text(summary), view)}"
        text += mark
        if view.quantity is Quantity.RELATIVE and value != 1:
            ratio = table.ratio(cell)
            text = (_ratio(ratio, view) + mark) if ratio is not None else text
        if view.quantity is Quantity.SOLUTIONS and cell.solutions == table.known.get(cell.key.instance):
            return CellFigure(f"{text} {'✓' if view.unicode else '='}", "plain")
        return CellFigure(text, "good" if _is_best(table, cell, view.quantity) else "plain")
    if cell.measured:
        return CellFigure("-", "muted")
    guess = estimate(table, cell.key, view.quantity)
    idle = table.stopped or everything_measured(table)
    if guess is not None and (cell.status is CellStatus.LIMIT or idle):
        about = rounded(guess.value, view.quantity, view.unicode)
        return CellFigure(f"{'≈' if view.unicode else '~'} {about}", "aside")
    if cell.status is CellStatus.LIMIT:
        return CellFigure(_limit_text(cell, view), "warning")
    if cell.status is CellStatus.STOPPED:
        return CellFigure("stopped", "warning")
    return CellFigure("·" if view.unicode else ".", "muted")


def _ratio(ratio: TimeRatio, view: ScreenView) -> str:
    return TOO_CLOSE if ratio.verdict is RatioVerdict.NOT_APART else plain(ratio_text(ratio), view)


def _wrong_result(cell: TableCell) -> str:
    return "wrong" if cell.solutions is None else grouped(cell.solutions)


def _limit_text(cell: TableCell, view: ScreenView) -> str:
    seconds = max((sample.total_seconds for sample in cell.samples), default=0.0)
    if view.quantity in IN_SECONDS and cell.bound is Bound.TIME:
        return f"> {timing(seconds, view.unicode)}"
    return "limit"


def _is_best(table: Table, cell: TableCell, quantity: Quantity) -> bool:
    if quantity not in (Quantity.TIME, Quantity.RELATIVE) or len(table.plan.contestants) < 2:
        return False
    return cell in table.winners(cell.key.instance)


def live_text(cell: TableCell, view: ScreenView) -> str:
    """The result so far of the run being measured."""
    live = cell.live
    if live is None or live.stage == "preparing":
        return "preparing"
    if view.quantity is Quantity.SOLUTIONS:
        return compact(live.solutions)
    if view.quantity is Quantity.RATE:
        return rate(live.steps / live.seconds) if live.seconds > 0 else "0/s"
    if view.quantity in (Quantity.NODES, Quantity.UPDATES):
        return compact(live.steps)
    return timing(live.seconds, view.unicode)


def _summary(
    table: Table, contestants: Sequence[Contestant], view: ScreenView
) -> list[tuple[str, dict[str, CellFigure]]]:
    if view.quantity not in GROWING:
        return []
    # The whole time holds a constant part, the building: what grows is the search.
    quantity = Quantity.SOLVE if view.quantity in (Quantity.TIME, Quantity.WALL) else view.quantity
    found = {c.label: table.growth(c, quantity) for c in contestants}
    figures = {
        label: CellFigure(plain(factor_text(growth), view), "muted")
        for label, growth in found.items()
        if growth is not None
    }
    return [(plain("search ×" if quantity is Quantity.SOLVE else "growth ×", view), figures)] if figures else []


def _over_all(found: Scores | None, view: ScreenView) -> list[tuple[str, dict[str, CellFigure]]]:
    """All instances together, what matters most first; m shows all of it."""
    if found is None:
        return []
    own = [each for each in found.lines if each.label != VIRTUAL_BEST]
    figures = {
        f"× {found.reference}": {
            each.label: three_figures(each.ratio.factor) for each in own if each.ratio is not None
        },
        "wins": {each.label: grouped(each.wins) for each in own if each.wins is not None},
        "solved": {each.label: grouped(each.solved) for each in own},
        "PAR-2": {each.label: duration(each.par2) for each in own if each.par2 is not None},
    }
    return [
        (plain(title, view), {label: CellFigure(plain(text, view), "muted") for label, text in by.items()})
        for title, by in figures.items() if by
    ]  # fmt: skip
