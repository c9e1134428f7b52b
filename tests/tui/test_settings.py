"""What is remembered between two starts: written through, merged with what others wrote, never worth a crash."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.tui.driving import drawn, said, until
from tui import settings as module
from tui.app import DancingQueens
from tui.settings import Settings, settings_path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "settings.json"


def test_what_is_put_is_there_at_the_next_start(file: Path) -> None:
    settings = Settings(file)
    assert (settings.get("theme"), settings.get("theme", "dark"), settings.section("queens")) == (None, "dark", {})
    settings.put("theme", "«ü♛»")
    settings.put("queens", {"n": 9})
    again = Settings(file)
    assert (again.get("theme"), again.section("queens")) == ("«ü♛»", {"n": 9})
    assert os.listdir(file.parent) == [file.name], "nothing is left behind"


def test_two_sessions_keep_what_the_other_wrote_under_other_keys(file: Path) -> None:
    one, two = Settings(file), Settings(file)
    one.put("theme", "light")
    two.put("screen", "cover")
    assert (Settings(file).get("theme"), Settings(file).get("screen")) == ("light", "cover")
    two.put("theme", "dark")
    one.put("screen", "queens")
    assert (Settings(file).get("theme"), Settings(file).get("screen")) == ("dark", "queens")


def test_what_has_not_changed_is_not_written_again(file: Path) -> None:
    settings = Settings(file)
    settings.put("theme", "dark")
    file.unlink()
    settings.put("theme", "dark")
    assert not file.exists()


def test_a_section_is_a_copy_and_nothing_else_is_one(file: Path) -> None:
    settings = Settings(file)
    settings.put("queens", {"n": 9})
    settings.put("theme", "dark")
    settings.section("queens")["n"] = 10
    assert settings.section("queens") == {"n": 9}
    assert settings.section("theme") == {}


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        ("[1]", ": expected an object, {…}"),
        ('{\n "a": 1', ", line 2, column 8: Expecting ',' delimiter"),
        ("[" * 100_000, ": expected an object, {…}"),
        ('{"a": 1}\x00', ", line 1, column 9: Extra data"),
        ("1" * 5000, ": expected an object, {…}"),
    ],
    ids=["list", "cut", "deep", "zero", "long"],
)
def test_a_damaged_file_is_kept_aside_and_told(file: Path, content: str, wrong: str) -> None:
    file.parent.mkdir()
    file.write_text(content)
    settings = Settings(file)
    assert settings.trouble == f"settings are damaged: {file}{wrong}. The file is kept as settings.json.damaged"
    assert settings.get("a") is None
    settings.put("theme", "dark")
    assert json.loads(file.read_text()) == {"theme": "dark"}
    assert file.with_name("settings.json.damaged").read_text() == content
    assert Settings(file).trouble == ""


def test_an_empty_file_holds_no_settings(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("")
    assert (Settings(file).trouble, os.listdir(file.parent)) == ("", [file.name])


async def test_the_app_tells_of_damaged_settings(own_home: Path) -> None:
    (own_home / "settings.json").write_text("{")
    app = DancingQueens()
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: said(app))
        assert "settings are damaged" in drawn(app)


def test_a_file_far_too_large_counts_as_absent(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Settings(file).put("theme", "dark")
    monkeypatch.setattr(module, "LARGEST_FILE", file.stat().st_size)
    assert Settings(file).get("theme") == "dark"
    monkeypatch.setattr(module, "LARGEST_FILE", file.stat().st_size - 1)
    assert Settings(file).get("theme") is None


@pytest.mark.skipif(sys.platform == "win32", reason="needs a named pipe")
def test_a_pipe_is_neither_waited_for_nor_replaced(file: Path) -> None:
    file.parent.mkdir()
    os.mkfifo(file)
    Settings(file).put("theme", "dark")
    assert file.is_fifo()


def test_where_nothing_can_be_written_it_works_for_this_session(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = Settings(tmp_path / "file" / "settings.json")
    settings.put("theme", "dark")
    assert settings.get("theme") == "dark"


def test_what_json_cannot_hold_leaves_the_file_as_it_was(file: Path) -> None:
    settings = Settings(file)
    settings.put("theme", "dark")
    with pytest.raises(TypeError):
        settings.put("screen", object())
    assert Settings(file).get("theme") == "dark"
    assert os.listdir(file.parent) == [file.name]


def test_the_environment_says_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path))
    assert settings_path() == tmp_path / "settings.json"
    monkeypatch.delenv("DANCING_QUEENS_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    if sys.platform == "linux":
        assert settings_path() == tmp_path / "xdg" / "dancing-queens" / "settings.json"


def test_the_file_can_be_read_by_a_person_and_a_folder_in_its_place_is_no_file(file: Path) -> None:
    settings = Settings(file)
    settings.put("theme", "dark")
    settings.put("queens", {"n": 8})
    assert file.read_text() == '{\n "theme": "dark",\n "queens": {\n  "n": 8\n }\n}'
    assert Settings(file.parent).get("theme") is None
