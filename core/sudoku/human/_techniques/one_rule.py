"""What one rule says on its own: values for which no way of filling its other cells is left.

A thermometer that begins with 3 or more has no 3 in its second cell, a cage of 16 in two
cells has no 8, the circle of an arrow holds no less than any cell of its shaft.  It looks at
each rule alone, through the rule's forms, so it knows no kind of rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.sudoku._grid import bit, values_in
from core.sudoku.human._pattern import Candidate, Pattern
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.rules._check import cells_of, without_support
from core.sudoku.rules._forms import Form, Pair, Regular, Required, Sets, Sum


def _steps(position: Position, which: Technique, *, kinds: tuple[type[Form], ...]) -> Iterator[Step]:
    """Every form of these kinds that leaves some candidates without support."""
    layout = position.layout
    forms = [(form, rule) for form, rule in layout.forms if isinstance(form, kinds)]
    if not forms:
        return
    numbers = {rule: number for number, rule in enumerate(layout.rules)}
    can = [bits or bit(value) for bits, value in zip(position.bits, position.values, strict=True)]
    if not all(can):
        return  # a cell has nothing left, so whatever follows tells nothing
    for form, rule in forms:
        position.check()
        gone = [
            Candidate(cell, value)
            for cell, bits in without_support(layout.board, form, can) if not position.values[cell]
            for value in values_in(bits)
        ]  # fmt: skip
        if gone:
            cells = tuple(cell for cell in dict.fromkeys(cells_of(form)) if cell < layout.cells)
            gone.sort(key=lambda candidate: (candidate.value, candidate.cell))
            values = tuple(sorted({candidate.value for candidate in gone}))
            yield Step(which, (), tuple(gone), Pattern(values=values, cells=cells, rule=numbers[rule]), layout)


def _reason(step: Step) -> str:
    words = step.layout.rules[step.pattern.rule].words(step.layout.shape)
    return f"{words}; the ways still open do without these"


ENTRIES = (
    Technique(40, "two-cells", "Two Cells of a Rule", "9001", 20, Level.MEDIUM,
              partial(_steps, kinds=(Pair, Required)), _reason, of_rules=True),
    Technique(42, "sum", "Sum or Set of a Rule", "9002", 30, Level.MEDIUM, partial(_steps, kinds=(Sets, Sum)), _reason,
              of_rules=True),
    Technique(44, "line", "Line of a Rule", "9003", 40, Level.HARD, partial(_steps, kinds=(Regular,)), _reason,
              of_rules=True),
)  # fmt: skip
