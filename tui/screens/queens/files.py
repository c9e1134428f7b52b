"""Solutions copied, and saved to files: the one in view, or all that are listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from core._queens import formats
from core._words import grouped
from tui.actions.dialogue import answer
from tui.lab.browser import Solution

if TYPE_CHECKING:
    from tui.screens.queens.screen import QueensScreen


def content(solution: Solution, suffix: str) -> str:
    """A solution in the format that the file's suffix names."""
    match suffix.lower():
        case ".svg":
            return formats.to_svg(solution)
        case ".fen":
            return formats.to_fen(solution) + "\n"
    return formats.to_list(solution) + "\n"


def content_of_all(solutions: Iterable[Solution], suffix: str) -> str:
    """Many solutions, one a line.  Raises ValueError for a picture."""
    if suffix.lower() == ".svg":
        raise ValueError("a picture shows one solution; s saves the one in view")
    return "".join(content(solution, suffix) for solution in solutions)


def copy(screen: QueensScreen) -> None:
    """The solution in view, to the clipboard."""
    place = screen.browser.place_to_take
    if place is not None:
        screen.app.copy(formats.to_list(screen.browser.at(place)), "each row's column")


async def save(screen: QueensScreen) -> None:
    """Ask for a file for the solution in view."""
    browser = screen.browser
    place = browser.place_to_take
    if place is None:
        return
    solution = browser.at(place)
    name = f"queens-{len(solution)}-{'class-' * browser.by_class}{place + 1}.svg"
    prompt = "File to write.  .svg is a picture, .fen the FEN-like text, anything else a list:"
    await _ask(screen, "Save", prompt, name, lambda path: content(solution, path.suffix), "saved ")


async def save_all(screen: QueensScreen) -> None:
    """Ask for a file for all that are listed."""
    browser = screen.browser
    total = len(browser.listed())
    if not total:
        return
    kind = "classes" if browser.by_class else "solutions"
    name = f"queens-{len(browser.at(0))}-{kind}.txt"
    prompt = "File to write, one a line.  .fen is the FEN-like text, anything else lists:"

    def every(path: Path) -> str:
        return content_of_all(map(browser.at, range(total)), path.suffix)

    await _ask(screen, f"Save {grouped(total)} {kind}", prompt, name, every, f"{grouped(total)} {kind} saved: ")


async def _ask(
    screen: QueensScreen, title: str, prompt: str, name: str, body: Callable[[Path], str], done: str
) -> None:  # fmt: skip
    from tui.dialogs.dialogs import full_name, save_dialog

    text = await answer(save_dialog(title, prompt, name, body))
    if text is not None:
        screen.app.say(f"{done}{full_name(text)}", "good")
