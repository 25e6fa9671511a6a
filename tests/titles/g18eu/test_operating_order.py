"""4.4 Who operates when, and the steps of a turn in their order."""

import msgspec
import pytest

from stockrail import ActionRange, IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import (
    BuyTrain,
    IssueShares,
    LayTile,
    Pass,
    PayOut,
    PlaceToken,
    RunTrains,
    SellShares,
    TrainRun,
)
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, StockRound, current_round
from stockrail.rules.state import certs_at
from stockrail.testing import Position


def decline(game: RailGame) -> None:
    """Pass where that is legal, else take the first thing on the menu."""
    assert game.actor is not None
    action = Pass(game.actor)
    if not game.is_legal(action):
        entry = game.legal_actions()[0]
        game.push(entry.lowest() if isinstance(entry, ActionRange) else entry)
    else:
        game.push(action)


def round_of(position: Position) -> RailGame:
    return position.round(OperatingRound(2, 1))


def operated(game: RailGame) -> list[str]:
    return [e["company"] for e in game.log if e.kind == "operates"]


def end_round(game: RailGame) -> None:
    begun = current_round(game)
    while current_round(game) == begun:
        decline(game)


@pytest.mark.rule("18EU:4.4-a")
def test_minors_operate_before_corporations_and_by_number() -> None:
    position = Position("18EU").owned("10", 0).owned("2", 1).owned("9", 0)
    position.corporation("SNCF", {0: 5}, value=100).train("2-0", "SNCF")
    game = round_of(position)
    assert operated(game) == ["2"]
    while "SNCF" not in operated(game):
        decline(game)
    assert operated(game) == ["2", "9", "10", "SNCF"]


@pytest.mark.rule("18EU:4.4-a")
def test_closed_minors_are_skipped() -> None:
    position = Position("18EU").owned("1", 0).owned("4", 0).owned("12", 1)
    position.state.shelves.move("4_0", certs_at("box", "4"))
    game = round_of(position)
    while "12" not in operated(game):
        decline(game)
    assert operated(game) == ["1", "12"]


@pytest.mark.rule("18EU:4.4-b")
def test_corporations_operate_by_price_then_column_then_pile_and_only_if_floated() -> None:
    position = Position("18EU")
    cells = {
        "KPEV": (3, 4),  # 90
        "SNCB": (0, 2),  # 100
        "KBS": (1, 3),  # 100
        "NS": (2, 4),  # 100, on top
        "FS": (2, 4),  # 100, below
        "SNCF": (2, 5),  # 110
        "DR": (0, 9),  # 200, not floated
    }
    for number, (company, cell) in enumerate(cells.items()):
        floated = company != "DR"
        position.corporation(company, {number % 3: 5 if floated else 3}, floated=floated).price(company, *cell)
        position.train(f"2-{number}", company)
    game = round_of(position)
    end_round(game)
    assert operated(game)[:6] == ["SNCF", "NS", "FS", "KBS", "SNCB", "KPEV"]
    assert "DR" not in operated(game)


@pytest.mark.rule("18EU:4.4-b")
def test_a_price_that_falls_during_the_round_moves_its_corporation_back() -> None:
    """KPEV's president sells a share of NS for a train: NS falls from 90 to 82, behind FS."""
    position = Position("18EU").phase("3").cash(0, 110)
    position.corporation("KPEV", {0: 5}).price("KPEV", 2, 5)
    position.corporation("NS", {1: 4, 0: 3}).price("NS", 3, 4).train("2-0", "NS")
    position.corporation("FS", {2: 5}).price("FS", 3, 4).train("2-1", "FS")
    game = round_of(position)
    assert operated(game) == ["KPEV"]
    game.push(SellShares(0, "NS", 1))
    game.push(BuyTrain(0, "KPEV", "3-0", 200))
    end_round(game)
    assert operated(game)[:3] == ["KPEV", "FS", "NS"]


