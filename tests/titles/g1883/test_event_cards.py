"""What each event card does, and how long."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import CHANCE, Draw, IllegalAction
from stockrail.rules.actions import DiscardTrain, GoBankrupt, LayTile, SellShares
from stockrail.rules.prices import move_left
from stockrail.rules.rounds import OperatingRound, OperatingTurn
from stockrail.rules.state import BANK, BOX, POOL
from stockrail.rules.trains import next_train, trains_of
from stockrail.titles.g1883.effects import adjusted, effects_in_force, lay_fault
from stockrail.titles.g1883.events import DrawCard, EventStep
from stockrail.titles.g1883.state import ASIDE
from stockrail.titles.g1883.title import Order
from stockrail.words import Speaker

from .eventful import Scene, asks_for, declines, draw, kinds, pays, prices
from .lying import TITLE, earns, lying

SARSA = "SARSA"


def runs(game: Any, total: int, *companies: str) -> list[int]:
    return [adjusted(game, company, total) for company in companies]


def end_round(game: Any) -> None:
    """Everything that waits in this operating round is skipped, and the round ends."""
    order = game.stack[0]
    game.stack = (Order(order.turn, "rotation", order.nth),)
    game.state.acted.clear()
    game._run()


def refused(game: Any, action: Any) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


# -- players pay or lose --------------------------------------------------------------------------------------


@pytest.mark.rule("1883:11-1")
def test_the_first_world_war_costs_every_player_10() -> None:
    scene = Scene()
    before = [scene.state.cash[holder] for holder in (0, 1, 2, BANK)]
    game = scene.event(1)
    assert [game.state.cash[holder] for holder in (0, 1, 2, BANK)] == [
        before[0] - 10, before[1] - 10, before[2] - 10, before[3] + 30
    ]  # fmt: skip


@pytest.mark.rule("1883:11-1", "1883:7.0-b")
def test_who_lacks_the_10_sells_shares_and_the_next_player_pays_afterwards() -> None:
    game = Scene().corporation("FBV", {2: 2, 0: 1}).cash(0, 4).event(1)
    assert game.actor == 0 and game.state.cash[1] == 550, "Ben waits for Ada"
    game.push(SellShares(0, "FBV", 1))
    assert game.state.cash[0] == 4 + 100 - 10
    assert [game.state.cash[seat] for seat in (1, 2)] == [540, 540]


@pytest.mark.rule("1883:11-1", "1883:6.8.6-c")
def test_who_cannot_raise_the_10_leaves_and_the_others_pay_all_the_same() -> None:
    scene = Scene().cash(1, 4)
    scene.state.flags["priority"] = 1
    game = scene.event(1)
    assert game.actor == 1
    game.push(GoBankrupt(1, ""))
    assert game.state.bankrupt[1]
    assert [game.state.cash[seat] for seat in range(3)] == [540, 0, 540]
    assert not game.is_over and not isinstance(game.decision, DrawCard)


@pytest.mark.rule("1883:11-1", "1883:9-d")
def test_the_game_may_end_in_the_middle_of_the_card() -> None:
    game = Scene(players=2).cash(0, 4).event(1)
    game.push(GoBankrupt(0, ""))
    assert game.is_over and game.result().winners == (1,)
    assert game.state.cash[1] == 800, "the game was over before Ben's turn to pay"


def told_of_support(game: Any) -> list[tuple[int, int, bool]]:
    """Whose cards the log counts, how many, and whether they gain them."""
    return [(event["player"], event["count"], event["gains"]) for event in game.log if event.kind == "support_changes"]


@pytest.mark.rule("1883:11-15")
def test_the_empire_gives_every_player_a_support_card_up_to_nine() -> None:
    game = Scene(era=2).cards(0, 8, 9).event(15)
    assert [game.state.support[seat] for seat in range(3)] == [1, 9, 9]
    assert told_of_support(game) == [(0, 1, True), (1, 1, True)]


@pytest.mark.parametrize(("era", "card"), [(2, 19), (2, 20), (3, 27)])
@pytest.mark.rule("1883:11-19", "1883:11-20", "1883:11-27")
def test_every_player_loses_a_support_card_who_has_one(era: int, card: int) -> None:
    game = Scene(era=era).cards(0, 1, 4).event(card)
    assert [game.state.support[seat] for seat in range(3)] == [0, 0, 3]
    assert told_of_support(game) == [(1, 1, False), (2, 1, False)]


@pytest.mark.rule("1883:11-17")
@pytest.mark.parametrize(("cash", "loses"), [(101, 11), (100, 10), (1, 1), (0, 0), (550, 55)])
def test_gold_to_homeland_takes_a_tenth_rounded_up(cash: int, loses: int) -> None:
    scene = Scene(era=2).cards(2, 2, 2).cash(0, cash)
    bank = scene.state.cash[BANK]
    game = scene.event(17)
    assert game.state.cash[0] == cash - loses
    assert game.state.cash[BANK] == bank + loses + 55 + 55


@pytest.mark.rule("1883:11-17")
def test_three_support_cards_save_the_gold() -> None:
    game = Scene(era=2).cards(4, 3, 2).event(17)
    assert refused(game, game.decision.list(game)[0].__class__(0, 1)) == ("support_count", "7.0-b")
    pays(game, 3)
    assert game.actor == 1
    declines(game)
    assert [game.state.cash[seat] for seat in range(3)] == [550, 495, 495], "Cy has too few cards"
    assert [game.state.support[seat] for seat in range(3)] == [1, 3, 2]


@pytest.mark.rule("1883:11-17")
def test_who_has_no_gold_is_not_asked() -> None:
    game = Scene(era=2).cards(3, 3, 3).cash(0, 0).event(17)
    assert game.actor == 1
    assert "loses_cash" not in kinds(game)


@pytest.mark.rule("1883:11-28", "1883:7.0-e")
def test_magnacucchi_takes_a_card_from_the_lowest_roll_of_those_who_have_one() -> None:
    game = Scene(era=3, players=4).cards(1, 0, 5, 2).event(28)
    streams = []
    for number in (4, 9, 3):
        streams.append(game.decision.stream)
        draw(game, number)
    assert streams == ["magnacucchi/1/0", "magnacucchi/1/2", "magnacucchi/1/3"]
    assert [game.state.support[seat] for seat in range(4)] == [1, 0, 5, 1]


@pytest.mark.rule("1883:11-28")
def test_the_lowest_roll_again_if_they_are_equal() -> None:
    game = Scene(era=3, players=4).cards(1, 1, 1, 1).event(28)
    streams = []
    for number in (2, 2, 10, 2, 5, 5, 6, 1, 3):
        streams.append(game.decision.stream)
        draw(game, number)
    assert len(set(streams)) == 9 and streams[-1] == "magnacucchi/3/1", "each roll is a new one"
    assert [game.state.support[seat] for seat in range(4)] == [0, 1, 1, 1], "3 players roll again, then Ada and Ben"
    assert len([kind for kind in kinds(game) if kind == "rolls_for_support"]) == 9


@pytest.mark.rule("1883:11-28")
@pytest.mark.parametrize(("cards", "left"), [((0, 2, 0), [0, 1, 0]), ((0, 0, 0), [0, 0, 0])])
def test_a_single_holder_loses_without_a_roll(cards: tuple[int, ...], left: list[int]) -> None:
    game = Scene(era=3).cards(*cards).event(28)
    assert [game.state.support[seat] for seat in range(3)] == left
    assert "rolls_for_support" not in kinds(game)


# -- the bank --------------------------------------------------------------------------------------


@pytest.mark.rule("1883:11-18", "1883:11-31", "1883:9-e")
@pytest.mark.parametrize(("era", "card"), [(2, 18), (3, 31)])
def test_500_are_taken_out_of_the_bank(era: int, card: int) -> None:
    scene = Scene(era=era) if era < 3 else Scene(era=era).capitalised()
    bank = scene.state.cash[BANK]
    game = scene.event(card)
    assert (game.state.cash[BANK], game.state.cash[ASIDE]) == (bank - 500, 500)
    assert game.title.audit(game) == []
    assert "bank_out" not in game.state.flags


@pytest.mark.rule("1883:9-e", "1883:11-18")
@pytest.mark.parametrize(("money", "breaks"), [(501, False), (500, True), (300, True)])
def test_a_bank_that_has_no_more_is_broken(money: int, breaks: bool) -> None:
    game = Scene(era=2).bank(money).event(18)
    assert bool(game.state.flags.get("bank_out")) == breaks


@pytest.mark.rule("1883:11-30")
@pytest.mark.parametrize(("aside", "back"), [(0, 0), (500, 500), (1000, 500)])
def test_the_tax_shield_brings_500_back_once(aside: int, back: int) -> None:
    scene = Scene(era=3)
    scene.state.cash.pay(BANK, ASIDE, aside)
    bank = scene.state.cash[BANK]
    game = scene.event(30)
    assert (game.state.cash[BANK], game.state.cash[ASIDE]) == (bank + back, aside - back)


# -- tiles, lines, boxes --------------------------------------------------------------------------------------


@pytest.mark.rule("1883:11-2")
def test_flooding_forbids_tiles_on_f_hexes_in_this_round() -> None:
    game = Scene().event(2)
    assert [lay_fault(game, hex_) for hex_ in ("70", "46", "18", "30")] == ["flooded", "flooded", None, None]
    assert effects_in_force(game) == [("flooding", {})]
    end_round(game)
    assert lay_fault(game, "70") is None and effects_in_force(game) == []


@pytest.mark.rule("1883:11-5")
def test_a_landslide_forbids_tiles_on_hills_and_mountains_in_this_round() -> None:
    game = Scene().event(5)
    found = [lay_fault(game, hex_) for hex_ in ("17", "14", "18", "41", "70")]
    assert found == ["landslide", "landslide", None, "landslide", None]
    end_round(game)
    assert lay_fault(game, "14") is None


@pytest.mark.rule("1883:11-2")
def test_fsf_cannot_lay_on_flooded_ground_but_elsewhere_it_may() -> None:
    scene = Scene().railway("FSF", 1, 100, cash=500).token("FSF", "34").token("FSF", "59")
    scene.tiles(**{"46": ("9", 1), "21": ("6", 4)})
    scene.state.effect["no_lay"] = "flooding"
    game: Any = scene.operating("FSF", "LayTrack")
    assert refused(game, LayTile(1, "FSF", "70", "8", 5)) == ("flooded", "11-2")
    assert {lay.hex for lay in game.legal_actions() if isinstance(lay, LayTile)} == {"20"}
    del game.state.effect["no_lay"]
    assert game.is_legal(LayTile(1, "FSF", "70", "8", 5))


@pytest.mark.rule("1883:11-10")
def test_in_the_red_week_no_route_uses_the_state_railway() -> None:
    game = Scene().event(10)
    assert game.state.effect["fs_closed"]
    route = ("3-0", "55 BOLOGNA")
    position: dict[str, Any] = {"tokens": {"FMMSF": ["55"]}, "trains": {"FMMSF": ["3-0"]}}
    assert earns(lying("2", **position), "FMMSF", route) == 70
    with pytest.raises(IllegalAction):
        earns(lying("2", effects=game.state.effect.by_key(), **position), "FMMSF", route)
    end_round(game)
    assert "fs_closed" not in game.state.effect


@pytest.mark.rule("1883:11-12", "1883:11-21", "1883:11-25")
@pytest.mark.parametrize(
    ("era", "card", "boxes"),
    [
        (1, 12, (("BOLOGNA", -10),)),
        (2, 21, (("VERONA", 20),)),
        (3, 25, (("MANTOVA", 30), ("VERONA", 20))),
    ],
)
def test_boxes_are_worth_more_or_less_in_this_round(era: int, card: int, boxes: tuple[Any, ...]) -> None:
    game = Scene(era=era).event(card)
    assert game.state.effect["boxes"] == boxes
    end_round(game)
    assert "boxes" not in game.state.effect


@pytest.mark.rule("1883:11-12")
def test_a_run_to_bologna_earns_10_less_when_the_king_comes() -> None:
    effects = Scene().event(12).state.effect.by_key()
    position: dict[str, Any] = {"tokens": {"FMMSF": ["55"]}, "trains": {"FMMSF": ["3-0"]}, "effects": effects}
    assert earns(lying("2", **position), "FMMSF", ("3-0", "55 BOLOGNA")) == 60


# -- runs --------------------------------------------------------------------------------------


def four(era: int = 1, **more: Any) -> Scene:
    """FSF with Ben, FBV and SARSA with Ada; CCFR goes round and is Ada's now."""
    return Scene(era, **more).railway("FSF", 1, 100).railway("FBV", 0, 85).railway(SARSA, 0, 65)


