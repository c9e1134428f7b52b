"""Solutions copied, and saved to files, from the screen."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from core.words import grouped
from tui.host import host
from tui.search.browser import Browser


class Files:
    """What leaves the screen: the solution in view, or all that are listed."""

    def __init__(self, screen: Screen[Any], browser: Browser) -> None:
        self._screen, self._browser = screen, browser

    def copy(self) -> None:
        """The solution in view, to the clipboard."""
        from core.queens.formats import to_list

        place = self._browser.place_to_take
        if place is not None:
            host(self._screen).copy(to_list(self._browser.at(place)), "solution")

    def save(self) -> None:
        """Ask for a file for the solution in view."""
        from tui.dialogs.line import full_name, save_dialog
        from tui.screens.queens.saving import PROMPT, content

        place = self._browser.place_to_take
        if place is None:
            return
        solution = self._browser.at(place)
        name = f"queens-{len(solution)}-{'class-' * self._browser.by_class}{place + 1}.svg"

        def saved(text: str | None) -> None:
            if text is not None:
                self._screen.notify(f"saved {full_name(text)}", markup=False)

        dialog = save_dialog("Save", PROMPT, name, lambda path: content(solution, path.suffix))
        self._screen.app.push_screen(dialog, saved)

    def save_all(self) -> None:
        """Ask for a file for all that are listed."""
        from tui.dialogs.line import full_name, save_dialog
        from tui.screens.queens.saving import PROMPT_ALL, content_of_all

        browser = self._browser
        total = len(browser.listed())
        if not total:
            return
        kind = "classes" if browser.by_class else "solutions"
        name = f"queens-{len(browser.at(0))}-{kind}.txt"

        def saved(text: str | None) -> None:
            if text is not None:
                self._screen.notify(f"{grouped(total)} {kind} saved: {full_name(text)}", markup=False)

        dialog = save_dialog(
            f"Save {grouped(total)} {kind}", PROMPT_ALL, name,
            lambda path: content_of_all(map(browser.at, range(total)), path.suffix),
        )  # fmt: skip
        self._screen.app.push_screen(dialog, saved)
