"""1, 2, 4 The frame of the game: its rounds and their order, seats, what phases allow, who operates before whom."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import CHANCE
from stockrail.rules.actions import BuyTrain, Pass, StartCompany
from stockrail.rules.game import begin
from stockrail.rules.rounds import OperatingRound, StockRound, current_round, operating_company
from stockrail.rules.shares import percent_of
from stockrail.rules.state import DEPOT, IPO, POOL, trains_at
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g1883.actions import PlaceCoach
from stockrail.titles.g1883.coaches import coached
from stockrail.titles.g1883.concessions import may_hold

from .lying import TITLE

A, B, C = range(3)
ANY_TITLE: Any = TITLE


def position(phase: str = "1", players: int = 3, president: int = A) -> Any:
    found: Any = Position(TITLE, players).phase(phase)
    found.state.flags["ccfr_president"] = president
    return found


def rounds_of(game: Any, count: int) -> list[tuple[str, int, int | None]]:
    """The next rounds, everybody passing or paying out."""
    found: list[Any] = []
    while len(found) < count:
        round_ = current_round(game)
        if round_ is not None and (round_.kind, round_.turn, round_.number()) not in found:
            found.append((round_.kind, round_.turn, round_.number()))
        game.push(game.draw() if game.actor == CHANCE else next(reversed(game.legal_actions())))
    return found


# -- rounds -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:1.1-a", "1883:2.1-b", "1883:3.3-a")
def test_a_game_begins_with_the_private_companies_and_the_first_seat() -> None:
    game: Any = begin(ANY_TITLE, ["Ada", "Ben", "Cy"], seed=1)
    round_ = current_round(game)
    assert round_ is not None and round_.kind == "privates"
    assert game.state.flags["priority"] == A == game.actor


@pytest.mark.rule("1883:2.1-a")
def test_seats_are_drawn_by_lot() -> None:
    seated = {tuple(begin(ANY_TITLE, ["Ada", "Ben", "Cy"], seed=seed, draw_seats=True).players) for seed in range(40)}
    assert len(seated) == 6


@pytest.mark.rule("1883:1.1-a", "1883:4.0-b")
@pytest.mark.parametrize(("phase", "count"), [("1", 1), ("2", 2), ("4", 2), ("5", 3), ("8", 3)])
def test_a_turn_is_a_stock_round_and_the_operating_rounds_of_the_phase(phase: str, count: int) -> None:
    found = position(phase)
    if phase in "58":
        found.state.flags["ccfr"] = "capitalised"
        found.state.shelves.move("CCFR_0", ("certs", A, "CCFR"))
    operating = [("operating", 2, n) for n in range(1, count + 1)]
    assert rounds_of(found.stock_round(A), count + 2) == [("stock", 2, None), *operating, ("stock", 3, None)]


@pytest.mark.rule("1883:4.0-b")
def test_a_set_of_operating_rounds_keeps_its_number_when_the_phase_changes() -> None:
    """A61"""
    found = position("1").corporation("FBV", {A: 2}, 100, 500)
    found.token("FBV", "86")
    for train in list(trains_of(found.game, DEPOT)):
        if train.startswith("2-"):
            found.state.shelves.move(train, trains_at("box"))
    found.state.flags["rounds"] = 1
    game: Any = found.operating("FBV", "BuyTrains", alone=True)
    game.push(BuyTrain(A, "FBV", "3-0", 180))
    assert game.phase.name == "2"
    assert rounds_of(game, 4)[1:] == [("stock", 3, None), ("operating", 3, 1), ("operating", 3, 2)]


# -- order --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:4.3-a")
def test_the_dearest_company_operates_first_then_the_one_further_right_then_the_one_on_top() -> None:
    found = position("2").corporation("FBV", {A: 2}, 65).corporation("SV", {A: 2}, 65).corporation("FSF", {A: 2}, 65)
    found.price("FBV", 2, 1).price("SV", 5, 4).price("FSF", 5, 4)
    assert TITLE.operating_order(found.game) == ["CCFR", "SV", "FSF", "FBV"], "65 each, but FBV stands further left"
    found.price("SV", 5, 4)
    assert TITLE.operating_order(found.game) == ["CCFR", "FSF", "SV", "FBV"], "who comes last goes under the pile"


@pytest.mark.rule("1883:4.3-b")
def test_the_order_is_that_of_the_moment() -> None:
    found = position("2").corporation("FBV", {A: 2}, 100).corporation("SV", {B: 2}, 85)
    game: Any = found._wait(OperatingRound(2, 1))
    assert operating_company(game) == "CCFR"
    found.price("SV", 0, 8)
    while operating_company(game) == "CCFR":
        game.push(game.draw() if game.actor == CHANCE else next(reversed(game.legal_actions())))
    assert operating_company(game) == "SV", "it has overtaken FBV in the meantime"


# -- certificates and phases ----------------------------------------------------------------------------------------


@pytest.mark.rule("1883:5.0-a", "1883:5.0-b")
def test_nine_certificates_make_a_company_and_the_presidents_costs_double() -> None:
    assert {company.certificates for company in TITLE.companies.values()} == {(20, *[10] * 8)}
    found = position("2").cash(A, 300)
    game: Any = found.stock_round(A)
    game.push(StartCompany(A, "FBV", 110))
    assert game.state.cash[A] == 300 - 220 and percent_of(game, IPO, "FBV") == 80


@pytest.mark.rule("1883:1.2-e")
def test_everybody_sees_everything() -> None:
    game: Any = begin(ANY_TITLE, ["Ada", "Ben"], seed=3)
    assert game.fork_for(0, 99).state.picture() == game.state.picture()


# -- what CCFR and SARSA do not do ----------------------------------------------------------------------------------


def buys(game: Any) -> list[Any]:
    return [entry for entry in game.legal_actions() if isinstance(getattr(entry, "action", entry), BuyTrain)]


@pytest.mark.rule("1883:8.1.4-e", "1883:8.1.4-g")
def test_ccfr_buys_trains_from_the_bank_inside_the_limit_and_need_not_own_any() -> None:
    found = position("2").corporation("FBV", {A: 2}, 100, 100).cash("CCFR", 400).train("3", "FBV")
    found.token("FBV", "86")
    game: Any = found.operating("CCFR", "BuyTrains", alone=True)
    assert {entry.train for entry in buys(game)} == {"3-1"}, "no train of FBV, though both belong to A"
    game.push(BuyTrain(A, "CCFR", "3-1", 180))
    game.push(BuyTrain(A, "CCFR", "3-2", 180))
    assert [entry.train for entry in buys(game)] == ["2G-2"], "two 2s and two 3s are the limit, 2Gs apart"
    bare = position("2").no_trains("CCFR").cash("CCFR", 400).tiles(**{"18": ("8", 4), "17": ("8", 1)})
    game = bare.operating("CCFR", "BuyTrains", alone=True)
    assert Pass(A) in game.legal_actions()


@pytest.mark.rule("1883:8.1.4-f")
def test_nobody_buys_a_train_of_ccfr_before_its_capitalisation() -> None:
    found = position("2").corporation("FBV", {A: 2}, 100, 500)
    found.token("FBV", "86")
    game: Any = found.operating("FBV", "BuyTrains", alone=True)
    sellers = [getattr(entry, "action", entry).train for entry in buys(game)]
    assert sellers and not set(sellers) & set(trains_of(game, "CCFR"))


@pytest.mark.rule("1883:8.2-l")
def test_sarsa_has_no_trains_private_companies_or_concessions() -> None:
    found = position("2").corporation("SARSA", {A: 2}, 100, 1000)
    found.state.shelves.move("TCB", ("cards", B))
    game: Any = found.operating("SARSA", alone=True)
    assert coached(game) == ["15", "85"] and not may_hold(game, "SARSA")
    while operating_company(game) == "SARSA":
        kinds = {type(getattr(e, "action", e)).__name__ for e in (*game.legal_actions(A), *game.legal_actions(B))}
        assert kinds <= {"Pass", "PayOut", "PlaceCoach", "IssueShares", "ProposeEnd"}
        places = [entry for entry in game.legal_actions() if isinstance(entry, PlaceCoach)]
        game.push(places[0] if places else next(reversed(game.legal_actions())))
    assert isinstance(current_round(game), StockRound | OperatingRound)
    assert percent_of(game, POOL, "SARSA") == 0
