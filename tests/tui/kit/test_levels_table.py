"""What gives way in the table of searches beside each other."""

from __future__ import annotations

import pytest

from tests.tui.bare import bare, drawn
from tui.kit.levels_table import LevelsTable
from tui.kit.values import LaneCounts, LevelsValue
from tui.lab.grown_tree import LevelCount


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (47, "  DLX + S heuristic  1  1  1  1    4          0"),
        (46, "  DLX + S heuristic  1  1  1    4          0"),
        (42, "  DLX + S heurist…  1  1    4          0"),
        (30, "  DLX + S…  1    4          0"),
    ],
)
def test_levels_go_before_the_name_of_an_algorithm_is_cut(width: int, line: str) -> None:
    levels = (LevelCount(1, 0, 0),) * 4
    row = LaneCounts("DLX + S heuristic", levels, 4, None, 0, 0, False)
    table = bare(LevelsTable)
    table.counts = LevelsValue(rows=(row,), leader=1)
    assert list(drawn(table, width, 2))[1] == line


@pytest.mark.parametrize(("width", "words"), [(40, "  queens placed  0  1"), (34, "  queens plac…  0")])
def test_what_a_level_counts_has_room_or_an_ellipsis(width: int, words: str) -> None:
    table = bare(LevelsTable)
    row = LaneCounts("Bitmask", (LevelCount(1, 0, 0),) * 2, 2, None, 0, 0, False)
    table.counts = LevelsValue(levels="queens placed", rows=(row,), leader=0)
    assert next(iter(drawn(table, width, 2))).startswith(words)
