"""A table to read elsewhere: a terminal or the clipboard, Markdown, a paper in LaTeX."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from decimal import Decimal
from textwrap import wrap

from core._catalog import family
from core._drawing.latex import latex
from core._search import Goal
from core._words import grouped
from core.compare._cell import TableCell
from core.compare._environment import describe
from core.compare._findings import findings
from core.compare._papers import paper_of
from core.compare._plan import CALLS, COLD, VARIED
from core.compare._quantity import IN_SECONDS, Quantity
from core.compare._scores import Scores, scores
from core.compare._statistics import RatioVerdict
from core.compare._table import ALONE, FASTEST, REFERENCE, Table
from core.compare._text import cell_text, grid, in_paper, last_texts, last_titles
from core.compare._view import View

UNITS = ((1.0, r"\si{\s}"), (1e-3, r"\si{\ms}"), (1e-6, r"\si{\us}"), (1e-9, r"\si{\ns}"))
LINE = 80
"""The longest line of the summary in a terminal."""
BYTES = ((2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"), (1.0, "B"))


def source_line(table: Table) -> str:
    """Where the figures come from: machine, versions, date, number in the history."""
    recorded = max((s.recorded for cell in table.cells.values() for s in cell.samples), default=0.0)
    parts = [describe(dict(table.environment))]
    if any(cell.measured for cell in table.cells.values()):
        parts += [_manner(table), _places(table)]
    if recorded:
        parts.append(time.strftime("%Y-%m-%d", time.localtime(recorded)))
    if table.experiment is not None:
        parts.append(f"experiment {table.experiment}")
    paper = paper_of(table.plan.document)
    if paper.source:
        year = f", {paper.year}" if paper.year and str(paper.year) not in paper.source else ""
        machine = f"; its times: {paper.machine}" if paper.machine else ""
        parts.append(f"the paper: {paper.source}{year}{machine}")
    return " · ".join(part for part in parts if part)


def _manner(table: Table) -> str:
    """The kind of calls that were timed."""
    calls = {contestant.calls for contestant in table.plan.contestants}
    called = "cold: each call in a new process" if calls == {COLD} else f"warm{' or cold, if named' * (COLD in calls)}"
    if calls == {VARIED}:
        return f"a different input for each run, {called}"
    return f"same input each time{f' (a different one each run where {CALLS}={VARIED})' * (VARIED in calls)}, {called}"


def _places(table: Table) -> str:
    """The number of processes, and of cells at a time; empty for one at a time within the program."""
    runs = [run for cell in table.cells.values() for run in cell.samples]
    processes, jobs = {run.process for run in runs} - {None}, max((run.jobs for run in runs), default=1)
    several = f"in {len(processes) // jobs} processes, in turn" if len(processes) > jobs else ""
    return ", ".join([several] * bool(several) + [f"{jobs} cells at a time"] * (jobs > 1))


def as_text(table: Table, view: View, baseline: Table | None = None) -> str:
    """Aligned columns for a terminal or the clipboard."""
    lines = [*(f"!! {alarm}" for alarm in table.alarms), *aligned(*grid(table, view, intervals=True))]
    if (found := scores(table, view.hidden)) is not None:
        lines += [
            "",
            f"{found.title}:",
            *(f"  {line}" for line in aligned(*found.grid, LINE - 2)),
            *(line for note in found.notes for line in wrap(note, LINE, initial_indent="  ", subsequent_indent="    ")),
        ]
    for group in findings(table, baseline, view):
        if group.title != "Alarms":
            lines += ["", f"{group.title}:", *(f"  {line}" for line in group.lines)]
    return "\n".join(map(plain, [*lines, "", source_line(table)])) + "\n"


def aligned(header: list[str], rows: list[list[str]], most: float = math.inf) -> list[str]:
    """The columns side by side; if a line would exceed ``most`` characters, the rest follows below, each part with
    the first column."""
    every = [header, *rows]
    widths = [max(len(row[column]) for row in every) for column in range(len(header))]
    parts, used = [[0]], widths[0]
    for column, width in enumerate(widths[1:], 1):
        if used + 2 + width > most and len(parts[-1]) > 1:
            parts.append([0])
            used = widths[0]
        parts[-1].append(column)
        used += 2 + width
    return [
        "  ".join(row[column].rjust(widths[column]) for column in part) if row is not None else ""
        for place, part in enumerate(parts) for row in ([None] if place else []) + every
    ]  # fmt: skip


def as_markdown(table: Table, view: View, baseline: Table | None = None) -> str:
    """Alarms, the table, the findings; for a README or an issue."""
    lines = [f"## {_markdown(table.plan.title)}", ""]
    for alarm in table.alarms:
        lines += [f"> **{_markdown(alarm)}**", ""]
    lines += [f"{quantity_title(table, view.quantity)}:", "", *_markdown_table(*grid(table, view, intervals=True))]
    if (found := scores(table, view.hidden)) is not None:
        lines += ["", f"{found.title}:", "", *_markdown_table(*found.grid), ""]
        lines += [f"- {_markdown(line)}" for line in found.notes]
    for group in findings(table, baseline, view):
        if group.title != "Alarms":
            lines += ["", f"{group.title}:", "", *(f"- {_markdown(line)}" for line in group.lines)]
    lines += ["", _markdown(source_line(table)), ""]
    return "\n".join(lines)


def _markdown_table(header: list[str], rows: list[list[str]]) -> list[str]:
    lines = [[_markdown(text) or " " for text in row] for row in (header, *rows)]
    lines.insert(1, ["---:"] * len(header))
    return [f"| {' | '.join(line)} |" if place != 1 else f"|{'|'.join(line)}|" for place, line in enumerate(lines)]


def quantity_title(table: Table, quantity: Quantity) -> str:
    """What a table's figures are, as a heading."""
    if quantity is Quantity.RELATIVE:
        return f"CPU time relative to {table.reference or 'the least of each row'}"
    summaries = [cell.summary(quantity) for cell in table.cells.values()]
    known = any(each is not None and each.interval is not None for each in summaries)
    clock = "median wall time" if quantity is Quantity.WALL else "median CPU time"
    if quantity in IN_SECONDS:
        return f"{quantity.value.capitalize()} ({clock}{', with its 95 % interval' * known})"
    return quantity.value.capitalize()


