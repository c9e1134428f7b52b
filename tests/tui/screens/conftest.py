"""Pictures of the app, compared with those in the `__snapshots__` beside the tests."""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.pilot import Pilot

from tui.app import DancingQueens

Drive = Callable[[Pilot[Any]], Awaitable[None]]
LooksAlike = Callable[[DancingQueens, tuple[int, int], Drive], Awaitable[None]]


class Pictures(SingleFileSnapshotExtension):
    """One SVG file for each picture."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT


def without_numbers(svg: str) -> str:
    """A picture without the number in its names, which Rich makes from all that the picture holds."""
    return re.sub(r"\bterminal-\d+-", "terminal-", svg)


def words(svg: str) -> list[str]:
    """What stands in a picture, in pieces of one style each."""
    return [html.unescape(piece).replace("\xa0", " ") for piece in re.findall(">([^<>\n]+)</text>", svg)]


@pytest.fixture
def looks_alike(snapshot: SnapshotAssertion, tmp_path: Path) -> LooksAlike:
    """Fails unless an app of this size, driven so, looks as it did when ``--snapshot-update`` kept its picture."""

    async def compare(app: DancingQueens, size: tuple[int, int], drive: Drive) -> None:
        async with app.run_test(size=size) as pilot:
            await drive(pilot)
            await pilot.pause()
            svg = without_numbers(app.export_screenshot(title=app.title, simplify=True))
        now = tmp_path / "now.svg"
        now.write_text(svg, encoding="utf-8")
        kept = snapshot.use_extension(Pictures)
        if kept != svg:
            was = kept.executions[kept.num_executions - 1].recalled_data or ""
            changes = difflib.unified_diff(
                words(str(was)), words(svg), "as it was", f"as it is now: {now}", "", "", 0, ""
            )
            pytest.fail("\n".join(changes) or f"The words are the same, their places or colours are not: {now}", False)

    return compare
