"""Choosing a problem: gallery, file, text, empty matrix, or what was worked on before."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from textual.events import Paste

from core.catalog import algorithms
from core.exact_cover.puzzle import CoverPuzzle
from core.search import ProblemError
from tui.host import host
from tui.screens import cover_words
from tui.screens.cover_base import CoverBase, Found
from tui.screens.cover_edit import empty_matrix
from tui.screens.cover_history import History
from tui.screens.cover_open import OWN, Opened, open_file, open_named, open_text
from tui.screens.cover_shelf import Shelf, open_kept
from tui.widgets.form import OptionForm
from tui.worker import in_thread


class Opening(CoverBase):
    """Gets problems."""

    async def open_now(self, make: Callable[[], Found], *, change: bool = False) -> bool:
        """Open something in a thread; False after saying why not."""
        from core.store import StoreError

        self.coming += 1
        self.say("opening…", warning=False)
        self.show_search()
        try:
            found = await in_thread(make, "open")
            opened, kept = found if isinstance(found, tuple) else (found, None)
            if not any(entry.refusal(opened.puzzle.problem) is None for entry in algorithms("cover")):
                raise ProblemError(f"{opened.name}: there is nothing to cover")
        except (ProblemError, StoreError, OSError, MemoryError) as error:
            words = str(error) or type(error).__name__
            if isinstance(error, OSError) and error.filename is not None:
                words = f"{error.filename}: {error.strerror or error}"
            self.say(words)
            if not self.query_one("#form", OptionForm).has_room_for(words):
                self.app.clear_notifications()  # one is enough
                self.notify(words, title="Not opened", severity="error", markup=False, timeout=10)
            return False
        else:
            if change:
                self.history.put(opened)
            else:
                self.history = History(opened, kept)
            self.take(opened)
            return True
        finally:
            self.coming -= 1
            self.catch_up()

    def catch_up(self) -> None:
        """Do what was asked for while a problem was on its way."""
        if self.opening:
            return
        self.show_search()
        waiting, self.put_off = self.put_off, []
        for action in waiting:
            action()

    def open(self, make: Callable[[], Found], then: Callable[[], None] | None = None, *, change: bool = False) -> None:
        """Open something in the background; as a ``change`` of the problem in hand it can be undone."""

        async def work() -> None:
            if await self.open_now(make, change=change) and then is not None:
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
            self._write("Draw pieces and a region", cover_words.DRAWING)
        elif name == cover_words.DRAFT:
            self._write("The text you left", self._draft)
        elif name == cover_words.NEW:
            self.open(lambda: Opened(CoverPuzzle(empty_matrix()), Shelf.new_name()), self._edit_new)
        else:
            self.open(lambda: self.find(name))

    def find(self, name: str) -> Found:
        """What ``name`` means: ``own:KEY`` of the shelf, or what `open_named` knows.  Raises as these do."""
        if not name.startswith(OWN):
            return open_named(name)
        if self.shelf is None:
            raise ProblemError("the work of last time cannot be reached")
        return open_kept(name, self.shelf.store)

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
        return str(host(self).settings.get("cover-draft") or "")

    def action_write(self) -> None:
        text = self.opened.text or self.opened.puzzle.drawing
        if not text:
            from core.exact_cover import formats

            try:
                text = formats.write(self.problem, "json" if self.problem.labels else "knuth")
            except ProblemError:
                text = formats.write(self.problem, "json")
        self._write("The problem as text", text, change=True)

    def _write(self, title: str, text: str, *, change: bool = False) -> None:
        from core.exact_cover.formats import FormatError
        from tui.screens.cover_write import WriteDialog

        own = (change and self.history.name) or Shelf.new_name()

        def read(typed: str) -> tuple[int, int, str] | None:
            try:
                open_text(typed, own)
            except FormatError as error:
                return error.line, error.column, str(error)
            except ProblemError as error:
                return 1, 1, str(error)
            return None

        def draft(typed: str) -> None:
            host(self).settings.put("cover-draft", typed)

        def written(typed: str | None) -> None:
            if typed is not None:
                self.open(lambda: open_text(typed, own), self._keep_what_was_written, change=change)

        self.app.push_screen(WriteDialog(title, text, read, draft), written)

    def on_paste(self, event: Paste) -> None:
        """A pasted text is a problem of one's own, if it can be read."""
        event.stop()
        if not self.editing:
            text, name = event.text, Shelf.new_name()
            self.open(lambda: open_text(text, name), self.keep)

    def _keep_what_was_written(self) -> None:
        self.keep()
        host(self).settings.put("cover-draft", "")
