"""Recordings of a walk: played on a terminal or as a picture, each frame shows its node whole."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pyte
import pytest

from core.cli.command_line import main
from core.explain.recording import HEIGHT, WIDTH


def played(path: Path) -> tuple[dict[str, object], list[tuple[float, list[str]]]]:
    """The head of a recording, and what stands on the terminal after each frame."""
    head, *events = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    screen = pyte.Screen(head["width"], head["height"])
    stream = pyte.Stream(screen)
    shown = []
    for seconds, kind, text in events:
        assert kind == "o"
        assert text.count("\r\n") < head["height"]
        stream.feed(text)
        shown.append((seconds, [line.rstrip() for line in screen.display]))
    return head, shown


@pytest.mark.parametrize(
    "words",
    ["queens 6 -a backtracking --to 9 --pseudocode", "queens 18 --to 30", "queens 40 --to 60 --pseudocode",
     "cover gallery:langford-5 --to 20", "cover gallery:knuth-2000 --to 3 --pseudocode"],
)  # fmt: skip
def test_every_node_of_the_walk_is_a_frame(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "walk.cast"
    assert main(["explain", *words.split(), "--node", "1", "--record", str(path), "--pace", "0.25"]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("node ")]
    head, shown = played(path)
    assert (head["version"], head["width"], head["height"]) == (2, WIDTH, HEIGHT)
    assert [seconds for seconds, _ in shown] == [0.25 * number for number in range(len(told) + 1)]
    for heading, (_, lines) in zip(told, shown, strict=False):
        assert lines[0] == head["title"]
        assert lines[1] == heading
    if "--pseudocode" in words:
        assert all(sum("▸" in line for line in lines) == 1 for _, lines in shown)


def test_a_board_has_its_queens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "walk.cast"
    assert main(["explain", "queens", "4", "-a", "backtracking", "--to", "9", "--record", str(path)]) == 0
    _, shown = played(path)
    assert [line[:7] for line in shown[8][1][3:7]] == ["· ♛ · ·", "· · · ♛", "♛ · · ·", "· · ♛ ·"]
    assert main(["explain", "queens", "4", "--record", str(tmp_path / "no" / "walk.cast")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_an_animated_picture_shows_one_node_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, pace, nodes = tmp_path / "walk.svg", 0.5, 9
    words = f"explain queens 4 -a backtracking --node 1 --to {nodes} --dark --pace {pace} --record {path}"
    assert main(words.split()) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("node ")]
    picture = ElementTree.fromstring(path.read_text("utf-8"))
    frames = [each for each in picture.iter() if each.get("class") == "turn"]
    assert [
        next(each.text for each in frame.iter() if (each.text or "").startswith("node ")) for frame in frames
    ] == told
    starts = [float(frame.get("style", "").removeprefix("animation-delay: ").removesuffix("s")) for frame in frames]
    assert starts == [pace * number for number in range(nodes)]
    style = next(each.text or "" for each in picture.iter() if each.tag.endswith("style"))
    turn = re.search(r"turn ([\d.]+)s step-end infinite.* ([\d.]+)% { visibility: hidden }", style)
    assert turn is not None
    assert [float(turn[1]), float(turn[1]) * float(turn[2]) / 100] == [
        pytest.approx(pace * nodes),
        pytest.approx(pace, abs=1e-4),
    ]
    # Without CSS, or where somebody wants no motion: the first node, and the others out of sight.
    assert [frame.get("visibility") for frame in frames] == [None, *["hidden"] * (nodes - 1)]
    assert "script" not in path.read_text("utf-8")
