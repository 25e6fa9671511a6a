"""4.2.2 The final exchange: who, when, which minor, and what becomes of it."""

import pytest

from stockrail import Action, IllegalAction, RailGame
from stockrail.rules.actions import BuyShare, BuyTrain, Pass, SellShares
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, StockRound, current_round
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, BOX, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import CloseMinor, Exchange, ReplaceToken
from stockrail.titles.g18eu.exchange import Dispose, FinalExchange

ADA, BEN, CY = range(3)

# Amsterdam (minor 12) - Utrecht - Cologne - two plain hexes - Strasbourg (minor 14): three cities.
LINE = {"D3": ("201", 0), "D5": ("4", 0), "D9": ("9", 0), "D11": ("9", 0), "D13": ("201", 3)}
ONE_CIRCLE = ("57", 0)  # Cologne in yellow
TWO_CIRCLES = ("14", 0)  # Cologne in green


def phase_five(cologne: tuple[str, int] = TWO_CIRCLES) -> Position:
    return Position("18EU").phase("5").tiles(**LINE, D7=cologne)


def with_minor(position: Position, minor: str, owner: int, cash: int = 0, train: str = "4") -> Position:
    """A minor as it is in phase 5: its 2 train has gone."""
    return position.owned(minor, owner, cash).no_trains(minor).train(train, minor)


def exchange(position: Position, starter: int = ADA, priority: int = ADA) -> RailGame:
    position.state.flags["exchange"] = "due"
    position.state.flags["priority"] = priority
    return position.round(FinalExchange(3, starter), coming="stock")


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def is_out(game: RailGame, minor: str) -> bool:
    """Its certificate and token are out of the game and nothing is left with it."""
    place_of = game.state.shelves.place_of
    gone = place_of[f"{minor}_0"] == certs_at(BOX, minor) and place_of[f"{minor}.0"] == ("tokens", BOX)
    return gone and not game.state.cash[minor] and not trains_of(game, minor)


# -- 4.2.2-a, b, c: when it comes and who begins --------------------


def about_to_buy_the_first_five(buyer: str, nth: int, priority: int = BEN) -> RailGame:
    """Ben owns minor 12, Cy minor 5 and the KPEV; nobody is connected to anything."""
    position = Position("18EU").phase("5").owned("12", BEN).owned("5", CY).no_trains("5")
    position.corporation("KPEV", {CY: 5}).token("KPEV", "D7").train("4", "KPEV").cash(buyer, 500)
    position.state.flags["phase"] = "4"
    position.state.flags["priority"] = priority
    return position.operating(buyer, "BuyTrains", nth=nth, alone=True)


@pytest.mark.rule("18EU:4.2.2-a")
def test_minors_still_operate_in_the_second_round_after_the_first_five_was_bought() -> None:
    game = about_to_buy_the_first_five("KPEV", nth=1)
    game.push(BuyTrain(CY, "KPEV", "5-0", 500))
    game.push(Pass(CY))  # no shares sold
    assert current_round(game) == OperatingRound(2, 2)
    subjects = []
    while isinstance(current_round(game), OperatingRound):
        assert game.decision is not None
        subjects.append(game.decision.subject(game))
        game.push(Pass(game.decision.actor(game)))
    assert subjects[:2] == ["5", "12"]
    assert isinstance(current_round(game), FinalExchange)


@pytest.mark.rule("18EU:4.2.2-a", "18EU:4.2.2-b", "18EU:4.2.2-c")
def test_the_exchange_begins_with_the_president_whose_corporation_bought_the_first_five() -> None:
    game = about_to_buy_the_first_five("KPEV", nth=2, priority=BEN)
    game.push(BuyTrain(CY, "KPEV", "5-0", 500))
    game.push(Pass(CY))
    assert current_round(game) == FinalExchange(3, ADA)  # after Cy it goes on with Ada
    assert game.actor == CY
    game.push(CloseMinor(CY, "5"))
    assert game.actor == BEN  # Ada has no minor
    game.push(CloseMinor(BEN, "12"))
    assert game.state.flags["priority"] == BEN
    assert current_round(game) == StockRound(3, BEN)
    assert game.actor == BEN


