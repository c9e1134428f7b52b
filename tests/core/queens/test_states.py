"""Whatever is in the bounds that a search declares may be counted wrong, but neither crashes it nor holds it up."""

from __future__ import annotations

import os

import pytest

from tests.cases import slow
from tests.enduring import endured


@pytest.mark.timeout(0)
@pytest.mark.parametrize("interpreted", [True, False], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("states", [12, slow(40)])
def test_any_state_in_bounds_is_gone_on_from(interpreted: bool, states: int) -> None:
    done = endured(
        ["-X", "faulthandler", "-W", "error", "-m", "tests.core.queens.any_state", str(states)],
        os.environ | {"NUMBA_DISABLE_JIT": str(int(interpreted))},
    )
    assert (done.returncode, done.stderr) == (0, "")
    taken_up, wrong = (int(word) for word in done.stdout.split() if word.isdigit())
    assert taken_up > 25 * states
    assert 0 < wrong < taken_up
