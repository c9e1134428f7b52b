"""The board's colours can be told apart, on 256 colours and on a projector."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorSystem

from tui.board_colours import DARK, LIGHT


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines define it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in Color.parse(colour).get_truecolor()]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def on_256(colour: str) -> str:
    """What a terminal of 256 colours shows for it."""
    return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex


@pytest.mark.parametrize("many", [True, False], ids=["truecolor", "256"])
@pytest.mark.parametrize("colours", [DARK, LIGHT], ids=["dark", "light"])
def test_contrasts(colours: dict[str, str], many: bool) -> None:
    shown = {name: colour if many else on_256(colour) for name, colour in colours.items()}
    squares = shown["board-light"], shown["board-dark"]
    assert contrast(*squares) >= 1.5
    for name, colour in shown.items():
        if colour not in squares:
            least = 3 if name == "board-attacked" else 4.5
            assert min(contrast(colour, square) for square in squares) >= least, name


@pytest.mark.parametrize("colours", [DARK, LIGHT], ids=["dark", "light"])
def test_squares_stay_grey_on_256_colours(colours: dict[str, str]) -> None:
    for name in ("board-light", "board-dark"):
        shown = Color.parse(on_256(colours[name])).get_truecolor()
        assert shown.red == shown.green == shown.blue, name
