"""What a Sudoku format writes, it reads: givens, variants, work in progress."""

from __future__ import annotations

import random
import string
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Grid, Layout, Shape
from core.sudoku import parse, read_text, write  # fmt: skip
from core.sudoku._formats import CannotWrite, FormatError, Puzzle, format_named
from core.sudoku._grid import bits_of
from core.sudoku._symbols import text_of
from tests.core.sudoku.format_samples import KEYS, NAKED_SINGLES, VALUES, only
from tests.core.sudoku.samples import WIKIPEDIA

# Round trips

SHAPES = [Shape(*sides) for sides in ((1, 2), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 4), (5, 5))]
TITLES = st.text(string.ascii_letters + "äß♛ " + string.digits, max_size=12).map(lambda text: text.strip())


def summary(grid: Grid) -> tuple[str, str]:
    """What a failure should show of a grid."""
    return str(grid.shape), text_of(grid.givens)


@st.composite
def any_grid(draw: st.DrawFn, shapes: Sequence[Shape | Layout] = SHAPES) -> Grid:
    """Givens, sparse or dense, right or wrong."""
    layout = Layout.of(draw(st.sampled_from(shapes)))
    chance = random.Random(draw(st.integers(0, 1 << 30)))
    density = chance.random()
    return Grid.of(
        layout, [chance.randint(1, layout.order) if chance.random() < density else 0 for _ in range(layout.cells)]
    )


@pytest.mark.parametrize(
    "key", ["line", "free", "boxed", "document", "sdk", "csv", "sgt", "ss", "hodoku", "opensudoku"]
)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_givens_survive_each_format(key: str, data: st.DataObject) -> None:
    shapes = {"hodoku": [Shape(3, 3)], "opensudoku": [Shape(3, 3)],
              "ss": [s for s in SHAPES if s.order <= 9]}.get(key, SHAPES)  # fmt: skip
    grids = [data.draw(any_grid(shapes))]
    while len(grids) < 4 and data.draw(st.booleans()):
        grids.append(data.draw(any_grid(shapes)))
    text = "\n".join(write([Puzzle(grid) for grid in grids], key)) + "\n"
    again = list(read_text(text, format=key))
    assert [item for item in again if isinstance(item, FormatError)] == []
    assert [summary(item.grid) for item in again if isinstance(item, Puzzle)] == [summary(grid) for grid in grids]


VARIANTS = [Layout.parse(text) for text in (
    "2x2 x", "3x3 x", "3x3 windoku", "2x3 x windoku", "1x6 jigsaw AAABBBAAABBBCCCDDDEECFFDEECFFDEECFFD",
    "1x6 jigsaw AAABBBAAABBBCCCDDDCCCDDDEEEFFFEEEFFF",
)]  # fmt: skip


@pytest.mark.parametrize("key", ["line", "free", "boxed", "sdk", "sdx", "csv", "sgt", "candidates"])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_variants_survive_where_they_can_be_written(key: str, data: st.DataObject) -> None:
    grid = data.draw(any_grid(VARIANTS))
    if key == "candidates" and not any(grid.givens):
        return
    try:
        text = "\n".join(write([Puzzle(grid)], key)) + "\n"
    except CannotWrite:
        assert key == "sgt"
        assert "Windoku" in grid.layout.variant
        return
    (found,) = read_text(text, format=key)
    assert isinstance(found, Puzzle)
    assert found.grid.layout == grid.layout or (key == "sgt" and found.grid.layout.units == grid.layout.units)
    assert found.grid.givens == grid.givens


@pytest.mark.parametrize("key", ["document", "ss", "hodoku", "opensudoku", "sudokuwiki"])
def test_formats_without_variants_say_so(key: str) -> None:
    with pytest.raises(CannotWrite):
        list(write([Puzzle(Grid.empty(Layout.parse("3x3 x")))], key))


@pytest.mark.parametrize("key", ["candidates", "sdx"])
def test_work_comes_back_with_its_givens_and_single_marks(key: str) -> None:
    grid = NAKED_SINGLES.marks_from_candidates()
    assert any(bits and not bits & (bits - 1) for bits in grid.marks)
    again = only("\n".join(write([Puzzle(grid)], key)), format=key).grid
    assert (again.givens, again.placed) == (grid.givens, grid.placed)
    assert again.marks == grid.marks


