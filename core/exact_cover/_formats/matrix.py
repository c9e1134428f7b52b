"""A 0/1 matrix as text: each row is an option, each column an item.

# a comment
A B C | D      optional: the items' names, or the number of columns (and of secondary ones, which then come first)
1 0 1 | 0      entries, with or without blanks or commas between them
01 1|1         the bar separates secondary items, in all rows or in none
"""

from __future__ import annotations

import re
from itertools import compress

from core.exact_cover._formats import json_form
from core.exact_cover._formats.base import CannotWrite, FormatError, lines_of, words_of
from core.exact_cover._names import good_names, letters, name_error
from core.exact_cover._problem import ExactCover, Item
from core.storage._files import quoted


def read(text: str, source: str = "text") -> ExactCover:
    """Read a matrix; without a line of names the items are called A, B, C … (or 1, 2, 3 …).

    Raises FormatError with line and column.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("["):
        return json_form.read(text, source)
    rows: list[tuple[int, ...]] = []  # each the numbers of the items it holds
    names: list[str] = []
    first = ""
    before = counted_at = 0
    bar: int | None = None
    width: int | None = None
    for number, line in lines_of(text):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not rows and width is None and not _is_row(line):
            names, bar = _names(line, number, source)
            first, width = line, len(names)
            continue
        row, length, row_bar = _row(line, number, source)
        if not rows and length != width and first:
            if len(between := first.split(",")) == length:
                names, bar = _names(" ".join(between), number, source)
                width = len(names)
            elif (columns := _columns(first)) is not None and columns[0] == length:
                names, (width, before), counted_at = [], columns, number - 1
        if width is None:
            width, bar = length, row_bar
        if length != width:
            raise FormatError(source, number, len(line) + 1, f"expected {width} entries, not {length}")
        if row_bar != bar:
            where = f"after entry {bar}" if bar is not None else "in no row"
            raise FormatError(source, number, 1 + max(line.find("|"), 0), f"expected the bar {where}, as before")
        rows.append(row)
    if width is None:
        raise FormatError(source, number, 1, "expected rows of zeros and ones; there are none")
    primary = width if bar is None else bar
    if primary == 0 and width:
        raise FormatError(source, number, 1, "expected a primary item (a column before the bar)")
    names = names or letters(width)
    if before:
        if before >= width or before == len(rows):
            raise FormatError(
                source, counted_at, 1,
                f"expected the number of columns, and of secondary columns below it, not {before} (or is that the "
                "number of rows? a bar in every row, as in '1 0 | 1', says which columns are secondary)",
            )  # fmt: skip
        names, primary = [*names[before:], *names[:before]], width - before
        rows = [tuple(sorted((i - before) % width for i in row)) for row in rows]
    items = [Item(name) for name in names[:primary]] + [Item(name, secondary=True) for name in names[primary:]]
    return ExactCover(tuple(items), tuple(rows))


_ONES = bytes.maketrans(b"01", b"\0\1")


def _is_row(line: str) -> bool:
    return set("".join(line.split())) <= set("01|,")


def _columns(line: str) -> tuple[int, int] | None:
    """The number of columns, and of secondary ones, in a first line of one or two numbers."""
    match = re.fullmatch(r"\s*([0-9]{1,9})(?:\s+([0-9]{1,9}))?\s*", line)
    return None if match is None else (int(match[1]), int(match[2] or 0))


def _names(line: str, number: int, source: str) -> tuple[list[str], int | None]:
    words = line.split()
    if len(set(words)) == len(words) and good_names(words):
        return words, None  # nearly always
    names: dict[str, None] = {}
    bar = None
    for word in words_of(line, number):
        if word.text == "|" and bar is None:
            bar = len(names)
            continue
        reason = name_error(word.text)
        if reason:
            raise FormatError(source, number, word.column, f"expected zeros and ones or an item name: {reason}")
        if word.text in names:
            raise FormatError(source, number, word.column, f"item {quoted(word.text)} appears twice")
        names[word.text] = None
    return list(names), bar


def _row(line: str, number: int, source: str) -> tuple[tuple[int, ...], int, int | None]:
    """The numbers of the entries that are 1, how many entries there are, and how many come before the bar."""
    signs = "".join(line.split()).replace(",", "")
    before, bar, _ = signs.partition("|")
    entries = signs.replace("|", "", 1)
    if not set(entries) <= {"0", "1"}:
        wrong = next(sign for sign in entries if sign not in "01")
        column = line.index(wrong) if wrong != "|" else line.index("|", line.index("|") + 1)
        raise FormatError(source, number, column + 1, f"expected 0 or 1, not {wrong!r}")
    ones = tuple(compress(range(len(entries)), entries.encode().translate(_ONES)))
    return ones, len(entries), len(before) if bar else None


def write(problem: ExactCover) -> str:
    """The problem as a matrix under a line of names.

    Raises CannotWrite for colours, multiplicities and costs.
    """
    if problem.coloured or problem.multiple or problem.costly:
        raise CannotWrite("a 0/1 matrix cannot hold colours, multiplicities or costs; Knuth's format and JSON can")
    names = [item.name for item in problem.items]
    split = problem.primary if problem.secondary else None
    # Names made only of zeros and ones could be read as a row: a mark that no row has prevents that.
    lines = [] if all(set(name) <= {"0", "1"} for name in names) else [_joined(names, split)]
    if not lines and names != letters(len(names)):
        raise CannotWrite("a 0/1 matrix cannot hold item names made of nothing but zeros and ones")
    for option in problem.options.rows():
        held = set(option)
        lines.append(_joined(["1" if i in held else "0" for i in range(len(names))], split))
    return "\n".join([f"# {problem.title}", *lines] if problem.title else lines) + "\n"


def _joined(words: list[str], split: int | None) -> str:
    return " ".join(words if split is None else [*words[:split], "|", *words[split:]])
