"""3.7.1-g to u What becomes of shares, money, trains, tokens and markers of companies that merge; the lease."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from stockrail.rules.actions import BuyShare, BuyTrain, Pass
from stockrail.rules.claims import claims_at, claims_of, drop_claims
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.shares import percent_of, shares_of, singles_of
from stockrail.rules.state import BOX, IPO, POOL, Holder, certs_at
from stockrail.rules.tokens import cities_of, spare_of, tokens_in
from stockrail.rules.trains import trains_of
from stockrail.titles.g18fb.accounts import Dividend
from stockrail.titles.g18fb.actions import BuyStock
from stockrail.titles.g18fb.companies import DEFINITIVE, may_spend, state_of
from stockrail.titles.g18fb.placing import turn_fault
from stockrail.titles.g18fb.regional import settle_bonuses

from .holding import TITLE, A, B, C, D, Place, noted, refused
from .national import at_price, begin, eve, only, partners, presides


def merging(lda: Mapping[Holder, int], nn: Mapping[Holder, int], cost: int = 140, **rulings: Any) -> Place:
    """LdA at a price and NN at D90 will merge; no other company can, for RM or RA."""
    place = eve(**rulings).major("LdA", lda, state=DEFINITIVE).major("NN", nn, state=DEFINITIVE)
    at_price(place, "LdA", cost)
    at_price(place, "NN", 90)
    return only(place, "LdA", "NN")


def shares(game: Any, *holders: Any) -> list[int]:
    return [shares_of(game, holder, "RM") for holder in holders]


# -- shares ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:T-10c", "18FB:3.7.1-g", "18FB:3.7.1-h", "18FB:3.7.1-i", "18FB:3.7.1-j", "18FB:3.7.1-k")
def test_shares_are_exchanged_two_for_one() -> None:
    """Q31: offers count as treasuries. C's company started the phase."""
    place = merging({A: 4, B: 3, C: 1, "LdA": 1, POOL: 1}, {B: 3, A: 1, C: 1, "NN": 2, POOL: 1}, players=3)
    before = place.state.cash[A]
    game = begin(place)
    told = [(e.get("player"), e["old"], e["count"], e["amount"]) for e in noted(game, "exchanges_shares")]
    assert told == [(C, 2, 1, 0), (A, 5, 2, 70), (B, 6, 3, 0)]
    assert noted(game, "treasury_exchanges") == [{"company": "RM", "old": 5}]
    assert noted(game, "pool_exchanges") == [{"company": "RM", "old": 3, "count": 1}]
    assert shares(game, B, A, C, POOL, "RM") == [3, 2, 1, 1, 3]
    assert presides(game, B) and noted(game, "president_changes") == [{"company": "RM", "player": B}]
    assert game.state.cash[A] == before + 70
    assert not game.title.audit(game)


@pytest.mark.rule("18FB:T-10d", "18FB:3.7.1-i")
def test_an_odd_share_is_paid_where_the_player_has_one_of_a_floated_company() -> None:
    """Q63"""
    place = eve().major("LdA", {A: 4, C: 2}, state=DEFINITIVE).corporation("NN", {B: 2, C: 1, D: 1}, floated=False)
    at_price(place, "LdA", 120)
    cash = [place.state.cash[seat] for seat in (B, C, D)]
    game = begin(only(place, "LdA", "NN"))
    assert shares(game, A, B, C, D) == [2, 1, 1, 0]
    assert [game.state.cash[seat] for seat in (B, C, D)] == [cash[0], cash[1] + 60, cash[2]]


@pytest.mark.rule("18FB:3.7.1-h")
def test_the_first_with_four_old_shares_in_order_of_play_gets_the_presidents_certificate() -> None:
    """From the president whose company started the phase, not from the dearer partner's, and by order, not by seats."""
    place = merging({A: 4}, {B: 4, D: 4}).seats(A, D, C, B)
    assert presides(begin(place), B)  # after C comes B
    place = merging({A: 4}, {B: 4, D: 4})
    assert presides(begin(place), D)


@pytest.mark.rule("18FB:3.7.1-k")
def test_the_presidency_is_checked_after_the_exchange() -> None:
    game = begin(merging({A: 4, D: 6}, {B: 6, D: 4}))
    assert shares(game, A, B, D) == [2, 3, 5] and presides(game, D)
    game = begin(merging({D: 4, A: 4}, {B: 2, A: 2}))
    assert shares(game, D, A) == [2, 3] and presides(game, A)


