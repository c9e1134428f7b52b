"""The choices before a search, without a screen."""

from __future__ import annotations

import pytest

from core import CannotSolve, Goal, Queens, Refusal
from core._reasons import OtherGoal
from core.exact_cover._gallery import instance
from tui.dialogs.form_values import Choice, Whole
from tui.lab.setup import Setup


def row(setup: Setup, key: str) -> Choice | Whole:
    return next(row for row in setup.rows() if row.key == key)


def test_the_goal_is_remembered_on_the_way_over_an_algorithm_that_cannot_serve_it() -> None:
    setup = Setup(Queens(8), "dlx-s", Goal.COUNT)
    change = setup.choose_algorithm("closed-form")
    assert change.notes == ("Closed form supports only first solution",)
    assert setup.goal is Goal.FIRST
    assert setup.remembered()["goal"] == "count"
    assert setup.choose_algorithm("dlx-s").notes == ()
    assert setup.goal is Goal.COUNT


def test_choosing_another_algorithm_of_one_goal_says_nothing_about_the_goal_again() -> None:
    setup = Setup(Queens(8), "closed-form", Goal.ALL)
    assert setup.goal is Goal.FIRST
    assert setup.choose_algorithm("min-conflicts").notes == ()


def test_an_algorithm_that_is_asked_for_brings_a_goal_that_it_can_serve() -> None:
    setup = Setup(Queens(8), "dlx-s", Goal.COUNT)
    assert setup.ask({"algorithm": "closed-form"}).done
    assert (setup.entry.key, setup.goal) == ("closed-form", Goal.FIRST)


def test_a_goal_that_is_asked_for_brings_an_algorithm_that_can_serve_it() -> None:
    setup = Setup(Queens(8), "closed-form")
    change = setup.ask({"goal": "count"})
    assert change.done
    assert change.notes == (f"closed-form supports only goal 'first', not 'count': {setup.entry.title} instead",)
    assert setup.goal is Goal.COUNT
    assert setup.entry.refusal(Queens(8), Goal.COUNT) is None


def test_an_algorithm_and_a_goal_that_do_not_go_together_change_nothing() -> None:
    setup = Setup(Queens(8), "dlx-s", Goal.ALL)
    change = setup.ask({"algorithm": "closed-form", "goal": "count"})
    assert isinstance(change.refused, Refusal)
    assert isinstance(change.refused.because, OtherGoal)
    assert (setup.entry.key, setup.goal) == ("dlx-s", Goal.ALL)
    assert setup.ask({"algorithm": "dlx", "goal": "first"}).done
    assert (setup.entry.key, setup.goal) == ("dlx", Goal.FIRST)
    with pytest.raises(CannotSolve):
        setup.ask({"algorithm": "dlxx"})


def test_an_algorithm_gives_way_to_a_size_and_comes_back_with_the_number_that_takes_its_place() -> None:
    setup = Setup(Queens(8), "bitmask", Goal.COUNT)
    begun = setup.chosen
    change = setup.set_problem(Queens(40))
    assert change.notes[0] == f"bitmask goes up to size 32: {setup.entry.title} instead"
    assert setup.entry.key != "bitmask"
    assert setup.set_problem(Queens(4), instead_of=begun).notes == ()
    assert (setup.entry.key, setup.goal) == ("bitmask", Goal.COUNT)


def test_rows_offer_what_can_be_chosen_and_say_why_the_rest_cannot() -> None:
    setup = Setup(Queens(40), "dlx-s", Goal.COUNT)
    algorithms = row(setup, "algorithm")
    assert isinstance(algorithms, Choice)
    refused = {option.value: option.refusal for option in algorithms.options}
    assert "bitmask goes up to size 32" in refused["bitmask"]
    assert not refused["dlx-s"]
    setup.choose("algorithm", "closed-form")
    goal = row(setup, "goal")
    assert goal.shifted(1).value is None
    assert set(goal.shifted(1).skipped) == {"Closed form supports only first solution"}


def test_parameters_are_rows_of_their_own() -> None:
    setup = Setup(Queens(40), "min-conflicts")
    seed = row(setup, "seed")
    assert isinstance(seed, Whole)
    assert seed.value == 1
    assert setup.choose("seed", 7) is None
    assert setup.settings["seed"] == 7
    refused = setup.choose("seed", -1)
    assert refused is not None
    assert "-1" in refused.text
    assert setup.settings["seed"] == 7
    again = Setup(Queens(40), "min-conflicts")
    again.recall(setup.remembered())
    assert again.settings["seed"] == 7


def test_the_command_that_does_the_same_has_every_parameter() -> None:
    setup = Setup(Queens(40), "min-conflicts")
    setup.choose("seed", 7)
    words = setup.command("queens", "40").split()
    assert words[:5] == ["python", "-m", "core", "queens", "40"]
    for name, value in (("--algorithm", "min-conflicts"), ("--goal", "first"), ("--seed", "7")):
        assert words[words.index(name) + 1] == value
    assert "--goal" not in setup.command("queens", "40", goal=False)


def test_arrow_keys_pass_over_what_cannot_be_and_say_why() -> None:
    setup = Setup(Queens(40), "dlx-s", Goal.COUNT)
    keys = [str(option.value) for option in row(setup, "algorithm").options]  # type: ignore[union-attr]
    setup.choose("algorithm", keys[keys.index("bitmask") - 1])
    shift = row(setup, "algorithm").shifted(1)
    assert "skipped: bitmask goes up to size 32" in shift.skipped
    assert keys.index(str(shift.value)) > keys.index("bitmask")


def test_one_parameter_set_leaves_the_others_as_they_were() -> None:
    setup = Setup(instance("four-sets").puzzle().problem, "dlx")
    assert setup.set_parameter("choice", "random").done
    assert setup.set_parameter("seed", 7).done
    assert (setup.settings["choice"], setup.settings["seed"]) == ("random", 7)
    assert setup.remembered()["settings"] == {"dlx": {"choice": "random", "seed": 7}}


def test_a_parameter_for_the_first_solution_brings_that_goal_and_keeps_it() -> None:
    setup = Setup(instance("langford-4").puzzle().problem, "dlx", Goal.COUNT)
    assert str(setup.change("restarts", 100)) == "Dancing Links with these settings supports only first solution"
    assert setup.goal is Goal.FIRST
    assert not setup.change("goal", "all").done
    goal = row(setup, "goal")
    assert goal.shifted(1).value == "cheapest"
    setup.change("restarts", 0)
    assert setup.goal is Goal.COUNT
