"""What a lesson can ask of a place: facts, by screen, and how an answer is judged.  No Textual.

A fact is a few words: ``next``, ``left column 3``, ``nodes``; ``dlx-s: nodes`` is the same of another algorithm, and
``nodes - wasted`` the difference of two.  Two facts (or a fact and a number) with ``=``, ``<`` or ``>`` between them
are answered by yes or no.  Each screen has facts of its own: its entry in `tui.modes` names the class.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from core import Algorithm, CannotSolve, Problem, ProblemError, algorithm
from core._catalog import named
from core._words import both, counted, either, grouped
from core.explain import NodeKind
from tui.lessons.step import FactError, Kind, LessonStep, Value, braces, filled
from tui.modes import MODE_ENTRIES

if TYPE_CHECKING:
    from core._drawing.figure import Mark

REACHED = (NodeKind.DEAD_END, NodeKind.SOLUTION, NodeKind.END)
"""What a learner can be asked to walk to."""


class Fact(NamedTuple):
    """One fact that a screen knows."""

    found: Callable[[LessonStep, str], Value]
    """Its value at the place of a step, for the line or cell named; raises FactError."""
    about: str
    """What it says, in a few words."""
    of_something: bool = False
    """Whether it is asked of something: ``left column 3``."""


class ScreenFacts(ABC):
    """What lessons know of a screen without opening it: how its problems are read, its facts, its answers."""

    KIND: str
    """The family of its problems and algorithms, by the catalog's name."""
    PROBLEM: str
    """What a problem must be, for errors."""
    MEASURED = False
    """Whether its facts are what the open screen has measured: nothing else knows them, or compares them."""

    @abstractmethod
    def read(self, text: str) -> Problem:
        """The problem that a step names.  Raises ProblemError or ValueError."""

    @abstractmethod
    def facts(self, step: LessonStep) -> Mapping[str, Fact]:
        """Every fact at the place of a step, by name."""

    @abstractmethod
    def where(self, step: LessonStep) -> str:
        """The place of a step, in words.  Raises FactError."""

    def searched(self, step: LessonStep) -> bool:
        """Whether a step is at a node of a search."""
        return False

    def problem(self, step: LessonStep) -> Problem:
        """The problem that a step is about.  Raises FactError."""
        try:
            return self.read(step.problem)
        except (ProblemError, ValueError) as error:
            raise FactError(f"expected {self.PROBLEM}, not {step.problem!r}: {error}", "problem") from None

    def check(self, step: LessonStep) -> None:
        """Check that the problem and the algorithm of a step are known.  Raises FactError."""
        self.problem(step)
        if self.searched(step):
            entry_of(step)

    def known_ahead(self, step: LessonStep, words: str) -> bool:
        """Whether a fact is known before anybody has opened the screen."""
        return True

    def malformed(self, step: LessonStep, name: str, of: str, given: str) -> str:
        """Why what was typed cannot answer such a fact at all; empty if it can."""
        return ""

    def why_not(self, step: LessonStep, name: str, of: str, value: Value, given: str) -> str:
        """Why an answer is wrong: the search's own reason if there is one; empty if nothing can be said."""
        return more_or_less(value, given)

    def drawn(self, step: LessonStep, side: float) -> tuple[Sequence[Mark], float] | None:
        """A picture of a step's place, ``side`` wide, and its height; None if there is nothing to draw."""
        return None


def facts_of(step: LessonStep) -> ScreenFacts:
    """What is known of the screen of a step.  Raises FactError if no screen of that name has lessons."""
    entry = next((entry for entry in MODE_ENTRIES if entry.mode == step.screen and entry.lessons), None)
    if entry is None:
        screens = either([entry.mode for entry in MODE_ENTRIES if entry.lessons])
        raise FactError(f"expected {screens}, not {step.screen!r}", "screen")
    found: ScreenFacts = named(entry.lessons).FACTS
    return found


def is_searched(step: LessonStep) -> bool:
    """Whether a step is at a node of a search."""
    return facts_of(step).searched(step)


def entry_of(step: LessonStep) -> Algorithm:
    """A step's algorithm.  Raises FactError."""
    try:
        entry = algorithm(facts_of(step).KIND, step.algorithm)
        entry.settings(dict(step.settings))
    except CannotSolve as error:
        raise FactError(str(error), "settings" if step.settings else "algorithm") from None
    except (KeyError, LookupError, ValueError) as error:
        raise FactError(str(error), "algorithm") from None
    return entry


# What words say

_COMPARED = re.compile(r"^(.*\S)\s*([=<>])\s*(\S.*)$")
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b, "<": lambda a, b: a < b, ">": lambda a, b: a > b
}  # fmt: skip
_LESS = " - "


def fact(step: LessonStep, words: str) -> Value:
    """The value of a fact at the place of a step.  Raises FactError."""
    if not facts_of(step).MEASURED:
        if compared := _COMPARED.match(words):
            one, other = (_operand(step, compared[part]) for part in (1, 3))
            return Value(Kind.YES, _COMPARE[compared[2]](one, other))
        if _LESS in words:
            return Value(Kind.NUMBER, _operand(step, words))
    step, words = _of_another(step, words)
    name, of = _parsed(step, words)
    return facts_of(step).facts(step)[name].found(step, of)


def told(step: LessonStep, text: str) -> str:
    """A text of a step with its facts filled in.  Raises FactError."""
    return filled(text, lambda words: fact(step, words))


