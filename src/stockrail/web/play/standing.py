"""Standing orders: a player passes automatically for the rest of a stock round, or until somebody moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from stockrail.core import Action
from stockrail.rules.actions import Pass
from stockrail.rules.rounds import current_round
from stockrail.web.play.projection import Projection
from stockrail.web.store.orders import Standing

Orders: TypeAlias = Mapping[int, Standing]
UNTIL = ("round", "move")


def stock_turn(projection: Projection) -> int | None:
    """Which stock round it is, if it is one: only there can one pass in advance."""
    now = current_round(projection.game)
    return now.turn if now is not None and now.kind == "stock" else None


def holds(projection: Projection, order: Standing) -> bool:
    """Not in another round, not after a move of one's own, and not after another's if the order waits for one."""
    later = projection.done[order.since :]
    if stock_turn(projection) != order.turn or len(projection.done) < order.since:
        return False
    movers = {one.action.player for one in later if not isinstance(one.action, Pass)}
    return order.seat not in movers and not (order.until == "move" and movers)


def answer_by_order(projection: Projection, orders: Orders) -> Action | None:
    """The pass of whoever is to act, if they have ordered it and may pass."""
    game = projection.game
    order = None if game.actor is None else orders.get(game.actor)
    if order is None or not holds(projection, order):
        return None
    return next((entry for entry in game.legal_actions() if isinstance(entry, Pass)), None)
