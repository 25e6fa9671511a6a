"""7.3, 8 Companies without a director."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.rules.actions import RunTrains, TrainRun
from stockrail.rules.prices import price
from stockrail.rules.shares import controlled
from stockrail.rules.state import POOL, certs_at
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.companies import in_receivership
from stockrail.titles.g1862.dividends import RunStep
from stockrail.titles.g1862.redeeming import RedeemShare
from stockrail.titles.g1862.state import Game1862

from .conftest import Scene, menu, refusal, waits_for


def lost(cash: int = 0, *trains: str, phase: str = "B", **options: Any) -> Scene:
    """ENR has no director: player 1 holds two shares, player 2 too. Cromer – Norwich is built."""
    scene = Scene(**options).phase(phase).company("ENR", {POOL: 4, 1: 2, 2: 2}, price=90, cash=cash)
    scene.city("F3", "yellow", 0, 3).home("ENR").city("F5", "yellow", 3, 0)
    return scene.trains("ENR", *trains)


def names(game: Game1862) -> list[str]:
    return [game.title.train_name(game, train) for train in trains_of(game, "ENR")]


@pytest.mark.rule("1862:8.0-a", "1862:8.0-b")
@pytest.mark.parametrize(("priority", "acts"), [(0, 1), (1, 1), (2, 2)])
def test_the_largest_shareholder_acts_ties_from_the_priority_holder(priority: int, acts: int) -> None:
    scene = lost(0, "2L")
    scene.state.flags["priority"] = priority
    game = scene.turn_of("ENR")
    assert in_receivership(game, "ENR")
    assert game.actor == acts == controlled(game, "ENR")


@pytest.mark.rule("1862:7.3-a", "1862:8.0-c")
def test_it_runs_for_the_most_and_retains_everything() -> None:
    game = lost(0, "2L").turn_of("ENR")
    assert waits_for(game, RunStep)  # no merger, no track, no station before
    assert refusal(game, RunTrains(1, "ENR", ())) == ("not_the_most", "7.3-a")
    game.push(menu(game, RunTrains)[0])
    assert game.state.cash["ENR"] == 60 + 20  # revenue and subsidy
    assert price(game, "ENR") == 82


def test_on_the_site_any_run_is_taken() -> None:
    game = lost(0, "2L", rulings={"receivership_runs": "free"}).turn_of("ENR")
    game.push(RunTrains(1, "ENR", ()))


@pytest.mark.rule("1862:7.3-b", "1862:8.0-d")
@pytest.mark.parametrize(
    ("permits", "form"),
    [
        (("freight",), "2F"),
        (("local", "freight"), "2F"),
        (("local", "express", "freight"), "2/3E"),
        (("local",), "2/3L"),
    ],
)
def test_it_buys_one_train_of_the_bank_by_its_permits(permits: tuple[str, ...], form: str) -> None:
    game = lost(900).permits("ENR", *permits).turn_of("ENR", "BuyTrains")
    assert names(game) == [form]  # one a round, without bought warranties
    assert game.state.cash["ENR"] == 700
    full = lost(900, "2E", "2E", "2E").permits("ENR", "express", "local").turn_of("ENR", "BuyTrains")
    assert names(full) == ["2E", "2E", "2E", "2/3L"]  # no room for an express


@pytest.mark.rule("1862:7.3-b")
def test_a_train_more_is_bought_although_it_has_one() -> None:
    game = lost(200, "2L").permits("ENR", "local").turn_of("ENR", "BuyTrains")
    assert names(game) == ["2L", "2/3L"]


@pytest.mark.rule("1862:8.0-d")
@pytest.mark.parametrize(("ruling", "count"), [("normal", 3), ("by_type", 4)])
def test_in_phase_g_three_trains_are_the_limit_for_it_too(ruling: str, count: int) -> None:
    scene = lost(900, "5L", "5L", "5L", phase="G", rulings={"receivership_limit": ruling}).permits("ENR", "express")
    assert len(names(scene.turn_of("ENR", "BuyTrains"))) == count


@pytest.mark.rule("1862:7.3-c", "1862:8.0-e")
@pytest.mark.parametrize(("value", "paid"), [(90, 90), (95, 94)])
def test_without_a_train_and_the_money_for_one_it_is_bankrupt_at_once(value: int, paid: int) -> None:
    scene = lost(199)
    scene.price("ENR", *scene.game.title.grid.at_or_below(value))
    cash = [scene.state.cash[seat] for seat in (1, 2)]
    game = scene.turn_of("ENR", "BuyTrains")
    assert "ENR" not in game.state.par
    assert [game.state.cash[seat] - before for seat, before in zip((1, 2), cash, strict=True)] == [paid, paid]


@pytest.mark.rule("1862:8.0-c", "1862:7.13-a")
def test_it_buys_no_share_back() -> None:
    """Q14 One ordinary share lies in the pool beside the director's certificate."""
    assert not waits_for(lost(900, "2L").turn_of("ENR", "RedeemShare"), RedeemShare)


@pytest.mark.rule("1862:7.3-a")
def test_the_most_includes_the_subsidy() -> None:
    """The express earns as much on the same way, but the local brings £10 for each hex."""
    game = lost(0, "2E", "2L").city("F3", "yellow", 0, 1).turn_of("ENR")  # no way to the port
    assert [run.train for run in menu(game, RunTrains)[0].runs] == ["A-1"]
    express = RunTrains(1, "ENR", (TrainRun("A-0", ("F3", "F5")),))
    assert refusal(game, express) == ("not_the_most", "7.3-a")


@pytest.mark.rule("1862:7.3-a")
def test_a_longer_local_run_can_be_worth_more_than_a_richer_one() -> None:
    """Fakenham is worth £10 more than Beccles, but on the way there the local touches two hexes more."""
    scene = Scene().phase("B").company("ENR", {POOL: 4, 1: 2}, price=90).city("F3", "green", 1, 5).home("ENR")
    scene.city("E4", "green", 4).lines("G4", "green", (0, 2), (1, 5), stations=[(1, 5)])
    scene.lines("G6", "green", (0, 3), (1, 4), stations=[(1, 4)]).city("G8", "yellow", 3).trains("ENR", "2L")
    (best,) = menu(scene.turn_of("ENR"), RunTrains)
    assert set(best.runs[0].hexes) == {"F3", "G4", "G6", "G8"}
    directed = scene.company("EUR", {0: 5}).game
    directed.state.shelves.move("ENR_0", certs_at(1, "ENR"))
    (richest,) = menu(scene.turn_of("ENR", "RunStep"), RunTrains)
    assert set(richest.runs[0].hexes) == {"F3", "E4"}
