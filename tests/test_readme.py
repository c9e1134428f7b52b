"""The README says what is so."""

from __future__ import annotations

import re
import shlex

import pytest

from core import algorithms
from core.cli.command_line import parser
from tests import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_algorithm_is_in_the_table() -> None:
    for entry in algorithms():
        assert f"| {entry.problem} | `{entry.key}` | {entry.summary} |" in README


def test_pictures_exist() -> None:
    for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("line", re.findall(r"^(?:dq|python -m core) ([^#\n]+)", README, re.MULTILINE))
def test_commands_of_the_readme_are_understood(line: str) -> None:
    parser().parse_args(shlex.split(line))
