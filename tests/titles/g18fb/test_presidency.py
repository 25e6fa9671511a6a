"""3.3.5 Who presides, before and after phase 5."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import BuyShare, Pass, SellShares
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.shares import owner_of, shares_of, singles_of
from stockrail.rules.state import BOX, IPO, POOL, certs_at
from stockrail.testing.conformance import check_doors
from stockrail.titles.g18fb.actions import BuyConcession
from stockrail.titles.g18fb.companies import DEFINITIVE, FROZEN, PROVISIONAL, concession_holder, state_of
from stockrail.titles.g18fb.concessions import RebuyConcession, margin, settle

from .holding import TITLE, A, B, C, D, Place, noted, refused


def buys(phase: str, shares: dict[Any, int], buyer: int, state: str = DEFINITIVE) -> Any:
    """The buyer buys a share of LdA; who is named first presides."""
    place = Place(phase).cash(buyer, 1000).major("LdA", shares, state=state)
    game = place.stock_round(buyer)
    game.push(BuyShare(buyer, "LdA", IPO))
    return game


@pytest.mark.rule("18FB:3.3.5-a", "18FB:3.3.5-b")
@pytest.mark.parametrize(("phase", "lead"), [("1", 2), ("2", 2), ("3", 2), ("4", 2), ("5", 1), ("6", 1)])
def test_a_challenger_must_lead_by_20_percent_and_from_phase_5_by_10(phase: str, lead: int) -> None:
    assert margin(Place(phase).game) == lead
    assert owner_of(buys(phase, {A: 2, B: lead}, B), "LdA") == A
    assert owner_of(buys(phase, {A: 2, B: 1 + lead}, B), "LdA") == B


@pytest.mark.rule("18FB:3.3.5-d")
def test_the_margin_protects_the_president_of_a_frozen_company_too() -> None:
    assert owner_of(buys("4", {A: 2, B: 2}, B, FROZEN), "LdA") == A
    game = buys("4", {A: 2, B: 3}, B, FROZEN)
    assert owner_of(game, "LdA") == B and concession_holder(game, "LdA") == POOL
    assert not isinstance(game.decision, RebuyConcession)  # nothing is withdrawn now: it is for sale as a stock turn


@pytest.mark.rule("18FB:3.3.5-c")
def test_who_has_the_certificate_decides_for_the_company() -> None:
    game = buys("5", {A: 2, B: 2}, B)
    assert TITLE.controller(game, "LdA") == B
    assert len(singles_of(game, A, "LdA")) == 2 and shares_of(game, B, "LdA") == 3
    assert noted(game, "president_changes") == [{"company": "LdA", "player": B}]


@pytest.mark.rule("18FB:3.3.5-b", "18FB:3.3.3-e")
def test_from_phase_5_nothing_is_withdrawn() -> None:
    game = buys("5", {A: 2, B: 4}, B)
    assert owner_of(game, "LdA") == B and concession_holder(game, "LdA") == BOX
    assert not isinstance(game.decision, RebuyConcession) and not noted(game, "concession_is_withdrawn")


@pytest.mark.rule("18FB:3.3.5-e")
@pytest.mark.parametrize(("order", "heir"), [((A, B, C, D), B), ((A, C, B, D), C), ((C, D, A, B), B)])
def test_of_equal_claimants_the_next_after_the_old_president_comes_first(order: tuple[int, ...], heir: int) -> None:
    place = Place("5").seats(*order).major("LdA", {A: 4, B: 2, C: 2}, state=DEFINITIVE)
    game = place.stock_round(A)
    game.push(SellShares(A, "LdA", 3))
    assert owner_of(game, "LdA") == heir


@pytest.mark.rule("18FB:3.3.1-d", "18FB:3.3.5-b", "18FB:2.3-e")
@pytest.mark.parametrize(
    ("phase", "other", "sizes"),
    [
        ("4", 0, [1]), ("4", 1, [1]), ("4", 2, [1, 3]), ("4", 3, [1, 2, 3]),
        ("5", 0, [1]), ("5", 1, [1]), ("5", 2, [1, 2, 3]), ("5", 3, [1, 2, 3]),
    ],
)  # fmt: skip
def test_which_blocks_a_president_with_30_percent_may_sell(phase: str, other: int, sizes: list[int]) -> None:
    place = Place(phase).major("LdA", {A: 3, B: other}, state=DEFINITIVE)
    game = place.stock_round(A)
    check_doors(game)
    assert [count for count in range(5) if game.is_legal(SellShares(A, "LdA", count))] == sizes
    for count in sizes:
        fork = game.fork()
        fork.push(SellShares(A, "LdA", count))
        assert owner_of(fork, "LdA") in (A, B) and shares_of(fork, A, "LdA") == 3 - count
        assert shares_of(fork, POOL, "LdA") == count and shares_of(fork, B, "LdA") == other
        assert f"{'LdA'}_0" not in fork.state.shelves.on(certs_at(POOL, "LdA"))


@pytest.mark.rule("18FB:2.2-b", "18FB:3.3.1-h")
def test_the_presidents_certificate_is_sold_as_two_shares() -> None:
    place = Place("5").major("LdA", {A: 2, B: 2}, state=DEFINITIVE, value=100).cash(A, 0)
    game = place.stock_round(A)
    game.push(SellShares(A, "LdA", 2))
    assert game.state.cash[A] == 200 and owner_of(game, "LdA") == B and game.state.cell["LdA"] == (8, 6)


@pytest.mark.rule("18FB:3.3.5-b")
def test_shares_of_companies_make_no_president() -> None:
    place = Place("5").major("LdA", {A: 2, "NN": 1, "LdA": 3, POOL: 3}, state=DEFINITIVE)
    settle(place.game, "LdA")
    assert owner_of(place.game, "LdA") == A


@pytest.mark.rule("18FB:3.3.3-e", "18FB:3.3.3-g")
def test_the_question_to_a_new_president_interrupts_the_turn_of_another_company() -> None:
    """As after a sale for a train: C's company operates, and B takes LdA over."""
    place = Place("3").cash(B, 500).cash(A, 500)
    place.major("NN", {A: 2}, state=PROVISIONAL).major("LdA", {A: 2, B: 4}, state=PROVISIONAL, deposit=80)
    game: Any = place.round(OperatingRound(2, 1))
    game.push_frame(OperatingTurn("NN", 1))
    settle(game, "LdA")
    game._run()
    assert isinstance(game.decision, RebuyConcession) and game.actor == B
    assert game.decision.subject(game) == "LdA"
    check_doors(game)
    assert refused(game, Pass(A)) == ("not_your_turn", "3.3.3-e")
    game.push(BuyConcession(B, "LdA", 0))
    assert state_of(game, "LdA") == PROVISIONAL and game.state.cash[B] == 420


