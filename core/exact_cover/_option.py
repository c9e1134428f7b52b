"""An option as one value, and a million options at the cost of arrays.

An `Option` holds all there is to an option: its items, the colours that it gives them, its cost, its name.
`Options` holds those of a problem in four arrays and a table of colours, and makes the value of one on demand.

    >>> options = Options.of([Option([0, 2], {2: "red"}, cost=3, name="A"), Option([1], name="B")])
    >>> options[0]
    Option((0, 2), {2: 'red'}, cost=3, name='A')
    >>> list(options[0]), options[0].colour(2), [option.cost for option in options]
    ([0, 2], 'red', [3, 0])
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, pairwise, repeat
from operator import sub
from typing import Any, Generic, TypeVar, overload

from core._checks import fixed_order, several, shown, text, whole
from core._kernels.waiting import look
from core._search import ProblemError
from core._words import counted

T = TypeVar("T", bound=Hashable)

LARGEST_COST = 10**12
"""A million options of this cost are summed without an overflow."""
CHUNK = 1 << 14
"""How many options are numbered at a time: this needs a call of Python for each, and no copy of all."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Option(Sequence[T], Generic[T]):
    """Items that are covered together; as a sequence, it is these items.

    In ``ExactCover.options`` items are numbers; for `ExactCover.from_options` they are whatever names them.
    ``colours`` may be given as a mapping from items to colours, or as one for each item, empty for none.
    """

    items: tuple[T, ...]
    colours: tuple[str, ...]
    """The colour given to each item, empty for none; no colours at all if none is given."""
    cost: int
    name: str
    """Its name; empty if it has only its number."""

    def __init__(
        self,
        items: Iterable[T] = (),
        colours: Mapping[T, str | None] | Iterable[str | None] = (),
        cost: int = 0,
        name: str = "",
    ) -> None:
        held: tuple[Any, ...] = tuple(items) if isinstance(items, str) else several(items, "an option's items")
        cost, name = whole(cost, "an option's cost", -LARGEST_COST, LARGEST_COST), text(name, "an option's name")
        if isinstance(colours, str):
            raise ProblemError(f"colours: expected a mapping such as {{'x': 'red'}}, not {shown(colours)}")
        if isinstance(colours, Mapping):
            strange = [item for item in colours if item not in held]
            if strange:
                raise ProblemError(f"a colour for {shown(strange[0])}, which the option does not hold")
            given = tuple(colours.get(item) or "" for item in held)
        else:
            given = tuple(colour or "" for colour in several(colours, "colours"))
            if len(given) not in (0, len(held)):
                raise ProblemError(f"{counted(len(given), 'colour')} for {counted(len(held), 'item')}")
        _fill(self, held, given if any(given) else (), cost, name)

    @classmethod
    def trusted(cls, items: Iterable[T], colours: tuple[str, ...] = (), cost: int = 0, name: str = "") -> Option[T]:
        """The value, of parts that are known to be right; ``colours`` are none, or one for each item."""
        option = cls.__new__(cls)
        _fill(option, tuple(items), colours, cost, name)
        return option

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        return self.items[place]

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def colour(self, item: T) -> str:
        """The colour given to an item; empty for none."""
        return self.colours[self.items.index(item)] if self.colours else ""

    @property
    def coloured(self) -> tuple[tuple[T, str], ...]:
        """Its items, each with the colour given to it (empty for none)."""
        return tuple(zip(self.items, self.colours or ("",) * len(self.items), strict=True))

    def holding(self, items: Iterable[tuple[T, str]]) -> Option[T]:
        """A copy of this option with other items and colours."""
        pairs = tuple(items)
        return Option([item for item, _ in pairs], [colour for _, colour in pairs], self.cost, self.name)

    def __repr__(self) -> str:
        colours = {item: colour for item, colour in self.coloured if colour}
        parts = [repr(self.items), *([repr(colours)] if colours else [])]
        parts += [f"cost={self.cost}"] if self.cost else []
        return f"Option({', '.join([*parts, *([f'name={self.name!r}'] if self.name else [])])})"


def _fill(option: Option[Any], items: Any, colours: tuple[str, ...], cost: int, name: str) -> None:
    put = object.__setattr__
    put(option, "items", items)
    put(option, "colours", colours)
    put(option, "cost", cost)
    put(option, "name", name)


