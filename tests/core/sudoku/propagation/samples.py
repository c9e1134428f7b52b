"""Sudokus of random forms, and the naive way to solve them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, ClassVar

from core import Goal, Layout, Shape, Status, Sudoku
from core.sudoku._propagation.search import Propagation
from core.sudoku.rules import USUAL, Allowed, Automaton, Board, Distinct, Form, Pair, Regular, Required, Rule, Sets, Sum


@dataclass(frozen=True, eq=False)
class Made(Rule):
    """A rule that is a row of forms; ``make`` may ask the board for helper cells."""

    make: Callable[[Board], Iterable[Form]]
    kind: ClassVar[str] = "made"
    title: ClassVar[str] = "Made"
    usage: ClassVar[str] = "made"

    @property
    def cells(self) -> tuple[int, ...]:
        return ()

    def forms(self, board: Board) -> Iterable[Form]:
        return self.make(board)

    def words(self, shape: Shape) -> str:
        return "something"

    def line(self, shape: Shape) -> str:
        return "made"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Rule:
        raise NotImplementedError


def solves(board: Board, forms: Sequence[Form], values: Sequence[int]) -> bool:
    """Whether some values of the helper cells go with these, by trying all."""
    helpers = [[v for v in range(1, 64) if h.allowed >> (v - 1) & 1] for h in board.helpers]
    shift = {h.cell: h.shift for h in board.helpers}
    return any(all(holds(form, (*values, *more), shift) for form in forms) for more in product(*helpers))


def holds(form: Form, values: Sequence[int], shift: dict[int, int]) -> bool:
    """What a form says, said again."""
    match form:
        case Distinct(cells):
            return len({values[c] for c in cells}) == len(cells)
        case Required(cells, wanted):
            return all(any(values[c] == v for c in cells) for v in range(1, 64) if wanted >> (v - 1) & 1)
        case Pair(first, second, table):
            return bool(table[values[first] - 1] >> (values[second] - 1) & 1)
        case Sets(cells, sets):
            held = [values[c] for c in cells]
            return len(set(held)) == len(held) and sum(1 << (v - 1) for v in held) in sets
        case Sum(cells, factors, total):
            return sum(f * (values[c] - shift.get(c, 0)) for c, f in zip(cells, factors, strict=True)) == total
        case Regular(cells, automaton):
            state = automaton.start
            for position, c in enumerate(cells):
                state = automaton.step(state, values[c], position)
                if state is None:
                    return False
            return bool(automaton.accepts(state))
        case Allowed(cell, allowed):
            return bool(allowed >> (values[cell] - 1) & 1)
    raise TypeError(form)


def grids(shape: Shape, candidates: Sequence[int], usual: bool) -> Iterator[tuple[int, ...]]:
    """All grids of these candidates; with rows, columns and boxes, or anything at all."""
    values, peers = [0] * shape.cells, Layout.of(shape).peers

    def fill(cell: int) -> Iterator[tuple[int, ...]]:
        if cell == shape.cells:
            yield tuple(values)
            return
        for value in range(1, shape.order + 1):
            if candidates[cell] >> (value - 1) & 1 and not (
                usual and any(values[peer] == value for peer in peers(cell) if peer < cell)
            ):
                values[cell] = value
                yield from fill(cell + 1)
        values[cell] = 0

    return fill(0)


def remainders(modulus: int, start: int, wanted: int) -> Automaton:
    """The values, added up, leave this remainder; a value of 1 right behind a 2 is refused."""

    def step(state: Any, value: int, position: int) -> Any:
        if value == 1 and state[1] == 2:
            return None
        return (state[0] + value * (1 + position % 2)) % modulus, value

    return Automaton(("remainders", modulus, start, wanted), (start, 0), step, lambda state: state[0] == wanted)


def random_form(dice: random.Random, board: Board, solution: Sequence[int] | None) -> Form:
    """A form of any kind, mostly one that the solution keeps."""
    shape, n = board.shape, board.shape.order
    cells = dice.sample(range(shape.cells), min(dice.choice([1, 2, 2, 3, 3, 4, 5]), shape.cells))
    held = [solution[c] for c in cells] if solution else [dice.randint(1, n) for _ in cells]
    kind = dice.randrange(9)
    if kind == 0:
        while solution and len({solution[c] for c in cells}) < len(cells):
            cells.pop()
        return Distinct(tuple(cells), name="differ")
    if kind == 1:
        wanted = 0
        for value in dice.sample(held, dice.randint(1, len(held))):
            wanted |= 1 << (value - 1)
        return Required(tuple(cells), wanted)
    if kind == 2:
        first, second = cells[0], cells[-1]
        table = [dice.getrandbits(n) for _ in range(n)]
        table[held[0] - 1] |= 1 << (held[-1] - 1)
        return Pair(first, second, tuple(table))
    if kind == 3:
        while solution and len({solution[c] for c in cells}) < len(cells):
            cells.pop()
        held = [solution[c] for c in cells] if solution else dice.sample(range(1, n + 1), min(len(cells), n))
        own = sum(1 << (v - 1) for v in held)
        others = [sum(1 << v for v in dice.sample(range(n), min(len(cells), n))) for _ in range(dice.randint(0, 6))]
        return Sets(tuple(cells), tuple({own, *others}))
    if kind in (4, 5):
        if dice.random() < 0.3:
            cells.append(cells[0])
            held.append(held[0])
        few = dice.choice([[1], [1, -1], [1, -1, 10, -3, 2]])
        factors = [dice.choice(few) for _ in cells]
        total = sum(f * v for f, v in zip(factors, held, strict=True))
        return Sum(tuple(cells), tuple(factors), total + (dice.random() < 0.1))
    if kind in (6, 7):
        if dice.random() < 0.3:
            cells.append(cells[0])
        made = remainders(dice.randint(2, 4), 0, 0)
        state = made.start
        for position, c in enumerate(cells):
            state = made.step(state, solution[c] if solution else dice.randint(1, n), position) or made.start
        return Regular(tuple(cells), remainders(made.key[1], 0, state[0]))  # type: ignore[index]
    return Allowed(cells[0], dice.getrandbits(n) | 1 << (held[0] - 1))


def helped(dice: random.Random, board: Board, cells: Sequence[int]) -> list[Form]:
    """Forms with a helper cell: equal sums, a flag that says whether one cell is above another, or a larger house."""
    n, one, two = board.shape.order, tuple(cells[:2]), tuple(cells[2:4])
    if dice.random() < 0.5:
        total = board.helper(range(dice.choice([0, 2]), 2 * n + 1))
        return [Sum((*cells, total.cell), (*(1,) * len(cells), -1), 0, name="total") for cells in (one, two)]
    flag = board.helper((0, 1))

    def step(state: Any, value: int, position: int) -> Any:
        return (value,) if position == 0 else (*state, value) if position == 1 else state[1] > state[0] and value == 2

    def last(state: Any, value: int, position: int) -> Any:
        if position < 2:
            return step(state, value, position)
        return True if (state[1] > state[0]) == (value == 2) else None

    above = Automaton("above", (), last, lambda state: state is True)
    return [
        Regular((*one, flag.cell), above), Sum((flag.cell, two[0]), (2, 1), dice.randint(1, n + 2)),
    ]  # fmt: skip


def random_problem(dice: random.Random) -> tuple[Sudoku, bool]:
    """A small problem of any forms, and whether rows, columns and boxes are among them."""
    shape = dice.choice([Shape(2, 2), Shape(2, 2), Shape(1, 3), Shape(2, 3)])
    n, bound = shape.order, shape.order != 3
    full = (1 << n) - 1
    if bound:
        solution = list(next(grids(shape, [full] * shape.cells, True)))
        names = dice.sample(range(1, n + 1), n)
        solution = [names[value - 1] for value in solution]
    else:
        solution = [dice.randint(1, n) for _ in range(shape.cells)]
    free = {2: 1.0, 3: 0.5, 4: 0.8, 6: 0.25}[n]
    candidates = tuple(
        full if dice.random() < free else dice.choice([dice.getrandbits(n), 0, 0]) | 1 << (value - 1)
        for value in solution
    )
    aim = solution if dice.random() < 0.8 else None
    board = Board(shape, candidates)
    forms = [random_form(dice, board, aim) for _ in range(dice.randint(0, 6))]
    if dice.random() < 0.3:  # any two of some cells are a pair of one table
        table = [0] * n
        for one, other in combinations(range(n), 2):
            if dice.random() < 0.7:
                table[one] |= 1 << other
                table[other] |= 1 << one
        alike = dice.sample(range(shape.cells), dice.choice([3, 4]))
        forms += [Pair(one, other, tuple(table)) for one, other in combinations(alike, 2)]
    cells, seed, help_ = dice.sample(range(shape.cells), 4), dice.random(), dice.random() < 0.25

    def make(board: Board) -> list[Form]:
        more = helped(random.Random(seed), board, cells) if help_ else []
        return [*forms, *more]

    return Sudoku(shape, candidates=candidates, rules=(*(USUAL if bound else ()), Made(make))), bound


def solutions(problem: Sudoku, budget: int = 1 << 30) -> list[tuple[int, ...]]:
    search = Propagation(problem, Goal.ALL, None)
    while search.status is Status.RUNNING:
        search.advance(budget)
    found = [tuple(each) for each in search.solutions]
    assert len(found) == search.counts()[0]
    assert len(set(found)) == len(found)
    return sorted(found)


def naive(problem: Sudoku) -> list[tuple[int, ...]]:
    """All solutions of a grid with rows, columns and boxes."""
    forms = [form for form, _ in problem.forms]
    return [grid for grid in grids(problem.shape, problem.candidates, True) if solves(problem.board, forms, grid)]
