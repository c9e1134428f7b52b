"""What a terminal sees that is too small for anything else."""

from __future__ import annotations

from textual.widgets import Static

from tui.modes import SMALLEST


class TooSmall(Static):
    """Shown alone below the smallest useful size (the app sets the class ``-too-small``)."""

    DEFAULT_CSS = "TooSmall { min-width: 1; }"

    def on_mount(self) -> None:
        self._say()

    def on_resize(self) -> None:
        self._say()

    def _say(self) -> None:
        size = self.app.size
        self.update(f"{size.width}×{size.height} is too small\nplease enlarge to\n{SMALLEST[0]}×{SMALLEST[1]} or more")
