"""The step in which a company buys trains, and offers to other companies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import BuyTrain, Pass
from stockrail.rules.agreement import Proposal
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import R, RailGame, pay
from stockrail.rules.printed import ForcedPurchase
from stockrail.rules.shares import controlled
from stockrail.rules.state import BANK, POOL, Holder
from stockrail.rules.trains import (
    begin_phase,
    holder_of,
    is_sold_now,
    limited_trains,
    move_train,
    phase_begun_by,
    tops_of_stacks,
    trains_for_duty,
    trains_of,
    type_of,
)


class RefusedOffer(NamedTuple):
    """A price that a company refused for a train."""

    train: str
    price: int
    seller: Holder


class TrainStep(CompanyDecision[R], frozen=True):
    """Buy trains or pass; a company that must own one buys it, raises money, or goes bankrupt.

    A title says what may be bought and who is obliged. `refused` are the offers to which the owner of another company
    said no.
    """

    sells_pool: ClassVar[bool] = False
    raising: ClassVar[tuple[type[Action], ...]] = ()  # what `ways_to_raise` lists

    refused: tuple[RefusedOffer, ...] = ()

    # -- the doors ----------------------------------------------------------------------------------------------

    def any(self, game: R) -> bool:
        return self.obliged(game) or next(self.purchases(game), None) is not None

    def check(self, game: R, action: Action) -> None:
        if isinstance(action, Pass):
            if self.obliged(game):
                raise game.refusal("must_own_train", company=self.company)
        elif isinstance(action, BuyTrain) and action.company == self.company:
            fault = self.fault(game, action)
            if fault:
                cash = game.state.cash[self.company]
                raise game.refusal(fault, company=self.company, train=action.train, price=action.price, cash=cash)
        else:
            self.check_raising(game, action)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (BuyTrain, *(self.raising if self.obliged(game) else (Pass,)))

    def list(self, game: R) -> Menu:
        menu: Menu = [*self.purchases(game)]
        return [*menu, *(self.ways_to_raise(game) if self.obliged(game) else [Pass(self.actor(game))])]

    def take(self, game: R, action: Action) -> None:
        if isinstance(action, BuyTrain):
            self.buy_or_ask(game, action)
        elif isinstance(action, Pass):
            game.pop_frame()
        else:
            self.raise_money(game, action)

    # -- what a title says --------------------------------------------------------------------------------------

    def obliged(self, game: R) -> bool:
        """Whether the company must buy a train."""
        return False

    def purchases(self, game: R) -> Iterator[BuyTrain | ActionRange[BuyTrain]]:
        """Everything the company may buy now: by default, what the bank sells."""
        player, price = self.actor(game), game.title.train_price
        buys = (BuyTrain(player, self.company, train, price(game, train)) for train in self.on_sale(game))
        yield from (buy for buy in buys if self.fault(game, buy) is None)

    def on_sale(self, game: R) -> Sequence[str]:
        """What the bank sells: the top train of each stack, and what lies in its pool, if it sells that, too."""
        return [*tops_of_stacks(game), *(trains_of(game, POOL) if self.sells_pool else ())]

    def fault(self, game: R, action: BuyTrain) -> str | None:
        """Why the company may not buy this train at this price."""
        if action != BuyTrain(action.player, self.company, action.train, action.price):
            return "train_not_for_sale"
        if self.other_owner(game, holder_of(game, action.train)):
            return self.offer_fault(game, action)
        if action.train not in self.on_sale(game):
            return "not_on_top" if holder_of(game, action.train) in game.title.stacks else "train_not_for_sale"
        if not is_sold_now(game, action.train):
            return "train_not_yet"
        fault = self.room_fault(game, action.train)
        if fault or action.price != game.title.train_price(game, action.train):
            return fault or self.price_fault(game, action.train)
        return self.help_fault(game, action) if action.price > game.state.cash[self.company] else None

    def room_fault(self, game: R, train: str) -> str | None:
        """Why the company may own no more such trains: by default, because of its limit, if there is one."""
        limit = game.title.train_limits(game).get(game.title.companies[self.company].kind)
        return "train_limit" if limit is not None and len(limited_trains(game, self.company)) >= limit else None

    def price_fault(self, game: R, train: str) -> str:
        """The refusal of another price than that of the bank."""
        return "pool_price" if holder_of(game, train) == POOL else "list_price"

    def help_fault(self, game: R, action: BuyTrain) -> str | None:
        """Why nobody may add what the treasury lacks for a train of the bank."""
        return "treasury_short"

    def purchase(self, game: R, action: BuyTrain) -> None:
        """Pay and take the train; this step is on top of the stack."""
        phase = hand_over_train(game, action, action.price)
        if phase:
            begin_phase(game, phase)

    def ways_to_raise(self, game: R) -> Menu:
        """How a company that must buy can raise money, or go bankrupt."""
        return []

    def check_raising(self, game: R, action: Action) -> None:
        """Raise IllegalAction unless it is such an action and legal."""
        raise game.refusal("train_or_pass", company=self.company)

    def raise_money(self, game: R, action: Action) -> None:
        raise NotImplementedError

    def each_train_by_itself(self, game: R) -> bool:
        """Whether a refusal counts only for that train, not for others like it. A title may consult a ruling."""
        return False

    def offer_fault(self, game: R, action: BuyTrain) -> str | None:
        """Why a train of another company, for which there is room, may not be bought at this price."""
        return "train_not_for_sale"

    # -- trains of other companies ------------------------------------------------------------------------------

    def sum_fault(self, game: R, action: BuyTrain) -> str | None:
        """Why another company need not hear of this price, where the treasury alone pays."""
        if action.price < 1:
            return "price_below_one"
        if action.price <= self.refused_price(game, action.train):
            return "offer_refused"
        return "treasury_short" if action.price > game.state.cash[self.company] else None

    def offers(self, game: R, most: Callable[[str], int], dropping: str = "") -> Iterator[ActionRange[BuyTrain]]:
        """Offers for trains of others, from above what was refused to the most that may be paid for each."""
        player = self.actor(game)
        for seller in [other for other in game.title.companies if trains_of(game, other)]:
            for train in trains_of(game, seller) if self.other_owner(game, seller) else ():
                low, high = self.refused_price(game, train) + 1, most(train)
                buy = BuyTrain(player, self.company, train, low, dropping)
                if low <= high and self.offer_fault(game, buy) is None:
                    yield ActionRange(buy, "price", low, high)

    def other_owner(self, game: R, holder: Holder | None) -> bool:
        """Whether it is another company, and somebody decides for it."""
        other = self.other_company(game, holder)
        return other is not None and game.title.controller(game, other) is not None

    def other_company(self, game: R, holder: Holder | None) -> str | None:
        """The company that holds a train, if it is another one."""
        known = isinstance(holder, str) and holder in game.title.companies and holder != self.company
        return str(holder) if known else None

    def refused_price(self, game: R, train: str) -> int:
        """The highest price refused in this step for a train, or for one like it; 0 if none."""
        if not self.refused:
            return 0
        return max((offer.price for offer in self.refused if self._covers(game, offer, train)), default=0)

    def _covers(self, game: R, offer: RefusedOffer, train: str) -> bool:
        """Whether the offer was for this train, or for one of the same company that is just like it."""
        if offer.train == train or self.each_train_by_itself(game):
            return offer.train == train
        names = {game.title.train_name(game, one) for one in (offer.train, train)}
        return len(names) == 1 and offer.seller == holder_of(game, train)

    def buy_or_ask(self, game: R, action: BuyTrain) -> None:
        """Buy; if somebody else controls the company that owns the train, ask them first."""
        seller = self.other_company(game, holder_of(game, action.train))
        asked = controlled(game, seller) if seller else self.actor(game)
        if asked == self.actor(game):
            self.purchase(game, action)
        else:
            game.note("offers_for_train", company=self.company, train=action.train, price=action.price, seller=seller)
            game.push_frame(TrainOffer(asked, action))


class TrainOffer(Proposal, frozen=True):
    """Asks the other owner to sell at this price."""

    purchase: BuyTrain

    def accepted(self, game: RailGame) -> None:
        self._step(game).purchase(game, self.purchase)

    def refused(self, game: RailGame) -> None:
        train = self.purchase.train
        seller = holder_of(game, train)
        assert seller is not None
        offer = RefusedOffer(train, self.purchase.price, seller)
        game.change_frame(refused=(*self._step(game).refused, offer))

    def _step(self, game: RailGame) -> TrainStep:
        step = game.stack[-1]
        assert isinstance(step, TrainStep)
        return step


def president_helps(game: RailGame, company: str, price: int, helper: int | None = None) -> None:
    """The president, or whoever was it when the debt arose, pays what the treasury is short of a price."""
    short = price - game.state.cash[company]
    if short > 0:
        president = controlled(game, company) if helper is None else helper
        pay(game, president, company, short)
        game.note("president_helps", player=president, company=company, amount=short)


def forced_purchase(game: RailGame, company: str, train: str, helper: int) -> ForcedPurchase:
    """Who pays what for a train that must be bought at its list price."""
    cost, treasury, cash = type_of(game, train).price, game.state.cash[company], game.state.cash[helper]
    lacks = max(0, cost - treasury)
    return ForcedPurchase(train, cost, treasury, helper, min(lacks, cash), max(0, cost - treasury - cash))


def purchase_due(game: RailGame) -> ForcedPurchase | None:
    """The purchase to which a company's train step forces it, for display."""
    step = game.decision
    if not isinstance(step, TrainStep) or not step.obliged(game):
        return None
    return forced_purchase(game, step.company, trains_for_duty(game)[0], controlled(game, step.company))


def hand_over_train(game: RailGame, action: BuyTrain, cost: int) -> str | None:
    """The company pays the seller, or the bank, and takes the train; the name of the phase that begins, if one does."""
    company, train = action.company, action.train
    seller = holder_of(game, train)
    assert seller is not None
    phase = phase_begun_by(game, train) if seller in game.title.stacks else None
    pay(game, company, seller if seller in game.title.companies else BANK, cost)
    move_train(game, train, company)
    game.note("buys_train", company=company, train=train, price=action.price, seller=seller)
    return phase
