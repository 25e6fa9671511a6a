"""2.7-b, 3.3.6 Political cards that change hands: from the pool, and between players at any price."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from stockrail.core import ActionRange
from stockrail.rules.agreement import Proposal, declined, forget_refusals, remember_refusal
from stockrail.rules.cards import cards_of, give_card, owner_of_card
from stockrail.rules.game import pay
from stockrail.rules.rounds import end_stock_turn
from stockrail.rules.shares import percent_of
from stockrail.rules.state import BANK, POOL, SHARE
from stockrail.titles.g18fb.actions import OfferCard
from stockrail.titles.g18fb.cards import free_share, hand_out_card, linked_company
from stockrail.titles.g18fb.concessions import settle
from stockrail.titles.g18fb.state import Game18FB


def card_fault(game: Game18FB, player: int, card: str) -> str | None:
    """3.3.6-a, 2.3-h, 2.7-q, 3.3.1-c Why a player may not buy this card; its free share counts to all limits."""
    if card not in cards_of(game, POOL):
        return "card_not_in_pool"
    held, limit = game.title.certificates(game, player)
    if held > limit:
        return "above_certificate_limit"
    company = linked_company(game, card)
    if free_share(game, card) and held == limit:
        return "card_brings_certificate"
    if free_share(game, card) and (player, company) in game.state.sold:
        return "sold_this_round"
    if free_share(game, card) and _holds_most(game, player, company):
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


def offers(game: Game18FB, player: int, company: str | None) -> Iterator[ActionRange[OfferCard]]:
    """2.7-b Own cards to everybody else, and prices for theirs; `company` is None in a stock turn."""
    for card, asked in product(game.title.cards, game.seats_after(player)):
        low, high = _bounds(game, OfferCard(player, card, asked, 0))
        least = OfferCard(player, card, asked, low)
        if low <= high and _fault(game, least, company) is None:
            yield ActionRange(least, "price", low, high)


def check_offer(game: Game18FB, company: str | None, action: OfferCard) -> None:
    fault = _fault(game, action, company) or _price_fault(game, action)
    if fault:
        cash, asked = game.state.cash[_buyer(game, action)], max(0, min(action.asked, len(game.players) - 1))
        params = {"player": action.player, "card": action.card, "price": action.price}
        raise game.refusal(fault, **params, asked=asked, cash=cash)


def _fault(game: Game18FB, action: OfferCard, company: str | None) -> str | None:
    """Why nothing can be offered at any price. Ruling card_trade: perhaps a player only buys, in their stock turn."""
    owner = _owner(game, action.card)
    if owner not in (action.player, action.asked):
        return "card_of_neither"
    if action.asked == action.player or action.asked not in game.seats:
        return "nobody_to_ask"
    in_turn = company is None and owner == action.asked
    return "card_trade_in_turn" if game.ruling("card_trade") == "stock_turn" and not in_turn else None


def _price_fault(game: Game18FB, action: OfferCard) -> str | None:
    if not 0 <= action.price <= game.state.cash[_buyer(game, action)]:
        return "card_price"
    low, high = _bounds(game, action)
    return None if low <= action.price <= high else "card_price_declined"


def _owner(game: Game18FB, card: str) -> int | None:
    """2.7-b, v The player who owns a card; a company never does."""
    owner = owner_of_card(game, card) if card in game.title.cards else None
    return owner if isinstance(owner, int) else None


def _buyer(game: Game18FB, action: OfferCard) -> int:
    return action.asked if _owner(game, action.card) == action.player else action.player


def _bounds(game: Game18FB, action: OfferCard) -> tuple[int, int]:
    """From nothing to all cash of the buyer; after a refusal only better offers."""
    buyer = _buyer(game, action)
    prices = [row[3] for row in declined(game) if row[:3] == (action.card, action.player, action.asked)]
    if buyer == action.asked:
        return 0, min([game.state.cash[buyer], *(price - 1 for price in prices)])
    return max([0, *(price + 1 for price in prices)]), game.state.cash[buyer]


def offer(game: Game18FB, action: OfferCard) -> None:
    sells = _owner(game, action.card) == action.asked
    player, asked, card, price = action.player, action.asked, action.card, action.price
    if sells:
        game.note("offers_for_card", player=player, asked=asked, card=card, price=price)
    else:
        game.note("offers_card", player=player, asked=asked, card=card, price=price)
    game.push_frame(CardOffer(action.asked, action, sells))


class CardOffer(Proposal[Game18FB], frozen=True):
    """2.7-b Asks another player to buy a card, or to sell it, at this price."""

    offer: OfferCard
    sells: bool

    def accepted(self, game: Game18FB) -> None:
        """Ruling card_trade: a purchase may use up the buyer's turn."""
        players = self.asked, self.offer.player
        seller, buyer = players if self.sells else players[::-1]
        pay(game, buyer, seller, self.offer.price)
        give_card(game, self.offer.card, buyer)
        game.note("sells_card", player=seller, asked=buyer, card=self.offer.card, price=self.offer.price)
        forget_refusals(game)
        if game.ruling("card_trade") == "stock_turn":
            end_stock_turn(game, buyer, acted=True)

    def refused(self, game: Game18FB) -> None:
        remember_refusal(game, self.offer.card, self.offer.player, self.asked, self.offer.price)
