"""2.3 Shares and limits."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import BuyShare, Pass, SellShares
from stockrail.rules.shares import owner_of, percent_of, shares_of
from stockrail.rules.state import IPO, POOL, certs_at
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyCard, BuyConcession, BuyRegional
from stockrail.titles.g18fb.companies import DEFINITIVE, PROVISIONAL
from stockrail.titles.g18fb.concessions import RebuyConcession, settle
from stockrail.titles.g18fb.state import with_card

from .holding import TITLE, A, B, C, D, Place, refused

FILLED = ("FSC", "FC", "LTF", "SFTF", "FS", "FST")


def filled(count: int, phase: str = "2", state: str = PROVISIONAL, **rulings: Any) -> Any:
    """Ada holds so many certificates of companies that Ben leads; six players, whose limit is 13."""
    place = Place(phase, players=6, **rulings)
    for seat in range(6):
        place.cash(seat, 1000)
    for company in FILLED:
        mine = min(3, count)
        count -= mine
        place.major(company, {B: 2, A: mine}, state=state, value=60)
    return place


@pytest.mark.rule("18FB:2.3-a", "18FB:2.3-g")
@pytest.mark.parametrize("company", ["NN", "FP", "SFM", "RM"])
def test_a_company_has_a_presidents_certificate_and_eight_others(company: str) -> None:
    assert TITLE.companies[company].certificates == (20, *[10] * 8)


@pytest.mark.rule("18FB:2.3-b", "18FB:2.3-g")
def test_the_presidents_certificate_counts_as_one() -> None:
    place = Place("2").major("LdA", {A: 4})
    assert TITLE.certificates(place.game, A) == (3, 20)


@pytest.mark.rule("18FB:2.3-b", "18FB:3.3.4-e")
def test_nobody_buys_a_certificate_beyond_the_limit() -> None:
    game = filled(12).major("LdA", {B: 2}).stock_round(A)
    assert game.is_legal(BuyShare(A, "LdA", IPO)) and game.is_legal(BuyConcession(A, "NN", 100))
    game = filled(13).major("LdA", {B: 2}).stock_round(A)
    check_doors(game)
    assert TITLE.certificates(game, A) == (13, 13)
    assert refused(game, BuyShare(A, "LdA", IPO)) == ("certificate_limit", "2.3-b")
    assert refused(game, BuyConcession(A, "NN", 100)) == ("certificate_limit", "2.3-b")


@pytest.mark.rule("18FB:2.3-c")
def test_cards_and_concessions_do_not_count() -> None:
    place = filled(13).card("MEL", A).card("RIS", POOL).card("BAY", POOL)
    place.major("LdA", {B: 2, A: 0}, state=PROVISIONAL).concession("LdA", POOL)
    for cert in place.state.shelves.on(certs_at(A, "FSC"))[:1]:
        place.state.shelves.move(cert, certs_at(A, "LdA"))
    game = place.stock_round(A)
    assert TITLE.certificates(game, A) == (13, 13)
    assert game.is_legal(BuyCard(A, "RIS")) and game.is_legal(BuyConcession(A, "LdA", 0))
    assert not game.is_legal(BuyCard(A, "BAY"))  # 2.7-q with its free share


@pytest.mark.rule("18FB:2.3-c", "18FB:3.6.2-c")
def test_regional_companies_count() -> None:
    place = filled(12, "5", DEFINITIVE).regional("FA", A).regional("FG", POOL)
    game = place.stock_round(A)
    assert TITLE.certificates(game, A) == (13, 13)
    check_doors(game)
    assert refused(game, BuyRegional(A, "FG", 130)) == ("certificate_limit", "2.3-b")
    assert filled(12, "5", DEFINITIVE).regional("FG", POOL).stock_round(A).is_legal(BuyRegional(A, "FG", 130))


@pytest.mark.rule("18FB:2.3-d", "18FB:3.3.4-e", "18FB:2.3-g")
def test_nobody_holds_more_than_60_percent_of_a_company() -> None:
    place = Place("2").cash(A, 1000).major("LdA", {A: 5, "NN": 1, "LdA": 1}, state=PROVISIONAL)
    game = place.stock_round(A)
    game.push(BuyShare(A, "LdA", IPO))
    assert percent_of(game, A, "LdA") == 60
    while game.actor != A:
        game.push(Pass(game.actor))
    assert refused(game, BuyShare(A, "LdA", IPO)) == ("share_limit", "2.3-d")


@pytest.mark.rule("18FB:2.7-q", "18FB:2.3-d")
def test_a_free_share_counts_to_all_limits_and_cannot_be_sold_before_its_company_has_operated() -> None:
    game = Place("2").card("VAL", A).cash(A, 1000).major("LdA", {A: 5}).stock_round(A)
    assert percent_of(game, A, "LdA") == 60 and TITLE.certificates(game, A) == (5, 20)
    assert refused(game, BuyShare(A, "LdA", IPO)) == ("share_limit", "2.3-d")
    assert refused(game, SellShares(A, "LdA", 1)) == ("never_operated", "3.3.1-e")
    game = Place("2").card("VAL", A).cash(A, 1000).stock_round(A)
    assert refused(game, SellShares(A, "LdA", 1)) == ("not_started", "3.3.4-d")
    assert percent_of(Place("2").card("VAL", A).cash(A, 1000).game, with_card("VAL"), "LdA") == 0


@pytest.mark.rule("18FB:2.7-q")
def test_a_free_share_counts_in_the_fight_for_the_presidency() -> None:
    game = Place("2").card("VAL", B).cash(B, 1000).major("LdA", {A: 2, B: 2}).stock_round(B)
    game.push(BuyShare(B, "LdA", IPO))
    assert owner_of(game, "LdA") == B and shares_of(game, B, "LdA") == 4


def ousted(**rulings: Any) -> Any:
    """2.3-h Ada lost presidencies at the limit, one piece for two: she has 14 of 13 certificates."""
    return filled(14, **rulings).card("MEL", POOL).major("LdA", {B: 2}).concession("FSC", POOL)


@pytest.mark.rule("18FB:2.3-h")
def test_who_lost_a_presidency_at_the_limit_is_above_it() -> None:
    place = filled(12).major("LdA", {A: 2, C: 3, POOL: 2}, state=PROVISIONAL)
    game = place.stock_round(C)
    game.push(BuyShare(C, "LdA", POOL))
    assert owner_of(game, "LdA") == C and TITLE.certificates(game, A) == (14, 13)


@pytest.mark.rule("18FB:2.3-h")
def test_who_is_above_the_limit_buys_nothing_and_sells_nothing_by_force() -> None:
    game = ousted().stock_round(A)
    check_doors(game)
    assert refused(game, BuyShare(A, "LdA", IPO)) == ("certificate_limit", "2.3-b")
    assert refused(game, BuyCard(A, "MEL")) == ("above_certificate_limit", "2.3-h")
    assert refused(game, BuyConcession(A, "NN", 100)) == ("above_certificate_limit", "2.3-h")
    assert refused(game, BuyConcession(A, "FSC", 0)) == ("above_certificate_limit", "2.3-h")
    game.push(SellShares(A, "FSC", 1))
    assert TITLE.certificates(game, A) == (13, 13)
    assert game.is_legal(BuyCard(A, "MEL")) and not game.is_legal(BuyShare(A, "LdA", IPO))
    game.pop()
    game.push(Pass(A))
    assert game.actor == B


@pytest.mark.rule("18FB:2.3-h", "18FB:3.3.3-e")
def test_a_new_president_above_the_limit_buys_no_concession_back() -> None:
    for count, asked in ((10, True), (13, False)):
        place = filled(count).major("LdA", {C: 2, A: 3, D: 1}, state=PROVISIONAL)
        game = place.stock_round(D)
        place.state.shelves.move(place.state.shelves.on(certs_at(IPO, "LdA"))[0], certs_at(A, "LdA"))
        settle(game, "LdA")
        game._run()
        assert owner_of(game, "LdA") == A and isinstance(game.decision, RebuyConcession) == asked


@pytest.mark.rule("18FB:2.3-h")
def test_under_the_other_ruling_they_sell_down_first() -> None:
    game = ousted(over_limit="must_sell").stock_round(A)
    check_doors(game)
    assert refused(game, Pass(A)) == ("must_sell_first", "2.3-h")
    assert refused(game, BuyCard(A, "MEL")) == ("must_sell_first", "2.3-h")
    game.push(SellShares(A, "FC", 1))
    game.push(BuyCard(A, "MEL"))
    assert game.actor == B
    game = filled(13, over_limit="must_sell").stock_round(A)
    assert game.is_legal(Pass(A))


def test_but_only_what_can_be_sold() -> None:
    place = Place("2", players=6, over_limit="must_sell")
    for company in FILLED:
        place.major(company, {B: 2, A: 3}, value=60)
    game = place.cash(A, 1000).stock_round(A)
    assert TITLE.certificates(game, A)[0] == 18
    assert refused(game, BuyConcession(A, "NN", 60)) == ("not_your_turn", "3.3-d")  # nothing to sell, nothing to buy
    assert D in game.seats


@pytest.mark.rule("18FB:2.7-q", "18FB:3.3.4-d")
@pytest.mark.parametrize(("ruling", "offered"), [("with_card", 70), ("in_offer", 80)])
def test_where_the_free_share_of_an_unsold_card_lies(ruling: str, offered: int) -> None:
    game = Place("1", free_share=ruling).card("BAY", POOL).cash(A, 1000).stock_round(A)
    game.push(BuyConcession(A, "NN", 60))
    assert percent_of(game, IPO, "NN") == offered and percent_of(game, with_card("BAY"), "NN") == 80 - offered
