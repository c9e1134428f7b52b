"""The rules of a problem as subjects and options, and what is left of it after a row of choices.

This is exact cover with colours and multiplicities, in slow, plain code, so that it can explain
every kernel and depends on none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core.explain._reason import IMAGES, Inference, NamedOption, RuledOut, Subject

LIVE = -1


def _bit(level: int) -> int:
    """A choice as a set of choices, in bits; the empty set for what was given."""
    return 1 << level if level else 0


@dataclass(frozen=True, slots=True)
class Made:
    """A choice as the search made it, in numbers of the model."""

    subject: int
    """The subject that it serves; -1 for none."""
    option: int
    """The option taken; -1 if the subject is left as it is."""
    number: int
    degree: int
    ways: tuple[int, ...] | None = None
    """All ways in the order tried, if that is not the order of the options."""
    tried: tuple[int, ...] | None = None
    """The options tried before this one, if only these are known."""
    refused: bool = False
    """Whether the search continues without the option: the second half of a choice between it and all others."""
    either: bool = False
    """Whether the choice was between this option and all others."""
    preset: bool = False
    """Whether it was made before the search began."""


@dataclass(frozen=True)
class Model:
    """A problem.  Options are numbered from 0 here; ``numbers`` has the problem's own numbers."""

    subjects: tuple[Subject, ...]
    incidence: Incidence
    numbers: NDArray[np.int64]
    name: Callable[[int], str]
    """The name of an option, by the problem's own number."""
    colours: NDArray[np.int64] | None = None
    """The colour of every entry of the incidence; 0 for none."""
    least: NDArray[np.int64] | None = None
    most: NDArray[np.int64] | None = None
    """How often each primary subject must be served; None for once."""
    given: tuple[int, ...] = ()
    """Options taken before the search begins."""
    idle: tuple[int, ...] = ()
    """Options that can never be taken."""
    rules: Callable[[Standing], None] | None = None
    """A function that draws the same conclusions as the search draws at every node."""

    def __post_init__(self) -> None:
        inc = self.incidence
        option_of = np.repeat(np.arange(inc.options), np.diff(inc.starts))
        by_item = np.argsort(inc.items, kind="stable")
        ends = np.cumsum(np.bincount(inc.items, minlength=len(self.subjects)))
        object.__setattr__(self, "_options", np.split(option_of[by_item], ends[:-1]))
        object.__setattr__(self, "_entries", np.split(by_item, ends[:-1]))

    _options: list[NDArray[np.int64]] = field(init=False, default_factory=list)
    _entries: list[NDArray[np.int64]] = field(init=False, default_factory=list)

    @property
    def primary(self) -> int:
        """The number of subjects that must be served; they come first."""
        return self.incidence.primary

    def options_of(self, subject: int) -> NDArray[np.int64]:
        """The options that serve a subject, ascending."""
        return self._options[subject]

    def entries_of(self, subject: int) -> NDArray[np.int64]:
        """The positions of a subject's options in the incidence."""
        return self._entries[subject]

    def subjects_of(self, option: int) -> list[int]:
        """The subjects of an option, in its own order."""
        starts = self.incidence.starts
        found: list[int] = self.incidence.items[starts[option] : starts[option + 1]].tolist()
        return found

    def colour(self, option: int, subject: int) -> int:
        """The colour that an option gives a subject, 0 for none."""
        if self.colours is None:
            return 0
        return int(self.colours[self.incidence.starts[option] + self.subjects_of(option).index(subject)])

    def most_of(self, subject: int) -> int:
        """The most options that may serve a primary subject."""
        return 1 if self.most is None else int(self.most[subject])

    def least_of(self, subject: int) -> int:
        """The fewest options that must serve a primary subject."""
        return 1 if self.least is None else int(self.least[subject])

    def option(self, option: int) -> NamedOption | None:
        """An option as a value; None for -1."""
        if option < 0:
            return None
        number = int(self.numbers[option])
        return NamedOption(number, self.name(number))


