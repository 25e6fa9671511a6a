"""A position as any version can tell it: names and figures of the game, nothing of how the program keeps them."""

from __future__ import annotations

from typing import Any

from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.rules.shares import percent_of
from stockrail.rules.state import BANK, DEPOT, POOL
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.trains import trains_of


def told(game: RailGame) -> dict[str, Any]:
    """Who has what, what lies where, who is to decide."""
    holders = [*range(len(game.players)), POOL, "ipo", *game.title.companies]
    return {
        "actions": len(game.actions),
        "actor": game.actor,
        "end": game.result().reason,
        "worth": list(game.result().worth),
        "phase": game.phase.name,
        "cash": {str(holder): game.state.cash[holder] for holder in [BANK, *holders] if game.state.cash[holder]},
        "trains": {str(holder): list(trains_of(game, holder)) for holder in [DEPOT, *holders]},
        "shares": {
            company: {str(holder): percent for holder in holders if (percent := percent_of(game, holder, company))}
            for company in game.title.companies
        },
        "prices": {company: price(game, company) for company in game.title.companies if company in game.state.cell},
        "cities": {company: sorted(map(list, cities_of(game, company))) for company in game.title.companies},
        "spare": {company: len(spare_of(game, company)) for company in game.title.companies},
        "laid": {hex_: list(laid) for hex_, laid in game.state.laid.by_key().items()},
    }
