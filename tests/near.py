"""Run the tests that an edit needs.

    python -m tests.near                 what is changed and not committed, new files too
    python -m tests.near --since main    what is changed since a commit
    python -m tests.near core/running/run.py     as if these files were changed
    python -m tests.near -- -x -n 4      what follows -- goes to pytest

The tests are those of the rooms of what is changed (`tests.areas`), the slow
ones left out.  It is no proof: before a change is sent on, all tests run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests import ROOT
from tests.areas import needed_tests

FEW = 3
"""Up to so many files are quicker in one process than in several."""


def changed(since: str, root: Path = ROOT) -> list[Path]:
    """The files that differ from a commit, and new ones that Git does not ignore."""
    listings = (
        ["diff", "--name-only", "--no-renames", "-z", since, "--"],
        ["ls-files", "--others", "--exclude-standard", "-z"],
    )
    names: set[str] = set()
    for listing in listings:
        done = subprocess.run(["git", *listing], cwd=root, check=True, stdout=subprocess.PIPE, encoding="utf-8")
        names.update(filter(None, done.stdout.split("\0")))
    return sorted(map(Path, names))


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns pytest's status; 0 where nothing is to be run."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    own, more = (given[: (at := given.index("--"))], given[at + 1 :]) if "--" in given else (given, [])
    parser = argparse.ArgumentParser(prog="python -m tests.near", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, help="files of the project (default: what is changed)")
    parser.add_argument("--since", default="HEAD", metavar="COMMIT", help="what the files are compared with")
    parser.add_argument("--list", action="store_true", help="only say which test files these are")
    options = parser.parse_args(own)
    paths = options.paths or changed(options.since)
    tests = sorted({test for path in paths for test in needed_tests(path)})
    if options.list or not tests:
        print("\n".join(tests) or "no test is near to what is changed")
        return 0
    print(f"{len(tests)} test file{'s' * (len(tests) > 1)} for {len(paths)} changed", flush=True)
    together = ["-n", "auto", "--dist", "worksteal"] if len(tests) > FEW else []
    return subprocess.run([sys.executable, "-m", "pytest", *together, *tests, *more], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
