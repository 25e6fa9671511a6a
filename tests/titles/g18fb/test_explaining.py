"""What charters, menus, the market and accounts of 18FB say that no other title does."""

from __future__ import annotations

from typing import Any

from stockrail.rules.state import POOL
from stockrail.titles.g18fb.accounts import account
from stockrail.titles.g18fb.actions import Acquire, BuyCard, BuyConcession
from stockrail.titles.g18fb.cards import use_up
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL
from stockrail.words import Speaker

from .holding import TITLE, A, B, Place
from .playing import MEL


def told(place: Place, company: str) -> list[str]:
    return Speaker(place.game).remarks(company)


def explained(place: Place, company: str) -> str:
    return " ".join(Speaker(place.game).notes("explained", TITLE.explained(place.game, company)))


def zones(place: Place, row: int, column: int) -> list[str]:
    return Speaker(place.game).notes("zone", TITLE.zone_notes(place.game, (row, column)))


# -- charters ----------------------------------------------------------------------------------------------------------


def test_a_charter_tells_state_concession_interest_and_tiles() -> None:
    place = Place().card(MEL, B).major("LdA", {A: 6}, deposit=150)
    assert told(place, "LdA") == ["building", "concession of Ada, deposit D150", "interest C", "2 tiles a turn"]
    use_up(place.game, MEL, "LdA")
    assert "interest raised to E" in told(place, "LdA")


def test_a_charter_without_a_player_tells_what_its_concession_costs() -> None:
    place = Place().major("NN", {A: 6}, FROZEN)
    assert told(place, "FSC")[:2] == ["concession for sale, deposit D200", "interest D"]
    assert told(place, "NN")[:2] == ["frozen", "concession withdrawn, deposit D100"]
    assert told(place.phase("4"), "FSC")[0] == "concession for sale without a deposit"


def test_a_charter_counts_markers_and_debts_and_says_who_is_gone() -> None:
    place = Place("6")
    place.state.markers["RM"], place.state.lease["RM"] = 1, 800
    place.state.merged["NN"], place.state.closed["FA"] = "RM", True
    assert told(place, "RM")[-2:] == ["1 town marker", "owes D800 for a leased train"]
    assert (told(place, "NN"), told(place, "FA")) == (["merged into RM"], ["closed"])
    assert explained(place, "NN") == "" and "two of LdA, NN, FC and FSC" in explained(place, "RM")


def test_what_a_state_means_is_explained() -> None:
    place = Place().major("LdA", {A: 6}).major("NN", {B: 6}, PROVISIONAL).major("FC", {A: 6}, FROZEN)
    assert "runs no trains" in explained(place, "LdA") and "pays D15 per share" in explained(place, "LdA")
    assert "rest of the deposit" in explained(place, "NN") and "runs no trains" not in explained(place, "NN")
    assert "half dividends" in explained(place, "FC")


def test_destinations_are_told_until_they_are_reached() -> None:
    place = Place().major("LdA", {A: 6}).major("NN", {B: 6}, PROVISIONAL).major("FB", {A: 6}, DEFINITIVE)
    assert "intermediate destination is" in explained(place, "LdA")
    assert "intermediate destination is" not in explained(place, "NN") and "final destination" in explained(place, "NN")
    assert "destination is" not in explained(place, "FB")
    assert "D10 at each hexside, D60 in the mountains and D40 more" in explained(place, "FB")


def test_regional_companies_tell_their_value_and_what_pays() -> None:
    place = Place("5").regional("FA", A, 100)
    assert "nominal value D100" in told(place, "FA")
    assert explained(place, "FA").count("gets D50") == 2 and "brown tile" in explained(place, "FA")
    place.state.paid_bonus["FA", "H33"] = True
    assert explained(place, "FA").count("gets D50") == 1 and "phase 6" in explained(place, "FA")


# -- menus -------------------------------------------------------------------------------------------------------------


def test_menu_lines_say_what_things_cost() -> None:
    place = Place().card(MEL, POOL)
    speaker = Speaker(place.stock_round(A))
    assert speaker.action(BuyConcession(A, "FSC", 60)).endswith("for D320"), "the deposit and two shares"
    assert speaker.action(BuyCard(A, MEL)).endswith("for D50")
    assert speaker.action(BuyConcession(A, "?", 60)) and speaker.action(BuyCard(A, "?"))


def test_a_take_over_says_its_price() -> None:
    place = Place("6").regional("FA", A)
    assert Speaker(place.game).action(Acquire(B, "NN", "FA")).endswith("for D100")


# -- the rest ----------------------------------------------------------------------------------------------------------


def test_the_market_explains_zones_ledges_and_starting_values() -> None:
    place = Place()
    assert zones(place, 6, 6) == ["A starting value"]
    assert zones(place, 4, 6) == ["A starting value from phase 2 on"]
    assert zones(place, 0, 19) == ["If a company gets here, the game ends"]
    assert [text[:7] for text in zones(place, 10, 3)] == ["A ledge"]
    assert len(zones(place, 11, 4)) == 1 and len(zones(place, 12, 5)) == 2 and "at all" in zones(place, 13, 5)[0]


def test_the_bank_offers_concessions_and_what_lies_in_the_pool() -> None:
    place = Place().card(MEL, POOL).major("NN", {A: 6})
    offered = TITLE.on_offer(place.game)
    assert "concession FC" in offered and "concession NN" not in offered and "Melisurgo" in offered
    assert "FA" in TITLE.on_offer(Place("5").regional("FA", POOL).game)


def test_an_account_says_what_is_not_served() -> None:
    place = Place().major("NN", {A: 6}, PROVISIONAL).token("NN", "zD3").token("NN", "F25")
    said: Any = Speaker(place.game).account_notes
    assert said(account(place.game, "NN")) == ["Without a train it earns nothing"]
    place.train("2+2", "NN").state.markers["NN"] = 3
    first, *others = said(account(place.game, "NN"))
    assert first == "Its trains serve up to 2 of its stations and 2 town markers"
    assert others[-1] == "1 town marker does not count" and others[0].endswith("is not served")
