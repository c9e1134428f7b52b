"""Begin interpreted, go on compiled: the same run, whichever engine made which of its steps."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import Algorithm, Engine, Goal, KernelSearch, Problem, Queens, Run, Search, Status, algorithm, algorithms
from core._kernels.compiling import compile_soon, wait_for_code
from core._kernels.kernel import COMPILED
from core._kernels.native import POSSIBLE
from core.running import KEPT, Kernel, kernel
from core.running._kernel_runner import HOPELESS_STEPS, PATIENT_STEPS
from tests import PATIENCE, ROOT
from tests.cases import slow
from tests.core.running.cases import GIVENS, NAMED, to_the_end

needs_numba = pytest.mark.skipif(not COMPILED, reason="Numba is not installed or switched off")


def kernel_of(search: Search) -> Kernel:
    assert isinstance(search, KernelSearch)
    return search.kernel


@pytest.fixture
def no_machine_code(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that makes a search's kernel forget its machine code, and never ask for it."""

    def forget(search: Search) -> None:
        monkeypatch.setattr(kernel_of(search), "_natives", {})
        monkeypatch.setattr(kernel_of(search), "_dispatcher", None)
        monkeypatch.setattr(kernel_of(search), "interpreted_steps", -(1 << 60))
        monkeypatch.setattr(kernel_of(search), "interpreted_seconds", -1e9)

    return forget


RANDOM = [
    pytest.param(entry, problem, {"choice": "random"}, id=f"{entry.problem}-{entry.key}-random")
    for entry in algorithms("cover")
    for problem in (problem for of, problem in NAMED.values() if of is entry)
    if any(p.key == "choice" and any(value == "random" for value, _ in p.choices) for p in entry.parameters)
]


@needs_numba
@pytest.mark.parametrize(
    ("entry", "problem", "parameters"),
    [pytest.param(*pair, {}, id=name) for name, pair in NAMED.items() if pair[0].key != "closed-form"] + RANDOM,
)
def test_both_engines_come_by_the_same_state_and_can_take_turns(
    entry: Algorithm, problem: Problem, parameters: dict[str, str], no_machine_code: Any
) -> None:
    compiled, mixed = (entry.start(problem, entry.goals[-1], None, parameters=parameters) for _ in range(2))
    assert isinstance(mixed, KernelSearch)
    compiled.prepare()
    machine, dispatcher = kernel_of(compiled)._natives, kernel_of(compiled)._dispatcher
    assert bool(machine) is POSSIBLE, "Numba has to be there for this one"
    for budget in (1, 3, 19):
        compiled.advance(budget)
    assert compiled.snapshot().engine is Engine.COMPILED
    no_machine_code(mixed)
    for budget in (1, 3, 19):
        mixed._runner._budget = budget
        mixed.advance(budget)
    assert mixed.snapshot().engine is Engine.INTERPRETED
    ours, theirs = mixed.state(), compiled.state()
    ours["counters"][KEPT] = theirs["counters"][KEPT] = 0  # of the last call alone
    for name, value in theirs.items():
        assert np.array_equal(ours[name], value), name
    kernel_of(mixed)._natives, kernel_of(mixed)._dispatcher = machine, dispatcher
    assert to_the_end(mixed) == to_the_end(compiled)


