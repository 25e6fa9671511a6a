"""6.7 Runs, the dice of 2Gs, dividends, and how the price moves."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import pytest

from stockrail.core import CHANCE, Draw, IllegalAction
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.shares import shares_of
from stockrail.rules.state import BANK, IPO, POOL, trains_at
from stockrail.rules.trains import trains_of
from stockrail.titles.g1883.dividends import Dividend
from stockrail.titles.g1883.state import anchor_at

from .lying import TITLE
from .operating import A, B, C, launched, lay, pay, run, standing, step

CIANO = {"18": ("8", 4), "17": ("8", 1)}
ROUTES = {**CIANO, "30": ("8", 3), "41": ("Sa2", 0)}  # from Reggio to Ciano, and to Sassuolo
TO_CIANO, TO_SASSUOLO = "5 17 18 31", "41 30 31"
BOLOGNA = "55 BOLOGNA"


def refused(kind: str) -> AbstractContextManager[Any]:
    return pytest.raises(IllegalAction, match=kind)


def paying(found: Any, company: str, revenue: int) -> Any:
    """The company has run and decides what to do with its revenue."""
    return found._wait(OperatingRound(2, 1), OperatingTurn(company, 4), Dividend(company, revenue))


def earning(company: str, revenue: int, row: int, column: int, **rulings: Any) -> Any:
    return paying(standing(company, **rulings).price(company, row, column), company, revenue)


def gravity(phase: str = "2", effects: Any = None, trains: Any = ("2-2", "2-3", "2G-2"), **rulings: Any) -> Any:
    """SAFRE has two 2s and a 2G, and track from Reggio to Ciano and to Sassuolo."""
    found = standing("SAFRE", phase, ROUTES, **rulings)
    for train in trains:
        found.train(train, "SAFRE")
    for name, value in (effects or {}).items():
        found.state.effect[name] = value
    return found.operating("SAFRE", "RunStep")


def rolled(game: Any, *dice: int) -> Any:
    for die in dice:
        game.push(Draw(CHANCE, game.decision.stream, die))
    return game


# -- how the price moves ----------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.7-T1", "1883:6.7-a")
def test_what_is_withheld_goes_to_the_treasury_and_the_price_falls() -> None:
    game = pay(earning("FMMSF", 100, 4, 7), "FMMSF", "withhold")
    assert price(game, "FMMSF") == 80 and game.state.cell["FMMSF"] == (4, 6)
    assert game.state.cash["FMMSF"] == 200 + 100 and game.state.cash[A] == 550


@pytest.mark.rule("1883:6.7-T2", "1883:6.7-b")
def test_a_dividend_as_high_as_the_price_lifts_it() -> None:
    game = pay(earning("SAFRE", 70, 5, 5), "SAFRE")
    assert price(game, "SAFRE") == 75 and game.state.cell["SAFRE"] == (5, 6)


@pytest.mark.rule("1883:6.7-T3", "1883:6.7-b")
def test_a_lower_dividend_moves_nothing() -> None:
    game = pay(earning("SV", 60, 6, 5), "SV")
    assert price(game, "SV") == 65 and game.state.cell["SV"] == (6, 5)


@pytest.mark.rule("1883:6.7-b")
def test_the_price_rises_by_one_column_however_large_the_run() -> None:
    game = pay(earning("SAFRE", 400, 5, 5), "SAFRE")
    assert game.state.cell["SAFRE"] == (5, 6)


@pytest.mark.rule("1883:6.7-d")
def test_at_the_end_of_a_row_the_price_moves_up_or_down() -> None:
    assert pay(earning("SV", 200, 4, 8), "SV").state.cell["SV"] == (3, 8)
    assert pay(earning("SV", 300, 0, 18), "SV").state.cell["SV"] == (0, 18), "at the top right it stays"
    assert pay(earning("SV", 100, 2, 0), "SV", "withhold").state.cell["SV"] == (3, 0)


@pytest.mark.rule("1883:6.7-c")
def test_a_company_without_a_run_falls_once_without_being_asked() -> None:
    game = standing("SV").operating("SV", "RunStep")
    assert game.state.cell["SV"] == (2, 6) and game.state.last_run["SV"] == 0
    assert step(game) not in ("RunStep", "Dividend")


@pytest.mark.rule("1883:T-bb", "1883:5.8-a", "1883:6.7-d")
def test_a_company_that_falls_on_a_closed_cell_closes() -> None:
    found = standing("SV", cash=80).price("SV", 6, 0).train("2-2", "SV")
    bank = found.state.cash[BANK]
    game = pay(paying(found, "SV", 30), "SV", "withhold")
    assert "SV" not in game.state.cell and "SV" not in game.state.par
    assert trains_of(game, POOL) == ["2-2"] and game.state.cash["SV"] == 0
    assert game.state.cash[BANK] == bank + 80, "the run came from the bank and goes back there"


@pytest.mark.rule("1883:T-bb", "1883:6.7-c")
def test_a_run_of_nothing_can_close_a_company_in_its_own_turn() -> None:
    game = standing("SV").price("SV", 6, 0).operating("SV", "RunStep")
    assert "SV" not in game.state.cell
    assert not any(isinstance(frame, OperatingTurn) and frame.company == "SV" for frame in game.stack)


@pytest.mark.rule("1883:T-aa", "1883:9-c")
@pytest.mark.parametrize(("revenue", "column"), [(270, 17), (280, 18)])
def test_coaches_that_reach_the_top_price_end_the_game(revenue: int, column: int) -> None:
    found = standing().corporation("SARSA", {A: 2}, 100).price("SARSA", 0, 17)
    game = pay(paying(found, "SARSA", revenue), "SARSA")
    assert game.state.cell["SARSA"] == (0, column) and game.is_over == (column == 18)


# -- who is paid ------------------------------------------------------------------------------------------------------


def shared() -> Any:
    return standing("SAFRE", shares={A: 4, B: 2, C: 1, POOL: 2}, cash=0)


@pytest.mark.rule("1883:6.7.2-T2", "1883:6.7.2-b")
def test_pool_shares_pay_the_treasury_and_those_on_offer_nobody() -> None:
    found = shared()
    bank = found.state.cash[BANK]
    game = pay(paying(found, "SAFRE", 130), "SAFRE")
    assert [game.state.cash[who] for who in (A, B, C, "SAFRE")] == [602, 576, 563, 26]
    assert game.state.cash[BANK] == bank - 117 and shares_of(game, IPO, "SAFRE") == 1


@pytest.mark.rule("1883:6.7.2-T3", "1883:6.7-a")
def test_nobody_but_the_treasury_gets_a_run_that_is_withheld() -> None:
    game = pay(paying(shared(), "SAFRE", 130), "SAFRE", "withhold")
    assert [game.state.cash[who] for who in (A, B, C, "SAFRE")] == [550, 550, 550, 130]


def test_a_railway_cannot_be_looted() -> None:
    with refused("no_such_dividend"):
        pay(paying(shared(), "SAFRE", 130), "SAFRE", "loot")
    with refused("pay_first"):
        run(paying(shared(), "SAFRE", 130), "SAFRE")


# -- strikes ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:11-3", "1883:T-y", "1883:6.7-c")
@pytest.mark.parametrize(("ruling", "column"), [("in_the_run_step", 6), ("at_the_event", 7)])
def test_on_strike_no_train_runs_and_the_price_falls_once(ruling: str, column: int) -> None:
    game = gravity(effects={"runs": (("general_strike", "SAFRE"),)}, strike_move=ruling)
    assert step(game) not in ("RunStep", "GravityDie", "Dividend")
    assert game.state.cell["SAFRE"] == (2, column), "or the card has moved it"
    assert "2G-2" in trains_of(game, "SAFRE")


@pytest.mark.rule("1883:11-3", "1883:8.1.7-a")
def test_a_strike_of_others_changes_nothing() -> None:
    for ruling in ("in_the_run_step", "at_the_event"):
        game = gravity(effects={"runs": (("general_strike", "FSF"),)}, strike_move=ruling)
        assert step(game) == "RunStep"
        found = standing("SV", strike_move=ruling)
        found.state.effect["runs"] = (("general_strike", "FSF"),)
        assert found.operating("SV", "RunStep").state.cell["SV"] == (2, 6), "it has no run for another reason"


@pytest.mark.rule("1883:11-14", "1883:8.1.7-a")
def test_autarchy_halves_the_run_of_ccfr_too_and_rounds_down() -> None:
    found = standing("", "2", CIANO)
    found.state.effect["runs"] = (("autarchy", "CCFR"),)
    game = run(found.operating("CCFR", "RunStep"), "CCFR", ("2-0", TO_CIANO), ("2G-0", TO_CIANO))
    assert rolled(game, 8).decision == Dividend("CCFR", 20)


@pytest.mark.rule("1883:11-14", "1883:6.7-c")
def test_half_of_10_is_nothing_and_the_price_falls() -> None:
    """Two events at once, and with a free choice of runs a 2G alone: 30, then 10, then nothing."""
    found = standing("", "2", CIANO, best_run="free")
    found.state.effect["runs"] = (("autarchy", "CCFR"), ("railroad_strike", "CCFR"))
    game = run(found.operating("CCFR", "RunStep"), "CCFR", ("2G-0", TO_CIANO))
    assert rolled(game, 1).decision == Dividend("CCFR", 0)
    pay(game, "CCFR")
    assert game.state.cell["CCFR"] == (2, 6)


# -- 2Gs --------------------------------------------------------------------------------------------------------------

ALL_THREE = (("2-2", TO_CIANO), ("2-3", TO_SASSUOLO), ("2G-2", TO_SASSUOLO))


@pytest.mark.rule("1883:T-k", "1883:6.8.5-T1", "1883:6.8.5-d", "1883:6.8.5-e", "1883:6.8.5-f", "1883:6.8.5-j")
@pytest.mark.parametrize("die", range(1, 11))
def test_a_2g_pays_up_to_7_and_is_lost_with_10(die: int) -> None:
    game = run(gravity(), "SAFRE", *ALL_THREE)
    assert game.decision.stream == "gravity/2.1/SAFRE/2G-2", "the die falls before the president decides"
    assert len(list(game.legal_actions())) == 10
    rolled(game, die)
    assert game.decision == Dividend("SAFRE", 140 if die <= 7 else 110)
    assert not any(event.kind == "run_is_changed" for event in game.log)
    home = trains_at("SAFRE") if die < 10 else trains_at("gravity")
    assert game.state.shelves.place_of["2G-2"] == home


@pytest.mark.rule("1883:T-k2", "1883:11-7", "1883:11-22")
@pytest.mark.parametrize(
    ("card", "hit", "die", "revenue"),
    [
        ("railroad_strike", "SAFRE", 7, 70),
        ("railroad_strike", "SAFRE", 8, 50),
        ("trains_are_on_time", "", 1, 210),
        ("trains_are_on_time", "", 10, 170),
    ],
)
def test_events_change_the_run_with_what_2gs_have_earned(card: str, hit: str, die: int, revenue: int) -> None:
    game = rolled(run(gravity(effects={"runs": ((card, hit),)}), "SAFRE", *ALL_THREE), die)
    assert game.decision == Dividend("SAFRE", revenue)
    assert game.state.flags["revenue"] == revenue
    told = [(event["earned"], event["revenue"]) for event in game.log if event.kind == "run_is_changed"]
    assert told == [(140 if die <= 7 else 110, revenue)]


@pytest.mark.rule("1883:6.8.5-g")
@pytest.mark.parametrize(("die", "column"), [(7, 9), (8, 8)])
def test_what_a_2g_earns_counts_for_the_price(die: int, column: int) -> None:
    """At 120 a run of 140 lifts the price, one of 110 does not."""
    found = standing("SAFRE", "2", ROUTES).price("SAFRE", 1, 8)
    for train in ("2-2", "2-3", "2G-2"):
        found.train(train, "SAFRE")
    game = rolled(run(found.operating("SAFRE", "RunStep"), "SAFRE", *ALL_THREE), die)
    assert price(game, "SAFRE") == 120
    assert pay(game, "SAFRE").state.cell["SAFRE"] == (1, column)


@pytest.mark.rule("1883:T-e2", "1883:T-f", "1883:6.8.5-f")
@pytest.mark.parametrize(("die", "revenue", "in_box"), [(1, 80, 4), (8, 50, 4), (10, 50, 5)])
def test_ccfrs_first_run(die: int, revenue: int, in_box: int) -> None:
    game = standing().operating("CCFR", "LayTrack")
    for hex_, tile, rotation in (("18", "8", 4), ("17", "8", 1), ("16", "8", 0)):
        lay(game, "CCFR", hex_, tile, rotation)
    bank = game.state.cash[BANK]
    rolled(run(game, "CCFR", ("2-0", TO_CIANO), ("2G-0", TO_CIANO)), die)
    assert game.decision == Dividend("CCFR", revenue) and len(trains_of(game, "gravity")) == in_box
    pay(game, "CCFR")
    assert [game.state.cash[seat] for seat in (A, B, C)] == [550 + revenue // 10] * 3
    assert game.state.cash[BANK] == bank - 3 * revenue // 10 and price(game, "CCFR") == 100


@pytest.mark.rule("1883:6.8.5-f")
def test_every_2g_has_a_die_of_its_own() -> None:
    found = standing("", "2", ROUTES)
    game = run(
        found.operating("CCFR", "RunStep"),
        "CCFR",
        ("2-0", TO_CIANO),
        ("2-1", TO_SASSUOLO),
        ("2G-0", TO_CIANO),
        ("2G-1", TO_SASSUOLO),
    )
    assert rolled(game, 10).decision.stream == "gravity/2.1/CCFR/2G-1"
    assert trains_of(game, "CCFR") == ["2-0", "2-1", "2G-1"]
    assert rolled(game, 7).decision == Dividend("CCFR", 50 + 60 + 30)
    for _ in range(3):
        game.pop()
    assert game.settle() == [] and step(game) == "RunStep"
    assert {"2G-0", "2G-1"} <= {*trains_of(game, "CCFR")}


@pytest.mark.rule("1883:6.8.5-f")
def test_the_seed_rolls_the_dice_and_rolls_them_again_alike() -> None:
    game = run(gravity(), "SAFRE", *ALL_THREE)
    (first,) = game.settle()
    game.pop()
    assert game.settle() == [first]
    with refused("no_such_outcome"):
        game.pop()
        rolled(game, 11)


# -- the best run -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.7.2-c", "1883:6.7.1-b")
def test_the_best_run_is_compulsory() -> None:
    game = gravity()
    for worse in (ALL_THREE[:2], ALL_THREE[1:], (("2-2", TO_SASSUOLO),), ()):
        with refused("not_the_most"):
            run(game, "SAFRE", *worse)
    assert game.legal_actions()[0].runs
    assert step(run(game, "SAFRE", *ALL_THREE)) == "GravityDie"


@pytest.mark.rule("1883:6.7.2-c", "1883:6.7.1-b")
def test_a_ruling_frees_the_choice_of_runs() -> None:
    assert run(gravity(best_run="free"), "SAFRE", *ALL_THREE[:1]).decision == Dividend("SAFRE", 50)
    game = run(gravity(best_run="free"), "SAFRE", ALL_THREE[2])
    assert rolled(game, 9).state.cell["SAFRE"] == (2, 6), "nothing is earned, so nothing is asked"


@pytest.mark.rule("1883:6.7.2-c", "1883:11-12")
def test_a_box_that_pays_less_changes_which_run_is_the_best() -> None:
    """Modena - Mantova pays 60, Modena - Bologna 70, or 50 when the king takes 20 (10 on the card)."""
    for change, way, revenue in ((0, BOLOGNA, 70), (-20, "55 MANTOVA", 60)):
        found = standing("FMMSF", "2").train("3-0", "FMMSF")
        found.state.effect["boxes"] = (("BOLOGNA", change),) if change else ()
        game = found.operating("FMMSF", "RunStep")
        other = "55 MANTOVA" if way == BOLOGNA else BOLOGNA
        with refused("not_the_most"):
            run(game, "FMMSF", ("3-0", other))
        assert run(game, "FMMSF", ("3-0", way)).decision == Dividend("FMMSF", revenue)


@pytest.mark.rule("1883:6.7.2-c")
def test_a_train_may_stay_away_where_it_would_only_lose() -> None:
    """A box that would cost more than the city brings: the best run is none."""
    found = standing("FMMSF", "2").train("3-0", "FMMSF")
    found.state.effect["boxes"] = (("BOLOGNA", -80), ("MANTOVA", -70))
    game = found.operating("FMMSF", "RunStep")
    assert step(game) != "RunStep" and game.state.cell["FMMSF"] == (2, 6) and game.state.last_run["FMMSF"] == 0


@pytest.mark.rule("1883:6.6-i", "1883:6.7-c")
def test_a_train_too_short_for_the_only_route_is_not_asked() -> None:
    game = standing("FMMSF", "2").train("2-2", "FMMSF").operating("FMMSF", "RunStep")
    assert step(game) != "RunStep" and game.state.cell["FMMSF"] == (2, 6)


@pytest.mark.rule("1883:11-10", "1883:6.7-c")
def test_in_the_red_week_a_company_of_lines_alone_earns_nothing() -> None:
    found = standing("FMMSF", "2").train("3-0", "FMMSF")
    found.state.effect["fs_closed"] = True
    assert found.operating("FMMSF", "RunStep").state.cell["FMMSF"] == (2, 6)


@pytest.mark.rule("1883:6.6-d", "1883:6.7.2-c")
def test_a_full_t_city_ends_the_best_run_of_a_stranger() -> None:
    laid = {"30": ("8", 3), "41": ("Sa3", 0), "54": ("8", 1)}
    found = launched(standing("SAFRE", "5", laid), "FMMSF").token("SV", "55").train("5-0", "SAFRE")
    game = found.operating("SAFRE", "RunStep")
    with refused("route_passes_blocked"):
        run(game, "SAFRE", ("5-0", "31 30 41 54 55 BOLOGNA"))
    assert run(game, "SAFRE", ("5-0", "55 54 41 30 31 BOLOGNA")).decision.revenue == 30 + 40 + 30 + 60


# -- FSF's first rounds -----------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:T-h")
def test_fsf_has_no_train_in_its_first_round() -> None:
    game = lay(lay(standing("FSF").operating("FSF", "LayTrack"), "FSF", "46", "9", 1), "FSF", "70", "8", 5)
    assert game.state.cash["FSF"] == 180 and game.state.cell["FSF"] == (2, 6) and price(game, "FSF") == 90
    assert step(game) == "BuyTrains"
    for train in ("2-2", "2-3"):
        game.push(next(action for action in game.legal_actions() if getattr(action, "train", "") == train))
    assert game.state.cash["FSF"] == 20


@pytest.mark.rule("1883:T-h2", "1883:3.2-o")
def test_fsf_runs_with_an_anchor_in_its_second_round() -> None:
    found = standing("FSF", "1", {"46": ("9", 1), "70": ("8", 5)}, cash=20).price("FSF", 2, 6)
    found.train("2-2", "FSF").train("2-3", "FSF")
    found.state.effect["boxes"] = (("BOLOGNA", -10),)
    found.state.shelves.move("anchor.FSF-P.0", anchor_at("FSF", "81"))
    game = lay(lay(found.operating("FSF", "LayTrack"), "FSF", "81", "6", 2), "FSF", "21", "6", 4)
    run(game, "FSF", ("2-2", "34 46 59"), ("2-3", "59 70 81"))
    assert game.decision == Dividend("FSF", 40 + 60)
    pay(game, "FSF")
    assert game.state.cash[A] == 550 + 20 and price(game, "FSF") == 100 and game.state.cell["FSF"] == (2, 7)


@pytest.mark.rule("1883:3.2-o", "1883:6.8.5-d", "1883:11-7", "1883:11-22")
@pytest.mark.parametrize(
    ("ruling", "card", "die", "revenue"),
    [
        ("before_halving", "", 7, 70 + 40),  # 50 and 20, and (50 + 20) / 2 = 35 paid as 40
        ("after_halving", "", 7, 70 + 50),  # 25 as 30, and 20
        ("before_halving", "autarchy", 7, 50),  # 55 paid as 50
        ("after_halving", "autarchy", 7, 60),
        ("before_halving", "trains_are_on_time", 7, 170),  # 165
        ("before_halving", "autarchy", 8, 30),  # 35
    ],
)
def test_anchor_half_value_and_event_are_rounded_one_after_the_other(
    ruling: str, card: str, die: int, revenue: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No port lies below a hill on this board, so one is put where Reggio is."""
    monkeypatch.setitem(TITLE.map_facts["marks"], "port", [*TITLE.map_facts["marks"]["port"], "31"])
    found = standing("", "1", CIANO, anchor_on_gravity=ruling)
    found.state.shelves.move("anchor.CNP.0", anchor_at("CCFR", "31"))
    found.state.effect["runs"] = ((card, "CCFR" if card == "autarchy" else ""),) if card else ()
    game = rolled(run(found.operating("CCFR", "RunStep"), "CCFR", ("2-0", TO_CIANO), ("2G-0", TO_CIANO)), die)
    assert game.decision == Dividend("CCFR", revenue)


