"""A bot's thoughts about one decision: actions tried one after the other, and what the positions are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from stockrail.bots.candidates import (
    Entry,
    TrainTalk,
    action_of,
    fewer_starts,
    is_deal,
    is_start,
    may_pass,
    points,
    worth_trying,
)
from stockrail.bots.effort import PUSH, Effort
from stockrail.bots.evaluate import Evaluation, Weights, advantage, features
from stockrail.bots.prospects import FEATURES
from stockrail.bots.sight import Sight
from stockrail.core import Action, ActionRange
from stockrail.rules.actions import Answer, Bid, BuyShare, BuyTrain, LayTile, Pass, SellShares
from stockrail.rules.agreement import AgreeToEnd, Proposal
from stockrail.rules.debt import RaiseMoney
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import current_round
from stockrail.rules.running import RunDecision
from stockrail.rules.shares import controlled
from stockrail.rules.stock import SellingTurn
from stockrail.rules.train_step import TrainOffer, TrainStep
from stockrail.rules.trains import holder_of

DEPTH = 4  # actions of one's own that belong together: a bid, a price, and two shares
LAYS = 8  # tiles whose income is looked at
LONGEST_AUCTION = 20  # players that drop out
SALES = 3  # shares whose sale is looked at
FEW_PAR_VALUES = 2  # at which a company is tried after a sale
COST_OF_SALE = 30.0  # what a swap of shares must bring at least
COST_OF_ASKING = 30.0
WHOLE = (RunDecision, DividendStep, TrainStep, RaiseMoney)  # steps of their own: what led here is judged without them


class Idea(NamedTuple):
    """An action, what it is worth, and the actions that follow in the position that was judged."""

    action: Action
    value: float
    line: tuple[Action, ...] = ()


class Mind:
    """One decision: the position, what is asked about it once, and the work that is left."""

    def __init__(self, game: RailGame, talk: TrainTalk, weights: Weights, effort: Effort) -> None:
        assert game.actor is not None
        self.game, self.talk, self.effort = game, talk, effort
        self.player = game.actor
        self.round = type(current_round(game))
        self.sight = Sight(game, effort)
        self.evaluation = Evaluation(game, self.sight, weights)
        effort.allow_besides()  # else many companies leave no work for trying anything
        self.may_be_auction = self.sight.subject == self.player and not isinstance(game.decision, SellingTurn)
        self.hasty: frozenset[str] = self.sight.outlook.misleading

    def ideas(self, menu: Sequence[Entry]) -> list[Idea]:
        """What can be done, in the order of the menu, with what it is worth."""
        decision = self.game.decision
        if isinstance(decision, Proposal):
            return self._answers(decision)
        last = [self._after(entry) for entry in menu if isinstance(entry, Pass)]  # looked at first, so never left out
        found: list[Idea] = []
        for action in self._actions(menu):
            if self.effort.spent and (found or last):
                break
            found.append(self._after(action))
        found += [*self._swaps(menu), *last]
        return found or [self._after(action) for entry in menu for action in points(entry)[-1:]]

    # -- values -----------------------------------------------------------------------------------------------------

    def values(self) -> list[float]:
        return self.evaluation.values(self.game)

    @cached_property
    def now(self) -> list[float]:
        """The values before anything is done, for comparison; to be asked in that position only."""
        return self.values()

    def value(self) -> float:
        return advantage(self.values(), self.player, self.evaluation.envy)

    def parts(self, idea: Idea) -> dict[str, float]:
        """The value of an idea by feature, and what the other players' prospects take from it."""
        for action in idea.line:
            self.game.push_known(action)
        rows, envy = features(self.game, self.sight), self.evaluation.envy
        found = dict(zip(FEATURES, self.evaluation.weighed(rows[self.player]), strict=True))
        worth = [sum(self.evaluation.weighed(row)) for row in rows]
        found["others"] = advantage(worth, self.player, envy) - worth[self.player]
        for _ in idea.line:
            self.game.pop()
        return {name: number for name, number in found.items() if number}

    def _push(self, action: Action) -> None:
        self.effort.spend(PUSH)
        self.game.push_known(action)

    def _pop(self, count: int) -> None:
        for _ in range(count):
            self.game.pop()

    # -- what follows an action -------------------------------------------------------------------------------------

    def _after(self, action: Action, depth: int = DEPTH) -> Idea:
        """The value once the action is taken, all others have declined, and what belongs to it is decided."""
        line: tuple[Action, ...] = (action,)
        rest: tuple[Action, ...] = ()
        self._push(action)
        if self.may_be_auction and isinstance(action, Pass):  # then somebody else may get it
            value = self.value()
        elif isinstance(self.game.decision, Proposal):  # nothing has changed yet, and players do not like to be asked
            value = self.value() - COST_OF_ASKING
        else:
            line += tuple(self._others_decline())
            value, rest = self._settled(depth)
        self._pop(len(line))
        return Idea(action, value, (*line, *rest))

    def _others_decline(self) -> list[Action]:
        """In an auction all other players drop out: what is won is worth as much as it is without a fight."""
        declined: list[Action] = []
        if not self.may_be_auction:
            return declined
        while len(declined) < LONGEST_AUCTION and self.sight.outlook.at_stake(self.game) is not None:
            actor = self.game.actor
            if actor is None or actor == self.player or not self.game.is_legal(Pass(actor)):
                break
            declined.append(Pass(actor))
            self._push(declined[-1])
        return declined

    def _settled(self, depth: int) -> tuple[float, tuple[Action, ...]]:
        """The value when the player has also decided what follows at once, and those decisions."""
        if depth == 0 or self.effort.spent or not self._goes_on():
            return self.value(), ()
        best: Idea | None = None
        for entry in worth_trying(self.game.legal_actions(), self.hasty):
            for action in points(entry):
                idea = self._after(action, depth - 1)
                best = idea if best is None or idea.value > best.value else best
        return (best.value, best.line) if best else (self.value(), ())

    def _goes_on(self) -> bool:
        """Whether the player is to decide something that belongs to the action: in their turn, or without choice."""
        decision = self.game.decision
        if decision is None or decision.actor(self.game) != self.player or isinstance(decision, WHOLE):
            return False
        if type(current_round(self.game)) is not self.round:
            return False
        return decision.subject(self.game) == self.player or Pass not in decision.kinds(self.game)

    # -- candidates -------------------------------------------------------------------------------------------------

    def _actions(self, menu: Sequence[Entry]) -> Iterator[Action]:
        entries = [entry for entry in worth_trying(menu, self.hasty) if not isinstance(entry, Pass)]
        lays = [entry for entry in entries if isinstance(entry, LayTile)]
        best = self._best_lays(lays) if len(lays) > LAYS else lays
        deals = [entry for entry in entries if is_deal(self.game, entry)]
        for entry in entries:
            if isinstance(entry, LayTile) and entry not in best:
                continue
            if entry not in deals:
                yield from (action for action in points(entry) if not self._is_rash(action))
        for entry in self.talk.new_deals(self.game, deals):
            yield from self._deal(entry)

    def _is_rash(self, action: Action) -> bool:
        """A bid that takes too much of the player's cash, with those that stand: a company will need it."""
        if not isinstance(action, Bid):
            return False
        bids = self.sight.outlook.standing_bids(self.game)
        aside = sum(bid.price for bid in bids if bid.leader == self.player and bid.item != action.item)
        return action.price + aside > self.evaluation.boldness * self.game.state.cash[self.player]

    def _best_lays(self, lays: Sequence[LayTile]) -> list[LayTile]:
        """The tiles that bring a company nearest to stops that pay: what it earns is looked at for these only."""
        reach = {lay: self._reach_with(lay) for lay in lays}
        return sorted(lays, key=lambda lay: -reach[lay])[:LAYS]

    def _reach_with(self, lay: LayTile) -> float:
        found = self.sight.reach_with(self.game, lay)
        if found is None:
            self._push(lay)
            found = self.sight.reach(self.game, lay.company, self.sight.setting(self.game, lay.company))
            self.game.pop()
        return found

    def _swaps(self, menu: Sequence[Entry]) -> Iterator[Idea]:
        """Sales of one share, each with the purchase for which it makes room or money."""
        if not isinstance(self.game.decision, SellingTurn) or not may_pass(menu):
            return
        for sale in self._sales(menu):
            if self.effort.spent:
                return
            self._push(sale)
            found = self.game.legal_actions() if self._goes_on() else []
            deeds = fewer_starts(found, FEW_PAR_VALUES)
            buys = [deed for deed in deeds if isinstance(deed, BuyShare) or is_start(deed)]
            ideas = [self._after(buy, 1) for buy in buys if not isinstance(buy, ActionRange)]
            self.game.pop()
            if ideas:
                best = max(ideas, key=lambda idea: idea.value)
                yield Idea(sale, best.value - COST_OF_SALE, (sale, *best.line))

    def _sales(self, menu: Sequence[Entry]) -> list[SellShares]:
        """The single shares that the player would miss least; no company is given away."""
        sales = [sale for entry in menu if isinstance(sale := points(entry)[0], SellShares)]
        value: dict[SellShares, float] = {}
        for sale in sales:
            led = self.game.title.controller(self.game, sale.company) == self.player
            self._push(sale)
            if not led or self.game.title.controller(self.game, sale.company) == self.player:
                value[sale] = self.value()
            self.game.pop()
        return sorted(value, key=lambda sale: -value[sale])[:SALES]

    # -- deals ------------------------------------------------------------------------------------------------------

    def _deal(self, entry: Entry) -> Iterator[Action]:
        """A purchase from another company: from one's own at either end of the range, else at a price both like."""
        action = action_of(entry)
        assert isinstance(action, BuyTrain)
        owner = controlled(self.game, str(holder_of(self.game, action.train)))
        low, high = (entry.at(entry.low), entry.at(entry.high)) if isinstance(entry, ActionRange) else (action, action)
        if owner == self.player:
            if not self._strands(low):
                yield from dict.fromkeys([low, high])
            return
        offer = self._fair(low, high, owner)
        if offer is not None and self._both_like(*self._gains(offer, owner)):
            yield offer

    def _strands(self, action: BuyTrain) -> bool:
        """Whether a company of the player's own would be left without the train that it must have.

        Such a train goes to and fro between two companies, and runs for neither.
        """
        seller = holder_of(self.game, action.train)
        self._push(action)
        due = self.sight.outlook.trains_due(self.game, self.player)
        stranded = any(duty.company == seller for duty in due)
        self.game.pop()
        return stranded

    def _fair(self, low: BuyTrain, high: BuyTrain, owner: int) -> BuyTrain | None:
        """The lowest price at which the owner gains half of what the buyer does: both gains change evenly with it."""
        if low == high:
            return low
        mine, theirs = self._gains(low, owner)
        mine_high, theirs_high = self._gains(high, owner)
        span = high.price - low.price
        rise = ((theirs_high - theirs) - (mine_high - mine) / 2) / span
        if rise <= 0:
            return None
        price = low.price + max(0, int((mine / 2 - theirs) / rise) + 1)
        return msgspec.structs.replace(low, price=price) if price <= high.price else None

    def _both_like(self, mine: float, theirs: float) -> bool:
        return mine > 0 and theirs > mine / 2

    def _gains(self, action: BuyTrain, other: int) -> tuple[float, float]:
        """What both sides gain by a purchase if the other side agrees."""
        before = self.now
        self._push(action)
        pushed = 1
        if isinstance(self.game.decision, Proposal):
            self._push(Answer(other, True))
            pushed = 2
        after = self.values()
        self._pop(pushed)
        return after[self.player] - before[self.player], after[other] - before[other]

    # -- answers ----------------------------------------------------------------------------------------------------

    def _answers(self, decision: Proposal) -> list[Idea]:
        """No, unless the player's own value rises by more than half of what the asker gains."""
        yes, no = Answer(self.player, True), Answer(self.player, False)
        if isinstance(decision, TrainOffer):
            before = self.now
            self._push(yes)
            after = self.values()
            self.game.pop()
            asker = decision.purchase.player
            share = max(0.0, after[asker] - before[asker]) / 2
            return [Idea(no, before[self.player]), Idea(yes, after[self.player] - share, (yes,))]
        agrees = isinstance(decision, AgreeToEnd) and self._leads()
        return [Idea(no, 0.0), Idea(yes, 1.0 if agrees else -1.0)]

    def _leads(self) -> bool:
        worth = self.game.result().worth
        return worth[self.player] > max(other for seat, other in enumerate(worth) if seat != self.player)
