"""Values as few short lines, for the transcripts of the library: searches step by step, states, ways through a tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
