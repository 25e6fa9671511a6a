"""2.7-n, o, r, s Tokens that take the place of Bourbon tokens through cards 4 to 8."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import Pass
from stockrail.rules.cards import holder_of_card, owner_of_card
from stockrail.rules.claims import claims_at
from stockrail.rules.prices import price
from stockrail.rules.state import BOX
from stockrail.rules.tokens import cities_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import OfferCard, UseCard
from stockrail.titles.g18fb.cards import pay_card_incomes
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL, state_of
from stockrail.titles.g18fb.state import deposit_on

from .holding import A, B, C, Place
from .playing import ALB, LAL, MEL, answer, listed, refused

LINE = ("G30", "zD11", "zD9", "zD7", "zC6")
USE = UseCard(A, LAL, "FB", LINE)
TO_CASERTA = UseCard(A, ALB, "FB", ("I30", "H29", "G28", "G30"))


def beneventane(owner: int = A, state: str = PROVISIONAL, cash: int = 100, **rulings: Any) -> Place:
    """FB, led by A, stands in Caserta; track leads on to the Bourbon token in Napoli, which L'Ala may replace."""
    place = Place(**rulings).card(LAL, owner).major("FB", {A: 3}, state, deposit=150, cash=cash).token("FB", "G30")
    if state == PROVISIONAL:
        place.state.cash.pay(deposit_on("FB"), A, 75)
        place.state.refunded["FB"] = 75
    return place.tiles(zD11=("8", 4), zD9=("9", 0), zD7=("58", 1))


def at_home(owner: int = A, **rulings: Any) -> Place:
    """FB stands at home only; track leads to Caserta, where Albano may replace a Bourbon token."""
    place = Place(**rulings).card(ALB, owner).card(LAL, B).major("FB", {A: 3}, cash=100)
    return place.tiles(I30=("57", 1), H29=("9", 1), G28=("7", 3))


def incomes(game: Any) -> list[int]:
    before = [game.state.cash[seat] for seat in (A, B)]
    pay_card_incomes(game)
    return [game.state.cash[seat] - before[seat] for seat in (A, B)]


@pytest.mark.rule("18FB:T-5g", "18FB:2.7-n", "18FB:2.7-o", "18FB:2.7-j")
def test_a_token_through_a_card_is_token_destination_refund_and_end_of_the_card_at_once() -> None:
    game: Any = beneventane().operating("FB", "LayTrack")
    check_doors(game)
    assert USE in listed(game, UseCard)
    cash, value = game.state.cash[A], price(game, "FB")
    game.push(USE)
    assert ("zC6", 1) in cities_of(game, "FB") and not game.state.shelves.on(claims_at("zC6", 1))
    assert (game.state.cash["FB"], game.state.markers["FB"]) == (60, 1)
    assert holder_of_card(game, LAL) == BOX
    assert state_of(game, "FB") == DEFINITIVE and price(game, "FB") == value + 10
    assert game.state.cash[A] == cash + 75 and game.state.cash[deposit_on("FB")] == 0
    assert "FB@zC8" not in game.state.shelves.on(claims_at("zC8", 1)), "its slot in Napoli Nord is open"


@pytest.mark.rule("18FB:2.7-o", "18FB:3.5.2-a")
def test_it_is_the_token_of_that_turn() -> None:
    game = at_home().card(LAL, A).operating("FB", "LayTrack")
    game.push(TO_CASERTA)
    assert type(game.decision).__name__ == "LayTrack", "the step below goes on"
    assert not listed(game, UseCard)
    game.push(Pass(A))
    assert type(game.decision).__name__ != "PlaceLine"


@pytest.mark.rule("18FB:2.7-r")
def test_the_president_of_another_company_asks_the_owner_who_may_agree() -> None:
    game = beneventane(B).operating("FB", "LayTrack")
    game.push(USE)
    assert game.actor == B and owner_of_card(game, LAL) == B
    answer(game, B, True)
    assert ("zC6", 1) in cities_of(game, "FB") and holder_of_card(game, LAL) == BOX


@pytest.mark.rule("18FB:2.7-r")
def test_or_decline_and_is_not_asked_again_at_once() -> None:
    game = beneventane(B).operating("FB", "LayTrack")
    before = cities_of(game, "FB")
    game.push(USE)
    answer(game, B, False)
    assert game.actor == A and cities_of(game, "FB") == before and owner_of_card(game, LAL) == B
    assert refused(game, USE) == "power_refused"
    game.push(Pass(A))
    assert USE in listed(game, UseCard), "something else has happened"


@pytest.mark.rule("18FB:2.7-b", "18FB:2.7-r")
@pytest.mark.parametrize("owner", [A, B])
def test_once_a_power_was_used_what_was_declined_before_may_be_asked_again(owner: int) -> None:
    offer = OfferCard(A, MEL, C, 50)
    game = beneventane(owner).card(MEL, C).operating("FB", "LayTrack")
    game.push(offer)
    answer(game, C, False)
    assert not game.is_legal(offer)
    game.push(USE)
    if owner == B:
        answer(game, B, True)
    assert holder_of_card(game, LAL) == BOX and game.is_legal(offer)


@pytest.mark.rule("18FB:2.7-r")
def test_by_a_ruling_nobody_is_asked() -> None:
    game = beneventane(B, card_powers="own_companies").operating("FB", "LayTrack")
    assert refused(game, USE) == "power_of_another"


@pytest.mark.rule("18FB:2.7-s", "18FB:2.7-m", "18FB:2.7-n", "18FB:2.7-l")
def test_through_the_card_of_another_company_it_lowers_the_income_of_its_own() -> None:
    game = at_home().operating("FB", "LayTrack")
    assert incomes(game) == [25, 25]
    game.push(TO_CASERTA)
    assert holder_of_card(game, ALB) == BOX and owner_of_card(game, LAL) == B
    assert incomes(game) == [0, 10]


@pytest.mark.rule("18FB:2.7-o", "18FB:3.5.2-h", "18FB:3.4-f", "18FB:3.5.2-e")
@pytest.mark.parametrize(
    "place", [beneventane(cash=39), beneventane(state=FROZEN), beneventane().token("FB", "zC8", 1)]
)
def test_the_rules_of_tokens_hold(place: Place) -> None:
    """No money, no tokens while frozen, one token in all of Napoli."""
    game = place.operating("FB", 0)
    assert USE not in game.legal_actions() and not game.is_legal(USE)


@pytest.mark.rule("18FB:2.7-o")
def test_a_line_that_is_none_is_refused() -> None:
    game: Any = beneventane().operating("FB", "LayTrack")
    for line in (LINE[:-1], ("G30", "zD11", "zC10", "zC8")):
        assert not game.is_legal(UseCard(A, LAL, "FB", line))


def test_a_refusal_says_where() -> None:
    game = beneventane(cash=39).operating("FB", "LayTrack")
    with pytest.raises(IllegalAction) as caught:
        game.push(USE)
    assert (caught.value.params["hex"], caught.value.params["card"]) == ("zC6", LAL)
