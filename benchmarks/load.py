"""How many watchers the server bears: `python -m benchmarks.load`.

Moves are sent by the clock, whether the server keeps up or not. Each is timed from the moment when it was due to the
moment when the last watcher of its table could draw it. A watcher does what the page's script does: it takes the
changes in the news, and fetches the page if they do not fit what it has. Everything runs on this computer, so the
watchers' own work is in the times too; the server's processor time is printed separately.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx

from benchmarks.timing import SHARED, spread
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.rules.game import RailGame
from stockrail.titles import title

LOG = SHARED / "18EU" / "74045.json"
SERVE = """
import sys
from pathlib import Path
from stockrail.web.serve import serve
from stockrail.web.settings import Settings
settings = Settings(data=Path(sys.argv[1]), requests_a_minute=10**6, tables_a_minute=10**6)
serve(settings, "127.0.0.1", 0, lambda line: print(line, flush=True))
"""
TOKEN = re.compile(r'name="csrf" content="([^"]+)"')
PAGE, JSON = {"accept": "text/html"}, {"accept": "application/json"}
HERE = 80  # watchers that come from one address; a server lets no address have many more
SETTLING = 60.0  # seconds until all watchers listen
AIM = 0.5  # seconds in which 95 % of the moves should be on all screens
PATIENCE = 20.0  # seconds after the last move


class Table:
    """One game: the moves that are still to come, and who has seen which."""

    def __init__(self, id_: str, number: int, moves: list[Any]) -> None:
        self.id, self.number, self.moves = id_, number, moves
        self.first = number
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.due: dict[int, float] = {}  # when the move that leads to a number should have been sent
        self.seen: dict[int, float] = {}  # when the last watcher had it

    def has_drawn(self) -> None:
        """A watcher has drawn something: perhaps it was the last one."""
        all_have = min(watcher.number for watcher in self.watchers)
        for number in self.due:
            if number <= all_have:
                self.seen.setdefault(number, time.perf_counter())


class Watcher:
    """A browser: what it shows, its stream, and a connection for what it fetches."""

    def __init__(self, port: int, place: str, table: Table) -> None:
        self.port, self.place, self.table = port, place, table
        self.number, self.drawn = table.number, ""
        self.news = self.fetched = self.received = 0
        self._again, self._fetching = False, False
        table.watchers.append(self)

    async def watch(self, ready: asyncio.Semaphore) -> None:
        await self._fetch()
        reader, writer = await self._connect()
        writer.write(_request(f"/game/{self.table.id}/events", "text/event-stream"))
        status = await _head(reader)
        async for data in _events(reader, status):
            self.received += len(data)
            self._hear(json.loads(data))
            if '"hello"' in data[:200]:
                ready.release()

    def _hear(self, news: dict[str, Any]) -> None:
        self.news += 1
        if news.get("html") and news["was"] == self.drawn and not self._fetching:
            self._show(news["number"], news["drawn"])
        elif news.get("number", self.number) != self.number:
            self._again = True
            if not self._fetching:
                self._fetching = True
                self.task = asyncio.ensure_future(self._fetch_all())

    async def _fetch_all(self) -> None:
        while self._again:
            self._again = False
            await self._fetch()
        self._fetching = False

    async def _fetch(self) -> None:
        reader, writer = await self._connect()  # a server has no room for two open connections of each watcher
        writer.write(_request(f"/game/{self.table.id}?part=1", "text/html"))
        head = await _head(reader)
        length = re.search(r"content-length: (\d+)", head)
        body = await reader.readexactly(int(length[1])) if length else b"".join([c async for c in _chunks(reader)])
        writer.close()
        text = zlib.decompress(body, 31).decode() if "encoding: gzip" in head else body.decode()
        self.fetched += 1
        number, drawn = re.search(r'data-number="(\d+)"', text), re.search(r'data-drawn="(\w+)"', text)
        assert number, text[:200]
        self._show(int(number[1]), drawn[1] if drawn else "")

    def _show(self, number: int, drawn: str) -> None:
        self.number, self.drawn = number, drawn
        self.table.has_drawn()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.place, 0))


def _request(path: str, accept: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"Accept: {accept}", "Accept-Encoding: gzip", "", ""]
    return "\r\n".join(lines).encode()


async def _head(reader: asyncio.StreamReader) -> str:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    assert " 200 " in head, head
    return head


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readline(), 16):
        yield await reader.readexactly(size)
        await reader.readline()
    await reader.readline()


async def _events(reader: asyncio.StreamReader, head: str) -> AsyncIterator[str]:
    unpack = zlib.decompressobj(31) if "encoding: gzip" in head else None
    waiting = b""
    async for chunk in _chunks(reader):
        waiting += unpack.decompress(chunk) if unpack else chunk
        while b"\n" in waiting:
            line, waiting = waiting.split(b"\n", 1)
            if line.startswith(b"data:"):
                yield line[5:].decode()


class Player:
    """Who opened all the tables and sends the moves."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.token = ""

    async def post(self, path: str, files: Any = None, **fields: Any) -> Any:
        answer = await self.http.post(path, data={"_csrf_token": self.token, **fields}, files=files, headers=JSON)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def open(self, many: int) -> list[Table]:
        """Tables at moments spread over one game."""
        self.token = TOKEN.findall((await self.http.get("/", headers=PAGE)).text)[0]
        whole = (await self.post("/import", files={"file": _game()}))["id"]
        moves = (await self.http.get(f"/game/{whole}/save")).json()["actions"]
        tables = []
        for n in range(many):
            at = n * len(moves) // (many + 1)
            id_ = (await self.post(f"/game/{whole}/branch", at=at))["id"]
            number = (await self.http.get(f"/api/games/{id_}")).json()["number"]
            tables.append(Table(id_, number, moves[at:]))
        return tables

    async def move(self, table: Table, due: float) -> None:
        async with table.lock:
            action = table.moves.pop(0)
            table.number += 1
            table.due[table.number] = due
            await self.post(f"/game/{table.id}/act", expected=table.number - 1, action=json.dumps(action))


