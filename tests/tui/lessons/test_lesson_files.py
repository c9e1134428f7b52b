"""What a teacher writes is read, and what cannot be read is told with its line and column."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from core import FormatError
from tests.changed_bytes import changed
from tui.__main__ import main
from tui.lessons.lesson import lesson_named, names, read_lesson

HEAD = 'title = "Mine"\n[[step]]\nscreen = "queens"\nproblem = "6"\nalgorithm = "backtracking"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_step_stays_where_the_one_before_was(tmp_path: Path) -> None:
    text = HEAD + 'node = 4\ntext = "one"\n[[step]]\ntext = "two"\n[[step]]\nproblem = 8\ntext = "three"\n'
    steps = read_lesson(written(tmp_path, text)).steps
    assert [(step.problem, step.algorithm, step.node) for step in steps] == [
        ("6", "backtracking", 4), ("6", "backtracking", 4), ("8", "backtracking", 1),
    ]  # fmt: skip


def test_lines_of_a_text_are_joined_and_an_empty_one_parts_them(tmp_path: Path) -> None:
    (step,) = read_lesson(written(tmp_path, HEAD + 'text = """\none\ntwo\n\nthree\n"""\n')).steps
    assert step.text == "one two\nthree"


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("title = 3\n", 1, 1, "title: expected a text in quotes, not 3"),
        ('about = "x"\n[[step]]\ntext = "x"\n', 1, 1, "title: expected the lesson's title"),
        ('title = "Mine"\n', 1, 1, "step: expected at least one step, under [[step]]"),
        ('title = "Mine"\nminutes = "ten"\n[[step]]\ntext = "x"\n', 2, 1, "minutes: expected a whole number from 1"),
        ('title = "Mine"\nstep = 3 3\n', 2, 10, "expected TOML"),
        (HEAD, 2, 1, "text: expected what to look at"),
        (HEAD + 'text = "x"\n  color = "red"\n', 7, 3, "color: there is no such setting; there are screen, problem"),
        (HEAD + 'node = "middle"\ntext = "x"\n', 6, 1, 'node: expected the number of a node, from 1, or "first dead'),
        (
            HEAD + 'text = "x"\n[[step]]\nproblem = "many"\ntext = "y"\n',
            8,
            1,
            "problem: expected the size of a board, not",
        ),
        (HEAD + 'text = "x"\n[[step]]\nalgorithm = "magic"\ntext = "y"\n', 8, 1, "algorithm: "),
        (HEAD + 'text = "x"\n[[step]]\nscreen = "chess"\ntext = "y"\n', 8, 1, "screen: expected queens, sudoku, cover"),
        (HEAD + 'text = "a {thing} here"\n', 6, 1, "text: there is no fact 'thing'; there are next, line"),
        (HEAD + 'text = "x"\nask = "how?"\nanswer = "left"\n', 8, 1, "answer: there is no fact 'left'; there are"),
        (HEAD + 'text = "x"\nask = "how?"\n', 7, 1, "ask: expected an answer as well"),
        (HEAD + 'text = "x"\nanswer = "nodes"\n', 7, 1, "answer: expected the question as well"),
        (HEAD + 'ask = "x"\nreach = "top"\n', 7, 1, "reach: expected dead end, solution or end, not 'top'"),
        (HEAD + 'ask = "x"\nanswer = "nodes"\nhints = "y"\n', 8, 1, "hints: expected a list of texts"),
    ],
)
def test_an_error_names_file_line_column_and_what_was_expected(
    text: str, line: int, column: int, said: str, tmp_path: Path
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(FormatError) as error:
        read_lesson(path)
    assert str(error.value).startswith(f"{path}, line {line}, column {column}: {said}")


def test_changed_bytes_of_a_lesson_are_read_or_refused_in_a_sentence(tmp_path: Path) -> None:
    content = (HEAD + 'settings = {}\nnode = 4\ntext = "Row {left row 2}"\nask = "?"\nanswer = "next"\n').encode()
    path, choose = tmp_path / "mine.toml", random.Random(41)
    for _ in range(300):
        path.write_bytes(data := changed(content, choose))
        said = ""
        try:
            read_lesson(path)
        except FormatError as error:
            said = str(error)
        except Exception as error:
            raise AssertionError(data) from error
        assert said.isprintable(), data


def test_a_lesson_is_found_by_name_number_and_file(tmp_path: Path) -> None:
    assert lesson_named("1") is lesson_named("backtracking")
    assert lesson_named(str(written(tmp_path, HEAD + 'text = "x"\n'))).title == "Mine"
    with pytest.raises(LookupError, match="'geometry' is neither a lesson nor a file; expected backtracking"):
        lesson_named("geometry")


def test_a_lesson_is_printed_as_text_with_its_answers_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, HEAD + 'node = 2\ntext = "Row 2 has {left row 2}."\nask = "Next?"\nanswer = "next"\n')
    assert main(["lesson", str(path), "--plain"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Mine",
        "About 10 minutes, 1 step.",
        "",
        "Step 1 of 1",
        "Screen Queens: 6 queens, Backtracking, node 2. Choices so far: queen 1: r1c1,",
        "for row 1 (square 1 of 6).",
        "Row 2 has 4.",
        "Question: Next?",
        "",
        "Answers",
        "Step 1: r2c3.",
    ]


def test_all_lessons_are_listed_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "--plain"]) == 0
    first, *_ = lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(names())
    assert first == "1 backtracking: Backtracking and its waste. 10 minutes, 13 steps."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lesson", "geometry", "--plain"], "'geometry' is neither a lesson nor a file"),
        (["queens", "8", "--plain"], "--plain goes with lesson"),
    ],
)
def test_what_cannot_be_printed_is_told_in_a_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_node_that_is_not_met_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, HEAD + 'node = 1000\ntext = "x"\n')
    with pytest.raises(SystemExit):
        main(["lesson", str(path), "--plain"])
    assert "1000 is never reached: the search has 153 nodes" in capsys.readouterr().err


def test_a_file_with_a_mistake_is_told_before_the_app_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.__main__.terminal", lambda file: True)
    path = written(tmp_path, HEAD + 'text = "x"\nnod = 3\n')
    with pytest.raises(SystemExit) as ended:
        main(["lesson", str(path)])
    assert ended.value.code == 2
    assert f"{path}, line 7, column 1: nod: there is no such setting" in capsys.readouterr().err
