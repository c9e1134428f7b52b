"""The two kernels of `bands` against each other and against plain exact cover, on puzzles and damaged puzzles."""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from core.catalog import algorithm
from core.kernel import COMPILED
from core.search import Goal
from core.simd_shuffles import (
    LANES,
    count_of_nine,
    half_permutation_table,
    lower_half,
    permutation_table,
    permute,
    permute_half,
    places,
    shuffle,
    upper_half,
)
from core.sudoku import triads
from core.sudoku.bands import WAYS, Workspace, best_way, solve_batch
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape
from core.sudoku.triad_tables import CONFIGURATIONS
from tests.core.sudoku_samples import finish, shipped_nines

NINE = Shape(3, 3)
PUZZLES = np.array(shipped_nines(), dtype=np.int32)


def damaged(count: int, seed: int) -> NDArray[np.int32]:
    """Puzzles with some givens taken away or changed: without, with one and with many solutions."""
    randomness = random.Random(seed)
    rows = []
    for _ in range(count):
        row = PUZZLES[randomness.randrange(len(PUZZLES))].copy()
        for _ in range(randomness.randrange(5)):
            row[randomness.randrange(81)] = randomness.choice([0, randomness.randrange(1, 10)])
        rows.append(row)
    return np.array(rows)


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_vectors_and_words_count_alike(limit: int) -> None:
    puzzles = damaged(600, limit)
    solutions, counts, _ = solve_batch(puzzles, limit, by="vectors")
    on_words, counted, _ = solve_batch(puzzles, limit, by="words")
    assert (counts == counted).all()
    assert set(np.minimum(counts, 2)) == ({0, 1} if limit == 1 else {0, 1, 2})
    if limit > 1:
        assert (solutions[counts == 1] == on_words[counts == 1]).all()


def test_vectors_and_exact_cover_count_alike() -> None:
    puzzles = damaged(25, 7)
    counts = solve_batch(puzzles, 20, by="vectors")[1]
    for row, count in zip(puzzles.tolist(), counts.tolist(), strict=True):
        assert len(finish("dlx", Sudoku(NINE, tuple(row)), Goal.ALL, 20).solutions) == count


@pytest.mark.parametrize("by", sorted(WAYS))
def test_the_empty_grid_stops_at_the_limit(by: str) -> None:
    assert solve_batch(np.zeros((1, 81), dtype=np.int32), 200, by=by)[1].tolist() == [200]


@pytest.mark.parametrize("by", sorted(WAYS))
def test_two_equal_givens_in_a_unit_leave_no_solution(by: str) -> None:
    rows = []
    for other in (8, 72, 10):  # of the first cell's row, column, box
        row = np.zeros(81, dtype=np.int32)
        row[0] = row[other] = 5
        rows.append(row)
    assert solve_batch(np.array(rows), 2, by=by)[1].tolist() == [0, 0, 0]


@pytest.mark.parametrize("by", sorted(WAYS))
def test_a_search_in_small_pieces_is_the_same_search(by: str) -> None:
    problem = Sudoku(NINE, tuple(damaged(40, 3)[17].tolist()))
    entry = algorithm("sudoku", "bands")
    whole = finish("bands", problem, Goal.COUNT, 500, by=by)
    pieces = entry.start(problem, Goal.COUNT, 500, by=by)
    shares = []
    while pieces.status.value == "running":
        pieces.advance(7, quota=3)
        shares.append(pieces.snapshot().progress or 1.0)
        again = entry.start(problem, Goal.COUNT, 500, by=by)
        again.restore(pieces.state())
        pieces = again
    assert pieces.counts() == whole.counts()
    assert list(pieces.solutions) == list(whole.solutions)
    assert shares == sorted(shares)


def test_interpreted_and_compiled_visit_the_same_nodes() -> None:
    rows = PUZZLES[-2:]
    state = WAYS["vectors"].room()[2]
    nodes = Workspace("vectors").solve(rows, 2)[2]
    for row, expected in zip(rows, nodes.tolist(), strict=True):
        triads.begin.interpret(state, row)  # type: ignore[attr-defined]
        triads.search_triads.interpret(state, 1 << 40, 2, np.zeros((1, 81), dtype=np.int32))  # type: ignore[attr-defined]
        assert state.counters[0] == expected


def test_a_digit_has_six_ways_through_a_band() -> None:
    assert len(set(CONFIGURATIONS)) == 6
    assert all(sorted(taken) == [0, 1, 2] for taken in CONFIGURATIONS)
    assert best_way() in WAYS


def test_lanes_are_taken_from_their_places() -> None:
    vector = np.arange(100, 116, dtype=np.uint16)
    assert shuffle(vector, places(3, 3, 0, 15)).tolist() == [103, 103, 100, 115]
    order = np.random.default_rng(1).integers(0, LANES, (2, LANES))
    table = permutation_table(order)
    assert permute(vector, table, 3 * LANES).tolist() == vector[order[1]].tolist()
    assert [*lower_half(vector), *upper_half(vector)] == vector.tolist()
    order = np.random.default_rng(2).integers(0, 8, (2, LANES))
    assert permute_half(vector[:8], half_permutation_table(order), LANES).tolist() == vector[order[1]].tolist()
    assert count_of_nine(np.arange(512, dtype=np.uint16)).tolist() == [each.bit_count() for each in range(512)]


@pytest.mark.skipif(not COMPILED, reason="Numba is not installed or switched off")
@pytest.mark.parametrize(("name", "way"), [("nehalem", "vectors"), ("x86-64", "words")])
def test_a_processor_that_is_named_is_taken_for_what_it_is(name: str, way: str) -> None:
    if platform.machine().lower() not in ("x86_64", "amd64") or best_way() == "words":
        pytest.skip("not a processor like these")
    code = (
        "import json, numpy as np\n"
        "from core.sudoku.bands import Workspace, best_way\n"
        "from core.sudoku.puzzle_lines import read_plain\n"
        "from tests.core.sudoku_samples import shipped_nines\n"
        "read_plain.compile(*(np.zeros(1, dtype=kind) for kind in 'BlB'), 0, np.zeros((1, 81), dtype='i'))\n"
        "work = Workspace() if best_way() == 'vectors' else None\n"  # the words are tested elsewhere
        "counts = work.solve(np.array(shipped_nines(), dtype=np.int32), 2)[1].tolist() if work else None\n"
        "from numba.core.registry import cpu_target\n"
        "print(json.dumps([best_way(), counts, cpu_target.target_context.codegen().magic_tuple()[1:]]))"
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_CPU")}
    environment["NUMBA_CPU_NAME"] = name
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    chosen, counts, used = json.loads(shown.stdout)
    assert (chosen, used) == (way, [name, ""])  # and not with what this machine has besides
    if way == "vectors":
        assert counts == [1] * len(PUZZLES)
