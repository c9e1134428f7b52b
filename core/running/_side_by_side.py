"""Two searches of the same problem in lockstep: node by node, queen by queen, or to the same depth.

Each has a timeline of its own, so both can be walked back.  One thread drives
both (`Tandem.drive`), so they never get out of step, however slow one of them is; two threads could
not guarantee that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial

from core._search import Search, Snapshot, Status, checked_speed
from core.running._run import Errand, Steered
from core.running._slicing import BY_TIME, PUBLISH_SECONDS, SLICE_SECONDS, Slicing
from core.running._timeline import Arrival, Explain, Move, Timeline

FIRST_BUDGET = 16
MOST_REMEMBERED = 10_000
"""The number of steps that can be taken back one by one."""
LOOK_EVERY = 256
"""The number of nodes that a long step visits between two checks for an order to stop."""

Make = Callable[[], Search]
BothMove = Move | tuple[int, ...] | None
"""A move for both; or a node for each to go to; or None to take the last step back."""


class Stride(StrEnum):
    """One step of both searches.  The values are shown to people."""

    NODE = "node"
    """Each visits one node."""
    PLACEMENT = "placement"
    """Each continues until it has added a choice to the earlier ones, passing dead ends on the way."""
    DEPTH = "depth"
    """Both continue to the same depth: one level deeper than the leader, or as deep as possible the next time."""


class _Side:
    """One search, its way back and its reasons."""

    def __init__(self, search: Search, explain: Explain, slicing: Slicing) -> None:
        self.line = Timeline(search, slicing=slicing)
        self._clock = slicing.wall
        self._reasons = explain(self.line)
        self.seconds = 0.0

    @property
    def search(self) -> Search:
        return self.line.search

    @property
    def depth(self) -> int:
        return self.search.branch_depth()

    def advance(self, budget: int) -> None:
        started = self._clock()
        self.line.advance(budget)
        self.seconds += self._clock() - started

    def until(self, arrived: Callable[[int], bool], stop: Callable[[], bool]) -> None:
        """Advance node by node until ``arrived(depth before)``, or to the end."""
        made = 0
        while not self.line.ended:
            before = self.depth if self.line.node else -1
            node = self.line.node
            self.advance(1)
            if self.line.node > node and arrived(before):
                return
            made += 1
            if made % LOOK_EVERY == 0 and stop():
                return

    def is_at(self, wanted: int, _: int) -> bool:
        return self.depth == wanted

    def is_below(self, depth: int) -> bool:
        return self.depth > depth

    def snapshot(self, *, look: bool) -> Snapshot:
        reason = self._reasons.reason() if look else None
        return replace(self.search.snapshot(), seconds=self.seconds, reason=reason)


class Tandem(Steered):
    """Two searches driven in lockstep.

    ``explain``, such as `core.explain.Explainer`, gives the reasons of each; ``speed`` is in
    steps a second, None for full speed; ``leader`` is the search whose depth `Stride.DEPTH`
    refers to.  A tandem does not end by itself: at the end of both searches it holds still, and
    can be walked back from there.
    """

    def __init__(
        self,
        makes: Sequence[Make],
        explain: Explain,
        *,
        stride: Stride = Stride.NODE,
        speed: float | None = None,
        paused: bool = False,
        slicing: Slicing = BY_TIME,
    ) -> None:
        super().__init__(paused=paused)
        self._slicing, self._clock = slicing, slicing.wall
        self._makes, self._explain = tuple(makes), explain
        self._sides: tuple[_Side, ...] = ()
        self._snapshots = tuple(Snapshot(Status.RUNNING, 0, 0) for _ in makes)
        self.stride = stride
        """What a step is; may be set at any time."""
        self.leader = 0
        """The index of the leader; may be set at any time."""
        self._speed = checked_speed(speed)
        self._taken: deque[tuple[int | None, ...]] = deque(maxlen=MOST_REMEMBERED)
        """The nodes before each step; None for a search that has ended."""
        self._budget = slicing.first(FIRST_BUDGET)
        self._missed: tuple[Move | None, ...] = tuple(None for _ in makes)
        self._error: BaseException | None = None

    # What any thread may read

    @property
    def snapshots(self) -> tuple[Snapshot, ...]:
        """The newest snapshot of each search; with its reason while they hold still or go slowly."""
        return self._snapshots

    @property
    def missed(self) -> tuple[Move | None, ...]:
        """For each search the last move if it led to no node; None if it arrived."""
        return self._missed

    @property
    def searches(self) -> tuple[Search, ...]:
        """The searches, once they have been built."""
        return tuple(side.search for side in self._sides)

    @property
    def ended(self) -> bool:
        """Whether both searches have ended."""
        return bool(self._sides) and all(shot.finished for shot in self._snapshots)

    @property
    def error(self) -> BaseException | None:
        """The exception raised inside a search, if any."""
        return self._error

    # What any thread may ask for

    def go(self, move: Move) -> None:
        """Make this move in both searches, then hold still; steps and moves already waiting come first."""
        self._queue(move)

    def to(self, nodes: tuple[int, ...]) -> None:
        """Take each search to a node of its own, then hold still."""
        self._queue(nodes)

    def back(self) -> None:
        """Take the last step back, then hold still."""
        self._queue(None)

    def set_speed(self, steps_per_second: float | None) -> None:
        """Limit the speed to this many steps a second; None lifts the limit."""
        speed = checked_speed(steps_per_second)
        with self._wake:
            self._speed = speed
            self._wake.notify_all()

    def _ordered(self) -> None:
        super()._ordered()
        self._missed = tuple(None for _ in self._missed)

    # The driving thread

    def drive(self) -> tuple[Snapshot, ...]:
        """Search until cancelled or failed.  An exception from a search is kept in `error` and raised again."""
        try:
            with self._until_cancelled():
                self._sides = tuple(_Side(make(), self._explain, self._slicing) for make in self._makes)
                self._publish(look=True)
                self._loop()
            return self._snapshots
        except BaseException as error:
            self._error = error
            raise
        finally:
            self._done.set()

    def _loop(self) -> None:
        due = published = self._clock()
        while True:
            with self._wake:
                if self._cancelled:
                    return
                errand = self._next_move(ended=self._ended())
                stepping, speed = self._steps_due > 0, self._speed
                if errand is None and (self.paused or self._ended()):
                    self._paused, self._steps_due = True, 0
                    self._publish(look=True)
                    self._rest()
                    due = self._clock()
                    continue
                if errand is None and not stepping and speed is not None:
                    wait = due - self._clock()
                    if wait > 0:
                        self._wake.wait(min(wait, 0.1))
                        continue
                    due = max(due, self._clock() - 0.1) + 1.0 / speed
            if errand is not None:
                self._move_both(errand)
            elif stepping or speed is not None:
                self._step()
                with self._wake:
                    self._steps_due = max(0, self._steps_due - 1)
            else:
                self._slice()
            slow = speed is not None and speed * PUBLISH_SECONDS < 1
            if slow or self._clock() - published >= PUBLISH_SECONDS:
                self._publish(look=slow)
                published = self._clock()

    def _ended(self) -> bool:
        return all(side.line.ended for side in self._sides)

    def _interrupted(self) -> bool:
        return self._cancelled or (self._paused and self._steps_due == 0 and not self._errands)

    def _remember(self) -> None:
        self._taken.append(tuple(None if side.line.ended else side.line.node for side in self._sides))

    def _step(self) -> None:
        self._remember()
        lead = self._sides[self.leader]
        if lead.line.ended:
            lead = next(side for side in self._sides if not side.line.ended)
        deepest = lead.search.snapshot().max_depth
        wanted = min(lead.depth + 1, deepest) if lead.line.node else 0
        for side in self._sides:
            if self.stride is Stride.NODE or not side.line.is_tree:
                side.advance(1)
            elif self.stride is Stride.PLACEMENT:
                side.until(side.is_below, self._interrupted)
            else:
                side.until(partial(side.is_at, wanted), self._interrupted)

    def _slice(self) -> None:
        """At full speed, visit the same number of nodes in both, as many as fit in a slice."""
        self._taken.clear()  # the way back from here goes node by node
        budget = self._budget
        started = self._clock()
        for side in self._sides:
            if not side.line.ended:
                side.advance(budget)
        self._budget = self._slicing.following(budget, self._clock() - started, SLICE_SECONDS)

    def _move_both(self, errand: Errand) -> None:
        """Make a move in both searches; any other order stops it."""
        move: BothMove = errand.what

        def stop() -> bool:
            return not self._waits(errand)

        missed = self._missed
        if move is None:
            before = self._taken.pop() if self._taken else None
            for index, side in enumerate(self._sides):
                node = before[index] if before is not None else None
                if node is not None:
                    side.line.to(node, stop)
                elif before is None:
                    side.line.go(Move.BACK, stop)
        elif isinstance(move, tuple):
            self._remember()
            for side, node in zip(self._sides, move, strict=True):
                side.line.to(node, stop)
        else:
            self._remember()
            lines = [side.line for side in self._sides]
            arrivals = [line.go(move, stop) if line.can(move) else Arrival.NONE for line in lines]
            missed = tuple(move if arrival is Arrival.NONE else None for arrival in arrivals)
        with self._wake:
            if self._note_made(errand):
                self._missed = missed

    def _publish(self, *, look: bool = False) -> None:
        self._snapshots = tuple(side.snapshot(look=look) for side in self._sides)