@pytest.mark.rule("18FB:3.7.1-r")
def test_old_stock_of_other_companies_is_exchanged_after_the_players() -> None:
    """Q64 In operating order; an odd share pays half the price."""
    place = merging({A: 4}, {B: 2}).major("FP", {D: 3}, state=DEFINITIVE, value=150)
    move(place, {("LdA", "FP"): 1, ("NN", "FP"): 1, ("LdA", "FB"): 1})
    cash = place.state.cash["FP"], place.state.cash["FB"]
    game = begin(place)
    told = [(e["other"], e["old"], e["count"], e["amount"]) for e in noted(game, "company_exchanges")]
    assert told == [("FP", 2, 1, 0), ("FB", 1, 0, 70)]
    assert shares(game, "FP", "FB") == [1, 0]
    assert (game.state.cash["FP"], game.state.cash["FB"]) == (cash[0], cash[1] - 800 + 70)
    kinds = [e.kind for e in game.log if e.kind in ("exchanges_shares", "company_exchanges", "treasury_exchanges")]
    assert kinds == ["exchanges_shares"] * 2 + ["company_exchanges"] * 2 + ["treasury_exchanges"]


def move(place: Place, held: Mapping[tuple[str, str], int]) -> None:
    """Companies get shares of others from the initial offer."""
    for (company, holder), count in held.items():
        for cert in singles_of(place.game, IPO, company)[:count]:
            place.state.shelves.move(cert, certs_at(holder, company))


@pytest.mark.rule("18FB:3.7.1-j")
def test_what_partners_hold_of_each_other_counts_as_treasury_stock() -> None:
    place = merging({A: 8}, {B: 9})
    move(place, {("LdA", "NN"): 1, ("NN", "LdA"): 1})
    game = begin(place)
    assert noted(game, "treasury_exchanges") == [{"company": "RM", "old": 3}] and not noted(game, "company_exchanges")
    assert shares(game, A, B, "RM", POOL) == [4, 4, 2, 0]
    assert percent_of(game, BOX, "LdA") == percent_of(game, BOX, "NN") == 100


@pytest.mark.rule("18FB:3.7.1-m", "18FB:2.3-f")
def test_the_pool_may_hold_more_than_half_of_it() -> None:
    game = begin(merging({A: 4, POOL: 5}, {B: 2, POOL: 7}))
    assert shares(game, POOL, A, B, "RM") == [6, 2, 1, 1] and not game.title.audit(game)
    assert shares(begin(merging({A: 4, POOL: 1}, {B: 2, POOL: 1})), POOL, "RM") == [1, 6]


@pytest.mark.rule("18FB:3.7.1-s", "18FB:2.4-c")
def test_without_four_old_shares_the_presidents_certificate_waits_in_the_treasury() -> None:
    """Q54, Q65 Its buyer pays for two shares; until then it does not operate."""
    place = merging({A: 3, D: 2}, {B: 3, C: 1})
    game = begin(place)
    assert shares(game, A, B, C, D) == [1, 1, 0, 1] and presides(game, "RM")
    assert shares(game, "RM", POOL) == [7, 0]
    assert not game.title.operates(game, "RM") and "RM" not in game.title.operating_order(game)
    assert not game.title.audit(game)
    later = Place.of(game).cash(D, 500)
    game = later.stock_round(D)
    treasury = game.state.cash["RM"]
    game.push(BuyShare(D, "RM", "RM"))
    assert presides(game, D) and game.state.cash[D] == 500 - 280 and game.title.operates(game, "RM")
    assert game.state.cash["RM"] == (treasury + 280 if treasury + 280 < 800 else treasury - 520)


@pytest.mark.rule("18FB:3.7.1-s", "18FB:3.7.1-j")
def test_the_waiting_certificate_leaves_the_pool_only_what_there_is() -> None:
    game = begin(merging({A: 3, POOL: 7}, {B: 2, POOL: 8}))
    assert shares(game, A, B, POOL, "RM") == [1, 1, 6, 2]  # of seven that the pool would get
    assert presides(game, "RM") and not game.title.audit(game)
    game = begin(merging({A: 3, POOL: 4}, {B: 3, POOL: 4}))
    assert shares(game, A, B, POOL, "RM") == [1, 1, 4, 4]  # it is two of the three that the treasury is due


