"""The errors this program raises, as a tree; each carries its reason as a value."""

from __future__ import annotations

from core._lazy import listing

__all__ = ["CannotSolve", "InUse", "ProblemError", "Reasoned", "WrongSolution"]
__dir__ = listing(__name__)


class Reasoned(ValueError):
    """An exception that carries its reason as a value; ``str`` of it is the sentence.

    All that a caller may have to catch, by family.  Those that `core` and this module do not list are in the package
    whose functions raise them; the others are raised by commands only, and are caught by their family:

    | Reasoned
    |   ProblemError          the problem is not possible: malformed, or outside every algorithm's range
    |     FormatError         a text cannot be read: it says where, and what was expected
    |       TooLargeAt        … and what stands there is a Sudoku of too large an order
    |     Misread             a rule of Sudoku, or a string of rules, cannot be read: it says where, and why
    |     CannotWrite         a format cannot hold this puzzle
    |     OrderTooLarge       a Sudoku of too large an order
    |     NotFound            no puzzle as wished came up in the attempts allowed
    |     Stopped             the caller stopped making a puzzle
    |     PlanError           nobody can measure this plan
    |       SettingError      … because of one setting in its file
    |     NoSuchExperiment    the history has no experiment with this number
    |     CheckpointError     a checkpoint cannot be read or written, or belongs to another search
    |     LedgerError         the same for a file of finished parts
    |     PartsTooLarge       no part of the count ends in the time allowed
    |     PartsDiffer         a part that was counted twice gave two results
    |     ClusterError        a cluster of workers cannot be used
    |       ClusterLost       it was there when the count began, and no longer is
    |   StoreError            the file with the history and what the app keeps cannot be used
    |     StoreBusy           … because another process holds it
    |     BeingMeasured       … for an experiment that another process is measuring
    |     DamagedExperiment   … for an experiment whose data are not what this program wrote
    |   CannotSolve           this algorithm cannot take this problem, goal or parameter
    |   GaveUp                an incomplete method ended without a solution
    |   TimeIsUp              the time allowed is over
    |   InUse                 another thread is at work on this search
    """

    def __init__(self, *reason: object) -> None:
        super().__init__(*reason)

    @property
    def reason(self) -> object:
        """A value such as a `core.Refusal`, or a sentence where no program needs more."""
        return self.args[0] if self.args else ""


class ProblemError(Reasoned):
    """The problem itself is not possible: malformed, or outside every algorithm's range."""


class CannotSolve(Reasoned):
    """This algorithm cannot take this problem, goal or parameter; `reason` says why, and which could."""


class InUse(Reasoned):
    """Another thread is at work on this search."""


class WrongSolution(AssertionError):
    """A search produced something that does not solve its problem: a bug, or a tampered state."""


def told(error: Exception) -> str:
    """The message of an exception: ours unchanged, any other after the name of its class.

    >>> told(ProblemError("no such board")), told(KeyError("x"))
    ('no such board', "KeyError: 'x'")
    """
    return str(error) if isinstance(error, Reasoned | WrongSolution) else f"{type(error).__name__}: {error}"
