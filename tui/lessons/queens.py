"""Lessons on the queens screen: its facts, and how it is brought to a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core import Goal, Queens
from core._queens.instances import board
from tui.lessons.facts import Fact, entry_of
from tui.lessons.place import Place, place_of
from tui.lessons.search_adapter import SearchAdapter
from tui.lessons.search_facts import SEARCH_FACTS, SearchFacts, at_place, next_option
from tui.lessons.step import FactError, Kind, LessonStep, Value

if TYPE_CHECKING:
    from core._drawing.figure import Mark
    from tui.screens.queens.screen import QueensScreen

WORDS = ("columns", "right", "left", "attacked", "free")
"""The words of a search by bits, for the next row: columns taken, diagonals that run down to the right and to the
left, all that is attacked, all that is free."""


def _attacked(place: Place, of: str) -> list[tuple[int, int, int]]:
    """Which queens attack which squares of the next row, according to a word of bits: level, the queen's own
    column, and the column attacked, both from 0."""
    n, row = place.problem.size, place.reason.depth
    if row == n:
        raise FactError("there is no next row of a board here")
    found = []
    for taken in place.reason.path:
        assert taken.option is not None
        at, column = divmod(taken.option.number, n)
        reach = {"columns": [0], "right": [row - at], "left": [at - row]}
        for shift in reach.get(of) or [each for shifts in reach.values() for each in shifts]:
            if 0 <= column + shift < n:
                found.append((taken.level, column, column + shift))
    return found


def _word(place: Place, of: str) -> Value:
    if of not in WORDS:
        raise FactError(f"there is no word {of!r}; there are {', '.join(WORDS)}")
    hit = {column for _, _, column in _attacked(place, of)}
    return Value(Kind.NAME, "".join(str(int((c in hit) != (of == "free"))) for c in range(place.problem.size)))


def _board(n: int, place: Place, side: float) -> Iterator[Mark]:
    """The board with its queens and what they attack, rows and columns numbered."""
    from core._drawing.figure import Area, Lettering, dot, queen
    from core._queens.picture import EDGE

    cell = (side - EDGE) / n
    queens = {taken.option.number for taken in place.reason.path if taken.option is not None}
    for square in range(n * n):
        row, column = divmod(square, n)
        x, y = EDGE + column * cell, row * cell
        yield Area(x, y, cell, cell, "dark square" if (row + column) % 2 else "square")
        if square in queens:
            yield from queen(x, y, cell)
        elif square not in place.reason.live:
            yield dot(x + cell / 2, y + cell / 2, cell / 12, "ink")
    for number in range(1, n + 1):
        middle = (number - 0.5) * cell
        yield Lettering(EDGE - 4, middle + 3, 8, str(number), ink="muted", anchor="end")
        yield Lettering(EDGE + middle, side - 3, 8, str(number), ink="muted", anchor="middle")


QUEENS_FACTS: Mapping[str, Fact] = {
    **SEARCH_FACTS,
    "next": SEARCH_FACTS["next"]._replace(
        found=at_place(lambda place, of: replace(next_option(place, of), kind=Kind.SQUARE))
    ),
    "word": Fact(at_place(_word), "as binary digits, column 1 first: which squares of the next row the queens attack",
                 of_something=True),
}  # fmt: skip
"""Every fact of a search for queens."""


class QueensFacts(SearchFacts):
    """Queens on a board."""

    KIND = "queens"
    PROBLEM = "the size of a board"
    NOUN = "square"
    FILLER = CHOOSER = "queen"

    def read(self, text: str) -> Queens:
        """The board of that size."""
        return board(text)

    def facts(self, step: LessonStep) -> Mapping[str, Fact]:
        """The facts of any search, and those of words of bits."""
        return QUEENS_FACTS

    def drawn(self, step: LessonStep, side: float) -> tuple[Sequence[Mark], float]:
        """The board as the lesson shows it: a dot where a queen attacks, and nothing that would tell an answer."""
        place = place_of(step)
        return list(_board(place.problem.size, place, side)), side

    def malformed(self, step: LessonStep, name: str, of: str, given: str) -> str:
        """Why a word of bits is none: it needs a digit for each column."""
        digits = place_of(step).problem.size
        if name == "word" and (len(given) != digits or set(given) - set("01")):
            return f"expected {digits} digits, each 0 or 1."
        return super().malformed(step, name, of, given)

    def why_not(self, step: LessonStep, name: str, of: str, value: Value, given: str) -> str:
        """For a word of bits, the first wrong digit; else the search's reason."""
        if name == "word":
            return self._not_that_word(place_of(step), of, str(value.raw), given)
        return super().why_not(step, name, of, value, given)

    def _not_that_word(self, place: Place, of: str, word: str, given: str) -> str:
        wrong = next(at for at in range(len(word)) if word[at] != given[at])
        who = next((level for level, _, column in _attacked(place, of) if column == wrong), None)
        way = {"columns": "stands in that column", "right": "attacks it down to the right",
               "left": "attacks it down to the left"}.get(of, "attacks it")  # fmt: skip
        because = f"no queen {way}" if who is None else f"queen {who} {way}"
        return f"digit {wrong + 1} is {word[wrong]}: {because}."


class QueensAdapter(SearchAdapter):
    """The queens screen."""

    FACTS = QueensFacts()

    def __init__(self, screen: QueensScreen) -> None:
        self.screen = self._queens = screen
        self._session = screen.session

    def go(self, step: LessonStep, node: int) -> None:
        """Choose the board and the algorithm of a step, and walk to the node."""
        screen, session = self._queens, self._session
        session.let_go()
        session.tree_opened = False
        if not self._goes_on(step):
            session.forget_run()
            session.setup.set_problem(self.FACTS.problem(step))
            session.setup.take(entry_of(step), Goal.ALL, dict(step.settings))
            screen.choices_replaced()
            screen.start_search(paused=True)
        screen.walk_to(node)

    def way_back(self) -> Callable[[], None]:
        """A function that brings back the board, its algorithm and its goal, and the search at its node."""
        screen, session, choose_again = self._queens, self._session, self._session.setup.way_back()
        search_again, stale = screen.left.way_back(), session.stale

        def give_back() -> None:
            session.let_go()
            session.forget_run()
            choose_again()
            search_again()
            choose_again()  # perhaps not what is searched
            session.stale = stale
            screen.choices_replaced()
            screen.tick()

        return give_back

    def ask(self, kind: Kind | None) -> None:
        """While a question is open the board shows no reasons; a square is pointed at."""
        session = self._session
        session.guessing = kind is not None
        session.pointer = (0, 0) if kind is Kind.SQUARE else None
        self.screen.tick()

    def points(self, kind: Kind | None) -> bool:
        """True if a square is asked for."""
        return kind is Kind.SQUARE

    def point(self, down: int, right: int) -> None:
        """Move the cursor on the board, round the edges."""
        if self._session.pointer is not None:
            row, column = self._session.pointer
            n = self._session.problem.n
            self._session.pointer = (row + down) % n, (column + right) % n
            self.screen.tick()

    def pointed(self) -> str:
        """The square under the cursor."""
        square = self._session.pointer
        return "" if square is None else f"r{square[0] + 1}c{square[1] + 1}"
