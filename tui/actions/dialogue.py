"""Dialogues: work in steps, some of which wait for a person, written from top to bottom.

    async def rename(self) -> None:
        if (title := await answer(LineDialog("Title", "Title of the puzzle:"))) is not None:
            self.document.rename(title)

`converse` goes as far as the first question and opens its dialog at once, in the turn of the key that began it: keys
typed ahead find it there.  The answer carries it on in the turn of the screen that asked, before the next key.
(Textual's `push_screen_wait` wants a worker, whose turns come after those of the keys typed meanwhile.)
"""

from __future__ import annotations

import types
from collections.abc import Coroutine, Generator
from functools import partial
from typing import Any, TypeVar

from textual.app import App
from textual.screen import Screen

Answer = TypeVar("Answer")

Dialogue = Coroutine[Screen[Any], Any, None]
"""It awaits answers, and nothing else: long work is started in a worker."""


@types.coroutine
def answer(dialog: Screen[Answer]) -> Generator[Screen[Answer], Answer | None, Answer | None]:
    """Open a dialog; gives its result, None if it was cancelled."""
    return (yield dialog)


def converse(app: App[Any], dialogue: Dialogue, answered: object = None) -> None:
    """Carry a dialogue on to its next question, or to its end."""
    try:
        dialog = dialogue.send(answered)
    except StopIteration:
        return
    if not isinstance(dialog, Screen):
        dialogue.close()
        raise TypeError(f"{dialogue.__qualname__} awaits something else than an answer")
    app.push_screen(dialog, partial(converse, app, dialogue))
