"""When event cards are drawn, from which deck, by whom, and who is asked in which order."""

from __future__ import annotations

from typing import Any

import pytest

from stockrail.core import CHANCE, IllegalAction
from stockrail.rules.actions import LayTile, Pass
from stockrail.rules.cards import give_card
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import OperatingRound, current_round
from stockrail.titles.g1883.actions import PaySupport
from stockrail.titles.g1883.events import DrawCard, cards_left
from stockrail.titles.g1883.title import Order

from .eventful import Scene, asks_for, declines, draw, kinds, pays
from .lying import TITLE


@pytest.mark.rule("1883:11-0", "1883:2.3-a")
@pytest.mark.parametrize(("era", "cards"), [(1, range(1, 13)), (2, range(13, 24)), (3, range(24, 32))])
def test_each_era_has_its_cards(era: int, cards: range) -> None:
    game = Scene(era).begin()
    assert isinstance(game.decision, DrawCard) and game.actor == CHANCE
    assert [entry.outcome for entry in game.legal_actions()] == list(cards)
    assert game.decision.stream == f"event/{era}/1"


@pytest.mark.rule("1883:7.1-a", "1883:4.0-h")
@pytest.mark.parametrize(("phases", "era"), [("1 2", 1), ("3 4 5", 2), ("6 7 8", 3)])
def test_the_phase_names_the_deck(phases: str, era: int) -> None:
    for phase in phases.split():
        scene = Scene()
        scene.state.flags["phase"] = phase
        scene.state.drawn["1"] = scene.state.drawn["13"] = scene.state.drawn["24"] = True
        assert cards_left(scene.game)[0] == {1: 2, 2: 14, 3: 25}[era]
        assert scene.begin().decision.stream == f"event/{era}/2"


@pytest.mark.rule("1883:7.0-a")
def test_the_first_operating_round_has_no_card_and_the_second_has() -> None:
    scene = Scene()
    del scene.state.flags["events_begin"]
    game = scene.begin()
    assert not isinstance(game.decision, DrawCard) and "event_drawn" not in kinds(game)
    game.settle()
    while current_round(game) == OperatingRound(2, 1):
        game.push(next(iter(game.legal_actions())))
    assert isinstance(game.decision, DrawCard)
    assert current_round(game) == OperatingRound(2, 2)


@pytest.mark.rule("1883:7.0-d", "1883:7.0-f")
def test_a_used_card_does_not_come_back() -> None:
    scene = Scene()
    game = scene.event(12)
    assert 12 not in cards_left(game)
    again = Scene()
    again.state.drawn["12"] = True
    game = again.begin()
    assert game.decision.stream == "event/1/2"
    with pytest.raises(IllegalAction) as refused:
        draw(game, 12)
    assert refused.value.kind == "no_such_outcome"


@pytest.mark.rule("1883:7.1-b")
def test_from_an_empty_deck_nothing_is_drawn() -> None:
    scene = Scene()
    for number in range(1, 13):
        scene.state.drawn[str(number)] = True
    game = scene.begin()
    assert not isinstance(game.decision, DrawCard) and "event_drawn" not in kinds(game)


@pytest.mark.rule("1883:7.1-b", "1883:7.0-d")
def test_the_last_card_of_a_deck_comes_by_itself() -> None:
    scene = Scene()
    for number in range(1, 12):
        scene.state.drawn[str(number)] = True
    game = scene.begin()
    assert game.state.effect["boxes"] == (("BOLOGNA", -10),)


@pytest.mark.rule("1883:6.2-a")
def test_the_player_with_priority_draws() -> None:
    scene = Scene()
    scene.state.flags["priority"] = 2
    game = scene.event(2)
    assert next(event for event in game.log if event.kind == "event_drawn").params == {"player": 2, "event": "flooding"}


@pytest.mark.rule("1883:4.2-a")
def test_incomes_come_before_the_card_and_companies_after_it() -> None:
    scene = Scene().railway("FBV", 0)
    give_card(scene.game, "TCB", 0)
    game: Any = scene.game
    game.stack = (Order(2, "operating", 1),)
    game._run()
    draw(game, 12)
    order = [kind for kind in kinds(game) if kind in ("card_pays", "event_drawn", "operates")]
    assert order == ["card_pays", "event_drawn", "operates"]


# -- who is asked -----------------------------------------------------------------------------------------------------


def three_railways(**more: Any) -> Scene:
    """FSF at 100 with Ben, FBV at 85 and SARSA at 65 with Ada."""
    return Scene(**more).railway("FSF", 1, 100).railway("FBV", 0, 85).railway("SARSA", 0, 65)


@pytest.mark.rule("1883:7.0-c", "1883:T-y", "1883:8.1.7-a")
def test_presidents_are_asked_in_market_order_and_ccfr_is_left_out() -> None:
    game = three_railways().cards(3, 3, 3).event(3)
    asked = []
    while asks_for(game)[0] == "AvoidStrike":
        asked.append((game.actor, asks_for(game)[1]))
        pays(game)
    assert asked == [(1, "FSF"), (0, "FBV"), (0, "SARSA")]
    assert [game.state.support[seat] for seat in range(3)] == [1, 2, 3]
    assert "runs" not in game.state.effect


@pytest.mark.rule("1883:7.0-c")
def test_each_company_is_paid_for_by_itself_and_who_has_no_card_left_is_not_asked() -> None:
    game = three_railways().cards(1, 0, 5).event(3)
    assert asks_for(game) == ("AvoidStrike", "FBV"), "Ben has no card for FSF"
    pays(game)
    assert game.state.effect["runs"] == (("general_strike", "FSF"), ("general_strike", "SARSA"))


@pytest.mark.rule("1883:7.0-b")
def test_players_are_asked_clockwise_from_the_priority_holder() -> None:
    scene = Scene(era=2).cards(3, 3, 3)
    scene.state.flags["priority"] = 1
    game = scene.event(17)
    asked = []
    while asks_for(game)[0] == "SaveGold":
        asked.append(game.actor)
        declines(game)
    assert asked == [1, 2, 0]


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (PaySupport(1, 2), "support_count"),
        (PaySupport(1, 0), "support_count"),
        (LayTile(1, "FSF", "70", "8", 0), "support_or_pass"),
        (Pass(0), "not_your_turn"),
    ],
)
def test_exactly_what_the_card_asks_is_paid(action: Any, kind: str) -> None:
    game = three_railways().cards(3, 3, 3).event(3)
    with pytest.raises(IllegalAction) as refused:
        game.push(action)
    assert refused.value.kind == kind


def test_the_menu_of_who_is_asked_is_to_pay_or_not() -> None:
    game = three_railways().cards(3, 3, 3).event(7)
    assert list(game.legal_actions()) == [PaySupport(1, 1), Pass(1)]


@pytest.mark.rule("1883:3.3.2-a")
def test_the_incomes_of_the_private_phase_are_no_operating_round() -> None:
    """A60"""
    game: Any = RailGame(TITLE, ["Ada", "Ben", "Cy"])
    for _ in range(6):
        game.push(Pass(game.actor))
    assert "all_passed_privates" in kinds(game)
    assert "event_drawn" not in kinds(game)
    assert "events_begin" not in game.state.flags
