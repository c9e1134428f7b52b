"""All that a Sudoku session shows, as one value: board, cell, page of text, keys.  No Textual."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from core import Grid, Layout
from core._words import counted, grouped
from core.explain import Reason, Sentence, Tone, sentences
from core.sudoku import HouseKind
from core.sudoku._grid import bits_of, values_in
from core.sudoku._symbols import symbol
from tui.kit.sudoku_position import SudokuPosition
from tui.kit.text import SAME, SENTENCE_TONES, PageText, Piece, Slots
from tui.kit.values import BoardValue, TreeValue
from tui.lab.view import LabView, Panel, classes
from tui.screens.sudoku.document import Mode, NewsTone

if TYPE_CHECKING:
    from tui.kit.sudoku_overlay import Overlay
    from tui.screens.sudoku.session import SudokuSession


def view(session: SudokuSession) -> LabView:
    """The board, and beside it the cell and either figures or a page of text."""
    document, solving = session.document, session.solving
    told, left = page_of(session), left_to_do(session)
    panels = [
        Panel("form", solving.form.value),
        Panel("info", cell_of(session, "" if session.board_framed else " · ".join(session.mode_words))),
        Panel("live", solving.figures()),
        Panel("page", told or steps_so_far(session)),
    ]
    if left is not None:
        panels.append(Panel("left", left))
    if session.coding:
        panels += [Panel("code", at) for at in session.code_positions()]
    if session.tree_opened:
        panels.append(Panel("tree", TreeValue(solving.of_tree, session.search.node, session.grown_tree.stamp)))
    standing = classes(
        watching=document.watching, held=document.watching and session.held, paged=told is not None,
        playing=left is not None, code=session.coding, tree=session.tree_opened,
    )  # fmt: skip
    yes, no = (" ✓", " ✗") if session.unicode else ("", " x")
    saved = f"saved{yes}" if document.saved else f"NOT SAVED{no}"
    board = BoardValue(on_board(session), title_of(session), *mode_of(session))
    return LabView(board, tuple(panels), standing, saved, tuple(session.footer_actions()))


# The board


def on_board(session: SudokuSession) -> SudokuPosition:
    """The board."""
    document, solving = session.document, session.solving
    values = solving.values_in_view
    grid = session.grid_in_view
    cursor = min(document.cursor, grid.shape.cells - 1)
    digit = session.digit_in_view
    moving = session.moving
    pointed = document.pointed
    overlay = session.tutor.overlay if session.has_tutor else None
    judged = document.show_candidates or (pointed is not None and pointed.candidates)
    return SudokuPosition(
        grid,
        None if moving else cursor,
        0 if moving else digit,
        judged and not (moving and grid.shape.order > 16),
        values,
        {} if document.watching else document.editor.colours,
        () if document.watching else document.selected,
        pointed.overlay if pointed is not None else overlay,
    )


def title_of(session: SudokuSession) -> str:
    """The line above the board."""
    title, named = size_of(session.grid_in_view.layout), session.document.puzzle.title
    return f"{title}  {named}" if named else title


def size_of(layout: Layout) -> str:
    """``6 × 6, boxes 2 × 3``."""
    shape = layout.shape
    title = f"{shape.order} × {shape.order}"
    if shape.box_rows != shape.box_columns:
        title += f", boxes {shape.box_rows} × {shape.box_columns}" if layout.rectangular else ""
    if layout.variant:
        title += f"  {layout.variant}"
    return title


def mode_of(session: SudokuSession) -> tuple[str, tuple[str, ...]]:
    """The line below the board, and what follows it if there is room: a search's rest, which the footer has too."""
    words, *more = session.mode_words
    return (words, tuple(more)) if session.document.watching else (" · ".join((words, *more)), ())


# The cell with the cursor, and the puzzle


LABEL = len("candidates ")


