"""8.1 CCFR: its presidency goes round, it is looted, frozen, given trains, and becomes a railway."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import CHANCE, Draw, IllegalAction
from stockrail.rules.actions import BuyShare, BuyTrain, DiscardTrain, GoBankrupt, Pass, PayOut, SellShares, StartCompany
from stockrail.rules.cards import cards_at
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn, StockRound, current_round
from stockrail.rules.shares import percent_of, president_certificate, shares_of
from stockrail.rules.state import DEPOT, IPO, POOL, SHARE, certs_at, trains_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g1883.companies import is_railway, president_of
from stockrail.titles.g1883.cooperative import capitalise, is_member, leave_cooperative, members_in_turn, receive_gifts
from stockrail.titles.g1883.debts import go_bankrupt
from stockrail.titles.g1883.dividends import Dividend
from stockrail.titles.g1883.trains import BuyTrains

from .lying import TITLE

A, B, C, D = range(4)


def position(players: int = 3, president: int | None = A, phase: str = "1", **rulings: str) -> Any:
    found = Position(TITLE, players, rulings=rulings).phase(phase)
    if president is not None:
        found.state.flags["ccfr_president"] = president
    return found


def paying(found: Any, revenue: int) -> Any:
    """CCFR has run and decides what to do with its revenue; all others have operated."""
    return found._wait(OperatingRound(2, 1), OperatingTurn("CCFR", 4), Dividend("CCFR", revenue))


def looting(found: Any, revenue: int = 80) -> Any:
    game = paying(found, revenue)
    game.push(PayOut(game.actor, "CCFR", "loot"))
    return game


def to_the_next_round(game: Any) -> Any:
    """Everybody passes until another round has begun."""
    round_ = current_round(game)
    while current_round(game) == round_:
        game.push(Pass(game.actor))
    return game


def after_the_first_stock_round(found: Any) -> Any:
    found.turn = 1
    game: Any = found.stock_round(A)
    while isinstance(current_round(game), StockRound) and game.actor != CHANCE:
        game.push(Pass(game.actor))
    return game


def end_of_round(found: Any) -> Any:
    """All companies have operated."""
    return found._wait(OperatingRound(2, 1))


def first_presidents() -> Any:
    """T-d A presides FBV and owns FCV, D presides FSF and owns TCB."""
    found = position(4, None).corporation("FBV", {A: 3}, 65).corporation("FSF", {D: 2})
    for card, owner in (("FCV", A), ("TCB", D)):
        found.state.shelves.move(card, cards_at(owner))
    return found


# -- the presidency -----------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:T-d", "1883:8.1.2-a")
def test_with_as_many_presidencies_the_player_with_more_certificates_presides_first() -> None:
    game = after_the_first_stock_round(first_presidents())
    assert president_of(game, "CCFR") == A


@pytest.mark.rule("1883:8.1.2-a")
def test_private_companies_count_as_certificates_for_the_first_presidency() -> None:
    found = first_presidents().cash(A, 401)
    found.state.shelves.move("FSF_1", certs_at(D, "FSF"))
    found.state.shelves.move("FRV", cards_at(D))
    assert president_of(after_the_first_stock_round(found), "CCFR") == D


@pytest.mark.rule("1883:T-d", "1883:8.1.2-a")
def test_with_as_many_certificates_cash_decides_about_the_first_president() -> None:
    found = first_presidents().cash(D, 401)
    found.state.shelves.move("FSF_1", certs_at(D, "FSF"))
    assert president_of(after_the_first_stock_round(found), "CCFR") == D


@pytest.mark.rule("1883:T-d", "1883:8.1.2-a")
def test_a_lot_among_the_tied_players_names_the_first_president() -> None:
    found = first_presidents()
    found.state.shelves.move("FSF_1", certs_at(D, "FSF"))
    game = after_the_first_stock_round(found)
    assert [draw.outcome for draw in game.legal_actions()] == [A, D]
    game.push(Draw(CHANCE, "tie/ccfr/first", D))
    assert president_of(game, "CCFR") == D


@pytest.mark.rule("1883:8.1.2-a")
def test_the_presidency_of_sarsa_is_none_of_a_railway() -> None:
    found = position(3, None).corporation("SARSA", {A: 2}).corporation("FBV", {B: 2}, 65)
    for cert in ("FBV_1", "FBV_2", "FMV_1", "SV_1"):
        found.state.shelves.move(cert, certs_at(A, cert.split("_")[0]))
    assert president_of(after_the_first_stock_round(found), "CCFR") == B


@pytest.mark.rule("1883:8.1.2-b")
def test_after_an_operating_round_the_next_player_presides() -> None:
    assert [president_of(end_of_round(_operated(position(3, who))), "CCFR") for who in (A, B, C)] == [B, C, A]


def _operated(found: Any) -> Any:
    found.state.acted["CCFR"] = 1
    return found


@pytest.mark.rule("1883:8.1.2-b", "1883:8.1.5-d")
def test_who_has_looted_is_left_out_of_the_rotation() -> None:
    found = _operated(position(3, A))
    found.state.shelves.move("CCFR_2", certs_at(POOL, "CCFR"))
    found.state.ousted[B] = True
    assert president_of(end_of_round(found), "CCFR") == C


@pytest.mark.rule("1883:8.1.2-b")
def test_the_only_holder_left_presides_round_after_round() -> None:
    found = _operated(position(3, C))
    for seat, cert in ((A, "CCFR_1"), (B, "CCFR_2")):
        found.state.shelves.move(cert, certs_at(POOL, "CCFR"))
        found.state.ousted[seat] = True
    assert president_of(end_of_round(found), "CCFR") == C


# -- loot ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:T-f", "1883:8.1.5-a", "1883:8.1.5-e")
def test_a_run_that_is_paid_brings_each_holder_a_tenth() -> None:
    game = paying(position(), 80)
    assert {action.kind for action in game.legal_actions()} == {"full", "loot"}
    cash = dict(game.state.cash.amounts)
    game.push(PayOut(A, "CCFR", "full"))
    assert [game.state.cash[seat] - cash.get(seat, 0) for seat in (A, B, C, "CCFR", "bank")] == [8, 8, 8, 0, -24]
    assert price(game, "CCFR") == 100


@pytest.mark.rule("1883:T-f", "1883:8.1.5-b", "1883:8.1.5-c", "1883:8.1.5-d")
@pytest.mark.parametrize(("ruling", "amount"), [("price_after_move", 125), ("price_before_move", 130)])
def test_a_looter_takes_the_run_and_half_the_price_of_the_share(ruling: str, amount: int) -> None:
    found = position(loot_compensation=ruling)
    before = found.state.cash[A]
    game = looting(found)
    assert game.state.cash[A] - before == amount
    assert game.state.cell["CCFR"] == (2, 6) and price(game, "CCFR") == 90, "no further fall as by a sale"
    assert percent_of(game, POOL, "CCFR") == 10 and percent_of(game, A, "CCFR") == 0
    assert president_of(game, "CCFR") == B and game.state.ousted.get(A)
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:8.1.5-c")
def test_half_an_odd_price_is_rounded_up() -> None:
    found = position().price("CCFR", 2, 6)
    before = found.state.cash[A]
    assert looting(found, 0).state.cash[A] - before == 43, "half of 85"


@pytest.mark.rule("1883:T-f", "1883:8.1.2-b")
def test_who_takes_over_from_a_looter_presides_in_the_next_round_too() -> None:
    game = to_the_next_round(looting(position()))
    assert president_of(game, "CCFR") == B
    game = _next_operating_round(game)
    assert president_of(game, "CCFR") == B


def _next_operating_round(game: Any) -> Any:
    while not isinstance(current_round(game), OperatingRound):
        game.push(Pass(game.actor))
    return game


@pytest.mark.rule("1883:T-g", "1883:8.1.5-d")
def test_the_share_of_a_looter_pays_into_the_treasury() -> None:
    found = position(3, B)
    found.state.shelves.move("CCFR_1", certs_at(POOL, "CCFR"))
    found.state.ousted[A] = True
    game = paying(found.price("CCFR", 2, 6).price("CCFR", 2, 6), 50)
    cash = dict(game.state.cash.amounts)
    game.push(PayOut(B, "CCFR", "full"))
    assert [game.state.cash[seat] - cash.get(seat, 0) for seat in (A, B, C, "CCFR")] == [0, 5, 5, 5]
    assert price(game, "CCFR") == 90


@pytest.mark.rule("1883:T-g", "1883:8.1.6-a")
def test_ccfr_is_frozen_once_everybody_has_looted() -> None:
    found = position(3, C).price("CCFR", 2, 6)
    for seat, cert in ((A, "CCFR_1"), (B, "CCFR_2")):
        found.state.shelves.move(cert, certs_at(POOL, "CCFR"))
        found.state.ousted[seat] = True
    game = looting(found, 50)
    assert game.state.flags["ccfr"] == "frozen" and president_of(game, "CCFR") is None
    assert price(game, "CCFR") == 85
    assert not game.title.operates(game, "CCFR")
    assert not members_in_turn(game), "nobody is shown to preside"
    assert isinstance(current_round(game), StockRound), "it buys no trains any more"
    game = _next_operating_round(game)
    assert price(game, "CCFR") == 85 and game.title.audit(game) == []


@pytest.mark.rule("1883:8.1.5-b")
def test_a_run_of_nothing_may_be_looted_and_moves_the_price_once() -> None:
    found = position()
    before = found.state.cash[A]
    game = looting(found, 0)
    assert game.state.cash[A] - before == 45 and game.state.cell["CCFR"] == (2, 6)


@pytest.mark.rule("1883:8.1.5-b", "1883:5.8-a", "1883:5.8-e")
@pytest.mark.parametrize(("ruling", "amount"), [("price_after_move", 80), ("price_before_move", 100)])
def test_loot_on_the_leftmost_column_above_a_closed_cell_closes_ccfr(ruling: str, amount: int) -> None:
    found = position(loot_compensation=ruling).price("CCFR", 6, 0)
    before = found.state.cash[A]
    game = looting(found)
    assert game.state.cash[A] - before == amount, "a share in the closed cell is worth nothing"
    assert game.state.flags["ccfr"] == "frozen" and "CCFR" not in game.state.cell
    assert percent_of(game, IPO, "CCFR") == 100 and trains_of(game, "CCFR") == []
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:8.1.5-b")
def test_loot_on_the_leftmost_column_moves_the_price_down() -> None:
    game = looting(position().price("CCFR", 5, 0))
    assert game.state.cell["CCFR"] == (6, 0) and president_of(game, "CCFR") == B


@pytest.mark.rule("1883:8.1.5-a")
def test_ccfr_cannot_withhold() -> None:
    game = paying(position(), 80)
    with pytest.raises(IllegalAction):
        game.push(PayOut(A, "CCFR", "withhold"))


# -- bankrupt holders ---------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.8.6-f")
def test_the_share_of_a_bankrupt_president_goes_to_the_pool_and_the_next_one_presides() -> None:
    game = position(3, B).game
    game.stack = (*game.stack[:1], OperatingRound(2, 1))
    leave_cooperative(game, B)
    assert percent_of(game, POOL, "CCFR") == 10 and president_of(game, "CCFR") == C
    assert "ccfr_handed_on" not in game.state.flags, "it has still to operate, under C; then A presides"


@pytest.mark.rule("1883:6.8.6-f")
def test_the_rotation_skips_a_bankrupt_holder() -> None:
    found = _operated(position(3, A))
    found.state.bankrupt[B] = True
    leave_cooperative(found.game, B)
    assert president_of(end_of_round(found), "CCFR") == C


@pytest.mark.rule("1883:6.8.6-f", "1883:8.1.6-a")
def test_the_last_holder_who_goes_bankrupt_leaves_it_frozen() -> None:
    found = position(3, A)
    for seat in (B, C):
        found.state.shelves.move(f"CCFR_{seat + 1}", certs_at(POOL, "CCFR"))
        found.state.ousted[seat] = True
    leave_cooperative(found.game, A)
    assert found.state.flags["ccfr"] == "frozen" and percent_of(found.game, POOL, "CCFR") == 30


# -- trains -------------------------------------------------------------------------------------------------------


def kinds(game: Any, holder: Any) -> list[str]:
    return sorted(train.rsplit("-", 1)[0] for train in trains_of(game, holder))


@pytest.mark.rule("1883:T-t", "1883:8.1.4-b", "1883:8.1.4-c", "1883:8.1.4-d")
def test_ccfr_is_given_trains_as_new_kinds_are_sold() -> None:
    found = _before("3")
    game = _buying(found, "3")
    assert kinds(game, "CCFR") == ["2", "2G", "2G", "3"] and kinds(game, POOL) == ["2"]
    assert kinds(game, DEPOT).count("3") == 2
    game = _buying(_before("4", "2", "3"), "4")
    assert kinds(game, "CCFR") == ["3", "4"] and kinds(game, DEPOT).count("4") == 2
    game = _buying(_before("5", "3", "4"), "5")
    assert kinds(game, "CCFR") == ["5"] and kinds(game, POOL) == ["4"] and kinds(game, DEPOT).count("5") == 2


def _before(kind: str, *owned: str) -> Any:
    """The bank is about to sell the first train of a kind; CCFR has what it was given, or other trains."""
    phases = {"3": "1", "4": "3", "5": "4", "6": "5"}
    found = position(phase=phases[kind]).corporation("FBV", {A: 2}, 100, 2000)
    found.token("FBV", "86")
    older = list(TITLE.train_types)[: list(TITLE.train_types).index(kind)]
    if owned:
        found.no_trains("CCFR")
    for train in list(trains_of(found.game, DEPOT)):
        if train.rsplit("-", 1)[0] in older:
            found.state.shelves.move(train, trains_at("box"))
    for name in owned:
        number = next(t for t in found.state.shelves.on(trains_at("box")) if t.rsplit("-", 1)[0] == name)
        found.state.shelves.move(number, trains_at("CCFR"))
    return found


def _buying(found: Any, kind: str, company: str = "FBV") -> Any:
    game: Any = found.operating(company, "BuyTrains", alone=True)
    game.push(BuyTrain(game.actor, company, f"{kind}-0", TITLE.train_types[kind].price))
    return game


@pytest.mark.rule("1883:8.1.6-a", "1883:8.1.4-b")
def test_a_frozen_ccfr_is_given_nothing() -> None:
    found = _before("3")
    found.state.flags["ccfr"] = "frozen"
    game = _buying(found, "3")
    assert kinds(game, "CCFR") == ["2", "2", "2G", "2G"] and kinds(game, POOL) == []


@pytest.mark.rule("1883:8.1.4-b")
def test_a_kind_that_is_sold_out_is_not_given() -> None:
    """With one train less to be put to, one of its 2Gs goes back, too."""
    game: Any = position(phase="2").game
    for train in list(trains_of(game, DEPOT)):
        if train.startswith("3-"):
            game.state.shelves.move(train, trains_at("box"))
    receive_gifts(game, "3")
    assert kinds(game, "CCFR") == ["2", "2G"] and kinds(game, POOL) == ["2"]


# -- capitalisation -----------------------------------------------------------------------------------------------


def members_are(found: Any, *members: int) -> Any:
    """All others have looted."""
    for seat in found.game.seats:
        if seat not in members:
            found.state.shelves.move(f"CCFR_{seat + 1}", certs_at(POOL, "CCFR"))
            found.state.ousted[seat] = True
    return found


@pytest.mark.rule("1883:T-u", "1883:8.1.8-a", "1883:8.1.8-b", "1883:8.1.8-d")
def test_who_has_fewer_presidencies_becomes_president_of_the_capitalised_ccfr() -> None:
    found = members_are(_before("5", "3", "4"), A, C).corporation("SV", {A: 2}).corporation("SAFRE", {C: 2})
    before = found.state.cash["CCFR"]
    game = _buying(found, "5")
    assert president_of(game, "CCFR") == C and is_railway(game, "CCFR")
    assert not members_in_turn(game), "the presidency goes round no longer"
    assert [percent_of(game, who, "CCFR") for who in (A, B, C, POOL, IPO)] == [10, 0, 20, 70, 0]
    assert game.state.cash["CCFR"] - before == 100
    assert price(game, "CCFR") == 100
    assert kinds(game, "CCFR") == ["5"] and "4" in kinds(game, POOL)
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:8.1.8-c")
def test_the_only_holder_swaps_a_share_for_the_presidency() -> None:
    found = members_are(_before("5", "3", "4"), A).corporation("SV", {A: 2})
    game = _buying(found, "5")
    assert president_of(game, "CCFR") == A
    assert game.state.shelves.on(certs_at(A, "CCFR")) == [president_certificate("CCFR")]
    assert percent_of(game, POOL, "CCFR") == 80


RANKS = [
    "presidencies",
    "railways",
    "lasting",
    "trains",
    "certificates",
    "cash",
]


@pytest.mark.rule("1883:8.1.8-d")
@pytest.mark.parametrize("rank", RANKS)
def test_each_of_the_criteria_decides_where_those_before_are_equal(rank: str) -> None:
    """B comes out ahead of C by just one of them; what comes later would say C."""
    found = position(3, A, "5").cash(B, 500).cash(C, 400)
    members_are(found, B, C)
    later = RANKS[RANKS.index(rank) :]
    found.corporation("SV", {B: 2}).corporation("SAFRE", {C: 2})
    if rank == "presidencies":
        found.corporation("FMV", {C: 2})
    elif rank == "railways":
        found.corporation("SARSA", {B: 2}).corporation("FMV", {C: 2})
    if "lasting" in later[1:]:
        found.train("5", "SV")
    if rank == "lasting":
        found.train("5", "SAFRE").train("4", "SV").train("4", "SV")
    if rank == "trains":
        found.train("4", "SAFRE")
    if "certificates" in later[1:]:
        found.state.shelves.move("FBV_1", certs_at(B, "FBV"))
    if rank == "certificates":
        found.state.shelves.move("FBV_1", certs_at(C, "FBV"))
    if rank == "cash":
        found.cash(C, 501)
    capitalise(found.game)
    assert president_of(found.game, "CCFR") == B


@pytest.mark.rule("1883:8.1.8-d")
def test_a_lot_decides_at_last() -> None:
    found = position(3, A, "4").cash("CCFR", 450)
    found.no_trains("CCFR").train("3bis-0", "CCFR").state.shelves.move("CCFR_3", certs_at(POOL, "CCFR"))
    found.state.ousted[C] = True
    for train in list(trains_of(found.game, DEPOT)):
        if train.startswith("4-"):
            found.state.shelves.move(train, trains_at("box"))
    game = _buying(found, "5", "CCFR")
    assert game.actor == CHANCE and [draw.outcome for draw in game.legal_actions()] == [A, B]
    game.push(Draw(CHANCE, "tie/ccfr/capitalisation", B))
    assert president_of(game, "CCFR") == B
    assert game.actor == B and kinds(game, "CCFR") == ["3bis", "5", "5"], "the new president has to discard"
    game.push(DiscardTrain(B, "CCFR", "3bis-0"))
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:8.1.8-e", "1883:8.1.6-a")
@pytest.mark.parametrize(
    ("ruling", "cash", "trains"), [("gets_train_and_100", 107, ["5"]), ("gets_nothing", 7, ["3bis"])]
)
def test_a_frozen_ccfr_is_put_up_for_launch(ruling: str, cash: int, trains: list[str]) -> None:
    found = members_are(position(3, None, "5", frozen_ccfr_at_5=ruling)).cash("CCFR", 7)
    found.state.flags["ccfr"] = "frozen"
    found.no_trains("CCFR").train("3bis-0", "CCFR")
    capitalise(found.game)
    game = found.game
    assert percent_of(game, IPO, "CCFR") == 100 and "CCFR" not in game.state.par and "CCFR" not in game.state.cell
    assert game.state.cash["CCFR"] == cash
    assert kinds(game, "CCFR") == (["3bis", *trains] if trains == ["5"] else trains)
    assert not game.title.operates(game, "CCFR") and is_railway(game, "CCFR")
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:8.1.8-d")
def test_who_has_bought_a_share_back_after_looting_is_no_candidate() -> None:
    """A46, A63 Only those who still have the share they began with."""
    found = position(3, B, "5", ccfr_shares_before_5="pool_shares_for_sale").corporation("SV", {B: 2})
    members_are(found, B, C).state.shelves.move("CCFR_1", certs_at(A, "CCFR"))
    found.corporation("SAFRE", {C: 2})
    capitalise(found.game)
    assert found.game.decision is None or found.game.actor != A
    found.game._run()
    assert president_of(found.game, "CCFR") in (B, C)


@pytest.mark.rule("1883:8.1.8-d")
def test_whoever_holds_more_than_the_new_president_takes_over_at_once() -> None:
    found = position(3, B, "5", ccfr_shares_before_5="pool_shares_for_sale")
    members_are(found, B)
    for cert in ("CCFR_1", "CCFR_3", "CCFR_4"):
        found.state.shelves.move(cert, certs_at(A, "CCFR"))
    capitalise(found.game)
    assert president_of(found.game, "CCFR") == A and shares_of(found.game, B, "CCFR") * SHARE == 20
    assert found.game.title.audit(found.game) == []


# -- crossings ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.1.6-a", "1883:8.1.8-e", "1883:8.1.5-d")
def test_the_last_loot_and_the_first_5_in_one_operating_round() -> None:
    """Frozen first, CCFR waits for its launch; capitalised first, nobody loots it any more."""
    found = members_are(_before("5", "3", "4"), A)
    found.price("FBV", 2, 1)
    game: Any = found._wait(OperatingRound(2, 1), OperatingTurn("CCFR", 4), Dividend("CCFR", 60))
    game.push(PayOut(A, "CCFR", "loot"))
    assert game.state.flags["ccfr"] == "frozen"
    while not isinstance(game.decision, BuyTrains):
        game.push(Pass(game.actor))
    game.push(BuyTrain(A, "FBV", "5-0", 450))
    assert game.state.flags["ccfr"] == "capitalised" and "CCFR" not in game.state.par
    assert kinds(game, "CCFR") == ["5"] and game.state.cash["CCFR"] == 100
    assert game.title.audit(game) == []

    found = members_are(_before("5", "3", "4"), A)
    game = _buying(found, "5")
    game.state.acted.clear()
    game.push_frame(Dividend("CCFR", 60))
    assert {action.kind for action in game.legal_actions()} == {"full", "withhold"}


@pytest.mark.rule("1883:8.1.8-e", "1883:5.3.3-c", "1883:6.5-a")
def test_a_frozen_ccfr_is_launched_in_the_next_stock_round_with_its_tokens_where_they_were() -> None:
    found = members_are(position(3, None, "5")).cash(B, 400)
    found.state.flags["ccfr"] = "frozen"
    found.no_trains("CCFR")
    capitalise(found.game)
    game: Any = found.stock_round(B)
    game.push(StartCompany(B, "CCFR", 150))
    assert game.state.par["CCFR"] == 150 == price(game, "CCFR") and president_of(game, "CCFR") == B
    assert cities_of(game, "CCFR") == [("31", 0), ("5", 0)] and len(spare_of(game, "CCFR")) == 2
    assert game.state.cash["CCFR"] == 400 and game.title.operates(game, "CCFR")
    assert game.title.audit(game) == []


@pytest.mark.rule("1883:8.1.8-f", "1883:5.4-c")
def test_after_the_capitalisation_its_shares_are_traded_and_counted() -> None:
    found = _before("5", "3", "4").corporation("SV", {A: 2}).corporation("SAFRE", {B: 2})
    assert found.game.title.certificates(found.game, C)[0] == 0
    game = _buying(found, "5")
    assert game.title.certificates(game, C)[0] == 1 and president_of(game, "CCFR") == C
    game = Position.of(game).stock_round(A)
    assert SellShares(A, "CCFR", 1) not in game.legal_actions(), "70% are in the pool"
    game.push(BuyShare(A, "CCFR", POOL))
    assert percent_of(game, A, "CCFR") == 20


@pytest.mark.rule("1883:8.1.1-b", "1883:8.1.1-c", "1883:8.1.8-f")
@pytest.mark.parametrize(("ruling", "sold"), [("not_traded", False), ("pool_shares_for_sale", True)])
def test_before_it_only_a_ruling_lets_shares_of_looters_be_bought(ruling: str, sold: bool) -> None:
    found = members_are(position(3, B, "4", ccfr_shares_before_5=ruling), B, C).corporation("SV", {A: 2})
    game: Any = found.stock_round(A)
    menu = game.legal_actions()
    assert (BuyShare(A, "CCFR", POOL) in menu) == sold
    assert BuyShare(A, "CCFR", IPO) not in menu and SellShares(B, "CCFR", 1) not in menu
    if sold:
        game.push(BuyShare(A, "CCFR", POOL))
        assert not is_member(game, A), "who has looted stays out of the rotation"


@pytest.mark.rule("1883:8.1.2-b", "1883:6.8.6-f")
def test_a_president_who_goes_bankrupt_after_ccfrs_turn_hands_on_the_next_round_as_well() -> None:
    found = _operated(position(3, A))
    found.game.stack = (*found.game.stack[:1], OperatingRound(2, 1))
    go_bankrupt(found.game, A)
    assert president_of(found.game, "CCFR") == B
    assert president_of(end_of_round(found), "CCFR") == B


@pytest.mark.rule("1883:8.1.2-b", "1883:6.8.6-f", "1883:6.11-a")
def test_a_president_whom_a_penalty_ruins_is_followed_for_the_next_round() -> None:
    """The concessions are checked after the last turn and before the presidency moves on."""
    found = position(3, A).corporation("FBV", {A: 2}, 65).cash(A, 0).cash("FBV", 0)
    found.state.concession["1"], found.state.clock["1"] = "FBV", 2
    found.state.acted["CCFR"], found.state.acted["FBV"] = 1, 2
    game: Any = end_of_round(found)
    game.push(GoBankrupt(A, "FBV"))
    assert president_of(game, "CCFR") == B
    assert isinstance(current_round(game), StockRound) and "ccfr_handed_on" not in game.state.flags
