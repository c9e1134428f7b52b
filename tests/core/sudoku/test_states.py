"""Searches given states whose numbers are all in bounds and mean nothing: they may count wrong, and no more.

Nobody but the holder of the key can make such a file; a slip in this program can.  Interpreted, an index beside an
array is an error; as machine code it would be a crash, and a circle of links would never end.
"""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import core
from core import Goal, KernelSearch, Shape
from core._kernels.kernel import COMPILED
from core._search import WrongSolution
from core.running import KEPT, LEVEL, PHASE
from core.running._kernel_search import NODES, SOLUTIONS, UNBOUNDED, UPDATES
from core.sudoku._solvers.clauses import EACH, HEAD, LEVEL_NOW, TRAIL
from core.sudoku.rules import USUAL, parse_rule
from tests.cases import slow
from tests.enduring import endured

SEVERAL = core.Sudoku.parse("1..2......4....3")
RULES = (
    "cage 15: r1c1 r1c2 r2c1", "cage 7: r4c4 r4c5", "arrow r5c1: r5c2-r5c4", "thermo: r9c1-r9c4", "sandwich 15: r3",
    "zipper: r7c1-r7c5", "renban: r6c6-r6c9", "quadruple 1 4: r8c8", "circles: r1c9 r2c5 r3c9", "x-sum 27: r2 left",
)  # fmt: skip
RULED = core.Sudoku(Shape(3, 3), rules=(*USUAL, *(parse_rule(line, Shape(3, 3)) for line in RULES)))
OPEN = core.Sudoku.parse("..............3.85..1.2.......5.7.....4...1...9" + 34 * ".")
SEARCHES: list[tuple[str, dict[str, str], core.Sudoku]] = [
    (key, settings, problem)
    for problem in (SEVERAL, OPEN)
    for key, settings in (
        ("backtracking", {}), ("bitmask", {}), ("propagation", {}), ("propagation", {"inference": "singles"}),
        ("learning", {}), ("bands", {}),
    )
    if key != "bands" or problem is OPEN
] + [("propagation", {}, RULED)]  # fmt: skip


def _begun(key: str, settings: dict[str, str], problem: core.Sudoku) -> KernelSearch:
    entry = core.algorithm("sudoku", key)
    search = entry.start(problem, Goal.COUNT if Goal.COUNT in entry.goals else Goal.FIRST, None, parameters=settings)
    assert isinstance(search, KernelSearch)
    return search


def _any(name: str, array: NDArray[Any], search: KernelSearch, chance: np.random.Generator) -> NDArray[Any]:
    """An array of the same form, of numbers in its bounds."""
    if array.dtype.kind == "f":
        bounds = search.array_bounds().get(name, (0.0, 1e300))
        least, most = (np.broadcast_to(np.asarray(bound, dtype=np.float64), array.shape) for bound in bounds)
        return np.where(chance.random(array.shape) < 0.2, most, least + chance.random(array.shape) * (most - least))
    whole = np.iinfo(array.dtype)
    least, most = search.array_bounds().get(name, (whole.min, whole.max))
    drawn = chance.integers(least, most, array.shape, endpoint=True, dtype=array.dtype)
    ends = np.broadcast_to(np.asarray(most, dtype=array.dtype), array.shape)
    return np.where(chance.random(array.shape) < 0.1, ends, drawn)


def _damaged(search: KernelSearch, chance: np.random.Generator) -> dict[str, Any]:
    """A state of the search with some entries, some arrays or all of them replaced by any numbers in their bounds."""
    state = {**search.state(), "status": "running"}
    share = float(chance.choice([0.0, 0.002, 0.05, 1.0]))
    deepest = search.counter_bounds()[LEVEL][1]
    deep = chance.random() < 0.2
    only = chance.choice([*search.arrays, ""])
    for name, array in search.arrays.items():
        if only in ("", name):
            wrong = _any(name, array, search, chance)
            state[f"array:{name}"] = np.where(chance.random(array.shape) < share, wrong, array)
        rows = array.reshape(deepest + 1, -1) if len(array) % (deepest + 1) == 0 else array
        if deep and rows.ndim == 2:  # the first level again at all of them, so that there is more to come
            state[f"array:{name}"] = np.broadcast_to(rows[0], rows.shape).reshape(array.shape)
    counters = state["counters"]
    if deep or chance.random() < 0.5:
        for index, (least, most) in {6: (-9, UNBOUNDED), 7: (-9, UNBOUNDED), **search.counter_bounds()}.items():
            counters[index] = chance.integers(least, most, endpoint=True)
        if deep:
            counters[LEVEL] = deepest
        counters[PHASE] = chance.choice(search.phases)
        counters[[NODES, SOLUTIONS, UPDATES, KEPT]] = 1000
    return state


