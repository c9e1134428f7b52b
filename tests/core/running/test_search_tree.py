"""The visited tree: exact node by node, its top exact where it is too large, on the command line and as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core import Goal, Queens, algorithm
from core._cli.command_line import main
from core._drawing.figure import to_svg
from core._drawing.tree import tree_page
from core.running import VisitedTree
from core.running._visited_tree import TreeTop, grow
from core.storage import Checkpoint


@pytest.mark.parametrize(("key", "levels"), [
    ("backtracking", [1, 6, 20, 36, 46, 40, 4]),
    ("dlx", [1, 6, 20, 36, 46, 40, 4]),
])  # fmt: skip
def test_levels_of_six_queens(key: str, levels: list[int]) -> None:
    tree = grow(lambda: algorithm("queens", key).start(Queens(6), Goal.COUNT))
    assert isinstance(tree, VisitedTree)
    assert tree.by_level() == levels
    assert tree.by_level(tree.solved) == [0, 0, 0, 0, 0, 0, 4]
    assert sum(tree.by_level(tree.dead)) + 4 == int(tree.leaves.sum())
    assert [spread.nodes for spread in tree.level(0)] == [tree.nodes]
    assert sum(spread.nodes for spread in tree.level(1)) == tree.nodes - 1
    assert sum(spread.solutions for spread in tree.level(1)) == 4
    for spread in tree.level(2):
        parent = tree.parent(spread.node)
        assert parent is not None
        assert parent in [above.node for above in tree.level(1)]
        assert spread in tree.level(2, within=parent)


@pytest.mark.parametrize(("n", "most", "solutions"), [(4, 5, 2), (5, 7, 10), (7, 50, 40)])
def test_the_top_of_a_large_tree_is_what_the_whole_tree_says(n: int, most: int, solutions: int) -> None:
    def make() -> object:
        return algorithm("queens", "dlx-s").start(Queens(n), Goal.COUNT)

    whole, top = grow(make), grow(make, most=most)  # type: ignore[arg-type]
    assert isinstance(whole, VisitedTree)
    assert isinstance(top, TreeTop)
    assert (top.nodes, top.solutions) == (whole.nodes, solutions)
    assert [list(row) for row in top.tops] == [whole.level(depth) for depth in range(3)]
    assert list(top.levels) == whole.by_level()


def test_growing_can_be_stopped() -> None:
    assert grow(lambda: algorithm("queens", "dlx-s").start(Queens(20), Goal.COUNT), stop=lambda: True) is None


@pytest.mark.parametrize("most", [1000, 20])
def test_the_picture_is_well_formed_and_its_title_is_text(most: int) -> None:
    tree = grow(lambda: algorithm("queens", "backtracking").start(Queens(5), Goal.COUNT), most=most)
    assert tree is not None
    root = ElementTree.fromstring(to_svg([tree_page(tree, "a < b & c")]))
    assert any(element.text == "a < b & c" for element in root.iter())


def test_a_long_title_stays_in_its_line() -> None:
    tree = grow(lambda: algorithm("queens", "backtracking").start(Queens(4), Goal.COUNT))
    assert tree is not None
    title = "a very long title " * 20 + ", Backtracking"
    shown = [element.text or "" for element in ElementTree.fromstring(to_svg([tree_page(tree, title)])).iter()]
    assert max(map(len, shown)) < 140
    assert any(text.startswith("a very long") and "…" in text and text.endswith(title[-30:]) for text in shown)


def test_why_there_is_no_tree(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    picture.write_text("precious")
    arguments = ["tree", "cover", "gallery:four-sets", "--algorithm", "memo-count", "--svg", str(picture)]
    assert main(arguments) == 2
    assert "visits no tree; look at dlx instead" in capsys.readouterr().err
    assert picture.read_text() == "precious"


def test_explain_says_why_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "queens", "6", "--algorithm", "dlx-s", "--node", "7", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["node"], value["depth"], value["outcome"]) == (7, 4, "branch")
    assert value["branch"]["subject"]["name"] == "row 6"
    assert main(["explain", "queens", "6", "--algorithm", "dlx-s", "--node", "1", "--to", "3"]) == 0
    assert capsys.readouterr().out.count("node ") == 3


def test_explain_refuses_what_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "queens", "4", "--node", "1000"]) == 2
    assert "so there is no node 1 000" in capsys.readouterr().err.replace("\u202f", " ").replace("\xa0", " ")
    assert main(["explain", "queens", "4", "--algorithm", "min-conflicts"]) == 2
    assert "it rules nothing out, so there is nothing to explain; look at dlx-s instead" in capsys.readouterr().err


def test_explain_and_tree_take_sudoku_and_cover(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("1...\n....\n....\n...2\n")
    assert main(["explain", "sudoku", str(puzzle), "--algorithm", "bitmask", "--node", "2"]) == 0
    assert "Next is r" in capsys.readouterr().out
    picture = tmp_path / "tree.svg"
    assert main(["tree", "cover", "gallery:knuth-2000", "--svg", str(picture)]) == 0
    assert "solutions" in capsys.readouterr().out
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert main(["tree", "queens", "3"]) == 1


def test_explain_and_tree_take_what_was_chosen_beforehand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", "cover", "gallery:four-sets", "--json"]) == 0
    assert main(["tree", "cover", "gallery:four-sets", "--forbid", "A", "--json"]) == 1
    whole, rest = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (whole["solutions"], rest["solutions"]) == (1, 0)
    assert main(["tree", "cover", "gallery:four-sets", "--take", "B"]) == 1
    capsys.readouterr()
    assert main(["explain", "cover", "gallery:four-sets", "--take", "D", "--json"]) == 0
    sizes = {each["subject"]["name"]: each["size"] for each in json.loads(capsys.readouterr().out)["sizes"]}
    assert sizes["3"] == 1
    assert main(["explain", "cover", "gallery:four-sets", "--take", "no such option"]) == 2
    capsys.readouterr()
    assert main(["explain", "queens", "6", "--placed", "r1c2", "--forbidden", "r2c5", "--json"]) == 0
    reason = json.loads(capsys.readouterr().out)
    assert [way["name"] for way in reason["branch"]["ways"]] == ["r1c2"]
    board = tmp_path / "board.txt"
    board.write_text(".Q....\n....x.\n" + "......\n" * 4)
    assert main(["explain", "queens", "--board", str(board), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == reason
    assert main(["tree", "queens", "6", "--board", str(board)]) == 2
    assert "the file describes the whole board; leave out N" in capsys.readouterr().err
    assert main(["explain", "queens"]) == 2
    assert "N: expected a whole number, or --board FILE" in capsys.readouterr().err
    assert main(["explain", "queens", "6", "--placed", "r1x"]) == 2


@pytest.mark.parametrize("node", [1, 4, 7, 9, 30])
def test_a_saved_search_says_why_where_it_was_left(
    node: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry, file = algorithm("queens", "dlx-s"), tmp_path / "six.ckpt"
    settings = entry.settings({"order": "text"})
    search = entry.start(Queens(6), Goal.COUNT, None, parameters=settings)
    search.advance(node)
    Checkpoint(file, Queens(6), "dlx-s", Goal.COUNT, None, settings).save(search, 1.0)
    asked = ["explain", "queens", "6"]

    def said(*more: str) -> str:
        assert main([*asked, *more]) == 0
        return capsys.readouterr().out

    plain = ("-a", "dlx-s", "--order", "text")
    kept = ("--checkpoint", str(file))
    assert said(*kept) == said(*plain, "--node", str(node))
    assert said(*kept, "--to", str(node + 2)) == said(*plain, "--node", str(node), "--to", str(node + 2))
    assert said(*kept, "--node", "2") == said(*plain, "--node", "2")
    assert main(["explain", "queens", "7", *kept]) == 2
    assert f"{file} holds 6 queens · dlx-s · count · order text, not 7 queens" in capsys.readouterr().err
    assert main([*asked, *kept, "-a", "dlx"]) == 2
    assert "algorithm and parameters are the file's (dlx-s)" in capsys.readouterr().err
    assert main([*asked, "--checkpoint", str(tmp_path / "none")]) == 2
    assert "none: there is no such file" in capsys.readouterr().err
