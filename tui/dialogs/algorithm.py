"""The list that an algorithm is picked from: what each does, who it is from, and why it cannot be chosen now."""

from __future__ import annotations

from core import Problem, Proposal, algorithms
from tui.dialogs.pick import PickDialog
from tui.kit.pick_list import PickLine


def algorithm_dialog(
    problem: Problem, current: str, title: str = "Algorithm", proposal: Proposal | None = None
) -> PickDialog[str]:
    """A dialog that closes with the key of an algorithm for this problem, or with None; the proposed one comes first.

    The proposed one has an empty key, so that the current one is highlighted at its own place.
    """
    lines = [PickLine("", f"the proposed one: {proposal.key}", proposal.reason)] if proposal is not None else []
    lines += [
        PickLine(
            entry.key,
            f"{entry.title}  ({entry.key})",
            f"{entry.about(problem)} {entry.source.author} ({entry.source.year}) · {', '.join(entry.goals)}",
            refusal.short if (refusal := entry.refusal(problem)) is not None else None,
        )
        for entry in algorithms(problem.kind)
    ]
    return PickDialog(title, lines, current)
