"""Headless Chromium, driven over its DevTools protocol, looking at ``python -m tui --serve``."""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pyte

from tests import PATIENCE, ROOT

COLUMNS, ROWS = 300, 100
"""More than any window of the browser holds: the emulator only has to be large enough."""


def chromium() -> str | None:
    """Where Chromium is, if it is installed."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Served:
    """The app behind `--serve`, and one page of a browser that shows it.  Use as an asynchronous context manager."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home, self.folder = home, folder
        self.port = free_port()
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self.screen)
        self._number = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._session = ""

    async def __aenter__(self) -> Self:
        env = {**os.environ, "DANCING_QUEENS_HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        project = ROOT
        self.server = subprocess.Popen(
            [sys.executable, "-m", "tui", "--serve", "--port", str(self.port)], env=env, cwd=project,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        assert self.server.stderr is not None
        self.said = self.server.stderr.readline().decode()
        self.browser = subprocess.Popen(
            [str(chromium()), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--remote-debugging-port=0", f"--user-data-dir={self.folder / 'profile'}", "--window-size=1200,800",
             "about:blank"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        assert self.browser.stderr is not None
        address = ""
        while not address:
            line = self.browser.stderr.readline().decode()
            assert line, "the browser has ended"
            address = line.partition("DevTools listening on ")[2].strip()
        from aiohttp import ClientSession  # a quarter of a second in every test process, of which one needs it

        self._client = ClientSession()
        self._socket = await self._client.ws_connect(address, max_msg_size=0)
        self._reader = asyncio.create_task(self._read())
        await self._listening()
        target = (await self.tell("Target.createTarget", url="about:blank"))["targetId"]
        self._session = (await self.tell("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        for domain in ("Page", "Network", "Runtime"):
            await self.tell(f"{domain}.enable")
        await self.tell("Page.navigate", url=f"http://127.0.0.1:{self.port}")
        return self

    async def click(self) -> None:
        """Click into the page: it has the keyboard from then on."""
        for kind in ("mousePressed", "mouseReleased"):
            await self.tell("Input.dispatchMouseEvent", type=kind, x=8, y=400, button="left", clickCount=1)

    async def __aexit__(self, *exception: object) -> None:
        self._reader.cancel()
        await self._client.close()
        for process in (self.browser, self.server):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if process.stderr is not None:
                process.stderr.close()

    async def _listening(self) -> None:
        from aiohttp import ClientError

        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with self._client.get(f"http://127.0.0.1:{self.port}") as answer:
                        if answer.status == 200:
                            return
                except ClientError:
                    await asyncio.sleep(0.05)

    async def _read(self) -> None:
        async for message in self._socket:
            said = message.json()
            if "id" in said:
                future = self._answers.pop(said["id"])
                if not future.done():
                    future.set_result(said.get("result", said))
            elif said.get("method") == "Network.webSocketFrameReceived":
                frame = said["params"]["response"]
                if frame["opcode"] == 2:
                    self._stream.feed(base64.b64decode(frame["payloadData"]))

    async def tell(self, method: str, **parameters: Any) -> Any:
        """Send a command to the browser and return its answer."""
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        session = {"sessionId": self._session} if self._session else {}
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters, **session})
        return await asyncio.wait_for(answer, PATIENCE)

    @property
    def text(self) -> str:
        """What the page shows."""
        return "\n".join(self.screen.display)

    async def wait_for(self, what: str | Callable[[str], bool]) -> None:
        """Wait until that is shown."""
        condition = (lambda text: what in text) if isinstance(what, str) else what
        until = time.monotonic() + PATIENCE
        while not condition(self.text):
            assert time.monotonic() < until, f"waited for {what!r}; the page shows:\n{self.text}"
            await asyncio.sleep(0.02)

    async def press(self, keys: str) -> None:
        """Type characters; ``\\r`` is enter."""
        for key in keys:
            name = "Enter" if key == "\r" else key
            code = {"windowsVirtualKeyCode": 13, "code": "Enter"} if key == "\r" else {}
            await self.tell("Input.dispatchKeyEvent", type="keyDown", key=name, text=key, **code)
            await self.tell("Input.dispatchKeyEvent", type="keyUp", key=name, **code)

    async def function_key(self, number: int) -> None:
        """Press F1 to F12."""
        for kind in ("keyDown", "keyUp"):
            await self.tell(
                "Input.dispatchKeyEvent", type=kind, key=f"F{number}", code=f"F{number}",
                windowsVirtualKeyCode=111 + number,
            )  # fmt: skip

    async def picture(self, path: Path) -> None:
        """Save a screenshot as PNG."""
        path.write_bytes(base64.b64decode((await self.tell("Page.captureScreenshot", format="png"))["data"]))
