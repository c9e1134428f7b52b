"""Would the tests notice?  Change the program in small ways and see whether a test fails.

    python -m tools.mutation core/running/run.py core/running/kernel_search.py --sample 20 --seed 1
    python -m tools.mutation core tui/screens --sample 4
    python -m tools.mutation core/compare --total 20 --seed 7 --jobs 2

One change at a time: a comparison turned, a sum made a difference, a number
moved by one, a condition negated, a call's result or a statement dropped.
Functions that are compiled (`@kernel`, `@inline_kernel`) are left alone: their
inner loops have oracles of their own.

All changes are tried against the transcripts first, which are quick and run
most of the program.  What they let pass goes to the tests of its area
(`AREAS`), and what these let pass to the screens' tests (`FARTHER`), as the
whole suite runs before a release.  Of all these only the tests that run the
changed line are tried, noted once before anything is changed: first the one
that noticed the last change of that module, then the quick ones.

Each change is printed with what became of it, at once: `killed` by a test,
`survived`, or `time`, where a test ran over its time and was not much quicker
without the change, so that it proves nothing.  The table at the end counts for
each module what was tried and killed.  A survivor is a place to look, not a
verdict: some changes change nothing.
"""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import os
import random
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

from tests.areas import farther_tests, noticing_tests, transcripts
from tools.mutation.bench import KILLED, SURVIVED, Bench, Lines, Result, Told, copy_project, prepare
from tools.mutation.changes import ROOT, Mutant, mutants

TOGETHER = 6
"""So many transcripts have their lines noted by one process."""
REACHES = ("transcripts", "near", "far")
CACHING = {"cache", "lru_cache"}


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


class Notes:
    """What is known of some tests before anything is changed."""

    def __init__(self, root: Path) -> None:
        self.seconds: dict[str, float] = {}
        self._root = root
        self._lines: Lines = {}
        self._failing: set[str] = set()

    def add(self, told: Told) -> None:
        """Take in one run of tests.  Those that fail as it is are left out from now on."""
        self.seconds |= told.seconds
        for path, lines in told.lines.items():
            mine = self._lines.setdefault(path, {})
            for line, names in lines.items():
                mine.setdefault(line, set()).update(names)
        for name in (*told.failed, *filter(None, [told.over_time])):
            self._failing.add(name)
            print(f"left out: {name} fails as it is", flush=True)

    def every_test(self) -> set[str]:
        """All tests that pass as it is."""
        return set(self.seconds) - self._failing

    def running(self, mutant: Mutant) -> set[str]:
        """The tests that run the changed line; where it runs only once in a process, those that run its module."""
        lines = self._lines.get(str(mutant.path), {})
        statements = _statements(self._root / mutant.path)
        found = set[str]().union(*(lines.get(line, ()) for line in statements.get(mutant.line, [mutant.line])))
        if "" in found or mutant.line not in statements:
            found = found.union(*(names for line, names in lines.items() if line in statements)) - {""}
            return (found - self._failing) or self.every_test()
        return found - self._failing


@cache
def _statements(path: Path) -> dict[int, range]:
    """The lines that run whenever a function is called, each with those of its whole statement.

    All others run once, in the test that comes to import them or calls a function that keeps its result.
    """
    found: dict[int, range] = {}

    def look(node: ast.AST, within: bool) -> None:
        for each in ast.iter_child_nodes(node):
            inside = within
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                names = {ast.unparse(one).partition("(")[0].rpartition(".")[2] for one in each.decorator_list}
                inside = not names & CACHING
            elif isinstance(each, ast.stmt) and within:
                body = getattr(each, "body", None)
                last = each.end_lineno or each.lineno
                end = max(body[0].lineno - 1, each.lineno) if isinstance(body, list) and body else last
                for line in range(each.lineno, end + 1):
                    found[line] = range(each.lineno, end + 1)
            look(each, inside)

    look(ast.parse(path.read_text(encoding="utf-8")), within=False)
    return found


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


def _note(given: tuple[list[str], list[Path]]) -> Told:
    return _bench.note(*given)


def _attempt(given: tuple[Mutant, set[str], dict[str, float]]) -> tuple[Mutant, Result]:
    mutant, tests, seconds = given
    return mutant, _bench.attempt(mutant, sorted(tests), seconds)


