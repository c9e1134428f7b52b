"""Which tests should notice a change of a file: those of its room, and those that run it from farther away.

The folders of tests mirror those of the program, so a room's tests are found by
its name.  What is listed here is only who else runs a room.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from tests import ROOT

BESIDE = {
    "core/queens": "core/explain",
    "core/sudoku/human": "core/sudoku/test_logic*.py core/sudoku/test_tech*.py core/sudoku/test_exercises.py"
                         " core/sudoku/test_rating.py",
    "core/exact_cover": "core/parts/test_parts.py",
    "core/kernels": "core/sudoku/test_triads.py",
    "core/parts": "core/storage",
    "core": "core/running core/parts core/storage core/cli",
    "tui": "tui/search tui/dialogs tui/actions tui/widgets",
}  # fmt: skip
"""Tests of other rooms that are near: the longest beginning of a path counts.  A hall is what is in no room."""

FARTHER = {
    "core/queens": "core/cli core/parts",
    "core/sudoku": "core/explain core/test_hostile_input.py",
    "core/exact_cover": "core/explain core/storage core/test_hostile_input.py",
    "core/compare": "",
    "core": "tui/search tui/screens/queens tui/screens/cover",
    "tui/screens": "tui/search",
    "tui": "tui/screens tui/terminal",
}
"""More tests, which run the module from farther away; those of the screen of the same name are added."""

PAGES = {
    "README.md": "test_readme.py", "ARCHITECTURE.md": "test_architecture.py", "docs": "test_docs.py test_readme.py",
    "mkdocs.yml": "test_docs.py",
    "pyproject.toml": "test_packaging.py", "setup.py": "test_packaging.py", "CHANGELOG.md": "test_packaging.py",
    "CITATION.cff": "test_packaging.py", "puzzles/sudoku": "core/sudoku tui/screens/sudoku",
    "puzzles": "core/exact_cover core/compare",
    "tests/transcripts": "test_transcripts.py", "tests/transcript.py": "test_transcripts.py",
    "tools": "tools", "tests/tools": "tools",
}  # fmt: skip
"""Tests of what is no module."""

TRANSCRIPT = "tests/test_transcripts.py::test_transcript[{}]"
"""The test of a transcript by its name."""


def transcripts(root: Path = ROOT) -> list[str]:
    """The tests that play a transcript: quick, and between them they run most of the program."""
    return sorted(TRANSCRIPT.format(path.stem) for path in (root / "tests/transcripts").glob("*.txt"))


def noticing_tests(path: Path, root: Path = ROOT) -> list[str]:
    """The files with the tests that should notice a change of this module."""
    room = _room(path)
    beside = {start: tests for start, tests in BESIDE.items() if "/" in start or start == room}
    wanted = _longest(beside, path).split()
    if "core/sudoku/human" not in path.as_posix():
        wanted.append(room)
    if room.startswith("core/"):
        wanted.append(f"core/cli/test_{_word(room)}*.py")
    return _files(wanted, root)


def farther_tests(path: Path, root: Path = ROOT) -> list[str]:
    """The files with tests that run this module too, from farther away."""
    wanted = _longest(FARTHER, path).split()
    room = _room(path)
    if room.startswith("core/"):
        wanted.append(f"tui/screens/{_word(room)}")
    near = set(noticing_tests(path, root))
    return [name for name in _files(wanted, root) if name not in near]


def needed_tests(path: Path, root: Path = ROOT) -> list[str]:
    """The files with the tests that an edit of any file of the project needs."""
    parts = path.parts
    if path.suffix == ".py" and parts[0] in ("core", "tui"):
        return noticing_tests(path, root)
    if found := _longest(PAGES, path):
        return _files(found.split(), root)
    if parts[0] in ("core", "tui"):  # a stylesheet, a table
        return noticing_tests(path, root)
    if parts[0] == "tests" and path.name.startswith("test_") and path.suffix == ".py":
        return [path.as_posix()] if (root / path).exists() else []
    if parts[0] == "tests" and len(parts) > 2:  # a helper, a picture
        return _files([_mirrored(PurePosixPath(*parts[1:-1]), root)], root)
    return []


def _room(path: Path) -> str:
    """The folder of tests that mirrors a module's: ``core/queens`` for ``core/queens/quadrants/join.py``."""
    depth = 3 if path.parts[:2] == ("tui", "screens") else 2
    return "/".join(path.parts[:-1][:depth])


def _word(room: str) -> str:
    """What a room is called on the command line and on the screens: ``cover`` for ``core/exact_cover``."""
    return room.rpartition("/")[2].rpartition("_")[2]


def _mirrored(folder: PurePosixPath, root: Path) -> str:
    """The folder, or the nearest one around it, that has tests."""
    while not any((root / "tests" / folder).glob("test_*.py")) and len(folder.parts) > 1:
        folder = folder.parent
    return folder.as_posix()


def _longest(table: dict[str, str], path: Path) -> str:
    begins = [start for start in table if path == Path(start) or Path(start) in path.parents]
    return table[max(begins, key=len)] if begins else ""


def _files(wanted: list[str], root: Path) -> list[str]:
    """The test files that are meant by folders (only those straight in a hall) and patterns."""
    tests = root / "tests"
    found: set[Path] = set()
    for each in wanted:
        place = tests / each
        if each in ("core", "tui"):
            found.update(place.glob("test_*.py"))
        elif place.is_dir():
            found.update(place.rglob("test_*.py"))
        else:
            found.update(tests.glob(each))
    return sorted(path.relative_to(root).as_posix() for path in found)
