"""Charts as files: SVG drawn here, PDF and PNG by Matplotlib (the extra ``plots``), and PGFPlots as LaTeX source.

Colours and dashes are those of `core._drawing.chart_svg`.
"""

from __future__ import annotations

import io
import textwrap
import warnings
from typing import TYPE_CHECKING, Any

from core._drawing.chart import Chart, ChartKind, ChartLine, Point, tone_of
from core._drawing.chart_svg import COLOURS, DASHES, MIDDLE_REACH, MOST_TICKS, drawn
from core._drawing.latex import latex
from core._plain import printed
from core._search import ProblemError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = ("o", "s", "^", "D", "v", "*", "P", "X", "<", ">", "p", "h")
PGF_MARKS = (
    "*", "square*", "triangle*", "diamond*", "pentagon*", "star", "otimes*", "x", "oplus*", "halfcircle*",
    "halfsquare*", "Mercedes star",
)  # fmt: skip
WIDTH, HEIGHT, DOTS = 7.0, 4.4, 150
"""Inches, and dots per inch of a PNG."""
UNDATED = {"pdf": {"CreationDate": None}}
"""Metadata that keeps the date out of a file, so that equal charts give equal bytes."""
SOURCE_WIDTH = 150
"""The number of characters that fit in the line below a chart."""


def plotted(chart: Chart, form: str, source: str = "") -> bytes:
    """The file of a chart; ``source`` is a line of text below it.  Raises ProblemError if Matplotlib is missing."""
    if form == "pgf":
        return pgfplots(chart, source).encode("utf-8")
    if form == "svg":
        return drawn(chart, source).encode("utf-8")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise ProblemError(
            f"charts as .{form} need Matplotlib: install the extra 'plots' (or matplotlib); .svg and .pgf need nothing"
        ) from None
    with (
        warnings.catch_warnings(),
        mpl.rc_context({"font.size": 9}),
    ):
        warnings.filterwarnings("ignore", "Glyph ", UserWarning)  # a name in a script without a font
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = figure.add_subplot()
        _draw(axes, chart)
        if source:
            figure.supxlabel(textwrap.fill(_literal(source), SOURCE_WIDTH), fontsize=6, color="0.4")
        out = io.BytesIO()
        figure.savefig(out, format=form, dpi=DOTS, metadata=UNDATED.get(form))
    return out.getvalue()


