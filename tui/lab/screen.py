"""The screen of a search: choose its problem, steer it, watch it, walk in its tree, browse what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual import on
from textual.events import ScreenSuspend

from core import Search
from core._words import grouped
from core.running import Move
from tui.actions.dialogue import answer, converse
from tui.dialogs.form_values import Note
from tui.kit.form_panel import FormPanel
from tui.kit.tree_panel import TreePanel
from tui.lab.browser import MOST_TO_CLASSIFY
from tui.lab.kept_searches import KeptSearches
from tui.lab.search_left import SearchLeft
from tui.lab.session import SearchSession
from tui.lab.steering import SteeringScreen
from tui.lab.worker import in_background, in_thread

LAST_SLICE_SECONDS = 0.2
"""How long leaving waits to hear where the search has stopped."""


class LabScreen(SteeringScreen):
    """One search at a time, what it has found, and its visited tree."""

    searched: SearchSession[Any]
    """What is chosen, searched and found."""

    def __init__(self, searched: SearchSession[Any]) -> None:
        super().__init__(searched.search)
        self.searched = searched
        self.browser = searched.browser
        """What it has found, and which solution is in view."""
        self.grown_tree = searched.grown_tree
        """The visited tree that is shown, on a screen that can."""
        self.kept = KeptSearches(self)
        """Its long searches on disk."""
        self.left = SearchLeft(self)
        """Keeps where the user leaves off, for the next start."""
        self.watchers += [self.kept.look, lambda: self.left.look(settled=not self.moving)]

    # Choosing

    def make_search(self) -> Callable[[], Search]:
        """Begin a search; returns a function that builds it, to be called in the worker."""
        make = self.searched.make_search()
        self.remember()
        return make

    @on(FormPanel.Edit)
    def _form_edited(self, event: FormPanel.Edit) -> None:
        event.do(self.searched.form)
        self.choices_changed()

    def choices_changed(self) -> None:
        """Choices, or what there is to say about them, may have changed: keep and show them."""
        self.remember()
        self.tick()

    def chosen(self, note: Note | None) -> None:
        """Another problem or algorithm has been chosen, with this to say about it."""
        self.searched.form.say(note)
        self.choices_changed()

    def choices_replaced(self) -> None:
        """A kept search has been taken up, and its problem with it."""
        self.chosen(None)

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

    def show_search(self) -> None:
        """The user steers: what is in view is the search again, not a solution found."""
        self.browser.leave()

    def action_next_solution(self) -> None:
        self.show_search()
        if not self.session.searching:
            self.start_search(paused=True)
        if self.search.run is not None:
            self.search.run.step_solution()
            self.wake()

    def action_stop(self) -> None:
        """Stop growing the tree that the user waits for; else the search."""
        if self.grown_tree.at_work:
            self.grown_tree.stop()
            self.wake()
        else:
            super().action_stop()

    def walk_to(self, where: Move | int) -> None:
        """Make a move in the tree, or go to a node by its number, and show the search there, not a solution found.

        The first move starts the search.
        """
        self.show_search()
        if self.search.run is None:
            self.start_search(paused=True)
        run = self.search.go(where)
        if run is not None:
            self.launch(run)
        self.wake()

    @on(TreePanel.Pointed)
    def _pointed(self, event: TreePanel.Pointed) -> None:
        """Go there with the search itself, so that everything else shows it."""
        self.walk_to(event.node)

    def action_kept(self) -> None:
        converse(self.app, self.kept.choose())

    # Two searches side by side

    async def side_by_side(self, looks: Mapping[str, Any] | None = None) -> None:
        """Two searches in lockstep, on a screen of their own; ``looks``: those that the user left."""
        from tui.lab.lockstep import LockstepSession
        from tui.lab.lockstep_screen import LockstepScreen

        if self.session.searching and self.search.run is not None:
            self.search.run.pause()
        searched, before = self.searched, self.app.settings.section(LockstepScreen.SETTINGS)
        pair = LockstepSession(searched.first_beside, searched.beside(), before, searched.results)
        if looks is not None:
            pair.problem = searched.problem_again(looks["problem"])
            pair.look_again(looks)
        await self.left.answer(
            "pair", LockstepScreen(pair),
            lambda: {**pair.looks(), "problem": dict(searched.described(pair.problem))},
        )  # fmt: skip
        self.tick()

    def open_again(self, name: str, looks: Mapping[str, Any]) -> None:
        if name == "pair":
            converse(self.app, self.side_by_side(looks))
        else:
            super().open_again(name, looks)

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
            in_background(self, self._group, "classes")

    async def _group(self) -> None:
        grouping = await in_thread(self.browser.to_group(), "classes")
        if not self.session.can("classes"):  # which was not known before
            self.app.say(self.session.NO_CLASSES)
            return
        if not self.browser.group(grouping):
            return
        if grouping.of < grouping.found:
            self.app.say(f"classes of the first {grouped(MOST_TO_CLASSIFY)} solutions")
        self.tick()

    # Running

    def start_search(self, *, paused: bool = False) -> None:
        """Start a new run in place of the last one."""
        run = self.search.start(self.make_search(), paused=paused)
        self.kept.watch()
        self.launch(run)

    def search_ended(self) -> None:
        self.searched.ended()

    def on_mount(self) -> None:
        self.call_after_refresh(self.kept.offer)

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        for form in self.query(FormPanel):
            form.end_typing()

    def on_unmount(self) -> None:
        self.kept.close()
        if self.session.driven is not None:
            self.session.driven.cancel()
            self.session.driven.wait(LAST_SLICE_SECONDS)
        self.left.note()
