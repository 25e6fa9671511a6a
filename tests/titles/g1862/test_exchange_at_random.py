"""5.2 Mergers and refinancing of any holdings: nothing is lost, and nobody ends with more than half."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stockrail.rules.actions import Merge, SettleOption
from stockrail.rules.merging import MergerOffer
from stockrail.rules.shares import owner_of
from stockrail.rules.state import POOL, Holder
from stockrail.titles.g1862.actions import Refinance
from stockrail.titles.g1862.exchange import OptionChoice
from stockrail.titles.g1862.state import IPO, Game1862

from .conftest import Scene, agree, holdings

PLAYERS = range(4)


def deal(dice: random.Random, company: str, director: int) -> dict[Holder, int]:
    """Ten shares: the director has most, three at least; the rest lies anywhere, some in the IPO."""
    shares: dict[Holder, int] = {director: dice.randint(3, 7)}
    places: list[Holder] = [*PLAYERS, company, POOL, IPO]
    for _ in range(10 - shares[director]):
        place = dice.choice(places)
        if place in PLAYERS and place != director and shares.get(place, 0) + 1 > shares[director]:
            place = POOL
        shares[place] = shares.get(place, 0) + 1
    return {place: count for place, count in shares.items() if place != IPO}


def settle_all(game: Game1862, dice: random.Random) -> None:
    while isinstance(game.decision, OptionChoice):
        choice = game.decision
        game.push(SettleOption(choice.actor(game), choice.exchange.survivor, dice.random() < 0.7))


def most_after(before: dict[Holder, int], other: dict[Holder, int], player: int) -> int:
    """Half of what a player held, an option redeemed."""
    return (before.get(player, 0) + other.get(player, 0) + 1) // 2


@pytest.mark.rule("1862:5.2.4-b", "1862:5.2.4-c", "1862:5.2.5-a", "1862:5.2.5-b", "1862:5.2.5-c")
@pytest.mark.parametrize("seed", range(40))
def test_a_merger_halves_every_holding(seed: int) -> None:
    dice = random.Random(seed)
    scene = Scene(players=len(PLAYERS))
    scene.company("N&E", deal(dice, "N&E", 0), price=dice.choice([54, 90, 150]), cash=dice.choice([0, 400]))
    scene.company("WStI", deal(dice, "WStI", dice.choice(PLAYERS)), price=dice.choice([60, 95]), cash=100)
    for player in PLAYERS:
        scene.cash(player, dice.choice([0, 60, 900]))
    scene.home("N&E", "WStI").city("B7", "green", 0, 3).station("N&E", "B7").station("WStI", "B7")
    scene.trains("N&E", "2F").trains("WStI", "2F")
    game = scene.turn_of("N&E", "MergeStep")
    before = holdings(game, "N&E"), holdings(game, "WStI")
    survivor, absorbed = dice.choice([("N&E", "WStI"), ("WStI", "N&E")])
    game.push(Merge(0, "N&E", "WStI", survivor))
    if isinstance(game.decision, MergerOffer):
        agree(game)
    settle_all(game, dice)
    check(game, survivor, *before)
    assert holdings(game, absorbed) == {IPO: 10}


@pytest.mark.rule("1862:7.11.2-a")
@pytest.mark.parametrize("seed", range(20))
def test_refinancing_halves_every_holding(seed: int) -> None:
    dice = random.Random(seed)
    scene = Scene(players=len(PLAYERS)).phase("C").company("N&E", deal(dice, "N&E", 0), price=36, cash=5).home("N&E")
    game = scene.turn_of("N&E", "BuyTrains")
    before = holdings(game, "N&E")
    if Refinance(0, "N&E") in game.legal_actions():
        game.push(Refinance(0, "N&E"))
        settle_all(game, dice)
        check(game, "N&E", before, {})


def check(game: Game1862, survivor: str, one: dict[Holder, int], other: dict[Holder, int]) -> None:
    assert game.title.audit(game) == []
    after: dict[Any, int] = holdings(game, survivor)
    assert sum(after.values()) == 10
    for player in PLAYERS:
        assert after.get(player, 0) <= max(
            most_after(one, other, player), 3 if owner_of(game, survivor) == player else 0
        )
    director = owner_of(game, survivor)
    most = max(after.get(player, 0) for player in PLAYERS)
    assert (director is None) == (most < 3)
    assert director is None or after[director] == most
