"""The screen of everything that searches: run it, steer it, watch it, walk in its tree, browse what it finds.

What runs is a `core.running.run.Steered`: one search, or several side by side.  It runs in a worker thread and tells
when it rests.  Whatever a key changes is changed in the session; then, and ten times a second while something runs, the
screen asks the session what is to be seen (`LabScreen.tick`) and gives each panel its value (`LabScreen.watch_view`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
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
from tui.actions.action import CommandScreen
from tui.actions.dialogue import answer, converse
from tui.dialogs.form_values import Note
from tui.kit.form_panel import FormPanel
from tui.kit.frame import KeyBar, TitleBar
from tui.kit.lines import Lines
from tui.kit.text_panel import WhyPanel
from tui.kit.tree_panel import TreePanel
from tui.lab.browser import MOST_TO_CLASSIFY, SolutionBrowser
from tui.lab.grown_tree import GrownTree
from tui.lab.kept_searches import KeptSearches
from tui.lab.left_off import LeftOff
from tui.lab.live_search import LiveSearch
from tui.lab.session import LabSession, SearchSession, Steerable
from tui.lab.view import LabView
from tui.lab.worker import in_thread

TICK_SECONDS = 0.1
"""How often something that runs is looked at."""
TYPING_SECONDS = 0.2
"""How long after a key another one is expected."""
TICK_SECONDS_WHEN_TYPING = 0.5
LAST_SLICE_SECONDS = 0.2
"""How long leaving waits to hear where the search has stopped."""
UNDER_WAY_SECONDS = 0.1
"""So long after an order to hold still nothing is shown of the way there, which would be old when it is seen."""


class Rests(Message):
    """What runs has begun to rest (posted by the thread that drives it)."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Rests)


