"""Puts a `Reason` into words, in one place for the command line and all screens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, NamedTuple

from core._words import both, counted, first_of, grouped
from core.explain._reason import (
    IMAGES,
    Branch,
    BranchRule,
    Concluded,
    CostBounds,
    Dead,
    Inference,
    NamedOption,
    NodeKind,
    Onward,
    Reason,
    RuledOut,
    Subject,
    SubjectKind,
    Taken,
    Tie,
)

MOST_IN_SOLUTION = 14
ENDED = "every branch searched; done."
MANY = 4
"""From this many on, options ruled out are counted instead of named."""
BOARD_LINES = (SubjectKind.ROW, SubjectKind.COLUMN)
"""The kinds of subjects that a queen serves."""
MOST_BLAMED = 12
"""The number of blamed choices, or runs of them, that a sentence names before it says that there are more."""
MOST_IN_RUN = 3
"""Up to this many choices in a row are named one by one."""
MOST_NAMES = 6
"""The number of things that a sentence names before it says how many more there are."""
MOST_ON_A_SCREEN = 60
"""`MOST_NAMES` for a panel that cuts the list itself if it lacks room."""


class Tone(StrEnum):
    """What a sentence is about."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    NEXT = "next"
    DETAIL = "detail"
    """Further details, for those who ask."""


class Sentence(NamedTuple):
    """A sentence and its tone."""

    tone: Tone
    text: str


def sentences(reason: Reason, most: int = MOST_NAMES) -> list[Sentence]:
    """Everything there is to say about a node, the most important first; up to ``most`` names of what is out."""
    return [Sentence(tone, text[:1].upper() + text[1:]) for tone, text in _sentences(reason, most)]


def _sentences(reason: Reason, most: int) -> Iterator[tuple[Tone, str]]:
    match reason.outcome:
        case NodeKind.START:
            yield Tone.NEXT, "nothing has been visited yet."
            return
        case NodeKind.END:
            gave_up = reason.onward is Onward.NOWHERE
            yield Tone.GOOD, "it has given up; not every branch was searched." if gave_up else ENDED
            return
    queens, gone = _is_board(reason), reason.ruled_out
    if reason.taken is not None:
        yield Tone.PLAIN, f"{choice(reason.taken)}."
    if reason.node > 1 and not reason.path:
        yield Tone.NEXT, "the search has started again here, at the top."
    if gone and not reason.concluded:
        yield Tone.DETAIL, f"it rules out {ruled_out(gone, 'squares' if queens else 'options', most)}."
    if reason.concluded:
        yield Tone.PLAIN, f"{concluded(reason.concluded, given=reason.taken is None)}."
        if gone:
            yield Tone.DETAIL, f"together they rule out {ruled_out(gone, most=most)}."
    if reason.outcome is NodeKind.SOLUTION and any(subject.kind is SubjectKind.CELL for subject in reason.subjects[:1]):
        yield Tone.GOOD, "a solution: every cell has its value."
        yield Tone.NEXT, f"{way_back(reason)}."
        return
    if reason.outcome is NodeKind.SOLUTION:
        taken = sorted((t.option for t in reason.path if t.option is not None), key=lambda option: option.number)
        yield Tone.GOOD, f"a solution: {_listed([option.name for option in taken], MOST_IN_SOLUTION)}."
        if reason.bound is not None:
            yield Tone.GOOD, f"{cost(reason.bound)}."
        if reason.weight > 1:
            yield Tone.GOOD, f"it counts for {reason.weight}: turns and mirror images are not searched."
        yield Tone.NEXT, f"{way_back(reason)}."
        return
    if reason.bound is not None:
        yield Tone.NEXT, f"{bound(reason.bound)}."
    for dead in reason.dead[:1]:
        yield Tone.BAD, f"dead end: {nothing_left(dead, queens=queens)}."
        if len(dead.blamed) > 1:
            yield Tone.DETAIL, f"ruled out: {blame(dead, queens=queens)}."
    if too := [name_of(dead.subject) for dead in reason.dead[1:]]:
        yield Tone.PLAIN, f"nothing is left for {_listed(too, 3)} either."
    if reason.weight == 0:
        yield Tone.BAD, "not counted: one of its turns or mirror images is searched too, and counts for them all."
    for clash in reason.clashes[:MOST_NAMES]:
        yield Tone.BAD, f"no solution: queens {clash.first} and {clash.second} share a {clash.kind}."
    if reason.outcome is NodeKind.DEAD_END:
        yield Tone.NEXT, f"{way_back(reason)}."
    for dead in reason.overlooked[:2] if reason.outcome is NodeKind.BRANCH else ():
        yield Tone.BAD, f"not noticed yet: {nothing_left(dead, queens=queens)}, so there is no solution below."
    if reason.branch is not None:
        yield Tone.NEXT, f"{branch(reason.branch)}."
    others = [s for s in reason.singles if reason.branch is None or s.subject != reason.branch.subject]
    if others:
        named = _listed([_single(s.subject, s.option) for s in others])
        yield Tone.PLAIN, f"only one choice left: {named}."


