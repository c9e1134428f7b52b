"""The icicle: what is in which cell, where keys lead, and what is told."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from textual.message import Message

from core import Goal, Queens, algorithm
from core.running import VisitedTree
from core.running._visited_tree import Growing, TreeTop, grow
from tests.tui.driving import until
from tui.app import DancingQueens, Start
from tui.kit.icicle_cells import IcicleCell, Window
from tui.kit.tree_panel import TreePanel
from tui.kit.values import TreeValue
from tui.lab.grown_tree import GrownTree
from tui.lab.session import SearchTask


def _tree(n: int = 6, key: str = "backtracking") -> VisitedTree:
    tree = grow(lambda: algorithm("queens", key).start(Queens(n), Goal.COUNT))
    assert isinstance(tree, VisitedTree)
    return tree


def test_with_a_cell_for_each_node_everything_is_exact() -> None:
    tree = _tree()
    cells, path = Window(tree, node=7).cells(tree.nodes, 7)
    assert all(cell is IcicleCell.BRANCH for cell in cells[0])
    for at in range(tree.nodes):
        depth = int(tree.depths[at])
        wanted = IcicleCell.SOLUTION if tree.solved[at] else IcicleCell.DEAD if tree.dead[at] else IcicleCell.BRANCH
        assert cells[depth][at] is wanted
        assert all(cells[row][at] is IcicleCell.NOTHING for row in range(depth + 1, 7))
    assert path[0] == (0, tree.nodes)
    assert [span for span in path if span is not None][-1][0] == 6


def test_solutions_are_seen_however_narrow_it_is() -> None:
    tree = _tree(8)
    cells, _ = Window(tree).cells(20, 9)
    assert IcicleCell.SOLUTION in cells[8]
    assert len(cells) == 9


def test_keys_lead_along_levels_and_up_and_down() -> None:
    tree = _tree()
    window = Window(tree, node=2)
    assert window.parent() == 1
    assert window.child() == 3
    beside = window.beside(1)
    assert tree.depths[beside - 1] == 1
    assert Window(tree, node=beside).beside(-1) == 2
    assert Window(tree, root=2).nodes == tree.level(1)[0].nodes
    assert window.at(0, 1, tree.nodes, 7) == 2 or window.at(1, 1, tree.nodes, 7) == 2


def test_with_too_few_rows_the_node_pointed_at_stays_in_sight() -> None:
    tree = _tree()
    deep = int(tree.depths.argmax()) + 1
    window = Window(tree, node=deep)
    assert window.top(3) == 4
    cells, path = window.cells(tree.nodes, 3)
    assert path[2] == (deep - 1, deep)
    assert cells[2][deep - 1] is IcicleCell.SOLUTION
    assert window.at(deep - 1, 2, tree.nodes, 3) == deep
    assert [count[0] for count in window.counts(3)] == tree.by_level()[4:]


def test_counts_beside_it_are_those_of_the_subtree_in_sight() -> None:
    tree = _tree()
    every = Window(tree).counts(20)
    assert [nodes for nodes, _ in every] == tree.by_level()
    assert [dead for _, dead in every] == tree.by_level(tree.dead)[: len(every)]
    part = Window(tree, root=2).counts(20)
    assert sum(nodes for nodes, _ in part) == Window(tree, root=2).nodes


async def test_it_is_drawn_zoomed_and_pointed_at() -> None:
    seen: list[int] = []

    class Watched(TreePanel):
        def post_message(self, message: Message) -> bool:
            if isinstance(message, TreePanel.Pointed):
                seen.append(message.node)
            return super().post_message(message)

    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        tree = _tree()
        icicle = Watched(GrownTree(), classes="")
        icicle.styles.display = "block"
        await app.screen.mount(icicle)
        icicle.styles.width, icicle.styles.height = 60, 12
        icicle.value = TreeValue(SearchTask(algorithm("queens", "backtracking"), Queens(6), Goal.COUNT, {}), 2)
        icicle.focus()
        await until(pilot, lambda: icicle.window is not None)
        await pilot.press("down", "right", "z")
        assert len(seen) == 2
        text = "\n".join(icicle.render_line(y).text for y in range(icicle.size.height))
        assert f"of {tree.nodes}" in text
        assert f"zoomed: node {seen[-1]}" in text
        await pilot.press("Z", "Z", "Z")
        assert icicle.window is not None
        assert icicle.window.root == 1


def test_how_far_it_is_is_told_while_it_grows() -> None:
    told: list[Growing] = []
    tree = grow(lambda: algorithm("queens", "dlx-s").start(Queens(9), Goal.COUNT), most=500, tell=told.append)
    assert isinstance(tree, TreeTop)
    assert told
    assert all(before.nodes < after.nodes for before, after in pairwise(told))
    for growing in told:
        assert growing.share is not None
        assert not growing.tops or sum(top.nodes for top in growing.tops) == growing.nodes - 1
        for top, whole in zip(growing.tops[:-1], tree.tops[1], strict=False):
            assert (top.node, top.nodes, top.solutions) == (whole.node, whole.nodes, whole.solutions)
    assert told[-1].tops


def test_the_first_nodes_are_told_at_once() -> None:
    told: list[Growing] = []
    tree = grow(lambda: algorithm("queens", "dlx-s").start(Queens(9), Goal.COUNT), tell=told.append)
    assert isinstance(tree, VisitedTree)
    assert told[0].nodes < tree.nodes // 4
    for growing in told:
        assert sum(top.nodes for top in growing.tops) == growing.nodes - 1
        whole = [top for top in tree.level(1) if top.node <= growing.nodes]
        assert [top.node for top in growing.tops] == [top.node for top in whole]
        for top, there in zip(growing.tops[:-1], whole, strict=False):
            assert (top.nodes, top.solutions) == (there.nodes, there.solutions)


def test_a_tree_that_was_stopped_keeps_what_is_known_and_can_be_begun_again() -> None:
    grown = GrownTree()
    work = grown.to_grow("it", lambda: algorithm("queens", "backtracking").start(Queens(11), Goal.COUNT))
    assert work is not None

    def stop_it() -> bool:
        if grown.growing is not None:
            grown.stop()
        return False

    assert work(stop_it) is None
    grown.grown("it", None)
    assert grown.growing is not None
    assert (grown.at_work, grown.tree, grown.note) == (False, None, "Stopped.")
    assert grown.to_grow("it", Queens) is None  # type: ignore[arg-type]
    grown.forget()
    assert grown.to_grow("it", Queens) is not None  # type: ignore[arg-type]


async def test_a_tree_that_grows_is_stopped_by_the_key_that_stops_a_search() -> None:
    app = DancingQueens(Start("queens", options={"what": "20", "algorithm": "backtracking"}))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("T")
        icicle = app.screen.query_one("#tree", TreePanel)
        for _ in range(2000):
            await pilot.pause(0.01)
            if icicle.grown is not None and icicle.grown.growing is not None:
                break
        assert icicle.grown is not None
        assert icicle.grown.at_work
        assert "stop" in [action.name for action in app.screen.subject.footer_actions()]  # type: ignore[attr-defined]
        icicle.paint()
        text = " ".join(icicle.render_line(y).text.strip() for y in range(icicle.size.height))
        assert "nodes visited" in text
        assert "x stops" in text
        await pilot.press("x")
        assert not icicle.grown.at_work
        text = " ".join(icicle.render_line(y).text.strip() for y in range(icicle.size.height))
        assert "Stopped." in text
        assert "nodes visited" in text


SIGNS = {IcicleCell.NOTHING: " ", IcicleCell.BRANCH: "-", IcicleCell.DEAD: "x", IcicleCell.SOLUTION: "*"}


@pytest.mark.parametrize(("width", "height", "root", "node", "drawn"), [
    (54, 6, 1, 1, """
