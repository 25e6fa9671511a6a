"""7.9 Buying trains from the bank and from other companies; 7.10 warranties; 7.11 the duty to own one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from stockrail.core import Action, ActionRange, Menu
from stockrail.rules import actions as acts
from stockrail.rules.actions import GoBankrupt, IssueShares
from stockrail.rules.shares import controlled, owner_of, shares_of
from stockrail.rules.state import DEPOT, Holder
from stockrail.rules.train_step import TrainStep, hand_over_train
from stockrail.rules.trains import (
    begin_phase,
    holder_of,
    rust_train,
    top_of_stack,
    trains_of,
    type_of,
)
from stockrail.titles.g1862 import forced
from stockrail.titles.g1862.actions import BuyTrain, Refinance, warranties_of
from stockrail.titles.g1862.bankruptcy import bankrupt_for_train
from stockrail.titles.g1862.companies import in_game, in_receivership, is_floated, lner_formed
from stockrail.titles.g1862.stack import fixed_price
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.variants import forms, is_permanent, lner_train, novices, simple_form

# -- facts about trains -------------------------------------------------------------------------------------------


def room_for(game: Game1862, company: str, form: str) -> bool:
    """7.9-f, h, 11.1-a Whether one more train of a form is within the limit."""
    limits = train_limits(game)
    owned = trains_of(game, company)
    if "total" in limits:
        return len(owned) < limits["total"]
    return sum(game.state.form[train] == form for train in owned) < limits["per_type"]


def train_limits(game: Game1862) -> dict[str, int]:
    """7.9-f, 11.1-a"""
    phase = next(phase for phase in game.title.facts["phases"] if phase["name"] == game.phase.name)
    limits: dict[str, int] = phase["train_limit_simple" if simple_form(game) else "train_limit"]
    return limits


def free_warranties(game: Game1862, train: str) -> int:
    """7.10-b"""
    facts = next(kind for kind in game.title.facts["trains"] if kind["name"] == type_of(game, train).name)
    return int(facts["free_warranties"])


def most_warranties(game: Game1862, train: str) -> int:
    """7.10-a, b; 11.3-a How many can be bought with a train."""
    return 0 if novices(game) else int(game.title.facts["warranties"]["most"]) - free_warranties(game, train)


def cost_of(game: Game1862, action: acts.BuyTrain) -> int:
    """7.10-a What a train costs with the warranties that are bought for it."""
    return action.price + warranties_of(action) * int(game.title.facts["warranties"]["price"])


def obliged(game: Game1862, company: str) -> bool:
    """7.11-a"""
    return not trains_of(game, company)


# -- the step -----------------------------------------------------------------------------------------------------


class BuyTrains(TrainStep[Game1862], frozen=True):
    """The train step. `raised` once money was raised for a train of the bank. Q10 Another director must agree."""

    raising: ClassVar[tuple[type[Action], ...]] = (IssueShares, Refinance, GoBankrupt)

    raised: bool = False

    # -- the doors ------------------------------------------------------------------------------------------------

    def any(self, game: Game1862) -> bool:
        if in_receivership(game, self.company) or not is_floated(game, self.company):
            return False
        if obliged(game, self.company):
            return not self._is_lost(game) and not self._goes_by_itself(game)
        return next(self.purchases(game), None) is not None

    def obliged(self, game: Game1862) -> bool:
        return obliged(game, self.company)

    def skip(self, game: Game1862) -> None:
        if is_floated(game, self.company) and self._goes_by_itself(game):
            self.take(game, self.ways_to_raise(game)[0])  # type: ignore[arg-type]  # no ranges among them
            return
        game.pop_frame()
        if in_receivership(game, self.company):
            receivership_purchase(game, self.company)
        elif is_floated(game, self.company) and self._is_lost(game):
            bankrupt_for_train(game, self.company)

    def _goes_by_itself(self, game: Game1862) -> bool:
        """R4 On the public site money is raised unasked where there is one way only and no train to be had."""
        if game.ruling("skipping") != "as_site" or not obliged(game, self.company):
            return False
        if in_receivership(game, self.company) or next(self.purchases(game), None) is not None:
            return False
        return len(self.ways_to_raise(game)) == 1

    def _is_lost(self, game: Game1862) -> bool:
        """7.11.2-c Money was raised, and there is still no train to be had; the public site refinances once more."""
        if game.ruling("refinance_short") == "bankrupt_at_once":
            return False
        return self.raised and obliged(game, self.company) and forced.shortfall(game, self.company) > 0

    # -- what is legal --------------------------------------------------------------------------------------------

    def purchases(self, game: Game1862) -> Iterator[acts.BuyTrain | ActionRange[acts.BuyTrain]]:
        player, train = self.actor(game), top_of_stack(game)
        price, cash = fixed_price(game, train), game.state.cash[self.company]
        for form in forms(game):
            buy = BuyTrain(player, self.company, train, price, form=form)
            if self.fault(game, buy) is None:
                spare = (cash - price) // game.title.facts["warranties"]["price"]
                most = min(spare, most_warranties(game, train))
                yield ActionRange(buy, "warranties", 0, most) if most else buy
        for seller in game.title.companies:
            yield from self._trains_for_sale(game, seller)

    def _trains_for_sale(self, game: Game1862, seller: str) -> Iterator[BuyTrain]:
        for train in trains_of(game, seller):
            buy = BuyTrain(self.actor(game), self.company, train, fixed_price(game, train))
            if self.fault(game, buy) is None:
                yield buy

    def ways_to_raise(self, game: Game1862) -> Menu:
        player, company = self.actor(game), self.company
        ways: list[Action] = [IssueShares(player, company, forced.shares_needed(game, company))]
        ways += [Refinance(player, company), GoBankrupt(player, company)]
        return [way for way in ways if self._raising_fault(game, way) is None]

    def check_raising(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, IssueShares | Refinance | GoBankrupt) or action.company != self.company:
            super().check_raising(game, action)
        fault = self._raising_fault(game, action)
        if fault:
            raise game.refusal(fault, company=self.company)

    def raise_money(self, game: Game1862, action: Action) -> None:
        if isinstance(action, GoBankrupt):
            game.pop_frame()
            bankrupt_for_train(game, self.company)
            return
        game.change_frame(raised=True)
        if isinstance(action, IssueShares):
            forced.sell_treasury(game, self.company, action.count, action.certificates)
        else:
            forced.refinance(game, self.company)

    # -- why not --------------------------------------------------------------------------------------------------

    def fault(self, game: Game1862, action: acts.BuyTrain) -> str | None:
        holder = holder_of(game, action.train)
        if holder == DEPOT:
            return self._bank_fault(game, action)
        return self._company_fault(game, action, holder)

    def _bank_fault(self, game: Game1862, action: acts.BuyTrain) -> str | None:
        if action.train != top_of_stack(game):
            return "not_on_top"
        if action.form not in forms(game):
            return "no_such_form"
        if action.price != fixed_price(game, action.train):
            return "list_price"
        if not room_for(game, self.company, action.form):
            return "train_limit"
        if not 0 <= warranties_of(action) <= most_warranties(game, action.train):
            return "warranty_limit"
        return "treasury_short" if cost_of(game, action) > game.state.cash[self.company] else None

    def _company_fault(self, game: Game1862, action: acts.BuyTrain, holder: Holder | None) -> str | None:
        """7.9-a, Q10; 7.11-c; 8.0-c; 10.3-d"""
        seller = self.other_company(game, holder)
        if seller is None or in_receivership(game, seller):
            return "train_not_for_sale"
        if lner_formed(game):
            return "bank_only"
        if self.raised:
            return "raised_for_bank_train"
        if self.refused_price(game, action.train):
            return "offer_refused"
        if action.form not in ("", game.state.form[action.train]) or warranties_of(action):
            return "form_is_fixed"
        if action.price != fixed_price(game, action.train):
            return "fixed_price"
        if not room_for(game, self.company, game.state.form[action.train]):
            return "train_limit"
        return "treasury_short" if action.price > game.state.cash[self.company] else None

    def _raising_fault(self, game: Game1862, action: Action) -> str | None:
        """7.11-b, c; 7.11.1-b; 7.11.2-c; D7, R8"""
        company, needed = self.company, forced.shares_needed(game, self.company)
        if not obliged(game, company) or forced.shortfall(game, company) <= 0:
            return "no_forced_purchase"
        if self.has_train_at_hand(game):
            return "train_at_hand"
        can_sell = needed <= shares_of(game, company, company)
        at_once = game.ruling("refinance_short") == "bankrupt_at_once"
        hopeless = at_once and not forced.refinancing_helps(game, company)
        if isinstance(action, IssueShares):
            if not can_sell:
                return "shares_do_not_help"
            return None if action.count == needed else "only_as_needed"
        if isinstance(action, Refinance):
            return "cannot_refinance" if hopeless else None
        return None if hopeless and not can_sell else "can_still_raise"

    def has_train_at_hand(self, game: Game1862) -> bool:
        """7.11, R8 Whether another company of the director has a train that this one can pay; nobody is asked then."""
        if game.ruling("raising") == "bank_train":
            return False
        own = [seller for seller in game.title.companies if owner_of(game, seller) == self.actor(game)]
        return any(True for seller in own for _ in self._trains_for_sale(game, seller))

    def each_train_by_itself(self, game: Game1862) -> bool:
        """R12"""
        return game.ruling("refused_offers") == "that_train"

    def purchase(self, game: Game1862, action: acts.BuyTrain) -> None:
        purchase(game, action)


def purchase(game: Game1862, action: acts.BuyTrain) -> None:
    """Pay, take the train, and let a new phase take full effect (7.9-d)."""
    train, warranties = action.train, warranties_of(action)
    if holder_of(game, train) == DEPOT:
        game.state.form[train] = action.form
        game.state.warranties[train] = free_warranties(game, train) + warranties
    phase = hand_over_train(game, action, cost_of(game, action))
    if warranties:
        beside = cost_of(game, action) - action.price
        game.note("buys_warranties", company=action.company, count=warranties, amount=beside)
    if isinstance(game.stack[-1], BuyTrains) and game.ruling("after_raising") == "free":  # R9
        game.change_frame(raised=False)
    if phase:
        _new_phase(game, phase)


def _new_phase(game: Game1862, name: str) -> None:
    """9.0 Obsolete trains go, but those under warranty later; 10.3-a one kind of train brings the LNER."""
    begin_phase(game, name, rust_or_spare)
    if name == lner_train(game) and "lner" not in game.state.flags:
        game.state.flags["lner"] = "triggered"
        game.note("lner_triggered")


def rust_or_spare(game: Any, train: str, holder: Holder) -> None:
    """7.10-d, 11.2-b"""
    if is_permanent(game, type_of(game, train).name):
        return
    if game.state.warranties.get(train):
        game.state.expired[train] = True
        game.note("train_lives_on", train=train, holder=holder, count=game.state.warranties[train])
    else:
        rust_train(game, train, holder)


def change_certificate_limit(game: Game1862) -> None:
    """6.5.2-c The most shares that any player holds."""
    held = [sum(shares_of(game, seat, company) for company in in_game(game)) for seat in game.seats]
    game.state.flags["certificate_limit"] = max(held)
    game.note("certificate_limit_changes", limit=max(held))


def receivership_purchase(game: Game1862, company: str) -> None:
    """7.3-b, c; 8.0-d, e; Q17 One train of the bank if there is money and room, else perhaps bankruptcy."""
    train = top_of_stack(game)
    cost = fixed_price(game, train)
    wanted = [form for form in ("express", "freight", "local") if form in game.state.permits[company]]
    fits = [form for form in wanted if _room_in_receivership(game, company, form)]
    if fits and game.state.cash[company] >= cost:
        purchase(game, BuyTrain(controlled(game, company), company, train, cost, form=fits[0]))
    elif obliged(game, company):
        bankrupt_for_train(game, company)


def _room_in_receivership(game: Game1862, company: str, form: str) -> bool:
    """D12 The public site tests only how many trains of that form there are."""
    if game.ruling("receivership_limit") == "normal":
        return room_for(game, company, form)
    limit = next(iter(train_limits(game).values()))
    return sum(game.state.form[train] == form for train in trains_of(game, company)) < limit
