"""What is too long to stand in a test: how many lines there are, and some of them for a reader to check.

A test gives its lines to the fixture `rows`.  What is shown of them stands beside the test's file, in `test_steps.txt`
for `test_steps.py`, under the test's name; when it changes, the test prints all lines.  Whoever changes them on purpose
writes the file anew with ``pytest tests/…/test_steps.py --update-transcripts -n 0``, and reads every line of the
difference.  Transcripts have the same as the filter ``sample`` (`tests.transcript`).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

MOST, WIDTH = 5, 112
INDENT = "  "

Rows = Callable[..., None]
"""``rows(lines, title="", most=5)``: fails if what is shown of the lines is not what stands in the file."""

collected = pytest.StashKey[dict[Path, set[str]] | None]()
"""The names of all tests of each file, chosen or not; None where single tests were asked for."""


def sample(lines: Iterable[object], most: int = MOST) -> list[str]:
    """All lines if they are few; else how many, and by their numbers the first, the last and some at even distances."""
    texts = [str(line).replace("\n", " ⏎ ").rstrip() for line in lines]
    last = len(texts) - 1
    places = range(last + 1) if last < most else [round(place * last / (most - 1)) for place in range(most)]
    if len(places) > last:
        return [short(text) for text in texts]
    return [f"{len(texts)} lines", *(f"{place + 1}: {short(texts[place])}" for place in places)]


def short(text: str) -> str:
    """A line that is too long to read without its middle, and the number of signs that are left out."""
    first, last = text[:60], text[-36:]
    return text if len(text) <= WIDTH else f"{first} …{len(text) - len(first) - len(last)}… {last}"


def read(path: Path) -> dict[str, list[str]]:
    """The rows of each title in a file."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.startswith(INDENT):
            found[next(reversed(found))].append(line.removeprefix(INDENT))
        else:
            found[line] = []
    return found


def write(path: Path, rows: dict[str, list[str]]) -> None:
    lines = [text for title, shown in rows.items() for text in (title, *(INDENT + line for line in shown))]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """For `tests.transcript` too."""
    parser.addoption("--update-transcripts", action="store_true", help="write what comes out into transcripts and rows")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What no test shows any more is found before any test is left out."""
    names: dict[Path, set[str]] = {}
    for item in items:
        names.setdefault(item.path, set()).add(item.name)
    config.stash[collected] = None if any("::" in each for each in config.args) else names


@pytest.fixture
def rows(request: pytest.FixtureRequest) -> Rows:
    """See `Rows`."""
    path = request.path.with_suffix(".txt")
    names = request.config.stash[collected]

    def compare(lines: Iterable[object], title: str = "", most: int = MOST) -> None:
        texts = list(map(str, lines))
        found, kept = sample(texts, most), read(path)
        gone = [each for each in kept if names is not None and each.partition(" » ")[0] not in names[request.path]]
        title = f"{request.node.name} » {title}" if title else request.node.name
        if request.config.getoption("--update-transcripts"):
            write(path, {name: shown for name, shown in kept.items() if name not in gone} | {title: found})
            return
        changes = difflib.unified_diff(kept.get(title, []), found, path.name, "as it comes out", lineterm="", n=9)
        if kept.get(title) != found:
            print(*texts, sep="\n")
        assert kept.get(title) == found, "\n".join(["", title, *changes])
        assert not gone, f"{path.name} has rows that no test shows"

    return compare
