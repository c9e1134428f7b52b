"""A list of solutions and a place in it: browse, jump, group by symmetry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui.commands import CommandScreen
from tui.format import grouped
from tui.worker import in_thread

MOST_TO_CLASSIFY = 100_000


class SolutionBrowser(CommandScreen):
    """What a screen can do with the solutions that its search has found."""

    def __init__(self) -> None:
        super().__init__()
        self.place: int | None = None
        """0-based place of the solution in view; None while the search itself is shown."""
        self.by_class = False
        self.classes_found: Sequence[tuple[int, ...]] = ()
        self.classified = 0
        """Of how many solutions these are the classes: a search that goes on finds more."""

    # What a subclass provides

    def found(self) -> Sequence[tuple[int, ...]]:
        """The solutions kept so far."""
        raise NotImplementedError

    def classify(self, solutions: Any) -> Sequence[tuple[int, ...]]:
        """One solution of each symmetry class (called in a thread)."""
        raise NotImplementedError

    def place_changed(self) -> None:
        """Show what is in view now."""
        raise NotImplementedError

    # Which solution

    def listed(self) -> Sequence[tuple[int, ...]]:
        """What is browsed: solutions, or one of each class."""
        return self.classes_found if self.by_class else self.found()

    def at(self, place: int) -> Any:
        """The solution at this place of the list."""
        return self.listed()[place]

    @property
    def solution(self) -> Any:
        """The solution in view, or None."""
        return self.at(self.place) if self.place is not None and self.place < len(self.listed()) else None

    @property
    def place_to_take(self) -> int | None:
        """Which one is copied or saved: the one in view, else the last; None when there is none."""
        return self.place if self.place is not None else (len(self.listed()) - 1 if len(self.listed()) else None)

    def forget_solutions(self) -> None:
        """Back to the search itself, ungrouped: another run begins."""
        self.workers.cancel_group(self, "classes")
        self.place, self.by_class, self.classes_found = None, False, ()

    def look_at_last(self, *, or_first: bool = False) -> None:
        """A run has ended: show the solution found last (or first), unless somebody is looking at one."""
        found = self.found()
        if self.place is None and len(found):
            self.by_class = False  # the classes are of what was found when they were asked for
            self.place = 0 if or_first else len(found) - 1

    def _to(self, place: int | None) -> None:
        self.place = place
        self.place_changed()

    # Actions

    def action_browse(self, step: int) -> None:
        total = len(self.listed())
        if total:
            self._to((0 if step > 0 else total - 1) if self.place is None else (self.place + step) % total)

    def action_browse_to(self, place: int) -> None:
        total = len(self.listed())
        if total:
            self._to(place % total)

    def action_live(self) -> None:
        self._to(None)

    def action_jump(self) -> None:
        from tui.line_dialogs import jump_dialog

        def jump(text: str | None) -> None:
            if text is not None:
                self._to(int(text) - 1)

        self.app.push_screen(jump_dialog("class" if self.by_class else "solution", len(self.listed())), jump)

    def action_classes(self) -> None:
        if self.by_class:
            self.by_class = False
            self._to(0)
        else:
            self.run_worker(self._classify(), group="classes", exclusive=True, exit_on_error=False)

    async def _classify(self) -> None:
        """Group the solutions found so far; done in a thread, for there may be many."""
        found = self.found()
        some = found[:MOST_TO_CLASSIFY] if len(found) > MOST_TO_CLASSIFY else found
        self.classes_found = await in_thread(lambda: self.classify(some), "classes")
        self.by_class, self.classified = True, len(some)
        if len(found) > MOST_TO_CLASSIFY:
            self.notify(f"classes of the first {grouped(MOST_TO_CLASSIFY)} solutions")
        self._to(0)
