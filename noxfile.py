"""The errands of a developer: ``nox -s near``, ``test``, ``lint``, ``docs``; what follows ``--`` goes on.

They run in the environment that has ``pip install -e '.[dev]'``: kernels that
are compiled and packages that are installed serve all of them.
"""

from __future__ import annotations

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["near", "lint"]
TOGETHER = "-n", "auto", "--dist", "worksteal"


@nox.session
def near(session: nox.Session) -> None:
    """The tests that the changes at hand need."""
    session.run("python", "-m", "tests.near", *session.posargs)


@nox.session
def test(session: nox.Session) -> None:
    """All tests, the slow ones too."""
    session.run("python", "-m", "pytest", *TOGETHER, "-m", "", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Style, form and types."""
    session.run("python", "-m", "ruff", "check", ".")
    session.run("python", "-m", "ruff", "format", "--check", ".")
    session.run("python", "-m", "mypy")


@nox.session
def docs(session: nox.Session) -> None:
    """The reference and the tutorials as web pages."""
    session.run("python", "-m", "docs.build", *session.posargs)
