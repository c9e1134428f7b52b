"""Exact cover as a value: items to be covered, options that cover them.

Terms are Knuth's (The Art of Computer Programming 4B, §7.2.2.1; in the seed
literature an item is a column, or an element of the set, and an option is a
row, or a subset):

- a *primary* item must be covered exactly once, or, with a multiplicity
  ``least:most``, that many times (MCC);
- a *secondary* item may be covered at most once, or any number of times by
  options that give it the same *colour* (XCC);
- an *option* is a set of items; a solution is a set of options.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from numbers import Number
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from core.checks import fixed_order, flag, instance, several, shown, text, whole, wholes
from core.exact_cover.names import good_names, letters, name_error, names_for, text_of
from core.search import ProblemError
from core.solving import Solvable
from core.words import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.exact_cover.answer import Cover  # noqa: F401 - in the base class
    from core.kernels.incidence import Incidence

LARGEST_MULTIPLICITY = 1_000_000


class Item(NamedTuple):
    """Something to be covered.  ``least`` and ``most`` speak of primary items only."""

    name: str
    secondary: bool = False
    least: int = 1
    most: int = 1

    @property
    def plain(self) -> bool:
        """Whether it is secondary, or primary and to be covered exactly once."""
        return self.secondary or (self.least, self.most) == (1, 1)

    def __str__(self) -> str:
        if self.plain:
            return self.name
        if self.least == self.most:
            return f"{self.most}|{self.name}"
        return f"{self.least}:{self.most}|{self.name}"


class ItemChoice(NamedTuple):
    """One branch of the search tree: the ``number``-th of the ``degree`` ways to cover ``item``."""

    item: int
    option: int
    """The option chosen, or -1 for leaving an item with a multiplicity as it is."""
    number: int
    """1-based: the k in "k of d"."""
    degree: int


@dataclass(frozen=True, init=False, repr=False)
class ExactCover(Solvable["Cover"]):
    """Choose options so that every item is covered as often as it asks.

    The short way is a mapping from each option to what it covers; everything
    covered is then a primary item.  Options and items are any hashable values,
    different if they are not equal, and a solution gives them back as they are:

    >>> ExactCover({"A": [1, 4], "B": [2, 3], "C": [1, 2]}).solution()
    ('A', 'B')
    >>> ExactCover({1: [(0, 0), (0, 1)], 2: [(0, 0)]}).solution()
    (1,)

    ``options[o]`` are item numbers in the order written.  ``colours`` is empty
    when no option gives a colour; otherwise ``colours[o][k]`` is the colour
    that option ``o`` gives its ``k``-th item, or an empty string.  ``labels``
    may name the options (the sets).  Items are ordered primary first.
    ``things`` and ``keys`` are the values that items and options stand for
    where these are not just names; a problem made from another has names only.
    Options, items and what they hold may be given as sets: their order is then
    the same in every process.  Two problems are equal if they have the same
    items and options, and their options the same names.

    What a search finds is a tuple of 0-based option numbers, each at most once, in any
    order.  An option without a primary item is never part of one (Knuth drops
    such options; here they keep their number, see `idle_options`).

    Raises ProblemError for names that are empty, not printable or used twice,
    for an item number out of range or twice in one option, for a coloured
    primary item, and for impossible multiplicities.
    """

    items: tuple[Item, ...]
    options: tuple[tuple[int, ...], ...]
    colours: tuple[tuple[str, ...], ...] = ()
    labels: tuple[str, ...] = ()
    title: str = field(default="", compare=False)
    origin: str = field(default="", compare=False)
    """Where the problem comes from: a book, a paper, a file."""
    things: tuple[Hashable, ...] = field(default=(), init=False, compare=False)
    keys: tuple[Hashable, ...] = field(default=(), init=False)

    kind = "cover"

    def __init__(
        self,
        items: Sequence[Item] | Mapping[Any, Iterable[Hashable]],
        options: Sequence[Sequence[int]] = (),
        colours: Sequence[Sequence[str]] = (),
        labels: Sequence[str] = (),
        title: str = "",
        origin: str = "",
    ) -> None:
        if isinstance(items, Mapping):
            if any(several(given, "options and labels") for given in (options, colours, labels)):
                raise ProblemError("a mapping of named options already says everything; leave out options and labels")
            keys = tuple(items)
            things, options = _numbered(items)
            items, labels = [Item(name) for name in names_for(things)], _labels(keys)
            self._stand_for(things, keys, labels)
        elif not isinstance(items, Iterable) or not all(isinstance(item, Item) for item in items):
            raise ProblemError(
                "expected named options such as {'A': [1, 4], 'B': [2, 3]}, or items as core.Item; "
                "ExactCover.from_options takes options without names"
            )
        for name, value in (
            ("items", tuple(items)), ("options", _lists(options, "options")), ("colours", _lists(colours, "colours")),
            ("labels", several(labels, "labels")), ("title", _clean(text(title, "title"))),
            ("origin", _clean(text(origin, "origin"))),
        ):  # fmt: skip
            object.__setattr__(self, name, value)
        if not any(any(row) for row in self.colours):
            object.__setattr__(self, "colours", ())
        self._check_items()
        self._check_options()
        if self.labels and len(self.labels) != len(self.options):
            raise ProblemError(f"{counted(len(self.labels), 'label')} for {counted(len(self.options), 'option')}")
        if any(not text(label, "a label") or not label.isprintable() for label in self.labels):
            raise ProblemError("a label of an option is empty or has characters that cannot be printed")

    def _stand_for(self, things: Iterable[Hashable], keys: tuple[Hashable, ...], labels: tuple[str, ...]) -> None:
        object.__setattr__(self, "things", tuple(things))
        # Keys that are no more than the labels say nothing more, and no file could keep them apart.
        object.__setattr__(self, "keys", () if keys == labels else keys)

    def _check_items(self) -> None:
        if any(tuple(map(type, item)) != (str, bool, int, int) for item in self.items):
            object.__setattr__(self, "items", tuple(map(_checked, self.items)))
        all_names = [item.name for item in self.items]
        secondary = [item for item in self.items if item.secondary]
        good = len(set(all_names)) == len(all_names) and good_names(all_names)
        once = not self.multiple and all((item.least, item.most) == (1, 1) for item in secondary)
        if good and once and len(secondary) == len(self.items) - self.primary:
            return  # nearly always: nothing to look for one by one
        names: set[str] = set()
        for number, item in enumerate(self.items):
            reason = name_error(item.name)
            if reason:
                raise ProblemError(f"item {number + 1}: {reason}")
            if item.name in names:
                raise ProblemError(f"item {item.name!r} appears twice")
            names.add(item.name)
            if not 0 <= item.least <= item.most <= LARGEST_MULTIPLICITY or item.most == 0:
                raise ProblemError(
                    f"item {item.name!r}: {item.least}:{item.most} is not a multiplicity; expected a:b with "
                    f"0 ≤ a ≤ b and 1 ≤ b ≤ {LARGEST_MULTIPLICITY}"
                )
            if item.secondary and not (item.least, item.most) == (1, 1):
                raise ProblemError(f"secondary item {item.name!r} cannot have a multiplicity")
            if not item.secondary and number > self.primary:
                raise ProblemError(f"primary item {item.name!r} stands after a secondary item")

    def _check_options(self) -> None:
        if self.colours and len(self.colours) != len(self.options):
            raise ProblemError(f"colours for {counted(len(self.colours), 'option')}, but there are {len(self.options)}")
        size = len(self.items)
        if any(set(map(type, option)) - {int} for option in self.options):
            made = tuple(
                wholes(option, f"option {number}: an item number", 0, max(0, size - 1))
                for number, option in enumerate(self.options, 1)
            )
            object.__setattr__(self, "options", made)
        for number, option in enumerate(self.options):
            if len(set(option)) != len(option):
                twice = next(i for i in option if option.count(i) > 1)
                raise ProblemError(f"option {number + 1} holds {self._name(twice)} twice")
            if option and (min(option) < 0 or max(option) >= size):
                raise ProblemError(f"option {number + 1} holds an item number outside 0 to {size - 1}")
            if self.colours:
                self._check_colours(number, option)

    def _check_colours(self, number: int, option: tuple[int, ...]) -> None:
        colours = self.colours[number]
        if len(colours) != len(option):
            raise ProblemError(
                f"option {number + 1} has {counted(len(option), 'item')} and {counted(len(colours), 'colour')}"
            )
        for item, colour in zip(option, colours, strict=True):
            if not text(colour, f"option {number + 1}: a colour"):
                continue
            if not self.items[item].secondary:
                raise ProblemError(f"option {number + 1} gives the primary item {self._name(item)} a colour")
            reason = name_error(colour)
            if reason:
                raise ProblemError(f"option {number + 1}: the colour of {self._name(item)}: {reason}")

    def _name(self, item: int) -> str:
        return repr(self.items[item].name) if 0 <= item < len(self.items) else f"item number {item}"

    # Builders

    @classmethod
    def from_sets(
        cls,
        universe: Iterable[Hashable],
        sets: Mapping[Any, Iterable[Hashable]],
        *,
        title: str = "",
        origin: str = "",
    ) -> ExactCover:
        """Named subsets of a universe; every element is a primary item.

        >>> problem = ExactCover.from_sets([1, 2, 3], {"A": [1, 2], "B": [2, 3], "C": [3]})
        >>> problem.verify([0, 2])
        True
        """
        sets = instance(sets, Mapping, "sets", "a mapping such as {'A': [1, 4]}")
        return cls.from_options(universe, list(sets.values()), keys=tuple(sets), title=title, origin=origin)

    @classmethod
    def from_options(
        cls,
        primary: Iterable[Hashable],
        options: Iterable[Iterable[Hashable]],
        secondary: Iterable[Hashable] = (),
        *,
        labels: Iterable[str] = (),
        keys: Sequence[Hashable] = (),
        title: str = "",
        origin: str = "",
    ) -> ExactCover:
        """Each option as the items it holds; an item is any hashable value, and so is the key of an option.

        Raises ProblemError naming the option for an unknown item, and for an item that stands twice.
        """
        first, second = (_members(given, what) for given, what in ((primary, "primary"), (secondary, "secondary")))
        things = (*first, *second)
        try:
            number = {thing: i for i, thing in enumerate(things)}
        except TypeError as error:
            raise ProblemError(f"an item must be hashable, such as a tuple ({error})") from None
        if len(number) < len(things):
            twice = next(thing for i, thing in enumerate(things) if number[thing] != i)
            raise ProblemError(f"item {str(twice)!r} appears twice")
        rows = []
        for o, held in enumerate(_members(options, "options")):
            row = []
            for each in _members(held, f"option {o + 1}"):
                try:
                    row.append(number[each])
                except (KeyError, TypeError):
                    raise ProblemError(f"option {o + 1} holds {str(each)!r}, which is not an item") from None
            rows.append(row)
        items = [Item(name, secondary=i >= len(first)) for i, name in enumerate(names_for(things))]
        keys = several(keys, "keys")
        problem = cls(items, rows, labels=several(labels, "labels") or _labels(keys), title=title, origin=origin)
        if len(keys) not in (0, len(rows)):
            raise ProblemError(f"{counted(len(keys), 'key')} for {counted(len(rows), 'option')}")
        problem._stand_for(things, keys, problem.labels)
        return problem

    @classmethod
    def from_matrix(
        cls,
        rows: Sequence[Sequence[int]] | NDArray[Any],
        names: Sequence[str] = (),
        *,
        secondary: int = 0,
        labels: Iterable[str] = (),
        title: str = "",
        origin: str = "",
    ) -> ExactCover:
        """A 0/1 matrix with a row for each option; its last ``secondary`` columns are secondary items.

        ``rows`` may be a NumPy array.  Raises ProblemError for rows of different lengths and for entries that are
        neither 0 nor 1.
        """
        shape: tuple[int, ...] = getattr(rows, "shape", ())
        listed = rows.tolist() if hasattr(rows, "tolist") else rows
        listed = list(listed) if isinstance(listed, Iterable) else [listed]
        if not all(isinstance(row, Iterable) for row in listed):
            raise ProblemError(f"expected a matrix of rows and columns, not {shown(rows)}")
        rows = [list(row) for row in listed]
        names = [text(name, "a name") for name in _members(names, "names")]
        width = len(rows[0]) if rows else shape[1] if len(shape) == 2 else len(names)
        if not names:
            names = letters(width)
        if len(names) != width:
            raise ProblemError(f"{counted(len(names), 'name')} for {counted(width, 'column')}")
        secondary = whole(secondary, "the number of secondary columns", 0, width)
        for number, row in enumerate(rows):
            if len(row) != width:
                raise ProblemError(
                    f"row {number + 1} has {counted(len(row), 'entry', 'entries')}, the first has {width}"
                )
            if any(entry not in (0, 1) for entry in row):
                raise ProblemError(f"row {number + 1} has an entry that is neither 0 nor 1")
        items = tuple(Item(name, secondary=i >= width - secondary) for i, name in enumerate(names))
        options = tuple(tuple(i for i, entry in enumerate(row) if entry) for row in rows)
        return cls(items, options, labels=several(labels, "labels"), title=title, origin=origin)

    # What is known about it

    @property
    def size(self) -> int:
        """The number of items, primary and secondary."""
        return len(self.items)

    @cached_property
    def primary(self) -> int:
        """Number of primary items: they come first."""
        return next((i for i, item in enumerate(self.items) if item.secondary), len(self.items))

    @property
    def secondary(self) -> int:
        """Number of secondary items."""
        return len(self.items) - self.primary

    @property
    def coloured(self) -> bool:
        """Whether some option gives a colour (XCC)."""
        return bool(self.colours)

    @cached_property
    def multiple(self) -> bool:
        """Whether some item asks for anything but exactly one option (MCC)."""
        return not all(item.plain for item in self.items)

    @cached_property
    def idle_options(self) -> tuple[int, ...]:
        """Options without a primary item: part of no solution."""
        primary = self.primary
        if primary == self.size:
            return tuple(o for o, option in enumerate(self.options) if not option)
        return tuple(o for o, option in enumerate(self.options) if not option or min(option) >= primary)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Item number by name."""
        return {item.name: number for number, item in enumerate(self.items)}

    @cached_property
    def longest_solution(self) -> int:
        """No solution has more options than this: what may be covered, over the least that an option covers."""
        primary = self.primary
        if primary == self.size:
            fewest = min(filter(None, map(len, self.options)), default=1)
        else:
            fewest = min((n for option in self.options if (n := sum(i < primary for i in option))), default=1)
        return min(sum(item.most for item in self.items[:primary]) // fewest, len(self.options))

    @cached_property
    def deepest(self) -> int:
        """No path of choices is longer: each takes an option or, with multiplicities, closes an item without one."""
        return self.longest_solution + (self.primary if self.multiple else 0)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of options of each item, idle options left out."""
        sizes = [0] * len(self.items)
        idle = set(self.idle_options)
        for number, option in enumerate(self.options):
            if number not in idle:
                for item in option:
                    sizes[item] += 1
        return tuple(sizes)

    def label(self, option: int) -> str:
        """The option's name, or its 1-based number."""
        return self.labels[option] if self.labels else str(option + 1)

    def key(self, option: int) -> Hashable:
        """The value that names the option; its label if it was given none."""
        return self.keys[option] if self.keys else self.label(option)

    def held(self, option: int) -> tuple[Hashable, ...]:
        """What the option covers, as it was given: values for items given as values, names for others."""
        return tuple(self.things[i] if self.things else self.items[i].name for i in self.options[option])

    def entries(self, option: int) -> list[str]:
        """The option as its items are written: names, with ``:colour`` where it gives one."""
        names = [self.items[i].name for i in self.options[option]]
        if not self.colours:
            return names
        return [f"{name}:{c}" if c else name for name, c in zip(names, self.colours[option], strict=True)]

    def verify(self, solution: Iterable[Hashable]) -> bool:
        """Whether these options, in any order, cover every item as often as it asks, in one colour each.

        They are named as `solution` names them: by their keys, or by their labels.  Where no key is a number, 0-based
        option numbers will do too.  Raises ProblemError for a name that stands for several options.

        >>> problem = ExactCover({1: "a", 0: "b", 2: "a"})
        >>> problem.verify((2, 0)), problem.verify(problem.solution()), problem.solved_by((0, 1))
        (True, True, True)
        """
        named = several(solution, "a solution")
        numbers = getattr(solution, "options", ())
        if len(numbers) != len(named) or not all(
            o < len(self.options) and self.key(o) == name for o, name in zip(numbers, named, strict=True)
        ):
            numbers = [self._number(name) for name in named]
        return self.solved_by(numbers)

    def _number(self, name: Hashable) -> int:
        """The option that is named so; -1 for none."""
        try:
            found = self._named.get(name)
        except TypeError:  # it cannot be hashed, so it is no key
            return -1
        if found is not None and len(found) > 1:
            raise ProblemError(f"{shown(name)} names {len(found)} options; `solved_by` takes their numbers")
        if found is None and isinstance(name, SupportsIndex) and not any(isinstance(key, Number) for key in self.keys):
            return max(-1, operator.index(name))
        return found[0] if found else -1

    @cached_property
    def _named(self) -> dict[Hashable, list[int]]:
        named: dict[Hashable, list[int]] = {}
        for option in range(len(self.options)):
            named.setdefault(self.key(option), []).append(option)
        return named

    def solved_by(self, solution: Sequence[int]) -> bool:
        """The same for options by their 0-based numbers, as searches have them."""
        chosen = set(solution)
        if len(chosen) != len(solution) or not all(0 <= o < len(self.options) for o in solution):
            return False
        covered = [0] * len(self.items)
        colour_of: dict[int, str] = {}
        for o in solution:
            option = self.options[o]
            if not any(i < self.primary for i in option):
                return False
            for k, i in enumerate(option):
                covered[i] += 1
                if i >= self.primary and covered[i] > 1:
                    colour = self.colours[o][k] if self.colours else ""
                    if not colour or colour != colour_of[i]:
                        return False
                elif i >= self.primary:
                    colour_of[i] = self.colours[o][k] if self.colours else ""
        return all(item.least <= covered[i] <= item.most for i, item in enumerate(self.items) if not item.secondary)

    def incidence(self) -> Incidence:
        """The numeric form for the kernels.  Idle options are left empty there, keeping their number."""
        from core.kernels.incidence import Incidence

        idle = set(self.idle_options)
        rows = [() if o in idle else option for o, option in enumerate(self.options)]
        return Incidence.from_options(self.primary, self.secondary, rows)

    @cached_property
    def colour_names(self) -> tuple[str, ...]:
        """All colours in the order in which options name them (idle ones aside), none (an empty string) first."""
        idle = set(self.idle_options)
        named = (colours for number, colours in enumerate(self.colours) if number not in idle)
        return tuple(dict.fromkeys(chain([""], *named)))

    def colour_numbers(self) -> list[int]:
        """The colour of every entry of `incidence`, in its order, as its number in `colour_names`: 0 for none."""
        if not self.colours:
            return [0] * sum(self.sizes)
        codes = {colour: number for number, colour in enumerate(self.colour_names)}
        idle = set(self.idle_options)
        return [codes[c] for number, colours in enumerate(self.colours) if number not in idle for c in colours]

    def __hash__(self) -> int:
        # Of a part only: hashing a large problem whole takes as long as a search, and each part of a count asks for it.
        ends = (each for name in (self.options, self.labels, self.keys) for each in (name[:2], name[-2:]))
        return hash((len(self.items), len(self.options), *ends))

    @cached_property
    def identity(self) -> str:
        """A digest of its whole value, which is too long to be written down (see `core.search.identity`)."""
        digest = hashlib.sha256(repr((self.items, self.options, self.colours)).encode())
        return f"ExactCover(sha256={digest.hexdigest()!r})"

    def __repr__(self) -> str:
        return f"<ExactCover: {self}>"

    def __str__(self) -> str:
        return (
            self.title or f"exact cover of {counted(len(self.items), 'item')} by {counted(len(self.options), 'option')}"
        )


def _numbered(sets: Mapping[Any, Iterable[Hashable]]) -> tuple[tuple[Hashable, ...], list[tuple[int, ...]]]:
    """What is covered, in the order in which it is first named, and the options as numbers of that."""
    numbers: dict[Hashable, int] = {}
    options = []
    for name, held in sets.items():
        if not isinstance(held, Iterable):
            raise ProblemError(f"option {str(name)!r}: expected the items that it covers, not {shown(held)}")
        try:
            options.append(tuple(numbers.setdefault(each, len(numbers)) for each in fixed_order(held)))
        except TypeError as error:
            raise ProblemError(f"option {str(name)!r}: an item must be hashable, such as a tuple ({error})") from None
    return tuple(numbers), options


def _members(values: Any, what: str) -> tuple[Any, ...]:
    """What is given as items or options, a text being its characters."""
    return tuple(values) if isinstance(values, str) else several(values, what)


def _lists(rows: Iterable[Iterable[Any]], what: str) -> tuple[tuple[Any, ...], ...]:
    if isinstance(rows, tuple) and set(map(type, rows)) <= {tuple}:
        return rows  # nearly always
    return tuple(several(row, f"{what}, number {number}") for number, row in enumerate(several(rows, what), 1))


def _checked(item: Item) -> Item:
    name = text(item.name, "the name of an item")
    least, most = (whole(n, f"item {name!r}: a multiplicity", 0, LARGEST_MULTIPLICITY) for n in (item.least, item.most))
    return Item(name, flag(item.secondary, f"item {name!r}: secondary"), least, most)


def _labels(keys: Iterable[Hashable]) -> tuple[str, ...]:
    return tuple(_clean(text_of(key)) or "_" for key in keys)


def _clean(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