def _game() -> bytes:
    """A recorded game where there is one, else one that a bot has played with itself."""
    if LOG.exists():
        return LOG.read_bytes()
    game, bot = RailGame(title("18EU"), ["Ada", "Ben", "Cy"]), RandomBot(1)
    while not game.is_over and game.ply < 600:
        game.push(bot.choose(game))
    return dump(game)


async def load(port: int, pid: int, wish: argparse.Namespace) -> None:
    limits = httpx.Limits(max_connections=50)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, limits=limits) as http:
        player = Player(http)
        tables = await player.open(wish.tables)
        ready = asyncio.Semaphore(0)
        watchers = [
            Watcher(port, f"127.0.1.{1 + n // HERE}", tables[n % len(tables)]) for n in range(wish.watchers)
        ]  # fmt: skip
        streams = [asyncio.ensure_future(watcher.watch(ready)) for watcher in watchers]
        async with asyncio.timeout(SETTLING):
            for _ in streams:
                await ready.acquire()
        before, own, started = processor(pid), time.process_time(), time.perf_counter()
        fetched = sum(watcher.fetched for watcher in watchers)
        await _play(player, tables, wish)
        took = time.perf_counter() - started
        used, mine = processor(pid) - before, time.process_time() - own
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
    print(
        f"{wish.tables} tables, {wish.watchers} watchers, {wish.moves:g} moves per second, {os.cpu_count()} processors"
    )
    report(tables, int(wish.seconds * wish.moves))
    print(f"server: {used:.1f} s of processor time in {took:.1f} s; watchers and player: {mine:.1f} s")
    print(f"pages fetched by watchers: {sum(watcher.fetched for watcher in watchers) - fetched}")
    print(f"bytes per event: {sum(w.received for w in watchers) / max(1, sum(w.news for w in watchers)):.0f}")
    print(f"memory of the server: {memory(pid)} MB; load average: {os.getloadavg()[0]:.1f}")


async def _play(player: Player, tables: list[Table], wish: argparse.Namespace) -> None:
    """Send each move when it is due, and wait until all have been drawn."""
    started, sent = time.perf_counter(), []
    for n in range(int(wish.seconds * wish.moves)):
        due = started + n / wish.moves
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        sent.append(asyncio.ensure_future(player.move(tables[n % len(tables)], due)))
    await asyncio.gather(*sent)
    end = time.perf_counter() + PATIENCE
    while any(len(table.seen) < len(table.due) for table in tables) and time.perf_counter() < end:
        await asyncio.sleep(0.05)


def report(tables: list[Table], wanted: int) -> None:
    times = [table.seen[number] - due for table in tables for number, due in table.due.items() if number in table.seen]
    print(f"moves drawn by all their watchers: {len(times)} of {wanted}")
    if times:
        print(f"from due to drawn by the last: {spread(times)}")
    late = sorted(times)[int(0.95 * len(times))] > AIM if times else True
    print(
        f"aim (95 % under {AIM * 1000:.0f} ms, none missing): {'missed' if late or len(times) < wanted else 'reached'}"
    )


def processor(pid: int) -> float:
    """Seconds of processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) // 1024 if found else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--moves", type=float, default=10, help="a second, over all tables")
    parser.add_argument("--seconds", type=float, default=30)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, "-c", SERVE, folder], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        found = re.search(r"http://\S+:(\d+)", server.stdout.readline())
        assert found, "the server did not start"
        try:
            asyncio.run(load(int(found[1]), server.pid, wish))
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
