"""Recordings of a walk: a picture in which each frame shows its node whole."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core._cli.command_line import main


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


def test_a_recording_of_one_node_that_nobody_asked_for_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = f"explain queens 4 --record {tmp_path / 'walk.svg'}".split()
    assert main(words) == 0
    assert capsys.readouterr().err == "--record: one node; --to N records up to node N\n"
    assert main([*words, "--to", "1"]) == 0
    assert capsys.readouterr().err == "", "as asked for"


def test_a_recording_that_cannot_be_written_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "queens", "4", "--record", str(tmp_path / "no" / "walk.svg")]) == 2
    said = capsys.readouterr()
    assert "No such file" in said.err
    assert said.out == "", "it is known before anything is searched"


def test_a_title_of_ones_own_takes_the_place_of_the_algorithm(tmp_path: Path) -> None:
    path = tmp_path / "walk.svg"
    assert main(["explain", "queens", "4", "--to", "2", "--title", "Four \x07queens", "--record", str(path)]) == 0
    words = [each.text for each in ElementTree.fromstring(path.read_text("utf-8")).iter() if each.text]
    assert words.count("Four queens") == 3  # the file's title, and above either node
    assert not any("DLX" in word for word in words)
