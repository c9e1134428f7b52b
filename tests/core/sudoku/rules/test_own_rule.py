"""A kind of rule from outside, whole in forty lines: it is read, drawn, solved, explained, hinted at and written."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import pytest

from core import Goal, ProblemError, Sudoku
from core.explain import Explainer, NodeKind, sentences
from core.running import Timeline
from core.sudoku import parse, write
from core.sudoku._propagation.search import Propagation
from core.sudoku.human import Position, all_steps
from core.sudoku.rules import KINDS, Look, Mark, register
from tests.cli import Cli
from tests.core.sudoku.propagation.samples import solutions
from tests.own_rule import Product

PUZZLE = "grid 4\nproduct 36: r1c3 r2c1 r1c2\nproduct 8: r4c4 r4c1 r2c4\nproduct 2: r4c4 r3c3 r2c3\n"
PRODUCTS = ((2, 4, 1), 36), ((15, 12, 7), 8), ((15, 10, 6), 2)


@pytest.fixture(autouse=True)
def own_kind() -> Iterator[None]:
    register(Product)
    yield
    del KINDS[Product.kind]


def problem() -> Sudoku:
    return parse(PUZZLE).problem


def test_it_is_read_and_written() -> None:
    puzzle = parse(PUZZLE)
    assert puzzle.grid.rules[3] == Product((2, 4, 1), 36)
    assert parse("\n".join(write([puzzle], "rules"))).grid == puzzle.grid


def test_a_word_is_taken_once() -> None:
    class Other(Product):
        pass

    with pytest.raises(ProblemError, match="there is a rule 'product' already"):
        register(Other)


def test_it_is_solved_and_counted() -> None:
    every = solutions(Sudoku.parse("grid 4"))
    kept = [grid for grid in every if all(prod(grid[cell] for cell in cells) == number for cells, number in PRODUCTS)]
    assert len(kept) == 1
    assert solutions(problem()) == kept
    assert all(problem().verify(grid) == (grid in kept) for grid in every)


def test_it_is_drawn() -> None:
    rule, shape = problem().rules[3], problem().shape
    assert list(rule.marks(shape)) == [Mark(Look.FRAME, (2, 4, 1), "36×")]
    assert "36×" in problem()._repr_svg_()


def test_a_dead_end_names_it() -> None:
    search = Propagation(problem(), Goal.ALL, None)
    search.explained_by = "core.sudoku._explain:Splitting"
    line, told = Timeline(search), list[str]()
    explainer = Explainer(line)
    while not line.ended:
        line.advance(1)
        reason = explainer.reason()
        if reason is not None and reason.outcome is NodeKind.DEAD_END:
            told += [text for _, text in sentences(reason)]
    assert any("leaves no way to keep the product 2 at r4c4" in text for text in told), told


def test_it_gives_hints() -> None:
    step = next(step for step in all_steps(Position.of(problem())) if step.technique.of_rules)
    assert step.sentence.startswith("r1c3, r2c1 and r1c2 multiply to 36; ")


def test_the_command_line_has_it(cli: Cli) -> None:
    said = cli("sudoku", "count", "-", stdin=PUZZLE)
    assert (said.status, said.out) == (0, "line 1: 1, from 0 givens and 3 rules\n")
    wrong = cli("sudoku", "count", "-", stdin=PUZZLE + "product x: r1c1\n")
    assert wrong.status == 2
    assert "line 5, column 9: product: expected a product, not 'x' (such as product 24: r1c1 r1c2 r2c1)" in wrong.err
