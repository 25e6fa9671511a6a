"""4.1, 4.2 Parliament rounds: auctions of charters, and how the winner starts his company."""

from __future__ import annotations

import pytest

from stockrail.rules.actions import Bid, BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of
from stockrail.rules.state import BANK, POOL
from stockrail.rules.tokens import spare_of
from stockrail.titles.g1862.parliament import BuyMore, CharterAuction, OpenAuction, SetPrice
from stockrail.titles.g1862.state import IPO, Game1862

from .conftest import Scene, holdings, menu, refusal, round_kind

ENR0 = Bid(0, "ENR", 0)


def won(bid: int = 0, cash: int = 800, value: int = 54) -> Game1862:
    """Player 0 has the charter of ENR and has set its price."""
    game = Scene().cash(0, cash).in_parliament()
    game.push(Bid(0, "ENR", bid))
    game.push(Pass(1))
    game.push(Pass(2))
    game.push(StartCompany(0, "ENR", value))
    return game


@pytest.mark.rule("1862:4.1-a")
def test_the_priority_holder_begins_and_play_goes_clockwise() -> None:
    game = Scene().in_parliament(1)
    assert game.actor == 1
    assert refusal(game, ENR0) == ("not_your_turn", "4.1-a")
    game.push(Pass(1))
    assert game.actor == 2
    game.push(Bid(2, "ENR", 0))
    assert isinstance(game.decision, CharterAuction) and game.actor == 0


@pytest.mark.rule("1862:4.1-b")
def test_bids_are_multiples_of_five_from_nothing_on() -> None:
    game = Scene().in_parliament()
    assert refusal(game, Bid(0, "ENR", 7)) == ("bid_not_multiple", "4.1-b")
    assert {bid.price for bid in menu(game, Bid)} == set(range(0, 640, 5))
    game.push(ENR0)


@pytest.mark.rule("1862:4.1-c", "1862:4.1-g")
def test_who_passes_is_out_and_the_last_bidder_wins() -> None:
    game = Scene().in_parliament()
    game.push(ENR0)
    assert refusal(game, Bid(1, "ENR", 0)) == ("bid_too_low", "4.1-c")
    assert refusal(game, Bid(1, "ENR", 3)) == ("bid_too_low", "4.1-c")
    assert refusal(game, Bid(1, "EUR", 5)) == ("bid_or_pass", "4.1-c")
    game.push(Bid(1, "ENR", 5))
    game.push(Pass(2))
    game.push(Bid(0, "ENR", 10))
    assert game.actor == 1  # player 2 is not asked again
    game.push(Pass(1))
    assert isinstance(game.decision, SetPrice) and game.actor == 0


@pytest.mark.rule("1862:4.1-d")
def test_a_bid_leaves_162() -> None:
    game = Scene().cash(0, 171).cash(1, 166).in_parliament()
    assert {bid.price for bid in menu(game, Bid)} == {0, 5}
    assert refusal(game, Bid(0, "ENR", 10)) == ("bid_beyond_reserve", "4.1-d")
    game.push(ENR0)
    assert game.actor == 2  # player 1 could not bid 5
    just = Scene().cash(1, 167).in_parliament()
    just.push(ENR0)
    assert just.actor == 1 and {bid.price for bid in menu(just, Bid)} == {5}


@pytest.mark.rule("1862:4.1-e")
def test_who_is_at_the_certificate_limit_must_pass() -> None:
    scene = Scene(players=8)  # eight certificates are the limit
    for company in ("EUR", "FDR"):
        scene.company(company, {0: 6})
    game = scene.in_parliament()
    assert game.actor == 1  # player 0 is passed over
    with_room = Scene(players=8).company("EUR", {0: 6}).in_parliament()
    assert with_room.actor == 0


@pytest.mark.rule("1862:4.1-f", "1862:4.1-h")
def test_a_winner_opens_no_second_auction_but_may_bid() -> None:
    game = won()
    game.push(Pass(0))
    assert isinstance(game.decision, OpenAuction) and game.actor == 1  # left of the winner
    game.push(Bid(1, "EUR", 0))
    game.push(Pass(2))
    assert game.actor == 0
    game.push(Bid(0, "EUR", 5))
    game.push(Pass(1))
    assert isinstance(game.decision, SetPrice) and game.actor == 0
    game.push(StartCompany(0, "EUR", 54))
    game.push(Pass(0))
    game.push(Pass(1))
    game.push(Pass(2))
    assert round_kind(game) == "stock"


