"""Claims: what keeps a slot of a stop besides tokens. A slot that is kept for a company is named "FA@E38"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.core.journal import Place
from stockrail.rules.game import RailGame
from stockrail.rules.state import CityAt

GONE = ("claim", "box", 0)


def claims_at(hex_: str, stop: int) -> Place:
    """Where the claims on the slots of a stop lie."""
    return ("claim", hex_, stop)


def reserved_slot(company: str, hex_: str) -> str:
    """A slot that is kept for a company, as a thing on a shelf."""
    return f"{company}@{hex_}"


def claimant(game: RailGame, claim: str) -> str:
    """The company that a claim is for; empty for what keeps a slot from everybody."""
    name = claim.partition("@")[0]
    return name if name in game.title.companies else ""


def claims_in(game: RailGame, place: CityAt) -> list[str]:
    return game.state.shelves.on(claims_at(*place))


def all_claims(game: RailGame) -> list[tuple[str, CityAt]]:
    """Every claim that lies on a stop, by name: the rows of a table have no order."""
    places: dict[str, Any] = game.state.shelves.place_of
    found = [(name, place) for name, place in places.items() if place[0] == "claim" and place != GONE]
    return [(name, (hex_, stop)) for name, (_, hex_, stop) in sorted(found)]


def claims_of(game: RailGame, company: str) -> list[tuple[str, CityAt]]:
    """The slots that are kept for a company."""
    return [(claim, place) for claim, place in all_claims(game) if claimant(game, claim) == company]


def drop_claim(game: RailGame, claim: str) -> None:
    """The slot becomes open."""
    game.state.shelves.move(claim, GONE)


def drop_claims(game: RailGame, company: str) -> None:
    """The slots that are kept for a company become open."""
    for claim, _ in claims_of(game, company):
        drop_claim(game, claim)


def move_claims(game: RailGame, hex_: str, moves: Mapping[int, int]) -> None:
    """Claims keep their places on a new tile, like tokens."""
    held = {stop: list(claims_in(game, (hex_, stop))) for stop in moves}
    for stop, names in held.items():
        for name in names:
            game.state.shelves.move(name, claims_at(hex_, moves[stop]))
