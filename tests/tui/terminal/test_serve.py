"""The app in a browser: who can reach it is said, and headless Chromium plays a Sudoku and counts 8 queens."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from core import __version__
from tools.terminal.browser import Served, chromium
from tools.terminal.pastes import PUZZLE
from tui.__main__ import main
from tui.serve import is_loopback, is_own_page, meaning, own_code
from tui.terminal.driver import LARGEST_SIZE, plausible

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession


@pytest.mark.parametrize(("host", "alone"), [
    ("localhost", True), ("127.0.0.1", True), ("127.8.0.1", True), ("::1", True), ("[::1]", True), ("0.0.0.0", False),
    ("192.168.1.4", False), ("example.org", False), ("", False),
])  # fmt: skip
def test_who_can_reach_it_is_said(host: str, alone: bool) -> None:
    assert is_loopback(host) == alone
    words = meaning(host, 8000)
    assert ("nobody else can reach it" in words) == alone
    assert ("ANYONE" in words) == (not alone)
    assert "no password" in words
    assert "can read and write files as you" in words


@pytest.mark.parametrize(("origin", "asked", "bound", "own"), [
    ("http://127.0.0.1:8000", "127.0.0.1:8000", "127.0.0.1", True),
    ("http://localhost:8000", "localhost:8000", "127.0.0.1", True),
    (None, "127.0.0.1:8000", "127.0.0.1", True),
    ("http://evil.example", "127.0.0.1:8000", "127.0.0.1", False),
    ("http://evil.example:8000", "evil.example:8000", "127.0.0.1", False),
    ("http://box.lan:8000", "box.lan:8000", "0.0.0.0", True),
    ("http://evil.example", "box.lan:8000", "0.0.0.0", False),
    ("null", "127.0.0.1:8000", "127.0.0.1", False),
])  # fmt: skip
def test_a_strangers_page_may_not_use_it(origin: str | None, asked: str, bound: str, own: bool) -> None:
    assert is_own_page(origin, asked, bound) == own


@pytest.mark.parametrize("port", ["0", "65536", "-1"])
def test_a_port_that_is_none_is_one_sentence(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--serve", "--port", port])
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines() == [f"python -m tui: --port: expected 1 to 65535, not {port}"]


def test_without_the_extra_it_is_one_sentence() -> None:
    code = "import sys; sys.modules['textual_serve'] = None; from tui.__main__ import main; main(['--serve'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "python -m tui: --serve needs textual-serve: pip install 'dancing-queens[web]'\n"


def test_a_tab_runs_our_own_code_whatever_the_folder_holds(tmp_path: Path) -> None:
    for name in ("tui.py", "core.py", "argparse.py"):
        (tmp_path / name).write_text("raise SystemExit('not ours')")
    done = subprocess.run([*own_code(), "--version"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"dancing-queens {__version__}\n")


@asynccontextmanager
async def served(home: Path) -> AsyncIterator[tuple[subprocess.Popen[str], ClientSession, int, ClientResponse]]:
    """A server that has answered: its process, a client, its port and the answer for its page."""
    aiohttp = pytest.importorskip("aiohttp")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    environment = {**os.environ, "DANCING_QUEENS_HOME": str(home)}
    server = subprocess.Popen(
        [*own_code(), "--serve", "--port", str(port)], env=environment, stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    try:
        assert str(port) in server.stderr.readline()
        async with aiohttp.ClientSession() as client:
            while True:
                try:
                    async with client.get(f"http://127.0.0.1:{port}/") as answer:
                        await answer.read()
                    break
                except aiohttp.ClientConnectionError:
                    assert server.poll() is None, server.stderr.read()
                    await asyncio.sleep(0.05)
            yield server, client, port, answer
    finally:
        server.kill()
        server.communicate()


@pytest.mark.optional
async def test_the_page_asks_no_other_host_and_a_silent_tab_does_not_hold_up_the_end(tmp_path: Path) -> None:
    """A client that reads nothing never says that it has closed."""
    async with served(tmp_path) as (server, client, port, answer):
        page = await answer.text()
        hosts = {
            urlsplit(address).netloc for address in re.findall(r"""(?:href|src|url)=["']((?:https?|ws):[^"']*)""", page)
        }
        assert hosts == {f"127.0.0.1:{port}"}
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        tab = await client.ws_connect(f"http://127.0.0.1:{port}/ws?width=80&height=24", autoclose=False)
        await tab.receive()
        server.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(server.wait) == 0


@pytest.mark.optional
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are read from /proc")
async def test_tabs_end_with_a_server_that_is_killed_and_no_page_makes_them_huge(tmp_path: Path) -> None:
    async with served(tmp_path) as (server, client, port, _):
        address = f"http://127.0.0.1:{port}/ws?width=100000&height=100000"
        async with client.ws_connect(address, autoclose=False) as tab:
            sent = b""
            while b"help" not in sent:
                message = await tab.receive()
                assert message.type.name == "BINARY", message
                sent += message.data
            rows = [int(row) for row in re.findall(rb"\x1b\[(\d+);\d+H", sent)]
            assert 24 < max(rows) <= LARGEST_SIZE[1]
            (own,) = children(server.pid)
            server.kill()
            while alive(own):
                await asyncio.sleep(0.05)


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    return [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit() and parent(each) == process]


def parent(process: Path) -> int | None:
    """Who started a process; None for one that has gone."""
    with suppress(OSError):
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    return None


def alive(process: int) -> bool:
    """Whether a process is there and has not ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.parametrize(("told", "believed"), [
    ((80, 24), (80, 24)), ((100_000, 24), (1000, 24)), ((80, 100_000), (80, 500)), ((0, -3), (80, 24)),
    (("80", None), (80, 24)), ((True, 1), (1, 1)),
])  # fmt: skip
def test_a_size_that_no_terminal_has_is_not_believed(told: tuple[object, object], believed: tuple[int, int]) -> None:
    assert plausible(*told) == believed


@pytest.mark.slow
@pytest.mark.optional
@pytest.mark.skipif(chromium() is None, reason="Chromium is not installed")
async def test_a_browser_plays_a_sudoku_and_counts_8_queens(tmp_path: Path) -> None:
    pytest.importorskip("textual_serve")
    home = tmp_path / "home"
    home.mkdir()
    async with Served(home, tmp_path) as page:
        assert "nobody else can reach it" in page.said
        await page.wait_for("Solutions")
        await page.click()
        await page.press("f")
        await page.wait_for("full speed")
        await page.press("\r")
        await page.wait_for("92 / 92")
        await page.picture(tmp_path / "queens.png")
        await page.function_key(3)
        await page.wait_for("givens")
        await page.press("i")
        await page.wait_for("TYPE IN")
        await page.press(PUZZLE)
        await page.wait_for("30 givens")
        await page.press("\r")
        await page.wait_for("enter solve")
        await page.press("\r")
        await page.wait_for("SOLUTION 1")
        await page.picture(tmp_path / "sudoku.png")
    for name in ("queens.png", "sudoku.png"):
        assert (tmp_path / name).stat().st_size > 20_000
