"""Most lays are judged without laying the tile: that must say what laying it says."""

from __future__ import annotations

import pytest

import stockrail
from stockrail.board import Lay, LayPolicy, Track, possible_lays
from stockrail.board.laying import Arrival, fitting
from stockrail.bots import RandomBot
from stockrail.rules.game import RailGame
from stockrail.rules.track import track


def lays_by_trial(now: Track, company: str, one_stop_a_hex: bool, policy: LayPolicy) -> list[Lay]:
    """Every tile that fits is laid on trial, in every hex of the map."""
    found = []
    for place in now.board.hexes.values():
        arrival = Arrival(now, company, place, one_stop_a_hex, None, policy)
        for new in fitting(now.board, place, now.face(place.name), policy.on(now, place)):
            if arrival.fault(new) is None:
                found.append(Lay(place.name, new.tile or "", new.rotation))
    return sorted(found)


@pytest.mark.parametrize(("title", "seed"), [("1883", 7), ("18EU", 1), ("1862", 1), ("18FB", 1)])
@pytest.mark.parametrize("one_stop_a_hex", [True, False])
def test_a_tile_is_listed_exactly_if_laying_it_gains_something(title: str, seed: int, one_stop_a_hex: bool) -> None:
    game = stockrail.new(title, ["Ada", "Ben", "Cy"], seed=seed)
    assert isinstance(game, RailGame)
    bot, seen, listed = RandomBot(seed), set[int](), 0
    while not game.is_over and game.ply < 800:
        if game.actor is not None and game.actor < 0:
            game.settle()
            continue
        game.push(bot.choose(game))
        now, policy = track(game), game.title.lay_policy(game)
        if len(now.laid) % 8 or len(now.laid) in seen:
            continue
        seen.add(len(now.laid))
        for company in now.homes:
            lays = possible_lays(now, company, list(now.board.tiles), one_stop_a_hex, None, policy)
            listed += len(lays)
            assert lays == lays_by_trial(now, company, one_stop_a_hex, policy)
    assert listed > 0
