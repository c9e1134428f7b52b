"""``dq explain`` and ``dq tree``: why a search does what it does, and the tree it visits.

Modules that look into searches need NumPy and kernels, so they are imported only when needed, not for ``--help``.
So are the modules that read the problem, because each kind has its own files.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core._catalog import Algorithm, algorithm, propose
from core._cli.arguments import (
    GIVEN,
    Declare,
    add_kinds,
    add_parameters,
    given_problem,
    positive,
    seconds_up_to,
    settings_of,
)
from core._cli.console import DONE, NO_SOLUTION, UsageError, note, print_json, wants_progress
from core._cli.driving import TimeAllowed, add_seconds, in_time
from core._cli.figures import add_figure, asks, draw, paper, try_files, write
from core._kernels.waiting import NoLongerWanted
from core._search import Problem, Search, Status
from core._words import clean_text, counted, grouped
from core.explain._pseudocode import WIDEST, pseudocode_of
from core.explain._reason import unexplained
from core.explain._words import as_json, sentences, which_way

if TYPE_CHECKING:
    from core._drawing.figure import Page
    from core.explain._against import Traced
    from core.explain._pseudocode import Pseudocode
    from core.explain._reason import Reason
    from core.running._timeline import Timeline
    from core.running._visited_tree import Growing, TreeTop, VisitedTree

BAR = 40
"""The length of the longest bar, in characters."""


def declare_explain(command: argparse.ArgumentParser) -> None:
    """Declare ``explain``."""
    command.description = (
        "Say what the search branches on at a node and why, what the last choice ruled out and how, and at a dead end "
        "which choices left nothing."
    )
    add_kinds(command, partial(_declare, _add_nodes))


def declare_tree(command: argparse.ArgumentParser) -> None:
    """Declare ``tree``."""
    command.description = (
        "Print nodes, dead ends and solutions by level; --svg draws the tree, a row for each level, each node as wide "
        "as the number of nodes below it."
    )
    add_kinds(command, partial(_declare, _add_picture))


def _declare(also: Declare, command: argparse.ArgumentParser, kind: str) -> None:
    command.add_argument("--algorithm", "-a", metavar="KEY", help=f"default: {_usual(kind)}")
    command.add_argument("--json", action="store_true", help="one JSON object per line; numbers count from its base")
    add_seconds(command)
    also(command)
    add_parameters(command, kind)


def _usual(kind: str) -> str:
    """The algorithm to explain if none is named."""
    key: str = importlib.import_module(GIVEN[kind]).EXPLAINED
    return key


def _add_nodes(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--node", type=positive, metavar="K",
        help="the K-th node visited (default: 1, the root; with --checkpoint, where the search stands)",
    )  # fmt: skip
    command.add_argument("--to", type=positive, metavar="K", help="all nodes up to this one")
    command.add_argument(
        "--checkpoint", type=Path, metavar="FILE",
        help="continue this saved search; the file sets algorithm and parameters",
    )  # fmt: skip
    command.add_argument(
        "--pseudocode", action="store_true", help="show each node in the algorithm's pseudocode, with its variables"
    )
    command.add_argument(
        "--against", metavar="KEY",
        help="compare --algorithm with this one instead: nodes level by level, and where the two part",
    )  # fmt: skip
    command.add_argument(
        "--place", type=positive, default=1, metavar="K", help="with --against: draw the K-th place where they part"
    )
    command.add_argument(
        "--links",
        nargs="?",
        const=0,
        type=positive,
        metavar="K",
        help="draw the links as they stand there, or K single unlinkings later",
    )
    add_figure(command, "draw the nodes, each with its reason,")
    command.add_argument(
        "--record", metavar="FILE", type=Path,
        help="record the walk through these nodes as an animated picture (SVG)",
    )  # fmt: skip
    command.add_argument(
        "--pace", type=seconds_up_to(60.0), default=2.0, metavar="SECONDS", help="how long each node is shown (2)"
    )
    command.add_argument(
        "--title", metavar="TEXT", help="what stands above what is drawn (default: the problem and the algorithm)"
    )
    command.set_defaults(run=in_time(_explain))


def _add_picture(command: argparse.ArgumentParser) -> None:
    add_figure(command, "draw the tree")
    command.set_defaults(run=in_time(_tree, nodes=0, share=None, exact=False))


class _Asked(NamedTuple):
    """What the command line asks about."""

    entry: Algorithm
    problem: Problem
    settings: dict[str, str | int]
    start: Callable[[], Search]
    """A function that starts the search from the beginning."""
    state: dict[str, Any] | None = None
    """The state in which the search was left, if it was kept."""

    def started_in(self, allowed: TimeAllowed) -> Search:
        """The search from the beginning.  Raises NoLongerWanted if the time is over before it is built."""
        with allowed.before():
            return self.start()


def _asked(options: argparse.Namespace) -> _Asked:
    """The search asked about.  Raises UsageError, ProblemError or CannotSolve."""
    problem = given_problem(options)
    if getattr(options, "checkpoint", None) is not None:
        return _kept(options, problem)
    entry = algorithm(problem.kind, options.algorithm or _usual(problem.kind))
    if not options.algorithm and entry.obstacle(problem) is not None:
        entry = propose(problem).algorithm
    return _started(entry, problem, settings_of(options, problem.kind, entry))


def _started(entry: Algorithm, problem: Problem, settings: dict[str, str | int]) -> _Asked:
    """A search from its beginning.  Raises UsageError if the algorithm cannot do it."""
    goal = entry.of_tree(settings)
    if refusal := entry.refusal(problem, goal):
        raise UsageError(f"{problem}: {refusal}")
    return _Asked(entry, problem, settings, lambda: entry.start(problem, goal, None, parameters=settings))


def _kept(options: argparse.Namespace, problem: Problem) -> _Asked:
    """A search on file.  Raises UsageError, CannotSolve or CheckpointError."""
    from core.storage._checkpoint import Checkpoint

    file = Checkpoint.found(options.checkpoint, problem)
    entry, settings = algorithm(problem.kind, file.algorithm), dict(file.parameters)
    if options.algorithm not in (None, entry.key) or not options.parameters.items() <= settings.items():
        raise UsageError(
            f"{options.checkpoint}: algorithm and parameters are the file's ({entry.key}); leave yours out"
        )
    return _Asked(entry, problem, settings, lambda: file.begin(entry), file.load())


def _search(asked: _Asked, node: int | None) -> Search:
    """The search at the node where it was saved, or at its beginning if the node asked about is earlier."""
    search = asked.start()
    if asked.state is not None:
        try:
            search.restore(asked.state)
        except (ValueError, KeyError, TypeError, OverflowError) as error:
            raise UsageError(f"the saved search cannot be continued: {error}") from None
        if node is not None and node < search.counts()[1]:
            return asked.start()
    return search


def _explain(options: argparse.Namespace, allowed: TimeAllowed) -> int:
    from core._drawing.figure import to_animation
    from core.explain._explainer import Explainer
    from core.running._timeline import Arrival, Timeline

    try_files(options, "record")
    with allowed.before():
        asked = _asked(options)
    _check_explained(asked)
    if options.against:
        return _against(options, asked, allowed)
    wanted = options.node or (1 if asked.state is None else None)
    try:
        with allowed.before():
            line = Timeline(_search(asked, wanted))
    except NoLongerWanted:
        note("time is up: the search did not get to its first node")
        return NO_SOLUTION
    explainer = Explainer(line)
    code = pseudocode_of(asked.entry.doing(asked.problem)) if options.pseudocode else None
    if options.pseudocode and code is None:
        raise UsageError(f"--pseudocode: {asked.entry.key} has none")
    first = max(1, line.node) if wanted is None else wanted
    last = options.to or first
    if last < first:
        raise UsageError(f"--to: node {grouped(last)} comes before node {grouped(first)}, where this begins")
    pages: list[Page] = []
    title = f"{asked.problem}, {asked.entry.title}" if options.title is None else clean_text(options.title)
    late = False
    for node in range(first, last + 1):
        stopped = node > first and allowed.passed()  # what has been reached is shown, however late
        arrival = Arrival.STOPPED if stopped else line.to(node, partial(_too_late, allowed, line, node))
        if arrival is Arrival.STOPPED:
            note(f"time is up: the search got to node {grouped(line.node)}, not to node {grouped(node)}")
            late = True
            break
        if arrival is not Arrival.THERE:
            raise UsageError(f"the search has {counted(line.node, 'node')}, so there is no node {grouped(node)}")
        reason = explainer.reason()
        assert reason is not None
        if asks(options) or options.record:
            pages.append(_figure(options, asked, line.search, reason, code, title))
        if options.json:
            print_json({**as_json(reason), **(_code_as_json(code, reason) if code else {}), "base": 0})
            continue
        print(f"node {grouped(node)}, level {reason.depth}: {reason.outcome}")
        for taken in reason.path[:-1]:
            print(f"    {taken.level}. {taken.option.name if taken.option else '-'} ({which_way(taken)})")
        for sentence in sentences(reason):
            print(f"  {sentence.text}")
        if code is not None:
            _print_code(code, reason)
    if pages or not late:
        draw(options, pages, title)
    if options.record and pages:
        write(options.record, to_animation(pages, options.pace, paper(options), title).encode())
        if options.to is None:
            note("--record: one node; --to N records up to node N")
    return NO_SOLUTION if late else DONE


def _too_late(allowed: TimeAllowed, line: Timeline, node: int) -> bool:
    """Whether the time is over before the node is reached."""
    return line.node < node and allowed.passed()


def _figure(
    options: argparse.Namespace, asked: _Asked, search: Search, reason: Reason, code: Pseudocode | None, title: str
) -> Page:
    """The figure of one node, or of its links."""
    from core._drawing.node import node_page

    if options.links is None:
        return node_page(asked.problem, reason, title, code)
    from core.exact_cover._kernels.link_dance import link_dance
    from core.exact_cover._pictures.matrix import links_page
    from core.exact_cover._problem import ExactCover

    dance = link_dance(search) if isinstance(asked.problem, ExactCover) else None
    if dance is None or not isinstance(asked.problem, ExactCover):
        raise UsageError("--links: only Dancing Links (dlx) on a small exact cover problem has links to draw")
    made = 0
    while made < options.links and dance.forward():
        made += 1
    note = f"node {grouped(reason.node)}" + (f", {counted(made, 'single step')} on" if made else "")
    return links_page(asked.problem, dance.structure, title, f"{note}; a ring is unlinked")


def _check_explained(asked: _Asked) -> None:
    """Raise UsageError if nothing explains the nodes."""
    if refusal := unexplained(asked.entry, asked.problem, asked.settings):
        raise UsageError(str(refusal))


MOST_PLACES = 5
"""The number of places printed at which two searches diverge; JSON has all."""


def _against(options: argparse.Namespace, asked: _Asked, allowed: TimeAllowed) -> int:
    """Two algorithms on one problem: nodes by level, what is in vain, and where they diverge."""
    from core._drawing.node import pair_page
    from core.explain._against import MOST_NODES, both_as_json, divergences, told, trace, verdict

    of_one = ("node", "to", "checkpoint", "pseudocode", "record", "title")
    if given := [f"--{name}" for name in of_one if getattr(options, name)]:
        raise UsageError(f"--against looks at two whole searches: leave {' and '.join(given)} out")
    rival = algorithm(asked.problem.kind, options.against)
    sides = (asked, _started(rival, asked.problem, rival.settings({})))
    _check_explained(sides[1])
    traced = []
    for side in sides:
        found = None
        with _searching(side), suppress(NoLongerWanted):
            found = trace(side.started_in(allowed), side.entry.title, allowed.passed)
        if found is None and allowed.over:
            note(f"{side.problem}, {side.entry.key}: time ran out before the whole tree was visited")
            return NO_SOLUTION
        if found is None:
            raise UsageError(
                f"{side.problem}, {side.entry.key}: more than {grouped(MOST_NODES)} nodes, or not one tree"
            )
        traced.append(found)
        allowed = TimeAllowed(options.seconds)
    one, other = traced
    if options.json:
        print_json(both_as_json(one, other))
        return DONE
    _print_two(one, other)
    for sentence in verdict(one, other):
        print(sentence.text)
    more, fewer = sorted((one, other), key=lambda each: (-len(each.nodes), -each.in_vain))
    places = list(divergences(more, fewer))
    for place in places[:MOST_PLACES]:
        print(f"node {grouped(place.node)} of {more.title}, node {grouped(place.other)} of {fewer.title}:")
        for sentence in told(place, more, fewer):
            print(f"  {sentence.text}")
    if len(places) > MOST_PLACES:
        print(f"and {counted(len(places) - MOST_PLACES, 'more place')} where they part")
    if asks(options):
        if options.place > len(places):
            raise UsageError(f"--place: they part at {counted(len(places), 'place')}, so there is none to draw")
        place = places[options.place - 1]
        said = [*told(place, more, fewer), *verdict(one, other)]
        pair = sides if more is one else sides[::-1]
        reasons = (_reason_at(pair[0], place.node), _reason_at(pair[1], place.other))
        draw(options, [pair_page(asked.problem, reasons, (more, fewer), said)], f"{asked.problem}")
    return DONE


def _reason_at(side: _Asked, node: int) -> Reason:
    """The reason at a node of a search."""
    from core.explain._explainer import Explainer
    from core.running._timeline import Timeline

    line = Timeline(side.start())
    line.to(node)
    reason = Explainer(line).reason()
    assert reason is not None
    return reason


def _print_two(one: Traced, other: Traced) -> None:
    """Print nodes, dead ends and nodes in vain by level, for both."""
    print(" " * 5 + "".join(f"{each.title:>34}" for each in (one, other)))
    print("level" + f" {'nodes':>11}{'dead ends':>11}{'in vain':>11}" * 2)
    levels = [[list(map(grouped, row)) for row in each.by_level()] for each in (one, other)]
    sums = [[grouped(sum(column)) for column in zip(*each.by_level(), strict=True)] for each in (one, other)]
    for label, sides in [*enumerate(zip_longest(*levels, fillvalue=[""] * 3)), ("all", sums)]:
        print(f"{label:>5}" + "".join(" " + "".join(f"{cell:>11}" for cell in each) for each in sides))


def _print_code(code: Pseudocode, reason: Reason) -> None:
    """The pseudocode: ``>`` marks the current line, ``.`` those run since the node before."""
    lit = code.at(reason)
    print()
    for number, line in enumerate(code.lines):
        mark = ">" if number == lit.line else "." if number in lit.passed else " "
        print(f"  {mark} {line.text:<{WIDEST}}  {line.note}".rstrip())
    if values := code.values(reason):
        print("    " + "; ".join(f"{name} = {value}" for name, value in values))
    print()


def _code_as_json(code: Pseudocode, reason: Reason) -> dict[str, Any]:
    lit = code.at(reason)
    return {
        "pseudocode": [line.text for line in code.lines], "line": lit.line, "passed": sorted(lit.passed),
        "variables": dict(code.values(reason)),
    }  # fmt: skip


def _tree(options: argparse.Namespace, allowed: TimeAllowed) -> int:
    from core.running._visited_tree import Growing, VisitedTree, grow

    seen = Growing(0, None)
    with allowed.before():
        asked = _asked(options)

    def tell(growing: Growing) -> None:
        nonlocal seen
        seen = growing

    tree = None
    try:
        with _searching(asked), suppress(NoLongerWanted):
            tree = grow(lambda: asked.started_in(allowed), allowed.passed, tell=tell)
    except KeyboardInterrupt:
        _print_part(options, seen, Status.STOPPED)
        raise
    if tree is None and allowed.over:
        _print_part(options, seen, Status.LIMIT)
        return NO_SOLUTION
    if tree is None:
        because = unexplained(asked.entry, asked.problem, asked.settings)
        raise UsageError(str(because or f"{asked.entry.key} visits no tree that could be shown"))
    if asks(options):
        from core._drawing.tree import tree_page

        title = f"{asked.problem}, {asked.entry.title}"
        draw(options, [tree_page(tree, title)], title)
    if isinstance(tree, VisitedTree):
        if options.json:
            print_json(_levels_as_json(tree))
        else:
            _print_levels(tree)
        return DONE if tree.solved.any() else NO_SOLUTION
    if options.json:
        print_json(_top_as_json(tree))
    else:
        _print_top(tree)
    return DONE if tree.solutions else NO_SOLUTION


def _print_part(options: argparse.Namespace, seen: Growing, status: Status) -> None:
    """What is known of a tree that was not visited to its end."""
    if options.json:
        print_json({"nodes": seen.nodes, "share": seen.share, "exact": False, "status": status.value})
    else:
        print(f"{counted(seen.nodes, 'node')} so far; {'stopped' if status is Status.STOPPED else 'time is up'}")


def _searching(asked: _Asked) -> AbstractContextManager[object]:
    """Say that the search is running, if someone is watching: a large tree takes seconds."""
    if not wants_progress():
        return nullcontext()
    from core._cli.progress import status_line

    return status_line(f"searching: {asked.problem} · {asked.entry.title}")


def _print_levels(tree: VisitedTree) -> None:
    nodes, dead, solved = tree.by_level(), tree.by_level(tree.dead), tree.by_level(tree.solved)
    most, width = max(nodes), len(grouped(max(nodes))) + 2
    print(f"level {'nodes':>{max(width, 7)}} {'dead ends':>{max(width, 10)}} {'solutions':>{max(width, 10)}}")
    for level, row in enumerate(zip(nodes, dead, solved, strict=True)):
        cells = [f"{grouped(row[0]):>{max(width, 7)}}", *(f"{grouped(n):>{max(width, 10)}}" for n in row[1:])]
        print(f"{level:5} {' '.join(cells)}  {'#' * max(1, round(BAR * row[0] / most))}")
    total = [grouped(sum(row)) for row in (nodes, dead, solved)]
    print(f"  all {total[0]:>{max(width, 7)}} {total[1]:>{max(width, 10)}} {total[2]:>{max(width, 10)}}")


def _print_top(tree: TreeTop) -> None:
    print(f"{counted(tree.nodes, 'node')}, {counted(tree.solutions, 'solution')}: too many to keep; the top is exact")
    for level, nodes in enumerate(tree.levels):
        print(f"level {level:3}: {grouped(nodes)}")
    for spread in tree.tops[1]:
        share = spread.nodes / tree.nodes
        print(f"from node {grouped(spread.node)}: {counted(spread.nodes, 'node')} ({100 * share:.1f} %), "
              f"{counted(spread.solutions, 'solution')}")  # fmt: skip


def _levels_as_json(tree: VisitedTree) -> dict[str, Any]:
    return {
        "nodes": tree.nodes, "solutions": int(tree.solved.sum()), "exact": True,
        "levels": tree.by_level(), "dead_ends": tree.by_level(tree.dead),
        "solutions_by_level": tree.by_level(tree.solved), "depths": tree.depths.tolist(),
        "solution_nodes": [int(node) + 1 for node in tree.solved.nonzero()[0]],
    }  # fmt: skip


def _top_as_json(tree: TreeTop) -> dict[str, Any]:
    return {
        "nodes": tree.nodes, "solutions": tree.solutions, "exact": False, "levels": list(tree.levels) or None,
        "tops": [[spread._asdict() for spread in row] for row in tree.tops],
    }  # fmt: skip
