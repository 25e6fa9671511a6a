"""Random boards of 1883 in all phases: legal tiles around T places, tokens of several companies, red lines, anchors.

The title cannot be played yet, so positions are built here. All depends on the seed alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from stockrail.board import Track, fitting
from stockrail.core.chance import Dice
from stockrail.routes import RunRules, TrainUse
from stockrail.rules.game import RailGame
from stockrail.rules.laying import put_tile, tiles_left
from stockrail.rules.state import city_at, trains_at
from stockrail.rules.track import track
from stockrail.titles.g1883 import Title1883
from stockrail.titles.g1883.running import run_rules, train_uses
from stockrail.titles.g1883.state import anchor_at

TITLE = Title1883()
COMPANIES = ("FSF", "SV", "FBV", "SAFRE", "FMMSF", "FMV", "CCFR")
BOXES = ((("BOLOGNA", -10),), (("VERONA", 20),), (("MANTOVA", 30), ("VERONA", 20)), ())
TRAINS = {"1": ("2",), "2": ("2", "3"), "3": ("3", "3bis"), "4": ("3", "4"), "5": ("4", "5"), "6": ("4", "6")}
TRAINS |= {"7": ("5", "7"), "8": ("6", "8")}  # what companies have in a phase
RULINGS = ("t_place_value", "gravity_mountain_to_plain", "two_gravity_trains", "anchor_on_gravity")


T = TypeVar("T")


def _pick(dice: Dice, things: Sequence[T]) -> T:
    return things[dice.below(len(things))]


class Board1883(NamedTuple):
    """A position with one company that runs."""

    game: RailGame
    company: str
    trains: tuple[TrainUse, ...]
    rules: RunRules


def boards(seed: int, area: int = 100, most: int = 3) -> Iterator[Board1883]:
    """Endless: games with tiles on so many hexes around a T place, and a company with up to so many trains."""
    while True:
        yield board(seed, area, most)
        seed += 1


def board(seed: int, area: int = 100, most: int = 3) -> Board1883:
    dice = Dice(seed)
    answers = {name: _pick(dice, list(_answers(name))) for name in RULINGS if dice.below(3) == 0}
    game: Any = RailGame(TITLE, ["Ada", "Ben", "Cy"], rulings=TITLE.resolve_rulings(None, answers))
    phase = _pick(dice, list(TRAINS))
    game.state.flags["phase"] = phase
    _lay(game, dice, _around(dice, area))
    company = _place_tokens(game, dice)
    for train in _trains(game, dice, phase, most):
        game.state.shelves.move(train, trains_at(company))
    _add_events(game, dice, company)
    return Board1883(game, company, train_uses(game, company), run_rules(game, company))


def _answers(name: str) -> Iterator[str]:
    return iter(next(ruling for ruling in TITLE.rulings if ruling.name == name).answers)


def _around(dice: Dice, area: int) -> list[str]:
    """The hexes nearest to a T place."""
    hexes = TITLE.board.hexes
    x, y = hexes[_pick(dice, list(TITLE.map_facts["fs"]["boxes"]))].at
    numbered = [place for place in hexes.values() if place.name.isdecimal()]
    near = sorted(numbered, key=lambda place: (abs(place.at[0] - x) * 2 + abs(place.at[1] - y), place.index))
    return [place.name for place in near[:area]]


def _lay(game: RailGame, dice: Dice, names: list[str]) -> None:
    """Tiles that join their neighbours, in so many rounds as there are colours in use."""
    board = TITLE.board
    for _ in game.phase.tiles:
        for name in names:
            now, place = track(game), board.hexes[name]
            fits = [face for face in fitting(board, place, now.face(name)) if face.color in game.phase.tiles]
            fits = [face for face in fits if tiles_left(game, face.tile or "") > 0]
            if fits and dice.below(5):
                joined = {edge for edge, other in enumerate(place.neighbors) if other and _meets(now, other, edge)}
                tries = [_pick(dice, fits) for _ in range(4)]
                best = max(tries, key=lambda face: len(face.exits & joined))
                put_tile(game, name, best.tile or "", best.rotation)


def _meets(now: Track, other: str, edge: int) -> bool:
    return (edge + 3) % 6 in now.face(other).exits


def _place_tokens(game: RailGame, dice: Dice) -> str:
    """Some tokens of all companies in cities with room, most of one that then runs."""
    shelves, now = game.state.shelves, track(game)
    for number in (0, 1):
        shelves.move(f"CCFR.{number}", ("spare", "CCFR"))
    cities = [(n, s) for n in now.board.names for s, stop in enumerate(now.face(n).stops) if stop.kind == "city"]
    company = _pick(dice, COMPANIES)
    for owner in (company, company, *(_pick(dice, COMPANIES) for _ in range(12))):
        spare = shelves.on(("spare", owner))
        hex_, stop = _pick(dice, cities)
        here = shelves.on(city_at(hex_, stop))
        taken = any(token.startswith(f"{owner}.") for s in range(3) for token in shelves.on(city_at(hex_, s)))
        if spare and not taken and len(here) < now.face(hex_).stops[stop].slots:
            shelves.move(spare[0], city_at(hex_, stop))
    return company


def _trains(game: RailGame, dice: Dice, phase: str, most: int) -> list[str]:
    kinds = [_pick(dice, TRAINS[phase]) for _ in range(1 + dice.below(most))]
    kinds += ["2G"] * dice.below(3)
    found: list[str] = []
    for kind in kinds:
        free = [f"{kind}-{n}" for n in range(8) if f"{kind}-{n}" not in found]
        found += [train for train in free if train in game.state.shelves.place_of][:1]
    return found


def _add_events(game: Any, dice: Dice, company: str) -> None:
    changes = _pick(dice, BOXES)
    if changes:
        game.state.effect["boxes"] = changes
    if dice.below(8) == 0:
        game.state.effect["fs_closed"] = True
    if dice.below(2):
        port = _pick(dice, TITLE.map_facts["marks"]["port"])
        game.state.shelves.move("anchor.CNP.0", anchor_at(company, port))
