"""4.3 Minors that merge into a corporation in a stock round: connection, token, trains, and who is still open."""

import pytest

from stockrail import Action, IllegalAction, RailGame
from stockrail.rules.actions import DiscardTrain, Pass, StartCompany
from stockrail.rules.rounds import OperatingRound, StockRound, current_round
from stockrail.rules.shares import percent_of
from stockrail.rules.state import BANK, BOX, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g18eu.actions import Exchange, FoundWith, ReplaceToken
from stockrail.titles.g18eu.stock import StockTurn

ADA, BEN, CY = range(3)

# Amsterdam (minor 12) - Utrecht - Cologne - two plain hexes - Strasbourg (minor 14).
LINE = {"D3": ("201", 0), "D5": ("4", 0), "D9": ("9", 0), "D11": ("9", 0), "D13": ("201", 3)}
YELLOW = ("57", 0)  # Cologne with one circle
GREEN = ("14", 0)  # Cologne with two

# Brussels (minor 2) - Lille - Paris north - round to Paris south - Dijon - Lyon.
THROUGH_PARIS = {
    "C8": ("201", 2),
    "B7": ("58", 5),
    "A8": ("8", 4),
    "A10": ("580", 3),
    "B9": ("7", 0),
    "B11": ("7", 2),
    "A12": ("8", 3),
    "B13": ("58", 0),
    "B15": ("9", 0),
    "B17": ("201", 3),
}

# Vienna south (minor 11) - Semmering - Pressburg - Vienna east - Budapest.
OUT_OF_VIENNA = {
    "K14": ("581", 0),
    "K16": ("7", 3),
    "L15": ("3", 1),
    "L13": ("8", 5),
    "M14": ("8", 0),
    "M16": ("201", 3),
}