------------------------------------------------------| (0, 54) (1, 0)
 -----------------------------------------------------| None (5, 0)
  ---------- ---------- -------- ---------- ----------| None (12, 0)
   --- --- x  --- -----  --- ---  ----- ---  x --- ---| None (14, 2)
    --  --     --  x --   --  --   -- x  --     --  --| None (12, 2)
     *   *      *     *    *   *    *     *      *   *| None (10, 0)
54 nodes, top 0, parent 1, child 2, beside 1 1"""),
    (27, 6, 1, 8, """
---------------------------| (0, 27) (1, 0)
---------------------------| (0, 6) (5, 0)
 --------------------------| (3, 5) (12, 0)
 ----x --------- -----x----| (3, 5) (14, 2)
  - -  --x-- - - --x--  - -| None (12, 2)
  * *   *  * * *  *  *  * *| None (10, 0)
54 nodes, top 0, parent 7, child 9, beside 4 12"""),
    (20, 3, 1, 8, """
--------------------| (0, 5) (5, 0)
--------------------| (2, 4) (12, 0)
 ---x-----------xx--| (2, 4) (14, 2)
54 nodes, top 1, parent 7, child 9, beside 4 12"""),
    (20, 6, 2, 7, """
--------------------| (0, 20) (1, 0)
 -------------------| (9, 17) (3, 0)
   -------------- xx| None (3, 1)
     -----  -----   | None (2, 0)
       ***    ***   | None (2, 0)
                    | None
