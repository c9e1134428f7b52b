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

Everything in ``__all__`` is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.explain.explainer import Explainer
    from core.explain.pseudocode import Pseudocode, pseudocode_of
    from core.explain.reason import NodeKind, Reason
    from core.explain.words import Sentence, Tone, sentences

_HOMES = {
    "Explainer": "core.explain.explainer",
    "NodeKind": "core.explain.reason",
    "Pseudocode": "core.explain.pseudocode",
    "Reason": "core.explain.reason",
    "Sentence": "core.explain.words",
    "Tone": "core.explain.words",
    "pseudocode_of": "core.explain.pseudocode",
    "sentences": "core.explain.words",
}

__all__ = ["Explainer", "NodeKind", "Pseudocode", "Reason", "Sentence", "Tone", "pseudocode_of", "sentences"]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__, _HOMES)