@pytest.mark.rule("1883:11-3", "1883:T-y")
@pytest.mark.parametrize("card", [3, 4])
def test_a_general_strike_leaves_nothing_of_a_run_unless_a_card_is_paid(card: int) -> None:
    game = four().cards(1, 1, 0).event(card)
    pays(game)
    declines(game)
    declines(game)
    assert runs(game, 130, "FSF", "FBV", SARSA, "CCFR") == [130, 0, 0, 130]
    assert prices(game, "FSF", "FBV", SARSA) == [100, 85, 65], "the price falls with the run for nothing"
    end_round(game)
    assert runs(game, 130, "FBV", SARSA) == [130, 130]


@pytest.mark.rule("1883:11-3", "1883:T-y", "1883:6.7-c")
@pytest.mark.parametrize("when", ["in_the_run_step", "at_the_event"])
def test_the_price_falls_once_in_the_run_step_or_when_the_card_is_drawn(when: str) -> None:
    scene = four(rulings={"strike_move": when}).cards(0, 1, 0).train("2-2", "FBV").token("FBV", "86")
    game = scene.begin()
    before = prices(game, "FSF", "FBV", SARSA)
    draw(game, 3)
    pays(game)
    now = prices(game, "FSF", "FBV", SARSA)
    fallen = [100, 80, 60]
    assert now == (fallen if when == "at_the_event" else before)
    game.stack = (game.stack[0], OperatingRound(2, 1), OperatingTurn("FBV", 3))
    game._run()
    assert prices(game, "FBV") == [80], "no second move"
    end_round(game)
    assert effects_in_force(game) == []


