"""Dialogues of the comparison screen: which table is in view, what of it is shown, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from core.compare import DOCUMENTS
from core.compare._charts import CHART_TITLES, kinds
from tui.actions.dialogue import answer, converse
from tui.dialogs.pick import PickDialog
from tui.kit.pick_list import PickLine
from tui.lab.worker import in_background
from tui.screens.compare.plan_draft import PlanDraft
from tui.screens.compare.screen_view import QUANTITY_TITLES, quantities
from tui.screens.compare.words import conclusions, details, summary

if TYPE_CHECKING:
    from core.compare import DamagedExperiment, History, HistoryEntry
    from tui.screens.compare.race_session import RaceSetup
    from tui.screens.compare.screen import CompareScreen

NOT_SUMMED_UP = "a summary takes two algorithms and ten finished rows, or an unsolved one"
BESIDE_A_TEXT = 8
"""Columns that the frame of a text takes."""

Offered = TypeVar("Offered", bound=str)

# Plans


async def new_plan(screen: CompareScreen) -> None:
    """Plan a new comparison."""
    await _edit_plan(screen, screen.session.new_draft(), new=True)


async def change_plan(screen: CompareScreen) -> None:
    """Change the plan of the table in view."""
    if (table := screen.table) is not None:
        await _edit_plan(screen, PlanDraft.of(table.plan, fixed=table.experiment is not None), new=False)


def _edit_again(screen: CompareScreen, looks: Mapping[str, Any]) -> None:
    new = looks["new"] is True
    draft = screen.session.new_draft() if new else PlanDraft.left(looks["draft"])
    converse(screen.app, _edit_plan(screen, draft, new=new))


async def _edit_plan(screen: CompareScreen, draft: PlanDraft, *, new: bool) -> None:
    from tui.screens.compare.dialogs import PlanDialog

    session, dialog = screen.session, PlanDialog(draft, "New comparison" if new else "Plan")
    plan = await screen.left.answer("plan", dialog, lambda: {"new": new, "draft": draft.looks()})
    if plan is None:
        return
    if new:
        session.forget_draft()
        screen.take_plan(plan)
    elif screen.guarded(lambda: session.change_plan(plan)) is False:
        screen.take_plan(plan)
    else:
        screen.seen_anew()


async def choose_document(screen: CompareScreen) -> None:
    """Choose one of the documents' experiments."""
    lines = [
        PickLine(name, f"{place}  {document.title}", f"{document.source}  ({name})")
        for place, (name, document) in enumerate(DOCUMENTS.items(), 1)
    ]
    name = await answer(PickDialog("The documents' experiments", lines))
    if name is not None:
        start_document(screen, name)


def start_document(screen: CompareScreen, name: str) -> None:
    """Show its table; measure it at once if that is quick, else say how long it takes."""
    screen.take_plan(DOCUMENTS[name].plan, screen.measure)


# The history


def show_history(screen: CompareScreen) -> None:
    """Choose an earlier table, or pin or delete one."""
    history = screen.session.history

    async def listed(history: History) -> None:
        entries = await screen.got(history.all)
        if entries is not None:
            converse(screen.app, _choose_earlier(screen, history, entries))

    if history is not None:
        in_background(screen, partial(listed, history), "history")


async def _choose_earlier(
    screen: CompareScreen, history: History, entries: Sequence[HistoryEntry | DamagedExperiment]
) -> None:
    from tui.screens.compare.dialogs import history_dialog

    session, table = screen.session, screen.table
    shown = table.experiment if table is not None else None
    dialog = history_dialog(history, entries, shown, unicode=session.view.unicode)
    number = await screen.left.answer("history", dialog, dict)
    screen.guarded(session.renew_baseline)
    table = screen.table
    if number is not None and (table is None or number != table.experiment):
        screen.take_experiment(number)
    elif table is not None and screen.guarded(lambda: session.was_deleted):
        screen.take_plan(table.plan)  # deleted just now: it is a plan again
    else:
        screen.show()


