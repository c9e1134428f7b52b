"""What is kept of the works that were begun, and which are forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from core import ProblemError
from core.storage import Store
from core.sudoku import parse
from core.sudoku.human._editor import Editor
from tui.screens.sudoku.works import KIND, SudokuWork, SudokuWorks

PUZZLE = parse("1.3...2..1..4...")


def worked() -> Editor:
    editor = Editor(PUZZLE)
    assert editor.change(editor.grid.place(1, 2), "r1c2 = 2", 1)
    return editor


def got(kept: SudokuWorks, key: str) -> SudokuWork:
    found = kept.get(key)
    assert found is not None
    return found


def newest(kept: SudokuWorks) -> SudokuWork:
    found = kept.newest()
    assert found is not None
    return found


def test_nothing_is_kept_at_first() -> None:
    kept = SudokuWorks(Store.in_memory())
    assert (kept.newest(), list(kept.recent()), kept.get("x"), kept.store.persistent, kept.store.notice) == (
        None, [], None, False, None,
    )  # fmt: skip


def test_of_puzzles_only_looked_at_forty_are_kept_and_looked_through_at_every_tenth() -> None:
    store = Store.in_memory()
    kept = SudokuWorks(store)
    counts = []
    for number in range(75):
        kept.begin()
        assert kept.save(Editor(PUZZLE), 3, f"number {number}")
        assert kept.save(Editor(PUZZLE), 4, f"number {number}")
        counts.append(len(store.documents.list(KIND)))
    assert counts == [*range(1, 41), *range(40, 50), *range(40, 50), *range(40, 50), *range(40, 45)]
    assert [saved.summary for saved in kept.recent()] == ["number 74"], "the one in hand"
    last = newest(kept)
    assert (last.summary, last.untouched, last.typing_in, last.before) == ("number 74", True, False, None)
    assert last.load()[1] == 4
    assert got(kept, kept.key).summary == "number 74"


def test_a_work_that_was_begun_stays() -> None:
    store = Store.in_memory()
    kept = SudokuWorks(store)
    for number in range(12):
        kept.begin()
        kept.save(Editor(PUZZLE), 3, f"number {number}")
    kept.begin()
    first = kept.key
    assert kept.save(worked(), 5, "mine", before="earlier")
    assert (got(kept, first).untouched, got(kept, first).before) == (False, "earlier")
    kept.begin()
    assert kept.save(worked(), 6, "typing", typing_in=True)
    assert (newest(kept).untouched, newest(kept).typing_in) == (False, True)
    assert [saved.summary for saved in kept.recent()] == ["typing", "mine"]


def test_a_work_that_another_program_has_changed_becomes_a_copy() -> None:
    store = Store.in_memory()
    kept, other = SudokuWorks(store), SudokuWorks(store)
    kept.begin()
    first = kept.key
    kept.save(worked(), 5, "mine")
    other.take_up(got(kept, first))
    assert other.save(worked(), 7, "theirs")
    assert other.key == first, "nobody else wrote meanwhile"
    kept.take_up(got(other, first))
    store.documents.put(KIND, first, {**got(other, first).body, "summary": "changed"})
    assert not kept.save(worked(), 8, "late")
    assert kept.key != first
    assert (got(kept, first).summary, newest(kept).summary) == ("changed", "late")


@pytest.mark.parametrize("cursor", [16, None])
def test_a_cursor_that_is_nowhere_is_at_the_start(cursor: Any) -> None:
    store = Store.in_memory()
    kept = SudokuWorks(store)
    kept.begin()
    kept.save(worked(), 5, "mine")
    store.documents.put(KIND, "far", {**got(kept, kept.key).body, "cursor": cursor})
    assert got(kept, "far").load()[1] == 0


def test_what_is_no_work_says_so() -> None:
    store = Store.in_memory()
    store.documents.put(KIND, "odd", 3)
    odd = got(SudokuWorks(store), "odd")
    assert (odd.untouched, odd.typing_in, odd.before) == (False, False, None)
    with pytest.raises(ProblemError, match="this is not a saved Sudoku: TypeError"):
        odd.load()
