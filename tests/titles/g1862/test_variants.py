"""11 The variants."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

import stockrail
from stockrail.rules.actions import Bid, BuyShare, PayOut, RedeemShares, SellShares, StartCompany
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.state import DEPOT, POOL, trains_at
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.actions import BuyTokens, BuyTrain
from stockrail.titles.g1862.companies import ChooseStations
from stockrail.titles.g1862.dividends import Dividend
from stockrail.titles.g1862.redeeming import RedeemShare
from stockrail.titles.g1862.running import train_uses
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.trains import BuyTrains

from .conftest import Scene, menu, refusal, run, waits_for


def forms(game: Game1862) -> set[str]:
    return {buy.form for buy in menu(game, BuyTrain) if buy.form}


def fresh(options: list[str], players: int = 3) -> Game1862:
    """A game as it is set up; a scene would give every company all permits."""
    names = [f"P{n}" for n in range(players)]
    return cast(Game1862, stockrail.new("1862", players=names, options=options, seed=7))


@pytest.mark.rule("1862:11.1-a")
@pytest.mark.parametrize(("option", "form"), [("simple_express", "express"), ("simple_freight", "freight")])
def test_a_simple_game_has_one_kind_of_train_and_no_permits(option: str, form: str) -> None:
    game = fresh([option])
    assert not game.state.permit.unordered
    assert set(game.state.permits.unordered.values()) == {(form,)}
    scene = Scene(options=[option]).company("ENR", {0: 5}, cash=900).home("ENR")
    game = scene.turn_of("ENR", "BuyTrains")
    assert forms(game) == {form}


@pytest.mark.rule("1862:11.1-a")
@pytest.mark.parametrize(
    ("phase", "trains", "room"), [("D", 3, True), ("D", 4, False), ("E", 3, False), ("G", 2, False)]
)
def test_limits_of_a_simple_game(phase: str, trains: int, room: bool) -> None:
    scene = Scene(options=["simple_express"]).phase(phase).company("ENR", {0: 5}, cash=2000).home("ENR")
    scene.trains("ENR", *["5E"] * trains)
    game = scene.turn_of("ENR", "BuyTrains")
    assert waits_for(game, BuyTrains) is room


@pytest.mark.rule("1862:11.1-b")
@pytest.mark.parametrize(
    ("option", "kinds"), [("advanced_freight", {"freight", "local"}), ("advanced_express", {"express", "local"})]
)
def test_an_advanced_game_has_two_kinds_and_eight_permits_of_each(option: str, kinds: set[str]) -> None:
    game = fresh([option])
    assert Counter(game.state.permit.unordered.values()) == dict.fromkeys(kinds, 8)
    scene = Scene(options=[option]).phase("E").company("ENR", {0: 5}, cash=900).home("ENR").trains("ENR", "5L", "5L")
    assert forms(scene.turn_of("ENR", "BuyTrains")) == kinds - {"local"}  # two of each: the standard limits
    assert len(fresh([option], players=8).state.permit.unordered) == 18


def depot(game: Game1862) -> str:
    counts = Counter(train.rsplit("-", 1)[0] for train in game.state.shelves.on(trains_at(DEPOT)))
    return "".join(str(counts[letter]) for letter in "ABCDEFG")


@pytest.mark.rule("1862:11.2-a")
@pytest.mark.parametrize(("players", "counts"), [(3, "6543321"), (4, "6543321"), (5, "7643321"), (8, "7643321")])
def test_a_shorter_game_has_fewer_trains_below_five_players(players: int, counts: str) -> None:
    assert depot(fresh(["shorter"], players)) == counts


@pytest.mark.rule("1862:11.2-b")
def test_in_a_shorter_game_the_first_e_train_brings_the_lner_and_d_trains_stay() -> None:
    scene = (
        Scene(options=["shorter"]).phase("E").company("ENR", {0: 5}, cash=2000).home("ENR").trains("ENR", "5F", "2F")
    )
    scene.state.flags["phase"] = "D"
    assert [train.alone for train in train_uses(scene.game, "ENR")] == [True, False]
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(BuyTrain(0, "ENR", "E-0", 500, form="local"))
    assert game.state.flags["lner"] == "triggered"
    scene = Scene(options=["shorter"]).phase("G").company("ENR", {0: 5}, cash=2000).home("ENR").trains("ENR", "5F")
    scene.state.flags["phase"] = "F"
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(BuyTrain(0, "ENR", "G-0", 700, form="local"))
    assert len(trains_of(game, "ENR")) == 2  # the 5F is still there


NOVICES = ["novices", "simple_express"]


@pytest.mark.rule("1862:11.3-a")
def test_novices_start_companies_in_parliament_only() -> None:
    game = Scene(options=NOVICES).company("ENR", {0: 5}).in_stock_round()
    assert not menu(game, StartCompany)
    assert refusal(game, StartCompany(0, "EUR", 65)) == ("parliament_only", "11.3-a")
    assert menu(Scene(options=NOVICES).in_parliament(), Bid)


@pytest.mark.rule("1862:11.3-a")
def test_novices_redeem_nothing_and_buy_no_warranties() -> None:
    scene = Scene(options=NOVICES).company("ENR", {0: 5, POOL: 3}, cash=900).home("ENR")
    game = scene.turn_of("ENR", "BuyTrains")
    assert {buy.warranties for buy in menu(game, BuyTrain)} == {0}
    game.push(BuyTrain(0, "ENR", "A-0", 100, form="express"))
    assert game.state.warranties["A-0"] == 1  # the free one
    game = scene.turn_of("ENR", "RedeemShare")
    assert not waits_for(game, RedeemShare)
    assert not menu(game, RedeemShares)


@pytest.mark.rule("1862:11.3-a")
def test_novices_do_not_add_to_dividends() -> None:
    scene = Scene(options=NOVICES).company("ENR", {0: 5}, price=90, cash=900).home("ENR").trains("ENR", "2E")
    ran = Dividend("ENR", 60, 0, 60, ran=True)
    game = scene.at(OperatingRound(2, 1), OperatingTurn("ENR", 5), ran)
    assert refusal(game, PayOut(0, "ENR", "hudson")) == ("no_manoeuvre", "11.3-a")


@pytest.mark.rule("1862:11.3-b")
def test_novices_may_play_the_shorter_game() -> None:
    game = fresh([*NOVICES, "shorter"])
    assert depot(game) == "6543321"


@pytest.mark.rule("1862:11.4-a")
@pytest.mark.parametrize(("ruling", "most"), [("everywhere", 8), ("merged", 7)])
def test_eight_stations(ruling: str, most: int) -> None:
    scene = Scene(options=["eight_tokens"], rulings={"eight_stations": ruling})
    scene.company("ENR", {0: 4}, price=90, chartered=False, floated=False, cash=400)
    game = scene.in_stock_round(1)
    game.push(BuyShare(1, "ENR", "ENR"))
    assert waits_for(game, ChooseStations)
    assert max(choice.count for choice in menu(game, BuyTokens)) == most


@pytest.mark.rule("1862:11.1-a")
def test_trains_run_without_permits_in_a_simple_game() -> None:
    scene = Scene(options=["simple_express"]).company("ENR", {0: 5}).city("F3", "yellow", 0, 3).home("ENR")
    scene.state.permits["ENR"] = ("express",)
    scene.city("F5", "yellow", 3, 0).trains("ENR", "2E")
    assert run(scene.turn_of("ENR", "RunStep"), "ENR", A_0="F3 F5") == (60, 0)


@pytest.mark.rule("1862:11.2-a")
@pytest.mark.parametrize("players", [3, 5])
def test_a_shorter_game_is_never_played_with_the_long_set_of_trains(players: int) -> None:
    with pytest.raises(stockrail.UnknownChoice):
        fresh(["shorter", "long_length"], players)


@pytest.mark.rule("1862:11.1-a", "1862:7.12-c")
def test_a_bankrupt_company_of_a_simple_game_still_needs_no_permit() -> None:
    scene = Scene(options=["simple_express"]).company("ENR", {0: 5}, price=7, par=54).permits("ENR", "express")
    game = scene.in_stock_round()
    game.push(SellShares(0, "ENR", 1))
    assert "ENR" not in game.state.par and game.state.permits["ENR"] == ("express",)


@pytest.mark.rule("1862:2.4.2-b", "1862:11.1-b")
@pytest.mark.parametrize(("players", "counts"), [(7, [8, 9]), (8, [9, 9])])
@pytest.mark.parametrize("option", ["advanced_freight", "advanced_express"])
def test_with_extra_companies_an_advanced_game_has_a_permit_for_each(
    option: str, players: int, counts: list[int]
) -> None:
    """Nine of each kind are shuffled; with seventeen companies one is put away."""
    game = fresh([option], players)
    assert sorted(Counter(game.state.permit.unordered.values()).values()) == counts
    assert set(game.state.permit.unordered) == set(game.state.batch.unordered)
    fewer = fresh([option, "no_extra_companies"], players)
    assert sorted(Counter(fewer.state.permit.unordered.values()).values()) == [8, 8]


@pytest.mark.rule("1862:2.4.2-a", "1862:11.1-a")
@pytest.mark.parametrize("players", [7, 8])
def test_with_extra_companies_a_simple_game_still_has_no_permits(players: int) -> None:
    game = fresh(["simple_freight"], players)
    assert not game.state.permit.unordered and len(game.state.batch) == players + 10
    assert set(game.state.permits.unordered.values()) == {("freight",)}
