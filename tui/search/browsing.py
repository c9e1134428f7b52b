"""A searching screen whose solutions can be browsed: the keys for a `Browser`."""

from __future__ import annotations

from core.words import grouped
from tui.actions.action import Action
from tui.search.browser import MOST_TO_CLASSIFY, Browser
from tui.search.screen import SearchScreen
from tui.search.session import SearchSession
from tui.search.worker import in_thread

BROWSE_ACTIONS = (
    Action("browse(1)", "n", "next found", "Next solution found", footer=True, group="Solutions"),
    Action("browse(-1)", "p", "previous found", "Previous solution found", group="Solutions"),
    Action("browse_to(0)", "left_square_bracket", "first found", "First solution found", group="Solutions"),
    Action("browse_to(-1)", "right_square_bracket", "last found", "Last solution found", group="Solutions"),
    Action("jump", "number_sign,g", "jump to k-th", "Jump to the k-th solution found", group="Solutions"),
    Action("classes", "u", "all / classes", "All solutions, or one of each symmetry class", group="Solutions"),
    Action("live", "escape,v", "back to live", "Show the search itself again", group="Solutions"),
)
"""What can be done with the solutions found on every screen that keeps a list of them."""


class BrowsingScreen(SearchScreen):
    """Base of the screens whose solutions are browsed."""

    def __init__(self, search: SearchSession, browser: Browser) -> None:
        super().__init__(search)
        self.browser = browser

    def place_changed(self) -> None:
        """Another solution is in view, or the search itself again."""
        self.show_search()
        self.refresh_bindings()

    def can(self, name: str) -> bool:
        match name:
            case "browse" | "browse_to" | "jump" | "classes":
                return len(self.browser.found()) > 0
            case "live":
                return self.browser.place is not None
        return super().can(name)

    def action_browse(self, step: int) -> None:
        self.browser.step(step)
        self.place_changed()

    def action_browse_to(self, place: int) -> None:
        self.browser.to(place)
        self.place_changed()

    def action_live(self) -> None:
        self.browser.leave()
        self.place_changed()

    def action_jump(self) -> None:
        from tui.dialogs.line import jump_dialog

        def jump(text: str | None) -> None:
            if text is not None:
                self.action_browse_to(int(text) - 1)

        browser = self.browser
        self.app.push_screen(jump_dialog("class" if browser.by_class else "solution", len(browser.listed())), jump)

    def action_classes(self) -> None:
        if self.browser.by_class:
            self.browser.ungroup()
            self.place_changed()
        else:
            self.run_worker(self._group(), group="classes", exclusive=True, exit_on_error=False)

    async def _group(self) -> None:
        grouping = await in_thread(self.browser.to_group(), "classes")
        if not self.browser.group(grouping):
            return
        if grouping.of < grouping.found:
            self.notify(f"classes of the first {grouped(MOST_TO_CLASSIFY)} solutions")
        self.place_changed()