def cell_of(session: SudokuSession, mode: str = "") -> PageText:
    """The panel about the cell with the cursor and the puzzle, with the mode at the bottom."""
    document = session.document
    values = None if session.moving else session.solving.values_in_view
    grid = document.grid
    shape = grid.shape
    cell = min(document.cursor, shape.cells - 1)
    value = grid.values[cell]
    kind = "given" if grid.givens[cell] else "mine"
    # A sentence is about what is in view; a moving search has none, because it has no cursor.
    if values is not None and cell < len(values):
        kind = (
            "given" if session.solving.run_grid.givens[cell] else "mine and found" if value == values[cell] else "found"
        )
        value = values[cell]
    lines: list[tuple[Piece | Slots, ...]] = []
    if value or values is not None:
        lines.append(((f"{document.named(value)} {kind}" if value else "not found yet", "plain"),))
    elif session.guessing and not document.show_candidates:
        lines.append((("shown when you have answered", "plain"),))
    elif document.pointed is not None and document.pointed.candidates:
        possible = grid.candidates[cell] & ~bits_of(document.pointed.overlay.within(cell))
        lines.append((("possible".ljust(LABEL), "muted"), _in_slots(possible, shape.order, "plain")))
    else:
        lines.append((("candidates ", "muted"), _in_slots(grid.candidates[cell], shape.order, "plain")))
    if grid.marks[cell] and not value and values is None:
        lines.append((("my marks".ljust(LABEL), "muted"), _in_slots(grid.marks[cell], shape.order, "mark")))
    facts = [((fact, "muted"),) for fact in session.facts if fact]
    give_way = range(len(lines), len(lines) + len(facts))  # the sentence goes before they do
    lines += facts
    message, tone = session.words
    if message:
        yes, no = ("✓ ", "✗ ") if session.unicode else ("= ", "! ")
        lines.append(((({NewsTone.GOOD: yes, NewsTone.BAD: no}.get(tone, "") + message), tone.value),))
    houses = [grid.layout.houses[unit] for unit in grid.layout.houses_of(cell)]
    there = ", ".join(house.name for house in houses if house.kind in (HouseKind.BOX, HouseKind.OTHER))
    title = f"{shape.name_of(cell)}  {there}".rstrip()
    return PageText(title, tuple(lines), len(lines) - 1 if message else 0, mode, give_way=give_way)


def _in_slots(bits: int, order: int, tone: str) -> Slots:
    """The values of a set, each at its own place."""
    return Slots(tuple([symbol(value) if bits >> (value - 1) & 1 else "" for value in range(1, order + 1)]), tone)


# The lower right: the hint, the steps so far, the path, the candidates of a row, column or box


class LowerRight(StrEnum):
    """The page in the lower right."""

    FIGURES = "figures"
    """Figures of the search; on a large terminal the steps so far are below."""
    STEPS = "steps so far"
    PATH = "path"
    ROW = "row"
    COLUMN = "column"
    BOX = "box"


MOST_IN_A_LINE = 11
"""The most values side by side, each above what is left of it; of more, only what the cell's units lack is shown."""
LONGEST_LIST = 24
"""Values in a row that fit beside its name."""


def left_to_do(session: SudokuSession) -> PageText | None:
    """What helps a player; None if a search of this puzzle has figures to show."""
    document = session.document
    if document.watching or session.solving.has_figures:
        return None
    grid = document.grid
    shape = grid.shape
    order = shape.order
    values = range(1, order + 1)
    lines: list[tuple[Piece, ...]] = []
    if order <= MOST_IN_A_LINE:
        here = session.digit_in_view
        missing = [order - grid.values.count(value) for value in values]
        lines.append(tuple([(f"{symbol(value):>2} ", SAME if value == here else "plain") for value in values]))
        lines.append(tuple([(f"{max(0, n) or '·':>2} ", "mark" if n > 0 else "muted") for n in missing]))
    cell = min(document.cursor, shape.cells - 1)
    about = [rule for rule in grid.layout.untold if cell in rule.cells]
    whole = [rule for rule in grid.layout.untold if not rule.cells]
    lines += [((rule.words(shape), "plain" if rule.cells else "muted"),) for rule in (*about, *whole)]
    gap = " " if order <= MOST_IN_A_LINE else ""
    for unit in grid.layout.houses_of(cell)[:3]:
        house = grid.layout.houses[unit]
        there = {grid.values[each] for each in house.cells}
        lacking = [symbol(value) for value in values if value not in there]
        told = gap.join(lacking) if len(lacking) <= LONGEST_LIST else f"{len(lacking)} values"
        lines.append(((house.name.ljust(10), "muted"), (told or "full", "plain")))
    yes, no = ("✓", "✗") if session.unicode else ("+", "x")
    if wrong := len(grid.conflicts):
        lines.append(((f"{no} {counted(wrong, 'rule')} broken; ! lists them", "bad"),))
    else:
        lines.append(((f"{yes} no rule is broken", "good"),))
    empty = grid.values.count(0)
    title = f"Left to place: {empty}" if empty else "Every cell is filled"
    return PageText(title, tuple(lines), note="/ hint · c check")


