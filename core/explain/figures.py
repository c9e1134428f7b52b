"""Figures for a slide or a paper: one node with its reason, two searches where they part, the links at a step.

Each is a `core.figure.Page`.  Nothing depends on colour: what matters has a sign, a number or a word too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING

from core.explain.pseudocode import Lit, Pseudocode
from core.explain.reason import NodeKind, Reason
from core.explain.words import Sentence, Tone, sentences
from core.figure import Area, Lettering, Mark, Page, Shape, Stroke, width_of, wrapped
from core.search import Problem
from core.words import grouped

if TYPE_CHECKING:
    from core.exact_cover.kernels.link_dance import Structure
    from core.exact_cover.problem import ExactCover
    from core.explain.against import Traced
    from core.queens.problem import Queens
    from core.sudoku.problem import Sudoku

MARGIN, GAP, SIDE, TEXT = 18.0, 24.0, 320.0, 330.0
"""Around the page, between its parts, of a board, and the width of a column of text."""
HEADING, SIZE, CODE, LEADING = 14.0, 10.5, 9.5, 14.0
"""Sizes of letters, and the distance of two lines."""
INKS = {Tone.PLAIN: "ink", Tone.GOOD: "good", Tone.BAD: "bad", Tone.NEXT: "accent", Tone.DETAIL: "muted"}
LARGEST_MATRIX = 40
"""A matrix with more options or items than this is told by the options chosen."""


def node_page(problem: Problem, reason: Reason, title: str, code: Pseudocode | None = None) -> Page:
    """One node: what stands on the board, and why; with ``code`` the algorithm too, its line marked."""
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
    """Sentences below each other, and where the next line would stand."""
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
    """The pseudocode with its line marked, and where the next line would stand."""
    marks: list[Mark] = []
    for number, line in enumerate(code.lines):
        here, passed = number == lit.line, number in lit.passed
        if here:
            marks += [Area(x, y - CODE, TEXT, LEADING, "lit"), _triangle(x + 3, y - CODE / 3)]
        elif passed:
            marks.append(_dot(x + 5, y - CODE / 3, 1.2, "muted"))
        ink = "accent" if here else "ink" if passed or lit.line is None else "muted"
        text = line.text.lstrip()
        indent = width_of(" " * (len(line.text) - len(text)), CODE, mono=True)
        marks.append(Lettering(x + 14 + indent, y, CODE, text, here, ink, mono=True))
        y += LEADING
    for text in wrapped("; ".join(f"{name} = {value}" for name, value in values), SIZE, TEXT):
        marks.append(Lettering(x, y + 2, SIZE, text, ink="mark"))
        y += LEADING
    return marks, y + 8


# What stands on the board


def _standing(problem: Problem, reason: Reason, x: float, y: float) -> tuple[list[Mark], float]:
    """The problem at a node, as its kind is drawn, and how high that is."""
    if problem.kind == "queens":
        return list(board(problem, reason, x, y)), SIDE + LEADING  # type: ignore[arg-type]
    if problem.kind == "sudoku":
        return list(_grid(problem, reason, x, y)), SIDE  # type: ignore[arg-type]
    if problem.kind == "cover" and max(len(problem.items), len(problem.options)) <= LARGEST_MATRIX:  # type: ignore[attr-defined]
        return _matrix(problem, reason, x, y)  # type: ignore[arg-type]
    return _said(
        [Sentence(Tone.PLAIN, f"{t.level}. {t.option.name}") for t in reason.path if t.option], x, y + SIZE, SIDE
    )[0], LEADING * len(reason.path)


def board(problem: Queens, reason: Reason, left: float, top: float, side: float = SIDE) -> Iterator[Mark]:
    """A chessboard: queens with their levels, squares free and to be taken next, and how many each line has left."""
    n = problem.n
    edge = 14.0
    cell = (side - edge) / n
    queens = {taken.option.number: taken.level for taken in reason.path if taken.option is not None}
    ways = {way.number for way in reason.branch.ways if way is not None} if reason.branch is not None else set()
    for square in range(n * n):
        row, column = divmod(square, n)
        x, y = left + column * cell, top + row * cell
        yield Area(x, y, cell, cell, "dark square" if (row + column) % 2 else "square")
        middle = x + cell / 2, y + cell / 2
        if square in queens:
            yield from queen(x, y, cell)
            yield Lettering(x + 2, y + min(9.0, cell / 3), min(9.0, cell / 3), str(queens[square]), bold=True)
        elif square in ways:
            yield _diamond(*middle, cell / 5, "accent")
        elif square in reason.live:
            yield _dot(*middle, cell / 12, "good")
        else:
            reach = cell / 9
            for slope in (1, -1):
                yield Stroke(middle[0] - reach, middle[1] - slope * reach, middle[0] + reach, middle[1] + slope * reach,
                             0.8, "muted")  # fmt: skip
    for subject in (reason.subjects[number] for number in reason.open):
        kind, _, number = subject.name.partition(" ")
        if kind not in ("row", "column"):
            continue
        at = (int(number) - 0.5) * cell
        size = reason.sizes[subject.number]
        ink, bold = ("bad", True) if size == 0 else ("muted", False)
        if kind == "row":
            yield Lettering(left + n * cell + 4, top + at + 3, 8.5, str(size), bold, ink)
        else:
            yield Lettering(left + at, top + n * cell + 11, 8.5, str(size), bold=bold, ink=ink, anchor="middle")


def queen(x: float, y: float, cell: float) -> Iterator[Mark]:
    """A crown of five points on its base, in a square."""
    tips = [(0.16, 0.34), (0.33, 0.24), (0.5, 0.2), (0.67, 0.24), (0.84, 0.34)]
    valleys = [(0.29, 0.52), (0.42, 0.5), (0.58, 0.5), (0.71, 0.52)]
    outline = [(0.24, 0.74)]
    for number, tip in enumerate(tips):
        outline.append(tip)
        outline += valleys[number : number + 1]
    outline.append((0.76, 0.74))
    yield Shape(tuple((x + a * cell, y + b * cell) for a, b in outline))
    yield Area(x + 0.24 * cell, y + 0.77 * cell, 0.52 * cell, 0.08 * cell, "ink")
    for a, b in tips:
        yield _dot(x + a * cell, y + (b - 0.03) * cell, 0.045 * cell, "ink")


def _grid(problem: Sudoku, reason: Reason, left: float, top: float) -> Iterator[Mark]:
    from core.sudoku.sheet import grid_marks

    shape = problem.shape
    values = list(problem.givens)
    taken = [t.option for t in reason.path if t.option is not None and not t.refused]
    taken += [c.option for c in reason.concluded]
    for option in taken:
        if option.number < shape.cells * shape.order and "=" in option.name:
            cell, value = divmod(option.number, shape.order)
            values[cell] = value + 1
    last = reason.taken.option if reason.taken is not None else None
    cell_side = SIDE / shape.order
    if last is not None and last.number < shape.cells * shape.order:
        row, column = divmod(last.number // shape.order, shape.order)
        yield Area(left + column * cell_side, top + row * cell_side, cell_side, cell_side, "lit")
    yield from grid_marks(shape, values, problem.givens, left, top, SIDE)


def _matrix(problem: ExactCover, reason: Reason, left: float, top: float) -> tuple[list[Mark], float]:
    """The matrix: options chosen with their levels, options ruled out pale, and each item's size below."""
    items, options = len(problem.items), len(problem.options)
    labels = min(90.0, max(width_of(problem.label(option), 8) for option in range(options)) + 8)
    column = min(26.0, (SIDE - labels - 30) / items)
    row = min(20.0, (SIDE + 60) / (options + 2))
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
        marks.append(
            Lettering(x, top + row * 0.7, letters, name, bold=True, ink="ink" if open_ else "muted", anchor="middle")
        )
        size = str(reason.sizes[number]) if open_ else "-"
        dead = open_ and number < problem.primary and reason.sizes[number] == 0
        marks.append(
            Lettering(
                x,
                top + row * (options + 1.7),
                letters,
                size,
                bold=dead,
                ink="bad" if dead else "muted",
                anchor="middle",
            )
        )
    for option in range(options):
        y = top + row * (option + 1)
        ink = "ink" if option in reason.live else "good" if option in chosen else "muted"
        marks.append(Lettering(left, y + row * 0.7, letters, problem.label(option)[:14], option in chosen, ink))
        for at in problem.options[option]:
            x = left + labels + at * column
            inner = 0.22 if option in reason.live or option in chosen else 0.36
            marks.append(
                Area(x + inner * column, y + inner * row, (1 - 2 * inner) * column, (1 - 2 * inner) * row, ink)
            )
        sign = f"{chosen[option]}" if option in chosen else "next" if option in ways else ""
        marks.append(Lettering(left + labels + items * column + 6, y + row * 0.7, letters, sign, True,
                               "good" if option in chosen else "accent"))  # fmt: skip
    return marks, row * (options + 2)


# Two searches where they part


def pair_page(
    problem: Problem, reasons: tuple[Reason, Reason], trees: tuple[Traced, Traced], said: Sequence[Sentence]
) -> Page:
    """Two searches at a node each, what they do there, and nodes and dead ends by level for both."""
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


# The links


def links_page(problem: ExactCover, structure: Structure, title: str, note: str) -> Page:
    """The linked matrix as it stands: headers above, a row for each option; what is unlinked is an empty ring."""

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
        marks.append(
            Lettering(at[node], top - 10, SIZE, name, bold=linked, ink="ink" if linked else "muted", anchor="middle")
        )
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
    ring = _dot(x, y, radius, "ink" if linked else "muted")
    return [ring] if linked else [ring, _dot(x, y, radius - 1.2, "paper")]


# Signs


def _dot(x: float, y: float, radius: float, ink: str) -> Shape:
    return Shape(tuple((x + radius * cos(pi * k / 8), y + radius * sin(pi * k / 8)) for k in range(16)), ink)


def _diamond(x: float, y: float, reach: float, ink: str) -> Shape:
    return Shape(((x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)), ink)


def _triangle(x: float, y: float) -> Shape:
    return Shape(((x, y - 3.5), (x, y + 3.5), (x + 6, y)), "accent")
