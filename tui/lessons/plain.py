"""A lesson as plain text, for a screen reader, for paper, and for whoever has no terminal to draw in."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from core.catalog import algorithm
from core.explain.words import choice
from core.words import counted, symbol
from tui.lessons.facts import fact, is_searched, place_of, told
from tui.lessons.grid_facts import grid_of
from tui.lessons.lesson import Lesson, shipped
from tui.lessons.step import Step

WIDTH = 78


def listed() -> Iterator[str]:
    """All lessons that come with the program, a line each."""
    for number, lesson in enumerate(shipped(), 1):
        minutes, steps = counted(lesson.minutes, "minute"), counted(len(lesson.steps), "step")
        yield f"{number} {lesson.name}: {lesson.title}. {minutes}, {steps}."


def plain(lesson: Lesson) -> Iterator[str]:
    """The lesson's lines: its steps, then the answers.  Raises FactError where it does not fit the program."""
    yield lesson.title
    yield from _wrapped(lesson.about)
    yield f"About {counted(lesson.minutes, 'minute')}, {counted(len(lesson.steps), 'step')}."
    for number, step in enumerate(lesson.steps, 1):
        yield ""
        yield f"Step {number} of {len(lesson.steps)}"
        yield from _wrapped(where(step))
        yield from _wrapped(told(step, step.text))
        if step.ask:
            yield from _wrapped(f"Question: {told(step, step.ask)}")
        for hint in step.hints:
            yield from _wrapped(f"Hint: {told(step, hint)}")
    if any(step.asks for step in lesson.steps):
        yield ""
        yield "Answers"
    for number, step in enumerate(lesson.steps, 1):
        if step.asks:
            said = told(step, step.right)
            answer = (
                "go to the end"
                if step.reach == "end"
                else f"walk to a {step.reach}"
                if step.reach
                else str(fact(step, step.answer))
            )
            yield from _wrapped(f"Step {number}: {answer}. {said}".strip())


def where(step: Step) -> str:
    """Where a step stands, in words."""
    if step.screen == "sudoku" and not is_searched(step):
        values, n = grid_of(step).values, grid_of(step).shape.order
        rows = ["".join(map(symbol, values[start : start + n])) for start in range(0, n * n, n)]
        return f"Screen Sudoku. The rows, a dot for an empty cell: {', '.join(rows)}."
    if not is_searched(step):
        runs = counted(step.repeat, "run")
        return f"Screen Compare: {step.problem} queens, {step.algorithm.replace('; ', ' and ')}, {runs} of each."
    place = place_of(step)
    said = f"Screen {step.screen.capitalize()}: {place.problem}, {algorithm(step.screen, step.algorithm).title},"
    said += f" node {place.line.node}"
    said += f", {counted(step.links, 'link')} changed since." if step.links else "."
    if place.reason.path:
        said += f" Choices so far: {'; '.join(choice(taken) for taken in place.reason.path)}."
    return said


def _wrapped(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield from textwrap.wrap(line, WIDTH)