# LaTeX

NOT_APART_MARK = "{\\textsuperscript{*}}"
"""The mark after a ratio that chance alone could explain."""
FIGURES = 3
"""The significant figures of a number of unknown precision."""
MOST_FIGURES = 5
"""The most significant figures, however precisely a number is known."""
MEASURES = {
    Quantity.TIME: "Median CPU time",
    Quantity.BUILD: "Median CPU time of building",
    Quantity.SOLVE: "Median CPU time of searching",
    Quantity.WALL: "Median wall time",
    Quantity.NODES: "Nodes visited",
    Quantity.RATE: "Nodes visited in a second",
    Quantity.SOLUTIONS: "Solutions found",
    Quantity.UPDATES: "Links undone",
    Quantity.MEMORY: "Memory taken",
    Quantity.PAPER: "CPU time of the paper over ours",
}
"""The name of each quantity in a caption."""
PURPOSES = {Goal.FIRST: "to find a solution", Goal.ALL: "to find all solutions", Goal.COUNT: "to count the solutions"}


def as_latex(table: Table, view: View, baseline: Table | None = None) -> str:
    """A ``table`` environment for the packages booktabs and siunitx: one unit in each column, numbers aligned at the
    point with their uncertainties, a label, a caption and a source line."""
    columns = _latex_columns(table, view)
    ratios = any(column[0] == latex("×") for column in columns)
    unsure = any(found[3] for column in columns for cell in column if (found := _number_of(cell)))
    lines = ["% needs \\usepackage{booktabs,siunitx}", "\\begin{table}[htbp]", "\\centering"]
    lines += [f"\\textbf{{{latex(alarm)}}}\\\\" for alarm in table.alarms]
    lines += [
        f"\\caption{{{latex(_caption(table, view, unsure, ratios))}}}",
        f"\\label{{tab:{_label(table, view.quantity.value)}}}",
    ]
    lines += ["\\sisetup{separate-uncertainty}"]
    lines += [f"\\begin{{tabular}}{{{''.join(map(_column_type, columns))}}}", "\\toprule"]
    lines.append(" & ".join(f"{{{column[0]}}}" for column in columns) + r" \\")
    lines.append("\\midrule")
    cells = zip(*(map(_in_column, column[1:]) for column in columns), strict=True)
    lines += [" & ".join(row) + r" \\" for row in cells]
    lines += ["\\bottomrule", "\\end{tabular}"]
    if any(NOT_APART_MARK in cell for column in columns for cell in column):
        other = latex(table.reference or "the least of its row")
        lines += ["", f"\\smallskip{{\\footnotesize {NOT_APART_MARK}{RatioVerdict.NOT_APART} from {other}}}"]
    lines += ["", f"\\smallskip{{\\footnotesize {latex(source_line(table))}}}", "\\end{table}"]
    if (summary := scores(table, view.hidden)) is not None:
        lines += _latex_scores(table, summary)
    sentences = [line for group in findings(table, baseline, view) if group.title != "Alarms" for line in group.lines]
    if sentences:  # a claim itself says whether it holds
        items = (latex(re.sub("^[✓✗?] ", "", line)) for line in sentences)
        lines += ["\\begin{itemize}", *(f"\\item {line}" for line in items), "\\end{itemize}"]
    return "\n".join(lines) + "\n"


