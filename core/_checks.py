"""Checks of arguments, the same for every public function.

Each function takes a value and its name, and returns the value in the form used from then on, or raises a
ProblemError that says what was expected.  Whole numbers may be NumPy's; ``True`` and ``8.0`` do not count as
whole.

    >>> whole(8, "N", 1)
    8
    >>> whole(True, "N", 1)
    Traceback (most recent call last):
    core.errors.ProblemError: N must be a whole number, 1 or more, not True
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Set
from typing import Any, SupportsFloat, SupportsIndex, TypeVar

from core._words import grouped
from core.errors import ProblemError

T = TypeVar("T")
LONGEST = 60
"""The number of characters shown of a wrong value."""


def whole(number: object, what: str, least: int | None = None, most: int | None = None) -> int:
    """``number`` as an int, if it is a whole number in range."""
    if type(number) is int:
        value: int | None = number
    else:
        try:
            value = operator.index(number) if isinstance(number, SupportsIndex) and not _is_bool(number) else None
        except TypeError:  # an array of several numbers
            value = None
    if value is None or (least is not None and value < least) or (most is not None and value > most):
        range_ = "" if least is None else f", {grouped(least)} or more"
        range_ = range_ if least is None or most is None else f" from {grouped(least)} to {grouped(most)}"
        raise ProblemError(f"{what} must be a whole number{range_}, not {shown(number)}")
    return value


def wholes(numbers: Any, what: str, least: int | None = None, most: int | None = None) -> tuple[int, ...]:
    """``numbers`` as a tuple of ints, if each is a whole number in range; ``what`` names one of them."""
    if type(numbers) is not tuple or not set(map(type, numbers)) <= {int}:
        return tuple(whole(number, what, least, most) for number in several(numbers, what))
    if numbers and ((least is not None and min(numbers) < least) or (most is not None and max(numbers) > most)):
        for number in numbers:
            whole(number, what, least, most)
    return numbers


def real(
    number: object, what: str, *, above: float = -math.inf, least: float = -math.inf, most: float = math.inf
) -> float:
    """``number`` as a float, if it is a number within these limits; infinity counts as a number."""
    try:
        value = float(number) if isinstance(number, (float, int, SupportsFloat)) else math.nan
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if _is_bool(number) or not (above < value and least <= value <= most):
        first = f" above {_figure(above)}" if math.isfinite(above) else ""
        first = f" from {_figure(least)}" if math.isfinite(least) else first
        until = f"{' and up to' if math.isfinite(above) else ' to'} {_figure(most)}" if math.isfinite(most) else ""
        raise ProblemError(f"{what} must be a number{first}{until}, not {shown(number)}")
    return number if isinstance(number, int) else value


def flag(value: object, what: str) -> bool:
    """``value`` as a bool, if it is one (or NumPy's)."""
    if not _is_bool(value):
        raise ProblemError(f"{what} must be True or False, not {shown(value)}")
    return bool(value)


def text(value: object, what: str) -> str:
    """``value``, if it is a string."""
    if not isinstance(value, str):
        raise ProblemError(f"{what} must be a text, not {shown(value)}")
    return value


def instance(value: T, kind: type[Any] | tuple[type[Any], ...], what: str, expected: str) -> T:
    """``value``, if it is an instance of ``kind`` (a class, or several); ``expected`` says that in words."""
    if not isinstance(value, kind):
        raise ProblemError(f"{what} must be {expected}, not {shown(value)}")
    return value


def several(values: Any, what: str) -> tuple[Any, ...]:
    """``values`` as a tuple, if they are an iterable but not a string; those of a set in `fixed_order`."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise ProblemError(f"{what}: expected a list, not {shown(values)}")
    return tuple(fixed_order(values))


def fixed_order(values: Iterable[T]) -> Iterable[T]:
    """``values`` as they are, or for a set in an order that is the same in every process."""
    return sorted(values, key=_rank) if isinstance(values, set | frozenset) else values


def shown(value: object) -> str:
    """A value as an error shows it: its ``repr``, cut if it is long."""
    said = repr(value)
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"


def _figure(limit: float) -> str:
    return grouped(int(limit)) if limit == int(limit) else f"{limit:g}"


def _is_bool(value: object) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")  # NumPy's; NumPy is not imported here


def _rank(thing: Any) -> tuple[Any, ...]:
    """A key by which things of any kind can be sorted, independent of hashes."""
    if isinstance(thing, int | float):
        return 0, thing
    if isinstance(thing, str):
        return 1, thing
    if isinstance(thing, tuple):
        return 2, tuple(map(_rank, thing))
    if isinstance(thing, Set):
        return 3, sorted(map(_rank, thing))
    return 4, type(thing).__qualname__, repr(thing)
