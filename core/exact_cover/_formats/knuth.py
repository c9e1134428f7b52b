"""The text format of Knuth's DLX programs (dlx1, dlx2, dlx3, dlx5), read and written.

    | a line that begins with a bar is a comment
    A B 2:3|C 2|D | X Y       the items: primary, a bar, secondary
    A C X:1                   an option: its items, in any order
    B D Y |3                  one that costs 3

- ``least:most|name`` and ``count|name`` give a primary item a multiplicity;
- ``x:c`` gives the secondary item ``x`` the colour ``c`` in that option;
- ``|n`` in an option adds n to its cost, which is 0 without it;
- options without a primary item keep their number here, though no solution
  holds one; Knuth's programs leave them out.

Comments of our own hold what the format has no place for; other programs skip
them:

    | title: …
    | origin: …
    | option: A1.1              the name of the option on the next line
    | empty option              an option that holds nothing
    | cells: … | blocks: … | draws: … | drawn: …   (see `picture_notes`)

Knuth's programs take names of up to 8 ASCII characters and colours of one;
longer ones are read and written too (see `beyond_knuth`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import repeat

from core._search import ProblemError
from core._words import grouped
from core.exact_cover._formats.base import CannotWrite, FormatError, Word, lines_of, words_of
from core.exact_cover._names import good_names, name_error
from core.exact_cover._option import CHUNK, LARGEST_COST, Gathering, Options
from core.exact_cover._problem import LARGEST_MULTIPLICITY, ExactCover, Item
from core.storage._files import quoted

_MULTIPLE = re.compile(r"(?:(?P<least>[^:|]*):)?(?P<most>[^:|]*)\|(?P<name>.*)", re.DOTALL)
_TITLE = re.compile(r"\|\s*title:\s*(.*\S)\s*", re.IGNORECASE)
_ORIGIN = re.compile(r"\|\s*origin:\s*(.*\S)\s*", re.IGNORECASE)
_LABEL = re.compile(r"\|\s*option: ?(.+)")
_EMPTY = re.compile(r"\|\s*empty option(?:\s*\|(-?[0-9]+))?\s*")
_COST = re.compile(r"\|(-?[0-9]+)")
COST_DIGITS = len(str(LARGEST_COST))


def read(text: str, source: str = "text") -> ExactCover:
    """Read a problem.  Raises FormatError with line and column.

    Comments ``| title: …`` and ``| origin: …`` give the problem's title and origin.
    """
    title, origin = "", ""
    kinds: list[Item] = []
    options: _Lines | None = None
    for number, line in lines_of(text):
        if line.startswith("|"):
            if found := _TITLE.fullmatch(line):
                title = title or found[1]
            elif found := _ORIGIN.fullmatch(line):
                origin = origin or found[1]
            elif options is None:
                pass
            elif (found := _LABEL.fullmatch(line)) and found[1].isprintable():
                options.label = found[1]
            elif found := _EMPTY.fullmatch(line):
                options.add(number, "", _cost(found[1] or "0", Word(line, number, found.start(1)), source))
        elif not line.strip():
            pass
        elif options is None:
            kinds = _items(line, number, source)
            options = _Lines(kinds, source)
        else:
            options.add(number, line)
    if options is None:
        why = "the text has nothing but comments" if text.strip() else "the text is empty"
        raise FormatError(source, number, 1, f"expected a line of item names; {why}")
    return ExactCover(tuple(kinds), options.end(), title=title, origin=origin)


class _Lines:
    """Lines of options, which are read many at a time: one by one takes five times as long."""

    def __init__(self, kinds: list[Item], source: str) -> None:
        self.label = ""
        """The name of the option that comes next."""
        self._kinds, self._source = kinds, source
        self._numbers = {item.name: i for i, item in enumerate(kinds)}
        self._gathering = Gathering(self._numbers)
        self._waiting: list[tuple[int, str]] = []
        self._labels: dict[int, str] = {}
        self._costs: dict[int, int] = {}
        self._item_of = {name: name for name in self._numbers}
        self._colour_of = dict.fromkeys(self._numbers, "")
        """Of words that have been looked at, the item and the colour."""

    def add(self, number: int, line: str, cost: int = 0) -> None:
        """Add an option by its line, or an empty one.  Raises FormatError, perhaps for a line before."""
        if self.label or cost:
            option = len(self._gathering) + len(self._waiting)
            if cost:
                self._costs[option] = cost
            if self.label:
                self._labels[option], self.label = self.label, ""
        self._waiting.append((number, line))
        if len(self._waiting) == CHUNK:
            self._read()

    def end(self) -> Options:
        """All options.  Raises FormatError."""
        self._read()
        count = len(self._gathering)
        if self._costs:
            self._gathering.charge(map(self._costs.get, range(count), repeat(0)))
        names = tuple(self._labels.get(o) or str(o + 1) for o in range(count)) if self._labels else ()
        return self._gathering.options(names)

    def _read(self) -> None:
        rows: list[Sequence[str]] = []
        colours: dict[int, Sequence[str]] = {}
        for place, (number, line) in enumerate(self._waiting):
            words = line.split()
            if "|" in line:
                words = self._charged(words, place, number, line)
            if ":" in line:
                if not self._item_of.keys() >= set(words):
                    self._look(words, number, line)
                colours[place] = list(map(self._colour_of.__getitem__, words))
                words = list(map(self._item_of.__getitem__, words))
            rows.append(words)
        given = (colours.get(place) or ("",) * len(row) for place, row in enumerate(rows)) if colours else ()
        try:
            self._gathering.add(rows, given)
        except ProblemError:
            for number, line in self._waiting:
                _look(line, number, self._numbers, self._kinds, self._source)
            raise
        self._waiting = []

    def _look(self, words: Sequence[str], number: int, line: str) -> None:
        """Find out what is wrong with a line, or else what its words say."""
        _look(line, number, self._numbers, self._kinds, self._source)
        for word in words:
            self._item_of[word], _, self._colour_of[word] = word.partition(":")

    def _charged(self, words: list[str], place: int, number: int, line: str) -> list[str]:
        """The words without those that are costs, which are added up."""
        costs = [int(word[1:]) for word in words if _COST.fullmatch(word) and len(word) <= COST_DIGITS + 2]
        names = [word for word in words if not word.startswith("|")]
        if len(costs) + len(names) < len(words) or abs(sum(costs)) > LARGEST_COST:
            _look(line, number, self._numbers, self._kinds, self._source)
        self._costs[len(self._gathering) + place] = sum(costs)
        return names


def _items(line: str, number: int, source: str) -> list[Item]:
    names = line.split()
    if len(set(names)) == len(names) and good_names(names):
        return [Item(name) for name in names]  # nothing to look for word by word
    words = words_of(line, number)
    items: dict[str, Item] = {}
    secondary = False
    for word in words:
        if word.text == "|":
            if secondary:
                raise FormatError(
                    source, word.line, word.column, "a second '|': expected one before the secondary items"
                )
            secondary = True
            continue
        item = _item(word, secondary, source)
        if item.name in items:
            raise FormatError(source, word.line, word.column, f"item {quoted(item.name)} appears twice")
        items[item.name] = item
    if not any(not item.secondary for item in items.values()):
        raise FormatError(source, words[0].line, words[0].column, "expected a primary item before '|'")
    return list(items.values())


def _item(word: Word, secondary: bool, source: str) -> Item:
    multiple = _MULTIPLE.fullmatch(word.text)
    name = multiple["name"] if multiple else word.text
    reason = name_error(name)
    if reason:
        column = word.column + len(word.text) - len(name)
        raise FormatError(source, word.line, column, f"expected an item name: {reason}")
    if not multiple:
        return Item(name, secondary)
    if secondary:
        raise FormatError(source, word.line, word.column, f"secondary item {quoted(name)} cannot have a multiplicity")
    most = _count(multiple, "most", word, source)
    least = _count(multiple, "least", word, source) if multiple["least"] is not None else most
    if least > most or most == 0:
        raise FormatError(
            source, word.line, word.column,
            f"{quoted(word.text)}: expected least:most|name with least ≤ most and most ≥ 1",
        )  # fmt: skip
    return Item(name, least=least, most=most)


def _count(multiple: re.Match[str], which: str, word: Word, source: str) -> int:
    text = multiple[which]
    if not re.fullmatch(r"[0-9]{1,7}", text) or int(text) > LARGEST_MULTIPLICITY:
        raise FormatError(
            source, word.line, word.column + multiple.start(which),
            f"{quoted(word.text)}: expected a number from 0 to {grouped(LARGEST_MULTIPLICITY)} for a multiplicity, "
            f"not {quoted(text)}",
        )  # fmt: skip
    return int(text)


def _cost(text: str, word: Word, source: str) -> int:
    cost = int(text) if len(text) <= COST_DIGITS + 1 else LARGEST_COST + 1
    if abs(cost) > LARGEST_COST:
        wanted = f"expected a cost of at most {grouped(LARGEST_COST)} after '|', not {quoted(text)}"
        raise FormatError(source, word.line, word.column + 1, wanted)
    return cost


def _look(line: str, number: int, numbers: dict[str, int], kinds: list[Item], source: str) -> None:
    """Look at the words of an option one by one.  Raises FormatError for the first that is wrong."""
    cost = 0
    seen: set[int] = set()
    for word in words_of(line, number):
        if found := _COST.fullmatch(word.text):
            cost += _cost(found[1], word, source)
            if abs(cost) > LARGEST_COST:
                _cost(str(cost), word, source)
            continue
        if word.text.startswith("|"):
            raise FormatError(
                source, word.line, word.column, f"expected a cost, '|' and a whole number, not {quoted(word.text)}"
            )
        name, colon, colour = word.text.partition(":")
        item = numbers.get(name)
        if item is None:
            sparse = all(map(str.isdecimal, numbers)) and name.isdecimal() and len(numbers) <= 2
            why = "it is not on the line of items"
            if sparse:
                why = "the first line holds the names of the items, not how many columns a sparse matrix has"
            raise FormatError(source, word.line, word.column, f"unknown item {quoted(name)}: {why}")
        if item in seen:
            raise FormatError(source, word.line, word.column, f"item {quoted(name)} is in this option already")
        seen.add(item)
        if colon:
            place = word.column + len(name) + 1
            if not kinds[item].secondary:
                raise FormatError(
                    source,
                    word.line,
                    place - 1,
                    f"primary item {quoted(name)} cannot have a colour; only secondary items can",
                )
            reason = name_error(colour)
            if reason:
                raise FormatError(source, word.line, place, f"expected a colour after '{name}:': {reason}")


def write(problem: ExactCover, head: Sequence[str] = (), above: Sequence[str] = ()) -> str:
    """The problem in Knuth's format, the names of its options as comments.

    ``head`` are further comments at the top, ``above[o]`` one before option ``o``, all without their bar.

    Raises CannotWrite for a problem without a primary item: the format has no way to say that.
    """
    if problem.primary == 0:
        raise CannotWrite("Knuth's format needs a primary item; this problem has none")
    lines = [f"| {key}: {text}" for key, text in (("title", problem.title), ("origin", problem.origin)) if text]
    lines += [f"| {note}" for note in head]
    names = [str(item) for item in problem.items]
    header = names[: problem.primary] + (["|", *names[problem.primary :]] if problem.secondary else [])
    lines.append(" ".join(header))
    for o in range(len(problem.options)):
        if problem.labels:
            lines.append(f"| option: {problem.labels[o]}")
        if above:
            lines.append(f"| {above[o]}")
        cost = [f"|{problem.options.costs[o]}"] if problem.costly and problem.options.costs[o] else []
        lines.append(" ".join([*(problem.entries(o) or ["| empty option"]), *cost]))
    return "\n".join(lines) + "\n"


def beyond_knuth(problem: ExactCover) -> str | None:
    """Why Knuth's own programs would refuse the text that `write` makes, or None."""
    long = [item.name for item in problem.items if len(item.name) > 8 or not item.name.isascii()]
    if long:
        return f"names of more than 8 ASCII characters, such as {long[0]!r}"
    for colour in problem.options.palette:
        if len(colour) > 1 or not colour.isascii():
            return f"colours of more than one ASCII character, such as {colour!r}"
    if min(problem.options.costs, default=0) < 0:
        return f"costs below 0, such as {min(problem.options.costs)}"
    if problem.costly and problem.multiple:
        return "costs together with multiplicities"
    return None
