"""4.2 Minors and 4.2.1 their initial sale."""

import pytest

import stockrail
from stockrail import IllegalAction, RailGame
from stockrail.core import ActionRange
from stockrail.rules.actions import Bid, Pass, PayOut, RunTrains, Select
from stockrail.rules.rounds import OperatingRound, StockRound, current_round
from stockrail.rules.shares import owner_of
from stockrail.rules.state import BANK, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of, type_of
from stockrail.testing import Position
from stockrail.titles.g18eu.title import Order

ADA, BEN, CY, DEE = range(4)
MINORS = [str(number) for number in range(1, 16)]


def four_players() -> RailGame:
    """Each has £350."""
    return stockrail.new("18EU", ["Ada", "Ben", "Cy", "Dee"])


def selected(minor: str = "12", **cash: int) -> RailGame:
    """Ada has picked a minor; the named players have exactly so much."""
    position = Position("18EU", 4)
    for seat, name in enumerate(["ada", "ben", "cy", "dee"]):
        position.cash(seat, cash.get(name, 350))
    position.game.push(Select(ADA, minor))
    return position.game


def passes(game: RailGame, *players: int) -> RailGame:
    for player in players:
        game.push(Pass(player))
    return game


def give_away(game: RailGame, minor: str) -> None:
    """The actor picks a minor that nobody wants."""
    auctioneer = game.actor
    assert auctioneer is not None
    game.push(Select(auctioneer, minor))
    while owner_of(game, minor) is None:
        assert game.actor is not None
        game.push(Pass(game.actor))


def refusal(game: RailGame, action: Bid | Pass | Select) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def bids_open_to(game: RailGame) -> tuple[int, int, int]:
    """Lowest, highest and step of the bids on the menu."""
    entry = game.legal_actions()[0]
    assert isinstance(entry, ActionRange)
    return entry.low, entry.high, entry.step


# -- 4.2 --------------------


@pytest.mark.rule("18EU:4.2-a")
@pytest.mark.parametrize("minor", MINORS)
def test_a_minor_is_one_whole_with_a_2_train_and_no_money(minor: str) -> None:
    game = four_players()
    assert game.title.companies[minor].certificates == (100,)
    assert game.state.shelves.on(certs_at(BANK, minor)) == [f"{minor}_0"]
    assert [type_of(game, train).name for train in trains_of(game, minor)] == ["2"]
    assert game.state.cash[minor] == 0


def half_of_a_run(owner_cash: int, minor_cash: int) -> RailGame:
    """Amsterdam 30, Utrecht 10, Antwerp 10: minor 12 earns 50."""
    position = Position("18EU").owned("12", BEN, minor_cash).cash(BEN, owner_cash)
    position.tiles(D3=("201", 0), D5=("58", 1), C6=("4", 1))
    game = position.operating("12", "RunStep", alone=True)
    run = game.legal_actions()[0]
    assert isinstance(run, RunTrains)
    game.push(run)
    return game


@pytest.mark.rule("18EU:4.2-b")
def test_a_minor_keeps_half_of_its_earnings_and_pays_half_to_its_owner() -> None:
    game = half_of_a_run(owner_cash=100, minor_cash=7)
    assert game.state.last_run["12"] == 50
    assert game.state.cash[BEN] == 125
    assert game.state.cash["12"] == 32
    assert game.state.cash[BANK] == 12000 - 125 - 32 - 2 * 450


@pytest.mark.rule("18EU:4.2-b")
def test_a_minors_owner_has_no_choice_of_dividend() -> None:
    game = half_of_a_run(owner_cash=100, minor_cash=0)
    assert game.actions[-1] != PayOut(BEN, "12", "half")
    assert not any(isinstance(entry, PayOut) for entry in game.legal_actions())
    with pytest.raises(IllegalAction):
        game.push(PayOut(BEN, "12", "withhold"))


# -- 4.2.1-a, i, j: the order of the round --------------------


