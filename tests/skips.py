"""What may be skipped, and why.  Any other skip is a failure: a test that nobody runs guards nothing.

All packages that tests need come with the extra ``test``.  What is left are
other systems, other processors, and programs that no package brings.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import TypeVar

import pytest

EXPECTED = (
    # peers, which the extra `bench` brings
    r".*'ortools.*'.*",
    # what the extras `symmetry` and `sat` bring: the program does without
    r".*'igraph'.*",
    r".*'pysat'.*",
    # programs that no extra installs
    r"no LaTeX is installed",
    r"Chromium is not installed",
    r"bash is not installed",
    r"no package index answers",
    # other machines, and Python without Numba
    r"Numba is not installed or switched off",
    r"no processor like these|not a processor like these|this processor has no AVX2",
    # other systems
    r"needs to become another user",
    r"no pseudo-terminals here",
    r"no pipes with names here|needs a named pipe",
    r"no such locks here",
    r"no device that is always full",
    r"permissions are those of POSIX",
    r"Ctrl-C is another thing there",
    r"processor time is read from /proc|the system does not tell what a process uses",
    r"not on Windows\b.*|Windows .*",
    # combinations that do not exist
    r"takes other problems",
    r"this one only counts",
    # files that are too large to be a part of the project
    r"no .*[/\\]shared[/\\]data[/\\].*",
)  # fmt: skip
"""Regular expressions, each for a whole reason."""

AnyReport = TypeVar("AnyReport", pytest.TestReport, pytest.CollectReport)


def is_expected(reason: str) -> bool:
    """Whether a test may be skipped for this reason."""
    return any(re.fullmatch(pattern, reason) for pattern in EXPECTED)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a test that is skipped for another reason."""
    return _judged((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a file that is skipped for another reason."""
    return _judged((yield))


def _judged(report: AnyReport) -> AnyReport:
    if report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
        if not is_expected(reason.partition(": No module named")[0]):
            report.outcome = "failed"
            report.longrepr = f"skipped, which nobody expects: {reason}\n(what may be skipped is in tests/skips.py)"
    return report
