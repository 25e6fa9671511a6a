"""Rulings that no other file shows from both sides, and the preset of the public site."""

from __future__ import annotations

from typing import Any, cast

import pytest

import stockrail
from stockrail import RailGame
from stockrail.routes import best_run
from stockrail.rules.actions import (
    Bid,
    BuyTrain,
    Pass,
    PayOut,
    Refinance,
    RunTrains,
    SettleOption,
    StartCompany,
)
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.titles import title
from stockrail.titles.g1862.companies import in_game, put_back
from stockrail.titles.g1862.dividends import Dividend, RunStep
from stockrail.titles.g1862.merging import MergeStep
from stockrail.titles.g1862.rulings import RULINGS, SITE
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.stock import StockTurn
from stockrail.titles.g1862.track import LayTrack
from stockrail.titles.g1862.trains import BuyTrains

from .conftest import Scene, menu, refusal, run, waits_for
from .test_runs import WHOLE, anglia, fault


def test_the_preset_answers_known_questions_with_known_answers() -> None:
    known = {ruling.name: ruling for ruling in RULINGS}
    assert len(known) == len(RULINGS) == len({ruling.id for ruling in RULINGS})
    for name, answer in SITE.items():
        assert answer in known[name].answers
        assert answer != known[name].default


@pytest.mark.rule("1862:2.4.1-a", "1862:2.4.1-b")
def test_the_sites_shuffle_gives_the_setup_of_a_known_seed() -> None:
    found: Any = title("1862")
    game = cast(Game1862, RailGame(found, ["a", "b", "c"], (), found.resolve_rulings("18xx.games", {}), 46925))
    assert in_game(game)[:8] == ["WVR", "Y&N", "ECR", "ENR", "EUR", "N&E", "L&E", "WNR"]
    assert in_game(game)[8:] == ["WStI", "L&H", "NGC", "W&F", "SVR", "N&B", "L&D", "FDR"]
    permits = game.state.permit.unordered
    assert [permits[c] for c in ("ECR", "EUR", "FDR", "NGC", "WStI")] == [
        "freight",
        "express",
        "local",
        "express",
        "freight",
    ]
    own = stockrail.new("1862", players=["a", "b", "c"], seed=46925)
    assert in_game(cast(Game1862, own)) != in_game(game)


@pytest.mark.parametrize(("ruling", "there"), [("at_float", False), ("at_start", True)])
def test_when_the_market_marker_of_a_charter_is_placed(ruling: str, there: bool) -> None:
    game = Scene(players=2, rulings={"market_marker": ruling}).in_parliament()
    game.push(Bid(0, "ENR", 0))
    game.push(Pass(1))
    game.push(StartCompany(0, "ENR", 54))
    assert ("ENR" in game.state.cell) is there


@pytest.mark.parametrize(("ruling", "revenue"), [("choice", 690), ("joined", 200 + 30)])
def test_permanent_freights_that_share_a_port(ruling: str, revenue: int) -> None:
    """Two runs to one port; the site joins them there, so that London and Bishop's Stortford are the ends."""
    game = anglia(ruling, meeting="any_stop").turn_of("EUR", "RunStep")
    assert run(game, "EUR", F_0=WHOLE, E_0="B13 C12 D11 E12 F11 G12 H13")[0] == revenue
    assert best_run(game, "EUR").total >= 510  # a run that is read as it was found, whatever is joined


@pytest.mark.rule("1862:7.8.1-l", "1862:7.8.1-m")
@pytest.mark.parametrize(("ruling", "revenue"), [("choice", 360), ("joined", 320)])
def test_permanent_freights_end_to_end_are_joined_on_the_site(ruling: str, revenue: int) -> None:
    """London (200) – Colchester (60) – Felixstowe (20): apart 3 + 1 hexes lie between, joined five."""
    game = anglia(ruling).turn_of("EUR", "RunStep")
    assert run(game, "EUR", F_0="B15 B13 C12 D11 E12", E_0="E12 F11 G12")[0] == revenue


@pytest.mark.rule("1862:7.8-f")
@pytest.mark.parametrize(("ruling", "legal"), [("free", True), ("as_one_train", False)])
def test_a_chain_from_port_to_port(ruling: str, legal: bool) -> None:
    """Q24 Two freights joined in Fakenham, one from the port of Cromer, one to the port of Wells."""
    scene = Scene(rulings={"chain_ends": ruling}).phase("B").company("ENR", {0: 5}, price=300)
    scene.city("F3", "green", 0, 1, 3).home("ENR").city("E4", "green", 3, 4).station("ENR", "E4")
    scene.city("E2", "green", 0, 1, 2).trains("ENR", "2F", "2F")
    game = scene.turn_of("ENR", "RunStep")
    if legal:
        assert run(game, "ENR", B_0="F1 F3 E4", B_1="E4 E2 D1")[0] == 80 + 80 + 2 * 30
    else:
        assert fault(game, "ENR", B_0="F1 F3 E4", B_1="E4 E2 D1") == ("route_not_joined", "7.8.1-n")


