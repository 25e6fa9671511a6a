"""3.3.6-a Political cards in the bank pool."""

from __future__ import annotations

from stockrail.rules.cards import cards_of
from stockrail.rules.game import pay
from stockrail.rules.shares import percent_of
from stockrail.rules.state import BANK, POOL, SHARE
from stockrail.titles.g18fb.cards import free_share, hand_out_card, linked_company
from stockrail.titles.g18fb.presidency import settle
from stockrail.titles.g18fb.state import Game18FB


def card_fault(game: Game18FB, player: int, card: str) -> str | None:
    """3.3.6-a, 2.3-h, 2.7-q Why a player may not buy this card; its free share counts to all limits."""
    if card not in cards_of(game, POOL):
        return "card_not_in_pool"
    held, limit = game.title.certificates(game, player)
    if held > limit:
        return "above_certificate_limit"
    if free_share(game, card) and held == limit:
        return "card_brings_certificate"
    if free_share(game, card) and _holds_most(game, player, linked_company(game, card)):
        return "card_brings_share"
    return "card_too_dear" if game.title.cards[card].price > game.state.cash[player] else None


def _holds_most(game: Game18FB, player: int, company: str) -> bool:
    """2.3-d"""
    most: int = game.title.facts["shares"]["player_limit"]
    return percent_of(game, player, company) + SHARE > most


def buy_card(game: Game18FB, player: int, card: str) -> None:
    """3.2-g, 3.3.6-a A checked purchase from the pool at the nominal price, with the card's free share."""
    price, company = game.title.cards[card].price, linked_company(game, card)
    pay(game, player, BANK, price)
    game.note("buys_card", player=player, card=card, price=price)
    hand_out_card(game, card, player)
    if company in game.state.par:
        settle(game, company)