@pytest.mark.rule("18FB:3.7.1-h", "18FB:3.7.1-r", "18FB:3.7.2-a")
def test_a_company_never_gets_the_presidents_certificate() -> None:
    """RM brings together four old shares of the companies that RA is made of; Q65, Q66."""
    place = eve().major("LdA", {A: 4}, state=DEFINITIVE).major("NN", {B: 2}, state=DEFINITIVE)
    place.major("FS", {A: 2, D: 1}, state=DEFINITIVE).major("LTF", {D: 2}, state=DEFINITIVE)
    move(place, {("FS", "LdA"): 1, ("FS", "NN"): 1, ("LTF", "LdA"): 1, ("LTF", "NN"): 1})
    game = begin(only(place, "LdA", "NN", "FS", "LTF"))
    assert presides(game, "RM", "RA") is False and presides(game, "RA", "RA")
    assert percent_of(game, "RM", "RA") == 20 and not game.title.audit(game)


# -- what passes over --------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.7.1-l", "18FB:3.7.1-u")
def test_money_trains_and_markers_pass_over_and_the_companies_are_gone() -> None:
    place = merging({A: 4}, {B: 2}).train("5+8", "LdA").train("5+8", "NN").cash("LdA", 120).cash("NN", 35)
    place.state.markers["LdA"], place.state.markers["NN"] = 3, 2
    game = begin(place)
    assert game.state.cash["RM"] == 155 and game.state.markers["RM"] == 5
    assert len(trains_of(game, "RM")) == 2 and "RM" not in game.state.lease
    for company in ("LdA", "NN"):
        assert game.state.merged[company] == "RM" and company not in game.state.cell
        assert percent_of(game, BOX, company) == 100 and not game.title.operates(game, company)
        assert company not in game.title.started(game) and not spare_of(game, company)
    assert state_of(game, "RM") == DEFINITIVE and not game.title.audit(game)


@pytest.mark.rule("18FB:3.7.1-l")
@pytest.mark.parametrize("markers", [{}, {"LdA": 2}, {"NN": 2}])
def test_no_marker_comes_from_nowhere(markers: dict[str, int]) -> None:
    place = merging({A: 4}, {B: 2})
    for company, count in markers.items():
        place.state.markers[company] = count
    assert begin(place).state.markers["RM"] == sum(markers.values())


@pytest.mark.rule("18FB:3.7.1-l", "18FB:3.7.1-t")
def test_tokens_are_replaced_and_an_unfloated_partners_home_too() -> None:
    place = only(eve().major("LdA", {A: 4}, state=DEFINITIVE), "LdA", "NN").token("LdA", "I30")
    game = begin(place)
    assert partners(game) == {"LdA", "NN"}
    assert {hex_ for hex_, _ in cities_of(game, "RM")} == {"F31", "zC6", "I30"}
    assert len(spare_of(game, "RM")) == 9 and not cities_of(game, "LdA") and not cities_of(game, "NN")


@pytest.mark.rule("18FB:3.7.1-t")
def test_two_tokens_in_one_city_leave_one() -> None:
    place = merging({A: 4}, {B: 2}).tiles(F31=("14", 0)).token("NN", "F31")
    game = begin(place)
    assert [token[:2] for token in tokens_in(game, "F31", 0)] == ["RM"] and not game.title.audit(game)


@pytest.mark.rule("18FB:3.7.1-t", "18FB:2.5.3-c")
@pytest.mark.parametrize("cost", [140, 80])
@pytest.mark.parametrize(
    ("tiles", "kept"), [({}, "zC6"), ({"zC8": ("FBNn-g", 0)}, "zC8"), ({"zC6": ("FBNs-g", 0)}, "zC6")]
)
def test_of_the_halves_of_napoli_the_one_worth_more_keeps_its_token(tiles: Any, kept: str, cost: int) -> None:
    """Q32 At equal worth that in the South, whichever of the two is the dearer company."""
    place = merging({A: 4}, {B: 2}, cost).token("LdA", "zC8", 0 if "zC8" in tiles else 1).tiles(**tiles)
    drop_claims(place.game, "FB")  # they have their places by other tiles
    game = begin(place)
    assert sorted(hex_ for hex_, _ in cities_of(game, "RM")) == ["F31", kept]
    assert not game.title.audit(game)


@pytest.mark.rule("18FB:3.7.1-t")
def test_reserved_slots_of_the_merged_companies_are_open() -> None:
    """Q25"""
    place = merging({A: 4}, {B: 2})
    assert {hex_ for _, (hex_, _) in claims_of(place.game, "LdA")} == {"I36", "L39"}
    game = begin(place)
    assert not claims_of(game, "LdA") and not claims_of(game, "NN")
    assert claims_of(game, "FB")