@pytest.mark.rule("1883:11-3", "1883:5.8-a")
def test_a_strike_may_close_a_company_when_the_price_falls_at_once() -> None:
    scene = four(rulings={"strike_move": "at_the_event"}).cards(0, 0, 0).price("FSF", 6, 0)
    game = scene.event(3)
    assert "FSF" not in game.state.par
    assert prices(game, "FBV", SARSA) == [80, 60], "the others are asked all the same"


@pytest.mark.rule("1883:11-3")
def test_at_the_left_end_the_price_falls_by_a_row() -> None:
    scene = four(rulings={"strike_move": "at_the_event"}).cards(0, 0, 0).price("FSF", 3, 0)
    game = scene.event(4)
    assert game.state.cell["FSF"] == (4, 0)


@pytest.mark.rule("1883:11-3", "1883:8.1.7-a", "1883:8.1.8-f")
def test_a_capitalised_ccfr_is_met_by_strikes() -> None:
    game = four().capitalised().cards(3, 3, 3).event(3)
    asked = []
    while asks_for(game)[0] == "AvoidStrike":
        asked.append(asks_for(game)[1])
        declines(game)
    assert asked == ["CCFR", "FSF", "FBV", "SARSA"]
    assert runs(game, 70, "CCFR") == [0]


@pytest.mark.rule("1883:11-7", "1883:T-k2", "1883:8.1.7-a")
@pytest.mark.parametrize("card", [7, 8, 9])
@pytest.mark.parametrize(("total", "left"), [(130, 60), (140, 70), (110, 50), (10, 0), (0, 0)])
def test_a_railroad_strike_halves_runs_and_rounds_down_to_tens(card: int, total: int, left: int) -> None:
    game = four().cards(0, 1, 0).event(card)
    pays(game)
    assert runs(game, total, "FSF", "FBV", SARSA, "CCFR") == [total, left, total, total]


