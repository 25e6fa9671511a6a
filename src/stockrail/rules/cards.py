"""Cards and private companies: things on shelves with an owner, an income and an end."""

from __future__ import annotations

from collections.abc import Callable

from stockrail.core.journal import Place
from stockrail.rules.game import RailGame, pay
from stockrail.rules.printed import Card
from stockrail.rules.state import BANK, BOX, Holder


def cards_at(holder: Holder) -> Place:
    """Where the cards of a player, a company, the bank or the pool are kept."""
    return ("cards", holder)


def cards_of(game: RailGame, holder: Holder) -> list[str]:
    return game.state.shelves.on(cards_at(holder))


def holder_of_card(game: RailGame, card: str) -> Holder:
    holder: Holder = game.state.shelves.place_of[card][1]  # type: ignore[index]  # see cards_at
    return holder


def owner_of_card(game: RailGame, card: str) -> Holder | None:
    """The player or company that owns a card; None while it is for sale, and once it has closed."""
    holder = holder_of_card(game, card)
    return holder if holder in game.order or holder in game.title.companies else None


def lay_out_cards(game: RailGame, holder: Holder = BANK) -> None:
    for card in game.title.cards:
        game.state.shelves.create(card, cards_at(holder))


def give_card(game: RailGame, card: str, holder: Holder) -> None:
    game.state.shelves.move(card, cards_at(holder))


def close_card(game: RailGame, card: str) -> None:
    """Remove a card from the game; the title handles any other effects."""
    give_card(game, card, BOX)
    game.note("card_closes", card=card)


def printed_income(card: Card) -> int:
    return card.income


def pay_incomes(game: RailGame, income: Callable[[Card], int] = printed_income) -> None:
    """The bank pays every owner the income of their cards."""
    for card in game.title.cards.values():
        owner, amount = owner_of_card(game, card.id), income(card)
        if owner is not None and amount:
            pay(game, BANK, owner, amount)
            game.note("card_pays", card=card.id, holder=owner, amount=amount)