class Standing:
    """What is left of a model after some choices."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.gone: NDArray[np.int32] = np.full(model.incidence.options, LIVE, dtype=np.int32)
        """By option: the level of the choice that took it or ruled it out, or LIVE."""
        self.taken: dict[int, int] = {}
        """For each option taken, the level."""
        self.times = [0] * len(model.subjects)
        self.closed: set[int] = set()
        """Primary subjects that need no more options and may not have more."""
        self.settled: dict[int, tuple[int, int]] = {}
        """For each secondary subject with a colour, that colour and the level that gave it."""
        self.before: dict[int, int] = {}
        """For each option that is out because it was tried before, the level."""
        self.left: dict[int, int] = {}
        """For each subject left as it was, the level."""
        self.concluded: dict[int, tuple[int, int]] = {}
        """For each option taken without a choice, the subject that had no other option, and the level."""
        self.inferred: dict[int, tuple[Inference, int]] = {}
        """For each option that a rule ruled out, the rule and the subject it looked at."""
        self._followed_from: dict[int, int] = {}
        """For each option concluded or inferred, the choices from which that followed, as bits."""
        self.failed: int | None = None
        """A subject that no option can still serve, if a rule has found one."""
        self.options_of_failed: list[int] = []
        self.level = 0
        self.chosen: list[int] = []
        """For each choice, the number of the way it took, from 1."""
        self._served: dict[int, tuple[int, ...]] = {}
        """For each subject, the options taken that serve it, in order."""
        self.gone[list(model.idle)] = 0
        for option in model.given:
            self._take(option)
        self._draw_conclusions()

    def copy(self) -> Standing:
        """A copy, to make another choice from here."""
        other = Standing.__new__(Standing)
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, (dict, list, set, np.ndarray)) else value)
        return other

    def make(self, made: Made) -> tuple[tuple[int, ...], int]:
        """Make one more choice; returns all possible ways in order, and the position of this one among them."""
        ways, at = self._ways_of(made)
        self.level += 1
        self.chosen.append(made.number)
        if made.refused:
            self.gone[made.option] = self.before[made.option] = self.level
        elif made.option >= 0:
            self._take(made.option)
        elif made.subject >= 0:
            self.closed.add(made.subject)
            self.left[made.subject] = self.level
            self._rule_out(made.subject, None)
        if made.subject >= 0 and not self._once(made.subject):
            # If the subject may be served once more, options already tried would lead to the same sets again.
            for option in ways[:at]:
                if option >= 0 and self.gone[option] == LIVE:
                    self.gone[option] = self.before[option] = self.level
        self._draw_conclusions()
        return ways, at

    def conclude(self, option: int, subject: int) -> None:
        """Take an option because a subject has no other."""
        self.concluded[option] = (subject, self.level)
        self._followed_from[option] = self._all_of(self.model.options_of(subject).tolist())
        self._take(option)

    def infer(
        self, options: Sequence[int], inference: Inference, subject: int, because: Iterable[int] | None = None
    ) -> None:
        """Rule out options by a rule that looked at a subject (-1 for none: then all choices so far are the reason).

        The reason is those options in ``because`` that are gone; by default those of the subject.
        """
        if not options:
            return
        if subject < 0:
            source = (2 << self.level) - 2
        elif inference in IMAGES:
            source = _bit(self.level)
        else:
            source = self._all_of(self.model.options_of(subject).tolist() if because is None else because)
        for option in options:
            self.gone[option] = self.level
            self.inferred[option] = (inference, subject)
            self._followed_from[option] = source

    def fail(self, subject: int, options: list[int]) -> None:
        """Note that nothing can serve a subject, to which these options belong."""
        self.failed, self.options_of_failed = subject, options

    def _draw_conclusions(self) -> None:
        if self.model.rules is not None:
            self.model.rules(self)

    def ways(self, subject: int, degree: int) -> tuple[int, ...]:
        """The current ways to serve a subject, in the order of the options."""
        model = self.model
        options = model.options_of(subject)
        left = options[self.gone[options] == LIVE].tolist()
        return tuple(left if self._once(subject) else [*left, -1][:degree])

    def _ways_of(self, made: Made) -> tuple[tuple[int, ...], int]:
        if made.ways is not None:
            return made.ways, made.number - 1
        if made.subject < 0:
            return (made.option,), 0
        ways = self.ways(made.subject, made.degree)
        if made.tried is not None:
            rest = [way for way in ways if way not in made.tried and way != made.option]
            ways = (*made.tried, made.option, *rest)
            return ways[: made.degree], len(made.tried)
        return ways, made.number - 1

    def _once(self, subject: int) -> bool:
        return self.model.most_of(subject) == 1 == self.model.least_of(subject)

    def _take(self, option: int) -> None:
        model = self.model
        self.taken[option] = self.gone[option] = self.level
        for subject in model.subjects_of(option):
            self.times[subject] += 1
            self._served[subject] = (*self._served.get(subject, ()), option)
            colour = model.colour(option, subject)
            if subject < model.primary:
                if self.times[subject] >= model.most_of(subject):
                    self.closed.add(subject)
                    self._rule_out(subject, None)
            elif subject not in self.settled:
                self.settled[subject] = (colour, self.level)
                self._rule_out(subject, colour)

    def _rule_out(self, subject: int, colour: int | None) -> None:
        """Rule out the options of a subject, except those that give it the same ``colour``."""
        model = self.model
        options = model.options_of(subject)
        hit = self.gone[options] == LIVE
        if colour and model.colours is not None:
            hit &= model.colours[model.entries_of(subject)] != colour
        self.gone[options[hit]] = self.level

    # What can be asked

    def open(self) -> list[int]:
        """The primary subjects still to serve."""
        return [subject for subject in range(self.model.primary) if subject not in self.closed]

    def sizes(self) -> NDArray[np.int64]:
        """The number of options that each subject has left."""
        inc = self.model.incidence
        live = np.repeat(self.gone == LIVE, np.diff(inc.starts))
        return np.bincount(inc.items[live], minlength=len(self.model.subjects))

    def needed(self, subject: int) -> int:
        """The number of further options that a primary subject needs."""
        return max(0, self.model.least_of(subject) - self.times[subject])

    def degree(self, subject: int, size: int) -> int:
        """The number of ways to serve a subject that has ``size`` options left."""
        return max(0, size + 1 - self.needed(subject))

    def through(self, option: int) -> tuple[int, ...]:
        """The subjects through which an option was ruled out, by the first to do so."""
        level, model = int(self.gone[option]), self.model
        if option in self.taken or self.before.get(option) == level:
            return ()
        if option in self.inferred:
            subject = self.inferred[option][1]
            return (subject,) if subject >= 0 else ()
        found = []
        for subject in model.subjects_of(option):
            if subject < model.primary:
                if subject in self.closed and self.closed_at(subject) == level:
                    found.append(subject)
            elif subject in self.settled and self.settled[subject][1] == level:
                own = self.settled[subject][0]
                if own == 0 or model.colour(option, subject) != own:
                    found.append(subject)
        return tuple(found)

    def closed_at(self, subject: int) -> int:
        """The level of the choice that closed a subject: the last that served it, or that left it as it was."""
        if self.times[subject] >= self.model.most_of(subject):
            return self.taken[self._served[subject][-1]]
        return self.left.get(subject, -1)

    def ways_out(self, option: int) -> list[int]:
        """The sets of choices each of which rules out an option that is gone, as bits: 1 << level, and 0 for what was
        given.

        These are: every choice that clashes with it, not only the first; all choices together that serve an item as
        often as allowed; and if a rule ruled it out, the choices behind the rule's reasons.
        """
        model, found = self.model, set()
        if not self.gone[option]:
            return [0]
        if option in self.inferred:
            found.add(self._followed_from[option])
        if option in self.before:
            found.add(_bit(self.before[option]))
        for subject in model.subjects_of(option):
            sources = [self._source(other) for other in self._served.get(subject, ())]
            if subject >= model.primary:
                own = self.settled[subject][0] if subject in self.settled else 0
                if sources and (own == 0 or model.colour(option, subject) != own):
                    found.update(sources)
            elif subject in self.left:
                found.add(_bit(self.left[subject]))
            elif len(sources) >= model.most_of(subject):
                found.add(reduce(or_, sources))
        return sorted(found)

    @property
    def followed(self) -> bool:
        """Whether rules have drawn conclusions from choices."""
        apart = {*IMAGES, Inference.TOO_DEAR}
        drawn = {*self.concluded, *(option for option, (why, _) in self.inferred.items() if why not in apart)}
        return bool(self.gone[list(drawn)].any())

    def _source(self, option: int) -> int:
        """The choice, as a bit, that took an option, or the choices from which it followed."""
        return self._followed_from.get(option, _bit(self.taken[option]))

    def _all_of(self, options: Iterable[int]) -> int:
        """Choices, as bits, that together rule out those of the options that are gone: few, but not always the
        fewest."""
        bits = 0
        for option in options:
            if self.gone[option] != LIVE and option not in self.taken:
                bits |= min(self.ways_out(option), key=lambda way: ((way & ~bits).bit_count(), way))
        return bits

    def ruled_out(self, option: int) -> RuledOut:
        """An option that is gone, as a value."""
        model = self.model
        value = model.option(option)
        assert value is not None
        subjects = tuple(model.subjects[subject] for subject in self.through(option))
        inference = self.inferred[option][0] if option in self.inferred else None
        return RuledOut(value, int(self.gone[option]), subjects, inference)
