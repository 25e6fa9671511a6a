"""3.5.4 Secured interest of building companies, and what governs the rest of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import BuyTrain, LayTile, Pass
from stockrail.rules.prices import price
from stockrail.rules.shares import owner_of
from stockrail.rules.state import IPO, POOL, certs_at
from stockrail.rules.trains import trains_of
from stockrail.titles.g18fb.accounts import pay_interest
from stockrail.titles.g18fb.companies import BUILDING, FROZEN, PROVISIONAL, state_of
from stockrail.titles.g18fb.state import deposit_on

from .holding import A, B, C, D, Place, noted, refused
from .playing import BAY, MEL
from .regionals import lays
from .tracks import joined, put

NAPLES = ("zC6", "zC4", "zD3")


def abruzzi(**more: Any) -> Place:
    """LdA at 80, band C: C (P2) has three shares, B (P1) one."""
    return Place(**more).major("LdA", {C: 3, B: 1}, value=80).major("FSC", {D: 2}, value=60)


def lay_any(game: Any) -> None:
    game.push(next(action for action in game.legal_actions() if isinstance(action, LayTile)))


def done(game: Any) -> Any:
    """Pass until FSC, which operates last, is to lay a tile."""
    while game.decision.company == "LdA":
        game.push(Pass(game.actor))
    return game


@pytest.mark.rule("18FB:T-3a", "18FB:3.5.4-a", "18FB:3.5.4-b", "18FB:3.5.4-c", "18FB:3.5.4-g", "18FB:3.5.4-e")
@pytest.mark.parametrize(("melisurgo", "sums"), [(False, (45, 15)), (True, (75, 25))])
def test_interest_after_all_tile_steps(melisurgo: bool, sums: tuple[int, int]) -> None:
    place = abruzzi()
    if melisurgo:
        place.card(MEL, C).state.played[MEL] = "LdA"
    game = place.operating("LdA")
    before = [game.state.cash[seat] for seat in (C, B)]
    lay_any(game)
    lay_any(game)
    done(game)
    assert tuple(game.state.cash[seat] - was for seat, was in zip((C, B), before, strict=True)) == sums
    assert price(game, "LdA") == 80 and game.state.cell["LdA"] == (8, 6)
    assert game.state.cash["LdA"] == 0


@pytest.mark.rule("18FB:T-3b", "18FB:3.5.4-c", "18FB:3.5.4-d")
def test_no_interest_if_a_step_was_left_out() -> None:
    game = abruzzi().operating("LdA")
    before = game.state.cash[C]
    lay_any(game)
    done(game)
    assert game.state.cash[C] == before and not noted(game, "interest")
    assert noted(game, "interest_missed") == [{"company": "LdA"}]
    assert game.state.cell["LdA"] == (8, 5) and price(game, "LdA") == 70


@pytest.mark.rule("18FB:3.5.4-b")
def test_other_companies_are_paid_too_but_not_offer_pool_and_the_company_itself() -> None:
    place = abruzzi().major("NN", {A: 5}, PROVISIONAL)
    for holder in ("NN", "LdA", POOL):
        cert = place.state.shelves.on(certs_at(IPO, "LdA"))[-1]
        place.state.shelves.move(cert, certs_at(holder, "LdA"))
    place.state.flags["all_steps"] = "LdA"
    place.operating("LdA", "BuyTrains")
    pay_interest(place.game, "LdA")
    assert noted(place.game, "interest") == [
        {"company": "LdA", "each": 15, "sums": [("", B, 15), ("", C, 45), ("", "NN", 15)]}
    ]
    assert place.state.cash["LdA"] == 0 and place.state.cash["NN"] == 15


@pytest.mark.rule("18FB:3.5.4-f", "18FB:3.5.4-c")
@pytest.mark.parametrize(("answer", "paid"), [("played", True), ("not_played", False)])
def test_ruling_no_step_possible(answer: str, paid: bool) -> None:
    """All track of NN is shut in: nothing can be laid before green tiles come."""
    place = Place(no_step_possible=answer).major("NN", {A: 3}, value=100).major("FSC", {D: 2}, value=60)
    for hex_, tile in shut_in().items():
        place.tiles(**{hex_: tile})
    game = place.operating("NN")
    assert game.decision.company == "FSC"
    assert bool(noted(game, "interest")) == paid
    assert price(game, "NN") == (100 if paid else 90)


def shut_in() -> dict[str, tuple[str, int]]:
    """Yellow tiles around Napoli Sud whose open ends all meet others."""
    place = Place()
    joined(place, "zC6", "zC4", "zD3")
    found = {hex_: place.state.laid[hex_] for hex_ in ("zC4", "zD3")}
    return found


@pytest.mark.rule("18FB:T-3d", "18FB:3.4-k", "18FB:3.5-e", "18FB:3.5.8-b", "18FB:2.7-m")
@pytest.mark.parametrize("answer", ["at_once", "next_turn"])
def test_nn_becomes_provisional_in_its_first_turn(answer: str) -> None:
    place = Place(mid_turn_provisional=answer).card(BAY, A).major("NN", {A: 2}, value=100, cash=225, deposit=25)
    place.cash(A, 240)
    game = place.operating("NN")
    for hex_, tile in (("zC4", "58"), ("zD3", "57")):
        wanted = [lay for lay in lays(game, hex_) if lay.tile == tile]
        for lay in wanted:
            fork = game.fork()
            fork.push(lay)
            face = game.title.board.face(lay.tile, lay.rotation)
            sides = {game.title.board.hexes[hex_].neighbors[edge] for edge in face.exits}
            if sides >= ({"zC6", "zD3"} if hex_ == "zC4" else {"zC4"}):
                game.push(lay)
                break
    assert game.state.laid["zC4"][0] == "58" and game.state.laid["zD3"][0] == "57"
    game.push(put(*NAPLES, company="NN"))
    assert game.state.cash["NN"] == 205 and game.state.markers["NN"] == 1
    assert state_of(game, "NN") == PROVISIONAL
    assert game.state.cash[deposit_on("NN")] == 15
    if answer == "at_once":
        assert game.state.cash[A] == 250, "10 of the deposit, no interest"
        assert game.state.cell["NN"] == (5, 5) and price(game, "NN") == 100
        assert refused(game, Pass(A)) == ("must_own_train", "3.5.8-b")
        game.push(BuyTrain(A, "NN", "2+2-0", 80))
        assert game.state.cash["NN"] == 125 and trains_of(game, "NN") == ["2+2-0"]
    else:
        assert game.state.cash[A] == 250 + 3 * 5, "band A, three shares"
        assert game.state.cell["NN"] == (5, 6) and price(game, "NN") == 110
        game.push(Pass(A))
        assert not trains_of(game, "NN")


@pytest.mark.rule("18FB:3.4-j", "18FB:3.4-h", "18FB:2.2.5-k")
def test_a_frozen_company_has_earnings_not_interest() -> None:
    place = Place().major("FSC", {D: 2}, value=60)
    game = place.major("LdA", {A: 5}, FROZEN, value=100).operating("LdA", "Income")
    assert not noted(game, "interest") and not noted(game, "interest_missed")
    assert price(game, "LdA") == 90
    assert type(game.decision).__name__ != "BuyTrains"
    place = Place().major("FSC", {D: 2}, value=60).train("2+2", "LdA")
    game = place.major("LdA", {A: 5}, FROZEN, value=100).operating("LdA", "Income")
    assert price(game, "LdA") == 90, "Capua is still white: it earns nothing"


@pytest.mark.rule("18FB:3.5.8-c", "18FB:3.5.10-a")
def test_a_building_company_may_buy_a_train_but_need_not() -> None:
    game = Place().major("LdA", {A: 5}, BUILDING, cash=100).operating("LdA", "BuyTrains")
    assert BuyTrain(A, "LdA", "2+2-0", 80) in game.legal_actions()
    game.push(Pass(A))
    game = Place().major("LdA", {A: 5}, BUILDING, cash=10).operating("LdA", "BuyTrains", alone=True)
    assert type(game.decision).__name__ != "BuyTrains" and owner_of(game, "LdA") == A
