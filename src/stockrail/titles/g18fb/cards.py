"""2.7 Political cards: what they pay, what they can do, when they close."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action
from stockrail.titles.g18fb.state import Game18FB


def pay_card_incomes(game: Game18FB) -> None:
    """2.7-c, m, u Every open card pays its owner; cards 5 to 8 less once their company has placed a token."""
    return  # TO BUILD (A)


def close_cards(game: Game18FB) -> None:
    """2.7-d, 3.6-g, i All cards leave the game; a free share with an unsold card goes to the initial offer."""
    return  # TO BUILD (A)


def band_of(game: Game18FB, company: str) -> str:
    """2.7-e The interest band of the concession, raised for the company that Melisurgo serves."""
    return "A"  # TO BUILD (A)


def station_bonus(game: Game18FB, company: str, hex_: str) -> int:
    """2.7-g What Falcon adds for the company at a hex; 0 without it."""
    return 0  # TO BUILD (A)


def lower_deposit(game: Game18FB, player: int, company: str, cards: Sequence[str]) -> int:
    """3.3.2-o, C-3 What the deposit comes to with these cards of the player."""
    return 0  # TO BUILD (A)


def spend_cards(game: Game18FB, player: int, company: str, cards: Sequence[str]) -> None:
    """2.7-f, u What becomes of the cards that have just lowered a deposit."""
    return  # TO BUILD (A)


def buy_card(game: Game18FB, player: int, card: str) -> None:
    """3.2-g, 3.3.6-a A checked purchase from the pool at the nominal price, with the card's free share."""
    return  # TO BUILD (A)


def usable_cards(game: Game18FB, player: int, company: str) -> Sequence[tuple[str, ...]]:
    """Every set of cards with which the player may lower the deposit of a concession, the empty one first."""
    return [()]  # TO BUILD (A)


def card_actions(game: Game18FB, player: int, company: str | None) -> Sequence[Action]:
    """2.7-p, t, 3.3.6-b Powers and offers open now: in a turn of a company of the player, or in their stock turn."""
    return []  # TO BUILD (A)


def check_card_action(game: Game18FB, player: int, company: str | None, action: Action) -> None:
    """Raise IllegalAction unless `card_actions` could list it."""
    raise NotImplementedError  # TO BUILD (A)


def take_card_action(game: Game18FB, company: str | None, action: Action) -> None:
    """Carry out a checked UseCard or OfferCard; may push a proposal. The step below goes on."""
    raise NotImplementedError  # TO BUILD (A)
