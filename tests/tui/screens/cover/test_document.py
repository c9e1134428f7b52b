"""What is open is called by its title, its file, or as one's own; and what editing it keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.screens.cover.document import CoverDocument, open_file, open_text


@pytest.mark.parametrize(
    ("text", "title"), [("A B\nA\nB\n", "knights.dlx"), ("| title: Two\nA B\nA\nB\n", "Two")], ids=["none", "given"]
)
def test_a_file_without_a_title_goes_by_its_name(text: str, title: str, tmp_path: Path) -> None:
    path = tmp_path / "knights.dlx"
    path.write_text(text, encoding="utf-8")
    document = CoverDocument()
    document.open(open_file(path))
    assert document.title == title


def test_a_text_without_a_title_is_ones_own() -> None:
    document = CoverDocument()
    document.open(open_text("A B\nA\nB\n", "own:0123456789abcdef"))
    assert document.title == "your own problem"