11 nodes, top 1, parent 2, child 8, beside 3 11"""),
    (20, 4, 13, 13, """
--------------------| (0, 20) (1, 0)
 -------------------| None (2, 0)
   -----------------| None (3, 0)
     -----  xxx ----| None (3, 1)
11 nodes, top 1, parent 1, child 14, beside 2 24"""),
    (7, 6, 2, 12, """
-------| (0, 7) (1, 0)
-------| (5, 7) (3, 0)
 -----x| (6, 7) (3, 1)
 ----- | None (2, 0)
  ** * | None (2, 0)
       | None
11 nodes, top 1, parent 11, child 12, beside 8 15"""),
])  # fmt: skip
def test_the_tree_of_five_queens_is_drawn(width: int, height: int, root: int, node: int, drawn: str) -> None:
    window = Window(_tree(5), root=root, node=node)
    rows, path = window.cells(width, height)
    counts = [str(each) for each in window.counts(height)]
    counts += [""] * (height - len(counts))  # below the last level
    lines = [
        f"{''.join(SIGNS[cell] for cell in row)}| {here} {count}".rstrip()
        for row, here, count in zip(rows, path, counts, strict=True)
    ]
    lines.append(
        f"{window.nodes} nodes, top {window.top(height)}, parent {window.parent()}, child {window.child()}, "
        f"beside {window.beside(-1)} {window.beside(1)}"
    )
    assert lines == drawn.splitlines()[1:]


def test_a_cell_leads_to_the_first_node_that_it_shows() -> None:
    window = Window(_tree(5))
    rows = [[window.at(column, row, 9, 6) for column in range(9)] for row in range(7)]
    assert rows == [
        [1, 1, 1, 1, 1, 1, 1, 1, 1], [2, 2, 13, 13, 24, 24, 33, 33, 44], [3, 7, 14, 18, 25, 29, 34, 40, 47],
        [4, 8, 15, 19, 26, 30, 35, 41, 48], [5, 9, 16, 20, 27, 31, 36, 42, 49], [6, 10, 17, 23, 28, 32, 37, 43, 50],
        [None] * 9,
    ]  # fmt: skip
    assert [window.span(node, 20) for node in (1, 2, 3, 54)] == [(0, 20), (0, 5), (0, 3), (19, 20)]


def test_levels_of_a_grown_tree_are_those_of_the_subtree_pointed_at() -> None:
    grown = GrownTree()
    start = partial(algorithm("queens", "backtracking").start, Queens(5), Goal.COUNT)
    work = grown.to_grow("five", start)
    assert work is not None
    assert (grown.note, grown.at_work, grown.in_vain, grown.levels()) == ("Visiting the whole tree…", True, None, ())
    assert grown.to_grow("five", start) is None
    grown.grown("six", _tree(6))
    assert grown.tree is None, "another one is waited for"
    grown.grown("five", work(lambda: False))
    assert (grown.note, grown.at_work, grown.in_vain) == ("", False, 8)
    assert [(each.nodes, each.dead, each.solved) for each in grown.levels()] == [
        (1, 0, 0), (5, 0, 0), (12, 0, 0), (14, 2, 0), (12, 2, 0), (10, 0, 10),
    ]  # fmt: skip
    assert [(each.nodes, each.dead, each.solved) for each in grown.levels(9)] == [
        (1, 0, 0), (1, 0, 0), (2, 0, 0), (2, 0, 0), (2, 0, 0), (1, 0, 1),
    ]  # fmt: skip
    assert (grown.is_of("five"), grown.is_of("six")) == (True, False)


def test_a_tree_that_is_stopped_before_it_grows_is_none() -> None:
    grown = GrownTree()
    work = grown.to_grow("six", partial(algorithm("queens", "backtracking").start, Queens(6), Goal.COUNT))
    assert work is not None
    grown.stop()
    assert (grown.note, grown.at_work, work(lambda: False)) == ("Stopped.", False, None)
    grown.forget()
    assert (grown.is_of("six"), grown.tree, grown.at_work) == (False, None, False)
