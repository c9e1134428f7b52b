"""``python -m tui --serve``: the same app in a browser, one process for every tab (extra ``web``)."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from aiohttp import web

HOST, PORT = "127.0.0.1", 8000
LARGEST_PORT = 65535
SECONDS_TO_END = (0.3, 1.0)
"""Seconds for the open tabs to end after they were asked once, and twice."""
FOREIGN_STYLES = re.compile(r'<link[^>]*href="https?:[^>]*>')
FONT = """<style>@font-face {
  font-family: "Roboto Mono"; src: url("/static/fonts/RobotoMono-VariableFont_wght.ttf"); font-weight: 100 700;
}</style>"""


class CannotServe(Exception):
    """Why there is nothing to open in a browser; the message is a sentence."""


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach what listens there."""
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return False


def meaning(host: str, port: int) -> str:
    """Who can reach the server, in plain words."""
    if is_loopback(host):
        return (
            f"Dancing Queens is at http://{host}:{port} for browsers on this computer; nobody else can reach it. "
            "There is no password: anyone with an account on this computer, or to whom you forward the port, can read "
            "and write files as you. ctrl+c ends it."
        )
    return (
        f"Dancing Queens is at http://{host}:{port} for ANYONE who can reach port {port} of this computer: there is "
        "no password and no encryption, and they can read and write files as you. ctrl+c ends it."
    )


def serve(arguments: Sequence[str], host: str = HOST, port: int = PORT) -> None:
    """Serve the app, started with these arguments, until interrupted.  Raises CannotServe."""
    if not 1 <= port <= LARGEST_PORT:
        raise CannotServe(f"--port: expected 1 to {LARGEST_PORT}, not {port}")
    try:
        from textual_serve.server import Server
    except ImportError:
        raise CannotServe("--serve needs textual-serve: pip install 'dancing-queens[web]'") from None

    class OwnPages(Server):  # type: ignore[misc, unused-ignore]
        """Refuses connections from foreign pages, and ends soon when asked to."""

        def __init__(self, command: str) -> None:
            super().__init__(command, host=host, port=port, title="Dancing Queens")
            self._connections: set[asyncio.Task[Any]] = set()

        async def on_startup(self, app: web.Application) -> None:
            """Say nothing more: `meaning` has been printed."""

        async def _make_app(self) -> web.Application:
            app: web.Application = await super()._make_app()
            app.on_response_prepare.append(_add_headers)
            return app

        async def handle_index(self, request: web.Request) -> Any:
            """The page, with this server's own font: nothing is asked of another host."""
            page: Any = await super().handle_index(request)
            # Under the name that was asked for: another computer knows this one by another name than 0.0.0.0.
            own = page.text.replace(f"//{host}:{port}/", f"//{escape(request.host)}/")
            page.text = FOREIGN_STYLES.sub(FONT, own)
            return page

        async def handle_websocket(self, request: web.Request) -> Any:
            """Run the app for one tab."""
            from aiohttp import web

            if not is_own_page(request.headers.get("Origin"), request.host, host):
                raise web.HTTPForbidden(text="only the page of this server may use it")
            task = asyncio.current_task()
            assert task is not None
            self._connections.add(task)
            try:
                return await super().handle_websocket(request)
            finally:
                self._connections.discard(task)

        async def on_shutdown(self, app: web.Application) -> None:
            """End every tab's app.  Asked once, a tab waits for an answer of its browser; asked twice, it does not."""
            for patience in SECONDS_TO_END:
                if self._connections:
                    for task in self._connections:
                        task.cancel()
                    await asyncio.wait(set(self._connections), timeout=patience)

    server = OwnPages(shlex.join([*own_code(), *arguments]))
    print(meaning(host, port), file=sys.stderr, flush=True)
    try:
        server.serve()
    except OSError as error:
        raise CannotServe(f"{host}:{port}: {error.strerror or error}") from None


async def _add_headers(request: web.Request, answer: web.StreamResponse) -> None:
    """Let no foreign page show this one in a frame, and let this one load nothing from elsewhere."""
    answer.headers.update({
        "X-Frame-Options": "DENY",
        "Content-Security-Policy": "default-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        f"connect-src 'self' ws://{request.host} wss://{request.host}; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    })  # fmt: skip


def own_code() -> list[str]:
    """The command that starts this very program, whatever modules the current folder holds."""
    home = str(Path(__file__).resolve().parents[1])
    start = f"import sys; sys.path.insert(0, {home!r}); from tui.__main__ import MODULE, run; run(MODULE)"
    return [sys.executable, "-P", "-c", start]


def is_own_page(origin: str | None, asked_host: str, bound_host: str) -> bool:
    """Whether a connection comes from our own page.

    A browser says which page opens a connection.  On loopback the name that was
    asked for is checked too: a foreign name may have been made to point here.
    """
    name = urlsplit(f"//{asked_host}").hostname or ""
    if is_loopback(bound_host) and not is_loopback(name):
        return False
    return origin is None or urlsplit(origin).netloc == asked_host
