"""Positions of 1883 around trains: FBV has track from Casalecchio to Bazzano and needs a train; others hold what is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from stockrail.core import Action, IllegalAction
from stockrail.rules.state import BOX, Holder, trains_at
from stockrail.rules.trains import trains_of
from stockrail.testing import Position

from .lying import TITLE

A, B, C, D = range(4)
STEP = "BuyTrains"
LINE = {"86": ("5", 0), "75": ("6", 2)}
HOMES = {"FBV": ["86"], "SV": ["21"], "FMV": ["64"], "FMMSF": ["55"], "SAFRE": ["31"], "FSF": ["34", "59"]}


def setting(phase: str = "4", players: int = 3, options: tuple[str, ...] = (), **rulings: str) -> Any:
    """A phase with its trains: those it has scrapped are out of the game. CCFR keeps none from phase 4 on."""
    pos = Position(TITLE, players, rulings=rulings, options=options).phase(phase)
    pos.state.flags["ccfr_president"] = A
    pos.tiles(**LINE)
    if int(phase) > 3:
        for train in [*trains_of(pos.game, "CCFR"), *trains_of(pos.game, "gravity")]:
            pos.state.shelves.move(train, trains_at(BOX))
    return pos


def railway(pos: Any, company: str, shares: Mapping[Holder, int], cash: int = 0, cell: tuple[int, int] = (5, 4)) -> Any:
    """A railway with its home tokens at a cell of the market; the first named presides."""
    pos.corporation(company, shares, value=65, cash=cash).price(company, *cell)
    for hex_ in HOMES[company]:
        pos.token(company, hex_)
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
    assert game.title.audit(game) == []
    return game
