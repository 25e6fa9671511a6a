"""3.2 The political round: eight cards are auctioned, and the order of play is made anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stockrail.core import ActionRange
from stockrail.rules.actions import Bid, Pass, Select
from stockrail.rules.cards import cards_of, owner_of_card
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, IPO, POOL
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyCard, OfferCard
from stockrail.titles.g18fb.cards import free_share, linked_company
from stockrail.titles.g18fb.rounds import PoliticalRound
from stockrail.titles.g18fb.state import with_card

from .holding import A, B, C, D, noted
from .playing import ALB, BAY, CIM, DEL, LAL, MEL, RIS, VAL, game_of, passes, refused


def auction(game: Any, namer: int, card: str, *bids: int | None) -> None:
    """A card is named; then whoever is asked bids, or passes with None."""
    assert game.actor == namer
    game.push(Select(namer, card))
    for price in bids:
        check_doors(game)
        game.push(Pass(game.actor) if price is None else Bid(game.actor, card, price))


def cash(game: Any) -> list[int]:
    return [game.state.cash[seat] for seat in range(4)]


def after_bayard() -> Any:
    game = game_of()
    auction(game, A, BAY, 175, 180, None, None, 200, None)
    return game


def played() -> Any:
    """The whole round of the exact cases."""
    game = after_bayard()
    auction(game, B, MEL, 50, 55, None, None, 60, None)
    auction(game, C, ALB, None, 200, None, None)
    auction(game, D, DEL, None, None, None, None)
    auction(game, A, RIS, 75, None, 80, None, 85, None)
    auction(game, B, CIM, 75, None, None, None)
    auction(game, C, VAL, 125, 130, None, None, 150, None)
    auction(game, D, LAL, 150, None, None, None)
    return game


# -- the exact cases -------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:T-1a", "18FB:3.2-a", "18FB:3.2-e", "18FB:3.2-h", "18FB:2.7-k", "18FB:3.1-e")
def test_what_is_bid_beyond_the_nominal_price_goes_to_the_linked_company() -> None:
    game = after_bayard()
    assert owner_of_card(game, BAY) == A
    assert (game.state.cash[A], game.state.cash[BANK], game.state.cash["NN"]) == (550, 9175, 25)
    assert [percent_of(game, holder, "NN") for holder in (A, IPO, with_card(BAY))] == [10, 90, 0]
    assert owner_of(game, "NN") is None and not game.state.floated.get("NN")


@pytest.mark.rule("18FB:T-1b")
def test_of_a_card_without_a_company_the_bank_gets_everything() -> None:
    game = after_bayard()
    auction(game, B, MEL, 50, 55, None, None, 60, None)
    assert (owner_of_card(game, MEL), game.state.cash[B], game.state.cash[BANK]) == (B, 690, 9235)
    assert [event["company"] for event in noted(game, "gets_surplus")] == ["NN"], "Bayard's alone"


@pytest.mark.rule("18FB:T-1c", "18FB:3.2-d", "18FB:3.2-k", "18FB:2.7-l")
def test_an_opener_who_passes_is_out_of_that_auction() -> None:
    game = game_of()
    game.push(Select(A, ALB))
    passes(game, A)
    game.push(Bid(B, ALB, 200))
    passes(game, C, D)
    assert (owner_of_card(game, ALB), percent_of(game, B, "FP"), game.state.cash[B]) == (B, 10, 550)
    assert game.actor == B, "the next after the one who named it"


@pytest.mark.rule("18FB:T-1d", "18FB:3.2-g", "18FB:3.2-f", "18FB:2.7-v", "18FB:2.7-q")
def test_a_card_that_nobody_wants_goes_to_the_pool_with_its_share() -> None:
    game = game_of()
    auction(game, A, VAL, None, None, None, None)
    assert cards_of(game, POOL) == [VAL] and owner_of_card(game, VAL) is None
    assert noted(game, "card_to_pool") == [{"item": VAL}]
    assert [percent_of(game, seat, "LdA") for seat in range(4)] == [0, 0, 0, 0]
    assert game.actor == B
    assert VAL not in [action.item for action in game.legal_actions()]


@pytest.mark.rule("18FB:T-1e", "18FB:T-1f", "18FB:T-1g", "18FB:3.2-i", "18FB:3.2-j", "18FB:2.7-i", "18FB:2.7-j")
def test_the_order_of_play_goes_by_the_cash_that_is_left() -> None:
    game = played()
    assert cash(game) == [465, 615, 600, 400]
    assert [owner_of_card(game, card) for card in game.title.cards] == [B, A, B, None, C, D, A, D]
    assert (game.state.cash[BANK], game.state.cash["NN"], game.state.cash["LdA"], game.state.cash["FB"]) == (
        9870, 25, 25, 0,
    )  # fmt: skip
    assert sum(game.state.cash.amounts.values()) == 12000
    assert list(game.order) == [B, C, A, D] and game.state.flags["priority"] == B
    assert isinstance(current_round(game), StockRound) and game.actor == B
    assert [percent_of(game, *held) for held in ((A, "NN"), (D, "FP"), (C, "LdA"), (D, "FB"))] == [10] * 4


@pytest.mark.rule("18FB:3.3-d", "18FB:3.2-l")
def test_stock_turns_go_in_that_order_whenever() -> None:
    game = played()
    passes(game, B, C, A)
    assert game.actor == D
    assert game.next_seat(D) == B and game.seats_from(A) == [A, D, B, C]


@pytest.mark.rule("18FB:T-1h", "18FB:3.2-b", "18FB:3.2-c")
def test_bids_rise_by_five_up_to_the_cash_in_hand() -> None:
    game = game_of()
    game.push(Select(A, BAY))
    assert game.legal_actions()[0] == ActionRange(Bid(A, BAY, 175), "price", 175, 750, 5)
    assert refused(game, Bid(A, BAY, 178)) == "bid_not_multiple"
    assert refused(game, Bid(A, BAY, 170)) == "bid_too_low"
    assert refused(game, Bid(A, BAY, 755)) == "bid_beyond_cash"
    assert refused(game, Bid(A, MEL, 175)) == "bid_or_pass"
    game.push(Bid(A, BAY, 175))
    assert refused(game, Bid(B, BAY, 175)) == "bid_too_low"
    assert refused(game, Bid(B, BAY, 178)) == "bid_too_low"
    assert refused(game, Bid(B, BAY, 183)) == "bid_not_multiple"


@pytest.mark.rule("18FB:T-1i", "18FB:3.2-j")
def test_equal_cash_keeps_the_former_order() -> None:
    game = game_of()
    for card in list(cards_of(game, BANK))[:-1]:
        auction(game, game.actor, card, None, None, None, None)
    for seat, left in enumerate([500, 600, 600, 450]):
        game.state.cash.pay(seat, BANK, 750 - left)
    auction(game, D, ALB, None, None, None, None)
    assert list(game.order) == [B, C, A, D] and game.actor == B


# -- beyond them -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.2-a")
def test_somebody_must_name_a_card_and_any_card_will_do() -> None:
    game = game_of()
    assert game.actor == A and len(game.legal_actions()) == 8
    assert refused(game, Pass(A)) == "select_first"
    auction(game, A, LAL, 150, None, None, None)
    assert refused(game, Select(B, LAL)) == "not_for_sale"


@pytest.mark.rule("18FB:3.2-c", "18FB:3.2-d")
def test_who_cannot_top_a_bid_is_out_without_being_asked() -> None:
    game = game_of()
    game.state.cash.pay(B, BANK, 570)
    game.push(Select(A, BAY))
    game.push(Bid(A, BAY, 180))
    assert game.actor == C
    passes(game, C, D)
    assert owner_of_card(game, BAY) == A


@pytest.mark.rule("18FB:3.2-g")
def test_who_cannot_pay_the_nominal_price_is_not_asked_either() -> None:
    game = game_of()
    for seat in (B, C, D):
        game.state.cash.pay(seat, BANK, 600)
    game.push(Select(A, ALB))
    passes(game, A)
    assert cards_of(game, POOL) == [ALB]


@pytest.mark.rule("18FB:3.2-b")
def test_the_first_bid_may_have_to_be_higher() -> None:
    game = game_of(first_bid="nominal_plus_5")
    game.push(Select(A, BAY))
    assert refused(game, Bid(A, BAY, 175)) == "bid_too_low"
    game.push(Bid(A, BAY, 180))
    assert refused(game, Bid(B, BAY, 180)) == "bid_too_low"
    game.push(Bid(B, BAY, 185))


def test_cards_are_not_traded_while_they_are_auctioned() -> None:
    game = after_bayard()
    assert refused(game, OfferCard(B, BAY, A, 10)) == "select_first"
    assert refused(game, BuyCard(B, BAY)) == "select_first"


@pytest.mark.rule("18FB:3.2-h", "18FB:2.7-q")
def test_a_free_share_may_come_out_of_the_initial_offer() -> None:
    game = game_of(free_share="in_offer")
    assert percent_of(game, "ipo", "NN") == 100
    auction(game, A, BAY, 175, None, None, None)
    assert percent_of(game, A, "NN") == 10 and percent_of(game, "ipo", "NN") == 90


@pytest.mark.rule("18FB:3.2-i", "18FB:3.2-j")
@pytest.mark.parametrize("seed", range(6))
def test_however_it_goes_each_card_finds_its_place_and_no_money_is_lost(seed: int) -> None:
    dice, game = Random(seed), game_of(3 + seed % 4)
    while isinstance(current_round(game), PoliticalRound):
        check_doors(game)
        game.push(dice.choice(list(game.legal_actions().all())))
    assert sum(game.state.cash.amounts.values()) == 12000 and game.state.cash[BANK] >= 9000
    assert not cards_of(game, BANK)
    left = [game.state.cash[seat] for seat in game.order]
    assert left == sorted(left, reverse=True) and game.actor == game.order[0]
    for card in game.title.cards:
        owner, company = owner_of_card(game, card), linked_company(game, card)
        assert not company or (owner is None) == bool(free_share(game, card))


def test_taking_back_gives_back_cards_shares_and_order() -> None:
    game = played()
    for _ in range(len(game.actions)):
        game.pop()
    assert game.state.picture() == game_of().state.picture()
