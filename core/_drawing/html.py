"""Pages for a browser, each in one file that needs no other and no network."""

from __future__ import annotations

from collections.abc import Iterable

from core._drawing.svg import element, escape


def html_page(title: str, style: str, parts: Iterable[str]) -> str:
    """A page with this title, stylesheet and body; the ``parts`` are markup, each on a line of its own."""
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"{element('title', escape(title))}{element('style', style)}</head>",
        "<body>",
        *parts,
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"
