"""The inspector: whatever a reader points at, told in four parts. Things are named by addresses such as "hex:K14"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stockrail.rules.game import RailGame
from stockrail.rules.rounds import operating_company
from stockrail.web.views.inspecting.cards import card_of
from stockrail.web.views.inspecting.cells import cell_of
from stockrail.web.views.inspecting.companies import company_of
from stockrail.web.views.inspecting.hexes import hex_of
from stockrail.web.views.inspecting.players import player_of
from stockrail.web.views.inspecting.shares import share_of
from stockrail.web.views.inspecting.thing import Inspected
from stockrail.web.views.inspecting.tiles import tile_of
from stockrail.web.views.inspecting.trains import train_of
from stockrail.web.views.voice import Voice

KINDS: Mapping[str, Callable[[RailGame, Voice, str], Inspected | None]] = {
    "hex": hex_of,
    "train": train_of,
    "company": company_of,
    "cell": cell_of,
    "share": share_of,
    "player": player_of,
    "tile": tile_of,
    "card": card_of,
}


def inspected(game: RailGame, voice: Voice, address: str) -> Inspected | None:
    """What there is to say of a thing; None if there is no such thing in this game."""
    kind, _, name = address.partition(":")
    view = KINDS.get(kind)
    return view(game, voice, name) if view and name else None


def at_rest(game: RailGame) -> str:
    """What is shown as long as nobody has pointed at anything: the lot of an auction, who acts, or who leads."""
    decision = game.decision
    if decision is None:
        return f"player:{game.result().winners[0]}"
    item, subject = getattr(decision, "item", None), decision.subject(game)
    company = next((id_ for id_ in (item, subject, operating_company(game)) if id_ in game.title.companies), None)
    return f"company:{company}" if company else f"player:{max(0, decision.actor(game))}"


__all__ = ["Inspected", "at_rest", "inspected"]