@pytest.mark.rule("18EU:4.2.2-b")
def test_the_owner_begins_if_his_minor_bought_the_first_five() -> None:
    game = about_to_buy_the_first_five("5", nth=2, priority=ADA)
    game.push(BuyTrain(CY, "5", "5-0", 500))
    assert isinstance(game.decision, Dispose)
    assert game.actor == CY


@pytest.mark.rule("18EU:4.2.2-b")
@pytest.mark.parametrize("starter", [ADA, BEN, CY])
def test_the_exchange_goes_by_seats(starter: int) -> None:
    position = phase_five().owned("5", ADA).owned("8", BEN).owned("15", CY)
    game = exchange(position, starter, priority=BEN)
    order = []
    while isinstance(game.decision, Dispose):
        order.append(game.decision.player)
        game.push(game.legal_actions()[0])
    assert order == [(starter + n) % 3 for n in range(3)]


@pytest.mark.rule("18EU:4.2.2-c")
@pytest.mark.parametrize("priority", [ADA, BEN, CY])
def test_the_priority_does_not_move_in_the_exchange(priority: int) -> None:
    position = phase_five().owned("5", ADA).owned("8", BEN)
    position.corporation("KPEV", {ADA: 2, BEN: 2, CY: 2}).token("KPEV", "D7")
    game = exchange(position, BEN, priority)
    game.push(CloseMinor(BEN, "8"))
    game.push(CloseMinor(ADA, "5"))
    assert game.state.flags["priority"] == priority
    assert game.actor == priority


# -- 4.2.2-d, r: one minor a turn, until none is left --------------------


@pytest.mark.rule("18EU:4.2.2-d", "18EU:4.2.2-r")
def test_each_turn_disposes_of_exactly_one_minor_of_ones_choice() -> None:
    position = phase_five().owned("5", ADA).owned("8", ADA).owned("15", ADA).owned("10", CY)
    game = exchange(position)
    assert game.legal_actions() == [CloseMinor(ADA, minor) for minor in ("5", "8", "15")]
    assert refusal(game, Pass(ADA)) == ("must_dispose", "4.2.2-d")
    assert refusal(game, BuyShare(ADA, "KPEV", POOL)) == ("dispose_first", "4.2.2-d")
    assert refusal(game, CloseMinor(ADA, "10")) == ("not_your_minor", "4.2.2-d")
    assert refusal(game, Exchange(ADA, "10", "KPEV", "KPEV")) == ("not_your_minor", "4.2.2-d")
    game.push(CloseMinor(ADA, "8"))
    assert game.actor == CY  # Ben owns none and passes
    game.push(CloseMinor(CY, "10"))
    assert game.legal_actions() == [CloseMinor(ADA, minor) for minor in ("5", "15")]
    game.push(CloseMinor(ADA, "15"))
    assert isinstance(current_round(game), FinalExchange)
    game.push(CloseMinor(ADA, "5"))
    assert not isinstance(current_round(game), FinalExchange)


@pytest.mark.rule("18EU:4.2.2-r")
def test_the_stock_round_follows_when_the_last_minor_is_gone() -> None:
    position = phase_five().corporation("KPEV", {ADA: 5}).token("KPEV", "B19")
    game = exchange(with_minor(position, "5", BEN), priority=CY)
    assert isinstance(current_round(game), FinalExchange)
    game.push(CloseMinor(BEN, "5"))
    assert current_round(game) == StockRound(2, CY)
    assert game.legal_actions()[0] == BuyShare(CY, "KPEV", "KPEV")


@pytest.mark.rule("18EU:4.2.2-r")
def test_without_minors_there_is_no_exchange() -> None:
    position = phase_five().corporation("KPEV", {ADA: 5}).token("KPEV", "B19")
    assert isinstance(current_round(exchange(position, priority=CY)), StockRound)


