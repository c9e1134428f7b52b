"""The user's own keys: a table in the settings file, ``"keys": {"run": "g", "browse 1": "ctrl+f,n"}``.

The names of actions and keys are those that ``dancing-queens --keys`` prints;
an action of several screens gets the key on all of them.  An impossible entry
is left out, and a `KeyTrouble` says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from textual.keys import Keys

from core.storage._files import quoted
from tui.actions.action import Action, setting_name
from tui.actions.key_names import KEY_NAMES, key_name
from tui.terminal.sturdy import key_of

_NAMES = {str(key.value) for key in Keys} | {"space", "escape", "enter", "tab", "backspace", "delete"}
_MODIFIED = re.compile(r"(ctrl|shift|alt)\+")
_SHOWN = {shown: name for name, shown in KEY_NAMES.items() if len(shown) > 1 or not shown.isascii()}
_PLAIN = re.compile(r"[a-z0-9]|f[1-9]\d?|[a-z_]{2,24}")


MOVING = frozenset({"up", "down", "left", "right", "h", "j", "k", "l", "tab", "shift+tab"})
"""Keys that every board and form moves by."""


class Why(Enum):
    """What is wrong with an entry."""

    NO_TABLE = "the table of keys"
    NO_ACTION = "no such action"
    NO_KEY = "no such key"
    CLASH = "taken"
    MOVES = "moves"


@dataclass(frozen=True, slots=True)
class KeyTrouble:
    """Why an entry is not taken up."""

    why: Why
    action: str = ""
    key: str = ""
    screen: str = ""
    other: str = ""
    """The action that has the key already."""

    def __str__(self) -> str:
        match self.why:
            case Why.NO_TABLE:
                return 'settings, keys: expected a table of actions and keys, such as {"run": "g"}'
            case Why.NO_ACTION:
                return f"settings, keys: there is no action {quoted(self.action)}; --keys lists them"
            case Why.NO_KEY:
                return (
                    f"settings, keys: {quoted(self.action)} cannot have the key {quoted(self.key)}: expected a "
                    "character, ctrl and a letter, or a name such as space, enter, pageup, f6"
                )
            case Why.MOVES:
                return (
                    f"settings, keys: {quoted(self.action)} cannot have {key_name(self.key)}: "
                    "boards and forms need it to move"
                )
            case Why.CLASH:
                return (
                    f"settings, keys: {quoted(self.action)} cannot have {key_name(self.key)}: on {self.screen} "
                    f"that is {quoted(self.other)}; give that one another key first"
                )


def read_table(table: Any) -> tuple[dict[str, str], list[KeyTrouble]]:
    """The entries of the table in the settings that are well formed: action and keys as Textual names them."""
    if table is None:
        return {}, []
    if not isinstance(table, Mapping):
        return {}, [KeyTrouble(Why.NO_TABLE)]
    found: dict[str, str] = {}
    troubles: list[KeyTrouble] = []
    for action, keys in table.items():
        names = [keys] if keys == "," else re.split(r",(?=.)", keys) if isinstance(keys, str) else [str(keys)]
        read = [_key(name.strip() or name) for name in names]
        if wrong := [name for name, key in zip(names, read, strict=True) if not key]:
            troubles.append(KeyTrouble(Why.NO_KEY, str(action), wrong[0]))
        else:
            found[setting_name(str(action))] = ",".join(filter(None, read))
    return found, troubles


def _key(name: str) -> str:
    """Textual's name of a key; empty if there is no such key."""
    name = _SHOWN.get(name, name)
    if len(name) == 1:
        return key_of(name) if name.isprintable() and name != " " else ""
    if re.fullmatch(r"F\d+", name):
        name = name.lower()
    elif name.startswith("^"):
        name = f"ctrl+{_SHOWN.get(name[1:], name[1:])}"
    plain = name
    while _MODIFIED.match(plain):
        plain = _MODIFIED.sub("", plain, count=1)
    known = name in _NAMES or plain in _NAMES or len(plain) == 1 or re.fullmatch(r"f[1-9]\d?", plain)
    return name if known and _PLAIN.fullmatch(plain) else ""


def rebound(
    actions: Sequence[Action], keymap: Mapping[str, str], screen: str, others: Sequence[Action] = ()
) -> tuple[tuple[Action, ...], list[KeyTrouble]]:
    """The actions with the user's own keys, and what went wrong; ``others`` have their keys already.

    Actions that share a key from the start (one works during a search, the
    other while editing) may keep it; a new key must be free.
    """
    own = {action.setting: action for action in actions}
    moved = {name: keys for name, keys in keymap.items() if name in own}
    troubles: list[KeyTrouble] = []
    while clash := _clash((*actions, *others), moved):
        name, key, other = clash
        troubles.append(KeyTrouble(Why.CLASH if other else Why.MOVES, name, key, screen, other))
        del moved[name]
    return tuple(
        replace(action, keys=moved[action.setting], shown="") if action.setting in moved else action
        for action in actions
    ), troubles  # fmt: skip


def _clash(actions: Sequence[Action], moved: Mapping[str, str]) -> tuple[str, str, str] | None:
    """The first entry that wants a key which another action has: its name, the key, the other's name.

    The other's name is empty for a key that everything moves by.
    """
    for name, keys in moved.items():
        if taken := MOVING & set(keys.split(",")):
            return name, min(taken), ""
        before = set(next(action.keys for action in actions if action.setting == name).split(","))
        for key in keys.split(","):
            for other in actions:
                if other.setting == name or key in before:
                    continue
                if key in moved.get(other.setting, other.keys).split(","):
                    return name, key, other.setting
    return None


def unknown(keymap: Mapping[str, str], actions: Iterable[Action]) -> list[KeyTrouble]:
    """The entries that name no action of any screen."""
    known = {action.setting for action in actions}
    return [KeyTrouble(Why.NO_ACTION, name) for name in keymap if name not in known]
