"""Every lesson that comes with the program fits it: each figure is the search's own, each answer is there."""

from __future__ import annotations

import re

import pytest

from tui.lessons.facts import fact, is_right, told
from tui.lessons.lesson import Lesson, shipped
from tui.lessons.plain import plain
from tui.lessons.step import Kind

LESSONS = pytest.mark.parametrize("lesson", shipped(), ids=lambda lesson: lesson.name)
FIGURE = re.compile(r"\b\d[\d ]*\d\b")


@LESSONS
def test_every_step_has_its_place_its_figures_and_its_answer(lesson: Lesson) -> None:
    assert 8 <= len(lesson.steps) <= 14
    lines = list(plain(lesson))
    assert lines[0] == lesson.title
    assert f"Step {len(lesson.steps)} of {len(lesson.steps)}" in lines
    for step in lesson.steps:
        for text in (step.right, step.wrong, *step.hints):
            told(step, text)


@LESSONS
def test_no_figure_is_written_by_hand(lesson: Lesson) -> None:
    for step in lesson.steps:
        for text in (step.text, step.ask, step.right, step.wrong, *step.hints):
            written = FIGURE.findall(re.sub(r"\{[^{}]*\}", "", text))
            assert not [each for each in written if each not in ("100",)], text


@LESSONS
def test_every_answer_can_be_given(lesson: Lesson) -> None:
    for step in lesson.steps:
        if step.answer:
            value = fact(step, step.answer)
            if step.screen == "compare":
                continue  # known once it has been measured
            assert value.kind is not Kind.TEXT, step.ask
            given = str(value)[:1] if value.kind is Kind.YES else str(value.raw)
            assert is_right(value, given), step.ask
