"""Machine code that Python calls by itself: what goes in and comes out, and that Numba is not needed for it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from core._kernels.kernel import COMPILED
from core._kernels.native import POSSIBLE
from core.running import kernel
from tests import ROOT

pytestmark = pytest.mark.skipif(not COMPILED, reason="Numba is not installed or switched off")


class Pair(NamedTuple):
    first: Any
    second: Any


class Triple(NamedTuple):
    one: int
    pair: Pair
    words: Any


@kernel
def mix(state: Any, step: Any, share: Any, upwards: Any) -> Any:
    """Reads something of every kind of argument, and writes to each array."""
    state.pair.first[1, 2] += step
    state.words[0] ^= np.uint64(1) << np.uint64(63)
    total = np.int64(0)
    for i in range(state.pair.second.size):
        total += state.pair.second[i]
    if upwards:
        total += np.int64(share * 8.0)
    return total + state.one + state.pair.first[1, 2]


def mixed(run: Callable[..., Any]) -> tuple[Any, list[Any]]:
    square, small = np.arange(12, dtype=np.uint32).reshape(3, 4), np.array([-3, 5], np.int8)
    words = np.array([7], np.uint64)
    given = run(Triple(1 << 40, Pair(square, small), words), 5, 0.25, True)
    return given, [square.tolist(), small.tolist(), words.tolist()]


def test_every_kind_of_argument_arrives() -> None:
    given, arrays = mixed(mix)
    assert (given, arrays) == mixed(mix.interpret)
    assert given == (1 << 40) + 2 + 2 + 11
    assert arrays[2] == [7 | 1 << 63]


@kernel
def numbers(small: Any, large: Any, share: Any, upwards: Any) -> Any:
    return np.int64(small) * 2, large >> np.uint64(60), np.float64(share) * 2.0, not upwards


def test_numbers_of_every_width_arrive() -> None:
    assert numbers(np.int8(-3), np.uint64(9 << 60), np.float32(0.75), np.bool_(False)) == (-6, 9, 1.5, True)
    assert numbers(np.int16(-300), np.uint64(1), np.float64(-0.1), np.bool_(True)) == (-600, 0, -0.2, False)


@kernel
def ends(values: Any) -> Any:
    return values[0], values[values.size - 1] > 0.5


@kernel
def doubled(value: Any) -> Any:
    return value + value


@kernel
def divided(value: Any, by: Any) -> Any:
    return value // by


@kernel
def fresh(values: Any) -> Any:
    return values + 1


def test_what_comes_back_is_as_it_is_given() -> None:
    assert ends(np.array([1.5, 0.25])) == (1.5, False)
    assert ends(np.array([7, 9], np.uint8)) == (7, True)  # another signature, other machine code
    assert ends(np.array([2.5, 0.75])) == (2.5, True)
    assert doubled(3) == 6
    assert doubled(0.25) == 0.5
    assert type(doubled(3)) is int


def test_what_a_kernel_raises_is_raised() -> None:
    assert divided(7, 2) == 3
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        divided(7, 0)
    assert divided(-7, 2) == -4


def test_what_only_numba_can_give_back_comes_from_numba() -> None:
    assert fresh(np.arange(3)).tolist() == [1, 2, 3]
    assert fresh(np.arange(6)[::2]).tolist() == [1, 3, 5]


def test_an_array_at_the_place_of_another_is_not_taken_for_it() -> None:
    for n in range(1, 60):
        values = np.full(n, n, dtype=np.int64)
        assert ends(values) == (n, True)
        del values
    kept = [np.full(3, n, dtype=np.int64) for n in range(1, 1200)]  # more than are remembered before some are dropped
    assert [ends(values)[0] for values in (*kept, *kept)] == [*range(1, 1200), *range(1, 1200)]


SCRIPT = """
import sys
import numpy as np
import core
from core import Goal, Queens, Run, algorithm
from core._kernels.kernel import kernel

@kernel
def fresh(values):
    return values + 1

if "odd" in sys.argv:
    print(fresh(np.arange(3)).tolist())
search = algorithm("queens", "backtracking").start(Queens(8), Goal.ALL)
search.prepare()
print(Run(search).drive().engine, search.snapshot().nodes, "numba" in sys.modules)
"""


@pytest.mark.slow
@pytest.mark.skipif(not POSSIBLE, reason="Windows has machine code called by Numba")
def test_machine_code_on_the_disk_needs_no_numba(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    settings = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "NUMBA_CACHE_DIR": str(tmp_path / "machine code")}

    def said(*arguments: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-m", "script", *arguments], cwd=tmp_path, capture_output=True, text=True,
            env={**os.environ, **settings},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    made = said("odd")
    assert made == ["[1, 2, 3]", "compiled 2057 True"]
    assert said() == ["compiled 2057 False"]
    assert said("odd") == made, "it is known to need Numba"


TUNABLES = "glibc.malloc.tcache_count=0:glibc.malloc.perturb=165"
"""The C library fills what is free again with something else."""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the C library here fills no memory that is free")
def test_nothing_is_read_where_memory_is_free_again() -> None:
    code = "from core import Goal, Queens, algorithm\n"
    code += "search = algorithm('queens', 'bitmask').start(Queens(6), Goal.COUNT)\nsearch.prepare()\n"
    code += "search.advance(1000)\nprint(search.counts()[0])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "GLIBC_TUNABLES": TUNABLES},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.stdout, done.returncode) == ("4\n", 0)
