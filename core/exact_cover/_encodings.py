"""Well-known puzzles as ordinary exact cover problems, with their pictures and symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from math import prod

from core._drawing.cells import Canvas
from core._search import ProblemError
from core._words import symbol
from core.exact_cover._formats.polyomino_art import write_packing
from core.exact_cover._polyominoes import Packing, Piece, packing_puzzle
from core.exact_cover._problem import ExactCover, Item
from core.exact_cover._puzzle import CoverPuzzle


def sets_of_the_paper() -> CoverPuzzle:
    """The four subsets of {1, …, 6} in the paper's Figure 1: A and D cover it (Veneroso 2017, §2.1)."""
    sets = {"A": (1, 2, 4), "B": (1, 3, 4), "C": (4, 5), "D": (3, 5, 6)}
    return CoverPuzzle(ExactCover.from_sets(range(1, 7), sets, title="Four sets", origin="Veneroso 2017, §2.1"))


def langford(n: int) -> CoverPuzzle:
    """Two copies of each number 1 … n in a row, with k other numbers between the two copies of k."""
    _at_least("Langford pairs", n, 1)
    slots = 2 * n
    pairs = [(k, j, j + k + 1) for k in range(1, n + 1) for j in range(1, slots - k)]
    problem = ExactCover.from_options(
        [*range(1, n + 1), *(f"s{j}" for j in range(1, slots + 1))],
        [(k, f"s{i}", f"s{j}") for k, i, j in pairs],
        title=f"Langford pairs, n = {n}", origin="Langford 1958; A014552",
    )  # fmt: skip
    canvas = Canvas(
        tuple((0, 0, j) for j in range(slots)),
        tuple(((i - 1, str(k)), (j - 1, str(k))) for k, i, j in pairs),
        tuple(k - 1 for k, _, _ in pairs),
        tuple(range(slots)),
    )
    return CoverPuzzle(problem, canvas)


def latin_square(n: int, rows: Sequence[Sequence[int]] = ()) -> CoverPuzzle:
    """Every value 1 … n once in each row and column; ``rows`` are givens, 0 for an empty cell.

    Raises ProblemError when the givens are not n × n values from 0 to n.
    """
    _at_least("a Latin square", n, 1)
    kinds = (("r", "c"), ("r", "="), ("c", "="))
    items = [f"{kind}{i}{link}{j}" for kind, link in kinds for i in _up_to(n) for j in _up_to(n)]
    return _square(n, items, rows, None, f"Latin square of order {n}", "Euler 1782; A002860")


def reduced_latin_square(n: int) -> CoverPuzzle:
    """A Latin square whose first row and first column are 1 … n."""
    rows = [[max(r, c) + 1 if min(r, c) == 0 else 0 for c in range(n)] for r in range(n)]
    puzzle = latin_square(n, rows)
    return _retitled(puzzle, f"Reduced Latin square of order {n}", "A000315")


def latin_square_first_row(n: int) -> CoverPuzzle:
    """A Latin square whose first row is 1 … n."""
    puzzle = latin_square(n, [[*_up_to(n)], *([[0] * n] * (n - 1))])
    return _retitled(puzzle, f"Latin square of order {n}, first row given", "A000479")


def sudoku(box_rows: int, box_columns: int, rows: Sequence[Sequence[int]] = ()) -> CoverPuzzle:
    """A Sudoku of boxes ``box_rows`` high and ``box_columns`` wide: 4n² items, up to n³ options.

    Raises ProblemError when the givens are not n × n values from 0 to n.
    """
    _at_least("a Sudoku", min(box_rows, box_columns), 1)
    n = box_rows * box_columns
    kinds = (("r", "c"), ("r", "="), ("c", "="), ("b", "="))
    items = [f"{kind}{i}{link}{j}" for kind, link in kinds for i in _up_to(n) for j in _up_to(n)]
    return _square(n, items, rows, (box_rows, box_columns), f"Sudoku {box_rows}×{box_columns}", "Garns 1979")


