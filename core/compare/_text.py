"""Figures as people read them, and a table of them as plain cells."""

from __future__ import annotations

import math

from core._words import byte_size, duration, grouped, rate, three_figures
from core.compare._cell import CellStatus, TableCell
from core.compare._plan import Contestant, Plan
from core.compare._quantity import IN_SECONDS, Quantity
from core.compare._sample import Bound
from core.compare._statistics import RatioVerdict, Summary, TimeRatio
from core.compare._table import Table
from core.compare._view import View

TOO_CLOSE = "too close"
"""The sign in a narrow column that two cells cannot be distinguished."""


def value_text(value: float, quantity: Quantity) -> str:
    """A figure with its unit."""
    if quantity in IN_SECONDS:
        return duration(value)
    if quantity in (Quantity.RELATIVE, Quantity.PAPER):
        return f"{grouped(value) if value >= 1000 else three_figures(value)} ×"
    if quantity is Quantity.RATE:
        return rate(value)
    if quantity is Quantity.MEMORY:
        return byte_size(value)
    return grouped(value)


def interval_text(summary: Summary) -> str:
    """Half the width of the median's interval as a share of it: ``± 3 %``; empty if there are too few runs for one."""
    if not math.isfinite(summary.precision):
        return ""
    share = summary.precision * 100
    return f"± {share:.0f} %" if share >= 9.5 else f"± {share:.1f} %"


def margin_text(cell: TableCell, quantity: Quantity, summary: Summary) -> str:
    """How well a time is known, or the range of the calls if these themselves differ."""
    if quantity is Quantity.TIME and cell.uneven and (calls := cell.calls) is not None:
        return f"(calls {duration(calls.minimum)} to {duration(calls.maximum)})"
    return interval_text(summary)


def ratio_text(found: TimeRatio) -> str:
    """A ratio with its interval: ``1.31 ± 0.04``; only the ratio if there are too few runs."""
    if not math.isfinite(found.margin) or found.verdict is RatioVerdict.TOO_FEW:
        return f"{grouped(found.factor) if found.factor >= 1000 else three_figures(found.factor)}"
    digits = max(0, min(3, 1 - math.floor(math.log10(found.margin)))) if found.margin > 0 else 3
    digits = min(digits, 2 if found.factor >= 0.1 else 3)
    if found.factor >= 1000:
        return f"{grouped(found.factor)} ± {grouped(max(1.0, found.margin))}"
    return f"{found.factor:.{digits}f} ± {max(found.margin, 10.0**-digits):.{digits}f}"


def between_text(found: TimeRatio) -> str:
    """The interval of a ratio, as a range: ``0.98 to 1.07``; only the ratio if there are too few runs."""
    if not math.isfinite(found.margin):
        return three_figures(found.factor)
    return f"{three_figures(found.interval.low)} to {three_figures(found.interval.high)}"


def against_text(found: TimeRatio, other: str) -> str:
    """How a time compares with another: ``slower: 1.31 ± 0.04 times as long as …``, or that it is unknown."""
    if found.verdict is RatioVerdict.NOT_APART:
        return f"{found.verdict} from {other}: {between_text(found)} times as long"
    return f"{found.verdict}: {ratio_text(found)} times as long as {other}"


def unlike_text(here: str, there: str) -> str:
    """Two ways in which something was done, if both are known and differ: ``interpreted here, compiled there``."""
    return f"{here} here, {there} there" if here and there and here != there else ""


def ratio_note(table: Table, cell: TableCell) -> str:
    """The note after a cell's time: ``fastest``, ``1.31 ×`` or `TOO_CLOSE`; empty if it is unknown."""
    standing, ratio = table.standing(cell), table.ratio(cell)
    match standing:
        case RatioVerdict.TOO_FEW:
            return ""
        case RatioVerdict.NOT_APART:
            return TOO_CLOSE
        case RatioVerdict.SLOWER | RatioVerdict.FASTER if ratio is not None:
            return value_text(ratio.factor, Quantity.RELATIVE)
    return standing


def run_text(plan: Plan, number: int) -> str:
    """The run of a cell being made (``number`` from 0): ``run 2 of 5``, or ``run 2`` if the total is open."""
    return f"run {number + 1} of {plan.repeat}" if plan.precision is None else f"run {number + 1}"


def cell_text(table: Table, cell: TableCell, quantity: Quantity) -> str:
    """The text of a cell: its figure, or a word for why there is none.  A wrong result always says so."""
    value = table.value(cell, quantity)
    text = value_text(value, quantity) if value is not None else ""
    if text and quantity is Quantity.RELATIVE and (ratio := table.ratio(cell)) is not None and ratio.factor != 1:
        apart = ratio.verdict is not RatioVerdict.NOT_APART
        text = f"{ratio_text(ratio) if apart else between_text(ratio)} ×"
        if ratio.verdict in (RatioVerdict.NOT_APART, RatioVerdict.TOO_FEW):
            text += f" ({ratio.verdict})"
    if cell.status is CellStatus.WRONG:
        return f"WRONG {text}".strip()
    if cell.status is CellStatus.LIMIT and cell.samples:
        last = cell.samples[-1]
        timed_out = quantity in IN_SECONDS and cell.bound is not Bound.MEMORY
        return text or (f"> {duration(last.total_seconds)}" if timed_out else "limit")
    if cell.status is CellStatus.GAVE_UP:
        return f"gave up {text}".strip()
    if text or cell.status in (CellStatus.COMPLETE, CellStatus.UNPLANNED):
        return text or "–"
    return cell.status.value


