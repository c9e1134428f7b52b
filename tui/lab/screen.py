"""The base of every screen that searches: run it, steer it, watch it, walk in its tree, browse what it finds.

What runs is a `core.running.run.Steered`: one search, or several side by side.  It
runs in a worker thread; the screen looks at its newest snapshot ten times a second
and shows it where that has changed (`show_search`).  What is searched, and all that is
known of it, is in a `SearchSession`.  A screen of several searches has others than its
`search` to steer: it says which (`driven`), what they look like (`newest`) and how they
are started (`start_search`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from textual import on
from textual.events import ScreenResume, ScreenSuspend
from textual.message import Message
from textual.reactive import var
from textual.timer import Timer
from textual.widget import Widget

from core.running.run import Steered
from core.running.timeline import Move
from core.search import Reasoned, Search
from core.words import grouped
from tui.actions.action import Action, CommandScreen
from tui.actions.dialogue import answer, converse
from tui.dialogs.form_values import Note
from tui.kit.code_panel import CodePanel, CodePosition
from tui.kit.form_panel import FormPanel
from tui.kit.frame import TitleBar
from tui.kit.text_panel import WhyPanel
from tui.kit.tree_panel import TreePanel
from tui.lab import node_figure
from tui.lab.browser import MOST_TO_CLASSIFY, SolutionBrowser
from tui.lab.grown_tree import GrownTree
from tui.lab.kept_searches import KeptSearches
from tui.lab.live_search import LiveSearch
from tui.lab.session import SearchSession
from tui.lab.worker import in_thread

TICK_SECONDS = 0.1
"""How often something that runs is looked at."""
TYPING_SECONDS = 0.2
"""How long after a key another one is expected."""
TICK_SECONDS_WHEN_TYPING = 0.5
UNDER_WAY_SECONDS = 0.05
"""So long after an order to hold still nothing is shown of the way there, which would be old when it is seen."""


def run_label(screen: SearchScreen) -> str:
    """What enter does: in a pause it goes on."""
    return "go on" if screen.held else "run"


def pause_label(screen: SearchScreen) -> str:
    """What space does; in a pause that need not be told, for enter goes on too."""
    return "" if screen.held else "pause"


def looking_back(screen: SearchScreen) -> bool:
    """Whether the search has been to its end, and can be walked back through: a time to look at how it went."""
    search = screen.search
    return search.gone_back or (search.walkable and search.run is not None and search.run.finished)


def code_label(screen: SearchScreen) -> str:
    """What the key for the pseudocode does, where somebody looks at a node or back at all of them."""
    return ("why" if screen.coding else "pseudocode") if screen.held or looking_back(screen) else ""


def node_label(screen: SearchScreen) -> str:
    """What the key that goes to a node by its number does, in a pause and after the end."""
    return "go to node" if screen.held or looking_back(screen) else ""


def tree_label(screen: SearchScreen) -> str:
    """What the key for the tree does, at a time to look at it."""
    return "tree" if looking_back(screen) else ""


RUNS_ALREADY, NOTHING_RUNS = "it is already running; space pauses it", "nothing is running; enter starts a search"
SLOWEST, FASTEST = "this is the slowest", "this is the fastest"
AT_ITS_END = "the search has ended"
NONE_LISTED = "no solution is listed"
"""Why a key does nothing now."""


def no_walk(screen: SearchScreen) -> str:
    """Why there is nothing to walk in."""
    if screen.driven is None:
        return "there is no search to walk through; . starts one"
    return "this search cannot be walked through: it visits no tree, or has not started"


def no_other(screen: SearchScreen) -> str:
    """Why there is no other solution to look at."""
    return "no other solution is listed" if len(screen.browser.found()) else NONE_LISTED


def no_such_place(screen: SearchScreen) -> str:
    """Why the first or the last solution cannot be gone to."""
    return "it is already in view" if len(screen.browser.found()) else NONE_LISTED


SEARCH_ACTIONS: tuple[Action[SearchScreen], ...] = (
    Action("run", "enter", "run", "Start the search, or go on after a pause", footer=run_label, group="Search",
           why_not=RUNS_ALREADY),
    Action("pause", "space", "pause", "Pause, or go on", footer=pause_label, group="Search", why_not=NOTHING_RUNS),
    Action("step", "full_stop", "step", "Visit one node, then pause", footer=True, group="Search", why_not=AT_ITS_END),
    Action("next_solution", "greater_than_sign", "next solution", "Go on to the next solution, then pause",
           group="Search", why_not=AT_ITS_END),
    Action("speed(-1)", "minus", "slower", "Slower, down to one node a second",
           footer=lambda screen: "slower" if screen.watchable else "", group="Search",
           when=lambda screen: screen.search.shifted_speed(-1) != screen.search.speed,
           why_not=SLOWEST),
    Action("speed(1)", "plus,equals_sign", "faster", "Faster, up to full speed",
           footer=lambda screen: "faster" if screen.watchable else "", group="Search",
           when=lambda screen: screen.search.shifted_speed(1) != screen.search.speed, why_not=FASTEST),
    Action("full_speed", "f", "full speed", "Full speed, or back to one you can watch",
           footer=lambda screen: screen.full_speed_label, group="Search"),
    Action("stop", "x", "stop", "Stop, and keep the figures so far",
           footer=lambda screen: "" if screen.search.gone_back else "stop", group="Search", why_not=NOTHING_RUNS),
    Action("restart", "r", "restart", "Start again from the beginning", group="Search"),
    Action("kept", "K", "kept searches", "Continue a kept search: any that took more than ten seconds", group="Search"),
)  # fmt: skip
"""What every searching screen can do."""

WALK = "Walking through the tree"


def _walk(move: Move, keys: str, label: str, help: str, footer: bool | Callable[[SearchScreen], str] = False) -> Action:
    """A move in the tree."""
    return Action(f"walk('{move.name}')", keys, label, help, footer=footer, group=WALK, why_not=no_walk)


WALK_ACTIONS: tuple[Action[SearchScreen], ...] = (
    _walk(Move.BACK, "comma", "back", "Back to the previous node", footer=True),
    _walk(Move.PARENT, "circumflex_accent,backspace", "parent", "Up to the node's parent"),
    _walk(Move.OVER, "o", "over", "Skip the subtree: to the next node not below this one"),
    _walk(Move.OUT, "O", "out", "Out of the subtree: to the next node not below the parent"),
    _walk(Move.NEXT_SIBLING, "right_parenthesis", "next sibling", "The next way at this level"),
    _walk(Move.PREVIOUS_SIBLING, "left_parenthesis", "previous sibling", "The previous way at this level"),
    _walk(Move.NEXT_DEAD_END, "d", "next dead end", "On to the next dead end"),
    _walk(Move.PREVIOUS_DEAD_END, "D", "previous dead end", "Back to the previous dead end",
          footer=lambda screen: "dead end" if looking_back(screen) else ""),
    _walk(Move.PREVIOUS_SOLUTION, "less_than_sign", "previous solution", "Back to the previous solution"),
    _walk(Move.START, "home", "start", "Back to the start",
          footer=lambda screen: "start" if looking_back(screen) else ""),
    Action("go_to_node", "J", "go to node", "Go to a node by its number", footer=node_label, group=WALK,
           do=lambda screen: screen.go_to_node(), when=lambda screen: screen.can("walk"), why_not=no_walk),
    Action("code", "C", "pseudocode", "The algorithm as pseudocode, with its variables, in place of Why",
           footer=code_label, group=WALK),
    Action("figure", "", "figure of this node", "Save the board, the reason, and the pseudocode if shown: .svg or .pdf",
           group=WALK, do=node_figure.save, when=node_figure.can_be_drawn),
)  # fmt: skip
"""Going back and forth in any tree search; space stops a move that takes long."""

WHY_ACTIONS: tuple[Action[SearchScreen], ...] = (
    Action("unfold", "W", "why in full", "Why: everything that a choice rules out, or just one line", group=WALK,
           why_not="there is nothing more to unfold"),
)  # fmt: skip
"""On every screen with a panel of reasons."""

BROWSE_ACTIONS: tuple[Action[SearchScreen], ...] = (
    Action("browse(1)", "n", "next found", "Next solution found",
           footer=lambda screen: "" if screen.search.gone_back else "next found", group="Solutions", why_not=no_other),
    Action("browse(-1)", "p", "previous found", "Previous solution found", group="Solutions", why_not=no_other),
    Action("browse_to(0)", "left_square_bracket", "first found", "First solution found", group="Solutions",
           when=lambda screen: screen.can("browse_to") and screen.browser.place != 0, why_not=no_such_place),
    Action("browse_to(-1)", "right_square_bracket", "last found", "Last solution found", group="Solutions",
           when=lambda screen: screen.can("browse_to") and screen.browser.place != len(screen.browser.listed()) - 1,
           why_not=no_such_place),
    Action("jump", "number_sign,g", "jump to k-th", "Jump to the k-th solution found", group="Solutions",
           why_not=NONE_LISTED),
    Action("classes", "u", "all / classes", "All solutions, or one of each symmetry class", group="Solutions",
           why_not=lambda screen: screen.NO_CLASSES if len(screen.browser.found()) else NONE_LISTED),
    Action("live", "escape,v", "back to live", "From a solution to the search itself, and back",
           footer=lambda screen: "the search" if screen.browser.place is not None else "solution",
           group="Solutions", why_not="no solution is in view"),
)  # fmt: skip
"""What can be done with the solutions found on every screen that keeps a list of them."""


class Rests(Message):
    """What runs has begun to rest (posted by the thread that drives it)."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Rests)


