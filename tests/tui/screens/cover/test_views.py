"""The views of an exact cover problem, as they are drawn without an app: the matrix, the graph, the links."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from core.exact_cover._kernels.link_dance import LinkDance, link_dance
from core.running import Move
from tests.rows import Rows
from tests.tui.bare import bare, drawn
from tests.tui.screens.cover.sessions import driven, opened, rest
from tui.kit.lines import Lines
from tui.screens.cover.graph import CoverGraph
from tui.screens.cover.links import CoverLinks
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.session import CoverSession
from tui.screens.cover.state import CoverState
from tui.screens.cover.values import LinksValue, MatrixValue

KNUTH = opened("knuth-2000").problem
STATES = {
    "begin": CoverState(KNUTH),
    "middle": CoverState(KNUTH, (3,), branch=2),
    "end": CoverState(KNUTH, (3, 0, 4)),
}
COLOURED = opened(
    "",
    "first-item second | x yellow\nfirst-item x:red\nfirst-item x:blue\nsecond x:red yellow\nsecond x:blue\n",
).problem


def lines(widget: Lines, width: int, height: int, *, toned: bool = False) -> str:
    """What is drawn in so many cells; ``toned``: and what stands in which tone."""
    return "".join(f"{line}\n" for line in drawn(widget, width, height, toned=toned))


def view(
    kind: Any, state: CoverState, width: int = 60, height: int = 14, *, unicode: bool = True, toned: bool = False,
    **more: Any,
) -> str:  # fmt: skip
    widget = bare(kind, unicode=unicode)
    widget.take(MatrixValue(state, **more) if kind is CoverMatrix else state)
    return lines(widget, width, height, toned=toned)


def test_the_matrix_in_the_middle_of_a_search() -> None:
    assert (
        view(CoverMatrix, STATES["middle"])
        == """\
                     ▾
         A     B     C     D     E     F     G
1        ·     ·     1     ·     1     1     · ▸ 1/2
2        1                 1                 1 ✗ 4
3        ·     1     1     ·     ·     1     · ▸ 2/2
4        1     ·     ·     1     ·     ·     · ●1
5        ·     1     ·     ·     ·     ·     1
6                          1     1           1 ✗ 4
size     –     2     2     –     1     2     1
-
●1 1/2  chosen at level 1, way 1 of 2
✗ 4     ruled out by option 4
▸ 1/2   tried next, to cover the item ▾
size    options left that hold the item
"""
    )


def test_the_graph_in_ascii() -> None:
    assert (
        view(CoverGraph, STATES["middle"], unicode=False)
        == """\
>   1 ------                                  /----+-- A =
         \\--+-----------      /--------------+-----
             \\+---------+-----------   /----- /----+-- B   2
!   2 --------   \\--+----     /--+--+--------+-----
         \\----X------+---+-+--+--------+--------+----- C < 2
>   3 --------+------+----+---\\--+------------
          \\----+--+----    /--+--- \\----  /---+---+--- D =
         /-----   X--+-+----------+-----+--+------
*1  4 ---------+-----     \\-+-----   /-+---   \\----
         /-----               /-+-+------- \\--- /--+-- E   1
    5 --------         /------      /+----+----+---
              \\--+------+-----------      \\---    \\+-- F   2
          /-+-----------      \\---------------\\----
!   6 ----------------------------------------+----+-- G   1
"""
    )


@pytest.mark.parametrize("kind", [CoverMatrix, CoverGraph])
@pytest.mark.parametrize("name", STATES)
def test_every_state_in_its_tones(name: str, kind: type[CoverMatrix | CoverGraph], rows: Rows) -> None:
    rows(view(kind, STATES[name], toned=True).splitlines(), most=6)


def test_the_matrix_in_ascii_and_with_a_cursor(rows: Rows) -> None:
    rows(view(CoverMatrix, STATES["middle"], unicode=False).splitlines(), "ASCII")
    rows(view(CoverMatrix, STATES["middle"], cursor=(1, 2), toned=True).splitlines(), "cursor", most=6)


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (24, 8),
        (30, 5),
        (14, 20),
        (100, 24),
    ],
)
def test_other_sizes(width: int, height: int, rows: Rows) -> None:
    views = [view(kind, STATES["middle"], width, height) for kind in (CoverMatrix, CoverGraph)]
    rows("".join(views).splitlines(), most=6)


def test_too_little_room_for_a_graph_says_so() -> None:
    assert (
        view(CoverGraph, STATES["middle"], 30, 5)
        == """\
