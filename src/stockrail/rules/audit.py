"""What must hold in every railway title after every action: everything is somewhere, once."""

from __future__ import annotations

from stockrail.rules.game import RailGame
from stockrail.rules.laying import supply
from stockrail.rules.state import BANK
from stockrail.rules.tokens import tokens_in
from stockrail.rules.track import track


def money_faults(game: RailGame) -> list[str]:
    amounts = game.state.cash.amounts
    faults = [f"{holder} has {sum_}" for holder, sum_ in amounts.items() if sum_ < 0 and holder != BANK]
    total = sum(amounts.values())
    return faults if total == game.title.facts["bank"] else [*faults, f"money sums to {total}"]


def shelf_faults(game: RailGame) -> list[str]:
    """Every thing lies on the one shelf that it is booked on, and none is lost."""
    shelves = game.state.shelves
    lying = [(thing, place) for place, things in shelves.things.items() for thing in things]
    faults = [f"{t} lies at {p}, booked at {shelves.place_of.get(t)}" for t, p in lying if shelves.place_of.get(t) != p]
    return faults if len(lying) == len(shelves.place_of) else [*faults, "a thing lies twice or nowhere"]


def tile_faults(game: RailGame) -> list[str]:
    faults = [f"{-left} tiles {name} too many" for name, left in supply(game).items() if left < 0]
    now = track(game)
    for hex_ in game.title.board.hexes:
        for stop, place in enumerate(now.face(hex_).stops):
            if len(tokens_in(game, hex_, stop)) > place.slots:
                faults.append(f"too many tokens in {hex_}")
    return faults
