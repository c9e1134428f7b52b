"""The kernel of `bands` against propagation and plain exact cover, on puzzles and damaged puzzles."""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core import Goal, Shape, Sudoku, algorithm
from core._kernels.kernel import COMPILED
from core._kernels.shuffles import (
    NOTHING,
    count_of_nine,
    lower_half,
    permutation_table,
    permute,
    places,
    shortfall,
    shuffle,
    swapped,
    twice,
    upper_half,
    without,
)
from core._kernels.simd import load, lowest_place, splat, store
from core.running import kernel
from core.running._kernel_search import COUNTERS
from core.sudoku._bulk import triads
from core.sudoku._bulk.bands import BandsWorkspace, solve_batch
from core.sudoku._bulk.processor import shuffles_bytes
from core.sudoku._bulk.triad_tables import CONFIGURATIONS
from tests.cases import slow
from tests.core.sudoku.samples import finish, shipped_nines

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
def test_vectors_and_propagation_count_alike(limit: int) -> None:
    puzzles = damaged(300, limit)
    solutions, counts, _ = solve_batch(puzzles, limit)
    assert set(np.minimum(counts, 2)) == ({0, 1} if limit == 1 else {0, 1, 2})
    for row, solution, count in zip(puzzles.tolist(), solutions.tolist(), counts.tolist(), strict=True):
        search = finish("propagation", Sudoku.of(NINE, row), Goal.ALL, limit)
        assert search.counts()[0] == count
        if count == 1 < limit:
            assert search.solutions[0] == tuple(solution)


def test_every_other_puzzle_of_an_array_is_solved_where_it_lies() -> None:
    puzzles = damaged(20, 4)
    assert solve_batch(puzzles[::2], 3)[1].tolist() == solve_batch(puzzles, 3)[1][::2].tolist()


def test_vectors_and_exact_cover_count_alike() -> None:
    puzzles = damaged(25, 7)
    counts = solve_batch(puzzles, 20)[1]
    for row, count in zip(puzzles.tolist(), counts.tolist(), strict=True):
        assert len(finish("dlx", Sudoku.of(NINE, tuple(row)), Goal.ALL, 20).solutions) == count


def test_the_empty_grid_stops_at_the_limit() -> None:
    assert solve_batch(np.zeros((1, 81), dtype=np.int32), 200)[1].tolist() == [200]


def test_two_equal_givens_in_a_unit_leave_no_solution() -> None:
    rows = []
    for other in (8, 72, 10):  # of the first cell's row, column, box
        row = np.zeros(81, dtype=np.int32)
        row[0] = row[other] = 5
        rows.append(row)
    assert solve_batch(np.array(rows), 2)[1].tolist() == [0, 0, 0]


def test_a_search_in_small_pieces_is_the_same_search() -> None:
    problem = Sudoku.of(NINE, tuple(damaged(40, 3)[17].tolist()))
    entry = algorithm("sudoku", "bands")
    whole = finish("bands", problem, Goal.COUNT, 500)
    pieces = entry.start(problem, Goal.COUNT, 500)
    shares = []
    while pieces.status.value == "running":
        pieces.advance(7, quota=3)
        shares.append(pieces.snapshot().progress or 1.0)
        again = entry.start(problem, Goal.COUNT, 500)
        again.restore(pieces.state())
        pieces = again
    assert pieces.counts() == whole.counts()
    assert list(pieces.solutions) == list(whole.solutions)
    assert shares == sorted(shares)


def test_interpreted_and_compiled_visit_the_same_nodes() -> None:
    rows = PUZZLES[-2:]
    state = triads.Triads(**triads.arrays(), counters=np.zeros(COUNTERS, dtype=np.int64))
    nodes = BandsWorkspace().solve(rows, 2)[2]
    for row, expected in zip(rows, nodes.tolist(), strict=True):
        triads.begin.interpret(state, row)
        triads.search_triads.interpret(state, 1 << 40, 2, np.zeros((1, 81), dtype=np.int32))
        assert state.counters[0] == expected


def test_a_digit_has_six_ways_through_a_band() -> None:
    assert len(set(CONFIGURATIONS)) == 6
    assert all(sorted(taken) == [0, 1, 2] for taken in CONFIGURATIONS)


_PLACES = places(3, 3, 0, 15, 12, 9, 1, 4)
_ORDERS = np.random.default_rng(1).integers(NOTHING, 8, (3, 16))
_ORDERS[0, 0], _ORDERS[1, 0], _ORDERS[1, 8] = NOTHING, NOTHING, 0
_TABLE = permutation_table(_ORDERS)
_EIGHT, _SIXTEEN = (0,) * 8, (0,) * 16
_AT = tuple(np.uint64(16 * row) for row in range(9))


