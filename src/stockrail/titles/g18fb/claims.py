"""2.5.4 Slots that are not free: reserved ones, Bourbon tokens, slots that open later, waiting regional tokens."""

from __future__ import annotations

from stockrail.rules.state import CityAt
from stockrail.titles.g18fb.places import claimant
from stockrail.titles.g18fb.state import Game18FB, claims_at


def kept_slots(game: Game18FB, company: str, place: CityAt) -> int:
    """How many slots of a stop are taken by claims that are not the company's own (`RailTitle.kept_circles`)."""
    return sum(claimant(claim) != company for claim in game.state.shelves.on(claims_at(*place)))


def drop_claims(game: Game18FB, company: str) -> None:
    """Q25 The reserved slots of a company that merges or closes become free."""
    return  # TO BUILD (C)


def open_slots(game: Game18FB) -> None:
    """2.1-f Phase 4: the general slots of Rome and the second one of the Vesuvio."""
    return  # TO BUILD (C)


def remove_bourbon_tokens(game: Game18FB) -> None:
    """2.5.4-b Phase 5 removes those that are left."""
    return  # TO BUILD (C)


def seat_waiting(game: Game18FB) -> None:
    """3.6.2-f Waiting regional tokens take slots that have come free: after lays, tokens, closings, removed claims."""
    return  # TO BUILD (C)
