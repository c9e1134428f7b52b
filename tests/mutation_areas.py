"""Which tests should notice a change of a module: those of its area, and those that run it from farther away."""

from __future__ import annotations

from pathlib import Path

from tests.mutants import ROOT

Areas = tuple[tuple[str | tuple[str, ...], str], ...]

AREAS: Areas = (
    ("core/queens/", "core/test_queens*.py core/test_explain*.py"),
    ("core/sudoku/logic/", "core/test_sudoku_logic*.py core/test_sudoku_techniques.py"),
    ("core/sudoku/", "core/test_sudoku*.py"),
    ("core/exact_cover/", "core/test_cover*.py core/test_link_dance.py core/test_parts.py"),
    ("core/compare/", "core/test_compare*.py"),
    (("core/run.", "core/steering.", "core/engine.", "core/keyframes.", "core/timeline.", "core/moves.", "core/replay.",
      "core/tree.", "core/tandem."),
     "core/test_run.py core/test_timeline.py core/test_walk.py core/test_search_states.py core/test_engine.py"
     " core/test_tandem.py core/test_pacing.py"),
    (("core/store.", "core/checkpoint", "core/sealed.", "core/compressed.", "core/ledger.", "core/part",
      "core/cluster."),
     "core/test_store.py core/test_checkpoint*.py core/test_ledger.py core/test_parts*.py core/test_cluster.py"),
    (("core/explain/", "core/search_tree.", "core/tree_s"), "core/test_explain*.py core/test_search_tree.py"),
    (("core/kernel", "core/compiling.", "core/simd", "core/prefetch"),
     "core/test_kernel*.py core/test_simd.py core/test_engine.py core/test_cache_lines.py"
     " core/test_sudoku_triads.py"),
    ("core/", "core/test_[!cqs]*.py core/test_c[!o]*.py core/test_command_line.py core/test_s[!u]*.py"
              " core/test_queens_cli*.py"),
    ("tui/screens/queens/", "tui/queens/test_*.py"),
    ("tui/screens/sudoku/", "tui/sudoku/test_*.py"),
    ("tui/screens/cover/", "tui/cover/test_*.py"),
    ("tui/screens/compare/", "tui/compare/test_*.py tui/test_compare_session.py"),
    ("tui/", "tui/test_browser.py tui/test_forms.py tui/test_keeping.py tui/test_search_session.py tui/test_setup.py"
             " tui/test_settings.py tui/queens/test_*.py tui/cover/test_*.py"),
)  # fmt: skip
"""How a module's path may start, and the tests that should notice a change in it; the first that fits."""

FARTHER: Areas = (
    ("core/queens/", "tui/test_queens*.py tui/queens/test_*.py core/test_cli.py core/test_parts*.py"),
    ("core/sudoku/", "tui/test_sudoku*.py tui/sudoku/test_*.py core/test_hostile_input.py core/test_explain*.py"),
    ("core/exact_cover/", "tui/test_cover*.py tui/cover/test_*.py core/test_explain*.py core/test_hostile_input.py"
                          " core/test_checkpoint*.py"),
    ("core/compare/", "tui/test_compare*.py"),
    ("core/", "tui/test_keeping.py tui/test_kept_searches.py tui/test_search_session.py"
              " tui/queens/test_*.py tui/cover/test_*.py"),
    ("tui/screens/queens/", "tui/test_queens*.py tui/test_line.py tui/test_kept_searches.py"),
    ("tui/screens/sudoku/", "tui/test_sudoku*.py"),
    ("tui/screens/cover/", "tui/test_cover*.py"),
    ("tui/screens/compare/", "tui/test_compare*.py"),
    ("tui/", "tui/test_*.py"),
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
