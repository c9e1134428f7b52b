"""Exact cover: any problem, several pictures of it, and two engines that walk or run through its search tree."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from core.catalog import algorithms
from core.search import CannotSolve, Goal, ProblemError
from tui.commands import MOST_IN_FOOTER, Action, bindings
from tui.host import host
from tui.screens import cover_words
from tui.screens.cover_actions import ABOUT, ACTIONS, EDITING
from tui.screens.cover_base import DANCE, SEARCH
from tui.screens.cover_dance import FASTEST
from tui.screens.cover_editing import Editing
from tui.screens.cover_engines import PROBES, Engines
from tui.screens.cover_open import FIRST, Opened
from tui.screens.cover_opening import Opening
from tui.screens.cover_shelf import Shelf
from tui.screens.cover_showing import Showing
from tui.screens.cover_solutions import Browsing
from tui.search_session import asked_speed, kept_speed
from tui.setup import Field, short_refusal
from tui.widgets.cover_found import CoverFound
from tui.widgets.cover_graph import CoverGraph
from tui.widgets.cover_levels import CoverLevels
from tui.widgets.cover_links import CoverLinks
from tui.widgets.cover_matrix import CoverMatrix
from tui.widgets.cover_picture import CoverPicture
from tui.widgets.cover_why import CoverWhy
from tui.widgets.form import OptionForm
from tui.widgets.keybar import KeyBar
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.titlebar import TitleBar
from tui.worker import in_thread

ENGINES = {DANCE: "dance, stepwise", SEARCH: "search, fast"}
FOOTERS = {
    "solution": ("browse(1)", "browse(-1)", "classes", "live", "save", "run", "engine", "gallery"),
    "done": ("back", "restart", "browse(1)", "engine", "gallery", "edit"),
    "dance": ("run", "pause", "step", "back", "over", "engine", "gallery", "edit"),
}
"""The keys to show while a solution is in view, when the dance has come to its end, and before."""
SHORT = {"browse(1)": "next", "browse(-1)": "previous", "classes": "classes", "live": "back"}
"""Labels for them there."""
RULES = {"s": "smallest (S)", "first": "first uncovered", "random": "smallest, by lot"}
"""How the form names the rules for the next item."""
OWN_ACTIONS = frozenset(action.name for action in ACTIONS)
SMALL = 400
"""Options up to which a problem is first shown as a dance in its matrix."""
MOST_TO_LIST = 200_000
"""Solutions up to which all are searched for at first, rather than counted."""


class CoverScreen(Editing, Browsing, Opening, Showing, Engines):
    """The exact cover laboratory."""

    CSS_PATH = "cover.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = bindings(ACTIONS)
    AUTO_FOCUS = "#form"
    """Or else the picture would have it for a moment, and a key typed ahead would go there."""

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            with Vertical(id="stage", classes="panel"):
                yield CoverMatrix(id="matrix")
                yield CoverGraph(id="graph")
                yield CoverPicture(id="picture")
                yield CoverLinks(id="links")
                yield CoverLevels(id="levels")
            with Vertical(id="side"):
                form = OptionForm(self, id="form", note_lines=1, focused_note_lines=4)
                form.border_title = "Engine"
                yield form
                why = CoverWhy(id="why")
                why.border_title = "Why"
                yield why
                yield CoverLevels(id="tally", classes="panel")
                yield LivePanel(id="live")
                yield CoverFound(id="found")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        remembered = host(self).settings.section("cover")
        asked = host(self).first_options("cover")
        self.setup.recall(remembered)
        dance_settings = remembered.get("dance")
        self.dance_setup.recall({"settings": {"dlx": dance_settings}} if isinstance(dance_settings, dict) else {})
        self.player.set_speed(min(kept_speed(remembered.get("dance_speed")) or self.player.speed, FASTEST))
        self.speed = kept_speed(remembered.get("speed"))
        self.show_view(self.view_name)
        self.show_all()
        wanted = str(asked.get("what") or remembered.get("name") or FIRST)
        self.coming += 1
        self.call_after_refresh(self._after_first_frame, wanted, asked)

    def _after_first_frame(self, wanted: str, asked: dict[str, Any]) -> None:
        self.run_worker(self._begin(wanted, asked), group="begin", exit_on_error=False)

    async def _begin(self, wanted: str, asked: dict[str, Any]) -> None:
        """Open the store and the problem of last time, or what the command line names."""
        from core.store import Store

        first = self.opened
        try:
            store = await in_thread(Store.open, "store")
            self.shelf = Shelf(store)
            if store.notice:
                self.notify(store.notice, severity="warning", markup=False, timeout=10)
            if self.opened is not first:
                self.keep()  # somebody was quicker
                return
            if wanted == FIRST or not await self.open_now(lambda: self.find(wanted)):
                note = self.note
                self.take(first)
                self.say(note)
            if self._take_arguments(asked) and asked.get("run"):
                self.put_off.append(self.action_run)
        finally:
            self.coming -= 1
            self.catch_up()

    def _take_arguments(self, asked: dict[str, Any]) -> bool:
        """Choose what the command line names; False, after saying why, where that cannot be."""
        try:
            speed = asked_speed(asked["speed"]) if "speed" in asked else None
            change = self.setup.ask(asked)
        except CannotSolve as error:
            self.say(str(error))
            return False
        if not change.done:
            self.say(str(change))
            return False
        if "algorithm" in asked or "goal" in asked or "run" in asked:
            self.set_engine(SEARCH)
        if "speed" in asked:
            self.set_speed(speed)
        self.show_all()
        if change.notes:
            self.say(str(change))
        return True

    # The problem

    def take(self, opened: Opened, *, edited: bool = False) -> None:
        self.opened = opened
        if self.run_ is not None:
            self.run_.cancel()
        self.run_ = None
        self.forget_solutions()
        self.outlook = self.estimate = None
        note = str(self.setup.set_problem(self.problem))
        self.dance_setup.set_problem(self.problem)
        self.renew_player()
        if not edited:
            self.editing = False
            self.query_one(CoverMatrix).cursor = None
            small = len(self.problem.options) <= SMALL and self.can_dance
            self.set_engine(DANCE if small else SEARCH)
            self.set_view("matrix" if small and self.opened.puzzle.canvas is None else "picture")
            known = opened.instance.known if opened.instance is not None else None
            # What was chosen for another problem is no guide: begin from what takes everything.
            note = str(self.setup.choose_algorithm("dlx"))
            self.setup.choose_goal(Goal.COUNT if known is not None and known > MOST_TO_LIST else Goal.ALL)
            self._propose()
        self.remember()
        self.note = note
        self.show_all()
        if not edited:
            self.prepare_dance()

    def _propose(self) -> None:
        """Take the algorithm that suits the problem and the goal, and remember why."""
        from core.exact_cover.propose import propose

        self.proposal = None
        with contextlib.suppress(CannotSolve):
            proposal = propose(self.problem, self.setup.goal)
            if self.setup.choose_algorithm(proposal.algorithm.key).done:
                self.proposal = proposal

    def keep(self) -> None:
        if self.shelf is None or not self.history.name:
            return
        from core.store import StoreError

        try:
            if not self.shelf.keep(self.history):
                self.notify("this problem is open elsewhere too: here it goes on as a copy", timeout=8)
                self.remember()
        except (StoreError, ProblemError) as error:
            self.notify(f"not kept: {error}", severity="error", markup=False)

    def remember(self) -> None:
        host(self).settings.put(
            "cover",
            {
                **self.setup.remembered(),
                "name": self.history.name or self.opened.name,
                "speed": self.speed,
                "dance": self.dance_setup.settings,
                "dance_speed": self.player.speed,
            },
        )

    # What works now

    def can(self, name: str) -> bool:
        if name in EDITING:
            return self.editing and self._can_edit(name)
        if self.editing and name in OWN_ACTIONS:
            return False
        match name:
            case "browse" | "browse_to" | "jump" | "copy":
                return len(self.found()) > 0
            case "classes":
                symmetries = self.opened.puzzle.symmetries
                return len(self.found()) > 0 and symmetries is not None and symmetries.order > 1
            case "live":
                return self.place is not None
            case "algorithm":
                return not self.dancing
        return self._can_dance(name) if self.dancing else self._can_search(name)

    def _can_edit(self, name: str) -> bool:
        match name:
            case "undo":
                return self.history.can_undo
            case "redo":
                return self.history.can_redo
            case "remove_option" | "name_option":
                return bool(self.problem.options)
        return True

    def footer_actions(self) -> list[Action]:
        if self.editing:
            return super().footer_actions()
        names: tuple[str, ...] = ()
        if self.place is not None:
            names = FOOTERS["solution"]
        elif self.dancing:
            names = FOOTERS["done" if self.player.done else "dance"]
        if not names:
            return super().footer_actions()
        by_name = {action.action: action for action in self.ACTIONS}
        found = [by_name[name] for name in names if self.can(by_name[name].name)][:MOST_IN_FOOTER]
        short = {**SHORT, "run": "go on"} if self.held else SHORT
        return [replace(action, label=short.get(action.action, action.label)) for action in found]

    # The form

    def say(self, note: str, *, warning: bool = True) -> None:
        self.note = note
        self.show_form(warning=warning)

    def form_shift(self, key: str, step: int) -> None:
        if key == "engine":
            if (step > 0) == self.dancing:  # the arrows point to the other one
                self.action_engine()
        elif self.dancing:
            note = str(self.dance_setup.shift(key, step))
            self._dance_changed(note)
        else:
            goal = self.setup.goal
            note = str(self.setup.shift(key, step))
            if self.setup.goal is not goal and not note:
                self._propose()
            self._chosen(note)

    def form_moved(self, key: str) -> None:
        self.say("", warning=False)

    def form_typed(self, key: str, digit: str) -> None:
        """Digits change the number in the row with the cursor."""
        setup = self.dance_setup if self.dancing else self.setup
        if key not in {p.key for p in setup.entry.parameters if not p.choices}:
            return
        text = str(setup.settings[key])
        text = text + digit if digit else text[:-1]
        note = str(setup.set_parameter(key, text or 0))
        if self.dancing:
            self._dance_changed(note)
        else:
            self._chosen(note)

    def _dance_changed(self, note: str) -> None:
        if dict(self.dance_setup.settings) != self.player.settings:
            self.renew_player()
            self.prepare_dance()
        self._chosen(note)

    def _chosen(self, note: str) -> None:
        self.remember()
        self.say(note, warning=bool(note))
        self.show_search()
        self.refresh_bindings()

    def show_form(self, *, warning: bool = False) -> None:
        form = self.query_one("#form", OptionForm)
        engine = Field("engine", "Engine", ENGINES[self.engine], not self.dancing, self.dancing)
        setup = self.dance_setup if self.dancing else self.setup
        by_lot = setup.settings.get("choice") == "random"
        fields = [
            replace(field, text=RULES.get(field.text, field.text)) if field.key == "choice" else field
            for field in setup.fields()
            if field.key != "seed" or by_lot
        ]
        if self.dancing:
            fields = [field for field in fields if field.key not in ("algorithm", "goal")]
        key = form.current or "engine"
        note = self.note
        if not note and self.editing:
            note = "esc leaves the editor"
        elif not note and key == "engine":
            note = "t or the arrow keys change it"
        form.show([engine, *fields], note or setup.explanation(key), warning=warning and bool(note))

    def settle_form(self) -> None:
        self.query_one("#form", OptionForm).settle()

    def action_algorithm(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        choices = [
            Choice(entry.key, f"{entry.title}  ({entry.key})", str(entry.source), short_refusal(entry, self.problem))
            for entry in algorithms("cover")
        ]

        def chosen(key: str | None) -> None:
            if key is not None:
                self._chosen(str(self.setup.choose_algorithm(key)))

        self.app.push_screen(ChoiceDialog("Algorithm", choices, self.setup.entry.key), chosen)

    def action_command(self) -> None:
        from tui.dialogs import TextDialog

        name = self.opened.name
        if self.opened.edited:
            name = "FILE.dlx"
        setup = self.dance_setup if self.dancing else self.setup
        counting = setup.goal is Goal.COUNT and not self.dancing
        words = ["cover", "count", name] if counting else ["cover", "solve", name, "--goal", str(setup.goal)]
        if self.dancing:
            words[-1] = str(Goal.ALL)
        text = setup.command(*words, goal=False)
        if self.opened.edited:
            text += "\n\nSave the problem as a file first: s, with a name that ends in .dlx"
        self.app.push_screen(TextDialog("The same on the command line", text))

    def action_estimate(self) -> None:
        self.run_worker(self._estimate(), group="analysis", exclusive=True, exit_on_error=False)

    async def _estimate(self) -> None:
        from tui.dialogs import TextDialog

        await self.analyse(10 * PROBES)
        if self.outlook is not None and self.estimate is not None:
            text = cover_words.before_a_run(self.opened.puzzle, self.outlook, self.estimate)
            if self.proposal is not None:
                text += "\n\n" + cover_words.proposed(self.proposal, None)
            self.app.push_screen(TextDialog("Before a run", text))