@pytest.mark.rule("18EU:4.2.1-a")
def test_the_holder_of_the_priority_picks_any_of_the_fifteen_minors() -> None:
    game = four_players()
    assert game.legal_actions() == [Select(ADA, minor) for minor in MINORS]
    assert refusal(game, Select(BEN, "1")) == ("not_your_turn", "4.2.1-a")


@pytest.mark.rule("18EU:4.2.1-a")
def test_the_sale_begins_with_the_priority_wherever_it_is() -> None:
    position = Position("18EU", 4)
    position.state.flags["priority"] = CY
    assert position.round(Order(1, "sale"), coming="sale").actor == CY


@pytest.mark.rule("18EU:4.2.1-a")
def test_the_auctioneer_must_pick_before_anybody_bids() -> None:
    game = four_players()
    assert refusal(game, Bid(ADA, "1", 100)) == ("select_first", "4.2.1-a")
    assert refusal(game, Pass(ADA)) == ("select_first", "4.2.1-a")
    assert refusal(game, Select(ADA, "16")) == ("not_for_sale", "4.2.1-a")
    assert refusal(game, Select(ADA, "SNCB")) == ("not_for_sale", "4.2.1-a")


@pytest.mark.rule("18EU:4.2.1-a")
def test_after_a_sale_the_seat_after_the_auctioneer_picks_whoever_bought() -> None:
    game = selected("12")
    passes(game, ADA, BEN)
    game.push(Bid(CY, "12", 100))
    passes(game, DEE, ADA, BEN)
    assert owner_of(game, "12") == CY
    assert game.actor == BEN
    assert game.legal_actions() == [Select(BEN, minor) for minor in MINORS if minor != "12"]
    assert refusal(game, Select(BEN, "12")) == ("not_for_sale", "4.2.1-a")


@pytest.mark.rule("18EU:4.2.1-a", "18EU:4.2.1-i", "18EU:4.2.1-j")
def test_fifteen_sales_go_round_the_table_and_leave_the_priority_where_it_was() -> None:
    game = four_players()
    auctioneers = []
    for minor in reversed(MINORS):
        auctioneers.append(game.actor)
        assert current_round(game) is not None
        assert current_round(game).kind == "sale"  # type: ignore[union-attr]
        give_away(game, minor)
    assert auctioneers == [ADA, BEN, CY, DEE] * 3 + [ADA, BEN, CY]
    assert game.state.flags["priority"] == ADA
    assert current_round(game) == OperatingRound(1, 1)


@pytest.mark.rule("18EU:4.2.1-i")
def test_the_first_stock_round_begins_with_the_old_holder_of_the_priority() -> None:
    game = four_players()
    for minor in MINORS:
        give_away(game, minor)
    while isinstance(current_round(game), OperatingRound):
        assert game.actor is not None
        game.push(Pass(game.actor))
    assert isinstance(current_round(game), StockRound)
    assert game.actor == ADA


@pytest.mark.rule("18EU:4.2.1-j")
def test_two_operating_rounds_follow_the_fifteenth_sale() -> None:
    game = four_players()
    for minor in MINORS:
        give_away(game, minor)
    rounds = []
    while game.actor is not None and not isinstance(current_round(game), StockRound):
        if current_round(game) not in rounds:
            rounds.append(current_round(game))
        game.push(Pass(game.actor))
    assert rounds == [OperatingRound(1, 1), OperatingRound(1, 2)]


# -- 4.2.1-b to e: the auction --------------------


@pytest.mark.rule("18EU:4.2.1-b", "18EU:4.2.1-c")
def test_an_auction_opens_with_a_multiple_of_five_from_a_hundred_up_to_all_one_has() -> None:
    game = selected(ada=223)
    assert bids_open_to(game) == (100, 220, 5)
    assert refusal(game, Bid(ADA, "12", 95)) == ("opening_too_low", "4.2.1-c")
    assert refusal(game, Bid(ADA, "12", 102)) == ("bid_not_multiple", "4.2.1-c")
    assert refusal(game, Bid(ADA, "12", 225)) == ("bid_beyond_cash", "4.2.1-b")
    assert game.is_legal(Bid(ADA, "12", 100))
    assert game.is_legal(Bid(ADA, "12", 220))


