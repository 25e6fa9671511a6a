"""3.5.8, 3.5.10 Buying trains, and raising money for one that must be bought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import BuyTrain, GoBankrupt, SellShares
from stockrail.rules.state import DEPOT
from stockrail.rules.train_step import TrainStep, hand_over_train, president_helps
from stockrail.rules.trains import holder_of, trains_of, type_of
from stockrail.titles.g18fb.actions import SellStock
from stockrail.titles.g18fb.bankruptcy import go_bankrupt
from stockrail.titles.g18fb.companies import FROZEN, is_national, is_regional, state_of
from stockrail.titles.g18fb.emergency import (
    cheapest_price,
    missing,
    president_entries,
    president_sales,
    sell_from_treasury,
    sell_in_need,
    treasury_entries,
)
from stockrail.titles.g18fb.income import is_building
from stockrail.titles.g18fb.lease import may_spend
from stockrail.titles.g18fb.moments import AnyMoment
from stockrail.titles.g18fb.phases import change_phase
from stockrail.titles.g18fb.selling import check_block
from stockrail.titles.g18fb.state import Game18FB


def obliged(game: Game18FB, company: str) -> bool:
    """3.5.8-b, c, e, 3.4-h A company that operated has a train at the end of its turn."""
    if trains_of(game, company) or is_building(game, company) or not game.title.operates(game, company):
        return False
    return state_of(game, company) != FROZEN


class Buying(TrainStep[Game18FB], frozen=True):
    """3.5.8 Any number of trains; `sold` are the companies of which the president has sold in this step."""

    raising: ClassVar[tuple[type[Action], ...]] = (SellStock, SellShares, GoBankrupt)

    sold: tuple[str, ...] = ()

    def any(self, game: Game18FB) -> bool:
        """A company may have closed or merged in its own turn."""
        return game.title.operates(game, self.company) and super().any(game)

    def obliged(self, game: Game18FB) -> bool:
        return obliged(game, self.company)

    def purchases(self, game: Game18FB) -> Iterator[BuyTrain | ActionRange[BuyTrain]]:
        cash = game.state.cash[self.company]
        if self._own_fault(game):
            return
        yield from self.from_bank(game)
        if is_national(game, self.company):
            yield from self._at_face_value(game)
        else:
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
        holder = holder_of(game, train)
        return is_national(game, self.company) or (holder in game.title.companies and is_national(game, str(holder)))

    # -- why not ------------------------------------------------------------------------------------------------

    def fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        holder = holder_of(game, action.train)
        if action != BuyTrain(action.player, self.company, action.train, action.price) or holder is None:
            return "train_not_for_sale"
        own = self._own_fault(game)
        if own:
            return own
        if type_of(game, action.train).stack != DEPOT:
            return "regional_train"
        if self.other_owner(game, holder):
            return self.offer_fault(game, action)
        return self._bank_fault(game, action)

    def _own_fault(self, game: Game18FB) -> str | None:
        """3.4-f, Q67 Why the company may buy no train at all."""
        if state_of(game, self.company) == FROZEN:
            return "frozen_buys_nothing"
        return None if may_spend(game, self.company) else "lease_first"

    def _bank_fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        """3.5.8-a"""
        fault = self.bank_fault(game, action)
        if fault or action.price <= game.state.cash[self.company]:
            return fault
        return self._help_fault(game, action) if self.obliged(game) else "treasury_short"

    def _help_fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        """3.5.10-a, b Why the president may not add what is missing."""
        cheapest = cheapest_price(game)
        if cheapest <= game.state.cash[self.company]:
            return "treasury_must_pay"
        if action.price > cheapest:
            return "cheapest_only"
        if next(treasury_entries(game, self.company), None) is not None:
            return "treasury_stock_first"
        return "president_short" if missing(game, self.company) > 0 else None

    def offer_fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        """3.5.8-a, 3.5.10-h, 2.6-a, Q72 Another company's train is paid by the treasury alone."""
        seller = self.other_company(game, holder_of(game, action.train))
        if seller is None or is_regional(game, seller) or game.state.lease.get(seller):
            return "train_not_for_sale"
        if type_of(game, action.train).stack != DEPOT:  # 2.6-b whoever owns it now
            return "regional_train"
        if state_of(game, seller) == FROZEN:
            return "frozen_sells_nothing"
        if self._face_only(game, action.train) and action.price != type_of(game, action.train).price:
            return "face_value_only"
        return self.price_fault(game, action)

    # -- buying and raising money -------------------------------------------------------------------------------

    def purchase(self, game: Game18FB, action: BuyTrain) -> None:
        """3.5.10-b, 2.1-n Paid before a phase begins, whatever that does to the company."""
        president_helps(game, self.company, action.price)
        phase = hand_over_train(game, action, action.price)
        if phase:
            change_phase(game, phase, self.company)

    def ways_to_raise(self, game: Game18FB) -> Menu:
        """3.5.10-b Stock of the treasury, then the president's; 3.5.11-a bankruptcy where that does not suffice."""
        treasury: Menu = [*treasury_entries(game, self.company)]
        if treasury or missing(game, self.company) <= 0:
            return treasury
        sales = [*president_entries(game, self.company, self.sold)]
        if president_sales(game, self.company, self.sold).suffice:
            return sales
        return [*sales, GoBankrupt(self.actor(game), self.company)]

    def check_raising(self, game: Game18FB, action: Action) -> None:
        if not self.obliged(game) or not isinstance(action, self.raising):
            raise game.refusal("train_or_pass", company=self.company)
        if isinstance(action, SellShares):
            self._check_sale(game, action)
        elif not any(_covers(entry, action) for entry in self.ways_to_raise(game)):
            kind = "not_bankrupt" if isinstance(action, GoBankrupt) else "no_emergency"
            raise game.refusal(kind, company=self.company)

    def _check_sale(self, game: Game18FB, action: SellShares) -> None:
        """3.5.10-d, e, g"""
        if missing(game, self.company) <= 0 or [*treasury_entries(game, self.company)]:
            raise game.refusal("no_emergency", company=self.company)
        if action.company in self.sold:
            raise game.refusal("sold_in_block", company=action.company)
        check_block(game, action.player, action, keep_presidency=action.company == self.company)
        found = president_sales(game, self.company, self.sold)
        sizes = found.sizes(action.company)
        if action.count not in sizes:
            kind = "more_than_needed" if action.count > max(sizes, default=0) else "less_than_needed"
            raise game.refusal(kind, company=action.company, needed=found.missing)

    def raise_money(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, SellStock):
            sell_from_treasury(game, self.company, action.other, action.count)
        elif isinstance(action, SellShares):
            game.change_frame(sold=(*self.sold, action.company))
            sell_in_need(game, action.player, action)
        else:
            game.change_frame(sold=())
            go_bankrupt(game, self.actor(game), self.company, self.sold)


class BuyTrains(AnyMoment, Buying, frozen=True):
    """The train step, with what a president may do at any moment."""


def _covers(entry: object, action: Action) -> bool:
    return action in entry if isinstance(entry, ActionRange) else entry == action
