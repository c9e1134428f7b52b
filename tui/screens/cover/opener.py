"""Choosing a problem: gallery, file, text, empty matrix, or what was worked on before."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol

from textual.app import App

from core.exact_cover.puzzle import CoverPuzzle
from core.search import ProblemError
from core.storage.files import system_reason
from tui.actions.waiting import Waiting
from tui.host import host
from tui.screens.cover import words
from tui.screens.cover.document import Document, Found
from tui.screens.cover.edit import empty_matrix
from tui.screens.cover.opening import Opened, new_name, open_file, open_text
from tui.search.worker import in_thread

DRAFT = "cover-draft"


class Desk(Protocol):
    """What the opener needs of its screen."""

    @property
    def app(self) -> App[object]:
        """The app."""
        ...

    def say(self, text: str, *, warning: bool = True) -> None:
        """Show a note below the form."""
        ...

    def refused(self, text: str) -> None:
        """Say why something was not opened, where it is seen in full."""
        ...

    def begin(self) -> None:
        """Work on the document as it is now."""
        ...

    def keep(self) -> None:
        """Put a problem of your own on disk."""
        ...

    def show_search(self) -> None:
        """Show the newest picture."""
        ...

    def in_background(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a coroutine function in place of the one before."""
        ...


class Opener:
    """Gets problems for a document; what is asked for meanwhile waits until they have come."""

    def __init__(self, document: Document, desk: Desk, edit: Callable[[], None], waiting: Waiting) -> None:
        """``edit`` begins to edit the matrix."""
        self._document, self._desk, self._edit, self.waiting = document, desk, edit, waiting

    def arrived(self) -> None:
        """One less is on its way: do what was asked for meanwhile."""
        self.waiting.end()
        self._desk.show_search()

    async def open_now(self, make: Callable[[], Found], *, change: bool = False) -> bool:
        """Open something in a thread; False after saying why not."""
        from core.storage.store import StoreError

        self.waiting.begin()
        self._desk.say("opening…", warning=False)
        self._desk.show_search()
        try:
            self._document.open(await in_thread(make, "open"), change=change)
        except (ProblemError, StoreError, OSError, MemoryError) as error:
            text = str(error) or type(error).__name__
            if isinstance(error, OSError) and error.filename is not None:
                text = f"{error.filename}: {system_reason(error)}"
            self._desk.refused(text)
            return False
        else:
            self._desk.begin()
            return True
        finally:
            self.arrived()

    def open(self, make: Callable[[], Found], then: Callable[[], None] | None = None, *, change: bool = False) -> None:
        """Open something in the background; as a ``change`` of the problem in hand it can be undone."""

        async def work() -> None:
            if await self.open_now(make, change=change) and then is not None:
                then()

        self._desk.in_background(work)

    # Ways to choose

    def choose(self) -> None:
        """Everything there is, in a list."""
        from tui.dialogs.pick import PickDialog

        kept: list[tuple[str, str, str]] = []
        if self._document.works is not None:
            from core.storage.store import StoreError

            with contextlib.suppress(StoreError):
                kept = self._document.works.list()
        choices = words.choices(kept, draft=bool(self.draft))
        self._desk.app.push_screen(
            PickDialog("Problem", choices, self._document.opened.name, at_once=True), self.chosen
        )

    def chosen(self, name: str | None) -> None:
        """Open what was chosen in the list."""
        if name is None:
            return
        if name == words.FILE:
            self.choose_file()
        elif name == words.DRAW:
            self._write("Draw pieces and a region", words.DRAWING)
        elif name == words.DRAFT:
            self._write("The text you left", self.draft)
        elif name == words.NEW:
            self.open(lambda: Opened(CoverPuzzle(empty_matrix()), new_name()), self._edit_new)
        else:
            self.open(lambda: self._document.find(name))

    def _edit_new(self) -> None:
        self._desk.keep()
        self._edit()

    def choose_file(self) -> None:
        """A file."""
        from tui.dialogs.file import FileDialog

        def chosen(path: Path | None) -> None:
            if path is not None:
                self.open(lambda: open_file(path))

        name = Path(self._document.opened.name)
        folder = name.parent if name.is_absolute() else Path.cwd()
        self._desk.app.push_screen(FileDialog("Open a problem", folder), chosen)

    def paste(self, text: str) -> None:
        """A pasted text is a problem of your own, if it can be read and is wanted."""
        from tui.dialogs.dialogs import PreviewDialog

        name = new_name()

        async def work() -> None:
            try:
                opened = await in_thread(lambda: open_text(text, name), "open")
            except (ProblemError, MemoryError) as error:
                self._desk.refused(str(error) or "not enough memory")
                return

            def answered(wanted: bool | None) -> None:
                if wanted:
                    self.open(lambda: opened, self._desk.keep)

            self._desk.app.push_screen(PreviewDialog("Pasted", str(opened.puzzle.problem), text), answered)

        self._desk.in_background(work)

    # As text

    @property
    def draft(self) -> str:
        """A text that was typed and not used."""
        return str(host(self._desk.app).settings.get(DRAFT) or "")

    def write(self) -> None:
        """The problem in hand as text, to be changed."""
        opened = self._document.opened
        text = opened.text or opened.puzzle.drawing
        if not text:
            from core.exact_cover.formats.load import write_puzzle

            try:
                text = write_puzzle(opened.puzzle, "knuth")
            except ProblemError:
                text = write_puzzle(opened.puzzle, "json")
        self._write("The problem as text", text, change=True)

    def _write(self, title: str, text: str, *, change: bool = False) -> None:
        from core.exact_cover.formats import FormatError
        from tui.screens.cover.write_dialog import WriteDialog

        own = (change and self._document.history.name) or new_name()
        settings = host(self._desk.app).settings

        def read(typed: str) -> tuple[int, int, str] | None:
            try:
                open_text(typed, own)
            except FormatError as error:
                return error.line, error.column, str(error)
            except ProblemError as error:
                return 1, 1, str(error)
            return None

        def kept() -> None:
            self._desk.keep()
            settings.put(DRAFT, "")

        def written(typed: str | None) -> None:
            if typed is not None:
                self.open(lambda: open_text(typed, own), kept, change=change)

        dialog = WriteDialog(title, text, read, lambda typed: settings.put(DRAFT, typed))
        self._desk.app.push_screen(dialog, written)
