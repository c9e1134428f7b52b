"""Run the tests that an edit needs.

    python -m tests.near                 what is changed and not committed, new files too
    python -m tests.near --since main    what is changed since a commit
    python -m tests.near core/running/_run.py     as if all of these files were changed
    python -m tests.near -- -x -n 4      what follows -- goes to pytest
    python -m tests.near --record        note anew which test runs what (some minutes)

The tests are those that run the functions that are changed, as they were recorded (`tests.recorded`), and all
transcripts; those that run little else come first, the slow ones are left out.  What no recording sees (a constant, a
kernel, a puzzle file) has the tests of what mentions it.  Whatever the recording does not know yet has the tests of its
module, or of the folder of its name.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from tests import ROOT
from tests.parts import Part, Sources, parsed, parts_of
from tests.recorded import Recorded, record

TRANSCRIPTS = "tests/test_transcripts.py::test_transcript"
FEW = 30
"""Up to so many tests are quicker in one process than in several."""


class Near:
    """Finds the tests of an edit."""

    def __init__(self, root: Path = ROOT, recorded: Recorded | None = None) -> None:
        self.root = root
        self.unknown: set[str] = set()
        """What the recording does not know of all that was asked."""
        self._recorded = Recorded.read() if recorded is None else recorded
        self.sources = Sources(root)

    def tests(self, changes: Iterable[tuple[str, str | None]]) -> list[str]:
        """The tests that files need, nearest first; each with its source before (none: all of it is changed)."""
        found: set[str] = set()
        self._seen: set[tuple[str, str]] = set()
        for path, before in changes:
            found |= self._of_file(path, before) | self._new_tests(path)
        weight = Counter(name for known in self._recorded.parts.values() for ran in known.values() for name in ran)
        there = [name for name in found if self._exists(name) and name != TRANSCRIPTS]
        there.sort(key=lambda name: (weight[name], name))
        return [*there[:FEW], TRANSCRIPTS, *there[FEW:]]

    def _of_file(self, path: str, before: str | None) -> set[str]:
        if not path.endswith(".py"):
            return self._of_page(path)
        old = {} if before is None else parts_of(parsed(before))
        new = self.sources.parts(path)
        changed = [name for name in old.keys() | new.keys()
                   if name not in old or name not in new or old[name].text != new[name].text]  # fmt: skip
        found: set[str] = set()
        for name in changed:
            found |= self._of_part(path, new.get(name) or old[name])
        return found

    def _of_part(self, path: str, part: Part) -> set[str]:
        """The tests that run a part, and where no recording sees that, those of what mentions it."""
        self._seen.add((path, part.name))
        known = self._recorded.parts.get(path, {})
        found = self._of_function(path, part)
        if not part.once and part.name not in known and not found:
            self.unknown.add(f"{path}: {part.name}")
        hidden = part.once or not found
        owner = part.name if f"{part.name}.__init__" in known else part.name.rpartition(".")[0]
        if hidden and owner:  # a class, whose methods may use what they do not mention
            found.update(*(ran for name, ran in known.items() if name.startswith(f"{owner}.")))
        through = not (owner and found)  # who makes a class or has one in a table runs its methods
        for place, user in self.sources.mentioning(part.binds, path):
            if (place, user.name) in self._seen or user.imports or (part.imports and place != path):
                continue
            if not user.once:
                found |= self._of_function(place, user) if hidden else set()
            elif (hidden and through) or part.name in user.calls:
                found |= self._of_part(place, user)
        return found or set().union(*known.values()) or self._of_folder(path)

    def _of_function(self, path: str, part: Part) -> set[str]:
        own = f"{path}::{part.name.replace('.', '::')}"
        return ({own} if self._exists(own) else set()) | set(self._recorded.parts.get(path, {}).get(part.name, ()))

    def _new_tests(self, path: str) -> set[str]:
        """The tests that no recording knows, of files that import the module or are in the folder of its name."""
        stem = PurePosixPath(path).parent.name if path.endswith("__init__.py") else PurePosixPath(path).stem
        beside = f"tests/{PurePosixPath(path).parent}"
        known = self._recorded.tests()
        return {
            test
            for file, text in self.sources.texts.items()
            if str(PurePosixPath(file).parent) == beside or (stem in text and path in self.sources.imported(file))
            for test in self._of_files(file)
            if self._exists(test) and test not in known
        }

    def _of_page(self, path: str) -> set[str]:
        """The tests of what mentions a file that is no module, or the nearest folder that is mentioned."""
        place = PurePosixPath(path)
        if "__snapshots__" in place.parts:
            return self._of_files(f"{path.partition('/__snapshots__')[0]}/{place.parent.name}.py")
        found = self._of_word(place.name)
        for folder in place.parents:
            if folder.name and (around := self._of_word(folder.name)):
                return found | around
        return found

    def _of_word(self, word: str) -> set[str]:
        found: set[str] = set()
        for module, part in self.sources.mentioning({f"/{word}"}):
            found |= self._of_part(module, part) if part.once else self._of_function(module, part)
        return found

    def _of_folder(self, path: str) -> set[str]:
        """The tests in the folder of the same name, or in the nearest one around it."""
        folder = PurePosixPath(path).parent
        while len(folder.parts) > 1 and not any((self.root / "tests" / folder).glob("test_*.py")):
            folder = folder.parent
        return self._of_files(f"tests/{folder}/test_*.py")

    def _of_files(self, pattern: str) -> set[str]:
        paths = [path.relative_to(self.root).as_posix() for path in self.root.glob(pattern)]
        return {f"{path}::{name.replace('.', '::')}" for path in paths for name in self.sources.parts(path)}

    def _exists(self, test: str) -> bool:
        path, _, name = test.partition("::")
        part = self.sources.parts(path).get(name.replace("::", "."))
        return (
            part is not None
            and PurePosixPath(path).name.startswith("test_")
            and bool(part.lines)
            and name.rpartition("::")[2].startswith("test_")
        )


def changed(since: str, root: Path = ROOT) -> list[Path]:
    """The files that differ from a commit, and new ones that Git does not ignore."""
    listings = (
        ["diff", "--name-only", "--no-renames", "-z", since, "--"],
        ["ls-files", "--others", "--exclude-standard", "-z"],
    )
    names: set[str] = set()
    for listing in listings:
        names.update(filter(None, _git(root, *listing).split("\0")))
    return sorted(map(Path, names))


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def before(path: Path, since: str, root: Path = ROOT) -> str:
    """The source of a module in a commit; nothing where it is new."""
    name = f"{since}:{path.as_posix()}"
    there = subprocess.run(["git", "cat-file", "-e", name], cwd=root, stderr=subprocess.DEVNULL).returncode == 0
    return _git(root, "show", name) if there and path.suffix == ".py" else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns pytest's status; 0 where nothing is to be run."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    own, more = (given[: (at := given.index("--"))], given[at + 1 :]) if "--" in given else (given, [])
    parser = argparse.ArgumentParser(prog="python -m tests.near", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, help="files of the project (default: what is changed)")
    parser.add_argument("--since", default="HEAD", metavar="COMMIT", help="what the files are compared with")
    parser.add_argument("--list", action="store_true", help="only say which tests these are")
    parser.add_argument("--record", action="store_true", help="note which test runs what, of all or of PATHS")
    options = parser.parse_args(own)
    if options.record:
        return record(ROOT, [*map(str, options.paths), "-n", "auto", "--dist", "worksteal", *more])
    changes: list[tuple[str, str | None]] = [(path.as_posix(), None) for path in options.paths]
    if not changes:
        changes = [(path.as_posix(), before(path, options.since)) for path in changed(options.since)]
    if not changes:
        print("nothing is changed")
        return 0
    near = Near()
    tests = near.tests(changes)
    if options.list:
        print("\n".join(tests))
        return 0
    print(f"{len(tests)} tests for {len(changes)} files", flush=True)
    if near.unknown:
        names = ", ".join(sorted(near.unknown))
        print(f"Not recorded yet, so that all tests of its class or module run: {names[:400]}")
        print("This records anew: python -m tests.near --record", flush=True)
    together = ["-n", "auto", "--dist", "worksteal"] if len(tests) > FEW else []
    command = [sys.executable, "-m", "pytest", "-p", "no:randomly", *together, *tests, *more]
    return subprocess.run(command, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
