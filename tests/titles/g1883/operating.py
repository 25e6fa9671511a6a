"""Operating turns of 1883 for tests: a company with its home tokens, what lies on the map, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.rules.actions import LayTile, Pass, PayOut, PlaceToken, RunTrains, TrainRun
from stockrail.testing import Position

from .lying import TITLE

A, B, C = range(3)


def standing(
    company: str = "",
    phase: str = "1",
    laid: Mapping[str, tuple[str, int]] | None = None,
    cash: int = 200,
    shares: Mapping[Any, int] | None = None,
    options: Sequence[str] = (),
    **rulings: str,
) -> Any:
    """A position of three players with one railway, led by the first; CCFR is there anyway, led by the first, too."""
    found = Position(TITLE, 3, rulings=rulings, options=options).phase(phase).tiles(**(laid or {}))
    found.state.flags["ccfr_president"] = A
    return launched(found, company, cash, shares) if company else found


def launched(found: Any, company: str, cash: int = 200, shares: Mapping[Any, int] | None = None) -> Any:
    """One more railway at 100, with its home tokens."""
    found.corporation(company, shares or {A: 2}, 100, cash)
    for home in TITLE.companies[company].homes:
        found.token(company, *home)
    return found


def lay(game: Any, company: str, hex_: str, tile: str, rotation: int) -> Any:
    game.push(LayTile(game.actor, company, hex_, tile, rotation))
    return game


def place(game: Any, company: str, hex_: str, stop: int = 0) -> Any:
    game.push(PlaceToken(game.actor, company, hex_, stop))
    return game


def run(game: Any, company: str, *routes: tuple[str, str]) -> Any:
    """Trains and their hexes with spaces between."""
    game.push(RunTrains(game.actor, company, tuple(TrainRun(train, tuple(way.split())) for train, way in routes)))
    return game


def pay(game: Any, company: str, kind: str = "full") -> Any:
    game.push(PayOut(game.actor, company, kind))
    return game


def go_on(game: Any) -> Any:
    game.push(Pass(game.actor))
    return game


def step(game: Any) -> str:
    return type(game.decision).__name__


def hexes(game: Any) -> set[str]:
    """Where a tile may be laid now."""
    return {action.hex for action in game.legal_actions() if isinstance(action, LayTile)}
