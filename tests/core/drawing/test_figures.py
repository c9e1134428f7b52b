"""Figures of a node, of two searches, of a tree and of links: in SVG and PDF, light and dark, and all on the page."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core import ExactCover, Goal, Problem, Queens, Sudoku, algorithm
from core import Shape as GridShape
from core._cli.command_line import main
from core._drawing.figure import DARK, LIGHT, Area, Lettering, Page, Polygon, Stroke, to_svg
from core._drawing.node import node_page
from core._drawing.tree import tree_page
from core.exact_cover._kernels.link_dance import link_dance
from core.exact_cover._pictures.matrix import links_page
from core.explain import Explainer, Reason, pseudocode_of
from core.running import Timeline, VisitedTree
from core.running._visited_tree import grow

SVG = "{http://www.w3.org/2000/svg}"
KNUTH = ExactCover({"1": "ce", "2": "adg", "3": "bcf", "4": "adf", "5": "bg", "6": "deg"})


def at_node(problem: Problem, key: str, node: int) -> tuple[Timeline, Reason]:
    line = Timeline(algorithm(problem.kind, key).start(problem, Goal.COUNT))
    line.to(node)
    reason = Explainer(line).reason()
    assert reason is not None
    return line, reason


def texts(page: Page) -> list[str]:
    return [mark.text for mark in page if isinstance(mark, Lettering)]


def in_pdf(path: Path) -> list[str]:
    """The texts of a PDF, in order."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", path.read_bytes(), re.DOTALL)
    drawn = "".join(zlib.decompress(stream).decode("cp1252") for stream in streams)
    return [re.sub(r"\\(.)", r"\1", text) for text in re.findall(r"Td \((.*)\) Tj", drawn)]


def in_svg(path: Path) -> list[str]:
    return [element.text or "" for element in ElementTree.parse(path).iter(f"{SVG}text")]


def stays_inside(page: Page) -> None:
    """Everything is on the page, and no text is longer than what is left of it."""
    for mark in page:
        if isinstance(mark, Lettering):
            assert 0 <= mark.left <= page.width - 4
            assert mark.size / 2 <= mark.y <= page.height
        elif isinstance(mark, Area):
            assert 0 <= mark.x <= mark.x + mark.width <= page.width
            assert 0 <= mark.y <= mark.y + mark.height <= page.height
        elif isinstance(mark, Stroke):
            assert min(mark.x1, mark.x2, mark.y1, mark.y2) >= 0
            assert max(mark.x1, mark.x2) <= page.width
            assert max(mark.y1, mark.y2) <= page.height
        else:
            assert all(0 <= x <= page.width and 0 <= y <= page.height for x, y in mark.points)


@pytest.mark.parametrize(
    ("problem", "key", "node"),
    [(Queens(8), "backtracking", 9), (Queens(1), "dlx-s", 2), (Queens(30), "dlx-s", 31), (KNUTH, "dlx", 2),
     (ExactCover.from_options(["a", "b"], []), "dlx", 1), (ExactCover({}), "dlx", 1),
     (Sudoku.of(GridShape(2, 2), (1, *[0] * 15)), "dlx", 5), (Sudoku.of(GridShape(3, 3), (0,) * 81), "propagation", 4)],
    ids=str,
)  # fmt: skip
def test_a_node_and_its_reason_stay_on_the_page(problem: Problem, key: str, node: int) -> None:
    _, reason = at_node(problem, key, node)
    plain = node_page(problem, reason, "title")
    coded = node_page(problem, reason, "title", pseudocode_of(algorithm(problem.kind, key)))
    for page in (plain, coded):
        stays_inside(page)
        for palette in (LIGHT, DARK):
            assert ElementTree.fromstring(to_svg([page], palette))[0].attrib["fill"] == palette["paper"]
    assert len(coded) > len(plain)


def test_the_board_shows_queens_in_order_and_how_much_each_line_has_left() -> None:
    problem = Queens(4)
    _, reason = at_node(problem, "backtracking", 3)
    page = node_page(problem, reason, "4 queens", pseudocode_of(algorithm("queens", "backtracking")))
    assert sum(isinstance(mark, Polygon) and len(mark.points) == 11 for mark in page) == 2  # crowns
    letters = texts(page)
    assert letters[:2] == ["4 queens", "node 3, level 2: dead end"]
    assert {"1", "2", "return", "i = 3; x[2] = 3; c = none"} <= set(letters)
    empty = [mark for mark in page if isinstance(mark, Lettering) and mark.text == "0"]
    assert len(empty) == 2  # row 3, column 4
    assert all(mark.ink == "bad" and mark.bold for mark in empty)
    assert "Dead end" in " ".join(letters)


def test_the_tree_has_its_levels_and_counts_and_every_node_its_width() -> None:
    tree = grow(lambda: algorithm("queens", "backtracking").start(Queens(5), Goal.COUNT))
    assert isinstance(tree, VisitedTree)
    page = tree_page(tree, "5 queens")
    stays_inside(page)
    rows = zip(tree.by_level(), tree.by_level(tree.dead), tree.by_level(tree.solved), strict=True)
    counted = [str(number) for depth, row in enumerate(rows) for number in (depth, *row)]
    assert [text for text in texts(page) if text.isdigit()] == counted
    inks = [mark.ink for mark in page if isinstance(mark, Area)]
    assert inks.count("dead") == 1 + int(tree.dead.sum())  # one in the legend
    assert inks.count("solution") == 1 + int(tree.solved.sum())


def test_links_are_drawn_as_they_stand_step_by_step() -> None:
    line, reason = at_node(KNUTH, "dlx", 2)
    dance = link_dance(line.search)
    assert dance is not None

    def linked() -> int:
        page = links_page(KNUTH, dance.structure, "links", "note")
        stays_inside(page)
        return sum(isinstance(mark, Stroke) and mark.ink == "accent" for mark in page)

    assert reason.depth == 1
    counts = [linked()]
    while dance.forward():
        counts.append(linked())
    assert len(counts) > 4
    assert counts[0] > counts[-1]


def test_files_have_the_same_words_in_both_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, pdf = tmp_path / "a.svg", tmp_path / "a.pdf"
    for words in (
        "tree queens 5",
        "explain queens 6 -a backtracking --node 5 --pseudocode --dark",
        "explain queens 6 -a backtracking --against dlx-s",
        "explain cover gallery:knuth-2000 --node 2 --links 3",
    ):
        assert main([*words.split(), "--svg", str(svg), "--pdf", str(pdf)]) == 0
        assert in_svg(svg) == in_pdf(pdf) != []
    assert "ring is unlinked" in " ".join(in_svg(svg))
    capsys.readouterr()
    assert main([*["explain", "queens", "6", "-a", "dlx", "--against", "backtracking", "--svg"], str(svg)]) == 2
    assert "part at 0 places" in capsys.readouterr().err
    assert main([*["explain", "queens", "6", "--links", "--svg"], str(svg)]) == 2
    assert "Dancing Links" in capsys.readouterr().err
