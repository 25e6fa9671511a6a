"""3.3 The stock round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec

from stockrail.core import Action, ActionRange
from stockrail.rules.actions import BuyShare, SellShares, StartCompany
from stockrail.rules.cards import cards_of
from stockrail.rules.prices import by_price, reward_sold_out
from stockrail.rules.shares import percent_of, president_certificate, singles_of
from stockrail.rules.state import BANK, IPO, POOL, Holder, certs_at
from stockrail.rules.stock import SellingTurn, buy_share
from stockrail.titles.g18fb.actions import BuyCard, BuyConcession, BuyRegional, OfferCard, UseCard
from stockrail.titles.g18fb.card_offers import buy_card, card_fault
from stockrail.titles.g18fb.cards import linked_company
from stockrail.titles.g18fb.companies import (
    DEFINITIVE,
    MAJOR,
    PROVISIONAL,
    REGIONAL,
    nominal_value,
    pay_leases,
    state_of,
    treasury_presides,
)
from stockrail.titles.g18fb.concessions import (
    block_sizes,
    buy_concession,
    check_block,
    concession_fault,
    concession_offers,
    concession_refusal,
    sell_block,
    settle,
)
from stockrail.titles.g18fb.destinations import end_if_on_top
from stockrail.titles.g18fb.extras import card_actions, check_card_action, take_card_action
from stockrail.titles.g18fb.launching import float_if_sold, start, start_fault
from stockrail.titles.g18fb.rounds import buy_from_pool
from stockrail.titles.g18fb.state import Game18FB


class StockTurn(SellingTurn[Game18FB], frozen=True):
    """3.3-a Sell any blocks; then a concession, a certificate, a card or a regional company from the pool, or pass."""

    other_kinds: ClassVar[tuple[type[Action], ...]] = (BuyConcession, BuyCard, BuyRegional, UseCard, OfferCard)

    # -- sales --------------------------------------------------------------------------------------------------

    def to_sell_first(self, game: Game18FB) -> Sequence[str]:
        """2.3-h, ruling over_limit Who is above the certificate limit sells, as far as anything can be sold."""
        return () if game.ruling("over_limit") == "no_buying" else self.to_sell_down(game)

    def block_sizes(self, game: Game18FB, company: str) -> Sequence[int]:
        return block_sizes(game, self.player, company)

    def check_block(self, game: Game18FB, action: SellShares) -> None:
        check_block(game, self.player, action)

    def sell(self, game: Game18FB, action: SellShares) -> None:
        sell_block(game, self.player, action)

    # -- certificates -------------------------------------------------------------------------------------------

    def pieces(self, game: Game18FB, source: Holder, company: str) -> Sequence[str]:
        """3.7.1-s A president's certificate in a treasury is sold before anything else there."""
        if treasury_presides(game, company) and source == company:
            return [president_certificate(company)]
        return singles_of(game, source, company)

    def unstarted_fault(self, game: Game18FB, company: str) -> str:
        """3.3.4-d"""
        return "president_first" if company in game.title.companies_of(MAJOR) else "not_started"

    # -- starting companies -------------------------------------------------------------------------------------

    def startable(self, game: Game18FB) -> Sequence[str]:
        return [c for c in game.title.companies_of(MAJOR) if start_fault(game, c) is None]

    def start_fault(self, game: Game18FB, action: StartCompany) -> str | None:
        return start_fault(game, action.company) or super().start_fault(game, action)

    # -- everything else ----------------------------------------------------------------------------------------

    def other_deeds(self, game: Game18FB) -> Iterator[Action | ActionRange[Any]]:
        yield from concession_offers(game, self.player)
        cards = (BuyCard(self.player, card) for card in cards_of(game, POOL))
        yield from (buy for buy in cards if card_fault(game, self.player, buy.card) is None)
        for company in game.title.companies_of(REGIONAL):
            least = BuyRegional(self.player, company, nominal_value(game, company))
            if self._regional_fault(game, least) is None:
                yield ActionRange(least, "price", least.price, game.state.cash[self.player])
        yield from card_actions(game, self.player, None)

    def check_other(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, UseCard | OfferCard):
            check_card_action(game, None, action)
        elif isinstance(action, BuyConcession):
            fault = concession_fault(game, action)
            if fault:
                raise concession_refusal(game, action, fault)
        elif isinstance(action, BuyCard):
            self._refuse_card(game, action)
        elif isinstance(action, BuyRegional):
            fault, least = self._regional_fault(game, action), nominal_value(game, action.company)
            self._refuse(game, fault, action.company, price=action.price, minimum=least)
        else:
            raise game.refusal("stock_turn_only", player=self.player)

    def _refuse_card(self, game: Game18FB, action: BuyCard) -> None:
        player, card, known = self.player, action.card, action.card in game.title.cards
        fault, cash = card_fault(game, player, card), game.state.cash[player]
        if fault:
            price, limit = game.title.cards[card].price if known else 0, self.limit_behind(game, fault)
            company = linked_company(game, card) if known else ""
            raise game.refusal(fault, player=player, card=card, company=company, price=price, cash=cash, limit=limit)

    def _regional_fault(self, game: Game18FB, action: BuyRegional) -> str | None:
        """3.6.2-c, 2.3-c"""
        regional = action.company in game.title.companies_of(REGIONAL)
        if not regional or not game.state.shelves.on(certs_at(POOL, action.company)):
            return "regional_not_in_pool"
        if action.price < nominal_value(game, action.company):
            return "below_nominal"
        too_dear = action.price > game.state.cash[self.player]
        return self.certificate_fault(game) or ("regional_too_dear" if too_dear else None)

    def take(self, game: Game18FB, action: Action) -> None:
        """3.3.6-b, 2.7-t Powers and offers of cards use up no turn."""
        if isinstance(action, UseCard | OfferCard):
            take_card_action(game, action)
        else:
            super().take(game, action)

    def do(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, BuyShare):
            cert = action.certificate or self.pieces(game, action.source, action.company)[0]
            buy_share(game, msgspec.structs.replace(action, certificate=cert), payee(game, action))
            settle(game, action.company)
            pay_leases(game)
            float_if_sold(game, action.company)
        elif isinstance(action, StartCompany):
            start(game, action)
        elif isinstance(action, BuyConcession):
            buy_concession(game, action)
        elif isinstance(action, BuyCard):
            buy_card(game, self.player, action.card)
        elif isinstance(action, BuyRegional):
            buy_from_pool(game, self.player, action.company, action.price)


def payee(game: Game18FB, action: BuyShare) -> Holder:
    """3.3.4-b, f; 3.6-e, h Before it floats, what a company of phase 5 sells from its initial offer pays the bank."""
    if action.source == POOL or (action.source == IPO and not game.state.floated.get(action.company)):
        return BANK
    return action.company


def end_stock_round(game: Game18FB) -> None:
    """3.3-c, 2.2.5-f, m Sold-out companies rise, unless their state forbids it; 4-f one may come to the top."""
    game.state.sold.clear()
    for company in by_price(game, game.title.started(game)):
        if state_of(game, company) in (PROVISIONAL, DEFINITIVE) and is_sold_out(game, company):
            reward_sold_out(game, company)
            end_if_on_top(game, company)


def is_sold_out(game: Game18FB, company: str) -> bool:
    """2.2.5-f, m, Q70 Whatever lies in a treasury or with a card hinders nothing."""
    return not any(percent_of(game, holder, company) for holder in (IPO, POOL))