def toggle_baseline(screen: CompareScreen) -> None:
    """Make the table in view the baseline, or no longer."""
    if said := screen.guarded(screen.session.toggle_baseline):
        screen.app.say(said)
    screen.show()


# What of the table is shown


async def choose_quantity(screen: CompareScreen) -> None:
    """Choose the quantity from a list."""
    session = screen.session
    if session.table is not None:
        titles = [(quantity, QUANTITY_TITLES[quantity]) for quantity in quantities(session.table)]
        await _choose(screen, "What the table shows", titles, session.view.quantity, session.show_quantity)


async def choose_chart(screen: CompareScreen) -> None:
    """Choose the kind of chart from a list."""
    session = screen.session
    if session.table is not None:
        titles = [(kind, CHART_TITLES[kind]) for kind in kinds(session.table)]
        await _choose(screen, "What the chart shows", titles, session.view.chart, session.show_chart)


async def _choose(
    screen: CompareScreen,
    question: str,
    titles: Iterable[tuple[Offered, str]],
    now: Offered,
    take: Callable[[Offered], object],
) -> None:
    chosen = await answer(PickDialog(question, [PickLine(key, title) for key, title in titles], now))
    if chosen is not None:
        screen.change_view(lambda: take(chosen))


# What is said about it


def show_details(screen: CompareScreen) -> None:
    """Everything about the cell under the cursor."""
    session, table, cell = screen.session, screen.table, screen.cell
    if table is not None and cell is not None:
        screen.read(session.title(cell.key), details(table, cell, session.view, session.baseline))


def show_conclusions(screen: CompareScreen) -> None:
    """What the figures say."""
    session = screen.session
    if session.table is not None:
        screen.read("What the figures say", conclusions(session.table, session.view, session.baseline))


def show_summary(screen: CompareScreen) -> None:
    """All instances together."""
    session, table = screen.session, screen.table
    if table is not None:
        text = summary(table, session.view, screen.size.width - BESIDE_A_TEXT)
        if text:
            screen.read("All instances together", text)
        else:
            screen.app.say(NOT_SUMMED_UP)


async def race(screen: CompareScreen) -> None:
    """Let algorithms race on the cursor's board; ask first while something is being measured."""
    from tui.screens.compare.race_session import RaceSetup

    session, table, row = screen.session, screen.table, screen.row
    setup = RaceSetup.recalled(screen.app.settings.section("race"))
    if table is not None and row is not None:
        setup = setup.for_table(table, row, session.view.contestants(table))
    if len(setup.labels) < 2:
        screen.app.say("fewer than two algorithms can race here")
        return
    if session.running:
        choices = [
            PickLine(False, "go on measuring", "the race waits until you ask for it again"),
            PickLine(True, "stop measuring, and race", "what has been measured stays; enter goes on with it later"),
        ]
        if not await answer(PickDialog("A race would disturb what is being measured", choices)):
            return
        screen.stop()
    await _race(screen, setup)


def _race_again(screen: CompareScreen, looks: Mapping[str, Any]) -> None:
    from tui.screens.compare.race_session import RaceSetup

    converse(screen.app, _race(screen, RaceSetup.recalled(screen.app.settings.section("race")), looks))


async def _race(screen: CompareScreen, setup: RaceSetup, looks: Mapping[str, Any] | None = None) -> None:
    """A race on a screen of its own; ``looks``: the one that the user left."""
    from tui.screens.compare.race_screen import RaceScreen

    race = RaceScreen(setup)
    if looks is not None:
        race.session.look_again(looks)
    await screen.left.answer("race", race, race.session.looks)


AGAIN: Mapping[str, Callable[[CompareScreen, Mapping[str, Any]], None]] = {
    "plan": _edit_again, "history": lambda screen, _: show_history(screen), "race": _race_again,
}  # fmt: skip
"""What may have covered the screen when the user left off, and how it is opened again."""
