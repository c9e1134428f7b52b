"""Which tests should notice a change of a module: those of its area, and those that run it from farther away."""

from __future__ import annotations

from pathlib import Path

from tests.tools.mutation.changes import ROOT

Areas = tuple[tuple[str | tuple[str, ...], str], ...]

AREAS: Areas = (
    ("core/queens/", "core/queens/test_*.py core/explain/test_*.py"),
    ("core/sudoku/logic/", "core/sudoku/test_logic*.py core/sudoku/test_techniques.py core/cli/test_sudoku*.py"),
    ("core/sudoku/", "core/sudoku/test_*.py core/cli/test_sudoku*.py"),
    ("core/exact_cover/", "core/exact_cover/test_*.py core/cli/test_cover.py core/parts/test_parts.py"),
    ("core/compare/", "core/compare/test_*.py core/cli/test_compare*.py"),
    (("core/run.", "core/steering.", "core/engine.", "core/keyframes.", "core/timeline.", "core/moves.", "core/replay.",
      "core/tree.", "core/tandem."), "core/running/test_*.py core/kernels/test_engine.py"),
    (("core/store.", "core/checkpoint", "core/sealed.", "core/compressed.", "core/ledger.", "core/part",
      "core/cluster."), "core/storage/test_*.py core/parts/test_*.py core/cli/test_parts.py"),
    (("core/explain/", "core/search_tree.", "core/tree_s"),
     "core/explain/test_*.py core/running/test_search_tree.py"),
    (("core/kernel", "core/compiling.", "core/simd", "core/prefetch"),
     "core/kernels/test_*.py core/sudoku/test_triads.py"),
    ("core/", "core/test_*.py core/cli/test_*.py core/running/test_*.py core/parts/test_*.py core/storage/test_*.py"),
    ("tui/screens/queens/", "tui/screens/queens/test_*.py"),
    ("tui/screens/sudoku/", "tui/screens/sudoku/test_*.py"),
    ("tui/screens/cover/", "tui/screens/cover/test_*.py"),
    ("tui/screens/compare/", "tui/screens/compare/test_*.py"),
    ("tui/", "tui/search/test_*.py tui/dialogs/test_*.py tui/actions/test_*.py tui/widgets/test_*.py tui/test_*.py"),
)  # fmt: skip
"""How a module's path may start, and the tests that should notice a change in it; the first that fits."""

FARTHER: Areas = (
    ("core/queens/", "tui/screens/queens/test_*.py core/cli/test_*.py core/parts/test_parts*.py"),
    ("core/sudoku/", "tui/screens/sudoku/test_*.py core/test_hostile_input.py core/explain/test_*.py"),
    ("core/exact_cover/", "tui/screens/cover/test_*.py core/explain/test_*.py core/test_hostile_input.py"
                          " core/storage/test_*.py"),
    ("core/compare/", "tui/screens/compare/test_*.py"),
    ("core/", "tui/search/test_*.py tui/screens/queens/test_*.py tui/screens/cover/test_*.py"),
    ("tui/screens/queens/", "tui/search/test_*.py"),
    ("tui/", "tui/screens/*/test_*.py tui/terminal/test_*.py"),
)  # fmt: skip
"""More tests, which run the module from farther away."""

TRANSCRIPT = "tests/test_transcripts.py::test_transcript[{}]"
"""The test of a transcript by its name."""


def transcripts(root: Path = ROOT) -> list[str]:
    """The tests that play a transcript: quick, and between them they run most of the program."""
    return sorted(TRANSCRIPT.format(path.stem) for path in (root / "tests/transcripts").glob("*.txt"))


def noticing_tests(path: Path, root: Path = ROOT) -> list[str]:
    """The files with the tests that should notice a change of this module."""
    return _tests_of(path, AREAS, root)


def farther_tests(path: Path, root: Path = ROOT) -> list[str]:
    """The files with tests that run this module too, from farther away."""
    near = set(noticing_tests(path, root))
    return [name for name in _tests_of(path, FARTHER, root) if name not in near]


def _tests_of(path: Path, areas: Areas, root: Path) -> list[str]:
    for start, patterns in areas:
        if path.as_posix().startswith(start):
            found = {found for pattern in patterns.split() for found in (root / "tests").glob(pattern)}
            return sorted(str(each.relative_to(root)) for each in found)
    return []
