"""Positions of 1883 around trains: FBV has track from Casalecchio to Bazzano, and others hold what is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from stockrail.core import Action, IllegalAction
from stockrail.rules.state import BOX, DEPOT, POOL, Holder, certs_at, trains_at
from stockrail.rules.trains import trains_of
from stockrail.testing import Position
from stockrail.titles.g1883.cooperative import capitalise

from .lying import TITLE

A, B, C, D = range(4)
STEP = "BuyTrains"
LINE = {"86": ("5", 0), "75": ("6", 2)}
HOMES = {"FBV": ["86"], "SV": ["21"], "FMV": ["64"], "FMMSF": ["55"], "SAFRE": ["31"], "FSF": ["34", "59"]}


def setting(
    phase: str = "4", players: int = 3, options: tuple[str, ...] = (), rulings: Mapping[str, str] | None = None
) -> Any:
    """A phase with its trains: older ones are out of the game. CCFR keeps none from phase 4 on."""
    pos = Position(TITLE, players, rulings=rulings, options=options).phase(phase)
    pos.state.flags["ccfr_president"] = A
    pos.tiles(**LINE)
    if int(phase) > 3:
        for train in [*trains_of(pos.game, "CCFR"), *trains_of(pos.game, "gravity")]:
            pos.state.shelves.move(train, trains_at(BOX))
    if int(phase) > 4:
        _freeze_and_capitalise(pos)
    return pos


def _freeze_and_capitalise(pos: Any) -> None:
    """CCFR was looted by everybody: from phase 5 on it may be launched."""
    for seat in pos.game.seats:
        for cert in pos.state.shelves.on(certs_at(seat, "CCFR")):
            pos.state.shelves.move(cert, certs_at(POOL, "CCFR"))
    pos.state.flags["ccfr"] = "frozen"
    capitalise(pos.game)
    pos.cash("CCFR", 0).no_trains("CCFR")


def railway(pos: Any, company: str, shares: Mapping[Holder, int], cash: int = 0, cell: tuple[int, int] = (5, 4)) -> Any:
    """A railway with its home tokens at a cell of the market; the first named presides."""
    pos.corporation(company, shares, value=65, cash=cash).price(company, *cell)
    for hex_ in HOMES.get(company, ()):
        pos.token(company, hex_)
    return pos


def next_up(pos: Any, kind: str) -> Any:
    """The first train of a kind is the next one for sale; all before it are out of the game."""
    while not trains_of(pos.game, DEPOT)[0].startswith(f"{kind}-"):
        pos.state.shelves.move(trains_of(pos.game, DEPOT)[0], trains_at(BOX))
    return pos


def refused(game: Any, action: Action) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as error:
        game.push(action)
    return error.value.kind, error.value.rule


def kinds(game: Any) -> set[str]:
    """The kinds of action on the menu; all of them must be legal, and no other kinds may be announced as possible."""
    menu = game.legal_actions()
    found = {type(action if isinstance(action, Action) else action.lowest()) for action in menu}
    assert found <= set(game.decision.kinds(game))
    for action in menu:
        game.check(action if isinstance(action, Action) else action.lowest())
    return {kind.__name__ for kind in found}


def sound(game: Any) -> Any:
    """The game, if nothing was lost or made twice."""
    faults = game.title.audit(game)
    assert faults == []
    return game