def _square(
    n: int, items: list[str], rows: Sequence[Sequence[int]], box: tuple[int, int] | None, title: str, origin: str
) -> CoverPuzzle:
    given = [list(row) for row in rows] or [[0] * n for _ in range(n)]
    if len(given) != n or any(len(row) != n for row in given):
        raise ProblemError(f"expected {n} rows of {n} values")
    options, marks, colours = [], [], []
    for r in range(n):
        for c in range(n):
            if not 0 <= given[r][c] <= n:
                raise ProblemError(f"row {r + 1}, column {c + 1}: expected 0 to {n}, not {given[r][c]}")
            for v in [given[r][c]] if given[r][c] else _up_to(n):
                option = [f"r{r + 1}c{c + 1}", f"r{r + 1}={v}", f"c{c + 1}={v}"]
                if box:
                    option.append(f"b{_box(r, c, *box) + 1}={v}")
                options.append(option)
                marks.append(((r * n + c, symbol(v)),))
                colours.append(v - 1)
    cells = [(0, r, c) for r in range(n) for c in range(n)]
    blocks = tuple(_box(r, c, *box) if box else r * n + c for _, r, c in cells)
    problem = ExactCover.from_options(items, options, title=title, origin=origin)
    return CoverPuzzle(problem, Canvas(tuple(cells), tuple(marks), tuple(colours), blocks))


def _box(r: int, c: int, box_rows: int, box_columns: int) -> int:
    return r // box_rows * box_rows + c // box_columns


def dominoes(rows: int, columns: int) -> CoverPuzzle:
    """A board tiled with dominoes."""
    _at_least("a board", min(rows, columns), 1)
    board = frozenset((0, y, x) for y in range(rows) for x in range(columns))
    domino = Piece("D", frozenset({(0, 0, 0), (0, 0, 1)}), 0, None)
    title, origin = f"Dominoes on {rows}×{columns}", "Kasteleyn 1961; A004003"
    packing = Packing(board, (domino,), title=title, origin=origin)
    return replace(packing_puzzle(packing), drawing=write_packing(packing))


def steiner_triples(v: int) -> CoverPuzzle:
    """Triples of v points so that exactly one triple holds any two points (v ≡ 1 or 3 mod 6)."""
    _at_least("a Steiner triple system", v, 3)
    points = [symbol(p) for p in range(1, v + 1)]
    pairs = [_joined(pair) for pair in combinations(points, 2)]
    triples = list(combinations(points, 3))
    problem = ExactCover.from_options(
        pairs, [[_joined(pair) for pair in combinations(triple, 2)] for triple in triples],
        labels=[_joined(triple) for triple in triples],
        title=f"Steiner triple systems on {v} points", origin="Kirkman 1847",
    )  # fmt: skip
    return CoverPuzzle(problem)


