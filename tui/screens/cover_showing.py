"""Showing the problem, the engine, and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.widget import Widget

from core.search import Goal, Snapshot
from tui.figures import Figures
from tui.format import grouped
from tui.host import host
from tui.screens import cover_words
from tui.screens.cover_base import VIEWS, CoverBase
from tui.screens.cover_export import option_lines
from tui.widgets.cover_found import CoverFound, Found
from tui.widgets.cover_graph import CoverGraph
from tui.widgets.cover_levels import CoverLevels, sparks
from tui.widgets.cover_links import CoverLinks
from tui.widgets.cover_matrix import CoverMatrix
from tui.widgets.cover_picture import CoverPicture
from tui.widgets.cover_state import CoverState
from tui.widgets.cover_why import CoverWhy, explain
from tui.widgets.live import LivePanel
from tui.widgets.titlebar import TitleBar

if TYPE_CHECKING:
    from core.exact_cover.trace import View

LARGEST_IN_FULL = 20_000
"""Ones up to which the options ruled out are worked out while a search moves."""


class Showing(CoverBase):
    """Puts the state of things into the widgets."""

    # Which view

    def action_view(self, step: int) -> None:
        self.set_view(VIEWS[(VIEWS.index(self.view_name) + step) % len(VIEWS)])

    def action_view_named(self, name: str) -> None:
        self.set_view(name)

    def set_view(self, name: str) -> None:
        self.show_view(name)
        self.show_search()

    def show_view(self, name: str) -> None:
        focused = self.focused is not None and self.focused.id == self.view_name
        self.view_name = name
        for view in VIEWS:
            self.query_one(f"#{view}").display = view == name
        if focused:
            self.query_one(f"#{name}").focus()
        stage = self.query_one("#stage", Widget)
        stage.border_title = cover_words.tabs(VIEWS, name)

    # All of it

    def show_all(self) -> None:
        self.show_form(warning=bool(self.note))
        self.set_engine(self.engine)
        self.query_one(TitleBar).note(self.problem.title or "untitled")
        self.show_search()
        self.refresh_bindings()

    def show_search(self) -> None:
        state = self._state()
        self._show_stage(state)
        if self.dancing or self.editing:
            self._show_dance(state)
        else:
            self.query_one("#live", LivePanel).show(self.figures())
            self._show_found()

    def _state(self) -> CoverState:
        """What the views draw."""
        solution = self.solution
        if self.editing:
            return CoverState(self.problem)
        if solution is not None:
            return CoverState(self.problem, solution)
        if self.dancing:
            view = self.player.view
            return CoverState.of_view(self.problem, view) if view is not None else CoverState(self.problem)
        shot = self.snapshot
        if shot is None:
            return CoverState(self.problem)
        choices = tuple((shot.detail or {}).get("choices", ()))
        still = self.run_ is None or self.run_.paused or shot.finished
        brief = not still and self.ones > LARGEST_IN_FULL
        return CoverState(self.problem, shot.placement, choices, brief=brief)

    # The views

    def _show_stage(self, state: CoverState) -> None:
        subtitle = ""
        match self.view_name:
            case "matrix":
                matrix = self.query_one(CoverMatrix)
                matrix.show(state, matrix.cursor if self.editing else None)
                subtitle = matrix.window
            case "graph":
                self.query_one(CoverGraph).show(state)
            case "picture":
                instead = self._instead_of_picture(state)
                self.query_one(CoverPicture).show(self.opened.puzzle.canvas, state.chosen, instead)
            case "links":
                self._show_links()
            case "levels":
                self._show_levels()
        glyphs = host(self).glyphs
        where = "editing" if self.editing else subtitle or cover_words.size(self.problem, glyphs)
        if self.solution is not None and self.place is not None and not self.editing:
            where = f"{'class' if self.by_class else 'solution'} {grouped(self.place + 1)}"
        stage = self.query_one("#stage", Widget)
        text = where if self.editing else f"{where}  v next view"
        if len(text) > stage.size.width - 4:
            text = where if len(where) <= stage.size.width - 4 else where.replace(" of ", "/")
        if stage.border_subtitle != text:
            stage.border_subtitle = text

    @on(CoverMatrix.CursorMoved)
    def _matrix_moved(self) -> None:
        self.show_search()

    def _instead_of_picture(self, state: CoverState) -> list[str]:
        if self.opened.puzzle.canvas is not None:
            return []
        if not state.chosen:
            return ["No option is chosen yet. This problem is not about a grid, so its options are listed here."]
        return option_lines(self.problem, state.chosen)

    def _show_links(self) -> None:
        widget, view = self.query_one(CoverLinks), self.player.view
        if not self.dancing:
            widget.show((), "", (), "The links belong to the dance: t changes to it.")
        elif view is None or not self.player.links:
            note = "All items are covered: the header list is empty." if view is not None else "Not built yet."
            widget.show((), "", (), note)
        else:
            items = self.problem.items
            headers = [(items[item].name, view.sizes[item]) for item in view.active]
            widget.show(headers, self.player.links[0].name, self.player.links)

    def _profile(self) -> tuple[Sequence[int], int | None]:
        if self.dancing:
            view = self.player.view
            return (view.profile, len(view.choices)) if view is not None else ((), None)
        shot = self.snapshot
        if shot is None:
            return (), None
        return (shot.detail or {}).get("profile", ()), None if shot.finished else shot.depth

    def _show_levels(self) -> None:
        profile, depth = self._profile()
        rows = []
        if self.estimate is not None:
            rows.append(("estimated", cover_words.estimate(self.estimate.nodes, self.estimate.nodes_error, "nodes")))
            rows.append(("visited", f"{grouped(sum(profile))} nodes"))
        self.query_one("#levels", CoverLevels).show(profile, depth, rows)

    # The panels

    def _show_dance(self, state: CoverState) -> None:
        player, view = self.player, self.player.view
        glyphs = host(self).glyphs
        why, tally = self.query_one(CoverWhy), self.query_one("#tally", CoverLevels)
        heading = "Editor" if self.editing else "Why"
        if why.border_title != heading:
            why.border_title = heading
        if player.error:
            why.show([("bad", player.error)])
            return
        if self.editing:
            why.show(cover_words.editor(self.problem))
        elif self.solution is not None:
            why.show(cover_words.browsing(self.problem, self.solution))
        elif view is None:
            words = "Building the links." if self.can_dance else "Too large for the dance."
            why.show([("plain", "Opening the problem." if self.opening else words)])
        else:
            rule = str(player.settings.get("choice", "s"))
            sentences = explain(state, view, rule=rule)
            if view.outcome == "start" and (reason := cover_words.trouble(self.opened.puzzle, self.outlook)):
                sentences.insert(0, ("bad", reason[:1].upper() + reason[1:] + "."))
            why.show(sentences, cover_words.path(self.problem, view.choices))
        title = f"Dance {glyphs.dot} {cover_words.dance_state(player.playing, view)}"
        if tally.border_title != title:
            tally.border_title = title
        speed = f"{grouped(player.speed)}/s"
        if tally.border_subtitle != speed:
            tally.border_subtitle = speed
        known = self.opened.instance.known if self.opened.instance is not None else None
        rows = cover_words.tally(view, player.node, player.total, known)
        share = None if view is None else _share(view, player.total)
        tally.show(view.profile if view else (), len(view.choices) if view else None, rows, share)

    def figures(self) -> Figures:
        """The live panel, with the known number of solutions and what was estimated."""
        base = super().figures()
        goal = self.run_.search.goal if self.run_ is not None and self.run_.search is not None else self.setup.goal
        instance = self.opened.instance
        extra: list[tuple[str, str]] = []
        profile, _ = self._profile()
        tall = self.query_one("#live").size.height > 8
        if self.estimate is not None and (tall or not profile):
            extra.append(("Expected", cover_words.estimate(self.estimate.nodes, self.estimate.nodes_error, "nodes")))
        if len(profile) > 0:
            room = max(4, self.query_one("#live").size.width - 10)
            extra.append(("Levels", sparks(profile, room, host(self).glyphs.sparks)))
        memo = (base.snapshot.detail or {}).get("memo") if base.snapshot is not None else None
        if memo is not None and tall:
            extra.append(("Recalled", cover_words.recalled(memo)))
        source = instance.source.partition(",")[0] if instance is not None else ""
        return replace(
            base,
            known=instance.known if instance is not None and goal is not Goal.FIRST else None,
            known_name=source if source.startswith("A0") else "",
            counting_everything=goal is not Goal.FIRST,
            extra=tuple(extra),
        )

    def _show_found(self) -> None:
        listed, solution, shot = self.listed(), self.solution, self.snapshot
        symmetries = self.opened.puzzle.symmetries
        order = symmetries.order if symmetries is not None else 0
        self.query_one(CoverFound).show(
            Found(
                self.place if solution is not None else None,
                len(listed),
                self.by_class,
                order,
                [self.problem.label(option) for option in solution or ()],
                self._found_note(shot),
            )
        )

    def _found_note(self, shot: Snapshot | None) -> str:
        kept = len(self.found())
        if shot is None:
            trouble = cover_words.trouble(self.opened.puzzle, self.outlook)
            return trouble or (cover_words.proposed(self.proposal, self.setup.entry) if self.proposal else "")
        if shot.solutions > kept:
            return f"only the first {grouped(kept)} are kept" if kept else "counted only: nothing to browse"
        if shot.finished and not shot.solutions:
            reason = cover_words.trouble(self.opened.puzzle, self.outlook) or "no solution"
            return {"complete": f"there is {reason}", "stopped": "stopped before anything was found"}.get(
                self.search_state, ""
            )
        instance = self.opened.instance
        if not self.by_class:
            return ""
        if self.classified < shot.solutions:
            return f"of the first {grouped(self.classified)} solutions"
        if instance is not None and instance.known_classes is not None:
            return f"known: {grouped(instance.known_classes)} up to symmetry"
        return ""


def _share(view: View, total: int | None) -> float:
    """How much of the tree has been visited: by its nodes where they are known, else by Knuth's formula."""
    from core.tree import tree_progress

    if view.outcome == "done":
        return 1.0
    if total:
        return view.nodes / total
    return tree_progress([(choice.number, choice.degree) for choice in view.choices])