@pytest.mark.rule("1883:11-7", "1883:11-3")
def test_a_railroad_strike_moves_no_price_whenever_that_of_a_general_strike_falls() -> None:
    game = four(rulings={"strike_move": "at_the_event"}).cards(0, 0, 0).event(8)
    assert prices(game, "FSF", "FBV", SARSA) == [100, 85, 65]


@pytest.mark.rule("1883:11-14", "1883:8.1.7-a")
def test_autarchy_halves_all_runs_also_those_of_sarsa_and_ccfr() -> None:
    game = four(2).cards(3, 0, 0).event(14)
    asked = []
    while asks_for(game)[0] == "AvoidStrike":
        asked.append((game.actor, asks_for(game)[1]))
        (pays if asks_for(game)[1] == "FBV" else declines)(game)
    assert asked == [(0, "CCFR"), (0, "FBV"), (0, SARSA)], "Ada presides over CCFR in this round"
    assert runs(game, 130, "CCFR", "FSF", "FBV", SARSA) == [60, 60, 130, 60]


@pytest.mark.rule("1883:11-14", "1883:8.1.6-a")
def test_a_frozen_ccfr_is_not_asked() -> None:
    scene = four(2).cards(3, 3, 3)
    scene.state.flags["ccfr"] = "frozen"
    game = scene.event(14)
    assert asks_for(game) == ("AvoidStrike", "FSF")


@pytest.mark.rule("1883:11-22", "1883:T-k2", "1883:8.1.7-a")
@pytest.mark.parametrize(("total", "more"), [(130, 200), (140, 210), (110, 170), (10, 20), (0, 0)])
def test_trains_on_time_earn_half_as_much_again_rounded_up_to_tens(total: int, more: int) -> None:
    game = four(2).cards(3, 3, 3).event(22)
    assert runs(game, total, "FSF", "FBV", SARSA, "CCFR") == [more, more, total, more], "nobody is asked"
    assert effects_in_force(game) == [("trains_are_on_time", {})]


@pytest.mark.rule("1883:11-24")
@pytest.mark.parametrize(("paid", "left"), [(True, 130), (False, 60)])
def test_a_bus_strike_halves_the_run_of_sarsa_alone(paid: bool, left: int) -> None:
    game = four(3).capitalised().cards(1, 1, 1).event(24)
    assert asks_for(game) == ("AvoidStrike", SARSA)
    (pays if paid else declines)(game)
    assert runs(game, 130, "FSF", "FBV", SARSA, "CCFR") == [130, 130, left, 130]


