"""Values by class: remainders, or low, middle and high, along a line or in every 2×2 square."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from core.sudoku.rules._common import OnCells, Wide, WithNumber
from core.sudoku.rules._forms import Automaton, Board, Form, Regular


def _third(value: int, n: int) -> int:
    """Low, middle or high; if n is not a multiple of three, low and high have one size, as near a third as possible."""
    outer = (n + 1) // 3
    return 0 if value <= outer else 2 if value > n - outer else 1


def different_in_row(k: int, class_of: Callable[[int], int], key: tuple[object, ...]) -> Automaton:
    """Every k neighbours are of k different classes."""

    def step(state: tuple[int, ...], value: int, position: int) -> tuple[int, ...] | None:
        own = class_of(value)
        return None if own in state else (*state, own)[-(k - 1) :] if k > 1 else ()

    return Automaton(key, (), step, lambda state: True)


@dataclass(frozen=True)
class Modular(WithNumber):
    """Every k neighbours on the line leave different remainders when divided by k."""

    kind: ClassVar[str] = "modular"
    title: ClassVar[str] = "Modular line"
    usage: ClassVar[str] = "modular 3: r1c1-r1c6"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "modularline lines"
    what: ClassVar[str] = "what to divide by"
    least_number: ClassVar[int] = 1
    usual: ClassVar[int | None] = 3
    says: ClassVar[str] = "every {number} neighbours on {cells} leave different remainders when divided by {number}"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that knows the last remainders."""
        k = self.number
        fits = different_in_row(k, lambda value: value % k, ("remainders", k))
        yield Regular(self.path, fits, name=f"the modular line from {board.shape.name_of(self.path[0])}")

    iss = {"Modular": lambda told, shape: [Modular(told.cells, told.number(3))]}
    fpuzzles = {"modularline": lambda entry, shape: [Modular(line, entry.number(3)) for line in entry.lines]}


@dataclass(frozen=True)
class Entropic(OnCells):
    """Every three neighbours on the line hold a low, a middle and a high value."""

    kind: ClassVar[str] = "entropic"
    title: ClassVar[str] = "Entropic line"
    usage: ClassVar[str] = "entropic: r1c1-r1c6"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "entropicline lines"
    says: ClassVar[str] = "every three neighbours on {cells} hold a low, a middle and a high value"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that knows the last two classes."""
        n = board.shape.order
        fits = different_in_row(3, lambda value: _third(value, n), ("thirds", n))
        yield Regular(self.path, fits, name=f"the entropic line from {board.shape.name_of(self.path[0])}")

    iss = {"Entropic": lambda told, shape: [Entropic(told.cells)]}
    fpuzzles = {"entropicline": lambda entry, shape: [Entropic(line) for line in entry.lines]}


def _in_every_square(
    board: Board, class_of: Callable[[int], int], key: tuple[object, ...], what: str
) -> Iterable[Form]:
    """Every 2×2 square has all three classes."""

    def step(state: frozenset[int], value: int, position: int) -> frozenset[int] | None:
        after = state | {class_of(value)}
        return None if len(after) < position else after  # four cells: one class may come twice, not three times

    n = board.shape.order
    all_three = Automaton(key, frozenset(), step, lambda state: len(state) == 3)
    for cell in range(board.shape.cells):
        if cell % n < n - 1 and cell < n * (n - 1):
            square = (cell, cell + 1, cell + n, cell + n + 1)
            yield Regular(square, all_three, name=f"{what} in the 2×2 square at {board.shape.name_of(cell)}")


@dataclass(frozen=True)
class GlobalEntropy(Wide):
    """Every 2×2 square holds a low, a middle and a high value."""

    kind: ClassVar[str] = "global-entropy"
    title: ClassVar[str] = "Global entropy"
    usage: ClassVar[str] = "global-entropy"
    flag: ClassVar[str] = "globalentropy"
    says: ClassVar[str] = "every 2×2 square holds a low, a middle and a high value"

    def forms(self, board: Board) -> Iterable[Form]:
        """A short automaton for each square."""
        n = board.shape.order
        return _in_every_square(board, lambda value: _third(value, n), ("thirds of four", n), "low, middle and high")

    iss = {"GlobalEntropy": lambda told, shape: [GlobalEntropy()]}
    fpuzzles = {"globalentropy": lambda entry, shape: [GlobalEntropy()]}


@dataclass(frozen=True)
class GlobalModular(Wide):
    """Every 2×2 square holds all three remainders when divided by three."""

    kind: ClassVar[str] = "global-mod"
    title: ClassVar[str] = "Global mod 3"
    usage: ClassVar[str] = "global-mod"
    says: ClassVar[str] = "the values of every 2×2 square leave all three remainders when divided by 3"

    def forms(self, board: Board) -> Iterable[Form]:
        """A short automaton for each square."""
        return _in_every_square(board, lambda value: value % 3, ("remainders of four", 3), "all three remainders")

    iss = {"GlobalMod": lambda told, shape: [GlobalModular()]}
