"""What an action would cost its player unawares, tried on a copy: nothing here refuses anything.

It is read from the title's duties (`outlook`) before and after, and from the log entries that a title names as harmful
(`Showing.harms`). Whoever shows it asks again before the action is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from stockrail.core import CHANCE, Action, Event
from stockrail.rules.actions import Answer, BuyShare, LayTile, Pass, PlaceToken
from stockrail.rules.agreement import Proposal
from stockrail.rules.cards import cards_of, holder_of_card
from stockrail.rules.game import RailGame
from stockrail.rules.outlook import OPERATING, TRAIN, Due, Duty
from stockrail.rules.rounds import Round, StockRound, current_round
from stockrail.rules.shares import singles_of
from stockrail.rules.state import Holder
from stockrail.rules.trains import holder_of, trains_of, type_of

MOST_PASSES = 60  # until a round is over in which everybody passes
CHEAP = 2  # what is given for less than its price divided by this is given away
VICTIMS = ("player", "company")  # whom a log entry harms, by the first of these that it names
SHARED = frozenset({"goes_bankrupt", "corporation_closes"})  # harmful in every title


class Harm(msgspec.Struct, frozen=True):
    """One thing that is lost: a note of our own ("harm kind=…" in words), or a log entry."""

    kind: str
    params: Mapping[str, Any]
    logged: bool = False
    if_all_pass: bool = False  # it comes only if everybody else passes too, until the round is over


def harms(game: RailGame, action: Action) -> tuple[RailGame, list[Harm]]:
    """A copy in which the action has been taken, and agreed to, and what that costs its player."""
    own = game.title.outlook.presided(game, action.player)
    twin = game.fork()
    twin.push(action)
    events = [*twin.last_events()]
    if isinstance(twin.decision, Proposal) and not isinstance(action, Answer):
        twin.push(Answer(twin.decision.asked, True))
        events += twin.last_events()
    trial = _Trial(game, twin, action, own)
    said = game.title.showing.said
    told = [event for event in events if not (event.kind in said and not isinstance(action, Pass))]
    found = [*trial.logged(told), *trial.rusted(events), *trial.short(), *trial.given_away(), *trial.unaffordable()]
    if isinstance(action, Pass):
        found += [*trial.overdue(), *trial.if_all_pass()]
    return twin, found


class _Trial:
    """A position before and after an action, for the player who takes it and the companies that are theirs."""

    def __init__(self, game: RailGame, twin: RailGame, action: Action, own: Sequence[str]) -> None:
        self.game, self.twin, self.action, self.own = game, twin, action, own
        self.player, self.outlook = action.player, game.title.outlook

    def logged(self, events: Sequence[Event], if_all_pass: bool = False) -> Iterator[Harm]:
        """Log entries that tell of a loss of the player, or of a company that was theirs.

        Not where a clock runs out for a company and nothing is decided that could still stop it.
        """
        kinds = SHARED | self.game.title.showing.harms
        late = {duty.company for duty in self._timed(self.game)} - {self._building()}
        for event in events:
            if event.kind in kinds and self._is_hit(event) and event.params.get("company") not in late:
                yield Harm(event.kind, event.params, logged=True, if_all_pass=if_all_pass)

    def _is_hit(self, event: Event) -> bool:
        """Whether the first whom an entry names is the player, or a company that was theirs."""
        alike = self.game.title.showing.alike
        named = {alike.get(name, name): value for name, value in event.params.items()}
        victim = next((named[name] for name in VICTIMS if name in named), None)
        return victim == self.player or victim in self.own

    def rusted(self, events: Sequence[Event]) -> Iterator[Harm]:
        """Companies that are left without any train."""
        for company in self.own:
            lost = [e["train"] for e in events if e.kind == "train_rusts" and e["holder"] == company]
            if lost and not trains_of(self.twin, company):
                names = ", ".join(self.game.title.train_name(self.game, train) for train in lost)
                need = self._need(company) if company in self._missing(self.twin) else {}
                yield Harm("rusts", {"company": company, "trains": names, "count": len(lost), **need})

    def short(self) -> Iterator[Harm]:
        """Companies that could pay for the train that they must own, and then no longer can."""
        before, after = self._missing(self.game), self._missing(self.twin)
        for company, missing in after.items():
            had_none = bool(trains_of(self.game, company)) and not trains_of(self.twin, company)
            comes_up = bool(missing) and not before.get(company) and not had_none
            if comes_up and missing > self._to_come(company):
                yield Harm("short", {"company": company, "needed": missing, **self._need(company)})

    def _to_come(self, company: str) -> int:
        """What a company would get if all its shares were sold in this stock round, as the next purchase shows."""
        trial, round_ = self.twin.fork(), current_round(self.game)
        for _ in self.game.seats:
            actor = trial.actor
            if not isinstance(round_, StockRound) or not _same(trial, round_) or actor is None or actor == CHANCE:
                break
            buys = (entry for entry in trial.legal_actions() if isinstance(entry, BuyShare))
            buy = next((entry for entry in buys if entry.company == company), None)
            if buy is not None:
                left, cash = len(singles_of(trial, buy.source, company)), trial.state.cash[company]
                trial.push(buy)
                return left * (trial.state.cash[company] - cash)
            if not trial.is_legal(Pass(actor)):
                break
            trial.push(Pass(actor))
        return 0

    def _missing(self, game: RailGame) -> dict[str, int]:
        """What the player's companies lack for a train, by company."""
        duties = self.outlook.duties(game, self.player)
        return {duty.company: duty.amount for duty in duties if duty.kind == TRAIN}

    def _need(self, company: str) -> dict[str, int]:
        return {"price": self.outlook.cheapest_train(self.twin, company), "cash": self.twin.state.cash[company]}

    def given_away(self) -> Iterator[Harm]:
        """Trains and cards that somebody else gets for much less than they cost."""
        if not isinstance(self.action, Answer) or not self.action.accept:
            return
        going_on = [each for each in self.own if self.outlook.standing(self.twin, each) in OPERATING]  # not merged
        holders: list[Holder] = [self.player, *going_on]
        for holder in holders:
            got = self.twin.state.cash[holder] - self.game.state.cash[holder]
            for train in trains_of(self.game, holder):
                price = type_of(self.game, train).price
                if self._is_foreign(holder_of(self.twin, train)) and got * CHEAP < price:
                    yield Harm("gives_train", {"holder": holder, "train": train, "amount": got, "price": price})
            for card in cards_of(self.game, holder):
                price = self.game.title.cards[card].price
                if self._is_foreign(holder_of_card(self.twin, card)) and got * CHEAP < price:
                    yield Harm("gives_card", {"holder": holder, "card": card, "amount": got, "price": price})

    def _is_foreign(self, holder: Holder | None) -> bool:
        """Whether somebody else has it now: it was neither used up nor discarded."""
        others = (*self.game.title.companies, *self.game.seats)
        return holder in others and holder not in (self.player, *self.own)

    def unaffordable(self) -> Iterator[Harm]:
        """What must be done by the end of the stock round under a fine, and can no longer be paid."""
        before = {duty.company: duty for duty in self._fined(self.game)}
        had, has = self.game.state.cash[self.player], self.twin.state.cash[self.player]
        for duty in self._fined(self.twin):
            old = before.get(duty.company)
            if old is not None and old.amount <= had and duty.amount > has:
                params = {"player": self.player, "company": duty.company, "needed": duty.amount, "cash": has}
                yield Harm("unaffordable", {**params, "amount": duty.fine})

    def _fined(self, game: RailGame) -> list[Duty]:
        duties = self.outlook.duties(game, self.player)
        return [duty for duty in duties if duty.fine and duty.due == Due.STOCK_ROUND]

    def overdue(self) -> Iterator[Harm]:
        """What is due by the end of this operating round, where a company lets a chance to build pass."""
        for duty in self._timed(self.twin):
            if duty.company == self._building():
                yield Harm("overdue", {"company": duty.company, "duty": duty.kind, "amount": duty.fine})

    def _timed(self, game: RailGame) -> list[Duty]:
        """What is due by the end of this operating round under a fine."""
        duties = self.outlook.duties(game, self.player)
        return [duty for duty in duties if duty.due == Due.CLOCK and duty.fine and not duty.rounds]

    def _building(self) -> int | str | None:
        """The company that may build now."""
        decision = self.game.decision
        assert decision is not None
        kinds = decision.kinds(self.game)
        return decision.subject(self.game) if LayTile in kinds or PlaceToken in kinds else None

    def if_all_pass(self) -> Iterator[Harm]:
        """In a stock round: what comes if nobody does anything more."""
        twin, round_ = self.twin, current_round(self.game)
        if not isinstance(round_, StockRound) or not _same(twin, round_):
            return
        mark = len(twin.log)
        for _ in range(MOST_PASSES):
            actor = twin.actor
            if not _same(twin, round_) or actor is None or actor == CHANCE or not twin.is_legal(Pass(actor)):
                break
            twin.push(Pass(actor))
        yield from self.logged(twin.log[mark:], if_all_pass=True)


def _same(game: RailGame, round_: Round[Any]) -> bool:
    """Whether the game is still in that round."""
    now = current_round(game)
    return now is not None and now.part() == round_.part()
