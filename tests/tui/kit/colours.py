"""How colours look: how far two can be told apart, and what a terminal of 256 makes of one."""

from __future__ import annotations

from rich.color import Color, ColorSystem


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
