"""A table for people to read elsewhere: a terminal or the clipboard, Markdown, a paper in LaTeX."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from core.compare.cell import TableCell
from core.compare.environment import describe
from core.compare.findings import findings
from core.compare.papers import paper_of
from core.compare.quantity import IN_SECONDS, Quantity
from core.compare.statistics import Verdict
from core.compare.table import Table
from core.compare.text import cell_text, grid, in_paper, last_texts, last_titles
from core.compare.view import View

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def source_line(table: Table) -> str:
    """Where the figures come from: machine, versions, date, number in the history."""
    recorded = max((s.recorded for cell in table.cells.values() for s in cell.samples), default=0.0)
    parts = [describe(dict(table.environment))]
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


def as_text(table: Table, view: View, baseline: Table | None = None) -> str:
    """Aligned columns for a terminal or the clipboard."""
    header, rows = grid(table, view, intervals=True)
    every = [header, *rows]
    widths = [max(len(row[column]) for row in every) for column in range(len(header))]
    lines = [f"!! {alarm}" for alarm in table.alarms]
    lines += ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in every]
    for group in findings(table, baseline, view):
        if group.title != "Alarms":
            lines += ["", f"{group.title}:", *(f"  {line}" for line in group.lines)]
    return "\n".join(map(plain, [*lines, "", source_line(table)])) + "\n"


def as_markdown(table: Table, view: View, baseline: Table | None = None) -> str:
    """Alarms, the table, the findings; for a README or an issue."""
    lines = [f"## {_markdown(table.plan.title)}", ""]
    for alarm in table.alarms:
        lines += [f"> **{_markdown(alarm)}**", ""]
    header, rows = grid(table, view, intervals=True)
    lines += [f"{_quantity_title(view.quantity)}:", ""]
    lines.append("| " + " | ".join(_markdown(text) for text in header) + " |")
    lines.append("|" + "---:|" * len(header))
    lines += ["| " + " | ".join(_markdown(text) or " " for text in row) + " |" for row in rows]
    for group in findings(table, baseline, view):
        if group.title != "Alarms":
            lines += ["", f"{group.title}:", "", *(f"- {_markdown(line)}" for line in group.lines)]
    lines += ["", _markdown(source_line(table)), ""]
    return "\n".join(lines)


def _quantity_title(quantity: Quantity) -> str:
    if quantity in IN_SECONDS and quantity is not Quantity.WALL:
        return f"{quantity.value.capitalize()} (median CPU time, with its 95 % interval)"
    return quantity.value.capitalize()


# LaTeX

NOT_APART_MARK = "\\textsuperscript{*}"
"""The mark after a ratio that chance alone could explain."""


def as_latex(table: Table, view: View, baseline: Table | None = None) -> str:
    """A ``table`` environment for the package booktabs: one unit in each column, ±, a label and a source line."""
    quantity = view.quantity
    columns = _latex_columns(table, view)
    lines = ["% needs \\usepackage{booktabs}", "\\begin{table}[htbp]", "\\centering"]
    lines += [f"\\textbf{{{latex(alarm)}}}\\\\" for alarm in table.alarms]
    lines += [f"\\caption{{{latex(table.plan.title)}: {latex(_quantity_title(quantity))}}}"]
    lines += [f"\\label{{tab:{_label(table, quantity)}}}"]
    lines += [f"\\begin{{tabular}}{{{'r' * len(columns)}}}", "\\toprule"]
    lines.append(" & ".join(column[0] for column in columns) + r" \\")
    lines.append("\\midrule")
    lines += [" & ".join(cells) + r" \\" for cells in zip(*(column[1:] for column in columns), strict=True)]
    lines += ["\\bottomrule", "\\end{tabular}"]
    if any(NOT_APART_MARK in cell for column in columns for cell in column):
        lines += ["", f"\\smallskip{{\\footnotesize {NOT_APART_MARK}{Verdict.NOT_APART} from the fastest}}"]
    lines += ["", f"\\smallskip{{\\footnotesize {latex(source_line(table))}}}", "\\end{table}"]
    sentences = [line for group in findings(table, baseline, view) if group.title != "Alarms" for line in group.lines]
    if sentences:
        lines += ["\\begin{itemize}", *(f"\\item {latex(line)}" for line in sentences), "\\end{itemize}"]
    return "\n".join(lines) + "\n"


def _label(table: Table, quantity: Quantity) -> str:
    name = table.plan.document or f"{table.plan.family}-comparison"
    return re.sub(r"[^a-z0-9-]+", "-", f"{name}-{quantity.value}".lower())


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
        if paper:
            title = latex(title or contestant.label)
            figures = ["" if value is None else _number(value / scale, quantity) for value in theirs]
            columns.append([f"{title} (paper){unit}", *figures])
    rows = [last_texts(table, instance, quantity) for instance in instances]
    for place, title in enumerate(last_titles(table, quantity)):
        columns.append([latex(title), *(latex(row[place]) for row in rows)])
    return columns


def _unit(values: Sequence[float | None], quantity: Quantity) -> tuple[float, str]:
    """The unit of a column, so that its middle figure has one to three digits before the point, and how to write it."""
    known = sorted(value for value in values if value)
    if quantity not in IN_SECONDS or not known:
        return 1.0, ""
    middle = known[len(known) // 2]
    scale, unit = next(((s, u) for s, u in UNITS if middle >= s), UNITS[-1])
    return scale, f" / {latex(unit)}"


def _latex_figure(table: Table, cell: TableCell, quantity: Quantity, scale: float) -> str:
    value, summary = table.value(cell, quantity), cell.summary(quantity)
    if value is None or not cell.solved:
        return latex(cell_text(table, cell, quantity))
    if quantity is Quantity.RELATIVE:
        ratio = table.ratio(cell)
        if ratio is None or ratio.factor == 1 or ratio.verdict is Verdict.TOO_FEW or ratio.margin == float("inf"):
            return _number(value, quantity)
        mark = NOT_APART_MARK if ratio.verdict is Verdict.NOT_APART else ""
        return f"${_number(value, quantity)} \\pm {_number(ratio.margin, quantity, like=value)}${mark}"
    if summary is None or summary.count < 2:
        return _number(value / scale, quantity)
    half = (summary.interval.high - summary.interval.low) / 2 / scale
    return f"${_number(value / scale, quantity)} \\pm {_number(half, quantity, like=value / scale)}$"


def _number(value: float, quantity: Quantity, like: float | None = None) -> str:
    """A number with three figures, or as many as the number beside it; whole numbers in groups of three."""
    if quantity not in IN_SECONDS | {Quantity.RELATIVE, Quantity.PAPER}:
        return f"{value:,.0f}".replace(",", "\\,")
    size = like if like is not None else value
    digits = 0 if size >= 99.95 else 1 if size >= 9.995 else 2 if size >= 0.9995 else 3
    return f"{value:,.{digits}f}".replace(",", "\\,")


# Escaping


def plain(text: str) -> str:
    """The text without control characters: names of files may hold escape sequences."""
    return "".join(c if c.isprintable() else "�" for c in text)


def _markdown(text: str) -> str:
    text = plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|#])", r"\\\1", text)


_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "×": r"$\times$", "≠": r"$\neq$", "µ": r"$\mu$",
    "–": "--", "…": r"\ldots{}", "∞": r"$\infty$", "<": r"$<$", ">": r"$>$", "²": r"\textsuperscript{2}",
    "³": r"\textsuperscript{3}", "·": r"$\cdot$", "±": r"$\pm$", "✓": r"$\surd$", "✗": r"$\times$",
    "�": "?", "τ": r"$\tau$",
}  # fmt: skip


def latex(text: str) -> str:
    """The text, escaped so that LaTeX sees no commands in it."""
    return "".join(_LATEX.get(c, c) for c in plain(text))
