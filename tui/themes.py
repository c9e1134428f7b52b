"""The app's own colours.  Textual's themes, the ANSI ones among them, can be chosen as well."""

from __future__ import annotations

from textual.theme import Theme

THEMES = (
    Theme(
        name="ballroom",
        primary="#7aa2c9",
        secondary="#9a8fb8",
        accent="#e8b559",
        foreground="#d8dbe2",
        background="#14161c",
        surface="#1b1e26",
        panel="#262a35",
        success="#8fbf7f",
        warning="#e0a458",
        error="#e06c75",
        dark=True,
        variables={
            "border": "#3a4050",
            "border-blurred": "#3a4050",
            "footer-background": "#1b1e26",
            "block-cursor-foreground": "#14161c",
            "block-cursor-background": "#e8b559",
            "foreground-muted": "#8b92a3",
        },
    ),
    Theme(
        name="daylight",
        primary="#2f5d8a",
        secondary="#6b5b95",
        accent="#9a5b00",
        foreground="#22252c",
        background="#fbfaf7",
        surface="#f1efe9",
        panel="#e6e3db",
        success="#3a7d34",
        warning="#a86400",
        error="#b3261e",
        dark=False,
        variables={
            "border": "#c9c4b8",
            "border-blurred": "#c9c4b8",
            "footer-background": "#f1efe9",
            "foreground-muted": "#6a6f7a",
        },
    ),
)