def _latex_scores(table: Table, found: Scores) -> list[str]:
    """The summary as a separate table."""
    header, rows = found.grid
    caption = ". ".join(line[0].upper() + line[1:] for line in (found.title, *found.notes))
    return [
        "", "\\begin{table}[htbp]", "\\centering",
        f"\\caption{{{latex(caption)}.}}", f"\\label{{tab:{_label(table, 'summary')}}}",
        f"\\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}", "\\toprule",
        *(" & ".join(map(latex, row)) + r" \\" + "\n\\midrule" * (row is header) for row in (header, *rows)),
        "\\bottomrule", "\\end{tabular}", "\\end{table}",
    ]  # fmt: skip


def _label(table: Table, what: str) -> str:
    name = table.plan.document or f"{table.plan.family}-comparison"
    return re.sub(r"[^a-z0-9-]+", "-", f"{name}-{what}".lower())


def _caption(table: Table, view: View, unsure: bool, ratios: bool) -> str:
    """One or two sentences: what is measured, on what, and the meaning of ±, if there is any."""
    plan, quantity = table.plan, view.quantity
    title = f"{plan.name.rstrip('.')}. " if plan.name else ""
    measure = MEASURES.get(quantity) or f"CPU time relative to {table.reference or 'the least of each row'},"
    most = f", at most {grouped(plan.limit)}," if plan.limit is not None else ""
    said = f"{title}{measure} {PURPOSES[plan.goal]}{most} of {family(plan.family).title}, for each {table.axis}"
    if unsure:
        said += ", with half the width of its 95 % interval"
    if ratios:
        said += f", and how many times as long as {table.reference or 'the least of its row'} (×)"
    return f"{said}."


_NUMBER = re.compile(r"(\d+)(?:\.(\d+))?(?:\((\d+)\))?")


def _number_of(cell: str) -> re.Match[str] | None:
    """A cell of siunitx: ``1.51(12)``, which is 1.51 ± 0.12, perhaps with a mark."""
    return _NUMBER.fullmatch(cell.removesuffix(NOT_APART_MARK))


def _column_type(column: list[str]) -> str:
    """The type of a column with its heading: ``S`` with room for its numbers, ``r`` if there are none."""
    numbers = [found for cell in column[1:] if (found := _number_of(cell))]
    if not numbers:
        return "r"
    whole, places = (max(len(found[group] or "") for found in numbers) for group in (1, 2))
    # The digits of an uncertainty count from its number's last place, the room for them from the column's last place.
    unsure = max((len(found[3]) + places - len(found[2] or "") for found in numbers if found[3]), default=0)
    options = f"table-format={whole}.{places}{f'({unsure})' if unsure else ''}"
    if any(NOT_APART_MARK in cell for cell in column):
        options += f",table-space-text-post={NOT_APART_MARK}"
    return f"S[{options}]"


def _in_column(cell: str) -> str:
    """A word in braces, so that siunitx does not take it for a number."""
    return cell if not cell or _number_of(cell) else f"{{{cell}}}"


