"""A lesson as plain text, for a screen reader, for paper, and for users without a terminal to draw in."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from core._words import counted
from tui.lessons.facts import fact, facts_of, sentence, told
from tui.lessons.lesson import Lesson, shipped
from tui.lessons.step import LessonStep, braces

WIDTH = 78


def listed() -> Iterator[str]:
    """All lessons that come with the program, a line each."""
    for number, lesson in enumerate(shipped(), 1):
        minutes, steps = counted(lesson.minutes, "minute"), counted(len(lesson.steps), "step")
        yield f"{number} {lesson.name}: {lesson.title}. {minutes}, {steps}."


def plain(lesson: Lesson) -> Iterator[str]:
    """The lesson's lines: its steps, then the answers.  Raises FactError if it does not fit the program."""
    yield lesson.title
    yield from _wrapped(lesson.about)
    yield f"About {counted(lesson.minutes, 'minute')}, {counted(len(lesson.steps), 'step')}."
    for number, step in enumerate(lesson.steps, 1):
        yield ""
        yield f"Step {number} of {len(lesson.steps)}"
        yield from _wrapped(facts_of(step).where(step))
        yield from _wrapped(sentence(told(step, step.text)))
        if step.ask:
            yield from _wrapped(f"Question: {told(step, step.ask)}")
        for hint in step.hints:
            yield from _wrapped(f"Hint: {told(step, hint)}")
    if any(step.asks for step in lesson.steps):
        yield ""
        yield "Answers"
    for number, step in enumerate(lesson.steps, 1):
        if step.asks:
            yield from _wrapped(f"Step {number}: {' '.join(filter(None, answer_told(step)))}")


def answer_told(step: LessonStep) -> tuple[str, str]:
    """The answer to the question of a step, and the reply to it.  Raises FactError."""
    if step.reach:
        return ("Go to the end." if step.reach == "end" else f"Walk to a {step.reach}."), told(step, step.right)
    facts = facts_of(step)
    if not facts.known_ahead(step, step.answer):
        return "Your own table tells.", ""
    known = all(facts.known_ahead(step, words) for words in braces(step.right))
    answer, said = str(fact(step, step.answer)), told(step, step.right) if known else ""
    repeated = re.search(rf"\b{re.escape(answer)}\b", said, re.IGNORECASE)
    return "" if repeated else sentence(f"{answer}."), said


def _wrapped(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield from textwrap.wrap(line, WIDTH)
