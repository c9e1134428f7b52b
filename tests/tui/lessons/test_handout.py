"""A lesson on paper: what a student gets tells no answer, what a lecturer gets tells all of them."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from core._drawing.figure import Area, Lettering, Mark, Polygon, Stroke, moved
from tui.__main__ import main
from tui.lessons.facts import facts_of, told
from tui.lessons.handout import sections
from tui.lessons.lesson import Lesson, lesson_named, shipped
from tui.lessons.progress import Answered, LessonProgress, Progress


def plain(page: str) -> str:
    """What a page says, without its marks; white space as it is read."""
    text = re.sub(r"<(style|svg).*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    return " ".join(text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").split())


def written(path: Path, *arguments: str) -> str:
    assert main(["lesson", *arguments, "--handout", str(path)]) == 0
    return path.read_text("utf-8")


@pytest.mark.parametrize("lesson", shipped(), ids=lambda lesson: lesson.name)
def test_a_student_gets_every_question_and_no_answer(lesson: Lesson, tmp_path: Path) -> None:
    page = written(tmp_path / "handout.html", lesson.name)
    said = plain(page)
    assert lesson.title in said
    for step in lesson.steps:
        assert " ".join(told(step, step.ask).split()) in said
        assert not step.keys or step.keys not in said, "there is nothing to press on paper"
        for hidden in (step.right, *step.hints):
            assert not hidden or told(step, hidden) not in said
    assert page.count('class="line"') == sum(step.asks for step in lesson.steps)
    assert not re.findall(r"(?:src|href)=|url\(|<script", page), "one file, and no network"
    assert "width=device-width" in page, "letters of a size to read on a phone"


def test_a_lecturer_gets_hints_answers_and_what_is_said_to_them(tmp_path: Path) -> None:
    said = plain(written(tmp_path / "handout.html", "1", "--answers"))
    assert "How many squares of row 2 are still free? Hint: Count the squares of the second row" in said
    assert "4. Yes: r2c3, r2c4, r2c5 and r2c6." in said
    assert "Yes, r2c3: the first free square of row 2." in said
    assert 'class="line"' not in (tmp_path / "handout.html").read_text("utf-8")


def test_what_only_a_machine_can_measure_is_left_to_it(tmp_path: Path) -> None:
    said = plain(written(tmp_path / "handout.html", "measuring", "--answers"))
    assert "Which is faster? Hint: The smaller time is the faster one." in said
    assert "Your own table tells." in said
    assert "Yes, 980 and 980: both names mean the very same program." in said
    assert "{" not in said


def test_each_place_has_its_picture_once_and_it_tells_no_answer() -> None:
    steps = list(sections(lesson_named("backtracking"), answers=False))
    assert [step.picture is not None for step in steps[:6]] == [True, True, False, True, True, False]
    (board,) = (step.picture for step in steps[1:2])
    assert board is not None
    labels = [mark.text for mark in board if isinstance(mark, Lettering)]
    assert sorted(labels) == sorted([*"123456"] * 2), "the numbers of rows and columns, and no counts"
    matrix = next(sections(lesson_named("links"), answers=False)).picture
    assert matrix is not None
    assert {mark.text for mark in matrix if isinstance(mark, Lettering)} == {*"ABCDEFG", *"123456", ""}
    assert all(step.picture is None for step in sections(lesson_named("measuring"), answers=True))


def test_the_pictures_of_a_grid_have_its_candidates() -> None:
    lesson = lesson_named("logic-and-search")
    sixth = list(sections(lesson, answers=False))[5].picture
    assert sixth is not None
    small = [mark.text for mark in sixth if isinstance(mark, Lettering) and mark.ink == "muted"]
    step = lesson.steps[5]
    names = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
    counts = [facts_of(step).facts(step)["candidates"].found(step, name).raw for name in names]
    grid = facts_of(step).where(step).partition("empty cell: ")[2].rstrip(".").replace(", ", "")
    assert len(small) == sum(int(count) for count, sign in zip(counts, grid.ljust(81, "."), strict=True) if sign == ".")


def test_as_pdf_it_has_the_same_questions_on_numbered_pages(tmp_path: Path) -> None:
    path = tmp_path / "handout.pdf"
    assert main(["lesson", "backtracking", "--handout", str(path), "--answers"]) == 0
    data = path.read_bytes()
    assert data.startswith(b"%PDF-1.4")
    streams = [zlib.decompress(found) for found in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)]
    said = b" ".join(streams)
    assert len(streams) > 2
    assert b"Step 13 of 13" in said
    assert b"of %d" % len(streams) in streams[-1]
    assert b"Which square does the next queen take?" in said


def test_what_somebody_answered_is_put_on_paper(tmp_path: Path) -> None:
    lesson = lesson_named("backtracking")
    answers = {1: Answered("How many?", ["5", "4"], 1, right=True), 2: Answered("Which?", ["r2c2"])}
    Progress().keep(lesson.name, LessonProgress(3, 2, answers))
    said = plain(written(tmp_path / "handout.html", "1", "--answered"))
    assert "Answered: 5, 4 (right, with 1 hint)" in said
    assert "Answered: r2c2 (still open)" in said
    assert said.count("Answered:") == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lesson", "1", "--handout", "x.txt"], "x.txt: expected a name that ends in .html or .pdf"),
        (["lesson", "geometry", "--handout", "x.html"], "'geometry' is neither a lesson nor a file"),
        (["lesson", "--handout", "x.html"], "--handout goes with lesson and its name"),
        (["queens", "8", "--handout", "x.html"], "--handout goes with lesson and its name"),
        (["lesson", "1", "--answers"], "--answers and --answered go with --handout"),
        (["lesson", "1", "--handout", "nowhere/x.pdf"], "nowhere/x.pdf: "),
    ],
)
def test_what_cannot_be_written_is_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("mark", "there"),
    [
        (Stroke(1, 2, 3, 4, 1), Stroke(12, 24, 16, 28, 2)),
        (Area(1, 2, 3, 4), Area(12, 24, 6, 8)),
        (Polygon(((1, 2), (3, 4))), Polygon(((12, 24), (16, 28)))),
        (Lettering(1, 2, 8, "x", anchor="end"), Lettering(12, 24, 16, "x", anchor="end")),
    ],
)
def test_a_mark_is_moved_and_made_larger(mark: Mark, there: Mark) -> None:
    assert moved(mark, 10, 20, 2) == there
