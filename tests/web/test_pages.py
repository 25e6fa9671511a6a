"""Pages without scripts: lobby, joining, seats and their secrets, accounts, history, chat."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import PAGE, Visitor

from stockrail.cli import main

Client = TestClient[Any]
SELECT = '{"type":"Select","player":0,"item":"1"}'


def somebody_else(client: Client) -> Visitor:
    client.cookies.clear()
    return Visitor(client)


def link(visitor: Visitor, game: str, which: int) -> str:
    """A link of the menu: there they stand in the order of the seats."""
    menu = visitor.get(f"/game/{game}").text.partition('id="menu"')[2]
    found: list[str] = re.findall(r'data-copy="(/join/[^"]+)"', menu)
    return found[which]


def test_the_lobby_says_whose_turn_it_is(visitor: Visitor) -> None:
    assert "No game is waiting for you" in visitor.get("/").text
    game = visitor.new_game("screen", "screen", name="Sunday evening")
    page = visitor.get("/").text
    assert "Sunday evening" in page
    assert f'class="gm mine" href="/game/{game}"' in page
    assert "Initial sale" in page


def test_a_form_works_without_scripts(visitor: Visitor, client: Client) -> None:
    game = visitor.new_game("screen", "screen")
    fields = {"_csrf_token": visitor.token, "expected": "0", "action": SELECT}
    answer = client.post(f"/game/{game}/act", data=fields, headers=PAGE, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/game/{game}")
    refused = client.post(f"/game/{game}/act", data={**fields, "expected": "1"}, headers=PAGE)
    assert refused.status_code == 422
    assert "Back to the lobby" in refused.text


def test_a_link_leads_to_its_seat(visitor: Visitor, client: Client) -> None:
    game = visitor.new_game("screen", "link")
    door = link(visitor, game, 1)
    ben = somebody_else(client)
    assert "A seat is reserved for you" in ben.get(door).text
    assert ben.post(door, name="Benno").status_code == 200
    page = ben.get(f"/game/{game}").text
    assert "Benno" in page
    assert len(re.findall(r'data-copy="/join/', page)) == 1, "he sees the link to his own seat only"
    assert ben.act(game, 0, SELECT).status_code == 403


def test_links_to_seats_that_are_taken_are_their_owners_alone(visitor: Visitor, client: Client) -> None:
    game = visitor.new_game("screen", "link")
    door = link(visitor, game, 1)
    host = dict(client.cookies)
    somebody_else(client).post(door, name="Benno")
    client.cookies.clear()
    client.cookies.update(host)
    assert door not in client.get(f"/game/{game}", headers=PAGE).text


def test_an_open_seat_goes_to_the_first_who_comes(visitor: Visitor, client: Client) -> None:
    game = visitor.new_game("screen", "open")
    cy = somebody_else(client)
    assert game in cy.get("/").text
    assert cy.post(f"/game/{game}/join", name="Cy").status_code == 200
    late = somebody_else(client)
    assert late.post(f"/game/{game}/join", name="Dee").status_code == 400
    assert f"/game/{game}/join" not in late.get("/").text


def test_an_account_takes_the_games_of_its_browser_with_it(visitor: Visitor, client: Client) -> None:
    game = visitor.new_game("screen", "screen")
    assert visitor.post("/account/new", login="Greta", password="long enough").status_code == 200
    assert game in visitor.get("/").text
    other = somebody_else(client)
    second = other.new_game("screen", "screen")
    assert other.post("/account/in", login="greta", password="long enough").status_code == 200
    page = other.get("/").text
    assert game in page
    assert second in page
    invited = other.new_game("screen", "account", name1="Greta")
    assert other.act(invited, 0, SELECT).status_code == 200
    other.post("/account/out")
    assert game not in other.get("/").text


def test_a_past_position_offers_no_action_but_a_branch(visitor: Visitor) -> None:
    game = visitor.new_game("screen", "screen")
    visitor.act(game, 0, SELECT)
    page = visitor.get(f"/game/{game}?at=0").text
    assert "Action 0 of 1" in page
    assert '"type"' not in page.split('id="act"')[1].split('id="ledger"')[0]
    branch = visitor.post(f"/game/{game}/branch", at="0").json()["id"]
    assert "Choose a minor to auction" in visitor.get(f"/game/{branch}").text


def test_rules_and_rulings_can_be_read(visitor: Visitor) -> None:
    game = visitor.new_game("screen", "screen")
    page = visitor.get(f"/game/{game}/rules").text
    assert 'id="r-4.4.3-d"' in page
    assert "Must trains run for the maximum?" in page
    assert visitor.client.get(f"/game/{game}/rule/4.4.3-d").json()["text"]
    assert visitor.client.get(f"/game/{game}/rule/nothing").status_code == 404


def test_options_and_rulings_of_the_form_are_kept(visitor: Visitor) -> None:
    fields = {"18EU:option-extra_three_train": "yes", "18EU:preset": "18xx.games", "18EU:ruling-runs": "maximum"}
    game = visitor.new_game("screen", "screen", **fields)
    position = visitor.client.get(f"/api/games/{game}").json()
    assert position["options"] == ["extra_three_train"]
    assert position["rulings"]["runs"] == "maximum"
    assert position["rulings"]["bank_breaks"] == "below_zero"


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--port", "99999"], "not a valid port"), (["--database", "nonsense://x", "--port", "0"], "cannot be used")],
)
def test_the_command_says_what_is_wrong(words: list[str], said: str, tmp_path: Any, capsys: Any) -> None:
    assert main(["serve", "--data", str(tmp_path), *words]) != 0
    assert said in capsys.readouterr().err
