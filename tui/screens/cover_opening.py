"""Choosing a problem: gallery, file, text, empty matrix, or what was worked on before."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from core.catalog import algorithms
from core.exact_cover.puzzle import Puzzle
from core.search import ProblemError
from tui.screens import cover_words
from tui.screens.cover_base import CoverBase
from tui.screens.cover_edit import History, empty_matrix
from tui.screens.cover_open import Opened, Shelf, open_file, open_named, open_text
from tui.worker import in_thread


class Opening(CoverBase):
    """Gets problems."""

    async def open_now(self, make: Callable[[], Opened]) -> bool:
        """Open something in a thread; False after saying why not."""
        self.coming += 1
        try:
            opened = await in_thread(make, "open")
            if not any(entry.refusal(opened.puzzle.problem) is None for entry in algorithms("cover")):
                raise ProblemError(f"{opened.name}: there is nothing to cover")
        except (ProblemError, OSError) as error:
            self.say(str(error))
            self.notify(str(error), title="Not opened", severity="error", markup=False, timeout=10)
            return False
        else:
            self.original = opened
            self.history = History(opened.puzzle)
            self.take(opened)
            return True
        finally:
            self.coming -= 1
            self.catch_up()

    def catch_up(self) -> None:
        """Do what was asked for while a problem was on its way."""
        if self.opening:
            return
        waiting, self.put_off = self.put_off, []
        for action in waiting:
            action()

    def open(self, make: Callable[[], Opened], then: Callable[[], None] | None = None) -> None:
        """Open something in the background."""

        async def work() -> None:
            if await self.open_now(make) and then is not None:
                then()

        self.run_worker(work(), group="open", exclusive=True, exit_on_error=False)

    def action_gallery(self) -> None:
        from tui.dialogs import ChoiceDialog

        kept: list[tuple[str, str, str]] = []
        if self.shelf is not None:
            from core.store import StoreError

            with contextlib.suppress(StoreError):
                kept = self.shelf.list()
        choices = cover_words.choices(kept, draft=bool(self._draft))
        self.app.push_screen(ChoiceDialog("Problem", choices, self.opened.name), self._problem_chosen)

    def _problem_chosen(self, name: str | None) -> None:
        if name is None:
            return
        if name == cover_words.FILE:
            self.action_open()
        elif name == cover_words.DRAW:
            self._write("Draw pieces and a region", cover_words.DRAWING, "")
        elif name == cover_words.DRAFT:
            self._write("The text you left", self._draft, "")
        elif name == cover_words.NEW:
            self.open(lambda: Opened(Puzzle(empty_matrix()), Shelf.new_name()), self._edit_new)
        else:
            store = self.shelf.store if self.shelf is not None else None
            self.open(lambda: open_named(name, store))

    def _edit_new(self) -> None:
        self.keep()
        self.action_edit()

    def action_open(self) -> None:
        from tui.file_dialog import FileDialog

        def chosen(path: Path | None) -> None:
            if path is not None:
                self.open(lambda: open_file(path))

        folder = Path(self.opened.name).parent if Path(self.opened.name).is_absolute() else Path.cwd()
        self.app.push_screen(FileDialog("Open a problem", folder), chosen)

    @property
    def _draft(self) -> str:
        """A text that was typed and not used."""
        return str(self.app.settings.get("cover-draft") or "")  # type: ignore[attr-defined]

    def action_write(self) -> None:
        text = self.opened.text
        if text is None:
            from core.exact_cover import formats

            try:
                text = formats.write(self.problem, "json" if self.problem.labels else "knuth")
            except ProblemError:
                text = formats.write(self.problem, "json")
        self._write("The problem as text", text, self.opened.name if self.opened.edited else "")

    def _write(self, title: str, text: str, name: str) -> None:
        from core.exact_cover.formats import FormatError
        from tui.screens.cover_write import WriteDialog

        own = name or Shelf.new_name()

        def read(typed: str) -> tuple[int, int, str] | None:
            try:
                open_text(typed, own)
            except FormatError as error:
                return error.line, error.column, str(error)
            except ProblemError as error:
                return 1, 1, str(error)
            return None

        def draft(typed: str) -> None:
            self.app.settings.put("cover-draft", typed)  # type: ignore[attr-defined]

        def written(typed: str | None) -> None:
            if typed is not None:
                self.app.settings.put("cover-draft", "")  # type: ignore[attr-defined]
                self.open(lambda: open_text(typed, own), self.keep)

        self.app.push_screen(WriteDialog(title, text, read, draft), written)
