"""A grid and then one rule a line: how a person types a puzzle of any kind.

    # title: Two rules
    1...
    ....
    ....
    ...4
    cage 5: r1c1 r1c2
    thermo: r4c1-r4c4

The grid is written in any of the other formats, or left out: ``grid 9`` or ``grid 2x3`` is
an empty one, with nothing but rules below.  Each rule is a line of its own
(`core.sudoku.rules._kinds`).  Rows, columns and boxes need no line; ``regions …`` takes the
place of the boxes, and ``without boxes`` takes a rule away.  Text after ``#`` is a
comment, except ``# title:`` and ``# author:``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core._search import ProblemError
from core.sudoku._formats.base import FormatError, Puzzle, PuzzleOrError, SourceText, clean_text
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku._shape import Shape
from core.sudoku.rules._house import USUAL
from core.sudoku.rules._kinds import EMPTY_GRID, RULE_WORD, WITHOUT, is_rule, parse_rule
from core.sudoku.rules._reading import Misread
from core.sudoku.rules._rule import Rule

_PARTICULAR = re.compile(r"#\s*(title|author|date|source|description):\s*(.*)", re.IGNORECASE)


def read(source: SourceText, wanted: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Puzzles and errors in file order: a puzzle ends where another grid begins."""
    for first, last in _puzzles(source):
        try:
            yield _puzzle(source, first, last, wanted)
        except FormatError as error:
            yield error


def _puzzles(source: SourceText) -> Iterator[tuple[int, int]]:
    """The lines (from, to) of each puzzle, 0-based: after rules, a line that is not a rule begins another one."""
    first, ruled = 0, False
    for number, line in enumerate(source.lines):
        bare = line.partition("#")[0].strip()
        if not bare:
            continue
        word = RULE_WORD.match(bare)
        if is_rule(bare) or (ruled and word is not None and ":" in bare):
            ruled = True
        elif ruled:
            yield first, number
            first, ruled = number, False
    yield first, len(source.lines)


def _puzzle(source: SourceText, first: int, last: int, wanted: Layout | None) -> Puzzle:
    drawn: list[str] = []
    ruled: list[tuple[int, str]] = []
    told: dict[str, str] = {}
    size: tuple[int, str] | None = None
    for number in range(first, last):
        line = source.lines[number]
        source.refuse_zero_byte(number + 1, line)
        if match := _PARTICULAR.fullmatch(line.strip()):
            told[match[1].lower()] = clean_text(match[2].strip())
        elif size is None and (match := EMPTY_GRID.fullmatch(line.partition("#")[0])):
            size = number + 1, match[1].replace(" ", "").replace("×", "x")
        elif ruled or size is not None or is_rule(line):
            if bare := line.partition("#")[0].rstrip():
                ruled.append((number + 1, bare))
        else:
            drawn.append(line)
            continue
        drawn.append("")
    grid = _grid(source, first, drawn, size, wanted)
    rules = _rules(source, ruled, grid.layout)
    try:
        grid = Grid.of(grid.shape, grid.givens, grid.placed, grid.marks, grid.struck, rules)
    except ProblemError as error:
        raise source.error(ruled[0][0] if ruled else first + 1, 1, str(error)) from None
    return Puzzle(grid, line=first + 1, **{key: text for key, text in told.items() if text})


def _grid(
    source: SourceText, first: int, drawn: list[str], size: tuple[int, str] | None, wanted: Layout | None
) -> Grid:
    """The grid above the rules, in any other format."""
    from core.sudoku._formats import read_text

    if size is not None:
        line, text = size
        return Grid.empty(source.guard(line, lambda: _sized(text)))
    if not any(line.strip() and not line.lstrip().startswith("#") for line in drawn):
        return Grid.empty(wanted or Layout.of(Shape(3, 3)))
    text = "\n" * first + "\n".join(drawn)
    found = list(read_text(text, source.name, shape=wanted))
    for item in found:
        if isinstance(item, FormatError):
            raise item
    if len(found) != 1:
        raise source.error(first + 1, 1, f"expected one grid before the rules, found {len(found)}")
    item = found[0]
    assert isinstance(item, Puzzle)
    return item.grid


def _sized(text: str) -> Layout:
    return Layout.of(Shape.parse(text) if "x" in text else Shape.default(int(text)))


def _rules(source: SourceText, lines: list[tuple[int, str]], layout: Layout) -> tuple[Rule, ...]:
    rules = dict.fromkeys(layout.rules)
    for number, line in lines:
        words = line.split()
        try:
            if words[0].lower() == WITHOUT:
                column = line.lower().index(WITHOUT) + len(WITHOUT) + 2
                gone = next((rule for rule in rules if words[1:] == [rule.kind]), None)
                if gone is None:
                    raise Misread(column, f"expected one of {', '.join(rule.kind for rule in USUAL)} behind without")
                del rules[gone]
                continue
            rule = parse_rule(line, layout.shape)
        except Misread as error:
            raise source.error(number, error.column, str(error)) from None
        if rule.division(layout.shape) is not None:
            for other in [each for each in rules if each.division(layout.shape) is not None]:
                del rules[other]
        rules[rule] = None
    return tuple(rules)


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """The grid with its boxes drawn, then its rules; an empty line between puzzles."""
    from core.sudoku._formats import format_named

    for number, puzzle in enumerate(puzzles):
        if number:
            yield ""
        for key in ("title", "author", "date", "source", "description"):
            if text := getattr(puzzle, key):
                yield f"# {key}: {text}"
        grid = puzzle.grid
        bare = Grid.of(grid.shape, grid.givens, grid.placed, grid.marks, grid.struck)
        marked = any(grid.marks) or any(grid.struck)
        yield from format_named("candidates" if marked else "boxed").write([Puzzle(bare)])
        yield from rule_lines(grid.layout)


def rule_lines(layout: Layout) -> Iterator[str]:
    """A line for each rule beyond the usual ones, and for each of these that is missing."""
    divided = any(rule.division(layout.shape) is not None for rule in layout.rules)
    for rule in USUAL:
        if rule not in layout.rules and not (divided and rule.division(layout.shape) is not None):
            yield f"{WITHOUT} {rule.kind}"
    for rule in layout.rules:
        if rule not in USUAL:
            yield rule.line(layout.shape)
