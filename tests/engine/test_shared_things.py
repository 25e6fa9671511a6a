"""What rules share for titles to come: order of play, cards, stacks of trains, companies that hold shares, extras."""

from __future__ import annotations

import pytest
from tests.engine.extras import BRANCH, SellCard, a_game, late_game, moved

import stockrail
from stockrail.core import ActionRange, IllegalAction
from stockrail.rules.audit import share_faults, shelf_faults
from stockrail.rules.cards import cards_of, close_card, give_card, holder_of_card, owner_of_card, pay_incomes
from stockrail.rules.closing import close_company
from stockrail.rules.debt import Sales, block
from stockrail.rules.dividends import pay_shares
from stockrail.rules.printed import Company
from stockrail.rules.shares import holders_of, president_certificate, singles_of
from stockrail.rules.state import BANK, DEPOT, POOL, certs_at
from stockrail.rules.trains import begin_phase, move_train, phase_begun_by, tops_of_stacks, trains_of
from stockrail.testing import Position

# -- order of play ------------------------------------------------------------------------------------------------


def test_seats_follow_each_other_in_the_order_of_play() -> None:
    game = moved(a_game(4), order=(2, 0, 3, 1))
    assert (game.seats, game.seats_from(3), game.seats_after(3)) == ([2, 0, 3, 1], [3, 1, 2, 0], [1, 2, 0])
    assert [game.next_seat(seat) for seat in range(4)] == [3, 2, 0, 1]


def test_who_is_out_is_passed_over_in_any_order() -> None:
    game = moved(a_game(4), order=(2, 0, 3, 1))
    game.state.bankrupt[3] = True
    assert (game.seats_from(3), game.next_seat(0), game.next_seat(3)) == ([1, 2, 0], 1, 1)


def test_the_last_one_left_comes_after_themselves() -> None:
    game = a_game(2)
    game.state.bankrupt[0] = True
    assert (game.next_seat(1), game.seats_after(1)) == (1, [])


def test_a_stock_round_goes_round_in_the_order_of_play() -> None:
    position = Position("18EU", players=4)
    position.state.flags["order"] = (2, 0, 3, 1)
    game = position.cash(0, 500).cash(1, 500).cash(2, 500).cash(3, 500).phase("5").stock_round(0)
    asked: list[int | None] = []
    while game.decision is not None and type(game.decision).__name__ == "StockTurn" and len(asked) < 4:
        asked.append(game.actor)
        game.push(game.legal_actions()[-1])
    assert asked == [0, 3, 1, 2]


# -- cards --------------------------------------------------------------------------------------------------------


def test_a_card_is_for_sale_then_owned_then_closed() -> None:
    game = a_game()
    assert (owner_of_card(game, "Ferry"), cards_of(game, BANK)) == (None, ["Ferry", "Bridge"])
    give_card(game, "Ferry", 1)
    give_card(game, "Bridge", "SNCB")
    assert [owner_of_card(game, card) for card in ("Ferry", "Bridge")] == [1, "SNCB"]
    close_card(game, "Ferry")
    assert (owner_of_card(game, "Ferry"), holder_of_card(game, "Ferry")) == (None, "box")
    assert shelf_faults(game) == []


def test_players_and_companies_get_the_income_of_their_cards_and_nobody_that_of_the_banks() -> None:
    game = a_game()
    give_card(game, "Bridge", "SNCB")
    before = game.state.cash[0], game.state.cash["SNCB"], game.state.cash[BANK]
    pay_incomes(game)
    assert (game.state.cash[0], game.state.cash["SNCB"], game.state.cash[BANK]) == (
        before[0],
        before[1] + 10,
        before[2] - 10,
    )
    assert [event.kind for event in game.log[-1:]] == ["card_pays"]


# -- what is open at any time -------------------------------------------------------------------------------------


def test_a_range_can_be_open_to_a_player_whoever_is_asked() -> None:
    game = a_game()
    give_card(game, "Ferry", 2)
    entry = game.legal_actions(2)[0]
    assert isinstance(entry, ActionRange) and (entry.low, entry.high) == (1, 40) and game.actor == 0
    cash, asked = game.state.cash[2], game.decision
    game.push(SellCard(2, "Ferry", 25))
    assert (game.state.cash[2], game.decision, game.legal_actions(2)[0]) != (cash, None, entry)
    assert (game.state.cash[2] - cash, game.decision) == (25, asked)
    game.pop()
    assert (game.state.cash[2], cards_of(game, 2)) == (cash, ["Ferry"])


@pytest.mark.parametrize("action", [SellCard(2, "Ferry", 41), SellCard(1, "Ferry", 5), SellCard(2, "Bridge", 5)])
def test_what_no_range_lists_is_refused_at_any_time(action: SellCard) -> None:
    game = a_game()
    give_card(game, "Ferry", 2)
    with pytest.raises(IllegalAction):
        game.push(action)


# -- stacks and phases --------------------------------------------------------------------------------------------


