"""Canonical forms: the same for all that is the same modulo symmetry, and really the smallest."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core._cli.command_line import main
from core.sudoku._bulk.bands import solve_batch
from core.sudoku._bulk.canonical import canonical_forms
from tests.cases import slow
from tests.core.sudoku.samples import shipped_nines
from tests.core.sudoku.symmetry import LINE_ORDERS, scrambled

PUZZLES = np.array(shipped_nines(), dtype=np.int32)


def named_in_order(grid: NDArray[np.int32]) -> tuple[int, ...]:
    names: dict[int, int] = {0: 0}
    return tuple(names.setdefault(int(value), len(names)) for value in grid.ravel())


def nearly_empty() -> NDArray[np.int32]:
    """Up to six givens, of half of them in one stack: empty rows, bands, columns and stacks, which are alike."""
    randomness = random.Random(4)
    rows = np.zeros((60, 81), dtype=np.int32)
    for at, row in enumerate(rows):
        puzzle = PUZZLES[at % len(PUZZLES)]
        givens = [cell for cell in np.flatnonzero(puzzle).tolist() if at % 2 or cell % 9 < 3]
        kept = randomness.sample(givens, at % 7)
        row[kept] = puzzle[kept]
    return rows


def anyhow() -> NDArray[np.int32]:
    """Few digits anywhere, whatever the rules say: rows that tie though their digits are not the same."""
    randomness = random.Random(6)
    rows = np.zeros((120, 81), dtype=np.int32)
    for row in rows:
        for cell in randomness.sample(range(81), randomness.randrange(3, 12)):
            row[cell] = randomness.randrange(1, 10)
    return rows


def sparse(count: int, seed: int) -> NDArray[np.int32]:
    """Puzzles with few givens: empty rows and columns, many ties."""
    randomness = random.Random(seed)
    rows = []
    for _ in range(count):
        row = PUZZLES[randomness.randrange(len(PUZZLES))].copy()
        givens = np.flatnonzero(row).tolist()
        row[randomness.sample(givens, randomness.randrange(len(givens)))] = 0
        rows.append(row)
    return np.array(rows)


SAMPLES: dict[str, Callable[[], NDArray[np.int32]]] = {
    "shipped": lambda: PUZZLES[:20],
    "sparse": lambda: sparse(60, 1),
    "nearly empty": nearly_empty,
    "anyhow": anyhow,
    "full": lambda: solve_batch(PUZZLES[:10], 1)[0],
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_form_is_the_same_for_all_that_are_the_same(sample: str) -> None:
    puzzles = SAMPLES[sample]()
    randomness = random.Random(3)
    forms = canonical_forms(puzzles)
    assert (canonical_forms(np.array([scrambled(puzzle, randomness) for puzzle in puzzles])) == forms).all()
    assert (canonical_forms(forms) == forms).all()
    # As often as in the puzzle there is a digit in the form, and so many solutions has it.
    assert [sorted(np.bincount(form, minlength=10)[1:]) for form in forms] == [
        sorted(np.bincount(puzzle, minlength=10)[1:]) for puzzle in puzzles
    ]
    assert (solve_batch(forms, 2)[1] == solve_batch(puzzles, 2)[1]).all()


def test_nothing_smaller_is_met_on_the_way() -> None:
    randomness = random.Random(5)
    puzzles = np.concatenate([sparse(40, 2), nearly_empty()])
    for puzzle, form in zip(puzzles, canonical_forms(puzzles).tolist(), strict=True):
        for _ in range(100):
            assert named_in_order(scrambled(puzzle, randomness)) >= tuple(form)


@pytest.mark.parametrize("each", [36, slow(12)])
def test_no_other_of_many_forms_is_smaller(each: int) -> None:
    puzzle = np.zeros(81, dtype=np.int32)
    puzzle[[0, 13, 26, 31, 40, 77]] = [5, 3, 5, 8, 3, 1]
    grids = [puzzle.reshape(9, 9), puzzle.reshape(9, 9).T]
    # Few of the orders of rows; columns are sorted by what the rows above put there.
    best = min(
        named_in_order(grid[rows][:, columns])
        for grid in grids
        for rows in LINE_ORDERS[::each]
        if not grid[rows[0]].any()
        for columns in LINE_ORDERS[:: 72 if grid[rows[1]].any() else 1]
    )
    assert tuple(canonical_forms(puzzle[None])[0].tolist()) <= best


def test_different_puzzles_have_different_forms() -> None:
    forms = {tuple(form) for form in canonical_forms(PUZZLES).tolist()}
    assert len(forms) == len(PUZZLES)


def test_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    first = "".join(map(str, PUZZLES[0]))
    again = "".join(map(str, scrambled(PUZZLES[0], random.Random(1))))
    other = "".join(map(str, PUZZLES[1]))
    path.write_text(f"{first} one\nrubbish\n{again}\n{other}\n")
    assert main(["sudoku", "canonical", str(path)]) == 2
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0] == lines[2] != lines[3]
    assert lines[1] == "# malformed: line 2"
    assert f"{path}, line 2" in captured.err
    main(["sudoku", "canonical", str(path), "--duplicates"])
    assert capsys.readouterr().out.splitlines() == ["line 3: the same as line 1 (one)"]
    main(["sudoku", "canonical", str(path), "--unique"])
    assert capsys.readouterr().out.splitlines() == [f"{first.replace('0', '.')} one", other.replace("0", ".")]