# -- 4.2.2-e, f: connection --------------------


@pytest.mark.rule("18EU:4.2.2-e")
def test_a_connected_minor_must_merge_into_a_corporation_of_its_owners_choice_that_it_reaches() -> None:
    position = with_minor(phase_five(), "12", BEN)
    position.corporation("KPEV", {ADA: 5}).token("KPEV", "D7")
    position.corporation("SNCB", {CY: 5}).token("SNCB", "D13")
    position.corporation("FS", {CY: 5}).token("FS", "E20")
    position.token("FS", "F9")
    game = exchange(position)
    assert game.legal_actions() == [Exchange(BEN, "12", "SNCB", "SNCB"), Exchange(BEN, "12", "KPEV", "KPEV")]
    assert refusal(game, CloseMinor(BEN, "12")) == ("must_merge", "4.2.2-e")
    assert refusal(game, Exchange(BEN, "12", "FS", "FS")) == ("not_connected", "4.2.2-f")
    assert refusal(game, Exchange(BEN, "12", "NS", "NS")) == ("not_connected", "4.2.2-f")
    for company in ("KPEV", "SNCB"):
        twin = game.fork()
        twin.push(Exchange(BEN, "12", company, company))
        assert percent_of(twin, BEN, company) == 10


@pytest.mark.rule("18EU:4.2.2-f")
def test_a_route_of_any_length_connects_although_no_train_of_the_minor_could_run_it() -> None:
    position = with_minor(phase_five(), "12", BEN, train="2")
    position.corporation("KPEV", {ADA: 5}).token("KPEV", "D13")
    assert exchange(position).legal_actions() == [Exchange(BEN, "12", "KPEV", "KPEV")]


@pytest.mark.rule("18EU:4.2.2-f")
def test_a_missing_tile_disconnects() -> None:
    position = with_minor(phase_five(), "12", BEN)
    del position.state.laid["D9"]
    position.corporation("KPEV", {ADA: 5}).token("KPEV", "D13")
    game = exchange(position)
    assert game.legal_actions() == [CloseMinor(BEN, "12")]
    assert refusal(game, Exchange(BEN, "12", "KPEV", "KPEV")) == ("not_connected", "4.2.2-f")


@pytest.mark.rule("18EU:4.2.2-f")
def test_a_city_full_of_foreign_tokens_is_reached_and_not_passed() -> None:
    position = with_minor(phase_five(ONE_CIRCLE), "12", BEN)
    position.corporation("KPEV", {ADA: 5}).token("KPEV", "D13")
    position.corporation("SNCB", {CY: 5}).token("SNCB", "D7")
    assert exchange(position).legal_actions() == [Exchange(BEN, "12", "SNCB", "SNCB")]


@pytest.mark.rule("18EU:4.2.2-f")
@pytest.mark.parametrize(("minor", "hex_", "circle"), [("1", "A10", 1), ("7", "J5", 0), ("6", "K14", 0)])
def test_two_circles_of_one_hex_are_connected_without_any_track(minor: str, hex_: str, circle: int) -> None:
    position = with_minor(Position("18EU").phase("5"), minor, BEN)
    position.corporation("KPEV", {ADA: 5}).token("KPEV", hex_, circle)
    position.corporation("SNCB", {CY: 5}).token("SNCB", "D7")
    assert exchange(position).legal_actions() == [Exchange(BEN, minor, "KPEV", "KPEV")]


# -- 4.2.2-g to k: what is given for what --------------------


def about_to_merge(shares: dict[int | str, int], spare: int = 4) -> RailGame:
    """Ben's minor 12 has £70 and a 4 train; it reaches the KPEV in Cologne, which has £200."""
    position = with_minor(phase_five(), "12", BEN, 70)
    position.corporation("KPEV", shares, cash=200).token("KPEV", "D7").price("KPEV", 2, 4)
    for hex_ in ("B17", "B19", "C8", "D19")[: 4 - spare]:
        position.token("KPEV", hex_)
    return exchange(position, priority=BEN)