@dataclass(frozen=True, repr=False)
class Options(Sequence[Option[int]]):
    """Options as arrays that nobody changes.

    Option ``o`` holds the items ``items[starts[o]:starts[o + 1]]``, in the order written; the colour of each of these
    places is ``palette[shades[place]]``, and the first entry of the palette is none.  ``shades``, ``costs`` and
    ``names`` are empty if no option has a colour, a cost, a name.
    """

    starts: array[int]
    items: array[int]
    shades: array[int]
    palette: tuple[str, ...]
    costs: array[int]
    names: tuple[str, ...]

    @classmethod
    def of(cls, options: Iterable[Option[int]]) -> Options:
        """The options with these values; if some have names, the others are named by their numbers."""
        gathering = Gathering()
        for chunk in _chunks(options):
            gathering.take(chunk)
        return gathering.options()

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'option')}>"

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, number: int) -> Option[int]: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Option[int], ...]: ...
    def __getitem__(self, number: int | slice) -> Option[int] | tuple[Option[int], ...]:
        if isinstance(number, slice):
            return tuple(map(self._view, range(len(self))[number]))
        return self._view(range(len(self))[number])

    def _view(self, number: int) -> Option[int]:
        start, end = self.starts[number], self.starts[number + 1]
        shades = self.shades[start:end]
        return Option.trusted(
            tuple(self.items[start:end]),
            tuple(map(self.palette.__getitem__, shades)) if any(shades) else (),
            self.costs[number] if self.costs else 0,
            self.names[number] if self.names else "",
        )

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The items of each option, for loops over all of them; this makes no values."""
        items = self.items
        return (tuple(items[start:end]) for start, end in pairwise(self.starts))

    @property
    def lengths(self) -> Iterator[int]:
        """How many items each option holds."""
        return map(sub, self.starts[1:], self.starts)

    def digest_parts(self) -> Iterator[bytes]:
        """The bytes that say what the options are, the same on every machine; their names are not part of it."""
        for values in (self.starts, self.items, self.shades, self.costs):
            if sys.byteorder == "big":
                values = array(values.typecode, values)
                values.byteswap()
            yield len(values).to_bytes(8, "little")
            yield values.tobytes()
        yield repr(self.palette).encode()

    def __hash__(self) -> int:
        # A part is enough: hashing a large problem takes as long as a search, and each part of a count asks for it.
        # it.
        return hash((len(self), *self[:2], *self[-2:]))


class Gathering:
    """Collects options: numbers them, checks them, and puts them into arrays.

    ``numbers`` has the number of each thing that an option may hold, and grows if ``growing``; without it options hold
    numbers.  In errors ``named`` names an option, and ``told`` an item.
    """

    def __init__(
        self,
        numbers: dict[Any, int] | None = None,
        *,
        growing: bool = False,
        named: Sequence[Hashable] = (),
        told: Callable[[Any], str] = shown,
    ) -> None:
        self._numbers, self._growing, self._named, self._told = numbers, growing, named, told
        self._starts, self._items = array("q", [0]), array("i")
        self._shades, self._costs = array("i"), array("q")
        self._palette: dict[str, int] = {"": 0}
        self._names: list[str] = []

    def __len__(self) -> int:
        return len(self._starts) - 1

    def said(self, option: int) -> str:
        """An option as errors name it."""
        names = self._named or self._names
        return f"option {shown(names[option])}" if option < len(names) else f"option {option + 1}"

    def add(self, rows: Iterable[Any], colours: Iterable[Any] = ()) -> None:
        """Add options, each as a value, as a mapping from items to colours, or as what it holds.

        ``colours`` may have the colours of each.  Raises ProblemError that names the option.
        """
        shades = iter(colours)
        for chunk in _chunks(rows):
            if set(map(type, chunk)) <= {list, tuple, range, str}:
                self._extend(chunk)
            else:
                self.take([self._value(row, len(self) + n) for n, row in enumerate(chunk)])
            given = list(islice(shades, len(chunk)))
            if any(given):
                self._paint(given)

    def take(self, values: Sequence[Option[Any]]) -> None:
        """Add options that are values.  Raises ProblemError that names the option."""
        before = len(self)
        if self._names or any(option.name for option in values):
            self._names += map(str, range(len(self._names) + 1, before + 1))
            self._names += [option.name or str(n) for n, option in enumerate(values, before + 1)]
        self._extend([option.items for option in values])
        if any(option.cost for option in values):
            self.charge([option.cost for option in values], before)
        if any(option.colours for option in values):
            self._paint([option.colours or ("",) * len(option.items) for option in values])

    def charge(self, costs: Iterable[Any], first: int = 0) -> None:
        """Set the costs of options, from number ``first`` on.  Raises ProblemError for an invalid cost."""
        given = list(costs)
        if not set(map(type, given)) <= {int} or max(map(abs, given), default=0) > LARGEST_COST:
            given = [
                whole(cost, f"{self.said(n)}: its cost", -LARGEST_COST, LARGEST_COST)
                for n, cost in enumerate(given, first)
            ]
        del self._costs[first:]
        self._costs.extend(repeat(0, first - len(self._costs)))
        self._costs.extend(given)

    def options(self, names: tuple[str, ...] = ()) -> Options:
        """All options added, with these names or those of the values."""
        count, costs, shades = len(self), self._costs, self._shades
        if len(self._palette) > 1:
            shades.extend(repeat(0, len(self._items) - len(shades)))
        if any(costs):
            costs.extend(repeat(0, count - len(costs)))
        if self._names:
            self._names += map(str, range(len(self._names) + 1, count + 1))
        return Options(
            self._starts, self._items, shades if len(self._palette) > 1 else array("i"), tuple(self._palette),
            costs if any(costs) else array("q"), names or tuple(self._names),
        )  # fmt: skip

    def _value(self, row: Any, number: int) -> Option[Any]:
        if isinstance(row, Option):
            return row
        if isinstance(row, Mapping):
            return Option(row, row.values())
        if not isinstance(row, Iterable):
            raise ProblemError(f"{self.said(number)}: expected the items that it covers, not {shown(row)}")
        return Option.trusted(fixed_order(row))

    def _extend(self, rows: Sequence[Sequence[Any]]) -> None:
        flat = list(chain.from_iterable(rows))
        try:
            self._items.extend(array("i", self._numbered(flat)))
        except (KeyError, TypeError, OverflowError):
            raise self._unknown(rows) from None
        lengths = list(map(len, rows))
        if list(map(len, map(set, rows))) != lengths:
            raise self._twice(rows)
        self._starts.extend(islice(accumulate(lengths, initial=self._starts[-1]), 1, None))

    def _numbered(self, flat: list[Any]) -> Iterable[int]:
        if self._numbers is None:
            return flat if set(map(type, flat)) <= {int} else map(_number, flat)
        if self._growing:
            for thing in dict.fromkeys(flat):
                self._numbers.setdefault(thing, len(self._numbers))
        return map(self._numbers.__getitem__, flat)

    def _unknown(self, rows: Sequence[Sequence[Any]]) -> ProblemError:
        """The error for the first thing that has no number."""
        for number, each in ((number, each) for number, row in enumerate(rows, len(self)) for each in row):
            option = self.said(number)
            try:
                if self._numbers is None:
                    array("i", [_number(each)])
                elif each not in self._numbers:
                    return ProblemError(f"{option} holds {self._told(each)}, which is not an item")
            except OverflowError:
                return ProblemError(f"{option} holds {self._told(each)}, and there are fewer items than that")
            except TypeError as error:
                if self._numbers is None:
                    return ProblemError(f"{option}: an item number must be a whole number, {error}")
                return ProblemError(f"{option}: an item must be hashable, such as a tuple ({error})")
        raise AssertionError("every item has a number")

    def _twice(self, rows: Sequence[Sequence[Any]]) -> ProblemError:
        number, row = next((n, row) for n, row in enumerate(rows, len(self)) if len(set(row)) < len(row))
        twice = next(each for n, each in enumerate(row) if each in row[:n])
        return ProblemError(f"{self.said(number)} holds {self._told(twice)} twice")

    def _paint(self, given: Sequence[Any]) -> None:
        """Note the colours of the options added last."""
        first = len(self) - len(given)
        starts = self._starts[first:]
        if not set(map(type, given)) <= {list, tuple}:
            given = [several(row, f"{self.said(n)}: its colours") for n, row in enumerate(given, first)]
        lengths = list(map(sub, starts[1:], starts))
        if list(map(len, given)) != lengths:
            number = next(n for n, row in enumerate(given) if len(row) != lengths[n])
            items, colours = counted(lengths[number], "item"), counted(len(given[number]), "colour")
            raise ProblemError(f"{self.said(first + number)} has {items} and {colours}")
        flat = list(chain.from_iterable(given))
        if not set(map(type, flat)) <= {str}:
            flat = [
                "" if colour is None else text(colour, f"{self.said(n)}: a colour")
                for n, row in enumerate(given, first) for colour in row
            ]  # fmt: skip
        for colour in dict.fromkeys(flat):
            self._palette.setdefault(colour, len(self._palette))
        self._shades.extend(repeat(0, starts[0] - len(self._shades)))
        self._shades.extend(array("i", map(self._palette.__getitem__, flat)))


def _number(each: Any) -> int:
    try:
        return whole(each, "an item")
    except ProblemError:
        raise TypeError(f"not {shown(each)}") from None


def _chunks(rows: Iterable[Any]) -> Iterator[Sequence[Any]]:
    coming = iter(rows)
    while chunk := list(islice(coming, CHUNK)):
        look()
        yield chunk
