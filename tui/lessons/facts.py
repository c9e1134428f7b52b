"""What a lesson can ask of a place in a search: facts, which the search itself and its reasons give.  No Textual.

A fact is a few words: ``next``, ``left column 3``, ``nodes``; ``dlx-s: nodes`` is the same of another algorithm.  Two
facts (or a fact and a number) with ``=``, ``<`` or ``>`` between them are answered by yes or no.  `FACTS` lists
them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from core.catalog import Algorithm, algorithm
from core.explain.reason import NodeKind, Reason, RuledOut, Subject, SubjectKind, Taken, unexplained
from core.search import CannotSolve, Goal, Problem, ProblemError, Search
from core.words import both, counted, either, grouped
from tui.lessons.step import FactError, Kind, Step, Value, braces, filled

if TYPE_CHECKING:
    from core.exact_cover.kernels.link_dance import LinkDance
    from core.explain.model import Standing
    from core.running.timeline import Timeline

MOST_NODES = 200_000
"""Searches with more nodes than this are not visited to their end for a lesson."""


# Where a step stands


def problem_of(step: Step) -> Problem:
    """The problem that a step is about.  Raises FactError."""
    text = step.problem
    try:
        if step.screen == "queens":
            from core.queens.problem import Queens

            return Queens(int(text))
        if step.screen == "cover":
            from core.exact_cover.gallery import GALLERY

            found = next((each for each in GALLERY if each.name == text), None)
            if found is None:
                raise FactError(f"expected a name of the gallery of Cover, not {text!r}", "problem")
            return found.puzzle().problem
        from core.sudoku.problem import Sudoku

        return Sudoku.parse(text)
    except (ProblemError, ValueError) as error:
        raise FactError(f"expected {_EXPECTED[step.screen]}, not {text!r}: {error}", "problem") from None


_EXPECTED = {"queens": "the size of a board", "sudoku": "the characters of a Sudoku, row by row"}


def entry_of(step: Step) -> Algorithm:
    """Its algorithm.  Raises FactError."""
    try:
        entry = algorithm(step.screen, step.algorithm)
        entry.settings(dict(step.settings))
    except CannotSolve as error:
        raise FactError(str(error), "settings" if step.settings else "algorithm") from None
    except (KeyError, LookupError, ValueError) as error:
        raise FactError(str(error), "algorithm") from None
    return entry


class Place:
    """A search that stands where a step says, apart from any screen."""

    def __init__(self, step: Step) -> None:
        """Raises FactError where there is no such place."""
        from core.explain.explainer import Explainer

        self.step, self.problem, self.entry = step, problem_of(step), entry_of(step)
        refusal = self.entry.refusal(self.problem, Goal.ALL) or unexplained(
            self.entry, self.problem, dict(step.settings)
        )
        if refusal is not None:
            raise FactError(str(refusal), "algorithm")
        self.line = self._begun()
        self._explainer = Explainer(self.line)
        self._go(step.node)

    def _begun(self) -> Timeline:
        from core.running.timeline import Timeline

        return Timeline(self.entry.begun(self.problem, Goal.ALL, None, self.entry.settings(dict(self.step.settings))))

    def now(self) -> Reason:
        """The reason where its timeline stands, which may have been moved on."""
        reason = self._explainer.reason()
        assert reason is not None
        return reason

    def _go(self, node: int | str) -> None:
        line = self.line
        found: Callable[[Reason], bool] = {
            "first dead end": lambda reason: reason.outcome is NodeKind.DEAD_END,
            "first solution": lambda reason: reason.outcome is NodeKind.SOLUTION,
            "first waste": _unseen,
        }.get(str(node), lambda _: False)
        last = node if isinstance(node, int) else MOST_NODES
        while line.node < last and not line.ended:
            line.advance(1)
            if isinstance(node, str) and node != "end" and not line.exhausted and found(self.now()):
                return
        if (isinstance(node, int) and line.node != node) or (isinstance(node, str) and node != "end"):
            raise FactError(f"{node} is never reached: the search has {counted(line.node, 'node')}", "node")

    @property
    def search(self) -> Search:
        """The search itself."""
        return self.line.search

    @cached_property
    def reason(self) -> Reason:
        """Why it does what it does there."""
        return self.now()

    @cached_property
    def standing(self) -> Standing:
        """What the choices so far leave, and what each ruled out."""
        from core.explain.explainer import reader_of
        from core.explain.model import Standing

        reader = reader_of(self.search)
        assert reader is not None
        standing = Standing(reader.model)
        for made in reader.made():
            standing.make(made)
        return standing

    @cached_property
    def following(self) -> Taken | None:
        """The last choice of the node visited next; None at the end."""
        if self.reason.outcome is NodeKind.END:
            return None
        other = Place(replace(self.step, node=self.line.node))
        other.line.advance(1)
        return None if other.line.exhausted else other.now().taken

    @cached_property
    def dance(self) -> LinkDance:
        """The links of the search, as many steps after the node as the lesson's step says."""
        from core.exact_cover.kernels.link_dance import link_dance

        dance = link_dance(self.search)
        if dance is None:
            raise FactError("this search has no links to look at", "links")
        for _ in range(self.step.links):
            if not dance.forward() or dance.next is None:
                raise FactError(f"the next node comes after {counted(dance.place, 'change')}", "links")
        return dance

    def whole(self, name: str) -> int:
        """A figure of the whole search."""
        step = Step(self.step.screen, self.step.problem, self.step.algorithm, self.step.settings)
        return (_at_its_end if name in ("nodes", "solutions") else _whole)(step)[name]

    def subject(self, name: str) -> Subject:
        """The line, item or cell of that name.  Raises FactError."""
        wanted = _spelled(name)
        for subject in self.reason.subjects:
            if _spelled(subject.name) == wanted or _short(subject.name) == wanted:
                return subject
        primary = [self.reason.subjects[number].name for number in self.reason.open[:4]]
        raise FactError(f"there is no {name}; there are {', '.join(primary)} and others")

    def ways(self, name: str) -> list[int]:
        """The options that a subject has left, by the model's numbers."""
        standing = self.standing
        return [way for way in standing.ways(self.subject(name).number, 1 << 30) if way >= 0]

    def option(self, number: int) -> str:
        """An option's name, by the model's number."""
        found = self.standing.model.option(number)
        return "" if found is None else found.name


