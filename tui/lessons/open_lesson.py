"""A lesson that is being taken: the user's step, their answers, and the replies.  No Textual."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from core._words import grouped
from core.explain import NodeKind, Tone
from tui.lessons.facts import ScreenFacts, fact, facts_of, is_right, is_searched, malformed, told, why_not
from tui.lessons.lesson import Lesson
from tui.lessons.place import node_of
from tui.lessons.progress import MOST_KEPT, Answered, Progress
from tui.lessons.step import Kind, LessonStep, Value, filled

HERE = {
    NodeKind.START: "the search has not begun",
    NodeKind.BRANCH: "here the search still has something to try",
    NodeKind.DEAD_END: "this is a dead end",
    NodeKind.SOLUTION: "this is a solution",
    NodeKind.END: "the search has ended",
}
"""What to say of a node that is not the one to be reached."""


class ScreenAdapter(ABC):
    """A screen as a lesson sees it: it goes to a step, tells where it is, and points where a learner points."""

    FACTS: ClassVar[ScreenFacts]
    """What lessons know of the screen without opening it."""

    @abstractmethod
    def go(self, step: LessonStep, node: int) -> None:
        """Show the place of a step."""

    @abstractmethod
    def way_back(self) -> Callable[[], None]:
        """A function that brings back what is chosen on the screen now; to be called when the lesson leaves it."""

    @abstractmethod
    def stands(self, step: LessonStep, node: int) -> bool:
        """Whether that place is in view; True also while it is on its way there."""

    def instead(self, step: LessonStep) -> str:
        """What is in view or chosen in place of the step's own; empty if it is that."""
        return ""

    def at(self) -> NodeKind | None:
        """The kind of the node where the search is; None while it moves, or without a search."""
        return None

    @abstractmethod
    def ask(self, kind: Kind | None) -> None:
        """A question is open, to be answered in this way, or (None) no question is: nothing in view may tell the
        answer.
        """

    def points(self, kind: Kind | None) -> bool:
        """Whether the arrow keys move something while a question of that kind, or (None) no question, is open."""
        return False

    def point(self, down: int, right: int) -> None:  # noqa: B027  # most have nothing to point with
        """Move what the learner points with, if there is anything."""

    def pointed(self) -> str:
        """What it points at, by its name; empty for nothing."""
        return ""

    def ready(self, step: LessonStep) -> bool:
        """Whether everything is there that the step's facts need."""
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
        self._kept = kept
        self.at = min(kept.at, len(lesson.steps) - 1)
        self.done = kept.done
        self.screen: ScreenAdapter | None = None
        self._begin()

    def _begin(self) -> None:
        """Begin the step, with nothing answered and nothing said."""
        self.typed, self.answered, self.ended = "", False, False
        self.said: tuple[Tone, str] | None = None
        self.node = 0
        self.text = self.question = self.keys = ""
        self.value: Value | None = None
        self._hinted = self._wrong_ones = 0
        self.lost = ""

    @property
    def step(self) -> LessonStep:
        """The user's step."""
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
        """Whether the step waits for its measurement, and asks only after it."""
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
        """How the open question is answered; None if there is none, or if the user walks to the answer."""
        return self.value.kind if self.open and self.value is not None and not self.walks else None

    def ready(self) -> Callable[[], None]:
        """For a thread: works out what the step says and asks.  Raises FactError."""
        step = self.step

        def work() -> None:
            if is_searched(step):
                node_of(step)
            if not facts_of(step).MEASURED:
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
        self.lost = ""
        screen.go(step, self.node)
        if not screen.ready(step):
            self.text = "Measuring; this takes a moment."
        else:
            self.arrive()

    def arrive(self) -> None:
        """Say and ask, now that everything is there that the step's facts need."""
        assert self.screen is not None
        step = self.step
        self.text, self.question, self.keys = self._told(step.text), self._told(step.ask), self._told(step.keys)
        if step.reach:
            self.value = Value(Kind.TEXT, step.reach)
        elif step.answer:
            self.value = self._fact(step.answer)
        self.screen.ask(self.kind)

    def look(self) -> bool:
        """Note what something new on the screen means for the step; returns whether anything changed."""
        if self.screen is None or not (self.text or self.question):
            return False
        before = (self.lost, self.answered)
        instead = self.screen.instead(self.step)
        walked = not self.screen.stands(self.step, self.node)
        if self.walks and walked and not instead and self.screen.at() == self.step.reach:
            self._right()
        elif instead:
            self.lost = f"The screen is set to {instead} now, not to what this step is about; r brings that back."
        elif walked and not self.answered and not self.walks:
            left = f"You have left node {grouped(self.node)}" if self.node else "The grid has changed"
            self.lost = f"{left}; r brings you back to it, and you can answer from here too."
        else:
            self.lost = ""
        return before != (self.lost, self.answered)

    def back_to_step(self) -> None:
        """Bring the place of the step back."""
        if self.screen is not None:
            self.lost = ""
            self.screen.go(self.step, self.node)

    # Answering

    def takes(self, character: str) -> bool:
        """Whether a character belongs to the answer that is being typed."""
        match self.kind:
            case Kind.NUMBER:
                return character.isdecimal() or (character == "-" and not self.typed)
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
        """Answer the open question; False if there is none: then it is time for the next step."""
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
            self._note(given)
            self._right()
        else:
            self.said = Tone.BAD, self._refused(given)
            self.typed = ""

    def _refused(self, given: str) -> str:
        """The reply to a wrong answer: first a hint, then the reason, and never the answer at once."""
        assert self.screen is not None
        measured = facts_of(self.step).MEASURED
        if not measured and (trouble := malformed(self.step, given)):
            return trouble
        self._note(given)
        self._wrong_ones += 1
        said = "Not so." if self.kind is Kind.YES else f"Not {given}."
        if self._wrong_ones == 1 and self._hinted < len(self.step.hints):
            return f"{said} {self._next_hint()}"
        why = self.screen.why_not(self.step.answer) if measured else why_not(self.step, given)
        return " ".join(filter(None, [said, self._told(self.step.wrong), why]))

    def _note(self, given: str) -> None:
        """Keep what was answered."""
        answered = self._answered()
        answered.given = [*answered.given, given][-MOST_KEPT:]
        self._keep(self.done)

    def _answered(self) -> Answered:
        """What was answered at this step since it was last right."""
        answered = self._kept.answers.get(self.at)
        if answered is None or answered.right:
            answered = self._kept.answers[self.at] = Answered(self.question)
        return answered

    def _right(self) -> None:
        assert self.screen is not None
        answered = self._answered()
        answered.right = True
        self.answered, self.typed, self.lost = True, "", ""
        self.said = Tone.GOOD, self._told(self.step.right) or "Yes."
        self.screen.ask(None)
        self._keep(self.at + 1)

    def _not_reached(self) -> None:
        assert self.screen is not None
        here = self.screen.at()
        if here is None:
            self.said = Tone.PLAIN, "The search is still moving; wait until it stops."
        elif here == self.step.reach and not self.screen.instead(self.step):
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
            self.said = Tone.NEXT, self._next_hint()

    def _next_hint(self) -> str:
        hints = self.step.hints
        hint = hints[self._hinted % len(hints)]
        self._hinted += 1
        self._answered().hints = min(self._hinted, len(hints))
        return f"Hint: {self._told(hint)}"

    # From step to step

    def move(self, steps: int) -> bool:
        """Go some steps on or back; False if there is no such step.  After the last one the lesson has ended."""
        to = self.at + steps
        done = self.at + 1 if steps > 0 and not self.step.asks else self.done
        if to < 0:
            return False
        self.ended = to >= len(self.written.steps)
        if self.ended:
            self._keep(done, at=0)
            return False
        if self.screen is not None:
            self.screen.ask(None)
        self._keep(done, at=to)
        self.at = to
        self._begin()
        return True

    def _keep(self, done: int, at: int | None = None) -> None:
        self.done = max(self.done, done)
        self._kept.at, self._kept.done = self.at if at is None else at, self.done
        self._progress.keep(self.written.name, self._kept)

    # Facts

    def _fact(self, words: str) -> Value:
        found = self.screen.fact(words) if self.screen is not None else None
        return fact(self.step, words) if found is None else found

    def _told(self, text: str) -> str:
        return filled(text, self._fact)