def test_a_library_line_keeps_what_it_says_of_its_step() -> None:
    line = ":0300-1:4:" + WIKIPEDIA[:81].replace("5", "+5", 1) + ":113 245:499 488::comment"
    puzzle = only(line)
    assert puzzle.step == "0300-1:4:499 488::comment"
    assert list(write([puzzle], "hodoku")) == [line]
    assert only(":03111:4:" + WIKIPEDIA[:81] + "::499::").step.startswith("03111:")
    mixed = f"{WIKIPEDIA}\n:0604:4:{WIKIPEDIA}::499::\n{WIKIPEDIA} last\n"
    for text in (mixed, "\n".join(reversed(mixed.splitlines()))):
        assert [item.grid.givens for item in read_text(text) if isinstance(item, Puzzle)] == [
            only(WIKIPEDIA).grid.givens
        ] * 3
    with pytest.raises(FormatError, match="digit, row and column"):
        only(f":0300:4:{WIKIPEDIA}::4x9::")


@pytest.mark.parametrize("key", ["boxed", "document", "sdk", "sgt", "csv", "hodoku", "opensudoku"])
@settings(max_examples=20, deadline=None)
@given(grid=any_grid([Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(4, 4)]), title=TITLES)
def test_what_was_written_is_recognised(key: str, grid: Grid, title: str) -> None:
    try:
        text = "\n".join(write([Puzzle(grid, title=title, level="easy")], key))
    except CannotWrite:
        assert grid.shape != Shape(3, 3)
        return
    if not any(grid.givens) and key == "hodoku":
        return
    found = parse(text, "x" + format_named(key).suffixes[0])
    assert summary(found.grid) == summary(grid)
    if key in ("boxed", "document", "csv", "opensudoku"):
        assert found.title == title


@st.composite
def worked_on(draw: st.DrawFn) -> Grid:
    """A 9×9 grid with givens, own values, marks and struck-out candidates."""
    chance = random.Random(draw(st.integers(0, 1 << 30)))
    state = Grid.of(Shape(3, 3), VALUES)
    for cell in range(81):
        if not state.values[cell]:
            kind = chance.random()
            if kind < 0.3:
                state = state.place(cell, chance.randint(1, 9))
            else:
                state = state.set_marks(cell, bits_of(chance.sample(range(1, 10), chance.randint(2, 5))))
    return state


@settings(max_examples=25, deadline=None)
@given(worked_on(), st.integers(0, 1 << 30))
def test_work_in_progress_survives_where_the_format_holds_it(state: Grid, seed: int) -> None:
    for key in ("sdx", "opensudoku"):
        assert parse("\n".join(write([Puzzle(state)], key)), format=key).grid == state
    bare = Grid.of(state.shape, state.givens, state.placed)
    chance = random.Random(seed)
    for cell in range(0, 81, 7):
        if not bare.values[cell]:
            bare = bare.toggle_struck(cell, chance.randint(1, 9))
    for key in ("ss", "hodoku"):
        assert parse("\n".join(write([Puzzle(bare)], key)), format=key).grid == bare


def test_a_candidate_grid_survives() -> None:
    state = Grid.of(Shape(3, 3), VALUES).marks_from_candidates()
    again = parse("\n".join(write([Puzzle(state)], "candidates")))
    assert again.grid.marks == state.marks
    assert again.grid.givens == state.givens


@pytest.mark.parametrize("key", ["candidates", "sdx"])
def test_complete_lists_are_the_candidates_and_a_persons_marks_are_not(key: str) -> None:
    """A position from elsewhere goes on with the candidates it lists; marks of one's own rule nothing out."""
    position = Grid.of(Shape(3, 3), VALUES).toggle_struck(2, 1).toggle_struck(5, 2)
    (again,) = read_text("\n".join(write([Puzzle(position)], key)), format=key)
    assert isinstance(again, Puzzle)
    assert again.grid.candidates == position.candidates
    assert again.grid.marks == Grid.of(Shape(3, 3), VALUES, struck=position.struck).marks_from_candidates().marks
    mine = Grid.of(Shape(3, 3), VALUES).marks_from_candidates().toggle_mark(2, 1)
    (again,) = read_text("\n".join(write([Puzzle(mine)], key)), format=key)
    assert isinstance(again, Puzzle)
    assert (again.grid.marks, again.grid.candidates) == (mine.marks, mine.candidates)
    few = mine.set_marks(3, 0)
    (again,) = read_text("\n".join(line for line in write([Puzzle(few)], key) if "mine" not in line), format=key)
    assert isinstance(again, Puzzle)
    assert again.grid.candidates == few.candidates


def test_a_grid_without_givens_is_exported_as_it_stands() -> None:
    typed = Grid.of(Shape(3, 3), (0,) * 81, VALUES)
    for key in KEYS:
        if key in ("candidates", "sdx", "hodoku"):
            continue
        assert parse("\n".join(write([Puzzle(typed)], key)), format=key).clues == VALUES


def test_formats_say_what_they_cannot_hold() -> None:
    large = Puzzle(Grid.empty(Shape(4, 4)))
    for key in ("ss", "hodoku", "opensudoku"):
        with pytest.raises(CannotWrite):
            list(write([large], key))
