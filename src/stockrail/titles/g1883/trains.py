"""6.8 Buying trains: the stack, the pool, 2Gs, other companies, the duty to own one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stockrail.core import Action, ActionRange, Menu
from stockrail.routes import TrainUse, may_run
from stockrail.rules.actions import BuyTrain, GoBankrupt
from stockrail.rules.printed import ForcedPurchase
from stockrail.rules.shares import controlled
from stockrail.rules.track import track
from stockrail.rules.train_step import TrainStep, forced_purchase, hand_over_train, president_helps, purchase_due
from stockrail.rules.trains import (
    holder_of,
    limited_trains,
    trains_for_duty,
    type_of,
)
from stockrail.titles.g1883.companies import is_cooperative, is_railway
from stockrail.titles.g1883.debts import Debt, go_bankrupt, sales_for
from stockrail.titles.g1883.phases import change_phase
from stockrail.titles.g1883.running import (
    engines_for_gravity,
    gravity_of,
    is_gravity,
    return_surplus_gravity,
    run_rules,
)
from stockrail.titles.g1883.state import Game1883


def obliged(game: Game1883, company: str) -> bool:
    """6.8-a; A32, A97, A99 A railway without a train that the cheapest one of stack or pool would have a route for."""
    if not is_railway(game, company) or limited_trains(game, company):
        return False
    uses = [TrainUse(train, type_of(game, train).stops) for train in trains_for_duty(game)[:1]]
    return any(may_run(track(game), company, (use,), run_rules(game, company)) for use in uses)


def _can_pay(game: Game1883, company: str) -> bool:
    """Whether the president can raise what treasury and cash lack for the cheapest train."""
    president = controlled(game, company)
    forced = forced_purchase(game, company, trains_for_duty(game)[0], president)
    return sales_for(game, president, forced.missing).suffice


def pending_purchase(game: Game1883) -> ForcedPurchase | None:
    """The purchase that somebody is just forced to, for display."""
    step = game.decision
    if isinstance(step, TrainDebt):
        return forced_purchase(game, step.company, step.cheapest(game), step.player)
    return purchase_due(game)


class BuyTrains(TrainStep[Game1883], frozen=True):
    """6.8 The train step of a railway, or of CCFR as a cooperative."""

    sells_pool = True
    raising: ClassVar[tuple[type[Action], ...]] = (GoBankrupt,)

    def any(self, game: Game1883) -> bool:
        return game.title.operates(game, self.company) and super().any(game)  # it may have closed

    def obliged(self, game: Game1883) -> bool:
        return obliged(game, self.company)

    def purchases(self, game: Game1883) -> Iterator[BuyTrain | ActionRange[BuyTrain]]:
        cash = game.state.cash[self.company]
        yield from super().purchases(game)
        yield from self.offers(game, lambda _: cash)

    def room_fault(self, game: Game1883, train: str) -> str | None:
        """6.8-b; 6.8.5-a, b 2Gs count against the other trains, not against the limit."""
        if is_gravity(game, train):
            most = len(engines_for_gravity(game, self.company))
            return None if len(gravity_of(game, self.company)) < most else "gravity_needs_train"
        return super().room_fault(game, train)

    def help_fault(self, game: Game1883, action: BuyTrain) -> str | None:
        """6.8.6-a, c Why the president may not add what is missing."""
        if not self.obliged(game):
            return "treasury_short"
        cheapest = type_of(game, trains_for_duty(game)[0]).price
        if cheapest <= game.state.cash[self.company]:
            return "treasury_must_pay"
        if action.price > cheapest:
            return "cheapest_only"
        return None if _can_pay(game, self.company) else "president_cannot_pay"

    def offer_fault(self, game: Game1883, action: BuyTrain) -> str | None:
        """6.8.2-a; 8.1.4-e, f; A90 Another company's train is paid by the treasury alone."""
        if is_cooperative(game, self.company):
            return "cooperative_buys_from_bank"
        if is_cooperative(game, str(holder_of(game, action.train))):
            return "cooperative_keeps_trains"
        return self.room_fault(game, action.train) or self.sum_fault(game, action)

    def ways_to_raise(self, game: Game1883) -> Menu:
        """6.8.6-c Where neither treasury nor president can pay for the cheapest train."""
        return [] if _can_pay(game, self.company) else [GoBankrupt(self.actor(game), self.company)]

    def check_raising(self, game: Game1883, action: Action) -> None:
        if not isinstance(action, GoBankrupt) or action.company != self.company:
            super().check_raising(game, action)
        elif not self.obliged(game) or _can_pay(game, self.company):
            raise game.refusal("can_still_pay", player=action.player)

    def raise_money(self, game: Game1883, action: Action) -> None:
        game.pop_frame()
        go_bankrupt(game, action.player, self.company)

    def purchase(self, game: Game1883, action: BuyTrain) -> None:
        """6.8.6-a The treasury first, then the president's cash, then their shares."""
        short = action.price - game.state.cash[self.company]
        president = controlled(game, self.company)
        if short > game.state.cash[president]:
            game.push_frame(TrainDebt(president, short, self.company, self.company, train=action.train))
        else:
            president_helps(game, self.company, action.price)
            complete_purchase(game, action)


def complete_purchase(game: Game1883, action: BuyTrain) -> None:
    """6.8-c, A35 Pay and take the train; a new phase begins at once."""
    seller = holder_of(game, action.train)
    phase = hand_over_train(game, action, action.price)
    if seller in game.title.companies:
        return_surplus_gravity(game, str(seller))
    if phase:
        change_phase(game, phase, action.company)


class TrainDebt(Debt, frozen=True):
    """6.8.6-a, A37 The president sells shares for a train; who was it at the beginning pays, whoever it is then.

    What is owed is looked up again after each sale: a company that closes may leave a cheaper train in the pool.
    """

    train: str = ""

    def cheapest(self, game: Game1883) -> str:
        """The train that was chosen, unless there is a cheaper one now."""
        found = trains_for_duty(game)
        return min(self.train, found[0], key=lambda train: type_of(game, train).price)

    def amount(self, game: Game1883) -> int:
        return max(0, type_of(game, self.cheapest(game)).price - game.state.cash[self.company])

    def settle(self, game: Game1883) -> None:
        train, cost = self.cheapest(game), type_of(game, self.cheapest(game)).price
        president_helps(game, self.company, cost, self.player)
        complete_purchase(game, BuyTrain(self.player, self.company, train, cost))
