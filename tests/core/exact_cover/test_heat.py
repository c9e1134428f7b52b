"""Heat maps: in how many solutions what stands where."""

from __future__ import annotations

import pytest

from core._drawing.cells import CellState
from core._drawing.heat import HeatMap
from core.exact_cover import CoverPuzzle, read_puzzle
from core.exact_cover._gallery import instance


def told(puzzle: CoverPuzzle) -> HeatMap:
    assert puzzle.canvas is not None
    return HeatMap.of(puzzle.canvas, puzzle.problem.diagram().shares)


@pytest.mark.parametrize("name", ["pentominoes-3x20", "own-pieces", "latin-4-reduced", "queens-6", "langford-7"])
def test_each_cell_is_as_in_all_solutions_counted_one_by_one(name: str) -> None:
    puzzle = instance(name).puzzle()
    canvas = puzzle.canvas
    assert canvas is not None
    solutions = list(puzzle.problem.solutions())
    count: list[dict[str, int]] = [{} for _ in canvas.places]
    for solution in solutions:
        for option in solution.options:
            for cell, text in canvas.marks[option]:
                count[cell][text] = count[cell].get(text, 0) + 1
    shares = {
        cell: {text: times / len(solutions) for text, times in sorted(here.items())}
        for cell, here in zip(canvas.place_names(), count, strict=True)
    }
    found = told(puzzle).named_shares()
    assert {cell: dict(sorted(here.items())) for cell, here in found.items()} == {
        cell: pytest.approx(here) for cell, here in shares.items()
    }
    likeliest = [share for _, share in told(puzzle).likeliest()]
    assert likeliest == pytest.approx([max(here.values(), default=0) / len(solutions) for here in count])


def test_of_one_piece_alone_its_places_are_told_apart() -> None:
    puzzle = instance("dominoes-4x4").puzzle()
    heat = told(puzzle)
    solutions = list(puzzle.problem.solutions())
    corner = [option for option, marks in enumerate(heat.canvas.marks) if any(cell == 0 for cell, _ in marks)]
    most = max(sum(option in solution.options for solution in solutions) for option in corner)
    assert heat.likeliest()[0] == ("", pytest.approx(most / len(solutions)))


def test_what_is_chosen_stays_and_the_option_looked_at_has_a_border() -> None:
    puzzle = instance("own-pieces").puzzle()
    heat = told(puzzle)
    first, other = puzzle.solution(), heat.named("O")
    assert first is not None
    assert other is not None
    chosen = next(option for option in first.options if option != other)
    picture = heat.canvas.picture((chosen,), told=heat.covered_by(other), around=other)
    cells = {place: picture.layers[place[0]][place[1]][place[2]] for place in heat.canvas.places}
    states = {cell.state for cell in cells.values() if cell is not None}
    assert states == {CellState.CHOSEN, CellState.SHARE}
    around = {heat.canvas.places[cell] for cell, _ in heat.canvas.marks[other]}
    assert {place for place, cell in cells.items() if cell is not None and cell.group == other} <= around
    drawn = picture.svg()
    assert ">50<" in drawn or ">100<" in drawn


def test_triangles_are_drawn_so_large_that_names_and_shares_fit() -> None:
    heat = told(instance("hexiamonds-6x6").puzzle())
    first, *lines = heat.text("likeliest", heat.likeliest()).split("\n")
    assert first == "likeliest, in % of the solutions (alone: in all):"
    names = {name for name, _ in heat.likeliest()}
    assert len(names) > 5
    assert {word.strip("\\/_") for line in lines for word in line.split()} - {""} == {
        f"{name}{share:.0%}".rstrip("%") for name, share in heat.likeliest()
    }
    assert len(heat.text("O", heat.covered_by(0)).split("\n")) < len(lines), "shares alone need less room"


@pytest.mark.parametrize("pieces", ["set: trominoes\n", "piece Lo:\n###\npiece Vau:\n##\n#.\n"])
def test_names_that_do_not_fit_beside_shares_have_a_picture_of_their_own(pieces: str) -> None:
    """A number beside a number would be another one."""
    heat = told(read_puzzle(f"{pieces}region:\n###\n##.\n#..\n"))
    text = heat.text("likeliest", heat.likeliest())
    assert text.startswith("likeliest:\n")
    names, shares = text.split("in % of the solutions:\n")
    assert {name for name, _ in heat.likeliest()} <= {*names.replace("│", " ").split(), ""}
    assert (shares.count("50"), shares.count("100")) == (4, 2)
