"""Problems of one's own in the store: what is kept of their changes, and what goes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core import ExactCover, ProblemError
from core.storage import Store
from tui.screens.cover import document as document_module
from tui.screens.cover import works as works_module
from tui.screens.cover.document import CoverDocument, Opened, StateHistory, new_name, open_text
from tui.screens.cover.works import KIND, STATES, CoverWorks


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.in_memory() as store:
        yield store


def problem(options: int, name: str) -> Opened:
    """A problem with so many options that all cover the same item."""
    return open_text("a b\n" + "a b\n" * options, name)


def changed(works: CoverWorks, times: int) -> StateHistory:
    """A problem of one's own that was changed so often, each change kept."""
    history = StateHistory(problem(1, new_name()))
    assert works.keep(history)
    for number in range(times):
        history.put(problem(number + 2, history.name))
        assert works.keep(history)
    return history


def states(store: Store) -> set[str]:
    """The numbers of the states on disk."""
    return {document.key.rpartition("/")[2] for document in store.documents.list(STATES)}


def options(opened: Opened) -> int:
    found = opened.puzzle.problem
    assert isinstance(found, ExactCover)
    return len(found.options)


def test_every_state_is_kept_and_comes_back(store: Store) -> None:
    history = changed(CoverWorks(store), 3)
    assert states(store) == {"0", "1", "2", "3"}
    opened, kept = CoverWorks(store).open(history.name)
    again = StateHistory(opened, kept)
    assert (options(again.present), again.can_undo, again.can_redo) == (4, True, False)
    assert [options(again.go(-1)) for _ in range(4)] == [3, 2, 1, 1]
    assert (again.can_undo, again.can_redo) == (False, True)
    assert [options(again.go(1)) for _ in range(4)] == [2, 3, 4, 4]


def test_what_a_change_after_an_undo_left_behind_goes_from_the_disk(store: Store) -> None:
    works = CoverWorks(store)
    history = changed(works, 3)
    for _ in range(2):
        history.go(-1)
    history.put(problem(9, history.name))
    assert works.keep(history)
    assert states(store) == {"0", "1", "2"}
    assert options(CoverWorks(store).open(history.name)[0]) == 9


def test_only_so_many_changes_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_module, "MOST_STEPS", 3)
    history = changed(CoverWorks(store), 6)
    assert states(store) == {"3", "4", "5", "6"}
    again = StateHistory(*CoverWorks(store).open(history.name))
    assert [options(again.go(-1)) for _ in range(5)] == [6, 5, 4, 4, 4]


def test_the_oldest_problem_goes_with_all_its_states(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(works_module, "MOST_KEPT", 2)
    moment = iter(range(1000))
    monkeypatch.setattr("core.storage._store.time.time", lambda: float(next(moment)))
    works = CoverWorks(store)
    first, second, third = (changed(works, times) for times in (2, 1, 0))
    assert [name for name, _, _ in works.list()] == [third.name, second.name]
    assert len(store.documents.list(STATES)) == 2 + 1
    with pytest.raises(ProblemError, match="no longer there"):
        CoverWorks(store).open(first.name)
    second.put(problem(7, second.name))
    assert works.keep(second)
    assert [name for name, _, _ in works.list()] == [second.name, third.name], "the newest first; nothing more goes"


def test_nothing_is_written_twice(store: Store) -> None:
    works = CoverWorks(store)
    history = changed(works, 2)
    before = {document.key: document.updated for document in store.documents.list(STATES)}
    history.go(-1)
    assert works.keep(history)
    assert {document.key: document.updated for document in store.documents.list(STATES)} == before
    assert options(CoverWorks(store).open(history.name)[0]) == 2, "but the place in it is kept"


def test_another_program_changed_it_meanwhile_and_neither_loses_anything(store: Store) -> None:
    works = CoverWorks(store)
    mine = changed(works, 1)
    name = mine.name
    other = StateHistory(*CoverWorks(store).open(name))
    other.put(problem(8, name))
    assert works.keep(other)
    mine.put(problem(5, name))
    assert not works.keep(mine)
    assert mine.name != name
    assert (options(CoverWorks(store).open(name)[0]), options(CoverWorks(store).open(mine.name)[0])) == (8, 5)
    assert works.keep(mine), "a copy is its own"
    assert len(works.list()) == 2


@pytest.mark.parametrize("body", [None, [], {"text": 7}, {"title": "x"}])
def test_what_cannot_be_read_says_so(store: Store, body: object) -> None:
    store.documents.put(KIND, "bad", body)
    with pytest.raises(ProblemError, match="cannot be read"):
        CoverWorks(store).open("own:bad")
    assert CoverWorks(store).list()[0][1] == (body["title"] if body == {"title": "x"} else "a problem of your own")


@pytest.mark.parametrize("places", [{}, {"first": 2, "place": 1, "last": 3}, {"first": 0, "place": "1", "last": 3}])
def test_without_its_places_a_problem_has_no_history_but_is_there(store: Store, places: dict[str, object]) -> None:
    store.documents.put(KIND, "old", {"text": "a b\na b\n", "typed": True, **places})
    opened, kept = CoverWorks(store).open("own:old")
    assert (options(opened), kept.first, kept.place, kept.last) == (1, 0, 0, 0)


def test_a_state_that_is_gone_leaves_the_history_where_it_is(store: Store) -> None:
    history = changed(CoverWorks(store), 2)
    for document in store.documents.list(STATES):
        if document.key.endswith("/1"):
            store.documents.delete(STATES, document.key)
    again = StateHistory(*CoverWorks(store).open(history.name))
    with pytest.raises(ProblemError, match="saved copy of this change is gone"):
        again.go(-1)
    assert options(again.present) == 3


def test_a_document_keeps_what_is_ones_own_and_finds_it_again(store: Store) -> None:
    document = CoverDocument()
    assert document.keep(), "nothing to keep"
    with pytest.raises(ProblemError):
        document.find("own:x")
    document.works = CoverWorks(store)
    document.change(problem(2, new_name()))
    assert document.keep()
    again = CoverDocument()
    again.works = document.works
    again.open(again.find(document.name))
    assert again.problem == document.problem
    again.go(-1)
    assert again.opened.name == CoverDocument().opened.name, "what it was made from"
