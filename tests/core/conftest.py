"""For every test of the library: its command line."""

from __future__ import annotations

import pytest

from tests.cli import Cli


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """The command line, run in this process."""
    return Cli(capsys)
