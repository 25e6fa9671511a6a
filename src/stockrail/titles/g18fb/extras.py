"""2.7-p, 3.7.3-a What a president may do at any moment of a turn: card powers, take-overs, offers of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import Pass
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.shares import controlled
from stockrail.titles.g18fb.acquisition import acquire, acquisitions, check_acquisition
from stockrail.titles.g18fb.actions import Acquire, OfferCard, UseCard
from stockrail.titles.g18fb.card_offers import check_offer, offer, offers
from stockrail.titles.g18fb.powers import check_power, powers, use_or_ask
from stockrail.titles.g18fb.state import Game18FB

Entry = Action | ActionRange[Any]

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


def is_pressing(game: Game18FB, company: str) -> bool:
    """Whether a step waits although nothing else can be done in it: for a power or a take-over, not for an offer."""
    player = game.title.controller(game, company)  # nobody once it has closed, or merged, in its own turn
    return player is not None and bool(next(powers(game, player, company), None) or acquisitions(game, company))


class AnyMoment(CompanyDecision[Game18FB], frozen=True):
    """A step in which a president may do more than it is about, without ending it.

    Put before the step that it widens: `class BuyTrains(AnyMoment, TrainStep[Game18FB], frozen=True)`.
    """

    def any(self, game: Game18FB) -> bool:
        return super().any(game) or is_pressing(game, self.company)

    def check(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, UseCard | OfferCard):
            check_card_action(game, self.company, action)
        elif isinstance(action, Acquire):
            check_acquisition(game, self.company, action)
        else:
            super().check(game, action)

    def kinds(self, game: Game18FB) -> tuple[type[Action], ...]:
        return (*super().kinds(game), UseCard, OfferCard, Acquire)

    def list(self, game: Game18FB) -> Menu:
        """A pass comes last."""
        cards = card_actions(game, controlled(game, self.company), self.company)
        menu = [*super().list(game), *cards, *acquisitions(game, self.company)]
        return sorted(menu, key=lambda entry: isinstance(entry, Pass))

    def take(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, UseCard | OfferCard):
            take_card_action(game, action)
        elif isinstance(action, Acquire):
            acquire(game, action)
        else:
            super().take(game, action)
