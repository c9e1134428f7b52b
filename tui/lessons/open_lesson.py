"""A lesson that is being taken: at which step somebody is, what they answered, what is said to it.  No Textual."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from core.explain.reason import NodeKind
from core.explain.words import Tone
from core.storage.store import Documents, Store, StoreError
from tui.lessons.facts import fact, is_right, is_searched, node_of, told, why_not
from tui.lessons.lesson import Lesson
from tui.lessons.step import Kind, Step, Value, filled

KEPT = "lesson"
"""The kind of document that holds how far somebody is."""
HERE = {
    NodeKind.START: "the search has not begun",
    NodeKind.BRANCH: "here the search still has something to try",
    NodeKind.DEAD_END: "this is a dead end",
    NodeKind.SOLUTION: "this is a solution",
    NodeKind.END: "the search has ended",
}
"""What to say of a node that is not the one to be reached."""
LOST = "The screen shows something else now; r brings the step back."


class Progress:
    """How far somebody is in each lesson, on disk."""

    def __init__(self, store: Callable[[], Store] = Store.open_at_once) -> None:
        self._documents = Documents(store())

    def of(self, name: str) -> Mapping[str, int]:
        """``at``, the step to go on with, from 0, and ``done``, how many steps have been taken."""
        with contextlib.suppress(StoreError):
            found = self._documents.get(KEPT, name)
            if found is not None and isinstance(found.body, dict):
                return {key: value for key, value in found.body.items() if isinstance(value, int)}
        return {}

    def done(self, lesson: Lesson) -> int:
        """How many steps of a lesson have been taken."""
        return self.of(lesson.name).get("done", 0)

    def keep(self, name: str, at: int, done: int) -> None:
        """Note how far somebody is; nothing is said where it cannot be kept."""
        with contextlib.suppress(StoreError):
            self._documents.put(KEPT, name, {"at": at, "done": done})


class ScreenAdapter(ABC):
    """A screen as a lesson sees it: it goes to a step, tells where it is, and points where a learner points."""

    @abstractmethod
    def go(self, step: Step, node: int) -> None:
        """Show the place of a step."""

    @abstractmethod
    def kept(self) -> Callable[[], None]:
        """What brings back what is chosen on the screen now; to be called when the lesson leaves it."""

    @abstractmethod
    def stands(self, step: Step, node: int) -> bool:
        """Whether that place is in view; True also while it is on its way there."""

    def at(self) -> NodeKind | None:
        """What the node is at which the search stands; None while it moves, or where nothing is searched."""
        return None

    @abstractmethod
    def ask(self, kind: Kind | None) -> None:
        """A question is open, to be answered in this way, or none any more: nothing in view may tell the answer."""

    def points(self, kind: Kind | None) -> bool:
        """Whether the arrow keys move something while a question of that kind is open, or none."""
        return False

    def point(self, down: int, right: int) -> None:  # noqa: B027  # most have nothing to point with
        """Move what the learner points with, if there is anything."""

    def pointed(self) -> str:
        """What it points at, by its name; empty for nothing."""
        return ""

    def ready(self, step: Step) -> bool:
        """Whether all is there that the step's facts need."""
        return True

    def why_not(self, answer: str) -> str:
        """Why an answer that only the screen knows is wrong; empty for all others."""
        return ""

    def fact(self, words: str) -> Value | None:
        """A fact that only the screen knows; None for all others, which a search apart from the screen tells."""
        return None


