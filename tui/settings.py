"""What the app remembers between two starts: last screen, its choices, theme.

One small JSON file, replaced in one atomic step.  A file that cannot be read is
treated as absent: settings are never worth a crash.  A damaged one is moved
aside, and the user is told: a person may have written in it.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from core import ProblemError
from core.storage._files import read_ordinary, write_whole
from core.storage._store import chosen_home

LARGEST_FILE = 1 << 24
"""Bytes; settings are some kilobytes."""


def settings_path() -> Path:
    """Where the settings are: the folder for everything, or the platform's folder for configuration.

    Raises StoreError if the name of that folder means nothing.
    """
    home = chosen_home()
    if home is not None:
        return home / "settings.json"
    import platformdirs

    return Path(platformdirs.user_config_dir("dancing-queens", appauthor=False)) / "settings.json"


class Settings:
    """A dictionary on disk: ``get`` reads what was loaded, ``put`` writes through."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or settings_path()
        self.trouble = ""
        """What is wrong with the file, for people; empty for nothing."""
        self._values = self._load()

    def _load(self) -> dict[str, Any]:
        try:
            content = read_ordinary(self.path, LARGEST_FILE).decode("utf-8", "replace")
        except (OSError, ProblemError):
            return {}
        try:
            values = json.loads(content) if content.strip() else {}
        except json.JSONDecodeError as error:
            self._move_aside(f", line {error.lineno}, column {error.colno}: {error.msg}")
            return {}
        except (ValueError, RecursionError):  # a number without end, or nesting
            values = None
        if isinstance(values, dict):
            return values
        self._move_aside(": expected an object, {…}")
        return {}

    def _move_aside(self, wrong: str) -> None:
        aside = self.path.with_name(f"{self.path.name}.damaged")
        with contextlib.suppress(OSError):
            os.replace(self.path, aside)
            self.trouble = f"settings are damaged: {self.path}{wrong}. The file is kept as {aside.name}"

    def get(self, key: str, default: Any = None) -> Any:
        """The value under ``key``."""
        return self._values.get(key, default)

    def section(self, key: str) -> dict[str, Any]:
        """The dictionary under ``key``, empty if there is none."""
        value = self._values.get(key)
        return dict(value) if isinstance(value, dict) else {}

    def put(self, key: str, value: Any) -> None:
        """Set ``key`` and save at once, unless it has this value already."""
        if self._values.get(key) == value:
            return
        # Another session may have saved since: keep what it wrote under other keys.
        self._values = {**self._load(), key: value}
        with contextlib.suppress(OSError):  # a read-only home is no reason to stop
            self._save()

    def _save(self) -> None:
        if self.path.exists() and not self.path.is_file():
            return  # a pipe or a device is the user's own arrangement
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, json.dumps(self._values, indent=1, ensure_ascii=False).encode(errors="backslashreplace"))
