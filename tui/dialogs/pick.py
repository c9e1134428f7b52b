"""The dialog to pick from any list, with whatever else can be done with its lines."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from inspect import iscoroutine
from typing import Any, Generic, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Key, Paste
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from core._words import grouped
from tui.actions.dialogue import converse
from tui.actions.key_names import key_name
from tui.dialogs.dialogs import Dialog
from tui.kit.pick_list import PickLine, PickLines, PickList

Value = TypeVar("Value")
Trouble = str | None
"""Why something could not be done, or None."""

SEARCHES = ("/", "Search it; esc shows all lines again"), ("letters", "Only lines with these words")
"""How a list is searched: once asked to, or at once."""
MANY = 12
"""Lists with more lines than this say that they can be searched."""


@dataclass(frozen=True, slots=True)
class Also(Generic[Value]):
    """What else a key does with the line under the cursor; afterwards the list is shown again."""

    keys: str
    label: str
    """A word for the frame."""
    help: str
    do: Callable[[Value], Trouble | Coroutine[Screen[Any], Any, Trouble]]
    """It may be a dialogue (see `tui.actions.dialogue`)."""
    again: Callable[[Value], str] | None = None
    """What a second press of the key does, if the first only asks: ``delete it``."""


@dataclass(frozen=True, slots=True)
class Preview(Generic[Value]):
    """Shows the line under the cursor; such lines are numbered."""

    widget: Widget
    show: Callable[[Value], str]
    """Show it in the widget; returns what there is to say below."""
    large: bool = False
    """Whether the dialog takes all the room there is."""


class PickDialog(Dialog[Value]):
    """Closes with the value of the line that is picked."""

    DEFAULT_CSS = """
    PickDialog PickList { height: auto; max-height: 18; }
    PickDialog .-search { height: 1; color: $primary; display: none; }
    PickDialog.-searching .-search { display: block; }
    PickDialog.-at-once PickList { max-height: 100%; }
    PickDialog .-message { display: none; }
    PickDialog.-look > .box { height: 23; width: 78; }
    PickDialog.-look Horizontal { height: 1fr; }
    PickDialog.-look PickList { width: 1fr; height: 100%; max-height: 100%; margin: 1 0; }
    PickDialog.-look .-seen { width: 39; height: 100%; padding: 0 0 0 1; }
    PickDialog.-look .-seen.-clued { padding: 0; }
    PickDialog .-said { display: none; }
    PickDialog.-large > .box { height: 94%; width: 96%; max-width: 140; }
    PickDialog.-large PickList { margin: 0; }
    PickDialog.-large .-said { display: block; height: 5; }
    PickDialog.-large.-wide .-seen { width: 76; }
    PickDialog.-narrow .-seen { display: none; }
    """
    BINDINGS = [Binding("escape", "leave", show=False)]
    AUTO_FOCUS = "PickList"

    def __init__(
        self,
        title: str,
        lines: PickLines[Value],
        current: Value | None = None,
        *,
        enter: str = "choose",
        told: str = "Choose",
        at_once: bool = False,
        ranked: bool = False,
        hint: str = "part of the line",
        look: Preview[Value] | None = None,
        also: Sequence[Also[Value]] = (),
        renewed: Callable[[], PickLines[Value]] | None = None,
        nothing: str = "",
    ) -> None:
        """``enter`` says in a word what picking does, ``told`` in a sentence.

        ``at_once``: letters search the list; else a slash does, first.  ``hint`` says what to type.
        ``ranked``: letters that a title or a text has in that order are enough, and the best match comes first.
        ``renewed`` gives the lines as they are after something else was done; with none left it says ``nothing``,
        or closes if that is empty.
        """
        super().__init__()
        self._title, self._lines, self._current = title, lines, current
        self._enter, self._at_once, self._ranked, self._hint = enter, at_once, ranked, hint
        self._look, self._also, self._renewed, self._nothing = look, also, renewed, nothing
        self._typed = ""
        self._searching = at_once
        self._asked: tuple[Also[Value], Value] | None = None
        """The action that a second press of its key carries out, and the line."""
        self.set_class(at_once, "-at-once", "-searching", update=False)
        self.set_class(look is not None, "-look", update=False)
        self.set_class(look is not None and look.large, "-large", update=False)
        numbers = [("0-9", "Go to the line with that number")] if look is not None else []
        search = SEARCHES[at_once]
        self.KEYS = (
            ("↑ ↓" if at_once else "↑ ↓ j k", "To another line; dim ones say why they cannot be chosen"),
            ("pgup pgdn home end", "By pages, to the first, to the last"),
            *numbers, search, ("enter", told), *((_first_key(each), each.help) for each in also),
        )  # fmt: skip

    def compose(self) -> ComposeResult:
        search = "type to filter" if self._at_once else "/ search" if len(self._lines) > MANY else ""
        keys = "   ".join(filter(None, [
            "number or arrows" if self._look is not None else "", f"enter {self._enter}",
            *(f"{_first_key(each)} {each.label}" for each in self._also), search, "esc cancel",
        ]))  # fmt: skip
        listed = PickList(
            self._lines, index=self._place(self._lines), numbered=self._look is not None,
            clicked_twice=self._look is not None,
        )  # fmt: skip
        with self.box(self._title, keys):
            yield Static("", classes="-search")
            if self._look is None:
                yield listed
            else:
                self._look.widget.can_focus = False
                self._look.widget.add_class("-seen")
                with Horizontal():
                    yield listed
                    yield self._look.widget
            yield Static("", classes="-said")
            yield Static("", classes="-message")

    def on_mount(self) -> None:
        self._show_typed()
        self._show_look()
        if not len(self._lines):
            self._say(self._nothing)

    def _place(self, lines: PickLines[Value]) -> int | None:
        """Where the cursor is at first."""
        if self._look is not None and isinstance(self._current, int):
            return self._current  # such lines are known by their places
        picked = (at for at in range(len(lines)) if lines[at].value == self._current and lines[at].refused is None)
        return next(picked, None)

    @property
    def _list(self) -> PickList:
        return self.query_one(PickList)

    def _say(self, text: str) -> None:
        message = self.query_one(".-message", Static)
        message.update(Text(self.drawn(text)))
        message.display = bool(text)

    # Picking

    @on(PickList.Chosen)
    def _chosen(self) -> None:
        """Pick it; if a search has found several, go to these first."""
        if self._searching and not self._at_once and len(self._list.lines) > 1:
            self._search(on=False)
        else:
            self.dismiss(self._list.value)

    @on(PickList.Moved)
    def _moved(self) -> None:
        self._asked = None
        self._say("")
        self._show_look()

    @on(PickList.Refused)
    def _refused(self, event: PickList.Refused) -> None:
        self._say(f"there is no number {grouped(event.number)}: the last one is {grouped(len(self._list.lines))}")

    def _show_look(self) -> None:
        value = self._list.value
        if self._look is not None and value is not None:
            self.query_one(".-said", Static).update(Text(self.drawn(self._look.show(value))))

    # What else can be done with a line

    def _do_also(self, also: Also[Value]) -> None:
        value = self._list.value
        if value is None:
            return
        if also.again is not None and self._asked != (also, value):
            self._asked = also, value
            self._say(f"press {_first_key(also)} again to {also.again(value)}")
            return
        self._asked = None
        converse(self.app, self._done(also, value))

    async def _done(self, also: Also[Value], value: Value) -> None:
        done = also.do(value)
        trouble = await done if iscoroutine(done) else done
        if not trouble and self._renewed is not None:
            self._lines = self._renewed()
            self._list.show(self._found(), self._list.index)
        self._say(str(trouble or ("" if len(self._lines) else self._nothing)))
        if not len(self._lines) and not self._nothing:
            self.dismiss(None)

    # Searching

    def on_key(self, event: Key) -> None:
        # Before the list's own keys, for which the app looks once nobody has wanted the key.
        also = next((each for each in self._also if event.key in each.keys.split(",")), None)
        if self._searching and event.key == "backspace":
            self._type(self._typed[:-1])
        elif self._searching and event.key == "down" and not self._at_once:
            self._search(on=False)
        elif self._searching and event.is_printable and event.character:
            if event.character != "/" or self._typed:  # which begins a search elsewhere
                self._type(self._typed + event.character)
        elif event.key == "slash":
            self._search(on=True)
        elif also is not None:
            self._do_also(also)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: Paste) -> None:
        if self._searching:
            event.stop()
            self._type(self._typed + event.text.partition("\n")[0])

    def action_leave(self) -> None:
        """Take back what was typed and end the search, or close."""
        if self._typed or (self._searching and not self._at_once):
            self._search(on=self._at_once)
            self._type("")
        else:
            self.dismiss(None)

    def _search(self, *, on: bool) -> None:
        self._searching = on
        self._show_typed()

    def _type(self, text: str) -> None:
        self._typed = text
        lines = self._found()
        self._list.show(lines, None if text else self._place(lines))
        self._show_typed()
        self._show_look()
        self._say("" if len(lines) else f"no line contains {text.strip()}; esc shows all lines again")

    def _found(self) -> PickLines[Value]:
        words = _folded(self._typed).split()
        if not words:
            return self._lines
        every = (self._lines[at] for at in range(len(self._lines)))
        if self._ranked:
            return _best_first(every, self._typed.strip())
        return [line for line in every if all(word in _searched(line) for word in words)]

    def _show_typed(self) -> None:
        self.set_class(self._searching or bool(self._typed), "-searching")
        cursor = "_" if self._searching else ""
        counted = f"   {grouped(len(self._list.lines))} of {grouped(len(self._lines))}" if self._typed else ""
        hint = "Type to filter." if self._at_once else self._hint
        text = f"{self._typed}{cursor}{counted}" if self._typed else hint
        self.query_one(".-search", Static).update(Text(self.drawn(text)))


def _best_first(lines: Iterable[PickLine[Value]], typed: str) -> list[PickLine[Value]]:
    from textual.fuzzy import FuzzySearch

    fuzzy = FuzzySearch()
    scored = [(max(fuzzy.match(typed, line.title)[0], 0.8 * fuzzy.match(typed, line.text)[0]), line) for line in lines]
    return [line for score, line in sorted(scored, key=lambda each: -each[0]) if score > 0]


def _first_key(also: Also[Any]) -> str:
    return key_name(also.keys.partition(",")[0])


def _searched(line: PickLine[Any]) -> str:
    value = line.value if isinstance(line.value, str) else ""
    return _folded(f"{line.title} {line.text} {line.group} {line.words} {value}")


def _folded(text: str) -> str:
    """A text as it is searched: in lower case, ``8×8`` as it can be typed."""
    return text.casefold().replace("×", "x")
