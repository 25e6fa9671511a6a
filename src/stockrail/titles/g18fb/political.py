"""3.2 The political round: cards are named in turn and auctioned; then the order of play is made anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from stockrail.rules.auction_rounds import AuctionRound, CashAuction, NameItem
from stockrail.rules.cards import cards_of, give_card
from stockrail.rules.game import pay
from stockrail.rules.state import BANK, POOL
from stockrail.titles.g18fb.cards import hand_out_card, linked_company
from stockrail.titles.g18fb.state import Game18FB


class PoliticalRound(AuctionRound[Game18FB], frozen=True):
    """3.2-a to l `opener` names the next card; cards for sale lie at `cards_at(BANK)`, an unwanted one in the pool."""

    kind: ClassVar[str] = "political"

    def naming(self, player: int) -> NameCard:
        return NameCard(player)

    def ended(self, game: Game18FB) -> None:
        """3.2-i, j"""
        make_order(game)


class NameCard(NameItem[Game18FB], frozen=True):
    """3.2-a, f Any card that has not been up; whoever names it speaks first."""

    def items(self, game: Game18FB) -> Sequence[str]:
        return cards_of(game, BANK)

    def auction(self, game: Game18FB, item: str) -> CardAuction:
        step: int = game.title.facts["auction"]["step"]
        return CardAuction(item, None, first_bid(game, item) - step, tuple(game.seats_from(self.player)))


def first_bid(game: Game18FB, card: str) -> int:
    """3.2-b, ruling first_bid The lowest first bid."""
    step: int = game.title.facts["auction"]["step"]
    return game.title.cards[card].price + (step if game.ruling("first_bid") == "nominal_plus_5" else 0)


class CardAuction(CashAuction[Game18FB], frozen=True):
    """3.2-b to e, g, k The auction of a card."""

    def step(self, game: Game18FB) -> int:
        return int(game.title.facts["auction"]["step"])

    def won(self, game: Game18FB) -> None:
        """3.2-e, h What the linked company gets lies in its treasury, floated or not (Q11)."""
        game.pop_frame()
        card, player = self.item, self.winner
        company = linked_company(game, card)
        surplus = self.price - game.title.cards[card].price if company else 0
        pay(game, player, BANK, self.price - surplus)
        game.note("wins_card", player=player, item=card, price=self.price)
        if surplus:
            pay(game, player, company, surplus)
            game.note("gets_surplus", company=company, amount=surplus)
        hand_out_card(game, card, player)

    def unsold(self, game: Game18FB) -> None:
        """3.2-g"""
        game.pop_frame()
        give_card(game, self.item, POOL)
        game.note("card_to_pool", item=self.item)


def make_order(game: Game18FB) -> None:
    """3.2-j, l By cash left, most first; equal cash keeps the former order."""
    cash = game.state.cash
    order = tuple(sorted(game.order, key=lambda seat: -cash[seat]))
    game.state.flags["order"] = order
    game.state.flags["priority"] = order[0]
    game.note("order_is_made", players=order)