@pytest.mark.rule("18EU:4.2.1-b")
def test_a_bid_of_all_ones_cash_is_legal() -> None:
    game = selected(ada=225)
    assert bids_open_to(game) == (100, 225, 5)
    assert refusal(game, Bid(ADA, "12", 230)) == ("bid_beyond_cash", "4.2.1-b")
    game.push(Bid(ADA, "12", 225))
    passes(game, BEN, CY, DEE)
    assert game.state.cash[ADA] == 0


@pytest.mark.rule("18EU:4.2.1-b")
def test_nobody_opens_or_raises_beyond_his_cash() -> None:
    game = selected(ada=99, ben=100, cy=104, dee=105)
    assert game.actor == BEN  # Ada cannot open
    game.push(Bid(BEN, "12", 100))
    assert game.actor == DEE  # Cy cannot bid 105
    assert bids_open_to(game) == (105, 105, 5)
    assert refusal(game, Bid(DEE, "12", 110)) == ("bid_beyond_cash", "4.2.1-b")


@pytest.mark.rule("18EU:4.2.1-b")
def test_a_raise_is_bound_by_the_cash_of_the_one_who_raises() -> None:
    game = selected(ben=200)
    game.push(Bid(ADA, "12", 100))
    assert bids_open_to(game) == (105, 200, 5)
    assert refusal(game, Bid(BEN, "12", 205)) == ("bid_beyond_cash", "4.2.1-b")
    game.push(Bid(BEN, "12", 200))


@pytest.mark.rule("18EU:4.2.1-c")
def test_each_player_in_turn_may_open_beginning_with_the_auctioneer() -> None:
    game = four_players()
    give_away(game, "1")
    game.push(Select(BEN, "12"))
    assert refusal(game, Bid(CY, "12", 100)) == ("not_your_turn", "4.2.1-c")
    order = []
    for _ in range(4):
        order.append(game.actor)
        assert bids_open_to(game) == (100, 350, 5)
        game.push(Pass(order[-1] or 0))
    assert order == [BEN, CY, DEE, ADA]
    assert game.legal_actions() == [Bid(BEN, "12", 90), Pass(BEN)]


@pytest.mark.rule("18EU:4.2.1-d")
def test_who_declined_to_open_may_still_bid_once_the_auction_is_open() -> None:
    game = passes(selected(), ADA, BEN)
    game.push(Bid(CY, "12", 100))
    passes(game, DEE)
    game.push(Bid(ADA, "12", 105))
    game.push(Bid(BEN, "12", 110))
    passes(game, CY, ADA)
    assert owner_of(game, "12") == BEN
    assert game.state.cash[BEN] == 350 - 110


@pytest.mark.rule("18EU:4.2.1-e")
def test_a_raise_is_at_least_five_more_and_a_multiple_of_five() -> None:
    game = selected()
    game.push(Bid(ADA, "12", 120))
    assert game.actor == BEN
    assert bids_open_to(game) == (125, 350, 5)
    assert refusal(game, Bid(BEN, "12", 120)) == ("bid_too_low", "4.2.1-e")
    assert refusal(game, Bid(BEN, "12", 124)) == ("bid_too_low", "4.2.1-e")
    assert refusal(game, Bid(BEN, "12", 126)) == ("bid_not_multiple", "4.2.1-e")
    assert game.is_legal(Bid(BEN, "12", 125))
    assert game.is_legal(Bid(BEN, "12", 140))


