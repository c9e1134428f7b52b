"""Figures as marks on a page; pages as SVG, still or animated, as PDF and for TikZ, on light paper or dark.

Lengths are points (1/72 inch), y downwards.  A mark names an ink by its meaning, and a palette gives it a
colour; an ink may also be a colour itself, such as ``#e6a04b``.  The PDF is written by hand: fpdf2 would
save some 20 lines but need Pillow and fontTools (47 MB).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin

from core._drawing.latex import latex
from core._drawing.svg import document, element, group, lettering
from core._words import either

Palette = Mapping[str, str]
LIGHT: Palette = {
    "paper": "#ffffff", "ink": "#000000", "soft": "#e4e4e4", "muted": "#666666", "lit": "#fff0b8",
    "accent": "#8a5a00", "good": "#1b6e2e", "bad": "#a3281c", "mark": "#4c3f91",
    "branch": "#9db4c8", "dead": "#b3593d", "solution": "#2e7d32", "square": "#f3ead7", "dark square": "#d9c7a1",
}  # fmt: skip
DARK: Palette = {
    "paper": "#15171c", "ink": "#e6e6e6", "soft": "#33363d", "muted": "#9aa0aa", "lit": "#4a3d12",
    "accent": "#ffd166", "good": "#7fd18b", "bad": "#ff8a7a", "mark": "#b9a7ff",
    "branch": "#5b7690", "dead": "#d97757", "solution": "#66bb6a", "square": "#3a3d45", "dark square": "#272a31",
}  # fmt: skip
"""The colour of each ink on light paper and on dark; both sets can be told apart in print and by the colour-blind."""

DIGIT, CAPITAL = 0.556, 0.69
"""The width of digits and (approximately) capitals in Helvetica, in ems."""
_NARROW = frozenset("iljtfI.,:;'|!()[]{} -r")
WIDER = 1.18
"""How much wider than Helvetica a viewer's substitute font may be."""
MONO = 0.6
"""The width of each letter of Courier, in ems."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    ink: str = "ink"


@dataclass(frozen=True, slots=True)
class Area:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    ink: str = "soft"


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    ink: str = "ink"


def dot(x: float, y: float, radius: float, ink: str) -> Polygon:
    """A filled circle around a point."""
    return Polygon(tuple((x + radius * cos(pi * k / 8), y + radius * sin(pi * k / 8)) for k in range(16)), ink)


def diamond(x: float, y: float, reach: float, ink: str) -> Polygon:
    """A square on its corner."""
    return Polygon(((x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)), ink)


def queen(x: float, y: float, cell: float) -> Iterator[Mark]:
    """A crown of five points on its base, in a square."""
    tips = [(0.16, 0.34), (0.33, 0.24), (0.5, 0.2), (0.67, 0.24), (0.84, 0.34)]
    valleys = [(0.29, 0.52), (0.42, 0.5), (0.58, 0.5), (0.71, 0.52)]
    outline = [(0.24, 0.74)]
    for number, tip in enumerate(tips):
        outline.append(tip)
        outline += valleys[number : number + 1]
    outline.append((0.76, 0.74))
    yield Polygon(tuple((x + a * cell, y + b * cell) for a, b in outline))
    yield Area(x + 0.24 * cell, y + 0.77 * cell, 0.52 * cell, 0.08 * cell, "ink")
    for a, b in tips:
        yield dot(x + a * cell, y + (b - 0.03) * cell, 0.045 * cell, "ink")


@dataclass(frozen=True, slots=True)
class Lettering:
    """A piece of text, on its baseline; ``anchor`` says which of its points is at ``x``: start, middle or end."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    ink: str = "ink"
    mono: bool = False
    anchor: str = "start"
    hint: str = ""
    """What an SVG shows when the pointer rests on it."""

    @property
    def left(self) -> float:
        """Approximately where it begins."""
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return self.x - share * width_of(self.text, self.size, mono=self.mono) if share else self.x


Mark = Stroke | Area | Polygon | Lettering


def centred(x: float, y: float, size: float, text: str, *, bold: bool = False, ink: str = "ink") -> Lettering:
    """A text centred on a point."""
    return Lettering(x, y + 0.36 * size, size, text, bold, ink, anchor="middle")


def moved(mark: Mark, x: float, y: float, scale: float = 1.0) -> Mark:
    """A mark moved elsewhere on a page, after scaling about the top left corner."""
    if isinstance(mark, Stroke):
        ends = (x + mark.x1 * scale, y + mark.y1 * scale, x + mark.x2 * scale, y + mark.y2 * scale)
        return Stroke(*ends, mark.width * scale, mark.ink)
    if isinstance(mark, Polygon):
        return Polygon(tuple((x + a * scale, y + b * scale) for a, b in mark.points), mark.ink)
    x, y = x + mark.x * scale, y + mark.y * scale
    if isinstance(mark, Area):
        return Area(x, y, mark.width * scale, mark.height * scale, mark.ink)
    return replace(mark, x=x, y=y, size=mark.size * scale)


