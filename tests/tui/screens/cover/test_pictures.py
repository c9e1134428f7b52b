"""What the exact cover screen looks like, in the views that matter, on a small and a large terminal."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.screens.conftest import LooksAlike
from tests.tui.screens.cover.steps import app_with, press, settle

SMALL, LARGE = (80, 24), (140, 45)


@pytest.mark.parametrize(
    ("what", "keys", "size"),
    [
        pytest.param("four-sets", (), SMALL, id="matrix"),
        pytest.param("four-sets", ("L", "semicolon"), LARGE, id="links"),
        pytest.param("knuth-2000", ("G",), SMALL, id="graph"),
        pytest.param("dominoes-4x4", (), LARGE, id="picture"),
        pytest.param("knuth-dlx2", ("full_stop", "full_stop"), LARGE, id="why"),
    ],
)
async def test_views(looks_alike: LooksAlike, what: str, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    """Two nodes into the search, where the choices and what they rule out are drawn."""

    async def lead(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await press(pilot, "full_stop", "full_stop", *keys)

    await looks_alike(app_with(what), size, lead)
