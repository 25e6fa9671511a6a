"""Files in and out: a running game without its seed, logs with their own times, and what an import has found."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from tests.web.conftest import PAGE, Visitor
from tests.web.finished import TITLES, finished, running
from tests.web.test_story import imported, replayed

from stockrail.files.checking import report_of
from stockrail.files.public_log import timed_log

Client = TestClient[Any]


@pytest.mark.parametrize("title", TITLES)
def test_players_save_their_running_game_without_its_seed(visitor: Visitor, client: Client, title: str) -> None:
    save = running(title)
    seed = json.loads(save)["seed"]
    game = imported(visitor, save)
    answer = visitor.get(f"/game/{game}/save")
    assert answer.status_code == 200
    told = answer.json()
    assert told["withheld"]
    assert told["seed"] != seed
    again = imported(visitor, answer.content)
    assert f'data-acts="{len(told["actions"])}"' in visitor.get(f"/game/{again}").text
    before, after = (client.get(f"/api/games/{id_}").json() for id_ in (game, again))
    for place in ("players", "companies", "decision"):
        assert before[place] == after[place]
    assert re.search(r'href="/game/\w+/save"', visitor.get(f"/game/{game}").text)


def test_whoever_watches_cannot_save_a_running_game(visitor: Visitor, client: Client) -> None:
    game = imported(visitor, running("18EU"))
    over = imported(visitor, finished("18EU"))
    client.cookies.clear()
    other = Visitor(client)
    assert other.get(f"/game/{game}/save").status_code == 403
    assert f"/game/{game}/save" not in other.get(f"/game/{game}").text
    told = other.get(f"/game/{over}/save").json()
    assert "withheld" not in told
    assert told["seed"] == json.loads(finished("18EU"))["seed"]


def test_a_program_saves_the_game_of_its_seat(client: Client) -> None:
    client.cookies.clear()
    seats = [{"kind": "link", "name": name} for name in ("Ada", "Ben")]
    made = client.post("/api/games", json={"title": "18EU", "seats": seats}).json()
    key = {"authorization": f"Bearer {made['seats'][1]['token']}"}
    path = f"/api/games/{made['id']}/save"
    assert client.get(path, headers=key).json()["withheld"]
    assert client.get(path).status_code == 403


def log_of(folder: Path, shared: Path) -> bytes:
    return (shared / "fixtures" / "18EU" / "74045.json").read_bytes()


def test_an_imported_log_keeps_its_own_times(visitor: Visitor, client: Client, tmp_path: Path, shared: Path) -> None:
    data = log_of(tmp_path, shared)
    game, times = timed_log(msgspec.json.decode(data))
    raw = json.loads(data)["actions"]
    assert times[0] == raw[0]["created_at"]
    assert times[-1] == max(entry["created_at"] for entry in raw if entry["type"] != "message")
    assert times == sorted(times)
    id_ = imported(visitor, data)
    lines = client.get(f"/api/games/{id_}/log").json()
    assert [line["at"] for line in lines if line["number"] >= 0] == times
    assert len(times) == game.ply


@pytest.mark.parametrize("written", [None, "yesterday", True, -5, 10**15, [1]])
def test_a_log_whose_times_cannot_be_is_imported_all_the_same(
    visitor: Visitor, client: Client, tmp_path: Path, shared: Path, written: Any
) -> None:
    raw = json.loads(log_of(tmp_path, shared))
    raw["actions"] = raw["actions"][:3]
    for entry in raw["actions"]:
        entry["created_at"] = written
    game = imported(visitor, json.dumps(raw).encode())
    lines = client.get(f"/api/games/{game}/log").json()
    assert all(abs(line["at"] - lines[-1]["at"]) < 1 for line in lines if line["number"] >= 0)
    assert lines[-1]["at"] > 10**9


def test_what_an_import_has_found_is_reported(visitor: Visitor, tmp_path: Path, shared: Path) -> None:
    """The figures are those that the command finds: 15 of 114 runs, £360."""
    game = imported(visitor, log_of(tmp_path, shared))
    said = visitor.get(f"/game/{game}/checked").text
    assert "716 actions checked, 15 runs below the best, £360 left on the table" in said
    page = visitor.get(f"/game/{game}/runs").text
    assert len(re.findall(rf'data-key="\d+"[^>]*class="n"[^>]*><a href="/game/{game}\?at=', page)) == 15


@pytest.mark.parametrize("title", TITLES)
def test_runs_are_named_by_the_numbers_of_the_page(visitor: Visitor, client: Client, title: str) -> None:
    report = report_of(replayed(running(title)))
    assert all(run.best >= run.played for run in report.found)
    game = imported(visitor, running(title))
    page = client.get(f"/game/{game}/runs", headers={**PAGE, "accept-language": "it"}).text
    assert "azioni controllate" in page
    for run in report.below[:2]:
        past = visitor.get(f"/game/{game}?at={run.at}").text
        assert f'data-at="{run.at}"' in past
        assert replayed(running(title)).actions[run.at - 1].company == run.company  # type: ignore[attr-defined]