def _latex_columns(table: Table, view: View) -> list[list[str]]:
    """Every column from its heading down, in LaTeX."""
    quantity, instances = view.quantity, view.instances(table)
    columns = [[latex(table.axis), *(latex(table.row_title(i)) for i in instances)]]
    for contestant in view.contestants(table):
        cells = [table.cell(contestant, instance) for instance in instances]
        theirs = [table.paper(cell.key, quantity) for cell in cells]
        ours = [table.value(cell, quantity) for cell in cells]
        scale, unit = _unit([*ours, *theirs], quantity)
        paper = in_paper(table, contestant, quantity)
        title = table.paper_name(contestant.label)
        name = latex(contestant.label if paper or not title else f"{contestant.label} ({title})")
        columns.append([name + unit, *(_latex_figure(table, cell, quantity, scale) for cell in cells)])
        if any(ratios := [_latex_ratio(table, cell) for cell in cells if quantity is Quantity.TIME]):
            columns.append([latex("×"), *ratios])
        if paper:
            title = latex(title or contestant.label)
            exact = [paper_of(table.plan.document).exact(*cell.key, quantity) for cell in cells]
            figures = ["" if each is None else f"{each / Decimal(repr(scale)):f}" for each in exact]
            columns.append([f"{title} (paper){unit}", *figures])
    rows = [last_texts(table, instance, quantity) for instance in instances]
    for place, title in enumerate(last_titles(table, quantity)):
        texts = (row[place] for row in rows)
        columns.append([latex(title), *(latex(re.sub(r"(?<=\d) (?=\d)", "", text)) for text in texts)])
    return columns


def _latex_ratio(table: Table, cell: TableCell) -> str:
    """The text beside a time: the ratio, marked if it may be chance; a word for the cell that the ratios refer to."""
    standing = table.standing(cell)
    if not cell.solved or not standing:
        return ""
    if standing in (FASTEST, REFERENCE, ALONE):
        return standing
    return _latex_figure(table, cell, Quantity.RELATIVE, 1.0)


def _unit(values: Sequence[float | None], quantity: Quantity) -> tuple[float, str]:
    """The unit of a column, so that its middle figure has one to three digits before the point, and how to write it."""
    units = UNITS if quantity in IN_SECONDS else BYTES if quantity is Quantity.MEMORY else ()
    known = sorted(value for value in values if value)
    if not units or not known:
        return 1.0, ""
    middle = known[len(known) // 2]
    scale, unit = next(((s, u) for s, u in units if middle >= s), units[-1])
    return scale, f" / {unit}"


def _latex_figure(table: Table, cell: TableCell, quantity: Quantity, scale: float) -> str:
    value, summary = table.value(cell, quantity), cell.summary(quantity)
    if value is None or not cell.solved:
        return latex(cell_text(table, cell, quantity))
    if quantity is Quantity.RELATIVE:
        ratio = table.ratio(cell)
        if ratio is None or cell is table.ratio_base(cell.key.instance) or ratio.verdict is RatioVerdict.TOO_FEW:
            return _number(value, quantity)
        mark = NOT_APART_MARK if ratio.verdict is RatioVerdict.NOT_APART else ""
        return _number(value, quantity, ratio.margin) + mark
    if summary is None or summary.interval is None:
        return _number(value / scale, quantity)
    return _number(value / scale, quantity, (summary.interval.high - summary.interval.low) / 2 / scale)


def _number(value: float, quantity: Quantity, unsure: float = 0.0) -> str:
    """A number for siunitx with its uncertainty to two figures, ``1.51(12)``; otherwise with `FIGURES`, or all its
    digits if it is whole."""
    if quantity not in IN_SECONDS | {Quantity.RELATIVE, Quantity.PAPER, Quantity.MEMORY}:
        return f"{value:.0f}"
    before = math.floor(math.log10(value)) + 1 if value > 0 else 1
    most = max(0, MOST_FIGURES - before)
    if 0 < unsure < math.inf:
        places = min(most, max(0, 1 - int(f"{unsure:.1e}".partition("e")[2])))
        if last := round(unsure * 10**places):
            return f"{value:.{places}f}({last})"
    return f"{value:.{min(most, max(0, FIGURES - before))}f}"


# Escaping


def plain(text: str) -> str:
    """The text without control characters: file names may contain escape sequences."""
    return "".join(c if c.isprintable() else "�" for c in text)


def _markdown(text: str) -> str:
    text = plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|#])", r"\\\1", text)