class SearchScreen(CommandScreen):
    """A screen with something that runs: it starts it, steers it and shows it."""

    searched: SearchSession[Any]
    """What is chosen, searched and found, where it is one search."""
    NO_CLASSES = ""
    """Why solutions that are listed cannot be grouped by symmetry."""
    coding = var(False, toggle_class="-code", init=False)
    """Whether the pseudocode stands in place of Why."""

    def __init__(self, searched: SearchSession[Any] | None = None, search: LiveSearch | None = None) -> None:
        """A screen of several searches has no such session; its ``search`` is there for the speed of all."""
        super().__init__()
        if searched is not None:
            self.searched = searched
        self.search: LiveSearch = searched.search if searched is not None else search or LiveSearch()
        """The newest run, its speed and its figures."""
        self.browser: SolutionBrowser = searched.browser if searched is not None else SolutionBrowser()
        """What it has found, and which solution is in view."""
        self.grown_tree = searched.tree if searched is not None else GrownTree()
        """The visited tree that is shown, on a screen that can."""
        self.kept = KeptSearches(self) if searched is not None else None
        """Its long searches on disk."""
        self.watchers: list[Callable[[], object]] = []
        """Who else looks whenever something new is shown."""
        self._looked_at: tuple[object, str] = (None, "")
        self._timer: Timer | None = None
        self._last_tick = self._ordered = 0.0
        self._line_note = ""
        self._left: Widget | None = None
        """What had the keyboard before the pseudocode took its place."""

    # What a screen says

    @property
    def driven(self) -> Steered | None:
        """What was started last, ended or not."""
        return self.search.run

    def newest(self) -> tuple[object, str]:
        """What it has come to, and its state in a word: nothing is repainted while both stay the same."""
        return self.search.snapshot, self.search.state

    def make_search(self) -> Callable[[], Search]:
        """A search begins: a function that builds it (called in the worker)."""
        make = self.searched.make_search()
        self.remember()
        self.query_one(FormPanel).settle()
        return make

    def show_search(self) -> None:
        """Show the newest snapshot (called ten times a second while something moves)."""

    def code_positions(self) -> Sequence[CodePosition]:
        """Where the search of each panel of pseudocode stands."""
        return [CodePosition(self.searched.ran or self.searched.chosen, self.search.reason)]

    def show_code(self) -> None:
        """Show the pseudocode, while it is wanted."""
        if self.coding:
            for panel, position in zip(self.query(CodePanel), self.code_positions(), strict=True):
                panel.follow(position)

    def search_ended(self) -> None:
        """Called once when a run has ended."""
        self.searched.ended()
        self.show_search()

    def choices_replaced(self) -> None:
        """A kept search has been taken up, and with it what it is of: show that."""

    def place_changed(self) -> None:
        """Another solution is in view, or the search itself again."""
        self.show_search()
        self.refresh_bindings()

    # Choosing

    def chosen(self, note: Note | None) -> None:
        """Another problem or algorithm has been chosen: show that, and what there is to say about it."""

    async def choose_algorithm(self) -> None:
        """Ask for the algorithm, from a list."""
        from tui.dialogs.algorithm import algorithm_dialog

        searched = self.searched
        key = await answer(algorithm_dialog(searched.to_solve, searched.setup.entry.key, proposal=searched.proposal))
        if key is not None:
            self.chosen(searched.take_algorithm(key))

    def show_command(self) -> None:
        """The command line that does the same."""
        from tui.dialogs.dialogs import TextDialog

        self.app.push_screen(TextDialog("The same on the command line", self.searched.command()))

    # The state of things

    @property
    def searching(self) -> bool:
        """Whether something has been started and has not ended (it may be paused)."""
        return self.driven is not None and not self.driven.finished

    @property
    def last_node(self) -> int | None:
        """The number of the last node there is, once that is known."""
        return self.search.last_node

    @property
    def held(self) -> bool:
        """Whether the keys steer something that is paused."""
        return self.driven is not None and not self.driven.finished and self.driven.paused

    @property
    def watchable(self) -> bool:
        """Whether it searches at a speed that can be watched, and changed."""
        return self.searching and not self.held and self.search.speed is not None

    @property
    def full_speed_label(self) -> str:
        """What the key for full speed does while it searches: at full speed it makes the search watchable."""
        if not self.searching:
            return ""
        return "" if self.held or self.search.gone_back else "watch" if self.search.speed is None else "full speed"

    def can(self, name: str) -> bool:
        match name:
            case "run":
                return not self.searching or self.held
            case "pause":
                return self.searching
            case "stop":
                return self.searching or self.grown_tree.at_work
            case "walk":
                return self.search.walkable
            case "browse":
                return len(self.browser.listed()) > (self.browser.place is not None)
            case "browse_to" | "jump" | "classes":
                return len(self.browser.found()) > 0
            case "live":
                return self.browser.place is not None or (self.search.gone_back and len(self.browser.found()) > 0)
            case "unfold":
                return any(panel.display and panel.folds for panel in self.query(WhyPanel))
        return True

    # Starting and steering

    def steered(self) -> None:
        """Somebody steers: what is shown is the search again, not a solution found."""
        self.browser.leave()

    def action_run(self) -> None:
        self.steered()
        if self.searching and self.driven is not None:
            self.driven.resume()
            self.wake()
        else:
            self.start_search()

    def action_pause(self) -> None:
        if self.driven is not None and self.searching:
            (self.driven.resume if self.driven.paused else self.driven.pause)()
            self.wake()

    def action_step(self) -> None:
        self.steered()
        if not self.searching:
            self.start_search(paused=True)
        if self.driven is not None:
            self.driven.step()
            self.wake()

    def action_next_solution(self) -> None:
        self.steered()
        if not self.searching:
            self.start_search(paused=True)
        if self.search.run is not None:
            self.search.run.step_solution()
            self.wake()

    def action_stop(self) -> None:
        """Stop growing the tree that is waited for; else the search."""
        if self.grown_tree.at_work:
            self.grown_tree.stop()
            self.wake()
        elif self.driven is not None:
            self.driven.cancel()
            self.wake()

    def action_restart(self) -> None:
        self.start_search()

    def action_walk(self, move: str) -> None:
        """Make a move in the tree, and hold still there."""
        self.walk_to(Move[move])

    def walk_to(self, where: Move | int) -> None:
        """Make a move in the tree, or go to a node by its number, and show the search there, not a solution found.

        The first move starts the search.
        """
        self.steered()
        if self.search.run is None:
            self.start_search(paused=True)
        run = self.search.go(where)
        if run is not None:
            self.launch(run)
        self.wake()

    async def go_to_node(self) -> None:
        """Ask for the number of a node, and go there."""
        from tui.dialogs.dialogs import number_dialog

        number = await answer(number_dialog("Go to node", "node", self.last_node))
        if number is not None:
            self.walk_to(int(number))

    @on(TreePanel.Pointed)
    def _pointed(self, event: TreePanel.Pointed) -> None:
        """Go there with the search itself, so that everything else shows it."""
        self.walk_to(event.node)

    def action_unfold(self) -> None:
        """Tell in full what a choice rules out, or in a line again."""
        for panel in self.query(WhyPanel):
            panel.fold()

    def action_code(self) -> None:
        """The pseudocode in place of Why, or Why again."""
        if not self.coding:
            self._left = self.focused
        self.coding = not self.coding
        self.show_search()
        if not self.coding and self.focused is None and self._left is not None:
            self._left.focus(scroll_visible=False)
        self.refresh_bindings()

    def action_speed(self, direction: int) -> None:
        self.set_speed(self.search.shifted_speed(direction))

    def action_full_speed(self) -> None:
        self.set_speed(self.search.toggled_speed())

    def set_speed(self, speed: int | None) -> None:
        """Limit the speed to so many steps a second; None for no limit."""
        self.search.set_speed(speed)
        self.wake()
        self.remember()

    def action_kept(self) -> None:
        if self.kept is not None:
            converse(self.app, self.kept.choose())

    # Browsing

    def action_browse(self, step: int) -> None:
        self.browser.step(step)
        self.place_changed()

    def action_browse_to(self, place: int) -> None:
        self.browser.to(place)
        self.place_changed()

    def action_live(self) -> None:
        if self.browser.place is None:
            self.browser.look_at_last()
        else:
            self.browser.leave()
        self.place_changed()

    def action_jump(self) -> None:
        converse(self.app, self.jump())

    async def jump(self) -> None:
        """Ask for the number of a solution, and go there."""
        from tui.dialogs.dialogs import number_dialog

        browser = self.browser
        kind = "class" if browser.by_class else "solution"
        number = await answer(number_dialog("Jump", kind, len(browser.listed())))
        if number is not None:
            self.action_browse_to(int(number) - 1)

    def action_classes(self) -> None:
        if self.browser.by_class:
            self.browser.ungroup()
            self.place_changed()
        else:
            self.run_worker(self._group(), group="classes", exclusive=True, exit_on_error=False)

    async def _group(self) -> None:
        grouping = await in_thread(self.browser.to_group(), "classes")
        if not self.browser.group(grouping):
            return
        if grouping.of < grouping.found:
            self.app.say(f"classes of the first {grouped(MOST_TO_CLASSIFY)} solutions")
        self.place_changed()

    # Running

    def start_search(self, *, paused: bool = False) -> None:
        """Start a new run in place of the last one."""
        run = self.search.start(self.make_search(), paused=paused)
        if self.kept is not None:
            self.kept.watch()
        self.launch(run)

    def launch(self, driven: Steered) -> None:
        """Run what is now `driven` in a worker."""
        self._looked_at = (None, "")
        self.run_worker(self._drive(driven), group="search", exclusive=True, exit_on_error=False)
        self.wake()

    async def _drive(self, driven: Steered) -> None:
        error = ""
        try:
            await in_thread(driven.drive, "search")
        except asyncio.CancelledError:
            driven.cancel()
            raise
        except Exception as trouble:
            error = str(trouble) if isinstance(trouble, Reasoned) else f"{type(trouble).__name__}: {trouble}"
            self.log.error(trouble)
        if driven is self.driven:
            self.search.error = error
            self._tick(force=True)
            self.search_ended()
            self.refresh_bindings()

    # Watching

    @property
    def under_way(self) -> bool:
        """Whether it has just been told to hold still, perhaps somewhere else, and does not yet."""
        driven = self.driven
        if driven is None or driven.resting or not driven.to_rest:
            return False
        return time.perf_counter() - self._ordered < UNDER_WAY_SECONDS

    def wake(self) -> None:
        """There is a new order: look now, or when it is carried out, and regularly until nothing moves any more."""
        if not self.is_mounted:
            return
        if self._timer is None:
            self._timer = self.set_interval(TICK_SECONDS, self._regular_tick)
        self._timer.resume()
        self._looked_at = (None, "")
        self._ordered = time.perf_counter()
        if self.driven is not None:
            self.driven.told = self._tell_rest
        if self.under_way:
            self.set_timer(UNDER_WAY_SECONDS, self._tick)
        else:
            self._tick(force=True)

    def _tell_rest(self) -> None:
        """For the driving thread."""
        with contextlib.suppress(RuntimeError):  # the loop has gone
            self.post_message(Rests())

    @on(Rests)
    def _rests(self) -> None:
        self._tick()

    def _regular_tick(self) -> None:
        """While somebody types, fewer looks are in the way of the next key."""
        now = time.perf_counter()
        typing = now - self.app.last_key < TYPING_SECONDS
        if not typing or now - self._last_tick >= TICK_SECONDS_WHEN_TYPING:
            self._last_tick = now
            self._tick()

    def _tick(self, force: bool = False) -> None:
        if not force and self.app.line.behind:
            self._note_line(figures=False)
            return
        if self.under_way:
            return
        self.search.look()
        if self.kept is not None:
            self.kept.look()
        driven = self.driven
        # Asked first: a slice may end, and the last snapshot before a pause be published, during this look.
        settled = driven is None or driven.finished or driven.resting
        newest, state = self.newest()
        if force or newest is not self._looked_at[0] or state != self._looked_at[1]:
            self._looked_at = (newest, state)
            self.show_search()
            for watcher in self.watchers:
                watcher()
            self._note_line()
            self.refresh_bindings()
        if self._timer is not None and settled:
            self._timer.pause()

    def _note_line(self, *, figures: bool = True) -> None:
        """Say in the title what a slow line means for what is shown, as long as that is so.

        Without ``figures`` only that it is slow: on a busy line newer figures can wait.
        """
        note = self.app.line.note
        if note != self._line_note and (figures or not (note and self._line_note)):
            self._line_note = note
            self.app.set_class(not note, "-fast-line")
            self.query_one(TitleBar).note_line(note)

    # Coming and going.  Beside the handlers of these names in a screen: Textual calls both.

    def on_mount(self) -> None:
        app, search = self.app, self.search
        # Stopped by ctrl+z.  At once: what is only queued comes after the stop.
        app.app_suspend_signal.subscribe(self, lambda _: search.stand_still(still=True), immediate=True)
        app.app_resume_signal.subscribe(self, lambda _: search.stand_still(still=False), immediate=True)
        if self.kept is not None:
            self.call_after_refresh(self.kept.offer)

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self._timer is not None:
            self._timer.pause()

    def on_screen_resume(self, event: ScreenResume) -> None:
        if self.driven is not None:
            self.wake()

    def on_unmount(self) -> None:
        if self.kept is not None:
            self.kept.close()
        if self.driven is not None:
            self.driven.cancel()