class Hunt:
    """All changes of one call, and what has become of them so far."""

    def __init__(self, crew: multiprocessing.pool.Pool, root: Path, changes: Sequence[Mutant]) -> None:
        self.results: dict[Mutant, Result] = {}
        self._crew = crew
        self._root = root
        self._changes = changes
        self._unrun = set(changes)

    def against_transcripts(self) -> None:
        """Try all changes against the transcripts; those that get by have no result yet."""
        names = transcripts(self._root)
        groups = [names[start : start + TOGETHER] for start in range(0, len(names), TOGETHER)]
        self._try(self._changes, self._noted(groups, self._changes))

    def against_files(self, near: Sequence[str] = (), *, far: bool = True) -> None:
        """Try those left against the tests of their areas, and what then is left against those farther away."""
        areas: dict[tuple[str, ...], list[Mutant]] = {}
        for mutant in self._left():
            tests = tuple(near or noticing_tests(mutant.path, self._root))
            areas.setdefault(tests, []).append(mutant)
        for tests, those in areas.items():
            notes = self._noted([[name] for name in tests], those)
            self._try(those, notes)
            if far:
                farther = dict.fromkeys(
                    name for mutant in self._left(those) for name in farther_tests(mutant.path, self._root)
                )
                self._try(self._left(those), self._noted([[name] for name in farther], self._left(those)))
            # What no test runs in its own process may be run by one that a test starts.
            self._try([each for each in self._left(those) if each in self._unrun], notes, known=False)
            for mutant in self._left(those):
                self._say(mutant, Result(SURVIVED, "no test runs it" if mutant in self._unrun else ""))

    def _left(self, among: Sequence[Mutant] = ()) -> list[Mutant]:
        return [mutant for mutant in among or self._changes if mutant not in self.results]

    def _noted(self, groups: Sequence[list[str]], changes: Sequence[Mutant]) -> Notes:
        notes = Notes(self._root)
        watched = list(dict.fromkeys(mutant.path for mutant in changes))
        for told in self._crew.imap_unordered(_note, [(group, watched) for group in groups] if watched else []):
            notes.add(told)
        return notes

    def _try(self, changes: Sequence[Mutant], notes: Notes, *, known: bool = True) -> None:
        running = {mutant: notes.running(mutant) if known else notes.every_test() for mutant in changes}
        tasks = [(mutant, tests, notes.seconds) for mutant, tests in running.items() if tests]
        if known:
            self._unrun -= {mutant for mutant, *_ in tasks}
        for mutant, result in self._crew.imap_unordered(_attempt, tasks):
            if result.verdict == SURVIVED:
                print(f"    not yet noticed   {_shown(mutant, self._root)}  ({result.seconds:.0f} s)", flush=True)
            else:
                self._say(mutant, result)

    def _say(self, mutant: Mutant, result: Result) -> None:
        self.results[mutant] = result
        place = f"{len(self.results)}/{len(self._changes)}"
        why = ", ".join(filter(None, [result.test.rpartition("::")[2], f"{result.seconds:.0f} s"]))
        print(f"{place:>7} {result.verdict:9} {_shown(mutant, self._root)}  ({why})", flush=True)


def _shown(mutant: Mutant, root: Path) -> str:
    source = (root / mutant.path).read_text(encoding="utf-8")
    before = " ".join(source[mutant.start : mutant.end].split())
    return f"{mutant.path}:{mutant.line}: {before[:70]}  ->  {' '.join(mutant.text.split())[:70]}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("paths", nargs="+", help="modules or folders; core/running/run.py:12,40: only these lines")
    parser.add_argument("--sample", type=int, default=0, help="at most so many changes a module (default: all)")
    parser.add_argument("--total", type=int, default=0, help="at most so many changes in all (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=1, help="so many changes at once, each in a copy of its own")
    parser.add_argument("--reach", choices=REACHES, default=REACHES[-1], help="how far tests are sought (default: far)")
    parser.add_argument("--tests", nargs="*", help="test files, in place of the transcripts and those of the area")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, _end)
    prepare()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pristine = copy_project(ROOT, folder)
        chosen = dict(chosen_changes(given.paths, pristine, given.sample, given.total, given.seed))
        changes = [mutant for every in chosen.values() for mutant in every]
        with multiprocessing.get_context("fork").Pool(given.jobs, _start, (pristine, folder)) as crew:
            hunt = Hunt(crew, pristine, changes)
            if not given.tests:
                hunt.against_transcripts()
            if given.reach != REACHES[0]:
                hunt.against_files(given.tests or (), far=given.reach == REACHES[-1] and not given.tests)
        for mutant in changes:
            if (result := hunt.results.get(mutant)) is None or result.verdict != KILLED:
                print(f"{result.verdict if result else 'not noticed'}: {_shown(mutant, pristine)}")
    tried = {path: [hunt.results.get(mutant) for mutant in every] for path, every in chosen.items() if every}
    print(f"\n{'module':56} tried killed")
    killed = {path: sum(each is not None and each.verdict == KILLED for each in found) for path, found in tried.items()}
    for path, found in tried.items():
        print(f"{path!s:56} {len(found):5} {killed[path]:6}")
    together = sum(killed.values())
    print(f"{'together':56} {len(changes):5} {together:6}  ({100 * together / max(len(changes), 1):.0f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
