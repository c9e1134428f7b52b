"""What all screens have in common on which one problem is searched: the choices, the newest run, what it has found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic, TypeVar

from core.search import Goal, Problem, Search
from tui.search.browser import Browser
from tui.search.grown_tree import GrownTree
from tui.search.ran import Ran
from tui.search.session import SearchSession
from tui.search.setup import Setup

P = TypeVar("P", bound=Problem)


class Laboratory(ABC, Generic[P]):
    """One search after the other, each of what was chosen when it began."""

    def __init__(self, setup: Setup, browser: Browser) -> None:
        self.setup = setup
        """What would be started."""
        self.search = SearchSession()
        """The newest run, its speed and its figures."""
        self.browser = browser
        """What that has found, and which solution is in view."""
        self.ran: Ran[P] | None = None
        """What that is of: the form may say something else by now."""
        self.tree = GrownTree()
        """The visited tree, once somebody wants to see it."""

    @property
    @abstractmethod
    def to_solve(self) -> P:
        """The problem that a search would be of."""

    @property
    def chosen(self) -> Ran[P]:
        """What would be started."""
        return Ran(self.setup.entry, self.to_solve, self.setup.goal, dict(self.setup.settings))

    @abstractmethod
    def make_search(self) -> Callable[[], Search]:
        """A search begins in place of the one before: what builds it, in the worker."""

    @abstractmethod
    def ended(self) -> None:
        """The newest run has ended: look at what it found."""

    def forget_run(self) -> None:
        """No run any more."""
        self.search.forget()
        self.browser.forget()
        self.ran = None

    def set_speed(self, speed: int | None) -> None:
        """Limit the speed to so many steps a second; None for no limit."""
        self.search.set_speed(speed)

    def shifted_speed(self, direction: int) -> int | None:
        """The next slower (-1) or faster (1) speed, or the same where there is none."""
        return self.search.shifted_speed(direction)

    @property
    def of_tree(self) -> Ran[P]:
        """What the tree is of: the newest run, or what is chosen, searched to the end."""
        ran = self.ran or self.chosen
        return replace(ran, goal=Goal.COUNT) if Goal.COUNT in ran.entry.goals else ran

    def found(self) -> Any:
        """The solutions that the newest run has listed, in a sequence."""
        return self.search.search.solutions if self.search.search is not None else ()
