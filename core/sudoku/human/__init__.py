"""Sudoku as people solve it: techniques, steps with reasons, paths, ratings and hints.

    >>> from core.sudoku.human import Position, hint_stages, next_step, solve_by_logic, why_not
    >>> from core import Sudoku
    >>> puzzle = Sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> position = Position.of(puzzle, unique=True)
    >>> step = next_step(position)
    >>> step.line
    'Naked Single: r5c5=5'
    >>> for hint in hint_stages(step):
    ...     print(hint.stage.name, hint.text)
    WHERE Look at box 5.
    TECHNIQUE The technique: Naked Single, in box 5.
    CONSEQUENCE Naked Single. r5c5 has no candidate left but 5: r5c5=5.
    APPLY Done: r5c5=5.
    >>> position.apply(step)
    >>> path = solve_by_logic(puzzle)
    >>> path.solved, path.level.title, path.score
    (True, 'easy', 204)
    >>> print(why_not(puzzle, cell=2, value=9).text)
    r1c3 sees r3c2, where 9 is already placed.

A `Position` holds values and candidates and changes with `apply`.  A `Step` is a
frozen value: ``technique`` (a `Technique`: key, name, HoDoKu code, score, level),
``placements`` and ``eliminations`` (`Candidate` values: 0-based cell, 1-based
value), ``pattern`` (the reason by role: houses, covers, defining candidates,
fins, links, colours, sets, branches) and, made from these, ``line``,
``consequence`` and ``sentence``.

`find` gives all instances of one technique, `all_steps` everything possible now,
`next_step` the simplest, `solve_by_logic` the whole `Path`.  All of these are
generators or take ``cancelled``, a function that is asked often: `Position.cancelled`
makes `find` and `next_step` raise `Cancelled`, `solve_by_logic` returns the path so
far with the ending *cancelled*.  Techniques that need a unique solution are used if
``unique`` is true, or is a function that proves it when first needed.
"""

from __future__ import annotations

from core._lazy import listing
from core.sudoku.human._consequences import Trace, Trial
from core.sudoku.human._hints import (
    Hint,
    HintStage,
    WhyKind,
    WhyNot,
    hint_stages,
    house_of,
    pattern_cells,
    rules_out,
    why_not,
)
from core.sudoku.human._pattern import Candidate, Link, LinkKind, LockedSet, Node, Pattern
from core.sudoku.human._position import Cancelled, Position
from core.sudoku.human._solver import Path, PathEnding, all_steps, find, next_step, proof_for, solve_by_logic, steps_of
from core.sudoku.human._step import Step
from core.sudoku.human._technique import HIGHEST_SCORE, Level, Technique
from core.sudoku.human._techniques import TECHNIQUES, technique

__all__ = [
    "HIGHEST_SCORE", "TECHNIQUES", "Cancelled", "Candidate", "Hint", "HintStage", "Level", "Link", "LinkKind",
    "LockedSet", "Node", "Path", "PathEnding", "Pattern", "Position", "Step", "Technique", "Trace", "Trial", "WhyKind",
    "WhyNot", "all_steps", "find", "hint_stages", "house_of", "next_step", "pattern_cells", "proof_for", "rules_out",
    "solve_by_logic", "steps_of", "technique", "why_not",
]  # fmt: skip
__dir__ = listing(__name__)
