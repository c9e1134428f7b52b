"""Why a search does what it does: the reason of each node, as values and in sentences.

    >>> from core import Goal, Queens, algorithm
    >>> from core.explain import Explainer, sentences
    >>> from core.running import Move, Timeline
    >>> line = Timeline(algorithm("queens", "dlx-s").start(Queens(4), Goal.COUNT))
    >>> explainer = Explainer(line)
    >>> for _ in range(2):
    ...     _ = line.go(Move.FORWARD)
    >>> print(sentences(explainer.reason())[0].text)
    Queen 1: r3c1, for row 3 (square 1 of 4).

Every public name is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._lazy import on_demand

if TYPE_CHECKING:
    from core.explain._explainer import Explainer as Explainer
    from core.explain._pseudocode import CodeLine as CodeLine
    from core.explain._pseudocode import LineRole as LineRole
    from core.explain._pseudocode import Lit as Lit
    from core.explain._pseudocode import Pseudocode as Pseudocode
    from core.explain._pseudocode import Variable as Variable
    from core.explain._pseudocode import pseudocode_of as pseudocode_of
    from core.explain._reason import Branch as Branch
    from core.explain._reason import BranchRule as BranchRule
    from core.explain._reason import Clash as Clash
    from core.explain._reason import Concluded as Concluded
    from core.explain._reason import CostBounds as CostBounds
    from core.explain._reason import Dead as Dead
    from core.explain._reason import Inference as Inference
    from core.explain._reason import NamedOption as NamedOption
    from core.explain._reason import NodeKind as NodeKind
    from core.explain._reason import Onward as Onward
    from core.explain._reason import Reason as Reason
    from core.explain._reason import RuledOut as RuledOut
    from core.explain._reason import Single as Single
    from core.explain._reason import Subject as Subject
    from core.explain._reason import SubjectKind as SubjectKind
    from core.explain._reason import Taken as Taken
    from core.explain._reason import Tie as Tie
    from core.explain._words import Sentence as Sentence
    from core.explain._words import Tone as Tone
    from core.explain._words import sentences as sentences

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
