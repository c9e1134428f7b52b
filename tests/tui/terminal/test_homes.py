"""Homes that are none, and what lies in them that is no settings file: told in a sentence, never a hang."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from core.storage import Store
from core.storage._store import FILE_NAME
from tests.cases import slow
from tests.pty_app import PtyApp
from tests.tui.driving import drawn, said, served, until
from tui.app import DancingQueens, Start
from tui.settings import Settings
from tui.themes import THEMES


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
def test_the_database_is_private_from_the_first_moment(tmp_path: Path) -> None:
    file = tmp_path / "new" / "store.sqlite3"
    before = os.umask(0o022)
    try:
        with Store.open(file) as store:
            store.documents.put("kind", "key", 1)
            modes = {stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == {0o600}


async def test_an_app_whose_store_is_held_opens_at_once_says_so_and_saves_later(own_home: Path) -> None:
    with Store.open(own_home / FILE_NAME) as other, ExitStack() as holding:
        holding.enter_context(other.transaction())
        app = DancingQueens(Start("sudoku"))
        async with app.run_test(size=(120, 30)) as pilot:
            await served(pilot)
            await until(pilot, lambda: "NOT SAVED" in drawn(app))
            assert any("another program is using" in each for each in said(app))
            assert other.documents.list("sudoku") == []
            holding.close()
            await until(pilot, lambda: "NOT SAVED" not in drawn(app))
            assert "saved" in drawn(app)
            assert len(other.documents.list("sudoku")) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
def test_a_database_that_others_could_read_becomes_private(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite3"
    Store.open(file).close()
    file.chmod(0o644)
    Store.open(file).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("make", [lambda path: os.mkfifo(path), lambda path: path.symlink_to("/dev/zero"), Path.mkdir])
def test_settings_that_are_no_file_are_none_and_stay(make: object, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    make(path)  # type: ignore[operator]
    settings = Settings(path)
    settings.put("theme", "dark")
    assert settings.get("theme") == "dark"
    assert not path.is_file()


def test_settings_too_deep_or_too_large_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    path.write_text("[" * 100_000)
    assert Settings(path).get("theme") is None
    path.write_text(json.dumps({"theme": "x" * 1000}))
    monkeypatch.setattr("tui.settings.LARGEST_FILE", 100)
    assert Settings(path).get("theme") is None


@pytest.mark.parametrize("value", [{"a": [1]}, "no such", *map(slow, ([1], 7, True))])
async def test_settings_of_the_wrong_kind_are_none(value: object, own_home: Path) -> None:
    names = ("theme", "queens", "sudoku", "cover", "compare", "race", "pair", "keeping", "sudoku-format")
    (own_home / "settings.json").write_text(json.dumps(dict.fromkeys(names, value)))
    app = DancingQueens(Start("queens"))
    async with app.run_test() as pilot:
        await served(pilot)
        assert (app.theme, app.current_mode) == (THEMES[0].name, "queens")
        for key, mode in (("f3", "sudoku"), ("f4", "cover"), ("f5", "compare")):
            await pilot.press(key)
            assert app.current_mode == mode


@pytest.mark.parametrize("mode", [[1], {"a": 1}, 7, "no such"])
async def test_a_screen_of_the_wrong_kind_is_the_first(mode: object, own_home: Path) -> None:
    (own_home / "settings.json").write_text(json.dumps({"mode": mode}))
    app = DancingQueens()
    async with app.run_test() as pilot:
        await served(pilot)
        assert app.current_mode == "queens"


@pytest.mark.pty
def test_a_home_of_nobody_is_one_sentence(tmp_path: Path) -> None:
    home = {"DANCING_QUEENS_HOME": "~nouser-of-this-name"}
    with PtyApp(["-m", "tui"], tmp_path, size=(100, 24), environment=home) as app:
        assert app.wait_for_end() == 2
        assert "python -m tui: DANCING_QUEENS_HOME='~nouser-of-this-name': there is no such user" in app.text
        assert "Traceback" not in app.text


def test_a_traceback_of_the_app_shows_no_values_and_is_kept(own_home: Path) -> None:
    code = (
        "import asyncio\nfrom tui.app import DancingQueens\n"
        "app = DancingQueens()\nsecret = 'typed-by-a-person'\n"
        "try:\n    held = secret * 2\n    raise ValueError('broken')\n"
        "except ValueError:\n    app._fatal_error()\n"
        "app._print_error_renderables()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "ValueError: broken" in done.stderr
    assert "typed-by-a-persontyped" not in done.stderr
    assert "locals" not in done.stderr
    file = own_home / "last-crash.txt"
    assert str(file) in "".join(done.stderr.split("\n"))
    kept = file.read_text()
    assert "ValueError: broken" in kept
    assert "typed-by-a-persontyped" not in kept
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o777 == 0o600


def test_the_error_that_is_kept_is_the_first_not_one_that_follows_from_it(own_home: Path) -> None:
    code = (
        "from tui.app import DancingQueens\n"
        "app = DancingQueens()\n"
        "for words in 'broken', 'what is gone is missed':\n"
        "    try:\n        raise ValueError(words)\n"
        "    except ValueError as error:\n        app._handle_exception(error)\n"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    kept = (own_home / "last-crash.txt").read_text()
    assert "ValueError: broken" in kept
    assert "missed" not in kept


def test_the_versions_and_names_of_the_app() -> None:
    done = subprocess.run([sys.executable, "-m", "tui", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("dancing-queens ")
    assert DancingQueens.__doc__