def refusal(game: RailGame, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def started(hex_: str, stop: int = 0, cologne: tuple[str, int] = GREEN, **laid: tuple[str, int]) -> Position:
    """Ada's KPEV has 30 % sold, £40, and a token there; Ben owns minor 12, with £25."""
    position = Position("18EU").phase("3").tiles(**{**LINE, "D7": cologne, **laid}).owned("12", BEN, 25)
    position.corporation("KPEV", {ADA: 3}, value=70, cash=40, floated=False, turns=0)
    return position.token("KPEV", hex_, stop)


MERGER = Exchange(BEN, "12", "KPEV", "KPEV")


# -- 4.3-e, f: connection --------------------


@pytest.mark.rule("18EU:4.3-e")
def test_a_minor_merges_where_it_can_trace_a_route_of_any_length() -> None:
    game = started("D13").stock_round(BEN)
    assert MERGER in game.legal_actions()
    game.push(MERGER)
    assert percent_of(game, BEN, "KPEV") == 10


@pytest.mark.rule("18EU:4.3-e")
def test_a_minor_does_not_merge_where_track_is_missing() -> None:
    position = started("D13")
    del position.state.laid["D11"]
    game = position.stock_round(BEN)
    assert MERGER not in game.legal_actions()
    assert refusal(game, MERGER) == ("not_connected", "4.3-e")


@pytest.mark.rule("18EU:4.3-e")
def test_one_token_of_the_corporation_in_reach_suffices() -> None:
    game = started("B19").token("KPEV", "D7").token("KPEV", "E20").stock_round(BEN)
    assert game.is_legal(MERGER)
    game = started("B19").token("KPEV", "E20").stock_round(BEN)
    assert refusal(game, MERGER) == ("not_connected", "4.3-e")


@pytest.mark.rule("18EU:4.3-e")
@pytest.mark.parametrize(("minor", "hex_", "circle"), [("1", "A10", 1), ("9", "J5", 1), ("11", "K14", 1)])
def test_a_minor_merges_into_a_corporation_in_its_own_hex_without_any_track(minor: str, hex_: str, circle: int) -> None:
    position = Position("18EU").owned(minor, BEN)
    position.corporation("KPEV", {ADA: 3}, floated=False, turns=0).token("KPEV", hex_, circle)
    game = position.stock_round(BEN)
    assert Exchange(BEN, minor, "KPEV", "KPEV") in game.legal_actions()


@pytest.mark.rule("18EU:4.3-e")
def test_a_neighbour_without_track_between_is_not_connected() -> None:
    position = Position("18EU").owned("2", BEN)  # Brussels and Cologne are neighbours
    position.corporation("KPEV", {ADA: 3}, floated=False, turns=0).token("KPEV", "D7")
    assert refusal(position.stock_round(BEN), Exchange(BEN, "2", "KPEV", "KPEV")) == ("not_connected", "4.3-e")


@pytest.mark.rule("18EU:4.3-f")
def test_a_city_full_of_foreign_tokens_blocks_the_connection() -> None:
    position = started("D13", cologne=YELLOW)
    position.corporation("NS", {CY: 3}, floated=False, turns=0).token("NS", "D7")
    game = position.stock_round(BEN)
    assert refusal(game, MERGER) == ("not_connected", "4.3-e")
    assert game.is_legal(Exchange(BEN, "12", "NS", "NS"))  # reached, not passed


@pytest.mark.rule("18EU:4.3-f")
@pytest.mark.parametrize(("others", "connects"), [((), True), (("NS",), True), (("NS", "FS"), False)])
def test_a_city_with_a_free_circle_does_not_block(others: tuple[str, ...], connects: bool) -> None:
    position = started("D13", cologne=GREEN)
    for other in others:
        position.token(other, "D7")
    assert position.stock_round(BEN).is_legal(MERGER) is connects


def brussels_between_paris_and_cologne() -> RailGame:
    """Ben's minor 1 in Paris would reach the KPEV in Cologne but for his minor 2 in Brussels."""
    position = started("D7").owned("1", BEN).owned("2", BEN)
    position.tiles(A10=("580", 3), A8=("8", 4), B7=("58", 5), C8=("202", 2))
    return position.stock_round(BEN)


@pytest.mark.rule("18EU:4.3-f")
def test_another_minor_in_the_way_blocks_even_if_its_owner_is_the_same() -> None:
    game = brussels_between_paris_and_cologne()
    assert game.is_legal(Exchange(BEN, "2", "KPEV", "KPEV"))
    assert refusal(game, Exchange(BEN, "1", "KPEV", "KPEV")) == ("not_connected", "4.3-e")


@pytest.mark.rule("18EU:4.3-e")
@pytest.mark.parametrize("answer", [ReplaceToken(ADA, "KPEV", "2"), Pass(ADA)])
def test_connection_is_judged_anew_at_each_exchange(answer: Action) -> None:
    game = brussels_between_paris_and_cologne()
    game.push(Exchange(BEN, "2", "KPEV", "KPEV"))
    game.push(answer)  # Brussels is the KPEV's now, or empty
    for player in (CY, ADA):
        game.push(Pass(player))
    game.push(Exchange(BEN, "1", "KPEV", "KPEV"))
    assert percent_of(game, BEN, "KPEV") == 20


@pytest.mark.rule("18EU:4.3-f")
@pytest.mark.parametrize(("ruling", "connects"), [("legal_route", False), ("network", True)])
def test_a_connection_uses_one_circle_of_paris_only(ruling: str, connects: bool) -> None:
    position = Position("18EU", rulings={"connection": ruling}).phase("3").tiles(**THROUGH_PARIS).owned("2", BEN)
    position.corporation("KPEV", {ADA: 3}, floated=False, turns=0).token("KPEV", "B17")
    assert position.stock_round(BEN).is_legal(Exchange(BEN, "2", "KPEV", "KPEV")) is connects


@pytest.mark.rule("18EU:4.3-f")
def test_the_first_circle_of_paris_itself_is_within_reach() -> None:
    position = Position("18EU").phase("3").tiles(**THROUGH_PARIS).owned("2", BEN)
    position.corporation("KPEV", {ADA: 3}, floated=False, turns=0).token("KPEV", "A10", 0)
    assert position.stock_round(BEN).is_legal(Exchange(BEN, "2", "KPEV", "KPEV"))


@pytest.mark.rule("18EU:4.3-f")
@pytest.mark.parametrize(("ruling", "connects"), [("legal_route", False), ("network", True)])
def test_a_connection_does_not_come_back_through_another_circle_of_the_minors_own_city(
    ruling: str, connects: bool
) -> None:
    position = Position("18EU", rulings={"connection": ruling}).phase("3").tiles(**OUT_OF_VIENNA).owned("11", BEN)
    position.corporation("KPEV", {ADA: 3}, floated=False, turns=0).token("KPEV", "M16")
    assert position.stock_round(BEN).is_legal(Exchange(BEN, "11", "KPEV", "KPEV")) is connects


@pytest.mark.rule("18EU:4.3-f")
def test_a_connection_ends_at_london() -> None:
    # Brussels - Lille - London - A8 - Paris: no way through the off-map place.
    position = Position("18EU").owned("2", BEN).tiles(C8=("201", 2), B7=("4", 2), A8=("9", 0), A10=("580", 3))
    position.corporation("KPEV", {ADA: 3}, floated=False, turns=0).token("KPEV", "A10", 0)
    assert refusal(position.stock_round(BEN), Exchange(BEN, "2", "KPEV", "KPEV")) == ("not_connected", "4.3-e")


# -- 4.3-g, h: the token --------------------


@pytest.mark.rule("18EU:4.3-g")
def test_the_president_may_replace_the_minors_token_with_one_of_the_four() -> None:
    game = started("D7").stock_round(BEN)
    game.push(MERGER)
    assert game.legal_actions() == [ReplaceToken(ADA, "KPEV", "12"), Pass(ADA)]
    assert refusal(game, ReplaceToken(ADA, "KPEV", "2")) == ("replace_or_pass", "4.3-g")
    assert refusal(game, ReplaceToken(ADA, "NS", "12")) == ("replace_or_pass", "4.3-g")
    assert refusal(game, MERGER)[0] == "not_your_turn"  # it is for the president to decide
    game.push(ReplaceToken(ADA, "KPEV", "12"))
    assert cities_of(game, "KPEV") == [("D7", 0), ("D3", 0)]
    assert len(spare_of(game, "KPEV")) == 3
    assert game.state.cash["KPEV"] == 40 + 25  # for free
    assert game.state.shelves.place_of["12.0"] == ("tokens", BOX)
    assert game.actor == CY


@pytest.mark.rule("18EU:4.3-g")
def test_the_president_need_not_replace_the_minors_token() -> None:
    game = started("D7").stock_round(BEN)
    game.push(MERGER)
    game.push(Pass(ADA))
    assert cities_of(game, "KPEV") == [("D7", 0)]
    assert len(spare_of(game, "KPEV")) == 4
    assert game.state.shelves.place_of["12.0"] == ("tokens", BOX)
    assert game.state.shelves.place_of["12_0"] == certs_at(BOX, "12")


@pytest.mark.rule("18EU:4.3-h")
def test_with_the_fifth_extra_merger_the_place_is_lost() -> None:
    position = started("D7")
    for hex_ in ("B17", "B19", "C8", "D19"):
        position.token("KPEV", hex_)
    game = position.stock_round(BEN)
    game.push(MERGER)
    assert game.actor == CY  # nobody is asked
    assert cities_of(game, "KPEV") == [("D7", 0), ("B17", 0), ("B19", 0), ("C8", 0), ("D19", 0)]
    assert game.state.shelves.place_of["12.0"] == ("tokens", BOX)
    assert percent_of(game, BEN, "KPEV") == 10


@pytest.mark.rule("18EU:4.3-h")
def test_the_fourth_extra_merger_still_gets_a_token() -> None:
    position = started("D7")
    for hex_ in ("B17", "B19", "C8"):
        position.token("KPEV", hex_)
    game = position.stock_round(BEN)
    game.push(MERGER)
    game.push(ReplaceToken(ADA, "KPEV", "12"))
    assert spare_of(game, "KPEV") == []
    assert ("D3", 0) in cities_of(game, "KPEV")


@pytest.mark.rule("18EU:4.3-h")
def test_on_the_public_site_a_president_without_a_token_is_asked_and_can_only_decline() -> None:
    position = Position("18EU", preset="18xx.games").phase("3").tiles(**LINE, D7=GREEN).owned("12", BEN)
    position.corporation("KPEV", {ADA: 3}, floated=False, turns=0)
    for hex_ in ("D7", "B17", "B19", "C8", "D19"):
        position.token("KPEV", hex_)
    game = position.stock_round(BEN)
    game.push(MERGER)
    assert game.legal_actions() == [Pass(ADA)]
    assert refusal(game, ReplaceToken(ADA, "KPEV", "12")) == ("no_spare_token", "4.3-h")


# -- 4.3-i: money and trains --------------------


@pytest.mark.rule("18EU:4.3-i")
def test_the_corporation_takes_over_money_and_trains_of_each_merged_minor() -> None:
    position = started("D7").train("3-0", "12").owned("14", BEN, 15)
    game = position.stock_round(BEN)
    bank = game.state.cash[BANK]
    game.push(MERGER)
    game.push(Pass(ADA))
    game.push(Pass(CY))
    game.push(Pass(ADA))
    game.push(Exchange(BEN, "14", "KPEV", "KPEV"))
    game.push(Pass(ADA))
    assert game.state.cash["KPEV"] == 40 + 25 + 15
    assert trains_of(game, "KPEV") == ["2-11", "3-0", "2-13"]
    assert (game.state.cash["12"], game.state.cash["14"]) == (0, 0)
    assert game.state.cash[BANK] == bank
    assert percent_of(game, BEN, "KPEV") == 20
    assert percent_of(game, "KPEV", "KPEV") == 50


@pytest.mark.rule("18EU:4.3-i")
def test_the_founders_minor_brings_its_money_and_trains_as_well() -> None:
    game = Position("18EU").owned("12", ADA, 65).train("3-0", "12").stock_round(ADA)
    game.push(StartCompany(ADA, "NS", 75))
    game.push(FoundWith(ADA, "NS", "12"))
    assert game.state.cash["NS"] == 150 - 100 + 65
    assert trains_of(game, "NS") == ["2-11", "3-0"]


# -- 4.3-j, k: who is open for mergers --------------------


@pytest.mark.rule("18EU:4.3-j")
@pytest.mark.parametrize(("floated", "turns", "open_"), [(False, 0, True), (True, 0, True), (True, 1, False)])
def test_a_corporation_takes_minors_until_it_has_operated(floated: bool, turns: int, open_: bool) -> None:
    position = Position("18EU").phase("3").tiles(**LINE, D7=GREEN).owned("12", BEN)
    position.corporation("KPEV", {ADA: 5}, floated=floated, turns=turns).token("KPEV", "D7")
    game = position.stock_round(BEN)
    assert (MERGER in game.legal_actions()) is open_
    if open_:
        game.push(MERGER)
    else:
        assert refusal(game, MERGER) == ("merges_before_operating", "4.3-j")


@pytest.mark.rule("18EU:4.3-d", "18EU:4.3-k")
def test_without_a_share_in_the_treasury_nothing_is_exchanged() -> None:
    position = Position("18EU").phase("3").tiles(**LINE, D7=GREEN).owned("12", BEN).owned("1", ADA)
    position.corporation("KPEV", {ADA: 6, CY: 4}, turns=0).token("KPEV", "D7")
    game = position.stock_round(BEN)
    assert MERGER not in game.legal_actions()
    assert refusal(game, MERGER) == ("none_there", "4.1.2-c")


# -- 4.3-n: too many trains --------------------


def with_trains(*trains: str, phase: str = "3") -> Position:
    """The KPEV has these trains; Cy's minor 8 will operate after the stock round."""
    position = started("D7").phase(phase).owned("8", CY)
    for train in trains:
        position.train(train, "KPEV")
    return position


def all_pass(game: RailGame) -> None:
    while isinstance(game.decision, StockTurn):
        game.push(Pass(game.decision.player))


@pytest.mark.rule("18EU:4.3-n")
def test_trains_above_the_limit_go_to_the_pool_at_the_end_of_the_stock_round_as_the_president_likes() -> None:
    game = with_trains("2-3", "2-4", "2-5", "3-0").stock_round(BEN)
    game.push(MERGER)
    game.push(Pass(ADA))
    assert len(trains_of(game, "KPEV")) == 5
    assert game.actor == CY  # the round goes on with five trains
    all_pass(game)
    assert isinstance(current_round(game), StockRound)
    trains = ["2-3", "2-4", "2-5", "3-0", "2-11"]
    assert game.legal_actions() == [DiscardTrain(ADA, "KPEV", train) for train in trains]
    game.push(DiscardTrain(ADA, "KPEV", "2-4"))
    assert trains_of(game, POOL)[-1] == "2-4"
    assert trains_of(game, "KPEV") == ["2-3", "2-5", "3-0", "2-11"]
    assert isinstance(current_round(game), OperatingRound)


@pytest.mark.rule("18EU:4.3-n")
@pytest.mark.parametrize(
    ("phase", "before", "excess"), [("3", 3, 0), ("3", 4, 1), ("4", 2, 0), ("4", 3, 1), ("4", 4, 2)]
)
def test_the_limit_is_four_trains_and_from_phase_4_three(phase: str, before: int, excess: int) -> None:
    game = with_trains(*("3-0", "3-1", "3-2", "3-3")[:before], phase=phase).stock_round(BEN)
    game.push(MERGER)
    game.push(Pass(ADA))
    all_pass(game)
    for _ in range(excess):
        assert isinstance(current_round(game), StockRound)
        game.push(game.legal_actions()[0])
    assert isinstance(current_round(game), OperatingRound)


@pytest.mark.rule("18EU:4.3-n")
def test_the_pullman_goes_first() -> None:
    game = with_trains("3-0", "P-0", "3-1", "3-2").stock_round(BEN)
    game.push(MERGER)
    game.push(Pass(ADA))
    all_pass(game)
    assert game.legal_actions() == [DiscardTrain(ADA, "KPEV", "P-0")]
    assert refusal(game, DiscardTrain(ADA, "KPEV", "3-0")) == ("pullman_first", "4.4.9-h")
    game.push(DiscardTrain(ADA, "KPEV", "P-0"))
    assert trains_of(game, "KPEV") == ["3-0", "3-1", "3-2", "2-11"]


@pytest.mark.rule("18EU:4.3-n")
def test_several_corporations_discard_in_operating_order() -> None:
    position = with_trains("2-3", "2-4", "2-5", "3-0")
    position.corporation("FS", {CY: 5}, value=90).token("FS", "E20")
    for train in ("2-6", "2-7", "2-8", "3-1", "3-2"):
        position.train(train, "FS")
    game = position.stock_round(BEN)
    game.push(MERGER)
    game.push(Pass(ADA))
    all_pass(game)
    assert game.actor == CY  # 90 before 70, although the KPEV is listed first
    game.push(DiscardTrain(CY, "FS", "2-6"))
    assert game.legal_actions()[0] == DiscardTrain(ADA, "KPEV", "2-3")
