"""3.6-e, 3.6.1 Companies that start from phase 5 on."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import BuyShare, Pass, PlaceHome, PlaceToken, SellShares, StartCompany
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, certs_at, city_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyStock
from stockrail.titles.g18fb.companies import DEFINITIVE, UNFLOATED, state_of
from stockrail.titles.g18fb.launching import ChooseHome, float_if_sold, open_homes
from stockrail.titles.g18fb.placing import is_empty_yellow_city

from .holding import TITLE, A, B, C, D, Place, noted, refused


def offered(phase: str = "5", **rulings: Any) -> Any:
    """Phase 5 with the SFM in the initial offer; everybody has 2000."""
    place = Place(phase, **rulings)
    for cert in range(9):
        place.state.shelves.move(f"SFM_{cert}", certs_at(IPO, "SFM"))
    for seat in range(4):
        place.cash(seat, 2000)
    return place


def started(company: str, value: int, **rulings: Any) -> Any:
    game = offered(**rulings).stock_round(A)
    game.push(StartCompany(A, company, value))
    return game


@pytest.mark.rule("18FB:T-8c", "18FB:3.6-e", "18FB:3.4-a", "18FB:2.1-k", "18FB:3.4-i")
def test_fst_floats_with_six_shares() -> None:
    game = offered().stock_round(A)
    bank = game.state.cash[BANK]
    game.push(StartCompany(A, "FST", 150))
    assert game.state.cash["FST"] == 0 and game.state.cell["FST"] == (1, 6)
    for player in (B, C, D):
        assert state_of(game, "FST") == UNFLOATED and not TITLE.operates(game, "FST")
        game.push(BuyShare(player, "FST", IPO))
    assert game.state.cash[BANK] == bank + 750 and game.state.cash["FST"] == 0
    game.push(BuyShare(A, "FST", IPO))
    assert game.state.cash[BANK] == bank + 900 - 1500 and game.state.cash["FST"] == 1500
    assert percent_of(game, POOL, "FST") == 40 and percent_of(game, IPO, "FST") == 0
    assert state_of(game, "FST") == DEFINITIVE and TITLE.operates(game, "FST")
    assert game.state.steps["FST"] == 4
    assert [note["amount"] for note in noted(game, "capital_comes")] == [1500]


@pytest.mark.rule("18FB:3.6-e", "18FB:3.2-h")
def test_a_surplus_of_the_political_round_comes_on_top() -> None:
    place = offered().corporation("NN", {A: 5}, value=100, floated=False).cash("NN", 25)
    game = place.stock_round(A)
    game.push(BuyShare(A, "NN", IPO))
    assert game.state.cash["NN"] == 1025


@pytest.mark.rule("18FB:3.6-e", "18FB:2.7-q")
def test_a_free_share_counts_to_the_60_percent() -> None:
    place = offered().corporation("NN", {A: 3, B: 1}, value=100, floated=False)
    place.state.shelves.move(place.state.shelves.on(certs_at(IPO, "NN"))[0], certs_at(C, "NN"))
    game = place.stock_round(A)
    assert percent_of(game, IPO, "NN") == 50
    game.push(BuyShare(A, "NN", IPO))
    assert game.state.floated["NN"]


@pytest.mark.rule("18FB:2.1-g", "18FB:2.2.2-b", "18FB:2.4-a")
def test_all_values_and_all_companies_that_have_not_started_are_open_in_phase_5() -> None:
    place = offered().major("LdA", {B: 2}, state=DEFINITIVE)
    game = place.stock_round(A)
    check_doors(game)
    starts = [entry for entry in game.legal_actions() if isinstance(entry, StartCompany)]
    assert {start.company for start in starts} == {
        "NN", "FSC", "FC", "FB", "LTF", "SFTF", "FS", "FP", "FST", "SFM",
    }  # fmt: skip
    assert {start.value for start in starts} == {*range(60, 160, 10)}
    assert refused(game, StartCompany(A, "LdA", 100)) == ("already_started", "2.4-a")
    assert refused(game, StartCompany(A, "FG", 100)) == ("no_such_company", "2.4-a")
    assert refused(game, StartCompany(A, "RM", 100)) == ("no_such_company", "2.4-a")
    assert refused(game, StartCompany(A, "XYZ", 100)) == ("no_such_company", "2.4-a")
    assert refused(game, StartCompany(A, "NN", 65)) == ("no_par_value", "2.2.2-b")


@pytest.mark.rule("18FB:2.4-a", "18FB:2.1-h")
@pytest.mark.parametrize("phase", "1234")
def test_the_sfm_is_not_in_the_game_before(phase: str) -> None:
    game = Place(phase).cash(A, 2000).stock_round(A)
    assert refused(game, StartCompany(A, "SFM", 100)) == ("needs_concession", "3.3.4-d")


def test_nor_before_phase_5_has_brought_it() -> None:
    game = Place("5").cash(A, 2000).stock_round(A)
    assert refused(game, StartCompany(A, "SFM", 100)) == ("not_offered", "2.4-a")


@pytest.mark.rule("18FB:3.6-e", "18FB:3.3.4-g")
def test_the_president_pays_the_bank_and_may_go_on_next_turn() -> None:
    game = started("NN", 100)
    assert owner_of(game, "NN") == A and game.state.cash[A] == 1800 and game.state.cash["NN"] == 0
    assert game.actor == B


@pytest.mark.rule("18FB:3.6-e", "18FB:3.5-h", "18FB:3.5.9-h", "18FB:3.5-c")
def test_the_sixth_share_bought_by_a_company_floats_another_that_operates_in_the_same_round() -> None:
    place = offered().corporation("NN", {A: 5}, value=150, floated=False)
    place.major("LdA", {B: 5}, state=DEFINITIVE, value=100, cash=500).train("6+10-0", "LdA")
    game: Any = place.operating("LdA", "Finance")
    assert not TITLE.operates(game, "NN")
    game.push(BuyStock(B, "LdA", "NN", IPO))
    assert (game.state.cash["LdA"], game.state.cash["NN"]) == (350, 1500) and percent_of(game, POOL, "NN") == 40
    assert operating_company(game) == "NN" and game.actor == A and game.state.steps["NN"] == 4


@pytest.mark.rule("18FB:3.3.1-e", "18FB:3.6-e")
def test_nothing_is_sold_before_it_operates() -> None:
    place = offered().corporation("NN", {A: 5, B: 2}, value=100, floated=False)
    float_if_sold(place.game, "NN")
    assert refused(place.stock_round(A), SellShares(A, "NN", 1)) == ("never_operated", "3.3.1-e")


@pytest.mark.rule("18FB:3.6-h")
def test_companies_floated_before_phase_5_keep_their_offer_which_pays_them() -> None:
    place = offered().major("LdA", {A: 2, B: 3}, state=DEFINITIVE, value=100)
    game = place.stock_round(B)
    game.push(BuyShare(B, "LdA", IPO))
    assert game.state.cash["LdA"] == 100 and percent_of(game, POOL, "LdA") == 0
    game.push(Pass(C))
    game.push(Pass(D))
    game.push(BuyShare(A, "LdA", IPO))
    assert game.state.cash["LdA"] == 200 and percent_of(game, IPO, "LdA") > 0


@pytest.mark.rule("18FB:3.3.5-b", "18FB:3.6-e")
def test_the_presidency_of_a_company_that_has_not_floated_can_change() -> None:
    place = offered().corporation("FC", {A: 2, B: 2}, value=100, floated=False)
    game = place.stock_round(B)
    game.push(BuyShare(B, "FC", IPO))
    assert owner_of(game, "FC") == B


@pytest.mark.rule("18FB:2.2.5-f", "18FB:3.4-a")
def test_one_that_has_not_floated_does_not_rise() -> None:
    place = offered().corporation("FC", {A: 3, "FC": 5, B: 2}, value=100, floated=False)
    TITLE.end_stock_round(place.game)
    assert place.state.cell["FC"] == (6, 6)


@pytest.mark.rule("18FB:3.6.1-a", "18FB:3.6.1-b", "18FB:T-8d")
def test_the_home_of_the_sfm_is_chosen_right_after_its_value() -> None:
    game = started("SFM", 140)
    assert game.state.cell["SFM"] == (2, 6)
    assert isinstance(game.decision, ChooseHome) and game.actor == A
    check_doors(game)
    assert refused(game, Pass(A)) == ("choose_home", "3.6.1-a")
    assert refused(game, PlaceHome(A, "NN", "K40", 0)) == ("choose_home", "3.6.1-a")
    game.push(PlaceHome(A, "SFM", "K40", 0))
    assert cities_of(game, "SFM") == [("K40", 0)] and len(spare_of(game, "SFM")) == 5
    assert game.state.cell["SFM"] == (2, 6)
    assert game.actor == B and not game.state.floated.get("SFM")


@pytest.mark.rule("18FB:3.6.1-a")
def test_it_is_a_city_with_a_slot_that_is_free_and_not_printed_for_somebody() -> None:
    game = started("SFM", 140)
    homes = open_homes(game, "SFM")
    assert {hex_ for hex_, _ in homes} == {"D33", "H5", "J33", "J41", "K18", "K40", "M26", "N7", "G30", "zC6"}
    for hex_ in ("K46", "E38"):  # off-map areas
        assert refused(game, PlaceHome(A, "SFM", hex_, 0)) == ("no_open_circle", "3.6.1-a")
    for hex_ in ("F31", "L27", "A2"):  # a home, slots for others, one such slot
        assert refused(game, PlaceHome(A, "SFM", hex_, 0)) == ("no_open_circle", "3.6.1-a")
    for hex_, stop in homes:
        assert game.is_legal(PlaceHome(A, "SFM", hex_, stop))


@pytest.mark.rule("18FB:3.6.1-a")
def test_without_an_open_city_the_sfm_cannot_start() -> None:
    place = offered()
    spare = iter(list(spare_of(place.game, "RM")))
    while open_homes(place.game, "SFM"):
        place.state.shelves.move(next(spare), city_at(*open_homes(place.game, "SFM")[0]))
    game = place.stock_round(A)
    assert refused(game, StartCompany(A, "SFM", 100)) == ("no_open_city", "3.6.1-a")
    assert not any(isinstance(entry, StartCompany) and entry.company == "SFM" for entry in game.legal_actions())


@pytest.mark.rule("18FB:3.6.1-d")
def test_the_sfm_floats_like_any_company_of_phase_5() -> None:
    game = started("SFM", 140)
    game.push(PlaceHome(A, "SFM", "K40", 0))
    for player in (B, C, D, A):
        game.push(BuyShare(player, "SFM", IPO))
    assert game.state.cash["SFM"] == 1400 and state_of(game, "SFM") == DEFINITIVE
    assert game.state.steps["SFM"] == 4 and percent_of(game, POOL, "SFM") == 40


@pytest.mark.rule("18FB:3.6.1-d", "18FB:3.6.1-c")
@pytest.mark.parametrize(("ruling", "row"), [("no", 2), ("yes", 1)])
def test_whether_the_home_on_a_yellow_city_lifts_the_price(ruling: str, row: int) -> None:
    place = offered(sfm_home_bonus=ruling).tiles(K40=("5", 0))
    game = place.stock_round(A)
    game.push(StartCompany(A, "SFM", 140))
    game.push(PlaceHome(A, "SFM", "K40", 0))
    assert game.state.cell["SFM"] == (row, 6)
    game.pop()
    game.push(PlaceHome(A, "SFM", "M26", 0))  # no tile, so no yellow one
    assert game.state.cell["SFM"] == (2, 6)


LINE = ("zC6", "zD7", "zD9", "zD11", "G30")


@pytest.mark.rule("18FB:T-8d", "18FB:3.6.1-c", "18FB:3.6.1-b")
@pytest.mark.parametrize(
    ("tiles", "others", "cell", "after"),
    [
        ({}, (), (1, 6), 150),
        ({"G30": ("FBW-g", 0)}, (), (2, 6), 140),
        ({}, ("LdA",), (2, 6), 140),
    ],
)
def test_a_token_of_the_sfm_on_a_yellow_city_without_tokens_lifts_its_price(
    tiles: dict[str, Any], others: tuple[str, ...], cell: tuple[int, int], after: int
) -> None:
    """From Napoli to Caserta, whose slot for FB does not matter."""
    place = offered().tiles(zD11=("8", 4), zD9=("9", 0), zD7=("58", 1), **tiles)
    place.major("SFM", {A: 6}, state=DEFINITIVE, value=140, cash=100)
    place.token("SFM", "zC6", 1).train("6+10", "SFM")
    for other in others:
        place.token(other, "G30")
    game = place.operating("SFM", "PlaceLine")
    game.push(PlaceToken(A, "SFM", "G30", 0, LINE))
    assert game.state.cell["SFM"] == cell and game.state.cash["SFM"] == 60
    moves = [event["why"] for event in noted(game, "price_moves") if event["company"] == "SFM" and "why" in event]
    assert moves == ["yellow_city"] * (after == 150)


@pytest.mark.rule("18FB:3.6.1-c", "18FB:2.5.3-c")
@pytest.mark.parametrize("others", [("zC8", 0), ("zC6", 0), None])
def test_napoli_is_one_yellow_city_whichever_of_its_stops_has_a_token(others: tuple[str, int] | None) -> None:
    place = offered()
    for home in (("zC8", 0), ("zC6", 0)):
        if home != others:
            for token in list(place.state.shelves.on(city_at(*home))):
                place.state.shelves.move(token, ("tokens", BOX))
    assert is_empty_yellow_city(place.game, ("zC8", 1)) == (others is None)


@pytest.mark.rule("18FB:3.6.1-c")
def test_no_other_company_rises_for_a_yellow_city() -> None:
    place = offered().tiles(zD11=("8", 4), zD9=("9", 0), zD7=("58", 1))
    place.major("FST", {A: 6}, state=DEFINITIVE, cash=100).token("FST", "zC6", 1)
    game = place.operating("FST", "PlaceLine")
    game.push(PlaceToken(A, "FST", "G30", 0, LINE))
    assert not [event for event in noted(game, "price_moves") if "why" in event]
