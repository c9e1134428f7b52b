"""Exact cover as a value: items to be covered, options that cover them.

Terms are Knuth's (The Art of Computer Programming 4B, §7.2.2.1; in the seed
literature an item is a column, or an element of the set, and an option is a
row, or a subset):

- a *primary* item must be covered exactly once, or, with a multiplicity
  ``least:most``, that many times (MCC);
- a *secondary* item may be covered at most once, or any number of times by
  options that give it the same *colour* (XCC);
- an *option* is a set of items, at a *cost* (DLX5); a solution is a set of options.
"""

from __future__ import annotations

import hashlib
import operator
from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, compress, pairwise
from numbers import Number
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex, cast, overload

from core._catalog import named
from core._checks import flag, instance, several, shown, text, whole, wholes
from core._search import ProblemError
from core._solving import Solvable
from core._words import counted
from core.exact_cover._names import good_names, letters, name_error, names_for, text_of
from core.exact_cover._option import Gathering, Option, Options

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core._kernels.incidence import Incidence
    from core._search import Snapshot
    from core.exact_cover._answer import Cover
    from core.exact_cover._diagram.cover_diagram import CoverDiagram
    from core.exact_cover._symmetry.symmetries import Symmetries

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

    `from_options` also takes secondary items, colours, multiplicities and costs.
    ``options[o]`` is an `Option`, made on demand; as a sequence it is the item numbers in the order written.
    ``options`` may be given as such values, or as item numbers alone, with ``colours`` for those of each option (an
    empty string for none), ``labels`` and ``costs``.  Items are ordered primary first.
    ``things`` and ``keys`` are the values that items and options stand for if
    these are not just names; a problem made from another has names only.
    Options, items and what they hold may be given as sets: their order is then
    the same in every process.  Two problems are equal if they have the same
    items and options, and their options the same colours, costs and names.

    What a search finds is a tuple of 0-based option numbers, each at most once, in any
    order.  An option without a primary item is never part of one (Knuth drops
    such options; here they keep their number, see `idle_options`).

    Raises ProblemError for names that are empty, not printable or used twice, for an item number out of range or
    twice in one option, for a coloured primary item, for impossible multiplicities and for costs that are not
    whole numbers.  It names an option as the caller did: by its key or label, or by its number from 1 if it has
    none.
    """

    items: tuple[Item, ...]
    options: Options
    title: str = field(default="", compare=False)
    origin: str = field(default="", compare=False)
    """Where the problem comes from: a book, a paper, a file."""
    things: tuple[Hashable, ...] = field(default=(), init=False, compare=False)
    keys: tuple[Hashable, ...] = field(default=(), init=False)

    kind = "cover"
    kept_form = 2  # options with costs; 1 had none

    def __init__(
        self,
        items: Sequence[Item] | Mapping[Any, Iterable[Hashable]],
        options: Iterable[Iterable[int]] = (),
        colours: Iterable[Iterable[str]] = (),
        labels: Iterable[str] = (),
        title: str = "",
        origin: str = "",
        *,
        costs: Iterable[int] = (),
    ) -> None:
        if isinstance(items, Mapping):
            if any(several(given, "options and labels") for given in (options, colours, labels, costs)):
                raise ProblemError("a mapping of named options already says everything; leave out options and labels")
            made = self.from_options(items, title=title, origin=origin)
            self.__dict__.update(made.__dict__)
            return
        if not isinstance(items, Iterable) or not all(isinstance(item, Item) for item in items):
            raise ProblemError(
                "expected named options such as {'A': [1, 4], 'B': [2, 3]}, or items as core.Item; "
                "ExactCover.from_options takes options without names"
            )
        for name, value in (
            ("items", tuple(items)), ("title", _clean(text(title, "title"))),
            ("origin", _clean(text(origin, "origin"))),
        ):  # fmt: skip
            object.__setattr__(self, name, value)
        self._check_items()
        labels, costs = _labelled(labels), several(costs, "costs")
        object.__setattr__(self, "options", self._gathered(options, several(colours, "colours"), labels, costs))
        self._check_options()

    def _gathered(
        self, options: Any, colours: tuple[Any, ...], labels: tuple[str, ...], costs: tuple[Any, ...]
    ) -> Options:
        """The options as arrays, with colours, labels and costs that were given apart from them."""
        if isinstance(options, Options):
            if not colours and not costs:
                _as_many(labels, "label", options)
                return replace(options, names=labels) if labels else options
            labels, costs = labels or options.names, costs or tuple(options.costs)
            options = options.rows() if colours else options
        gathering = Gathering(named=labels, told=self._name)
        gathering.add(several(options, "options"), colours)
        for given, what in ((colours, "list of colours"), (labels, "label"), (costs, "cost")):
            _as_many(given, what, gathering)
        if costs:
            gathering.charge(costs)
        return gathering.options(labels)

    @classmethod
    def trusted(
        cls, items: tuple[Item, ...], options: Options, things: tuple[Hashable, ...] = (),
        keys: tuple[Hashable, ...] = (), title: str = "", origin: str = "",
    ) -> Self:  # fmt: skip
        """The problem of parts known to be right; nothing is checked again."""
        problem = cls.__new__(cls)
        # Keys that equal the labels add nothing, and no file could tell them apart.
        keys = () if keys == options.names else keys
        problem.__dict__.update(items=items, options=options, title=title, origin=origin, things=things, keys=keys)
        return problem

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
        options, size = self.options, len(self.items)
        if options.items and not 0 <= min(options.items) <= max(options.items) < size:
            wrong = next(o for o, row in enumerate(options.rows()) if row and not 0 <= min(row) <= max(row) < size)
            raise ProblemError(f"{self.said(wrong)} holds an item number outside 0 to {size - 1}")
        if self.secondary < size and min(compress(options.items, options.shades), default=size) < self.primary:
            for o, option in enumerate(options):
                for item, colour in option.coloured:
                    if colour and item < self.primary:
                        raise ProblemError(f"{self.said(o)} gives the primary item {self._name(item)} a colour")
        for colour in filter(name_error, options.palette[1:]):
            o, option = next((o, option) for o, option in enumerate(options) if colour in option.colours)
            item = option.items[option.colours.index(colour)]
            raise ProblemError(f"{self.said(o)}: the colour of {self._name(item)}: {name_error(colour)}")

    def _name(self, item: Any) -> str:
        return repr(self.items[item].name) if 0 <= item < len(self.items) else f"item number {item}"

    def said(self, option: int) -> str:
        """The option as errors name it."""
        return f"option {shown(self.key(option))}" if self.options.names else f"option {option + 1}"

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
        return cls.from_options(sets, items=universe, title=title, origin=origin)

    @overload
    @classmethod
    def from_options(
        cls, options: Iterable[Any] | Mapping[Any, Any], /, *,
        items: Iterable[Hashable] | None = None, secondary: Iterable[Hashable] = (),
        colours: Mapping[Any, Any] | Iterable[Any] = (), multiplicities: Mapping[Any, Any] | None = None,
        costs: Mapping[Any, int] | Iterable[int] = (), labels: Iterable[str] = (), keys: Iterable[Hashable] = (),
        title: str = "", origin: str = "",
    ) -> ExactCover: ...  # fmt: skip
    @overload
    @classmethod
    def from_options(
        cls, primary: Iterable[Hashable], options: Iterable[Any], /, secondary: Iterable[Hashable] = (), *,
        colours: Mapping[Any, Any] | Iterable[Any] = (), multiplicities: Mapping[Any, Any] | None = None,
        costs: Mapping[Any, int] | Iterable[int] = (), labels: Iterable[str] = (), keys: Iterable[Hashable] = (),
        title: str = "", origin: str = "",
    ) -> ExactCover: ...  # fmt: skip
    @classmethod
    def from_options(
        cls,
        options: Any,
        /,
        *more: Any,
        items: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
        colours: Mapping[Any, Any] | Iterable[Any] = (),
        multiplicities: Mapping[Any, Any] | None = None,
        costs: Mapping[Any, int] | Iterable[int] = (),
        labels: Iterable[str] = (),
        keys: Iterable[Hashable] = (),
        title: str = "",
        origin: str = "",
    ) -> ExactCover:
        """Options as what they hold; an item is any hashable value.

        ``options`` are several, or a mapping from what names each.  One is the items it holds, a mapping from these
        to their colours (None for none), or an `Option`.

        >>> problem = ExactCover.from_options(
        ...     {"A": ["p", "x"], "B": ["q", "x"], "C": {"q": None, "x": "blue"}},
        ...     secondary=["x"], colours={"A": {"x": "red"}, "B": {"x": "red"}}, costs={"A": 5, "B": 2},
        ... )
        >>> list(problem.solutions())
        [('A', 'B')]

        ``items`` are the primary items in their order; without it, all that is held and not ``secondary``.
        ``colours`` and ``costs`` have an entry for each option in turn, or for some by what names them, and
        ``multiplicities`` for some primary items: how often, or (at least, at most).  ``keys`` are values that name
        options without a mapping, ``labels`` are texts for them.

        The items may also be given first: ``from_options(primary, options, secondary)``.
        Raises ProblemError, naming the option, for an unknown item and for an item held twice.
        """
        if len(more) > 2 or (more and items is not None):
            raise ProblemError(
                "from_options takes options and items=…, or the primary items, the options, and secondary"
            )
        if more:
            items, options, secondary = options, more[0], more[1] if len(more) > 1 else secondary
        if isinstance(options, Mapping):
            keys, options = tuple(options), options.values()
        keys, labels = several(keys, "keys"), _labelled(labels)
        first, second = (_members(given, what) for given, what in ((items or (), "primary"), (secondary, "secondary")))
        numbers = _numbered((*first, *second) if items is not None else second)
        named = keys or labels
        gathering = Gathering(numbers, growing=items is None, named=named)
        rows = _members(options, "options")
        _as_many(keys, "key", rows)
        _as_many(labels, "label", rows)
        if (given := _by_option(colours, named, len(rows), "colours")) is not None:
            rows = _with_colours(rows, given, gathering.said)
        gathering.add(rows)
        if (given := _by_option(costs, named, len(rows), "costs")) is not None:
            gathering.charge(0 if cost is None else cost for cost in given)
        made = gathering.options(labels or _labels(keys))
        if items is None:
            made = _primary_first(made, len(second), len(numbers))
            first = tuple(numbers)[len(second) :]
        things = (*first, *second)
        held = _multiplied(
            [Item(name, secondary=i >= len(first)) for i, name in enumerate(names_for(things))],
            {thing: i for i, thing in enumerate(first)}, multiplicities or {},
        )  # fmt: skip
        checked = cls(held, made, title=title, origin=origin)
        return cls.trusted(checked.items, made, things, keys, checked.title, checked.origin)

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
        options = [tuple(compress(range(width), row)) for row in rows]
        return cls(items, options, labels=several(labels, "labels"), title=title, origin=origin)

    def remade(
        self, options: Iterable[Option[int]], items: tuple[Item, ...] | None = None, title: str | None = None
    ) -> ExactCover:
        """A copy with these options, and perhaps other items or another title.  Raises what the class does."""
        items, title = self.items if items is None else items, self.title if title is None else title
        return ExactCover(items, options, title=title, origin=self.origin)

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
        return bool(self.options.shades)

    @property
    def costly(self) -> bool:
        """Whether some option has a cost."""
        return bool(self.options.costs)

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of each option; empty if they have none."""
        return self.options.names

    @cached_property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        """The colour of each item of each option, an empty string for none; empty if there are no colours."""
        return tuple(option.colours or ("",) * len(option) for option in self.options) if self.coloured else ()

    @cached_property
    def multiple(self) -> bool:
        """Whether some item asks for anything but exactly one option (MCC)."""
        return not all(item.plain for item in self.items)

    @cached_property
    def _primary_held(self) -> Sequence[int]:
        """How many primary items each option holds."""
        if not self.secondary:
            return tuple(self.options.lengths)
        signs = bytes(map(self.primary.__gt__, self.options.items))
        return tuple(signs.count(1, start, end) for start, end in pairwise(self.options.starts))

    @cached_property
    def idle_options(self) -> tuple[int, ...]:
        """Options without a primary item: part of no solution."""
        held = self._primary_held
        return tuple(o for o, many in enumerate(held) if not many) if 0 in held else ()

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Item number by name."""
        return {item.name: number for number, item in enumerate(self.items)}

    @cached_property
    def longest_solution(self) -> int:
        """No solution has more options than this: all coverings allowed, over the fewest that an option gives."""
        fewest = min(filter(None, self._primary_held), default=1)
        return min(sum(item.most for item in self.items[: self.primary]) // fewest, len(self.options))

    @cached_property
    def deepest(self) -> int:
        """No path of choices is longer: each takes an option or, with multiplicities, closes an item without one."""
        return self.longest_solution + (self.primary if self.multiple else 0)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of options of each item, idle options left out."""
        sizes = Counter(self.options.items)
        for option in self.idle_options:
            sizes.subtract(self.options[option])
        return tuple(map(sizes.__getitem__, range(len(self.items))))

    def label(self, option: int) -> str:
        """The option's name, or its 1-based number."""
        option = self._option(option)
        return self.labels[option] if self.labels else str(option + 1)

    def key(self, option: int) -> Hashable:
        """The value that names the option; its label if it was given none."""
        return self.keys[self._option(option)] if self.keys else self.label(option)

    def held(self, option: int) -> tuple[Hashable, ...]:
        """What the option covers, as given: values for items given as values, names for others."""
        return tuple(self.things[i] if self.things else self.items[i].name for i in self.options[self._option(option)])

    def _option(self, number: int) -> int:
        return whole(number, "an option's number", 0, len(self.options) - 1)

    def entries(self, option: int) -> list[str]:
        """The option as written: the names of its items, with ``:colour`` where it gives one."""
        held = self.options[self._option(option)]
        return [f"{self.items[i].name}:{c}" if c else self.items[i].name for i, c in held.coloured]

    def cost(self, solution: Iterable[int]) -> int:
        """What these options, by their 0-based numbers, cost together."""
        costs = self.options.costs
        return sum(costs[self._option(o)] for o in solution) if costs else 0

    def verify(self, solution: Iterable[Hashable]) -> bool:
        """Whether these options, in any order, cover every item as often as it asks, in one colour each.

        They are named as `solution` names them: by their keys, or by their labels.  If no key is a number, 0-based
        option numbers will do too.  Raises ProblemError for a name that several options have.

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
        """The number of the option with this name; -1 for none."""
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
        """Whether options, by 0-based number as in searches, solve it.  Raises ProblemError for anything but whole
        numbers.
        """
        solution = wholes(solution, "an option's number")
        chosen = set(solution)
        if len(chosen) != len(solution) or not all(0 <= o < len(self.options) for o in solution):
            return False
        covered = [0] * len(self.items)
        colour_of: dict[int, str] = {}
        for o in solution:
            option = self.options[o]
            if not any(i < self.primary for i in option):
                return False
            for i, colour in option.coloured:
                covered[i] += 1
                if i >= self.primary and covered[i] > 1:
                    if not colour or colour != colour_of[i]:
                        return False
                elif i >= self.primary:
                    colour_of[i] = colour
        return all(item.least <= covered[i] <= item.most for i, item in enumerate(self.items) if not item.secondary)

    def symmetries(self) -> Symmetries:
        """The permutations of items and options that leave the problem as it is, whatever these stand for.

        >>> ExactCover({"A": [1, 4], "B": [2, 3], "C": [1, 2], "D": [3, 4]}).symmetries().order
        8
        """
        found: Symmetries = named("core.exact_cover._symmetry.symmetries:symmetries_of")(self)
        return found

    def count_classes(self, algorithm: str | None = None, **parameters: Any) -> int:
        """How many solutions there are up to `symmetries`: symmetric ones count as one.

        No solution is listed if the symmetries are few, each item is covered once at most, and no cost is a limit.

        >>> ExactCover({"A": [1, 4], "B": [2, 3], "C": [1, 2], "D": [3, 4]}).count_classes()
        1
        """
        classes: int = named("core.exact_cover._symmetry.burnside:classes_of")(self, algorithm, parameters)
        return classes

    def diagram(
        self,
        *,
        memory: int = 512,
        seconds: float | None = None,
        progress: Callable[[Snapshot], object] | None = None,
        order: str = "auto",
    ) -> CoverDiagram:
        """All solutions as one diagram, to be counted, listed, sampled, weighed (`CoverDiagram`).

        If it does not fit into ``memory`` (MiB), or takes longer than ``seconds``, it has the solutions found so far
        and is not `complete`.  ``progress`` is called as by `core.count`.  Raises CannotSolve for a problem that is too
        large to begin with.

        >>> problem = ExactCover({"A": [1, 4], "B": [2, 3], "C": [1, 2], "D": [3, 4]})
        >>> problem.diagram().count, list(problem.diagram().forbid("A"))
        (2, [('C', 'D')])
        """
        diagram: CoverDiagram = named("core.exact_cover._diagram.search:built")(
            self, memory=memory, seconds=seconds, progress=progress, order=order
        )
        return diagram

    def sample(self, n: int = 1, seed: int | None = None, **how: Any) -> list[Cover]:
        """Draw ``n`` solutions at random, each equally likely; the same ``seed`` gives the same solutions.

        They are drawn from the `diagram`, which takes the arguments ``how``.  Raises CannotSolve if there is no
        solution, or the diagram does not fit: part of the solutions would be no fair sample.
        """
        return self.diagram(**how).sample(n, seed)

    def incidence(self) -> Incidence:
        """The numeric form for the kernels.  Idle options are empty there, and keep their numbers."""
        import numpy as np

        from core._kernels.incidence import Incidence

        starts: NDArray[np.int64] = np.frombuffer(self.options.starts, dtype=np.int64)
        items = np.frombuffer(self.options.items, dtype=np.int32) if self.options.items else np.zeros(0, np.int32)
        if self.idle_options:
            lengths = np.diff(starts)
            live = self._live_options(len(lengths))
            items = np.compress(np.repeat(live, lengths), items)
            starts = np.concatenate([[0], np.cumsum(np.where(live, lengths, 0))])
        return Incidence(self.primary, self.secondary, starts, items)

    def _live_options(self, count: int) -> NDArray[Any]:
        import numpy as np

        live = np.ones(count, dtype=np.bool_)
        live[list(self.idle_options)] = False
        return live

    @cached_property
    def colour_names(self) -> tuple[str, ...]:
        """All colours in the order in which options name them (idle ones aside), none (an empty string) first."""
        if not self.coloured or not self.idle_options:
            return self.options.palette
        idle = set(self.idle_options)
        named = (option.colours for number, option in enumerate(self.options) if number not in idle)
        return tuple(dict.fromkeys(chain([""], *named)))

    def colour_numbers(self) -> NDArray[Any]:
        """The colour of every entry of `incidence`, in its order, as its number in `colour_names`: 0 for none."""
        import numpy as np

        if not self.coloured:
            return np.zeros(sum(self.sizes), dtype=np.int64)
        shades = np.frombuffer(self.options.shades, dtype=np.int32)
        starts: NDArray[np.int64] = np.frombuffer(self.options.starts, dtype=np.int64)
        if self.idle_options:
            lengths = np.diff(starts)
            codes = {colour: number for number, colour in enumerate(self.colour_names)}
            table = np.array([codes.get(colour, 0) for colour in self.options.palette])
            shades = table[shades[np.repeat(self._live_options(len(lengths)), lengths)]]
        return shades.astype(np.int64)

    def __hash__(self) -> int:
        return hash((len(self.items), self.options, self.keys[:2], self.keys[-2:]))

    @cached_property
    def identity(self) -> str:
        """A digest of its whole value, which is too long to write down."""
        digest = hashlib.sha256(repr(self.items).encode())
        for part in self.options.digest_parts():
            digest.update(part)
        return f"ExactCover(sha256={digest.hexdigest()!r})"

    def __repr__(self) -> str:
        return f"<ExactCover: {self}>"

    def __str__(self) -> str:
        return (
            self.title or f"exact cover of {counted(len(self.items), 'item')} by {counted(len(self.options), 'option')}"
        )


def _members(values: Any, what: str) -> tuple[Any, ...]:
    """The members of items or options given; a text has its characters."""
    return tuple(values) if isinstance(values, str) else several(values, what)


def _numbered(things: Sequence[Hashable]) -> dict[Hashable, int]:
    try:
        numbers = {thing: i for i, thing in enumerate(things)}
    except TypeError as error:
        raise ProblemError(f"an item must be hashable, such as a tuple ({error})") from None
    if len(numbers) < len(things):
        twice = next(thing for i, thing in enumerate(things) if numbers[thing] != i)
        raise ProblemError(f"item {str(twice)!r} appears twice")
    return numbers


def _by_option(given: Any, named: Sequence[Hashable], count: int, what: str) -> Sequence[Any] | None:
    """An entry for each option, None for one without: ``given`` has them in turn, or by what names the option.

    None if nothing is given.
    """
    if not isinstance(given, Mapping):
        entries = several(given, what)
        if not entries:
            return None
        if len(entries) != count:
            raise ProblemError(f"{what}: expected an entry for each of {counted(count, 'option')}, not {len(entries)}")
        return entries
    places = {name: number for number, name in enumerate(named or range(1, count + 1))}
    out: list[Any] = [None] * count
    for name, value in given.items():
        if name not in places:
            raise ProblemError(f"{what}: there is no option {shown(name)}")
        out[places[name]] = value
    return out


def _with_colours(rows: Sequence[Any], colours: Sequence[Any], said: Callable[[int], str]) -> tuple[Any, ...]:
    """The options as values, with the colours that were given apart from them."""
    out = []
    for number, (row, given) in enumerate(zip(rows, colours, strict=True)):
        try:
            if given and isinstance(row, Option):
                row = Option(row.items, given, row.cost, row.name)
            elif given:
                row = Option(_members(row, said(number)), given)
        except ProblemError as error:
            raise ProblemError(f"{said(number)}: {error}") from None
        out.append(row)
    return tuple(out)


def _primary_first(options: Options, secondary: int, size: int) -> Options:
    """The options renumbered, so that the secondary items, which came first, follow all others."""
    if not secondary:
        return options
    numbers = [*range(size - secondary, size), *range(size - secondary)]
    return replace(options, items=array("i", map(numbers.__getitem__, options.items)))


def _multiplied(items: list[Item], numbers: Mapping[Any, int], multiplicities: Mapping[Any, Any]) -> list[Item]:
    """The items with these multiplicities: how often, or at least and at most."""
    for thing, many in instance(multiplicities, Mapping, "multiplicities", "a mapping such as {'A': (0, 2)}").items():
        if thing not in numbers:
            raise ProblemError(f"multiplicities: {shown(thing)} is not a primary item")
        least, most = many if isinstance(many, tuple | list) and len(many) == 2 else (many, many)
        items[numbers[thing]] = items[numbers[thing]]._replace(least=least, most=most)
    return items


def _as_many(given: Sequence[Any], what: str, options: Sized) -> None:
    if len(given) not in (0, len(options)):
        raise ProblemError(f"{counted(len(given), what)} for {counted(len(options), 'option')}")


def _labelled(labels: Iterable[str]) -> tuple[str, ...]:
    made = several(labels, "labels")
    if set(map(type, made)) <= {str} and all(made) and all(map(str.isprintable, made)):
        return made
    if any(not text(label, "a label") or not label.isprintable() for label in made):
        raise ProblemError("a label of an option is empty or has characters that cannot be printed")
    return made


def _checked(item: Item) -> Item:
    name = text(item.name, "the name of an item")
    least, most = (whole(n, f"item {name!r}: a multiplicity", 0, LARGEST_MULTIPLICITY) for n in (item.least, item.most))
    return Item(name, flag(item.secondary, f"item {name!r}: secondary"), least, most)


def _labels(keys: tuple[Hashable, ...]) -> tuple[str, ...]:
    if set(map(type, keys)) <= {str} and all(keys):
        together = "".join(map(str, keys))
        if together.isprintable() and " " not in together:
            return cast("tuple[str, ...]", keys)  # nearly always
    return tuple(_clean(text_of(key)) or "_" for key in keys)


def _clean(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
