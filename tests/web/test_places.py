"""Places on boards outlive a restart: they are searched for once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import JSON, PAGE, TITLE, Visitor

from stockrail.draw import place
from stockrail.rules.game import RailGame
from stockrail.titles import title
from stockrail.web import places
from stockrail.web.app import make_app
from stockrail.web.settings import Settings
from stockrail.web.views.board import Shown, board_markup


def draw() -> str:
    return board_markup(RailGame(title(TITLE), ["Ada", "Ben"]), Shown(), "")


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As another process would begin."""
    monkeypatch.setattr(place, "_known", {})
    place.placement.cache_clear()


def test_what_was_found_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch)
    before = draw()
    (tmp_path / "places-of-older-code.json").write_text("[]")
    places.remember(tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    forget(monkeypatch)
    monkeypatch.setattr(place, "_search", lambda setting: pytest.fail(f"{setting.name} is searched for again"))
    assert places.recall(tmp_path) > 20
    assert draw() == before


@pytest.mark.parametrize("data", [b"", b"[", b"{}", b"[[1,2]]", b"\xff"])
def test_a_file_that_is_broken_is_as_none(tmp_path: Path, data: bytes) -> None:
    places._file(tmp_path).write_bytes(data)
    assert places.recall(tmp_path) == 0


def test_the_board_of_an_imported_game_is_searched_for_at_the_import(
    visitor: Visitor, client: TestClient[Any], shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch)
    draw()
    fields, files = {"_csrf_token": visitor.token}, {"file": (shared / "fixtures" / TITLE / "74045.json").read_bytes()}
    game = client.post("/import", data=fields, files=files, headers=JSON).json()["id"]
    monkeypatch.setattr(place, "_search", lambda setting: pytest.fail(f"{setting.name} is searched for again"))
    for address in (f"/game/{game}", f"/game/{game}?at=450", f"/game/{game}?at=700"):
        assert client.get(address, headers=PAGE).status_code == 200


def test_a_server_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stockrail.web.app._draw_titles", lambda: None)
    forget(monkeypatch)
    draw()
    with TestClient(make_app(Settings(data=tmp_path))):
        pass
    assert places.recall(tmp_path) > 20
