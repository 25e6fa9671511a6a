"""Positions of 1883 for tests: what lies on the map, whose tokens, whose trains, and what events are in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.routes import best_run, written_run
from stockrail.rules.game import RailGame
from stockrail.rules.state import city_at, spare_tokens, trains_at
from stockrail.titles.g1883 import Title1883

TITLE = Title1883()
FERRARA_TO_PARMA = {
    "100": ("9", 2), "92": ("6", 5), "81": ("6", 2), "70": ("8", 5),
    "46": ("9", 1), "21": ("6", 4), "20": ("8", 1), "8": ("9", 1),
}  # fmt: skip
VIGNOLA = {"86": ("5", 0), "75": ("6", 2)}
GUASTALLA = {"21": ("57", 0), "20": ("9", 0), "19": ("9", 0), "18": ("8", 1), "6": ("4", 1)}


def lying(
    phase: str = "2",
    laid: Mapping[str, tuple[str, int]] | None = None,
    tokens: Mapping[str, Sequence[str]] | None = None,
    trains: Mapping[str, Sequence[str]] | None = None,
    effects: Mapping[str, Any] | None = None,
    **rulings: str,
) -> Any:
    """A game of three in a phase. CCFR's tokens lie at home unless `tokens` says otherwise."""
    game: Any = RailGame(TITLE, ["Ada", "Ben", "Cy"], rulings=TITLE.resolve_rulings(None, rulings))
    game.state.flags["phase"] = phase
    for hex_, tile in (laid or {}).items():
        game.state.laid[hex_] = tile
    for company, places in (tokens or {}).items():
        for number in range(TITLE.companies[company].tokens):
            game.state.shelves.move(f"{company}.{number}", spare_tokens(company))
        for number, place in enumerate(places):
            hex_, _, stop = place.partition("/")
            game.state.shelves.move(f"{company}.{number}", city_at(hex_, int(stop or 0)))
    for company, names in (trains or {}).items():
        for train in names:
            game.state.shelves.move(train, trains_at(company))
    for name, value in (effects or {}).items():
        game.state.effect[name] = value
    return game


def most(game: RailGame, company: str) -> int:
    return best_run(game, company).total


def earns(game: RailGame, company: str, *routes: tuple[str, str]) -> int:
    """What routes earn, each a train and its hexes with spaces between; raises IllegalAction."""
    return written_run(game, company, [(train, hexes.split()) for train, hexes in routes]).total
