"""The colours of a queens board, for dark and for light themes.

Queens and signs have a contrast of at least 4.5 with both squares (the dots of
attacked squares one of 3), the squares one of at least 1.5 with each other, on
a terminal of 256 colours too: enough for a projector.
"""

from __future__ import annotations

from textual.theme import Theme

DARK = {
    "board-light": "#444444",
    "board-dark": "#262626",
    "board-queen": "#ffd75f",
    "board-conflict": "#ffafaf",
    "board-attacked": "#a8a8a8",
    "board-free": "#87d7ff",
    "board-tried": "#ffafaf",
}
LIGHT = {
    "board-light": "#eeeeee",
    "board-dark": "#bcbcbc",
    "board-queen": "#5f0000",
    "board-conflict": "#870000",
    "board-attacked": "#585858",
    "board-free": "#00005f",
    "board-tried": "#5f005f",
}
TERMINAL = {
    "board-light": "panel",
    "board-dark": "surface",
    "board-queen": "accent",
    "board-conflict": "error",
    "board-attacked": "foreground-muted",
    "board-free": "primary",
    "board-tried": "error",
}
"""For themes in the terminal's own colours, whatever these are: the theme's variables."""


def board_colours(theme: Theme) -> dict[str, str]:
    """The variables that the board's styles use."""
    if theme.name.startswith("ansi"):
        own = {**theme.to_color_system().generate(), **theme.variables}
        return {name: own[variable] for name, variable in TERMINAL.items()}
    return DARK if theme.dark else LIGHT
