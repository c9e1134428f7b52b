"""Figures as people read them, and a table of them as plain cells."""

from __future__ import annotations

from core.compare.plan import Contestant
from core.compare.quantity import IN_SECONDS, Quantity
from core.compare.table import Cell, CellStatus, Table
from core.wording import duration, grouped, memory, rate, three_figures

STEADY = 0.95
"""R² from which a growth is used to estimate rows that were not measured."""


def value_text(value: float, quantity: Quantity) -> str:
    """A figure with its unit."""
    if quantity in IN_SECONDS:
        return duration(value)
    if quantity in (Quantity.RELATIVE, Quantity.PAPER):
        return f"{grouped(value) if value >= 1000 else three_figures(value)} ×"
    if quantity is Quantity.RATE:
        return rate(value)
    if quantity is Quantity.MEMORY:
        return memory(value)
    return grouped(value)


def cell_text(table: Table, cell: Cell, quantity: Quantity) -> str:
    """What a cell shows: its figure, or in a word why there is none.  A wrong one always says so."""
    value = table.value(cell, quantity)
    text = value_text(value, quantity) if value is not None else ""
    if cell.status is CellStatus.WRONG:
        return f"WRONG {text}".strip()
    if cell.status is CellStatus.LIMIT and cell.samples:
        last = cell.samples[-1]
        return text or (f"> {duration(last.seconds)}" if quantity is Quantity.TIME else "limit")
    if cell.status is CellStatus.GAVE_UP:
        return f"gave up {text}".strip()
    if text or cell.status is CellStatus.COMPLETE:
        return text or "–"
    return cell.status.value


def paper_text(table: Table, cell: Cell, quantity: Quantity) -> str:
    """Beside a figure: the document's, and ``=``, ``≠`` or the factor between; empty where it gives none."""
    theirs = table.paper(cell.key, quantity)
    if theirs is None:
        return ""
    ours = table.value(cell, quantity)
    text = value_text(theirs, quantity)
    if ours is None:
        return text
    if quantity in IN_SECONDS:
        return f"{text} ({value_text(theirs / ours, Quantity.PAPER)})" if ours else text
    return f"{text} {'=' if ours == theirs else '≠'}"


def grid(table: Table, quantity: Quantity) -> tuple[list[str], list[list[str]]]:
    """Header and rows of the table as text: instances × contestants, with the paper's figures where there are some.

    Every row is as long as the header.
    """
    contestants = table.plan.contestants
    papers = [_in_paper(table, contestant, quantity) for contestant in contestants]
    header = [table.axis]
    for contestant, paper in zip(contestants, papers, strict=True):
        header += [contestant.label, *(["paper"] if paper else [])]
    if quantity is not Quantity.SOLUTIONS:
        header.append("solutions")
    rows = []
    for instance in table.plan.instances:
        row = [table.titles[instance]]
        for contestant, paper in zip(contestants, papers, strict=True):
            cell = table.cell(contestant, instance)
            row += [cell_text(table, cell, quantity), *([paper_text(table, cell, quantity)] if paper else [])]
        if quantity is not Quantity.SOLUTIONS:
            counts = {cell.solutions for cell in table.row(instance) if cell.solutions is not None}
            row.append(" / ".join(grouped(count) for count in sorted(counts)))
        rows.append(row)
    return header, rows


def _in_paper(table: Table, contestant: Contestant, quantity: Quantity) -> bool:
    return any(
        table.paper(table.cell(contestant, instance).key, quantity) is not None for instance in table.plan.instances
    )


def shown_quantity(table: Table) -> Quantity:
    """What a table shows first: the quantity of its document, or the time."""
    if table.plan.document is not None:
        from core.compare.documents import DOCUMENTS

        if table.plan.document in DOCUMENTS:
            return DOCUMENTS[table.plan.document].quantity
    return Quantity.TIME


def remarks(table: Table) -> list[str]:
    """The sentences under a table: growth, estimates, the document's claims, reasons, warnings."""
    lines = [*table.notices]
    if table.plan.document is not None:
        from core.compare.documents import DOCUMENTS

        document = DOCUMENTS.get(table.plan.document)
        if document is not None:
            lines += [str(claim) for claim in document.claims(table)]
    lines += growth_lines(table)
    where: dict[str, dict[str, list[str]]] = {}
    for key, cell in table.cells.items():
        said = [f"warning: {warning}" for warning in cell.warnings]
        if cell.status in (CellStatus.REFUSED, CellStatus.LIMIT, CellStatus.GAVE_UP):
            said.append(f"{cell.status}: {cell.reason}")
        for text in said:
            where.setdefault(text, {}).setdefault(key.label, []).append(table.titles[key.instance])
    for text, labels in where.items():
        places = [f"{label} ({table.axis} {spans(titles)})" for label, titles in labels.items()]
        lines.append(f"{text}: {'; '.join(places)}")
    return lines


def growth_lines(table: Table) -> list[str]:
    """For each contestant, by what time and nodes grow with N, and what that means for the rows not measured."""
    lines = []
    for contestant in table.plan.contestants:
        time, nodes = table.growth(contestant), table.growth(contestant, Quantity.NODES)
        parts = []
        if time is not None:
            parts.append(f"time × {time.factor:.2f}")
        if nodes is not None:
            parts.append(f"nodes × {nodes.factor:.2f}")
        if not parts:
            continue
        text = f"{contestant.label}: {', '.join(parts)} with each step of N"
        missing = [
            int(instance) for instance in table.plan.instances
            if instance.isdecimal() and not table.cell(contestant, instance).measured
            and table.cell(contestant, instance).status is not CellStatus.REFUSED
        ]  # fmt: skip
        if time is not None and time.determination < STEADY:
            text += "; too unsteady for an estimate"
        elif time is not None and time.factor > 1:
            ahead = [n for n in missing if n > time.last][:3] or [time.last + 1, time.last + 2]
            guesses = ", ".join(f"N = {n}: {duration(time.at(n))}" for n in ahead)
            text += f"; estimates, not measured: {guesses}"
        lines.append(text)
    return lines


def spans(titles: list[str]) -> str:
    """``4, 5, 6, 9`` as ``4–6, 9``; other titles joined, the long lists cut with their number."""
    if not all(title.isdecimal() for title in titles):
        return ", ".join(titles) if len(titles) <= 6 else f"{', '.join(titles[:5])} and {len(titles) - 5} more"
    pieces: list[tuple[int, int]] = []
    for n in sorted(map(int, titles)):
        if pieces and n == pieces[-1][1] + 1:
            pieces[-1] = (pieces[-1][0], n)
        else:
            pieces.append((n, n))
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in pieces)
