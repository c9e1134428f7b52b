"""Making and changing exact cover problems on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from textual.events import Paste
from textual.widgets import Input, TextArea

from core import ExactCover, Item, ProblemError
from core.storage import Store
from tests.tui.driving import said, text_of, until
from tests.tui.screens.cover.steps import app_with, at_once, open_by_name, press, screen_of, settle, why
from tui.dialogs.dialogs import PreviewDialog
from tui.kit.lines import Lines
from tui.screens.cover import editor
from tui.screens.cover.document import Opened, StateHistory
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.works import CoverWorks


async def test_cells_options_and_items_are_changed_and_undone() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        original = screen.session.problem
        await press(pilot, "e", "right", "space")
        assert screen.session.problem.options[0].items == (0, 3), "2 is taken out of A"
        await press(pilot, "o", "i", "1")
        assert len(screen.session.problem.options) == 5
        assert len(screen.session.problem.items) == 7
        assert screen.session.problem.options[1].items == (2,)
        await press(pilot, "x", "d")
        assert (len(screen.session.problem.options), len(screen.session.problem.items)) == (4, 6)
        while screen.session.document.history.can_undo:
            await press(pilot, "u")
        assert screen.session.problem == original
        assert screen.session.problem.labels == original.labels
        await press(pilot, "U", "U")
        assert len(screen.session.problem.options) == 5
        await press(pilot, "escape")
        assert not screen.session.editing


async def test_the_editor_tells_its_keys_whichever_engine_is_chosen() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "t", "e")
        assert "o adds an option, i an item" in why(pilot)
        assert "Nothing covers" not in why(pilot)
        await press(pilot, "i")
        assert "Nothing covers 7 yet" in why(pilot)
        await press(pilot, "escape")
        assert screen_of(pilot).query_one("#found").display
        assert not screen_of(pilot).query_one("#why").display


async def test_keys_typed_ahead_keep_their_order() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "e")
        await at_once(pilot, "right", "space", "down", "o", "space", "i", "1")
        problem = screen_of(pilot).session.problem
        assert [problem.entries(o) for o in range(3)] == [["1", "4"], ["1", "3", "4"], ["2", "7"]]
        await press(pilot, "escape", "w", "pagedown")
        await at_once(pilot, *"xyz", "ctrl+s")
        assert "xyz" in pilot.app.screen.query_one(TextArea).text


async def test_the_editor_waits_for_the_problem_that_is_being_opened() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        screen.waiting.begin()
        await press(pilot, "e")
        assert not screen.session.editing, "the problem in sight is about to go"
        screen.waiting.end()
        assert screen.session.editing


async def test_names_are_checked_as_they_are_given() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "e", "n", "2", "enter")
        assert type(pilot.app.screen).__name__ == "LineDialog", "2 is taken"
        await press(pilot, "backspace", *"corner", "enter")
        assert screen.session.problem.items[0].name == "corner"
        await press(pilot, "r", *"first", "enter")
        assert screen.session.problem.label(0) == "first"


async def test_a_secondary_item_need_not_be_covered() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "s", "escape", "greater_than_sign")
        assert screen_of(pilot).session.problem.secondary == 1
        assert "A solution: " in why(pilot)


async def test_the_last_primary_item_stays() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "e", *["x"] * 7)
        assert screen.session.problem.primary == 1
        assert "a problem needs a primary item" in text_of(screen.query_one("#form", Lines))


async def test_every_change_is_there_again_after_a_restart() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "space", "o", "space")
        kept = screen_of(pilot).session.problem
    async with app_with().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert screen_of(pilot).session.problem == kept
        assert screen_of(pilot).session.problem.title == "Four sets (edited)"


async def test_changes_can_be_undone_and_made_again_after_a_restart() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        original = screen_of(pilot).session.problem
        await press(pilot, "e", "space", "o", "space", "i", "u")
        kept = screen_of(pilot).session.problem
    async with app_with().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        assert screen.session.problem == kept
        await press(pilot, "U")
        assert len(screen.session.problem.items) == 7
        await press(pilot, "u", "u", "u", "u")
        assert (screen.session.problem, screen.session.document.opened.name) == (original, "gallery:four-sets")
        assert not screen.session.editor.can_undo
    async with app_with().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        assert screen.session.document.opened.name == "gallery:four-sets"
        await press(pilot, "U", "U", "U", "escape")
        assert screen.session.problem == kept
        await press(pilot, "e", "u", "x")
        assert not screen.session.editor.can_redo, "a change after an undo leaves nothing to make again"
    async with app_with().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        assert screen.session.editing, "as it was left"
        assert not screen.session.editor.can_redo
        while screen.session.editor.can_undo:
            await press(pilot, "u")
        assert screen.session.problem == original


async def test_an_edit_as_text_is_a_change_like_any_other() -> None:
    async with app_with("knuth-dlx1").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        original = screen_of(pilot).session.problem
        await press(pilot, "e", "space", "escape", "w", "pagedown", *"A", "space", *"B", "ctrl+s")
        screen = screen_of(pilot)
        assert len(screen.session.problem.options) == len(original.options) + 1
        await press(pilot, "e", "u")
        assert len(screen.session.problem.options) == len(original.options)
        await press(pilot, "u")
        assert screen.session.problem == original


async def test_two_programs_with_one_problem_lose_neither_work() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "space")
        mine = screen_of(pilot)
        with Store.open() as store:
            name = mine.session.document.history.name
            other = StateHistory(*CoverWorks(store).open(name))
            other.put(Opened(other.state(0).puzzle, name))
            assert CoverWorks(store).keep(other)
        await press(pilot, "o")
        assert mine.session.document.history.name != name, "it goes on as a copy"
        await press(pilot, "u", "u")
        assert mine.session.document.opened.name == "gallery:four-sets"
        with Store.open() as store:
            assert CoverWorks(store).open(name)[0].puzzle.problem == mine.session.problem


async def test_a_problem_can_be_pasted_and_rubbish_changes_nothing() -> None:
    async with app_with("four-sets").run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        before = screen.session.problem
        for rubbish in ("hello: world", "", "\x1b[2J\x00", "A B\nC\n"):
            pilot.app.post_message(Paste(rubbish))
            await settle(pilot)
            assert screen.session.problem == before
            assert "your text" in screen.session.form.note.text
        for answer in ("escape", "enter"):  # what was read is shown first, and may be declined
            pilot.app.post_message(Paste("A B | X\nA X:1\nB X:1\n"))
            await until(pilot, lambda: isinstance(pilot.app.screen, PreviewDialog))
            assert screen.session.problem == before
            await press(pilot, answer)
            await settle(pilot)
        assert (screen.session.problem.primary, screen.session.problem.secondary) == (2, 1)
    async with app_with().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert screen_of(pilot).session.problem.secondary == 1, "it is kept"


async def test_a_new_matrix_is_made_and_solved() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "g", "home", "down", "down", "enter")
        screen = screen_of(pilot)
        assert screen.session.editing
        # A = {1, 2}, B = {3}, C = {4}
        await press(pilot, "space", "right", "space", "down", "right", "space", "down", "right", "space")
        await press(pilot, "escape", "greater_than_sign")
        assert "A solution: A, B, C." in why(pilot)


async def test_pieces_of_ones_own_are_drawn_and_packed() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "g", "home", "down", "enter", "ctrl+s", "greater_than_sign")
        screen = screen_of(pilot)
        assert screen.session.problem.title == "My pieces"
        assert "A solution: " in why(pilot)
        picture = text_of(screen.query_one("#picture", Lines))
        assert (picture.count("I"), picture.count("L")) == (6, 6)


async def test_a_text_with_a_mistake_stays_until_it_is_right() -> None:
    async with app_with("knuth-dlx1").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "w", "pagedown", *"A", "space", *"Z", "ctrl+s")
        dialog = pilot.app.screen
        assert type(dialog).__name__ == "WriteDialog"
        message = str(dialog.query_one(".-message").render())
        assert "unknown item 'Z'" in message
        assert "column 3" in message
        await press(pilot, "escape", "escape", "g", "home", "down", "down", "down", "enter")
        assert "A Z" in pilot.app.screen.query_one(TextArea).text, "what was left is offered again"
        await press(pilot, "pagedown", "end", "backspace", *"B", "ctrl+s")
        assert len(screen_of(pilot).session.problem.options) == 7


UNREADABLE = (
    (b"A B\nA C\n", "line 2, column 3"),
    (b"\xff\xfd", "UTF-8"),
    (b"A B\n\x00", "a zero byte"),
    (b"", "expected"),
    (b"{}", "expected"),
    (b"region:\n##\n\npiece X:\n\n", "expected"),
    (b"\x1b[2J[bold]x[/]\n\x1b]0;title\x07\n", "name"),
)


async def test_a_file_that_cannot_be_read_leaves_everything_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(UNREADABLE[0][0])
    async with app_with(str(path)).run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        assert screen.session.problem.title == "Four sets"
        assert UNREADABLE[0][1] in screen.session.form.note.text
        await press(pilot, "greater_than_sign")
        assert "A solution: A, D." in why(pilot)
        for content, said in UNREADABLE[1:]:
            path.write_bytes(content)
            screen.say("")
            open_by_name(screen, str(path))
            await settle(pilot)
            assert screen.session.problem.title == "Four sets"
            assert said in screen.session.form.note.text
            assert "A solution: A, D." in why(pilot), "the search is where it was"


async def test_a_name_that_means_nothing_says_so() -> None:
    async with app_with("no-such-thing").run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        assert "neither a file nor a name in the gallery" in screen_of(pilot).session.form.note.text


async def test_a_title_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "markup.dlx"
    path.write_text("| title: [red]x[/red] \x1b[2J\nA B\nA\nB\n", encoding="utf-8")
    async with app_with(str(path)).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "full_stop", "g")
        shown = "\n".join("".join(s.text for s in strip) for strip in pilot.app.screen._compositor.render_strips())
        assert "\x1b" not in shown


# The changes themselves


@st.composite
def problems(draw: st.DrawFn) -> ExactCover:
    primary, secondary = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    size = primary + secondary
    items = tuple(Item(f"i{i}", i >= primary) for i in range(size))
    options = draw(st.lists(st.lists(st.integers(0, size - 1), unique=True, max_size=size).map(sorted), max_size=5))
    colours = tuple(tuple("" if i < primary else draw(st.sampled_from(["", "a", "b"])) for i in o) for o in options)
    return ExactCover(items, tuple(map(tuple, options)), colours)


def named(problem: ExactCover) -> list[set[str]]:
    """What each option holds, whatever the order of the items."""
    return [set(problem.entries(o)) for o in range(len(problem.options))]


@settings(max_examples=60, deadline=None)
@given(problems(), st.data())
def test_changes_do_what_they_say(problem: ExactCover, data: st.DataObject) -> None:
    item = data.draw(st.integers(0, len(problem.items) - 1))
    name = problem.items[item].name
    before = named(problem)
    if problem.options:
        option = data.draw(st.integers(0, len(problem.options) - 1))
        once = editor.toggled(problem, option, item)
        assert (item in once.options[option]) != (item in problem.options[option])
        assert [row for o, row in enumerate(named(once)) if o != option] == [
            row for o, row in enumerate(before) if o != option
        ]
        assert len(editor.with_option_removed(problem, option).options) == len(problem.options) - 1
    more = editor.with_item_added(problem, item)
    assert named(more) == before
    assert named(editor.with_item_removed(more, min(item + 1, len(more.items) - 1))) == before
    assert named(editor.with_option_removed(editor.with_option_added(problem, -1), 0)) == before
    try:
        turned, place = editor.with_item_turned(problem, item)
    except ProblemError:
        assert problem.primary == 1
    else:
        assert turned.items[place].name == name
        assert turned.items[place].secondary != problem.items[item].secondary
        assert [{entry.partition(":")[0] for entry in row} for row in named(turned)] == [
            {entry.partition(":")[0] for entry in row} for row in before
        ]


def test_the_matrix_keeps_the_cursor_in_sight() -> None:
    matrix: Any = CoverMatrix()
    assert matrix.window == ""


async def test_what_cannot_be_opened_is_told_once_and_gives_its_room_back() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        height = screen.query_one("#form").size.height
        for _ in range(2):
            pilot.app.post_message(Paste("hello: world"))
            await settle(pilot)
        form = screen.query_one("#form", Lines)
        await until(pilot, lambda: "'hello:' has a ':'" in " ".join(text_of(form).split()))
        assert not said(pilot.app)
        await press(pilot, "full_stop")
        await press(pilot, "up", "down", "full_stop", "full_stop")
        await until(pilot, lambda: form.size.height == height)
        await pilot.resize_terminal(80, 20)
        await settle(pilot)
        pilot.app.post_message(Paste("hello: world"))
        await settle(pilot)
        await until(pilot, lambda: len(said(pilot.app)) == 1)  # where the form is not seen, the key bar tells


async def test_f1_tells_how_to_draw() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "g", "home", "down", "enter")
        area = pilot.app.screen.query_one(TextArea)
        assert all(len(line) <= 60 for line in area.text.splitlines()), "no line is cut"
        await press(pilot, "f1")
        shown = "\n".join("".join(s.text for s in strip) for strip in pilot.app.screen._compositor.render_strips())
        assert "Two of it; x1-3 one to three" in shown
        await press(pilot, "escape", "escape")


async def test_rubbish_pasted_for_a_file_name_is_told() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+o")
        dialog = pilot.app.screen
        line = dialog.query_one(Input)
        for rubbish in ("/\x00", "/no\x00where/", "/no\x1b[2Jwhere/"):
            line.value = rubbish
            await press(pilot, "enter", "tab", "down", "up")
            assert pilot.app.screen is dialog
            message = str(dialog.query_one(".-message").render())
            assert message
            assert message.isprintable()
        await press(pilot, "escape")


async def test_leaving_the_text_asks_once_and_the_text_is_kept() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "w", *"xyz", "escape")
        assert type(pilot.app.screen).__name__ == "WriteDialog"
        assert "esc again leaves" in str(pilot.app.screen.query_one(".-message").render())
        await press(pilot, "escape", "g", "home", "down", "down", "down", "enter")
        assert pilot.app.screen.query_one(TextArea).text.startswith("xyz")
        await press(pilot, "escape")
        assert screen_of(pilot).is_current, "nothing was changed this time"
