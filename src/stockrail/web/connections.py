"""Connections: how many there may be, and how much one may say, and how slowly, before its request begins.

Uvicorn leaves this to a proxy: with httptools it takes headers of any length, and waits for their end for ever.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from stockrail.web.rates import place_of
from stockrail.web.settings import Settings

HEAD = 32 * 1024  # bytes of a request without its body
LINE = 8 * 1024  # bytes of its address, and of each header
HEADERS = 100
AHEAD = 8  # requests that may be sent before the first is answered
PATIENCE = 15.0  # seconds from the start of a connection, or the last answer, to the end of the next headers
LINGER = 2.0  # seconds to read a refusal; closed at once, a connection would throw it away
DEAF = 1024 * 1024  # bytes that are thrown away meanwhile
MOST, MOST_HERE = 900, 200  # in all (systems often allow 1,024 open files), and from one address
NOISE = ("Invalid HTTP request", "Unsupported upgrade request", "No supported WebSocket library")
SAID = {
    400: "This is not a request that can be read.",
    408: "The request came too slowly.",
    414: "The address is too long.",
    431: "The headers are too long.",
    503: "Too many connections.",
}


class TooMuch(Exception):
    """A request that is refused before it is read; `status` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Crowd:
    """The open connections, in all and by where they come from; a proxy may bring as many as it likes."""

    def __init__(self, proxy: str = "", most: int = MOST, most_here: int = MOST_HERE) -> None:
        self.most, self.most_here = most, most_here
        self._proxies = list(_networks(proxy))
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open.total()

    def enter(self, address: str) -> bool:
        """Whether there is room for one more; if so, it is counted."""
        place = place_of(address)
        full = self._open[place] >= self.most_here and not self._brings_others(address)
        if full or len(self) >= self.most:
            return False
        self._open[place] += 1
        return True

    def leave(self, address: str) -> None:
        place = place_of(address)
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]

    def _brings_others(self, address: str) -> bool:
        try:
            known = ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self._proxies)


def _networks(proxy: str) -> Iterable[IPv4Network | IPv6Network]:
    """The addresses of proxies as the command takes them: one, several with commas, networks, or * for all."""
    for part in filter(None, (part.strip() for part in proxy.split(","))):
        if part == "*":
            yield from (ip_network("0.0.0.0/0"), ip_network("::/0"))
            continue
        try:
            yield ip_network(part, strict=False)
        except ValueError:
            continue  # the name of a socket, which has no address


def check_head(address: bytes, headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Raise if what stands before the body of a request is longer than any browser sends."""
    if len(address) > LINE:
        raise TooMuch(414)
    sizes = [len(name) + len(value) for name, value in headers]
    if len(sizes) > HEADERS or sum(sizes) > HEAD or max(sizes, default=0) > LINE:
        raise TooMuch(431)


class Guarded(asyncio.Protocol):
    """What is added to a protocol of Uvicorn, which says when a request begins (`begins`) and goes on (`heard`)."""

    crowd: Crowd
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    cycle: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.heard = False  # whether the last piece of data brought the request on
        self._loose = 0  # bytes that have not: of headers without an end
        self._refused = False
        self._counted = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._counted = self.crowd.enter(self._address)
        if self._counted:
            self.wait()
        else:
            self.refuse(503)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()
        if self._counted:
            self._counted = False
            self.crowd.leave(self._address)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            self._ignore(data)
            return
        self.heard = False
        super().data_received(data)
        self._loose = 0 if self.heard else self._loose + len(data)
        if self._loose > HEAD:
            self.refuse(431)

    def _ignore(self, data: bytes) -> None:
        """Most of what comes after a refusal was on its way already; whoever goes on is not listened to for long."""
        self._loose += len(data)
        if self._loose > DEAF:
            self.transport.abort()

    def begins(self) -> None:
        """A request has come whole but for its body: from here on the application looks after its time."""
        self.heard = True
        self._stop_waiting()

    def wait(self) -> None:
        """The next request is due."""
        self._stop_waiting()
        self._timer = self.loop.call_later(PATIENCE, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        if self._loose:
            self.refuse(408)
        else:
            self.transport.close()

    def refuse(self, status: int) -> None:
        """Say why, hear nothing more, and close when that has been read."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._stop_waiting()
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.close()  # in the middle of an answer nothing else can be said
            return
        self.transport.write(_answer(status))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._timer = self.loop.call_later(LINGER, self.transport.close)

    def send_400_response(self, msg: str) -> None:
        self.refuse(400)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""


def _answer(status: int) -> bytes:
    text = SAID[status].encode()
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
    return f"{head}content-length: {len(text)}\r\nconnection: close\r\n\r\n".encode() + text


class _CheckedConnection(h11.Connection):
    """h11's state of a connection, which looks at each request before anybody else does."""

    def __init__(self, protocol: GuardedH11) -> None:
        super().__init__(h11.SERVER, HEAD)
        self.protocol = protocol

    def next_event(self) -> Any:
        try:
            event = super().next_event()
            if isinstance(event, h11.Request):
                check_head(event.target, event.headers)
        except TooMuch as error:
            self.protocol.refuse(error.status)
            raise h11.RemoteProtocolError(str(error)) from error
        except h11.RemoteProtocolError as error:
            if error.error_status_hint == 431:  # its own limit of what has no end
                self.protocol.refuse(431 if b"\n" in self.trailing_data[0] else 414)
            raise
        if isinstance(event, h11.Request):
            self.protocol.begins()
        self.protocol.heard |= isinstance(event, h11.Data)
        return event


class GuardedH11(Guarded, H11Protocol):
    """For h11, which is always there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = _CheckedConnection(self)

    def on_response_complete(self) -> None:
        self.wait()
        super().on_response_complete()


def _guarded_httptools() -> type[Guarded]:
    """For httptools, which is fast; it calls back for each piece of a request."""
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    class GuardedHttpTools(Guarded, HttpToolsProtocol):
        def on_url(self, url: bytes) -> None:
            super().on_url(url)
            self._check()

        def on_header(self, name: bytes, value: bytes) -> None:
            super().on_header(name, value)
            self._check()

        def on_headers_complete(self) -> None:
            if len(self.pipeline) >= AHEAD:
                self.refuse(400)
                raise TooMuch(400)
            super().on_headers_complete()
            self.begins()

        def on_body(self, body: bytes) -> None:
            super().on_body(body)
            self.heard = True

        def on_response_complete(self) -> None:
            if not self.pipeline:
                self.wait()
            super().on_response_complete()

        def _check(self) -> None:
            try:
                check_head(self.url, self.headers)
            except TooMuch as error:
                self.refuse(error.status)
                raise

    return GuardedHttpTools


def guarded(settings: Settings) -> type[asyncio.Protocol]:
    """The protocol for a server: the fastest parser that is there, behind our limits."""
    try:
        base = _guarded_httptools()
    except ImportError:
        base = GuardedH11
    logging.getLogger("uvicorn.error").addFilter(_worth_a_line)
    return type(base.__name__, (base,), {"crowd": Crowd(settings.proxy)})


def _worth_a_line(record: logging.LogRecord) -> bool:
    """What any stranger can cause at will does not fill the log."""
    return not str(record.msg).startswith(NOISE)
