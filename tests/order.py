"""``pytest --any-order``: the tests in random order, with examples of Hypothesis that nobody has seen.

Without it every run of the same tests is the same: they come in the order of the files, chance is seeded, the
program's too, and Hypothesis takes the same examples.  ``--randomly-seed=N`` brings an order and its chance again.
"""

from __future__ import annotations

import os
import random
import secrets  # noqa: F401  # now, so that keys and names of files are the system's as ever

import pytest
from hypothesis import settings

SEED = 20170


class Chance(random.Random):
    """What the program takes from the system where nobody gives it a seed: in tests it follows from theirs."""

    def __init__(self) -> None:
        super().__init__(random.getrandbits(64))


random.SystemRandom = Chance  # type: ignore[misc, assignment]

settings.register_profile("same", deadline=None, max_examples=25, derandomize=True)
IN_CI = bool(os.environ.get("CI"))
"""There more examples are drawn, the same each time: a submission is judged by what it changes."""
settings.register_profile("others", deadline=None, max_examples=100 if IN_CI else 25, derandomize=IN_CI)


def pytest_addoption(parser: pytest.Parser) -> None:
    """See above."""
    parser.addoption("--any-order", action="store_true", help="run the tests in random order, with other examples")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Before pytest-randomly looks at its options."""
    given = config.option
    given.any_order |= config.getoption("randomly_seed", "default") != "default"
    if not given.any_order:
        given.randomly_seed, given.randomly_reorganize = SEED, False
    settings.load_profile("others" if given.any_order else "same")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in which order the tests ran, where some failed."""
    given, reports = terminalreporter.config.option, terminalreporter.getreports
    if given.any_order and reports("failed") + reports("error"):
        terminalreporter.write_line(f"The same order again: --randomly-seed={given.randomly_seed}")  # -q leaves it out