@cache
def _whole(step: Step) -> Mapping[str, int]:
    """Figures of a whole search that its reasons give: dead ends, and what lay below a line with nothing left."""
    place, counts = Place(step), {"dead ends": 0, "wasted": 0, "unnoticed": 0}
    below: int | None = None
    while True:
        reason = place.now()
        if reason.outcome is NodeKind.END:
            break
        counts["dead ends"] += reason.outcome is NodeKind.DEAD_END
        if below is not None and reason.depth <= below:
            below = None
        counts["wasted"] += below is not None
        if below is None and _unseen(reason):
            below = reason.depth
        counts["unnoticed"] += _unseen(reason)
        place.line.advance(1)
        _not_too_long(place.line)
    return counts


@cache
def _at_its_end(step: Step) -> Mapping[str, int]:
    """How many nodes and solutions a whole search has."""
    line = Place(step).line
    while not line.ended:
        line.advance(MOST_NODES // 16)
        _not_too_long(line)
    solutions, nodes = line.search.counts()
    return {"nodes": nodes, "solutions": solutions}


def _not_too_long(line: Timeline) -> None:
    if line.node > MOST_NODES:
        raise FactError(f"the whole search has more than {grouped(MOST_NODES)} nodes")


def _unseen(reason: Reason) -> bool:
    """Whether the search goes on although a line has nothing left."""
    return reason.outcome is NodeKind.BRANCH and bool(reason.overlooked)


_place = cache(Place)


def place_of(step: Step) -> Place:
    """The place where a step stands; a text more or less makes no other one.  Raises FactError."""
    return _place(Step(step.screen, step.problem, step.algorithm, step.settings, step.node, links=step.links))


def node_of(step: Step) -> int:
    """The number of the node at which a step stands."""
    return step.node if isinstance(step.node, int) else place_of(step).line.node


# The facts

Fact = Callable[[Place, str], Value]


def _number(found: Callable[[Place, str], int]) -> Fact:
    return lambda place, of: Value(Kind.NUMBER, int(found(place, of)))


def _text(found: Callable[[Place, str], str]) -> Fact:
    return lambda place, of: Value(Kind.TEXT, found(place, of))


def _next(place: Place, _: str) -> Value:
    """What the node visited next has taken last: from a dead end, after going back."""
    after = place.following
    if after is None or after.option is None:
        raise FactError("no other node comes after this one")
    return Value(Kind.SQUARE if place.step.screen == "queens" else Kind.NAME, after.option.name)


def _line(place: Place, _: str) -> Value:
    branch = place.reason.branch
    if branch is None or branch.subject is None:
        raise FactError("this node does not branch")
    return Value(Kind.CELL if branch.subject.kind is SubjectKind.CELL else Kind.NAME, branch.subject.name)


def _ways(place: Place, _: str) -> int:
    return place.reason.branch.size if place.reason.branch is not None else 0


def _empty(place: Place, _: str) -> Value:
    dead = [*place.reason.dead, *place.reason.overlooked]
    if not dead:
        raise FactError("nothing is empty at this node")
    kind = Kind.CELL if dead[0].subject.kind is SubjectKind.CELL else Kind.NAME
    return Value(kind, dead[0].subject.name, tuple(each.subject.name for each in dead[1:]))


def _below(place: Place, _: str) -> int:
    """How many nodes lie below this one."""
    from core.running.timeline import Move

    other = Place(replace(place.step, node=place.line.node))
    node = other.line.node
    other.line.go(Move.OVER)
    return other.line.node - node - (0 if other.line.exhausted else 1)


def _outcome(place: Place, _: str) -> str:
    return place.reason.outcome.value


def _queens(place: Place, of: str) -> list[tuple[int, int, int]]:
    """Which queens attack what squares of the next row, as a word of bits has it: level, the queen's own column, and
    the column attacked, both from 0."""
    n, row = place.problem.size, place.reason.depth
    if place.step.screen != "queens" or row == n:
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
    hit = {column for _, _, column in _queens(place, of)}
    return Value(Kind.NAME, "".join(str(int((c in hit) != (of == "free"))) for c in range(place.problem.size)))


def _size(place: Place, of: str) -> int:
    from core.exact_cover.kernels.link_dance import NodeField

    return place.dance.structure.fields[NodeField.SIZE][place.subject(of).number + 1]


def _headers(place: Place, _: str) -> Value:
    """The items in the list of headers, one after the other."""

    found = place.dance.structure.headers
    letters = [place.reason.subjects[header - 1].name for header in found]
    return Value(Kind.NAME, " ".join(letters), ("".join(letters),))


def _link(place: Place, _: str) -> str:
    """What the last single step did."""
    from core.exact_cover.kernels.link_dance import StepKind

    last, structure = place.dance.last, place.dance.structure
    if last is None:
        raise FactError("no link has been changed yet", "links")
    way = "leaves" if last.kind is StepKind.UNLINK else "comes back to"
    if last.item == 0:
        return f"header {place.reason.subjects[last.node - 1].name} {way} the list of items"
    item = place.reason.subjects[structure.top[last.node] - 1].name
    return f"option {place.option(structure.option[last.node])} {way} the list of {item}"


def _names(place: Place, of: str) -> str:
    return both(place.option(way) for way in place.ways(of)) or "none"


FACTS: Mapping[str, tuple[Fact, str]] = {
    "next": (_next, "the square, option or value that the next node takes"),
    "line": (_line, "what the search branches on next: a row or column, an item, a cell"),
    "ways": (_number(_ways), "how many ways are open for it"),
    "left": (_number(lambda place, of: len(place.ways(of))), "how many squares, options or values are left for a line"),
    "names": (_text(_names), "which these are"),
    "links": (_number(lambda place, _: len(place.dance.steps)), "how many single links change before the next node"),
    "link": (_text(_link), "what the last of these changes was"),
    "size": (_number(_size), "how long the list of an item is after these changes"),
    "headers": (_headers, "which items are in the list of items after them"),
    "word": (_word, "as binary digits, column 1 first: which squares of the next row the queens attack"),
    "empty": (_empty, "a line that has nothing left"),
    "outcome": (_text(_outcome), "branch, dead end, solution or end"),
    "node": (_number(lambda place, _: place.line.node), "the node's number"),
    "depth": (_number(lambda place, _: place.reason.depth), "how many choices have been made"),
    "below": (_number(_below), "how many nodes lie below this one"),
    "nodes": (_number(lambda place, _: place.whole("nodes")), "how many nodes the whole search visits"),
    "solutions": (_number(lambda place, _: place.whole("solutions")), "how many solutions it finds"),
    "dead ends": (_number(lambda place, _: place.whole("dead ends")), "how many dead ends it has"),
    "wasted": (_number(lambda place, _: place.whole("wasted")), "how many nodes lie below a line with nothing left"),
    "unnoticed": (_number(lambda place, _: place.whole("unnoticed")),
                  "at how many nodes a line is empty and the search does not see it"),
}  # fmt: skip
"""Every fact of a search, with what it says; ``left`` and ``names`` are asked of a line: ``left column 3``."""
OF_A_LINE = ("left", "names", "size", "word")
WORDS = ("columns", "right", "left", "attacked", "free")
"""The words of a search by bits, as the next row sees them: columns taken, diagonals that run down to the right and to
the left, all that is attacked, all that is free."""
_COMPARED = re.compile(r"^(.*\S)\s*([=<>])\s*(\S.*)$")
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b, "<": lambda a, b: a < b, ">": lambda a, b: a > b
}  # fmt: skip


