"""Where concessions and stock rounds meet the merger, air raids, bankruptcies and the variants."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import IllegalAction
from stockrail.rules.actions import GoBankrupt, LayTile, Merge, Pass, SellShares, SettleOption, StartCompany
from stockrail.rules.rounds import OperatingRound
from stockrail.rules.state import POOL, certs_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.testing import Position
from stockrail.titles.g1883.actions import BuyConcession, PaySupport
from stockrail.titles.g1883.concessions import BonusChoice, ConcessionCheck
from stockrail.titles.g1883.debts import go_bankrupt
from stockrail.titles.g1883.merger import OddShare
from stockrail.titles.g1883.phases import lose_next_train
from stockrail.titles.g1883.private_round import PrivateRound
from stockrail.titles.g1883.raids import lower_faces, lower_tile
from stockrail.titles.g1883.stock import StockTurn
from stockrail.titles.g1883.support import support_cost
from stockrail.titles.g1883.title import Order

from .lying import GUASTALLA, TITLE, VIGNOLA

A, B, C, D = range(4)
FROM_MODENA = {"64": ("57", 2), "54": ("8", 3)}


def position(players: int = 3, phase: str = "2", options: tuple[str, ...] = ()) -> Position:
    found = Position(TITLE, players, options=options).phase(phase).no_trains("CCFR")
    found.state.flags["ccfr_president"] = C if players > 2 else B
    return found


def own(found: Position, number: str, company: str, clock: int = 1) -> Position:
    state: Any = found.state
    state.concession[number] = company
    state.clock[number] = clock
    return found


def merged(found: Position) -> Any:
    """A presides both parents and merges them; odd shares are given up."""
    found.corporation("FMMSF", {A: 4}, 85, 120).token("FMMSF", "55")
    found.corporation("FMV", {A: 4}, 65, 40).token("FMV", "64")
    game: Any = found.operating("FMMSF", "MergeStep", alone=True)
    game.push(Merge(A, "FMMSF", "FMV", "SEFTA"))
    while isinstance(game.decision, OddShare):
        game.push(SettleOption(game.actor, "SEFTA", False))
    return game


def kind_of_refusal(game: Any, action: Any) -> str:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind


@pytest.mark.rule("1883:8.3-c", "1883:5.6.2-a")
def test_sefta_takes_over_a_concession_with_its_clock_and_its_penalty() -> None:
    game = merged(own(position(phase="4").tiles(**FROM_MODENA), "5", "FMV", 4))
    assert (game.state.concession["5"], game.state.clock["5"]) == ("SEFTA", 5), "the next operating round has begun"
    game.state.clock["5"] = 6
    cash = game.state.cash["SEFTA"]
    game.stack = (game.stack[0], ConcessionCheck())
    game._run()
    assert game.state.cash["SEFTA"] == cash - 40 and game.state.concession["5"] == POOL


@pytest.mark.rule("1883:8.3-c", "1883:5.6.1-d")
def test_the_tokens_of_both_parents_together_may_complete_a_concession() -> None:
    """FMMSF holds concession 1; FMV's token in Vignola, which is full, keeps it out. SEFTA has both tokens."""
    found = own(position(phase="4").tiles(**FROM_MODENA, **VIGNOLA), "1", "FMMSF")
    game = merged(found)
    assert isinstance(game.decision, BonusChoice) and game.decision.company == "SEFTA"
    cash = game.state.cash["SEFTA"]
    game.push(Pass(A))
    assert game.state.cash["SEFTA"] == cash + 150


@pytest.mark.rule("1883:11-13", "1883:5.6.1-h", "1883:5.6.1-d")
def test_a_raid_on_a_completed_route_takes_no_bonus_back() -> None:
    found = own(position().corporation("FBV", {A: 2}, 65, 100).token("FBV", "86"), "1", "FBV").tiles(**VIGNOLA)
    found.corporation("FMV", {B: 2}, 65, 100).token("FMV", "64")
    del found.state.laid["75"]
    game: Any = found.operating("FBV", "LayTrack", alone=True)
    game.push(LayTile(A, "FBV", "75", "6", 2))
    game.push(PaySupport(A, 1))
    cash = game.state.cash[A]
    assert lower_faces(game, "75") == [("", 0)]
    lower_tile(game, "75", "", 0)
    assert (game.state.cash[A], game.state.concession["1"]) == (cash, "gone")


