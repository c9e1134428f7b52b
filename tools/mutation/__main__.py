"""Would the tests notice?  Change the program in small ways and see whether a test fails.

    python -m tools.mutation core/running/_run.py core/running/_kernel_search.py --sample 20 --seed 1
    python -m tools.mutation core tui/screens --sample 4
    python -m tools.mutation core/compare --total 20 --seed 7 --jobs 2

One change at a time: a comparison turned, a sum made a difference, a number
moved by one, a condition negated, a call's result or a statement dropped.
Functions that are compiled (`@kernel`, `@inline_kernel`) are left alone: their
inner loops have oracles of their own.

Of the quick tests those are tried that `tests.near` would run for the change,
nearest first, after the one that noticed the last change of that module.

Each change is printed with what became of it, at once: `killed` by a test,
`survived`, or `time`, where a test ran over its time and was not much quicker
without the change, so that it proves nothing.  The table at the end counts for
each module what was tried and killed.  A survivor is a place to look, not a
verdict: some changes change nothing.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from tests.near import Near
from tools.mutation.bench import KILLED, Bench, Result, copy_project, prepare
from tools.mutation.changes import ROOT, Mutant, mutants


def chosen_changes(
    paths: Sequence[str], root: Path, sample: int, total: int, seed: int
) -> Iterator[tuple[Path, list[Mutant]]]:
    """The modules, and which of their changes are tried: so many of each at most, and so many in all."""
    randomness = random.Random(seed)
    found: list[tuple[Path, list[Mutant]]] = []
    for path, lines in _modules(paths, root):
        every = [mutant for mutant in mutants(path, root) if not lines or mutant.line in lines]
        found.append((path, randomness.sample(every, sample) if sample and len(every) > sample else every))
    together = [mutant for _, every in found for mutant in every]
    kept = set(randomness.sample(together, total) if total and len(together) > total else together)
    for path, every in found:
        yield path, sorted(kept.intersection(every), key=lambda mutant: mutant.start)


def _modules(arguments: Sequence[str], root: Path) -> Iterator[tuple[Path, set[int]]]:
    """The modules below these paths, relative to the root, each with the lines asked for (none: all)."""
    for argument in arguments:
        name, _, lines = argument.partition(":")
        place = root / name
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            yield path.relative_to(root), {int(line) for line in lines.split(",") if line}


_bench: Bench


def _start(pristine: Path, folder: Path) -> None:
    global _bench  # one for each process of the crew
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    own = folder / str(os.getpid())
    own.mkdir()
    _bench = Bench(pristine, own)


def _end(*_: object) -> NoReturn:
    sys.exit(143)


def _attempt(given: tuple[Mutant, list[str]]) -> tuple[Mutant, Result]:
    mutant, tests = given
    return mutant, _bench.attempt(mutant, tests)


def nearest(mutant: Mutant, near: Near) -> list[str]:
    """The tests that are tried."""
    source = (near.root / mutant.path).read_text(encoding="utf-8")
    return near.tests([(mutant.path.as_posix(), mutant.applied(source))])


def _shown(mutant: Mutant, root: Path) -> str:
    source = (root / mutant.path).read_text(encoding="utf-8")
    before = " ".join(source[mutant.start : mutant.end].split())
    return f"{mutant.path}:{mutant.line}: {before[:70]}  ->  {' '.join(mutant.text.split())[:70]}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("paths", nargs="+", help="modules or folders; core/running/_run.py:12,40: only these lines")
    parser.add_argument("--sample", type=int, default=0, help="at most so many changes a module (default: all)")
    parser.add_argument("--total", type=int, default=0, help="at most so many changes in all (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=1, help="so many changes at once, each in a copy of its own")
    parser.add_argument("--tests", nargs="*", help="tests, in place of those near to the change")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, _end)
    prepare()
    results: dict[Mutant, Result] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pristine = copy_project(ROOT, folder)
        chosen = dict(chosen_changes(given.paths, pristine, given.sample, given.total, given.seed))
        changes = [mutant for every in chosen.values() for mutant in every]
        with multiprocessing.get_context("fork").Pool(given.jobs, _start, (pristine, folder)) as crew:
            near = Near(pristine)
            tasks = [(mutant, given.tests or nearest(mutant, near)) for mutant in changes]
            for mutant, result in crew.imap_unordered(_attempt, tasks):
                results[mutant] = result
                why = ", ".join(filter(None, [result.test.rpartition("::")[2], f"{result.seconds:.0f} s"]))
                place = f"{len(results)}/{len(changes)}"
                print(f"{place:>7} {result.verdict:9} {_shown(mutant, pristine)}  ({why})", flush=True)
        for mutant in changes:
            if results[mutant].verdict != KILLED:
                print(f"{results[mutant].verdict}: {_shown(mutant, pristine)}")
    tried = {path: [results[mutant] for mutant in every] for path, every in chosen.items() if every}
    print(f"\n{'module':56} tried killed")
    killed = {path: sum(each.verdict == KILLED for each in found) for path, found in tried.items()}
    for path, found in tried.items():
        print(f"{path!s:56} {len(found):5} {killed[path]:6}")
    together = sum(killed.values())
    print(f"{'together':56} {len(changes):5} {together:6}  ({100 * together / max(len(changes), 1):.0f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