def _learning_out_of_step() -> list[KernelSearch]:
    """Searches by clause learning whose trail and clauses fit together, and whose levels mean nothing."""
    clash = core.Sudoku.parse("1..1............")
    empty = core.Sudoku.empty(clash.shape)
    too_deep, empty_levels, all_false = (_begun("learning", {}, problem) for problem in (empty, clash, SEVERAL))
    too_deep.arrays["numbers"][LEVEL_NOW] = 16
    too_deep.arrays["limits"][1:17] = too_deep.arrays["numbers"][TRAIL]
    empty_levels.arrays["numbers"][LEVEL_NOW] = 3
    empty_levels.arrays["limits"][1:4] = 2
    numbers, options = all_false.arrays["numbers"], np.arange(64)
    all_false.arrays["value"][options], all_false.arrays["trail"][options] = 0, options
    numbers[TRAIL] = numbers[HEAD] = 64
    false = np.isin(all_false.fixed["members"], options)
    left = np.where(false, 0, EACH + all_false.fixed["members"].astype(np.int64))
    all_false.arrays["rest"][:] = np.add.reduceat(left, all_false.fixed["starts"][:-1])
    return [too_deep, empty_levels, all_false]


def work_on_levels_out_of_step() -> int:
    """Take those up and go on; returns how many there are."""
    searches = _learning_out_of_step()
    for damaged in searches:
        search = _begun("learning", {}, damaged.problem)  # type: ignore[arg-type]
        if COMPILED:
            search.prepare()
        search.restore(damaged.state())
        with contextlib.suppress(WrongSolution):
            search.advance(200)
    return len(searches)


def work_on_damaged_states(rounds: int) -> Iterator[tuple[str, int]]:
    """Take up so many damaged states of every search and go on from there; says of each how many were taken up."""
    for number, (key, settings, problem) in enumerate(SEARCHES):
        taken = 0
        chance = np.random.default_rng(len(key))
        for turn in range(rounds):
            begun = _begun(key, settings, problem)
            if COMPILED:
                begun.prepare()
            begun.advance(random.Random(turn).randrange(40))
            damaged = _begun(key, settings, problem)
            try:
                damaged.restore(_damaged(begun, chance))
            except ValueError:
                continue
            taken += 1
            with np.errstate(all="ignore"):
                try:
                    damaged.advance(60)
                except WrongSolution:
                    continue
                damaged.snapshot()
                damaged.branch_path()
                damaged.choices()
        yield f"{key} {number}", taken


@pytest.mark.timeout(0)
@pytest.mark.parametrize("rounds", [3, slow(25)])
@pytest.mark.parametrize("interpreted", [True, False] if COMPILED else [True])
def test_states_in_bounds_neither_crash_nor_hang(interpreted: bool, rounds: int) -> None:
    # One process for all: most of a process's time is its start. The last line written names the one before a crash.
    said = _run(f"for name, taken in work_on_damaged_states({rounds}): print(taken, name, flush=True)", interpreted)
    assert [line.partition(" ")[2] for line in said] == [f"{key} {at}" for at, (key, _, _) in enumerate(SEARCHES)]
    assert all(int(line.partition(" ")[0]) > 0 for line in said)


@pytest.mark.timeout(0)
@pytest.mark.parametrize("interpreted", [True, False] if COMPILED else [True])
def test_levels_that_mean_nothing_lead_nowhere(interpreted: bool) -> None:
    assert _run("print(work_on_levels_out_of_step())", interpreted) == ["3"]


def _run(call: str, interpreted: bool) -> list[str]:
    """What a process of its own writes, line by line."""
    code = f"from tests.core.sudoku.test_states import *\n{call}"
    done = endured(["-c", code], os.environ | {"NUMBA_DISABLE_JIT": str(int(interpreted))})
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    return done.stdout.splitlines()
