"""Choosing a problem: what was worked on last, the gallery, a file, a text, an empty matrix, what is pasted."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import CannotSolve, ProblemError
from core._checks import text, wholes
from core._words import clean_text, counted, grouped
from core.exact_cover import CoverPuzzle
from core.storage._files import system_reason
from tui.actions.dialogue import answer, converse
from tui.kit.pick_list import PickLine
from tui.lab.worker import in_background, in_thread
from tui.screens.cover.document import EXAMPLE, Found, Opened, new_name, open_file, open_text
from tui.screens.cover.editor import empty_matrix
from tui.screens.cover.works import CoverWorks

if TYPE_CHECKING:
    from tui.screens.cover.screen import CoverScreen


class Begin(StrEnum):
    """Ways to begin a new problem; they are in the list with the names of problems."""

    FILE = "new:file"
    DRAWING = "new:drawing"
    MATRIX = "new:matrix"
    DRAFT = "new:draft"


@dataclass
class Draft:
    """A text that is being edited."""

    title: str
    """The title of the dialog."""
    text: str
    change: bool = False
    """Whether it describes the problem in hand, to be changed, and not another one."""
    changed: bool = False
    """Whether anything has been typed."""
    cursor: tuple[int, int] = (0, 0)
    """Line and column, from 0."""

    def looks(self) -> dict[str, Any]:
        """For the settings file."""
        return {"title": self.title, "text": self.text, "change": self.change, "changed": self.changed,
                "cursor": list(self.cursor)}  # fmt: skip

    @classmethod
    def of(cls, looks: Mapping[str, Any]) -> Draft:
        """The draft that `looks` described.  Raises KeyError, ValueError or ProblemError for anything else."""
        title, typed = text(looks["title"], "a title"), text(looks["text"], "the text")
        typed = UNTYPED.sub("", typed)
        line, column = wholes(looks["cursor"], "the cursor", 0)
        return cls(clean_text(title), typed, looks["change"] is True, looks["changed"] is True, (line, column))


UNTYPED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Signs that no typed text has."""
KEPT_DRAFT = "cover-draft"
"""The setting that holds the text that was left."""
MOST_RECENT = 8
DRAWING = """# A region to fill and pieces to fill it with.
# Any character is a cell, a dot is not; ? may stay empty.
# x2: two of it; x1-3: one to three; x*: any number.
# free pieces turn and flip, one-sided only turn, fixed
# neither. ^s uses the text, F1 tells more.
title: My pieces
pieces: free

region:
######
######

piece L x2:
##
#.

piece I:
###
###
"""
"""Something small to begin with."""

# Opening, in the background


def begin(screen: CoverScreen, wanted: str, asked: Mapping[str, Any]) -> None:
    """At the start: the problem of last time, or what the command line names."""
    in_background(screen, partial(_begin, screen, wanted, asked), "begin")


async def _begin(screen: CoverScreen, wanted: str, asked: Mapping[str, Any]) -> None:
    from core.storage import Store

    document = screen.session.document
    first = document.opened
    try:
        store = await in_thread(Store.open_at_once, "store")
        document.works = CoverWorks(store)
        if store.notice:
            screen.app.tell(store.notice)
        if document.opened is not first:
            screen.keep_problem()  # the user was quicker
            return
        if not await _open(screen, lambda: document.find(wanted)):
            note = screen.session.form.note
            screen.problem_opened()
            if note.warning:
                screen.say(note.text)
        if not asked and screen.left.there is not None:
            screen.waiting.put_off(screen.left.come_back)
        if document.opened.name == EXAMPLE:
            screen.session.preview = await in_thread(screen.session.warm_up(), "warm-up")
        _ask(screen, asked)
    finally:
        _arrived(screen)


def _ask(screen: CoverScreen, asked: Mapping[str, Any]) -> None:
    """Choose what the command line names, and run it if that is asked for."""
    try:
        note = screen.session.ask(asked)
    except CannotSolve as error:
        screen.say(str(error))
        return
    if asked.keys() - {"what"}:
        screen.chosen(None)
    if note is not None:
        screen.say(note.text)
    elif asked.get("run"):
        screen.waiting.put_off(screen.action_run)


def open_problem(
    screen: CoverScreen, make: Callable[[], Found], then: Callable[[], None] | None = None, *, change: bool = False
) -> None:
    """Open what ``make`` gives, and go on with ``then``; as a ``change`` of the problem in hand it can be undone."""

    async def work() -> None:
        if await _open(screen, make, change=change) and then is not None:
            then()

    in_background(screen, work, "open")


async def _open(screen: CoverScreen, make: Callable[[], Found], *, change: bool = False) -> bool:
    """Open something in a thread; False after saying why not."""
    from core.storage import StoreError

    screen.waiting.begin()
    screen.say("opening…", warning=False)
    screen.tick()
    try:
        screen.session.document.open(await in_thread(make, "open"), change=change)
    except (ProblemError, StoreError, OSError, MemoryError) as error:
        text = str(error) or type(error).__name__
        if isinstance(error, OSError) and error.filename is not None:
            text = f"{error.filename}: {system_reason(error)}"
        _refused(screen, text)
        return False
    else:
        screen.problem_opened()
        return True
    finally:
        _arrived(screen)


def _arrived(screen: CoverScreen) -> None:
    """Do what was asked for meanwhile."""
    screen.waiting.end()
    screen.tick()


