"""7.3, 8 Companies without a director."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from stockrail.routes import good_run, reference_run
from stockrail.routes.together import kernel, search
from stockrail.rules.actions import RunTrains, TrainRun
from stockrail.rules.prices import price
from stockrail.rules.shares import controlled
from stockrail.rules.state import POOL, certs_at
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862 import running
from stockrail.titles.g1862.companies import home_of, in_receivership
from stockrail.titles.g1862.dividends import RunStep
from stockrail.titles.g1862.redeeming import RedeemShare
from stockrail.titles.g1862.running import read_in_order
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


def dozen(hard_receivership: str = "searched") -> Game1862:
    """SVR without a director and with twelve trains on a brown map, which no search sorts out soon."""
    scene = Scene(rulings={"hard_receivership": hard_receivership}).phase("H").company("SVR", {POOL: 4, 1: 2, 2: 2})
    scene.city("E2", "brown", 0, 1, 4).city("E4", "brown", 0, 1, 2, 3, 4).lines("E6", "green", (0, 3), (1, 4))
    scene.city("E8", "brown", 0, 1, 3, 4, 5).lines("E10", "green", (1, 3), (0, 4)).city("D11", "brown", 0, 1, 4, 5)
    scene.home("SVR").london("SVR").lines("C12", "green", (1, 4), (0, 3)).city("B13", "brown", 0, 1, 3, 4)
    scene.city("H5", "brown", 0, 1, 4).city("H7", "brown", 0, 1, 2, 3).city("G8", "brown", 0, 1, 2, 4)
    scene.lines("G10", "green", (1, 3)).city("F11", "brown", 1, 2, 4, 5).city("E12", "brown", 1, 2, 3, 4)
    scene.city("D13", "brown", 0, 2, 3, 4).city("F5", "brown", 0, 2, 3, 5).city("F7", "brown", 0, 1, 3, 4)
    scene.city("F3", "brown", 0, 1, 3).lines("G6", "green", (1, 4), (0, 2)).lines("F9", "green", (0, 3), (2, 4))
    scene.station("SVR", "E8", "G8", "E4").trains("SVR", *["2/3E"] * 3, *["2/3L"] * 3, "3E", "3E", "3L", "4E")
    return scene.trains("SVR", "4/5E", "4/5L").turn_of("SVR", "RunStep")


def earns(game: Game1862, action: RunTrains) -> int:
    run = read_in_order(game, "SVR", action)
    return run.total + run.subsidy


def one_train(game: Game1862, run: RunTrains) -> RunTrains:
    """A route of the run that can be run alone: one that visits the home."""
    alone = [msgspec.structs.replace(run, runs=(route,)) for route in run.runs]
    return next(each for each in alone if home_of(game, "SVR")[0] in each.runs[0].hexes)


def legal_with(game: Game1862, native: bool, runs: Sequence[RunTrains]) -> list[bool]:
    """What a machine with or without the kernel says of runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "AVAILABLE", native and kernel.AVAILABLE)
        track(game).memo.clear()
        return [game.is_legal(run) for run in runs]


@pytest.mark.rule("1862:7.3-a")
@pytest.mark.parametrize("ruling", ["searched", "anything"])
def test_what_a_dozen_trains_must_earn_is_the_same_on_every_machine(
    ruling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "COMPULSORY", 12_000)  # no proof, and soon
    monkeypatch.setattr(running, "MUCH_EFFORT", 20_000)
    monkeypatch.setattr(search, "COMPARISONS", 6_000)
    game = dozen(ruling)
    found = good_run(game, "SVR", 20_000)
    quick = RunTrains(1, "SVR", tuple(TrainRun(route.train, route.hexes) for route in found.routes))
    proposals = []
    for native in (True, False):
        monkeypatch.setattr(kernel, "AVAILABLE", native and kernel.AVAILABLE)
        track(game).memo.clear()
        proposals += menu(game, RunTrains)
    least = min(proposals, key=lambda run: earns(game, run))
    runs = [*proposals, quick, one_train(game, least), RunTrains(1, "SVR", ())]
    lenient = ruling == "anything"
    expected = [True, True, earns(game, quick) >= earns(game, least) or lenient, lenient, lenient]
    assert not reference_run(game, "SVR", running.COMPULSORY).complete
    assert legal_with(game, True, runs) == legal_with(game, False, runs) == expected


@pytest.mark.slow
@pytest.mark.rule("1862:7.3-a")
def test_a_dozen_trains_are_held_to_what_the_search_in_python_finds() -> None:
    """In its own number of positions the kernel sees £10 less. Whoever changes the search changes what is legal."""
    game = dozen()
    assert earns(game, menu(game, RunTrains)[0]) == 1540
    found = good_run(game, "SVR", running.MUCH_EFFORT)
    quick = RunTrains(1, "SVR", tuple(TrainRun(route.train, route.hexes) for route in found.routes))
    legal = [earns(game, quick) == 1540]
    assert legal_with(game, True, [quick]) == legal_with(game, False, [quick]) == legal


@pytest.mark.rule("1862:7.3-a")
@pytest.mark.parametrize("ruling", ["searched", "anything"])
def test_what_can_be_proven_must_be_earned_in_old_games_too(ruling: str) -> None:
    game = lost(0, "2L", rulings={"hard_receivership": ruling}).turn_of("ENR")
    assert refusal(game, RunTrains(1, "ENR", ())) == ("not_the_most", "7.3-a")


def test_whether_a_company_can_run_does_not_depend_on_how_far_a_search_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    monkeypatch.setattr(running, "MUCH_EFFORT", 1)  # the search is over before it has begun
    assert waits_for(lost(0, "2L").turn_of("ENR"), RunStep)
    nowhere = Scene().company("ENR", {0: 5}).home("ENR").trains("ENR", "2L").turn_of("ENR", "RunStep")
    assert not waits_for(nowhere, RunStep)


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