def fact(step: Step, words: str) -> Value:
    """What a fact is where a step stands.  Raises FactError."""
    if step.screen == "compare":
        from tui.lessons.measured import unmeasured

        return unmeasured(words)
    if compared := _COMPARED.match(words):
        one, other = (_operand(step, compared[part]) for part in (1, 3))
        return Value(Kind.YES, _COMPARE[compared[2]](one, other))
    step, words = _of_another(step, words)
    name, of = _parsed(step, words)
    if is_searched(step):
        return FACTS[name][0](place_of(step), of)
    return _grid_facts()[name][0](step, of)


def _grid_facts() -> Mapping[str, tuple[Callable[[Step, str], Value], str]]:
    from tui.lessons.grid_facts import GRID_FACTS

    return GRID_FACTS


def told(step: Step, text: str) -> str:
    """A text of a step with its facts.  Raises FactError."""
    return filled(text, lambda words: fact(step, words))


def _operand(step: Step, words: str) -> int:
    first, minus, rest = words.partition(" - ")
    if minus:
        return _operand(step, first) - _operand(step, rest)
    if words.strip().isdecimal():
        return int(words)
    value = fact(step, words.strip())
    if value.kind is not Kind.NUMBER:
        raise FactError(f"expected a number to compare, and {words} is {value.kind}")
    return int(value.raw)


