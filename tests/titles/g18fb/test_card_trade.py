"""2.7-b, 3.3.6-b Political cards that players sell to each other."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.g18fb.playing import beside

from stockrail.core import ActionRange
from stockrail.rules.actions import ProposeEnd, SellShares
from stockrail.rules.cards import owner_of_card
from stockrail.rules.rounds import current_round
from stockrail.rules.shares import percent_of
from stockrail.rules.state import POOL
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyCard, OfferCard, UseCard
from stockrail.titles.g18fb.companies import PROVISIONAL
from stockrail.titles.g18fb.extras import is_pressing
from stockrail.titles.g18fb.finance import Trade
from stockrail.words import Speaker

from .holding import A, B, C, D, Place
from .playing import ALB, BAY, CIM, LAL, MEL, RIS, answer, listed, passes, refused


def turn(player: int = A, **rulings: Any) -> Any:
    """A's stock turn: A has Bayard, B Melisurgo, Riseis is in the pool."""
    place = Place(**rulings).card(BAY, A).card(MEL, B).card(RIS, POOL)
    for seat in (A, B, C, D):
        place.cash(seat, 300)
    return place.stock_round(player)


def offered(game: Any) -> list[tuple[str, int, int, int]]:
    entries = [entry for entry in game.legal_actions() if isinstance(entry, ActionRange)]
    return [(e.action.card, e.action.asked, e.low, e.high) for e in entries if isinstance(e.action, OfferCard)]


@pytest.mark.rule("18FB:2.7-b", "18FB:3.3.6-b")
def test_a_player_offers_a_card_to_any_other_at_any_price() -> None:
    game = turn()
    check_doors(game)
    assert [entry for entry in offered(game) if entry[0] == BAY] == [(BAY, seat, 0, 300) for seat in (B, C, D)]
    game.push(OfferCard(A, BAY, C, 300))
    assert [event.kind for event in game.log][-1] == "offers_card"
    check_doors(game)
    answer(game, C, True)
    assert owner_of_card(game, BAY) == C
    assert (game.state.cash[A], game.state.cash[C]) == (600, 0)
    assert percent_of(game, A, "NN") == 10, "the share stays where it is"


@pytest.mark.rule("18FB:2.7-b", "18FB:3.3.6-b")
def test_a_player_offers_a_price_for_the_card_of_another() -> None:
    game = turn()
    assert (MEL, B, 0, 300) in offered(game)
    game.push(OfferCard(A, MEL, B, 0))
    assert [event.kind for event in game.log][-1] == "offers_for_card"
    answer(game, B, True)
    assert owner_of_card(game, MEL) == A and game.state.cash[B] == 300


@pytest.mark.rule("18FB:3.3.6-b")
def test_a_sale_uses_up_no_turn_and_is_no_action_in_it() -> None:
    game = turn()
    game.push(OfferCard(A, BAY, B, 100))
    answer(game, B, True)
    game.push(BuyCard(A, RIS))
    assert game.actor == B
    game.push(OfferCard(B, BAY, A, 50))
    answer(game, A, True)
    round_: Any = current_round(game)
    passes(game, B, C, D, A)
    assert current_round(game) != round_, "a turn in which only cards changed hands is a pass"


@pytest.mark.rule("18FB:2.7-b")
def test_what_is_declined_is_not_asked_again_but_for_better_offers() -> None:
    game = turn()
    game.push(OfferCard(A, BAY, C, 200))
    answer(game, C, False)
    assert owner_of_card(game, BAY) == A and game.actor == A
    assert (BAY, C, 0, 199) in offered(game) and (BAY, D, 0, 300) in offered(game)
    assert refused(game, OfferCard(A, BAY, C, 200)) == "card_price_declined"
    game.push(OfferCard(A, MEL, B, 60))
    answer(game, B, False)
    assert (MEL, B, 61, 300) in offered(game) and (BAY, C, 0, 199) in offered(game)
    assert refused(game, OfferCard(A, MEL, B, 60)) == "card_price_declined"
    check_doors(game)
    game.push(OfferCard(A, BAY, C, 100))
    answer(game, C, True)
    assert (BAY, C, 0, 400) in offered(game), "after a sale all is open"


@pytest.mark.rule("18FB:2.7-b")
def test_after_anything_else_everything_may_be_asked_again() -> None:
    place = Place().card(BAY, A).card(MEL, B).major("LdA", {B: 2, A: 2}, PROVISIONAL).cash(C, 300)
    game = place.stock_round(A)
    game.push(OfferCard(A, BAY, C, 0))
    answer(game, C, False)
    assert not [entry for entry in offered(game) if entry[:2] == (BAY, C)], "nothing is less than nothing"
    game.push(SellShares(A, "LdA", 1))
    assert (BAY, C, 0, 300) in offered(game)


