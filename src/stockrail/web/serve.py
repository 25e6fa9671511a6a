"""Starts the server, says where to open the browser, and opens it where there is one."""

from __future__ import annotations

import contextlib
import socket
import sys
import webbrowser
from collections.abc import Callable
from functools import partial

import uvicorn

from stockrail.core import StockrailError
from stockrail.web.app import make_app
from stockrail.web.beginning import Ask, begin
from stockrail.web.connections import guarded
from stockrail.web.settings import Settings
from stockrail.web.store.lock import alone

GRACE = 2  # seconds for open streams at the end


class Occupied(StockrailError):
    """The port is taken."""


def serve(
    settings: Settings, host: str, port: int, say: Callable[[str], None], browser: bool = False, ask: Ask | None = None
) -> None:
    """Run until it is interrupted."""
    settings.open_folder()
    with contextlib.closing(_door(host, port)) as door, alone(settings.url):
        begin(settings, ask)
        addresses = [f"http://{name}:{door.getsockname()[1]}/" for name in _names(host)]
        app = make_app(settings)
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE, server_header=False,
            http=guarded(settings), ws="none",
            proxy_headers=bool(settings.proxy), forwarded_allow_ips=settings.proxy or None,
        )  # fmt: skip
        ready = partial(_greet, addresses, settings, say, browser)
        server = _Server(config, ready, app.state.services.listeners.say_goodbye)
        with contextlib.suppress(KeyboardInterrupt):
            server.run([door])


class _Server(uvicorn.Server):
    """Greets when it has begun to listen, and lets go of listeners before it waits for them."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], leaving: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._leaving = leaving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._leaving()
        await super().shutdown(sockets)


def _greet(addresses: list[str], settings: Settings, say: Callable[[str], None], browser: bool) -> None:
    say(f"Stockrail is open at {addresses[0]}")
    for other in addresses[1:]:
        say(f"Others on your network can open {other}")
    say(f"Games are saved in {settings.data}. Press Ctrl+C to stop.")
    if browser and sys.stdout.isatty():
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(addresses[0])


def _door(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
    except OSError as error:
        door.close()
        raise Occupied(f"cannot listen at {host}:{port}: {error.strerror or error}; try another --port") from error
    door.listen(128)
    return door


def _names(host: str) -> list[str]:
    """How this computer is called by those who can reach it; the first is for whoever sits before it."""
    if host in ("0.0.0.0", "::"):
        return ["localhost", *_own_address()]
    return [f"[{host}]" if ":" in host else host]


def _own_address() -> list[str]:
    """This computer's address in its network: the one from which it would speak to the outside. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as speaker:
        try:
            speaker.connect(("192.0.2.1", 9))
        except OSError:
            return []  # no network
        return [str(speaker.getsockname()[0])]
