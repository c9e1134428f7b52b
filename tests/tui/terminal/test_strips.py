"""Strips whose caches are made when asked are what Textual's own are."""

from __future__ import annotations

from importlib.util import find_spec, module_from_spec
from typing import Any

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

import tui.terminal.app


def parts(strip: Any) -> list[tuple[str, object]]:
    return [(name, getattr(value := getattr(strip, name), "_maxsize", value)) for name in strip.__slots__]


def test_all_parts_are_there_as_textual_makes_them() -> None:
    assert tui.terminal.app
    spec = find_spec("textual.strip")
    assert spec is not None
    assert spec.loader is not None
    another = module_from_spec(spec)
    spec.loader.exec_module(another)
    assert parts(Strip([], 3)) == parts(another.Strip([], 3))


@pytest.mark.parametrize(
    "made",
    [
        lambda strip: strip.crop(1, 4),
        lambda strip: strip.crop_extend(2, 9, Style(bold=True)),
        lambda strip: strip.adjust_cell_length(9, Style(bold=True)),
        lambda strip: strip.apply_style(Style(bold=True)),
        lambda strip: strip.divide([2, 5])[1],
        lambda strip: strip.apply_offsets(3, 4),
    ],
)
def test_what_was_made_is_kept(made: Any) -> None:
    strip = Strip([Segment("queens", Style(italic=True))])
    first = made(strip)
    assert first.text.strip() in "queens"
    assert made(strip) is first


def test_what_no_strip_has_is_an_error_with_its_name() -> None:
    with pytest.raises(AttributeError, match="'Strip' object has no attribute 'colour'"):
        Strip([]).colour  # type: ignore[attr-defined]  # noqa: B018
