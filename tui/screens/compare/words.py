"""What is said about one cell of a comparison: in a line, in a note, in full; and how far a run has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._words import counted, grouped, share
from core.compare import DOCUMENTS, Live, Quantity, Table
from core.compare._cell import CellStatus, TableCell
from core.compare._findings import Estimate, estimate, factor_text, findings
from core.compare._scores import MANY, scores
from core.compare._tables_text import aligned, source_line
from core.compare._text import against_text, interval_text, run_text
from tui.screens.compare.opening import where_and_when
from tui.screens.compare.screen_view import (
    QUANTITY_TITLES,
    ScreenView,
    compact,
    everything_measured,
    figure,
    plain,
    rounded,
    spread,
    timing,
)

if TYPE_CHECKING:
    from tui.screens.compare.session import CompareSession


def cell_line(table: Table, cell: TableCell, view: ScreenView) -> str:
    """One line about a cell: the figures that matter most."""
    dot = " · " if view.unicode else " - "
    parts = [table.cell_title(cell.key)]
    if cell.time is not None:
        time = cell.time
        parts.append(f"{timing(time.median, view.unicode)} {interval_text(time)}".rstrip())
    for quantity in (Quantity.NODES, Quantity.RATE):
        value = table.value(cell, quantity)
        if value is not None:
            text = figure(value, quantity, view.unicode)
            parts.append(f"{text} nodes" if quantity is Quantity.NODES else text)
    if cell.solutions is not None:
        parts.append(counted(cell.solutions, "solution"))
    if cell.status is CellStatus.UNPLANNED:
        parts += _paper_parts(table, cell, view)
    elif cell.time is None:
        parts.append(cell.status.value)
    return dot.join(parts)


def _paper_parts(table: Table, cell: TableCell, view: ScreenView) -> list[str]:
    """For a row that is not measured: what the paper says."""
    found = []
    for quantity in (Quantity.TIME, Quantity.NODES):
        if text := plain(table.printed(cell.key, quantity), view):
            found.append(f"{text} nodes" if quantity is Quantity.NODES else text)
    return ["not measured here", f"in the paper {', '.join(found)}"] if found else ["not measured"]


def cell_note(table: Table, cell: TableCell, view: ScreenView, baseline: Table | None) -> tuple[str, str]:
    """A second line (text, tone): why, a warning, or how it compares with the baseline."""
    if cell.status is CellStatus.UNPLANNED:
        return "a row of the paper; a adds it to the table", "muted"
    if cell.reason:
        bad = cell.status in (CellStatus.WRONG, CellStatus.FAILED)
        return cell.reason, "alarm" if bad else "warning"
    if baseline is not None and (against := table.against(baseline, cell.key)) is not None:
        return plain(against_text(against, "the baseline"), view), "plain"
    if cell.warnings:
        return f"*{cell.warnings[0]}", "warning"
    if not cell.measured and (guess := estimate(table, cell.key, view.quantity)) is not None:
        return f"estimated from the growth so far: {estimate_text(guess, view.quantity, view)}", "muted"
    return "", "muted"


def estimate_text(guess: Estimate, quantity: Quantity, view: ScreenView) -> str:
    """An estimate with its interval: ``16 s (12 s to 21 s)``."""
    value, low, high = (
        rounded(each, quantity, view.unicode) for each in (guess.value, guess.interval.low, guess.interval.high)
    )
    return f"{value} ({low} to {high})"


def progress_line(table: Table, view: ScreenView) -> str:
    """How far a running experiment has come, and what it is doing."""
    plan = table.plan
    open_ = [cell for cell in table.cells.values() if cell.status is not CellStatus.REFUSED]
    total = len(open_) * plan.repeat
    ended = (CellStatus.LIMIT, CellStatus.FAILED, CellStatus.WRONG, CellStatus.GAVE_UP)
    done = sum(plan.repeat if cell.status in ended else min(len(cell.samples), plan.repeat) for cell in open_)
    text = f"{grouped(done)} of {grouped(total)} runs"
    if plan.precision is not None:
        over = sum(each.status in (*ended, CellStatus.COMPLETE) for each in open_)
        text = f"{counted(sum(len(each.samples) for each in open_), 'run')}, {grouped(over)} of "
        text += f"{counted(len(open_), 'cell')} done"
    cell = running_cell(table)
    if cell is None or cell.live is None:
        return text
    live: Live = cell.live
    dot = " · " if view.unicode else " - "
    text += f"{dot}{live.stage} {table.cell_title(cell.key)}"
    if live.stage == "measuring":
        text += f", {run_text(plan, live.repeat)}"
    if live.steps:
        so_far = f"{compact(live.steps)} steps", f"{compact(live.solutions)} found", timing(live.seconds, view.unicode)
        text += dot + dot.join(so_far)
    if live.progress:
        text += f"{dot}{live.progress * 100:.0f} %"
    return text


def running_cell(table: Table) -> TableCell | None:
    """The cell being measured."""
    return next((cell for cell in table.cells.values() if cell.status is CellStatus.RUNNING), None)


def hint(table: Table, view: ScreenView) -> str:
    """What to do or to read next."""
    if not everything_measured(table):
        return f"{progress_line(table, view)}; enter measures what is missing"
    document = DOCUMENTS.get(table.plan.document) if table.plan.document else None
    if document is not None:
        claims = document.claims(table)
        holding = sum(claim.holds is True for claim in claims)
        return f"{holding} of {counted(len(claims), 'statement')} of the paper hold here: w shows what they rest on"
    summed_up = len(table.plan.instances) >= MANY and len(table.plan.contestants) > 1
    return f"{'m sums up all instances; ' * summed_up}w puts the figures into words"


def of_example(table: Table) -> str:
    """Where the stored example comes from."""
    return f"Example: enter measures it here · from another machine · {where_and_when(table)}"


def status_lines(session: CompareSession, cell: TableCell | None, told: str = "") -> list[tuple[str, str]]:
    """The two lines (text, tone) below the table: the cell under the cursor, and what matters most now.

    ``told`` is what `hint` or `of_example` says, if that is known.
    """
    table, view = session.table, session.view
    if table is None:
        return []
    first = (plain(cell_line(table, cell, view), view), "plain") if cell is not None else ("", "muted")
    note = cell_note(table, cell, view, session.baseline) if cell is not None else ("", "muted")
    if session.trouble:
        return [first, (session.trouble, "alarm")]
    if session.running:
        return [first, (progress_line(table, view), "muted")]
    if session.question:
        return [first, (plain(session.question, view), "strong")]
    if session.is_example:
        return [first, (plain(told or of_example(table), view), "strong")]
    if note[0]:
        return [first, (plain(note[0], view), note[1])]
    return [first, (plain(told or hint(table, view), view), "muted")]


def alarm_lines(table: Table, view: ScreenView, most: int) -> list[str]:
    """The alarms, ``most`` lines of them, the last saying how many more there are."""
    alarms = list(table.alarms)
    more = len(alarms) - most
    lines = alarms[: most - (more > 0)]
    if more > 0:
        lines.append(f"and {len(alarms) - len(lines)} more")
    return [plain(line, view) for line in lines]


def conclusions(table: Table, view: ScreenView, baseline: Table | None) -> str:
    """Everything that the figures of the whole table say, by groups."""
    lines: list[str] = []
    for group in findings(table, baseline, view):
        lines += [group.title, *(f"  {line}" for line in group.lines), ""]
    return plain("\n".join([*lines, source_line(table)]), view)


def summary(table: Table, view: ScreenView, width: int) -> str:
    """All instances together, in lines of at most this width; empty if the table itself says it all."""
    found = scores(table, view.hidden)
    if found is None:
        return ""
    return plain("\n".join([f"{found.title}:", "", *aligned(*found.grid, width), "", *found.notes]), view)


def details(table: Table, cell: TableCell, view: ScreenView, baseline: Table | None) -> str:
    """Everything known about one cell: figures, every run, the spread, warnings."""
    rows: list[tuple[str, str]] = [("status", cell.status.value + (f": {cell.reason}" if cell.reason else ""))]
    known = table.known.get(cell.key.instance)
    if cell.solutions is not None:
        rows.append(
            ("solutions", grouped(cell.solutions) + (f" of {grouped(known)} known" if known is not None else ""))
        )
    if cell.engines:
        rows.append(("engine", cell.engines))
    rows += [
        (QUANTITY_TITLES[q], figure(value, q, view.unicode))
        for q in (
            Quantity.NODES, Quantity.UPDATES, Quantity.BUILD, Quantity.SOLVE, Quantity.WALL, Quantity.RATE,
            Quantity.MEMORY,
        )
        if (value := table.value(cell, q)) is not None
    ]  # fmt: skip
    beside = table.ratio(cell)
    base = table.ratio_base(cell.key.instance)
    if beside is not None and base is not None and cell is not base:
        rows.append(("in its row", plain(against_text(beside, base.key.label), view)))
    if cell.time is not None:
        time = cell.time
        share = interval_text(time)
        rows.append(("CPU time, median", timing(time.median, view.unicode) + (f" {share}" if share else "")))
        if time.interval is not None:
            rows.append(("95 % interval", spread(time.interval.low, time.interval.high, view.unicode)))
        if (calls := cell.calls) is not None and calls.maximum > calls.minimum:
            rows.append(("single calls", spread(calls.minimum, calls.maximum, view.unicode)))
            rows.append(("half of them", spread(calls.lower_quartile, calls.upper_quartile, view.unicode)))
    for quantity in (Quantity.TIME, Quantity.NODES):
        theirs = table.paper(cell.key, quantity)
        if theirs is not None:
            ratio = table.against_paper(cell, quantity)
            text = table.printed(cell.key, quantity)
            if quantity is Quantity.NODES and ratio is not None:
                text += " (equal)" if ratio == 1 else " (different)"
            elif ratio is not None:
                text += f", {figure(ratio, Quantity.PAPER, view.unicode)} ours"
            rows.append((f"the paper's {quantity.value}", text))
    guess = None if cell.measured else estimate(table, cell.key, Quantity.SOLVE)
    if guess is not None:
        rows.append(("search time, estimate", estimate_text(guess, Quantity.SOLVE, view)))
    if baseline is not None and (against := table.against(baseline, cell.key)) is not None:
        rows.append(("against baseline", plain(against_text(against, "the baseline"), view)))
    growth = table.growth(cell.key.label, Quantity.SOLVE)
    if growth is not None:
        rows.append(("search time grows", f"× {factor_text(growth)} for each step of {table.axis}"))
    width = max(len(title) for title, _ in rows)
    lines = [f"{title:<{width}}  {text}" for title, text in rows]
    if cell.samples:
        lines += ["", "Runs", *_sample_lines(cell, view)]
    if cell.warnings:
        lines += ["", "Warnings", *(plain(warning, view) for warning in cell.warnings)]
    return plain("\n".join(lines), view)


def _sample_lines(cell: TableCell, view: ScreenView, width: int = 34) -> list[str]:
    """One line a run: its time, and a bar whose length is the time."""
    longest = max(sample.total_seconds for sample in cell.samples) or 1.0
    full = "━" if view.unicode else "="
    lines = []
    for number, sample in enumerate(cell.samples, 1):
        bar = full * max(1, round(sample.total_seconds / longest * width))
        note = "" if sample.complete else f"  {sample.ending.value}"
        if sample.disturbed:
            got = f" ({share(sample.share)} of a processor)" if sample.share is not None else ""
            note += f"  disturbed{got}"
        if sample.batch > 1:
            note += f"  mean of {sample.batch}"
        lines.append(f"{number:>3}  {timing(sample.total_seconds, view.unicode):>9}  {bar}{note}")
    return lines