@pytest.mark.rule("1883:11-24")
def test_a_bus_strike_without_buses_does_nothing() -> None:
    game = Scene(era=3).railway("FSF", 1).cards(3, 3, 3).event(24)
    assert "runs" not in game.state.effect
    assert asks_for(game)[0] != "AvoidStrike"


@pytest.mark.rule("1883:12.1-b", "1883:11-7")
def test_a_company_formed_after_the_card_inherits_what_its_parents_did_not_avoid() -> None:
    scene = Scene().railway("FMMSF", 0).railway("FMV", 1, 85).cards(1, 0, 0)
    game = scene.event(7)
    pays(game)
    assert runs(game, 130, "FMMSF", "FMV", "SEFTA") == [130, 60, 60]
    game = Scene().railway("FMMSF", 0).railway("FMV", 1, 85).cards(0, 0, 0).event(7)
    assert runs(game, 130, "SEFTA") == [60], "halved once, though neither parent paid"
    game = Scene(era=2).railway("FMMSF", 0).railway("FMV", 1, 85).event(22)
    assert runs(game, 130, "SEFTA") == [200]


# -- strikes that are prevented, go on, or are absorbed -------------------------------------------------------------


def next_event(game: Any, number: int) -> None:
    """The next operating round begins with this card."""
    end_round(game)
    assert isinstance(game.decision, DrawCard), game.decision
    draw(game, number)


def of_three_rounds(era: int) -> Scene:
    scene = four(era).cards(9, 9, 9)
    scene.state.flags["rounds"] = 3
    return scene


@pytest.mark.rule("1883:11-11")
def test_strike_breaker_prevents_a_general_strike_in_the_next_round() -> None:
    game = of_three_rounds(1).event(11)
    assert effects_in_force(game) == [("strike_breaker", {})]
    next_event(game, 3)
    assert asks_for(game)[0] != "AvoidStrike" and "runs" not in game.state.effect
    assert [event["by"] for event in game.log if event.kind == "event_void"] == ["strike_breaker"]
    assert effects_in_force(game) == []


@pytest.mark.rule("1883:11-11")
def test_strike_breaker_lasts_for_one_round_only() -> None:
    game = of_three_rounds(1).event(11)
    next_event(game, 12)
    assert effects_in_force(game) == [("kings_visit", {"bologna": 10})]
    next_event(game, 3)
    assert asks_for(game) == ("AvoidStrike", "FSF")


@pytest.mark.rule("1883:11-11")
def test_strike_breaker_also_lasts_through_a_stock_round() -> None:
    scene = of_three_rounds(1)
    scene.state.flags["rounds"] = 1
    game = scene.event(11)
    end_round(game)
    assert game.actor is not None and not isinstance(game.decision, DrawCard)
    assert effects_in_force(game) == [("strike_breaker", {})]
    game.stack = (Order(3, "operating", 1),)
    game._run()
    draw(game, 4)
    assert "runs" not in game.state.effect and asks_for(game)[0] != "AvoidStrike"


@pytest.mark.rule("1883:11-11")
def test_strike_breaker_does_not_help_against_a_railroad_strike() -> None:
    game = of_three_rounds(1).event(11)
    next_event(game, 8)
    assert asks_for(game) == ("AvoidStrike", "FSF")


@pytest.mark.rule("1883:11-11", "1883:11-26")
def test_strike_breaker_does_not_help_against_hot_autumn() -> None:
    scene = of_three_rounds(3)
    scene.state.effect["cancels"] = "strike_breaker"
    assert asks_for(scene.event(26)) == ("AvoidStrike", "FSF")


def all_decline(game: Any) -> list[str]:
    asked = []
    while asks_for(game)[0] == "AvoidStrike":
        asked.append(str(asks_for(game)[1]))
        declines(game)
    return asked


@pytest.mark.rule("1883:11-26")
def test_hot_autumn_asks_in_each_round_until_the_stock_round_after_the_new_card() -> None:
    game = of_three_rounds(3).capitalised().event(26)
    assert effects_in_force(game) == [("hot_autumn", {})], "it lasts, even if everybody pays"
    pays(game)
    assert all_decline(game) == ["FSF", "FBV", SARSA]
    assert runs(game, 130, "CCFR", "FSF", "FBV", SARSA) == [130, 0, 0, 0]
    assert Speaker(game).in_force() == ["Hot Autumn: no income for FSF, FBV and SARSA"]
    next_event(game, 27)
    assert game.state.support[2] == 8, "the new card comes first"
    assert all_decline(game) == ["CCFR", "FSF", "FBV", SARSA]
    assert runs(game, 130, "CCFR") == [0]
    next_event(game, 30)
    assert asks_for(game) == ("AvoidStrike", "CCFR")
    end_round(game)
    assert effects_in_force(game) == []
    game.stack = (Order(3, "operating", 1),)
    game._run()
    draw(game, 25)
    assert all_decline(game) == []


