"""4.4.6, 4.4.9, 4.5 Buying trains: from the stack, the pool and other companies, by choice or by duty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.actions import BuyTrain, DiscardTrain, GoBankrupt, Pass, SellShares
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import RailGame
from stockrail.rules.shares import controlled, sell
from stockrail.rules.state import DEPOT, POOL
from stockrail.rules.train_step import TrainStep, hand_over_train, president_helps
from stockrail.rules.trains import (
    begin_phase,
    cars_of,
    engines_of,
    holder_of,
    limit_of,
    top_of_stack,
    trains_of,
    type_of,
)
from stockrail.titles.g18eu import emergency
from stockrail.titles.g18eu.bankruptcy import go_bankrupt
from stockrail.titles.g18eu.companies import is_minor
from stockrail.titles.g18eu.discards import Discards, discard
from stockrail.titles.g18eu.pullman import at_limit_with_car, automatic_discard, drop_lone_cars, may_own_car


def cars_for_sale(game: RailGame) -> bool:
    """2-h"""
    return "pullman_for_sale" in game.phase.status


def obliged(game: RailGame, company: str) -> bool:
    """4.5-a A corporation without a train must buy one; with no route only by the rulebook (P-3)."""
    if is_minor(game, company) or engines_of(game, company):
        return False
    if game.ruling("train_obligation") == "always":
        return True
    return emergency.route_for_trains(game, company)


class BuyTrains(TrainStep, frozen=True):
    """The train step of a company. `fresh` until the first purchase. 4.4.6-c Another owner must agree."""

    raising: ClassVar[tuple[type[Action], ...]] = (SellShares, GoBankrupt)

    fresh: bool = True
    car_bought: bool = False
    sold: tuple[str, ...] = ()

    def any(self, game: RailGame) -> bool:
        if not self.obliged(game) and game.ruling("skipping") == "as_site":
            return self._asked_on_site(game)
        return super().any(game)

    def obliged(self, game: RailGame) -> bool:
        return obliged(game, self.company)

    # -- 4.5.1 emergency money ----------------------------------------------------------------------------------

    def ways_to_raise(self, game: RailGame) -> Menu:
        return emergency.ways_out(game, self.company, self.sold)

    def check_raising(self, game: RailGame, action: Action) -> None:
        if isinstance(action, SellShares):
            emergency.check_sale(game, self.company, action, self.sold, self.obliged(game))
        elif isinstance(action, GoBankrupt) and action.company == self.company:
            emergency.check_bankruptcy(game, self.company, self.sold, self.obliged(game))
        else:
            super().check_raising(game, action)

    def raise_money(self, game: RailGame, action: Action) -> None:
        if isinstance(action, SellShares):
            sell(game, action.player, action.company, action.count, action.certificates)
            game.change_frame(sold=(*self.sold, action.company))
        else:
            game.change_frame(sold=(), refused=())  # a new president begins afresh
            go_bankrupt(game, self.company, self.sold)

    # -- what is legal ------------------------------------------------------------------------------------------

    def _asked_on_site(self, game: RailGame) -> bool:
        """P-20 The public site asks while there is room and money for the cheapest train anywhere."""
        others = any(trains_of(game, other) for other in game.title.companies if other != self.company)
        cheapest = 1 if others else type_of(game, top_of_stack(game)).price
        return self._has_room(game) and game.state.cash[self.company] >= cheapest

    def _has_room(self, game: RailGame) -> bool:
        return len(trains_of(game, self.company)) < limit_of(game, self.company)

    def purchases(self, game: RailGame) -> Iterator[BuyTrain | ActionRange[BuyTrain]]:
        for dropping in self._drops(game):
            for train in [top_of_stack(game), *trains_of(game, POOL)]:
                buy = BuyTrain(self.actor(game), self.company, train, type_of(game, train).price, dropping)
                if self.fault(game, buy) is None:
                    yield buy
            yield from self._from_companies(game, dropping)

    def _drops(self, game: RailGame) -> tuple[str, ...]:
        """Buying with what room there is, and buying in the place of a Pullman."""
        return ("",) * self._has_room(game) + tuple(cars_of(game, self.company)[:1])

    def _from_companies(self, game: RailGame, dropping: str) -> Iterator[ActionRange[BuyTrain]]:
        cash = game.state.cash[self.company]
        most = cash + self._help_for_others(game)
        if most:
            yield from self.offers(game, lambda train: max(cash, min(most, type_of(game, train).price)), dropping)

    def _help_for_others(self, game: RailGame) -> int:
        """4.5.2-b What the president may add when his corporation buys from another company."""
        if not obliged(game, self.company):
            return 0
        return emergency.help_between_companies(game, self.company)

    # -- why not ------------------------------------------------------------------------------------------------

    def fault(self, game: RailGame, action: BuyTrain) -> str | None:
        holder = holder_of(game, action.train)
        if holder not in (DEPOT, POOL) and not self.other_owner(game, holder):
            return "train_not_for_sale"
        if not action.dropping and not self._has_room(game):
            return "train_limit"
        if holder not in (DEPOT, POOL):
            return self.offer_fault(game, action)
        fault = self._drop_fault(game, action) if action.dropping else None
        if fault:
            return fault
        if holder == DEPOT and action.train != top_of_stack(game):
            return "not_on_top"
        return self._bank_fault(game, action)

    def offer_fault(self, game: RailGame, action: BuyTrain) -> str | None:
        """Why another company's train may not be bought where there is room, or a Pullman makes it."""
        fault = self._drop_fault(game, action) if action.dropping else None
        return fault or self._company_fault(game, action)

    def _drop_fault(self, game: RailGame, action: BuyTrain) -> str | None:
        """4.4.9-g, P-10"""
        mine = action.dropping in cars_of(game, self.company)
        if not mine or game.ruling("pullman_drop") != "for_a_train":
            return "cannot_drop"
        if not self.fresh or not at_limit_with_car(game, self.company) or type_of(game, action.train).doubles:
            return "cannot_drop"
        return None

    def _bank_fault(self, game: RailGame, action: BuyTrain) -> str | None:
        kind = type_of(game, action.train)
        if action.price != kind.price:
            return "list_price" if holder_of(game, action.train) == DEPOT else "pool_price"
        if kind.doubles:
            fault = self._car_fault(game)
            if fault:
                return fault
        short = action.price - game.state.cash[self.company]
        if short <= 0:
            return None
        if kind.doubles or not obliged(game, self.company):
            return "treasury_short"
        return emergency.help_fault(game, self.company, action.train, short)

    def _car_fault(self, game: RailGame) -> str | None:
        if not cars_for_sale(game):
            return "no_pullman_yet"
        if not may_own_car(game, self.company):
            return "pullman_needs_train"
        return "one_pullman_a_round" if self.car_bought else None

    def _company_fault(self, game: RailGame, action: BuyTrain) -> str | None:
        kind = type_of(game, action.train)
        if kind.doubles:
            return "pullman_not_traded"
        if action.price < 1:
            return "price_below_one"
        if action.price <= self.refused_price(game, action.train):
            return "offer_refused"
        if self.sold and game.ruling("president_help") == "empty_treasury":
            return "sold_for_bank_train"
        short = action.price - game.state.cash[self.company]
        if short <= 0:
            return None
        if not self._help_for_others(game):
            return "treasury_short"
        if action.price > kind.price:
            return "above_face_value"
        return "president_short" if short > self._help_for_others(game) else None

    def each_train_by_itself(self, game: RailGame) -> bool:
        """P-23"""
        return game.ruling("refused_offers") == "that_train"

    def purchase(self, game: RailGame, action: BuyTrain) -> None:
        purchase(game, action)