def way_back(reason: Reason) -> str:
    """Where the search continues after a solution or a dead end."""
    if reason.onward is Onward.NOWHERE:
        return "it never goes back, so it ends here" if reason.outcome is NodeKind.SOLUTION else "it gives up here"
    if reason.onward is Onward.AGAIN and reason.subjects[0].kind is SubjectKind.ITEM:
        return "next: this run has used up its nodes, so it starts again at the top with new random ties"
    if reason.onward is Onward.AGAIN:
        return "next: too many dead ends, so it starts again at the top; cells whose rules failed often now come first"
    for taken in reversed(reason.path):
        if taken.number < taken.degree:
            ways = f"way {taken.number + 1} of {taken.degree}"
            if taken.to_come == () and taken.option is not None:
                return f"next: back to choice {taken.level}, without {taken.option.name}"
            if taken.subject is None:
                return f"next: back to choice {taken.level}, the next square"
            if taken.subject.kind in BOARD_LINES:
                squares = f"{_way_of(taken)} {taken.number + 1} of {taken.degree}"
                return f"next: back to queen {taken.level}, to {squares} for {taken.subject.name}"
            return f"next: back to choice {taken.level}, {name_of(taken.subject)} in {ways}"
    return "next: nothing else is left to try, so this was the last node"


def which_way(taken: Taken) -> str:
    """The number of a choice's way, out of how many."""
    if taken.preset:
        return "set before the search began"
    lines = taken.subject is not None and taken.subject.kind in BOARD_LINES
    if taken.forced:
        return "the only square" if lines else "the only way"
    if not lines:
        return f"{taken.number} of {taken.degree}"
    return f"{_way_of(taken)} {taken.number} of {taken.degree}"


def choice(taken: Taken) -> str:
    """A choice on the path: what was taken, for what, and which of how many ways it was."""
    of = which_way(taken)
    if taken.subject is not None and taken.subject.kind in BOARD_LINES:
        return f"queen {taken.level}: {_option(taken.option)}, for {taken.subject.name} ({of})"
    if taken.subject is None:
        return f"choice {taken.level}: {_option(taken.option)} ({of})"
    if taken.refused and taken.option is not None:
        return f"choice {taken.level}: {name_of(taken.subject)} without {taken.option.name} ({of})"
    if taken.subject.kind is SubjectKind.CELL and taken.option is not None:
        return f"choice {taken.level}: {taken.option.name} ({of})"
    if taken.option is None:
        return f"choice {taken.level}: {name_of(taken.subject)} is left as it is ({of})"
    return f"choice {taken.level}: {name_of(taken.subject)} by {_kind(taken.subject)}{taken.option.name} ({of})"


def cost(bound: CostBounds) -> str:
    """The cost of a solution, compared with the best so far."""
    if bound.best is None or bound.spent <= bound.best:
        return f"it costs {grouped(bound.spent)}{', the least so far' if bound.best is not None else ''}"
    return f"it costs {grouped(bound.spent)}; the best so far costs {grouped(bound.best)}"


