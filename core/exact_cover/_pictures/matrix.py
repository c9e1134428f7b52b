"""A problem as a matrix in a figure: whole, at a node of a search, and with the current state of its links."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from core._drawing.figure import WIDER, Area, Lettering, Mark, Page, Stroke, dot, width_of
from core._drawing.node import HEADING, LEADING, MARGIN, SIZE
from core._search import ProblemError
from core._words import counted, grouped
from core.exact_cover._kernels.link_dance import Structure
from core.exact_cover._problem import ExactCover
from core.explain._reason import Reason

LARGEST_MATRIX = 40
"""A matrix with more options or items than this is shown by its chosen options."""
MOST_ONES, MOST_COLUMNS = 5000, 300
"""The largest matrix that is drawn whole."""
ROW = 14.0
WIDEST_NAME, WIDEST_LABEL = 44.0, 120.0


def too_large(problem: ExactCover) -> str:
    """Why the matrix of a problem is not drawn whole; empty if it is."""
    ones = len(problem.options.items)
    if ones <= MOST_ONES and len(problem.items) <= MOST_COLUMNS:
        return ""
    return (
        f"too large to be drawn as a matrix: {counted(len(problem.items), 'item')} and {counted(ones, 'one')}; "
        f"up to {grouped(MOST_COLUMNS)} items and {grouped(MOST_ONES)} ones can be"
    )


def whole(problem: ExactCover, chosen: Collection[int] = ()) -> Page:
    """The matrix: items above, secondary ones pale and to the right, a row for each option; those chosen are
    highlighted.

    Raises ProblemError if it is `too_large`.
    """
    if reason := too_large(problem):
        raise ProblemError(reason)
    letters = 8.0
    shown = [_cut(str(item), letters, WIDEST_NAME) for item in problem.items]
    names = [_cut(problem.label(o), letters, WIDEST_LABEL) for o in range(len(problem.options))]
    column = max((width_of(name, letters) * WIDER for name in shown), default=0.0) + 5
    column, labels = max(ROW, column), max((width_of(name, letters) * WIDER for name in names), default=0.0) + 8
    left, top = MARGIN + labels, MARGIN + ROW
    right, bottom = left + column * len(shown), top + ROW * len(names)
    marks: list[Mark] = [Area(MARGIN, top + o * ROW, right - MARGIN, ROW, "lit") for o in chosen]
    for number, name in enumerate(shown):
        first = number < problem.primary
        ink, x = "ink" if first else "muted", left + (number + 0.5) * column
        marks.append(Lettering(x, top - 4, letters, name, first, ink, anchor="middle"))
    marks.append(Stroke(left, top, max(left, right), top, 0.6, "muted"))
    if 0 < problem.primary < len(shown):
        edge = left + problem.primary * column
        marks.append(Stroke(edge, top - ROW, edge, bottom, 0.6, "muted"))
    for o, name in enumerate(names):
        y, taken = top + o * ROW, o in chosen
        ink = "good" if taken else "ink"
        marks.append(Lettering(MARGIN, y + ROW * 0.72, letters, name, taken, ink))
        for item, colour in problem.options[o].coloured:
            x = left + (item + 0.5) * column
            if colour:
                text = _cut(colour, letters, column)
                marks.append(Lettering(x, y + ROW * 0.72, letters, text, True, ink, anchor="middle"))
            else:
                marks.append(Area(x - ROW * 0.29, y + ROW * 0.21, ROW * 0.58, ROW * 0.58, ink))
    return Page(right + MARGIN, bottom + MARGIN, marks)


def _cut(name: str, size: float, most: float) -> str:
    """A name cut to fit a width."""
    while width_of(name, size) * WIDER > most and len(name) > 1:
        name = f"{name.removesuffix('…')[:-1]}…"
    return name


def at_node(
    problem: ExactCover, reason: Reason, left: float, top: float, side: float
) -> tuple[list[Mark], float] | None:
    """The matrix at a node, and how high it is; None if it is too large.

    Options chosen have their levels, options ruled out are pale, and each item's size is below.
    """
    items, options = len(problem.items), len(problem.options)
    if max(items, options) > LARGEST_MATRIX:
        return None
    labels = min(90.0, max((width_of(problem.label(o), 8) for o in range(options)), default=0.0) + 8)
    column = min(26.0, (side - labels - 30) / max(1, items))
    row = min(20.0, (side + 60) / (options + 2))
    chosen = {taken.option.number: taken.level for taken in reason.path if taken.option is not None}
    ways = {way.number for way in reason.branch.ways if way is not None} if reason.branch is not None else set()
    next_ = reason.branch.subject.number if reason.branch is not None and reason.branch.subject is not None else -1
    letters = min(9.0, row * 0.7)
    marks: list[Mark] = []
    if next_ >= 0:
        marks.append(Area(left + labels + next_ * column, top, column, row * (options + 2), "lit"))
    for number, item in enumerate(problem.items):
        x = left + labels + (number + 0.5) * column
        open_ = number in reason.open or number >= problem.primary
        name = item.name if width_of(item.name, letters) <= column + 2 else item.name[:2]
        marks.append(Lettering(x, top + row * 0.7, letters, name, True, "ink" if open_ else "muted", anchor="middle"))
        size = str(reason.sizes[number]) if open_ else "-"
        dead = open_ and number < problem.primary and reason.sizes[number] == 0
        y = top + row * (options + 1.7)
        marks.append(Lettering(x, y, letters, size, dead, "bad" if dead else "muted", anchor="middle"))
    for option in range(options):
        y = top + row * (option + 1)
        ink = "ink" if option in reason.live else "good" if option in chosen else "muted"
        marks.append(Lettering(left, y + row * 0.7, letters, problem.label(option)[:14], option in chosen, ink))
        for at in problem.options[option]:
            inner = 0.22 if option in reason.live or option in chosen else 0.36
            x, share = left + labels + (at + inner) * column, 1 - 2 * inner
            marks.append(Area(x, y + inner * row, share * column, share * row, ink))
        sign = f"{chosen[option]}" if option in chosen else "next" if option in ways else ""
        marks.append(Lettering(left + labels + items * column + 6, y + row * 0.7, letters, sign, True,
                               "good" if option in chosen else "accent"))  # fmt: skip
    return marks, row * (options + 2)


def links_page(problem: ExactCover, structure: Structure, title: str, note: str) -> Page:
    """The linked matrix in its current state: headers above, a row for each option; unlinked nodes are empty rings."""
    items = structure.items
    options = sorted(set(structure.option.values()))
    labels = max((width_of(problem.label(option), SIZE) for option in options), default=0.0) + 24
    column, row = 46.0, 30.0
    top = MARGIN + HEADING + LEADING + 32
    at = {0: MARGIN + labels / 2, **{item: MARGIN + labels + (item - 0.5) * column for item in range(1, items + 1)}}
    level = {option: top + row * (place + 1) for place, option in enumerate(options)}
    marks: list[Mark] = [
        Lettering(MARGIN, MARGIN + HEADING, HEADING, title, bold=True),
        Lettering(MARGIN, MARGIN + HEADING + LEADING + 2, SIZE, note, ink="muted"),
    ]
    listed = [0, *structure.headers]
    for one, other in pairwise(listed):
        marks.append(Stroke(at[one] + 9, top, at[other] - 9, top, 1.4, "accent"))
    for node in range(items + 1):
        name = "root" if node == 0 else problem.items[node - 1].name
        linked = node in listed
        marks.append(Lettering(at[node], top - 10, SIZE, name, linked, "ink" if linked else "muted", anchor="middle"))
        marks += _node(at[node], top, 5, linked)
    for option, y in level.items():
        nodes = sorted(node for node, own in structure.option.items() if own == option)
        marks.append(Lettering(MARGIN, y + 3.5, SIZE, problem.label(option)))
        for one, other in pairwise(nodes):
            marks.append(Stroke(at[structure.top[one]] + 6, y, at[structure.top[other]] - 6, y, 0.6, "muted"))
    for item in range(1, items + 1):
        column_nodes = [item, *structure.column(item)]
        places = [top if node == item else level[structure.option[node]] for node in column_nodes]
        for upper, lower in pairwise(places):
            marks.append(Stroke(at[item], upper + 7, at[item], lower - 7, 1.4 if item in listed else 0.6,
                                "accent" if item in listed else "muted"))  # fmt: skip
        own = set(column_nodes)
        for node, option in structure.option.items():
            if structure.top[node] == item:
                marks += _node(at[item], level[option], 4, node in own)
    bottom = top + row * (len(options) + 1)
    return Page(2 * MARGIN + labels + items * column, bottom + MARGIN, marks)


def _node(x: float, y: float, radius: float, linked: bool) -> list[Mark]:
    """A node: full while it is linked, a ring when it is not."""
    ring = dot(x, y, radius, "ink" if linked else "muted")
    return [ring] if linked else [ring, dot(x, y, radius - 1.2, "paper")]
