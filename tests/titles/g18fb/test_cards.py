"""2.7 What political cards pay and bring, what they cost in the pool, and when they leave the game."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import SellShares
from stockrail.rules.cards import cards_of, holder_of_card, owner_of_card
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BOX, IPO, POOL, certs_at
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyCard
from stockrail.titles.g18fb.cards import (
    band_of,
    close_cards,
    free_share,
    interest_is_paid,
    pay_card_incomes,
    station_bonus,
    use_up,
)
from stockrail.titles.g18fb.companies import FROZEN, PROVISIONAL
from stockrail.titles.g18fb.concessions import lower_deposit, spend_cards, usable_cards
from stockrail.titles.g18fb.state import with_card

from .holding import TITLE, A, B, C, D, Place, noted
from .playing import ALB, BAY, CIM, DEL, LAL, MEL, RIS, VAL, listed, passes, refused

ALL = (MEL, RIS, CIM, DEL, VAL, LAL, BAY, ALB)


def incomes(place: Place) -> list[int]:
    """What each player gets at the start of an operating round."""
    before = [place.game.state.cash[seat] for seat in range(4)]
    pay_card_incomes(place.game)
    return [place.game.state.cash[seat] - before[seat] for seat in range(4)]


# -- cards and incomes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.7-a", "18FB:C-1")
def test_eight_cards_cost_and_bring_what_is_printed_and_wait_for_no_phase() -> None:
    assert [card.price for card in TITLE.cards.values()] == [50, 75, 75, 100, 125, 150, 175, 200]
    assert [card.income for card in TITLE.cards.values()] == [10, 15, 15, 20, 25, 25, 25, 25]
    waiting = [card.id for card in TITLE.cards.values() if "from_phase" in card.powers.get("token", {})]
    assert waiting == [DEL], "only Rome itself waits for phase 2"


@pytest.mark.rule("18FB:2.7-c", "18FB:2.7-v", "18FB:2.1-l")
def test_an_operating_round_begins_with_the_incomes_of_cards_that_somebody_owns() -> None:
    place = Place().card(MEL, A).card(DEL, B).card(BAY, B).card(RIS, POOL)
    assert incomes(place) == [10, 45, 0, 0]


@pytest.mark.rule("18FB:3.5-a", "18FB:2.7-c", "18FB:T-3e")
def test_they_are_paid_before_each_of_the_two_operating_rounds() -> None:
    game = Place().card(BAY, A).card(RIS, A).stock_round(A)
    before = game.state.cash[A]
    passes(game, A, B, C, D)
    assert game.state.cash[A] == before + 40 + 40, "no company operates, so both rounds are over"
    assert [note["amount"] for note in noted(game, "card_pays")] == [15, 25, 15, 25]


@pytest.mark.rule("18FB:2.7-m", "18FB:T-3e")
def test_a_linked_company_that_has_left_home_lowers_the_income_of_its_card() -> None:
    place = Place().card(BAY, A).card(RIS, A).card(LAL, B).major("NN", {C: 2})
    assert incomes(place) == [40, 25, 0, 0]
    place.state.left_home["NN"] = True
    assert incomes(place) == [25, 25, 0, 0], "whoever runs it"


@pytest.mark.rule("18FB:2.7-u")
@pytest.mark.parametrize("card", [MEL, RIS, CIM, DEL])
def test_cards_1_to_4_pay_on_after_their_power_is_used_unless_a_ruling_closes_them(card: str) -> None:
    place = Place().card(card, A)
    use_up(place.game, card, "NN")
    assert incomes(place)[A] == TITLE.cards[card].income
    strict = Place(cards_after_use="close").card(card, A)
    use_up(strict.game, card, "NN")
    assert incomes(strict)[A] == 0 and holder_of_card(strict.game, card) == BOX


@pytest.mark.rule("18FB:2.7-n")
@pytest.mark.parametrize("card", [VAL, LAL, BAY, ALB])
def test_cards_5_to_8_close_with_their_bourbon_token(card: str) -> None:
    place = Place().card(card, A)
    use_up(place.game, card, "FC")
    assert incomes(place)[A] == 0 and owner_of_card(place.game, card) is None


# -- the end of all cards --------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:2.7-d", "18FB:2.1-h", "18FB:3.6-g")
def test_all_cards_close_used_or_not() -> None:
    place = Place("4").card(MEL, A).card(BAY, B).card(RIS, POOL)
    use_up(place.game, MEL, "NN")
    close_cards(place.game)
    assert [holder_of_card(place.game, card) for card in ALL] == [BOX] * 8
    assert incomes(place) == [0, 0, 0, 0]
    assert percent_of(place.game, B, "NN") == 10, "a share that came with a card stays"


@pytest.mark.rule("18FB:2.7-q", "18FB:3.6-i")
def test_the_share_of_an_unsold_card_goes_to_the_initial_offer() -> None:
    place = Place("4").card(BAY, POOL).card(LAL, A)
    assert percent_of(place.game, IPO, "NN") == percent_of(place.game, IPO, "FB") == 90
    close_cards(place.game)
    assert (percent_of(place.game, IPO, "NN"), percent_of(place.game, IPO, "FB")) == (100, 90)
    assert not place.state.shelves.on(certs_at(with_card(BAY), "NN"))


# -- the pool --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.3.6-a", "18FB:3.2-g", "18FB:2.7-q")
def test_a_card_of_the_pool_costs_its_nominal_price_takes_its_share_along_and_uses_up_the_turn() -> None:
    game = Place().card(BAY, POOL).cash("NN", 0).stock_round(A)
    check_doors(game)
    cash = game.state.cash[A]
    game.push(BuyCard(A, BAY))
    assert owner_of_card(game, BAY) == A and percent_of(game, A, "NN") == 10
    assert (game.state.cash[A], game.state.cash["NN"]) == (cash - 175, 0), "the company gets nothing"
    assert game.actor == B


@pytest.mark.rule("18FB:3.3.6-a")
def test_only_cards_of_the_pool_are_sold_and_only_for_cash() -> None:
    game = Place().card(BAY, POOL).card(ALB, B).cash(A, 174).stock_round(A)
    assert refused(game, BuyCard(A, BAY)) == "card_too_dear"
    assert refused(game, BuyCard(A, ALB)) == refused(game, BuyCard(A, "X")) == "card_not_in_pool"
    assert listed(game, BuyCard) == []


@pytest.mark.rule("18FB:3.3.1-c", "18FB:2.7-q")
def test_who_has_sold_a_company_gets_no_free_share_of_it_in_that_round() -> None:
    place = Place("2").card(BAY, POOL).card(LAL, POOL).major("NN", {A: 3, B: 4}, state=PROVISIONAL).cash(B, 500)
    game = place.stock_round(B)
    game.push(SellShares(B, "NN", 1))
    assert refused(game, BuyCard(B, BAY)) == "sold_this_round"
    assert listed(game, BuyCard) == [BuyCard(B, LAL)]
    passes(game, B, C, D)
    game.push(SellShares(A, "NN", 1))
    passes(game, A)
    assert refused(game, BuyCard(B, BAY)) == "sold_this_round", "in a later turn, too"


@pytest.mark.rule("18FB:2.7-q", "18FB:2.3-c", "18FB:2.3-d", "18FB:2.3-b")
def test_its_share_counts_to_the_limits_and_the_card_does_not() -> None:
    rich = Place().card(BAY, POOL).card(MEL, POOL).major("NN", {A: 6})
    game = rich.cash(A, 500).stock_round(A)
    assert refused(game, BuyCard(A, BAY)) == "card_brings_share"
    game.push(BuyCard(A, MEL))
    full = (
        Place(players=6).card(BAY, POOL).card(MEL, POOL).major("LdA", {A: 6}).major("FC", {A: 6}).major("FST", {A: 4})
    )
    assert TITLE.certificates(full.game, A) == (13, 13)
    game = full.cash(A, 500).stock_round(A)
    assert refused(game, BuyCard(A, BAY)) == "card_brings_certificate"
    game.push(BuyCard(A, MEL))


@pytest.mark.rule("18FB:2.3-h")
def test_who_is_above_the_limit_buys_no_card_at_all() -> None:
    full = Place(players=6).card(MEL, POOL).card(RIS, A).major("LdA", {A: 6}).major("FC", {A: 6}).major("FST", {A: 5})
    game = full.cash(A, 500).stock_round(A)
    assert refused(game, BuyCard(A, MEL)) == "above_certificate_limit"


@pytest.mark.rule("18FB:3.3.3-g", "18FB:3.3.5-a", "18FB:2.7-q")
def test_a_share_that_comes_with_a_card_can_bring_the_presidency() -> None:
    game = Place().card(BAY, POOL).major("NN", {B: 2, A: 3}, PROVISIONAL).cash(A, 500).stock_round(A)
    assert owner_of(game, "NN") == B
    game.push(BuyCard(A, BAY))
    assert owner_of(game, "NN") == A and percent_of(game, A, "NN") == 40


@pytest.mark.rule("18FB:2.7-q")
@pytest.mark.parametrize("where", ["with_card", "in_offer"])
def test_a_card_brings_its_share_only_once(where: str) -> None:
    place = Place(free_share=where).card(BAY, POOL)
    game: Any = place.cash(A, 500).cash(B, 500).stock_round(A)
    game.push(BuyCard(A, BAY))
    place = Place.of(game).card(BAY, POOL)
    assert free_share(place.game, BAY) is None
    game = place.stock_round(B)
    game.push(BuyCard(B, BAY))
    assert [percent_of(game, seat, "NN") for seat in (A, B)] == [10, 0]


# -- deposits --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:T-2c", "18FB:3.3.2-g", "18FB:3.3.2-o", "18FB:2.7-i", "18FB:2.7-f", "18FB:C-3")
@pytest.mark.parametrize(
    ("phase", "plain", "linked", "both", "half"),
    [("1", 150, 80, 40, 75), ("2", 150, 80, 40, 75), ("3", 80, 0, 0, 40), ("4", 0, 0, 0, 0)],
)
def test_valadous_and_riseis_lower_the_deposit(phase: str, plain: int, linked: int, both: int, half: int) -> None:
    game = Place(phase).card(VAL, A).card(RIS, A).game
    assert [lower_deposit(game, "LdA", cards) for cards in ((), (VAL,), (VAL, RIS), (RIS,))] == [
        plain, linked, both, half,
    ]  # fmt: skip
    assert lower_deposit(game, "LdA", (RIS, VAL)) == both, "in whatever order they are named"


@pytest.mark.rule("18FB:2.7-q", "18FB:2.3-d")
def test_a_free_share_fits_into_60_percent_or_the_card_has_none_any_more() -> None:
    """Held: 50% of NN, then 60% once the card has given its share."""
    place = Place().card(BAY, POOL).major("NN", {A: 5}).cash(A, 175)
    game = place.stock_round(A)
    game.push(BuyCard(A, BAY))
    assert percent_of(game, A, "NN") == 60
    place = Place().card(BAY, POOL).major("NN", {A: 6}).cash(A, 175)
    place.state.flags["gave.BAY"] = True
    game = place.stock_round(A)
    game.push(BuyCard(A, BAY))
    assert owner_of_card(game, BAY) == A and percent_of(game, A, "NN") == 60


@pytest.mark.rule("18FB:T-2d", "18FB:2.7-l", "18FB:C-3")
def test_albano_and_riseis_lower_the_deposit() -> None:
    game = Place().card(ALB, A).card(RIS, A).game
    assert [lower_deposit(game, "FP", cards) for cards in ((), (ALB,), (ALB, RIS))] == [400, 200, 100]


@pytest.mark.rule("18FB:2.7-j", "18FB:2.7-k")
@pytest.mark.parametrize(("card", "company", "lowered"), [(LAL, "FB", 80), (BAY, "NN", 50)])
def test_each_linked_card_lowers_the_deposit_of_its_company_only(card: str, company: str, lowered: int) -> None:
    game = Place().card(card, A).game
    assert usable_cards(game, A, company) == [(), (card,)]
    assert lower_deposit(game, company, (card,)) == lowered
    assert usable_cards(game, A, "LTF") == usable_cards(game, B, company) == [()]


@pytest.mark.rule("18FB:2.7-f", "18FB:2.7-p", "18FB:2.7-v")
def test_a_player_chooses_among_their_cards_those_that_lower_it() -> None:
    place = Place().card(VAL, A).card(RIS, A).card(BAY, A).card(LAL, POOL)
    assert usable_cards(place.game, A, "LdA") == [(), (RIS,), (VAL,), (RIS, VAL)]
    assert usable_cards(place.game, A, "FB") == [(), (RIS,)]
    place.phase("3")
    assert usable_cards(place.game, A, "LdA") == [(), (RIS,), (VAL,)], "Riseis halves no nothing"
    place.phase("4")
    assert usable_cards(place.game, A, "LdA") == [()]


@pytest.mark.rule("18FB:2.7-f")
def test_riseis_halves_one_deposit_and_a_linked_card_any_number() -> None:
    game = Place().card(VAL, A).card(RIS, A).game
    spend_cards(game, "LdA", (VAL, RIS))
    assert usable_cards(game, A, "FC") == [()]
    assert usable_cards(game, A, "LdA") == [(), (VAL,)]


# -- interest and stations -------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:T-3c", "18FB:T-3a", "18FB:2.7-e")
@pytest.mark.parametrize(
    ("company", "plain", "raised"), [("NN", "A", "C"), ("FS", "B", "D"), ("LdA", "C", "E"), ("FC", "D", "E")]
)
def test_melisurgo_lifts_the_band_of_one_company(company: str, plain: str, raised: str) -> None:
    game = Place().card(MEL, A).game
    assert band_of(game, company) == plain
    use_up(game, MEL, company)
    assert band_of(game, company) == raised
    assert band_of(game, "LTF") == "C"


@pytest.mark.rule("18FB:T-3c")
def test_the_bands_are_worth_what_the_table_says() -> None:
    assert [TITLE.facts["interest"][band] for band in "ABCDE"] == [5, 10, 15, 20, 25]


@pytest.mark.rule("18FB:2.7-e")
def test_it_may_lift_one_payment_only() -> None:
    lasting, single = Place().game, Place(melisurgo="one_payment").game
    for game in (lasting, single):
        use_up(game, MEL, "LdA")
        use_up(game, CIM, "LdA")
        interest_is_paid(game, "FC")
        assert band_of(game, "LdA") == "E"
        interest_is_paid(game, "LdA")
    assert (band_of(lasting, "LdA"), band_of(single, "LdA")) == ("E", "C")
    assert MEL in single.state.played, "its power is used all the same"
    assert station_bonus(single, "LdA", "I30") == 30, "other powers last"


@pytest.mark.rule("18FB:2.7-g", "18FB:T-4e")
def test_falcon_adds_to_two_stations_of_one_company() -> None:
    game = Place().card(CIM, A).game
    assert station_bonus(game, "FB", "I30") == 0
    use_up(game, CIM, "FB")
    assert [station_bonus(game, "FB", hex_) for hex_ in ("I30", "F35", "G30")] == [30, 10, 0]
    assert station_bonus(game, "LdA", "I30") == 0


@pytest.mark.rule("18FB:2.7-g", "18FB:2.7-d")
def test_what_it_added_stays_when_the_cards_close() -> None:
    game = Place("4").card(CIM, A).game
    use_up(game, CIM, "FB")
    close_cards(game)
    assert station_bonus(game, "FB", "I30") == 30


def test_the_pool_lists_its_cards() -> None:
    game = Place().card(MEL, POOL).card(RIS, POOL).major("NN", {A: 2}, FROZEN).stock_round(A)
    assert cards_of(game, POOL) == [MEL, RIS]
    assert [action.card for action in listed(game, BuyCard)] == [MEL, RIS]


@pytest.mark.rule("18FB:2.7-d", "18FB:2.7-n")
def test_phase_5_closes_each_card_once() -> None:
    game = Place("4").card(LAL, A).card(MEL, B).game
    use_up(game, LAL, "FB")
    close_cards(game)
    closed = [event["card"] for event in noted(game, "card_closes")]
    assert sorted(closed) == sorted(TITLE.cards) and closed[0] == LAL