def bound(bound: CostBounds) -> str:
    """The cost of the choices, and the least cost of any solution with them."""
    spent = f"the choices cost {grouped(bound.spent)}, and " if bound.spent else ""
    text = f"{spent}no solution from here costs less than {grouped(bound.least)}"
    if bound.most is None:
        return text
    best = f" (the best so far costs {grouped(bound.best)})" if bound.best is not None else ""
    return f"{text}; it looks for one of at most {grouped(bound.most)}{best}"


def branch(branch: Branch) -> str:
    """What comes next and why."""
    if branch.subject is None:
        return f"next: any later square, {branch.size} of them; lines are checked only when all queens are placed"
    if branch.others is not None:
        return _either(branch, branch.others)
    lines = branch.subject.kind in BOARD_LINES
    ways = counted(branch.size, _way(branch.ways) if lines else "way")
    name = name_of(branch.subject)
    times = Counter(map(_option, branch.ways))
    if len(times) <= MOST_NAMES:
        ways += f" ({', '.join(way if number == 1 else f'{way} {number} times' for way, number in times.items())})"
    match branch.rule:
        case BranchRule.ROW_BY_ROW | BranchRule.CELL_BY_CELL:
            return f"next is {name}, {branch.rule}: {ways}"
        case BranchRule.FIRST:
            return f"next is {name}, the first still open: {ways}"
        case _:
            pass
    fewest = "with the fewest squares left of any row or column" if lines else "with the fewest left"
    if not branch.equal:
        return f"next is {name}, {fewest}: {ways}"
    others = _listed([subject.name for subject in branch.equal], 3)
    tie = {
        Tie.RANDOM: "chosen at random",
        Tie.MET: "met first",
    }.get(branch.tie, "first in order")
    return f"next is {name}, {fewest}: {ways}; tied with {others} ({tie})"


def _either(branch: Branch, others: Sequence[NamedOption]) -> str:
    """A choice between one option and all others."""
    name = name_of(branch.subject)
    match branch.rule:
        case BranchRule.WEIGHED:
            why = f"{counted(branch.size, 'value')} left, few considering how often its rules have failed"
        case BranchRule.NARROWEST:
            why = f"in the band with the fewest ways left, {branch.size} of them its own"
        case _:
            why = f"with the fewest values left ({branch.size})"
    first = branch.ways[0]
    if branch.equal:
        why += f", tied with {_listed([subject.name for subject in branch.equal], 3)} (first in order)"
    rest = _listed([option.name for option in others], 3)
    return f"next is {name}, {why}: {_option(first)}, or else without it ({rest})"


_INFERRED = {
    Inference.STARVES: "it would leave nothing for {}",
    Inference.ONLY_THESE: "{} has room for just the three values it can hold",
    Inference.THESE_HERE: "{} must hold three other values",
    Inference.RULE: "by {}",
    Inference.TOO_DEAR: "too dear",
    Inference.MIRRORED: "searched as mirror images",
    Inference.NEARER: "too near a corner on {}: searched as turns or mirror images",
    Inference.APART: "searched under other choices of queen 1",
}


def concluded(values: Sequence[Concluded], *, given: bool) -> str:
    """What followed from a choice, or from what was given, by the rules."""
    shown = _listed([f"{each.option.name} ({_only(each.subject)})" for each in values], 3)
    origin = "what is given" if given else "this"
    return f"{origin} forces {'' if len(values) == 1 else f'{len(values)} values: '}{shown}"


def _only(subject: Subject) -> str:
    match subject.kind:
        case SubjectKind.CELL:
            return "its only value"
        case SubjectKind.BAND_VALUE:
            return f"only way for {subject.name}"
        case _:
            return f"only place for {subject.name}"