@pytest.mark.rule("1883:11-26")
def test_hot_autumn_absorbs_a_bus_strike() -> None:
    game = of_three_rounds(3).event(26)
    all_decline(game)
    next_event(game, 24)
    assert [event["by"] for event in game.log if event.kind == "event_void"] == ["hot_autumn"]
    assert all_decline(game) == ["FSF", "FBV", SARSA], "each company is asked once"
    assert game.state.effect["runs"].count(("hot_autumn", SARSA)) == 1
    assert effects_in_force(game) == [("hot_autumn", {"companies": ("FSF", "FBV", SARSA)})]


@pytest.mark.rule("1883:11-26")
def test_hot_autumn_absorbs_strikes_only() -> None:
    scene = of_three_rounds(2)
    scene.state.effect["repeats"] = "hot_autumn"
    game = scene.event(14)
    assert asks_for(game) == ("AvoidStrike", "CCFR") and game.decision.card == "autarchy"


@pytest.mark.rule("1883:11-26")
def test_without_a_card_left_hot_autumn_asks_all_the_same() -> None:
    scene = of_three_rounds(3)
    for number in range(24, 32):
        scene.state.drawn[str(number)] = True
    scene.state.effect["repeats"] = "hot_autumn"
    assert asks_for(scene.begin()) == ("AvoidStrike", "FSF")


# -- one company --------------------------------------------------------------------------------------


@pytest.mark.rule("1883:11-6")
def test_the_dearest_railway_of_the_last_round_has_an_accident() -> None:
    game = four().event(6)
    assert prices(game, "FSF", "FBV", SARSA, "CCFR") == [90, 85, 65, 100]


@pytest.mark.rule("1883:11-6")
def test_sarsa_ccfr_and_railways_that_did_not_operate_have_no_accident() -> None:
    scene = four()
    del scene.state.operated["FSF"]
    scene.state.operated["CCFR"] = (1, 1)
    scene.price(SARSA, 0, 10)
    game = scene.event(6)
    assert prices(game, "FSF", "FBV", SARSA, "CCFR") == [100, 80, 150, 100]


@pytest.mark.rule("1883:11-6")
def test_a_capitalised_ccfr_may_have_the_accident() -> None:
    scene = four().capitalised().price("CCFR", 1, 9)
    scene.state.operated["CCFR"] = (1, 1)
    assert prices(scene.event(6), "FSF", "CCFR") == [100, 120]


@pytest.mark.rule("1883:11-6")
@pytest.mark.parametrize(
    ("trains", "cash", "hit"),
    [
        ({"FSF": "2-2 2G-2 2G-3", "FBV": "2-3 2-4"}, (500, 0), ["FBV"]),
        ({"FSF": "2-2", "FBV": "2-3"}, (100, 99), ["FSF"]),
        ({"FSF": "2-2", "FBV": "2-3"}, (70, 70), ["FBV", "FSF"]),
    ],
)
def test_of_equal_prices_trains_then_cash_decide_and_then_all_are_hit(
    trains: dict[str, str], cash: tuple[int, int], hit: list[str]
) -> None:
    scene = Scene().railway("FSF", 1, 100, cash[0]).railway("FBV", 0, 85, cash[1]).price("FBV", 3, 8)
    for company, names in trains.items():
        for train in names.split():
            scene.train(train, company)
    game = scene.event(6)
    assert [event["company"] for event in game.log if event.kind == "has_accident"] == hit


@pytest.mark.rule("1883:11-6", "1883:5.8-a")
def test_an_accident_can_close_a_company() -> None:
    game = Scene().railway("FBV", 0).price("FBV", 6, 0).event(6)
    assert "FBV" not in game.state.par
    assert "has_accident" in kinds(game)


@pytest.mark.rule("1883:11-6", "1883:5.8-a")
def test_an_accident_can_close_all_companies_that_are_tied() -> None:
    scene = Scene().railway("FBV", 0).price("FBV", 6, 0).railway("SV", 1).price("SV", 6, 0).railway("FSF", 2, 100)
    del scene.state.operated["FSF"]
    game = scene.event(6)
    assert "FBV" not in game.state.par and "SV" not in game.state.par
    assert prices(game, "FSF") == [100] and game.title.audit(game) == []


@pytest.mark.rule("1883:11-6")
def test_a_turn_counts_for_the_next_rounds_accident() -> None:
    scene = Scene().railway("FBV", 0, 100).token("FBV", "86")
    scene.state.operated.clear()
    game: Any = scene.operating("FBV", "IssueStep", alone=True)
    while game.stack[0].nth < 2:
        declines(game)
    assert game.state.operated["FBV"] == (2, 1) == game.state.flags["last_round"]
    draw(game, 6)
    assert "has_accident" in kinds(game)