def page_of(session: SudokuSession) -> PageText | None:
    """What the page panel shows; None if it should show the figures of the search."""
    pointed = session.document.pointed
    if pointed is not None:
        return _told(session, pointed.title, pointed.text, pointed.overlay, "esc closes")
    told = session.tutor.text if session.has_tutor else None
    if told is not None:
        note = "/ goes on · esc closes" if session.tutor.shown else "esc closes"
        return _told(session, *told, session.tutor.overlay, note)
    page = session.page
    if page is LowerRight.FIGURES:
        return None
    if page is LowerRight.STEPS:
        return steps_so_far(session)
    return _path(session) if page is LowerRight.PATH else _unit(session, page)


def _told(session: SudokuSession, title: str, text: str, overlay: Overlay | None, note: str) -> PageText:
    from tui.kit.sudoku_overlay import GLYPHS

    lines: list[tuple[Piece, ...]] = [((text, "plain"),)]
    roles = overlay.roles() if overlay is not None else []
    if roles:
        sign = 0 if session.unicode else 1
        lines.append(((" ", "plain"),))
        lines.append((("  ".join(f"{GLYPHS[role][sign]}\N{NO-BREAK SPACE}{role.value}" for role in roles), "muted"),))
    return PageText(title, tuple(lines), note=note)


HELPFUL_KEYS = (
    ("/", "a hint, in four steps"), ("'", "then a value: your own mark"), ("a", "all candidates, or none"),
    ("c", "check: right so far?"), (":", "the path to the solution"), ("o", "open another puzzle"),
)  # fmt: skip
"""Shown about the user's own grid while there are no steps."""


