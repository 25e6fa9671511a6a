"""What tiles and tokens cost and when trains are sold: facts and title say it; steps, menus and log agree."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests import mini

from stockrail import IllegalAction, RailGame
from stockrail.core import Action
from stockrail.rules.actions import BuyTrain, LayTile, PlaceToken
from stockrail.rules.laying import TrackStep
from stockrail.rules.station import StationStep
from stockrail.rules.trains import tops_of_stacks
from stockrail.testing import Position
from stockrail.titles import add, remove
from stockrail.words import Speaker

RIVER = {
    "color": "white",
    "name": "Redhill",
    "class": "city",
    "stops": [{"kind": "city", "slots": 1}],
    "terrain": [{"kind": "river", "cost": 30}],
}
LAY = LayTile(0, "Red", "A2", "5", 4)
TOKEN = PlaceToken(0, "Red", "B5", 0)


LOCAL = {"name": "L", "price": 50, "count": 2, "distance": {"stops": 2}, "stack": "works", "available_from": "3"}


class Costly(mini.Mini):
    """Mini with a river, a second token that costs something, and rain, which doubles what tiles cost."""

    name = "Costly"

    def tile_cost(self, game: RailGame, action: LayTile) -> int:
        return super().tile_cost(game, action) * (2 if game.state.flags.get("rain") else 1)


@pytest.fixture(autouse=True)
def found() -> Iterator[None]:
    add(Costly({"map.hexes.A2": RIVER, "facts.companies.Red.tokens": [0, 40], "facts.trains.4": LOCAL}))
    yield
    remove("Costly")


def red(cash: int) -> Position:
    return Position("Costly", players=3).corporation("Red", {0: 4, 1: 2}, value=60, cash=cash).token("Red", "A2")


def at(step: TrackStep | StationStep, cash: int, rain: bool = False) -> RailGame:
    """A step is on top, though it would be skipped where nothing can be paid for."""
    position = red(cash)
    if isinstance(step, StationStep):
        position.tiles(A2=("5", 4), B3=("8", 0), B5=("5", 2))
    position.state.flags["rain"] = rain
    game = position.game
    game.push_frame(step)
    return game


def refusal(game: RailGame, action: Action) -> str:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return Speaker(game).refusal(error.value)


def test_a_company_pays_for_terrain_without_a_line_in_the_title() -> None:
    game = at(TrackStep("Red"), 30)
    assert LAY in game.legal_actions()
    assert Speaker(game).action(LAY) == "Lay 5 in Redhill (A2), rotation 4, £30"
    game.push(LAY)
    assert game.state.cash["Red"] == 0
    assert "Red lays yellow 5 in Redhill (A2) for £30" in Speaker(game).log(game.last_events())


def test_who_cannot_pay_for_terrain_is_told_so() -> None:
    game = at(TrackStep("Red"), 29)
    assert not TrackStep("Red").any(game)
    assert refusal(game, LAY).startswith("Cannot lay tile 5 in Redhill: it costs £30, more than the treasury holds")


def test_menu_refusal_and_step_ask_the_title_what_a_tile_costs() -> None:
    assert Speaker(at(TrackStep("Red"), 60, rain=True)).action(LAY).endswith("£60")
    assert "it costs £60" in refusal(at(TrackStep("Red"), 59, rain=True), LAY)


def test_a_token_costs_what_is_printed_for_it() -> None:
    game = at(StationStep("Red"), 40)
    assert Speaker(game).action(TOKEN) == "Place a token in Bluewater (B5) for £40"
    game.push(TOKEN)
    assert game.state.cash["Red"] == 0
    assert "Red places a token in Bluewater (B5) for £40" in Speaker(game).log(game.last_events())


def test_a_token_that_cannot_be_paid_for_is_not_offered() -> None:
    game = at(StationStep("Red"), 39)
    assert not StationStep("Red").any(game)
    assert refusal(game, TOKEN).startswith(
        "Cannot place a token in Bluewater: it costs £40, more than the treasury holds"
    )


def test_a_train_is_sold_from_the_phase_on_that_its_facts_name() -> None:
    buy = BuyTrain(0, "Red", "L-0", 50)
    game = red(300).operating("Red", "TrainStep")
    assert buy not in game.legal_actions() and "L-0" in tops_of_stacks(game)
    assert refusal(game, buy).startswith("Cannot buy a L train: it goes on sale in a later phase")
    assert buy in red(300).phase("3").operating("Red", "TrainStep").legal_actions()
