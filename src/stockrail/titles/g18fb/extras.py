"""2.7-p, 3.7.3-a What a president may do at any moment of a turn: card powers, take-overs, offers of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stockrail.core import Action, ActionRange
from stockrail.rules.shares import controlled
from stockrail.titles.g18fb.acquisition import acquire, acquisitions, check_acquisition
from stockrail.titles.g18fb.actions import Acquire, OfferCard, UseCard
from stockrail.titles.g18fb.card_offers import check_offer, offer, offers
from stockrail.titles.g18fb.powers import check_power, powers, use_or_ask
from stockrail.titles.g18fb.state import Game18FB

Entry = Action | ActionRange[Any]

KINDS: tuple[type[Action], ...] = (UseCard, OfferCard, Acquire)
"""The kinds of action that `extras` lists."""

# -- in a stock turn, and in the turn of a company ---------------------------------------------------------------------


def card_actions(game: Game18FB, player: int, company: str | None) -> Sequence[Entry]:
    """2.7-p, t, 3.3.6-b Powers and offers open now: in a turn of a company of the player, or in their stock turn."""
    return [*powers(game, player, company), *offers(game, player, company)]


def check_card_action(game: Game18FB, company: str | None, action: UseCard | OfferCard) -> None:
    """Raise IllegalAction unless `card_actions` could list it, or a power along a line that it does not list."""
    if isinstance(action, UseCard):
        check_power(game, company, action)
    else:
        check_offer(game, company, action)


def take_card_action(game: Game18FB, action: UseCard | OfferCard) -> None:
    """Carry out a checked action; may push a proposal. The step below goes on."""
    if isinstance(action, UseCard):
        use_or_ask(game, action)
    else:
        offer(game, action)


# -- in the turn of a company ------------------------------------------------------------------------------------------


def extras(game: Game18FB, company: str) -> Sequence[Entry]:
    """All that its president may do besides what a step is for."""
    return [*card_actions(game, controlled(game, company), company), *acquisitions(game, company)]


def is_pressing(game: Game18FB, company: str) -> bool:
    """Whether a step waits although nothing else can be done in it: for a power or a take-over, not for an offer."""
    player = game.title.controller(game, company)
    if player is None:  # it has closed, or merged, in its own turn
        return False
    power = next(powers(game, player, company), None)
    return power is not None or bool(acquisitions(game, company))


def check_extra(game: Game18FB, company: str, action: Action) -> bool:
    """Whether it is an extra at all; raises IllegalAction if it is one that is not legal now."""
    if isinstance(action, UseCard | OfferCard):
        check_card_action(game, company, action)
    elif isinstance(action, Acquire):
        check_acquisition(game, company, action)
    return isinstance(action, KINDS)


def take_extra(game: Game18FB, company: str, action: Action) -> bool:
    """Carry out an extra; False if it is none."""
    if isinstance(action, UseCard | OfferCard):
        take_card_action(game, action)
    elif isinstance(action, Acquire):
        acquire(game, action)
    return isinstance(action, KINDS)