@pytest.mark.rule("18EU:4.2.1-e")
def test_who_passes_a_raise_is_out_of_the_auction() -> None:
    game = selected()
    game.push(Bid(ADA, "12", 100))
    passes(game, BEN)
    game.push(Bid(CY, "12", 105))
    passes(game, DEE)
    game.push(Bid(ADA, "12", 110))
    assert refusal(game, Bid(BEN, "12", 115)) == ("not_your_turn", "4.2.1-e")
    assert game.actor == CY  # Ben and Dee are not asked again
    game.push(Bid(CY, "12", 115))
    assert game.actor == ADA


@pytest.mark.rule("18EU:4.2.1-e")
def test_a_pass_counts_for_this_minor_only() -> None:
    game = selected()
    game.push(Bid(ADA, "12", 100))
    passes(game, BEN, CY, DEE)
    game.push(Select(BEN, "2"))
    game.push(Bid(BEN, "2", 100))
    assert game.actor == CY
    game.push(Bid(CY, "2", 105))
    passes(game, DEE, ADA, BEN)
    assert owner_of(game, "2") == CY


@pytest.mark.rule("18EU:4.2.1-e")
def test_the_last_one_left_pays_his_own_bid_to_the_bank() -> None:
    game = selected()
    bank = game.state.cash[BANK]
    game.push(Bid(ADA, "12", 100))
    game.push(Bid(BEN, "12", 115))
    passes(game, CY, DEE)
    assert owner_of(game, "12") is None
    passes(game, ADA)
    assert owner_of(game, "12") == BEN
    assert [game.state.cash[seat] for seat in range(4)] == [350, 235, 350, 350]
    assert game.state.cash[BANK] == bank + 115
    assert game.state.cash["12"] == 0


@pytest.mark.rule("18EU:4.2.1-e")
def test_an_auction_takes_bids_for_its_own_minor_only() -> None:
    game = selected()
    assert refusal(game, Bid(ADA, "2", 100)) == ("bid_or_pass", "4.2.1-e")
    assert refusal(game, Select(ADA, "12")) == ("bid_or_pass", "4.2.1-e")
    game.push(Bid(ADA, "12", 100))
    assert refusal(game, Bid(BEN, "2", 105)) == ("bid_or_pass", "4.2.1-e")
    assert refusal(game, Select(BEN, "12")) == ("bid_or_pass", "4.2.1-e")


# -- 4.2.1-f, g: the falling offer --------------------


@pytest.mark.rule("18EU:4.2.1-f")
def test_a_minor_that_nobody_opens_is_offered_from_90_down_to_10_round_the_table() -> None:
    game = selected()
    passes(game, ADA, BEN, CY, DEE)
    for price in range(90, 0, -10):
        for player in (ADA, BEN, CY, DEE):
            assert game.legal_actions() == [Bid(player, "12", price), Pass(player)]
            game.push(Pass(player))
    assert owner_of(game, "12") == ADA


@pytest.mark.rule("18EU:4.2.1-f")
def test_the_first_taker_pays_exactly_the_offer() -> None:
    game = selected()
    bank = game.state.cash[BANK]
    passes(game, ADA, BEN, CY, DEE, *(ADA, BEN, CY, DEE) * 2, ADA)
    for price in (60, 65, 75, 80, 100):
        assert refusal(game, Bid(BEN, "12", price)) == ("offer_price", "4.2.1-f")
    game.push(Bid(BEN, "12", 70))
    assert owner_of(game, "12") == BEN
    assert game.state.cash[BEN] == 280
    assert game.state.cash[BANK] == bank + 70
    assert game.legal_actions()[0] == Select(BEN, "1")


@pytest.mark.rule("18EU:4.2.1-f")
def test_at_90_there_is_no_auction_any_more() -> None:
    game = passes(selected(), ADA, BEN, CY, DEE)
    assert refusal(game, Bid(ADA, "12", 100)) == ("offer_price", "4.2.1-f")
    game.push(Bid(ADA, "12", 90))
    assert owner_of(game, "12") == ADA