@pytest.mark.rule("18FB:3.3.3-g")
def test_several_questions_at_once_are_asked_one_after_the_other() -> None:
    place = Place("2").cash(B, 1000).cash(D, 1000)
    place.major("LdA", {A: 2, B: 4}, state=PROVISIONAL).major("FB", {A: 2, D: 4}, state=PROVISIONAL)
    game = place.stock_round(C)
    for company in ("LdA", "FB"):
        settle(game, company)
    game._run()
    asked = []
    while isinstance(game.decision, RebuyConcession):
        asked.append((game.actor, game.decision.company))
        game.push(Pass(game.actor))
    assert asked == [(D, "FB"), (B, "LdA")]
    assert state_of(game, "LdA") == state_of(game, "FB") == FROZEN


def treasury(phase: str = "6", **rulings: Any) -> Any:
    """RM was formed, and nobody had four old shares: its president's certificate lies in its treasury."""
    place = Place(phase, **rulings).cash(A, 1000).cash(B, 1000)
    for number in range(9):
        place.state.shelves.move(f"RM_{number}", certs_at("RM", "RM"))
    place.corporation("RM", {B: 0}, value=100)
    place.state.operated["RM"] = True
    return place


@pytest.mark.rule("18FB:3.7.1-s", "18FB:3.3.4-f")
def test_a_presidents_certificate_in_a_treasury_is_what_its_first_buyer_takes() -> None:
    game = treasury().stock_round(A)
    assert owner_of(game, "RM") is None and not TITLE.operates(game, "RM")
    check_doors(game)
    game.push(BuyShare(A, "RM", "RM"))
    assert owner_of(game, "RM") == A and shares_of(game, A, "RM") == 2
    assert (game.state.cash[A], game.state.cash["RM"]) == (800, 200)
    assert TITLE.operates(game, "RM")
    game.push(BuyShare(B, "RM", "RM"))
    assert shares_of(game, B, "RM") == 1 and game.state.cash["RM"] == 300


@pytest.mark.rule("18FB:3.7.1-s", "18FB:2.3-d")
def test_it_must_be_paid_and_held_as_two_shares() -> None:
    game = treasury().cash(A, 199).stock_round(A)
    assert refused(game, BuyShare(A, "RM", "RM")) == ("cannot_pay", "3.3.4-a")
    place = treasury()
    for number in range(1, 6):
        place.state.shelves.move(f"RM_{number}", certs_at(A, "RM"))
    game = place.stock_round(A)
    check_doors(game)
    assert refused(game, BuyShare(A, "RM", "RM")) == ("share_limit", "2.3-d")
    assert not any(isinstance(entry, BuyShare) for entry in game.legal_actions())