@pytest.mark.rule("18EU:4.2.2-g")
def test_a_treasury_share_is_given_first_and_the_corporation_gets_money_and_trains() -> None:
    game = about_to_merge({ADA: 4, CY: 3, POOL: 2})
    before = game.state.cash[BANK], game.state.cash[BEN]
    assert game.legal_actions() == [Exchange(BEN, "12", "KPEV", "KPEV")]
    assert refusal(game, Exchange(BEN, "12", "KPEV", POOL)) == ("treasury_share_first", "4.2.2-g")
    assert refusal(game, Exchange(BEN, "12", "KPEV", "")) == ("treasury_share_first", "4.2.2-g")
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    assert percent_of(game, BEN, "KPEV") == 10
    assert percent_of(game, "KPEV", "KPEV") == 0
    assert percent_of(game, POOL, "KPEV") == 20
    assert game.state.cash["KPEV"] == 270
    assert game.state.cash["12"] == 0
    assert trains_of(game, "KPEV") == ["4-0"]
    assert (game.state.cash[BANK], game.state.cash[BEN]) == before  # nobody pays for the share
    assert price(game, "KPEV") == 100


@pytest.mark.rule("18EU:4.2.2-h")
def test_the_president_may_put_a_spare_token_in_the_minors_place() -> None:
    game = about_to_merge({ADA: 4, CY: 3})
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    assert game.legal_actions() == [ReplaceToken(ADA, "KPEV", "12"), Pass(ADA)]
    assert refusal(game, ReplaceToken(BEN, "KPEV", "12"))[0] == "not_your_turn"
    game.push(ReplaceToken(ADA, "KPEV", "12"))
    assert cities_of(game, "KPEV") == [("D7", 0), ("D3", 0)]
    assert len(spare_of(game, "KPEV")) == 3
    assert is_out(game, "12")


@pytest.mark.rule("18EU:4.2.2-h")
def test_a_declined_token_just_goes() -> None:
    game = about_to_merge({ADA: 4, CY: 3})
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    game.push(Pass(ADA))
    assert cities_of(game, "KPEV") == [("D7", 0)]
    assert len(spare_of(game, "KPEV")) == 4
    assert is_out(game, "12")


@pytest.mark.rule("18EU:4.2.2-h")
def test_without_a_spare_token_the_minors_just_goes_unasked() -> None:
    game = about_to_merge({ADA: 4, CY: 3}, spare=0)
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    assert isinstance(current_round(game), StockRound)
    assert len(cities_of(game, "KPEV")) == 5
    assert ("D3", 0) not in cities_of(game, "KPEV")
    assert is_out(game, "12")


@pytest.mark.rule("18EU:4.2.2-h")
def test_the_last_spare_token_may_still_be_used() -> None:
    game = about_to_merge({ADA: 4, CY: 3}, spare=1)
    game.push(Exchange(BEN, "12", "KPEV", "KPEV"))
    game.push(ReplaceToken(ADA, "KPEV", "12"))
    assert ("D3", 0) in cities_of(game, "KPEV")
    assert spare_of(game, "KPEV") == []


@pytest.mark.rule("18EU:4.2.2-i")
def test_without_a_treasury_share_one_comes_from_the_pool_and_the_corporation_gets_nothing() -> None:
    game = about_to_merge({ADA: 4, CY: 4, POOL: 2})
    bank = game.state.cash[BANK]
    assert game.legal_actions() == [Exchange(BEN, "12", "KPEV", POOL)]
    assert not game.is_legal(Exchange(BEN, "12", "KPEV", "KPEV"))
    assert not game.is_legal(Exchange(BEN, "12", "KPEV", ""))
    game.push(Exchange(BEN, "12", "KPEV", POOL))
    assert isinstance(current_round(game), StockRound)  # nobody is asked about the token
    assert percent_of(game, BEN, "KPEV") == 10
    assert percent_of(game, POOL, "KPEV") == 10
    assert game.state.cash["KPEV"] == 200
    assert game.state.cash[BANK] == bank + 70
    assert trains_of(game, "KPEV") == []
    assert "4-0" in trains_of(game, POOL)
    assert cities_of(game, "KPEV") == [("D7", 0)]
    assert is_out(game, "12")


