"""How tests take a lesson through the app: by the keys that a learner presses."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from core.explain import NodeKind
from tests.tui.driving import until
from tui.app import DancingQueens
from tui.lessons.facts import is_right
from tui.lessons.open_lesson import OpenLesson
from tui.lessons.panel import LessonPanel
from tui.lessons.step import Kind

WALKS = {NodeKind.DEAD_END: "d", NodeKind.SOLUTION: "greater_than_sign", NodeKind.END: "space"}
"""Keys that lead to a node of a kind."""


KEYS = {" ": "space", "-": "minus", ":": "colon", "=": "equals_sign"}


def strip_of(pilot: Pilot[Any]) -> LessonPanel:
    """The strip of the lesson on the screen in front."""
    return pilot.app.screen.query_one(LessonPanel)


def course_of(pilot: Pilot[Any]) -> OpenLesson:
    """The lesson that is being taken."""
    app = pilot.app
    assert isinstance(app, DancingQueens)
    assert app.lesson_runner.lesson is not None
    return app.lesson_runner.lesson


async def at_step(pilot: Pilot[Any], number: int) -> OpenLesson:
    """Wait until the step with this number, from 1, is on the screen, and its place too."""
    course = course_of(pilot)

    def shown() -> bool:
        adapter = course.screen
        if course.at != number - 1 or adapter is None or not (course.text or course.question):
            return False
        if not adapter.ready(course.step) or (course.step.asks and course.value is None):
            return False
        return not course.node or (adapter.stands(course.step, course.node) and adapter.at() is not None)

    await until(pilot, shown)
    return course


async def answer_wrongly(pilot: Pilot[Any], course: OpenLesson) -> None:
    """Give another answer than the right one."""
    value = course.value
    assert value is not None
    match course.kind:
        case Kind.NUMBER:
            assert isinstance(value.raw, int)
            await pilot.press(*str(value.raw + 1))
        case Kind.YES:
            await pilot.press("n" if value.raw else "y")
        case Kind.NAME:
            await pilot.press("q")
        case Kind.SQUARE | Kind.CELL:
            assert course.screen is not None
            if is_right(value, course.screen.pointed()):
                await pilot.press("down")
    await pilot.press("enter")


async def answer_rightly(pilot: Pilot[Any], course: OpenLesson) -> None:
    """Give the right answer."""
    value = course.value
    assert value is not None
    if course.step.reach:
        await pilot.press(WALKS[NodeKind(course.step.reach)])
        await until(pilot, lambda: course.answered)
        return
    match course.kind:
        case Kind.NUMBER:
            await pilot.press(*str(value.raw))
        case Kind.YES:
            await pilot.press(str(value)[0])
        case Kind.NAME:
            await pilot.press(*(KEYS.get(each, each) for each in str(value.raw).casefold()))
        case Kind.SQUARE | Kind.CELL:
            row, _, column = str(value.raw).removeprefix("r").partition("c")
            assert course.screen is not None
            here = course.screen.pointed().removeprefix("r").split("c")
            down, right = int(row) - int(here[0]), int(column) - int(here[1])
            await pilot.press(
                *["down" if down > 0 else "up"] * abs(down), *["right" if right > 0 else "left"] * abs(right)
            )
    await pilot.press("enter")
