"""3.5.11 Bankruptcy: who leads on, what closes, what becomes of concessions and cards."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import BuyTrain, GoBankrupt, Pass, SellShares
from stockrail.rules.cards import holder_of_card
from stockrail.rules.shares import owner_of, percent_of, singles_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import holder_of, trains_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyConcession
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL, concession_holder, state_of
from stockrail.titles.g18fb.state import deposit_on

from .holding import TITLE, A, B, C, D, Place, noted
from .playing import BAY, LAL

X, Y = "FC", "LTF"
BROKE = GoBankrupt(A, X)


def unified(other: int = 2, **more: Any) -> Place:
    """X of player 0 needs a 6+10; player 1 holds so many shares of it, and leads Y."""
    place = Place("5", **more).major(X, {A: 3, B: other}, DEFINITIVE, value=80, cash=150)
    return place.major(Y, {B: 4, A: 3}, DEFINITIVE, value=100).cash(A, 40).cash(B, 500)


def broke(place: Place) -> Any:
    game = place.operating(X, "BuyTrains")
    check_doors(game)
    assert BROKE in game.legal_actions()
    game.push(BROKE)
    return game


@pytest.mark.rule("18FB:T-11b", "18FB:3.5.11-a", "18FB:3.5.11-c", "18FB:3.5.11-d")
def test_the_next_holder_of_two_shares_leads_on_and_completes_the_purchase() -> None:
    game = broke(unified())
    assert list(game.seats) == [B, C, D] and noted(game, "goes_bankrupt") == [{"player": A, "company": X}]
    assert [event["amount"] for event in noted(game, "sells")] in ([40, 150], [150, 40])
    assert game.state.cash[X] == 380 and game.state.cash[A] == 0
    assert owner_of(game, X) == B and percent_of(game, B, X) == 20 and percent_of(game, POOL, X) == 30
    assert percent_of(game, POOL, Y) == 30
    assert game.actor == B and game.title.forced_purchase(game).helper == B
    game.push(BuyTrain(B, X, "6+10-0", 600))
    assert game.state.cash[B] == 280 and trains_of(game, X) == ["6+10-0"]


@pytest.mark.rule("18FB:T-11c", "18FB:3.5.11-e", "18FB:2.3-e")
def test_without_an_heir_the_company_closes() -> None:
    place = unified(other=1).token(X, "F5").tiles(F5=("57", 0))
    place.train("5+8-2", Y)
    place.state.markers[X] = 3
    game = broke(place)
    assert game.state.closed[X] and owner_of(game, X) is None
    assert cities_of(game, X) == [] and percent_of(game, B, X) == percent_of(game, POOL, X) == 0
    assert game.state.cash[X] == 0 and X not in game.state.cell and not TITLE.operates(game, X)
    assert not game.state.markers.get(X)
    assert percent_of(game, BOX, X) == 100
    assert TITLE.kept_circles(game, "NN", ("F5", 0)) == 0, "its slots are open"
    assert noted(game, "corporation_closes") == [{"company": X}]


@pytest.mark.rule("18FB:3.5.11-e")
def test_trains_of_a_company_that_closes_are_for_sale_in_the_pool() -> None:
    """Y, a company of the bankrupt that nobody else could lead, has a train."""
    place = Place("5").major(X, {A: 3, B: 2}, DEFINITIVE, value=80, cash=150)
    place.major(Y, {A: 5, B: 1}, DEFINITIVE, value=100).cash(A, 0).cash(B, 500).train("5+8-0", Y)
    game = broke(place)
    assert game.state.closed[Y] and holder_of(game, "5+8-0") == POOL
    assert game.actor == B and owner_of(game, X) == B
    game.push(BuyTrain(B, X, "5+8-0", 420))
    assert trains_of(game, X) == ["5+8-0"]


@pytest.mark.rule("18FB:T-11d", "18FB:3.5.11-b", "18FB:3.5.11-f", "18FB:3.3.3-a", "18FB:3.3.3-b")
@pytest.mark.parametrize("pays", [True, False])
def test_until_phase_5_concessions_are_withdrawn(pays: bool) -> None:
    place = Place("2").major(X, {A: 3, B: 2}, PROVISIONAL, value=80, cash=20, deposit=200)
    place.cash(A, 0).cash(B, 500)
    for number in range(6):
        place.train(f"2+2-{number}", BOX)
    bank = place.state.cash[BANK]
    game = broke(place)
    assert game.state.cash[deposit_on(X)] == 0 and concession_holder(game, X) == POOL
    assert owner_of(game, X) == B and state_of(game, X) == FROZEN
    assert game.state.cash[BANK] == bank + 200 - (game.state.cash[X] - 20)
    assert game.actor == B and type(game.decision).__name__ == "RebuyConcession"
    check_doors(game)
    if pays:
        game.push(BuyConcession(B, X, 0))
        assert state_of(game, X) == PROVISIONAL and game.state.cash[B] == 300
        assert type(game.decision).__name__ == "BuyTrains" and Pass(B) not in game.legal_actions()
        game.push(BuyTrain(B, X, "3+4-0", 160))
        assert trains_of(game, X) == ["3+4-0"]
    else:
        game.push(Pass(B))
        assert type(game.decision).__name__ != "BuyTrains" and trains_of(game, X) == []
        assert state_of(game, X) == FROZEN


def penniless(**more: Any) -> Place:
    """Phase 2: X of player 0, who has nothing, needs a train; player 1 could lead it on and has money."""
    place = Place("2", **more).major(X, {A: 3, B: 2}, PROVISIONAL, value=80, deposit=200).cash(A, 0).cash(B, 900)
    for number in range(6):
        place.train(f"2+2-{number}", BOX)
    return place


@pytest.mark.rule("18FB:3.5.11-b", "18FB:3.5.11-f")
def test_of_several_companies_the_one_in_question_is_offered_first() -> None:
    place = penniless().major("NN", {A: 3, B: 2}, deposit=100).major("LdA", {A: 2, C: 1}, deposit=150)
    game = broke(place.cash(A, 0))
    asked = []
    while type(game.decision).__name__ == "RebuyConcession":
        asked.append((game.actor, game.decision.company))
        game.push(Pass(game.actor))
    assert asked == [(B, X), (B, "NN")]
    assert concession_holder(game, "LdA") == BOX and game.state.closed["LdA"], "nobody could lead it"
    assert {event["company"] for event in noted(game, "concession_is_withdrawn")} == {X, "NN", "LdA"}
    assert game.state.cash[deposit_on("LdA")] == 0


@pytest.mark.rule("18FB:3.5.11-b", "18FB:3.3.3-e")
def test_a_concession_of_a_company_that_others_led_is_withdrawn_too_and_not_offered_to_them() -> None:
    place = penniless().major("NN", {B: 3, A: 2}).concession("NN", A, 50)
    game = broke(place.cash(A, 0))
    assert concession_holder(game, "NN") == POOL and owner_of(game, "NN") == B
    game.push(Pass(B))
    assert type(game.decision).__name__ != "RebuyConcession"


@pytest.mark.rule("18FB:3.5.11-e", "18FB:3.3.3-b")
def test_who_holds_the_concession_of_a_company_that_closes_loses_it_with_its_deposit() -> None:
    place = penniless().major("NN", {A: 2, C: 1}).concession("NN", C, 50).cash(A, 0)
    game = broke(place)
    assert game.state.closed["NN"] and concession_holder(game, "NN") == BOX
    assert game.state.cash[deposit_on("NN")] == 0 and not game.title.audit(game)


@pytest.mark.rule("18FB:3.5.11-e")
def test_what_a_company_that_closes_owned_goes_to_bank_and_pool() -> None:
    place = unified(other=1)
    place.state.shelves.move(singles_of(place.game, IPO, Y)[0], certs_at(X, Y))
    place.state.shelves.move(singles_of(place.game, IPO, X)[0], certs_at(X, X))
    place.state.operated[Y] = place.state.operated[X] = False  # so that nothing of it is sold
    bank = place.state.cash[BANK]
    game = broke(place)
    assert percent_of(game, X, Y) == percent_of(game, X, X) == 0 and percent_of(game, POOL, Y) == 40
    assert percent_of(game, BOX, X) == 100 and game.state.cash[BANK] == bank + 150 + 40
    assert not spare_of(game, X) and not game.title.audit(game)


@pytest.mark.rule("18FB:3.5.11-g")
def test_regional_companies_of_others_stay_theirs() -> None:
    game = broke(unified().regional("FG", A).regional("FA", B))
    assert (percent_of(game, POOL, "FG"), percent_of(game, B, "FA")) == (100, 100)


@pytest.mark.rule("18FB:3.5.11-g")
def test_cards_and_regional_companies_go_to_the_pool() -> None:
    place = Place("2").card(LAL, A).card(BAY, B).major(X, {A: 3, B: 2}, PROVISIONAL, value=80, cash=0).cash(A, 0)
    game = broke(place)
    assert holder_of_card(game, LAL) == POOL and holder_of_card(game, BAY) == B
    game = broke(unified().regional("FG", A))
    assert percent_of(game, POOL, "FG") == 100


@pytest.mark.rule("18FB:3.5.11-a")
def test_who_can_still_raise_the_money_may_not_go_bankrupt() -> None:
    place = unified().cash(A, 300)
    game = place.operating(X, "BuyTrains")
    assert BROKE not in game.legal_actions()
    game.push(SellShares(A, Y, 3))
    game.push(BuyTrain(A, X, "6+10-0", 600))
    assert game.state.cash[A] == 0


@pytest.mark.rule("18FB:3.5.11-a", "18FB:4-e")
def test_the_last_player_left_wins() -> None:
    place = unified()
    for seat in (C, D):
        place.state.bankrupt[seat] = True
    game = place.operating(X, "BuyTrains")
    game.push(BROKE)
    assert game.is_over and noted(game, "game_ends")[-1]["reason"] == "bankruptcy"


@pytest.mark.rule("18FB:3.5.11-a", "18FB:3.3-d")
def test_who_is_out_is_skipped_in_the_order_of_play() -> None:
    place = unified().seats(C, A, D, B).cash(B, 900).train("5+8-0", Y)
    place.state.flags["priority"] = A
    game = broke(place)
    game.push(BuyTrain(B, X, "6+10-0", 600))
    seen = set()
    for _ in range(60):
        seen.add((game.actor, type(game.decision).__name__))
        menu = game.legal_actions()
        game.push(next((entry for entry in menu if isinstance(entry, Pass)), getattr(menu[-1], "action", menu[-1])))
    turns = {actor for actor, name in seen if name == "StockTurn"}
    assert turns == {B, C, D} and A not in {actor for actor, _ in seen}
