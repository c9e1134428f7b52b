"""Markers and colours: one of its own for every algorithm, in whatever table it stands."""

from __future__ import annotations

from core import algorithms
from core._drawing.chart import SIGNS, tone_of
from core.compare._signs import signs
from core.compare._sweep import contestants


def test_an_algorithm_has_its_sign_whatever_stands_beside_it() -> None:
    alone = signs("queens", contestants("queens", "dlx"))["dlx"]
    for others in ("backtracking,dlx,dlx-s", "dlx-s:order=text,dlx", "bitmask,naive,stride,dlx:threads=2,dlx"):
        assert signs("queens", contestants("queens", others))["dlx"] == alone


def test_no_two_of_a_table_share_a_sign_while_there_are_enough() -> None:
    for family in ("queens", "sudoku", "cover"):
        keys = [entry.key for entry in algorithms(family)][:SIGNS]
        found = signs(family, contestants(family, ",".join(keys)))
        assert len(set(found.values())) == len(keys) == len({number % SIGNS for number in found.values()})


def test_of_many_those_with_the_same_marker_have_another_colour() -> None:
    found = signs("queens", contestants("queens", f"dlx,swaps:seed=1-{2 * SIGNS}"))
    assert len(set(found.values())) == 2 * SIGNS + 1
    for colours in (6, 8):
        looks = [(number % SIGNS, tone_of(number, colours)) for number in found.values()]
        assert len(set(looks)) == len(looks)
