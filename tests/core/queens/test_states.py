"""Whatever is in the bounds that a search declares may be counted wrong, but neither crashes it nor holds it up."""

from __future__ import annotations

import os

import pytest

from tests.enduring import endured


@pytest.mark.timeout(0)
@pytest.mark.parametrize("interpreted", [True, False], ids=["interpreted", "compiled"])
def test_any_state_in_bounds_is_gone_on_from(interpreted: bool) -> None:
    done = endured(
        ["-X", "faulthandler", "-W", "error", "-m", "tests.core.queens.any_state"],
        os.environ | {"NUMBA_DISABLE_JIT": str(int(interpreted))},
    )
    assert (done.returncode, done.stderr) == (0, "")
    taken_up, wrong = (int(word) for word in done.stdout.split() if word.isdigit())
    assert taken_up > 1000
    assert 0 < wrong < taken_up