def _of_another(step: Step, words: str) -> tuple[Step, str]:
    """``dlx-s: nodes`` is about another algorithm, at its root."""
    key, colon, rest = words.partition(":")
    if not colon:
        return step, words
    return replace(step, algorithm=key.strip(), settings=(), node=1), rest.strip()


def _parsed(step: Step, words: str) -> tuple[str, str]:
    """The name of a fact, and what it is asked of.  Raises FactError."""
    known: Iterable[str] = FACTS
    of_something: Sequence[str] = OF_A_LINE
    if not is_searched(step):
        from tui.lessons.grid_facts import OF_SOMETHING

        known, of_something = _grid_facts(), OF_SOMETHING
    name = max((each for each in known if words == each or words.startswith(each + " ")), key=len, default="")
    of = words[len(name) :].strip()
    if not name or bool(of) != (name in of_something):
        there_are = ", ".join(f"{each} …" if each in of_something else each for each in known)
        raise FactError(f"there is no fact {words!r}; there are {there_are}")
    return name, of


def _spelled(name: str) -> str:
    return " ".join(name.casefold().split()).removeprefix("item ")


def _short(name: str) -> str:
    """``column 3`` as it may be typed: ``c3``."""
    word, _, number = name.casefold().partition(" ")
    return f"{word[0]}{number}" if number and word in ("row", "column") else name.casefold()


# Checks of a file


def is_searched(step: Step) -> bool:
    """Whether a step stands at a node of a search."""
    return step.screen in ("queens", "cover") or (step.screen == "sudoku" and bool(step.algorithm))


def check_place(step: Step) -> None:
    """The problem and the algorithm are known.  Raises FactError."""
    if step.screen == "compare":
        from tui.lessons.measured import plan_of

        plan_of(step)
        return
    problem_of(step)
    if is_searched(step):
        entry_of(step)