def test_proposing_the_end_is_something_else_too_and_its_answer_nobody_takes_for_a_sale() -> None:
    game = turn()
    game.push(ProposeEnd(A))
    answer(game, B, False)
    assert game.actor == A and owner_of_card(game, BAY) == A


@pytest.mark.rule("18FB:2.7-b", "18FB:2.7-v")
@pytest.mark.parametrize(
    ("offer", "kind"),
    [
        (OfferCard(A, RIS, B, 10), "card_of_neither"),
        (OfferCard(A, MEL, C, 10), "card_of_neither"),
        (OfferCard(A, ALB, B, 10), "card_of_neither"),
        (OfferCard(A, "X", B, 10), "card_of_neither"),
        (OfferCard(A, BAY, A, 10), "nobody_to_ask"),
        (OfferCard(A, BAY, 4, 10), "nobody_to_ask"),
        (OfferCard(A, BAY, -1, 10), "nobody_to_ask"),
        (OfferCard(A, BAY, B, 301), "card_price"),
        (OfferCard(A, MEL, B, 301), "card_price"),
        (OfferCard(A, MEL, B, -1), "card_price"),
    ],
)
def test_only_players_trade_cards_that_one_of_them_has_and_only_for_cash(offer: OfferCard, kind: str) -> None:
    game = turn()
    assert refused(game, offer) == kind


@pytest.mark.rule("18FB:2.7-b")
def test_who_has_left_the_game_is_not_asked() -> None:
    game = turn()
    game.state.bankrupt[C] = True
    assert refused(game, OfferCard(A, BAY, C, 10)) == "nobody_to_ask"
    assert C not in [entry[1] for entry in offered(game)]


@pytest.mark.rule("18FB:3.3.6-b", "18FB:2.7-p")
def test_a_president_trades_in_the_turn_of_their_company_and_no_step_waits_for_it() -> None:
    game: Any = Place().card(BAY, A).card(LAL, B).major("LdA", {A: 2}).cash(B, 80).game
    assert [getattr(entry, "action", entry) for entry in beside(game, "LdA")] == [
        OfferCard(A, LAL, B, 0), OfferCard(A, BAY, B, 0), OfferCard(A, BAY, C, 0), OfferCard(A, BAY, D, 0),
    ]  # fmt: skip
    assert not is_pressing(game, "LdA")
    Trade("LdA").check(game, OfferCard(A, BAY, B, 80))
    Trade("LdA").take(game, OfferCard(A, BAY, B, 80))
    assert game.actor == B


# -- where a sale is a turn ------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.3.6-b")
def test_a_ruling_makes_a_purchase_a_stock_turn() -> None:
    game = turn(card_trade="stock_turn")
    check_doors(game)
    assert refused(game, OfferCard(A, BAY, C, 100)) == "card_trade_in_turn", "one's own card is not for offering"
    assert offered(game) == [(MEL, B, 0, 300)]
    game.push(OfferCard(A, MEL, B, 100))
    answer(game, B, False)
    assert game.actor == A, "the turn goes on"
    game.push(OfferCard(A, MEL, B, 101))
    answer(game, B, True)
    assert owner_of_card(game, MEL) == A and game.actor == B
    round_: Any = current_round(game)
    passes(game, B, C, D)
    assert game.actor == A and game.stack[1].turn == round_.turn, "the purchase was no pass"


@pytest.mark.rule("18FB:3.3.6-b")
def test_then_nothing_is_traded_in_the_turn_of_a_company() -> None:
    game: Any = Place(card_trade="stock_turn").card(BAY, A).card(LAL, B).major("LdA", {A: 2}).game
    assert beside(game, "LdA") == []


# -- what players read -----------------------------------------------------------------------------------------------


def test_an_offer_is_told_with_both_players() -> None:
    game = turn()
    speaker = Speaker(game)
    game.push(OfferCard(A, BAY, C, 120))
    assert speaker.question() == "Cy: buy Bayard from Ada for D120, or decline"
    assert [speaker.action(entry) for entry in game.legal_actions()] == ["Buy Bayard for D120", "Decline the offer"]
    answer(game, C, True)
    game.push(OfferCard(A, MEL, B, 60))
    assert speaker.question() == "Ben: sell Melisurgo to Ada for D60, or decline"
    answer(game, B, False)
    assert "Cy" in speaker.log(game.log)[-4]


def test_a_power_is_no_offer() -> None:
    game = Place().card(CIM, A).major("LdA", {B: 2}).stock_round(A)
    assert UseCard(A, CIM, "LdA") in listed(game, UseCard, OfferCard)
