"""What the board and the panels show of a session, as values."""

from __future__ import annotations

from core.sudoku.shape import Shape
from tui.screens.sudoku.info import Info
from tui.screens.sudoku.picture import Picture
from tui.screens.sudoku.session import SudokuSession


def picture_of(session: SudokuSession) -> Picture:
    """The board."""
    document, solving = session.document, session.solving
    values = solving.values_in_view
    grid = session.grid_in_view
    cursor = min(document.cursor, grid.shape.cells - 1)
    digit = session.digit_in_view
    moving = session.moving
    return Picture(
        grid,
        None if moving else cursor,
        0 if moving else digit,
        document.show_candidates and not (moving and grid.shape.order > 16),
        values,
        {} if document.watching else document.editor.colours,
        session.tutor.overlay if session.has_tutor else None,
    )


def title_of(session: SudokuSession, *, scrolled: bool) -> str:
    """The line above the board."""
    document = session.document
    title = size_of(session.grid_in_view.shape)
    if document.puzzle.title:
        title += f"  {document.puzzle.title}"
    if scrolled:
        title += f"  {session.grid_in_view.shape.name_of(min(document.cursor, session.grid_in_view.shape.cells - 1))}"
    return title


def size_of(shape: Shape) -> str:
    """``6 × 6, boxes 2 × 3``."""
    title = f"{shape.order} × {shape.order}"
    if shape.box_rows != shape.box_columns:
        title += f", boxes {shape.box_rows} × {shape.box_columns}" if shape.regions is None else ""
    if shape.variant:
        title += f"  {shape.variant}"
    return title


def mode_of(session: SudokuSession, room: int) -> str:
    """The line below the board: as much of the mode as there is room for."""
    words, *more = session.mode_words
    for part in more:
        if session.document.watching and len(f"{words} · {part}") > room:
            continue  # the footer has it too
        words += f" · {part}"
    return words


def cell_of(session: SudokuSession) -> tuple[str, Info]:
    """The panel about the cell with the cursor: its title and its content."""
    document = session.document
    values = None if session.moving else session.solving.values_in_view
    grid = document.grid
    cell = min(document.cursor, grid.shape.cells - 1)
    value = grid.values[cell]
    kind = "given" if grid.givens[cell] else "mine"
    # What is said is about what is seen; of a moving search nothing is said, for there is no cursor.
    if values is not None and cell < len(values):
        kind = (
            "given" if session.solving.run_grid.givens[cell] else "mine and found" if value == values[cell] else "found"
        )
        value = values[cell]
    message, tone = session.words
    nothing = "" if values is None else "not found yet"
    shape = grid.shape
    info = Info(
        order=shape.order,
        candidates=grid.candidates[cell],
        marks=0 if value or values is not None else grid.marks[cell],
        filled=f"{document.named(value)} {kind}" if value else nothing,
        facts=session.facts,
        message=message,
        tone=tone,
    )
    rule, number = shape.rule_of(shape.units_of(cell)[2])
    extra = [shape.rule_of(unit)[0] for unit in range(3 * shape.order, len(shape.units)) if cell in shape.units[unit]]
    more = "".join(f", {each}" for each in dict.fromkeys(extra))
    return f"{shape.name_of(cell)}  {rule} {number + 1}{more}", info