@pytest.mark.rule("1862:4.1-i")
def test_the_round_ends_when_all_decline_in_a_row_and_the_priority_stays() -> None:
    game = Scene().in_parliament(1)
    for player in (1, 2, 0):
        game.push(Pass(player))
    assert round_kind(game) == "stock"
    assert game.state.flags["priority"] == 1 and game.actor == 1


@pytest.mark.rule("1862:4.2-a")
def test_only_the_winner_pays_and_he_pays_the_bank() -> None:
    game = Scene().in_parliament()
    bank = game.state.cash[BANK]
    game.push(ENR0)
    game.push(Bid(1, "ENR", 40))
    game.push(Pass(2))
    game.push(Pass(0))
    assert [game.state.cash[seat] for seat in range(3)] == [800, 760, 800]
    assert game.state.cash[BANK] == bank + 40


@pytest.mark.rule("1862:4.2-b")
def test_the_ipo_price_is_one_of_eight_that_the_winner_can_pay() -> None:
    game = Scene().cash(0, 800).in_parliament()
    game.push(Bid(0, "ENR", 560))
    game.push(Pass(1))
    game.push(Pass(2))
    assert [start.value for start in menu(game, StartCompany)] == [54, 58, 62, 68, 74]  # 240 is left
    assert refusal(game, StartCompany(0, "ENR", 82)) == ("cannot_pay", "4.2-b")
    assert refusal(game, StartCompany(0, "ENR", 60)) == ("no_par_value", "4.2-b")


@pytest.mark.rule("1862:4.2-c", "1862:4.2-g", "1862:3.1-a")
def test_the_directors_certificate_costs_three_shares_and_the_rest_stays_in_the_ipo() -> None:
    game = won(value=74)
    assert game.state.cash[0] == 800 - 3 * 74
    assert holdings(game, "ENR") == {0: 3, IPO: 7}
    assert owner_of(game, "ENR") == 0
    assert game.state.chartered["ENR"] and game.state.par["ENR"] == 74


@pytest.mark.rule("1862:4.2-d")
def test_nothing_is_sold_in_parliament() -> None:
    scene = Scene().company("EUR", {0: 5})
    game = scene.in_parliament()
    assert not menu(game, SellShares)
    assert refusal(game, SellShares(0, "EUR", 1)) == ("open_or_pass", "4.1-a")


@pytest.mark.rule("1862:4.2-e")
def test_one_or_two_more_shares_may_follow() -> None:
    game = won()
    assert isinstance(game.decision, BuyMore)
    game.push(BuyShare(0, "ENR", IPO))
    assert isinstance(game.decision, BuyMore)
    game.push(BuyShare(0, "ENR", IPO))
    assert isinstance(game.decision, OpenAuction)
    assert holdings(game, "ENR") == {0: 5, IPO: 5}
    poor = won(cash=215)
    assert isinstance(poor.decision, OpenAuction)  # 215 - 162 = 53: not one more


@pytest.mark.rule("1862:4.2-e")
def test_the_certificate_limit_binds_the_extra_shares() -> None:
    scene = Scene(players=8).company("EUR", {0: 6}).company("FDR", {0: 5})
    game = scene.cash(0, 800).in_parliament()
    assert game.actor == 0  # seven certificates of eight
    game.push(ENR0)
    for player in range(1, 8):
        game.push(Pass(player))
    game.push(StartCompany(0, "ENR", 54))
    assert isinstance(game.decision, OpenAuction)


@pytest.mark.rule("1862:4.2-f", "1862:4.2-h", "1862:2.1-c", "1862:3.1-b", "1862:3.1-d")
def test_with_half_of_the_shares_a_charter_floats_at_once() -> None:
    game = won(bid=40)
    assert "ENR" not in game.state.cell  # the market marker comes with floating
    game.push(BuyShare(0, "ENR", IPO))
    game.push(BuyShare(0, "ENR", IPO))
    assert game.state.cash[0] == 800 - 310
    assert game.state.floated["ENR"] and price(game, "ENR") == 54
    assert game.state.cash["ENR"] == 360
    assert len(spare_of(game, "ENR")) == 3
    assert "ENR" not in game.state.obliged


