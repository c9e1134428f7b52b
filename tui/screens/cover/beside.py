"""Exact cover problems beside each other: pictures of what has been chosen, or its options in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core import ExactCover, Snapshot
from core._words import counted, grouped
from core.explain import Reason
from tui.kit.text import PageText
from tui.lab.beside import Beside, chosen_so_far

if TYPE_CHECKING:
    from core._drawing.cells import Canvas

MOST_OPTIONS = 20_000
"""With more options, what a choice rules out cannot be told while stepping."""


class PicturePosition(NamedTuple):
    """Options on a canvas."""

    canvas: Canvas
    options: tuple[int, ...]


class CoverBeside(Beside[ExactCover]):
    """The picture that the problem has, or the options chosen."""

    noun = ("option", "options")
    made = "chosen"
    usual = (("dlx", {"choice": "first"}), ("dlx", {"choice": "s"}))

    def __init__(self, canvas: Canvas | None = None) -> None:
        self._canvas = canvas
        if canvas is not None:
            self.widget = "tui.screens.cover.picture:LanePicture"

    def of_instance(self, key: str) -> CoverBeside:
        from core.exact_cover._instances import CoverInstances

        return CoverBeside(CoverInstances().puzzle(key).canvas)

    def draw(
        self, problem: ExactCover, shot: Snapshot | None, reason: Reason | None, still: bool
    ) -> PicturePosition | PageText:
        chosen = tuple(shot.placement) if shot is not None else ()
        if self._canvas is not None:
            return PicturePosition(self._canvas, chosen)
        return chosen_so_far([" ".join(problem.entries(option)) for option in chosen])

    def title(self, problem: ExactCover) -> str:
        return counted(len(problem.options), "option")

    def too_large(self, problem: ExactCover) -> str:
        return f"two searches go up to {grouped(MOST_OPTIONS)} options" if len(problem.options) > MOST_OPTIONS else ""
