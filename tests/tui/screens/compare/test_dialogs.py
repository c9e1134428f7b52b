"""Around the comparison table: plan editor, history, export, command line, race."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.widgets import Input, Static

from core import Goal
from core._cli.command_line import parser
from core.compare import DOCUMENTS, Contestant, History, Plan
from core.storage import Store
from tests.tui.driving import finished, in_front, picked_from, text_of, until
from tests.tui.screens.compare.steps import app_with, compare, opened, typed
from tui.dialogs.dialogs import TextDialog
from tui.dialogs.file import FileDialog
from tui.dialogs.pick import PickDialog
from tui.kit.pick_list import PickList
from tui.kit.text_panel import TextPanel
from tui.screens.compare.dialogs import PlanDialog
from tui.screens.compare.files import command_of
from tui.screens.compare.plan_draft import PlanDraft, spelled, split


@given(st.lists(st.integers(1, 200), min_size=1, max_size=30, unique=True))
@settings(max_examples=50, deadline=None)
def test_instances_are_spelled_as_they_are_read(sizes: list[int]) -> None:
    draft = PlanDraft()
    draft.texts["queens"] = spelled([str(n) for n in sizes])
    assert draft.plan().instances == tuple(map(str, sizes))


def test_names_with_blanks_survive_spelling() -> None:
    keys = ["/tmp/my puzzles.txt#1", "/tmp/my puzzles.txt#2", "/tmp/a,b.txt#7", "pentominoes-6x10"]
    assert split(spelled(keys)) == ["/tmp/my puzzles.txt#1-2", "/tmp/a,b.txt#7", "pentominoes-6x10"]


@pytest.mark.parametrize(
    "plan",
    [
        Plan("queens", ("4", "5", "6", "9"), (Contestant("dlx"), Contestant("dlx-s", (("order", "text"),)))),
        Plan("queens", ("8",), (Contestant("dlx"),), Goal.FIRST, repeat=3, warm_up=2, timeout=None, memory=1 << 24),
        Plan("sudoku", ("2x2.csv#1",), (Contestant("dlx"),), Goal.COUNT, limit=2),
    ],
)
def test_the_command_line_says_the_same(plan: Plan) -> None:
    words = shlex.split(command_of(plan))
    assert words[:3] == ["python", "-m", "core"]
    options = parser().parse_args(words[3:])
    assert options.what == plan.family
    if plan.family == "queens":
        from core._cli.compare.measuring import plan_of

        assert plan_of(options) == plan


def test_a_documents_experiment_is_named() -> None:
    document = DOCUMENTS["paper-000-table-3"]
    assert command_of(document.plan).endswith("compare paper-000-table-3")
    assert command_of(document.cut(5, 14)).endswith("paper-000-table-3 --from 5 --to 14")


@pytest.mark.parametrize("size", [(40, 12), (60, 18), (80, 24), (140, 45)])
async def test_details_leave_nothing_half_covered(size: tuple[int, int]) -> None:
    async with app_with().run_test(size=size) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press("i")
        await pilot.pause()
        box = in_front(pilot, TextDialog).query_one(".box")
        assert box.region == (0, 1, size[0], size[1] - 2), "all but the title and the keys"


@pytest.mark.parametrize(("width", "beside"), [(60, 0), (80, 0), (95, 0), (96, 20), (140, 64)])
async def test_a_dialog_is_as_wide_as_a_narrow_screen(width: int, beside: int) -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("n")
        await pilot.resize_terminal(width, 24)
        box = in_front(pilot, PlanDialog).query_one(".box")
        await until(pilot, lambda: width - box.region.width == beside)


async def test_what_is_typed_stays_until_it_is_right() -> None:
    async with app_with().run_test(size=(80, 30)) as pilot:
        screen = await opened(pilot)
        await pilot.press("n")
        dialog = pilot.app.screen
        assert isinstance(dialog, PlanDialog)
        await typed(pilot, "9-5")
        await pilot.press("enter")
        assert pilot.app.screen is dialog
        assert "runs backwards" in str(dialog.query_one("#plan-message", Static).render())
        assert dialog.query_one(Input).value == "9-5"
        await pilot.press("escape")
        assert compare(pilot) is screen
        # A cancelled plan is still there when one comes back to it.
        await pilot.press("n")
        assert pilot.app.screen.query_one(Input).value == "9-5"
        await pilot.press("end", "backspace", "backspace", "backspace")
        await typed(pilot, "5-6,8")
        await pilot.press("enter")
        await finished(pilot)
        assert screen.table is not None
        assert screen.table.plan.instances == ("5", "6", "8")


async def test_numbers_are_typed_and_algorithms_ticked() -> None:
    async with app_with().run_test(size=(80, 30)) as pilot:
        screen = await opened(pilot)
        await pilot.press("n", "tab", "down", "down", "1", "2", "down", "down", "right", "down", "left", "tab")
        ticks = pilot.app.screen.query_one(PickList)
        assert ticks.has_focus
        while ticks.value != "dlx-s":
            await pilot.press("down")
        line = next(y for y in range(ticks.size.height) if "DLX + S" in ticks.render_line(y).text)
        for mark in ("[ ]", "[x]"):
            await pilot.click(ticks, offset=(3 + ticks.gutter.left, line + ticks.gutter.top))
            assert mark in ticks.render_line(line).text
        await pilot.press("plus")
        wording = pilot.app.screen.query_one(Input)
        assert wording.value == "dlx-s:order=table"
        await pilot.press("end", *["backspace"] * 5)
        await typed(pilot, "text")
        await pilot.press("enter", "enter")
        await finished(pilot)
        assert screen.table is not None
        plan = screen.table.plan
        assert (plan.repeat, plan.warm_up, plan.timeout) == (12, 2, 30)
        assert [c.label for c in plan.contestants] == ["backtracking", "dlx", "dlx-s", "dlx-s:order=text"]


async def test_another_family() -> None:
    async with app_with().run_test(size=(80, 30)) as pilot:
        screen = await opened(pilot)
        await pilot.press("n", "tab", "right")
        assert pilot.app.screen.query_one(Input).value == "3x3#1-5"
        await pilot.press("tab", "tab")
        await pilot.press("end", *["backspace"] * 7)
        await typed(pilot, "2x2")
        await pilot.app.screen.query_one(Input).action_submit()
        await finished(pilot)
        assert screen.table is not None
        assert screen.table.plan.family == "sudoku"
        assert screen.table.axis == "puzzle"


async def test_history_opens_pins_and_deletes() -> None:
    async with app_with("4", "bitmask,dlx").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press("n")
        await typed(pilot, "5")
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press("enter")
        await finished(pilot)
        assert screen.table is not None
        assert screen.table.experiment == 2
        await pilot.press("o")
        await finished(pilot)
        dialog = pilot.app.screen
        assert isinstance(dialog, PickDialog)
        assert len(picked_from(pilot)) == 2
        await pilot.press("down", "p", "enter")
        await finished(pilot)
        assert screen.table.experiment == 1
        assert screen.session.baseline is not None
        assert screen.session.baseline.experiment == 1
        await pilot.press("o")
        await finished(pilot)
        await pilot.press("d")
        assert "press d again to delete experiment 1 (" in str(pilot.app.screen.query_one(".-message", Static).render())
        await pilot.press("up", "d", "down", "d", "d")
        assert len(picked_from(pilot)) == 1
        await pilot.press("escape")
        await finished(pilot)
        # The table in view was deleted: it is a plan again, and nothing is left to compare with.
        assert screen.table.experiment is None
        assert screen.session.baseline is None


async def test_one_table_at_a_time_is_the_baseline_in_the_list() -> None:
    with Store.open() as store:
        for _ in range(3):
            History(store).start(Plan("queens", ("5",), (Contestant("dlx"),)))
    async with app_with("4", "bitmask").run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("o")
        await finished(pilot)
        for keys, pinned in (("p", [3]), ("down,p", [2]), ("p", [])):
            await pilot.press(*keys.split(","))
            assert [line.value for line in picked_from(pilot) if "the baseline" in line.text] == pinned


async def test_the_history_names_a_damaged_experiment_which_can_be_deleted() -> None:
    with Store.open() as store:
        for _ in range(2):
            History(store).start(Plan("queens", ("5",), (Contestant("dlx"),)))
        with store.transaction() as connection:
            connection.execute("UPDATE experiment SET environment = '[]' WHERE id = 1")
    async with app_with("4", "dlx").run_test(size=(100, 24)) as pilot:
        await opened(pilot)
        await pilot.press("o")
        await finished(pilot)
        lines = picked_from(pilot)
        assert [line.value for line in lines] == [2, 1]
        assert "experiment 1 is damaged and cannot be read" in lines[1].text
        message = pilot.app.screen.query_one(".-message", Static)
        for key in ("p", "n"):
            await pilot.press("end", key)
            await until(pilot, lambda: "experiment 1 is damaged" in str(message.render()))
            await pilot.press("home")
        await pilot.press("end", "d")
        assert "press d again to delete experiment 1 (damaged)" in str(message.render())
        await pilot.press("d")
        assert [line.value for line in picked_from(pilot)] == [2]


@pytest.mark.usefixtures("without_time_limits")
async def test_the_baseline_is_compared_with() -> None:
    async with app_with("8", "dlx").run_test(size=(100, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press("b")
        assert screen.session.baseline is not None
        await pilot.press("r", "r")
        await finished(pilot)
        assert "the baseline" in text_of(screen.query_one("#status", TextPanel))
        await pilot.press("b")
        assert screen.session.baseline is None


async def test_export_by_file_name(tmp_path: Path) -> None:
    async with app_with("4-5", "bitmask").run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press("e")
        line = pilot.app.screen.query_one(Input)
        line.value = str(tmp_path / "table.doc")
        await pilot.press("enter")
        assert "expected a name ending" in str(pilot.app.screen.query_one(".-message", Static).render())
        line.value = str(tmp_path / "table.md")
        await pilot.press("enter")
        assert "bitmask" in (tmp_path / "table.md").read_text(encoding="utf-8")
        (tmp_path / "table.md").write_text("mine", encoding="utf-8")
        await pilot.press("e")
        pilot.app.screen.query_one(Input).value = str(tmp_path / "table.md")
        await pilot.press("enter")
        assert (tmp_path / "table.md").read_text(encoding="utf-8") == "mine"
        await pilot.press("enter")
        assert "bitmask" in (tmp_path / "table.md").read_text(encoding="utf-8")
        await pilot.press("y")
        assert "bitmask" in pilot.app.clipboard


PLAN = """family = "queens"
instances = ["5-6", "8"]
algorithms = [
    "bitmask",  # with a remark, and [brackets]
    {key = "dlx-s", order = "text"},
]
[measuring]
repeat = 3
"""


async def test_a_plan_is_saved_and_opened_again(tmp_path: Path) -> None:
    async with app_with("4-5", "bitmask,dlx").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        first = screen.table
        assert first is not None
        await pilot.press("e")
        pilot.app.screen.query_one(Input).value = str(tmp_path / "mine.toml")
        await pilot.press("enter")
        (tmp_path / "yours.toml").write_text(PLAN, encoding="utf-8")
        await pilot.press("p")
        dialog = pilot.app.screen
        assert isinstance(dialog, FileDialog)
        dialog.query_one(Input).value = str(tmp_path / "yours.toml")
        await pilot.press("enter")
        await finished(pilot)
        assert screen.table is not None
        plan = screen.table.plan
        assert (plan.instances, plan.repeat) == (("5", "6", "8"), 3)
        assert [c.label for c in plan.contestants] == ["bitmask", "dlx-s:order=text"]
        assert screen.table.experiment is None
        # The folder is remembered; what was saved is the plan that it was saved of.
        await pilot.press("p")
        assert pilot.app.screen.query_one(Input).value == f"{tmp_path}/"
        await typed(pilot, "mine.toml")
        await pilot.press("enter")
        await finished(pilot)
        assert screen.table.plan == first.plan


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("]\n[measuring]", "[measuring]", "line 6, column 2: expected TOML"),
        ('"text"', '"best"', "line 5, column 5: order"),
        ("repeat = 3", "repeat = -3", "line 8, column 1: repeat: expected a number"),
        ('"8"', '"[red]9-4"', "line 2, column 21: "),
    ],
)
async def test_what_is_wrong_in_a_plan_is_shown_with_its_place(old: str, new: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    assert old in PLAN
    path.write_text(PLAN.replace(old, new), encoding="utf-8")
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        before = screen.table
        await pilot.press("p")
        pilot.app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await finished(pilot)
        dialog = pilot.app.screen
        assert isinstance(dialog, TextDialog)
        assert f"{path}, {said}" in dialog._text
        await pilot.press("escape")
        assert screen.table is before


async def test_tables_of_the_history_take_notes() -> None:
    async with app_with("6", "bitmask,dlx").run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press("o")
        await finished(pilot)
        await pilot.press("n")
        await typed(pilot, "before the change")
        await pilot.press("enter")
        await finished(pilot)
        dialog = pilot.app.screen
        assert isinstance(dialog, PickDialog)
        assert picked_from(pilot)[0].note == "before the change"
