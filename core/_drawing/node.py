"""Figures for a slide or a paper: one node with its reason, or two searches where they diverge.

Each is a `core._drawing.figure.Page`.  Nothing depends on colour: what matters has a sign, a number or a word too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core._catalog import family, named
from core._drawing.figure import Area, Lettering, Mark, Page, Polygon, Stroke, dot, width_of, wrapped
from core._search import Problem
from core._words import grouped
from core.explain._pseudocode import Lit, Pseudocode
from core.explain._reason import NodeKind, Reason
from core.explain._words import Sentence, Tone, sentences

if TYPE_CHECKING:
    from core.explain._against import Traced

MARGIN, GAP, SIDE, TEXT = 18.0, 24.0, 320.0, 330.0
"""The margin of the page, the gap between its parts, the side of a board, and the width of a column of text."""
HEADING, SIZE, CODE, LEADING = 14.0, 10.5, 9.5, 14.0
"""Sizes of letters, and the distance between two lines."""
INKS = {Tone.PLAIN: "ink", Tone.GOOD: "good", Tone.BAD: "bad", Tone.NEXT: "accent", Tone.DETAIL: "muted"}


def node_page(problem: Problem, reason: Reason, title: str, code: Pseudocode | None = None) -> Page:
    """One node: what is on the board, and why; with ``code`` also the algorithm, its current line marked."""
    y = MARGIN + HEADING
    marks: list[Mark] = [Lettering(MARGIN, y, HEADING, title, bold=True)]
    kind = reason.outcome if reason.outcome is not NodeKind.BRANCH else "branch"
    marks.append(Lettering(MARGIN, y + LEADING + 2, SIZE, f"node {grouped(reason.node)}, level {reason.depth}: {kind}"))
    top = y + LEADING + GAP / 2 + 4
    drawn, left_height = _standing(problem, reason, MARGIN, top)
    marks += drawn
    x, y = MARGIN + SIDE + GAP, top + SIZE
    if code is not None:
        lines, y = _code(code, code.at(reason), code.values(reason), x, y)
        marks += lines
    said, y = _said(sentences(reason), x, y)
    return Page(2 * MARGIN + SIDE + GAP + TEXT, max(top + left_height, y) + MARGIN, [*marks, *said])


def _said(said: Sequence[Sentence], x: float, y: float, width: float = TEXT) -> tuple[list[Mark], float]:
    """Sentences below each other, and the position of the next line."""
    marks: list[Mark] = []
    for tone, text in said:
        for line in wrapped(text, SIZE, width):
            marks.append(Lettering(x, y, SIZE, line, ink=INKS[tone]))
            y += LEADING
        y += 3
    return marks, y


def _code(
    code: Pseudocode, lit: Lit, values: Sequence[tuple[str, str]], x: float, y: float
) -> tuple[list[Mark], float]:
    """The pseudocode with its line marked, and the position of the next line."""
    marks: list[Mark] = []
    for number, line in enumerate(code.lines):
        here, passed = number == lit.line, number in lit.passed
        if here:
            marks += [Area(x, y - CODE, TEXT, LEADING, "lit"), _triangle(x + 3, y - CODE / 3)]
        elif passed:
            marks.append(dot(x + 5, y - CODE / 3, 1.2, "muted"))
        ink = "accent" if here else "ink" if passed or lit.line is None else "muted"
        text = line.text.lstrip()
        indent = width_of(" " * (len(line.text) - len(text)), CODE, mono=True)
        marks.append(Lettering(x + 14 + indent, y, CODE, text, here, ink, mono=True))
        y += LEADING
    for text in wrapped("; ".join(f"{name} = {value}" for name, value in values), SIZE, TEXT):
        marks.append(Lettering(x, y + 2, SIZE, text, ink="mark"))
        y += LEADING
    return marks, y + 8


# What is on the board


def _standing(problem: Problem, reason: Reason, x: float, y: float) -> tuple[list[Mark], float]:
    """The problem at a node, as its family draws it, or else the options chosen; and its height."""
    drawing = family(problem.kind).drawn
    if drawing and (drawn := named(drawing)(problem, reason, x, y, SIDE)) is not None:
        marks, height = drawn
        return list(marks), height
    return _said(
        [Sentence(Tone.PLAIN, f"{t.level}. {t.option.name}") for t in reason.path if t.option], x, y + SIZE, SIDE
    )[0], LEADING * len(reason.path)


# Two searches where they diverge


def pair_page(
    problem: Problem, reasons: tuple[Reason, Reason], trees: tuple[Traced, Traced], said: Sequence[Sentence]
) -> Page:
    """Two searches, each at a node, with what they do there, and nodes and dead ends by level for both."""
    y = MARGIN + HEADING
    width = 2 * SIDE + GAP
    marks: list[Mark] = []
    height = 0.0
    for side, (reason, tree) in enumerate(zip(reasons, trees, strict=True)):
        x = MARGIN + side * (SIDE + GAP)
        marks.append(Lettering(x, y, HEADING, tree.title, bold=True))
        of = f"node {grouped(reason.node)} of {grouped(len(tree.nodes))}"
        marks.append(Lettering(x + SIDE - 14, y, SIZE, of, ink="muted", anchor="end"))
        drawn, high = _standing(problem, reason, x, y + 10)
        marks, height = [*marks, *drawn], max(height, high)
    text, y = _said(said, MARGIN, y + 10 + height + GAP, width)
    marks += text
    levels = [tree.by_level() for tree in trees]
    names = max(width_of(tree.title, SIZE) for tree in trees) + 70
    cell = min(48.0, (width - names) / (max(map(len, levels)) + 1))
    y += 6
    deepest = max(map(len, levels))
    for depth in range(deepest):
        marks.append(Lettering(MARGIN + names + (depth + 1) * cell, y, SIZE - 1, str(depth), ink="muted", anchor="end"))
    marks += [
        Lettering(MARGIN, y, SIZE - 1, "level", ink="muted"),
        Lettering(MARGIN + names + (deepest + 1) * cell, y, SIZE - 1, "all", ink="muted", anchor="end"),
        Stroke(MARGIN, y + 4, MARGIN + names + (deepest + 1) * cell, y + 4, 0.5, "muted"),
    ]
    for tree, rows in zip(trees, levels, strict=True):
        for which, what in ((0, "nodes"), (1, "dead ends"), (2, "in vain")):
            y += LEADING
            if which == 0:
                marks.append(Lettering(MARGIN, y, SIZE - 1, tree.title, bold=True))
            marks.append(Lettering(MARGIN + names - 4, y, SIZE - 1, what, ink="muted", anchor="end"))
            numbers = [row[which] for row in rows]
            for depth, number in enumerate([*numbers, *([None] * (deepest - len(rows))), sum(numbers)]):
                if number is not None:
                    marks.append(
                        Lettering(MARGIN + names + (depth + 1) * cell, y, SIZE - 1, grouped(number),
                                      bold=which == 0, anchor="end")
                    )  # fmt: skip
        y += 4
    return Page(2 * MARGIN + width, y + MARGIN, marks)


def _triangle(x: float, y: float) -> Polygon:
    return Polygon(((x, y - 3.5), (x, y + 3.5), (x + 6, y)), "accent")
