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
from stockrail.web.settings import Settings

GRACE = 2  # seconds for open streams at the end


class Occupied(StockrailError):
    """The port is taken."""


def serve(settings: Settings, host: str, port: int, say: Callable[[str], None], browser: bool = False) -> None:
    """Run until it is interrupted."""
    door = _door(host, port)
    address = f"http://{_shown(host)}:{door.getsockname()[1]}/"
    app = make_app(settings)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE, server_header=False,
        h11_max_incomplete_event_size=64 * 1024,
    )  # fmt: skip
    ready = partial(_greet, address, settings, say, browser)
    server = _Server(config, ready, app.state.services.say_goodbye)
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


def _greet(address: str, settings: Settings, say: Callable[[str], None], browser: bool) -> None:
    say(f"Stockrail is open at {address}")
    say(f"Games are kept in {settings.data}. Ctrl C closes.")
    if browser and sys.stdout.isatty():
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)


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


def _shown(host: str) -> str:
    return {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)
