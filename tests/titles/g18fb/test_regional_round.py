"""3.6.2 The round in which regional companies are auctioned, and what lies in the pool after it."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import Bid, Pass, Select
from stockrail.rules.claims import claims_of
from stockrail.rules.shares import owner_of
from stockrail.rules.state import BANK, POOL, certs_at
from stockrail.rules.tokens import cities_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyRegional
from stockrail.titles.g18fb.places import kept_slots, seat_waiting
from stockrail.titles.g18fb.regional import is_waiting
from stockrail.titles.g18fb.stock import StockTurn

from .holding import TITLE, A, B, C, D, noted, refused
from .regionals import BROWN_FOGGIA, FOGGIA, auctions, settled, unified

ORDER = ["FA", "FAS", "FdC", "FAL", "FG", "SEPSA", "SFSM"]


def sold_to(game: Any, regional: str, *bids: tuple[int, int]) -> None:
    """Name a company and bid; everybody else passes when asked."""
    game.push(Select(game.actor, regional))
    for player, price in bids:
        while game.actor != player:
            game.push(Pass(game.actor))
        game.push(Bid(player, regional, price))
    while type(game.decision).__name__ == "RegionalAuction":
        game.push(Pass(game.actor))


@pytest.mark.rule("18FB:3.6.2-a", "18FB:3.6.2-b", "18FB:3.6.2-h", "18FB:2.4-b")
def test_the_priority_holder_names_first_and_bids_go_to_the_treasury() -> None:
    game = auctions(unified(), C)
    assert game.actor == C and [action.item for action in game.legal_actions() if isinstance(action, Select)] == ORDER
    bank, cash = game.state.cash[BANK], game.state.cash[D]
    sold_to(game, "FG", (C, 130), (D, 135), (A, 140), (D, 145))
    assert owner_of(game, "FG") == D
    assert (game.state.cash["FG"], game.state.cash[D], game.state.cash[BANK]) == (145, cash - 145, bank)
    assert game.actor == D and not game.is_legal(Select(D, "FG"))  # the next to name follows C


@pytest.mark.rule("18FB:3.6.2-h", "18FB:3.6.2-c", "18FB:3.2-f", "18FB:3.2-d")
def test_bids_follow_the_rules_of_the_political_round() -> None:
    game = auctions(unified())
    game.push(Select(A, "FG"))
    assert refused(game, Bid(A, "FG", 125)) == ("bid_too_low", "3.6.2-h")
    assert refused(game, Bid(A, "FG", 133)) == ("bid_not_multiple", "3.6.2-h")
    assert refused(game, Bid(A, "FG", 755)) == ("bid_beyond_cash", "3.6.2-h")
    check_doors(game)
    for player in (A, B, C, D):
        game.push(Pass(player))
    assert game.state.shelves.on(certs_at(POOL, "FG")) and game.state.cash["FG"] == 0
    assert game.actor == B and noted(game, "regional_to_pool") == [{"company": "FG"}]


@pytest.mark.rule("18FB:3.6.2-h")
def test_by_a_ruling_the_first_bid_is_5_more() -> None:
    game = auctions(unified(first_bid="nominal_plus_5"))
    game.push(Select(A, "FG"))
    assert refused(game, Bid(A, "FG", 130))[0] == "bid_too_low" and game.is_legal(Bid(A, "FG", 135))


@pytest.mark.rule("18FB:3.6.2-a", "18FB:2.3-c", "18FB:2.3-b")
def test_who_has_no_room_for_a_certificate_is_not_asked() -> None:
    """Four players: 20 certificates."""
    place = unified()
    for company in ("LdA", "FC", "FSC"):
        place.major(company, {B: 6, C: 3})
    place.major("NN", {B: 4, A: 3}).regional("FA", B)
    assert TITLE.certificates(place.game, B)[0] == 19
    game = auctions(place)
    sold_to(game, "FG", (A, 130), (B, 135))
    assert owner_of(game, "FG") == B and TITLE.certificates(game, B) == (20, 20)
    game.push(Select(B, "FAL"))
    assert game.actor == C
    game.push(Bid(C, "FAL", 120))
    for player in (D, A):
        game.push(Pass(player))
    assert owner_of(game, "FAL") == C


@pytest.mark.rule("18FB:3.6.2-d", "18FB:3.6.2-g", "18FB:3.6.2-e", "18FB:3.6.3-q")
@pytest.mark.parametrize(("nth", "after"), [(1, "operating"), (2, "stock")])
def test_the_round_ends_when_all_have_been_up_and_play_goes_on(nth: int, after: str) -> None:
    place = unified().major("FST", {A: 5}, state="definitive").train("6+10-0", "FST")
    place.state.flags["priority"] = C
    from stockrail.titles.g18fb.rounds import RegionalRound

    game = place.round(RegionalRound(2, C), coming="round_end", nth=nth)
    for regional in ORDER:
        game.push(Select(game.actor, regional))
        while type(game.decision).__name__ == "RegionalAuction":
            game.push(Pass(game.actor))
    assert game.state.flags["priority"] == C
    assert all(cities_of(game, regional) or is_waiting(game, regional) for regional in ORDER)
    assert game.log[-1].kind in ("round_begins", "operates") or noted(game, "round_begins")[-1]["kind"] == after
    assert noted(game, "round_begins")[-1]["kind"] == after
    assert [note["company"] for note in noted(game, "operates")] in ([], ["FST"])  # none of the unsold


# -- home tokens -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.6.2-e")
def test_a_home_token_takes_an_open_slot_sold_or_not() -> None:
    game = settled({"FG": A}, BROWN_FOGGIA).game
    assert cities_of(game, "FG") == [(FOGGIA, 0)]
    assert cities_of(game, "FAS") == [("J41", 0)]  # an empty city hex has a slot
    assert cities_of(game, "SFSM") == [("zC6", 1)]  # where a Bourbon token was


@pytest.mark.rule("18FB:3.6.2-f", "18FB:2.5.4-d")
def test_reserved_slots_are_not_empty_and_a_waiting_token_comes_first() -> None:
    """Foggia has three slots, all reserved; a brown tile brings two more."""
    game = settled({"FG": A}).game
    assert is_waiting(game, "FG") and not cities_of(game, "FG")
    assert kept_slots(game, "FC", (FOGGIA, 0)) == 3
    game.state.laid[FOGGIA] = BROWN_FOGGIA[FOGGIA]
    seat_waiting(game)
    assert cities_of(game, "FG") == [(FOGGIA, 0)] and not claims_of(game, "FG")
    assert kept_slots(game, "FC", (FOGGIA, 0)) == 3


@pytest.mark.rule("18FB:3.6.2-f")
def test_a_waiting_token_takes_a_slot_that_a_closed_company_leaves() -> None:
    from stockrail.titles.g18fb.emergency import close_company

    place = settled({"FA": A})
    assert is_waiting(place.game, "FA")  # LdA's home fills Capua
    place.major("LdA", {B: 5})
    close_company(place.game, "LdA")
    assert cities_of(place.game, "FA") == [("F31", 0)]


# -- the pool ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.6.2-c", "18FB:3.3-a", "18FB:3.6.3-j")
def test_one_in_the_pool_costs_its_nominal_value_or_more_and_uses_the_turn() -> None:
    place = settled({}, {**BROWN_FOGGIA, "M26": ("57", 2)}).cash(B, 300)
    game = place.stock_round(B)
    assert refused(game, BuyRegional(B, "FG", 129)) == ("below_nominal", "3.6.2-c")
    assert refused(game, BuyRegional(B, "FG", 301)) == ("regional_too_dear", "3.6.2-c")
    check_doors(game)
    game.push(BuyRegional(B, "FG", 150))
    assert owner_of(game, "FG") == B and game.state.cash["FG"] == 150
    assert game.state.cash[B] == 300 - 150 + 40  # Manfredonia had been reached
    assert game.actor == C and isinstance(game.decision, StockTurn)
    assert refused(game, BuyRegional(C, "FG", 150))[0] == "regional_not_in_pool"