@pytest.mark.rule("18FB:3.7.1-t", "18FB:3.6.2-f")
def test_a_regional_token_takes_a_slot_that_a_merger_frees() -> None:
    place = merging({A: 4}, {B: 2}).tiles(F31=("14", 0)).token("NN", "F31").regional("FA", D)
    place.state.shelves.create("FA@F31", claims_at("F31", 0))
    assert ("F31", 0) not in cities_of(place.game, "FA")
    game = begin(place)
    assert cities_of(game, "FA") == [("F31", 0)] and not game.title.audit(game)


@pytest.mark.rule("18FB:3.7.1-t", "18FB:3.6.3-j")
def test_a_slot_that_a_merger_frees_opens_the_way_to_a_regional_destination() -> None:
    """The SFSM could not pass Torre Annunziata on its way to Sarno, which LdA and NN had filled."""
    way = {"zC6": turned("FBNs-g", 0), "zC4": turned("58", 3, 5), "zD3": turned("14", 2, 4), "zE4": turned("58", 1)}
    place = merging({A: 4}, {B: 2}).tiles(**way).token("LdA", "zD3").token("NN", "zD3")
    place.regional("SFSM", D).token("SFSM", "zC6")
    settle_bonuses(place.game)
    assert [event["hex"] for event in noted(place.game, "regional_bonus")] == []
    game = begin(place)
    assert {"player": D, "company": "SFSM", "hex": "zE4", "amount": 60} in noted(game, "regional_bonus")


def turned(tile: str, *exits: int) -> tuple[str, int]:
    """A tile turned so that it has these exits."""
    return next((tile, turn) for turn in range(6) if set(exits) <= set(TITLE.board.face(tile, turn).exits))


@pytest.mark.rule("18FB:3.5.9-i", "18FB:3.7.1-l")
def test_stock_of_others_passes_over_and_what_is_too_much_is_sold_in_the_next_financial_step() -> None:
    """Q66"""
    place = merging({A: 4}, {B: 2}).train("5+8", "LdA").major("FST", {D: 4}, state=DEFINITIVE)
    move(place, {("FST", "LdA"): 1, ("FST", "NN"): 1})
    game = begin(place)
    assert percent_of(game, "RM", "FST") == 20 and not game.title.audit(game)
    before = game.state.cash["RM"]
    game = Place.of(game).operating("RM", "BuyTrains")
    while percent_of(game, "RM", "FST") > 10 and game.actor == A:
        game.push(Pass(A))
    assert percent_of(game, "RM", "FST") == 10 and percent_of(game, POOL, "FST") == 10
    assert game.state.cash["RM"] == before + price(game, "FST") == before + 100


# -- the lease ---------------------------------------------------------------------------------------------------------


def leasing(treasury: int = 350, **rulings: Any) -> Place:
    """RM has formed without a train, with this in its treasury."""
    game = begin(merging({A: 4}, {B: 2}, **rulings).cash("LdA", treasury))
    return Place.of(game)


def earn(place: Place, amount: int) -> Any:
    """RM has so much to pay out or withhold."""
    steps = [type(frame).__name__ for frame in place.game.title.operating_steps(place.game, "RM")]
    turn = OperatingTurn("RM", steps.index("Income") + 1)
    return place._wait(OperatingRound(2, 1), turn, Dividend("RM", amount))


@pytest.mark.rule("18FB:T-10e", "18FB:3.7.1-n")
def test_without_a_train_it_leases_one_and_withholds_until_it_is_paid() -> None:
    place = leasing()
    assert [train[:4] for train in trains_of(place.game, "RM")] == ["8+12"] and place.state.lease["RM"] == 800
    assert noted(place.game, "leases_train")[0]["amount"] == 800 and not place.game.title.audit(place.game)
    game = earn(place, 300)
    assert game.state.cash["RM"] == 650 and price(game, "RM") == 140 and game.state.lease["RM"] == 800
    game = earn(Place.of(game), 320)
    assert game.state.cash["RM"] == 170 and price(game, "RM") == 140 and "RM" not in game.state.lease
    assert noted(game, "pays_lease") == [{"company": "RM", "amount": 800}]
    game = earn(Place.of(game), 300)
    assert isinstance(game.decision, Dividend) and list(game.decision.ways(game)) == ["full", "half", "withhold"]


