"""Where rules of 1883 meet that seldom do: penalties and the cooperative, cards, variants and rulings together."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from stockrail.rules.actions import GoBankrupt, IssueShares, Pass, PayOut, StartCompany
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.state import DEPOT, POOL, certs_at
from stockrail.rules.tokens import cities_of
from stockrail.rules.trains import trains_of
from stockrail.titles.g1883.companies import president_of
from stockrail.titles.g1883.concessions import BonusChoice
from stockrail.titles.g1883.cooperative import capitalise, members_in_turn
from stockrail.titles.g1883.debts import close_all
from stockrail.titles.g1883.dividends import CoachRun, Dividend, after_dice
from stockrail.titles.g1883.events import cards_left
from stockrail.titles.g1883.merger import OFF
from stockrail.titles.g1883.phases import MERGER_DUE, MergerAfterTurn, change_phase
from stockrail.titles.g1883.raids import Bomb
from stockrail.titles.g1883.running import anchor_bonus
from stockrail.titles.g1883.state import CAPITALISED, FROZEN

from .buying import next_up, railway, setting
from .eventful import Scene, draw
from .lying import TITLE, VIGNOLA, earns, lying
from .operating import A, B, C, launched, standing

# -- the cooperative --------------------------------------------------------------------------------------------------


def checking(found: Any) -> Any:
    """All companies have operated; now concessions are checked."""
    order = found.game.stack[0].during(OperatingRound(2, 1))
    found.game.stack = (msgspec.structs.replace(order, coming="checks"),)
    found.game._run()
    return found.game


@pytest.mark.rule("1883:6.11-a", "1883:6.8.6-c", "1883:8.1.6-a", "1883:6.5.2-a")
def test_a_penalty_that_ruins_the_president_closes_the_cooperative_until_the_first_5() -> None:
    """A38, A76: the concession comes back, its circles are kept, it is launched anew with new tokens and a new par."""
    found = standing(phase="3").cash(A, 0)
    found.state.concession["1"], found.state.clock["1"] = "CCFR", 2
    game = checking(found)
    game.push(GoBankrupt(A, "CCFR"))
    assert game.state.flags["ccfr"] == FROZEN and president_of(game, "CCFR") is None
    assert game.state.concession["1"] == POOL and cities_of(game, "CCFR") == []
    assert [game.title.kept_circles(game, "SV", (home, 0)) for home in ("31", "5")] == [2, 1], "SAFRE's lies in 31, too"
    assert trains_of(game, POOL) == ["2-0", "2-1"] and len(trains_of(game, "gravity")) == 6
    assert game.title.audit(game) == []
    later = type(found).of(game).phase("5")
    capitalise(later.game)
    assert trains_of(later.game, "CCFR") == ["5-0"] and later.state.cash["CCFR"] == 100
    later.turn = 3  # 5.8-e
    game = later.stock_round(B)
    game.push(StartCompany(B, "CCFR", 65))
    assert cities_of(game, "CCFR") == [("31", 0), ("5", 0)] and game.state.cash["CCFR"] == 100 + 130


@pytest.mark.rule("1883:11-22", "1883:8.1.5-b", "1883:8.1.7-a")
def test_trains_on_time_bring_a_looter_more() -> None:
    found = standing()
    found.state.effect["runs"] = (("trains_are_on_time", ""),)
    assert after_dice(found.game, "CCFR", 50, ()) == Dividend("CCFR", 80)


@pytest.mark.rule("1883:11-26", "1883:8.1.8-f", "1883:8.1.7-a")
def test_hot_autumn_asks_ccfr_once_it_is_a_railway_and_not_while_it_waits_for_its_launch() -> None:
    assert Scene(era=3).capitalised().cards(1, 1, 1).event(26).decision.company == "CCFR"
    scene = Scene.of(setting("6").game)
    scene.state.flags["events_begin"] = True
    assert scene.cards(1, 1, 1).event(26).state.effect.get("runs", ()) == ()


@pytest.mark.rule("1883:11-6", "1883:5.8-e", "1883:6.7-c")
def test_a_company_that_closed_in_its_turn_and_starts_again_has_not_operated_before() -> None:
    """So the next accident passes it by."""
    found = standing("SV").price("SV", 6, 0)
    found.state.operated["SV"] = (1, 1)
    game = found.operating("SV", "RunStep")
    assert "SV" not in game.state.par and "SV" not in game.state.operated


# -- trains lost to a card --------------------------------------------------------------------------------------------


def occupied(phase: str, kind: str) -> Any:
    """Card 16 takes the first train of a kind."""
    pos = next_up(railway(setting(phase), "FSF", {A: 2}), kind)
    pos.state.flags["events_begin"] = True
    return Scene.of(pos.game).event(16)


@pytest.mark.rule("1883:11-16", "1883:4.0-i", "1883:4.0-k", "1883:8.1.4-c")
def test_a_first_4_lost_to_a_card_lowers_anchors_and_gives_ccfr_a_4_in_that_very_round() -> None:
    game = occupied("3", "4")
    assert game.phase.name == "4" and anchor_bonus(game) == 10
    assert trains_of(game, "CCFR")[-1] == "4-1" and trains_of(game, DEPOT)[0] == "4-2"
    assert game.phase_has_come(TITLE.facts["merger"]["from_phase"])


@pytest.mark.rule("1883:11-16", "1883:7.1-a", "1883:4.0-g")
def test_a_first_6_lost_to_a_card_changes_deck_and_boxes_at_once() -> None:
    game = occupied("5", "6")
    assert game.phase.name == "6" and game.phase.offboard == "high"
    assert cards_left(game) == list(range(24, 32)), "card 16 and all others of its era are gone"


@pytest.mark.rule("1883:9-b", "1883:9-e", "1883:11-18", "1883:11-30", "1883:11-31")
def test_a_bank_that_a_war_has_broken_stays_broken_though_money_comes_back() -> None:
    """The set goes on, and then the game is over."""
    scene = Scene(era=2).railway("SV", 0)
    scene.state.cash.pay("bank", "SV", scene.state.cash["bank"] - 400)
    scene.state.flags["rounds"] = 2
    game = scene.event(18)
    assert game.state.cash["bank"] == -100 and game.state.flags["bank_out"] and not game.is_over
    later: Any = Scene.of(game).phase("6")
    game = later.no_trains("CCFR").begin(2)
    draw(game, 30)
    assert game.state.cash["bank"] == 400 and game.state.flags["bank_out"]
    while not game.is_over:
        assert any(isinstance(frame, OperatingRound) for frame in game.stack)
        game.push(game.draw() if game.actor < 0 else list(game.legal_actions())[-1])
    assert game.result().reason == "bank"


# -- variants ---------------------------------------------------------------------------------------------------------


def due() -> Any:
    """FBV has bought the first 5, both parents are in play, the turn is not over."""
    pos = railway(setting("4", options=("mandatory_merging",)), "FBV", {A: 2}, cash=900)
    railway(railway(pos, "FMMSF", {B: 3}, cell=(5, 3)), "FMV", {C: 3}, cell=(5, 2))
    game: Any = next_up(pos.train("4-0", "CCFR"), "5").operating("FBV", "IssueStep")
    change_phase(game, "5", "FBV")
    game._run()
    game.settle()
    assert game.state.flags.get(MERGER_DUE)
    return pos


@pytest.mark.rule("1883:12.1-b", "1883:12.1-c", "1883:5.8-a")
def test_a_parent_that_closes_before_the_turn_ends_ends_the_merger_and_ccfr_is_capitalised() -> None:
    game = due().game
    close_all(game, ["FMV"])
    game.stack = (game.stack[0], OperatingRound(2, 1), OperatingTurn("FBV", 99))
    game._run()
    game.settle()
    assert game.state.flags[OFF] and not game.state.flags["sefta"]
    assert game.state.flags["ccfr"] == CAPITALISED and MERGER_DUE not in game.state.flags


@pytest.mark.rule("1883:12.1-b", "1883:8.1.8-e", "1883:8.1.6-a")
def test_a_frozen_ccfr_is_opened_for_launch_only_after_the_merger_by_duty() -> None:
    pos = due()
    pos.state.flags["ccfr"] = FROZEN
    for seat in (A, B, C):
        pos.state.shelves.move(pos.state.shelves.on(certs_at(seat, "CCFR"))[0], certs_at(POOL, "CCFR"))
    game = pos.game
    game.stack = (game.stack[0], OperatingRound(2, 1), MergerAfterTurn())
    game._run()
    while game.state.flags["ccfr"] == FROZEN:
        assert game.state.flags["sefta"] and "CCFR" in game.state.cell
        game.push(game.legal_actions()[0])
    assert "CCFR" not in game.state.cell and game.state.cash["CCFR"] == 100


@pytest.mark.rule("1883:12.2-a", "1883:5.8-e")
@pytest.mark.parametrize(("options", "tokens"), [((), 2), (("strengthen_the_weak",), 3)])
def test_the_variants_token_of_fmv_comes_back_with_it_after_a_closing_and_else_stays_away(
    options: tuple[str, ...], tokens: int
) -> None:
    found = launched(standing("SV", "3", options=options), "FMV", shares={B: 2}).token("FMV", "75")
    close_all(found.game, ["FMV"])
    assert len(found.state.shelves.on(("spare", "FMV"))) == tokens


@pytest.mark.rule("1883:11-13", "1883:6.8.6-c", "1883:6.2-a")
def test_bombs_go_round_from_the_priority_holder_without_the_bankrupt() -> None:
    scene = Scene(era=2, players=4)
    scene.state.flags["priority"], scene.state.bankrupt[3] = 2, True
    game, rollers = scene.event(13), []
    while isinstance(game.decision, Bomb):
        rollers.append(game.decision.player)
        draw(game, 1)
    assert rollers == [2, 0, 1, 2, 0, 1, 2, 0, 1, 2]


# -- rulings ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:11-3", "1883:6.7-c", "1883:8.2-m")
@pytest.mark.parametrize(("when", "fallen"), [("in_the_run_step", (65, 60)), ("at_the_event", (60, 60))])
def test_sarsas_price_falls_once_in_a_general_strike(when: str, fallen: tuple[int, int]) -> None:
    scene = Scene(rulings={"strike_move": when}).railway("SARSA", 0, 65).cards(0, 0, 0)
    game = scene.event(3)
    before = price(game, "SARSA")
    game.stack = (game.stack[0], OperatingRound(2, 1), OperatingTurn("SARSA", 99), CoachRun("SARSA"))
    game._run()
    assert (before, price(game, "SARSA")) == fallen


@pytest.mark.rule("1883:6.6-b", "1883:11-12", "1883:11-10")
def test_a_t_place_that_pays_twice_is_paid_twice_when_the_king_comes_and_not_at_all_in_the_red_week() -> None:
    for effects, revenue in (({"boxes": (("BOLOGNA", -10),)}, 90), ({}, 100)):
        game = lying(tokens={"FMMSF": ["55"]}, trains={"FMMSF": ["3-0"]}, effects=effects, t_place_value="twice")
        assert earns(game, "FMMSF", ("3-0", "55 BOLOGNA")) == revenue
    game = lying(
        tokens={"FMMSF": ["55"]}, trains={"FMMSF": ["3-0"]}, effects={"fs_closed": "red_week"}, t_place_value="twice"
    )
    assert game.title.run_setting(game, "FMMSF").rules.lines == ()


@pytest.mark.rule("1883:11-23", "1883:6.8.5-a", "1883:8.1.8-f")
def test_the_war_takes_no_train_of_the_cooperative_and_one_of_the_railway() -> None:
    for railway_, left in ((False, 2), (True, 1)):
        scene = Scene(era=2).cards(0, 0, 0)
        scene.no_trains("CCFR")
        for train in ("3-0", "3-1"):
            scene.train(train, "CCFR")
        game = (scene.capitalised() if railway_ else scene).event(23)
        assert len(trains_of(game, "CCFR")) == left


# -- the order of a turn ----------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:6.3-a", "1883:8.3-b", "1883:6.9-a")
def test_tile_token_run_dividend_trains_sale_and_merger_follow_each_other() -> None:
    laid = {"54": ("8", 1), "64": ("57", 2)}
    found = launched(standing("FMMSF", "4", laid, 600, {A: 2}), "FMV", shares={A: 2}).token("FMV", "55")
    game: Any = found.no_trains("CCFR").train("3-0", "FMMSF").operating("FMMSF", 0)
    asked = []
    while game.actor >= 0 and any(isinstance(frame, OperatingTurn) for frame in game.stack):
        if getattr(game.decision, "company", "") != "FMMSF":
            break
        asked.append(type(game.decision).__name__)
        passes = [entry for entry in game.legal_actions() if isinstance(entry, Pass)]
        game.push(passes[0] if passes else game.legal_actions()[0])
    assert asked == ["LayTrack", "PlaceStation", "RunStep", "Dividend", "BuyTrains", "IssueStep", "MergeStep"]


# -- what is shown ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1883:11-2", "1883:11-5")
@pytest.mark.parametrize(
    ("card", "some", "others"), [("flooding", "21", "5"), ("landslide_in_the_apennine", "5", "21")]
)
def test_the_map_shows_where_a_card_forbids_tiles(card: str, some: str, others: str) -> None:
    found = standing()
    assert TITLE.barred_hexes(found.game) == {}
    found.state.effect["no_lay"] = card
    assert some in TITLE.barred_hexes(found.game) and others not in TITLE.barred_hexes(found.game)


@pytest.mark.rule("1883:8.1.2-b", "1883:8.1.5-d")
def test_who_has_looted_is_not_shown_among_those_who_preside_in_turn() -> None:
    found = standing()
    found.state.ousted[B] = True
    assert members_in_turn(found.game) == [A, C]


# -- a closing that opens a way ---------------------------------------------------------------------------------------


def shut_out(blocker: str) -> Any:
    """FMV has concession 1, and a token in Bazzano stands in its way; its price is one step from the end."""
    found = launched(
        standing("FMV", "2", VIGNOLA, shares={B: 2}, strike_move="at_the_event"), "FBV", shares={A: 2}
    ).token(blocker, "75")
    found.state.concession["1"], found.state.clock["1"], found.state.support[B] = "FMV", 0, 1
    found.state.support[A] = 0
    found.state.operated["FBV"] = found.state.flags["last_round"] = (1, 1)
    found.state.flags["events_begin"] = True
    return found.price(blocker, 6, 0)


def paying(found: Any, company: str, kind: str) -> Any:
    game = found._wait(OperatingRound(2, 1), OperatingTurn(company, 4), Dividend(company, 30))
    game.push(PayOut(A, company, kind))
    return game


def issuing(found: Any) -> Any:
    game = found.operating("FBV", "IssueStep")
    game.push(IssueShares(A, "FBV", 1))
    return game


@pytest.mark.rule("1883:5.8-a", "1883:5.6.1-d", "1883:5.6.1-f")
@pytest.mark.parametrize(
    ("blocker", "close"),
    [
        ("FBV", lambda found: paying(found, "FBV", "withhold")),
        ("FBV", issuing),
        ("FBV", lambda found: Scene.of(found.game).event(6)),
        ("FBV", lambda found: Scene.of(found.game).event(3)),
        ("CCFR", lambda found: paying(found, "CCFR", "loot")),
    ],
    ids=["withheld dividend", "own sale", "accident", "strike", "loot"],
)
def test_however_a_company_closes_the_concession_that_it_stood_in_the_way_of_is_paid(blocker: str, close: Any) -> None:
    found = shut_out(blocker)
    game = close(found)
    if game.decision.subject(game) == "FMV" and not isinstance(game.decision, BonusChoice):
        game.push(Pass(B))  # it is on strike as well
    assert isinstance(game.decision, BonusChoice) and game.decision.company == "FMV"
    before = game.state.cash["FMV"]
    game.push(Pass(B))
    assert game.state.cash["FMV"] == before + 100 and game.state.concession["1"] == "gone"
    assert not game.title.operates(game, blocker) and game.title.audit(game) == []
    assert game.decision is not None and not isinstance(game.decision, BonusChoice)
