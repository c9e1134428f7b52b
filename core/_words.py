"""How figures are written for people throughout: digits in groups, times, rates, sizes, ages, lists of names.

Nothing here knows what is being counted.  Machine-readable output (JSON, CSV) has plain numbers and does not
use this module.  `clean_text` cleans texts from elsewhere.
"""

from __future__ import annotations

import math
import re
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

MOST_DIGITS = 100_000
"""The most digits a count may have: more than any search here can reach, yet quick to read or write."""
LONGEST_DIGITS = 1e15
"""From here on a float no longer has all its digits."""
SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ&"
"""Puzzles are printed with one character per value: value v is ``SYMBOLS[v - 1]``."""
EMPTY = "."
"""How an empty cell is written."""
WRITTEN = EMPTY + SYMBOLS
"""How each value of a cell is written, from 0 for none."""
DAY = 86_400.0
YEAR = 365.25 * DAY

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # operating system commands: titles, links
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequences: colours, cursor
    r"|\x1b[PX^_][^\x1b]*(?:\x1b\\)?"  # device control and other strings
    r"|\x1b.?"
)
_SECONDS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_THOUSANDS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
_BYTES = ((2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"))


def allow_long_counts() -> None:
    """Let this process write counts of up to `MOST_DIGITS` digits; by default Python refuses more than 4 300."""
    sys.set_int_max_str_digits(MOST_DIGITS)


def grouped(number: float) -> str:
    """A number for people: rounded to a whole one, its digits in threes (14 772 512).

    Floats beyond 10¹⁵, whose last digits mean nothing, are written as 1.23e+20.
    """
    if isinstance(number, float):
        if math.isinf(number):
            return "∞"
        if abs(number) >= LONGEST_DIGITS:
            return f"{number:.2e}"
        number = round(number)
    return f"{number:,}".replace(",", " ")


def symbol(value: int) -> str:
    """A value as puzzles write it: ``.`` for 0, 1 … 9, A … Z, ``&`` for 36; beyond that as a number."""
    return WRITTEN[value] if value < len(WRITTEN) else str(value)


def three_figures(value: float) -> str:
    """Three significant figures where that makes sense: 0.052, 1.31, 13.1, 131, 1310."""
    if 0 < value < 0.0995:
        return f"{value:.2g}"
    return f"{value:.0f}" if value >= 99.95 else f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"


def duration(seconds: float) -> str:
    """A time: 730 µs, 12.4 ms, 1.55 s, 1 min 40 s, 2 h 05 min, 3.5 days, 120 years."""
    if seconds == 0:
        return "0 s"
    if seconds >= 2 * DAY:
        if math.isinf(seconds):
            return "for ever"
        days, years = seconds / DAY, seconds / YEAR
        if days < 1000:
            return f"{three_figures(days)} days"
        return f"{three_figures(years) if years < 1000 else grouped(years)} years"
    if seconds >= 99.95:
        minutes, rest = divmod(round(seconds), 60)
        if minutes < 60:
            return f"{minutes} min {rest:02} s"
        hours, minutes = divmod(round(seconds / 60), 60)
        return f"{hours} h {minutes:02} min"
    scale, unit = next(((s, u) for s, u in _SECONDS if seconds >= s * 0.9995), _SECONDS[-1])
    return f"{three_figures(seconds / scale)} {unit}"


def roughly(seconds: float) -> str:
    """A time that is only estimated: 40 s, 3 min, 2 h 20 min, 3.5 days."""
    steps = ((9.5, 1), (95, 5), (600, 30), (3570, 60), (4 * 3600, 300), (2 * DAY, 1800))
    step = next((step for limit, step in steps if seconds < limit), 0)
    if seconds >= 10 * YEAR and not math.isinf(seconds):
        return f"{grouped(float(f'{seconds / YEAR:.1e}'))} years"
    if not step:
        return duration(seconds)
    rounded = max(1, round(seconds / step)) * step
    if rounded < 100:
        return f"{rounded} s"
    hours, minutes, rest = rounded // 3600, rounded % 3600 // 60, rounded % 60
    parts = ((hours, "h"), (minutes, "min"), (rest, "s"))
    return " ".join(f"{part} {unit}" for part, unit in parts if part)


def to_come(seconds: float) -> str:
    """The time something still takes: ≈ 3 min left."""
    return "without end" if math.isinf(seconds) else f"≈ {roughly(seconds)} left"


def share(part: float) -> str:
    """A part of a whole, 0 to 1: 43 %, 4.3 %, 0.00012 %."""
    hundredths = part * 100
    if hundredths >= 10 or hundredths <= 0:
        return f"{hundredths:.0f} %"
    if hundredths < 0.00001:
        return "< 0.00001 %"
    places = 1 - math.floor(math.log10(hundredths))
    return f"{hundredths:.{places}f} %"


def compact(number: float) -> str:
    """412 345 as ``412 k``: for counts that change as you read them."""
    for factor, unit in _THOUSANDS:
        if number >= factor:
            return f"{three_figures(number / factor)} {unit}"
    return f"{number:.0f}" if number == round(number) else three_figures(number)


def rate(per_second: float) -> str:
    """1310000.0 as ``1.31 M/s``."""
    return f"{compact(per_second)}/s"


def byte_size(size: float) -> str:
    """A number of bytes, in powers of 1024: ``1.50 KiB``."""
    for factor, unit in _BYTES:
        if size >= factor:
            return f"{three_figures(size / factor)} {unit}"
    return f"{size:.0f} B"


def age(moment: float, now: float | None = None) -> str:
    """How long ago a moment (seconds since 1970) was: ``just now``, ``5 min ago``, ``3 h ago``, then the date."""
    minutes = max(0.0, (time.time() if now is None else now) - moment) / 60
    if minutes < 60:
        return "just now" if minutes < 1 else f"{minutes:.0f} min ago"
    if minutes < 24 * 60:
        return f"{minutes / 60:.0f} h ago"
    return time.strftime("%Y-%m-%d", time.localtime(moment))


def counted(number: int, noun: str, plural: str = "") -> str:
    """``1 option``, ``14 772 options``."""
    return f"{grouped(number)} {noun if number == 1 else plural or noun + 's'}"


def span(what: str, first: int, last: int, total: int) -> str:
    """Which of many are to be seen: ``rows 1-35 of 1 236``; ``first`` is counted from 0, before ``last``."""
    return f"{what} {grouped(first + 1)}-{grouped(min(last, total))} of {grouped(total)}"


def either(names: Iterable[object]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return _joined([str(name) for name in names], "or")


def both(names: Iterable[object]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return _joined([str(name) for name in names], "and")


def first_of(things: Sequence[T], most: int, between: str = ", ", name: Callable[[T], str] = str) -> str:
    """All things by name, or the first ``most`` of them and how many more there are: ``a, b and 3 more``."""
    shown = between.join(map(name, things[:most]))
    return shown if len(things) <= most else f"{shown} and {grouped(len(things) - most)} more"


def _joined(names: list[str], last: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def clean_text(text: str) -> str:
    """A line of plain text: escape sequences, control and invisible formatting characters removed."""
    if text.isascii() and text.isprintable():
        return text.strip()
    text = _ESCAPES.sub("", text).replace("\t", " ")
    return "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")).strip()
