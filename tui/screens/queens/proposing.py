"""What the program would take by itself for the board and goal in the form, and how that is said."""

from __future__ import annotations

from core.catalog import Proposal
from core.queens.problem import Queens
from core.queens.propose import SMALL, propose
from core.search import CannotSolve, Goal
from tui.dialogs.form_values import Note
from tui.search.setup import Setup


def proposed(setup: Setup) -> Proposal | None:
    """The algorithm proposed; None where nothing can serve the goal on this board."""
    assert isinstance(setup.problem, Queens)
    try:
        return propose(setup.problem, setup.goal)
    except CannotSolve:
        return None


def another(setup: Setup) -> Proposal | None:
    """The proposal, where it is not what has been chosen."""
    proposal = proposed(setup)
    return None if proposal is None or proposal.algorithm is setup.entry else proposal


def faster(setup: Setup) -> Note | None:
    """Of a count that takes its time: what would be done with it sooner, and why."""
    proposal = another(setup)
    if proposal is None or setup.goal is not Goal.COUNT or setup.problem.size <= SMALL:
        return None
    return Note(f"A takes {proposal.algorithm.title}: {proposal.reason}", warning=False)


def take(setup: Setup) -> Note | None:
    """Take the algorithm proposed; returns why it is."""
    proposal = proposed(setup)
    if proposal is None:
        return None
    setup.choose_algorithm(proposal.key)
    return Note(f"proposed: {proposal.reason}", warning=False)
