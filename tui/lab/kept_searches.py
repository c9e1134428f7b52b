"""Kept searches on a screen: watched while they run, offered at the next start, taken up from a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from core import CannotSolve, ProblemError, Run
from core.storage import StoreError
from core.storage._files import system_reason
from tui.actions.dialogue import answer
from tui.lab.keeping import Keeper, KeptSearch
from tui.lab.worker import in_background, in_thread

if TYPE_CHECKING:
    from tui.lab.screen import LabScreen

OFFERED = "offered"
"""The section of the settings that holds which kept search each screen has offered last."""


def _seconds(settings: Mapping[str, Any]) -> dict[str, float]:
    """From the settings file, if the user wants other values: after how much searching, and how often."""
    return {
        name: float(value) for name, value in settings.items()
        if name in ("first", "every") and isinstance(value, (int, float)) and value >= 0
    }  # fmt: skip


class KeptSearches:
    """Watches the runs of a screen and takes up what was kept."""

    def __init__(self, screen: LabScreen) -> None:
        self._screen, self._session, self._app = screen, screen.searched, screen.app
        self.keeper = Keeper(screen.SETTINGS, **_seconds(screen.app.settings.section("keeping")))
        self._complained: object = None
        """The run that the user has been told cannot be kept."""

    def watch(self) -> None:
        """A new run has been started in place of the one before."""
        ran, run = self._session.ran, self._screen.search.run
        if ran is not None and run is not None:
            if self.keeper.keeps:
                self._app.say("the previous search is kept: K continues it")
            self.keeper.watch(run, ran, self._session.described(ran.problem))

    def look(self) -> None:
        """While a search runs: say, once for each, that it cannot be kept."""
        run, trouble = self._screen.search.run, self.keeper.trouble
        if trouble and run is not None and not run.finished and run is not self._complained:
            self._complained = run
            self._app.tell(
                f"this search is not kept on disk: {trouble}. "
                "It goes on, but cannot be continued after the program ends"
            )

    def offer(self) -> None:
        """At the start: say which searches can be continued."""
        in_background(self._screen, self._offer, "kept", exclusive=False)

    async def _offer(self) -> None:
        offers = await in_thread(self.keeper.offers, "kept")
        told = self._screen.app.settings
        newest = offers[0] if offers else None
        # Once: K has it at every start.
        if newest is not None and told.section(OFFERED).get(newest.kind) != newest.path.name:
            told.put(OFFERED, {**told.section(OFFERED), newest.kind: newest.path.name})
            more = f"  ({len(offers) - 1} more)" if len(offers) > 1 else ""
            self._app.tell(f"kept from last time, K continues it: {newest.title}: {newest.told}{more}", "plain")

    async def choose(self) -> None:
        """The list of kept searches."""
        from tui.dialogs.pick import Also, PickDialog
        from tui.kit.pick_list import PickLine

        def lines() -> list[PickLine[KeptSearch]]:
            return [PickLine(kept, kept.title, kept.told) for kept in self.keeper.offers()]

        def forget(kept: KeptSearch) -> None:
            self.keeper.forget(kept)
            self._app.say("deleted")

        offers = lines()
        if not offers:
            self._app.say("no search is kept; any search of more than ten seconds is kept automatically")
            return
        delete = Also("d", "delete", "Delete the kept search (asks first)", forget, lambda _: "delete it")
        kept = await answer(PickDialog(
            "Kept searches", offers, enter="go on", told="Go on with it", also=(delete,), renewed=lines,
        ))  # fmt: skip
        if kept is not None:
            self.take_up(kept)

    def take_up(self, kept: KeptSearch) -> None:
        """Go on with a kept search in place of the one that runs."""
        if trouble := self._trouble(lambda: self._screen.launch(self.go_on(kept))):
            self._app.say(f"cannot continue it: {trouble}", "bad")

    def go_on(self, kept: KeptSearch, *, paused: bool = False) -> Run:
        """A run that goes on with a kept search, to be launched.  Raises whatever `_trouble` tells."""
        screen, session = self._screen, self._session
        ran, make = self.keeper.take_up(kept, session.problem_again(kept.what))
        session.taken_up(ran)
        screen.choices_replaced()
        run = screen.search.start(make, paused=paused, seconds=kept.seconds)
        self.keeper.watch(run, ran, kept.what, kept)
        return run

    @staticmethod
    def _trouble(work: Callable[[], None]) -> str:
        try:
            work()
        except OSError as error:
            return f"{error.filename}: {system_reason(error)}"
        except KeyError as error:
            return f"the saved search does not say which problem it is for ({error} is missing)"
        except (ProblemError, CannotSolve, StoreError) as error:
            return str(error)
        return ""

    def close(self) -> None:
        """The screen goes: keep what runs."""
        self.keeper.close()
