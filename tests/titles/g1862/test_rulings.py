"""Rulings that no other file shows from both sides, and the preset of the public site."""

from __future__ import annotations

from typing import Any, cast

import pytest

import stockrail
from stockrail import RailGame
from stockrail.routes import best_run
from stockrail.rules.actions import Bid, IssueShares, Pass, PayOut, RunTrains, SettleOption, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.titles import title
from stockrail.titles.g1862 import TITLE
from stockrail.titles.g1862.actions import BuyTrain, Refinance
from stockrail.titles.g1862.companies import in_game, put_back
from stockrail.titles.g1862.dividends import Dividend, RunStep
from stockrail.titles.g1862.merging import MergeStep
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.stock import StockTurn
from stockrail.titles.g1862.track import LayTrack
from stockrail.titles.g1862.trains import BuyTrains

from .conftest import Scene, menu, refusal, run, waits_for
from .test_runs import WHOLE, anglia, fault


def test_the_preset_answers_known_questions_with_known_answers() -> None:
    known = {ruling.name: ruling for ruling in TITLE.rulings}
    assert len(known) == len(TITLE.rulings) == len({ruling.id for ruling in TITLE.rulings})
    for name, answer in TITLE.presets["18xx.games"].items():
        assert answer in known[name].answers
        assert answer != known[name].default


@pytest.mark.rule("1862:7.2-b", "1862:7.11-c")
def test_the_public_sites_answers_to_questions_that_came_later() -> None:
    """It lets the first build be passed, asks for the bank's train only, and forgets that money was raised."""
    first = Scene(preset="18xx.games").company("ENR", {0: 5}).turn_of("ENR", "HomeStation")
    while not waits_for(first, LayTrack):
        first.push(Pass(0))
    assert first.is_legal(Pass(0))
    scene = Scene(preset="18xx.games").phase("C").company("ENR", {0: 6, 1: 2, "ENR": 2}, price=300, cash=100)
    game = scene.home("ENR").company("EUR", {0: 5}).trains("EUR", "2/3E").turn_of("ENR", "BuyTrains")
    game.push(IssueShares(0, "ENR", 1))  # although EUR would sell for 100
    game.push(BuyTrain(0, "ENR", "C-0", 280, form="express"))
    game.push(BuyTrain(0, "ENR", "B-0", 100))


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


@pytest.mark.parametrize(("ruling", "revenue"), [("choice", 690), ("joined", 200 + 30), ("sets", 200 + 30)])
def test_permanent_freights_that_share_a_port(ruling: str, revenue: int) -> None:
    """Two runs to one port; the site joins them there, so that London and Bishop's Stortford are the ends."""
    game = anglia(ruling, meeting="any_stop").turn_of("EUR", "RunStep")
    assert run(game, "EUR", F_0=WHOLE, E_0="B13 C12 D11 E12 F11 G12 H13")[0] == revenue
    assert best_run(game, "EUR").total >= 510  # a run that is read as it was found, whatever is joined


@pytest.mark.rule("1862:7.8.1-l", "1862:7.8.1-m")
@pytest.mark.parametrize(("ruling", "revenue"), [("choice", 360), ("joined", 320), ("sets", 320)])
def test_permanent_freights_end_to_end_are_joined_on_the_site(ruling: str, revenue: int) -> None:
    """London (200) – Colchester (60) – Felixstowe (20): apart 3 + 1 hexes lie between, joined five."""
    game = anglia(ruling).turn_of("EUR", "RunStep")
    assert run(game, "EUR", F_0="B15 B13 C12 D11 E12", E_0="E12 F11 G12")[0] == revenue


def suffolk(*trains: str, preset: str | None = None, **rulings: str) -> Scene:
    """Two lines that cross at Sudbury: port of Wells – London by A14, port of Yarmouth – London by D15."""
    scene = (
        Scene(rulings={"meeting": "any_stop", **rulings}, preset=preset).phase("H").company("SVR", {0: 5}, price=900)
    )
    scene.city("E2", "green", 0, 4).city("E4", "green", 0, 3).lines("E6", "yellow", (0, 3)).city("E8", "green", 0, 3)
    scene.lines("E10", "yellow", (1, 3)).city("D11", "brown", 0, 1, 4, 5).home("SVR").london("SVR")
    scene.lines("C12", "yellow", (1, 4)).city("B13", "green", 1, 4).city("H5", "green", 0, 4).city("H7", "green", 1, 3)
    scene.city("G8", "green", 0, 4).lines("G10", "yellow", (1, 3)).city("F11", "green", 1, 4).city("E12", "green", 2, 4)
    return scene.city("D13", "green", 0, 3).trains("SVR", *trains)