@pytest.mark.rule("1883:11-13", "1883:5.6.1-a", "1883:5.6.2-a")
def test_a_raid_before_completion_makes_the_company_late() -> None:
    found = own(position().corporation("FBV", {A: 2}, 65, 100).token("FBV", "86"), "1", "FBV", 2)
    game: Any = found.tiles(**{"86": ("5", 0)}).operating("FBV", "PlaceStation", alone=True)
    lower_tile(game, "86", "", 0)
    game.stack = (game.stack[0], ConcessionCheck())
    game._run()
    assert game.state.cash["FBV"] == 70


@pytest.mark.rule("1883:5.4-e", "1883:5.4-f", "1883:6.8.6-g")
def test_after_a_bankruptcy_those_who_are_left_need_not_sell() -> None:
    found = position(4).corporation("SV", {D: 2}, 65)
    for company in ("FSF", "FBV", "SAFRE", "FMMSF"):
        found.corporation(company, {C: 2, A: 4}, 65)
    found.corporation("FMV", {C: 2, A: 1}, 65)
    turn: Any = StockTurn(A)
    assert turn.to_sell_first(found.game), "17 of 16"
    go_bankrupt(found.game, D, "SV")  # type: ignore[arg-type]
    found.game.stack = (Order(2, "stock"),)
    found.game._run()
    game: Any = found.game
    assert not turn.to_sell_first(game), "17 of 21"
    assert isinstance(game.decision, StockTurn) and game.is_legal(Pass(game.actor))


@pytest.mark.rule("1883:5.8-e", "1883:6.8.6-c", "1883:5.6.1-e")
def test_a_company_closed_by_bankruptcy_is_launched_again_and_buys_in_the_round_after() -> None:
    found = own(position(4).corporation("FBV", {D: 2}, 65).token("FBV", "86"), "1", "FBV")
    go_bankrupt(found.game, D, "FBV")  # type: ignore[arg-type]
    found.turn = 3
    game: Any = found.cash(A, 400).stock_round(A)
    assert game.state.concession["1"] == POOL
    game.push(StartCompany(A, "FBV", 65))
    assert cities_of(game, "FBV") == [("86", 0)]
    for seat in (B, C):
        game.push(Pass(seat))
    assert kind_of_refusal(game, BuyConcession(A, "FBV", "1")) == "launched_this_round"


@pytest.mark.rule("1883:6.11-a", "1883:6.8.6-e", "1883:5.6.2-a")
def test_a_bankruptcy_over_one_penalty_leaves_the_next_to_the_heir() -> None:
    """A cannot pay for SV, which closes; FBV goes to B, who owes what FBV cannot pay."""
    found = own(position().corporation("SV", {A: 2}, 100, 0).token("SV", "21"), "7", "SV", 4)
    own(found.corporation("FBV", {A: 2, B: 2, POOL: 5}, 65, 10).token("FBV", "86"), "1", "FBV", 2).cash(A, 0).cash(
        B, 50
    )
    game: Any = found.round(ConcessionCheck(), coming="rotation", nth=1)
    game.push(GoBankrupt(A, "SV"))
    assert game.title.controller(game, "FBV") == B
    assert (game.state.cash["FBV"], game.state.cash[B]) == (0, 30)
    assert game.state.concession["7"] == game.state.concession["1"] == POOL


@pytest.mark.rule("1883:12.2-a", "1883:6.5-a")
@pytest.mark.parametrize(("options", "spare"), [((), 2), (("strengthen_the_weak",), 3)])
def test_the_extra_token_of_the_variant_is_not_placed_at_launch(options: tuple[str, ...], spare: int) -> None:
    found = position(options=options).cash(A, 400)
    before = len(spare_of(found.game, "FMV"))
    game: Any = found.stock_round(A)
    game.push(StartCompany(A, "FMV", 65))
    assert cities_of(game, "FMV") == [("64", 0)] and len(spare_of(game, "FMV")) == before - 1
    assert before == spare


@pytest.mark.rule("1883:5.6.1-b", "1883:5.8-a")
def test_the_bonus_of_a_way_that_was_opened_is_paid_to_the_owner_and_not_to_the_closer() -> None:
    """SAFRE's token fills Cavriago's neighbour; when SAFRE closes in B's hands, SV's way is free and A decides."""
    found = own(position().corporation("SV", {A: 2}, 85, 50).token("SV", "21").tiles(**GUASTALLA), "7", "SV")
    found.corporation("SAFRE", {B: 2}, 65).token("SAFRE", "6")
    game: Any = found.stock_round(B)
    go_bankrupt(game, B, "SAFRE")
    assert game.state.concession["7"] == "gone"
    assert isinstance(game.decision, BonusChoice) and game.actor == A


