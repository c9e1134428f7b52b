"""``python -m tui --serve``: the same app in a browser, one process for every tab (extra ``web``)."""

from __future__ import annotations

import ipaddress
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from aiohttp import web

HOST, PORT = "127.0.0.1", 8000
LARGEST_PORT = 65535


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
    """Who can reach it, in plain words."""
    if is_loopback(host):
        return (
            f"Dancing Queens is at http://{host}:{port} for browsers on this computer; nobody else can reach it, "
            "but anyone with an account on this computer can. ctrl+c ends it."
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
        """Takes no connection that a page of somebody else has opened in the person's browser."""

        async def handle_websocket(self, request: web.Request) -> Any:
            from aiohttp import web

            if not is_own_page(request.headers.get("Origin"), request.host, host):
                raise web.HTTPForbidden(text="only the page of this server may use it")
            return await super().handle_websocket(request)

    command = shlex.join([sys.executable, "-m", "tui", *arguments])
    server = OwnPages(command, host=host, port=port, title="Dancing Queens")
    print(meaning(host, port), file=sys.stderr, flush=True)
    try:
        server.serve()
    except OSError as error:
        raise CannotServe(f"{host}:{port}: {error.strerror or error}") from None


def is_own_page(origin: str | None, asked_host: str, bound_host: str) -> bool:
    """Whether a connection comes from our own page.

    A browser says which page opens a connection.  On loopback the name that
    was asked for is looked at as well: a stranger's name may have been made to
    point here.
    """
    name = urlsplit(f"//{asked_host}").hostname or ""
    if is_loopback(bound_host) and not is_loopback(name):
        return False
    return origin is None or urlsplit(origin).netloc == asked_host