class OpenLesson:
    """A lesson that is being taken."""

    def __init__(self, lesson: Lesson, progress: Progress) -> None:
        kept = progress.of(lesson.name)
        self.written, self._progress = lesson, progress
        self.at = min(kept.get("at", 0), len(lesson.steps) - 1)
        self.done = kept.get("done", 0)
        self.screen: ScreenAdapter | None = None
        self._begin()

    def _begin(self) -> None:
        """Nothing has been answered, and nothing said, at this step."""
        self.typed, self.answered, self.ended = "", False, False
        self.said: tuple[Tone, str] | None = None
        self.node = 0
        self.text = self.question = ""
        self.value: Value | None = None
        self._hinted = 0
        self.lost = False

    @property
    def step(self) -> Step:
        """The step at which somebody is."""
        return self.written.steps[self.at]

    @property
    def title(self) -> str:
        """The lesson, and which step of how many."""
        return f"{self.written.title} · {self.at + 1} of {len(self.written.steps)}"

    @property
    def open(self) -> bool:
        """Whether a question waits for its answer."""
        return self.step.asks and not self.answered and self.value is not None

    @property
    def waits(self) -> bool:
        """Whether the step is not all there yet: its question comes when it has been measured."""
        return self.step.asks and not self.answered and self.value is None

    @property
    def walks(self) -> bool:
        """Whether the open question is answered by walking there, not by enter."""
        return self.open and bool(self.step.reach)

    @property
    def points(self) -> bool:
        """Whether the arrow keys are the lesson's."""
        return self.screen is not None and self.screen.points(self.kind)

    @property
    def kind(self) -> Kind | None:
        """How the open question is answered; None where there is none, or where one walks to the answer."""
        return self.value.kind if self.open and self.value is not None and not self.walks else None

    def ready(self) -> Callable[[], None]:
        """For a thread: works out what the step says and asks.  Raises FactError."""
        step = self.step

        def work() -> None:
            if is_searched(step):
                node_of(step)
            if step.screen != "compare":
                for text in (step.text, step.ask, *step.hints, step.right, step.wrong):
                    told(step, text)
                if step.answer:
                    fact(step, step.answer)

        return work

    def show(self, screen: ScreenAdapter) -> None:
        """Take the step on this screen, once it is `ready`."""
        self.screen = screen
        step = self.step
        self.node = node_of(step) if is_searched(step) else 0
        self.lost = False
        screen.go(step, self.node)
        if not screen.ready(step):
            self.text = "Measuring; this takes a moment."
        else:
            self.arrive()

    def arrive(self) -> None:
        """Say and ask, now that all is there that the step's facts need."""
        assert self.screen is not None
        step = self.step
        self.text, self.question = self._told(step.text), self._told(step.ask)
        if step.reach:
            self.value = Value(Kind.TEXT, step.reach)
        elif step.answer:
            self.value = self._fact(step.answer)
        self.screen.ask(self.kind)

    def look(self) -> bool:
        """The screen shows something new: note what that means for the step.  Whether anything changed."""
        if self.screen is None or not self.node:
            return False
        before = (self.lost, self.answered)
        if self.open and self.step.reach:
            if self.screen.at() == self.step.reach and not self.screen.stands(self.step, self.node):
                self._right()
        else:
            self.lost = not self.answered and not self.screen.stands(self.step, self.node)
        return before != (self.lost, self.answered)

    def back_to_step(self) -> None:
        """Bring the place of the step back."""
        if self.screen is not None:
            self.lost = False
            self.screen.go(self.step, self.node)

    # Answering

    def takes(self, character: str) -> bool:
        """Whether a character belongs to the answer that is being typed."""
        match self.kind:
            case Kind.NUMBER:
                return character.isdecimal()
            case Kind.NAME:
                return character.isalnum() or (character in " -:=" and bool(self.typed))
            case Kind.YES:
                return character in "yn"
        return False

    def type(self, character: str) -> None:
        """Type one character more; empty for one less."""
        if not character:
            self.typed = self.typed[:-1]
        else:
            self.typed = character if self.kind is Kind.YES else (self.typed + character)[:24]

    def enter(self) -> bool:
        """Answer the open question; False where there is none: then it is time for the next step."""
        if self.waits:
            return True
        if not self.open:
            return False
        if self.walks:
            self._not_reached()
        else:
            self._answer()
        return True

    def _answer(self) -> None:
        assert self.value is not None
        assert self.screen is not None
        pointing = self.kind in (Kind.SQUARE, Kind.CELL)
        given = (self.screen.pointed() if pointing else self.typed).strip()
        if not given:
            how = "point at it with the arrow keys" if pointing else "type your answer"
            self.said = Tone.PLAIN, f"First {how}, then press enter; ? gives a hint."
        elif is_right(self.value, given):
            self._right()
        else:
            said = f"The answer is {self.value}." if self.kind is Kind.YES else f"Not {given}."
            why = self._why_not(given)
            self.said = Tone.BAD, " ".join(filter(None, [said, self._told(self.step.wrong), why]))
            self.typed = ""

    def _why_not(self, given: str) -> str:
        if self.step.screen != "compare":
            return why_not(self.step, given)
        return self.screen.why_not(self.step.answer) if self.screen is not None else ""

    def _right(self) -> None:
        self.answered, self.typed, self.lost = True, "", False
        assert self.screen is not None
        self.said = Tone.GOOD, self._told(self.step.right) or "Yes."
        self.screen.ask(None)
        self._keep(self.at + 1)

    def _not_reached(self) -> None:
        assert self.screen is not None
        here = self.screen.at()
        if here is None:
            self.said = Tone.PLAIN, "The search is still moving; wait until it stops."
        elif here == self.step.reach:
            self._right()
        else:
            self.said = Tone.BAD, f"Not yet: {HERE[here]}."

    def hint(self) -> None:
        """The next hint; after the last one the first again."""
        hints = self.step.hints
        if not self.open:
            self.said = Tone.PLAIN, "This step has no question left; enter goes on."
        elif not hints:
            self.said = Tone.PLAIN, "There is no hint for this question."
        else:
            self.said = Tone.NEXT, f"Hint: {self._told(hints[self._hinted % len(hints)])}"
            self._hinted += 1

    # From step to step

    def move(self, steps: int) -> bool:
        """Go some steps on or back; False where there is no such step.  After the last one the lesson has ended."""
        to = self.at + steps
        if steps > 0 and not self.step.asks:
            self._keep(self.at + 1)
        if to >= len(self.written.steps):
            self.ended = True
            self._progress.keep(self.written.name, 0, self.done)
            return False
        if to < 0:
            return False
        if self.screen is not None:
            self.screen.ask(None)
        self.at = to
        self._begin()
        self._progress.keep(self.written.name, self.at, self.done)
        return True

    def _keep(self, done: int) -> None:
        self.done = max(self.done, done)
        self._progress.keep(self.written.name, self.at, self.done)

    # Facts

    def _fact(self, words: str) -> Value:
        found = self.screen.fact(words) if self.screen is not None else None
        return fact(self.step, words) if found is None else found

    def _told(self, text: str) -> str:
        return filled(text, self._fact)
