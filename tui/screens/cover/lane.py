"""A lane of exact cover: the picture of what one of several searches has chosen."""

from __future__ import annotations

from typing import Any

from tui.kit.values import BoardValue
from tui.screens.cover.beside import PicturePosition
from tui.screens.cover.picture import CoverPicture


class LanePicture(CoverPicture):
    """The picture of a search, under its name."""

    def take(self, value: Any) -> None:
        assert isinstance(value, BoardValue)
        assert isinstance(value.position, PicturePosition)
        self.canvas, self.options = value.position
        self.entitle(value.title, value.words)