BY_A14, BY_D15 = "F1 E2 E4 E6 E8 E10 D11 C12 B13 A14", "I4 H5 H7 G8 G10 F11 E12 D11 D13 D15"
ON_SITE = {"permanent_freights": "sets", "entries": "each"}


@pytest.mark.rule("1862:7.8.1-l", "1862:7.8.1-m")
@pytest.mark.parametrize("entries", ["one", "each"])
def test_on_the_site_freights_are_joined_at_one_entry_of_london_but_not_at_two(entries: str) -> None:
    """Ports 100 and 120, London 200 once; 8 and 7 hexes between at £30. Joined in London: 4 from port to port."""
    game = suffolk("9F", "9F", permanent_freights="sets", entries=entries).turn_of("SVR", "RunStep")
    apart, joined = 100 + 200 + 8 * 30 + 120 + 7 * 30, 100 + 120 + 4 * 30
    assert run(game, "SVR", H_0=BY_A14, H_1=BY_D15)[0] == (apart if entries == "each" else joined)


def test_the_preset_of_the_site_reads_two_freights_to_london_as_the_site_does() -> None:
    game = suffolk("9F", "9F", preset="18xx.games").turn_of("SVR", "RunStep")
    assert run(game, "SVR", H_0=BY_A14, H_1=BY_D15)[0] == 870
    assert best_run(game, "SVR").total == 900  # the first by another way than London's


@pytest.mark.rule("1862:7.8-d")
@pytest.mark.parametrize(("entries", "legal"), [("one", True), ("each", False)])
def test_on_the_site_runs_do_not_meet_at_different_entries_of_london(entries: str, legal: bool) -> None:
    game = suffolk("9F", "6E", **(ON_SITE | {"entries": entries})).station("SVR", "D13").turn_of("SVR", "RunStep")
    if legal:
        assert run(game, "SVR", H_0=BY_A14, H_1="D13 D15")[0] == 540 + 30
    else:
        assert fault(game, "SVR", H_0=BY_A14, H_1="D13 D15") == ("route_hangs_apart", "7.8-d")


@pytest.mark.rule("1862:7.8.3-b")
@pytest.mark.parametrize(("entries", "pays"), [("one", 30 + 40), ("each", 40)])
def test_on_the_site_the_stop_that_is_left_out_is_chosen_entry_by_entry(entries: str, pays: int) -> None:
    """London is paid to the freight. The 2/3E counts it once more where its other entry is a stop of its own."""
    game = suffolk("9F", "2/3E", **(ON_SITE | {"entries": entries})).turn_of("SVR", "RunStep")
    assert run(game, "SVR", H_0=BY_A14, B_0="D15 D13 D11")[0] == 540 + pays


@pytest.mark.rule("1862:7.8.1-l", "1862:7.8.1-m")
@pytest.mark.parametrize(("ruling", "revenue"), [("joined", 640), ("sets", 650)])
def test_two_pairs_of_joined_freights_are_two_chains(ruling: str, revenue: int) -> None:
    """Port of Wells (100) – Sudbury (40), 5 hexes; port of Yarmouth (120) – Bishop's Stortford (30), 7 hexes."""
    scene = suffolk("6F", "6F", "7F", "7F", permanent_freights=ruling).station("SVR", "E8", "G8")
    game = scene.turn_of("SVR", "RunStep")
    pairs = {"E_0": "F1 E2 E4 E6 E8", "E_1": "E8 E10 D11", "F_0": "I4 H5 H7 G8", "F_1": "G8 G10 F11 E12 D11 C12 B13"}
    assert run(game, "SVR", **pairs)[0] == revenue


def test_the_best_run_of_four_freights_that_are_joined_is_proven() -> None:
    game = suffolk("6F", "6F", "7F", "7F", **ON_SITE).station("SVR", "E8", "G8").turn_of("SVR", "RunStep")
    best = best_run(game, "SVR")
    assert (best.total, best.complete) == (1310, True)


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