def _givens_before(grid: Grid, reason: Reason) -> Iterator[Sentence]:
    """The givens that the search took just before its last choice: a step goes past them."""
    cells = [taken.option.number // grid.shape.order for taken in reason.path if taken.option is not None]
    if not cells or max(cells) >= grid.shape.cells or grid.givens[cells[-1]]:  # a choice may be of a whole band
        return
    last = len(cells) - 1
    first = next((level for level in range(last, 0, -1) if not grid.givens[cells[level - 1]]), 0)
    count, every = last - first, sum(map(bool, grid.givens))
    if count:
        which = f"the {every} givens" if count == every else f"{count} of the {every} givens"
        choices = f"choice {last}" if count == 1 else f"choices {first + 1} to {last}"
        yield Sentence(Tone.DETAIL, f"Before it came {which}, as {choices}.")


def steps_so_far(session: SudokuSession) -> PageText:
    """What was done to the puzzle, or placed step by step by the search in view; the newest last."""
    placed_values = session.solving.placed_values
    reason = session.reason_told if session.search_in_view else None
    if reason is not None:
        why = [*_givens_before(session.grid_in_view, reason), *sentences(reason)]
        said = tuple(((each.text, SENTENCE_TONES[each.tone]),) for each in why)
        return PageText(f"Why · node {grouped(reason.node)}", said)
    if session.document.watching and placed_values:
        placed = tuple(
            ((f"{number:>4}  ", "muted"), (str(value), "here" if number == len(placed_values) else "plain"))
            for number, value in enumerate(placed_values, 1)
        )
        return PageText("Steps of the search", placed, len(placed_values) - 1)
    steps = session.document.editor.steps
    lines = tuple([
        ((f"{number:>4}  ", "muted"), (step.what, "here" if number == len(steps) else "plain"))
        for number, step in enumerate(steps, 1)
    ])  # fmt: skip
    if not steps:
        keys = () if session.document.watching else HELPFUL_KEYS
        told = tuple(((f"{key}  ", "strong"), (what, "muted")) for key, what in keys)
        return PageText("No steps yet", told or ((("your own moves will be listed here", "muted"),),))
    return PageText(f"{counted(len(steps), 'step')} so far", lines, len(steps) - 1)


def _path(session: SudokuSession) -> PageText:
    walk = session.tutor.walk
    if walk is None:
        changed = "the grid has changed; press : to find the path from here"
        text = "looking for it…" if session.jobs.running("logic") else changed
        return PageText("Path", (((text, "muted"),),))
    lines = tuple(((f"{number:>4}  ", "muted"), (step.line, "plain")) for number, step in enumerate(walk.path.steps, 1))
    return PageText(f"Path: {walk.title}", lines, note=": goes to a step")


def _unit(session: SudokuSession, page: LowerRight) -> PageText:
    """Every candidate of a row, column or box, a cell a line, each value at its own place."""
    grid, cell = session.grid_with_values, session.document.cursor
    layout = grid.layout
    here = [layout.houses[unit] for unit in layout.houses_of(min(cell, layout.cells - 1))]
    house = next((each for each in here if each.kind.value == page.value), None)
    if house is None:
        return PageText(f"Candidates of the {page.value}", ((("no rule is about it", "muted"),),))
    cells = house.cells
    digit = session.digit_in_view
    lines = tuple(tuple(_cell_line(grid, each, digit, here=each == cell)) for each in cells)
    return PageText(f"Candidates of {house.name}", lines, cells.index(cell) if cell in cells else 0)


def _cell_line(grid: Grid, cell: int, digit: int, *, here: bool) -> Iterable[Piece]:
    shape = grid.shape
    name = shape.name_of(cell)
    yield f"{name:<7}", "here" if here else "muted"
    value = grid.values[cell]
    if value:
        yield f"= {symbol(value)}", "plain"
        return
    left, marks = grid.candidates[cell], grid.marks[cell]
    for each in values_in((1 << shape.order) - 1):
        bit = 1 << (each - 1)
        ink = SAME if each == digit else "mark" if marks & bit else "plain"
        yield (symbol(each) if (left | marks) & bit else "·"), ink if (left | marks) & bit else "muted"
        if shape.order <= 12:
            yield " ", "plain"


# The key bar: which keys, by what is going on

_FOOTERS: dict[str, tuple[str, ...]] = {
    "values": ("symbol", "once('mark')", "hint", "undo", "open", "run"),
    "marks": ("symbol", "mode('marks')", "undo", "candidates", "check", "run"),
    "digit first": ("symbol", "put", "once('mark')", "undo", "back", "run"),
    "colours": ("symbol", "once('mark')", "undo", "clear_colours", "back"),
    "select": ("kind", "lift", "take_back", "back"),
    "type in": ("symbol", "skip", "rub_out", "undo", "done"),
    "searching": ("pause", "step", "next_solution", "stop", "back"),
    "paused": ("run", "step", "walk('BACK')", "tree", "code", "back", "pair", "go_to_node", "stop"),
    "searched": ("write", "walk('BACK')", "tree", "code", "back", "pair", "browse(1)", "run"),
}


def order_in_footer(session: SudokuSession) -> tuple[str, ...]:
    """The actions that matter now, by what is going on."""
    document = session.document
    doing = document.mode.value
    if document.watching:
        doing = "paused" if session.held else "searching" if session.searching else "searched"
    names = _FOOTERS[doing]
    waited_for = session.jobs.asked_for or session.grown_tree.at_work
    return ("stop", *names) if waited_for and "stop" not in names else names


def keys_of_values(session: SudokuSession) -> str:
    """The keys that are values, or colours, in writing."""
    document = session.document
    order = document.grid.shape.order
    return "1-6" if document.mode is Mode.COLOURS else f"1-{symbol(order)}"