def check_answer(step: Step) -> None:
    """The answer is a fact that can be answered.  Raises FactError."""
    if step.answer:
        _check(step, step.answer)


def check_reach(step: Step) -> None:
    """What is to be reached is something that a node can be.  Raises FactError."""
    kinds = tuple(each.value for each in REACHED)
    if step.reach and step.reach not in kinds:
        raise FactError(f"expected {either(kinds)}, not {step.reach!r}")


def check_text(text: str, step: Step) -> None:
    """What stands in braces are facts.  Raises FactError."""
    for words in braces(text):
        _check(step, words)


def _check(step: Step, words: str) -> None:
    if step.screen == "compare":
        fact(step, words)
        return
    compared = _COMPARED.match(words)
    operands = [each for part in (compared[1], compared[3]) for each in part.split(" - ")] if compared else [words]
    for part in operands:
        if not (compared and part.strip().isdecimal()):
            _parsed(*_of_another(step, part.strip()))


REACHED = (NodeKind.DEAD_END, NodeKind.SOLUTION, NodeKind.END)

# Answers


def is_right(value: Value, given: str) -> bool:
    """Whether what was typed, or pointed at, is the answer."""
    if value.kind is Kind.NUMBER:
        return given.isdecimal() and int(given) == value.raw
    if value.kind is Kind.YES:
        return given == str(value)[:1]
    return any(_spelled(given) in (_spelled(name), _short(name)) for name in (str(value.raw), *value.also))


def why_not(step: Step, given: str) -> str:
    """Why what was answered is wrong: the search's own reason where there is one, else empty."""
    said = _why_not(step, given)
    return f"{said[:1].upper()}{said[1:]}" if said.startswith(("row ", "column ")) else said


def _why_not(step: Step, given: str) -> str:
    words = step.answer
    if compared := _COMPARED.match(words):
        parts = [part.strip() for part in (compared[1], compared[3])]
        said = both(_figure(step, part) for part in parts if not part.isdecimal())
        return f"{said[:1].upper()}{said[1:]}."
    step, words = _of_another(step, words)
    name, of = _parsed(step, words)
    if not is_searched(step):
        from tui.lessons.grid_facts import why_not_in_grid

        return why_not_in_grid(step, name, of, fact(step, words), given)
    place, value = place_of(step), fact(step, words)
    if name == "next":
        return _not_next(place, given)
    if name == "line":
        return _not_branched_on(place, given)
    if name == "word":
        return _not_that_word(place, of, str(value.raw), given)
    if name == "size" and place.step.links:
        return f"{_more_or_fewer(value, given)} The last change: {_link(place, '')}."
    if name == "headers":
        return _not_those_headers(str(value.raw).casefold().split(), given.casefold())
    if name == "ways" and given.isdecimal():
        few = int(given) < int(value.raw)
        return "There is none with so few." if few else f"There is one with fewer than {given}."
    if name == "empty":
        return _not_empty(place, given)
    if name == "left" and given.isdecimal():
        return _not_so_many(place, of, int(given), int(value.raw))
    if value.kind is Kind.NUMBER and given.isdecimal():
        return _more_or_fewer(value, given)
    return ""


def _figure(step: Step, words: str) -> str:
    """One side of what is compared, as it is said: ``dlx-s has 980 nodes``."""
    value = _operand(step, words)
    if " - " in words:
        return f"what is left is {grouped(value)}"
    other, words = _of_another(step, words)
    who = entry_of(other).title if other is not step else "this search"
    if words in ("nodes", "solutions", "dead ends"):
        return f"{who} has {counted(value, words.removesuffix('s'))}"
    facts = FACTS if is_searched(step) else _grid_facts()
    about = facts[_parsed(step, words)[0]][1]
    told = about.replace("how many", grouped(value)) if "how many" in about else f"{words}: {grouped(value)}"
    return told if other is step else f"of {who}, {told}"


def _more_or_fewer(value: Value, given: str) -> str:
    if not given.isdecimal():
        return ""
    return "It is more." if int(value.raw) > int(given) else "It is less."


def _gone(place: Place, option: int) -> str:
    """Who ruled an option out, and through what."""
    standing, name = place.standing, place.option(option)
    if option in standing.taken:
        return f"{name} is taken already."
    lost = standing.ruled_out(option)
    who = "what was given" if lost.level == 0 else f"{_chooser(place)} {lost.level}"
    through = both(subject.name for subject in lost.through)
    return f"{name} is out: {who} rules it out{f' through {through}' if through else ''}."