@kernel
def _moved(lanes: Any, out: Any) -> Any:
    """What each of the functions makes of the first 16 lanes and the next."""
    vector, other = load(lanes, _AT[0], _SIXTEEN), load(lanes, _AT[1], _SIXTEEN)
    store(out, _AT[0], shuffle(vector, _PLACES))
    store(out, _AT[1], permute(vector, _TABLE, _AT[1]))
    store(out, _AT[2], permute(lower_half(vector), _TABLE, _AT[2]))
    store(out, _AT[3], twice(upper_half(vector)))
    store(out, _AT[4], swapped(vector))
    store(out, _AT[5], count_of_nine(vector & splat(np.uint16(511), _SIXTEEN)))
    store(out, _AT[6], shortfall(vector, other))
    store(out, _AT[7], without(vector, other))
    return lowest_place(np.uint64(lanes[0]) << _AT[2])


def test_lanes_are_moved_alike_by_machine_code_and_interpreted() -> None:
    def in_halves(row: list[int]) -> list[int]:
        return [0 if place == NOTHING else int(lanes[lane // 8 * 8 + place]) for lane, place in enumerate(row)]

    chance = np.random.default_rng(2)
    for run in (_moved, _moved.interpret):
        for _ in range(20):
            lanes = chance.integers(1, 1 << 16, 32).astype(np.uint16)
            vector, other = lanes[:16].tolist(), lanes[16:].tolist()
            out = np.zeros(128, dtype=np.uint16)
            lowest = run(lanes, out)
            shuffled, permuted, half, doubled, swapped_, counted, lacking, left = out.reshape(8, 16).tolist()
            assert shuffled[:8] == [vector[len(place)] for place in _PLACES]
            assert permuted == in_halves(_ORDERS[1].tolist())
            assert half[:8] == in_halves(_ORDERS[2, :8].tolist())
            assert doubled == vector[8:] * 2
            assert swapped_ == vector[8:] + vector[:8]
            assert counted == [(value & 511).bit_count() for value in vector]
            assert lacking == [max(0, b - a) for a, b in zip(vector, other, strict=True)]
            assert left == [a & ~b for a, b in zip(vector, other, strict=True)]
            assert lowest == 32 + (vector[0] & -vector[0]).bit_length() - 1


@pytest.mark.skipif(not COMPILED, reason="Numba is not installed or switched off")
@pytest.mark.parametrize(("name", "way"), [slow("nehalem", "bands"), ("x86-64", "propagation")])
def test_a_processor_that_is_named_is_taken_for_what_it_is(name: str, way: str, tmp_path: Path) -> None:
    if platform.machine().lower() not in ("x86_64", "amd64") or not shuffles_bytes():
        pytest.skip("not a processor like these")
    solved = (
        "import json, numpy as np\n"
        "from core.sudoku._bulk.bands import BandsWorkspace\n"
        "from core.sudoku._problem import Sudoku\n"
        "from core.sudoku._shape import Shape\n"
        "from core.sudoku._verdict import propose\n"
        "from tests.core.sudoku.samples import shipped_nines\n"
        "key = propose(Sudoku.empty(Shape(3, 3))).key\n"
        "work = BandsWorkspace() if key == 'bands' else None\n"  # other solvers are tested elsewhere
        "counts = work.solve(np.array(shipped_nines(), dtype=np.int32), 2)[1].tolist() if work else None\n"
        "print(json.dumps([key, counts]))"
    )
    made = (  # and not read from the disk: only then is Numba there to be asked
        "import json, numpy as np\n"
        "from core.sudoku._bulk.puzzle_lines import read_plain\n"
        "read_plain.compile(*(np.zeros(1, dtype=kind) for kind in 'BlB'), 0, np.zeros((1, 81), dtype='i'))\n"
        "from numba.core.registry import cpu_target\n"
        "print(json.dumps(cpu_target.target_context.codegen().magic_tuple()[1:]))"
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_CPU")}
    environment["NUMBA_CPU_NAME"] = name

    def said(code: str, **more: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment | more
        )
        return json.loads(done.stdout)

    if name == "nehalem":
        assert said(made, NUMBA_CACHE_DIR=str(tmp_path)) == [name, ""], "and not with what this machine has besides"
    chosen, counts = said(solved)
    assert chosen == way
    if way == "bands":
        assert counts == [1] * len(PUZZLES)
