"""Everything a key can do, declared once.

A screen lists its `Action` values: what each does, on which keys, when, and
what it is called.  From that one list come the key bindings, the footer, the
rows of the help dialog and the entries of the command palette; one method
carries all of them out (`CommandScreen.action_do`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from inspect import iscoroutine
from typing import Any, Generic, Protocol

from textual.actions import parse
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import MouseMove, Paste
from textual.reactive import var
from typing_extensions import TypeVar

from tui.actions.dialogue import converse
from tui.actions.key_names import key_name
from tui.actions.offering import NOT_NOW, Offering
from tui.actions.remarks import RemarkScreen
from tui.actions.waiting import Waiting
from tui.glossary import Term, term_at, word_at
from tui.kit.lines import COMPONENTS, Lines
from tui.terminal.sturdy import key_bindings

IN_LESSON = "-lesson"
"""The class of a screen on which the user takes a lesson."""
LESSON_TAKEN = "lesson"
"""The setting with the ``name`` of the lesson being taken, and the user's ``node`` in it."""

S = TypeVar("S", contravariant=True, default=Any)
"""The screen of an action, or a base class of it."""
On = TypeVar("On", contravariant=True, default=Any)
"""What knows whether it makes sense now: the screen's `Offering`, see `CommandScreen.subject`."""


@dataclass(frozen=True, slots=True)
class Action(Generic[S, On]):
    """One thing a person can do on a screen."""

    action: str
    """Its name, with its parameters: ``run``, ``browse(1)``."""
    keys: str
    """Keys, comma-separated, the one to show first: ``space`` or ``n,right_square_bracket``; empty for none."""
    label: str
    """A word or two, for the footer and the palette."""
    help: str
    """A sentence, for the help dialog and the palette."""
    footer: bool | Callable[[On], str] = False
    """Whether it may take one of the six places in the footer, earlier entries first (or as the screen's `footer_order`
    says); or a function that gives its label in the footer, empty for not now."""
    palette: bool = True
    """Whether the palette offers it (not for moving a cursor)."""
    group: str = "Keys"
    """Its heading in the help dialog."""
    priority: bool = False
    """Whether it goes before the focused widget's own keys."""
    shown: str = ""
    """How to write its keys if they are too many to name: ``1-9``."""
    do: Callable[[S], object] | None = None
    """What it does, given the screen; a coroutine is a dialogue (see `tui.actions.dialogue`).  None if a method
    ``action_…`` of the screen does it, which subclasses may override."""
    when: Callable[[On], bool] | None = None
    """Whether it makes sense now, given what the screen names as its `subject`; None for whenever that `can`."""
    why_not: str | Callable[[On], str] = NOT_NOW
    """Why it makes no sense now: what a person who presses its key is told."""

    waits: bool = False
    """Whether it acts on what is being opened, and so waits for that (see `tui.actions.waiting`)."""

    @property
    def command(self) -> str:
        """What Textual is asked to do."""
        return self.action if self.do is None and not self.waits else f"do({self.action!r})"

    def binding(self) -> Binding:
        """The binding for all its keys."""
        return Binding(self.keys, self.command, self.label, show=False, priority=self.priority, tooltip=self.help)

    @property
    def setting(self) -> str:
        """Its name in the settings file and in ``--keys``: ``run``, ``browse 1``."""
        return setting_name(self.action)

    @property
    def name(self) -> str:
        """The action's name without its parameters."""
        return self.action.partition("(")[0]

    def shown_keys(self, most: int = 3) -> str:
        """Its keys as people write them."""
        return self.shown or " ".join(key_name(key) for key in self.keys.split(",")[:most])


def setting_name(action: str) -> str:
    """The name of an action as a person types it: ``switch_mode('queens')`` is ``switch_mode queens``."""
    return " ".join(re.findall(r"[\w-]+", action)).lower()


def bindings(actions: Iterable[Action]) -> list[BindingType]:
    """The bindings of a list of actions."""
    return [action.binding() for action in actions if action.keys]


def move_keys(node: DOMNode, before: Sequence[Action], now: Sequence[Action]) -> None:
    """Give a screen, a part of one or the app the user's own keys for those of the actions that it carries out."""
    bound = key_bindings(node)
    for old, new in zip(before, now, strict=True):
        keys = [key for key in old.keys.split(",") if any(each.action == old.command for each in bound.get(key, []))]
        if old is new or not keys:
            continue
        for key in keys:
            bound[key] = [binding for binding in bound[key] if binding.action != old.command]
        for binding in Binding.make_bindings([new.binding()]):
            bound.setdefault(binding.key, []).append(binding)