class Page(list[Mark]):
    """The marks of a page, and its size."""

    def __init__(self, width: float, height: float, marks: Iterable[Mark] = ()) -> None:
        super().__init__(marks)
        self.width, self.height = width, height


def width_of(text: str, size: float, *, mono: bool = False) -> float:
    """The approximate width of a text."""
    if mono:
        return MONO * size * len(text)
    return size * sum(
        CAPITAL if letter.isupper() else 0.28 if letter in _NARROW else DIGIT if letter.isdigit() else 0.53
        for letter in text
    )


def wrapped(text: str, size: float, width: float) -> Iterator[str]:
    """The lines of a text of this size, with room for a font wider than Helvetica."""
    room = width / WIDER
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if line and width_of(longer, size) > room:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def to_svg(pages: Sequence[Page], palette: Palette = LIGHT, title: str = "") -> str:
    """All pages in one picture, below each other."""
    parts, top = [], 0.0
    for page in pages:
        parts.append(group((_svg(mark, palette) for mark in page), transform=f"translate(0 {top:g})"))
        top += page.height
    return _sheet(parts, pages, top, palette, title)


def to_animation(pages: Sequence[Page], seconds: float, palette: Palette = LIGHT, title: str = "") -> str:
    """The pages one after the other, each for this many seconds, in a loop.

    CSS turns them, not a script, so that the file also plays in a README.  The first page is shown if CSS is not
    supported, or if the user has asked for less motion.
    """
    turn = element(
        "style",
        f".turn {{ animation: turn {len(pages) * seconds:g}s step-end infinite }} "
        f"@keyframes turn {{ 0% {{ visibility: visible }} {100 / len(pages):.4f}% {{ visibility: hidden }} }} "
        "@media (prefers-reduced-motion: reduce) { .turn { animation: none } }",
    )
    frames = [
        group(
            (_svg(mark, palette) for mark in page), visibility="hidden" if number else None,
            class_="turn", style=f"animation-delay: {number * seconds:g}s",
        )
        for number, page in enumerate(pages)
    ]  # fmt: skip
    return _sheet([turn, *frames], pages, max(page.height for page in pages), palette, title)


def _sheet(parts: Iterable[str], pages: Sequence[Page], height: float, palette: Palette, title: str) -> str:
    return document(
        parts, max((page.width for page in pages), default=1), max(height, 1), unit="pt", title=title,
        paper=palette["paper"], font_family="Helvetica, Arial, sans-serif",
    )  # fmt: skip


def _colour(palette: Palette, ink: str) -> str:
    return ink if ink.startswith("#") else palette[ink]


def _svg(mark: Mark, palette: Palette) -> str:
    ink = _colour(palette, mark.ink)
    if isinstance(mark, Stroke):
        return element(
            "line", x1=mark.x1, y1=mark.y1, x2=mark.x2, y2=mark.y2, stroke=ink, stroke_width=mark.width,
            stroke_linecap="square",
        )  # fmt: skip
    if isinstance(mark, Area):
        return element("rect", x=mark.x, y=mark.y, width=mark.width, height=mark.height, fill=ink)
    if isinstance(mark, Polygon):
        return element("polygon", points=" ".join(f"{x:.2f},{y:.2f}" for x, y in mark.points), fill=ink)
    return lettering(
        mark.text, mark.hint, x=mark.x, y=mark.y, font_size=mark.size, font_weight="bold" if mark.bold else None,
        fill=ink if ink != "#000000" else None,
        font_family="Courier, monospace" if mark.mono else None,
        text_anchor=mark.anchor if mark.anchor != "start" else None,
    )  # fmt: skip


def to_tikz(pages: Sequence[Page], palette: Palette = LIGHT, title: str = "") -> str:
    """A tikzpicture for each page, for a LaTeX document to ``\\input``."""
    lines = [
        *([f"% {' '.join(title.split())}"] if title else []),
        r"% \usepackage{tikz} and a font of any size, such as \usepackage{lmodern}; then \input this file.",
    ]
    for page in pages:
        inks = dict.fromkeys(["paper", *(mark.ink for mark in page)])
        names = {ink: f"dq{re.sub('[^0-9a-z]', '', ink)}" for ink in inks}
        lines += [r"\begin{tikzpicture}[x=1bp, y=-1bp, line cap=rect]"]
        lines += [f"  \\definecolor{{{name}}}{{HTML}}{{{_six(_colour(palette, ink))}}}" for ink, name in names.items()]
        box = f"(0,0) rectangle ({page.width:g},{page.height:g});"
        plain_paper = palette["paper"] == LIGHT["paper"]
        lines.append(f"  \\useasboundingbox {box}" if plain_paper else f"  \\fill[{names['paper']}] {box}")
        lines += [f"  {_in_tikz(mark, names[mark.ink])}" for mark in page]
        lines += [r"\end{tikzpicture}", ""]
    return "\n".join(lines)


