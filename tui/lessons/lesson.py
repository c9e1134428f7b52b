"""Lessons as TOML files: what one is, where those that come with the program are, and how a file is read.

    title = "Backtracking and its waste"
    about = "For anybody who can read a loop."
    minutes = 10

    [[step]]
    screen = "queens"            # these seven stay as they are until a step says otherwise
    problem = "6"
    algorithm = "backtracking"
    node = 3                     # or "first dead end", "first solution", "first waste", "end"
    text = "Two queens stand, and row 3 has {ways} squares left."

    [[step]]
    ask = "Which square is next?  Move the cursor there and press enter."
    answer = "next"              # a fact: the program works it out, see `tui.lessons.facts`
    hints = ["It takes the rows in order."]
    right = "Yes: the first free square of row 3."

Text in braces is a fact too.  So a lesson states no figure that the search itself does not give.  An empty line in a
text begins a new line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from core import FormatError
from core._words import clean_text, either
from core.compare._plan_file import decoder_trouble, place_at
from core.storage._files import read_ordinary, system_reason
from tui.lessons.facts import check_answer, check_place, check_reach, check_text
from tui.lessons.step import NODES, FactError, LessonStep

LARGEST_LESSON = 1 << 20
_TOP = ("title", "about", "minutes", "step")
_STAYS = ("screen", "problem", "algorithm", "settings", "node", "view", "done", "repeat")
_HEADING = re.compile(r"[ \t]*\[\[[ \t]*step[ \t]*\]\]")


@dataclass(frozen=True)
class Lesson:
    """A lesson, and where it was read."""

    name: str
    """The name by which the command line and the kept progress know it."""
    title: str
    about: str
    minutes: int
    steps: tuple[LessonStep, ...]
    source: str


class _Wrong(Exception):
    """Something in the text is not as expected: in which step (None for above them), at which name."""

    def __init__(self, message: str, step: int | None = None, name: str = "") -> None:
        super().__init__(message)
        self.step, self.name = step, name


def shipped() -> tuple[Lesson, ...]:
    """The lessons that come with the program, in their order."""
    return tuple(_shipped(name) for name in names())


@cache
def names() -> tuple[str, ...]:
    """Their names: those of the files, without the number that puts them in order."""
    found = (Path(str(each)).name for each in files("tui.lessons").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def _shipped(name: str) -> Lesson:
    text = files("tui.lessons").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return lesson_from(text, f"{name}.toml", name.partition("-")[2])


def lesson_named(name: str) -> Lesson:
    """The lesson of that name or number, or in that file.

    Raises FormatError, which names line and column, and LookupError if there is neither.
    """
    for number, each in enumerate(names(), 1):
        if name in (str(number), each, each.partition("-")[2]):
            return _shipped(each)
    path = Path(name)
    try:
        if path.is_file():
            return read_lesson(path)
    except OSError as error:
        raise LookupError(f"{clean_text(name)}: {system_reason(error)}") from None
    known = either([each.partition("-")[2] for each in names()])
    raise LookupError(f"{clean_text(name)!r} is neither a lesson nor a file; expected {known}, or a .toml file")


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file.  Raises FormatError with line and column, OSError, and ProblemError if it is too large."""
    content = read_ordinary(path, LARGEST_LESSON)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        raise FormatError(str(path), *place_at(before, len(before)), "expected UTF-8 text") from None
    return lesson_from(text, str(path), str(path.absolute()))


def lesson_from(text: str, source: str, name: str) -> Lesson:
    """The lesson that a text holds.  Raises FormatError with line and column."""
    try:
        return _lesson(tomllib.loads(text), source, name)
    except tomllib.TOMLDecodeError as error:
        place, message = decoder_trouble(text, error)
        raise FormatError(source, *place, f"expected TOML: {message}") from None
    except RecursionError:
        raise FormatError(source, 1, 1, "nested too deeply for a lesson") from None
    except _Wrong as error:
        raise FormatError(source, *_place(text, error.step, error.name), clean_text(str(error))) from None


def _lesson(data: Mapping[str, Any], source: str, name: str) -> Lesson:
    _known(data, _TOP, None)
    title, about = (_text(data.get(key, ""), key, None) for key in ("title", "about"))
    minutes = data.get("minutes", 10)
    if not title:
        raise _Wrong('title: expected the lesson\'s title, title = "…"', name="title")
    if not _whole(minutes, 1):
        raise _Wrong(f"minutes: expected a whole number from 1, not {minutes!r}", name="minutes")
    entries = data.get("step")
    if not isinstance(entries, list) or not entries or not all(isinstance(each, dict) for each in entries):
        raise _Wrong("step: expected at least one step, under [[step]]", name="step")
    steps: list[LessonStep] = []
    for number, entry in enumerate(entries):
        steps.append(_step(entry, steps[-1] if steps else LessonStep(), number))
    return Lesson(name, title, about, minutes, tuple(steps), source)