def purchase(game: RailGame, action: BuyTrain) -> None:
    """Pay, take the train, and let a new phase take full effect (4.4.6-e)."""
    company, train = action.company, action.train
    from_stack = holder_of(game, train) == DEPOT
    if action.dropping:
        discard(game, company, action.dropping)
    president_helps(game, company, action.price)
    phase = hand_over_train(game, action, action.price)
    step = game.stack[-1]
    assert isinstance(step, BuyTrains)
    game.change_frame(fresh=False, car_bought=step.car_bought or type_of(game, train).doubles)
    if phase:
        _new_phase(game, company, phase)
    drop_lone_cars(game)
    if from_stack:
        for other in game.title.companies:
            automatic_discard(game, other)


def _new_phase(game: RailGame, company: str, name: str) -> None:
    begin_phase(game, name)
    if "final_exchange_before_next_stock_round" in game.phase.status:
        game.state.flags["exchange"] = "due"
        game.state.flags["exchange_starter"] = controlled(game, company)
    if game.ruling("phase_discards") == "at_once":
        game.push_frame(Discards(company))


class DropPullman(CompanyDecision, frozen=True):
    """P-10 On the public site whoever owns a Pullman may give it up before buying trains."""

    def any(self, game: RailGame) -> bool:
        return game.ruling("pullman_drop") == "any_time" and bool(cars_of(game, self.company))

    def check(self, game: RailGame, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, DiscardTrain) or action.company != self.company:
            raise game.refusal("drop_or_pass", company=self.company)
        if action.train not in cars_of(game, self.company):
            raise game.refusal("only_pullman_dropped", company=self.company, train=action.train)

    def kinds(self, game: RailGame) -> tuple[type[Action], ...]:
        return (DiscardTrain, Pass)

    def list(self, game: RailGame) -> Menu:
        player = self.actor(game)
        drops = [DiscardTrain(player, self.company, car) for car in cars_of(game, self.company)]
        return [*drops, Pass(player)]

    def take(self, game: RailGame, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, DiscardTrain):
            discard(game, self.company, action.train)