def paper_text(table: Table, cell: TableCell, quantity: Quantity) -> str:
    """The document's figure with ``=``, ``≠`` or the factor between it and ours; empty if it has none."""
    theirs = table.paper(cell.key, quantity)
    if theirs is None:
        return ""
    ours = table.value(cell, quantity)
    text = table.printed(cell.key, quantity)
    if ours is None:
        return text
    if quantity in IN_SECONDS:
        return f"{text} ({value_text(theirs / ours, Quantity.PAPER)})" if ours else text
    return f"{text} {'=' if ours == theirs else '≠'}"


def grid(table: Table, view: View, *, intervals: bool = False) -> tuple[list[str], list[list[str]]]:
    """Header and rows of the table as text: instances × contestants, with the paper's figures if there are any.

    ``intervals`` adds half the width of its interval to each time, and the ratio to CPU times of building and
    searching.  Every row is as long as the header.
    """
    quantity, contestants = view.quantity, view.contestants(table)
    papers = [in_paper(table, contestant, quantity) for contestant in contestants]
    header = [table.axis]
    for contestant, paper in zip(contestants, papers, strict=True):
        header += [f"{contestant.label}{_in_brackets(table, contestant.label, paper)}"]
        header += [paper_title(table, contestant.label, quantity)] if paper else []
    header += last_titles(table, quantity)
    rows = []
    for instance in view.instances(table):
        row = [table.row_title(instance)]
        for contestant, paper in zip(contestants, papers, strict=True):
            cell = table.cell(contestant, instance)
            text = cell_text(table, cell, quantity)
            summary = cell.summary(quantity)
            if intervals and summary is not None and cell.solved:
                text = " ".join(filter(None, (text, margin_text(cell, quantity, summary))))
            if intervals and quantity is Quantity.TIME and cell.solved and (note := ratio_note(table, cell)):
                text += f" · {note}"
            row += [text, *([paper_text(table, cell, quantity)] if paper else [])]
        rows.append([*row, *last_texts(table, instance, quantity)])
    return header, rows


def _in_brackets(table: Table, label: str, paper: bool) -> str:
    """The document's name for an algorithm, in brackets, unless a column of its figures says it already."""
    name = table.paper_name(label)
    return f" ({name})" if name and not paper else ""


def paper_title(table: Table, label: str, quantity: Quantity) -> str:
    """The heading of the document's figures: ``paper (BT)``, for times ``paper (BT; × ours)``."""
    said = [text for text in (table.paper_name(label), "× ours" if quantity in IN_SECONDS else "") if text]
    return f"paper ({'; '.join(said)})" if said else "paper"


def last_titles(table: Table, quantity: Quantity) -> list[str]:
    """The heading of the last column: the solutions found, and beside these, how many are known."""
    if quantity is not Quantity.SOLUTIONS:
        return ["solutions"]
    return ["known"] if any(count is not None for count in table.known.values()) else []


def last_texts(table: Table, instance: str, quantity: Quantity) -> list[str]:
    """The figure in the last column of a row, if there is that column."""
    known = table.known.get(instance)
    text = solutions_text(table, instance) if quantity is not Quantity.SOLUTIONS else ""
    return [text or ("" if known is None or quantity is not Quantity.SOLUTIONS else grouped(known))
            for _ in last_titles(table, quantity)]  # fmt: skip


def solutions_text(table: Table, instance: str) -> str:
    """The number of solutions found, or several with slashes if the algorithms disagree."""
    cells = [cell for cell in table.row(instance) if cell.solutions is not None]
    # An algorithm that gave up found none, which contradicts no other; this is shown only if no algorithm found any.
    counts = {cell.solutions for cell in cells if cell.status is not CellStatus.GAVE_UP}
    counts = counts or {cell.solutions for cell in cells}
    if not counts:
        known = {table.paper(cell.key, Quantity.SOLUTIONS) for cell in table.row(instance)} - {None}
        return grouped(int(known.pop() or 0)) if len(known) == 1 else ""
    return " / ".join(grouped(count) for count in sorted(count for count in counts if count is not None))


def in_paper(table: Table, contestant: Contestant, quantity: Quantity) -> bool:
    """Whether the document has a figure in this contestant's column."""
    return any(table.paper(table.cell(contestant, i).key, quantity) is not None for i in table.rows)


def spans(titles: list[str]) -> str:
    """``4, 5, 6, 9`` as ``4–6, 9``; other titles with commas between, long lists cut short."""
    if not all(title.isdecimal() for title in titles):
        return ", ".join(titles) if len(titles) <= 6 else f"{', '.join(titles[:5])} and {len(titles) - 5} more"
    pieces: list[tuple[int, int]] = []
    for n in sorted(map(int, titles)):
        if pieces and n == pieces[-1][1] + 1:
            pieces[-1] = (pieces[-1][0], n)
        else:
            pieces.append((n, n))
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in pieces)
