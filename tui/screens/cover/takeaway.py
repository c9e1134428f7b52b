"""Taking something away: the solution as text on the clipboard, the problem or what was found as a file."""

from __future__ import annotations

from tui.host import host
from tui.screens.cover.desk import CoverDesk
from tui.screens.cover.export import content, file_name, prompt, solution_text
from tui.screens.cover.session import CoverSession


class Takeaway:
    """Copies and saves what a session has."""

    def __init__(self, session: CoverSession, desk: CoverDesk) -> None:
        self._session, self._desk = session, desk

    def copy(self) -> None:
        """The solution in view, or the last one, to the clipboard."""
        browser = self._session.browser
        place = browser.place_to_take
        if place is not None:
            text = solution_text(self._session.document.opened.puzzle, browser.at(place))
            host(self._desk.app).copy(text, "solution")

    def save(self) -> None:
        """Ask for a file name, and write there what its ending says."""
        from tui.dialogs.line import full_name, save_dialog

        browser, opened = self._session.browser, self._session.document.opened
        listed, place = browser.listed(), browser.place_to_take
        in_view = browser.at(place) if place is not None else None

        def saved(text: str | None) -> None:
            if text is not None:
                self._desk.told(f"saved {full_name(text)}")

        by_hand = self._session.puzzle if self._session.hand.anything else None
        puzzle = by_hand or opened.puzzle
        name = file_name(puzzle, found=in_view is not None)
        dialog = save_dialog(
            "Save", prompt(puzzle, by_hand=by_hand is not None), name,
            lambda path: content(opened, path, listed, in_view, by_hand),
        )  # fmt: skip
        self._desk.app.push_screen(dialog, saved)