@pytest.mark.rule("18EU:4.2.2-j")
def test_for_a_corporation_without_any_share_left_the_player_gets_nothing() -> None:
    game = about_to_merge({ADA: 5, CY: 5})
    before = game.state.cash[BANK], game.state.cash[BEN]
    assert game.legal_actions() == [Exchange(BEN, "12", "KPEV", "")]
    assert refusal(game, CloseMinor(BEN, "12")) == ("must_merge", "4.2.2-e")
    game.push(Exchange(BEN, "12", "KPEV", ""))
    assert percent_of(game, BEN, "KPEV") == 0
    assert (game.state.cash[BANK], game.state.cash[BEN]) == (before[0] + 70, before[1])
    assert game.state.cash["KPEV"] == 200
    assert "4-0" in trains_of(game, POOL)
    assert cities_of(game, "KPEV") == [("D7", 0)]
    assert is_out(game, "12")
    assert isinstance(current_round(game), StockRound)


@pytest.mark.rule("18EU:4.2.2-k")
def test_an_unconnected_minor_closes_for_nothing() -> None:
    position = with_minor(phase_five(), "5", BEN, 70).corporation("KPEV", {ADA: 5}, cash=200).token("KPEV", "D7")
    game = exchange(position)
    before = game.state.cash[BANK], game.state.cash[BEN]
    game.push(CloseMinor(BEN, "5"))
    assert (game.state.cash[BANK], game.state.cash[BEN]) == (before[0] + 70, before[1])
    assert game.state.cash["KPEV"] == 200
    assert "4-0" in trains_of(game, POOL)
    assert percent_of(game, BEN, "KPEV") == 0
    assert is_out(game, "5")


# -- 4.2.2-q: above 60 % --------------------


def merged_by_the_president(shares: int, turns: int = 1) -> RailGame:
    """Ada had so many shares of the KPEV before her minor brought one more; her stock turn follows."""
    position = with_minor(phase_five(), "12", ADA)
    position.corporation("KPEV", {ADA: shares, BEN: 1}, turns=turns).token("KPEV", "D7")
    game = exchange(position, priority=ADA)
    game.push(Exchange(ADA, "12", "KPEV", "KPEV"))
    game.push(Pass(ADA))  # no token
    assert isinstance(current_round(game), StockRound)
    return game


@pytest.mark.rule("18EU:4.2.2-q")
def test_an_exchange_may_lift_a_player_above_60_percent_and_then_he_must_sell_first() -> None:
    game = merged_by_the_president(6)
    assert percent_of(game, ADA, "KPEV") == 70
    assert refusal(game, Pass(ADA)) == ("must_sell_first", "3.1-f")
    game.push(SellShares(ADA, "KPEV", 1))
    assert game.is_legal(Pass(ADA))
    assert owner_of(game, "KPEV") == ADA


@pytest.mark.rule("18EU:4.2.2-q")
def test_60_percent_after_an_exchange_may_be_kept() -> None:
    game = merged_by_the_president(5)
    assert percent_of(game, ADA, "KPEV") == 60
    assert game.is_legal(Pass(ADA))


@pytest.mark.rule("18EU:4.2.2-q")
def test_70_percent_of_a_corporation_that_has_not_operated_cannot_be_sold_and_is_kept() -> None:
    game = merged_by_the_president(6, turns=0)
    assert percent_of(game, ADA, "KPEV") == 70
    assert refusal(game, SellShares(ADA, "KPEV", 1)) == ("never_operated", "3.1-g")
    assert game.is_legal(Pass(ADA))
