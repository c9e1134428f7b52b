"""The node where a search is, saved as a figure for a slide or a paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tui.actions.dialogue import answer

if TYPE_CHECKING:
    from tui.kit.values import CodePosition
    from tui.lab.screen import LabScreen
    from tui.lab.session import LabSession

PROMPT = "File to write: .svg, .pdf or .tikz (for LaTeX); on dark paper where the name ends in -dark:"


def can_be_drawn(on: LabSession) -> bool:
    """Whether the search is at a node."""
    return on.held and any(at.reason is not None for at in on.code_positions())


async def save(screen: LabScreen) -> None:
    """Ask for a file for the figure of the node: the board and its reason, with the pseudocode while that is shown."""
    from tui.dialogs.dialogs import full_name, save_dialog

    on = screen.subject
    positions, coding = [at for at in on.code_positions() if at.reason is not None], on.coding
    nodes = "-".join(str(at.reason.node) for at in positions if at.reason is not None)
    text = await answer(
        save_dialog("Save a figure", PROMPT, f"node-{nodes}.svg", lambda path: drawn(positions, path, coding=coding))
    )
    if text is not None:
        screen.app.say(f"saved {full_name(text)}", "good")


def drawn(positions: list[CodePosition], path: Path, *, coding: bool) -> bytes:
    """The figure in the form that the file's name asks for; ValueError for another."""
    from core._drawing.figure import DARK, LIGHT, in_form
    from core._drawing.node import node_page
    from core.explain import pseudocode_of

    pages = [
        node_page(ran.problem, reason, f"{ran.problem}, {ran.title}",
                  pseudocode_of(ran.entry.doing(ran.problem)) if coding else None)
        for ran, reason, _ in positions if reason is not None
    ]  # fmt: skip
    palette = DARK if path.stem.endswith("-dark") else LIGHT
    return in_form(path.suffix, pages, palette)
