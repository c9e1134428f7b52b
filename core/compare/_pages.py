"""A table as a page for a browser: one file with tables, charts and all that is needed to judge them.

It needs no network and no script, follows the reader's choice of light or
dark, and can be printed.  Charts are those of `core._drawing.chart_svg`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core import __version__
from core._drawing.chart import Chart
from core._drawing.chart_svg import drawn
from core._drawing.html import html_page
from core._drawing.svg import element, escape
from core._words import byte_size, counted, duration, grouped, share
from core.compare._cell import CellStatus
from core.compare._charts import CHART_TITLES, chart_of, kinds
from core.compare._findings import findings
from core.compare._plan import Plan
from core.compare._plan_file import plan_text
from core.compare._quantity import Quantity
from core.compare._scores import scores
from core.compare._statistics import LEAST_EFFECT
from core.compare._table import Table
from core.compare._tables_text import plain, quantity_title, source_line
from core.compare._text import grid, interval_text, ratio_note, value_text
from core.compare._view import View

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --soft: #666; --line: #ddd; --good: #1b6e2e;
  --bad: #a3281c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #15171c; --soft: #9aa0aa; --line: #33363d; --good: #7fd18b; --bad: #ff8a7a; }
  figure svg { filter: invert(0.92) hue-rotate(180deg); }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 75rem;
  margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.25; } h2 { margin-top: 2.2rem; }
div.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 0.7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child, table.words td, table.words th { text-align: left; }
table.words td { white-space: normal; }
td.best { color: var(--good); font-weight: bold; }
.alarm { color: var(--bad); font-weight: bold; }
p.source, figcaption { color: var(--soft); }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
pre { overflow-x: auto; padding: 0.7rem; border: 1px solid var(--line); }
@media print { body { margin: 0; max-width: none; } figure, tr { break-inside: avoid; } }
"""
SHOWN = (Quantity.TIME, Quantity.NODES, Quantity.MEMORY)
"""The quantities of which a report has a table, if measured, besides the one its view shows."""


def page(title: str, parts: Iterable[str]) -> str:
    """A whole page: its title, which is its first heading too, and the parts below."""
    made_by = element("p", f"Made by Dancing Queens {text(__version__)}.", class_="source")
    return html_page(plain(title), STYLE, [element("h1", text(title)), *parts, made_by])


def text(words: str) -> str:
    """Words as markup; control characters are shown as such."""
    return escape(plain(words)) or "&nbsp;"


def table_of(header: Sequence[str], rows: Iterable[Sequence[str]], best: str = "", words: bool = False) -> str:
    """A table of plain texts; cells that end in ``best`` stand out, and with ``words`` the text is aligned left."""
    lines = [element("thead", element("tr", "".join(element("th", text(each), scope="col") for each in header)))]
    for row in rows:
        cells = (element("td", text(each), class_="best" if best and each.endswith(best) else None) for each in row)
        lines.append(element("tr", "".join(cells)))
    table = element("table", "\n".join(lines), class_="words" if words else None)
    return element("div", table, class_="wide")


def listed(lines: Iterable[str]) -> str:
    """A list of sentences."""
    return element("ul", "\n".join(element("li", text(line)) for line in lines))


def figure(chart: Chart, caption: str) -> str:
    """A chart with its caption."""
    picture = drawn(chart).replace("<svg ", '<svg role="img" ', 1)
    return element("figure", picture + element("figcaption", text(caption)))


def as_html(table: Table, view: View, baseline: Table | None = None) -> str:
    """The report: alarms, tables, findings, charts, every cell, the machine, and how it was measured."""
    parts = [element("p", text(source_line(table)), class_="source")]
    parts += [element("p", text(alarm), class_="alarm") for alarm in table.alarms]
    if (found := scores(table, view.hidden)) is not None:  # first, because the tables are long
        parts += [element("h2", text(found.title)), table_of(*found.grid), listed(found.notes)]
    for quantity in dict.fromkeys((view.quantity, *SHOWN)):
        if quantity is view.quantity or _known(table, view, quantity):
            header, rows = grid(table, View(quantity, view.columns, view.hidden, view.rows), intervals=True)
            parts += [element("h2", text(quantity_title(table, quantity))), table_of(header, rows, best="fastest")]
    charts = [chart_of(table, view, kind) for kind in kinds(table)]
    figures = dict.fromkeys(figure(each, _caption(each)) for each in charts if not each.empty)
    parts += [element("h2", "Charts"), *figures] if figures else []
    for group in findings(table, baseline, view):
        if group.title != "Alarms":
            parts += [element("h2", text(group.title)), listed(group.lines)]
    parts += [element("h2", "Every cell"), _every_cell(table, view)]
    parts += [element("h2", "Machine and versions"), _machine(table)]
    parts += [element("h2", "How it was measured"), *_method(table.plan)]
    return page(table.plan.title, parts)