@pytest.mark.rule("18FB:3.7.1-n")
def test_a_lease_is_paid_at_once_if_the_treasury_has_the_price() -> None:
    """Q67"""
    place = leasing(800)
    assert place.state.cash["RM"] == 0 and "RM" not in place.state.lease and len(trains_of(place.game, "RM")) == 1
    assert leasing(799).state.lease["RM"] == 800


@pytest.mark.rule("18FB:3.7.1-n")
def test_a_lease_is_paid_as_soon_as_money_comes_from_wherever() -> None:
    """Stock that a player buys from the treasury (Q54), dividends of other companies, stock that must be sold."""
    place = leasing(700).cash(D, 500)
    game = place.stock_round(D)
    game.push(BuyShare(D, "RM", "RM"))
    assert game.state.cash["RM"] == 40 and "RM" not in game.state.lease
    place = leasing(790)
    for cert in singles_of(place.game, IPO, "FB")[:1]:
        place.state.shelves.move(cert, certs_at("RM", "FB"))
    place._wait(OperatingRound(2, 1), OperatingTurn("FB", 6), Dividend("FB", 100))
    place.game.push(next(action for action in place.game.legal_actions() if action.kind == "full"))
    assert place.state.cash["RM"] == 0 and "RM" not in place.state.lease
    place = leasing(790)
    move(place, {("FB", "RM"): 1})
    game = place.price("FB", 11, 5).operating("RM", "ForcedSales", alone=True)
    assert game.state.cash["RM"] == 790 + 40 - 800 and "RM" not in game.state.lease


@pytest.mark.rule("18FB:3.7.1-n", "18FB:3.7.1-r", "18FB:3.7.2-a")
def test_a_lease_is_paid_with_what_an_odd_share_brings_when_the_other_national_forms() -> None:
    """RM has D750 and a share of LTF, for which RA, with a train of its own, pays half of D100."""
    place = eve().major("LdA", {A: 4}, state=DEFINITIVE, cash=750).major("NN", {B: 2}, state=DEFINITIVE)
    place.major("FS", {A: 2, D: 1}, state=DEFINITIVE).major("LTF", {D: 2}, state=DEFINITIVE).train("5+8", "LTF")
    move(place, {("LTF", "LdA"): 1})
    game = begin(only(place, "LdA", "NN", "FS", "LTF"))
    assert noted(game, "pays_lease") == [{"company": "RM", "amount": 800}]
    assert game.state.cash["RM"] == 0 and "RM" not in game.state.lease


@pytest.mark.rule("18FB:3.7.1-n")
@pytest.mark.parametrize("answer", ["nothing", "free"])
def test_a_company_with_a_lease_spends_nothing_else(answer: str) -> None:
    """Q67, ruling lease_spending"""
    place = leasing(700, lease_spending=answer)
    game, free = place.game, answer == "free"
    assert may_spend(game, "RM") == free and may_spend(game, "FB")
    assert turn_fault(game, "RM") == (None if free else "lease_first")
    place.train("5+8", POOL).cash("LdA", 0)
    step = Place.of(game).operating("RM", "BuyTrains", alone=True)
    trains = [action for action in step.legal_actions() if isinstance(action, BuyTrain)]
    assert bool(trains) == free
    place = Place.of(game)
    for cert in singles_of(place.game, IPO, "FB")[:2]:
        place.state.shelves.move(cert, certs_at(POOL, "FB"))
    trade = place.operating("RM", "Finance", alone=True)
    assert any(isinstance(action, BuyStock) for action in trade.legal_actions()) == free


@pytest.mark.rule("18FB:3.7.1-p")
def test_it_has_four_tile_steps_and_places_two_tokens() -> None:
    place = leasing(800)
    steps: list[Any] = list(place.game.title.operating_steps(place.game, "RM"))
    names = [type(step).__name__ for step in steps]
    assert steps[names.index("LayTrack")].steps == 4 and names.count("PlaceLine") == 2
    place.state.placed["RM"] = 1
    assert turn_fault(place.game, "RM") is None
    place.state.placed["RM"] = 2
    assert turn_fault(place.game, "RM") == "token_was_placed"


@pytest.mark.rule("18FB:3.7.1-q")
def test_it_trades_trains_at_face_value_only() -> None:
    place = leasing(800).train("5+8", "FB").cash("RM", 500)
    game = place.operating("RM", "BuyTrains", alone=True)
    train = next(train for train in trains_of(game, "FB") if train.startswith("5+8"))
    assert refused(game, BuyTrain(A, "RM", train, 100))[0] == "face_value_only"
    game.push(BuyTrain(A, "RM", train, 420))
    assert game.actor == C
