"""Values as few short lines, for the transcripts of the library: searches step by step, states, ways through a tree."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np

import core
from core.catalog import algorithm
from core.moves import Move
from core.search import Search, Snapshot
from core.timeline import Timeline

Make = Callable[[], Search]


def search(problem: Any, key: str, goal: str = "all", limit: int | None = None, **settings: Any) -> Search:
    """A search that has not begun."""
    return algorithm(problem.kind, key).start(problem, goal, limit, **settings)


def shown(shot: Snapshot) -> str:
    """All that a snapshot tells but the time, what says nothing left out."""
    parts = [f"{shot.status.value} {shot.steps}"]
    if shot.nodes != shot.steps:
        parts.append(f"nodes {shot.nodes}")
    if shot.updates is not None:
        parts.append(f"updates {shot.updates}")
    parts.append(f"found {shot.solutions}")
    parts.append(f"depth {shot.depth}/{shot.max_depth}")
    if shot.progress is not None:
        parts.append(f"{shot.progress:.4f}")
    if shot.placement:
        parts.append(" ".join(map(str, shot.placement)))
    if shot.detail:
        parts.append(", ".join(f"{name} {_short(value)}" for name, value in shot.detail.items()))
    return " | ".join(parts)


def follow(making: Search, every: int = 1, lines: int = 1000) -> None:
    """Run a search in slices of ``every`` steps and say after each where it is."""
    print(f"  {shown(making.snapshot())}")
    for _ in range(lines):
        if making.status is not core.Status.RUNNING:
            break
        making.advance(every)
        path = making.branch_path()
        print(f"  {shown(making.snapshot())}{f' | path {_row(path)}' if path is not None else ''}")
    print(f"  solutions {[_row(each) for each in making.solutions[:4]]}")


def state(making: Search) -> None:
    """What there is in its state: sizes, types, sums."""
    for name, value in making.state().items():
        if isinstance(value, np.ndarray):
            total = int(value.sum(dtype=np.int64)) if value.dtype.kind in "iub" else float(value.sum())
            print(f"  {name}: {value.dtype}{list(value.shape)}, sum {total}")
        else:
            print(f"  {name}: {_short(value)}")


def damaged(make: Make, steps: int, shapes: bool = False, most: int = 60) -> None:
    """What is said of its state after so many steps, with one number in it changed at a time.

    Of each array ``most`` places are tried, the first ones.
    Places are followed by + or - where the number was made larger or smaller by one, by ± for both.
    With ``shapes`` also what is said where something is missing, shorter, or of another type.
    """
    begun = make()
    begun.advance(steps)
    good = begun.state()
    for name, value in good.items():
        if not isinstance(value, np.ndarray):
            continue
        said: dict[str, dict[int, str]] = {}
        for place in range(min(value.size, most)):
            for change in (1, -1):
                wrong = value.copy()
                with np.errstate(over="ignore"):
                    wrong.flat[place] += np.asarray(change).astype(value.dtype)
                places = said.setdefault(_refusal(make(), {**good, name: wrong}), {})
                places[place] = "±" if place in places else "+" if change > 0 else "-"
        for message, places in said.items():
            print(f"  {name} {_ranges(places)}: {message}")
    for name, value in good.items() if shapes else ():
        if isinstance(value, np.ndarray) and value.size:
            print(f"  {name} shorter: {_refusal(make(), {**good, name: value[:-1]})}")
            with np.errstate(over="ignore"):
                other = value.astype(np.float16)
            print(f"  {name} as float16: {_refusal(make(), {**good, name: other})}")
        print(f"  without {name}: {_refusal(make(), {key: each for key, each in good.items() if key != name})}")
    fresh = make()
    fresh.restore(good)
    while fresh.status is core.Status.RUNNING:
        fresh.advance(7)
    print(f"  as it was: {shown(fresh.snapshot())}")


def _refusal(making: Search, wrong: Mapping[str, Any]) -> str:
    try:
        making.restore(wrong)
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"
    return "taken"


def walk(line: Timeline, *moves: str | int) -> None:
    """Make moves (by name, or to a node by its number) and say where each leads."""
    for move in moves:
        arrival = line.to(move) if isinstance(move, int) else line.go(Move[move.upper().replace(" ", "_")])
        solutions, node = line.search.counts()
        path = line.search.branch_path()
        more = [
            "" if path is None else f"path {_row(path)}", "a solution" if line.at_solution() else "",
            "ended" if line.ended else "", "exhausted" if line.exhausted else "",
        ]  # fmt: skip
        print(f"  {move}: {arrival.value}, node {node}, found {solutions}, {', '.join(filter(None, more))}")


def _ranges(places: Mapping[int, str]) -> str:
    """``0-3± 5+``: neighbours of one sign together."""
    parts: list[list[Any]] = []
    for place, sign in places.items():
        if parts and parts[-1][1:] == [place - 1, sign]:
            parts[-1][1] = place
        else:
            parts.append([place, place, sign])
    return " ".join(f"{first}{sign}" if first == last else f"{first}-{last}{sign}" for first, last, sign in parts)


def _row(values: Any) -> str:
    return "-" if len(values) == 0 else " ".join(map(str, values))


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_short(each)}" for key, each in value.items()) + "}"
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return f"[{_row([_short(each) for each in value])}]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def noisy(seconds: float, count: int = 10, seed: int = 1, noise: float = 0.02, **more: Any) -> tuple[Any, ...]:
    """Runs that scatter a little, always in the same way."""
    from core.compare.sample import Ending, Sample

    chance = random.Random(seed)
    ending = more.pop("ending", Ending.COMPLETE)
    figures = {"solutions": 1, "steps": 1, "nodes": 1} | more
    times = [seconds * (1 + noise * chance.random()) for _ in range(count)]
    return tuple(Sample(ending, each, each, None, **figures) for each in times)


class Clockwork:
    """Time that only the searches below use up, in seconds of CPU time; wall time goes a quarter faster."""

    def __init__(self) -> None:
        self.cpu = 0.0
        self.switches = 0

    def spend(self, seconds: float) -> None:
        """Let so much CPU time pass."""
        self.cpu += seconds
        self.switches += 1

    def thread_time(self) -> float:
        """The CPU time of this thread."""
        return self.cpu

    def process_time(self) -> float:
        """The same of two threads."""
        return 2 * self.cpu

    def perf_counter(self) -> float:
        """Wall time."""
        return 1.25 * self.cpu

    def time(self) -> float:
        """Since 1970: a day later."""
        return 86_400 + self.perf_counter()

    @contextmanager
    def running(self) -> Iterator[Clockwork]:
        """Measuring reads these clocks, on a machine with three processors and a load of one and a half."""
        from core.compare import clocks, measure

        with ExitStack() as patches:
            for place, name, value in (
                (measure, "time", self), (clocks, "time", self), (clocks, "_switches", lambda: self.switches),
                (measure, "load", lambda: 1.5), (measure.os, "cpu_count", lambda: 3), (measure, "FINE_CLOCK", True),
            ):  # fmt: skip
                patches.enter_context(patch.object(place, name, value))
            yield self


class Toy(core.Search):
    """A search of ``length`` steps that take ``cost`` seconds each, and ``build`` seconds to make."""

    def __init__(
        self, clock: Clockwork, length: int, cost: float, build: float = 0.0, *, told: float | None = None,
        ending: core.Status = core.Status.COMPLETE, found: tuple[tuple[int, ...], ...] = (), size: int = 0,
        error: Exception | None = None, at: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(core.Queens(4), core.Goal.COUNT)
        self._clock, self._length, self._cost, self._ending, self._found = clock, length, cost, ending, found
        self._error, self._at, self._steps = error, at, 0
        self.arrays = {"all": np.zeros(size, dtype=np.uint8)}
        clock.spend(build)
        self.build_seconds = build if told is None else told
        if error is not None and not at:
            raise error

    def advance(self, budget: int, quota: int | None = None) -> core.Status:
        """So many steps, or those that are left; with an error on the way."""
        steps = min(budget, self._length - self._steps)
        self._steps += steps
        self._clock.spend(steps * self._cost)
        if self._error is not None and self._steps >= self._at:
            raise self._error
        if self._steps == self._length:
            self.status = self._ending
        return self.status

    def snapshot(self) -> Snapshot:
        """Two nodes a step."""
        return Snapshot(self.status, self._steps, len(self._found), nodes=2 * self._steps, updates=3 * self._steps,
                        progress=self._steps / self._length)  # fmt: skip

    def counts(self) -> tuple[int, int]:
        """Solutions and steps."""
        return len(self._found), self._steps

    @property
    def solutions(self) -> tuple[tuple[int, ...], ...]:
        """Those given."""
        return self._found

    def state(self) -> dict[str, Any]:
        """None."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Nothing to take up."""


def measure(clock: Clockwork, start: Make, stays: int = 50, **given: Any) -> None:
    """Measure a search and say how it went on and all that the sample tells."""
    from core.compare.measure import Measurement

    clock.cpu, clock.switches = 0.0, 0
    with clock.running():
        one = Measurement(start, **given)
        one.build()
        way = []
        for _ in range(stays):
            if one.finished:
                break
            one.advance()
            way.append(f"{one.counts()[1]} at {clock.cpu:.4g}")
        if not one.finished:
            print(f"  not finished: {', '.join(way)}")
            return
        sample = one.sample()
        told = {name: value for name, value in sample.as_json().items() if value not in (None, "")}
        rate = one.steps_per_second
        print(f"  {', '.join(way) or 'no stay'}; {'no rate' if rate is None else f'{rate:.4g} steps a second'}")
        print(f"  {', '.join(f'{name} {_short(value)}' for name, value in told.items())}")