def ruled_out(gone: Sequence[RuledOut], noun: str = "options", most: int = MOST_NAMES) -> str:
    """What a choice ruled out, grouped by the subject through which it did; at most ``most`` groups, and names
    in each."""
    groups: dict[str, list[str]] = {}
    for each in gone:
        names = both(subject.name for subject in each.through)
        if each.inference is not None:
            because = _INFERRED[each.inference].format(names)
        else:
            because = f"through {names}" if names else "tried before"
        groups.setdefault(because, []).append(each.option.name)
    parts = []
    for because, options in sorted(groups.items(), key=lambda group: -len(group[1])):
        parts.append(f"{_listed(options, most)} ({because})")
    shown = "; ".join(parts[:most]) + ("; and more" if len(parts) > most else "")
    return shown if len(gone) < MANY else f"{len(gone)} {noun}: {shown}"


def nothing_left(dead: Dead, *, queens: bool) -> str:
    """The subject with nothing left, and the fewest choices to blame for it."""
    if not dead.lost:
        name = name_of(dead.subject)
        return (
            f"no option holds {name}" if dead.missing == 1 else f"{name} needs {dead.missing} more, and {_rest(dead)}"
        )
    blamed, given = dead.blamed, any(each.level == 0 and each.inference not in IMAGES for each in dead.lost)
    beside = [f"what follows from {'it' if len(blamed) == 1 else 'them'}"] if dead.followed else []
    if given and dead.subject.kind in {*BOARD_LINES, SubjectKind.ITEM}:
        beside.append("what was given")
    what, where = _nothing(dead)
    if blamed:
        who = f"{_choices(blamed, queens=queens)}{f', with {both(beside)},' if beside else ''}"
        text = f"{who} {'leaves' if len(blamed) == 1 else 'leave'} {what} {where}"
    else:
        text = f"what was given leaves {what} {where}" if given else f"{what} is left {where}"
    if elsewhere := [each.option.name for each in dead.lost if each.inference in IMAGES]:
        text += f" ({_listed(elsewhere)}: searched as turns or mirror images)"
    if dear := [each.option.name for each in dead.lost if each.inference is Inference.TOO_DEAR]:
        text += f" ({_listed(dear)}: too dear)"
    return text


def blame(dead: Dead, *, queens: bool) -> str:
    """Which of the choices to blame rules out which of the options."""
    parts = []
    for levels, lost in dead.ruled_out_by().items():
        options = [each.option.name for each in lost if each.inference not in IMAGES]
        who = _choices(levels, queens=queens) if levels else "what was given"
        noun = _kind(dead.subject) if len(options) == 1 else _kind(dead.subject).replace(" ", "s ")
        if options:
            parts.append(f"{noun}{_listed(options)} by {who}")
    more = len(parts) - MOST_BLAMED
    parts[MOST_BLAMED:] = [f"and by {more} more"] if more > 0 else []
    return "; ".join(parts)


def _nothing(dead: Dead) -> tuple[str, str]:
    """What is missing, and for what."""
    name = name_of(dead.subject)
    if dead.missing > 1:
        left = f"only {_listed([o.name for o in dead.left])}" if dead.left else "nothing"
        return left, f"for {name}, which needs {dead.missing} more"
    match dead.subject.kind:
        case SubjectKind.ROW | SubjectKind.COLUMN | SubjectKind.DIAGONAL:
            return "no square", f"in {name}"
        case SubjectKind.CELL:
            return "no value", f"for {name}"
        case SubjectKind.TRIAD:
            return "no three values", f"for the cells {name}"
        case SubjectKind.BAND_VALUE:
            return "no way", f"for {name}"
        case SubjectKind.RULE:
            return "no way", f"to keep {name}"
        case SubjectKind.ITEM:
            return "nothing", f"for {name}"
        case _:
            return "no place", f"for {name}"


def _choices(levels: Sequence[int], *, queens: bool) -> str:
    """``queen 4``, ``choices 1, 3 and 4``, ``queens 1 to 7 and 9``."""
    runs: list[str] = []
    for _, run in groupby(enumerate(levels), lambda at: at[1] - at[0]):
        each = [level for _, level in run]
        runs += [f"{each[0]} to {each[-1]}"] if len(each) > MOST_IN_RUN else map(str, each)
    if len(runs) > MOST_BLAMED:
        runs[MOST_BLAMED:] = ["more"]
    return f"{'queen' if queens else 'choice'}{'' if len(levels) == 1 else 's'} {both(runs)}"


