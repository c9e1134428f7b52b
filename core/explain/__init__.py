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
    from core.explain._pseudocode import Pseudocode as Pseudocode
    from core.explain._pseudocode import pseudocode_of as pseudocode_of
    from core.explain._reason import NodeKind as NodeKind
    from core.explain._reason import Reason as Reason
    from core.explain._words import Sentence as Sentence
    from core.explain._words import Tone as Tone
    from core.explain._words import sentences as sentences

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
