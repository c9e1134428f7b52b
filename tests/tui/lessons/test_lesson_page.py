"""The page about lessons: its example is a whole lesson, and it names every setting and every fact there is."""

from __future__ import annotations

import re
from dataclasses import fields

from tests import ROOT
from tui.lessons.facts import facts_of
from tui.lessons.lesson import lesson_from, shipped
from tui.lessons.plain import plain
from tui.lessons.step import NODES, LessonStep

PAGE = (ROOT / "docs/lessons.md").read_text(encoding="utf-8")


def test_its_example_is_a_lesson_that_fits_the_program() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    lines = list(plain(lesson_from(example, "the page", "example")))
    assert "Step 4 of 4" in lines
    assert any("r3c5" in line for line in lines)


def test_it_names_every_setting_fact_and_lesson() -> None:
    told = " ".join(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)))
    assert not [each.name for each in fields(LessonStep) if each.name not in told.split()]
    steps = [step for lesson in shipped() for step in lesson.steps]
    facts = {name for step in steps for name in facts_of(step).facts(step)}
    assert facts >= {"next", "word", "links", "naked single", "verdict"}
    assert not [name for name in (*facts, *NODES) if name not in told]
    assert not [lesson.title for lesson in shipped() if lesson.title not in PAGE]
