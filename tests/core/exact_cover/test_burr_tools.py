"""Files of Burr Tools: the Soma cube and a flat puzzle as it writes them, and mistakes."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from core.exact_cover import read_puzzle
from core.exact_cover._formats.base import FormatError
from core.exact_cover._formats.load import decode, load
from tests.cli import Cli


def puzzle(shapes: str, problem: str, head: str = '<gridType type="0"/><colors/>') -> str:
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2">\n{head}\n<shapes>\n{shapes}</shapes>\n'
        f'<problems>\n<problem state="0">{problem}</problem>\n</problems>\n<comment/></puzzle>\n'
    )


def voxel(x: int, y: int, z: int, signs: str, more: str = "") -> str:
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0"{more}>{signs}</voxel>\n'


SOMA = puzzle(
    voxel(2, 2, 1, "###_") + voxel(3, 2, 1, "####__") + voxel(3, 2, 1, "###_#_") + voxel(3, 2, 1, "##__##")
    + voxel(2, 2, 2, "###_#___") + voxel(2, 2, 2, "###__#__") + voxel(2, 2, 2, "###___#_")
    + voxel(3, 3, 3, "#" * 27),
    "<shapes>" + "".join(f'<shape id="{k}" count="1"/>' for k in range(7)) + '</shapes><result id="7"/><bitmap/>',
)  # fmt: skip
FLAT = puzzle(
    voxel(2, 2, 1, "###_", ' name="corner piece"') + voxel(4, 2, 1, "###+####") + voxel(2, 1, 1, "##"),
    '<shapes><shape id="0" min="1" max="2"/><shape id="2" min="0" max="1"/></shapes><result id="1"/>',
)


def test_the_soma_cube(cli: Cli, tmp_path: Path) -> None:
    """Burr Tools says 240 assemblies: Conway and Guy's."""
    path = tmp_path / "soma.xmpuzzle"
    path.write_bytes(gzip.compress(SOMA.encode()))
    read = load(path)
    assert len(read.problem.options) == 688
    assert read.symmetries().order == 48
    assert cli("cover", "count", str(path), "--unique").out.endswith(": 11 520, 240 up to symmetry\n")
    assert cli("cover", "check", "-", stdin=SOMA.encode()).out.splitlines()[1].startswith("34 primary items")
    again = read_puzzle(cli("cover", "convert", str(path), "--to", "drawing").out)
    assert again.problem == read.problem


def test_a_flat_one_with_a_range_and_a_cell_that_may_stay_empty() -> None:
    read = read_puzzle(decode(FLAT.encode(), "flat"), "flat")
    items = [str(item) for item in read.problem.items]
    assert items[:2] == ["1:2|corner_piece", "0:1|C"]
    assert (read.problem.primary, read.problem.secondary) == (9, 1)
    assert read.drawing.splitlines()[0] == "pieces: free", "turned over in space, it is a mirror image in the plane"
    assert read.problem.count() == len(list(read.solutions())) > 0


def test_triangular_prisms(cli: Cli, tmp_path: Path) -> None:
    """A hexagon is two trapezia in three ways, two layers of it in nine: prisms do not stand up."""
    whole = puzzle(
        voxel(4, 1, 1, "_###") + voxel(4, 2, 2, "_###_###" * 2),
        '<shapes><shape id="0" count="4"/></shapes><result id="1"/>', '<gridType type="1"/>',
    )  # fmt: skip
    path = tmp_path / "prisms.xmpuzzle"
    path.write_bytes(gzip.compress(whole.encode()))
    read = load(path)
    assert read.drawing.splitlines()[0] == "grid: triangles"
    assert read.canvas is not None
    assert {name[-1] for name in read.canvas.place_names()} == {"^", "v"}
    assert cli("cover", "count", str(path)).out.endswith(": 9\n")
    assert read.symmetries().order == 24
    assert cli("cover", "convert", str(path), "--to", "drawing").out.count("AVA") == 3
    assert read_puzzle(read.drawing.replace("pieces: one-sided", "pieces: free")).problem.count() == 9


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SOMA.replace('type="0"/>', 'type="3"/>', 1), "prisms (1), not grid type 3: rhombic tetrahedra"),
        (SOMA.replace('type="0"/>', 'type="x"/>', 1), "(grid type 0) or triangular prisms (1), not grid type 'x'"),
        (SOMA.replace("<result", "<nothing"), "1, column 1: expected a problem with a <result>"),
        (SOMA.replace('<result id="7"', '<result id="9"'), "1, column 1: there is no shape 9: there are 8, from 0"),
        (SOMA.replace('<result id="7"', '<result id="x"'), "1, column 1: expected a number as id of <result>, not 'x'"),
        (SOMA.replace("###_<", "##1#_<", 1), "1, column 1: shape 0 has colours, which are not read"),
        (SOMA.replace("###_<", "###<", 1), "1, column 1: shape 0: expected 2 × 2 × 1 signs #, + or _, not '###'"),
        (SOMA.replace("</problems>", "", 1), "line 17, column 13: expected XML"),
        (SOMA.replace('count="1"', 'min="3" max="2"', 1), "expected how many copies at least and at most, not 3 and 2"),
        ("<puzzle2/> <puzzle", "expected XML as Burr Tools writes it"),
        (FLAT.replace('id="0" min', 'id="1" min'), "shape 1: a piece cannot have cells that may stay empty"),
    ],
)  # fmt: skip
def test_mistakes(text: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_puzzle(decode(text.encode(), "file"), "file")
    assert said in str(caught.value)


def test_what_is_compressed_and_damaged() -> None:
    packed = gzip.compress(SOMA.encode())
    for data, said in ((packed[:-20], "cut off"), (packed[:10] + b"x" * 50, "damaged"), (b"\x1f\x8b", "cut off")):
        with pytest.raises(FormatError, match=said):
            decode(data, "file")
