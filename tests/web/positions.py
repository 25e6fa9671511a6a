"""Positions to look at: the first and the fullest of every kind of decision, and moments that fill a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests import mini

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import CHANCE, Action
from stockrail.core.saving import dump
from stockrail.rules.actions import Pass, ProposeEnd
from stockrail.rules.game import RailGame
from stockrail.rules.shares import companies_in_play, owner_of
from stockrail.rules.train_step import TrainStep
from stockrail.rules.trains import trains_of
from stockrail.titles import add, remove

# Twenty letters, narrow and wide ones, and short names between them.
NAMES = (
    "Maximiliana-Josefina", "Bartholomew Wimmmmer", "Cy", "Christopher Robinson", "Evangeline", "Flo",
    "Gwendolyn-Mae O’Hara", "Ali",
)  # fmt: skip
RECORDED = Path(__file__).parents[3] / "shared" / "fixtures"
FIRST, FULLEST = "first", "fullest"


class Position(NamedTuple):
    """A game at one moment, as a save that a server imports."""

    title: str
    kind: str  # of decision, or the moment's own name
    moment: str  # first, fullest, or where the game comes from
    save: bytes

    @property
    def name(self) -> str:
        return f"{self.title}-{self.kind}-{self.moment}"


class Walk(NamedTuple):
    """A random game that is worth walking through, and the moments in it that have a name."""

    title: str
    players: int
    seed: int
    rulings: Mapping[str, str] = {}
    moments: Mapping[str, Callable[[RailGame], bool]] = {}
    real_dice: bool = False  # then players are asked for what is drawn


def all_small_companies_owned(game: RailGame) -> bool:
    return all(owner_of(game, minor) is not None for minor in game.title.companies_of("minor"))


def bombed(game: RailGame) -> bool:
    """A bomb has just fallen on a tile."""
    return any(event.kind == "bomb_falls" and event.params.get("built") for event in game.last_events())


# Between them these games come by every kind of decision (test_positions.py).
WALKS = (
    Walk("18EU", 6, 15, {"pullman_drop": "any_time"}, {"fifteen-minors": all_small_companies_owned}),
    Walk("18EU", 4, 6),
    Walk("1862", 8, 17),
    Walk("1862", 8, 3),
    Walk("1883", 4, 2, moments={"bombed": bombed}),
    Walk("1883", 3, 5, real_dice=True),
    Walk("18FB", 6, 4),
    Walk(mini.TITLE.name, 3, 1),
)
MOMENTS = {
    "18EU/74045.json": (330, 360, 450, 488, 511, 540, 553),
    "1862/46925.json": (350, 416, 421, 516),
}


@cache
def positions() -> tuple[Position, ...]:
    """All of them, by title; walked through once."""
    add(mini.TITLE)
    try:
        found = [position for title in titles() for position in _of_title(title)]
        return (*found, *_agreements(), *_recorded())
    finally:
        remove(mini.TITLE.name)


def fullest() -> tuple[Position, ...]:
    """One position for each kind and each named moment: what tests of the layout look at."""
    return tuple(position for position in positions() if position.moment != FIRST)


def titles() -> list[str]:
    return list(dict.fromkeys(walk.title for walk in WALKS))


def _of_title(title: str) -> Iterator[Position]:
    """The first position of each kind in the first game that has it, and the fullest of all games."""
    first: dict[str, Position] = {}
    best: dict[str, tuple[int, Position]] = {}
    for walk in WALKS:
        if walk.title == title:
            for moment, name, size, save in _walked(walk):
                position = Position(title, name, moment, save)
                if moment == FIRST:
                    first.setdefault(name, position)
                elif size > best.get(name, (0, position))[0]:
                    best[name] = size, position
    yield from first.values()
    yield from (position for _, position in best.values())


def _walked(walk: Walk) -> Iterator[tuple[str, str, int, bytes]]:
    """Moment, kind, size and save of what is kept of one game."""
    names = NAMES[: walk.players]
    game = stockrail.new(walk.title, names, seed=walk.seed, rulings=walk.rulings, real_dice=walk.real_dice)
    kept: dict[tuple[str, str], tuple[int, int]] = {}
    waiting, bot = dict(walk.moments), RandomBot(walk.seed)
    while not game.is_over:
        at, here, size = len(game.actions), kind(game), fullness(game)
        if walk.real_dice or game.actor != CHANCE:  # else no table waits for a draw
            kept.setdefault((FIRST, here), (size, at))
            if size > kept.get((FULLEST, here), (0, 0))[0]:
                kept[FULLEST, here] = size, at
        for name in [name for name, come in waiting.items() if come(game)]:
            kept[FULLEST, name] = size, at
            del waiting[name]
        game.push(bot.choose(game))
    kept[FULLEST, "over"] = fullness(game), len(game.actions)
    for (moment, name), (size, at) in sorted(kept.items(), key=lambda entry: -entry[1][1]):
        while len(game.actions) > at:
            game.pop()
        yield moment, name, size, dump(game)


def kind(game: RailGame) -> str:
    """The kind of decision; a purchase of trains that cannot be declined is a kind of its own."""
    forced = isinstance(game.decision, TrainStep) and not any(isinstance(entry, Pass) for entry in menu(game))
    return f"{hyphened(type(game.decision).__name__)}{'-forced' if forced else ''}"


def hyphened(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def menu(game: RailGame) -> list[Action | Any]:
    return list(game.legal_actions(game.actor))


def fullness(game: RailGame) -> int:
    """How much there is to show: companies, their trains, and what can be chosen."""
    begun = companies_in_play(game)
    trains = sum(len(trains_of(game, company)) for company in begun)
    company = getattr(game.decision, "company", "")
    own = len(trains_of(game, company)) if company in game.title.companies else 0
    return 3 * len(begun) + trains + 5 * own + (0 if game.is_over else min(len(menu(game)), 60))


# -- what random games do not come by --------------------------------------------------------------------------------


def _agreements() -> Iterator[Position]:
    """Somebody proposes to end the game: bots never do."""
    for title in titles():
        game = stockrail.new(title, NAMES[:3], seed=1)
        game.push(RandomBot(1).choose(game))
        assert game.actor is not None
        game.push(ProposeEnd(game.actor))
        yield Position(title, kind(game), FULLEST, dump(game))


def _recorded() -> Iterator[Position]:
    """Moments of real games, if these are beside the project."""
    for file, moments in MOMENTS.items():
        if (RECORDED / file).exists():
            game = stockrail.load(RECORDED / file)
            game.players = NAMES[: len(game.players)]
            for at in reversed(moments):
                while len(game.actions) > at:
                    game.pop()
                yield Position(game.title.name, kind(game), f"recorded-{at}", dump(game))
