"""SVG pictures: elements with their texts and attributes escaped, on their own paper.

A picture includes its paper, so it can be read on light and dark pages alike.  The modules that
draw decide what is on it and in which colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape as escape_for_pages

from core._plain import printed

PAPER = "#fff"
"""The colour of the paper, unless a picture has another."""

AttributeValue = str | float | None
"""The value of an attribute: numbers get at most two decimals, None leaves the attribute out."""


def escape(text: str) -> str:
    """Text as markup.

    `xml.sax.saxutils` has this too, but imports all that fetches web pages: a tenth of a short command's time.
    """
    return escape_for_pages(printed(text), quote=False)


def element(name: str, content: str = "", /, **attributes: AttributeValue) -> str:
    """One element around ``content``, which is markup.

    An underscore in an attribute's name becomes a hyphen, and one at its end is dropped:

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
    """Text between double quotes: readers turn white space other than blanks into blanks."""
    return escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")


def lettering(text: str, hint: str = "", /, **attributes: AttributeValue) -> str:
    """A text in the picture, with a hint that shows when the pointer rests on it.

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
