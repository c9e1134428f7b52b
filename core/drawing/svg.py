"""SVG pictures: elements with their texts and attributes escaped, on paper of their own.

A picture brings its paper along, so that it can be read on light and dark pages
alike.  What is drawn on it, and in which colours, is up to each module that draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape as escape_for_pages

from core.plain import printed

PAPER = "#fff"
"""The colour of the paper, unless a picture has another."""

AttributeValue = str | float | None
"""The value of an attribute: numbers are written with two decimals at most, None leaves the attribute out."""


def escape(text: str) -> str:
    """Text as markup.

    `xml.sax.saxutils` has it too, and imports all that fetches pages: a tenth of a short command.
    """
    return escape_for_pages(printed(text), quote=False)


def element(name: str, content: str = "", /, **attributes: AttributeValue) -> str:
    """One element around ``content``, which is markup.

    An underscore in the name of an attribute stands for a hyphen, and one at its end for nothing:

    >>> element("line", x1=0.5, y1=1 / 3, stroke_width=2, class_="thin")
    '<line x1="0.5" y1="0.33" stroke-width="2" class="thin"/>'
    """
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_in_quotes(_text(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words}/>"


def _in_quotes(text: str) -> str:
    """Text as it stands between double quotes: a reader would take other white space for a blank."""
    return escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")


def lettering(text: str, hint: str = "", /, **attributes: AttributeValue) -> str:
    """A text in the picture, with a hint that shows where the pointer rests on it.

    >>> lettering("a < b", x=1, y=2)
    '<text x="1" y="2">a &lt; b</text>'
    """
    return element("text", escape(text) + (element("title", escape(hint)) if hint else ""), **attributes)


def group(parts: Iterable[str], **attributes: AttributeValue) -> str:
    """Several elements that share these attributes, one on each line."""
    return element("g", _lines(parts), **attributes)


def document(
    parts: Iterable[str], width: float, height: float, *, left: float = 0, top: float = 0, unit: str = "",
    title: str = "", paper: str = PAPER, **attributes: AttributeValue,
) -> str:  # fmt: skip
    """The whole picture, one part on each line; its top left corner has the coordinates ``left`` and ``top``."""
    sheet = element("rect", x=left, y=top, width=width, height=height, fill=paper)
    heading = [element("title", escape(title))] if title else []
    return element(
        "svg", _lines([*heading, sheet, *parts]), xmlns="http://www.w3.org/2000/svg", width=_text(width) + unit,
        height=_text(height) + unit, viewBox=" ".join(map(_text, (left, top, width, height))), **attributes,
    ) + "\n"  # fmt: skip


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(["", *parts, ""])


def _text(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".")
