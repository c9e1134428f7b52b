"""Where two searches part: both trees traced in a thread, and a way from place to place.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.explain import Sentence, Tone
from tui.lab.session import SearchTask

if TYPE_CHECKING:
    from core.explain._against import Divergence, Traced

Pair = Sequence[SearchTask[Any]]
Trace = Callable[[Callable[[], bool]], "tuple[Traced, Traced] | None"]


class Parting:
    """What two searches visit, and the place in view where they part."""

    def __init__(self) -> None:
        self._of: Pair = ()
        self._traced: tuple[Traced, Traced] | None = None
        self._places: list[Divergence] = []
        self._at = -1
        self.at_work = False
        """Whether the trees are being traced."""
        self.more = 0
        """The side that visits more: 0 or 1."""

    def to_trace(self, pair: Pair, titles: Sequence[str]) -> Trace | None:
        """For a thread: traces both trees; None if that is done, or being done, or nothing explains them."""
        if pair == self._of:
            return None
        self._of, self._traced, self._places, self._at = pair, None, [], -1
        if any(ran.unexplained for ran in pair):
            return None
        self.at_work = True

        def work(stop: Callable[[], bool]) -> tuple[Traced, Traced] | None:
            from core.explain._against import trace

            found = [
                trace(ran.start(), title, lambda: stop() or self._of is not pair)
                for ran, title in zip(pair, titles, strict=True)
            ]
            one, other = found
            return (one, other) if one is not None and other is not None else None

        return work

    def traced(self, pair: Pair, traced: tuple[Traced, Traced] | None) -> None:
        """Take the traced trees; None if they are too large."""
        if pair != self._of:
            return
        self.at_work, self._traced = False, traced
        if traced is not None:
            from core.explain._against import divergences

            sizes = [(len(tree.nodes), tree.in_vain) for tree in traced]
            self.more = 0 if sizes[0] >= sizes[1] else 1
            self._places = list(divergences(traced[self.more], traced[1 - self.more]))

    def is_of(self, pair: Pair) -> bool:
        """Whether what is known is about these two."""
        return pair == self._of

    @property
    def why_none(self) -> str:
        """Why there is no place to go to; empty if there is one.  Not known while they are `at_work`."""
        if self._traced is None:
            return "their trees are too large to compare node by node, or cannot be explained"
        return "" if self._places else "they search the same tree, so they never part"

    def go(self, step: int) -> tuple[int, int]:
        """The nodes, left and right, of the next place (1) or the one before (-1); after the last comes the first."""
        self._at = (self._at + step) % len(self._places) if self._at >= 0 or step > 0 else len(self._places) - 1
        place = self._places[self._at]
        return (place.node, place.other) if self.more == 0 else (place.other, place.node)

    def told(self, nodes: tuple[int, int]) -> list[Sentence]:
        """What both do at the place in view; nothing if they are at other nodes."""
        from core.explain._against import told

        if self._traced is None or self._at < 0:
            return []
        place = self._places[self._at]
        if nodes[self.more] != place.node or nodes[1 - self.more] != place.other:
            return []
        of = f"Place {self._at + 1} of {len(self._places)} where they part."
        return [*told(place, self._traced[self.more], self._traced[1 - self.more]), Sentence(Tone.DETAIL, of)]

    def sums(self) -> str:
        """The parts of the difference in nodes, in a line; empty before they are known."""
        from core.explain._against import sums

        return sums(*self._traced) if self._traced is not None else ""

    def verdict(self) -> list[Sentence]:
        """How many nodes each visits, and why not equally many; nothing before that is known."""
        from core.explain._against import verdict

        return verdict(*self._traced) if self._traced is not None else []
