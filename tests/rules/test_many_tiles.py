"""Several tiles in one turn, and what happens to stops when a tile of the same colour is laid."""

from collections.abc import Iterator, Mapping

import pytest
from tests import mini

from stockrail import RailGame
from stockrail.board import LayPolicy
from stockrail.rules.actions import LayTile, Pass
from stockrail.rules.laying import TrackSteps
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.testing import Position
from stockrail.titles import add, remove


class Lays(TrackSteps, frozen=True):
    """Two steps; what came of them is noted."""

    def one_stop_a_hex(self, game: RailGame) -> bool:
        return False

    def leave(self, game: RailGame, possible: bool) -> None:
        super().leave(game, possible)
        game.state.flags["steps"] = (self.played, possible)


class Busy(mini.Mini):
    """Mini with two steps, where tiles may be replaced by their own colour and loose ends may change."""

    name = "Busy"

    def lay_policy(self, game: RailGame) -> LayPolicy:
        return LayPolicy(same_colour=True, keep="joined")

    def stops_moved(self, game: RailGame, hex_: str, moves: Mapping[int, int]) -> None:
        game.state.flags["moved"] = (hex_, tuple(moves.items()))


@pytest.fixture(autouse=True)
def found() -> Iterator[None]:
    add(Busy())
    yield
    remove("Busy")


def busy(steps: int = 2, **tiles: tuple[str, int]) -> RailGame:
    position = Position("Busy", players=3).corporation("Red", {0: 4, 1: 2}, value=60, cash=100).token("Red", "A2")
    game = position.tiles(**tiles).stock_round(0)
    game.push_frame(Lays("Red", steps))
    game._run()
    return game


def test_a_turn_has_so_many_steps() -> None:
    game = busy()
    game.push(LayTile(0, "Red", "A2", "5", 4))
    assert "steps" not in game.state.flags
    game.push(LayTile(0, "Red", "B3", "8", 0))
    assert game.state.flags["steps"] == (2, False)
    game.pop()
    assert isinstance(game.decision, Lays) and game.decision.played == 1


def test_to_pass_leaves_a_step_that_was_possible() -> None:
    game = busy()
    game.push(LayTile(0, "Red", "A2", "5", 4))
    game.push(Pass(0))
    assert game.state.flags["steps"] == (1, True)


def test_a_hex_may_be_used_for_two_steps_and_the_tile_comes_back() -> None:
    game = busy()
    game.push(LayTile(0, "Red", "A2", "5", 4))
    game.push(LayTile(0, "Red", "A2", "5", 5))
    assert track(game).laid["A2"] == ("5", 5)
    assert cities_of(game, "Red") == [("A2", 0)]
    assert game.state.flags["moved"] == ("A2", ((0, 0),))