def _step(data: Mapping[str, Any], before: LessonStep, number: int) -> LessonStep:
    _known(data, [each.name for each in fields(LessonStep)], number)
    stays: dict[str, Any] = {key: getattr(before, key) for key in _STAYS}
    if data.get("screen", before.screen) != before.screen:
        stays = {}
    elif {"problem", "algorithm", "settings"} & data.keys():
        stays["node"], stays["done"] = 1, ""
        if "algorithm" in data:
            stays["settings"] = ()
    given: dict[str, Any] = {}
    for key, value in data.items():
        if key in ("links", "repeat"):
            if not _whole(value, 0):
                raise _Wrong(f"{key}: expected a whole number, not {value!r}", number, key)
            given[key] = value
        elif key == "node":
            if not _whole(value, 1) and value not in NODES:
                expected = either(f'"{each}"' for each in NODES)
                raise _Wrong(f"node: expected the number of a node, from 1, or {expected}, not {value!r}", number, key)
            given[key] = value
        elif key == "settings":
            if not isinstance(value, dict) or not all(isinstance(each, (str, int)) for each in value.values()):
                raise _Wrong('settings: expected a table such as {order = "text"}', number, key)
            given[key] = tuple(value.items())
        elif key == "hints":
            if not isinstance(value, list):
                raise _Wrong(f"hints: expected a list of texts, not {value!r}", number, key)
            given[key] = tuple(_text(each, key, number) for each in value)
        elif key == "problem" and _whole(value, 1):
            given[key] = str(value)
        else:
            given[key] = _text(value, key, number)
    step = LessonStep(**{**stays, **given})
    if step.done not in ("", "singles"):
        raise _Wrong(f'done: expected "singles", not {step.done!r}', number, "done")
    if not step.text and not step.ask:
        raise _Wrong('text: expected what to look at, text = "…", or a question under ask', number, "text")
    if step.ask and not step.asks:
        raise _Wrong('ask: expected an answer as well, answer = "…" or reach = "…"', number, "ask")
    if step.answer and step.reach:
        raise _Wrong("reach: expected either an answer or a node to reach, not both", number, "reach")
    if step.asks and not step.ask:
        key = "answer" if step.answer else "reach"
        raise _Wrong(f'{key}: expected the question as well, ask = "…"', number, key)
    checks = {"screen": check_place, "answer": check_answer, "reach": check_reach}
    for key, check in checks.items():
        try:
            check(step)
        except FactError as error:
            key = next((each for each in (error.name, key) if each in data), error.name or key)
            raise _Wrong(f"{key}: {error}", number, key) from None
    for key in ("text", "keys", "ask", "right", "wrong", "hints"):
        try:
            value = getattr(step, key)
            for text in value if isinstance(value, tuple) else (value,):
                check_text(text, step)
        except FactError as error:
            raise _Wrong(f"{key}: {error}", number, key) from None
    return step


def _known(data: Mapping[str, Any], known: Sequence[str], step: int | None) -> None:
    unknown = next((name for name in data if name not in known), None)
    if unknown is not None:
        raise _Wrong(f"{unknown}: there is no such setting; there are {', '.join(known)}", step, unknown)


def _text(value: Any, name: str, step: int | None) -> str:
    if not isinstance(value, str):
        raise _Wrong(f"{name}: expected a text in quotes, not {value!r}", step, name)
    paragraphs = re.split(r"\n[ \t]*\n", value.strip())
    return "\n".join(" ".join(clean_text(line) for line in each.splitlines()) for each in paragraphs)


def _whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _place(text: str, step: int | None, name: str) -> tuple[int, int]:
    """The place of a name, in the step or above all of them; else the place where the step begins."""
    at, current, start = 0, None, 0
    plain = re.compile(rf"[ \t]*([\"']?){re.escape(name)}\1[ \t]*[=.]")
    for line in text.splitlines(keepends=True):
        if _HEADING.match(line):
            current = 0 if current is None else current + 1
            if current == step:
                start = at + line.index("[")
        elif current == step and name and plain.match(line):
            return place_at(text, at + len(line) - len(line.lstrip()))
        at += len(line)
    return place_at(text, start)
