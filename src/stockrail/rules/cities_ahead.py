"""What cities near a company's track promise it, for titles that pay for stations: answers of an `Outlook`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stockrail.board import steps_to
from stockrail.rules.actions import LayTile
from stockrail.rules.game import RailGame
from stockrail.rules.tokens import cities_with_room, spare_of
from stockrail.rules.track import track

CLOSER = 0.85  # what a city counts for each step that it is away


def near(game: RailGame, company: str, lay: LayTile | None, usual: int) -> list[float]:
    """What the best cities count where tokens may come, one for each token that is left, perhaps with a tile laid.

    A city should bring the `usual` value in the end, at least.
    """
    now, spare = track(game), len(spare_of(game, company))
    key = ("near", company, spare, usual, ahead := _ahead(game, lay) if lay else ())
    if key not in now.memo:
        known = _cities(game, company, usual)
        far = ((value, min(steps, steps_from(game, hex_, ahead))) for hex_, (value, steps) in known.items())
        now.memo[key] = sorted((value * CLOSER**steps for value, steps in far), reverse=True)[:spare]
    found: list[float] = now.memo[key]
    return found


def _cities(game: RailGame, company: str, usual: int) -> Mapping[str, tuple[int, int]]:
    """Cities that it has no token in: what each should bring, and how far off it is."""
    now, level = track(game), game.phase.offboard
    if (key := ("cities", company, usual)) not in now.memo:
        touched = now.rough_reach(company).touched() or [home for home, _ in game.title.companies[company].homes]
        values = {hex_: now.face(hex_).stops[n].value(level) for hex_, n in cities_with_room(game, company)}
        now.memo[key] = {hex_: (max(usual, value), steps_from(game, hex_, touched)) for hex_, value in values.items()}
    known: Mapping[str, tuple[int, int]] = now.memo[key]
    return known


def steps_from(game: RailGame, goal: str, touched: Iterable[str]) -> int:
    """How many steps it is to a hex from the nearest of others."""
    steps = steps_to(game.title.board_now(game), goal)
    return min((steps[hex_] for hex_ in touched if hex_ in steps), default=len(steps))


def _ahead(game: RailGame, lay: LayTile) -> tuple[str, ...]:
    """The hexes to which a tile would lead as nothing there does now."""
    board, old = game.title.board_now(game), track(game).face(lay.hex)
    exits = board.face(lay.tile, lay.rotation).exits - old.exits
    sides = [board.across[board.indexes[lay.hex] * 8 + edge] for edge in sorted(exits)]
    return tuple(board.names[side >> 3] for side in sides if side >= 0)


def gain(game: RailGame, company: str, lay: LayTile) -> int:
    """What stations of a company in the hex of a tile would be worth more."""
    now, new = track(game), game.title.board.face(lay.tile, lay.rotation)
    own, level = [stop for hex_, stop in now.tokens_of(company) if hex_ == lay.hex], game.phase.offboard
    old = now.face(lay.hex).stops
    return sum(new.stops[min(stop, len(new.stops) - 1)].value(level) - old[stop].value(level) for stop in own)
