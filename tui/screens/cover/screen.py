"""The exact cover screen: layout, keys, and who does what."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Paste, ScreenSuspend

from core.catalog import algorithms
from core.moves import Move
from core.search import CannotSolve, ProblemError, Search
from tui.browsing_screen import BrowsingScreen
from tui.commands import Action, bindings
from tui.forms import Note
from tui.host import host
from tui.screens.cover import panels, words
from tui.screens.cover.actions import ABOUT, ACTIONS, EDITING, footer
from tui.screens.cover.editor import MatrixEditor
from tui.screens.cover.export import file_name, solution_text
from tui.screens.cover.found_panel import CoverFound
from tui.screens.cover.levels import CoverLevels
from tui.screens.cover.open import FIRST
from tui.screens.cover.opener import Opener
from tui.screens.cover.session import VIEWS, CoverSession
from tui.screens.cover.shelf import Shelf
from tui.screens.cover.stage import Stage
from tui.screens.cover.why import CoverWhy
from tui.setup import short_refusal
from tui.widgets.form_panel import FormPanel
from tui.widgets.icicle import Icicle
from tui.widgets.keybar import KeyBar
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.titlebar import TitleBar
from tui.worker import in_thread

if TYPE_CHECKING:
    from core.exact_cover.analysis import Estimate, Outlook
    from tui.dialogs import LineDialog

PROBES = 1000
"""Random probes for the estimate that is made when a problem is opened."""
OWN_ACTIONS = frozenset(action.name for action in ACTIONS)


class CoverScreen(BrowsingScreen):
    """The exact cover laboratory."""

    CSS_PATH = "screen.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = bindings(ACTIONS)
    AUTO_FOCUS = "#form"
    """Or else the picture would have it for a moment, and a key typed ahead would go there."""

    def __init__(self) -> None:
        self.session = CoverSession()
        super().__init__(self.session.search, self.session.browser)
        self.opener = Opener(self.session.document, self)
        self.editor = MatrixEditor(self.session, lambda: self.stage.matrix, self)

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield Stage(self.session, id="stage")
            with Vertical(id="side"):
                form = FormPanel(self.session, id="form", note_lines=1, focused_note_lines=4)
                form.border_title = "Search"
                yield form
                yield CoverWhy(id="why")
                yield CoverLevels(id="tally", classes="panel")
                yield LivePanel(id="live")
                yield CoverFound(id="found")
        yield KeyBar()
        yield TooSmall()

    @property
    def form(self) -> FormPanel:
        """The choices."""
        return self.query_one("#form", FormPanel)

    @property
    def stage(self) -> Stage:
        """The picture."""
        return self.query_one("#stage", Stage)

    # Beginning

    def on_mount(self) -> None:
        remembered = host(self).settings.section("cover")
        asked = host(self).first_options("cover")
        self.session.recall(remembered)
        self.show_all()
        wanted = str(asked.get("what") or remembered.get("name") or FIRST)
        self.opener.coming += 1
        self.call_after_refresh(self._after_first_frame, wanted, dict(asked))

    def _after_first_frame(self, wanted: str, asked: dict[str, Any]) -> None:
        self.run_worker(self._begin(wanted, asked), group="begin", exit_on_error=False)

    async def _begin(self, wanted: str, asked: dict[str, Any]) -> None:
        """Open the store and the problem of last time, or what the command line names."""
        from core.store import Store

        document = self.session.document
        first = document.opened
        try:
            store = await in_thread(Store.open, "store")
            document.shelf = Shelf(store)
            if store.notice:
                self.notify(store.notice, severity="warning", markup=False, timeout=10)
            if document.opened is not first:
                self.keep()  # somebody was quicker
                return
            if wanted == FIRST or not await self.opener.open_now(lambda: document.find(wanted)):
                note = self.form.note
                self.begin()
                if note.warning:
                    self.say(note.text)
            self._ask(asked)
        finally:
            self.opener.arrived()

    def _ask(self, asked: dict[str, Any]) -> None:
        try:
            note = self.session.ask(asked)
        except CannotSolve as error:
            self.say(str(error))
            return
        if asked.keys() - {"what"}:
            self._remember()
            self.show_all()
        if note is not None:
            self.say(note.text)
        elif asked.get("run"):
            self.opener.put_off(self.action_run)

    def begin(self) -> None:
        """Work on the document as it is now."""
        note = self.session.taken()
        self.stage.matrix.cursor = None
        self._remember()
        self.show_all()
        if note is not None:
            self.say(note.text)
        self._analyse()

    def _analyse(self) -> None:
        if self.session.estimate is None:
            self.run_worker(self._look_ahead(PROBES), group="analysis", exclusive=True, exit_on_error=False)

    async def _look_ahead(self, probes: int) -> None:
        from core.exact_cover.analysis import estimate, outlook

        session, problem = self.session, self.session.problem

        def work() -> tuple[Outlook, Estimate]:
            return outlook(problem), estimate(problem, probes)

        found, estimated = await in_thread(work, "analysis")
        if problem is session.problem:
            session.outlook, session.estimate = found, estimated
            self.show_search()

    # What the parts ask for

    def say(self, text: str, *, warning: bool = True) -> None:
        """Show a note below the form."""
        self.form.show(Note(text, warning) if text else None)

    def refused(self, text: str) -> None:
        """Say why something was not opened, where it is seen in full."""
        self.say(text)
        if not self.form.has_room_for(text):
            self.app.clear_notifications()  # one is enough
            self.notify(text, title="Not opened", severity="error", markup=False, timeout=10)

    def ask(self, dialog: LineDialog, then: Callable[[str | None], None]) -> None:
        """Open a dialog."""
        self.app.push_screen(dialog, then)

    def in_background(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a coroutine function in place of the one before."""
        self.run_worker(work(), group="open", exclusive=True, exit_on_error=False)

    def keep(self) -> None:
        """Put a problem of your own on disk."""
        from core.store import StoreError

        try:
            if not self.session.document.keep():
                self.notify("this problem is open in another window; editing a copy here", timeout=8)
                self._remember()
        except (StoreError, ProblemError) as error:
            self.notify(f"not saved: {error}", severity="error", markup=False)

    def edited(self) -> None:
        """An edit: keep it before anything else, for the next key may be the last."""
        self.keep()
        note = self.session.taken(edited=True)
        self._remember()
        self.show_all()
        if note is not None:
            self.say(note.text)

    def _remember(self) -> None:
        host(self).settings.put("cover", self.session.remembered())

    # Showing

    def show_all(self) -> None:
        """Show everything anew."""
        session = self.session
        self.form.show(Note("esc leaves the editor", warning=False) if session.editing else None)
        self.stage.turn_to(session.view_name)
        self.query_one(TitleBar).note(session.document.title)
        self.show_search()
        self.refresh_bindings()

    def show_search(self) -> None:
        session = self.session
        session.looked()
        watching = session.watching or session.editing
        for name, display in (
            ("why", watching), ("tally", session.watching and not session.editing),
            ("live", not watching), ("found", not watching),
        ):  # fmt: skip
            self.query_one(f"#{name}").display = display
        self.stage.show()
        if watching:
            self._show_why()
            return
        live = self.query_one("#live", LivePanel)
        glyphs = host(self).glyphs.sparks
        live.show(panels.figures(session, width=live.size.width, tall=live.size.height > 8, glyphs=glyphs))
        self.query_one(CoverFound).show(panels.found(session))

    def _show_why(self) -> None:
        session = self.session
        why, tally = self.query_one(CoverWhy), self.query_one("#tally", CoverLevels)
        heading = "Editor" if session.editing else "Why"
        if why.border_title != heading:
            why.border_title = heading
        why.show(*panels.why(session, opening=self.opener.busy))
        title = f"Nodes {host(self).glyphs.dot} {session.search.state}"
        if tally.border_title != title:
            tally.border_title = title
        speed = session.search.figures().speed
        if tally.border_subtitle != speed:
            tally.border_subtitle = speed
        tally.show(*panels.tally(session))

    # The form

    def on_form_panel_changed(self, event: FormPanel.Changed) -> None:
        self._remember()
        self.show_search()
        self.refresh_bindings()

    def action_pace(self) -> None:
        """Step by step, or at full speed."""
        if not self.opener.put_off(self.action_pace):
            self.form.show(self.session.set_pace(watching=not self.session.watching))
            self.show_search()
            self.wake()

    def action_algorithm(self) -> None:
        from tui.dialogs import ChoiceDialog, ChoiceLine

        session = self.session
        choices = [
            ChoiceLine(entry.key, f"{entry.title}  ({entry.key})", entry.summary, short_refusal(entry, session.problem))
            for entry in algorithms("cover")
        ]

        def chosen(key: str | None) -> None:
            if key is not None:
                self.form.show(session.choose("algorithm", key))
                self._remember()
                self.show_search()
                self.refresh_bindings()

        self.app.push_screen(ChoiceDialog("Algorithm", choices, session.setup.entry.key), chosen)

    def action_command(self) -> None:
        from tui.dialogs import TextDialog

        self.app.push_screen(TextDialog("The same on the command line", self.session.command()))

    def action_estimate(self) -> None:
        self.run_worker(self._tell_estimate(), group="analysis", exclusive=True, exit_on_error=False)

    async def _tell_estimate(self) -> None:
        from tui.dialogs import TextDialog

        session = self.session
        await self._look_ahead(10 * PROBES)
        if session.outlook is not None and session.estimate is not None:
            text = words.before_a_run(session.document.opened.puzzle, session.outlook, session.estimate)
            if session.proposal is not None:
                text += "\n\n" + words.proposed(session.proposal, None)
            self.app.push_screen(TextDialog("Before a run", text))

    # Searching

    def make_search(self) -> Callable[[], Search] | None:
        make = self.session.make_search()
        self._remember()
        self.form.settle()
        return make

    def search_ended(self) -> None:
        self.session.looked()
        self.session.ended()
        self.show_search()

    def set_speed(self, speed: int | None) -> None:
        self.session.set_speed(speed)
        self.wake()
        self.show_search()
        self._remember()

    def action_speed(self, direction: int) -> None:
        self.set_speed(self.session.shifted_speed(direction))

    def action_full_speed(self) -> None:
        self.action_pace()

    def action_run(self) -> None:
        if not self.opener.put_off(self.action_run):
            self._live(super().action_run)

    def action_step(self) -> None:
        if not self.opener.put_off(self.action_step):
            self._live(super().action_step)

    def action_next_solution(self) -> None:
        if self.session.watching:
            self.action_walk("NEXT_SOLUTION")
        elif not self.opener.put_off(self.action_next_solution):
            self._live(super().action_next_solution)

    def action_walk(self, move: str) -> None:
        if not self.opener.put_off(partial(self.action_walk, move)):
            self._live(partial(self._go, Move[move]))

    def _go(self, move: Move | int) -> None:
        """Make a move with the search itself; the first one starts it."""
        if self.search.run is None and not self.start_search(paused=True):
            return
        run = self.search.go(move)
        if run is not None:
            self.launch(run)
        self.wake()

    def _live(self, act: Callable[[], None]) -> None:
        """Show the search itself again, and steer it."""
        self.browser.leave()
        self.form.settle()  # whoever steers has read the explanation
        act()
        self.show_search()

    # Views

    def action_view(self, step: int) -> None:
        self.action_view_named(VIEWS[(VIEWS.index(self.session.view_name) + step) % len(VIEWS)])

    def action_view_named(self, name: str) -> None:
        self.stage.turn_to(name)
        if name == "tree":
            self.run_worker(self._grow(), group="tree", exclusive=True, exit_on_error=False)
        self.show_search()

    async def _grow(self) -> None:
        work = self.session.tree_to_grow()
        if work is not None:
            self.session.tree_grown(await in_thread(partial(work, lambda: not self.is_running), "tree"))
            self.show_search()

    @on(Icicle.Pointed)
    def _pointed(self, event: Icicle.Pointed) -> None:
        """Go there with the search itself, so that everything else shows it."""
        self._live(partial(self._go, event.node))

    # The problem

    def action_gallery(self) -> None:
        self.opener.choose()

    def action_open(self) -> None:
        self.opener.choose_file()

    def action_write(self) -> None:
        self.opener.write()

    def on_paste(self, event: Paste) -> None:
        event.stop()
        if not self.session.editing:
            self.opener.paste(event.text)

    def action_edit(self) -> None:
        if refusal := self.editor.refusal():
            self.say(refusal)
            return
        self.stage.turn_to("matrix")
        self.editor.begin()
        self.show_all()

    def action_edit_matrix(self, what: str) -> None:
        self.editor.do(what)

    def action_end_edit(self) -> None:
        self.editor.end()
        self.form.focus()
        self.show_all()
        self._analyse()

    # What works now

    def can(self, name: str) -> bool:
        if name in EDITING:
            return self.session.editing
        if self.session.editing and name in OWN_ACTIONS:
            return False
        match name:
            case "copy":
                return len(self.browser.found()) > 0
            case "classes":
                symmetries = self.session.document.opened.puzzle.symmetries
                return super().can(name) and symmetries is not None and symmetries.order > 1
            case "walk":
                return self.search.walkable or self.opener.busy or (self.session.watching and self.search.run is None)
            case "step" | "next_solution":
                return not (self.session.watching and self._at_the_end)
        return super().can(name)

    @property
    def _at_the_end(self) -> bool:
        run = self.search.run
        return run is not None and run.finished and run.snapshot.status == "complete"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "edit_matrix":
            return self.session.editing and self.editor.can(str(parameters[0]))
        return super().check_action(action, parameters)

    def footer_actions(self) -> list[Action]:
        shown = footer(self.ACTIONS, editing=self.session.editing, watching=self.session.watching,
                       solution=self.browser.place is not None, done=self._at_the_end, held=self.held)  # fmt: skip
        return [action for action in shown if self.can(action.name)][:6] if shown else super().footer_actions()

    # Solutions

    def action_copy(self) -> None:
        place = self.browser.place_to_take
        if place is not None:
            host(self).copy(solution_text(self.session.document.opened.puzzle, self.browser.at(place)), "solution")

    def action_save(self) -> None:
        from tui.line_dialogs import full_name, save_dialog
        from tui.screens.cover.export import content, prompt

        listed, place = self.browser.listed(), self.browser.place_to_take
        in_view = self.browser.at(place) if place is not None else None
        opened = self.session.document.opened

        def saved(text: str | None) -> None:
            if text is not None:
                self.notify(f"saved {full_name(text)}", markup=False)

        name = file_name(opened.puzzle, found=in_view is not None)
        self.app.push_screen(
            save_dialog("Save", prompt(opened.puzzle), name, lambda path: content(opened, path, listed, in_view)), saved
        )

    # Leaving

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        super().on_screen_suspend(event)
        self.form.end_typing()
        if self.session.watching and self.search.run is not None and self.searching:
            self.search.run.pause()
