"""A lesson on paper: every step with its picture, with or without answers, as one HTML file or as PDF.  No Textual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from core._drawing.figure import Lettering, Mark, Page, Stroke, moved, to_pdf, to_svg, wrapped
from core._drawing.html import html_page
from core._drawing.svg import element, escape
from core._words import counted
from tui.lessons.facts import facts_of, sentence, told
from tui.lessons.lesson import Lesson
from tui.lessons.plain import answer_told
from tui.lessons.progress import LessonProgress
from tui.lessons.step import LessonStep

SIDE = 190.0
"""The width of a picture, in points."""


class ParagraphRole(StrEnum):
    """What a paragraph of a step is."""

    TEXT = "text"
    QUESTION = "question"
    LINE = "line"
    """Room to write the answer."""
    HINT = "hint"
    ANSWER = "answer"
    GIVEN = "given"
    """What the user answered."""


class Paragraph(NamedTuple):
    """A paragraph of a step."""

    role: ParagraphRole
    text: str


class Section(NamedTuple):
    """One step on paper."""

    title: str
    picture: Page | None
    paragraphs: tuple[Paragraph, ...]


def on_paper(lesson: Lesson, steps: Sequence[Section], suffix: str) -> bytes:
    """The lesson as a file of this kind.  Raises ValueError for another than .html and .pdf."""
    match suffix.lower():
        case ".html":
            return to_html(lesson, steps).encode()
        case ".pdf":
            return to_pdf(to_pages(lesson, steps))
    raise ValueError("expected a name that ends in .html or .pdf")


def sections(lesson: Lesson, *, answers: bool, taken: LessonProgress | None = None) -> Iterator[Section]:
    """The steps of a lesson, with hints and answers or a line to write on; ``taken`` adds what the user answered.

    All steps at one place share one picture.  Raises FactError if the lesson does not fit the program.
    """
    before: tuple[object, ...] = ()
    for number, step in enumerate(lesson.steps):
        place = _place(step)
        picture = _picture(step) if place != before else None
        before = place
        paragraphs = [Paragraph(ParagraphRole.TEXT, each) for each in sentence(told(step, step.text)).splitlines()]
        if step.ask:
            paragraphs.append(Paragraph(ParagraphRole.QUESTION, told(step, step.ask)))
        if step.asks and answers:
            paragraphs += [Paragraph(ParagraphRole.HINT, f"Hint: {told(step, hint)}") for hint in step.hints]
            paragraphs.append(Paragraph(ParagraphRole.ANSWER, " ".join(filter(None, answer_told(step)))))
        elif step.asks and taken is None:
            paragraphs.append(Paragraph(ParagraphRole.LINE, ""))
        if taken is not None and (answered := taken.answers.get(number)) is not None:
            paragraphs.append(Paragraph(ParagraphRole.GIVEN, f"Answered: {answered}"))
        yield Section(f"Step {number + 1} of {len(lesson.steps)}", picture, tuple(paragraphs))


def _place(step: LessonStep) -> tuple[object, ...]:
    return (step.screen, step.problem, step.algorithm, step.settings, step.node, step.links, step.view, step.done)


def _picture(step: LessonStep) -> Page | None:
    drawn = facts_of(step).drawn(step, SIDE)
    if drawn is None:
        return None
    marks, height = drawn
    wide = marks.width if isinstance(marks, Page) else SIDE
    scale = min(1.0, SIDE / wide)
    return Page(SIDE, height * scale, [moved(mark, 0.0, 0.0, scale) for mark in marks])


# As a page for a browser, or to print from one

STYLE = """
:root { color-scheme: light }
body { font: 12pt/1.45 Georgia, "Times New Roman", serif; color: #1a1a1a; background: #fff; max-width: 46em;
       margin: 2em auto; padding: 0 1.5em }
