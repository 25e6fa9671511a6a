"""Databases of earlier versions: every table is there as it was left, and is played on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the browser version is not installed")

from litestar.testing import TestClient
from tests.web.conftest import Visitor
from tests.web.test_store import own_postgres

from stockrail.web.app import make_app
from stockrail.web.settings import Settings

HERE = Path(__file__).parent
KINDS = [(corpus.name, kind) for corpus in sorted(HERE.glob("20*")) for kind in ("sqlite", "postgresql")]
Client = TestClient[Any]
TRIES = 20
FIELDS = ("act", "number", "decision", "asked", "players", "round")


class Kept:
    """A server on an old database, and what its people still know."""

    def __init__(self, client: Client, keys: dict[str, Any]) -> None:
        self.client = client
        self.keys = keys

    @property
    def tables(self) -> dict[str, Any]:
        found: dict[str, Any] = self.keys["tables"]
        return found


@pytest.fixture(scope="module", params=KINDS, ids="-".join)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    folder, kind = HERE / request.param[0], request.param[1]
    data = tmp_path_factory.mktemp("old")
    keys = json.loads(gzip.decompress((folder / f"{kind}.keys.json.gz").read_bytes()))
    (data / "secret").write_text(keys["secret"])
    if kind == "sqlite":
        (data / "stockrail.db").write_bytes(gzip.decompress((folder / "stockrail.db.gz").read_bytes()))
        yield from _served(Settings(data=data, warm=False), keys)
    else:
        for url in own_postgres():
            _restore(url, gzip.decompress((folder / "postgresql.sql.gz").read_bytes()).decode())
            yield from _served(Settings(data=data, database=url, warm=False), keys)


def _restore(url: str, script: str) -> None:
    import psycopg

    lines = [line for line in script.splitlines() if not line.startswith(("\\", "SET transaction_timeout"))]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("\n".join(lines))


def _served(settings: Settings, keys: dict[str, Any]) -> Iterator[Kept]:
    with TestClient(make_app(settings)) as client:
        yield Kept(client, keys)


def as_told_then(now: Any, then: Any) -> Any:
    """An answer of today without the fields that nobody told when the folder was made."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: as_told_then(value, then[key]) for key, value in now.items() if key in then}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [as_told_then(*pair) for pair in zip(now, then, strict=True)]
    return now


def test_every_table_is_as_it_was_left(kept: Kept) -> None:
    for name, table in kept.tables.items():
        position = kept.client.get(f"/api/games/{table['id']}").json()
        then = {field: table["position"][field] for field in FIELDS}
        assert as_told_then(position, then) == then, name
        assert kept.client.get(f"/game/{table['id']}").status_code == 200, name
        assert kept.client.get(f"/api/games/{table['id']}/log").status_code == 200, name


@pytest.mark.parametrize("title", ["18EU", "1862"])
def test_a_seat_acts_by_its_old_token(kept: Kept, title: str) -> None:
    table = kept.tables[f"{title} links"]
    path, asked = f"/api/games/{table['id']}", table["position"]["asked"]
    keys = {int(seat): {"authorization": f"Bearer {token}"} for seat, token in table["tokens"].items()}
    number = table["position"]["number"]
    for seat in asked["waiting"]:  # the request to take back that was left open is answered
        body = {"expected": number, "accept": False}
        assert kept.client.post(f"{path}/answer", json=body, headers=keys[seat]).status_code == 200
        number += 1
    for _ in range(5):
        position = kept.client.get(path).json()
        choice = kept.client.get(f"{path}/actions").json()[0]["action"]
        body = {"expected": position["number"], "actions": [choice]}
        answer = kept.client.post(f"{path}/actions", json=body, headers=keys[position["decision"]["actor"]])
        assert answer.status_code == 200, answer.text


def _acts(host: Visitor, game: str) -> bool:
    """Take the first action of the menu; whoever has ordered to pass may do so just before."""
    for _ in range(TRIES):
        position = host.client.get(f"/api/games/{game}").json()
        choice = host.client.get(f"/api/games/{game}/actions").json()[0]["action"]
        said = {"expected": str(position["number"]), "action": [json.dumps(choice)], "sure": "yes"}
        answer = host.post(f"/game/{game}/act", **said)
        if answer.status_code != 409:
            return bool(answer.status_code == 200)
    return False


@pytest.mark.parametrize("title", ["18EU", "1862"])
def test_a_host_logs_in_and_plays_on_with_what_was_taken_back(kept: Kept, title: str) -> None:
    kept.client.cookies.clear()
    host = Visitor(kept.client)
    login = {"login": "Ottó", "password": kept.keys["logins"]["Ottó"]}
    assert host.post("/account/in", **login).status_code == 200
    screen = kept.tables[f"{title} screen"]
    number = screen["position"]["number"]
    assert host.post(f"/game/{screen['id']}/redo", expected=str(number)).status_code == 200
    for name in ("screen", "imported", "ordered", "branch"):
        for _ in range(3):
            assert _acts(host, kept.tables[f"{title} {name}"]["id"]), name
    finished = kept.tables[f"{title} finished"]["id"]
    assert kept.client.get(f"/api/games/{finished}/save").status_code == 200
    assert "Glück" in host.get(f"/game/{screen['id']}").text
