"""Kernels run interpreted where they cannot be compiled: the same source, the same answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from core._kernels.kernel import COMPILED
from core.running import kernel
from tests import ROOT
from tests.core.kernels.sample import outcomes


def sample_in_a_process(**environment: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.core.kernels.sample"],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_interpreted_kernels_give_the_same_answers() -> None:
    interpreted = sample_in_a_process(NUMBA_DISABLE_JIT="1")
    assert interpreted["compiled"] is False
    compiled = json.loads(json.dumps(outcomes()))
    assert interpreted["outcomes"].keys() == compiled.keys()
    for name, outcome in compiled.items():
        assert interpreted["outcomes"][name] == outcome, name


@pytest.mark.skipif(not COMPILED, reason="Numba is not installed or switched off")
def test_a_kernel_says_whether_it_is_compiled() -> None:
    @kernel
    def doubled(values: Any) -> None:
        for i in range(len(values)):
            values[i] *= 2

    assert not doubled.compiled
    values = np.arange(3)
    doubled(values)
    assert values.tolist() == [0, 2, 4]
    assert doubled.compiled
