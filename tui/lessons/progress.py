"""How far the user is in each lesson, and what they answered: kept on disk, and shown as text.  No Textual."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from core._words import clean_text, counted
from core.storage import Store, StoreError
from core.storage._store import Documents
from tui.lessons.lesson import Lesson

KEPT = "lesson"
"""The kind of document that holds it."""
MOST_KEPT = 20
"""How many of the last answers to one question are kept."""


@dataclass
class Answered:
    """The answers to the question of a step."""

    asked: str = ""
    given: list[str] = field(default_factory=list)
    """In their order; the last one is right if ``right`` is true."""
    hints: int = 0
    right: bool = False

    def __str__(self) -> str:
        said = ", ".join(self.given) or ("done" if self.right else "no answer")
        end = "right" if self.right else "still open"
        return f"{said} ({end})" if not self.hints else f"{said} ({end}, with {counted(self.hints, 'hint')})"


@dataclass
class LessonProgress:
    """How far the user is in one lesson."""

    at: int = 0
    """The step to go on with, from 0."""
    done: int = 0
    """How many steps have been taken."""
    answers: dict[int, Answered] = field(default_factory=dict)
    """By step, from 0."""


class Progress:
    """How far the user is in each lesson, on disk."""

    def __init__(self, store: Callable[[], Store] = Store.open_at_once) -> None:
        self._documents = Documents(store())

    def of(self, name: str) -> LessonProgress:
        """How far the user is in the lesson of that name; what cannot be read counts for nothing."""
        with contextlib.suppress(StoreError):
            found = self._documents.get(KEPT, name)
            if found is not None and isinstance(found.body, dict):
                return _taken(found.body)
        return LessonProgress()

    def keep(self, name: str, taken: LessonProgress) -> None:
        """Save how far the user is; a failure is silent."""
        answers = {str(step): asdict(each) for step, each in taken.answers.items()}
        with contextlib.suppress(StoreError):
            self._documents.put(KEPT, name, {"at": taken.at, "done": taken.done, "answers": answers})


def _taken(body: dict[str, Any]) -> LessonProgress:
    at, done = (value if isinstance(value := body.get(key), int) and value >= 0 else 0 for key in ("at", "done"))
    answers, kept = {}, body.get("answers")
    for step, each in kept.items() if isinstance(kept, dict) else ():
        if step.isdecimal() and isinstance(each, dict) and isinstance(given := each.get("given"), list):
            hints = value if isinstance(value := each.get("hints"), int) else 0
            texts = [clean_text(text) for text in given if isinstance(text, str)]
            asked = clean_text(text) if isinstance(text := each.get("asked"), str) else ""
            answers[int(step)] = Answered(asked, texts[-MOST_KEPT:], hints, each.get("right") is True)
    return LessonProgress(at, done, answers)


def answers_told(lesson: Lesson, taken: LessonProgress) -> Iterator[tuple[str, str]]:
    """Each question of a lesson that the user has met, and what they answered."""
    for number in sorted(taken.answers):
        if number < len(lesson.steps) and lesson.steps[number].asks:
            answered = taken.answers[number]
            yield f"Step {number + 1}: {answered.asked}", str(answered)
