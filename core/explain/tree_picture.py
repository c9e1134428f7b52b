"""The visited tree as a picture for a slide: a row for each level, each node as wide as the tree below it."""

from __future__ import annotations

from collections.abc import Sequence

from core.running.visited_tree import Spread, TreeTop, VisitedTree
from core.svg import PAPER, document, element, lettering
from core.words import counted

WIDTH, ROW, MARGIN = 1200, 28, 16
NARROWEST = 0.35
"""In pixels: anything narrower is drawn together with its neighbours."""
LONGEST_TITLE = 120
"""How many letters of 14 pixels, rather wide ones, fit into the width of the picture."""
COLOURS = {"branch": "#9db4c8", "dead": "#b3593d", "solution": "#2e7d32"}


def to_svg(tree: VisitedTree | TreeTop, title: str) -> str:
    """An SVG document.  Dead ends are hatched and solutions have a dot, so that colour is not needed."""
    rows = _rows(tree)
    height = 2 * MARGIN + 40 + ROW * len(rows) + 24
    solutions = int(tree.solved.sum()) if isinstance(tree, VisitedTree) else tree.solutions
    caption = f"{counted(tree.nodes, 'node')}, {counted(solutions, 'solution')}, {counted(len(rows), 'level')}"
    if isinstance(tree, TreeTop):
        caption += f" shown of {len(tree.levels)}" if tree.levels else " shown"
    stripes = element("rect", width=6, height=6, fill=COLOURS["dead"]) + element(
        "line", x1=0, y1=0, x2=0, y2=6, stroke=PAPER, stroke_width=1.5
    )
    hatching = element(
        "pattern", stripes, id="dead", width=6, height=6, patternTransform="rotate(45)", patternUnits="userSpaceOnUse"
    )
    parts = [
        element("defs", hatching),
        lettering(_shortened(title), x=MARGIN, y=MARGIN + 14, font_weight="bold"),
        lettering(caption, x=MARGIN, y=MARGIN + 34),
    ]
    scale = WIDTH / max(1, tree.nodes)
    for depth, row in enumerate(rows):
        parts += _row(row, MARGIN + 44 + ROW * depth, scale)
    legend = MARGIN + 44 + ROW * len(rows) + 18
    for x, (fill, text) in zip(
        (0, 110, 220), ((COLOURS["branch"], "branch"), ("url(#dead)", "dead end"), (COLOURS["solution"], "solution")),
        strict=True,
    ):  # fmt: skip
        parts.append(element("rect", x=MARGIN + x, y=legend - 11, width=14, height=12, fill=fill))
        parts.append(lettering(text, x=MARGIN + x + 20, y=legend))
    return document(parts, WIDTH + 2 * MARGIN, height, font_family="sans-serif", font_size=14)


def _shortened(title: str) -> str:
    """A title that fits on its line; its end names the algorithm, so the middle is cut out."""
    if len(title) <= LONGEST_TITLE:
        return title
    tail = LONGEST_TITLE // 3
    return f"{title[: LONGEST_TITLE - tail - 1]}…{title[-tail:]}"


def _rows(tree: VisitedTree | TreeTop) -> Sequence[Sequence[Spread]]:
    if isinstance(tree, TreeTop):
        return tree.tops
    return [tree.level(depth) for depth in range(len(tree.by_level()))]


def _row(spreads: Sequence[Spread], y: float, scale: float) -> list[str]:
    """The rectangles of one level; a run of very narrow ones of one kind is drawn as one."""
    parts = []
    run: list[float] | None = None
    run_kind = ""
    for spread in spreads:
        kind = "solution" if spread.solved else "dead" if spread.leaf else "branch"
        x, width = MARGIN + (spread.node - 1) * scale, spread.nodes * scale
        if run is not None and kind == run_kind and x - run[1] < NARROWEST and width < 2 * NARROWEST:
            run[1] = x + width
            continue
        if run is not None:
            parts.append(_rectangle(run[0], run[1], y, run_kind))
        run, run_kind = [x, x + width], kind
    if run is not None:
        parts.append(_rectangle(run[0], run[1], y, run_kind))
    return parts


def _rectangle(left: float, right: float, y: float, kind: str) -> str:
    fill = "url(#dead)" if kind == "dead" else COLOURS[kind]
    width = max(right - left, NARROWEST)
    edge, thickness = (PAPER, 0.5) if width > 3 else (None, None)
    drawn = element("rect", x=left, y=y, width=width, height=ROW - 2, fill=fill, stroke=edge, stroke_width=thickness)
    if kind == "solution" and width >= 6:
        drawn += element("circle", cx=(left + right) / 2, cy=y + ROW / 2 - 1, r=3, fill=PAPER)
    return drawn
