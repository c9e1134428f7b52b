"""For the tests of the comparison screen: short measurements, and a catalog that no new algorithm changes."""

from __future__ import annotations

import pytest

import core._catalog
from core import Algorithm

FEW = {
    "queens": ("brute-force", "backtracking", "bitmask", "dlx", "dlx-s", "min-conflicts"),
    "sudoku": ("backtracking", "bitmask", "dlx"),
    "cover": ("algorithm-x", "dlx", "dancing-cells"),
}


@pytest.fixture(autouse=True)
def short_measurements(short_samples: None) -> None:
    """What the screen measures is measured in short."""


@pytest.fixture
def few_algorithms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only these algorithms are in the catalog."""
    everything = core._catalog._own_entries

    def few(kind: str) -> tuple[Algorithm, ...]:
        return tuple(entry for entry in everything(kind) if entry.key in FEW[kind])

    monkeypatch.setattr(core._catalog, "_own_entries", few)
