"""Earnings without train runs: page, inspector and terminal show parts, explanation and proof, without any search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.engine.stations import stations

pytest.importorskip("litestar", reason="the browser version is not installed")

from litestar.testing import TestClient
from tests.web.conftest import JSON, Visitor

import stockrail
from stockrail import routes
from stockrail.bots import RandomBot, match
from stockrail.cli import main
from stockrail.core.saving import dump
from stockrail.rules.actions import LayTile, RunTrains
from stockrail.testing import check_title
from stockrail.web.app import make_app
from stockrail.web.settings import Settings


@pytest.fixture(autouse=True)
def title(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """No search may be begun."""

    def fails(*_: Any, **__: Any) -> Any:
        raise AssertionError("a route search for a company that runs no trains")

    monkeypatch.setattr(routes.runs.Question, "__init__", fails)
    with stations() as name:
        yield name


@pytest.fixture
def game(title: str) -> stockrail.RailGame:
    """A company is about to lay a tile, and one of its lays is worth something to it."""
    found, bot = stockrail.new(title, ["Ada", "Ben"], seed=4), RandomBot(4)
    while not (found.ply > 150 and _gaining(found)):
        found.push(bot.choose(found))
    return found


def _gaining(game: stockrail.RailGame) -> LayTile | None:
    for entry in game.legal_actions():
        if isinstance(entry, LayTile):
            before, twin = game.title.account(game, entry.company).total, game.fork()
            twin.push(entry)
            if twin.title.account(twin, entry.company).total > before:
                return entry
    return None


def test_whole_games_are_played_without_a_run(title: str) -> None:
    assert match(title, ["random"] * 3, seed=1, check=True).fault is None
    assert check_title(title, players=[2], bots=["random"]) > 100


def test_the_account_is_what_the_company_gets(game: stockrail.RailGame) -> None:
    lay = _gaining(game)
    assert lay is not None
    bot, total = RandomBot(1), None
    while total is None and not game.is_over:
        account = game.title.account(game, lay.company)
        game.push(bot.choose(game))
        paid = [event for event in game.last_events() if event.kind in ("dividend", "minor_pays")]
        total = next((event["revenue"] for event in paid if event["company"] == lay.company), None)
    assert total == account.total
    assert not any(isinstance(action, RunTrains) for action in game.actions)


class Page:
    def __init__(self, client: TestClient[Any], game: stockrail.RailGame) -> None:
        self.visitor = Visitor(client)
        fields, files = {"_csrf_token": self.visitor.token}, {"file": dump(game)}
        self.id = client.post("/import", data=fields, files=files, headers=JSON).json()["id"]

    def get(self, path: str = "") -> str:
        answer = self.visitor.get(f"/game/{self.id}{path}")
        assert answer.status_code == 200, answer.text
        return str(answer.text)


@pytest.fixture
def page(game: stockrail.RailGame, tmp_path: Path) -> Iterator[Page]:
    with TestClient(make_app(Settings(data=tmp_path, warm=False))) as client:
        yield Page(client, game)


def test_the_panel_shows_what_the_company_would_earn(page: Page, game: stockrail.RailGame) -> None:
    lay = _gaining(game)
    assert lay is not None
    account, text = game.title.account(game, lay.company), page.get()
    panel = text[text.index('id="act"') : text.index('id="refusal"')]
    assert f"Would earn <b>£{account.total}</b>" in panel
    parts = panel[panel.index('id="earnings"') :]
    assert parts[: parts.index("</ul>")].count("<li>") == len(account.parts)
    assert f"{len(account.parts)} stations count." in panel
    assert "Proven" in panel
    assert "change in earnings" in panel and "best run" not in panel
    assert ">Income</li>" in panel


def test_the_inspector_shows_it_too(page: Page, game: stockrail.RailGame) -> None:
    lay = _gaining(game)
    assert lay is not None
    text = page.get(f"/inspect?of=company:{lay.company}")
    account = game.title.account(game, lay.company)
    assert f'<span class="label">Would earn</span> £{account.total} (Proven)' in text
    assert text.count('<span class="label">Station</span>') == len(account.parts)
    for part in account.parts:
        assert f"£{part.amount}<" in text


def test_it_is_told_what_a_tile_brings(page: Page, game: stockrail.RailGame) -> None:
    lay = _gaining(game)
    assert lay is not None
    twin = game.fork()
    twin.push(lay)
    now, then = (each.title.account(each, lay.company).total for each in (game, twin))
    answer = page.visitor.client.get(f"/game/{page.id}/gain?hex={lay.hex}&lay={lay.tile}.{lay.rotation}", headers=JSON)
    assert then > now
    assert answer.json() == {"gain": then - now, "text": f"+£{then - now}", "now": f"£{now}", "then": f"£{then}"}
    assert page.visitor.get(f"/game/{page.id}/best").status_code == 404


def test_the_terminal_shows_it(game: stockrail.RailGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay = _gaining(game)
    assert lay is not None
    game.save(tmp_path / "game.json")
    assert main(["show", str(tmp_path / "game.json")]) == 0
    out = capsys.readouterr().out
    account = game.title.account(game, lay.company)
    assert f"would earn £{account.total}, proven" in out
    assert out.count("  Station: ") == len(account.parts)
    assert f"{len(account.parts)} stations count" in out
    assert "Would earn" in out
    assert main(["routes", str(tmp_path / "game.json"), "--at", str(game.ply)]) == 0
    assert capsys.readouterr().out.count("  Station: ") == len(account.parts)