def _known(table: Table, view: View, quantity: Quantity) -> bool:
    labels = {contestant.label for contestant in view.contestants(table)}
    return any(table.value(cell, quantity) is not None for key, cell in table.cells.items() if key.label in labels)


def _caption(chart: Chart) -> str:
    title = CHART_TITLES[chart.kind]
    return f"{title[0].upper()}{title[1:]}."


def _every_cell(table: Table, view: View) -> str:
    header = (table.axis, "algorithm", "status", "solutions", "nodes", "runs", "median", "± 95 %", "least", "most",
              "building", "search", "memory", "beside the others")  # fmt: skip
    rows = []
    for instance in view.instances(table):
        for contestant in view.contestants(table):
            cell = table.cell(contestant, instance)
            if cell.status is CellStatus.UNPLANNED:
                continue
            time, value = cell.time, cell.values.get
            figures = [value_text(each, of) if (each := value(of)) is not None else ""
                       for of in (Quantity.BUILD, Quantity.SOLVE, Quantity.MEMORY)]  # fmt: skip
            nodes = value(Quantity.NODES)
            rows.append((
                table.row_title(instance), contestant.label, cell.status.value,
                "" if cell.solutions is None else grouped(cell.solutions), "" if nodes is None else grouped(nodes),
                str(len(cell.complete_samples)),
                *((duration(time.median), interval_text(time), duration(time.minimum), duration(time.maximum))
                  if time is not None else ("", "", "", "")),
                *figures, ratio_note(table, cell),
            ))  # fmt: skip
    return element("details", element("summary", "Figures of every cell") + table_of(header, rows, best="fastest"))


def _machine(table: Table) -> str:
    found = table.environment
    libraries = found.get("libraries", {})
    rows = [(name, str(found[name])) for name in (
        "machine", "processor", "processors", "system", "python", "kernels", "program", "commit", "load", "note",
    ) if found.get(name) not in (None, "")]  # fmt: skip
    rows += [(name, str(version)) for name, version in libraries.items() if version]
    return table_of(("", ""), rows, words=True)


def _method(plan: Plan) -> list[str]:
    """How the plan says to measure, in sentences, and the plan itself."""
    ends = f"{counted(plan.repeat, 'timed run')} of each cell"
    if plan.precision is not None:
        ends = (
            f"each cell until the 95 % interval of its median is within ± {share(plan.precision)} and it is told apart "
            f"from the others of its row: {plan.repeat} runs or more, {plan.most} at most, and none is begun after "
            f"{duration(plan.patience)}"
        )
    limits = [f"{duration(plan.timeout)} of searching" if plan.timeout is not None else "",
              byte_size(plan.memory) if plan.memory is not None else ""]  # fmt: skip
    said = [
        "Times are CPU times of building and searching, medians over the runs that count.",
        f"Measured: {ends}; {counted(plan.warm_up, 'untimed run')} before.",
        "The cells of a row are measured in turn, in random order within each round "
        f"(seed {plan.seed}), so whatever slows a round slows all of them.",
        "Two cells differ if a test of their rounds says so and the ratio is at least "
        f"{100 * LEAST_EFFECT:.0f} % away from 1; “too close” stands where they cannot be told apart.",
        *([f"One run may take {' and '.join(filter(None, limits))}."] if any(limits) else []),
    ]
    again = "To measure it again, save these lines as plan.toml and run: dq compare plan.toml"
    return [listed(said), element("p", text(again)), element("pre", text_block(plan_text(plan)))]


def text_block(words: str) -> str:
    """Several lines as markup."""
    return "\n".join(text(line) if line else "" for line in words.splitlines())