@needs_numba
def test_a_long_search_changes_over_by_itself_and_says_so(
    no_machine_code: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = algorithm("queens", "permutations").start(Queens(8), Goal.COUNT)
    no_machine_code(search)
    own = kernel_of(search)
    monkeypatch.setattr(own, "interpreted_steps", 0)
    monkeypatch.setattr("core._kernels.compiling._asked", {})
    while not own.compiled and search.advance(5_000) is Status.RUNNING:
        if search.counts()[1] >= PATIENT_STEPS:
            assert wait_for_code(own, PATIENCE)
    steps = search.counts()[1]
    assert PATIENT_STEPS <= steps < 109_601
    search.advance(1 << 40)
    assert (search.snapshot().engine, search.counts()) == (Engine.BOTH, (92, 109_601))


@needs_numba
def test_a_search_known_to_be_long_waits_for_machine_code(no_machine_code: Any) -> None:
    few, many = (algorithm("queens", "min-conflicts").start(Queens(n), Goal.FIRST) for n in (99, HOPELESS_STEPS))
    no_machine_code(few)
    assert (few.waits_for_machine_code, many.waits_for_machine_code) == (False, True)
    many.advance(10)
    assert many.snapshot().engine is Engine.COMPILED


@needs_numba
@pytest.mark.parametrize(
    ("key", "n", "goal", "budget", "asks"),
    [
        ("bitmask", 12, Goal.COUNT, 10, True), ("bitmask", 12, Goal.COUNT, 1, False),
        ("bitmask", 11, Goal.COUNT, 10, False), ("bitmask", 12, Goal.FIRST, 10, False),
        ("symmetry", 12, Goal.COUNT, 10, False), ("symmetry", 14, Goal.COUNT, 10, True),
    ],
)  # fmt: skip
def test_a_count_with_many_solutions_asks_for_machine_code_at_once(
    key: str, n: int, goal: Goal, budget: int, asks: bool, no_machine_code: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = algorithm("queens", key).start(Queens(n), goal)
    no_machine_code(search)
    monkeypatch.setattr("core._kernels.compiling._asked", {})
    search.advance(budget)
    assert wait_for_code(kernel_of(search), PATIENCE)
    assert kernel_of(search).compiled is asks
    assert not search.waits_for_machine_code


def test_nothing_is_said_of_an_engine_where_there_is_none() -> None:
    assert Run(algorithm("queens", "closed-form").start(Queens(9), Goal.FIRST)).drive().engine is None


@needs_numba
def test_a_kernel_that_cannot_be_compiled_says_so_instead_of_staying_slow() -> None:
    @kernel
    def wrong(state: Any, budget: Any, quota: Any, found: Any) -> None:
        state.no_such_thing(budget)

    compile_soon(wrong, (np.zeros(1),), 1, 1, np.zeros((1, 1)))
    assert wait_for_code(wrong, PATIENCE)
    assert "no_such_thing" in str(wrong.failure)


def python(code: str, tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, input=GIVENS,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), **environment},
    )  # fmt: skip


@pytest.mark.parametrize(
    "arguments", [["queens", "8"], ["queens", "8", "--algorithm", "dlx-s"], ["sudoku", "solve", "-"]]
)
def test_small_work_never_imports_numba(arguments: list[str], tmp_path: Path) -> None:
    # It is the work that is small: how long a busy machine takes over it is another matter.
    code = f"""
import sys
import core.running._kernel_runner
from core._cli.command_line import main
core.running._kernel_runner.PATIENT_SECONDS = 1e9
assert main({arguments!r}) == 0
assert "numba" not in sys.modules
"""
    done = python(code, tmp_path)
    assert done.returncode == 0, done.stderr


SEARCH = """
from core import Goal, Queens, Run, algorithm
def count(n):
    return Run(algorithm("queens", "dlx-s").start(Queens(n), Goal.COUNT)).drive()
"""


def test_without_numba_it_stays_interpreted(tmp_path: Path) -> None:
    code = "import sys; sys.modules['numba'] = None" + SEARCH + "print(count(9).engine)"
    assert python(code, tmp_path).stdout == "interpreted\n"


def test_with_a_numba_that_does_not_work_it_stays_interpreted(tmp_path: Path) -> None:
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text("raise ImportError('not for this processor')")
    code = SEARCH + "shot = count(9); print(shot.engine, shot.solutions)"
    done = python(code, tmp_path, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert done.stdout == "interpreted 352\n", done.stderr


@needs_numba
@pytest.mark.parametrize("end", ["leave(7)", slow("sys.exit(7)")])
def test_the_process_can_end_while_something_is_compiled(end: str, tmp_path: Path) -> None:
    code = f"""
import sys
from core import Goal, Queens, algorithm
from core._kernels.background import leave
search = algorithm("queens", "dlx-s").start(Queens(12), Goal.COUNT)
while not search.snapshot().code_coming:
    search.advance(1_000)
search.advance(3_000)
{end}
"""
    done = python(code, tmp_path)
    assert (done.returncode, done.stderr) == (7, "")


@pytest.mark.skipif(not (COMPILED and POSSIBLE), reason="Numba is not installed or switched off")
def test_machine_code_made_by_another_process_is_read_without_numba(tmp_path: Path) -> None:
    code = """
import sys
from core._kernels.compiling import compile_apart
from core._queens.problem import Queens
from core._queens.turns import TurnedSearch
search = TurnedSearch(Queens(6), quarter=False)
read = lambda: search.kernel.read(search.kernel_state(), 0, 0, search._found[:0])
compile_apart("raise SystemExit('a process that fails')")
print(read())
compile_apart("from core._queens.turns import *; TurnedSearch(Queens(4), quarter=False).prepare()")
print(read(), "numba" in sys.modules)
"""
    done = python(code, tmp_path)
    assert done.stdout == "False\nTrue False\n", done.stderr