@pytest.mark.parametrize(("ruling", "asked"), [("only_pass", False), ("as_site", True)])
def test_a_step_without_a_choice_is_skipped_but_asked_on_the_site(ruling: str, asked: bool) -> None:
    scene = Scene(rulings={"skipping": ruling}).company("ENR", {0: 5}).home("ENR").city("F3", "yellow", 0, 3)
    game = scene.turn_of("ENR", "MergeStep")
    assert waits_for(game, MergeStep) is asked
    if not asked:
        assert waits_for(game, LayTrack)


def test_a_pass_without_a_partner_needs_no_rule() -> None:
    game = Scene(rulings={"skipping": "as_site"}).company("ENR", {0: 5}).home("ENR").turn_of("ENR", "MergeStep")
    assert refusal(game, Bid(0, "ENR", 0)) == ("merge_or_pass", "7.1-c")


def test_on_the_site_money_is_raised_unasked_where_there_is_one_way() -> None:
    """No treasury shares: ENR refinances by itself, and waits to be told which train it buys."""
    for ruling, asked in (("only_pass", True), ("as_site", False)):
        scene = Scene(rulings={"skipping": ruling, "refinance_short": "bankrupt_at_once"})
        game = scene.company("ENR", {0: 6, 1: 4}, price=90, cash=10).home("ENR").turn_of("ENR", "BuyTrains")
        assert waits_for(game, BuyTrains)
        assert bool(menu(game, Refinance)) is asked
        assert bool(menu(game, BuyTrain)) is not asked


def test_the_site_asks_a_player_who_could_start_a_company_later() -> None:
    for ruling, asked in (("only_pass", False), ("as_site", True)):
        scene = Scene(rulings={"skipping": ruling}).cash(0, 200).cash(1, 0).cash(2, 0)
        for company in scene.game.title.companies:
            scene.state.batch[company] = "C"
        scene.state.flags["lner"] = ""
        game = scene.in_stock_round()
        assert waits_for(game, StockTurn) is asked


def test_the_site_asks_a_company_that_once_ran_though_its_new_home_has_no_line() -> None:
    """WNR ran, was put back and started again: its train stays at home, but its director has to say so."""
    for ruling, asked in (("only_pass", False), ("as_site", True)):
        scene = Scene(rulings={"skipping": ruling}).company("ENR", {0: 5}, price=90).home("ENR").trains("ENR", "2E")
        scene.city("F3", "yellow", 0, 3)
        game = scene.turn_of("ENR", "RunStep")
        run(game, "ENR", A_0="F1 F3")
        put_back(game, "ENR")
        again = scene.company("ENR", {0: 5}, price=90).home("ENR")
        del again.state.laid["F3"]
        again.turn_of("ENR", "RunStep")
        assert waits_for(game, RunStep) is asked
        if asked:
            game.push(RunTrains(0, "ENR", ()))
        assert price(game, "ENR") == 82


@pytest.mark.rule("1862:7.8.5-d")
def test_who_pays_nothing_out_goes_left() -> None:
    """The site lets a director pay out a run that earned nothing."""
    scene = Scene(rulings={"skipping": "as_site"}).company("ENR", {0: 5}, price=90).home("ENR").trains("ENR", "2E")
    game = scene.at(OperatingRound(2, 1), OperatingTurn("ENR", 5), Dividend("ENR", 0, 0, 0, ran=True))
    game.push(PayOut(0, "ENR", "full"))
    assert price(game, "ENR") == 82


@pytest.mark.rule("1862:7.11.2-c")
@pytest.mark.parametrize(("ruling", "lives"), [("refinance_first", False), ("bankrupt_at_once", True)])
def test_a_company_that_spent_its_fresh_money_on_an_option(ruling: str, lives: bool) -> None:
    """A train of 800; 740 + 100 would do, but the treasury redeems its option for 71. The site refinances again."""
    scene = Scene(rulings={"refinance_short": ruling}).phase("H")
    scene.company("ENR", {0: 6, 1: 3, "ENR": 1}, price=142, par=74, cash=100).home("ENR").cash(0, 0).cash(1, 0)
    game = scene.turn_of("ENR", "BuyTrains")
    game.push(Refinance(0, "ENR"))
    game.push(SettleOption(0, "ENR", True))
    assert bool(menu(game, Refinance)) is lives
    assert bool(game.state.floated.get("ENR")) is lives
