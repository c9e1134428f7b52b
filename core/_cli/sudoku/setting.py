"""For those who set puzzles: ``dq sudoku candidates``, and the lines of ``check`` below its verdict."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from core._cli.console import note, print_json
from core._cli.driving import TimeAllowed, add_seconds
from core._cli.sudoku.coming import every_item
from core._cli.sudoku.puzzle_file import STATUSES, Sheet, Tally, add_file, thinking
from core._words import counted, share
from core.sudoku._clash import clash_in
from core.sudoku._formats import WRITABLE_KEYS, CannotWrite, Puzzle
from core.sudoku._grid import Grid
from core.sudoku._problem import Sudoku
from core.sudoku._setting import ClosestSolutions, SpareParts, closest_solutions, possible_values, spare_parts
from core.sudoku._verdict import CAP, Finding


def declare_candidates(command: argparse.ArgumentParser) -> None:
    """Declare ``sudoku candidates``."""
    command.epilog = STATUSES.format("")
    add_file(command)
    add_seconds(command)
    command.add_argument(
        "--to", choices=WRITABLE_KEYS, metavar="FORMAT",
        help="a format that has candidates, see convert --help (default candidates, or rules where there are more)",
    )  # fmt: skip
    command.add_argument("--json", action="store_true", help="one JSON object per puzzle, candidates as sets of bits")
    command.set_defaults(run=_candidates)


def _candidates(options: argparse.Namespace) -> int:
    tally = Tally()
    sheet = Sheet(None if options.json else options.to or "candidates")
    remark = note if sheet.framed else print
    for puzzle in tally.puzzles(every_item(options)):
        problem = puzzle.problem
        with _followed(f"{puzzle.name}: values that solutions have") as tell:
            found = possible_values(problem, TimeAllowed(options.seconds).passed, tell)
        gone = found.gone(Grid.from_problem(problem).candidates)
        impossible = found.whole and not found.solutions
        tally.unsolved += impossible or not found.whole
        if options.json:
            print_json({
                "title": puzzle.title or None, "line": puzzle.line, "base": 1, "candidates": list(found.values),
                "open": list(found.open), "gone": gone, "solutions": found.solutions, "whole": found.whole,
            })  # fmt: skip
            continue
        if impossible:
            remark(f"# {puzzle.name}: no solution")
            continue
        single = found.whole and all(bits.bit_count() == 1 for bits in found.values)
        number = Finding.UNIQUE.value if single else f"at least {counted(found.solutions, 'solution')}"
        told = [f"{counted(gone, 'candidate')} struck out that no solution has", number]
        if not found.whole:
            told.append(f"time ran out with {counted(sum(map(int.bit_count, found.open)), 'candidate')} undecided")
        remark(f"# {puzzle.name}: {'; '.join(told)}")
        left = [seen | still for seen, still in zip(found.values, found.open, strict=True)]
        grid = Grid.from_problem(Sudoku(problem.shape, candidates=left, rules=problem.rules))
        try:
            sheet.put(Puzzle(grid, title=puzzle.title), options.to or ("rules" if grid.layout.untold else "candidates"))
        except CannotWrite as error:
            tally.complain(f"{puzzle.name}: {error}")
    sheet.close()
    return tally.status


@contextmanager
def _followed(doing: str) -> Iterator[Callable[[float], None]]:
    """Show on standard error what is being done, and the share of it done."""
    with thinking() as tell:
        yield lambda part: tell(f"{doing}, {share(part)} done")


class SetterLines:
    """The lines of ``check`` below the verdict on one puzzle."""

    def __init__(
        self,
        puzzle: Puzzle,
        verdict: Finding,
        options: argparse.Namespace,
        *,
        differ: bool,
        spare: bool = False,
        clash: bool = False,
    ) -> None:
        """Find out how solutions ``differ`` if there are several, what is ``spare`` if there is one, and which rules
        and givens ``clash`` if there is none."""
        problem, stopped = puzzle.problem, TimeAllowed(options.seconds).passed
        self._problem = problem
        self._closest: ClosestSolutions | None = None
        self._spare: SpareParts | None = None
        self._clash = clash_in(problem) if verdict is Finding.NO_SOLUTION and clash else None
        if verdict is Finding.SEVERAL and differ:
            with _followed(f"{puzzle.name}: solutions that differ least") as tell:
                self._closest = closest_solutions(problem, max(2, options.limit or CAP), stopped, tell)
        if verdict is Finding.UNIQUE and spare:
            with _followed(f"{puzzle.name}: what can be left out") as tell:
                self._spare = spare_parts(problem, stopped, tell)

    @property
    def late(self) -> bool:
        """Whether time ran out first."""
        return self._spare is not None and self._spare.undecided > 0

    def lines(self) -> Iterator[str]:
        """One line for the two solutions, one for what clashes, and one for each part that is superfluous."""
        closest, spare = self._closest, self._spare
        if closest is not None:
            yield f"  {closest.words(self._problem.shape)}"
        if self._clash is not None:
            yield f"  {self._clash.words(self._problem)}"
        if spare is None:
            return
        parts = spare.words(self._problem)
        for part in parts:
            yield f"  can go: {part}"
        if self.late:
            yield f"  time ran out with {counted(spare.undecided, 'rule or given', 'rules or givens')} undecided"
        elif not parts:
            yield "  nothing can go: every rule and every given is needed"
        elif len(parts) > 1:
            yield "  any one of these can go; without two of them there may be several solutions"

    def as_json(self) -> dict[str, Any]:
        """The findings, and nothing else, for ``--json``."""
        shape, closest, spare = self._problem.shape, self._closest, self._spare
        told: dict[str, Any] = {}
        if closest is not None:
            told["closest"] = {
                "solutions": [list(closest.one), list(closest.other)],
                "cells": [shape.name_of(cell) for cell in closest.cells],
                "seen": closest.seen, "all": closest.whole,
            }  # fmt: skip
        if spare is not None:
            told["spare"] = {
                "rules": [rule.line(shape) for rule in spare.rules],
                "givens": [shape.name_of(cell) for cell in spare.givens], "undecided": spare.undecided,
            }  # fmt: skip
        if (clash := self._clash) is not None:
            told["clash"] = {
                "rules": [rule.line(shape) for rule in clash.rules],
                "givens": [shape.name_of(cell) for cell in clash.givens], "marks": clash.marks,
            }  # fmt: skip
        return told