@pytest.mark.rule("1862:4.2-b", "1862:4.2-e")
def test_who_speaks_while_the_winner_starts_his_company_is_told_of_the_charter() -> None:
    game = Scene(players=2).in_parliament()
    game.push(Bid(0, "ENR", 0))
    game.push(Pass(1))
    assert refusal(game, Pass(1)) == ("not_your_turn", "4.2-b")
    game.push(StartCompany(0, "ENR", 54))
    assert refusal(game, Pass(1)) == ("not_your_turn", "4.2-e")


@pytest.mark.rule("1862:4.1-d", "1862:4.2-b")
def test_exactly_162_are_enough_for_a_bid_of_nothing() -> None:
    game = Scene().cash(0, 162).in_parliament()
    assert {bid.price for bid in menu(game, Bid)} == {0}
    game.push(ENR0)
    game.push(Pass(1))
    game.push(Pass(2))
    assert [start.value for start in menu(game, StartCompany)] == [54]
    game.push(StartCompany(0, "ENR", 54))
    assert game.state.cash[0] == 0


@pytest.mark.rule("1862:4.1-b")
def test_no_bid_is_below_nothing() -> None:
    assert refusal(Scene().in_parliament(), Bid(0, "ENR", -5)) == ("bid_not_multiple", "4.1-b")


@pytest.mark.rule("1862:4.1-i")
def test_after_a_charter_all_must_decline_anew() -> None:
    game = Scene().in_parliament()
    game.push(Pass(0))
    game.push(Pass(1))
    game.push(Bid(2, "ENR", 0))
    for player in (0, 1):
        game.push(Pass(player))
    game.push(StartCompany(2, "ENR", 54))
    game.push(Pass(2))
    game.push(Pass(0))
    assert isinstance(game.decision, OpenAuction) and game.actor == 1


@pytest.mark.rule("1862:4.1-f")
def test_a_winner_opens_none_also_when_others_have_won_since() -> None:
    game = won()
    game.push(Pass(0))
    game.push(Bid(1, "EUR", 0))
    for player in (2, 0):
        game.push(Pass(player))
    game.push(StartCompany(1, "EUR", 54))
    game.push(Pass(1))
    game.push(Pass(2))
    assert round_kind(game) == "stock"  # neither 0 nor 1 is asked


@pytest.mark.rule("1862:4.2-e")
def test_the_extra_shares_come_from_the_ipo_and_may_cost_the_last_pound() -> None:
    game = won(cash=216)
    assert refusal(game, BuyShare(0, "ENR", POOL)) == ("more_or_pass", "4.2-e")
    assert refusal(game, BuyShare(0, "EUR", IPO)) == ("more_or_pass", "4.2-e")
    assert refusal(game, BuyShare(0, "ENR", IPO, "ENR_0")) == ("none_there", "6.5.1-a")
    game.push(BuyShare(0, "ENR", IPO))
    assert game.state.cash[0] == 0 and holdings(game, "ENR") == {0: 4, IPO: 6}


@pytest.mark.rule("1862:4.2-f")
def test_a_marker_that_was_placed_at_the_start_stays_where_it_is() -> None:
    """R1 As on the public site."""
    game = Scene(players=2, rulings={"market_marker": "at_start"}).in_parliament()
    game.push(ENR0)
    game.push(Pass(1))
    game.push(StartCompany(0, "ENR", 54))
    for _ in range(2):
        game.push(BuyShare(0, "ENR", IPO))
    assert game.state.floated["ENR"] and game.state.pile[game.state.cell["ENR"]] == ("ENR",)


@pytest.mark.rule("1862:4.1-a", "1862:3.2-a")
def test_where_no_company_is_available_nobody_is_asked() -> None:
    scene = Scene().company("ENR", {0: 5})
    for company in scene.game.title.companies:
        scene.state.batch[company] = "B"
    assert round_kind(scene.in_parliament()) == "stock"


@pytest.mark.rule("1862:4.1-h")
@pytest.mark.parametrize(("winner", "coming"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_player_left_of_the_winner_opens_the_next_auction_whoever_opened_this_one(winner: int, coming: int) -> None:
    """Player 0 opens; the winner is the only one to raise."""
    game = Scene(players=4).in_parliament()
    game.push(ENR0)
    for player in (1, 2, 3):
        game.push(Bid(player, "ENR", 5) if player == winner else Pass(player))
    if winner:
        game.push(Pass(0))
    game.push(StartCompany(winner, "ENR", 54))
    game.push(Pass(winner))
    assert isinstance(game.decision, OpenAuction) and game.actor == coming
