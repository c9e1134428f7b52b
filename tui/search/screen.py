"""A screen that runs searches: what `DrivingScreen` has, and speed, next solution, live figures.

The queens, Sudoku and exact cover screens are built on this one mechanism.  All
that is known of the search is in a `SearchSession`; a subclass says what to
search for (`make_search`) and how to show it (`show_search`).
"""

from __future__ import annotations

from collections.abc import Callable

from core.running.run import Run
from core.running.timeline import Move
from core.search import Search
from tui.actions.action import Action
from tui.host import host
from tui.search.driving import DrivingScreen, pause_label, run_label
from tui.search.figures import Figures
from tui.search.grown_tree import GrownTree
from tui.search.kept_searches import KeptSearches
from tui.search.session import SearchSession

SEARCH_ACTIONS: tuple[Action[SearchScreen], ...] = (
    Action("run", "enter", "run", "Start the search, or go on after a pause", footer=run_label, group="Search"),
    Action("pause", "space", "pause", "Pause, or go on", footer=pause_label, group="Search"),
    Action("step", "full_stop", "step", "Visit one node, then pause", footer=True, group="Search"),
    Action(
        "next_solution", "greater_than_sign", "next solution", "Go on to the next solution, then pause",
        group="Search",
    ),
    Action("speed(-1)", "minus", "slower", "Slower, down to one node a second",
           footer=lambda screen: "slower" if screen.watchable else "", group="Search"),
    Action("speed(1)", "plus,equals_sign", "faster", "Faster, up to full speed",
           footer=lambda screen: "faster" if screen.watchable else "", group="Search"),
    Action("full_speed", "f", "full speed", "Full speed, or back to one you can watch",
           footer=lambda screen: screen.full_speed_label, group="Search"),
    Action("stop", "x", "stop", "Stop; the figures so far stay", footer=True, group="Search"),
    Action("restart", "r", "restart", "Start again from the beginning", group="Search"),
    Action("kept", "K", "kept searches", "Continue a kept search: any that took more than ten seconds", group="Search"),
)  # fmt: skip
"""What every searching screen can do."""

WALK = "Walking in the tree"
WALK_ACTIONS = (
    Action("walk('BACK')", "comma", "back", "Back to the previous node", footer=True, group=WALK),
    Action("walk('PARENT')", "circumflex_accent,backspace", "parent", "Up to the node's parent", group=WALK),
    Action("walk('OVER')", "o", "over", "Over the subtree: to the next node not below this one", group=WALK),
    Action("walk('OUT')", "O", "out", "Out of the subtree: to the next node not below the parent", group=WALK),
    Action("walk('NEXT_SIBLING')", "right_parenthesis", "next sibling", "The next way at this level", group=WALK),
    Action("walk('PREVIOUS_SIBLING')", "left_parenthesis", "previous sibling", "The previous way at this level",
           group=WALK),
    Action("walk('NEXT_DEAD_END')", "d", "next dead end", "On to the next dead end", group=WALK),
    Action("walk('PREVIOUS_DEAD_END')", "D", "previous dead end", "Back to the previous dead end", group=WALK),
    Action("walk('PREVIOUS_SOLUTION')", "less_than_sign", "previous solution", "Back to the previous solution",
           group=WALK),
    Action("walk('START')", "home", "start", "Back to the start", group=WALK),
)  # fmt: skip
"""Going back and forth in any tree search; space stops a move that takes long."""


class SearchScreen(DrivingScreen):
    """Base of the screens that search."""

    def __init__(self, search: SearchSession | None = None) -> None:
        super().__init__()
        self.search = search or SearchSession()
        """The newest run, its speed and its figures."""
        self.grown_tree = GrownTree()
        """The visited tree that it shows, for a screen that can."""
        self.kept: KeptSearches | None = None
        """Its long searches on disk."""

    def make_search(self) -> Callable[[], Search] | None:
        """A function that builds the search (called in the worker), or None after saying why not (a subclass)."""
        return None

    def choices_replaced(self) -> None:
        """A kept search has been taken up, and with it what it is of: show that (a subclass with a form)."""

    # The state of things

    @property
    def driven(self) -> Run | None:
        return self.search.run

    def picture(self) -> tuple[object, str]:
        return self.search.snapshot, self.search.state

    def figures(self) -> Figures:
        """The common part of the live panel."""
        return self.search.figures()

    def can(self, name: str) -> bool:
        if name == "stop" and self.grown_tree.at_work:
            return True
        return self.search.walkable if name == "walk" else super().can(name)

    @property
    def watchable(self) -> bool:
        """Whether it searches at a speed that can be watched, and changed."""
        return self.searching and not self.held and self.search.speed is not None

    @property
    def full_speed_label(self) -> str:
        """What the key for full speed does while it searches: at full speed it makes the search watchable."""
        if not self.searching:
            return ""
        return "watch" if self.search.speed is None else "full speed"

    # Actions

    def action_next_solution(self) -> None:
        if not self.searching and not self.start_search(paused=True):
            return
        if self.search.run is not None:
            self.search.run.step_solution()
            self.wake()

    def action_walk(self, move: str) -> None:
        """Make a move in the tree, and hold still there."""
        self.walk_to(Move[move])

    def walk_to(self, where: Move | int) -> None:
        """Make a move in the tree, or go to a node by its number; the first move starts the search."""
        if self.search.run is None and not self.start_search(paused=True):
            return
        run = self.search.go(where)
        if run is not None:
            self.launch(run)
        self.wake()

    def action_stop(self) -> None:
        """Stop growing the tree that is waited for; else the search."""
        if self.grown_tree.at_work:
            self.grown_tree.stop()
            self.wake()
        else:
            super().action_stop()

    def action_kept(self) -> None:
        if self.kept is not None:
            self.kept.choose()

    def action_speed(self, direction: int) -> None:
        self.set_speed(self.search.shifted_speed(direction))

    def action_full_speed(self) -> None:
        self.set_speed(self.search.toggled_speed())

    def set_speed(self, speed: int | None) -> None:
        """Limit the speed to so many steps a second; None for no limit."""
        self.search.set_speed(speed)
        self.wake()

    # Running

    def start_search(self, *, paused: bool = False) -> bool:
        """Start a new run in place of the last one.  False when there is nothing to start."""
        make = self.make_search()
        if make is None:
            return False
        run = self.search.start(make, paused=paused)
        if self.kept is not None:
            self.kept.watch()
        self.launch(run)
        return True

    def run_failed(self, error: str) -> None:
        self.search.error = error

    def on_mount(self) -> None:
        # Beside the on_mount of a subclass: Textual calls both.
        app, search = self.app, self.search
        # Stopped by ctrl+z.  At once: what is only queued comes after the stop.
        app.app_suspend_signal.subscribe(self, lambda _: search.stand_still(still=True), immediate=True)
        app.app_resume_signal.subscribe(self, lambda _: search.stand_still(still=False), immediate=True)
        if self.kept is not None:
            self.call_after_refresh(self.kept.offer)

    def on_unmount(self) -> None:
        # Beside the on_unmount of the base: Textual calls both.
        if self.kept is not None:
            self.kept.close()

    def _tick(self, force: bool = False) -> None:
        if force or not host(self).output_is_behind:
            self.search.look()
        super()._tick(force)