6 options and 7 items are too
many for a graph in 5 lines;
the matrix shows them
"""
    )
    assert view(CoverGraph, STATES["middle"], 14, 20) == "too narrow for a graph\n"


def test_long_names_colours_and_items_that_may_stay_open(rows: Rows) -> None:
    assert (
        view(CoverMatrix, CoverState(COLOURED, (0,), branch=1))
        == """\
                         ▾
     first-item     second│         x     yellow
1             1          ·│         r          · ●1
-
2             1           │         b            ✗ 1
-
3             ·          1│         r          1 ▸ 1/1
-
4                        1│         b            ✗ 1
-
size          –          1│         –          1
"""
    )
    states = (CoverState(COLOURED, branch=0), CoverState(COLOURED, (0,), branch=1))
    views = [view(CoverMatrix, state) + view(CoverGraph, state, height=9) for state in states]
    rows("".join(views).splitlines(), most=6)


def test_more_rows_and_columns_than_there_is_room_for(rows: Rows) -> None:
    problem = opened("dominoes-8x8").problem
    matrix = bare(CoverMatrix)
    told = []
    for state in (CoverState(problem, (0,), branch=9), CoverState(problem, (0, 40), branch=50)):
        matrix.take(MatrixValue(state))
        told += [f"{matrix.top} {matrix.left}", *lines(matrix, 50, 10).splitlines()]
    told += view(CoverGraph, CoverState(problem), 50, 10).splitlines()
    for top, left in ((5, 3), (200, 99), (-1, -1)):
        matrix._scroll(top, left)
        told += [f"{matrix.top} {matrix.left}", *lines(matrix, 40, 7).splitlines()]
    rows(told, most=8)


def linked(
    session: CoverSession, dance: LinkDance, width: int = 70, height: int = 24, *, unicode: bool = True,
    toned: bool = False,
) -> str:  # fmt: skip
    widget = bare(CoverLinks, unicode=unicode)
    reason = session.search.reason
    chosen, node = session.state().chosen, reason.node if reason else 0
    widget.take(LinksValue("", dance, dance.place, session.problem, chosen, node, session.state().branch))
    return lines(widget, width, height, toned=toned)


def test_the_links_step_by_step_to_the_first_solution(rows: Rows) -> None:
    session = opened("four-sets")
    with driven(session) as run:
        for node in range(3):
            run.go(Move.FORWARD)
            rest(run)
            dance = link_dance(session.search.search)
            assert dance is not None
            links = partial(linked, session, dance)
            parts = [links(toned=node == 0)]
            while dance.forward():
                if dance.place in (1, 2, 3):
                    parts.append(links(toned=dance.place == 2))
            dance.back()
            parts += [links(unicode=False), links(26, 12), links(40, 40)]
            rows("".join(parts).splitlines(), f"node {node}, {len(dance.steps)} steps", most=8)
            if node == 1:
                assert (
                    links(unicode=False)
                    == """\
  ,----------------------------------------------------------.
 root     (1)       (2)       (3)       (4)       [5]        6
           0         1         1         2         0         0
                     |         `.        `.
* A        o.........*..........|........o|
                                |        ,'
  B        o...................o|........*
                                |        |
  C                             |        *.........o
                               ,'
  D                            *...................o.........o
-
Unlink x = 5 from the header list.
  R[L[x]] = R[x]:  R[root] = 6  (was 5)
  L[R[x]] = L[x]:  L[6] = root  (was 5)
x keeps  L[x] = root  R[x] = 6  U[x] = 5  D[x] = 5
After node 2: step 4 of 5.
-
* linked, o unlinked (its own links stay, so it can be relinked), @ x
of this step. L and R lead along an option, U and D along an item's
list.
"""
                )


def test_links_that_are_not_there_say_so() -> None:
    empty = bare(CoverLinks)
    note = "There are no links to show: this algorithm keeps bits and not lists, and this note is long"
    empty.take(LinksValue(note))
    assert (
        lines(empty, 30, 5)
        == """\
There are no links to show:
this algorithm keeps bits and
not lists, and this note is
long
"""
    )