@pytest.mark.rule("18EU:4.2.1-b", "18EU:4.2.1-f")
def test_an_offer_goes_only_to_who_can_pay_it() -> None:
    game = selected(ada=89, ben=90, cy=80, dee=0)
    assert game.legal_actions() == [Bid(BEN, "12", 90), Pass(BEN)]  # nobody could open
    game.push(Pass(BEN))
    assert game.legal_actions() == [Bid(ADA, "12", 80), Pass(ADA)]
    game.push(Pass(ADA))
    game.push(Pass(BEN))
    game.push(Bid(CY, "12", 80))
    assert game.state.cash[CY] == 0


@pytest.mark.rule("18EU:4.2.1-g")
def test_whom_nobody_takes_at_10_the_auctioneer_gets_for_nothing() -> None:
    game = four_players()
    give_away(game, "1")
    bank = game.state.cash[BANK]
    game.push(Select(BEN, "12"))
    passes(game, *(BEN, CY, DEE, ADA) * 9, BEN, CY, DEE)
    assert game.legal_actions() == [Bid(ADA, "12", 10), Pass(ADA)]
    assert owner_of(game, "12") is None
    passes(game, ADA)
    assert owner_of(game, "12") == BEN
    assert game.state.cash[BEN] == 350
    assert game.state.cash[BANK] == bank


@pytest.mark.rule("18EU:4.2.1-g")
def test_the_auctioneer_gets_it_for_nothing_even_without_money() -> None:
    game = selected(ada=0, ben=0, cy=0, dee=0)
    assert owner_of(game, "12") == ADA
    assert game.actor == BEN


# -- 4.2.1-h and the homes --------------------

# Stops of Paris: 0 leads north-east, 1 south-east. Berlin: 0 north-east, 1 south-west. Vienna: 0 south, 1 north.
HOMES = {
    "1": ("A10", 0),
    "2": ("C8", 0),
    "3": ("A10", 1),
    "4": ("J7", 0),
    "5": ("H19", 0),
    "6": ("K14", 1),
    "7": ("J5", 1),
    "8": ("M16", 0),
    "9": ("J5", 0),
    "10": ("E18", 0),
    "11": ("K14", 0),
    "12": ("D3", 0),
    "13": ("G12", 0),
    "14": ("D13", 0),
    "15": ("B17", 0),
}
NAMES = {
    "A10": "Paris",
    "C8": "Brussels",
    "J7": "Dresden",
    "H19": "Venice",
    "K14": "Vienna",
    "J5": "Berlin",
    "M16": "Budapest",
    "E18": "Milan",
    "D3": "Amsterdam",
    "G12": "Munich",
    "D13": "Strasbourg",
    "B17": "Lyon",
}
SIDES = {"1": 4, "3": 5, "6": 3, "7": 1, "9": 4, "11": 0}  # the edge of the hex that the circle leads to


@pytest.mark.rule("18EU:4.2.1-h", "18EU:4.2.2-s")
@pytest.mark.parametrize("minor", MINORS)
def test_the_token_goes_to_its_numbered_circle_at_the_moment_of_the_sale(minor: str) -> None:
    game = selected(minor)
    assert cities_of(game, minor) == []
    game.push(Bid(ADA, minor, 100))
    passes(game, BEN, CY, DEE)
    assert cities_of(game, minor) == [HOMES[minor]]
    assert spare_of(game, minor) == []
    assert [type_of(game, train).name for train in trains_of(game, minor)] == ["2"]
    assert game.state.cash[minor] == 0


@pytest.mark.rule("18EU:4.2.2-s")
@pytest.mark.parametrize("minor", MINORS)
def test_the_homes_are_in_the_named_cities_and_on_the_right_side(minor: str) -> None:
    board = four_players().title.board
    hex_, stop = HOMES[minor]
    assert board.hexes[hex_].place == NAMES[hex_]
    if minor in SIDES:
        assert board.hexes[hex_].printed.edges_of(("s", stop)) == (SIDES[minor],)
