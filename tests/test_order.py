"""A run of the tests is the same each time, unless another order is asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

ASKED = """
import os
import random
from pathlib import Path

import pytest
from hypothesis import given, strategies

def note(*what):
    with Path(os.environ["NOTES"]).open("a") as notes:
        print(*what, file=notes)

@pytest.mark.parametrize("number", range(12))
def test_chance(number):
    note("chance", number, random.random(), random.SystemRandom().random())
    assert number  # one fails

@given(strategies.integers())
def test_examples(number):
    note("example", number)
"""
PLUGINS = "xdist", "pytest_randomly", "tests.order", "no:cacheprovider"


class Runs:
    """Runs of the same tests, each in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "pytest.ini").write_text("[pytest]\n")
        (folder / "test_asked.py").write_text(ASKED)

    def __call__(self, *arguments: str) -> tuple[list[list[str]], str]:
        """What the tests noted, and what pytest said."""
        notes = self.folder / "notes"
        notes.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", *(word for name in PLUGINS for word in ("-p", name))]
        done = subprocess.run(
            [*command, "-c", str(self.folder / "pytest.ini"), str(self.folder / "test_asked.py"), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, check=False,
            env=os.environ | {"NOTES": str(notes), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "CI": ""},
        )  # fmt: skip
        assert "1 failed, 12 passed" in done.stdout, done.stdout
        return [line.split() for line in notes.read_text().splitlines()], done.stdout


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(tmp_path)


def numbers(notes: list[list[str]]) -> list[int]:
    """In which order the tests ran."""
    return [int(note[1]) for note in notes if note[0] == "chance"]


def test_every_run_is_the_same(runs: Runs) -> None:
    notes, said = runs()
    assert runs("-n", "1")[0] == notes
    assert numbers(notes) == [*range(12)]
    assert "The same order again" not in said


def test_another_order_can_be_asked_for_and_brought_again(runs: Runs) -> None:
    notes, said = runs("-n", "1", "--any-order")
    assert sorted(numbers(notes)) == [*range(12)] != numbers(notes)
    (seed,) = re.findall(r"^The same order again: (--randomly-seed=\d+)$", said, re.MULTILINE)
    again, said = runs(seed)
    assert seed in said
    assert [note for note in again if note[0] == "chance"] == [note for note in notes if note[0] == "chance"]
    assert again != notes, "other examples"
