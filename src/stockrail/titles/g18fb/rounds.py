"""1.1, 3 The order of rounds; 3.2 the political round; 3.6.2 the round in which regional companies are auctioned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

import msgspec

from stockrail.core import Frame
from stockrail.rules import rounds
from stockrail.rules.agreement import end_game
from stockrail.rules.auction_rounds import AuctionRound, CashAuction, NameItem
from stockrail.rules.cards import cards_of, give_card
from stockrail.rules.claims import claims_at, reserved_slot
from stockrail.rules.closing import return_certificates
from stockrail.rules.game import pay
from stockrail.rules.rounds import OperatingRound, begin_round
from stockrail.rules.state import BANK, IPO, POOL, certs_at
from stockrail.titles.g18fb.cards import hand_out_card, linked_company, pay_card_incomes
from stockrail.titles.g18fb.companies import nominal_value
from stockrail.titles.g18fb.destinations import TOP
from stockrail.titles.g18fb.phases import export_train
from stockrail.titles.g18fb.places import seat_waiting
from stockrail.titles.g18fb.regional import is_waiting, settle_bonuses
from stockrail.titles.g18fb.state import Game18FB


def first_bid(game: Game18FB, nominal: int) -> int:
    """3.2-b, ruling first_bid The lowest first bid."""
    step: int = game.title.facts["auction"]["step"]
    return nominal + (step if game.ruling("first_bid") == "nominal_plus_5" else 0)


# -- political cards ---------------------------------------------------------------------------------------------------


class CardAuction(CashAuction[Game18FB], frozen=True):
    """3.2-b to e, g, k The auction of a card."""

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


class NameCard(NameItem[Game18FB], frozen=True):
    """3.2-a, f Any card that has not been up; whoever names it speaks first."""

    lot = CardAuction

    def items(self, game: Game18FB) -> Sequence[str]:
        return cards_of(game, BANK)

    def lowest(self, game: Game18FB, item: str) -> int:
        return first_bid(game, game.title.cards[item].price)


class PoliticalRound(AuctionRound[Game18FB], frozen=True):
    """3.2-a to l `opener` names the next card; cards for sale lie at `cards_at(BANK)`, an unwanted one in the pool."""

    kind: ClassVar[str] = "political"
    naming = NameCard

    def ended(self, game: Game18FB) -> None:
        """3.2-i, j"""
        make_order(game)


def make_order(game: Game18FB) -> None:
    """3.2-j, l By cash left, most first; equal cash keeps the former order."""
    cash = game.state.cash
    order = tuple(sorted(game.order, key=lambda seat: -cash[seat]))
    game.state.flags["order"] = order
    game.state.flags["priority"] = order[0]
    game.note("order_is_made", players=order)


# -- regional companies -----------------------------------------------------------------------------------------------


class RegionalAuction(CashAuction[Game18FB], frozen=True):
    """3.6.2-a to c, h"""

    def most(self, game: Game18FB, player: int) -> int:
        """3.6.2-a, 2.3-b, c Who has no room for a certificate is not asked."""
        held, limit = game.title.certificates(game, player)
        return super().most(game, player) if held < limit else 0

    def won(self, game: Game18FB) -> None:
        game.pop_frame()
        game.note("wins_regional", player=self.winner, company=self.item, price=self.price)
        _hand_out(game, self.item, self.winner, self.price)

    def unsold(self, game: Game18FB) -> None:
        """3.6.2-c"""
        game.pop_frame()
        return_certificates(game, self.item, POOL)
        game.note("regional_to_pool", company=self.item)


class NameRegional(NameItem[Game18FB], frozen=True):
    """3.6.2-a Any company that has not been up, in the printed order; whoever names it speaks first."""

    lot = RegionalAuction

    def items(self, game: Game18FB) -> Sequence[str]:
        printed: Sequence[Any] = game.title.facts["regionals"]
        return [facts["id"] for facts in printed if game.state.shelves.on(certs_at(IPO, facts["id"]))]

    def lowest(self, game: Game18FB, item: str) -> int:
        return first_bid(game, nominal_value(game, item))


class RegionalRound(AuctionRound[Game18FB], frozen=True):
    """3.6.2-a to h; certificates for sale lie in the initial offer, an unwanted one in the pool."""

    kind: ClassVar[str] = "regional"
    naming = NameRegional

    def ended(self, game: Game18FB) -> None:
        """3.6.2-d, g The priority stays; play goes on where it stopped."""
        lay_homes(game)


def _hand_out(game: Game18FB, company: str, player: int, price: int) -> None:
    """3.6.2-b All that is paid goes to its treasury."""
    pay(game, player, company, price)
    return_certificates(game, company, player)


def buy_from_pool(game: Game18FB, player: int, company: str, price: int) -> None:
    """3.6.2-c A checked purchase in a stock turn; Q62 destinations that it has reached pay at once."""
    game.note("buys_regional", player=player, company=company, price=price)
    _hand_out(game, company, player, price)
    settle_bonuses(game)


def lay_homes(game: Game18FB) -> None:
    """3.6.2-e, f Every home token is laid, sold or not; one without an empty slot waits there as a claim."""
    for facts in game.title.facts["regionals"]:
        hex_, stop = game.title.companies[facts["id"]].homes[0]
        game.state.shelves.create(reserved_slot(facts["id"], hex_), claims_at(hex_, stop))
    seat_waiting(game)
    for facts in game.title.facts["regionals"]:
        if is_waiting(game, facts["id"]):
            game.note("token_waits", company=facts["id"], hex=game.title.companies[facts["id"]].homes[0][0])
    settle_bonuses(game)


# -- their order -------------------------------------------------------------------------------------------------------


class Order(rounds.Order[Game18FB], frozen=True):
    """1.1-a, b After each operating round trains may leave and, once, the regional companies come."""

    def during(self, round_: Frame) -> Self:
        order = super().during(round_)
        return msgspec.structs.replace(order, coming="export") if isinstance(round_, OperatingRound) else order

    def _political(self, game: Game18FB) -> None:
        game.change_frame(coming="stock")
        begin_round(game, PoliticalRound(self.turn, game.state.flags["priority"]))

    def _operating(self, game: Game18FB) -> None:
        """3.5-a Political cards pay before the companies operate."""
        game.change_frame(coming="export")
        begin_round(game, OperatingRound(self.turn, self.nth))
        pay_card_incomes(game)

    def _export(self, game: Game18FB) -> None:
        """2.6-e"""
        game.change_frame(coming="regional")
        export_train(game)

    def _regional(self, game: Game18FB) -> None:
        """1.1-b, 3.6-f"""
        game.change_frame(coming="round_end")
        if game.state.flags.get("regional_due"):
            game.state.flags["regional_due"] = False
            begin_round(game, RegionalRound(self.turn, game.state.flags["priority"]))

    def _turn_end(self, game: Game18FB) -> None:
        """4-c, ruling top_price: perhaps the set of operating rounds was played to its end."""
        if game.state.flags.get("top"):
            end_game(game, TOP)
        else:
            super()._turn_end(game)