class Remembered(Protocol):
    """A session whose choices last until the next start."""

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        ...


class CommandScreen(Offering, RemarkScreen):
    """A screen whose keys, footer, help and palette all come from ``ACTIONS``."""

    COMPONENT_CLASSES = COMPONENTS

    SETTINGS = ""
    """The section of the settings in which the session's choices are remembered."""
    session: Remembered
    """Its state and what can be done with it, without Textual."""
    explained: var[str] = var("")
    """The meaning of the term that the user points at, for the bottom line."""
    ABOUT = ""
    """What the screen is for and what its signs mean: plain text above the keys in the help dialog."""

    def __init_subclass__(cls, **settings: Any) -> None:
        # Before Textual looks at them.  A screen's own bindings go before its actions.
        if "ACTIONS" in cls.__dict__:
            cls.BINDINGS = [*cls.__dict__.get("BINDINGS", ()), *bindings(cls.ACTIONS)]
        super().__init_subclass__(**settings)

    def __init__(self) -> None:
        super().__init__()
        self.waiting = Waiting()
        """Holds what is asked for while something is being opened."""
        self.pointed: Term | None = None
        """The term that the mouse points at."""
        self.keyboard_keeps = self.keeps

    @property
    def subject(self) -> Offering:
        """What says which actions make sense now: the screen itself, or its session (override)."""
        return self

    def on_mount(self) -> None:
        usual = type(self).ACTIONS
        if self.ACTIONS is not usual:  # the user has keys of their own
            for part in (self, *self.walk_children()):
                move_keys(part, usual, self.ACTIONS)

    def on_paste(self, event: Paste) -> None:
        event.stop()
        self.pasted(event.text)

    def pasted(self, text: str) -> None:
        """A text was pasted: say that it goes nowhere (override)."""
        self.app.say("nothing can be pasted here")

    def remember(self) -> None:
        """Keep the choices for the next start; not those of a lesson, which gives back what was there before."""
        if not self.has_class(IN_LESSON):
            self.app.settings.put(self.SETTINGS, self.session.remembered())

    @property
    def in_front(self) -> bool:
        """Whether no dialog is over it."""
        return len(self.app.screen_stack) == 1

    def on_mouse_move(self, event: MouseMove) -> None:
        widget = event.widget
        offset = event.get_content_offset(widget) if isinstance(widget, Lines) else None
        line = widget.seen[offset.y : offset.y + 1] if isinstance(widget, Lines) and offset is not None else []
        self.pointed = term_at(line[0], offset.x, self.app.mode_title) if line and offset is not None else None
        named = self.name_told(word_at(line[0], offset.x)) if line and offset is not None else ""
        self.explained = named or ("" if self.pointed is None else self.pointed.in_a_line)

    def name_told(self, word: str) -> str:
        """The meaning of a name on the screen, in a line (override); empty if it has none."""
        return ""

    def on_key(self) -> None:
        self.explained = ""  # a person who types wants to see the keys

    def why_silent(self, key: str) -> str:
        named = [action for action in self.ACTIONS if key in action.keys.split(",")]
        if named:
            meant, why = self.subject.refused(named)
            return f"{key_name(key)}, {meant.label}: {why}"
        if self.has_class(IN_LESSON):
            return f"{key_name(key)}: does nothing here now; the keys of this step stand below it"
        return super().why_silent(key)

    async def perform(self, action: Action) -> None:
        """Carry an action out, as its key would."""
        await self.app.run_action(action.command, self)

    def action_do(self, name: str) -> None:
        """Carry out the action of that name; a dialogue goes as far as its first question."""
        action = next(action for action in self.ACTIONS if action.action == name)
        if action.waits and self.waiting.put_off(partial(self.action_do, name)):
            return
        if action.do is None:
            _, method, parameters = parse(name)
            getattr(self, f"action_{method}")(*parameters)
            return
        done = action.do(self)
        if iscoroutine(done):
            converse(self.app, done)

    @cached_property
    def _commands(self) -> dict[object, Action]:
        """The actions by what Textual is asked to do."""
        return {parse(action.command)[1:]: action for action in self.ACTIONS}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        own, subject = self._commands.get((action, parameters)), self.subject
        if own is None:
            return subject.can(action)
        # In a dialog, no key is for what is below it.
        return subject.offers(own) and (self.in_front or not own.priority)

    def keeps(self, key: str) -> bool:
        """Whether the focused widget keeps a key for itself."""
        return isinstance(self.focused, Lines) and self.focused.takes(key)