def kirkman_days(v: int) -> CoverPuzzle:
    """Steiner triples sorted into days on which every point appears once (Kirkman's schoolgirls, days labelled)."""
    _at_least("Kirkman's problem", v, 3)
    points = [symbol(p) for p in range(1, v + 1)]
    days = range(1, (v - 1) // 2 + 1)
    pairs = [_joined(pair) for pair in combinations(points, 2)]
    choices = [(triple, day) for triple in combinations(points, 3) for day in days]
    problem = ExactCover.from_options(
        [*pairs, *(f"{p}@{day}" for day in days for p in points)],
        [[*(_joined(pair) for pair in combinations(t, 2)), *(f"{p}@{day}" for p in t)] for t, day in choices],
        labels=[f"{_joined(t)}@{day}" for t, day in choices],
        title=f"Kirkman triple systems on {v} points, days labelled", origin="Kirkman 1850",
    )  # fmt: skip
    return CoverPuzzle(problem)


def queens(n: int) -> CoverPuzzle:
    """N queens: rows and columns primary, diagonals secondary (Veneroso 2017, §3.2)."""
    _at_least("queens", n, 1)
    diagonals = range(2, 2 * n - 1)
    primary = [f"{line}{i}" for line in "rc" for i in _up_to(n)]
    names = [*primary, *(f"/{d}" for d in diagonals), *(f"\\{d}" for d in diagonals)]
    held = frozenset(names)
    lines = [(f"r{r}", f"c{c}", f"/{r + c - 1}", f"\\{r - c + n}") for r in _up_to(n) for c in _up_to(n)]
    options = [[line for line in each if line in held] for each in lines]
    problem = ExactCover.from_options(
        names[: 2 * n], options, names[2 * n :], title=f"{n} queens", origin="Bezzel 1848; Veneroso 2017, §3.2"
    )
    canvas = _chessboard(n)
    return CoverPuzzle(problem, canvas)


def attacking_queens(n: int, count: int) -> CoverPuzzle:
    """``count`` queens that attack or occupy every square: each square must be covered at least once (MCC)."""
    _at_least("a board", n, 1)
    _at_least("a set of queens", count, 1)
    squares = [(r, c) for r in range(n) for c in range(n)]
    names = [f"r{r + 1}c{c + 1}" for r, c in squares]
    items = (Item("queens", least=count, most=count), *(Item(name, most=count) for name in names))
    options = [
        (0, *(i for i, (y, x) in enumerate(squares, 1) if y == r or x == c or abs(y - r) == abs(x - c)))
        for r, c in squares
    ]
    problem = ExactCover(
        items, tuple(options), labels=tuple(names),
        title=f"{count} queens attack all of {n}×{n}", origin="Jaenisch 1862; Ball 1892",
    )  # fmt: skip
    canvas = _chessboard(n)
    return CoverPuzzle(problem, canvas)


def _chessboard(n: int) -> Canvas:
    """A board on which option number r n + c puts a queen on row r, column c."""
    squares = [(r, c) for r in range(n) for c in range(n)]
    return Canvas(
        tuple((0, r, c) for r, c in squares),
        tuple(((r * n + c, "♛"),) for r, c in squares),
        tuple(0 for _ in squares),
        tuple(range(n * n)),
    )


MEDLEY = {
    "Carl": (377, 434, 333, 292), "Chris": (329, 331, 285, 264), "David": (338, 422, 389, 296),
    "Tony": (370, 347, 304, 285), "Ken": (354, 418, 336, 311),
}  # fmt: skip
"""The best times of five swimmers over 50 yards, in tenths of a second, for each of `STROKES`."""
STROKES = ("back", "breast", "fly", "free")


def medley_relay() -> CoverPuzzle:
    """An assignment problem: each of four strokes to a different one of five swimmers, in the least total time."""
    times = {(name, stroke): time for name, own in MEDLEY.items() for stroke, time in zip(STROKES, own, strict=True)}
    problem = ExactCover.from_options(
        {f"{name}:{stroke}": (stroke, name) for name, stroke in times}, items=STROKES, secondary=MEDLEY,
        costs=list(times.values()), title="Medley relay: who swims what", origin="Hillier and Lieberman 2001",
    )  # fmt: skip
    return CoverPuzzle(problem)


PI = ("314159", "265358", "979323", "846264", "338327", "950288")


def digits_in_dominoes() -> CoverPuzzle:
    """A weighted tiling: a domino costs the product of the two digits that it covers."""
    plain = dominoes(6, 6)
    assert plain.canvas is not None
    digit = {number: PI[y][x] for number, (_, y, x) in enumerate(plain.canvas.places)}
    held = [[number for number, _ in marks] for marks in plain.canvas.marks]
    options = [
        replace(option, cost=prod(int(digit[number]) for number in numbers))
        for option, numbers in zip(plain.problem.options, held, strict=True)
    ]
    problem = plain.problem.remade(options, title="Dominoes on 36 digits of pi, products summed")
    marks = tuple(tuple((number, digit[number]) for number in numbers) for numbers in held)
    return CoverPuzzle(problem, replace(plain.canvas, marks=marks))


LESSONS = {
    "maths": ("Ada", 2, (0, 1, 3, 6)), "French": ("Bo", 1, (2, 1, 1, 2)), "sport": ("Cy", 1, (6, 3, 1, 0)),
}  # fmt: skip
"""For each subject its teacher, its hours (of four), and how badly each hour suits it."""


def timetable() -> CoverPuzzle:
    """Two classes, three teachers, four hours: nobody is in two rooms at once, maths is early and sport late if
    possible.
    """
    lessons = [(form, subject, hour) for form in ("1a", "1b") for subject in LESSONS for hour in _up_to(4)]
    problem = ExactCover.from_options(
        {
            f"{form} {subject} {hour}": (f"{form}-{subject}", f"{form}@{hour}", f"{LESSONS[subject][0]}@{hour}")
            for form, subject, hour in lessons
        },
        items=[f"{form}-{subject}" for form in ("1a", "1b") for subject in LESSONS],
        secondary=[f"{who}@{hour}" for who in ("1a", "1b", "Ada", "Bo", "Cy") for hour in _up_to(4)],
        multiplicities={f"{form}-{subject}": LESSONS[subject][1] for form in ("1a", "1b") for subject in LESSONS},
        costs=[LESSONS[subject][2][hour - 1] for _, subject, hour in lessons], title="A small timetable",
    )  # fmt: skip
    return CoverPuzzle(problem)


def _joined(points: Iterable[str]) -> str:
    return "".join(points)


def _retitled(puzzle: CoverPuzzle, title: str, origin: str) -> CoverPuzzle:
    return CoverPuzzle(replace(puzzle.problem, title=title, origin=origin), puzzle.canvas)


def _up_to(n: int) -> range:
    return range(1, n + 1)


def _at_least(what: str, number: int, least: int) -> None:
    if number < least:
        raise ProblemError(f"{what} needs a size of at least {least}, not {number}")
