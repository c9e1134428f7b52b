"""The search at full speed on the exact cover screen: figures, browsing, saving."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from textual.widgets import Input, TextArea

from core._cli.command_line import main
from core.exact_cover import _formats as formats
from tests.cases import slow
from tests.tui.driving import MANY_NODES, picked_from, text_of, until
from tests.tui.screens.cover.steps import app_with, node_of, press, screen_of, settle, shot_of, typed, why
from tui.kit.found_panel import FoundPanel
from tui.kit.frame import KeyBar
from tui.kit.lines import Lines
from tui.kit.live import LivePanel
from tui.kit.text_panel import WhyPanel
from tui.screens.cover.levels import CoverLevels


async def test_enter_finds_all_tilings_and_they_can_be_browsed() -> None:
    async with app_with("pentominoes-3x20").run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        screen_of(pilot).search.slicing = MANY_NODES
        screen = screen_of(pilot)
        assert not screen.session.watching
        assert "proposed: an option clashes with about" in text_of(screen.query_one(FoundPanel))
        await press(pilot, "percent_sign")
        words = str(pilot.app.screen.query_one("Static").render())
        assert f"{screen.session.setup.entry.title} proposed: an option clashes with about" in words
        await press(pilot, "escape")
        await press(pilot, "enter")
        assert "8 / 8 ✓" in text_of(screen.query_one(LivePanel))
        assert "solution 8 of 8" in text_of(screen.query_one(FoundPanel))
        picture = text_of(screen.query_one("#picture", Lines))
        assert all(picture.count(piece) == 5 for piece in "FILPNTUVWXYZ")
        await press(pilot, "u")
        assert "class 1 of 2" in text_of(screen.query_one(FoundPanel))
        await press(pilot, "n")
        assert "class 2 of 2" in text_of(screen.query_one(FoundPanel))
        await press(pilot, "u", "number_sign", "3", "enter")
        assert "solution 3 of 8" in text_of(screen.query_one(FoundPanel))
        await press(pilot, "escape")
        assert screen.browser.place is None


async def test_counting_with_memory_says_what_it_remembered_and_that_there_is_nothing_to_browse() -> None:
    async with app_with("dominoes-8x8").run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "t")
        assert screen.session.setup.entry.key == "memo-count"
        await press(pilot, "enter")
        assert "12 988 816 ✓" in text_of(screen.query_one(LivePanel))
        assert "counted only" in text_of(screen.query_one(FoundPanel))
        memo = screen.search.snapshot.detail["memo"]  # type: ignore[union-attr, index]
        share = 100 * memo["hits"] / memo["lookups"]
        assert f"Recalled  {share:.0f} % of" in text_of(screen.query_one(LivePanel))


async def test_a_count_of_many_lines_is_shown_whole_at_the_end(tmp_path: Path) -> None:
    """Many items with two options each, which have nothing to do with each other: 2¹³⁰, of 40 digits."""
    matrix = tmp_path / "apart.dlx"
    items = [f"i{number}" for number in range(130)]
    matrix.write_text("\n".join([" ".join(items), *(item for item in items for _ in range(2))]) + "\n")
    async with app_with(str(matrix), algorithm="memo-count", goal="count").run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        screen_of(pilot).search.slicing = MANY_NODES
        assert screen_of(pilot).session.setup.entry.key == "memo-count"
        await press(pilot, "enter")
        assert str(2**130) in "".join(text_of(screen_of(pilot).query_one(LivePanel)).split())


@pytest.mark.parametrize("size", [(80, 24), slow((140, 45))], ids=str)
async def test_a_number_of_thirty_digits_is_shown_whole(size: tuple[int, int]) -> None:
    async with app_with("dominoes-16x16").run_test(size=size) as pilot:
        await settle(pilot)
        screen_of(pilot).search.slicing = MANY_NODES
        live = screen_of(pilot).query_one(LivePanel)
        await press(pilot, "full_stop")
        assert "0 / 2.44e+30" in text_of(live), "no number is cut"
        await press(pilot, "enter")
        shown = " ".join(text_of(live).split())
        assert "2 444 888 770 250 892 795 802 079 170 816 ✓" in shown.replace(" A004003", "")


async def test_an_estimate_is_said_until_the_truth_is_known() -> None:
    async with app_with("queens-8").run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        assert screen.session.estimate is not None
        await press(pilot, "t", "B")
        levels = screen.query_one("#levels", CoverLevels)
        assert "nodes by level: nothing visited yet" in text_of(levels)
        assert "estimated" in text_of(levels)
        await press(pilot, "enter")
        shown = text_of(levels)
        assert "estimated" not in shown
        assert "visited" in shown
        assert screen.search.snapshot is not None
        assert screen.search.snapshot.detail is not None
        assert sum(screen.search.snapshot.detail["profile"]) == screen.search.snapshot.nodes
        await press(pilot, "percent_sign")
        assert type(pilot.app.screen).__name__ == "TextDialog"


async def test_pause_stop_and_the_footer() -> None:
    async with app_with("pentominoes-6x10", run=True, speed="100").run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen_of(pilot).search.state == "running")
        screen = screen_of(pilot)
        await until(pilot, lambda: shot_of(screen).steps > 2)
        await pilot.press("space")
        await until(pilot, lambda: screen.search.state == "paused")
        steps = shot_of(screen).steps
        await pilot.press("full_stop")
        await until(pilot, lambda: shot_of(screen).steps == steps + 1)
        await until(pilot, lambda: "stop" in text_of(screen.query_one(KeyBar)))
        await pilot.press("x")
        await settle(pilot)
        assert screen.search.state == "stopped"
        assert "stop" not in text_of(screen.query_one(KeyBar))


async def test_a_pause_counts_for_nothing_in_the_time() -> None:
    import time

    slept = 0.0
    async with app_with("queens-6", algorithm="dlx", speed="100", run=True).run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        screen.search._clock = lambda: time.perf_counter() + slept
        await until(pilot, lambda: screen.search.run is not None and screen.search.run.snapshot.steps > 5)
        await press(pilot, "space", "full_stop")
        slept = 1e9
        screen.search.set_speed(None)
        await press(pilot, "full_stop", "space", "enter")
        await until(pilot, lambda: screen.search.run is not None and screen.search.run.finished)
        await settle(pilot)
        assert screen.search.figures().seconds < 1e8


async def test_classes_are_of_what_was_found_when_they_were_asked_for() -> None:
    async with app_with("queens-8").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "t", *["greater_than_sign"] * 3, "u", "greater_than_sign")
        found = screen.query_one(FoundPanel)
        assert found.border_subtitle == "of the first 3 solutions"
        await press(pilot, "enter")
        assert "solution 92 of 92" in text_of(found), "not the classes of 3"
        await press(pilot, "u")
        assert "class 1 of 12" in text_of(found)


async def test_classes_of_a_problem_without_a_picture(tmp_path: Path) -> None:
    for name, text, symmetries in (
        ("declared", "| symmetry: none\nA B C D\nA B\nB C\nC D\nD A\n", 1),
        ("ring", "A B C D\nA B\nB C\nC D\nD A\n", 8),
        ("odd", "A B C D\nA C\nA B\nB\nC D\nA D\nD\n", 1),
    ):
        path = tmp_path / f"{name}.dlx"
        path.write_text(text)
        async with app_with(str(path)).run_test(size=(100, 24)) as pilot:
            await settle(pilot)
            screen = screen_of(pilot)
            found = screen.query_one(FoundPanel)
            await press(pilot, "t", "enter")
            assert "solution 2 of 2" in text_of(found)
            await press(pilot, "u")
            await until(pilot, lambda screen=screen: screen.session.symmetries > 0)
            await settle(pilot)
            assert screen.session.symmetries == symmetries
            if symmetries > 1:
                assert "class 1 of 1" in text_of(found)
                assert "8 symmetries" in text_of(found)
                await press(pilot, "u")
            assert "of 2" in text_of(found)
            assert screen.session.can("classes") is (symmetries > 1), "now it is known"


async def test_to_watch_it_holds_the_search() -> None:
    async with app_with("pentominoes-6x10", run=True, speed="100", algorithm="dlx").run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: node_of(screen_of(pilot)) > 2)
        screen = screen_of(pilot)
        await press(pilot, "t")
        node = node_of(screen)
        assert "Choice" in why(pilot)
        await press(pilot, "full_stop", "full_stop", "comma")
        assert node_of(screen) == node + 1
        await press(pilot, "t")
        assert screen.search.state == "paused"
        await pilot.press("x")
        await settle(pilot)


async def test_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with app_with("pentominoes-3x20").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        for ending, first in ((".dlx", "| title: Pentominoes"), (".txt", "┌"), (".svg", "<svg")):
            await press(pilot, "s")
            await typed(pilot, f"out{ending}")
            text = (tmp_path / f"out{ending}").read_text(encoding="utf-8")
            assert text.startswith(first)
            await press(pilot, "s")
            await typed(pilot, f"out{ending}")
            assert type(pilot.app.screen).__name__ == "LineDialog", "an existing file is not replaced at once"
            await press(pilot, "escape")


async def test_a_drawn_puzzle_is_saved_as_its_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    drawing = "# mine, as I like it\r\nregion:\r\n##\r\n##\r\n\r\npiece D x2:\r\n@@\r\n"
    own = tmp_path / "own.txt"
    own.write_bytes(drawing.encode())
    async with app_with(str(own)).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "s")
        assert pilot.app.screen.query_one(Input).value.endswith(".drawing")
        await typed(pilot, "copy.drawing")
        assert (tmp_path / "copy.drawing").read_bytes() == drawing.encode()
        await press(pilot, "t", "enter", "s")
        await typed(pilot, "own.txt")
        assert "choose another name" in str(pilot.app.screen.query_one(".-message").render())
        assert own.read_bytes() == drawing.encode(), "its solutions do not take its place"
        await press(pilot, "escape", "t", "e", "space", "escape", "s")
        await typed(pilot, "edited.drawing")
        assert "was not drawn" in str(pilot.app.screen.query_one(".-message").render())
        await press(pilot, "escape")


async def test_a_drawing_of_the_gallery_is_changed_as_a_drawing() -> None:
    async with app_with("pentominoes-3x20").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "w")
        assert "set: pentominoes" in pilot.app.screen.query_one(TextArea).text
        await press(pilot, "escape")


async def test_solutions_as_json_and_as_copied_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "t", "enter", "y")
        assert pilot.app.clipboard == "A  1 2 4\nD  3 5 6\n"
        await press(pilot, "s")
        await typed(pilot, "four.json")
        body = json.loads((tmp_path / "four.json").read_text(encoding="utf-8"))
        assert [option["label"] for option in body["solutions"][0]] == ["A", "D"]
        problem = formats.read(json.dumps(body["problem"]), "four.json")
        assert problem == screen_of(pilot).session.problem


async def test_the_footer_offers_to_browse_what_was_found() -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        bar = screen_of(pilot).query_one(KeyBar)
        await press(pilot, "t", "enter")
        assert "n next found  p previous found  u classes  esc the search  , back" in text_of(bar)
        await press(pilot, "escape")
        assert "next" not in text_of(bar)
        await press(pilot, "greater_than_sign", "n")
        assert "esc the search  , back  enter go on" in text_of(bar), "a search that is held goes on"


async def test_command_line_for_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        shown = []
        for keys in (("c", "y"), ("t", "c", "y"), ("down", "down", "right", "c", "y")):
            await press(pilot, *keys)
            shown.append(shlex.split(pilot.app.clipboard))
    verbs = [(words[4], words[5], words[6:8]) for words in shown]
    assert verbs == [
        ("solve", "gallery:queens-6", ["--goal", "all"]),
        ("solve", "gallery:queens-6", ["--goal", "all"]),
        ("count", "gallery:queens-6", ["--algorithm", shown[2][7]]),
    ]
    for words in shown:
        assert words[:3] == ["python", "-m", "core"]
        assert main(words[3:]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "6 queens: 4"


async def test_a_problem_without_solution_says_so(tmp_path: Path) -> None:
    path = tmp_path / "none.dlx"
    path.write_text("A B C\nA B\nB\n", encoding="utf-8")
    async with app_with(str(path)).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "t")
        assert "item C cannot be covered" in " ".join(text_of(screen.query_one(FoundPanel)).split())
        await press(pilot, "enter")
        assert "there is no solution" in text_of(screen.query_one(FoundPanel))


async def test_areas_that_cannot_fit_are_said_before_a_run(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("region:\n####\n####\n\npiece D:\n##\n\npiece I:\n###\n", encoding="utf-8")
    said = "the pieces have 5 cells, the region needs 8"
    async with app_with(str(path)).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert f"No solution: {said}" in why(pilot)
        await press(pilot, "t")
        found = screen_of(pilot).query_one(FoundPanel)
        assert f"no solution: {said}" in " ".join(text_of(found).split())
        await press(pilot, "enter")
        assert f"there is no solution: {said}" in " ".join(text_of(found).split())
        await press(pilot, "percent_sign")
        words = str(pilot.app.screen.query_one("Static").render())
        assert f"Impossible: {said}" in words
        assert "no probe found one" in words
        await press(pilot, "escape")


async def test_an_algorithm_is_picked_from_a_list_that_says_who_it_is_from() -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        assert screen.session.setup.entry.key == "dlx"
        await press(pilot, "a")
        offered = {line.value: line.text for line in picked_from(pilot)}
        assert "Knuth (2023) · first, all, count" in offered["dancing-cells"]
        await press(pilot, "down", "enter")
        assert screen.session.setup.entry.key == "dancing-cells"
        assert screen.app.settings.section("cover")["algorithm"] == "dancing-cells", "and kept for the next start"


async def test_after_the_end_at_full_speed_one_looks_back_with_reasons() -> None:
    async with app_with("knuth-2000").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        panel, live = screen.query_one(WhyPanel), screen.query_one("#live")
        await press(pilot, "t", "enter")
        await until(pilot, lambda: ", back" in text_of(screen.query_one(KeyBar)))
        assert (panel.display, live.display) == (False, True)
        await press(pilot, "D")
        assert "leave nothing for item E" in why(pilot)
        assert screen.session.state().chosen == (1, 2)
        await until(pilot, lambda: "D dead end  T tree  C pseudocode" in text_of(screen.query_one(KeyBar)))
        await press(pilot, "enter")
        assert (panel.display, live.display) == (False, True)