@pytest.mark.rule("1883:11-29")
@pytest.mark.parametrize(("paid", "after"), [(True, 70), (False, 65)])
def test_the_cheapest_company_may_pay_for_the_marshall_plan(paid: bool, after: int) -> None:
    game = four(3).capitalised().cards(1, 1, 1).event(29)
    assert (game.actor, asks_for(game)) == (0, ("TakePlan", SARSA))
    (pays if paid else declines)(game)
    assert prices(game, "FSF", "FBV", SARSA) == [100, 85, after]
    assert game.state.support[0] == (0 if paid else 1)


@pytest.mark.rule("1883:11-29")
def test_of_equally_cheap_companies_the_last_one_gets_the_plan_and_up_at_the_right_end() -> None:
    scene = four(3).capitalised().cards(1, 1, 1).price("FBV", 7, 5).price(SARSA, 5, 3)
    assert prices(scene.game, "FBV", SARSA) == [60, 60], "FBV is further right, so it comes first"
    assert asks_for(scene.event(29)) == ("TakePlan", SARSA)
    scene = four(3).capitalised().cards(1, 1, 1).price("FBV", 8, 4)
    game = scene.event(29)
    pays(game)
    assert game.state.cell["FBV"] == (7, 4)


@pytest.mark.rule("1883:11-29", "1883:9-c")
def test_the_plan_may_end_the_game_with_sarsa_on_top() -> None:
    scene = Scene(era=3).railway(SARSA, 0).cards(1, 0, 0).price(SARSA, 0, 17)
    scene.state.flags["ccfr"] = "frozen"
    game = scene.event(29)
    pays(game)
    assert game.is_over


@pytest.mark.rule("1883:11-29", "1883:8.1.7-a")
def test_nobody_asks_for_the_plan_who_has_no_card_and_ccfr_is_left_out() -> None:
    game = four(3).cards(0, 1, 1).event(29)
    assert prices(game, "FSF", "FBV", SARSA, "CCFR") == [100, 85, 65, 100]
    assert asks_for(game)[0] != "TakePlan"


# -- trains --------------------------------------------------------------------------------------


def with_trains(cards: tuple[int, ...] = (1, 1, 1), **trains: str) -> Scene:
    scene = four(2).cards(*cards)
    for company, names in trains.items():
        for train in names.split():
            scene.train(train, company)
    return scene


@pytest.mark.rule("1883:11-23")
def test_the_railway_with_most_trains_loses_its_dearest_for_half_the_price() -> None:
    game = with_trains((0, 0, 0), FSF="3-0 3bis-0 4-0", FBV="5-0 5-1").event(23)
    assert trains_of(game, "FSF") == ["3-0", "3bis-0"]
    assert trains_of(game, "FBV") == ["5-0", "5-1"]
    assert "4-0" in trains_of(game, BOX)
    assert game.state.cash["FSF"] == 200 + 150


@pytest.mark.rule("1883:11-23")
@pytest.mark.parametrize(("train", "pays_"), [("3bis-0", 110), ("3-0", 90), ("4-0", 150)])
def test_for_a_support_card_it_chooses_the_train(train: str, pays_: int) -> None:
    game = with_trains(FSF="3-0 3bis-0 4-0").event(23)
    assert (game.actor, asks_for(game)) == (1, ("KeepBestTrain", "FSF"))
    pays(game)
    assert game.state.support[1] == 0
    assert [entry.train for entry in game.legal_actions()] == ["3-0", "3bis-0", "4-0"]
    game.push(DiscardTrain(1, "FSF", train))
    assert train not in trains_of(game, "FSF") and train in trains_of(game, BOX)
    assert game.state.cash["FSF"] == 200 + pays_


@pytest.mark.rule("1883:11-23")
def test_2gs_do_not_count_and_cannot_be_chosen() -> None:
    scene = with_trains(FSF="2-2 2G-2 3-0", FBV="3-1 3-2 3bis-0")
    assert asks_for(scene.event(23)) == ("KeepBestTrain", "FBV"), "two trains and a 2G are two"
    game = with_trains(FSF="2-2 2G-2 3-0").event(23)
    pays(game)
    assert refused(game, DiscardTrain(1, "FSF", "2G-2")) == ("gravity_not_taken", "11-23")


@pytest.mark.rule("1883:11-23", "1883:6.8.5-a")
def test_a_2g_that_outnumbers_the_trains_left_goes_back() -> None:
    game = with_trains(FSF="2-2 2G-2 2G-3 3-0").event(23)
    declines(game)
    assert sorted(trains_of(game, "FSF")) == ["2-2", "2G-3"]
    assert "2G-2" in trains_of(game, "gravity")