def _rest(dead: Dead) -> str:
    return f"all that is left is {_listed([o.name for o in dead.left])}" if dead.left else "nothing is left"


def _way(ways: Sequence[NamedOption | None]) -> str:
    """The word for the ways to serve a line: squares, unless one of them comes several times."""
    return "square" if len(set(ways)) == len(ways) else "way"


def _way_of(taken: Taken) -> str:
    return _way([*taken.tried, taken.option, *taken.to_come])


def _single(subject: Subject, option: NamedOption | None) -> str:
    return _option(option) if subject.kind is SubjectKind.CELL else f"{_option(option)} for {name_of(subject)}"


def _is_board(reason: Reason) -> bool:
    return bool(reason.subjects) and reason.subjects[0].kind is SubjectKind.ROW


def name_of(subject: Subject | None) -> str:
    """A subject's name in a sentence."""
    if subject is None:
        return "it"
    return f"item {subject.name}" if subject.kind is SubjectKind.ITEM else subject.name


def _kind(subject: Subject) -> str:
    return "option " if subject.kind is SubjectKind.ITEM else ""


def _option(option: NamedOption | None) -> str:
    return option.name if option is not None else "leaving it as it is"


def _listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    return first_of(names, most)


def as_json(reason: Reason) -> dict[str, Any]:
    """A reason as plain data; options and subjects count from 0, levels from 1."""

    def subject(value: Subject | None) -> dict[str, Any] | None:
        return None if value is None else {"kind": value.kind.value, "number": value.number, "name": value.name}

    def option(value: NamedOption | None) -> dict[str, Any] | None:
        return None if value is None else {"number": value.number, "name": value.name}

    def gone(values: Iterable[RuledOut]) -> list[dict[str, Any]]:
        return [
            {
                "option": option(v.option), "level": v.level, "through": [subject(s) for s in v.through],
                "inference": v.inference.value if v.inference else None,
            }
            for v in values
        ]  # fmt: skip

    def dead(values: Iterable[Dead]) -> list[dict[str, Any]]:
        return [
            {
                "subject": subject(v.subject), "missing": v.missing, "blamed": list(v.blamed),
                "taken_by": list(v.taken_by), "lost": gone(v.lost),
            }
            for v in values
        ]  # fmt: skip

    next_ = reason.branch
    return {
        "schema": "dancing-queens/reason/1",
        "node": reason.node,
        "depth": reason.depth,
        "outcome": reason.outcome.value,
        "path": [
            {
                "level": taken.level, "subject": subject(taken.subject), "option": option(taken.option),
                "number": taken.number, "degree": taken.degree, "forced": taken.forced,
                "refused": taken.refused, "preset": taken.preset, "tried": [option(o) for o in taken.tried],
                "to_come": [option(o) for o in taken.to_come],
            }
            for taken in reason.path
        ],
        "ruled_out": gone(reason.ruled_out),
        "branch": None if next_ is None else {
            "subject": subject(next_.subject), "rule": next_.rule.value, "size": next_.size,
            "ways": [option(o) for o in next_.ways], "equal": [subject(s) for s in next_.equal], "tie": next_.tie.value,
            "others": None if next_.others is None else [option(o) for o in next_.others],
        },
        "concluded": [{"option": option(c.option), "subject": subject(c.subject)} for c in reason.concluded],
        "onward": reason.onward.value if next_ is None else None,
        **({} if reason.bound is None else {"bound": reason.bound._asdict()}),
        "singles": [{"subject": subject(s.subject), "option": option(s.option)} for s in reason.singles],
        "dead": dead(reason.dead),
        "overlooked": dead(reason.overlooked),
        "weight": reason.weight if reason.outcome is NodeKind.SOLUTION or reason.weight == 0 else None,
        "clashes": [{"first": c.first, "second": c.second, "kind": c.kind.value} for c in reason.clashes],
        "sizes": [
            {"subject": subject(s), "size": reason.sizes[s.number], "open": s.number in reason.open}
            for s in reason.subjects
        ],
        "sentences": [sentence.text for sentence in sentences(reason)],
    }  # fmt: skip
