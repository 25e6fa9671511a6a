"""3.3 Stock turns: selling, buying, cards and regional companies from the pool; prices after the round."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stockrail.core import ActionRange
from stockrail.rules.actions import Answer, BuyShare, Pass, SellShares
from stockrail.rules.cards import owner_of_card
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.shares import owner_of, percent_of, shares_of, singles_of
from stockrail.rules.state import BANK, IPO, POOL, certs_at
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyCard, BuyConcession, BuyRegional, OfferCard
from stockrail.titles.g18fb.companies import BUILDING, DEFINITIVE, FROZEN, PROVISIONAL, has_operated
from stockrail.titles.g18fb.state import INTERMEDIATE, with_card
from stockrail.titles.g18fb.stock import StockTurn, end_stock_round

from .holding import TITLE, A, B, C, D, Place, noted, refused


def pass_all(game: Any) -> None:
    """To the end of the stock round."""
    round_: Any = current_round(game)
    now = round_.part()
    while not game.is_over and round_.part() == now:
        game.push(Pass(game.actor))
        round_ = current_round(game)


# -- selling -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:T-6d", "18FB:3.3.1-h", "18FB:2.2.5-a", "18FB:2.2-a")
def test_three_shares_bring_three_times_the_price_before_the_fall() -> None:
    place = Place("2").cash(B, 0).major("LdA", {A: 2, B: 4}, state=PROVISIONAL, value=100)
    game = place.concession("LdA", B).stock_round(B)
    game.push(SellShares(B, "LdA", 3))
    assert game.state.cash[B] == 300
    assert game.state.cell["LdA"] == (9, 6) and TITLE.grid.price((9, 6)) == 70
    assert shares_of(game, POOL, "LdA") == 3


@pytest.mark.rule("18FB:2.2.5-a", "18FB:2.2.3-d", "18FB:2.2.3-e")
@pytest.mark.parametrize(
    ("row", "count", "ends"), [(9, 1, 10), (9, 2, 10), (9, 3, 12), (10, 1, 10), (10, 2, 12), (8, 2, 10), (8, 3, 10)]
)
def test_the_ledges_hold_for_the_whole_transaction(row: int, count: int, ends: int) -> None:
    place = Place("2").major("LdA", {A: 2, B: 4}, state=PROVISIONAL, value=70).price("LdA", row, 6)
    game = place.concession("LdA", B).stock_round(B)
    game.push(SellShares(B, "LdA", count))
    assert game.state.cell["LdA"] == (ends, 6)


@pytest.mark.rule("18FB:2.2.5-i", "18FB:2.2.3-i")
def test_a_fall_ends_on_the_lowest_space() -> None:
    place = Place("2").major("LdA", {A: 2, B: 4}, state=PROVISIONAL, value=70).price("LdA", 9, 0)
    game = place.concession("LdA", B).stock_round(B)
    game.push(SellShares(B, "LdA", 2))
    assert game.state.cell["LdA"] == (9, 0)


@pytest.mark.rule("18FB:3.3.1-b")
def test_what_is_sold_of_a_company_in_a_turn_is_one_transaction() -> None:
    place = Place("2").major("LdA", {A: 2, B: 3}, state=PROVISIONAL)
    game = place.stock_round(B)
    game.push(SellShares(B, "LdA", 1))
    assert game.actor == B
    assert refused(game, SellShares(B, "LdA", 1)) == ("sold_in_block", "3.3.1-b")


@pytest.mark.rule("18FB:3.3.1-c")
def test_who_sold_buys_nothing_of_it_in_that_stock_round() -> None:
    place = Place("2").cash(A, 500).cash(B, 500).major("LdA", {A: 2, B: 3}, state=PROVISIONAL)
    game = place.stock_round(B)
    game.push(SellShares(B, "LdA", 1))
    assert refused(game, BuyShare(B, "LdA", IPO)) == ("sold_this_round", "3.3.1-c")
    game.push(Pass(B))
    while game.actor != A:
        game.push(Pass(game.actor))
    game.push(BuyShare(A, "LdA", IPO))
    assert game.actor == B
    assert refused(game, BuyShare(B, "LdA", POOL)) == ("sold_this_round", "3.3.1-c")
    pass_all(game)
    later = Place.of(game)
    assert later.stock_round(B).is_legal(BuyShare(B, "LdA", POOL))


@pytest.mark.rule("18FB:3.3.1-e", "18FB:3.4-b")
def test_stock_of_a_company_that_has_not_operated_is_kept() -> None:
    place = Place("2").major("LdA", {A: 2, B: 3}).stock_round(B)
    assert refused(place, SellShares(B, "LdA", 1)) == ("never_operated", "3.3.1-e")
    fresh = Place("5").major("LdA", {A: 2, B: 3}, state=DEFINITIVE)
    fresh.state.operated["LdA"] = False
    assert refused(fresh.stock_round(B), SellShares(B, "LdA", 1)) == ("never_operated", "3.3.1-e")


@pytest.mark.rule("18FB:3.3.1-e", "18FB:3.4-j", "18FB:3.3.3-h")
def test_what_ran_while_frozen_is_sold_until_it_builds_again() -> None:
    place = Place("2").cash(A, 500).major("LdA", {A: 2, B: 1}, state=FROZEN)
    place.state.operated["LdA"] = True
    assert has_operated(place.game, "LdA")
    game = place.stock_round(A)
    game.push(BuyConcession(A, "LdA", 0))
    assert not has_operated(game, "LdA")
    assert refused(game, SellShares(B, "LdA", 1)) == ("never_operated", "3.3.1-e")
    game.state.reached["LdA", INTERMEDIATE] = True
    assert game.is_legal(SellShares(B, "LdA", 1))


@pytest.mark.rule("18FB:3.3.1-a", "18FB:2.3-f")
def test_the_pool_takes_half_of_a_company() -> None:
    place = Place("2").major("LdA", {A: 2, B: 3, POOL: 3}, state=PROVISIONAL)
    game = place.stock_round(B)
    check_doors(game)
    assert refused(game, SellShares(B, "LdA", 3)) == ("pool_limit", "3.3.1-a")
    game.push(SellShares(B, "LdA", 2))
    assert percent_of(game, POOL, "LdA") == 50


@pytest.mark.rule("18FB:3.3.1-f", "18FB:3.3-a")
def test_several_companies_are_sold_in_any_order_and_then_something_is_bought() -> None:
    for order in (("LdA", "NN"), ("NN", "LdA")):
        place = Place("2").cash(B, 0).cash(A, 500)
        place.major("LdA", {A: 2, B: 2}, state=PROVISIONAL).major("NN", {A: 2, B: 2}, state=PROVISIONAL)
        place.major("FB", {A: 2}, value=100)
        game = place.stock_round(B)
        for company in order:
            game.push(SellShares(B, company, 2))
        game.push(BuyShare(B, "FB", IPO))
        assert game.state.cash[B] == 300 and game.actor == C


@pytest.mark.rule("18FB:3.3-b")
def test_a_turn_with_only_a_sale_is_no_pass() -> None:
    place = Place("2").major("LdA", {A: 2, B: 2}, state=PROVISIONAL)
    for seat in range(4):
        place.cash(seat, 500)
    game = place.stock_round(A)
    game.push(Pass(A))
    game.push(SellShares(B, "LdA", 1))
    game.push(Pass(B))
    for player in (C, D, A, B):
        assert game.actor == player
        game.push(Pass(player))
    assert game.state.flags["priority"] == C and not isinstance(current_round(game), StockRound)


# -- buying ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.3.4-a", "18FB:3.3.4-b")
def test_the_initial_offer_sells_at_par_for_the_company_and_the_pool_at_the_price_for_the_bank() -> None:
    place = Place("2").cash(B, 500).cash("LdA", 0).major("LdA", {A: 2, POOL: 1}, value=80).price("LdA", 5, 6)
    game = place.stock_round(B)
    bank = game.state.cash[BANK]
    game.push(BuyShare(B, "LdA", IPO))
    assert (game.state.cash[B], game.state.cash["LdA"], game.state.cash[BANK]) == (420, 80, bank)
    game.pop()
    game.push(BuyShare(B, "LdA", POOL))
    assert (game.state.cash[B], game.state.cash["LdA"], game.state.cash[BANK]) == (390, 0, bank + 110)
    assert noted(game, "buys_share")[-1] == {"player": B, "company": "LdA", "source": POOL, "amount": 110}


@pytest.mark.rule("18FB:3.3.4-c", "18FB:3.3-a")
def test_a_purchase_ends_the_turn() -> None:
    place = Place("2").cash(B, 500).major("LdA", {A: 2, B: 2}, state=PROVISIONAL)
    game = place.stock_round(B)
    game.push(BuyShare(B, "LdA", IPO))
    assert game.actor == C and percent_of(game, B, "LdA") == 30


@pytest.mark.rule("18FB:3.3.4-a")
def test_what_is_not_there_or_too_dear_is_not_bought() -> None:
    place = Place("2").card("MEL", B).cash(B, 79).major("LdA", {A: 2}, value=80)
    game = place.stock_round(B)
    assert refused(game, BuyShare(B, "LdA", IPO)) == ("cannot_pay", "3.3.4-a")
    assert refused(game, BuyShare(B, "LdA", POOL)) == ("none_there", "3.3.4-a")
    assert refused(game, BuyShare(B, "LdA", "LdA")) == ("none_there", "3.3.4-a")
    assert refused(game, BuyShare(B, "FG", POOL)) == ("not_started", "3.3.4-d")


@pytest.mark.rule("18FB:3.3.4-f")
@pytest.mark.parametrize(("ruling", "sources"), [("nationals", {"RM"}), ("none", set()), ("all", {"RM", "LdA"})])
def test_which_treasuries_sell_to_players(ruling: str, sources: set[str]) -> None:
    place = Place("6", treasury_stock=ruling).cash(B, 1000).major("LdA", {A: 2, "LdA": 2}, state=DEFINITIVE)
    for number in range(9):
        place.state.shelves.move(f"RM_{number}", certs_at("RM", "RM"))
    place.corporation("RM", {A: 2}, value=100)
    place.price("LdA", 5, 6)
    game = place.stock_round(B)
    check_doors(game)
    assert {c for c in ("RM", "LdA") if game.is_legal(BuyShare(B, c, c))} == sources
    for company in sources:
        fork = game.fork()
        held = fork.state.cash[company]
        fork.push(BuyShare(B, company, company))
        price = TITLE.grid.price(game.state.cell[company])
        assert fork.state.cash[B] == 1000 - price and fork.state.cash[company] == held + price


# -- cards and regional companies --------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:3.3.6-a", "18FB:2.7-q", "18FB:3.3-a")
def test_a_card_in_the_pool_costs_its_nominal_price_and_a_turn_and_brings_its_share() -> None:
    game = Place("1").card("BAY", POOL).cash(B, 175).stock_round(B)
    check_doors(game)
    game.push(BuyCard(B, "BAY"))
    assert owner_of_card(game, "BAY") == B and percent_of(game, B, "NN") == 10 and game.state.cash[B] == 0
    assert game.actor == C
    assert refused(game, BuyCard(C, "BAY")) == ("card_not_in_pool", "3.3.6-a")


@pytest.mark.rule("18FB:3.3.6-a")
def test_one_that_is_too_dear_is_not_bought() -> None:
    game = Place("1").card("BAY", POOL).card("MEL", POOL).cash(B, 174).stock_round(B)
    assert refused(game, BuyCard(B, "BAY")) == ("card_too_dear", "3.3.6-a")
    assert [entry for entry in game.legal_actions() if isinstance(entry, BuyCard)] == [BuyCard(B, "MEL")]


@pytest.mark.rule("18FB:3.3.6-b", "18FB:2.7-b")
def test_a_card_bought_from_a_player_uses_up_no_turn() -> None:
    place = Place("2").card("MEL", A).cash(B, 500).major("LdA", {A: 2})
    game = place.stock_round(B)
    game.push(OfferCard(B, "MEL", A, 60))
    game.push(Answer(A, True))
    assert owner_of_card(game, "MEL") == B and game.actor == B
    game.push(BuyShare(B, "LdA", IPO))
    assert game.actor == C


def test_under_the_other_ruling_it_does() -> None:
    place = Place("2", card_trade="stock_turn").card("MEL", A).cash(B, 500).major("LdA", {A: 2})
    game = place.stock_round(B)
    game.push(OfferCard(B, "MEL", A, 60))
    game.push(Answer(A, False))
    assert game.actor == B
    game.push(OfferCard(B, "MEL", A, 70))
    game.push(Answer(A, True))
    assert owner_of_card(game, "MEL") == B and game.actor == C


@pytest.mark.rule("18FB:3.3.3-g", "18FB:2.7-q", "18FB:T-7a")
def test_the_free_share_of_a_card_can_take_a_company_over() -> None:
    place = Place("2").card("BAY", POOL).cash(B, 500).major("NN", {A: 2, B: 3}, deposit=100)
    game = place.stock_round(B)
    game.push(BuyCard(B, "BAY"))
    assert owner_of(game, "NN") == B and game.actor == B
    game.push(BuyConcession(B, "NN", 0))
    assert game.state.cash[B] == 500 - 175 - 100


@pytest.mark.rule("18FB:3.6.2-c", "18FB:3.3-a")
def test_a_regional_company_in_the_pool_costs_its_nominal_value_or_more() -> None:
    game = Place("5").regional("FG", POOL).cash(B, 145).stock_round(B)
    check_doors(game)
    entry = next(entry for entry in game.legal_actions() if isinstance(entry, ActionRange))
    assert (entry.action, entry.low, entry.high, entry.step) == (BuyRegional(B, "FG", 130), 130, 145, 1)
    assert refused(game, BuyRegional(B, "FG", 129)) == ("below_nominal", "3.6.2-c")
    assert refused(game, BuyRegional(B, "FG", 146)) == ("regional_too_dear", "3.6.2-c")
    assert refused(game, BuyRegional(B, "FA", 145)) == ("regional_not_in_pool", "3.6.2-c")
    assert refused(game, BuyRegional(B, "LdA", 145)) == ("regional_not_in_pool", "3.6.2-c")


# -- the end of the round ----------------------------------------------------------------------------------------------


@pytest.mark.rule("18FB:T-6e", "18FB:2.2.5-f", "18FB:3.3-c", "18FB:3.4-b", "18FB:3.4-c", "18FB:3.4-f")
@pytest.mark.parametrize(("state", "rises"), [(BUILDING, 0), (PROVISIONAL, 1), (DEFINITIVE, 1), (FROZEN, 0)])
def test_sold_out_companies_rise_unless_their_state_forbids_it(state: str, rises: int) -> None:
    place = Place("2").major("LdA", {A: 4, B: 3, C: 3}, state=state, value=100)
    game = place.stock_round(A)
    pass_all(game)
    moves = [note for note in noted(game, "price_moves") if note.get("why") == "sold_out"]
    assert moves == [{"company": "LdA", "before": 100, "after": 110, "why": "sold_out"}] * rises


@pytest.mark.rule("18FB:2.2.5-f")
@pytest.mark.parametrize("shares", [{A: 4, B: 3, C: 2}, {A: 4, B: 3, C: 2, POOL: 1}])
def test_a_share_in_offer_or_pool_hinders_the_rise(shares: dict[Any, int]) -> None:
    game = Place("2").major("FC", shares, state=PROVISIONAL, value=100).game
    end_stock_round(game)
    assert game.state.cell["FC"] == (6, 6)


@pytest.mark.rule("18FB:2.2.5-m")
def test_treasury_stock_and_a_free_share_with_its_card_do_not_hinder_it() -> None:
    place = Place("2").major("LdA", {A: 4, B: 3, "LdA": 1, "NN": 1}, state=PROVISIONAL, value=100)
    assert place.state.shelves.on(certs_at(with_card("VAL"), "LdA"))
    end_stock_round(place.game)
    assert place.state.cell["LdA"] == (5, 6)


def test_under_the_other_ruling_the_free_share_lies_in_the_offer_and_hinders_it() -> None:
    place = Place("2", free_share="in_offer").major("LdA", {A: 4, B: 3, "LdA": 2}, state=PROVISIONAL, value=100)
    assert percent_of(place.game, IPO, "LdA") == 10
    end_stock_round(place.game)
    assert place.state.cell["LdA"] == (6, 6)


@pytest.mark.rule("18FB:2.2.5-h")
def test_a_rise_from_the_top_row_is_none() -> None:
    place = Place("5").major("LdA", {A: 4, B: 3, "LdA": 3}, state=DEFINITIVE, value=100).price("LdA", 0, 5)
    end_stock_round(place.game)
    assert place.state.cell["LdA"] == (0, 5)


@pytest.mark.rule("18FB:2.2.5-f", "18FB:2.2.5-j")
def test_the_dearest_rises_first_and_goes_below_who_is_there() -> None:
    place = Place("5").major("FB", {A: 2}, state=DEFINITIVE, value=110)
    place.major("LdA", {A: 4, B: 3, "LdA": 3}, state=DEFINITIVE, value=100)
    place.major("NN", {A: 4, B: 3, "NN": 3}, state=DEFINITIVE, value=100)
    end_stock_round(place.game)
    assert place.state.pile[5, 6] == ("FB", "LdA", "NN")


# -- whole rounds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "phase"), [(1, "2"), (2, "3"), (3, "4"), (4, "5"), (5, "6")])
def test_whatever_is_done_by_chance_the_doors_agree_and_nothing_is_lost(seed: int, phase: str) -> None:
    """Stock rounds by chance; now and then a company gets on with what it has to reach."""
    dice, place = Random(seed), Place(phase)
    place.major("LdA", {A: 3, B: 2}, state=PROVISIONAL, deposit=80).major("NN", {B: 3, C: 3}, state=DEFINITIVE)
    for card in ("VAL", "MEL", "RIS", "BAY"):
        place.card(card, (A, B, C, D, POOL)[dice.randrange(5)] if phase < "5" else "box")
    for seat in range(4):
        place.cash(seat, 1200)
    game = place.stock_round(A)
    money = sum(game.state.cash.amounts.values())
    for _ in range(60):
        if not isinstance(current_round(game), StockRound) or not game.stack:
            place = Place.of(game)
            place.turn = game.stack[0].turn + 1
            game = place.stock_round(dice.randrange(4))
        check_doors(game)
        if isinstance(game.decision, StockTurn):
            _check_menu(game)
        menu = [entry for entry in game.legal_actions() if not isinstance(entry, Pass)] or [Pass(game.actor)]
        entry = dice.choice(menu) if dice.random() < 0.8 else Pass(game.actor)
        if not game.is_legal(entry.lowest() if isinstance(entry, ActionRange) else entry):
            continue
        game.push(dice.choice(list(entry)[:3]) if isinstance(entry, ActionRange) else entry)
        assert sum(game.state.cash.amounts.values()) == money and game.title.audit(game) == []
        for seat in game.seats:
            assert all(percent_of(game, seat, company) <= 60 for company in TITLE.companies_of("major"))
        assert all(percent_of(game, POOL, company) <= 50 for company in TITLE.companies_of("major"))


def _check_menu(game: RailGame) -> None:
    """What is thinkable and legal is listed."""
    menu, player = game.legal_actions(), game.actor
    assert player is not None
    thinkable: list[Any] = [Pass(player)]
    for company in ("LdA", "NN", "FB", "FSC", "FG", "SFM", "RM"):
        thinkable += [SellShares(player, company, count) for count in range(8)]
        thinkable += [BuyShare(player, company, source) for source in (IPO, POOL, company)]
        thinkable += [BuyConcession(player, company, value) for value in (0, 60, 100, 130, 150)]
    thinkable += [BuyCard(player, card) for card in TITLE.cards]
    assert [action for action in thinkable if game.is_legal(action) and action not in menu] == []


@pytest.mark.rule("18FB:4-f")
@pytest.mark.parametrize(("ruling", "over"), [("at_once", True), ("after_set", False)])
def test_a_rise_to_the_top_ends_the_game(ruling: str, over: bool) -> None:
    place = Place("5", top_price=ruling).major("LdA", {A: 4, B: 3, "LdA": 3}, state=DEFINITIVE, value=100)
    game = place.price("LdA", 1, 19).stock_round(A)
    pass_all(game)
    assert game.state.cell["LdA"] == (0, 19) and game.is_over == over


@pytest.mark.rule("18FB:3.3.4-a")
def test_a_certificate_that_is_named_is_the_one_that_is_bought() -> None:
    game = Place("2").cash(B, 500).major("LdA", {A: 3}, state=PROVISIONAL, value=80).stock_round(B)
    named = singles_of(game, IPO, "LdA")[-1]
    game.push(BuyShare(B, "LdA", IPO, named))
    assert singles_of(game, B, "LdA") == [named]
