"""5.6, 6.11 Concessions: buying, clocks, completion by anybody's track, bonus, penalty, return."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stockrail.board import Track
from stockrail.core import Frame, Menu
from stockrail.routes.passage import can_trace
from stockrail.rules.dividends import pay_shares
from stockrail.rules.game import pay
from stockrail.rules.prices import by_price
from stockrail.rules.rounds import OperatingRound, current_round
from stockrail.rules.shares import controlled
from stockrail.rules.state import BANK, IPO, POOL, Holder
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.titles.g1883.actions import BuyConcession
from stockrail.titles.g1883.companies import is_coach, is_cooperative
from stockrail.titles.g1883.debts import Debt
from stockrail.titles.g1883.state import GONE, Game1883
from stockrail.titles.g1883.support import SupportDecision

Concession = Mapping[str, Any]

NOBODY = "nobody"  # whose tokens are in named cities where all others are thought away


def concessions_of(game: Game1883, holder: str) -> list[Concession]:
    """What a company holds, what is for sale (POOL) or what is out of the game (GONE), by number."""
    return [each for each in game.title.facts["concessions"] if game.state.concession[each["id"]] == holder]


def _owned(game: Game1883) -> list[tuple[str, Concession]]:
    """Every concession that a company holds, by its owner's place in the market."""
    owners = {game.state.concession[each["id"]] for each in game.title.facts["concessions"]} - {POOL, GONE}
    unpriced = sorted(owner for owner in owners if owner not in game.state.cell)  # 8.1.8-e CCFR waits for its launch
    order = [*by_price(game, owners.difference(unpriced)), *unpriced]
    return [(owner, each) for owner in order for each in concessions_of(game, owner)]


def may_hold(game: Game1883, company: str) -> bool:
    """5.6-e, f; A15"""
    if is_cooperative(game, company) and game.ruling("ccfr_concessions") == "railways_only":
        return False
    return not is_coach(game, company)


def concession_offers(game: Game1883, player: int) -> Iterator[BuyConcession]:
    """5.6 All that a player may buy now for companies that they preside."""
    for company in game.title.started(game):
        if _company_fault(game, player, company) is None:
            buys = (BuyConcession(player, company, each["id"]) for each in concessions_of(game, POOL))
            yield from (buy for buy in buys if concession_fault(game, buy) is None)


def concession_fault(game: Game1883, action: BuyConcession) -> str | None:
    """Why the company may not buy this concession."""
    fault = _company_fault(game, action.player, action.company)
    if fault or game.state.concession.get(action.concession) != POOL:
        return fault or "concession_not_for_sale"
    cost = cost_of(game, action.concession)
    return "concession_too_dear" if game.state.cash[action.company] < cost else None


def _company_fault(game: Game1883, player: int, company: str) -> str | None:
    """5.6-a to c, A14, A83"""
    started = company in game.title.companies and game.title.operates(game, company)
    if not started or game.title.controller(game, company) != player:
        return "not_your_company"
    if not may_hold(game, company):
        return "holds_no_concessions"
    round_ = current_round(game)
    if round_ is not None and game.state.launched.get(company) == round_.turn:
        return "launched_this_round"
    return "one_concession_a_round" if game.state.bought_concession.get(company) else None


def cost_of(game: Game1883, concession: str) -> int:
    """What a concession costs; 0 if there is no such number."""
    return next((int(each["cost"]) for each in game.title.facts["concessions"] if each["id"] == concession), 0)


def buy_concession(game: Game1883, action: BuyConcession) -> None:
    """5.6-a"""
    state, company, cost = game.state, action.company, cost_of(game, action.concession)
    pay(game, company, BANK, cost)
    state.concession[action.concession] = company
    state.clock[action.concession] = 0
    state.bought_concession[company] = True
    game.note("buys_concession", player=action.player, company=company, concession=action.concession, amount=cost)


def settle_concessions(game: Game1883) -> None:
    """5.6.1 After every change of track or tokens: pays what is complete (may push a BonusChoice), removes A18."""
    now = track(game)
    traceable = [(owner, each) for owner, each in _owned(game) if _has_track(now, each["sequence"])]
    complete = [(owner, each) for owner, each in traceable if can_trace(now, owner, each["sequence"])]
    _remove_claimable(game)
    choices: list[BonusChoice] = []
    for owner, each in complete:  # 5.6.1-g, h
        _leave_game(game, each["id"])
        game.note("completes_concession", company=owner, concession=each["id"])
        choices.append(BonusChoice(owner, each["id"], each["bonus"][game.phase.offboard]))
    for choice in reversed(choices):  # the dearest company is asked first
        if choice.any(game):
            game.push_frame(choice)
        else:
            choice.unpaid(game)


def _remove_claimable(game: Game1883) -> None:
    """5.6.1-e, A18, A84 What nobody holds when somebody could complete it."""
    now, bare = track(game), game.ruling("unowned_concession") == "by_track_alone"
    for each in concessions_of(game, POOL):
        claimants = (c for c in game.title.companies if game.title.operates(game, c) and may_hold(game, c))
        places: Sequence[str] = each["sequence"]
        if _has_track(now, places) and (
            _is_joined(now, places) if bare else any(can_trace(now, company, places) for company in claimants)
        ):
            _lose(game, each["id"])