@pytest.mark.rule("1883:11-23")
@pytest.mark.parametrize(
    ("trains", "hit"),
    [
        ({"FSF": "3-0", "FBV": "3-1"}, []),
        ({"FSF": "3-0 3-1", "FBV": "3-2 4-0"}, ["FBV"]),
        ({"FSF": "3-0 4-1", "FBV": "3bis-0 4-0"}, ["FSF"]),
        ({"CCFR": "3-0 4-1 4-2"}, []),
    ],
)
def test_the_dearest_train_then_the_price_decides(trains: dict[str, str], hit: list[str]) -> None:
    game = with_trains((0, 0, 0), **trains).no_trains("CCFR" if "CCFR" not in trains else "SV").event(23)
    assert [event["company"] for event in game.log if event.kind == "loses_train"] == hit
    assert ("event_without_effect" in [event.kind for event in game.log]) == (not hit), "the log says so"


@pytest.mark.rule("1883:11-23")
def test_all_tied_railways_lose_a_train() -> None:
    game = with_trains(FSF="3-0 4-0", FBV="3bis-0 4-1").price("FBV", 3, 8).event(23)
    assert asks_for(game) == ("KeepBestTrain", "FBV"), "which is further right"
    pays(game)
    game.push(DiscardTrain(0, "FBV", "3bis-0"))
    assert asks_for(game) == ("KeepBestTrain", "FSF")
    declines(game)
    assert (trains_of(game, "FSF"), trains_of(game, "FBV")) == (["3-0"], ["4-1"])


@pytest.mark.rule("1883:11-23")
def test_with_trains_of_one_kind_there_is_nothing_to_choose() -> None:
    game = with_trains(FSF="3-0 3-1").event(23)
    assert len(trains_of(game, "FSF")) == 1 and game.state.support[1] == 1


@pytest.mark.rule("1883:11-16")
def test_the_german_occupation_takes_the_next_train() -> None:
    scene = Scene(era=2).railway("FSF", 1)
    first = next_train(scene.game)
    assert first == "3bis-0"
    game = scene.event(16)
    assert "3bis-0" in trains_of(game, BOX) and next_train(game) == "3bis-1"
    assert game.phase.name == "3"


@pytest.mark.rule("1883:11-16", "1883:T-w", "1883:4.0-m")
def test_the_first_5_may_be_lost_to_the_occupation_with_all_its_effects() -> None:
    scene = Scene(era=2).phase("5").railway("FSF", 1).railway("FBV", 0, 85)
    scene.no_trains("CCFR").train("4-0", "CCFR").train("3-0", "FSF")
    scene.state.flags["phase"] = "4"
    game = scene.event(16)
    assert "5-0" in trains_of(game, BOX)
    assert game.phase.name == "5" and trains_of(game, "FSF") == []
    assert game.state.flags["ccfr"] == "capitalised"
    assert trains_of(game, "CCFR") == ["5-1"] and "4-0" in trains_of(game, POOL)
    assert len([train for train in trains_of(game, "depot") if train.startswith("5-")]) == 2
    assert not any(isinstance(frame, EventStep) for frame in game.stack)


@pytest.mark.rule("1883:11-16")
def test_with_no_train_left_the_occupation_takes_none() -> None:
    scene = Scene(era=2).railway("FSF", 1)
    for train in list(trains_of(scene.game, "depot")):
        scene.train(train, BOX)
    game = scene.event(16)
    assert game.phase.name == "3"


# -- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 32))
def test_every_card_is_told_in_words(number: int) -> None:
    era, name = next((event["era"], event["name"]) for event in TITLE.facts["events"] if number in event["cards"])
    offered = Speaker(four(era).begin()).action(Draw(CHANCE, f"event/{era}/1", number))
    assert offered.replace("Apennines", "Apennine") == name.replace('"', "")
    game = four(era).train("3-0", "FSF").train("3bis-0", "FSF").event(number)
    speaker = Speaker(game)
    told = speaker.log(game.log)
    assert any(" draws " in line for line in told)
    assert "Ada draws an event card" not in told
    assert all("{" not in line and "event" not in line.split() for line in told), told
    assert all(words and "_" not in words for words in speaker.in_force())
    assert speaker.question() and speaker.prompt()


def test_who_presides_after_a_sale_pays_for_the_strike() -> None:
    """The question goes to whoever is president at that moment."""
    game = four().cards(2, 2, 2).event(3)
    frame = next(frame for frame in game.stack if type(frame).__name__ == "AvoidStrike")
    assert frame.actor(game) == 1
    game.state.shelves.move("FSF_0", ("certs", 2, "FSF"))
    assert game.actor == 2
    move_left(game, "FBV")
    pays(game)
    assert game.state.support[2] == 1