def _draw(axes: Axes, chart: Chart) -> None:
    for line in chart.lines:
        _draw_line(axes, chart, line)
    axes.set_title(_literal(chart.title), fontsize=10)
    axes.set_xlabel(_literal(chart.x_title))
    axes.set_ylabel(_literal(chart.y_title + (" / s" if chart.seconds else "")))
    if chart.y_log and not chart.empty:
        axes.set_yscale("log")
    if chart.x_log:
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter("{x:g}")
    if chart.ticks:
        ticks = chart.ticks[:: max(1, len(chart.ticks) // MOST_TICKS)]
        turned = sum(len(name) for _, name in ticks) > 90
        axes.set_xticks([x for x, _ in ticks], [_literal(name) for _, name in ticks], rotation=45 if turned else 0,
                        ha="right" if turned else "center")  # fmt: skip
    axes.grid(visible=True, which="major", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    if chart.kind is not ChartKind.STRIP and chart.lines:
        axes.figure.legend(loc="outside right upper", frameon=False, handlelength=4)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_line(axes: Axes, chart: Chart, line: ChartLine) -> None:
    colour, marker = COLOURS[tone_of(line.index, len(COLOURS))], MARKERS[line.index % len(MARKERS)]
    xs, ys = [p.x for p in line.points], [p.y for p in line.points]
    style: dict[str, Any] = {"color": colour, "label": _literal(line.label), "markersize": 5, "linewidth": 1.2}
    dashes = DASHES[line.index % len(DASHES)]
    style["linestyle"] = ((0, dashes) if dashes else "-") if chart.joined else "none"
    if chart.steps:
        axes.step(xs, ys, where="post", marker=marker, **style)
    elif any(point.low is not None for point in line.points):
        below = [p.y - p.low if p.low is not None else 0.0 for p in line.points]
        above = [p.high - p.y if p.high is not None else 0.0 for p in line.points]
        axes.errorbar(xs, ys, yerr=[below, above], marker=marker, capsize=2, **style)
    elif xs:
        axes.plot(xs, ys, marker=marker, **style)
    if line.paper:
        label = _literal(line.paper_label)
        axes.plot([p.x for p in line.paper], [p.y for p in line.paper], linestyle="none", marker=marker,
                  markerfacecolor="none", color=colour, markersize=5, label=label)  # fmt: skip
    if line.late:
        axes.plot([p.x for p in line.late], [p.y for p in line.late], linestyle="none", marker=marker,
                  markerfacecolor="none", color=colour, markersize=5)  # fmt: skip
    if line.trend:
        axes.plot([p.x for p in line.trend], [p.y for p in line.trend], linestyle="--", color=colour, linewidth=0.9)
    if line.middle is not None:
        low, high = line.middle.low, line.middle.high
        if low is not None and high is not None:
            axes.fill_between(_wide(line.middle), low, high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(_wide(line.middle), [line.middle.y] * 2, color=colour, linewidth=1.6)
    if line.estimates and line.points:
        beyond = [line.points[-1], *line.estimates]
        axes.plot([p.x for p in beyond], [p.y for p in beyond], linestyle=":", color=colour, linewidth=1.2)
        bounds = [(p.x, p.low, p.high) for p in line.estimates if p.low is not None and p.high is not None]
        axes.vlines([x for x, *_ in bounds], [low for _, low, _ in bounds], [high for *_, high in bounds],
                    color=colour, linestyle=":", linewidth=1.0)  # fmt: skip


def _wide(middle: Point) -> list[float]:
    """The two ends of the line that shows a median."""
    return [middle.x - MIDDLE_REACH, middle.x + MIDDLE_REACH]


def _literal(text: str) -> str:
    """The text, escaped so that Matplotlib sees no formula in it, and without characters that SVG forbids."""
    return printed(text).replace("$", r"\$")


def pgfplots(chart: Chart, source: str = "") -> str:
    """A ``tikzpicture`` for the package pgfplots."""
    options = [f"title={{{latex(chart.title)}}}", f"xlabel={{{latex(chart.x_title)}}}"]
    unit = " / s" if chart.seconds else ""
    options += [f"ylabel={{{latex(chart.y_title + unit)}}}", "width=0.95\\linewidth", "height=0.6\\linewidth"]
    options += ["legend style={at={(0.5,-0.22)},anchor=north,draw=none}", "legend columns=2"]
    if chart.y_log:
        options.append("ymode=log")
    if chart.x_log:
        options += ["xmode=log", "log basis x=2", "log ticks with fixed point"]
    if chart.ticks:
        ticks = chart.ticks[:: max(1, len(chart.ticks) // MOST_TICKS)]
        options.append(f"xtick={{{','.join(f'{x:g}' for x, _ in ticks)}}}")
        options.append(f"xticklabels={{{','.join(f'{{{latex(name)}}}' for _, name in ticks)}}}")
        if sum(len(name) for _, name in ticks) > 90:
            options.append("x tick label style={rotate=45,anchor=east}")
    lines = ["% needs \\usepackage{pgfplots}", "\\begin{tikzpicture}"]
    for number, colour in enumerate(COLOURS):
        lines.append(f"\\definecolor{{queens{number}}}{{HTML}}{{{colour.removeprefix('#')}}}")
    lines += ["\\begin{axis}[", *(f"  {option}," for option in options), "]"]
    for line in chart.lines:
        lines += _pgf_line(chart, line)
    lines += ["\\end{axis}", "\\end{tikzpicture}"]
    if source:
        lines.append(f"% {latex(source)}")
    return "\n".join(lines) + "\n"


def _pgf_line(chart: Chart, line: ChartLine) -> list[str]:
    colour, mark = f"queens{tone_of(line.index, len(COLOURS))}", PGF_MARKS[line.index % len(PGF_MARKS)]
    shape = f"const plot, mark={mark}" if chart.steps else f"mark={mark}" + ("" if chart.joined else ", only marks")
    dashes = DASHES[line.index % len(DASHES)]
    if chart.joined:
        lengths = " ".join(f"{'off' if place % 2 else 'on'} {length:g}pt" for place, length in enumerate(dashes))
        shape += f", dash pattern={{{lengths}}}" if dashes else ", solid"
    lines = []
    if line.points:
        bars = any(point.low is not None for point in line.points)
        explicit = ", error bars/.cd, y dir=both, y explicit, error bar style={solid}" if bars else ""
        lines.append(f"\\addplot+[{colour}, {shape}, mark options={{solid, fill={colour}}}{explicit}] coordinates {{")
        for point in line.points:
            whisker = ""
            if point.low is not None and point.high is not None:
                whisker = f" += (0,{point.high - point.y:.6g}) -= (0,{point.y - point.low:.6g})"
            lines.append(f"  ({point.x:.6g},{point.y:.6g}){whisker}")
        lines += ["};", f"\\addlegendentry{{{latex(line.label)}}}"]
    if line.paper:
        lines.append(f"\\addplot+[{colour}, only marks, mark={mark}, mark options={{fill=white}}] coordinates {{")
        lines += [f"  ({point.x:.6g},{point.y:.6g})" for point in line.paper]
        lines += ["};", f"\\addlegendentry{{{latex(line.paper_label)}}}"]
    if line.late:
        look = f"only marks, mark={mark}, mark options={{solid, fill=white}}, forget plot"
        lines.append(f"\\addplot+[{colour}, {look}] coordinates {{")
        lines += [*(f"  ({point.x:.6g},{point.y:.6g})" for point in line.late), "};"]
    if line.trend:
        ends = " ".join(f"({point.x:.6g},{point.y:.6g})" for point in line.trend)
        lines.append(f"\\addplot+[{colour}, dashed, no marks, forget plot] coordinates {{{ends}}};")
    if line.middle is not None:
        ends = " ".join(f"({x:.6g},{line.middle.y:.6g})" for x in _wide(line.middle))
        lines.append(f"\\addplot+[{colour}, thick, no marks, forget plot] coordinates {{{ends}}};")
    if line.estimates and line.points:
        beyond = [line.points[-1], *line.estimates]
        lines.append(f"\\addplot+[{colour}, dotted, no marks, forget plot] coordinates {{")
        lines += [*(f"  ({point.x:.6g},{point.y:.6g})" for point in beyond), "};"]
    return lines
