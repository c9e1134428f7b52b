"""The visited tree as a figure for a slide: a row for each level, each node as wide as the tree below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core._drawing.figure import Area, Lettering, Mark, Page, Polygon, width_of
from core._words import counted, grouped
from core.running._visited_tree import Spread, TreeTop, VisitedTree

WIDTH, ROW, MARGIN, LEVEL = 900.0, 24.0, 16.0, 26.0
"""The width of the drawing, the height of a level, the margin, and the width of the level numbers."""
NARROWEST = 0.35
"""In points: anything narrower is drawn together with its neighbours."""
SIZE = 11.0
COUNTS = ("nodes", "dead ends", "solutions")
COUNT_WIDTH = 66.0


def tree_page(tree: VisitedTree | TreeTop, title: str) -> Page:
    """The figure.  Dead ends are half as high as other nodes, and solutions have a diamond: colour is not needed.

    Beside each level are its number and how many nodes, dead ends and solutions it has (for a tree too large to
    keep, only its nodes, if known).
    """
    rows = _rows(tree)
    top = MARGIN + 44
    left, right = MARGIN + LEVEL, MARGIN + LEVEL + WIDTH
    whole = isinstance(tree, VisitedTree)
    width = right + COUNT_WIDTH * (3 if whole else 1) + MARGIN
    solutions = int(tree.solved.sum()) if isinstance(tree, VisitedTree) else tree.solutions
    caption = f"{counted(tree.nodes, 'node')}, {counted(solutions, 'solution')}, {counted(len(rows), 'level')}"
    if isinstance(tree, TreeTop):
        caption += f" shown of {len(tree.levels)}" if tree.levels else " shown"
    marks: list[Mark] = [
        Lettering(MARGIN, MARGIN + 12, 14, shortened(title, 14, width - 2 * MARGIN), bold=True),
        Lettering(MARGIN, MARGIN + 30, SIZE, caption, ink="muted"),
    ]
    for place, name in enumerate(COUNTS if whole else COUNTS[:1]):
        marks.append(Lettering(right + COUNT_WIDTH * (place + 1), top - 6, SIZE - 1, name, ink="muted", anchor="end"))
    scale = WIDTH / max(1, tree.nodes)
    for depth, (row, counts) in enumerate(zip(rows, _counts(tree, len(rows)), strict=True)):
        y = top + ROW * depth
        marks.append(Lettering(left - 6, y + 15, SIZE, str(depth), ink="muted", anchor="end"))
        marks += _row(row, left, y, scale)
        for place, count in enumerate(counts):
            marks.append(Lettering(right + COUNT_WIDTH * (place + 1), y + 15, SIZE, grouped(count), anchor="end"))
    y = top + ROW * len(rows) + 20
    for x, kind, text in ((0, "branch", "branch"), (80, "dead", "dead end"), (170, "solution", "solution")):
        marks += _rectangle(left + x, left + x + 14, y - 15, kind)
        marks.append(Lettering(left + x + 20, y, SIZE, text))
    return Page(width, y + MARGIN, marks)


def shortened(title: str, size: float, width: float) -> str:
    """A title that fits on its line; its end names the algorithm, so the middle is cut out."""
    if width_of(title, size) <= width:
        return title
    longest = int(width / (0.6 * size))
    tail = longest // 3
    return f"{title[: longest - tail - 1]}…{title[-tail:]}"


def _counts(tree: VisitedTree | TreeTop, rows: int) -> Sequence[Sequence[int]]:
    """The counts at each level."""
    if isinstance(tree, VisitedTree):
        return list(zip(tree.by_level(), tree.by_level(tree.dead), tree.by_level(tree.solved), strict=True))
    return [(count,) for count in tree.levels[:rows]] or [() for _ in range(rows)]


def _rows(tree: VisitedTree | TreeTop) -> Sequence[Sequence[Spread]]:
    if isinstance(tree, TreeTop):
        return tree.tops
    return [tree.level(depth) for depth in range(len(tree.by_level()))]


def _row(spreads: Sequence[Spread], left: float, y: float, scale: float) -> Iterator[Mark]:
    """The rectangles of one level; a run of very narrow ones of the same kind is drawn as one."""
    run: list[float] | None = None
    run_kind = ""
    for spread in spreads:
        kind = "solution" if spread.solved else "dead" if spread.leaf else "branch"
        x, width = left + (spread.node - 1) * scale, spread.nodes * scale
        if run is not None and kind == run_kind and x - run[1] < NARROWEST and width < 2 * NARROWEST:
            run[1] = x + width
            continue
        if run is not None:
            yield from _rectangle(run[0], run[1], y, run_kind)
        run, run_kind = [x, x + width], kind
    if run is not None:
        yield from _rectangle(run[0], run[1], y, run_kind)


def _rectangle(left: float, right: float, y: float, kind: str) -> Iterator[Mark]:
    width = max(right - left, NARROWEST)
    seam = 0.5 if width > 3 else 0.0
    height = (ROW - 2) / (2 if kind == "dead" else 1)
    yield Area(left, y, width - seam, height, kind)
    if kind == "solution" and width >= 6:
        x, middle, reach = (left + right) / 2, y + ROW / 2 - 1, 3.0
        yield Polygon(((x - reach, middle), (x, middle - reach), (x + reach, middle), (x, middle + reach)), "paper")