def _has_track(now: Track, places: Sequence[str]) -> bool:
    """Mostly some place has no track at all: that is seen at once."""
    return all(now.face(place).pieces for place in places)


def _is_joined(now: Track, places: Sequence[str]) -> bool:
    """Whether track alone makes a route of these places."""
    key = ("is_joined", tuple(places))
    if key not in now.memo:
        cities = [place for place in places if now.face(place).stops[0].slots]
        bare = now.board.track(now.laid, {(city, 0): (NOBODY,) for city in cities})
        now.memo[key] = can_trace(bare, NOBODY, places)
    joined: bool = now.memo[key]
    return joined


def _leave_game(game: Game1883, concession: str, place: str = GONE) -> None:
    game.state.concession[concession] = place
    if concession in game.state.clock:
        del game.state.clock[concession]


def _lose(game: Game1883, concession: str) -> None:
    _leave_game(game, concession)
    game.note("concession_is_lost", concession=concession)


class BonusChoice(SupportDecision, frozen=True):
    """5.6.1-f, A19 The bonus goes to the treasury, or for a support card of the president to all shares."""

    unasked_fault = "bonus_first"
    count_fault = "wrong_support"

    company: str
    concession: str
    amount: int

    def actor(self, game: Game1883) -> int:
        return controlled(game, self.company)

    def subject(self, game: Game1883) -> str:
        return self.company

    def any(self, game: Game1883) -> bool:
        return game.title.controller(game, self.company) is not None and super().any(game)

    def named(self) -> dict[str, Any]:
        return {"company": self.company, "concession": self.concession}

    def list(self, game: Game1883) -> Menu:
        return super().list(game)[::-1]

    def skip(self, game: Game1883) -> None:
        game.pop_frame()
        self.unpaid(game)

    def unpaid(self, game: Game1883) -> None:
        """The whole bonus goes to the treasury, if the company is still on the map."""
        if cities_of(game, self.company):
            pay(game, BANK, self.company, self.amount)
            game.note("keeps_bonus", company=self.company, amount=self.amount)

    def paid(self, game: Game1883) -> None:
        """All bonuses divide by ten; the tenths of offering and pool go to the treasury."""
        president = self.actor(game)
        paid_for: dict[Holder, Holder] = {seat: seat for seat in game.seats_from(president)}
        sums = pay_shares(game, self.company, self.amount, {**paid_for, IPO: self.company, POOL: self.company})
        roles = {president: "president", self.company: "treasury"}
        listed = [(roles.get(holder, ""), holder, amount) for holder, amount in sums.items()]
        game.note("shares_bonus", company=self.company, player=president, amount=self.amount, sums=listed)


def advance_clocks(game: Game1883) -> None:
    """6.1-b"""
    for _, concession in _owned(game):
        game.state.clock[concession["id"]] += 1


class ConcessionCheck(Frame[Game1883], frozen=True):
    """6.11-a After the last turn of an operating round: overdue ones go back, penalties are due."""

    def proceed(self, game: Game1883) -> None:
        overdue = [(owner, each) for owner, each in _owned(game) if game.state.clock[each["id"]] >= each["due"]]
        if overdue:
            _expire(game, *overdue[0])
        else:
            game.pop_frame()
            _remove_claimable(game)  # A84, and CCFR may hold them since it is a railway (A15)


def _expire(game: Game1883, company: str, concession: Concession) -> None:
    """5.6.2-a, A38 The treasury pays first; what it lacks its president owes."""
    penalty = penalty_of(game, concession)
    _give_back(game, concession["id"])
    game.note("misses_concession", company=company, concession=concession["id"], amount=penalty)
    paid = min(penalty, game.state.cash[company])
    pay(game, company, BANK, paid)
    president = game.title.controller(game, company)
    if paid < penalty and president is not None:
        game.push_frame(Debt(president, penalty - paid, BANK, company))


def rounds_left(game: Game1883, concession: Concession) -> int:
    """How many operating rounds there are to complete it, the present one included."""
    now = concession["id"] in game.state.clock and isinstance(current_round(game), OperatingRound)
    return int(concession["due"]) - game.state.clock.get(concession["id"], 0) + now


def penalty_of(game: Game1883, concession: Concession) -> int:
    """5.6.2-a"""
    return int(concession["cost"] * game.title.facts["concession"]["penalty_factor"])


def _give_back(game: Game1883, concession: str) -> None:
    """5.6.3-a, A20 It is for sale again, unless the time of concessions is over."""
    _leave_game(game, concession, GONE if "unsold_concessions_removed" in game.phase.status else POOL)


def return_concessions(game: Game1883, company: str) -> None:
    """5.8-a A company that closes gives its concessions back; whoever closes it settles when its tokens are gone."""
    for concession in concessions_of(game, company):
        _give_back(game, concession["id"])


def remove_unsold(game: Game1883) -> None:
    """5.6.3-a"""
    for concession in concessions_of(game, POOL):
        _lose(game, concession["id"])
