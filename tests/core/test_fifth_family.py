"""A further kind of problem needs one line in the catalog: all that lists, measures and reads plans then knows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import core
from core import Goal
from core._cli.command_line import parser
from core._cli.completion import _values, subparsers
from core.compare._plan_file import plan_text, read_plan
from tests.cli import Cli
from tests.fifth_family import Ring, add_family


@pytest.fixture(autouse=True)
def fifth() -> Iterator[None]:
    remove = add_family()
    yield
    remove()


def test_the_list_of_algorithms_has_it(cli: Cli) -> None:
    lines = cli("algorithms", "colouring").out.splitlines()
    assert lines[:2] == ["colouring", "  deep  Region after region · first, all, count · regions any"]
    assert "colouring" in cli("algorithms").out.splitlines()


def test_its_problems_are_solved_and_proposed_for() -> None:
    entry = core.algorithm("colouring", "wide")
    assert core.solve(Ring(5)) == (2, 1, 2, 1, 0)
    assert core.count(Ring(5), algorithm=entry.key) == 30


def test_it_is_measured_by_name(cli: Cli) -> None:
    said = cli("compare", "colouring", "3,5", "--repeat", "1", "--no-history", "--show", "solutions")
    assert said.status == 0
    rows = [line.split() for line in said.out.splitlines()]
    assert ["3", "6", "6", "6"] in rows
    assert ["5", "30", "30", "30"] in rows
    assert "did you mean colouring?" in cli("compare", "coloring", "3").err


def test_a_plan_names_it(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('family = "colouring"\ninstances = ["3,4"]\nalgorithms = ["deep"]\n', encoding="utf-8")
    plan = read_plan(path)
    assert (plan.family, plan.instances, plan.goal) == ("colouring", ("3", "4"), Goal.COUNT)
    path.write_text(plan_text(plan), encoding="utf-8")
    assert read_plan(path) == plan


def test_shells_complete_its_name_and_its_algorithms() -> None:
    (compare,) = (each for each in subparsers(parser()) if each.prog.endswith(" compare"))
    actions = {action.dest: action for action in compare._actions}
    assert "colouring" in _values(actions["what"], compare)
    assert {"deep", "wide"} <= set(_values(actions["algorithms"], compare))


def test_commands_that_look_into_a_search_are_given_one(cli: Cli) -> None:
    assert "a ring of regions" in cli("explain", "--help").out
    assert "Region after region" in cli("tree", "colouring", "3").err, "its usual algorithm, which cannot be explained"


def test_its_counts_are_estimated(cli: Cli) -> None:
    assert "a ring of regions" in cli("estimate", "--help").out
    assert "deep does not split into parts" in cli("estimate", "colouring", "3").err