@pytest.mark.rule("1883:5.8-a", "1883:5.6.2-a", "1883:5.6-b")
def test_what_a_closing_company_gives_back_in_a_stock_round_is_bought_in_the_same_one() -> None:
    found = own(position().corporation("SV", {B: 2, A: 1}).token("SV", "21").price("SV", 7, 1), "7", "SV", 3)
    game: Any = found.corporation("FBV", {A: 2}, 65, 50).token("FBV", "86").stock_round(A)
    game.push(SellShares(A, "SV", 1))
    assert game.state.concession["7"] == POOL
    game.push(BuyConcession(A, "FBV", "7"))
    assert (game.state.concession["7"], game.state.clock["7"], game.state.cash["FBV"]) == ("FBV", 0, 40)


@pytest.mark.rule("1883:5.6-f", "1883:6.11-a", "1883:8.1.2-b")
def test_the_player_who_presides_ccfr_in_the_round_owes_its_penalty_and_not_the_next_one() -> None:
    found = own(position(), "3", "CCFR", 4).cash(B, 100).cash(C, 100).cash(A, 100)
    found.state.flags["ccfr_president"] = B
    game: Any = found.round(ConcessionCheck(), coming="rotation", nth=1)
    assert [game.state.cash[seat] for seat in (A, B, C)] == [100, 60, 100]
    assert game.state.flags["ccfr_president"] == C, "only then the presidency goes on"


@pytest.mark.rule("1883:5.6-f", "1883:8.1.5-d", "1883:5.6.1-f")
def test_who_has_looted_ccfr_has_no_part_in_a_bonus_that_its_president_shares() -> None:
    found = own(position(), "3", "CCFR")
    found.state.shelves.move("CCFR_1", certs_at(POOL, "CCFR"))
    found.state.ousted[A] = True  # type: ignore[attr-defined]
    found.cash(A, 0).cash(B, 0).cash(C, 0).cash("CCFR", 0)
    game: Any = found._wait(OperatingRound(2, 1), BonusChoice("CCFR", "3", 200))
    assert game.actor == C
    game.push(PaySupport(C, 1))
    assert [game.state.cash[holder] for holder in (A, B, C, "CCFR")] == [0, 20, 20, 160]


@pytest.mark.rule("1883:5.6.1-f", "1883:5.5-b")
def test_a_support_card_that_was_handed_in_makes_the_next_one_cheaper_again() -> None:
    found = position().corporation("FBV", {A: 2}, 65, 0).token("FBV", "86").cash(A, 100)
    found.state.support[A] = 2  # type: ignore[attr-defined]
    game: Any = found._wait(OperatingRound(2, 1), BonusChoice("FBV", "1", 100))
    game.push(PaySupport(A, 1))
    assert support_cost(game, A) == 10 and game.state.support[A] == 1


@pytest.mark.rule("1883:5.6.2-a", "1883:5.3.4-e", "1883:6.8.6-a")
def test_the_debt_for_a_penalty_stays_with_its_president_if_the_sale_moves_the_presidency() -> None:
    found = own(position().corporation("FBV", {A: 3, B: 2}, 65, 0).token("FBV", "86"), "1", "FBV", 2).cash(A, 0)
    found.cash(B, 500)
    game: Any = found.round(ConcessionCheck(), coming="rotation", nth=1)
    assert game.actor == A
    game.push(SellShares(A, "FBV", 1))
    assert (game.state.cash[A], game.state.cash[B]) == (35, 500)
    assert game.state.concession["1"] == POOL


@pytest.mark.rule("1883:3.3.2-a", "1883:6.1-b", "1883:6.11-a")
def test_clocks_stand_in_a_round_of_passes_between_private_companies() -> None:
    """Nobody can hold a concession then; even if somebody did, no operating round goes by."""
    found = own(position(), "3", "CCFR", 1)
    game: Any = found.round(PrivateRound(1, A))
    for seat in (A, B, C):
        game.push(Pass(seat))
    assert game.state.clock["3"] == 1 and game.state.flags["tcb_price"] == 15


@pytest.mark.rule("1883:11-16", "1883:5.6.3-a", "1883:4.0-m")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_8_lost_to_a_card_removes_unsold_concessions_and_leaves_owned_ones(players: int) -> None:
    found = own(position(players, "8").corporation("FBV", {A: 2}, 65, 100).token("FBV", "86"), "1", "FBV")
    found.state.flags["phase"] = "7"
    game: Any = found.game
    game.stack = (game.stack[0].during(OperatingRound(2, 1)), OperatingRound(2, 1))
    lose_next_train(game)
    game._run()
    state = game.state
    assert state.flags["phase"] == "8"
    assert [state.concession[number] for number in "12345678"] == ["FBV", *["gone"] * 7]
