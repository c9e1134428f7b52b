"""How tests take a lesson through the app: by the keys that a learner presses."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from core.explain.reason import NodeKind
from tests.tui.driving import until
from tui.app import DancingQueens
from tui.lessons.course import Course
from tui.lessons.facts import is_right
from tui.lessons.step import Kind
from tui.lessons.strip import LessonStrip

WALKS = {NodeKind.DEAD_END: "d", NodeKind.SOLUTION: "greater_than_sign", NodeKind.END: "space"}
"""Keys that lead to a node of a kind."""


KEYS = {" ": "space", "-": "minus", ":": "colon", "=": "equals_sign"}


def strip_of(pilot: Pilot[Any]) -> LessonStrip:
    """The strip of the lesson on the screen in front."""
    return pilot.app.screen.query_one(LessonStrip)


def course_of(pilot: Pilot[Any]) -> Course:
    """The lesson that is being taken."""
    app = pilot.app
    assert isinstance(app, DancingQueens)
    assert app.guide.course is not None
    return app.guide.course


async def at_step(pilot: Pilot[Any], number: int) -> Course:
    """Wait until the step with this number, from 1, is on the screen, and its place too."""
    course = course_of(pilot)

    def shown() -> bool:
        stage = course.stage
        if course.at != number - 1 or stage is None or not (course.text or course.question):
            return False
        if not stage.ready(course.step) or (course.step.asks and course.value is None):
            return False
        return not course.node or (stage.stands(course.step, course.node) and stage.at() is not None)

    await until(pilot, shown)
    return course


async def answer_wrongly(pilot: Pilot[Any], course: Course) -> None:
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
            assert course.stage is not None
            if is_right(value, course.stage.pointed()):
                await pilot.press("down")
    await pilot.press("enter")


async def answer_rightly(pilot: Pilot[Any], course: Course) -> None:
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
            assert course.stage is not None
            here = course.stage.pointed().removeprefix("r").split("c")
            down, right = int(row) - int(here[0]), int(column) - int(here[1])
            await pilot.press(
                *["down" if down > 0 else "up"] * abs(down), *["right" if right > 0 else "left"] * abs(right)
            )
    await pilot.press("enter")
