"""The app's own colours.  Textual's themes, the ANSI ones among them, can be chosen as well.

Many of those have colours that are too faint for text; `legible` makes them
darker or lighter until what is written can be read.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.color import BLACK, WHITE, Color, ColorParseError
from textual.theme import Theme

LEAST_CONTRAST = 4.5
"""The contrast of a text with its ground (Web Content Accessibility Guidelines 2.1, level AA)."""
TEXT = ("foreground", "foreground-muted", "primary", "secondary", "accent", "success", "warning", "error")
"""Variables that are colours of text."""
GROUNDS = ("background", "surface", "footer-background", "title-ground")
"""Variables that are its grounds."""
STEPS = 24
TITLE_SHARE = 0.08
"""How far the ground of a panel's title line is from that of the panel towards its text."""

THEMES = (
    Theme(
        name="ballroom",
        primary="#7aa2c9",
        secondary="#9a8fb8",
        accent="#e8b559",
        foreground="#d8dbe2",
        background="#121318",
        surface="#1b1d23",
        panel="#292c34",
        success="#8fbf7f",
        warning="#d98f6c",
        error="#e4727b",
        dark=True,
        variables={
            "border": "#3a4050",
            "border-blurred": "#3a4050",
            "footer-background": "#1b1d23",
            "scrollbar-background": "#121318",
            "scrollbar-background-hover": "#121318",
            "scrollbar-background-active": "#121318",
            "block-cursor-foreground": "#121318",
            "block-cursor-background": "#e8b559",
            "foreground-muted": "#8d94a5",
        },
    ),
    Theme(
        name="daylight",
        primary="#2f5d8a",
        secondary="#6b5b95",
        accent="#9a5b00",
        foreground="#22252c",
        background="#fbfaf7",
        surface="#f2f1ee",
        panel="#e4e2dc",
        success="#3a7d34",
        warning="#a0452a",
        error="#b3261e",
        dark=False,
        variables={
            "border": "#c9c4b8",
            "border-blurred": "#c9c4b8",
            "footer-background": "#f2f1ee",
            "scrollbar-background": "#e4e2dc",
            "scrollbar-background-hover": "#e4e2dc",
            "scrollbar-background-active": "#e4e2dc",
            "foreground-muted": "#6a6f7a",
        },
    ),
)


def legible(theme: Theme, variables: Mapping[str, str]) -> dict[str, str]:
    """The variables of a theme, with text of at least `LEAST_CONTRAST`; as they are for the terminal's own colours."""
    made = {**variables, "title-ground": variables["surface"]}
    if theme.name.startswith("ansi"):
        return made
    if theme not in THEMES:
        made["footer-background"] = made["surface"]  # a few have a bright one, for text of their own
    try:
        surface, foreground = (Color.parse(made[name]) for name in ("surface", "foreground"))
        made["title-ground"] = surface.blend(foreground, TITLE_SHARE, 1).hex
        grounds = [Color.parse(made[name]) for name in GROUNDS]
        for name in TEXT:
            text = grounds[0] + Color.parse(made[name])
            if _least(text, grounds) < LEAST_CONTRAST:
                made[name] = _contrasting(text, grounds).hex
    except (KeyError, ColorParseError):  # a theme of the user's own, in ways of its own
        return {**variables, "title-ground": variables["surface"]}
    return made


def _contrasting(text: Color, grounds: list[Color]) -> Color:
    """A colour made lighter or darker until the contrast is enough."""
    far = max((WHITE, BLACK), key=lambda end: _least(end, grounds))
    steps = (text.blend(far, step / STEPS) for step in range(1, STEPS))
    return next((colour for colour in steps if _least(colour, grounds) >= LEAST_CONTRAST), far)


def _least(text: Color, grounds: list[Color]) -> float:
    return min(contrast(text, ground) for ground in grounds)


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Color) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# The colours of a queens board, for dark and for light themes.  Queens and signs have a contrast of at least 4.5 with
# both squares (the dots of attacked squares one of 3), the squares one of at least 1.5 with each other, on a terminal
# of 256 colours too: enough for a projector.

DARK = {
    "board-light": "#444444",
    "board-dark": "#262626",
    "board-queen": "#ffffd7",
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
    "board-queen": "foreground",
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
