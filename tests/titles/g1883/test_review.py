"""Crossings of two rules of 1883 that no other test walks through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import JSON, Visitor

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import CHANCE
from stockrail.core.saving import dump
from stockrail.rules.actions import GoBankrupt, SellShares
from stockrail.rules.cards import give_card
from stockrail.rules.prices import price
from stockrail.rules.rounds import round_order
from stockrail.rules.state import BANK, POOL, certs_at
from stockrail.rules.tokens import cities_of
from stockrail.testing import Position
from stockrail.titles.g1883.actions import ExchangeCard
from stockrail.titles.g1883.debts import Debt, go_bankrupt
from stockrail.titles.g1883.merger import begin_merger
from stockrail.web.app import make_app
from stockrail.web.settings import Settings

from .buying import A, B, C, D, railway, setting, sound
from .eventful import Scene
from .lying import TITLE


@pytest.mark.rule("1883:6.8.6-g", "1883:11-1")
def test_two_bankruptcies_in_one_event_leave_the_old_certificate_limit_until_the_next_stock_round() -> None:
    scene = Scene(players=4).cash(C, 0).cash(D, 0)
    game: Any = scene.event(1)
    for player in (C, D):
        game.push(GoBankrupt(player, ""))
    assert game.title.certificates(game, A)[1] == game.title.facts["players"]["4"]["cert_limit"]
    sound(game)


@pytest.mark.rule("1883:6.8.6-c", "1883:5.8-a")
def test_a_company_that_the_sales_of_its_bankrupt_president_ruin_closes_once() -> None:
    pos = setting("4", rulings={"bankrupt_sales": "all_that_is_legal"})
    game: Any = railway(pos, "SV", {A: 3, B: 2}, cell=(7, 1)).game
    go_bankrupt(game, A, "SV")
    assert [event.params["company"] for event in game.log if event.kind == "corporation_closes"] == ["SV"]


@pytest.mark.rule("1883:8.3-c")
def test_companies_that_have_merged_are_no_longer_in_the_order_of_the_round() -> None:
    game: Any = railway(railway(setting("4"), "FMMSF", {A: 4}), "FMV", {A: 4}).game
    game.state.acted["FMMSF"] = 1
    begin_merger(game, "FMMSF", "FMV")
    assert "FMMSF" not in round_order(game)


@pytest.mark.rule("1883:8.1.6-a")
def test_a_share_of_a_frozen_ccfr_bought_from_the_pool_counts_at_the_end() -> None:
    """A63 the other way round: everybody has looted, and somebody has bought a share since; its price stands."""
    pos: Any = Position(TITLE, 2, rulings={"ccfr_shares_before_5": "pool_shares_for_sale"})
    pos.state.flags["ccfr"] = "frozen"
    for seat in (A, B):
        pos.state.ousted[seat] = True
    pos.state.shelves.move("CCFR_2", certs_at(POOL, "CCFR"))
    with_share, without = pos.game.result().worth
    assert with_share - without == price(pos.game, "CCFR")


@pytest.mark.rule("1883:6.5.2-a", "1883:8.1.8-e")
def test_ccfr_waiting_for_its_launch_keeps_no_second_circle_where_its_token_lies() -> None:
    game: Any = setting("5").game
    assert ("31", 0) in cities_of(game, "CCFR")
    assert "CCFR" in game.title.expected(game)
    assert game.title.kept_circles(game, "SAFRE", ("31", 0)) == 0
    assert game.title.kept_circles(game, "FBV", ("31", 0)) == 1  # SAFRE's


@pytest.mark.rule("1883:6.8.6-b")
def test_a_debtor_sells_of_each_company_but_once() -> None:
    pos = railway(railway(setting("4"), "SV", {B: 2, A: 3}), "FBV", {B: 2, A: 3})
    game: Any = pos.cash(A, 0).operating("SV", "LayTrack")
    game.push_frame(Debt(A, 150, BANK))
    game.push(SellShares(A, "SV", 1))
    assert [entry.action.company for entry in game.legal_actions()] == ["FBV"]


@pytest.mark.rule("1883:3.2-f")
def test_nobody_exchanges_a_private_company_while_a_card_is_drawn() -> None:
    scene = Scene()
    give_card(scene.game, "CNP", A)
    game: Any = scene.begin()
    assert ExchangeCard(A, "CNP") not in game.title.any_time(game, A)


SEED = 98765432109876543210
TOLD = (
    "/game/{}",
    "/game/{}/log",
    "/game/{}/rules",
    "/game/{}/tiles",
    "/game/{}/inspect",
    "/api/games",
    "/api/games/{}",
    "/api/games/{}/log",
    "/api/games/{}/actions",
    "/api/games/{}/save",
    "/game/{}/save",
    "/",
)


def test_no_address_of_a_running_game_tells_its_seed(tmp_path: Path) -> None:
    """The seed would tell every event card and every die to come; a copy to try things has one of its own."""
    game, bot = stockrail.new("1883", ["Ada", "Ben"], seed=SEED), RandomBot(5)
    while game.actor != CHANCE:
        game.push(bot.choose(game))
    game.settle()
    with TestClient(make_app(Settings(data=tmp_path, warm=False))) as client:
        fields, files = {"_csrf_token": Visitor(client).token}, {"file": dump(game)}
        id_ = client.post("/import", data=fields, files=files, headers=JSON).json()["id"]
        answers = [client.get(address.format(id_)) for address in TOLD]
    assert sum(answer.status_code == 200 for answer in answers) > len(TOLD) // 2
    for answer in answers:
        assert str(SEED) not in answer.text, answer.url
        assert f"{SEED:x}" not in answer.text, answer.url