def _six(colour: str) -> str:
    """The six digits of a colour, as in HTML."""
    digits = colour[1:].upper()
    return digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)


def _in_tikz(mark: Mark, ink: str) -> str:
    if isinstance(mark, Stroke):
        ends = f"({mark.x1:.2f},{mark.y1:.2f}) -- ({mark.x2:.2f},{mark.y2:.2f})"
        return f"\\draw[{ink}, line width={mark.width:g}bp] {ends};"
    if isinstance(mark, Area):
        end = f"({mark.x + mark.width:.2f},{mark.y + mark.height:.2f})"
        return f"\\fill[{ink}] ({mark.x:.2f},{mark.y:.2f}) rectangle {end};"
    if isinstance(mark, Polygon):
        return f"\\fill[{ink}] {' -- '.join(f'({x:.2f},{y:.2f})' for x, y in mark.points)} -- cycle;"
    font = ("\\ttfamily" if mark.mono else "\\sffamily") + ("\\bfseries" if mark.bold else "")
    anchor = {"start": "base west", "middle": "base", "end": "base east"}[mark.anchor]
    size = f"\\fontsize{{{mark.size:.2f}bp}}{{{mark.size:.2f}bp}}\\selectfont"
    text = latex(mark.text).replace(" ", r"\ ") if mark.mono else latex(mark.text)
    return f"\\node[anchor={anchor}, inner sep=0, {ink}, font={font}{size}] at ({mark.x:.2f},{mark.y:.2f}) {{{text}}};"


def in_form(ending: str, pages: Sequence[Page], palette: Palette = LIGHT, title: str = "") -> bytes:
    """A figure in the form that a file's ending names, such as ``.svg``.  Raises ValueError for any other."""
    match ending.lower():
        case ".svg":
            return to_svg(pages, palette, title).encode()
        case ".pdf":
            return to_pdf(pages, palette)
        case ".tikz":
            return to_tikz(pages, palette, title).encode()
    raise ValueError(f"expected a name that ends in {either(FORMS)}")


FORMS = (".svg", ".pdf", ".tikz")
"""The endings of files that a figure can be written to."""
FONTS = ("Helvetica", "Helvetica-Bold", "Courier", "Courier-Bold")


def to_pdf(pages: Sequence[Page], palette: Palette = LIGHT) -> bytes:
    """A PDF file (version 1.4) with the standard fonts; letters missing from these become question marks."""
    first = 3 + len(FONTS)
    fonts = b" ".join(b"/F%d %d 0 R" % (number, 2 + number) for number in range(1, 1 + len(FONTS)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>"
        % (b" ".join(b"%d 0 R" % (first + 2 * number) for number in range(len(pages))), len(pages)),
        *(
            b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % name.encode()
            for name in FONTS
        ),
    ]
    for number, page in enumerate(pages):
        stream = zlib.compress("\n".join(_drawn(page, palette)).encode("cp1252", "replace"))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R "
            b"/Resources << /Font << %s >> >> >>" % (page.width, page.height, first + 1 + 2 * number, fonts)
        )
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream))
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _drawn(page: Page, palette: Palette) -> Iterator[str]:
    """The marks in the language of PDF, whose y runs upwards; a colour is set when it changes."""
    pens = {"rg": "#000000", "RG": "#000000"}
    top = page.height
    if palette["paper"] != "#ffffff":
        yield from _coloured(pens, "rg", palette["paper"])
        yield f"0 0 {page.width:.2f} {page.height:.2f} re f"
    for mark in page:
        yield from _coloured(pens, "RG" if isinstance(mark, Stroke) else "rg", _colour(palette, mark.ink))
        if isinstance(mark, Stroke):
            yield f"2 J {mark.width:g} w {mark.x1:.2f} {top - mark.y1:.2f} m {mark.x2:.2f} {top - mark.y2:.2f} l S"
        elif isinstance(mark, Area):
            yield f"{mark.x:.2f} {top - mark.y - mark.height:.2f} {mark.width:.2f} {mark.height:.2f} re f"
        elif isinstance(mark, Polygon):
            (x, y), *others = mark.points
            yield " ".join([f"{x:.2f} {top - y:.2f} m", *(f"{x:.2f} {top - y:.2f} l" for x, y in others), "f"])
        else:
            text = mark.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            font = 1 + mark.bold + 2 * mark.mono
            yield f"BT /F{font} {mark.size:.2f} Tf {mark.left:.2f} {top - mark.y:.2f} Td ({text}) Tj ET"


def _coloured(pens: dict[str, str], pen: str, colour: str) -> Iterator[str]:
    if pens[pen] != colour:
        pens[pen] = colour
        yield " ".join(f"{int(colour[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5)) + f" {pen}"
