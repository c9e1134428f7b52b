"""Undo, redo, savepoints and saving of the work on a Sudoku."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Grid, ProblemError, Shape
from core.sudoku import parse
from core.sudoku._formats import Puzzle
from core.sudoku.human._editor import Editor
from tests.core.sudoku.reading import grid_lines

SHAPE = Shape(2, 3)


def fresh() -> Editor:
    return Editor(Puzzle(Grid.empty(SHAPE), title="blank"))


def reloaded(editor: Editor) -> Editor:
    return Editor.from_document(json.loads(json.dumps(editor.document())))


edits = st.one_of(
    st.tuples(st.just("place"), st.integers(0, 35), st.integers(0, 6)),
    st.tuples(st.just("mark"), st.integers(0, 35), st.integers(1, 6)),
    st.tuples(st.just("strike"), st.integers(0, 35), st.integers(1, 6)),
    st.tuples(st.just("given"), st.integers(0, 35), st.integers(0, 6)),
    st.tuples(st.just("colour"), st.integers(0, 35), st.integers(0, 6)),
    st.tuples(st.sampled_from(("lock", "unlock", "save", "undo", "redo", "rename")), st.just(0), st.just(0)),
)


def perform(editor: Editor, edit: tuple[str, int, int]) -> None:
    kind, cell, value = edit
    grid = editor.grid
    match kind:
        case "undo":
            editor.undo()
        case "redo":
            editor.redo()
        case "rename":
            editor.rename(f"{len(editor.steps)}")
        case "colour":
            colours = dict(editor.colours)
            colours[cell, value] = colours.get((cell, value), 0) + 1
            editor.colour(colours, kind, cell)
        case "save":
            editor.add_savepoint("here")
        case "lock" | "unlock":
            editor.change(getattr(grid, kind)(), kind)
        case _ if cell < grid.shape.cells and value <= grid.shape.order:
            method = {"place": grid.place, "mark": grid.toggle_mark, "strike": grid.toggle_struck,
                      "given": grid.set_given}[kind]  # fmt: skip
            editor.change(method(cell, value), kind, cell)


@settings(max_examples=60, deadline=None)
@given(st.lists(edits, max_size=30))
def test_every_step_can_be_taken_back_made_again_and_saved(script: list[tuple[str, int, int]]) -> None:
    editor = fresh()
    for edit in script:
        perform(editor, edit)
    copy = reloaded(editor)
    assert copy.puzzle == replace(editor.puzzle, line=1)
    assert copy.savepoints == [replace(point, puzzle=replace(point.puzzle, line=1)) for point in editor.savepoints]
    while editor.redo():
        assert copy.redo() is not None
    states = [(editor.puzzle, editor.colours)]
    while editor.undo():
        states.append((editor.puzzle, editor.colours))
        assert copy.undo() is not None
        assert (copy.grid, copy.colours) == (editor.grid, editor.colours)
    assert editor.grid == Grid.empty(SHAPE)
    assert not editor.colours
    for state in reversed(states[:-1]):
        editor.redo()
        assert (editor.puzzle, editor.colours) == state


def test_a_new_change_forgets_what_was_taken_back() -> None:
    editor = fresh()
    editor.change(editor.grid.place(0, 1), "r1c1 = 1", 0)
    editor.undo()
    editor.change(editor.grid.place(0, 2), "r1c1 = 2", 0)
    assert not editor.can_redo
    step = editor.undo()
    assert step is not None
    assert (step.what, step.cell) == ("r1c1 = 2", 0)


def test_nothing_happens_without_a_difference() -> None:
    editor = fresh()
    assert not editor.change(editor.grid.place(0, 0), "nothing")
    assert not editor.can_undo
    assert editor.redo() is None


def test_savepoints_keep_states_and_going_back_is_a_step() -> None:
    editor = fresh()
    editor.change(editor.grid.place(0, 1), "try", 0)
    point = editor.add_savepoint("  ")
    assert point.name == "savepoint 1"
    assert editor.add_savepoint("again").puzzle == point.puzzle
    assert [p.name for p in editor.savepoints] == ["again"]
    editor.change(editor.grid.place(1, 2), "more", 1)
    assert editor.go_to_savepoint(point)
    assert editor.grid.values[:2] == (1, 0)
    editor.undo()
    assert editor.grid.values[:2] == (1, 2)


def test_undo_has_no_end() -> None:
    editor = fresh()
    for number in range(1200):
        editor.change(editor.grid.place(0, number % 6 + 1), str(number), 0)
    copy = reloaded(editor)
    assert len(copy.steps) == 1200
    while copy.undo():
        pass
    assert not copy.grid.filled
    assert not copy.steps


def test_a_savepoint_keeps_the_colours() -> None:
    editor = fresh()
    editor.colour({(0, 0): 2, (1, 3): 1}, "coloured", 0)
    point = editor.add_savepoint("")
    editor.colour({}, "none")
    assert not editor.colours
    editor.go_to_savepoint(point)
    copy = reloaded(editor)
    assert copy.colours == editor.colours == {(0, 0): 2, (1, 3): 1}
    copy.undo()
    assert not copy.colours


WHOLE = {"version": 1, "first": {"boxes": [2, 3]}, "steps": [], "done": 0, "savepoints": [], "seconds": 0}


@pytest.mark.parametrize(
    "document",
    [
        None, [], {}, {"version": 99}, {"version": 1},
        WHOLE | {"first": {"boxes": [2, 3], "placed": [99, 1]}},
        WHOLE | {"first": {"boxes": [2, 3], "placed": [0, 7]}},
        WHOLE | {"first": {"boxes": [2, 3], "placed": [0]}},
        WHOLE | {"first": {"boxes": [0, 3]}},
        WHOLE | {"steps": [["x", 0]]},
        WHOLE | {"steps": [["x", 0, {"colours": [36, 0, 1]}]]},
        WHOLE | {"steps": [["x", 0, {"colours": [0, 1]}]]},
        WHOLE | {"seconds": "long"},
    ],
)  # fmt: skip
def test_a_damaged_document_is_refused_in_words(document: object) -> None:
    Editor.from_document(WHOLE)
    with pytest.raises(ProblemError):
        Editor.from_document(document)


def test_a_puzzle_is_untouched_until_a_step_or_a_savepoint() -> None:
    stepped, saved = fresh(), fresh()
    assert stepped.untouched
    stepped.change(stepped.grid.place(0, 1), "a value")
    saved.add_savepoint("here")
    assert (stepped.untouched, saved.untouched) == (False, False)
    stepped.undo()
    assert not stepped.untouched, "it can still be redone"


def test_with_other_givens_a_puzzle_is_another_one() -> None:
    grid = Grid.empty(SHAPE)
    for cell, value in ((0, 1), (3, 2), (6, 3)):
        grid = grid.set_given(cell, value)
    editor = Editor(Puzzle(grid, title="easy 1", level="easy", author="A"))
    assert editor.change(grid.place(1, 3), "r1c2 = 3", 1)
    assert (editor.puzzle.title, editor.puzzle.level) == ("easy 1", "easy")
    editor.change(editor.grid.set_given(0, 0), "emptied", 0)
    assert (editor.puzzle.title, editor.puzzle.level, editor.puzzle.author) == ("easy 1, changed", "", "A")
    editor.change(editor.grid.set_given(3, 0), "emptied", 3)
    assert (editor.puzzle.title, editor.puzzle.author) == ("", "")
    again = Editor.from_document(editor.document())
    again.change(again.grid.set_given(3, 2), "r1c4 given 2", 3)
    assert (again.puzzle.title, again.puzzle.level) == ("easy 1, changed", "")
    again.change(again.grid.set_given(0, 1), "r1c1 given 1", 0)
    assert (again.puzzle.title, again.puzzle.level, again.puzzle.author) == ("easy 1", "easy", "A")
    again.rename("mine")
    again.change(again.grid.set_given(0, 0), "emptied", 0)
    assert again.puzzle.title == "mine"


def test_a_walk_there_and_back() -> None:
    """Steps, undo, redo and savepoints: what there is after each, and all of it as a document."""
    editor = Editor(parse("1.3...2..1..4... a title"))
    seen = []

    def now(made: object = "") -> None:
        _, *work = grid_lines(editor.grid)
        can = f"{'undo' if editor.can_undo else '-'} {'redo' if editor.can_redo else '-'}"
        said = f"{made} | {editor.puzzle.title} | {len(editor.steps)} | {can} |{''.join(work)} {dict(editor.colours)}"
        seen.append(said)

    now(editor.change(editor.grid.place(1, 2), "r1c2 = 2", 1))
    now(editor.change(editor.grid, "nothing"))
    now(editor.colour({(0, 0): 3}, "coloured", 0))
    now(editor.rename("another"))
    now(editor.rename("another"))
    now(editor.add_savepoint("").name)
    now(editor.change(editor.grid.toggle_mark(4, 3).toggle_struck(5, 1), "marks", 4))
    now(editor.add_savepoint("mine").name)
    for _ in range(5):
        step = editor.undo()
        now(step and step.what)
    for _ in range(2):
        step = editor.redo()
        now(step and step.what)
    now(editor.change(editor.grid.set_given(3, 4), "given", 3))
    now(editor.redo())
    now(editor.go_to_savepoint(editor.savepoints[1]))
    now(editor.go_to_savepoint(editor.savepoints[1]))
    placed, struck = (
        "  placed .2.. .... .... ....",
        "  marks . . . . / 3 . . . / . . . . / . . . .  struck . . . . / . 1 . . ",
    )
    worked = f"{placed}{struck}/ . . . . / . . . ."
    assert seen == [
        f"True | a title | 1 | undo - |{placed} {{}}",
        f"False | a title | 1 | undo - |{placed} {{}}",
        f"True | a title | 2 | undo - |{placed} {{(0, 0): 3}}",
        f"True | another | 3 | undo - |{placed} {{(0, 0): 3}}",
        f"False | another | 3 | undo - |{placed} {{(0, 0): 3}}",
        f"savepoint 1 | another | 3 | undo - |{placed} {{(0, 0): 3}}",
        f"True | another | 4 | undo - |{worked} {{(0, 0): 3}}",
        f"mine | another | 4 | undo - |{worked} {{(0, 0): 3}}",
        f"marks | another | 3 | undo redo |{placed} {{(0, 0): 3}}",
        f"renamed | a title | 2 | undo redo |{placed} {{(0, 0): 3}}",
        f"coloured | a title | 1 | undo redo |{placed} {{}}",
        "r1c2 = 2 | a title | 0 | - redo | {}",
        "None | a title | 0 | - redo | {}",
        f"r1c2 = 2 | a title | 1 | undo redo |{placed} {{}}",
        f"coloured | a title | 2 | undo redo |{placed} {{(0, 0): 3}}",
        f"True | a title, changed | 3 | undo - |{placed} {{(0, 0): 3}}",
        f"None | a title, changed | 3 | undo - |{placed} {{(0, 0): 3}}",
        f"True | another | 4 | undo - |{worked} {{(0, 0): 3}}",
        f"False | another | 4 | undo - |{worked} {{(0, 0): 3}}",
    ]
    document = editor.document()
    assert document["first"] == {"boxes": [2, 2], "givens": [0, 1, 2, 3, 6, 2, 9, 1, 12, 4], "title": "a title"}
    assert [step[:2] for step in document["steps"]] == [
        ["r1c2 = 2", 1], ["coloured", 0], ["given", 3], ["back to mine", None],
    ]  # fmt: skip
    assert document["steps"][1][2] == {"colours": [0, 0, 3]}
    again = Editor.from_document(document)
    assert (again.grid, again.puzzle.title, len(again.savepoints)) == (editor.grid, "another", 2)


@pytest.mark.parametrize(("change", "said"), [
    *(({"-": key}, f"this is not a saved Sudoku: KeyError('{key}')") for key in WHOLE),
    ({"first": -1}, "this is not a saved Sudoku: TypeError(\"'int' object is not subscriptable\")"),
    ({"savepoints": -1}, "this is not a saved Sudoku: TypeError(\"'int' object is not iterable\")"),
    ({"steps": -1}, "this is not a saved Sudoku: TypeError(\"'int' object is not iterable\")"),
    ({"version": -1}, "saved by another version of this program (-1)"),
])  # fmt: skip
def test_what_is_wrong_with_a_document_is_said(change: dict[str, object], said: str) -> None:
    document = {key: value for key, value in WHOLE.items() if key != change.get("-")} | change
    with pytest.raises(ProblemError) as caught:
        Editor.from_document(document)
    assert str(caught.value) == said


def test_a_document_may_say_less_than_nothing_of_time_and_steps() -> None:
    for key in ("done", "seconds"):
        Editor.from_document(WHOLE | {key: -1})
