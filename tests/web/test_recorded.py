"""The recorded game in the browser version: it opens at its end and in its middle."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import JSON, PAGE, TITLE, Visitor


def imported(visitor: Visitor, client: TestClient[Any], shared: Path) -> str:
    log = next((shared / "fixtures" / TITLE).glob("74045.json"))
    files = {"file": ("log.json", log.read_bytes())}
    answer = client.post("/import", data={"_csrf_token": visitor.token}, files=files, headers=JSON)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


@pytest.fixture
def recorded(visitor: Visitor, client: TestClient[Any], shared: Path) -> str:
    return imported(visitor, client, shared)


def test_its_end_and_its_middle_say_what_was_so(client: TestClient[Any], recorded: str) -> None:
    page = client.get(f"/game/{recorded}", headers=PAGE).text
    assert "The game is over" in page
    position = client.get(f"/api/games/{recorded}").json()
    assert position["over"]
    middle = client.get(f"/game/{recorded}?at=535", headers=PAGE).text
    assert "lay or upgrade one tile" in middle
    assert "Action 535 of" in middle


def test_every_past_position_of_a_stretch_has_a_page(client: TestClient[Any], recorded: str) -> None:
    for at in range(330, 380):
        answer = client.get(f"/game/{recorded}?at={at}&part=1", headers=PAGE)
        assert answer.status_code == 200, at


def test_every_kind_of_decision_has_a_panel(visitor: Visitor, recorded: str) -> None:
    """A branch from each kind: whoever sits there finds a control for every legal action."""
    for at in (0, 1, 3, 142, 143, 144, 246, 340, 350, 393, 462, 474, 475, 535, 536, 542, 550, 574, 641, 705, 715):
        branch = visitor.post(f"/game/{recorded}/branch", at=str(at)).json()["id"]
        page = visitor.get(f"/game/{branch}").text
        assert 'class="act card"' in page, f"nothing can be done at action {at}"
        menu = visitor.client.get(f"/api/games/{branch}/actions").json()
        kinds = {choice["action"]["type"] for choice in menu}
        shown = set(re.findall(r"&#34;type&#34;:&#34;(\w+)&#34;", page))
        place = {"LayTile", "PlaceToken", "PlaceHome"}  # these wait for a hex
        assert kinds - place <= shown, f"action {at}: {kinds - shown} has no control"


def test_an_action_and_its_undo_are_answered(visitor: Visitor, recorded: str) -> None:
    game = visitor.post(f"/game/{recorded}/branch", at="701").json()["id"]
    before = visitor.client.get(f"/api/games/{game}").json()
    action = f'{{"type":"Pass","player":{before["decision"]["actor"]}}}'
    assert visitor.act(game, before["number"], action).json()["number"] == before["number"] + 1
    assert visitor.post(f"/game/{game}/undo", expected=str(before["number"] + 1)).status_code == 200
    after = visitor.client.get(f"/api/games/{game}").json()
    assert after["decision"] == before["decision"]


def test_a_finished_game_can_be_saved_and_brought_back(
    visitor: Visitor, client: TestClient[Any], recorded: str
) -> None:
    save = client.get(f"/game/{recorded}/save")
    assert save.headers["content-disposition"].startswith("attachment")
    files = {"file": ("save.json", save.content)}
    answer = client.post("/import", data={"_csrf_token": visitor.token}, files=files, headers=JSON)
    again = client.get(f"/api/games/{answer.json()['id']}").json()
    assert again["players"] == client.get(f"/api/games/{recorded}").json()["players"]


def test_the_best_run_is_proven_for_a_page_that_did_not_wait(visitor: Visitor, recorded: str) -> None:
    game = visitor.post(f"/game/{recorded}/branch", at="536").json()["id"]
    assert visitor.client.get(f"/game/{game}/best", headers=JSON).json() == {"total": 460}
    assert "Proven best" in visitor.get(f"/game/{game}").text
    assert visitor.client.get(f"/game/{recorded}/best", headers=JSON).status_code == 404
