"""How searches of one kind of problem are shown beside each other: what a lane draws, and the words.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from core import Problem, ProblemError, Snapshot
from core._catalog import named
from core.explain import Reason
from tui.dialogs.form_values import Value
from tui.glyphs import Glyphs
from tui.kit.text import PageText
from tui.kit.values import BoardValue, Title
from tui.modes import MODE_ENTRIES

if TYPE_CHECKING:
    from tui.kit.lines import Lines

P = TypeVar("P", bound=Problem)


class Beside(Generic[P]):
    """For any kind of problem: lanes show in words what has been chosen.  Extended for problems that can be drawn."""

    noun = ("choice", "choices")
    """The name of a level of the tree: one, and several."""
    made = "made"
    """The verb for it."""
    legend: str | Callable[[Glyphs], str] = ""
    """What the signs of a lane mean."""
    usual: Sequence[tuple[str, Mapping[str, Value]]] = ()
    """The pair unless the user has chosen another: algorithms by their keys, and their parameters."""
    ways: Mapping[str, str] = {}
    """By the keys of algorithms, how they choose what comes next, if that says more than their summaries."""
    widget = "tui.kit.text_panel:TextPanel"
    """``module:class`` of the widget of a lane, imported for the first: it draws what `lane` gives."""
    sized = False
    """Whether there are larger and smaller problems of this kind."""

    def board(self) -> Lines:
        """A new widget for a lane."""
        made: Lines = named(self.widget)()
        return made

    def of_instance(self, key: str) -> Beside[P]:
        """How the problem with this key in comparisons is shown (override if the key tells more than the problem)."""
        return self

    def draw(self, problem: P, shot: Snapshot | None, reason: Reason | None, still: bool) -> Any:
        """What a lane draws; ``still``: the user can follow it.  Without a snapshot, the problem alone."""
        return chosen_so_far([" ".join(map(str, shot.placement))] if shot is not None and shot.placement else [])

    def lane(
        self, title: str | Title, words: str, problem: P, shot: Snapshot | None, reason: Reason | None, *, still: bool
    ) -> BoardValue | PageText:
        """What a lane draws, with words on its frame."""
        drawn = self.draw(problem, shot, reason, still)
        if isinstance(drawn, PageText):
            return replace(drawn, title=title, note=words)
        return BoardValue(drawn, title, words)

    def title(self, problem: P) -> str:
        """The problem, for the title bar."""
        return str(problem)

    def too_large(self, problem: P) -> str:
        """Why two searches of it cannot be looked at beside each other; empty if they can."""
        return ""

    def resized(self, problem: P, step: int) -> P:
        """A larger or smaller problem.  Raises ProblemError if there is none."""
        raise ProblemError("there is only this size")


def chosen_so_far(texts: Sequence[str]) -> PageText:
    """What a search has chosen, the newest last and in sight."""
    lines = tuple(((text, "here"),) for text in texts) or ((("no option chosen", "muted"),),)
    return PageText(lines=lines, at=len(lines) - 1, cut=True)


@cache
def beside_of(kind: str) -> Beside[Any]:
    """How problems of that kind are shown, as their screen says (`tui.modes.ModeEntry.beside`)."""
    entry = next((entry for entry in MODE_ENTRIES if entry.mode == kind and entry.beside), None)
    found: Beside[Any] = Beside() if entry is None else named(entry.beside)()
    return found
