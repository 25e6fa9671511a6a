"""5.3.6, 5.4 How much a player may hold, and who has to sell."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import BuyShare, Pass, SellShares, StartCompany
from stockrail.rules.cards import give_card
from stockrail.rules.shares import owner_of
from stockrail.rules.state import IPO, POOL, certs_at
from stockrail.testing import Position
from stockrail.titles.g1883.actions import BuySupport

from .lying import TITLE

A, B, C, D = range(4)
RAILWAYS = ("FSF", "SV", "FBV", "SAFRE", "FMMSF", "FMV")


def position(players: int = 3, phase: str = "2", **rulings: str) -> Position:
    found = Position(TITLE, players, rulings=rulings).phase(phase)
    found.state.flags["ccfr_president"] = B
    return found


def refused(game: Any, action: Any) -> str:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind


def holding(found: Position, player: int, certificates: int, others: int) -> Position:
    """A player with so many single shares, spread over companies that somebody else presides."""
    for company in RAILWAYS:
        count = min(4, certificates)
        certificates -= count
        found.corporation(company, {others: 2, player: count}, 65)
    return found


def held(game: Any, player: int) -> int:
    count: int = game.title.certificates(game, player)[0]
    return count


@pytest.mark.rule("1883:5.3.6-a")
def test_nobody_holds_more_than_60_percent_of_a_company() -> None:
    found = position().corporation("SV", {A: 5}).cash(A, 500)
    game: Any = found.stock_round(A)
    game.push(BuyShare(A, "SV", IPO))
    game.push(Pass(A))
    game.push(Pass(B))
    game.push(Pass(C))
    assert refused(game, BuyShare(A, "SV", IPO)) == "share_limit"
    assert BuyShare(A, "SV", IPO) not in list(game.legal_actions())


@pytest.mark.rule("1883:5.4-a")
@pytest.mark.parametrize(("players", "limit", "merged"), [(2, 32, 28), (3, 21, 19), (4, 16, 14)])
def test_the_limit_depends_on_players_and_on_sefta(players: int, limit: int, merged: int) -> None:
    game: Any = position(players).game
    assert game.title.certificates(game, A)[1] == limit
    game.state.flags["sefta"] = True
    assert game.title.certificates(game, A)[1] == merged


@pytest.mark.rule("1883:5.4-b")
def test_privates_and_presidents_certificates_count_one_each() -> None:
    found = position().corporation("SV", {A: 4})
    assert held(found.game, A) == 3, "the 20 % and two singles"
    give_card(found.game, "TCB", A)
    give_card(found.game, "FCV", A)
    assert held(found.game, A) == 5


@pytest.mark.rule("1883:5.4-c")
def test_the_share_of_the_start_counts_from_phase_5_on() -> None:
    found = position(phase="4")
    assert held(found.game, A) == 0
    found.state.flags["ccfr"] = "capitalised"
    assert held(found.game, A) == 1


@pytest.mark.rule("1883:5.4-c")
def test_by_another_ruling_the_share_of_the_start_counts_always() -> None:
    assert held(position(ccfr_share_counts="always").game, A) == 1


@pytest.mark.rule("1883:5.4-c", "1883:8.1.1-c")
def test_a_ccfr_share_that_was_bought_counts_at_once() -> None:
    found = position(phase="4", ccfr_shares_before_5="pool_shares_for_sale").cash(A, 300)
    for cert, holder in (("CCFR_2", POOL), ("CCFR_1", POOL)):
        found.state.shelves.move(cert, certs_at(holder, "CCFR"))
    found.state.ousted[A] = True  # type: ignore[attr-defined]
    game: Any = found.stock_round(A)
    game.push(BuyShare(A, "CCFR", POOL))
    assert held(game, A) == 1, "A has looted, so it is not the share of the start"
    game.push(Pass(B))
    game.push(Pass(C))
    game.push(BuyShare(A, "CCFR", POOL))
    assert held(game, A) == 2
    assert held(game, C) == 0


@pytest.mark.rule("1883:5.4-d")
def test_at_the_limit_no_certificate_is_bought_but_support_cards_are() -> None:
    found = holding(position(4), A, 16, C).cash(A, 900)
    game: Any = found.stock_round(A)
    assert held(game, A) == 16
    assert refused(game, BuyShare(A, "SV", IPO)) == "certificate_limit"
    assert refused(game, StartCompany(A, "SARSA", 65)) == "certificate_limit"
    assert {type(e) for e in game.legal_actions()} & {BuyShare, StartCompany} == set()
    game.push(BuySupport(A))


@pytest.mark.rule("1883:5.4-d", "1883:5.4-f")
def test_above_the_limit_a_player_sells_before_anything_else() -> None:
    found = holding(position(4), A, 17, C).cash(A, 900)
    game: Any = found.stock_round(A)
    for action in (Pass(A), BuySupport(A), BuyShare(A, "SV", IPO)):
        assert refused(game, action) == "must_sell_first"
    assert {e.action.company for e in game.legal_actions()} == {"FSF", "SV", "FBV", "SAFRE", "FMMSF"}
    game.push(SellShares(A, "SV", 1))
    assert held(game, A) == 16
    game.push(BuySupport(A))
    assert game.actor == B


@pytest.mark.rule("1883:5.4-d", "1883:5.3.4-b")
def test_who_comes_above_the_limit_by_losing_a_presidency_must_sell() -> None:
    found = position(4).corporation("SAFRE", {A: 2, B: 2}, 65).cash(B, 200)
    for company, count in {"FSF": 4, "SV": 4, "FBV": 4, "FMMSF": 3}.items():
        found.corporation(company, {C: 2, A: count}, 65)
    game: Any = found.stock_round(B)
    assert held(game, A) == 16
    game.push(BuyShare(B, "SAFRE", IPO))
    assert owner_of(game, "SAFRE") == B and held(game, A) == 17
    while game.actor != A:
        game.push(Pass(game.actor))
    assert refused(game, Pass(A)) == "must_sell_first"


@pytest.mark.rule("1883:5.4-f", "1883:8.3-m")
def test_a_limit_that_falls_with_sefta_makes_players_sell() -> None:
    found = position(4).cash(A, 100)
    for company in ("FSF", "SV", "FBV", "SAFRE"):
        found.corporation(company, {C: 2, A: 4}, 65)
    game: Any = found.stock_round(A)
    assert game.is_legal(Pass(A)) and held(game, A) == 16
    game.state.flags["sefta"] = True
    assert refused(game, Pass(A)) == "must_sell_first"
    game.push(SellShares(A, "SV", 1))
    assert refused(game, Pass(A)) == "must_sell_first"
    game.push(SellShares(A, "FSF", 1))
    game.push(Pass(A))
    assert game.actor == B


@pytest.mark.rule("1883:5.4-f")
def test_with_one_share_sold_of_each_company_the_rest_waits_for_the_next_turn() -> None:
    """One block a company and turn: who sells little goes on selling later, before anything else."""
    found = position(4).corporation("SV", {C: 2, A: 4}, 65).cash(A, 100)
    for card in ("TCB", "FRV", "CNP", "TMM", "FCV"):
        give_card(found.game, card, A)
    found.corporation("FBV", {C: 2, A: 4}, 65).corporation("FSF", {C: 2, A: 3, POOL: 5}, 65)
    found.corporation("SAFRE", {A: 2}, 65).corporation("FMMSF", {A: 2}, 65)
    found.state.flags["sefta"] = True
    found.corporation("FMV", {C: 2, A: 1, POOL: 5}, 65)
    game: Any = found.stock_round(A)
    assert held(game, A) == 5 + 4 + 4 + 3 + 1 + 1 + 1
    game.push(SellShares(A, "SV", 1))
    game.push(SellShares(A, "FBV", 1))
    assert held(game, A) == 17
    assert refused(game, BuyShare(A, "SAFRE", IPO)) == "certificate_limit"
    game.push(Pass(A))
    for seat in (B, C, D):
        game.push(Pass(seat))
    assert refused(game, Pass(A)) == "must_sell_first"
    assert {e.action.company for e in game.legal_actions()} == {"SV", "FBV"}


@pytest.mark.rule("1883:5.4-f")
def test_who_is_above_the_limit_with_nothing_to_sell_may_pass() -> None:
    found = position(4)
    for card in ("TCB", "FRV", "CNP", "TMM", "FCV"):
        give_card(found.game, card, A)
    for company in ("FSF", "SV", "FBV"):
        found.corporation(company, {C: 2, A: 3, POOL: 5}, 65)
    found.corporation("SAFRE", {C: 2, A: 1, POOL: 5}, 65)
    found.state.flags["sefta"] = True
    game: Any = found.cash(A, 100).stock_round(A)
    assert held(game, A) == 15
    game.push(Pass(A))
    assert game.actor == B


@pytest.mark.rule("1883:5.4-e", "1883:6.8.6-g")
def test_after_a_bankruptcy_the_limit_is_that_of_fewer_players() -> None:
    game: Any = position(4).game
    game.state.bankrupt[D] = True
    assert game.title.certificates(game, A)[1] == 21
    for seat in (B, C):
        game.state.bankrupt[seat] = True
    assert game.title.certificates(game, A)[1] == 32, "with one player left the game is over"


@pytest.mark.rule("1883:5.4-a")
def test_two_players_may_own_everything_between_them() -> None:
    found = position(2).cash(A, 500)
    for company in RAILWAYS:
        found.corporation(company, {A: 6, B: 4}, 65)
    game: Any = found.stock_round(A)
    assert held(game, A) == 30
    game.push(StartCompany(A, "SARSA", 65))
    assert held(game, A) == 31


@pytest.mark.rule("1883:5.4-c", "1883:8.1.5-d")
def test_a_share_of_ccfr_bought_after_looting_counts_and_one_that_is_lost_leaves_nothing_to_count() -> None:
    """A63 the other way round: only the share of the start is left out."""
    found = position(ccfr_shares_before_5="pool_shares_for_sale").corporation("SV", {A: 2, B: 2}, 65)
    assert held(found.game, A) == 1, "of SV; the share of the start is left out"
    found.state.ousted[A] = True  # type: ignore[attr-defined]
    assert held(found.game, A) == 2, "not the share of the start any more"
    for seat in (A, B):
        for cert in list(found.state.shelves.on(certs_at(seat, "CCFR"))):
            found.state.shelves.move(cert, certs_at(POOL, "CCFR"))
    assert (held(found.game, A), held(found.game, B)) == (1, 2), "Ben, who has not looted, has nothing but SV"