h1 { font-size: 1.7em; margin-bottom: .2em } .about { color: #555; margin-top: 0 }
section { display: grid; grid-template-columns: 13em 1fr; gap: 0 1.8em; padding: 1em 0; border-top: 1px solid #ccc;
          break-inside: avoid }
h2 { grid-column: 1 / -1; font: bold .8em Helvetica, Arial, sans-serif; color: #666; margin: 0 0 .7em }
section > svg { width: 100%; height: auto } section > div:last-child { grid-column: 2 }
p { margin: 0 0 .6em; white-space: pre-wrap } .question { font-weight: bold }
.line { border-bottom: 1px solid #888; height: 1.8em } .hint { color: #666; font-style: italic }
.answer { border-left: 3px solid #1b6e2e; padding-left: .7em } .given { color: #4c3f91 }
@media (max-width: 36em) { section { display: block } section > svg { max-width: 16em } }
@media print { body { margin: 0; max-width: none; padding: 0 } @page { margin: 18mm } }
"""


def to_html(lesson: Lesson, steps: Sequence[Section]) -> str:
    """One file that needs no other, and no network."""
    body = [element("h1", escape(lesson.title)), element("p", escape(_about(lesson)), class_="about")]
    for step in steps:
        picture = to_svg([step.picture], title=step.title) if step.picture is not None else ""
        said = "".join(element("p", escape(each.text) or " ", class_=each.role.value) for each in step.paragraphs)
        body.append(element("section", element("h2", escape(step.title)) + picture + element("div", said)))
    return html_page(lesson.title, STYLE, body)


def _about(lesson: Lesson) -> str:
    return f"{lesson.about} About {counted(lesson.minutes, 'minute')}.".strip()


# As PDF

WIDTH, HEIGHT, MARGIN, GAP = 595.0, 842.0, 50.0, 22.0
"""A page of A4, in points."""
SIZE, LEADING = 10.5, 14.5
_LOOK = {
    ParagraphRole.TEXT: (False, "ink"),
    ParagraphRole.QUESTION: (True, "ink"),
    ParagraphRole.LINE: (False, "muted"),
    ParagraphRole.HINT: (False, "muted"),
    ParagraphRole.ANSWER: (False, "good"),
    ParagraphRole.GIVEN: (False, "mark"),
}
"""Whether a paragraph is bold, and its ink."""


def to_pages(lesson: Lesson, steps: Sequence[Section]) -> list[Page]:
    """The handout on pages of A4, for `core._drawing.figure.to_pdf`."""
    pages = [Page(WIDTH, HEIGHT)]
    y = MARGIN + 18
    pages[0].append(Lettering(MARGIN, y, 18, lesson.title, bold=True))
    for line in wrapped(_about(lesson), SIZE, WIDTH - 2 * MARGIN):
        y += LEADING
        pages[0].append(Lettering(MARGIN, y, SIZE, line, ink="muted"))
    y += GAP
    for step in steps:
        marks, height = _laid_out(step)
        if y + height > HEIGHT - MARGIN:
            pages.append(Page(WIDTH, HEIGHT))
            y = MARGIN
        pages[-1] += [moved(mark, 0.0, y) for mark in marks]
        y += height + GAP
    for number, page in enumerate(pages, 1):
        foot = f"{lesson.title} · {number} of {len(pages)}"
        page.append(Lettering(WIDTH - MARGIN, HEIGHT - MARGIN / 2, 8, foot, ink="muted", anchor="end"))
    return pages


def _laid_out(step: Section) -> tuple[list[Mark], float]:
    """A step from the top of a page, and its height."""
    marks: list[Mark] = [
        Stroke(MARGIN, 0, WIDTH - MARGIN, 0, 0.5, "muted"),
        Lettering(MARGIN, 14, 8.5, step.title, bold=True, ink="muted"),
    ]
    x, y = MARGIN + SIDE + GAP, 32.0
    bottom = y
    if step.picture is not None:
        marks += [moved(mark, MARGIN, 24.0) for mark in step.picture]
        bottom = 24.0 + step.picture.height
    for role, text in step.paragraphs:
        bold, ink = _LOOK[role]
        if role is ParagraphRole.LINE:
            marks.append(Stroke(x, y + LEADING, WIDTH - MARGIN, y + LEADING, 0.5, ink))
            y += 1.5 * LEADING
        for line in wrapped(text, SIZE, WIDTH - MARGIN - x) if "  " not in text else [text]:
            marks.append(Lettering(x, y, SIZE, line, bold, ink, mono="  " in text))
            y += LEADING
        y += 4
    return marks, max(bottom, y)
