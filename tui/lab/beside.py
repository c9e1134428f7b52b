"""How searches of one kind of problem are shown beside each other: what a lane draws, and the words.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from core.explain.reason import Reason
from core.search import Problem, ProblemError, Snapshot
from tui.dialogs.form_values import Value
from tui.glyphs import Glyphs
from tui.kit.text import PageText

P = TypeVar("P", bound=Problem)


class Beside(Generic[P]):
    """Of any kind of problem: lanes show in words what has been chosen.  Extended for problems that can be drawn."""

    noun = ("choice", "choices")
    """What a level of the tree is: one, and several."""
    made = "made"
    """What is done with it."""
    legend: str | Callable[[Glyphs], str] = ""
    """What the signs of a lane mean."""
    usual: Sequence[tuple[str, Mapping[str, Value]]] = ()
    """What stands beside each other where nobody has chosen: algorithms by their keys, and their parameters."""
    ways: Mapping[str, str] = {}
    """By the keys of algorithms, how they choose what comes next, where that says more than their summaries."""
    sized = False
    """Whether there are larger and smaller problems of this kind."""

    def draw(self, problem: P, shot: Snapshot | None, reason: Reason | None, still: bool) -> Any:
        """What a lane draws; ``still``: somebody can follow it.  Without a snapshot, the problem alone."""
        return chosen_so_far([" ".join(map(str, shot.placement))] if shot is not None and shot.placement else [])

    def title(self, problem: P) -> str:
        """The problem, for the title bar."""
        return str(problem)

    def too_large(self, problem: P) -> str:
        """Why two searches of it cannot be looked at beside each other; empty where they can."""
        return ""

    def resized(self, problem: P, step: int) -> P:
        """A larger or smaller problem.  Raises ProblemError where there is none."""
        raise ProblemError("there is only this size")


def chosen_so_far(texts: Sequence[str]) -> PageText:
    """What a search has chosen, the newest last and in sight."""
    lines = tuple(((text, "here"),) for text in texts) or ((("no option chosen", "muted"),),)
    return PageText(lines=lines, at=len(lines) - 1, cut=True)
