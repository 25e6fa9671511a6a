"""2.7-p, 3.7.3-a What a president may do at any moment of a turn: card powers, take-overs, offers of cards."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action
from stockrail.titles.g18fb.state import Game18FB

KINDS: tuple[type[Action], ...] = ()
"""The kinds of action that `extras` lists."""


def extras(game: Game18FB, company: str) -> Sequence[Action]:
    """Asked by LayTrack, PlaceLine, BuyTrains and Finance for their menus; an extra never ends the step."""
    return []  # TO BUILD (A, E): card_actions and acquisitions


def check_extra(game: Game18FB, company: str, action: Action) -> bool:
    """Whether it is an extra at all; raises IllegalAction if it is one that is not legal now."""
    return False  # TO BUILD (A, E)


def take_extra(game: Game18FB, company: str, action: Action) -> bool:
    """Carry out an extra; False if it is none."""
    return False  # TO BUILD (A, E)