def _not_next(place: Place, given: str) -> str:
    from core.explain.words import branch, way_back

    model = place.standing.model
    named = {place.option(number).casefold(): number for number in range(len(model.numbers))}
    number, following = named.get(given.casefold()), place.reason.branch
    if number is None:
        return f"There is no {given} here."
    name = place.option(number)
    if place.standing.gone[number] != -1 and following is not None:
        return _gone(place, number)
    if following is None:
        back = way_back(place.reason)
        return f"{back[:1].upper()}{back[1:]}."
    ways = [way.name if way is not None else "" for way in following.ways]
    if name in ways:
        return f"{name} is tried later: it is number {ways.index(name) + 1} of {len(ways)}."
    said = branch(following)
    return f"{name} is free, but {said[:1].lower()}{said[1:]}."


def _not_branched_on(place: Place, given: str) -> str:
    from core.explain.words import branch

    reason = place.reason
    try:
        subject = place.subject(given)
    except FactError as error:
        return f"{str(error)[:1].upper()}{str(error)[1:]}."
    if subject.number not in reason.open:
        return f"{subject.name} has its {_filler(place)} already."
    assert reason.branch is not None
    size, least = reason.sizes[subject.number], reason.branch.size
    if reason.branch.rule.value == "fewest" and size != least:
        return f"{subject.name} has {counted(size, _noun(place))} left, and there is one with only {least}."
    said = branch(reason.branch)
    return f"{said[:1].upper()}{said[1:]}."


def _not_empty(place: Place, given: str) -> str:
    try:
        subject = place.subject(given)
    except FactError as error:
        return f"{str(error)[:1].upper()}{str(error)[1:]}."
    if subject.number not in place.reason.open:
        return f"{subject.name} has its {_filler(place)} already."
    return f"{subject.name} still has {_names(place, subject.name)}."


def _not_that_word(place: Place, of: str, word: str, given: str) -> str:
    if len(given) != len(word) or set(given) - set("01"):
        return f"Expected {len(word)} digits, each 0 or 1."
    wrong = next(at for at in range(len(word)) if word[at] != given[at])
    who = next((level for level, _, column in _queens(place, of) if column == wrong), None)
    way = {"columns": "stands in that column", "right": "attacks it down to the right",
           "left": "attacks it down to the left"}.get(of, "attacks it")  # fmt: skip
    because = f"no queen {way}" if who is None else f"queen {who} {way}"
    return f"Digit {wrong + 1} is {word[wrong]}: {because}."


def _not_those_headers(names: Sequence[str], given: str) -> str:
    """Which item is too many, or missing: by its name, where each is one letter."""
    told = given.split() if " " in given else list(given)
    more, missing = [each for each in told if each not in names], [each for each in names if each not in told]
    if more:
        return f"{more[0].upper()} is not in the list."
    return f"{missing[0].upper()} is in the list too." if missing else "Begin at the left and follow the links."


def _not_so_many(place: Place, of: str, given: int, left: int) -> str:
    standing, subject = place.standing, place.subject(of)
    options: Sequence[int] = standing.model.options_of(subject.number).tolist()
    if given > left:
        gone = [option for option in options if standing.gone[option] != -1 and option not in standing.taken]
        # What is told is no row or column with a queen, where there is anything else: everybody sees those.
        gone.sort(key=lambda option: (_only_straight(standing.ruled_out(option)), -int(standing.gone[option])))
        return f"Fewer: {_gone(place, gone[0])}" if gone else f"It has only {counted(left, _noun(place))} at all."
    free = place.option(place.ways(of)[-1])
    return f"More: {free} is still free, for one."


def _only_straight(lost: RuledOut) -> bool:
    return all(subject.kind in (SubjectKind.ROW, SubjectKind.COLUMN) for subject in lost.through)


def _filler(place: Place) -> str:
    """What a line gets, once."""
    return "queen" if place.step.screen == "queens" else _noun(place)


def _noun(place: Place) -> str:
    return {"queens": "square", "cover": "option"}.get(place.step.screen, "value")


def _chooser(place: Place) -> str:
    return "queen" if place.step.screen == "queens" else "choice"