def _operand(step: LessonStep, words: str) -> int:
    first, minus, last = words.rpartition(_LESS)
    if minus:
        return _operand(step, first) - _operand(step, last)
    if words.strip().isdecimal():
        return int(words)
    value = fact(step, words.strip())
    if value.kind is not Kind.NUMBER:
        raise FactError(f"expected a number to compare, and {words} is {value.kind}")
    return int(value.raw)


def _of_another(step: LessonStep, words: str) -> tuple[LessonStep, str]:
    """``dlx-s: nodes`` is about another algorithm, at its root."""
    key, colon, rest = words.partition(":")
    if not colon or facts_of(step).MEASURED:
        return step, words
    return replace(step, algorithm=key.strip(), settings=(), node=1), rest.strip()


def _parsed(step: LessonStep, words: str) -> tuple[str, str]:
    """The name of a fact, and what it is asked of.  Raises FactError."""
    known = facts_of(step).facts(step)
    name = max((each for each in known if words == each or words.startswith(each + " ")), key=len, default="")
    of = words[len(name) :].strip()
    if not name or bool(of) != known[name].of_something:
        there_are = ", ".join(f"{each} …" if known[each].of_something else each for each in known)
        raise FactError(f"there is no fact {words!r}; there are {there_are}")
    return name, of


def _parts(words: str) -> list[str]:
    """The facts and numbers that are compared or subtracted; just one if nothing is."""
    compared = _COMPARED.match(words)
    sides = (compared[1], compared[3]) if compared else (words,)
    return [part.strip() for side in sides for part in side.split(_LESS)]


def spelled(name: str) -> str:
    """A name as it may be typed."""
    return " ".join(name.casefold().split()).removeprefix("item ")


def short(name: str) -> str:
    """``column 3`` as it may be typed: ``c3``."""
    word, _, number = name.casefold().partition(" ")
    return f"{word[0]}{number}" if number and word in ("row", "column") else name.casefold()


# Checks of a file


def check_place(step: LessonStep) -> None:
    """Check that the screen, the problem and the algorithm are known.  Raises FactError."""
    facts_of(step).check(step)


def check_answer(step: LessonStep) -> None:
    """Check that the answer is a fact that can be answered.  Raises FactError."""
    if step.answer:
        _check(step, step.answer)


def check_reach(step: LessonStep) -> None:
    """Check that the end to be reached is a possible kind of node.  Raises FactError."""
    kinds = tuple(each.value for each in REACHED)
    if step.reach and step.reach not in kinds:
        raise FactError(f"expected {either(kinds)}, not {step.reach!r}")


def check_text(text: str, step: LessonStep) -> None:
    """Check that everything in braces is a fact.  Raises FactError."""
    for words in braces(text):
        _check(step, words)


def _check(step: LessonStep, words: str) -> None:
    parts = [words] if facts_of(step).MEASURED else _parts(words)
    for part in parts:
        if len(parts) == 1 or not part.isdecimal():
            _parsed(*_of_another(step, part))


# Answers


def is_right(value: Value, given: str) -> bool:
    """Whether what was typed, or pointed at, is the answer."""
    if value.kind is Kind.NUMBER:
        return number(given) == value.raw
    if value.kind is Kind.YES:
        return given == str(value)[:1]
    return any(spelled(given) in (spelled(name), short(name)) for name in (str(value.raw), *value.also))


def number(given: str) -> int | None:
    """The whole number that was typed; None for anything else."""
    return int(given) if given.removeprefix("-").isdecimal() else None


def malformed(step: LessonStep, given: str) -> str:
    """Why an answer cannot be one at all; empty if it can."""
    if len(_parts(step.answer)) > 1:
        return ""
    step, words = _of_another(step, step.answer)
    return sentence(facts_of(step).malformed(step, *_parsed(step, words), given))


def why_not(step: LessonStep, given: str) -> str:
    """Why an answer is wrong: the search's own reason if there is one, else empty."""
    parts = [] if facts_of(step).MEASURED else _parts(step.answer)
    if len(parts) > 1:
        return sentence(f"{both(_figure(step, part) for part in parts if not part.isdecimal())}.")
    at, words = _of_another(step, step.answer)
    name, of = _parsed(at, words)
    return sentence(facts_of(at).why_not(at, name, of, fact(at, words), given))


def sentence(said: str) -> str:
    """A sentence with a capital; a square, an option or an item of one letter keeps its name as it is."""
    first = said.partition(" ")[0].rstrip(":,")
    return f"{said[:1].upper()}{said[1:]}" if first.isalpha() and len(first) > 1 else said


def _figure(step: LessonStep, words: str) -> str:
    """One side of what is compared, in words: ``dlx-s has 980 nodes``."""
    value = _operand(step, words)
    other, words = _of_another(step, words)
    who = entry_of(other).title if other is not step else "this search"
    if words in ("nodes", "solutions", "dead ends"):
        return f"{who} has {counted(value, words.removesuffix('s'))}"
    about = facts_of(other).facts(other)[_parsed(other, words)[0]].about
    told = about.replace("how many", grouped(value)) if "how many" in about else f"{words}: {grouped(value)}"
    return told if other is step else f"of {who}, {told}"


def more_or_less(value: Value, given: str) -> str:
    """Which way to go from a wrong number; empty for all else."""
    typed = number(given)
    if typed is None or value.kind is not Kind.NUMBER:
        return ""
    return "It is more." if int(value.raw) > typed else "It is less."