# -- the cooperative --------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:8.1.5-a", "1883:8.1.5-e", "1883:6.7-c")
def test_a_run_of_nothing_leaves_ccfr_the_choice_to_loot() -> None:
    game = standing().no_trains("CCFR").operating("CCFR", "RunStep")
    assert game.decision == Dividend("CCFR", 0)
    with refused("no_such_dividend"):
        pay(game, "CCFR", "withhold")
    pay(game, "CCFR")
    assert game.state.cell["CCFR"] == (2, 6) and game.state.cash[A] == 550


@pytest.mark.rule("1883:8.1.5-b", "1883:8.1.5-c", "1883:T-f")
@pytest.mark.parametrize(("revenue", "gets"), [(0, 45), (80, 125)])
def test_loot_moves_the_price_once_whatever_the_run(revenue: int, gets: int) -> None:
    game = pay(paying(standing(), "CCFR", revenue), "CCFR", "loot")
    assert game.state.cash[A] == 550 + gets and game.state.cell["CCFR"] == (2, 6)
    assert shares_of(game, POOL, "CCFR") == 1 and shares_of(game, A, "CCFR") == 0


@pytest.mark.rule("1883:T-g", "1883:8.1.5-d")
def test_after_a_loot_the_pool_pays_the_treasury() -> None:
    found = standing()
    found.state.shelves.move("CCFR_1", ("certs", POOL, "CCFR"))
    assert shares_of(found.game, A, "CCFR") == 0
    found.state.flags["ccfr_president"] = B
    game = pay(paying(found.price("CCFR", 2, 6), "CCFR", 50), "CCFR")
    assert [game.state.cash[who] for who in (A, B, C, "CCFR")] == [550, 555, 555, 5]
    assert game.state.cell["CCFR"] == (2, 6)