def _refused(screen: CoverScreen, text: str) -> None:
    """Say why something was not opened, in a place with room for all of it."""
    screen.say(text)
    if not screen.form.has_room_for(text):
        screen.app.say(f"not opened: {text}", "bad")


# Ways to choose


async def choose(screen: CoverScreen) -> None:
    """Everything there is, in a list."""
    from core.storage import StoreError
    from tui.dialogs.pick import PickDialog

    document, draft = screen.session.document, str(screen.app.settings.get(KEPT_DRAFT) or "")
    kept: list[tuple[str, str, str]] = []
    if document.works is not None:
        with contextlib.suppress(StoreError):
            kept = document.works.list()
    match await answer(PickDialog("Problem", choices(kept, draft=bool(draft)), document.opened.name, at_once=True)):
        case None:
            pass
        case Begin.FILE:
            await choose_file(screen)
        case Begin.DRAWING:
            await _write(screen, Draft("Draw pieces and a region", DRAWING))
        case Begin.DRAFT:
            await _write(screen, Draft("The text you left", draft))
        case Begin.MATRIX:
            begin_with_empty_matrix(screen)
        case name:
            open_problem(screen, lambda: document.find(name))


def choices(kept: Sequence[tuple[str, str, str]], *, draft: bool = False) -> list[PickLine[str]]:
    """Everything that can be opened: ways to make a new problem, kept problems, the gallery."""
    from core.exact_cover._gallery import GALLERY, PREFIX

    entries: list[PickLine[str]] = [
        PickLine(Begin.FILE, "Open a file", "Knuth's format, a 0/1 matrix, JSON, or drawn pieces", group="Begin"),
        PickLine(
            Begin.DRAWING, "Draw your own pieces", "a region and pieces as ASCII art, to be packed", group="Begin"
        ),
        PickLine(Begin.MATRIX, "A new matrix", "items and options put in with the keyboard", group="Begin"),
    ]
    if draft:
        entries.append(PickLine(Begin.DRAFT, "The text you left", "typed but not used yet", group="Begin"))
    entries += [PickLine(name, text, f"your own, {when}", group="Your own") for name, text, when in kept[:MOST_RECENT]]
    for instance in GALLERY:
        count = counted(instance.known, "solution")
        if instance.known_classes is not None:
            count += f", {grouped(instance.known_classes)} up to symmetry"
        group = instance.group[:1].upper() + instance.group[1:]
        entries.append(
            PickLine(f"{PREFIX}{instance.name}", instance.title, f"{count}  ({instance.source})", group=group)
        )
    return entries


async def choose_file(screen: CoverScreen) -> None:
    """Ask for a file, and open it."""
    from tui.dialogs.file import FileDialog

    name = Path(screen.session.document.opened.name)
    path = await answer(FileDialog("Open a problem", name.parent if name.is_absolute() else Path.cwd()))
    if path is not None:
        open_problem(screen, lambda: open_file(path))


def begin_with_empty_matrix(screen: CoverScreen) -> None:
    """Open a new matrix in the editor."""

    def edit() -> None:
        screen.keep_problem()
        screen.begin_editing()

    open_problem(screen, lambda: Opened(CoverPuzzle(empty_matrix()), new_name()), edit)


def paste(screen: CoverScreen, text: str) -> None:
    """Open a pasted text as a new problem, if it can be read and is wanted."""
    name = new_name()

    async def work() -> None:
        try:
            opened = await in_thread(lambda: open_text(text, name), "open")
        except (ProblemError, MemoryError) as error:
            _refused(screen, str(error) or "not enough memory")
        else:
            converse(screen.app, _offer(screen, opened, text))

    in_background(screen, work, "open")


async def _offer(screen: CoverScreen, opened: Opened, text: str) -> None:
    from tui.dialogs.dialogs import PreviewDialog

    if await answer(PreviewDialog("Pasted", str(opened.puzzle.problem), text)):
        open_problem(screen, lambda: opened, screen.keep_problem)


# As text


async def write(screen: CoverScreen) -> None:
    """Edit the problem in hand as text."""
    opened = screen.session.document.opened
    text = opened.text or opened.puzzle.drawing
    if not text:
        from core.exact_cover._formats.load import write_puzzle

        try:
            text = write_puzzle(opened.puzzle, "knuth")
        except ProblemError:
            text = write_puzzle(opened.puzzle, "json")
    await _write(screen, Draft("The problem as text", text, change=True))


async def write_again(screen: CoverScreen, looks: Mapping[str, Any]) -> None:
    """The text that the user was typing when they left off.  Raises KeyError, ValueError or ProblemError."""
    await _write(screen, Draft.of(looks))


async def _write(screen: CoverScreen, draft: Draft) -> None:
    """Ask for a text, and open the problem that it describes; keep one that is not used as a draft."""
    from core.exact_cover._formats import FormatError
    from tui.screens.cover.dialogs import WriteDialog

    change = draft.change
    own = (change and screen.session.document.history.name) or new_name()
    settings = screen.app.settings

    def wrong(typed: str) -> tuple[int, int, str] | None:
        try:
            open_text(typed, own)
        except FormatError as error:
            return error.line, error.column, str(error)
        except ProblemError as error:
            return 1, 1, str(error)
        return None

    def keep() -> None:
        screen.keep_problem()
        settings.put(KEPT_DRAFT, "")

    dialog = WriteDialog(draft, wrong, lambda typed: settings.put(KEPT_DRAFT, typed))
    typed = await screen.left.answer("text", dialog, draft.looks)
    if typed is not None:
        open_problem(screen, lambda: open_text(typed, own), keep, change=change)