class LabScreen(CommandScreen):
    """Steers what its session searches, and shows the view of it."""

    session: LabSession
    searched: SearchSession[Any]
    """What is chosen, searched and found, where it is one search."""
    view: var[LabView | None] = var(None, init=False)
    """What is to be seen."""

    def __init__(self, searched: SearchSession[Any] | None = None, search: LiveSearch | None = None) -> None:
        """A screen of several searches has no such session; its ``search`` is there for the speed of all."""
        super().__init__()
        if searched is not None:
            self.searched = searched
        self.search: LiveSearch = searched.search if searched is not None else search or LiveSearch()
        """The newest run, its speed and its figures."""
        self.browser: SolutionBrowser = searched.browser if searched is not None else SolutionBrowser()
        """What it has found, and which solution is in view."""
        self.grown_tree = searched.grown_tree if searched is not None else GrownTree()
        """The visited tree that is shown, on a screen that can."""
        self.kept = KeptSearches(self) if searched is not None else None
        """Its long searches on disk."""
        self.left = LeftOff(self) if searched is not None else None
        """Where somebody leaves off, for the next start."""
        self.watchers: list[Callable[[], object]] = []
        """Who else looks whenever something new may be shown."""
        self._timer: Timer | None = None
        self._last_tick = self._ordered = 0.0
        self._line_note = ""
        self._left: Widget | None = None
        """What had the keyboard before the pseudocode took its place."""

    # What is steered

    @property
    def subject(self) -> Steerable:
        return self.session

    @property
    def driven(self) -> Steered | None:
        """What was started last, ended or not."""
        return self.subject.driven

    @property
    def searching(self) -> bool:
        """Whether something has been started and has not ended (it may be paused)."""
        return self.subject.searching

    def make_search(self) -> Callable[[], Search]:
        """A search begins: a function that builds it (called in the worker)."""
        make = self.searched.make_search()
        self.remember()
        self.query_one(FormPanel).settle()
        return make

    def choices_replaced(self) -> None:
        """A kept search has been taken up, and with it what it is of: show that."""

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

        number = await answer(number_dialog("Go to node", "node", self.subject.last_node))
        if number is not None:
            self.walk_to(int(number))

    @on(TreePanel.Pointed)
    def _pointed(self, event: TreePanel.Pointed) -> None:
        """Go there with the search itself, so that everything else shows it."""
        self.walk_to(event.node)

    def action_unfold(self) -> None:
        """Tell in full what a choice rules out, or in a line again."""
        self.subject.unfolded = not self.subject.unfolded
        self.tick()

    @on(WhyPanel.Folds)
    def _folds(self, event: WhyPanel.Folds) -> None:
        self.subject.folds = event.folds

    def action_code(self) -> None:
        """The pseudocode in place of Why, or Why again."""
        subject = self.subject
        if not subject.coding:
            self._left = self.focused
        subject.coding = not subject.coding
        self.tick()
        if not subject.coding and self.focused is None and self._left is not None:
            self._left.focus(scroll_visible=False)

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
        self.tick()

    def action_browse_to(self, place: int) -> None:
        self.browser.to(place)
        self.tick()

    def action_live(self) -> None:
        if self.browser.place is None:
            self.browser.look_at_last()
        else:
            self.browser.leave()
        self.tick()

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
            self.tick()
        else:
            self.run_worker(self._group(), group="classes", exclusive=True, exit_on_error=False)

    async def _group(self) -> None:
        grouping = await in_thread(self.browser.to_group(), "classes")
        if not self.browser.group(grouping):
            return
        if grouping.of < grouping.found:
            self.app.say(f"classes of the first {grouped(MOST_TO_CLASSIFY)} solutions")
        self.tick()

    # Running

    def start_search(self, *, paused: bool = False) -> None:
        """Start a new run in place of the last one."""
        run = self.search.start(self.make_search(), paused=paused)
        if self.kept is not None:
            self.kept.watch()
        self.launch(run)

    def launch(self, driven: Steered) -> None:
        """Run what is now `driven` in a worker."""
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
            self.search_ended()
            self.tick()

    def search_ended(self) -> None:
        """Called once when a run has ended."""
        self.searched.ended()

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
        self._ordered = time.perf_counter()
        if self.driven is not None:
            self.driven.told = self._tell_rest
        if self.under_way:
            self.set_timer(UNDER_WAY_SECONDS, self._look_again)
        else:
            self.tick()

    def _tell_rest(self) -> None:
        """For the driving thread."""
        with contextlib.suppress(RuntimeError):  # the loop has gone
            self.post_message(Rests())

    @on(Rests)
    def _rests(self) -> None:
        self._look_again()

    def _look_again(self) -> None:
        """Something has changed that nobody has asked for just now: on a busy line that can wait."""
        if self.app.line.behind:
            self._note_line(figures=False)
        else:
            self.tick()

    def _regular_tick(self) -> None:
        """While somebody types, fewer looks are in the way of the next key."""
        now = time.perf_counter()
        typing = now - self.app.last_key < TYPING_SECONDS
        if not typing or now - self._last_tick >= TICK_SECONDS_WHEN_TYPING:
            self._last_tick = now
            self._look_again()

    def tick(self) -> None:
        """See what there is to be seen, and show it; not what is only on the way to where it was ordered."""
        if self.under_way:
            return
        driven = self.driven
        # Asked first: a slice may end, and the last snapshot before a pause be published, during this look.
        settled = driven is None or driven.finished or driven.resting
        if self.kept is not None:
            self.kept.look()
        self.show()
        self._note_line()
        for watcher in self.watchers:
            watcher()
        if self.left is not None:
            self.left.look(settled=settled)
        if self._timer is not None and settled:
            self._timer.pause()

    def show(self) -> None:
        """Ask the session what is to be seen."""
        self.session.look()
        self.view = self.session.view()

    def watch_view(self, old: LabView | None, new: LabView) -> None:
        """Give each part its value, and the stylesheet its classes; parts that are the same draw nothing."""
        standing = old.standing if old is not None else frozenset()
        if new.standing != standing:
            self.remove_class(*standing - new.standing)
            self.add_class(*new.standing - standing)
        now = dict(new.panels)
        for name, _ in old.panels if old is not None else ():
            if name not in now:
                self.query_one(f"#{name}", Lines).value = None
        board: Any = self.query_one("#board")  # lines, or what shows one of several
        board.value = new.board
        for name, value in new.panels:
            self.query_one(f"#{name}", Lines).value = value
        self.query_one(TitleBar).note(new.title)
        self.query_one(KeyBar).value = new.keys

    def refresh_bindings(self) -> None:
        super().refresh_bindings()
        self.tick()  # Textual asks for it when something else has the keyboard: other keys are offered

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

    def on_compose(self) -> None:
        self.subject.ACTIONS, self.subject.keyboard_keeps = self.ACTIONS, self.keeps  # before anything is shown

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
            self.driven.wait(LAST_SLICE_SECONDS)
        if self.left is not None:
            self.left.note()
