"""The visited tree as a picture for a slide: an icicle, a level a row, width by the nodes below."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from core.running.visited_tree import Spread, TreeTop, VisitedTree
from core.words import counted

WIDTH, ROW, MARGIN = 1200, 28, 16
NARROWEST = 0.35
"""Pixels; what is narrower is drawn together with its neighbours."""
LONGEST_TITLE = 120
"""Letters of 14 pixels, rather wide ones, in the width of the picture."""
COLOURS = {"branch": "#9db4c8", "dead": "#b3593d", "solution": "#2e7d32"}


def to_svg(tree: VisitedTree | TreeTop, title: str) -> str:
    """An SVG document.  Dead ends are hatched and solutions have a dot, so that colour is not needed."""
    rows = _rows(tree)
    height = 2 * MARGIN + 40 + ROW * len(rows) + 24
    solutions = int(tree.solved.sum()) if isinstance(tree, VisitedTree) else tree.solutions
    caption = f"{counted(tree.nodes, 'node')}, {counted(solutions, 'solution')}, {counted(len(rows), 'level')}"
    if isinstance(tree, TreeTop):
        caption += f" shown of {len(tree.levels)}" if tree.levels else " shown"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 2 * MARGIN} {height}" '
        'font-family="sans-serif" font-size="14">',
        '<defs><pattern id="dead" width="6" height="6" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">'
        f'<rect width="6" height="6" fill="{COLOURS["dead"]}"/><line x1="0" y1="0" x2="0" y2="6" stroke="#fff" '
        'stroke-width="1.5"/></pattern></defs>',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{MARGIN}" y="{MARGIN + 14}" font-weight="bold">{escape(_shortened(title))}</text>',
        f'<text x="{MARGIN}" y="{MARGIN + 34}">{escape(caption)}</text>',
    ]
    scale = WIDTH / max(1, tree.nodes)
    for depth, row in enumerate(rows):
        parts += _row(row, MARGIN + 44 + ROW * depth, scale)
    legend = MARGIN + 44 + ROW * len(rows) + 18
    for x, (fill, text) in zip(
        (0, 110, 220), ((COLOURS["branch"], "branch"), ("url(#dead)", "dead end"), (COLOURS["solution"], "solution")),
        strict=True,
    ):  # fmt: skip
        parts.append(f'<rect x="{MARGIN + x}" y="{legend - 11}" width="14" height="12" fill="{fill}"/>')
        parts.append(f'<text x="{MARGIN + x + 20}" y="{legend}">{text}</text>')
    return "\n".join([*parts, "</svg>", ""])


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
    """Rectangles of one level; runs of very narrow ones of one kind are drawn as one."""
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
    edge = ' stroke="#fff" stroke-width="0.5"' if width > 3 else ""
    drawn = f'<rect x="{left:.2f}" y="{y}" width="{width:.2f}" height="{ROW - 2}" fill="{fill}"{edge}/>'
    if kind == "solution" and width >= 6:
        drawn += f'<circle cx="{(left + right) / 2:.2f}" cy="{y + ROW / 2 - 1}" r="3" fill="#fff"/>'
    return drawn