def test_each_stack_offers_its_first_train_and_an_endless_kind_fills_its_own_stack() -> None:
    game = a_game()
    assert tops_of_stacks(game) == [trains_of(game, DEPOT)[0], "L-0"]
    move_train(game, "L-0", "SNCB")
    assert (trains_of(game, BRANCH), trains_of(game, "SNCB")) == (["L-1"], ["L-0"])
    for train in list(trains_of(game, DEPOT)):
        game.state.shelves.move(train, ("trains", POOL))
    assert tops_of_stacks(game) == ["L-1"]


def test_a_phase_begins_with_the_train_that_it_names_and_rusts_by_it() -> None:
    game = late_game()
    move_train(game, "2-0", "SNCB")
    assert [phase_begun_by(game, train) for train in ("3-0", "4-0", "5-0")] == [None, "steel", None]
    assert game.title.train_types["2"].rusts_on == "4"
    begin_phase(game, "steel")
    assert (game.phase.name, trains_of(game, "SNCB"), phase_begun_by(game, "4-0")) == ("steel", [], None)


# -- companies ----------------------------------------------------------------------------------------------------


def test_a_company_has_one_home_several_or_none() -> None:
    places = (("A2", 0), ("B3", 1))
    several = Company("X", "X", "major", "red", "white", 2, (20, 10), places)
    none = Company("Y", "Y", "major", "red", "white", 2, (20, 10))
    assert (several.home, several.homes, none.home, none.homes) == (("A2", 0), places, None, ())


def a_holding() -> Position:
    """NS holds two shares of SNCB, Ada presides over it with five, two lie in the pool, one in its treasury."""
    return Position("18EU").corporation("SNCB", {0: 5, POOL: 2, "NS": 2}, value=100, cash=0)


def test_companies_hold_shares_of_others() -> None:
    game = a_holding().game
    assert holders_of(game, "SNCB") == [0, POOL, "SNCB", "NS"]
    assert share_faults(game, ["SNCB"]) == []
    game.state.shelves.move(singles_of(game, "NS", "SNCB")[0], certs_at(1, "NS"))
    assert share_faults(game, ["SNCB"]) == ["SNCB: shares do not sum to 100 %"]


def test_a_share_of_another_company_presides_nothing() -> None:
    game = a_holding().game
    for cert in singles_of(game, 0, "SNCB"):
        game.state.shelves.move(cert, certs_at("NS", "SNCB"))
    assert share_faults(game, ["SNCB"]) == []
    assert game.state.shelves.place_of[president_certificate("SNCB")] == certs_at(0, "SNCB")


@pytest.mark.parametrize("name", ["18EU", "1862"])
def test_in_titles_whose_companies_own_none_of_each_other_the_audit_finds_such_a_share(name: str) -> None:
    game = stockrail.new(name, ["Ada", "Ben", "Cy"])
    first, second = game.title.with_shares[:2]
    assert game.title.audit(game) == []
    game.state.shelves.move(f"{first}_1", certs_at(second, first))
    assert game.title.audit(game) == [f"{first}: {second} holds shares of it"]


def test_a_dividend_goes_to_players_and_the_treasury_unless_the_title_names_who_is_paid_for_whom() -> None:
    game = a_holding().game
    assert pay_shares(game, "SNCB", 200) == {0: 100, "SNCB": 20}
    assert pay_shares(game, "SNCB", 200, {0: 0, POOL: "SNCB", "SNCB": "SNCB", "NS": "NS"}) == {
        0: 100,
        "SNCB": 60,
        "NS": 40,
    }
    assert pay_shares(game, "SNCB", 200, {}) == {}  # nobody


# -- debts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("missing", "useful", "least", "suffice"),
    [
        (50, 1, 1, True),  # one share is more than enough
        (250, 3, 1, True),  # the other blocks bring 240, so one share of this must be sold at least
        (400, 3, 2, True),
        (540, 3, 3, True),  # everything, to the last penny
        (541, 3, 3, False),
    ],
)
def test_what_a_debtor_sells_of_one_company(missing: int, useful: int, least: int, suffice: bool) -> None:
    sales = Sales(missing, {"A": block(3, 100), "B": block(2, 90), "C": block(1, 60), "D": block(0, 500)})
    assert (sales.total, sales.useful("A"), sales.least("A"), sales.suffice) == (540, useful, least, suffice)


# -- closing a company --------------------------------------------------------------------------------------------


def test_a_company_that_closes_leaves_its_cards_and_shares_of_others() -> None:
    game = Position.of(a_game()).corporation("SNCB", {0: 5}).corporation("NS", {1: 5}, cash=80).game
    give_card(game, "Bridge", "NS")
    held = singles_of(game, "SNCB", "SNCB")[:2]
    for cert in held:
        game.state.shelves.move(cert, certs_at("NS", "SNCB"))
    close_company(game, "NS")
    assert set(held) <= set(singles_of(game, POOL, "SNCB"))
    assert (holder_of_card(game, "Bridge"), game.state.cash["NS"], "NS" in game.state.par) == ("box", 0, False)
    assert shelf_faults(game) == [] and share_faults(game, ["SNCB", "NS"]) == []
