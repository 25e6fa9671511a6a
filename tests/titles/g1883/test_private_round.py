"""3.3 The sale of the private companies before the first stock round."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import Bid, Pass, StartCompany
from stockrail.rules.cards import cards_of, give_card, owner_of_card
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import StockRound
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.state import BANK
from stockrail.rules.tokens import cities_of
from stockrail.titles.g1883.private_round import PRIVATES
from stockrail.titles.g1883.state import anchor_at
from stockrail.words import Speaker

from .lying import TITLE

A, B, C, D = range(4)


def sale(players: int = 4, **rulings: str) -> Any:
    return RailGame(TITLE, ["Ada", "Ben", "Cy", "Dee"][:players], rulings=TITLE.resolve_rulings(None, rulings))


def bid(game: Any, player: int, item: str, price: int) -> None:
    game.push(Bid(player, item, price))


def passes(game: Any, *players: int) -> None:
    for player in players:
        assert game.actor == player
        game.push(Pass(player))


def cash(game: Any) -> list[int]:
    return [game.state.cash[seat] for seat in game.seats]


def free(game: Any) -> list[int]:
    return [PRIVATES.free_cash(game, seat) for seat in game.seats]


def refused(game: Any, action: Any) -> IllegalAction:
    assert action not in game.legal_actions()
    with pytest.raises(IllegalAction) as caught:
        game.push(action)
    return caught.value


def opening() -> Any:
    """The first example of the rules up to the last purchase."""
    game = sale()
    bid(game, A, "CNP", 65)
    bid(game, B, "FRV", 45)
    bid(game, C, "CNP", 70)
    bid(game, D, "TCB", 20)
    return game


def continued() -> Any:
    game = opening()
    bid(game, A, "CNP", 75)
    bid(game, C, "CNP", 80)
    passes(game, A)
    return game


def ended(par: int = 100) -> Any:
    game = continued()
    bid(game, A, "FCV", 105)
    bid(game, B, "TMM", 80)
    passes(game, C)
    bid(game, D, "FSF-P", 150)
    game.push(StartCompany(D, "FSF", par))
    return game


# -- the examples of the rules ----------------------------------------------------------------------------------------


@pytest.mark.rule("1883:3.3-a", "1883:3.3.1-T1", "1883:3.3.1-d", "1883:T-a")
def test_money_in_bids_is_set_aside_turn_by_turn() -> None:
    game = sale()
    assert game.actor == A
    bid(game, A, "CNP", 65)
    assert free(game) == [335, 400, 400, 400]
    bid(game, B, "FRV", 45)
    bid(game, C, "CNP", 70)
    assert free(game) == [335, 355, 330, 400]
    assert cash(game) == [400, 400, 400, 400]
    bid(game, D, "TCB", 20)
    assert free(game) == [335, 355, 330, 380]
    assert game.state.flags["priority"] == A


@pytest.mark.rule("1883:3.3.1-T2", "1883:3.3.1-e", "1883:3.3.1-g", "1883:3.3.1-h", "1883:T-a2")
def test_after_a_purchase_a_single_bid_wins_and_two_bids_are_auctioned_from_the_lowest() -> None:
    game = opening()
    assert owner_of_card(game, "FRV") == B
    assert cash(game)[B] == 355
    assert game.actor == A
    assert game.legal_actions()[0].at(75) == Bid(A, "CNP", 75)
    game = continued()
    assert owner_of_card(game, "CNP") == C
    assert (cash(game)[A], cash(game)[C]) == (400, 320)
    assert not game.state.offer.unordered


@pytest.mark.rule("1883:3.3.1-T3", "1883:3.3.1-i", "1883:3.2-i")
def test_private_companies_won_by_bids_do_not_change_whose_turn_it_is() -> None:
    game = continued()
    assert game.actor == A
    assert game.legal_actions()[0] == Bid(A, "TMM", 80)
    bid(game, A, "FCV", 105)
    assert free(game)[A] == 295
    bid(game, B, "TMM", 80)
    assert (cash(game)[B], percent_of(game, B, "FMV")) == (275, 10)


@pytest.mark.rule("1883:3.3.1-T4", "1883:3.3.1-T5", "1883:3.3.1-j", "1883:3.3.1-k", "1883:3.2-k", "1883:3.2-l")
@pytest.mark.parametrize("par", [65, 85, 100])
def test_the_first_example_ends_with_the_priority_at_the_first_player(par: int) -> None:
    game = ended(par)
    assert cash(game) == [295, 275, 320, 230]
    owned = [cards_of(game, seat) for seat in range(4)]
    assert owned == [["FCV"], ["FRV", "TMM"], ["CNP"], ["TCB"]]
    assert (percent_of(game, A, "FBV"), percent_of(game, B, "FMV"), percent_of(game, D, "FSF")) == (10, 10, 20)
    assert game.state.cash["FSF"] == 2 * par
    assert isinstance(game.stack[1], StockRound)
    assert game.actor == game.state.flags["priority"] == A


@pytest.mark.rule("1883:T-a3", "1883:3.2-m")
def test_the_bank_pays_for_the_presidency_of_fsf_and_its_card_closes() -> None:
    game = ended()
    assert game.state.cash[BANK] == 9680
    assert sum(game.state.cash.amounts.values()) == 11000
    assert game.state.cash["FSF"] == 200
    assert cities_of(game, "FSF") == [("34", 0), ("59", 0)]
    assert owner_of(game, "FSF") == D
    assert owner_of_card(game, "FSF-P") is None
    assert len(game.state.shelves.on(anchor_at("FSF"))) == 2
    assert TITLE.audit(game) == []


@pytest.mark.rule("1883:3.3.2-T1", "1883:3.3.2-T2", "1883:3.3.2-T3", "1883:3.3.2-a", "1883:3.3.2-b")
def test_after_a_round_of_passes_incomes_are_paid_and_bids_stay() -> None:
    game = sale()
    bid(game, A, "TMM", 85)
    bid(game, B, "FCV", 105)
    bid(game, C, "TCB", 20)
    assert game.state.flags["priority"] == D
    passes(game, D, A, B, C)
    assert cash(game) == [400, 400, 385, 400]
    assert free(game) == [315, 295, 385, 400]
    assert game.actor == D
    assert game.legal_actions()[0] == Bid(D, "FRV", 40)


@pytest.mark.rule("1883:3.3.2-C1")
def test_the_priority_holder_goes_on_after_passes_even_if_it_was_anothers_turn() -> None:
    game = sale()
    bid(game, A, "FRV", 45)
    passes(game, B, C, D, A)
    assert game.actor == A


@pytest.mark.rule("1883:T-b", "1883:3.3.2-c", "1883:3.3.2-d")
def test_tcb_falls_to_nothing_and_goes_to_the_priority_holder() -> None:
    game = sale()
    passes(game, A, B)
    bid(game, C, "FRV", 45)
    passes(game, D, A, B, C)
    for price in (15, 10, 5):
        assert game.legal_actions()[0] == Bid(A, "TCB", price)
        passes(game, A, B, C, D)
    assert owner_of_card(game, "TCB") == A
    assert owner_of_card(game, "FRV") == C
    assert cash(game) == [400, 400, 355, 400]
    assert game.actor == game.state.flags["priority"] == B
    assert game.legal_actions()[0] == Bid(B, "CNP", 60)


# -- turns ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:3.3.1-a")
def test_only_the_cheapest_is_bought_and_only_at_its_price() -> None:
    game = sale()
    assert refused(game, Bid(A, "TCB", 25)).kind == "cheapest_at_its_price"
    assert refused(game, Bid(A, "FRV", 40)).kind == "bid_too_low"
    assert refused(game, Bid(A, "XYZ", 40)).kind == "not_for_sale"
    assert refused(game, StartCompany(A, "FSF", 65)).kind == "private_or_pass"


@pytest.mark.rule("1883:3.3.1-b", "1883:3.3.1-c")
def test_bids_rise_by_fives_also_above_ones_own() -> None:
    game = sale(2)
    bid(game, A, "FRV", 45)
    assert refused(game, Bid(B, "FRV", 45)).kind == "bid_too_low"
    assert refused(game, Bid(B, "FRV", 52)).kind == "bid_not_multiple"
    passes(game, B)
    bid(game, A, "FRV", 50)
    assert free(game) == [750, 800]


@pytest.mark.rule("1883:3.3.1-d")
def test_a_bid_may_use_the_money_of_the_bid_that_it_replaces_and_no_other() -> None:
    game = sale()
    bid(game, A, "FCV", 300)
    passes(game, B, C, D)
    assert refused(game, Bid(A, "CNP", 105)).kind == "bid_beyond_cash"
    assert Bid(A, "FCV", 400) in game.legal_actions()
    bid(game, A, "CNP", 90)
    passes(game, B, C, D)
    assert refused(game, Bid(A, "TCB", 20)).kind == "bid_beyond_cash"
    assert refused(game, Bid(A, "FCV", 315)).kind == "bid_beyond_cash"
    bid(game, A, "FCV", 310)
    assert free(game)[A] == 0


@pytest.mark.rule("1883:3.3.1-f", "1883:3.3.1-k")
def test_bids_and_passes_move_the_turn_but_not_the_priority() -> None:
    game = sale()
    bid(game, A, "FCV", 105)
    passes(game, B)
    assert game.actor == C
    assert game.state.flags["priority"] == A
    bid(game, C, "TCB", 20)
    assert game.actor == game.state.flags["priority"] == D


@pytest.mark.rule("1883:3.3.1-d")
def test_a_player_whose_money_is_all_in_bids_is_passed_over() -> None:
    game = sale()
    bid(game, A, "FSF-P", 400)
    passes(game, B, C, D)
    assert game.actor == B  # it was A's turn, and with it all four have passed
    assert game.state.flags["tcb_price"] == 15


@pytest.mark.rule("1883:3.3.1-h")
def test_an_auction_leaves_other_bids_alone_and_ends_where_money_ends() -> None:
    game = sale(2)
    bid(game, A, "FRV", 45)
    bid(game, B, "FRV", 50)
    bid(game, A, "CNP", 755)
    bid(game, B, "TCB", 20)
    assert owner_of_card(game, "FRV") == B  # A has 45 for it and could not raise
    assert cash(game) == [45, 730]
    assert owner_of_card(game, "CNP") == A


def test_three_bidders_raise_in_the_order_of_their_bids() -> None:
    game = sale()
    bid(game, A, "FRV", 45)
    bid(game, B, "FRV", 60)
    bid(game, C, "FRV", 65)
    bid(game, D, "TCB", 20)
    assert game.actor == A
    passes(game, A)
    bid(game, B, "FRV", 70)
    bid(game, C, "FRV", 75)
    passes(game, B)
    assert cash(game) == [400, 400, 325, 380]
    assert refused(game, Bid(A, "FRV", 80)).kind == "not_for_sale"


@pytest.mark.rule("1883:3.3.1-h")
def test_only_bids_that_top_the_leader_count_in_an_auction() -> None:
    game = opening()
    assert refused(game, Bid(A, "CNP", 70)).kind == "bid_too_low"
    assert refused(game, Bid(A, "CNP", 77)).kind == "bid_not_multiple"
    assert refused(game, Bid(A, "CNP", 405)).kind == "bid_beyond_cash"
    assert refused(game, Bid(A, "TMM", 85)).kind == "bid_or_pass"


# -- rounds of passes -------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:3.3.2-c")
@pytest.mark.parametrize(("ruling", "price"), [("tcb_only", 40), ("whichever_is_cheapest", 35)])
def test_once_tcb_is_sold_the_next_one_gets_cheaper_only_by_ruling(ruling: str, price: int) -> None:
    game = sale(private_discount=ruling)
    bid(game, A, "TCB", 20)
    passes(game, B, C, D, A)
    assert game.legal_actions()[0] == Bid(B, "FRV", price)
    bid(game, B, "FRV", price)
    assert game.legal_actions()[0] == Bid(C, "CNP", 60)


@pytest.mark.rule("1883:3.3.2-c", "1883:3.3.1-b")
def test_a_lower_price_is_that_of_the_cheapest_alone() -> None:
    game = sale(3)
    passes(game, A, B, C)
    shown = [row.notes[0][1]["cost"] for row in TITLE.sheets(game)[0].rows]
    assert shown == [15, 40, 60, 80, 100, 150]
    assert refused(game, Bid(A, "FRV", 40)).kind == "bid_too_low"
    bid(game, A, "FRV", 45)


@pytest.mark.rule("1883:3.3.2-c", "1883:3.3.1-k", "1883:3.3.2-d")
def test_tcb_at_a_lower_price_is_a_purchase_that_moves_the_priority() -> None:
    game = sale()
    passes(game, A, B, C, D, A)
    assert refused(game, Bid(B, "TCB", 20)).kind == "cheapest_at_its_price"
    bid(game, B, "TCB", 15)
    assert cash(game) == [400, 385, 400, 400]
    assert game.actor == game.state.flags["priority"] == C
    assert game.legal_actions()[0] == Bid(C, "FRV", 40), "what is next costs what is printed"
    passes(game, C, D, A, B)
    assert cash(game) == [400, 390, 400, 400], "the income of TCB"
    assert game.actor == C and game.legal_actions()[0] == Bid(C, "FRV", 40)


@pytest.mark.rule("1883:3.3.2-a", "1883:3.3.2-c", "1883:3.3.1-f")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_a_whole_round_of_passes_lowers_the_price(players: int) -> None:
    game = sale(players)
    passes(game, *range(players - 1))
    bid(game, players - 1, "CNP", 65)
    passes(game, *range(players - 1))
    assert "tcb_price" not in game.state.flags, "the bid has broken the row of passes"
    passes(game, players - 1)
    assert game.state.flags["tcb_price"] == 15 and game.actor == A


@pytest.mark.rule("1883:3.3.2-d")
def test_a_presidency_that_nobody_wants_is_given_away_by_the_other_ruling() -> None:
    game = sale(2, private_discount="whichever_is_cheapest")
    for card in ("TCB", "FRV", "CNP", "TMM", "FCV"):
        give_card(game, card, A)
    for _ in range(30):
        passes(game, A, B)
    game.push(StartCompany(A, "FSF", 65))
    assert isinstance(game.stack[1], StockRound)
    assert game.actor == game.state.flags["priority"] == B
    assert game.state.cash[B] == 800
    assert game.state.cash["FSF"] == 130


@pytest.mark.rule("1883:3.3.2-a")
def test_a_bank_that_breaks_by_passing_ends_the_game() -> None:
    game = sale(2)
    give_card(game, "TCB", A)
    game.state.cash.pay(BANK, "aside", 9400 - 8)
    passes(game, A, B)
    assert not game.is_over
    passes(game, A, B)
    assert game.result().reason == "bank"


@pytest.mark.rule("1883:3.2-l")
def test_the_par_of_fsf_is_set_before_anything_else() -> None:
    game = continued()
    bid(game, A, "FCV", 105)
    bid(game, B, "TMM", 80)
    bid(game, C, "FSF-P", 150)
    assert game.actor == C
    assert refused(game, Pass(C)).kind == "set_par_first"
    assert refused(game, StartCompany(C, "FSF", 110)).kind == "no_par_value"
    assert refused(game, StartCompany(C, "SV", 65)).kind == "set_par_first"
    game.push(StartCompany(C, "FSF", 85))
    assert game.actor == D


@pytest.mark.rule("1883:3.2-l", "1883:3.3.1-h")
def test_a_presidency_won_in_an_auction_is_launched_too() -> None:
    game = sale(2)
    bid(game, A, "FSF-P", 155)
    bid(game, B, "FSF-P", 160)
    for player, card in ((A, "TCB"), (B, "FRV"), (A, "CNP"), (B, "TMM"), (A, "FCV")):
        bid(game, player, card, TITLE.cards[card].price)
    bid(game, A, "FSF-P", 165)
    passes(game, B)
    assert game.actor == A
    game.push(StartCompany(A, "FSF", 85))
    assert owner_of(game, "FSF") == A
    assert game.actor == game.state.flags["priority"] == B


def test_menus_tell_a_purchase_from_a_bid() -> None:
    game = sale()
    speaker = Speaker(game)
    assert [speaker.action(entry) for entry in game.legal_actions()[:2]] == [
        "Buy Tramvia Castelfranco-Bazzano for L. 20",
        "Bid L. 45 to L. 400 in steps of L. 5 on Ferrovia Reggio-Ventoso",
    ]


def test_everything_in_the_sale_can_be_taken_back() -> None:
    game = ended()
    after = game.state.picture()
    actions = list(game.actions)
    for _ in actions:
        game.pop()
    assert game.state.picture() == sale().state.picture()
    for action in actions:
        game.push(action)
    assert game.state.picture() == after
