"""Positions to run trains in, found by legal play: random games, looked at in random moments.

Some are built on: the companies go on laying legal tiles and placing legal tokens, in this phase or a later one, until
the map is as thick as it gets. Which company runs which trains is drawn freely. All depends on the seed alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import stockrail
from stockrail.board import Track, possible_lays
from stockrail.bots import RandomBot
from stockrail.core.chance import Dice
from stockrail.routes import RunRules, TrainUse
from stockrail.routes.asking import setting_of
from stockrail.rules.game import RailGame
from stockrail.rules.laying import put_tile, supply
from stockrail.rules.state import city_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.track import track

T = TypeVar("T")

TITLE = "18EU"

FIRST_LOOK, LAST_LOOK = 200, 2000
"""A game is looked at between these numbers of actions; before, hardly any track lies."""

LOOKS = 6
"""How often one game is looked at; each time as it is and built on."""

MOST_LAYS = 240
"""So many tiles at most are laid to build on a position."""

TRAIN_COUNTS = (1, 1, 1, 2, 2, 2, 3, 3, 4)
"""How many trains run, each as likely as the others."""

LONGEST = {1: 8, 2: 8, 3: 5, 4: 4}
"""The longest train, by the number of trains: a solver that knows nothing of routes must get to its proof."""


class Case(NamedTuple):
    """A company and its trains on the track of one moment."""

    name: str  # tells how to find it again
    phase: str
    track: Track
    company: str
    trains: tuple[TrainUse, ...]
    rules: RunRules

    def runners(self) -> int:
        return sum(not train.doubles for train in self.trains)


def cases(seed: int) -> Iterator[Case]:
    """Endless: from one game after the other."""
    while True:
        yield from cases_of_game(seed)
        seed += 1


def cases_of_game(seed: int) -> Iterator[Case]:
    """Cases from the game with that seed, some of them thicker than it came to be."""
    dice = Dice(seed)
    looks = {FIRST_LOOK + dice.below(LAST_LOOK - FIRST_LOOK) for _ in range(LOOKS)}
    game = stockrail.new(TITLE, [f"Player {n}" for n in range(2 + dice.below(5))], seed=seed)
    bot = RandomBot(seed)
    for number in range(LAST_LOOK):
        if game.is_over:
            return
        game.push(bot.choose(game))
        if number in looks:
            yield from _drawn(game, f"game {seed}, action {number}", dice)
            fork = game.fork()
            build_on(fork, dice)
            yield from _drawn(fork, f"game {seed}, action {number}, built on", dice)


def _drawn(game: RailGame, name: str, dice: Dice) -> Iterator[Case]:
    """Two companies with trains of their own; none if no company has a station yet."""
    owners = sorted(track(game).homes)
    for company in dice.shuffled(owners)[:2]:
        setting = setting_of(game, company)
        rules = setting.rules
        if dice.below(8) == 0:  # not in 18EU, yet the declaration allows for it
            rules = replace(rules, within=())
        yield Case(name, game.phase.name, setting.track, company, draw_trains(game, dice), replace(rules, doublers=2))


def draw_trains(game: RailGame, dice: Dice) -> tuple[TrainUse, ...]:
    """Some trains of any kind, sometimes with one that doubles a stop."""
    count = one_of(TRAIN_COUNTS, dice)
    kinds = [kind for kind in game.title.train_types.values() if not kind.doubles and kind.stops <= LONGEST[count]]
    drawn = [one_of(kinds, dice) for _ in range(count)]
    trains = [TrainUse(f"{kind.name}-{n}", kind.stops) for n, kind in enumerate(drawn)]
    if dice.below(3) == 0:
        trains.append(TrainUse("P-0", 0, True))
        if dice.below(3) == 0:  # after a merger, by the public site's ruling
            trains.append(TrainUse("P-1", 0, True))
    return tuple(trains)


def build_on(game: RailGame, dice: Dice) -> None:
    """Moves on to a phase that may come, lays tiles and places tokens for whichever company can."""
    phases = list(game.title.phases)
    coming = phases[phases.index(game.phase.name) :]
    game.state.flags["phase"] = one_of(coming, dice)
    companies = sorted(track(game).homes)
    for _ in range(dice.below(MOST_LAYS)):
        company = one_of(companies, dice)
        if dice.below(6) == 0:
            _place_token(game, company, dice)
        else:
            _lay_tile(game, company, dice)


def _lay_tile(game: RailGame, company: str, dice: Dice) -> None:
    colours = game.phase.tiles
    tiles = [name for name, left in supply(game).items() if left and game.title.board.tiles[name].color in colours]
    lays = possible_lays(track(game), company, tiles)
    if lays:
        put_tile(game, *one_of(lays, dice))


def _place_token(game: RailGame, company: str, dice: Dice) -> None:
    now = track(game)
    here = {name for name, _ in cities_of(game, company)}
    circles = sorted(
        (name, stop) for name, stop in now.reach(company).stops if name not in here and now.is_open(name, stop)
    )
    spare = spare_of(game, company)
    if circles and spare:
        game.state.shelves.move(spare[0], city_at(*one_of(circles, dice)))


def one_of(things: Sequence[T], dice: Dice) -> T:
    return things[dice.below(len(things))]
