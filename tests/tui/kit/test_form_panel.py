"""How a form spends the columns that it has."""

from __future__ import annotations

import pytest

from tests.tui.bare import bare, drawn
from tui.dialogs.form_values import Choice, FormValue, Offer, Row
from tui.kit.form_panel import FormPanel


def row(title: str, *titles: str) -> Row:
    return Choice(title, title, titles[0], tuple(Offer(each, each) for each in titles))


FORM = FormValue((row("Goal", "count all", "first"), row("Item order", "smallest first")))


@pytest.mark.parametrize(
    ("width", "lines"),
    [(30, ["Goal         count all      ›", "Item order   smallest first"]),
     (26, ["Goal       count all    ›", "Item order smallest first"]),
     (24, ["Goal         count a… ›", "Item order   smallest …"])],
)  # fmt: skip
def test_a_value_is_not_cut_where_the_blanks_beside_it_are_room_enough(width: int, lines: list[str]) -> None:
    panel = bare(FormPanel)
    panel.set_reactive(FormPanel.value, FORM)
    assert [line[1:] for line in drawn(panel, width, 2)] == [line.rstrip() for line in lines]
