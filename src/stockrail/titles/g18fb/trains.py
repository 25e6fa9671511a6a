"""3.5.8, 3.5.10 Buying trains, and raising money for one that must be bought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stockrail.core import Action, ActionRange, Menu
from stockrail.core.actions import lists
from stockrail.rules.actions import BuyTrain, GoBankrupt, SellShares
from stockrail.rules.state import DEPOT
from stockrail.rules.train_step import TrainStep, hand_over_train, president_helps
from stockrail.rules.trains import holder_of, trains_of, type_of
from stockrail.titles.g18fb.accounts import is_building
from stockrail.titles.g18fb.actions import SellStock
from stockrail.titles.g18fb.companies import FROZEN, is_national, is_regional, may_spend, state_of
from stockrail.titles.g18fb.concessions import check_block
from stockrail.titles.g18fb.emergency import (
    cheapest_price,
    go_bankrupt,
    missing,
    president_sales,
    sell_from_treasury,
    sell_in_need,
    sizes_of,
    treasury_entries,
)
from stockrail.titles.g18fb.extras import AnyMoment
from stockrail.titles.g18fb.phases import change_phase
from stockrail.titles.g18fb.state import Game18FB


def obliged(game: Game18FB, company: str) -> bool:
    """3.5.8-b, c, e, 3.4-h A company that operated has a train at the end of its turn."""
    if trains_of(game, company) or is_building(game, company) or not game.title.operates(game, company):
        return False
    return state_of(game, company) != FROZEN


class BuyTrains(AnyMoment, TrainStep[Game18FB], frozen=True):
    """3.5.8 Any number of trains; `sold` are the companies of which the president has sold in this step."""

    sells_pool = True
    raising: ClassVar[tuple[type[Action], ...]] = (SellStock, SellShares, GoBankrupt)

    sold: tuple[str, ...] = ()

    def any(self, game: Game18FB) -> bool:
        """A company may have closed or merged in its own turn."""
        return game.title.operates(game, self.company) and super().any(game)

    def obliged(self, game: Game18FB) -> bool:
        return obliged(game, self.company)

    def purchases(self, game: Game18FB) -> Iterator[BuyTrain | ActionRange[BuyTrain]]:
        if self._own_fault(game):
            return
        cash = game.state.cash[self.company]
        yield from super().purchases(game)
        yield from self.offers(game, lambda train: cash if not self._face_only(game, train) else 0)
        yield from self._at_face_value(game)

    def _at_face_value(self, game: Game18FB) -> Iterator[BuyTrain]:
        """3.7.1-q Trains of other companies that change hands at face value only."""
        for other in [other for other in game.title.companies if other != self.company]:
            for train in [train for train in trains_of(game, other) if self._face_only(game, train)]:
                buy = BuyTrain(self.actor(game), self.company, train, type_of(game, train).price)
                if self.refused_price(game, train) < buy.price and self.fault(game, buy) is None:
                    yield buy

    def _face_only(self, game: Game18FB, train: str) -> bool:
        pair = (self.company, self.other_company(game, holder_of(game, train)))
        return any(company and is_national(game, company) for company in pair)

    # -- why not ------------------------------------------------------------------------------------------------

    def fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        if holder_of(game, action.train) is None:
            return "train_not_for_sale"
        own = self._own_fault(game)
        if own:
            return own
        if type_of(game, action.train).stack != DEPOT:  # 2.6-b whoever owns it now
            return "regional_train"
        return super().fault(game, action)

    def _own_fault(self, game: Game18FB) -> str | None:
        """3.4-f, Q67 Why the company may buy no train at all."""
        if state_of(game, self.company) == FROZEN:
            return "frozen_buys_nothing"
        return None if may_spend(game, self.company) else "lease_first"

    def help_fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        """3.5.10-a, b Why the president may not add what is missing."""
        cheapest = cheapest_price(game)
        if not self.obliged(game):
            return "treasury_short"
        if cheapest <= game.state.cash[self.company]:
            return "treasury_must_pay"
        if action.price > cheapest:
            return "cheapest_only"
        if treasury_entries(game, self.company):
            return "treasury_stock_first"
        return "president_short" if missing(game, self.company) > 0 else None

    def offer_fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        """3.5.8-a, 3.5.10-h, 2.6-a, Q72 Another company's train is paid by the treasury alone."""
        seller = self.other_company(game, holder_of(game, action.train))
        if seller is None or is_regional(game, seller) or game.state.lease.get(seller):
            return "train_not_for_sale"
        if type_of(game, action.train).stack != DEPOT:
            return "regional_train"
        if state_of(game, seller) == FROZEN:
            return "frozen_sells_nothing"
        if self._face_only(game, action.train) and action.price != type_of(game, action.train).price:
            return "face_value_only"
        return self.sum_fault(game, action)

    # -- buying and raising money -------------------------------------------------------------------------------

    def purchase(self, game: Game18FB, action: BuyTrain) -> None:
        """3.5.10-b, 2.1-n Paid before a phase begins, whatever that does to the company."""
        president_helps(game, self.company, action.price)
        phase = hand_over_train(game, action, action.price)
        if phase:
            change_phase(game, phase, self.company)

    def ways_to_raise(self, game: Game18FB) -> Menu:
        """3.5.10-b Stock of the treasury, then the president's; 3.5.11-a bankruptcy where that does not suffice."""
        treasury = treasury_entries(game, self.company)
        if treasury or missing(game, self.company) <= 0:
            return treasury
        found = president_sales(game, self.company, self.sold)
        sales = found.menu(self.actor(game), lambda other: sizes_of(found, other))
        return sales if found.suffice else [*sales, GoBankrupt(self.actor(game), self.company)]

    def check_raising(self, game: Game18FB, action: Action) -> None:
        if not self.obliged(game) or not isinstance(action, self.raising):
            raise game.refusal("train_or_pass", company=self.company)
        if isinstance(action, SellShares):
            self._check_sale(game, action)
        elif not lists(self.ways_to_raise(game), action):
            kind = "not_bankrupt" if isinstance(action, GoBankrupt) else "no_emergency"
            raise game.refusal(kind, company=self.company)

    def _check_sale(self, game: Game18FB, action: SellShares) -> None:
        """3.5.10-d, e, g"""
        if missing(game, self.company) <= 0 or treasury_entries(game, self.company):
            raise game.refusal("no_emergency", company=self.company)
        if action.company in self.sold:
            raise game.refusal("sold_in_block", company=action.company)
        check_block(game, action.player, action, keep_presidency=action.company == self.company)
        found = president_sales(game, self.company, self.sold)
        found.check_size(game, action.company, action.count, sizes_of(found, action.company))

    def raise_money(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, SellStock):
            sell_from_treasury(game, self.company, action.other, action.count)
        elif isinstance(action, SellShares):
            game.change_frame(sold=(*self.sold, action.company))
            sell_in_need(game, action.player, action)
        else:
            game.change_frame(sold=())
            go_bankrupt(game, self.actor(game), self.company, self.sold)
