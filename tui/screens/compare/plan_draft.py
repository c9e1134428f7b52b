"""A plan being edited: whatever was typed, sensible or not, and the form that changes it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from core import Algorithm, Goal, algorithms
from core._catalog import FAMILIES
from core._checks import several, text
from core._reasons import GOAL_TITLES
from core.compare import Contestant, Plan, PlanError
from core.compare._instances import expand, instances
from core.compare._plan import MOST, PATIENCE, PRECISION, PROCESSES, REPEAT, TIMEOUT, WARM_UP
from core.compare._sweep import contestants
from tui.dialogs.form_values import Choice, Note, Offer, Row, Shift, Value, Whole

TIMEOUTS = (1, 2, 5, 10, 30, 60, 120, 300, 600, 3600)
MEMORIES = tuple(1 << power for power in range(15))
LONGEST_TIMEOUT, LARGEST_MEMORY = 1_000_000, 1 << 24
"""The largest limits that can be typed, in seconds and MiB."""
MOST_REPEATS, MOST_WARM_UPS = 1000, 100
PRECISIONS = ((10, "± 1 %"), (20, "± 2 %"), (50, "± 5 %"), (100, "± 10 %"), (0, "any"))
"""Half widths of the interval in thousandths, and their names."""
AS_IN_A_PLAN = (
    "goal", "limit", "repeat", "warm_up", "timeout", "memory", "document", "name", "precision", "most", "patience",
    "seed", "isolate", "processes", "jobs",
)  # fmt: skip
"""Fields that a draft and its plan have under the same name."""
OWN_TABLE = "another family or goal needs a table of its own: n starts one"


@dataclass(frozen=True, slots=True)
class Limit(Whole):
    """A number that the arrow keys take through usual steps; 0, beyond the largest one, means none."""

    steps: tuple[int, ...] = ()

    def shifted(self, step: int) -> Shift:
        """The next usual value."""
        if self.value == 0:
            return Shift(self.steps[-1] if step < 0 else None)
        if step > 0:
            return Shift(next((each for each in self.steps if each > self.value), 0))
        return Shift(next((each for each in reversed(self.steps) if each < self.value), None))


@dataclass
class PlanDraft:
    """A plan being edited (a `tui.dialogs.form_values.FormSubject`)."""

    family: str = "queens"
    texts: dict[str, str] = field(default_factory=lambda: {each: instances(each).usual for each in FAMILIES})
    """What is typed for the instances, by family."""
    chosen: dict[str, list[str]] = field(
        default_factory=lambda: {each: list(instances(each).usual_algorithms) for each in FAMILIES}
    )
    """Labels ticked, by family."""
    variants: dict[str, list[str]] = field(default_factory=lambda: {each: [] for each in FAMILIES})
    """Labels with parameters that were added to the list, by family."""
    goal: Goal = Goal.COUNT
    limit: int | None = None
    repeat: int = REPEAT
    warm_up: int = WARM_UP
    timeout: float | None = TIMEOUT
    memory: int | None = None
    document: str | None = None
    name: str = ""
    precision: float | None = PRECISION
    most: int = MOST
    patience: float = PATIENCE
    seed: int = 1
    isolate: bool = False
    processes: int = field(default_factory=lambda: PROCESSES)
    jobs: int = 1
    fixed: bool = False
    """Whether family and goal are those of a table that has been measured."""

    @classmethod
    def of(cls, plan: Plan, *, fixed: bool = False) -> PlanDraft:
        """A draft that makes this plan."""
        draft = cls(plan.family, fixed=fixed, **{name: getattr(plan, name) for name in AS_IN_A_PLAN})
        labels = [contestant.label for contestant in plan.contestants]
        draft.texts[plan.family] = spelled(plan.instances)
        draft.chosen[plan.family] = labels
        draft.variants[plan.family] = [c.label for c in plan.contestants if c.parameters]
        return draft

    def looks(self) -> dict[str, Any]:
        """All that is typed and chosen, for the settings file."""
        return {**asdict(self), "goal": self.goal.value}

    @classmethod
    def left(cls, looks: Mapping[str, Any]) -> PlanDraft:
        """The draft that `looks` described.  Raises KeyError, TypeError, ValueError or ProblemError otherwise."""
        usual = cls()
        given = {each.name: looks[each.name] for each in fields(cls) if each.name in looks}
        draft = cls(**given | {"goal": Goal(looks["goal"]), "fixed": looks["fixed"] is True})
        draft.texts = {each: text(draft.texts.get(each, usual.texts[each]), "instances") for each in FAMILIES}
        draft.chosen = {each: _labels(each, draft.chosen) for each in FAMILIES}
        draft.variants = {each: _labels(each, draft.variants) for each in FAMILIES}
        rest = {name: getattr(draft, name) for name in AS_IN_A_PLAN} | {"most": max(draft.most, draft.repeat)}
        Plan(draft.family, ("any",), contestants(draft.family, usual.chosen[draft.family][0]), **rest)  # its numbers
        return draft

    def plan(self) -> Plan:
        """The plan.  Raises PlanError saying what is wrong."""
        there = self.labels()
        chosen = [label for label in self.chosen[self.family] if label in there]
        text = self.texts[self.family]
        keys = expand(self.family, [text] if instances(self.family).spaced and text.strip() else split(text))
        rest = {name: getattr(self, name) for name in AS_IN_A_PLAN} | {"most": max(self.most, self.repeat)}
        return Plan(self.family, keys, tuple(Contestant.parse(self.family, label) for label in chosen), **rest)

    # The list of algorithms

    def labels(self) -> list[str]:
        """Everything on the list of algorithms: the catalog's, each followed by its variants."""
        found: list[str] = []
        for entry in algorithms(self.family):
            found.append(entry.key)
            found += [v for v in self.variants[self.family] if v.partition(":")[0] == entry.key]
        return found

    def entry(self, label: str) -> Algorithm:
        """The catalog entry of a label on the list."""
        return next(entry for entry in algorithms(self.family) if entry.key == label.partition(":")[0])

    def toggle(self, label: str) -> None:
        """Take an algorithm in or leave it out."""
        chosen = self.chosen[self.family]
        (chosen.remove if label in chosen else chosen.append)(label)

    def toggle_all(self) -> None:
        """Take in every algorithm that serves the goal, or none if all are in."""
        able = [entry.key for entry in algorithms(self.family) if self.goal in entry.goals]
        chosen = self.chosen[self.family]
        self.chosen[self.family] = [] if set(able) <= set(chosen) else list(dict.fromkeys([*chosen, *able]))

    def variant_trouble(self, text: str) -> str | None:
        """What is wrong with a line such as ``dlx-s:order=table|text`` or ``swaps:seed=1-10``, or None."""
        try:
            found = contestants(self.family, text)
        except PlanError as error:
            return str(error)
        if found and all(contestant.parameters for contestant in found):
            return None
        return "expected a parameter and its value after a colon"

    def add_variant(self, text: str) -> None:
        """Add an algorithm with parameters to the list, ticked; of several values every one.  Raises PlanError."""
        for contestant in contestants(self.family, text):
            for names in (self.variants[self.family], self.chosen[self.family]):
                if contestant.label not in names:
                    names.append(contestant.label)

    # The form

    def rows(self) -> Sequence[Row]:
        """Everything that is not typed as text or ticked."""
        barred = OWN_TABLE if self.fixed else ""
        timeout = 0 if self.timeout is None else max(1, round(self.timeout))
        memory = 0 if self.memory is None else max(1, round(self.memory / 2**20))
        return (
            Choice(
                "family", "Family", self.family,
                tuple(
                    Offer(key, kind.title, refusal="" if key == self.family else barred)
                    for key, kind in FAMILIES.items()
                ),
            ),
            Choice(
                "goal", "Goal", self.goal.value,
                tuple(
                    Offer(goal.value, GOAL_TITLES[goal], refusal="" if goal is self.goal else barred) for goal in Goal
                ),
            ),
            Whole(
                "repeat", "Timed runs", self.repeat, 1, MOST_REPEATS, "how often each cell is measured",
                f"at least {self.repeat}" if self.precision else str(self.repeat),
            ),
            Choice(
                "precision", "Precision", precision_value(self.precision),
                tuple(Offer(value, title) for value, title in PRECISIONS),
                f"each cell is measured until its median is this precise, for at most {self.patience:g} s",
            ),
            Whole("warm_up", "Warm-up runs", self.warm_up, 0, MOST_WARM_UPS, "untimed runs before the first timed one"),
            Limit(
                "timeout", "Time limit", timeout, 0, LONGEST_TIMEOUT, "a run that takes longer is stopped",
                "none" if self.timeout is None else f"{self.timeout:g} s a run", TIMEOUTS,
            ),
            Limit(
                "memory", "Memory limit", memory, 0, LARGEST_MEMORY, "a search that needs more is not started",
                "none" if self.memory is None else f"{self.memory / 2**20:g} MiB a run", MEMORIES,
            ),
        )  # fmt: skip

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value of one of the rows."""
        match key:
            case "family":
                self.family = str(value)
            case "goal":
                self.goal = Goal(str(value))
            case "repeat":
                self.repeat = int(value)
            case "precision":
                self.precision = int(value) / 1000 or None
            case "warm_up":
                self.warm_up = int(value)
            case "timeout":
                self.timeout = float(value) or None
            case "memory":
                self.memory = int(value) << 20 or None
        return None


def _labels(family: str, kept: Mapping[str, Any]) -> list[str]:
    """Labels of a family that were kept, without those that mean nothing (any more)."""
    labels = several(kept.get(family, ()), "algorithms")
    return [label for label in labels if text(label, "an algorithm") and _is_one(family, label)]


def _is_one(family: str, label: str) -> bool:
    try:
        return Contestant.parse(family, label).label == label
    except PlanError:
        return False


def precision_value(precision: float | None) -> int:
    """A precision as the form's value: thousandths, 0 for none."""
    return round((precision or 0) * 1000)


def split(text: str) -> list[str]:
    """The instances that a line names: separated by commas or blanks, except inside quotation marks."""
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|([^\s,]+)', text)]


def spelled(keys: Sequence[str]) -> str:
    """Instance keys as a person would type them: ``4-12, 39`` and ``a#1-10``; `split` reads it."""
    runs: list[tuple[str, int | None, int | None]] = []
    for key in keys:
        match = re.fullmatch(r"(?:(.*)#)?(\d+)", key, re.DOTALL)
        if match is None:
            runs.append((key, None, None))
            continue
        head, number = match[1] or "", int(match[2])
        last = runs[-1] if runs else None
        if last is not None and last[0] == head and last[2] is not None and last[2] + 1 == number:
            runs[-1] = (head, last[1], number)
        else:
            runs.append((head, number, number))
    pieces = []
    for head, first, end in runs:
        numbers = "" if first is None else str(first) if first == end else f"{first}-{end}"
        piece = f"{head}#{numbers}" if head and numbers else head or numbers
        pieces.append(f'"{piece}"' if re.search(r"[\s,]", piece) else piece)
    return ", ".join(pieces)
