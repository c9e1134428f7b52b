"""``dq cover diagram`` and ``dq cover sample``: all solutions as one diagram, and what that shows without a search."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core._catalog import algorithm
from core._cli.arguments import positive
from core._cli.console import DONE, INTERRUPTED, NO_SOLUTION, UsageError, note, print_json, source_name
from core._cli.cover import STATUSES, no_solution
from core._cli.cover.source import (
    MOST_NAMED,
    add_problem,
    read_source,
    restricted_as,
    say,
    tell_idle,
    texts_of,
)
from core._cli.driving import TimeAllowed, add_seconds, drive, in_time
from core._cli.figures import add_figure, asks, draw, try_files
from core._kernels.waiting import NoLongerWanted
from core._search import CannotSolve, Goal, ProblemError, Status
from core._words import both, byte_size, counted, grouped, share
from core.exact_cover._analysis import Uncoverable, uncoverable
from core.exact_cover._diagram.mark import is_diagram
from core.exact_cover._entries import DIAGRAM_MEMORY, DIAGRAM_ORDER
from core.exact_cover._formats.load import drawn_puzzle, puzzle_of
from core.exact_cover._gallery import PREFIX
from core.exact_cover._restricted import options_named, restricted_puzzle
from core.storage._files import system_reason

if TYPE_CHECKING:
    from core._drawing.heat import HeatMap
    from core.exact_cover._diagram.cover_diagram import CoverDiagram
    from core.exact_cover._puzzle import CoverPuzzle

AT_ONCE = 256
"""How many drawn solutions are printed at a time."""
KEPT = "FILE may also be one that --save wrote"


def declare_diagram(command: argparse.ArgumentParser) -> None:
    """Declare ``cover diagram``."""
    command.epilog = STATUSES
    command.description = (
        "Build the diagram of all solutions: a node for each different remainder of the problem, so that many more "
        f"solutions fit than could be listed. {KEPT}; then nothing is searched."
    )
    _add_building(command)
    command.add_argument("--save", type=Path, metavar="OUT", help="keep the diagram in a file")
    command.add_argument("--list", type=positive, metavar="K", help="print the first K solutions")
    command.add_argument("--number", type=positive, metavar="K", help="print the K-th solution")
    command.add_argument("--best", type=positive, metavar="K", help="print the K cheapest solutions")
    command.add_argument("--occurrences", action="store_true", help="print how many solutions have an option")
    command.add_argument(
        "--heat", action="store_true", help="print the likeliest piece of each cell, in how many %% of the solutions"
    )  # fmt: skip
    command.add_argument(
        "--of", metavar="PIECE", help="print in how many %% of the solutions this piece or option covers a cell"
    )  # fmt: skip
    add_figure(command, "draw what --heat or --of prints")
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(run=in_time(_diagram, solutions=0))


def declare_sample(command: argparse.ArgumentParser) -> None:
    """Declare ``cover sample``."""
    command.epilog = STATUSES
    command.description = (
        "Draw solutions at random, each as likely as any other, from the diagram of all of them. Where that does not "
        f"fit, nothing is drawn: a part of it is not a fair sample. {KEPT}."
    )
    _add_building(command)
    command.add_argument("-n", "--count", type=positive, default=1, metavar="K", help="how many (default: 1)")
    command.add_argument("--seed", type=int, metavar="S", help="the same seed draws the same solutions")
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(run=in_time(_sample, solutions=0))


def _add_building(command: argparse.ArgumentParser) -> None:
    add_problem(command)
    command.add_argument(
        "--memory", default=None, metavar="MIB", help=f"{DIAGRAM_MEMORY.help} (default: {DIAGRAM_MEMORY.default})"
    )  # fmt: skip
    command.add_argument(
        "--order", choices=[name for name, _ in DIAGRAM_ORDER.choices],
        help=f"{DIAGRAM_ORDER.help} (default: {DIAGRAM_ORDER.default})",
    )  # fmt: skip
    add_seconds(command)


class _Built:
    """What was built or read: the puzzle, its diagram, and how building it ended."""

    def __init__(self, options: argparse.Namespace, allowed: TimeAllowed) -> None:
        self.interrupted = False
        self.partial = ""
        """Why the diagram has only some solutions."""
        self.figures: dict[str, Any] = {"nodes": None, "seconds": None}
        self._known: int | None = None
        """How many solutions had been found, where the diagram has not been built to its end."""
        source = options.source
        if not source.startswith(PREFIX) and source != "-" and is_diagram(Path(source)):
            self.diagram, self.puzzle, left = _read(options)
            why = "" if self.diagram else no_solution.proof(left)
        else:
            with allowed.before():
                self.puzzle = left = read_source(options)
                tell_idle(options, self.puzzle)
                why = no_solution.proof(self.puzzle)
            self.diagram = self._build(options, allowed, empty=bool(why))
        self.title = str(left.problem)
        self.because: Uncoverable | str | None = None
        """Why there is no solution, if that can be said."""
        if not self.diagram and not self.interrupted:
            self.because = why or uncoverable(left.problem)

    @property
    def count(self) -> int:
        """How many solutions the diagram has, at least: where building it was broken off nobody waits for a pass."""
        return self.diagram.count if self._known is None else self._known

    @property
    def how_many(self) -> str:
        """`count` in words."""
        least = "" if self.diagram.complete or self.because else "at least "
        return f"{least}{counted(self.count, 'solution')}"

    @property
    def told(self) -> str:
        """`because` behind a colon, or empty."""
        return f": {self.because}" if self.because else ""

    def _build(self, options: argparse.Namespace, allowed: TimeAllowed, *, empty: bool) -> CoverDiagram:
        from core.exact_cover._diagram.cover_diagram import CoverDiagram
        from core.exact_cover._diagram.search import DiagramSearch

        entry, problem = algorithm("cover", "diagram"), self.puzzle.problem
        settings = {name: getattr(options, name) for name in ("memory", "order") if getattr(options, name) is not None}
        if (refusal := entry.refusal(problem, Goal.COUNT)) is not None:
            raise CannotSolve(refusal)
        try:
            checked = entry.settings(settings)
        except CannotSolve as error:
            raise UsageError(f"--{error}") from None
        if empty:
            self.figures = {"nodes": 0, "seconds": 0.0}
            return CoverDiagram.none(problem)
        label = f"{problem} · {entry.title}"
        run = drive(
            lambda: entry.begun(problem, Goal.COUNT, None, checked), label, known=self.puzzle.known, allowed=allowed
        )  # fmt: skip
        if not isinstance(run.search, DiagramSearch):  # before anything was built
            raise NoLongerWanted if allowed.over else KeyboardInterrupt
        diagram, shot = run.search.diagram, run.snapshot
        stopped = shot.status is Status.STOPPED
        self.interrupted = stopped and not allowed.over
        self._known = shot.solutions if stopped or not diagram.complete else None
        self.figures = {"nodes": shot.nodes, "seconds": shot.build_seconds + shot.seconds}
        if not diagram.complete:
            full = f"it does not fit into {byte_size(int(checked['memory']) << 20)} (--memory)"
            why = "stopped" if self.interrupted else "time is up" if allowed.over else full
            self.partial = f"{problem}: {why}; the diagram has the solutions found so far"
        return diagram


def _read(options: argparse.Namespace) -> tuple[CoverDiagram, CoverPuzzle, CoverPuzzle]:
    """The diagram in a file, with what the command line takes and forbids; the whole puzzle, and what is left of it."""
    from core.exact_cover._diagram.cover_diagram import CoverDiagram

    try:
        diagram = CoverDiagram.load(options.source)
    except OSError as error:
        raise UsageError(f"{options.source}: {system_reason(error)}") from None
    problem = diagram.problem
    puzzle = drawn_puzzle(problem, diagram.drawing) or puzzle_of(problem)
    restricted = restricted_as(options, problem)
    if restricted is None:
        return diagram, puzzle, puzzle
    diagram = diagram.restrict(restricted.taken, sorted(restricted.forbidden))
    return diagram, puzzle, restricted_puzzle(puzzle, restricted)


def _diagram(options: argparse.Namespace, allowed: TimeAllowed) -> int:
    if asks(options) and not (options.heat or options.of):
        raise UsageError("--svg, --pdf and --tikz draw a heat map: add --heat or --of PIECE")
    if (
        options.save
        and options.save.exists()
        and Path(options.source).exists()
        and options.save.samefile(options.source)
    ):
        raise UsageError(f"{options.save}: the problem stands in this file; save the diagram in another")
    try_files(options, "save")
    built = _Built(options, allowed)
    diagram, problem = built.diagram, built.puzzle.problem
    if built.partial:
        note(built.partial)
    asking = [f"--{each}" for each in ("heat", "of", "occurrences", "best") if getattr(options, each)]
    asks_all = bool(asking) and not diagram.complete
    heat = _heat(options, built) if (options.heat or options.of) and not asks_all else None
    if options.number and options.number > built.count:
        raise UsageError(f"--number: there is no solution {grouped(options.number)}: {built.how_many}")
    if options.save:
        try:
            replace(diagram, drawing=built.puzzle.drawing).save(options.save)
        except OSError as error:
            raise UsageError(f"{options.save}: {system_reason(error)}") from None
    status = INTERRUPTED if built.interrupted else DONE if diagram else NO_SOLUTION
    if asks_all and built.interrupted:
        return status
    if asks_all:
        raise CannotSolve(
            f"{both(asking)} need{'s' if len(asking) == 1 else ''} the diagram of all solutions: "
            f"it has {built.how_many}; raise --memory or --seconds"
        )
    if heat is not None and asks(options):
        title = f"{built.title}: {heat.title}, in % of the solutions"
        draw(options, [heat.map.canvas.picture((), told=heat.told).page()], title)
    listed = [c.options for c in islice(diagram, min(options.list or 0, sys.maxsize))]
    chosen = diagram[options.number - 1].options if options.number else None
    best = diagram.best(k=options.best) if options.best else []
    if options.json:
        size, whole = diagram.size, diagram.complete
        labels = [problem.label(o) for o in range(len(problem.options))]
        print_json({
            "problem": built.title, "solutions": built.count, "complete": whole,
            "diagram": {"nodes": size.nodes, "branches": size.branches, "bytes": size.bytes},
            "in_every": _labels(problem, diagram.always) if whole else None,
            "in_none": _labels(problem, diagram.never) if whole else None,
            "occurrences": dict(zip(labels, diagram.occurrences, strict=True)) if options.occurrences else None,
            "heat": None if heat is None else heat.map.named_shares(),
            "list": [_labels(problem, row) for row in listed] if options.list else None,
            "number": options.number, "solution": None if chosen is None else _labels(problem, chosen),
            "best": [{"cost": cost, "solution": _labels(problem, c.options)} for cost, c in best] if best else None,
            **built.figures, **no_solution.as_json(built.because), "base": 1,
        })  # fmt: skip
        return status
    say(f"{built.title}: {built.how_many}{built.told}")
    say(str(diagram.size))
    if diagram.complete and diagram and not built.interrupted:
        for what, held in (("every solution", diagram.always), ("no solution", diagram.never)):
            if held:
                say(f"in {what}: {_some(problem, held)}")
    if options.occurrences:
        width = max(map(len, map(problem.label, range(len(problem.options)))), default=0)
        for option, (times, part) in enumerate(zip(diagram.occurrences, diagram.shares, strict=True)):
            if times:
                say(f"{problem.label(option):<{width}}  {grouped(times)} ({share(part)})")
    if heat is not None and diagram:
        say(heat.map.text(heat.title, heat.told))
    texts = texts_of(built.puzzle) if listed or chosen or best else _nothing
    for number, text in enumerate(texts(listed), 1):
        say(f"{number}.\n{text}")
    if chosen is not None:
        say(f"{options.number}.\n{texts([chosen])[0]}")
    for number, (cost, cover) in enumerate(best, 1):
        say(f"{number}. cost {grouped(cost)}\n{texts([cover.options])[0]}")
    return status


def _nothing(solutions: Sequence[Sequence[int]]) -> list[str]:
    """The texts of no solutions, which no picture is prepared for."""
    return []


class _Heat(NamedTuple):
    """A heat map, and the part of it asked for."""

    map: HeatMap
    told: Sequence[tuple[str, float]]
    title: str


def _heat(options: argparse.Namespace, built: _Built) -> _Heat:
    """The heat map asked for.  Raises UsageError for a problem without a picture, and for a name
    that is neither a piece nor an option."""
    from core._drawing.heat import HeatMap

    canvas, problem, where = built.puzzle.canvas, built.puzzle.problem, source_name(options.source)
    if canvas is None:
        raise UsageError(f"{where}: this problem is not about a grid; --occurrences tells of its options")
    heat = HeatMap.of(canvas, built.diagram.shares)
    if not options.of:
        return _Heat(heat, heat.likeliest(), "likeliest in each cell")
    option = heat.named(options.of)
    if option is None:
        try:
            option = options_named(problem, [options.of])[0]
        except ProblemError as error:
            raise UsageError(f"{where}: {options.of} is no piece; {error}") from None
    return _Heat(heat, heat.covered_by(option), options.of)


def _sample(options: argparse.Namespace, allowed: TimeAllowed) -> int:
    built = _Built(options, allowed)
    if built.interrupted:
        return INTERRUPTED
    diagram, problem = built.diagram, built.puzzle.problem
    if not diagram.complete:
        raise CannotSolve(
            f"{built.title}: no fair sample: {grouped(built.count)} solutions were found before the diagram reached "
            f"its limit, at {diagram.size}; raise --memory or --seconds, or have `estimate cover` estimate from probes"
        )
    if not diagram and not options.json:
        say(f"{built.title}: no solution{built.told}")
        return NO_SOLUTION
    if options.json:
        drawn = [cover.options for cover in diagram.sample(options.count, options.seed)] if diagram else []
        print_json({
            "problem": built.title, "solutions": diagram.count, "seed": options.seed,
            "list": [_labels(problem, row) for row in drawn], **built.figures,
            **no_solution.as_json(built.because), "base": 1,
        })  # fmt: skip
        return DONE if diagram else NO_SOLUTION
    texts, numbers, before = texts_of(built.puzzle), diagram.sampled(options.count, options.seed), 0
    while drawn := [diagram[number].options for number in islice(numbers, AT_ONCE)]:
        one = options.count == 1
        say("\n".join(text if one else f"{at}.\n{text}" for at, text in enumerate(texts(drawn), before + 1)))
        before += len(drawn)
    return DONE


def _labels(problem: Any, options: Sequence[int]) -> list[str]:
    return [problem.label(option) for option in options]


def _some(problem: Any, options: Sequence[int]) -> str:
    named = _labels(problem, options[:MOST_NAMED])
    more = len(options) - len(named)
    return ", ".join(named) + (f" and {counted(more, 'other')}" if more else "")
