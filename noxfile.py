"""The errands of a developer: ``nox -s near``, ``test``, ``clocks``, ``lint``, ``coverage``, ``docs``.

What follows ``--`` goes on to them.  They run in the environment that has ``pip install -e '.[dev]'``: kernels that
are compiled and packages that are installed serve all of them.
"""

from __future__ import annotations

import sys

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["near", "lint"]
TOGETHER = "-n", "auto", "--dist", "worksteal", "--any-order"
TIMED = *(f"tests/core/{room}" for room in ("compare", "parts", "running")), "tests/tui"
"""The tests of what reads clocks, or waits for threads and screens."""
PYTHON = sys.executable
UNMEASURED = (
    "tests/core/cli/test_command_line.py::test_an_empty_file_is_not_left_where_nothing_fits",
    "tests/core/cli/test_command_line.py::test_an_empty_ledger_is_not_left_where_nothing_fits",
    "tests/core/cli/test_compare.py::test_help_loads_nothing_heavy",
    "tests/core/parts/test_parts.py::test_a_process_that_is_killed_costs_its_part_and_nothing_else",
)
"""Tests of what a bare process loads, writes or sends: one that is being measured loads SQLite and patches `os`."""


@nox.session
def near(session: nox.Session) -> None:
    """The tests that the changes at hand need."""
    session.run(PYTHON, "-m", "tests.near", *session.posargs)


@nox.session
def test(session: nox.Session) -> None:
    """All tests in random order, the slow ones too."""
    session.run(PYTHON, "-m", "pytest", *TOGETHER, "-m", "", *session.posargs)


@nox.session
def clocks(session: nox.Session) -> None:
    """The quick tests that clocks could touch, with clocks that jump and an app in which everybody comes late."""
    session.run(PYTHON, "-m", "pytest", "--jumping-clocks", "--late-turns", *TOGETHER, *(session.posargs or TIMED))


@nox.session
def lint(session: nox.Session) -> None:
    """Style, form and types."""
    session.run(PYTHON, "-m", "ruff", "check", ".")
    session.run(PYTHON, "-m", "ruff", "format", "--check", ".")
    session.run(PYTHON, "-m", "mypy")


@nox.session
def coverage(session: nox.Session) -> None:
    """Which lines of core and tui the quick tests run; fewer than the floor in pyproject.toml is a failure."""
    session.run(PYTHON, "-m", "coverage", "erase")
    bare = [f"--deselect={name}" for name in UNMEASURED]
    session.run(PYTHON, "-m", "coverage", "run", "-m", "pytest", *TOGETHER, *bare, *session.posargs)
    session.run(PYTHON, "-m", "coverage", "combine", "--quiet")
    session.run(PYTHON, "-m", "coverage", "report")


@nox.session
def docs(session: nox.Session) -> None:
    """The site, into build/docs: needs the extra ``docs`` and no network.  A link that leads nowhere is a failure."""
    session.run(PYTHON, "-m", "docs.site")
