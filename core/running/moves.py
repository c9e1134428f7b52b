"""The moves through the nodes of a search (`core.running.timeline` makes them), and how a move ends."""

from __future__ import annotations

from enum import StrEnum


class Move(StrEnum):
    """A way to go.  The values are what a person reads."""

    FORWARD = "the next node"
    BACK = "the node before"
    PARENT = "the parent"
    NEXT_SIBLING = "the next sibling"
    PREVIOUS_SIBLING = "the previous sibling"
    OVER = "the first node after this subtree"
    OUT = "the first node after the parent's subtree"
    NEXT_DEAD_END = "the next dead end"
    PREVIOUS_DEAD_END = "the previous dead end"
    NEXT_SOLUTION = "the next solution"
    PREVIOUS_SOLUTION = "the previous solution"
    START = "the start"


TREE_MOVES = frozenset(Move) - {
    Move.FORWARD, Move.BACK, Move.NEXT_SOLUTION, Move.PREVIOUS_SOLUTION, Move.START
}  # fmt: skip
"""The moves that only a search with a tree can make."""


class Arrival(StrEnum):
    """How a move ended."""

    THERE = "there"
    NONE = "none"
    """There is no such node.  Looking for the next one went to the end; all other moves stay where they were."""
    STOPPED = "stopped"
    """Somebody stopped it: on the way forwards it stays where it got to, otherwise it is where it was."""