@pytest.mark.rule("18EU:4.4-c")
def test_every_company_operates_once_in_each_of_the_two_rounds() -> None:
    """SNCB falls into NS's cell, under it: NS comes first in the second round, SNCB not again in the first."""
    position = Position("18EU").owned("12", 0)
    position.corporation("SNCB", {0: 5}).price("SNCB", 3, 4).train("2-0", "SNCB")
    position.corporation("NS", {1: 5}).price("NS", 3, 3).train("2-1", "NS")
    position.tiles(E6=("57", 0), E4=("9", 0), E8=("9", 0), E10=("9", 0), E12=("4", 0)).token("NS", "E6")
    game = round_of(position)
    end_round(game)
    assert operated(game)[:3] == ["12", "SNCB", "NS"]
    assert (price(game, "SNCB"), price(game, "NS")) == (82, 82)
    end_round(game)
    assert operated(game) == ["12", "SNCB", "NS", "12", "NS", "SNCB"]
    assert isinstance(current_round(game), StockRound)


def busy_corporation(cash: int = 500) -> RailGame:
    """SNCB in Cologne, with something to do in every step."""
    position = Position("18EU").phase("3")
    position.tiles(D5=("4", 0), D7=("57", 0), D9=("9", 0), D11=("9", 0), D13=("576", 0))
    position.corporation("SNCB", {0: 5, "pool": 1}, cash=cash).token("SNCB", "D7").train("3", "SNCB")
    return position.operating("SNCB", nth=2)


RUN = RunTrains(0, "SNCB", (TrainRun("3-0", ("D5", "D7", "D9", "D11", "D13")),))
STEPS: dict[str, Action] = {
    "LayTrack": LayTile(0, "SNCB", "C14", "9", 1),
    "PlaceStation": PlaceToken(0, "SNCB", "D13", 0),
    "RunStep": RUN,
    "Dividend": PayOut(0, "SNCB", "full"),
    "BuyTrains": BuyTrain(0, "SNCB", "3-1", 200),
    "OwnShares": IssueShares(0, "SNCB", 1),
}


@pytest.mark.rule("18EU:4.4-d")
def test_the_steps_of_a_turn_come_in_strict_order() -> None:
    game = busy_corporation()
    met: list[str] = []
    while game.decision is not None and game.decision.subject(game) == "SNCB":
        name = type(game.decision).__name__
        met.append(name)
        for other, action in STEPS.items():
            if other != name:
                with pytest.raises(IllegalAction) as error:
                    game.push(action)
                assert error.value.rule == "4.4-d", (name, other)
        decline(game)
    assert met == list(STEPS)


@pytest.mark.rule("18EU:4.4-d")
def test_no_step_acts_for_another_company() -> None:
    game = busy_corporation()
    for action in STEPS.values():
        with pytest.raises(IllegalAction) as error:
            game.push(msgspec.structs.replace(action, company="KBS"))
        assert error.value.rule == "4.4-d"
        decline(game)
    assert isinstance(current_round(game), StockRound)


@pytest.mark.rule("18EU:4.4-d")
def test_each_step_takes_its_own_action_and_leads_to_the_next() -> None:
    game = busy_corporation()
    for number, (name, action) in enumerate(STEPS.items()):
        assert type(game.decision).__name__ == name, number
        game.push(action)
        if name == "BuyTrains":
            decline(game)
    assert isinstance(current_round(game), StockRound)


@pytest.mark.rule("18EU:4.4-d")
def test_running_and_paying_cannot_be_passed() -> None:
    game = busy_corporation()
    game.push(Pass(0))
    game.push(Pass(0))
    for action, kind in ((RUN, "run_first"), (PayOut(0, "SNCB", "full"), "pay_first")):
        with pytest.raises(IllegalAction) as error:
            game.push(Pass(0))
        assert (error.value.kind, error.value.rule) == (kind, "4.4-d")
        game.push(action)


@pytest.mark.rule("18EU:4.4-d")
def test_money_and_price_are_settled_before_trains_are_bought() -> None:
    """130 in the treasury and 70 withheld pay for a train of 200; the price has fallen from 100 to 90 by then."""
    game = busy_corporation(cash=130)
    for action in (Pass(0), Pass(0), RUN, PayOut(0, "SNCB", "withhold")):
        game.push(action)
    assert type(game.decision).__name__ == "BuyTrains"
    assert (game.state.cash["SNCB"], price(game, "SNCB")) == (200, 90)
    game.push(BuyTrain(0, "SNCB", "3-1", 200))
    assert game.state.cash["SNCB"] == 0
